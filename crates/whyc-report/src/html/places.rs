//! Where a change helps: the places, how strong the case for each is, and changes that were checked, as they would look.

use whyc_base::source::Span;
use whyc_debug::finding::{EditReport, Finding, LocalizationReport, SuggestionReport};

use super::prose::{Html, capital};
use super::shell::Link;
use super::source::{Numbering, short};
use crate::paint::visible;
use crate::text::localize;
use crate::words;

/// At most this many places are shown.
pub const MANY_PLACES: usize = 40;
/// How many changes of one place are shown.
const MANY_SUGGESTIONS: usize = 4;
/// How many runs are listed with their values.
const MANY_RUNS: usize = 12;

/// How strong the case for a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Another value there would do, but not by another expression of the same variables.
    FarFetched,
    /// Another value there would do.
    Value,
    /// A change lets all these runs pass.
    Passes,
    /// A change was checked, and everything holds.
    Checked,
}

impl Strength {
    /// As a shape: one, two or three bars.
    pub fn bars(self) -> &'static str {
        match self {
            Strength::FarFetched => "▯▯▯",
            Strength::Value => "▮▯▯",
            Strength::Passes => "▮▮▯",
            Strength::Checked => "▮▮▮",
        }
    }

    /// How it looks, beyond its shape.
    pub fn class(self) -> &'static str {
        match self {
            Strength::FarFetched | Strength::Value => "weak",
            Strength::Passes | Strength::Checked => "strong",
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Strength::FarFetched => "a change here would have to look at something else, too",
            Strength::Value => "another value here would do",
            Strength::Passes => "a small change lets these runs pass",
            Strength::Checked => "a small change was checked and holds",
        }
    }
}

/// How strong the case for a diagnosis is.
pub fn strength(report: &LocalizationReport, diagnosis: usize) -> Strength {
    let of_place = report.suggestions.iter().filter(|suggestion| suggestion.diagnosis == diagnosis);
    let without = if report.is_likely(diagnosis) { Strength::Value } else { Strength::FarFetched };
    of_place.map(of_suggestion).max().unwrap_or(without)
}

fn of_suggestion(suggestion: &SuggestionReport) -> Strength {
    match suggestion.comes_there {
        false => Strength::Value,
        true if suggestion.mends() => Strength::Checked,
        true => Strength::Passes,
    }
}

/// A place, or several that would have to change together.
pub struct PlaceView {
    /// Its rank, from 1.
    pub rank: usize,
    /// How strong the case for it is.
    pub strength: Strength,
    /// The expressions.
    pub components: Vec<ComponentView>,
    /// What speaks against it.
    pub clash: String,
    /// What they give and would have to give, run by run.
    pub values: Vec<ValueView>,
    /// How many more runs there are.
    pub n_more_runs: usize,
    /// Changes that were tried.
    pub suggestions: Vec<SuggestionView>,
    /// How many more there are.
    pub n_more: usize,
}

/// An expression.
pub struct ComponentView {
    /// Where.
    pub link: Link,
    /// As it is written.
    pub text: String,
    /// In which role.
    pub kind: &'static str,
    /// What it would have to give.
    pub needs: String,
}

/// What an expression would have to give in a run.
pub struct ValueView {
    /// Which run.
    pub run: String,
    /// What it gives.
    pub was: String,
    /// What it would have to give.
    pub values: String,
}

/// A change, as it would look.
pub struct SuggestionView {
    /// What is known of it.
    pub checked: String,
    /// Whether that is all that one can ask for.
    pub is_good: bool,
    /// What it does, in one place or in several.
    pub edits: Vec<EditView>,
}

/// A replacement of text, as it would look.
pub struct EditView {
    /// The lines as they are.
    pub old: Html,
    /// The lines as they would be.
    pub new: Html,
}

/// The places, and how many more there are.
pub fn views(finding: &Finding, numbering: &Numbering) -> (Vec<PlaceView>, usize) {
    let Some(report) = &finding.localization else { return (Vec::new(), 0) };
    let views = report.diagnoses.iter().enumerate().take(MANY_PLACES).map(|(k, diagnosis)| {
        let components = diagnosis.components.iter().enumerate().map(|(c, component)| ComponentView {
            link: numbering.link(finding, component.span),
            text: words::one_line(&component.text, 80),
            kind: component.kind,
            needs: visible(&localize::needs(diagnosis, c)).into_owned(),
        });
        let of_place: Vec<&SuggestionReport> =
            report.suggestions.iter().filter(|suggestion| suggestion.diagnosis == k).collect();
        let values = diagnosis.replacements.iter().take(MANY_RUNS).map(|replacement| ValueView {
            run: words::one_line(&replacement.test, 40),
            was: sequence(&replacement.was),
            values: sequence(&replacement.values),
        });
        PlaceView {
            rank: k + 1,
            strength: strength(report, k),
            components: components.collect(),
            clash: visible(&localize::clash(diagnosis)).into_owned(),
            values: values.collect(),
            n_more_runs: diagnosis.replacements.len().saturating_sub(MANY_RUNS),
            suggestions: of_place.iter().take(MANY_SUGGESTIONS).map(|it| suggestion(finding, it)).collect(),
            n_more: of_place.len().saturating_sub(MANY_SUGGESTIONS),
        }
    });
    (views.collect(), report.diagnoses.len().saturating_sub(MANY_PLACES))
}

