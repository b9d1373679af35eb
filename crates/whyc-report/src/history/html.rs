//! Since when it fails, as a page: a timeline, the guilty lines in their file, both runs.

use askama::Template;

use super::align::{self, Cell};
use super::{ChangeTold, FileTold, RevisionTold, Sign, Standing, Story};
use crate::html::highlight;
use crate::html::prose::Html;
use crate::html::shell::{self, Shell};
use crate::html::source::code;
use crate::html::story::Answer;
use crate::paint::visible;

/// Files are shown around what was changed, so many lines on each side; the rest opens on demand.
const AROUND: usize = 6;
/// At most so many steps of the runs are shown.
const MANY_STEPS: usize = 600;

#[derive(Template)]
#[template(path = "history.html")]
struct Page {
    shell: Shell,
    answers: Vec<Answer>,
    /// Oldest first, as time goes.
    strip: Vec<MarkView>,
    revisions: Vec<RevisionView>,
    files: Vec<FileView>,
    steps: Vec<StepView>,
    n_more_steps: usize,
    n_same_steps: usize,
    has_before: bool,
    runs_title: String,
    carried: String,
    ported: Option<String>,
    states: u64,
}

/// A revision on the timeline.
struct MarkView {
    name: String,
    title: String,
    standing: Standing,
    is_bad: bool,
    is_good: bool,
    passed_over: usize,
}

struct RevisionView {
    name: String,
    date: String,
    author: String,
    subject: String,
    standing: Standing,
    says: String,
    is_bad: bool,
    is_good: bool,
}

struct FileView {
    path: String,
    parts: Vec<PartView>,
}

/// Lines that follow each other; those far from the change are folded.
struct PartView {
    folded: bool,
    summary: String,
    rows: Vec<LineView>,
}

struct LineView {
    old: String,
    new: String,
    class: &'static str,
    sign: &'static str,
    word: &'static str,
    code: Html,
}

struct StepView {
    class: &'static str,
    mark: &'static str,
    line: String,
    text: String,
    before: Option<String>,
    after: Option<String>,
    fails: bool,
}

/// The page; ends with a line end.
#[must_use]
pub fn render(story: &Story) -> String {
    let headline = match &story.change {
        Some(change) => format!("{} fails since {}", story.what, story.revisions[change.bad].name),
        None => format!("{} fails; no revision is known in which it holds", story.what),
    };
    let shell = Shell {
        command: "history".to_owned(),
        files: visible(&story.files.join(" ")).into_owned(),
        verdict: if story.change.is_some() { "found" } else { "unknown" },
        sign: if story.change.is_some() { "✗" } else { "?" },
        tone: if story.change.is_some() { "bad" } else { "open" },
        ..Shell::new(&headline, "{}".to_owned())
    };
    let change = story.change.as_ref();
    let (steps, n_more_steps, n_same_steps) = change.map_or((Vec::new(), 0, 0), steps);
    let page = Page {
        shell,
        answers: answers(story),
        strip: story.revisions.iter().enumerate().rev().map(|(i, it)| mark(story, i, it)).collect(),
        revisions: story.revisions.iter().enumerate().map(|(i, it)| revision(story, i, it)).collect(),
        files: change.map_or(Vec::new(), |change| change.files.iter().map(file).collect()),
        steps,
        n_more_steps,
        n_same_steps,
        has_before: change.is_some_and(|change| change.runs.0.is_some()),
        runs_title: change.map_or(String::new(), runs_title),
        carried: change.map_or(String::new(), |change| visible(&change.carried).into_owned()),
        ported: story.ported.as_ref().and_then(|it| it.as_ref().ok()).map(|patch| visible(patch).into_owned()),
        states: story.n_states,
    };
    shell::finish(page.render())
}

fn is(story: &Story, which: impl Fn(&ChangeTold) -> usize, i: usize) -> bool {
    story.change.as_ref().is_some_and(|change| which(change) == i)
}

fn mark(story: &Story, i: usize, it: &RevisionTold) -> MarkView {
    MarkView {
        name: visible(&it.name).into_owned(),
        title: visible(&format!("{}: {}", it.whole_name(), it.sentence())).into_owned(),
        standing: it.standing,
        is_bad: is(story, |change| change.bad, i),
        is_good: is(story, |change| change.good, i),
        passed_over: it.passed_over,
    }
}

fn revision(story: &Story, i: usize, it: &RevisionTold) -> RevisionView {
    let plain = |text: &str| visible(text).into_owned();
    RevisionView {
        name: plain(&it.name),
        date: plain(&it.date),
        author: plain(&it.author),
        subject: plain(&it.subject),
        standing: it.standing,
        says: plain(&it.sentence()),
        is_bad: is(story, |change| change.bad, i),
        is_good: is(story, |change| change.good, i),
    }
}

