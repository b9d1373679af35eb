//! What is known of properties of circuits and of recorded runs, for people: the verdict with marks in the property, then the run.

use codespan_reporting::diagnostic::Severity as Level;
use whyc_base::source::{FileId, SourceMap, Span};
use whyc_temporal::file::{Named, in_file};
use whyc_temporal::judged::{Cell, Happened, Judged, Source, Story, Verdict};
use whyc_temporal::run::Told;
use whyc_temporal::syntax::Place;
use whyc_temporal::view::Standing;

use super::words;
use crate::excerpt::{self, Mark};
use crate::paint::{Paint, Role, visible};
use crate::text::TextOptions;

/// Wider tables are cut off on the right.
const MANY_COLUMNS: usize = 60;
/// No more than so many pending parts are listed.
const MANY_PENDING: usize = 8;

/// The texts of properties as a map, and the file of each source.
#[must_use]
pub fn map(sources: &[Source]) -> (SourceMap, Vec<FileId>) {
    let mut map = SourceMap::new();
    let files = sources.iter().map(|source| map.add(source.name.clone(), source.text.clone().into_bytes())).collect();
    (map, files)
}

/// A place in a property as a place in its file.
#[must_use]
pub fn span(file: FileId, named: &Named, place: &Place) -> Span {
    let range = in_file(named, place);
    let small = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span { file, start: small(range.start), end: small(range.end) }
}

/// The report; ends with a line end.
#[must_use]
pub fn render(sources: &[Source], judged: &[Judged], options: &TextOptions, time: &str) -> String {
    let (map, files) = map(sources);
    let paint = Paint { color: options.color };
    let mut out = String::new();
    for it in judged {
        if options.quiet {
            out.push_str(&format!("{}\n", visible(&words::sentence(it))));
        } else {
            let told = one(&map, files[it.source], it, options, paint);
            let is_long = told.lines().nth(1).is_some();
            out.push_str(&told);
            // One line after the other, and room around what is longer.
            if is_long || std::ptr::eq(it, &judged[judged.len() - 1]) {
                out.push('\n');
            }
        }
    }
    if !options.quiet {
        out.push_str(&summary(judged, time));
    }
    out
}

fn one(map: &SourceMap, file: FileId, judged: &Judged, options: &TextOptions, paint: Paint) -> String {
    let (word, role, level) = match &judged.verdict {
        Verdict::Violated | Verdict::Recorded(Standing::Violated) => ("error", Role::Error, Level::Error),
        Verdict::Holds(idle) if !idle.is_empty() => ("warning", Role::Warning, Level::Warning),
        Verdict::Holds(_) | Verdict::Recorded(Standing::Satisfied | Standing::HoldsSoFar) => {
            ("ok", Role::Good, Level::Note)
        }
        Verdict::HoldsUpTo(_)
        | Verdict::HoldsWithinBounds(_)
        | Verdict::Recorded(Standing::Pending)
        | Verdict::NotDecided { .. } => ("open", Role::Note, Level::Note),
    };
    let sentence = format!(": {}", visible(&words::sentence(judged)));
    let mut out = format!("{}{}\n", paint.apply(role, word), paint.apply(Role::Strong, sentence));
    let marks = marks(file, judged);
    if !marks.is_empty() {
        out.push_str(&excerpt::render(map, level, &marks, &notes(judged), paint));
    }
    if let Some(story) = judged.story.as_ref().filter(|_| level == Level::Error || options.all) {
        out.push('\n');
        if story.events.is_empty() {
            out.push_str(&table(story, words::step_word(judged), options.all));
        } else {
            out.push_str(&events(story));
        }
    }
    out
}

