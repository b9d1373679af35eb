//! What happened, why, and where to mend it, in words; and the differences that matter, as routes.

use whyc_check::Verdict;
use whyc_debug::finding::{
    ChainLink, Change, ChangeKind, Counterexample, Explanation, Finding, Method, Part, Suspicion,
};

use super::places;
use super::prose::{Html, capital};
use super::rows::Rows;
use super::shell::Link;
use super::source::Numbering;
use crate::paint::visible;
use crate::text::{TextOptions, explain, here, input_notes, schedule, small, summary};
use crate::{suspicions, words};

/// At most this many causes are told in the first answer.
const FIRST_CAUSES: usize = 3;
/// At most this many differences of one route are listed.
const MANY_CHANGES: usize = 200;

/// A short answer at the head of the page.
pub struct Answer {
    /// What it answers: `What`, `Why`, `Where`.
    pub question: &'static str,
    /// The answer, sentence by sentence.
    pub lines: Vec<Html>,
    /// The command that would tell more.
    pub command: Option<String>,
}

/// The whole story in words.
#[derive(Default)]
pub struct Story {
    /// Sentence by sentence.
    pub lines: Vec<Html>,
    /// How the failure came about.
    pub chain: Vec<LinkView>,
    /// The conditions without which no run fails, or else those without which the nearest runs pass.
    pub causes: Vec<String>,
    /// Whether they are of the first kind.
    pub causes_always: bool,
    /// How sure all this is.
    pub remarks: Vec<String>,
}

/// A link of the chain that leads to the failure.
pub struct LinkView {
    /// Where.
    pub link: Link,
    /// What the user wrote there.
    pub text: String,
    /// What it did.
    pub note: String,
}

/// A set of differences that avoids the failure.
pub struct Route {
    /// `Route 1`
    pub name: String,
    /// What it is.
    pub title: String,
    /// Its differences.
    pub changes: Vec<ChangeView>,
    /// How many more it has.
    pub n_more: usize,
    /// The rows that show them.
    pub rows: Vec<usize>,
    /// The lines that they are in, by file and line.
    pub lines: Vec<(usize, u32)>,
}

/// A difference.
pub struct ChangeView {
    /// Where.
    pub link: Link,
    /// The row that shows it.
    pub row: Option<usize>,
    /// What kind of value it is.
    pub kind: &'static str,
    /// What it is the value of.
    pub text: String,
    /// The value in the failing run.
    pub from: String,
    /// The value in the passing run.
    pub to: String,
    /// Whether it only passes on an earlier one.
    pub is_copy: bool,
}

/// How reports put things that pages put too.
pub fn plain() -> TextOptions {
    TextOptions { color: false, width: 140, ssa: false, quiet: false, show_output: false, all: false, stats: false }
}

/// What, why and where.
pub fn answers(finding: &Finding) -> Vec<Answer> {
    if finding.head.verdict != Verdict::Violated {
        return [verdict(finding)].into_iter().chain(suspicious(finding)).collect();
    }
    let mut answers = Vec::new();
    if let Some(run) = &finding.counterexample {
        answers.push(what(finding, run));
        answers.push(why(finding));
    }
    answers.push(where_to(finding));
    answers
}

/// What makes it suspicious that everything holds, if anything does.
fn suspicious(finding: &Finding) -> Option<Answer> {
    let line = |it: &Suspicion| {
        let sentence = capital(&suspicions::sentence(&finding.sources, it));
        let reason = suspicions::reason(&finding.sources, it).map_or(String::new(), |it| format!(": {it}"));
        Html::sentence(&format!("{sentence} (line {}){reason}.", finding.sources.line(it.span)))
    };
    let lines: Vec<Html> = finding.suspicions.iter().map(line).collect();
    (!lines.is_empty()).then_some(Answer { question: "But", lines, command: None })
}

fn what(finding: &Finding, run: &Counterexample) -> Answer {
    let seen: Vec<String> = run.witnesses.iter().map(|seen| format!("`{} = {}`", seen.name, seen.value)).collect();
    let mut lines = Vec::new();
    if !seen.is_empty() {
        lines.push(Html::sentence(&format!("It fails with {}.", here(&seen).trim_start_matches("here "))));
    }
    // Which bits matter is told where the inputs are listed.
    let notes = input_notes(finding, run, &plain()).into_iter().filter(|note| !note.starts_with("not every bit"));
    for note in notes.take(3) {
        lines.push(Html::sentence(&format!("{}.", capital(&note))));
    }
    if let Some(replayed) = &finding.replayed {
        let head = if replayed.confirmed { "✓ Confirmed by native run" } else { "Not confirmed by native run" };
        lines.push(Html::text(&format!("{head}: {}.", replayed.what)));
    }
    Answer { question: "What", lines, command: None }
}

