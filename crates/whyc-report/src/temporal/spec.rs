//! A specification alone: what is said of it, one finding after the other, and that as text.

use std::collections::BTreeSet;

use codespan_reporting::diagnostic::Severity as Level;
use whyc_temporal::ask::{Answer, Shown};
use whyc_temporal::judged::Source;
use whyc_temporal::lint::Fault;
use whyc_temporal::open::Realizable;
use whyc_temporal::spec::Report;
use whyc_temporal::syntax::{Expr, Place};
use whyc_temporal::vacuity::{Keeps, Mode, Part, Role as PartRole, Towards, Which};

use super::{text, words};
use crate::excerpt::{self, Mark};
use crate::paint::{Paint, Role, visible};
use crate::text::TextOptions;

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Nothing can keep to the specification.
    Error,
    /// It says less than it seems to.
    Warning,
    /// Something to know; shown if all is asked for.
    Note,
}

/// Something that is said of a specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How serious it is.
    pub weight: Weight,
    /// Its kind, for programs.
    pub kind: &'static str,
    /// Which change showed it, for programs.
    pub mode: Option<String>,
    /// The property, by its position; none for all.
    pub property: Option<usize>,
    /// Where in the property.
    pub place: Place,
    /// What stands there.
    pub text: String,
    /// In a sentence.
    pub sentence: String,
    /// What is said under it.
    pub remark: String,
    /// The specification without it, property by property.
    pub simpler: Option<Vec<String>>,
    /// A run that shows it.
    pub lasso: Option<Shown>,
}

/// Everything that is said, the most serious first.
#[must_use]
pub fn findings(report: &Report) -> Vec<Found> {
    let mut found = Vec::new();
    contradictions(report, &mut found);
    lints(report, &mut found);
    whole_properties(report, &mut found);
    parts(report, &mut found);
    systems(report, &mut found);
    found.sort_by_key(|it| match it.weight {
        Weight::Error => 0,
        Weight::Warning => 1,
        Weight::Note => 2,
    });
    found
}

fn whole(report: &Report, at: usize, weight: Weight, kind: &'static str, sentence: String, remark: &str) -> Found {
    let named = &report.properties[at];
    Found {
        weight,
        kind,
        mode: None,
        property: Some(at),
        place: named.expr.place.clone(),
        text: named.expr.to_string(),
        sentence,
        remark: remark.to_owned(),
        simpler: None,
        lasso: None,
    }
}

fn contradictions(report: &Report, found: &mut Vec<Found>) {
    let names: Vec<String> = report.clash.iter().map(|&at| format!("`{}`", report.properties[at].name)).collect();
    for &at in &report.clash {
        let sentence = match names.as_slice() {
            [one] => format!("{one} is contradictory: no run satisfies it"),
            names => format!("no run satisfies {} together", list(names)),
        };
        let remark = if names.len() == 1 { "" } else { "without this one, some run does" };
        found.push(whole(report, at, Weight::Error, "contradiction", sentence, remark));
    }
}

fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn lints(report: &Report, found: &mut Vec<Found>) {
    for (at, about) in report.about.iter().enumerate() {
        for remark in &about.remarks {
            let (sentence, under) = match remark.fault {
                Fault::Structural => ("this sequence can have no match: its lengths do not fit", "of no length"),
                Fault::Logical => ("this sequence can have no match: its steps contradict themselves", "never"),
                Fault::Trigger => ("this sequence never matches, so that nothing is asked for", "never matches"),
                Fault::FirstStep => ("the first step breaks this property, whatever it is", ""),
            };
            found.push(Found {
                kind: remark.fault.name(),
                place: remark.place.clone(),
                text: remark.text.clone(),
                ..whole(report, at, Weight::Warning, "", sentence.to_owned(), under)
            });
        }
    }
}

fn whole_properties(report: &Report, found: &mut Vec<Found>) {
    for (at, about) in report.about.iter().enumerate() {
        let name = &report.properties[at].name;
        if about.refuted == Answer::No {
            let sentence = format!("`{name}` says nothing: it holds on every run");
            found.push(whole(report, at, Weight::Warning, "valid", sentence, ""));
        } else if about.needed == Some(Answer::No) {
            let sentence = format!("`{name}` follows from the other properties");
            found.push(whole(report, at, Weight::Warning, "redundant", sentence, "says nothing new"));
        }
    }
}

