//! Who is to blame: the program before what tries it, and what tries it before what says what is right.
//!
//! A function that makes up inputs, assumes something, or states assertions about what others compute is the *harness*. One that
//! the harness alone asks, and only whether something holds, is an *oracle*: its answer goes into assertions as a truth, not as
//! a number that is compared. `assert(f(x) == y)` is about `f`, so `f` is the program.

use rustc_hash::FxHashSet;
use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId};
use whyc_ir::flow::below;
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{Body, FunctionId, LocalId, Origin, Program};
use whyc_ir::property::{Property, PropertyClass};

use crate::Options;

/// Words in the names of what computes the right answer in another way.
const ANSWERS: [&str; 13] = [
    "oracle",
    "oracles",
    "expect",
    "expected",
    "reference",
    "naive",
    "brute",
    "bruteforce",
    "model",
    "spec",
    "golden",
    "invariant",
    "invariants",
];
/// Words in the names of what looks whether something is as it should be: only such a function is meant that changes nothing,
/// for `insert_sorted` and `correct_bits` do the work themselves.
const LOOKS: [&str; 10] =
    ["check", "checks", "valid", "validate", "assert", "asserts", "sorted", "correct", "verify", "consistent"];

/// Who is to blame.
#[derive(Clone, Debug, Default)]
pub struct Blame {
    /// What tries the program.
    pub harness: FxHashSet<String>,
    /// What says what is right.
    pub oracles: FxHashSet<String>,
    /// What only looks, for assertions alone, at what others have done: it may be wrong, but is so less often than they.
    pub observers: FxHashSet<String>,
    /// What is asked for nothing but whether something holds, to blame or not.
    pub truths: FxHashSet<String>,
    /// Rules that the right program may break as well, without anyone having seen it: a test that passes may come to break one.
    pub excused: Vec<Rule>,
}

/// A rule of the language at a place, in any version of the program: its class, the function, and what it says.
pub type Rule = (PropertyClass, String, String);

impl Blame {
    /// Whether a property is a rule that the right program may break as well.
    #[must_use]
    pub fn excuses(&self, program: &Program, property: &Property) -> bool {
        let is_it = |(class, function, says): &Rule| {
            *class == property.class
                && *function == program.functions[property.function].name
                && *says == property.description
        };
        self.excused.iter().any(is_it)
    }

    /// Everybody: a program that is tested from outside has no harness in it.
    #[must_use]
    pub fn everybody() -> Self {
        Self::default()
    }

    /// The roles of the functions of a program that tries itself.
    #[must_use]
    pub fn of(program: &Program, options: &Options) -> Self {
        let is_told = |name: &String| options.suspected.contains(name);
        let harness: FxHashSet<FunctionId> =
            users(program).filter(|&id| is_harness(program, id) && !is_told(&program.functions[id].name)).collect();
        let mut oracles: FxHashSet<FunctionId> = FxHashSet::default();
        loop {
            let is_trusted = |id: FunctionId| harness.contains(&id) || oracles.contains(&id);
            let is_new = |id: &FunctionId| {
                let name = &program.functions[*id].name;
                !is_trusted(*id) && !is_told(name) && is_oracle(program, *id, &is_trusted)
            };
            let new: Vec<FunctionId> = users(program).filter(is_new).collect();
            if new.is_empty() {
                break;
            }
            oracles.extend(new);
        }
        let is_program = |id: FunctionId| !harness.contains(&id) && !oracles.contains(&id);
        if !users(program).any(is_program) {
            // What is tried stands in what tries it, if that works on what it asks about; if it only makes that up, what it asks is
            // what is tried, unless it is called a right answer.
            let is_worked_on = harness.iter().any(|&id| works_on_what_it_asks(program, id, &oracles));
            let names = oracles.iter().map(|&id| program.functions[id].name.clone());
            let names = names.filter(|name| is_worked_on || has_word(name, &ANSWERS)).collect();
            return match harness.is_empty() {
                true => Self::everybody(),
                false => Self { oracles: names, ..Self::default() },
            };
        }
        let observers: FxHashSet<FunctionId> = users(program)
            .filter(|&id| is_program(id) && !is_told(&program.functions[id].name) && is_observer(program, id))
            .collect();
        // Where nobody else does anything, what looks is what is tried.
        let is_all = users(program).filter(|&id| is_program(id)).all(|id| observers.contains(&id));
        let names = |ids: &FxHashSet<FunctionId>| ids.iter().map(|&id| program.functions[id].name.clone()).collect();
        let observers = if is_all { FxHashSet::default() } else { names(&observers) };
        let is_by_assertions = |id: FunctionId| harness.contains(&id) || oracles.contains(&id);
        let truths = users(program).filter(|&id| is_oracle(program, id, &is_by_assertions)).collect();
        Self {
            harness: names(&harness),
            oracles: names(&oracles),
            observers,
            truths: names(&truths),
            excused: Vec::new(),
        }
    }

