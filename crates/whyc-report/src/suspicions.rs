//! What makes it suspicious that everything holds, in words.

use whyc_base::source::{SourceMap, Span};
use whyc_debug::finding::{Because, How, Suspicion, SuspicionKind};

use crate::words;

/// What is suspicious, in a sentence without a full stop.
#[must_use]
pub fn sentence(sources: &SourceMap, it: &Suspicion) -> String {
    let whole = quoted(sources, it.span);
    let part = it.part.map(|span| quoted(sources, span)).unwrap_or_default();
    match it.kind {
        SuspicionKind::Unreached => format!("no run comes to {whole}"),
        SuspicionKind::Antecedent => format!("{whole} says nothing: {part} is never true"),
        SuspicionKind::Idle => format!("{part} plays no role in {whole}, which holds without it"),
        SuspicionKind::Typed => format!("{whole} says nothing: its types make it true, whatever the values are"),
        SuspicionKind::Implied => format!("{whole} says nothing new"),
        SuspicionKind::NotEntered => format!("no run enters the loop: {whole} is never true"),
        SuspicionKind::NotTaken { value } => format!("no run takes case {value}"),
    }
}

/// Why that is so: `x < 5` (line 7) is never true where `x > 10` (line 6) is assumed; nothing where that is not known.
#[must_use]
pub fn reason(sources: &SourceMap, it: &Suspicion) -> Option<String> {
    let is_said = it.kind == SuspicionKind::NotEntered;
    let (first, others) = it.because.split_first()?;
    if is_said && others.is_empty() {
        return None;
    }
    let others: Vec<String> = others.iter().map(|because| beside(sources, because)).collect();
    let whereas = if others.is_empty() { String::new() } else { format!(" where {}", others.join(" and ")) };
    let here = place(sources, first.span);
    Some(match first.how {
        How::NeverTrue => format!("{here} is never true{whereas}"),
        How::NeverFalse => format!("{here} is never false{whereas}"),
        How::True | How::False | How::Assumed | How::Always => format!("of {}", beside(sources, first)),
        How::NotCalled => "no run calls the function".to_owned(),
        How::Follows => format!("it follows from {here}"),
    })
}

fn beside(sources: &SourceMap, because: &Because) -> String {
    let here = place(sources, because.span);
    match because.how {
        How::Assumed => format!("{here} is assumed"),
        How::Always => format!("the invariants of {here} hold"),
        How::False | How::NeverTrue => format!("{here} is false"),
        How::True | How::NeverFalse => format!("{here} is true"),
        How::NotCalled => "no run calls the function".to_owned(),
        How::Follows => format!("it follows from {here}"),
    }
}

/// `x < 5` (line 7)
fn place(sources: &SourceMap, span: Span) -> String {
    format!("{} (line {})", quoted(sources, span), sources.line(span))
}

fn quoted(sources: &SourceMap, span: Span) -> String {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    // What macros alone have made has no text of its own.
    let text = Some(plain(sources.text(span))).filter(|it| !it.is_empty());
    let text = text.unwrap_or_else(|| plain(sources.file(span.file).line_text(sources.line(span))));
    // What is assumed stands in a call; the condition is what matters.
    let inside = text.split_once("assume(").and_then(|(_, rest)| rest.trim_end_matches(';').strip_suffix(')'));
    format!("`{}`", words::one_line(inside.unwrap_or(&text), 60))
}