fn why(finding: &Finding) -> Answer {
    let Some(explanation) = &finding.explanation else {
        let Some((run, told)) = finding.counterexample.as_ref().zip(finding.schedule.as_ref()) else {
            return absent(finding, "Why", Part::Explanation, "explain");
        };
        let lines = schedule::sentences(finding, run, told).iter().map(|line| Html::sentence(line)).collect();
        return Answer { question: "Why", lines, command: None };
    };
    if let Some(reason) = &explanation.without_passing {
        return Answer {
            question: "Why",
            lines: vec![Html::sentence(&format!("{}.", capital(reason)))],
            command: None,
        };
    }
    let mut lines = vec![Html::sentence(&explain::passing(&finding.sources, explanation))];
    let n = explanation.slices.first().map_or(0, Vec::len);
    let of = explanation.changes.len();
    if n > 0 {
        let verb = if n == 1 { "matters" } else { "matter" };
        let which = if n == of { String::new() } else { format!(" of {of}") };
        lines.push(Html::text(&format!("{}{which} {verb}.", words::count(n, "difference"))));
    }
    let causes: Vec<String> = explanation
        .causes
        .iter()
        .filter(|cause| cause.always)
        .take(FIRST_CAUSES)
        .map(|cause| format!("`{}`", words::one_line(&cause.predicate, 72)))
        .collect();
    if !causes.is_empty() {
        lines.push(Html::sentence(&format!("The failure needs {}.", causes.join(" and "))));
    }
    Answer { question: "Why", lines, command: None }
}

fn where_to(finding: &Finding) -> Answer {
    let Some(report) = &finding.localization else {
        return absent(finding, "Where", Part::Localization, "localize");
    };
    Answer { question: "Where", lines: places::first(finding, report), command: None }
}

/// A part that is not there: why, and how to get it.
fn absent(finding: &Finding, question: &'static str, part: Part, verb: &str) -> Answer {
    let missing = finding.missing.iter().find(|missing| missing.part == part);
    let line = match missing {
        Some(missing) => format!("Not known: {}.", visible(&missing.reason)),
        None => "This was not asked.".to_owned(),
    };
    // What no run can tell, another try does not tell either.
    let is_final = missing.is_some_and(|missing| missing.reason.starts_with("every run fails"));
    let command = (!is_final).then(|| summary::command_line(finding, verb));
    Answer { question, lines: vec![Html::text(&line)], command }
}

fn verdict(finding: &Finding) -> Answer {
    let mut lines = Vec::new();
    match finding.head.verdict {
        Verdict::Safe | Verdict::Violated => {
            lines.push(Html::text(&format!("{}.", capital(&summary::completeness(finding)))));
            lines.extend(summary::induction(finding).iter().map(|line| Html::sentence(&format!("{}.", capital(line)))));
        }
        Verdict::BoundedSafe => {
            lines.push(Html::text(&format!("{}.", capital(&summary::held_so_far(finding)))));
            for cut in &finding.bounds.cuts {
                let what = if cut.is_loop { "iteration" } else { "nested call" };
                let n = words::count(cut.bound as usize, what);
                let line = finding.sources.line(cut.span);
                lines.push(Html::sentence(&format!("`{}` (line {line}) was cut off after {n}.", cut.name)));
            }
            lines.push(Html::text(&format!("{}.", capital(&summary::further(finding)))));
        }
        Verdict::Unknown => lines.push(Html::text(&format!("{}.", capital(&summary::held_so_far(finding))))),
    }
    Answer { question: "Known", lines, command: None }
}

