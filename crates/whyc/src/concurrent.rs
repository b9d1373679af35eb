//! Simple concurrent assertions of SystemVerilog as clocked ones, which yosys reads: line by line, so that places stay.
//!
//! `assert property (@(posedge clk) disable iff (rst) a |-> b);` becomes `always @(posedge clk) if (!(rst)) if (a) assert (b);`, on the
//! same lines. What is asked some cycles later (`|=>`, `##2`) is asked by `$past`, of attempts that began in a cycle of the run and
//! were not disabled since. `context` has what is said elsewhere: default clocks and resets, properties with names. What is more than
//! that is left as it is, and yosys says what it thinks of it.

mod context;
mod sequence;

use context::Context;
use sequence::Implication;

/// The text with what can be said so said by clocked assertions. Comments and strings are not code.
pub fn as_clocked(text: &str) -> String {
    const WORD: &str = "property";
    let code = code(text);
    let (contexts, declared) = context::all(&code);
    let (text, code) = (context::without(text, &declared), context::without(&code, &declared));
    let mut out = String::new();
    let (mut copied, mut from) = (0, 0);
    while let Some(found) = code[from..].find(WORD) {
        let at = from + found;
        let (head, verb) = verb(&code[copied..at]);
        let context = context::at(&contexts, at);
        match verb.and_then(|verb| statement(verb, &code[at + WORD.len()..], at, context)) {
            Some((clocked, behind)) => {
                out.push_str(&text[copied..copied + head.len()]);
                out.push_str(&clocked);
                copied = code.len() - behind.len();
                from = copied;
            }
            None => from = at + WORD.len(),
        }
    }
    out.push_str(&text[copied..]);
    out
}

/// The text with blanks for comments and for what is in strings, byte for byte.
fn code(text: &str) -> String {
    #[derive(PartialEq)]
    enum Inside {
        Code,
        Line,
        Block,
        Text,
    }
    let mut out = String::with_capacity(text.len());
    let mut inside = Inside::Code;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let next = rest.peek().map(|(_, c)| *c);
        let was = match (&inside, c, next) {
            (Inside::Code, '/', Some('/')) => std::mem::replace(&mut inside, Inside::Line),
            (Inside::Code, '/', Some('*')) => std::mem::replace(&mut inside, Inside::Block),
            (Inside::Code, '"', _) => std::mem::replace(&mut inside, Inside::Text),
            (Inside::Line, '\n', _) => std::mem::replace(&mut inside, Inside::Code),
            (Inside::Block, '/', _) if text[..at].ends_with('*') => std::mem::replace(&mut inside, Inside::Code),
            (Inside::Text, '"', _) if !text[..at].ends_with('\\') => std::mem::replace(&mut inside, Inside::Code),
            _ => Inside::Code,
        };
        let is_code = inside == Inside::Code && was == Inside::Code;
        match c {
            '\n' => out.push(c),
            c if is_code => out.push(c),
            c => out.push_str(&" ".repeat(c.len_utf8())),
        }
    }
    out
}

/// What stands before `assert`, `assume` or `cover`, and that; with the label in front of it, if there is one.
fn verb(before: &str) -> (&str, Option<&str>) {
    let trimmed = before.trim_end();
    for verb in ["assert", "assume", "cover"] {
        if let Some(head) = trimmed.strip_suffix(verb) {
            let is_word = head.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if !is_word {
                let start = label(head).unwrap_or(head.len());
                return (&before[..start], Some(&trimmed[start..]));
            }
        }
    }
    (before, None)
}

/// Where a label begins: `name :`, at the end.
fn label(head: &str) -> Option<usize> {
    let head = head.trim_end().strip_suffix(':')?.trim_end();
    let start = head.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
    (start < head.len()).then_some(start)
}

/// The clocked statement, and what stands behind the old one.
fn statement<'t>(verb: &str, after: &'t str, at: usize, context: &Context) -> Option<(String, &'t str)> {
    let open = after.find('(').filter(|at| after[..*at].trim().is_empty())?;
    let (inside, behind) = group(&after[open..])?;
    let rest = behind_action(behind)?;
    let lines = after[..after.len() - rest.len()].matches('\n').count();
    let inside = inside.trim();
    let inside = context.property(inside).unwrap_or(inside).replace('\n', " ");
    let (edge, rest_of) = match inside.trim_start().strip_prefix('@') {
        Some(clock) => group(clock.trim_start()).map(|(edge, rest)| (edge.to_owned(), rest))?,
        None => (context.clock.clone()?, inside.as_str()),
    };
    let (guard, body) = match rest_of.trim_start().strip_prefix("disable") {
        Some(rest) => {
            let rest = rest.trim_start().strip_prefix("iff")?.trim_start();
            let (guard, rest) = group(rest)?;
            (Some(guard.trim().to_owned()), rest.trim())
        }
        None => (context.disable.clone(), rest_of.trim()),
    };
    let implication = Implication::of(body)?;
    // What is to be covered is what is asked for, not that nobody asks.
    let statements = if verb_of(verb) == "cover" { implication.met() } else { implication.asked() };
    let mut clocked = String::new();
    let edge = edge.trim();
    for (nth, it) in statements.iter().enumerate() {
        let verb = if nth == 0 { verb.to_owned() } else { numbered(verb, nth + 1) };
        let blank = if nth == 0 { "" } else { " " };
        let (began, clock) = it.began(&format!("$began${at}_{nth}"), edge);
        let conditions = it.conditions(&began, guard.as_deref());
        clocked.push_str(&format!("{blank}{clock}always @({edge}) {conditions}{verb} ({});", it.stated));
    }
    Some((clocked + &"\n".repeat(lines), rest))
}