    /// The roles of the functions of a program that is tested from outside: what it asserts may still need oracles.
    #[must_use]
    pub fn of_tests(program: &Program, options: &Options) -> Self {
        Self { harness: FxHashSet::default(), ..Self::of(program, options) }
    }

    /// Those that are taken for oracles only because nothing but a truth is asked of them, and not by their names.
    #[must_use]
    pub fn asked_for_truths(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.oracles.iter().filter(|name| !has_word(name, &ANSWERS) && !has_word(name, &LOOKS)).cloned().collect();
        names.sort_unstable();
        names
    }

    /// The functions that are not to blame.
    #[must_use]
    pub fn exempt(&self, program: &Program) -> FxHashSet<FunctionId> {
        users(program).filter(|&id| !self.is_program(&program.functions[id].name)).collect()
    }

    /// Whether a function is the program.
    #[must_use]
    pub fn is_program(&self, name: &str) -> bool {
        !self.harness.contains(name) && !self.oracles.contains(name)
    }
}

fn users(program: &Program) -> impl Iterator<Item = FunctionId> {
    let is_users = |id: &FunctionId| {
        let function = &program.functions[*id];
        function.origin == Origin::User && function.body.is_some()
    };
    program.functions.ids().filter(is_users)
}

/// Whether a function makes up inputs, assumes something, or is where the program starts and asserts what others compute.
fn is_harness(program: &Program, id: FunctionId) -> bool {
    let Some(body) = &program.functions[id].body else { return false };
    // Whether a block can be had is the machine's business, whoever asks for it.
    let makes_inputs = |kind: &InstrKind| match kind {
        InstrKind::Nondet { name, .. } => !name.starts_with("allocation of "),
        kind => matches!(kind, InstrKind::Assume(_)),
    };
    if body.instrs.iter().any(|instr| makes_inputs(&instr.kind)) {
        return true;
    }
    let states = body.instrs.iter().any(|instr| {
        matches!(instr.kind, InstrKind::Assert { class: PropertyClass::Assertion | PropertyClass::Unreachable, .. })
    });
    let calls_user = |kind: &InstrKind| match kind {
        InstrKind::Call { callee: Callee::Direct(callee), .. } => {
            program.functions[*callee].origin == Origin::User && program.functions[*callee].body.is_some()
        }
        _ => false,
    };
    id == program.entry
        && body.instrs.iter().any(|instr| calls_user(&instr.kind))
        && (states || asks_others(program, id))
}

/// Whether the function calls one that is named like a check.
fn asks_others(program: &Program, id: FunctionId) -> bool {
    let Some(body) = &program.functions[id].body else { return false };
    body.instrs.iter().any(|instr| match instr.kind {
        InstrKind::Call { callee: Callee::Direct(callee), .. } => is_named_like_a_check(program, callee),
        _ => false,
    })
}

/// Whether a function is named like a check, and is none but a check by what it does.
fn is_named_like_a_check(program: &Program, id: FunctionId) -> bool {
    let name = &program.functions[id].name;
    has_word(name, &ANSWERS) || has_word(name, &LOOKS) && only_looks(program, id, &mut FxHashSet::default())
}

/// Whether one of the words of a name, `is_sorted` or `isSorted`, is one of these.
fn has_word(name: &str, wanted: &[&str]) -> bool {
    let mut words: Vec<String> = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_ascii_alphabetic() || c.is_ascii_uppercase() && was_lower {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_ascii_alphabetic()) {
            word.push(c.to_ascii_lowercase());
        }
        was_lower = c.is_ascii_lowercase();
    }
    words.iter().any(|word| wanted.contains(&word.as_str()))
}

/// A call of a function by another one.
struct Called {
    caller: FunctionId,
    span: Span,
    /// Whether it stands in an assertion.
    is_stated: bool,
}