/// What is said of parts: the one that broke first, then those that led there.
fn marks(file: FileId, judged: &Judged) -> Vec<Mark> {
    let step = words::step_word(judged);
    let mark = |told: &Told| Mark { span: span(file, &judged.named, &told.place), text: words::remark(told, step) };
    let silly = words::idle(&judged.verdict).iter();
    let silly = silly
        .map(|it| Mark { span: span(file, &judged.named, &it.place), text: words::idle_remark(it.how).to_owned() });
    let silly: Vec<Mark> = silly.collect();
    if matches!(judged.verdict, Verdict::Holds(_)) {
        return silly;
    }
    if let (Verdict::HoldsUpTo(_) | Verdict::HoldsWithinBounds(_), None) = (&judged.verdict, &judged.story) {
        let of =
            |it: &Told| Mark { span: span(file, &judged.named, &it.place), text: "may still be asked for".to_owned() };
        return silly.into_iter().chain(judged.pending.iter().map(of)).collect();
    }
    // What was asked for and then broke need not be told twice.
    let is_repeated = |at: usize| words::is_repeated(judged, at);
    let chain = (0..judged.why.len()).rev().filter(|&at| !is_repeated(at)).map(|at| mark(&judged.why[at]));
    let mut marks: Vec<Mark> = silly.into_iter().chain(chain).collect();
    let mut spans: Vec<Span> = Vec::new();
    for told in &judged.pending {
        let mark = mark(told);
        if !spans.contains(&mark.span) {
            spans.push(mark.span);
            marks.push(mark);
        }
    }
    marks
}

fn notes(judged: &Judged) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(story) = &judged.story {
        let broken = matches!(judged.verdict, Verdict::Violated | Verdict::Recorded(Standing::Violated));
        match (broken, story.start) {
            // A program that ended is told by its last step.
            (true, None) if story.events.len() > story.n_steps => {}
            (true, None) => {
                let last = story.n_steps.saturating_sub(1);
                let cut = if story.n_cut > 0 {
                    format!(" ({} later ones do not matter)", story.n_cut)
                } else {
                    String::new()
                };
                notes.push(format!(
                    "the shortest beginning that breaks it ends with {} {last}{cut}",
                    words::step_word(judged)
                ));
            }
            (true, Some(start)) => {
                let last = story.n_steps.saturating_sub(1);
                let unit = words::step_word(judged);
                notes.push(format!("after {unit} {last} comes {unit} {start} again, forever"));
            }
            (false, _) => {}
        }
    }
    let unit = words::step_word(judged);
    let pending = words::pending(judged);
    let all = pending.iter().take(MANY_PENDING).map(|(it, later)| {
        let again = match later {
            0 => String::new(),
            1 => " (and once more later)".to_owned(),
            n => format!(" (and {n} times more later)"),
        };
        format!("`{}` from {unit} {}{again}", it.text, it.step)
    });
    let all: Vec<String> = all.collect();
    let n_more = pending.len() - all.len();
    let more = if n_more > 0 { format!(", and {n_more} more") } else { String::new() };
    match &judged.verdict {
        Verdict::Recorded(_) if judged.pending.len() > 1 => {
            notes.push(format!("still to come: {}{more}", all.join(", ")))
        }
        Verdict::HoldsUpTo(bound) if judged.story.is_some() && !all.is_empty() => {
            notes.push(format!("still pending in some run up to {unit} {bound}: {}{more}", all.join(", ")));
        }
        Verdict::HoldsWithinBounds(_) if judged.story.is_some() && !all.is_empty() => {
            let end = judged.story.as_ref().and_then(|it| it.events.last());
            let end = end.map_or(String::new(), |it| format!(" that is cut off at {}:{}", visible(&it.file), it.line));
            notes.push(format!("still pending in a run{end}: {}{more}", all.join(", ")));
        }
        _ => {}
    }
    for (name, step) in &judged.unknown {
        notes.push(format!("`{name}` is not known in step {step} and is taken for 0 wherever that is so"));
    }
    notes
}

/// What is known of each property that a program was checked for; or only of those that a failing run breaks, with its steps. Nothing if
/// there is none.
#[must_use]
pub fn of_program(sources: &[Source], judged: &[Judged], broken_only: bool, options: &TextOptions) -> String {
    let (map, files) = map(sources);
    let paint = Paint { color: options.color };
    let is_told = |it: &&Judged| !broken_only || it.verdict == Verdict::Violated && it.story.is_some();
    let told = judged.iter().filter(is_told).map(|it| one(&map, files[it.source], it, options, paint));
    let mut out = String::new();
    let mut was_long = true;
    for it in told {
        // One line after the other, and room around what is longer.
        let is_long = it.lines().nth(1).is_some();
        if is_long || was_long {
            out.push('\n');
        }
        out.push_str(&it);
        was_long = is_long;
    }
    out
}