/// The story of a failing run.
pub fn story(finding: &Finding, numbering: &Numbering) -> Story {
    let mut story = Story::default();
    let Some(run) = &finding.counterexample else { return story };
    let property = finding.properties.get(run.property);
    if let (Some(explanation), Some(property)) = (&finding.explanation, property) {
        story.lines.push(Html::sentence(&explain::failure(finding, run, explanation, property)));
        let view = |link: &ChainLink| LinkView {
            link: numbering.link(finding, link.span),
            text: words::one_line(&link.text, 80),
            note: words::one_line(&link.note, 160),
        };
        story.chain = explanation.chain.iter().filter(|link| link.told).map(view).collect();
        match &explanation.without_passing {
            Some(reason) => story.lines.push(Html::text(&format!("{}.", capital(reason)))),
            None => story.lines.push(Html::sentence(&explain::passing(&finding.sources, explanation))),
        }
        if explanation.avoids_check && explanation.without_passing.is_none() {
            story.lines.push(Html::text(&explain::avoids(explanation)));
        }
        if let Some(other) =
            explanation.unassumed.as_ref().filter(|other| explain::is_worth_telling(explanation, other))
        {
            let n = words::count(other.changes.len(), "difference");
            let text = format!("Without that, the closest run that passes has {} ({n}).", explain::instead(other));
            story.lines.push(Html::text(&text));
        }
        story.causes_always = explanation.causes.iter().any(|cause| cause.always);
        let told = explanation.causes.iter().filter(|cause| cause.always == story.causes_always);
        story.causes = told.map(|cause| words::one_line(&cause.predicate, 120)).collect();
        if explanation.without_passing.is_none() {
            story.remarks = remarks(explanation);
        }
    } else if let Some(property) = property {
        let at = super::source::place(finding, property.span);
        let title = words::title(&finding.sources, property);
        story.lines.push(Html::sentence(&format!("{title} ({at}).")));
    }
    let size = match run.method {
        Method::None => None,
        Method::Greedy => Some("This failing run was made small bit by bit"),
        Method::Optimal if run.optimal => Some("No failing run is smaller"),
        Method::Optimal => Some("A limit was reached: a smaller failing run may exist"),
    };
    let statements = words::count(run.length as usize, "executed statement");
    story.lines.extend(size.map(|size| Html::text(&format!("{size}: {statements}."))));
    story.lines.extend(small::fewest(run).map(|text| Html::text(&format!("{}.", capital(&text)))));
    if let Some(classes) = finding.classes.as_ref().filter(|classes| classes.runs.len() > 1) {
        let n = classes.runs.len();
        let command = summary::command_line(finding, "minimize --all");
        story.lines.push(Html::sentence(&format!("It can fail in {n} essentially different ways: `{command}`.")));
    }
    story
}

fn remarks(explanation: &Explanation) -> Vec<String> {
    let mut remarks = vec![format!("distance {}", explanation.distance)];
    let said = [
        (explanation.closest, "no passing run is closer", "not proved closest"),
        (explanation.smallest, "no smaller set of differences is enough", "perhaps fewer differences matter"),
        (explanation.causes_complete, "", "not every possible cause was examined"),
    ];
    remarks.extend(said.iter().map(|(sure, yes, no)| if *sure { *yes } else { *no }.to_owned()));
    remarks.retain(|remark| !remark.is_empty());
    remarks
}

/// The sets of differences that matter, and all differences.
pub fn routes(finding: &Finding, numbering: &Numbering, rows: &Rows) -> Vec<Route> {
    let compared = finding.explanation.as_ref().filter(|explanation| explanation.without_passing.is_none());
    let Some(explanation) = compared else { return Vec::new() };
    let mut routes: Vec<Route> = explanation
        .slices
        .iter()
        .enumerate()
        .map(|(k, slice)| {
            let name = format!("Route {}", k + 1);
            let what = if slice.len() == 1 { "that avoids the failure" } else { "that avoid the failure" };
            route(finding, numbering, rows, (name, what), slice)
        })
        .collect();
    let all: Vec<usize> = (0..explanation.changes.len()).collect();
    if routes.iter().all(|route| route.changes.len() + route.n_more < all.len()) {
        routes.push(route(finding, numbering, rows, ("All".to_owned(), "in all"), &all));
    }
    routes
}

fn route(finding: &Finding, numbering: &Numbering, rows: &Rows, (name, what): (String, &str), of: &[usize]) -> Route {
    let changes = finding.explanation.as_ref().map_or(&[][..], |explanation| &explanation.changes);
    let chosen: Vec<&Change> = of.iter().filter_map(|&k| changes.get(k)).collect();
    let view = |change: &&Change| ChangeView {
        link: numbering.link(finding, change.span),
        row: change.pair.and_then(|pair| rows.of_pair(pair)),
        kind: kind(change.kind),
        text: visible(&explain::text(&finding.sources, change, &plain())).into_owned(),
        from: words::one_line(&change.from, 80),
        to: words::one_line(&change.to, 80),
        is_copy: change.is_copy,
    };
    let mut lines: Vec<(usize, u32)> = chosen
        .iter()
        .filter_map(|change| Some((numbering.of(change.span.file)?, finding.sources.line(change.span))))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    let mut on_rows: Vec<usize> = chosen.iter().filter_map(|change| rows.of_pair(change.pair?)).collect();
    on_rows.sort_unstable();
    on_rows.dedup();
    Route {
        name,
        title: format!("{} {what}", words::count(chosen.len(), "difference")),
        changes: chosen.iter().take(MANY_CHANGES).map(view).collect(),
        n_more: chosen.len().saturating_sub(MANY_CHANGES),
        rows: on_rows,
        lines,
    }
}

fn kind(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Input => "input",
        ChangeKind::Assign => "value",
        ChangeKind::Return => "result",
        ChangeKind::Join => "join",
        ChangeKind::Guard => "decision",
    }
}