/// All calls of a function by others; none if somebody has its address, and may call it.
fn calls_of(program: &Program, id: FunctionId) -> Option<Vec<Called>> {
    let mut calls = Vec::new();
    for (caller, function) in program.functions.iter_enumerated() {
        let Some(body) = &function.body else { continue };
        if body.exprs.iter().any(|expr| expr.kind == ExprKind::FunctionAddr(id)) {
            return None;
        }
        let is_assertion = |kind: &InstrKind| matches!(kind, InstrKind::Assert { class: PropertyClass::Assertion, .. });
        let assertions: Vec<_> = body.instrs.iter().filter(|it| is_assertion(&it.kind)).map(|it| it.span).collect();
        let calls_it =
            |kind: &InstrKind| matches!(*kind, InstrKind::Call { callee: Callee::Direct(callee), .. } if callee == id);
        for instr in body.instrs.iter().filter(|instr| caller != id && calls_it(&instr.kind)) {
            let is_stated = assertions.iter().any(|span| span.contains(instr.span));
            calls.push(Called { caller, span: instr.span, is_stated });
        }
    }
    Some(calls)
}

/// Whether only what is trusted asks the function, and only for a truth, or by a name that says so.
fn is_oracle(program: &Program, id: FunctionId, is_trusted: &dyn Fn(FunctionId) -> bool) -> bool {
    let is_named = is_named_like_a_check(program, id);
    let gives_answers = has_word(&program.functions[id].name, &ANSWERS);
    let is_fine = |call: &Called| {
        let text = program.sources.file(call.span.file).text.as_str();
        // What is compared with what is right is what is tried, unless it is what is right.
        let is_named = is_named && (gives_answers || !is_compared(text, call.span));
        let is_truth = call.is_stated && (is_truth(text, call.span) || is_expected(text, call.span));
        let by_oracle = is_trusted(call.caller) && !is_harness(program, call.caller);
        // What says which inputs are tried.
        let filters = || {
            is_harness(program, call.caller)
                && is_filter(text, call.span)
                && only_looks(program, id, &mut FxHashSet::default())
        };
        is_trusted(call.caller) && (is_truth || is_named || by_oracle || filters())
    };
    calls_of(program, id).is_some_and(|calls| !calls.is_empty() && calls.iter().all(is_fine))
}

/// Whether a function changes something that it hands to one of the others, by what that held before: it does not only make it up.
fn works_on_what_it_asks(program: &Program, id: FunctionId, asked: &FxHashSet<FunctionId>) -> bool {
    let Some(body) = &program.functions[id].body else { return false };
    let mut handed: FxHashSet<LocalId> = FxHashSet::default();
    for instr in body.instrs.iter() {
        if let InstrKind::Call { callee: Callee::Direct(callee), args, .. } = &instr.kind
            && asked.contains(callee)
        {
            args.iter().for_each(|&arg| handed.extend(named(body, arg)));
        }
    }
    body.instrs.iter().any(|instr| {
        let InstrKind::Assign { place, value } = instr.kind else { return false };
        let PlaceBase::Local(local) = body.places[place].base else { return false };
        // What is counted up or down is not worked on.
        let is_counted = matches!(body.exprs[value].kind, ExprKind::Binary(_, a, b)
        if [(a, b), (b, a)].iter().any(|&(it, by)| {
            matches!(body.exprs[by].kind, ExprKind::Int(_)) && matches!(body.exprs[it].kind, ExprKind::Load(_))
        }));
        handed.contains(&local) && !is_counted && named(body, value).contains(&local)
    })
}

/// The variables that an expression names.
fn named(body: &Body, expr: ExprId) -> FxHashSet<LocalId> {
    let mut found = FxHashSet::default();
    below(body, [expr], &mut |it| {
        if let Some(place) = body.exprs[it].kind.place()
            && let PlaceBase::Local(local) = body.places[place].base
        {
            found.insert(local);
        }
    });
    found
}

/// Whether a function is only called in assertions, and changes nothing that others see.
fn is_observer(program: &Program, id: FunctionId) -> bool {
    let is_asked = |calls: Vec<Called>| !calls.is_empty() && calls.iter().all(|call| call.is_stated);
    calls_of(program, id).is_some_and(is_asked) && only_looks(program, id, &mut FxHashSet::default())
}

/// Whether a function writes to nothing but its own variables, and calls only those that do not either.
fn only_looks(program: &Program, id: FunctionId, seen: &mut FxHashSet<FunctionId>) -> bool {
    let Some(body) = &program.functions[id].body else { return false };
    if !seen.insert(id) {
        return true;
    }
    let is_own = |place: PlaceId| matches!(body.places[place].base, PlaceBase::Local(_));
    body.instrs.iter().all(|instr| match instr.kind {
        InstrKind::Assign { place, .. } | InstrKind::ZeroFill(place) => is_own(place),
        InstrKind::Call { callee: Callee::Direct(callee), .. } => only_looks(program, callee, seen),
        InstrKind::Call { .. } | InstrKind::Block(_) => false,
        _ => true,
    })
}

