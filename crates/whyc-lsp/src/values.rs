//! The values of the failing run beside the lines.

use std::path::Path;

use lsp_types::{InlayHint, InlayHintLabel, Range};
use whyc_debug::finding::{Counterexample, TraceKind, TraceStep};
use whyc_report::sentences;

use crate::known::Found;
use crate::position::{Encoding, Lines};

/// A line has room for so many characters.
const LONGEST: usize = 100;

/// The hints for a part of a file.
pub fn hints(found: &Found, path: &Path, range: Range, encoding: Encoding) -> Vec<InlayHint> {
    let (Some(run), Some(file)) = (&found.finding.counterexample, found.file(path)) else { return Vec::new() };
    let lines = Lines::new(&found.finding.sources.file(file).text, encoding);
    let mut steps: Vec<(u32, &TraceStep)> = Vec::new();
    for step in &run.steps {
        let span = found.place_of(step);
        if span.file != file {
            continue;
        }
        let line = lines.position(span.start as usize).line;
        if (range.start.line..=range.end.line).contains(&line) {
            steps.push((line, step));
        }
    }
    // Sorting keeps the order of what happens on one line.
    steps.sort_by_key(|(line, _)| *line);
    let of_lines = steps.chunk_by(|(a, _), (b, _)| a == b).filter_map(|on_line| {
        let line = on_line.first()?.0;
        let steps: Vec<&TraceStep> = on_line.iter().map(|(_, step)| *step).collect();
        let text = told(&steps, run);
        (!text.is_empty()).then(|| InlayHint {
            position: lines.end_of(line),
            label: InlayHintLabel::String(text),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    });
    of_lines.collect()
}

/// What happens on a line: `i = 0, 1, 2 · → true, true, false`.
fn told(steps: &[&TraceStep], run: &Counterexample) -> String {
    let mut all: Vec<(String, Vec<&str>)> = Vec::new();
    let mut fails = false;
    for step in steps {
        let name = match step.kind {
            TraceKind::Input | TraceKind::Assign => format!("{} = ", step.name),
            TraceKind::Branch | TraceKind::Switch => "→ ".to_owned(),
            TraceKind::Return if !step.value.is_empty() => "returns ".to_owned(),
            TraceKind::Failure => {
                fails = true;
                continue;
            }
            TraceKind::Return | TraceKind::Call | TraceKind::Assume | TraceKind::Free | TraceKind::Output => continue,
        };
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some((_, values)) => values.push(&step.value),
            None => all.push((name, vec![&step.value])),
        }
    }
    let mut parts: Vec<String> =
        all.iter().map(|(name, values)| format!("{name}{}", sentences::values(values))).collect();
    if fails {
        let seen: Vec<String> = run.witnesses.iter().map(|seen| format!("{} = {}", seen.name, seen.value)).collect();
        // What fails comes first; what it saw is not said twice.
        parts.retain(|part| !seen.contains(part));
        parts.insert(0, format!("✗ {}", seen.join(" · ")).trim_end().to_owned());
    }
    shortened(&parts.join(" · "))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