/// Whether what is said of the whole property says it of the part.
fn is_told(report: &Report, part: &Part) -> bool {
    let about = &report.about[part.property];
    about.refuted == Answer::No || about.needed == Some(Answer::No)
}

fn parts(report: &Report, found: &mut Vec<Found>) {
    let without: Vec<(&Mode, &Part, Option<&Vec<Expr>>)> = report
        .roles
        .iter()
        .filter_map(|(mode, part, role)| match role {
            PartRole::None(changed) if mode.keeps == Keeps::Meaning => Some((mode, part, changed.as_ref())),
            _ => None,
        })
        .collect();
    let is_inside = |inner: &Part, outer: &Part| {
        inner.property == outer.property && inner.path.len() > outer.path.len() && inner.path.starts_with(&outer.path)
    };
    let mut told: Vec<(usize, &[usize])> = Vec::new();
    for (mode, part, changed) in &without {
        // What is outside says it of what is inside; one change is enough for each part.
        let is_covered = without.iter().any(|(_, outer, _)| is_inside(part, outer));
        if is_covered || told.contains(&(part.property, &part.path)) || is_told(report, part) {
            continue;
        }
        told.push((part.property, &part.path));
        found.push(part_found(report, **mode, part, *changed));
    }
    for (mode, part, role) in &report.roles {
        let (sentence, lasso) = match (mode.keeps, role) {
            (Keeps::Meaning, PartRole::Matters(Some(lasso))) => {
                (format!("`{}` matters in `{}`", part.expr, report.properties[part.property].name), Some(lasso.clone()))
            }
            (Keeps::Runs, PartRole::None(_)) => {
                (format!("`{}` could be asked for less leniently: some run would be left", part.expr), None)
            }
            (_, PartRole::NotDecided(reason)) => {
                (format!("whether `{}` matters is not decided: {reason}", part.expr), None)
            }
            _ => continue,
        };
        let kind = match role {
            PartRole::Matters(_) => "matters",
            PartRole::None(_) => "could-be-stronger",
            PartRole::NotDecided(_) => "not-decided",
        };
        let remark = lasso.as_ref().map(|it| format!("on {}", words::lasso(it))).unwrap_or_default();
        found.push(Found {
            weight: Weight::Note,
            kind,
            mode: Some(mode.name()),
            place: part.expr.place.clone(),
            text: part.expr.to_string(),
            lasso,
            ..whole(report, part.property, Weight::Note, "", sentence, &remark)
        });
    }
}

fn part_found(report: &Report, mode: Mode, part: &Part, changed: Option<&Vec<Expr>>) -> Found {
    let name = &report.properties[part.property].name;
    let sentence = format!("`{}` plays no role in `{name}`", part.expr);
    let remark = match (mode.which, mode.towards) {
        (Which::All, _) if part.nth.1 > 1 => "whatever it is, in all places: the specification says the same",
        (Which::All, _) => "whatever it is, the specification says the same",
        (Which::One, Towards::Stronger) => "asked for more strictly here, the specification says the same",
        (Which::One, Towards::Weaker) => "left out here, the specification says the same",
    };
    Found {
        mode: Some(mode.name()),
        place: part.expr.place.clone(),
        text: part.expr.to_string(),
        simpler: changed.map(|it| it.iter().map(ToString::to_string).collect()),
        ..whole(report, part.property, Weight::Warning, "vacuous", sentence, remark)
    }
}

fn systems(report: &Report, found: &mut Vec<Found>) {
    let Some(opened) = &report.open else { return };
    if opened.realizable == Realizable::No {
        let sentence = "no system keeps to the specification: its environment can always break it".to_owned();
        found.push(Found { property: None, ..whole(report, 0, Weight::Error, "unrealizable", sentence, "") });
    }
    for (mode, part, role) in &opened.roles {
        let closed = report.roles.iter().find(|(other, known, _)| other == mode && known == part).map(|it| &it.2);
        let (weight, kind, sentence, changed) = match (mode.keeps, role) {
            (Keeps::Meaning, PartRole::None(changed)) if !matches!(closed, Some(PartRole::None(_))) => {
                let sentence = format!("`{}` matters to no system, though it matters to some runs", part.expr);
                (Weight::Warning, "open-vacuous", sentence, changed)
            }
            (Keeps::Runs, PartRole::None(changed)) => {
                let sentence = format!("a system could do without `{}`", part.expr);
                (Weight::Note, "open-could-be-stronger", sentence, changed)
            }
            _ => continue,
        };
        found.push(Found {
            mode: Some(format!("open-{}", mode.name())),
            place: part.expr.place.clone(),
            text: part.expr.to_string(),
            simpler: changed.as_ref().map(|it| it.iter().map(ToString::to_string).collect()),
            ..whole(report, part.property, weight, kind, sentence, "")
        });
    }
}

