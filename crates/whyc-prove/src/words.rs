//! Invariants as a person reads them.

use whyc_base::source::Span;
use whyc_check::{Holds, Invariant, Unbounded};
use whyc_ir::program::Origin;
use whyc_term::TermStore;
use whyc_unroll::cuts::{Entry, EntryKind, NumberKind};

use crate::templates::{Fact, known_entry};

/// The facts, each with its loop, in the order of the text and each once. Facts about what nobody can name are left out.
pub fn told(question: &Unbounded<'_>, terms: &TermStore, entries: &[Entry], kept: &[(usize, Fact)]) -> Vec<Invariant> {
    let mut told: Vec<Invariant> = Vec::new();
    for (nth, fact) in kept {
        let entry = &entries[*nth];
        if entry.origin != Origin::User {
            continue;
        }
        let is_integer = |a: usize| matches!(entry.numbers[a].kind, NumberKind::Integer { .. });
        let is_kept = |other: Fact| kept.iter().any(|(at, it)| at == nth && *it == other);
        // What is at least and at most the same is that.
        let said = match fact {
            Fact::Upper(a, bound) if is_integer(*a) && is_kept(Fact::Lower(*a, *bound)) => continue,
            Fact::Lower(a, bound) if is_integer(*a) && is_kept(Fact::Upper(*a, *bound)) => {
                words(terms, entry, &Fact::OneOf(*a, vec![*bound]))
            }
            fact => words(terms, entry, fact),
        };
        let Some(Words { text, is_expression }) = said else { continue };
        let function = question.program.functions[entry.function].name.clone();
        let holds = match entry.kind {
            EntryKind::Head => Holds::AtHead,
            EntryKind::Begins => Holds::AtCall,
            EntryKind::Ends => Holds::AtReturn,
        };
        let invariant = Invariant { holds, span: entry.span, function, text, is_expression };
        if !told.contains(&invariant) {
            told.push(invariant);
        }
    }
    told.sort_by_key(|it| (it.span.file, it.span.start, it.holds));
    told
}

/// One fact and the place of its loop, for a certificate: something is said of every fact.
pub fn one(terms: &TermStore, entry: &Entry, fact: &Fact) -> (String, Span) {
    let told = words(terms, entry, fact).map(|it| it.text);
    (told.unwrap_or_else(|| "something about what has no name".to_owned()), entry.span)
}

struct Words {
    text: String,
    is_expression: bool,
}

fn c(text: String) -> Option<Words> {
    Some(Words { text, is_expression: true })
}

fn prose(text: String) -> Option<Words> {
    Some(Words { text, is_expression: false })
}

