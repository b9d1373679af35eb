//! The values of the variable under the cursor in the failing run, round by round of its loops.

use std::path::Path;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};
use whyc_debug::finding::{Iteration, TraceKind, TraceStep};

use crate::known::Found;
use crate::position::{Encoding, Lines};

/// More lines, or values on one, are left out.
const MANY: usize = 12;

/// What is said of the variable at a place; none if the failing run sets none of that name.
pub fn hover(found: &Found, path: &Path, position: Position, encoding: Encoding) -> Option<Hover> {
    let run = found.finding.counterexample.as_ref()?;
    let file = found.file(path)?;
    let text = &found.finding.sources.file(file).text;
    let lines = Lines::new(text, encoding);
    let (start, end) = word(text, lines.offset(position))?;
    let function = found.function_at(file, u32::try_from(start).ok()?).map(|function| function.name.as_str());
    let mut told = Vec::new();
    for name in names(&run.steps, &text[start..end], function) {
        told.extend(rounds(&run.steps, name, function));
    }
    if told.len() > MANY {
        told.truncate(MANY);
        told.push("…".to_owned());
    }
    let value = format!("in the failing run:\n{}", told.join("\n"));
    (!told.is_empty()).then(|| Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::PlainText, value }),
        range: Some(lines.range(start, end)),
    })
}

/// The identifier around a byte.
fn word(text: &str, offset: usize) -> Option<(usize, usize)> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let bytes = text.as_bytes();
    let before = bytes[..offset].iter().rev().take_while(|byte| is_part(byte)).count();
    let after = bytes[offset..].iter().take_while(|byte| is_part(byte)).count();
    let (start, end) = (offset - before, offset + after);
    (start < end && !bytes[start].is_ascii_digit()).then_some((start, end))
}

fn is_set(step: &TraceStep) -> bool {
    matches!(step.kind, TraceKind::Assign | TraceKind::Input)
}

fn is_in(step: &TraceStep, function: Option<&str>) -> bool {
    function.is_none_or(|function| step.function == function)
}

/// The names that are set and begin with `word`: `a`, `a[2]`, `a.b`. In the function itself if there are some, else anywhere.
fn names<'s>(steps: &'s [TraceStep], word: &str, function: Option<&str>) -> Vec<&'s str> {
    let is_meant = |name: &str| {
        let rest = name.strip_prefix(word).or_else(|| name.strip_prefix('*').and_then(|name| name.strip_prefix(word)));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.', '-']))
    };
    let mut found: Vec<&str> = Vec::new();
    for step in steps.iter().filter(|step| is_set(step) && is_in(step, function) && is_meant(&step.name)) {
        if !found.contains(&step.name.as_str()) {
            found.push(&step.name);
        }
    }
    match (found.is_empty(), function) {
        (true, Some(_)) => names(steps, word, None),
        _ => found,
    }
}

/// The values of one variable through one stay in a loop, or outside of all.
struct Stay<'s> {
    /// The loop, and the rounds of the loops around it; none outside of all.
    place: Option<(&'s str, &'s [Iteration])>,
    /// The last value of each round, with its number.
    values: Vec<(u32, &'s str)>,
    /// Whether more has happened in the last round than that its condition was tested.
    is_real: bool,
    /// Whether the variable is set there at all.
    is_set: bool,
}

