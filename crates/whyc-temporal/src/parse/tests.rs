use super::parse;
use crate::random::Random;

fn shown(text: &str) -> String {
    match parse(text) {
        Ok(expr) => expr.to_string(),
        Err(mistake) => format!("{}-{}: {mistake}", mistake.place.start, mistake.place.end),
    }
}

#[test]
fn operators_bind_as_they_should() {
    for (text, expected) in [
        ("G(req -> F ack)", "G (req -> F ack)"),
        ("always req -> s_eventually ack", "G (req -> F ack)"),
        ("a U b & c", "a U b && c"),
        ("a U (b & c)", "a U (b && c)"),
        ("a | b & c -> d -> e", "a || b && c -> d -> e"),
        ("!a U b W c", "!a U b W c"),
        ("X !a", "X !a"),
        ("X! a && X[3] b", "X! a && X[3] b"),
        ("{a; b[*2:3]; c[->2]} |=> {d; [*]}!", "{a; b[*2:3]; c[->2]} |=> {d; true[*]}!"),
        ("a ##1 b |-> c", "{a; b} |-> c"),
        ("a ##2 b ##0 c |-> d", "{{a; {true[*1]; b}} : c} |-> d"),
        ("a ##[1:$] b", "{a; {true[*]; b}}"),
        ("{{a;b} && {c;d}} |-> e", "{{a; b} && {c; d}} |-> e"),
        ("disable iff (rst) a |-> b", "a |-> b abort rst"),
        ("never {a; a}", "G ({a; a} |-> false)"),
        ("count[3:0] == 4'hf && !full", "count[3:0] == 15 && !full"),
        ("(a throughout {b; c})", "{a[*] && {b; c}}"),
        ("p until! q", "p U q"),
        ("[] <> p", "G F p"),
        ("`G` & `a b`[3]", "`G` && `a b`[3]"),
        ("{(a -> b); c}", "{(a -> b); c}"),
        ("(p U q) abort b", "p U q abort b"),
        ("{!a[*2]; !!b}", "{(!a)[*2]; !!b}"),
        ("!a[*2] |-> !n == 3", "{(!a)[*2]} |-> !(n == 3)"),
        ("!X a && !{b}!", "!X a && !{b}!"),
        ("x == -1 && y - 1 < 2 * (z + 3)", "x == -1 && y - 1 < 2 * (z + 3)"),
        ("(a + b) == c -> (a) == 3", "a + b == c -> a == 3"),
        ("$rose(req) |-> ##[1:2] ack", "req && !past(req) |-> {true[*1:2]; ack}"),
        ("fell(a && b) -> $stable(n)", "!(a && b) && (past(a) && past(b)) -> n == past(n)"),
        ("count == $past(count, 2) + 1", "count == past(count, 2) + 1"),
        ("past(a || !b)", "past(a) || !past(b)"),
        ("changed(n)", "!(n == past(n))"),
        ("rose + fell == 3", "rose + fell == 3"),
        ("G(call f -> F return f) && at L && line 3", "G (call f -> F return f) && at L && line 3"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
        assert_eq!(shown(expected), expected, "{expected}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, expected) in [
        ("", "0-0: the property ends too early: a signal or `(` should stand here"),
        ("a &&", "4-4: the property ends too early: a signal or `(` should stand here"),
        ("(a", "2-2: `)` should stand here: the `(` of column 1 is open"),
        ("{a; X b}", "4-5: `X` cannot stand in a sequence, which is made of Booleans"),
        ("F a |-> b", "0-3: before |-> and |=> stands a sequence, such as {a; b} or a ##1 b"),
        ("a b", "2-3: the property should end here, or go on with an operator"),
        ("a; b", "1-2: `;` stands between the steps of a sequence, in braces"),
        ("a[0:3]", "5-6: the higher bit comes first: [7:0]"),
        ("a # b", "2-3: `#` has no meaning here"),
        ("G", "1-1: the property ends too early: a signal or `(` should stand here"),
        ("{a[*3:2]}", "7-8: the smaller number comes first"),
        ("7", "0-1: a number alone is neither true nor false: compare it"),
        ("a[*30000]", "3-8: more than 20000 repetitions in a property are not supported"),
        ("a + -2", "a + -2"),
        ("1 + 2", "0-1: a number alone is neither true nor false: compare it"),
        ("rose(call f)", "5-11: what happens is no value: it cannot be looked back at"),
        ("past(a, 0)", "9-10: one step back or more, and at most 10000"),
        ("U", "0-1: `U` is an operator; a signal of this name is written `` `U` ``"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
    let deep = "!(".repeat(100_000);
    assert!(parse(&deep).is_err_and(|it| it.message.contains("too deeply")));
}

#[test]
fn what_is_printed_is_read_back() {
    let mut random = Random::new(7);
    for _ in 0..5_000 {
        let expr = random.expr(4);
        let text = expr.to_string();
        let again = parse(&text).map(|it| it.placeless());
        assert_eq!(again.as_ref(), Ok(&expr.placeless()), "{text}");
    }
}