fn words(terms: &TermStore, entry: &Entry, fact: &Fact) -> Option<Words> {
    let numbers = &entry.numbers;
    let named = |nth: &usize| Some(numbers[*nth].name.clone()).filter(|name| !name.is_empty());
    let is_integer = |nth: &usize| matches!(numbers[*nth].kind, NumberKind::Integer { .. });
    let known = |nth: &usize| known_entry(terms, &numbers[*nth]).filter(|_| is_integer(nth));
    match fact {
        Fact::Lower(a, bound) if is_integer(a) => c(format!("{bound} <= {}", named(a)?)),
        Fact::Upper(a, bound) if is_integer(a) => c(format!("{} <= {bound}", named(a)?)),
        Fact::Lower(a, 0) => prose(format!("{} does not point before its object", named(a)?)),
        Fact::Lower(a, bound) => prose(format!("{} points at least {bound} bytes into its object", named(a)?)),
        Fact::Upper(a, bound) => prose(format!("{} points at most {bound} bytes into its object", named(a)?)),
        Fact::AtMost(a, b, 0) if is_integer(a) => c(format!("{} <= {}", named(a)?, named(b)?)),
        Fact::AtMost(a, b, -1) if is_integer(a) => c(format!("{} < {}", named(a)?, named(b)?)),
        Fact::AtMost(a, b, 0 | -1) => prose(format!("{} points no further than {}", named(a)?, named(b)?)),
        Fact::AtMost(a, b, bound) if is_integer(a) => {
            prose(format!("{} is at most {} + {bound}", named(a)?, named(b)?))
        }
        Fact::AtMost(a, b, _) => prose(format!("{} points no further than just behind {}", named(a)?, named(b)?)),
        Fact::Same(a, b) if is_integer(a) => c(format!("{} == {}", named(a)?, named(b)?)),
        Fact::Same(a, b) => prose(format!("{} and {} point equally far into their objects", named(a)?, named(b)?)),
        Fact::Stays(a) => match (numbers[*a].kind, known(a)) {
            (NumberKind::Object, _) => prose(format!("{} points into the same object as before the loop", named(a)?)),
            (_, Some(value)) => c(format!("{} == {value}", named(a)?)),
            (_, None) => prose(format!("{} is what it was before the loop", named(a)?)),
        },
        Fact::Grows(a) => match known(a) {
            Some(value) => c(format!("{value} <= {}", named(a)?)),
            None if is_integer(a) => prose(format!("{} is at least what it was before the loop", named(a)?)),
            None => prose(format!("{} points no less far than before the loop", named(a)?)),
        },
        Fact::Shrinks(a) => match known(a) {
            Some(value) => c(format!("{} <= {value}", named(a)?)),
            None if is_integer(a) => prose(format!("{} is at most what it was before the loop", named(a)?)),
            None => prose(format!("{} points no further than before the loop", named(a)?)),
        },
        Fact::Keeps(a, b, factor) => keeps(named(a)?, named(b)?, *factor, known(a), known(b)),
        Fact::Linear(parts, constant) => sum(parts, *constant, named),
        Fact::Ahead(a, b, most) => prose(format!("{} is ahead of {} by at most {most}", named(a)?, named(b)?)),
        Fact::LowBits(a, n) => {
            let mask = (1_u32 << n) - 1;
            match known(a) {
                Some(value) => c(format!("({} & {mask}) == {}", named(a)?, value & i128::from(mask))),
                None => prose(format!("the lowest {n} bits of {} are what they were before the loop", named(a)?)),
            }
        }
        Fact::Multiple(a, n) => match known(a) {
            Some(0) => c(format!("{} % {n} == 0", named(a)?)),
            Some(value) => prose(format!("{} is {value} and a multiple of {n}", named(a)?)),
            None => prose(format!("{} has changed by a multiple of {n}", named(a)?)),
        },
        Fact::OneOf(a, all) => {
            let name = named(a)?;
            let cases: Vec<String> = all.iter().map(|value| format!("{name} == {value}")).collect();
            c(cases.join(" || "))
        }
        Fact::Is(a, true) => c(named(a)?),
        Fact::Is(a, false) => c(format!("!({})", named(a)?)),
        Fact::While(when, then) => both(terms, entry, when, then, |when, then| format!("!({when}) || {then}")),
        Fact::Either(one, other) => both(terms, entry, one, other, |one, other| format!("{one} || {other}")),
    }
}

fn both(
    terms: &TermStore,
    entry: &Entry,
    one: &Fact,
    other: &Fact,
    join: impl FnOnce(String, String) -> String,
) -> Option<Words> {
    let (one, other) = (words(terms, entry, one)?, words(terms, entry, other)?);
    let is_expression = one.is_expression && other.is_expression;
    is_expression.then(|| Words { text: join(one.text, other.text), is_expression })
}

/// `a - a0 == factor * (b - b0)`.
fn keeps(a: String, b: String, factor: i128, a0: Option<i128>, b0: Option<i128>) -> Option<Words> {
    // The numbers count modulo a power of two; as C writes them they do so only without overflow.
    let (Some(a0), Some(b0)) = (a0, b0) else {
        return match factor {
            1 => prose(format!("{a} and {b} have changed by the same since before the loop")),
            -1 => prose(format!("{a} + {b} is what it was before the loop")),
            _ => prose(format!("{a} has changed {factor} times as much as {b} since before the loop")),
        };
    };
    let rest = a0 - factor * b0;
    let product = match factor {
        1 => b,
        -1 => return prose(format!("{a} + {b} == {rest}")),
        _ => format!("{factor} * {b}"),
    };
    match rest {
        0 if factor == 1 => prose(format!("{a} == {product}")),
        rest if rest < 0 => prose(format!("{a} == {product} - {}", -rest)),
        0 => prose(format!("{a} == {product}")),
        rest => prose(format!("{a} == {product} + {rest}")),
    }
}

/// What is added on the left, what is taken away on the right.
fn sum(parts: &[(usize, i128)], constant: i128, named: impl Fn(&usize) -> Option<String>) -> Option<Words> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (a, factor) in parts {
        let name = named(a)?;
        let times = factor.unsigned_abs();
        let product = if times == 1 { name } else { format!("{times} * {name}") };
        if *factor > 0 { &mut left } else { &mut right }.push(product);
    }
    if constant != 0 {
        if constant < 0 { &mut left } else { &mut right }.push(constant.unsigned_abs().to_string());
    }
    if left.is_empty() {
        std::mem::swap(&mut left, &mut right);
    }
    let side = |all: Vec<String>| if all.is_empty() { "0".to_owned() } else { all.join(" + ") };
    // The numbers count modulo a power of two; as C writes them they do so only without overflow.
    prose(format!("{} == {}", side(left), side(right)))
}