/// `n: 3, 4, 5 (rounds 1–3)`, one for each stay in a loop.
fn rounds(steps: &[TraceStep], name: &str, function: Option<&str>) -> Vec<String> {
    let is_local = steps.iter().any(|step| is_set(step) && step.name == name && is_in(step, function));
    let function = function.filter(|_| is_local);
    let mut stays: Vec<Stay<'_>> = Vec::new();
    let mut value = None;
    for step in steps.iter().filter(|step| is_in(step, function)) {
        let sets = is_set(step) && step.name == name;
        if sets {
            value = Some(step.value.as_str());
        }
        let Some(value) = value else { continue };
        let inner = step.iterations.split_last();
        let place = inner.map(|(last, outer)| (last.loop_name.as_str(), outer));
        let number = inner.map_or(0, |(last, _)| last.number);
        if place.is_none() && !sets {
            continue;
        }
        let goes_on = |stay: &Stay<'_>| {
            let last = stay.values.last().map_or(0, |(last, _)| *last);
            stay.place == place && place.is_some() && last <= number
        };
        // A stay in an inner loop interrupts the one in the outer loop.
        let at = stays.iter().rposition(goes_on);
        let stay = match at.and_then(|at| stays.get_mut(at)) {
            Some(stay) => stay,
            None => {
                stays.push(Stay { place, values: Vec::new(), is_real: false, is_set: false });
                let Some(last) = stays.last_mut() else { continue };
                last
            }
        };
        stay.is_set |= sets;
        match stay.values.last_mut() {
            Some((last, known)) if *last == number => {
                *known = value;
                stay.is_real = true;
            }
            _ => {
                stay.values.push((number, value));
                stay.is_real = step.kind != TraceKind::Branch;
            }
        }
    }
    stays.retain(|stay| stay.is_set);
    // What happens one after the other outside of all loops is one line.
    let lines = stays.chunk_by(|a, b| a.place.is_none() && b.place.is_none());
    lines.map(|of_line| told(name, of_line)).collect()
}

impl<'s> Stay<'s> {
    /// The values, without those of a last round that only finds out that the loop is over.
    fn real(&self) -> &[(u32, &'s str)] {
        let n_real = if self.is_real || self.values.len() < 2 { self.values.len() } else { self.values.len() - 1 };
        &self.values[..n_real]
    }
}

/// `n: 3, 4, 5 (rounds 1–3)`
fn told(name: &str, stays: &[Stay<'_>]) -> String {
    let values: Vec<&(u32, &str)> = stays.iter().flat_map(Stay::real).collect();
    let (Some((first, _)), Some((last, end))) = (values.first(), values.last()) else { return String::new() };
    let mut shown: Vec<&str> = values.iter().take(MANY).map(|(_, value)| *value).collect();
    if values.len() > MANY {
        shown.extend(["…", end]);
    }
    let shown = shown.join(", ");
    match stays.first().and_then(|stay| stay.place) {
        None => format!("{name}: {shown}"),
        Some(_) if first == last => format!("{name}: {shown} (round {first})"),
        Some(_) => format!("{name}: {shown} (rounds {first}–{last})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use whyc_base::ids::Id as _;
    use whyc_base::source::{FileId, Span};

    fn step(kind: TraceKind, name: &str, value: &str, round: u32) -> TraceStep {
        let iteration = Iteration { loop_name: "main.1".to_owned(), number: round };
        TraceStep {
            kind,
            name: name.to_owned(),
            value: value.to_owned(),
            ty: "int".to_owned(),
            ssa: None,
            span: Span { file: FileId::from_index(0), start: 0, end: 0 },
            function: "main".to_owned(),
            thread: None,
            depth: 0,
            iterations: if round == 0 { Vec::new() } else { vec![iteration] },
        }
    }

    #[test]
    fn each_round_has_its_value() {
        let (set, test) = (TraceKind::Assign, TraceKind::Branch);
        let mut steps = vec![step(set, "n", "2", 0), step(set, "k", "7", 0)];
        for round in 1..=3 {
            steps.push(step(test, "n < 5", "true", round));
            steps.push(step(set, "n", &(round + 2).to_string(), round));
        }
        steps.push(step(test, "n < 5", "false", 4));
        assert_eq!(rounds(&steps, "n", Some("main")), ["n: 2", "n: 3, 4, 5 (rounds 1–3)"]);
        steps.push(step(TraceKind::Failure, "n <= 3", "", 0));
        assert_eq!(rounds(&steps, "n", Some("main")), ["n: 2", "n: 3, 4, 5 (rounds 1–3)"]);
        steps.push(step(set, "k", "8", 0));
        assert_eq!(rounds(&steps, "k", Some("main")), ["k: 7, 8"]);
        assert_eq!(names(&steps, "n", Some("other")), ["n"]);
    }

    #[test]
    fn a_word_is_an_identifier() {
        let text = "x = ab_1 + 23;";
        let of = |at| word(text, at).map(|(start, end)| &text[start..end]);
        assert_eq!(of(0), Some("x"));
        assert_eq!(of(4), Some("ab_1"));
        assert_eq!(of(8), Some("ab_1"));
        assert_eq!((of(2), of(12)), (None, None));
    }
}