/// The steps of a program, one below the other.
fn events(story: &Story) -> String {
    let name = |at: usize| if at < story.n_steps { format!("step {at}") } else { "end".to_owned() };
    let place = |it: &Happened| format!("{}:{}", visible(&it.file), it.line);
    let places = story.events.iter().map(|it| place(it).chars().count()).max().unwrap_or(0);
    let names = format!("step {}", story.n_steps).len();
    let n = story.events.len();
    let mut out = String::new();
    for (at, it) in story.events.iter().enumerate() {
        // Of many, the first and the last ones.
        if n > MANY_COLUMNS && (MANY_COLUMNS / 2..n - MANY_COLUMNS / 2).contains(&at) {
            if at == MANY_COLUMNS / 2 {
                out.push_str(&format!("  … {} steps more\n", n - MANY_COLUMNS / 2 * 2));
            }
            continue;
        }
        let seen: Vec<String> = it.seen.iter().filter(|it| it.1).map(|it| visible(&it.0).into_owned()).collect();
        let seen = if seen.is_empty() { String::new() } else { format!("  with {}", seen.join(", ")) };
        out.push_str(&format!("  {:<names$}  {:<places$}  {}{seen}\n", name(at), place(it), visible(&it.text)));
    }
    out
}

/// The run: signals, then the parts of the property that matter, step by step.
fn table(story: &Story, step: &str, all: bool) -> String {
    let n = story.n_steps.min(MANY_COLUMNS);
    let mut rows: Vec<(String, Vec<String>)> = vec![(step.to_owned(), (0..n).map(|at| at.to_string()).collect())];
    let matters = |cells: &[Cell]| cells.iter().any(|it| it.is_none_or(|(_, matters)| matters));
    for (name, cells) in story.signals.iter().filter(|(_, cells)| all || matters(cells)) {
        rows.push((visible(name).into_owned(), cells.iter().take(n).map(words::cell).collect()));
    }
    for row in story.rows.iter().filter(|row| all || row.matters && !row.is_boolean) {
        let text = visible(&row.text).into_owned();
        rows.push((text, row.steps.iter().take(n).map(|it| words::sign(*it).to_owned()).collect()));
    }
    let names = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n)
        .map(|at| rows.iter().filter_map(|(_, cells)| cells.get(at)).map(|it| it.chars().count()).max().unwrap_or(1))
        .collect();
    let mut out = String::new();
    for (name, cells) in rows {
        let cells: Vec<String> = cells.iter().zip(&widths).map(|(it, width)| format!("{it:>width$}")).collect();
        out.push_str(format!("  {name:<names$}  {}", cells.join(" ")).trim_end());
        out.push('\n');
    }
    if story.n_steps > n {
        out.push_str(&format!("  … and {} steps more\n", story.n_steps - n));
    }
    out
}

fn summary(judged: &[Judged], time: &str) -> String {
    let count = |is: &dyn Fn(&Verdict) -> bool| judged.iter().filter(|it| is(&it.verdict)).count();
    let broken = count(&|it| matches!(it, Verdict::Violated | Verdict::Recorded(Standing::Violated)));
    let open = count(&|it| {
        matches!(
            it,
            Verdict::HoldsUpTo(_)
                | Verdict::HoldsWithinBounds(_)
                | Verdict::NotDecided { .. }
                | Verdict::Recorded(Standing::Pending)
        )
    });
    let fine = judged.len() - broken - open;
    let mut parts = Vec::new();
    for (n, word) in [(broken, "fails"), (open, "is open"), (fine, "holds")] {
        if n > 0 {
            let word = if n == 1 { word.to_owned() } else { plural(word).to_owned() };
            parts.push(format!("{n} {word}"));
        }
    }
    format!("{} · {time}\n", parts.join(", "))
}

fn plural(word: &str) -> &str {
    match word {
        "fails" => "fail",
        "is open" => "are open",
        _ => "hold",
    }
}