/// The text behind a statement that ends here, or in an action of one call: `else $error("…");`.
fn behind_action(behind: &str) -> Option<&str> {
    let behind = behind.trim_start();
    if let Some(rest) = behind.strip_prefix(';') {
        return Some(rest);
    }
    let call = behind.strip_prefix("else")?.trim_start();
    let name_end = call.strip_prefix('$')?.find(|c: char| !(c.is_alphanumeric() || c == '_'))? + 1;
    let arguments = call[name_end..].trim_start();
    let rest = if arguments.starts_with('(') { group(arguments)?.1 } else { arguments };
    rest.trim_start().strip_prefix(';')
}

/// `assert` of `lim: assert`.
fn verb_of(verb: &str) -> &str {
    verb.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or(verb)
}

/// The same with a label of its own: `lim_2: assert`.
fn numbered(verb: &str, nth: usize) -> String {
    match verb.split_once(':') {
        Some((label, rest)) => format!("{}_{nth}:{rest}", label.trim()),
        None => verb.to_owned(),
    }
}

/// What is in the parentheses that a text begins with, and what stands behind them.
fn group(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some((text.get(1..at)?, &text[at + 1..]));
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(as_clocked(text), expected);
        // Every line stays where it is.
        assert_eq!(as_clocked(text).matches('\n').count(), text.matches('\n').count());
    }

    #[test]
    fn concurrent_assertions_become_clocked() {
        check("  lim: assert property (@(posedge clk) s < 9);\n", "  always @(posedge clk) lim: assert (s < 9);\n");
        check(
            "assume property (@(posedge clk) disable iff (rst)\n  a |-> b);",
            "always @(posedge clk) if (!(rst)) if (a) assume (b);\n",
        );
        check(
            "assert property (@(posedge clk) a |=> b);",
            "always @(posedge clk) if (!($initstate)) if ($past(a)) assert (b);",
        );
        check(
            "assert property (@(posedge clk) disable iff (r) a |=> b) else $error(\"no\");",
            "always @(posedge clk) if (!($initstate)) if (!($past(r) || (r))) if ($past(a)) assert (b);",
        );
        check("cover property (@(posedge clk) a |-> b);", "always @(posedge clk) cover ((a) && (b));");
        let comment =
            "// assert property (@(posedge clk) a\n/* assert property (@(posedge clk) */ x = \"property (\"; // ü );\n";
        check(comment, comment);
        check("assert property (@(posedge clk) a ##[1:3] b);", "assert property (@(posedge clk) a ##[1:3] b);");
        check("assert property (@(posedge clk) a) begin end", "assert property (@(posedge clk) a) begin end");
        check("my_assert property (@(posedge clk) a);", "my_assert property (@(posedge clk) a);");
    }

    #[test]
    fn delays_ask_about_the_past() {
        check(
            "l: assert property (@(posedge c) a ##1 b |-> ##2 d);",
            "reg [2:0] \\$began$10_0 = 0; always @(posedge c) \\$began$10_0 <= {\\$began$10_0 , 1'b1}; \
             always @(posedge c) if (\\$began$10_0 [2]) if ($past(a, 3) && $past(b, 2)) l: assert (d);",
        );
        check(
            "l: assert property (@(posedge c) a |-> b ##1 d);",
            "always @(posedge c) if (a) l: assert (b); always @(posedge c) if (!($initstate)) if ($past(a) && $past(b)) l_2: assert (d);",
        );
        check(
            "cover property (@(posedge c) a ##1 b);",
            "always @(posedge c) if (!($initstate)) cover ($past(a) && (b));",
        );
    }

    #[test]
    fn defaults_and_names_are_known() {
        let same = |text: &str, expected: &str| {
            let clocked = as_clocked(text);
            let lines: Vec<&str> = clocked.lines().map(str::trim_end).collect();
            assert_eq!(lines, expected.lines().collect::<Vec<&str>>());
        };
        same(
            "module m;\ndefault clocking @(posedge c); endclocking\ndefault disable iff (!r);\nproperty p;\n a |-> b;\nendproperty\n\
             x: assert property (p);\nendmodule\nmodule n; assert property (p); endmodule\n",
            "module m;\n\n\n\n\n\nalways @(posedge c) if (!(!r)) if (a) x: assert (b);\nendmodule\n\
             module n; assert property (p); endmodule\n",
        );
        check("property p(x); x; endproperty", "property p(x); x; endproperty");
    }
}