fn sequence(values: &[String]) -> String {
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    words::one_line(&words::sequence(&values, 8), 120)
}

fn suggestion(finding: &Finding, suggestion: &SuggestionReport) -> SuggestionView {
    let known = localize::checked(finding, suggestion);
    SuggestionView {
        checked: if suggestion.means.is_empty() { known } else { format!("{}: {known}", means(suggestion)) },
        is_good: of_suggestion(suggestion) == Strength::Checked,
        edits: suggestion.edits().map(|edit| self::edit(finding, edit)).collect(),
    }
}

fn edit(finding: &Finding, edit: &EditReport) -> EditView {
    let (before, after) = around(finding, edit.span);
    let line = |name: &'static str, changed: &str| {
        let mut html = Html::text(before.trim_start());
        html.element(name, "", changed);
        html.push_text(after.trim_end());
        html
    };
    EditView { old: line("del", &edit.old), new: line("ins", &edit.new) }
}

/// What stands before and after a span on its lines.
fn around(finding: &Finding, span: Span) -> (&str, &str) {
    let text = finding.sources.file(span.file).text.as_str();
    let before = text.get(..span.start as usize).unwrap_or("");
    let after = text.get(span.end as usize..).unwrap_or("");
    (before.rsplit('\n').next().unwrap_or(""), after.split('\n').next().unwrap_or(""))
}

/// Who was not blamed, and what was not looked at.
pub fn note(finding: &Finding) -> Option<Html> {
    let report = finding.localization.as_ref()?;
    let said: Vec<String> =
        [localize::trusted(report), localize::cut(report)].iter().map(|it| it.trim_end().to_owned()).collect();
    let said = said.join("; ");
    let said = said.trim_matches([';', ' ']);
    (!said.is_empty()).then(|| Html::sentence(said))
}

/// What stands above the places.
pub fn heading(finding: &Finding) -> String {
    finding.localization.as_ref().map_or_else(String::new, localize::heading)
}

/// What a change means, as orders.
fn means(suggestion: &SuggestionReport) -> String {
    capital(&suggestion.means.join(", "))
}

/// The first place in a few words, for the head of the page.
pub fn first(finding: &Finding, report: &LocalizationReport) -> Vec<Html> {
    let Some(diagnosis) = report.diagnoses.first() else {
        return localize::heading(report).lines().map(Html::text).collect();
    };
    let mut lines = Vec::new();
    let place = |span: Span| match finding.head.files.len() {
        0 | 1 => format!("Line {}", finding.sources.line(span)),
        _ => format!("{}:{}", short(&finding.sources.file(span.file).name), finding.sources.line(span)),
    };
    let suggestion = report.suggestions.iter().find(|suggestion| suggestion.diagnosis == 0);
    match suggestion {
        Some(suggestion) => {
            if !suggestion.means.is_empty() {
                lines.push(Html::sentence(&format!("{}.", means(suggestion))));
            }
            for edit in suggestion.edits().filter(|_| suggestion.means.is_empty()) {
                let place = place(edit.span);
                let (new, old) = (words::one_line(&edit.new, 60), words::one_line(&edit.old, 60));
                lines.push(Html::sentence(&format!("{place}: `{new}` instead of `{old}`.")));
            }
            let sign = if of_suggestion(suggestion) == Strength::Checked { "✓ " } else { "" };
            lines.push(Html::text(&format!("{sign}{}.", capital(&localize::checked(finding, suggestion)))));
        }
        None => {
            for (c, component) in diagnosis.components.iter().enumerate().take(2) {
                let place = place(component.span);
                let text = words::one_line(&component.text, 60);
                lines.push(Html::sentence(&format!("{place}: `{text}` {}.", localize::needs(diagnosis, c))));
            }
        }
    }
    let n_other = report.diagnoses.len() - 1;
    if n_other > 0 {
        let verb = if n_other == 1 { "is" } else { "are" };
        lines.push(Html::text(&format!("{} {verb} possible.", words::count(n_other, "other place"))));
    }
    lines
}