/// What the first screen says.
fn answers(story: &Story) -> Vec<Answer> {
    let Some(change) = &story.change else {
        let lines = super::text::render(story, true).lines().map(Html::sentence).collect();
        return vec![Answer { question: "Since", lines, command: None }];
    };
    let (bad, good) = (&story.revisions[change.bad], &story.revisions[change.good]);
    let since = vec![
        Html::sentence(&format!("It fails since {}.", bad.whole_name())),
        Html::sentence(&format!("It held in {}.", good.whole_name())),
    ];
    let mut because = vec![Html::sentence(&change.share())];
    because.extend(change.lines.iter().take(4).map(|line| {
        let sign = match line.sign {
            Sign::Gone => "−",
            Sign::Come => "+",
            Sign::Moved(..) => "moved",
        };
        let mut html = Html::text(&format!("{sign} "));
        html.element("code", "", line.text.trim());
        html
    }));
    if change.lines.len() > 4 {
        because.push(Html::text(&format!("… {} more", change.lines.len() - 4)));
    }
    let mut commands = change.commands.iter();
    let see: Vec<Html> = commands
        .by_ref()
        .map(|(what, command)| {
            let mut html = Html::text(&format!("{what}: "));
            html.element("code", "", command);
            html
        })
        .collect();
    let mut answers = vec![
        Answer { question: "Since", lines: since, command: None },
        Answer { question: "Why", lines: because, command: None },
    ];
    if !see.is_empty() {
        answers.push(Answer { question: "See", lines: see, command: None });
    }
    answers
}

/// A file with what was changed in it.
fn file(file: &FileTold) -> FileView {
    let side = |keep: &dyn Fn(&super::FileRow) -> bool| -> String {
        file.rows.iter().filter(|row| keep(row)).map(|row| format!("{}\n", visible(&row.text))).collect()
    };
    // Each side is coloured by itself: together they are no C.
    let (old, new) = (side(&|row| row.old.is_some()), side(&|row| row.new.is_some()));
    let (old_pieces, new_pieces) = (highlight::pieces(&old), highlight::pieces(&new));
    let (mut old_at, mut new_at) = (0, 0);
    let mut rows = Vec::new();
    for row in &file.rows {
        let length = visible(&row.text).len();
        let shown = match row.new {
            Some(_) => code(&new, new_at..new_at + length, &new_pieces, &[]),
            None => code(&old, old_at..old_at + length, &old_pieces, &[]),
        };
        old_at += if row.old.is_some() { length + 1 } else { 0 };
        new_at += if row.new.is_some() { length + 1 } else { 0 };
        let (class, sign, word) = match (row.old, row.new) {
            (Some(_), None) => ("gone", "−", "was"),
            (None, Some(_)) => ("come", "+", "is"),
            (Some(_), Some(_)) | (None, None) => ("", "", ""),
        };
        let number = |at: Option<usize>| at.map_or(String::new(), |at| at.to_string());
        rows.push(LineView { old: number(row.old), new: number(row.new), class, sign, word, code: shown });
    }
    FileView { path: visible(&file.path).into_owned(), parts: folded(rows) }
}

/// Lines in parts: near to a change, or folded.
fn folded(rows: Vec<LineView>) -> Vec<PartView> {
    let changed: Vec<usize> = (0..rows.len()).filter(|&i| !rows[i].class.is_empty()).collect();
    let is_near = |i: usize| changed.iter().any(|&at| at.abs_diff(i) <= AROUND);
    let near: Vec<bool> = (0..rows.len()).map(is_near).collect();
    let mut parts: Vec<PartView> = Vec::new();
    for (row, near) in rows.into_iter().zip(near) {
        if parts.last().is_none_or(|part| part.folded == near) {
            parts.push(PartView { folded: !near, summary: String::new(), rows: Vec::new() });
        }
        if let Some(part) = parts.last_mut() {
            part.rows.push(row);
        }
    }
    for part in &mut parts {
        let n = part.rows.len();
        part.summary = format!("{n} line{} without a change that matters", if n == 1 { "" } else { "s" });
    }
    parts
}

fn runs_title(change: &ChangeTold) -> String {
    let inputs: Vec<String> = change.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let which = if inputs.is_empty() { String::new() } else { format!(" with {}", inputs.join(", ")) };
    visible(&format!("The run{which}, before and after")).into_owned()
}

fn steps(change: &ChangeTold) -> (Vec<StepView>, usize, usize) {
    let rows = align::rows(change.runs.0.as_ref(), change.runs.1.as_ref());
    let n_same = rows.iter().filter(|row| !row.differs()).count();
    let n_more = rows.len().saturating_sub(MANY_STEPS);
    let value = |cell: &Option<Cell>| cell.as_ref().map(|cell| visible(&cell.value).into_owned());
    let shown = rows.iter().take(MANY_STEPS).filter_map(|row| {
        let any = row.any()?;
        let (class, mark) = match (row.differs(), &row.before, &row.after) {
            (true, Some(_), None) => ("differs", "−"),
            (true, None, Some(_)) => ("differs", "+"),
            (true, ..) => ("differs", "≠"),
            (false, ..) => ("same", ""),
        };
        Some(StepView {
            class,
            mark,
            line: any.line.to_string(),
            text: visible(&row.text()).into_owned(),
            before: value(&row.before),
            after: value(&row.after),
            fails: any.fails,
        })
    });
    (shown.collect(), n_more, n_same)
}