/// Whether what a call gives is only asked whether it holds: nothing compares it or computes with it.
fn is_truth(text: &str, call: whyc_base::source::Span) -> bool {
    let before = text[..call.start as usize].trim_end();
    let after = text[call.end as usize..].trim_start();
    // What another call is given is asked for its value.
    let is_given = before.strip_suffix('(').is_some_and(|it| {
        let it = it.trim_end();
        let start = it.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |k| k + 1);
        let lower = it[start..].to_ascii_lowercase();
        !lower.is_empty() && !lower.contains("assert") && !matches!(lower.as_str(), "if" | "while" | "return")
    });
    let begins = ["(", "!", "&&", "||"].iter().any(|it| before.ends_with(it)) && !is_given;
    // `!=` begins like `!`, but not before a call.
    let ends = [")", "&&", "||", "?"].iter().any(|it| after.starts_with(it));
    begins && ends
}

/// Whether a call only says whether to go on: it stands in an assumption, or in a condition that leads to a `return` at once.
fn is_filter(text: &str, call: Span) -> bool {
    let (start, end) = (call.start as usize, call.end as usize);
    let first = text[..start].rfind([';', '{', '}']).map_or(0, |k| k + 1);
    let head = text[first..start].trim_start();
    let Some(open) = head.find('(') else { return false };
    if head[..open].contains("assume") {
        return true;
    }
    if head[..open].trim_end() != "if" || !is_truth(text, call) {
        return false;
    }
    // The condition ends where as many parentheses are closed as were opened before the call.
    let mut depth = head.matches('(').count().saturating_sub(head.matches(')').count());
    if depth == 0 {
        return false;
    }
    let close = text[end..].find(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some(close) = close else { return false };
    let then = text[end + close + 1..].trim_start().trim_start_matches('{').trim_start();
    ["return", "continue"].iter().any(|word| then.starts_with(word))
}

/// Whether what a call gives is compared with something.
fn is_compared(text: &str, call: Span) -> bool {
    const SIGNS: [&str; 2] = ["==", "!="];
    let (before, after) = (text[..call.start as usize].trim_end(), text[call.end as usize..].trim_start());
    SIGNS.iter().any(|sign| before.ends_with(sign) || after.starts_with(sign))
}

/// Whether a call is what the result of another call is compared with: `assert(f(x) == g(x))` asks whether `f` does as `g` does.
fn is_expected(text: &str, call: whyc_base::source::Span) -> bool {
    let before = text[..call.start as usize].trim_end();
    let Some(left) = before.strip_suffix("==").map(str::trim_end) else { return false };
    let Some(mut at) = left.strip_suffix(')').map(str::len) else { return false };
    let mut depth = 1;
    while depth > 0 && at > 0 {
        at -= 1;
        match left.as_bytes()[at] {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
    }
    let name = left[..at].trim_end();
    let start = name.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |k| k + 1);
    let name = &name[start..];
    !name.is_empty() && name != "assert" && !has_word(name, &ANSWERS) && !has_word(name, &LOOKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_leads_to_a_return() {
        let is = |text: &str| {
            let start = text.find("f(").expect("a call");
            let end = start + text[start..].find(')').expect("its end") + 1;
            let mut files = whyc_base::source::SourceMap::new();
            let file = files.add("a.c", text.as_bytes().to_vec());
            is_filter(text, Span { file, start: start as u32, end: end as u32 })
        };
        assert!(is("{ if (!f(x)) return 0; }") && is("; if (a > 0 && (!f(x) || b)) { return; }"));
        assert!(is("__VERIFIER_assume(a > (f(x) && b));"));
        assert!(!is("if (f(x)) n++;") && !is("if (f(x) > 2) return 0;") && !is("while (f(x)) continue;"));
        // Parentheses in texts are not told apart; the worst is that a filter is not known as one.
        assert!(!is("if (s == \")\" && f(x)) return 0;") && !is("if (a) b = !f(x) ? é : 1;"));
        assert!(!is("assert(f(x)); return 0;") && !is("n = f(x); return 0;"));
    }

    #[test]
    fn names_are_read_by_words() {
        assert!(has_word("is_sorted", &LOOKS) && has_word("isSorted", &LOOKS) && has_word("check2", &LOOKS));
        assert!(has_word("sum_oracle", &ANSWERS) && has_word("modelStep", &ANSWERS));
        assert!(!has_word("checksum", &LOOKS) && !has_word("invalidate", &LOOKS) && !has_word("inspect", &ANSWERS));
    }
}