/// The report as text; ends with a line end.
#[must_use]
pub fn render(source: &Source, report: &Report, options: &TextOptions, time: &str) -> String {
    let (map, files) = text::map(std::slice::from_ref(source));
    let paint = Paint { color: options.color };
    let mut out = String::new();
    let found = findings(report);
    let shown = found.iter().filter(|it| options.all || it.weight != Weight::Note).filter(|_| !options.quiet);
    let mut last = String::new();
    for it in shown {
        let (word, role, level) = match it.weight {
            Weight::Error => ("error", Role::Error, Level::Error),
            Weight::Warning => ("warning", Role::Warning, Level::Warning),
            Weight::Note => ("note", Role::Note, Level::Note),
        };
        // Properties that clash have one sentence.
        if it.sentence != last {
            let sentence = format!(": {}", visible(&it.sentence));
            out.push_str(&format!("{}{}\n", paint.apply(role, word), paint.apply(Role::Strong, sentence)));
        }
        last.clone_from(&it.sentence);
        let notes: Vec<String> = it
            .simpler
            .iter()
            .flatten()
            .zip(&report.properties)
            .filter(|(new, named)| **new != named.expr.to_string())
            .map(|(new, named)| format!("`{}` would be: {new}", named.name))
            .collect();
        if let Some(at) = it.property {
            let mark = Mark { span: text::span(files[0], &report.properties[at], &it.place), text: it.remark.clone() };
            out.push_str(&excerpt::render(&map, level, &[mark], &notes, paint));
        }
        out.push('\n');
    }
    out.push_str(&closing(report, &found, time));
    out
}

fn closing(report: &Report, found: &[Found], time: &str) -> String {
    let mut out = String::new();
    match &report.consistent {
        Answer::Yes(shown) => out.push_str(&format!("consistent: holds for example on {}\n", words::lasso(shown))),
        Answer::No => out.push_str("contradictory: no run satisfies the specification\n"),
        Answer::NotDecided(reason) => {
            out.push_str(&format!("whether some run satisfies it is not decided: {reason}\n"))
        }
    }
    if let Some(opened) = &report.open {
        out.push_str(&match &opened.realizable {
            Realizable::Yes { states } => {
                let plural = if *states == 1 { "" } else { "s" };
                format!("realizable: a system with {states} state{plural} keeps to it\n")
            }
            Realizable::No => "unrealizable: no system keeps to it\n".to_owned(),
            Realizable::NotDecided(reason) => format!("whether a system can keep to it is not decided: {reason}\n"),
        });
    }
    for together in &report.together {
        let parts: Vec<String> = together.parts.iter().map(|it| format!("`{}`", it.expr)).collect();
        let most = if together.is_largest { "at most these" } else { "these" };
        out.push_str(&format!("{most} can go at once: {}\n", list(&parts)));
    }
    if let Some(simplest) = &report.simplest {
        out.push_str("the same, shorter:\n");
        simplest.iter().for_each(|it| out.push_str(&format!("  {it}\n")));
    }
    let count = |weight: Weight| found.iter().filter(|it| it.weight == weight).count();
    let n = report.properties.len();
    let plural = |n: usize, word: &str| if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") };
    let mut parts = vec![if n == 1 { "1 property".to_owned() } else { format!("{n} properties") }];
    if report.consistent != Answer::No {
        let open = report.roles.iter().filter_map(|(mode, part, role)| match role {
            PartRole::NotDecided(_) if mode.keeps == Keeps::Meaning => Some((part.property, &part.path)),
            _ => None,
        });
        // Each part is changed in several ways.
        let n_open = open.collect::<BTreeSet<_>>().len();
        match (count(Weight::Warning), n_open) {
            (0, 0) => parts.push("every part plays a role".to_owned()),
            (0, _) => {}
            (n, _) => parts.push(plural(n, "warning")),
        }
        match n_open {
            0 => {}
            1 => parts.push("whether 1 part plays a role is not decided".to_owned()),
            n => parts.push(format!("whether {n} parts play a role is not decided")),
        }
    }
    parts.push(time.to_owned());
    out.push_str(&format!("{}\n", visible(&parts.join(" · "))));
    out
}
