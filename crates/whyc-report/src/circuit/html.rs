//! The report as a page: the run as a waveform of all signals, what does not matter hatched and faint.

use askama::Template;
use serde::Serialize;
use whyc_circuit::finding::{Finding, Row, RowKind, RunReport, Status, Verdict, Wave};
use whyc_circuit::origin::Place;

use super::{suspicions, table, text, wave, why};
use crate::html::prose::{Html, capital};
use crate::html::shell::{self, Fact, Shell};
use crate::paint::visible;
use crate::words;

/// At most this many values are drawn; of a larger run, the signals of which nothing matters are left out, then the last cycles.
const MANY_CELLS: usize = 60_000;
/// At most this many properties are listed.
const MANY_PROPERTIES: usize = 300;

#[derive(Template)]
#[template(path = "circuit.html")]
struct Page {
    shell: Shell,
    answers: Vec<Answer>,
    /// Cycles that are drawn.
    n_cycles: usize,
    waves: Vec<wave::Wave>,
    cycles: wave::Svg,
    state: Vec<StateView>,
    /// The texts that the file was made from.
    files: Vec<FileView>,
    /// Whether some signals are hidden at first.
    has_idle: bool,
    left_out: Option<String>,
    properties: Vec<PropertyView>,
    n_more_properties: usize,
    facts: Vec<Fact>,
}

struct Answer {
    question: &'static str,
    lines: Vec<Html>,
    command: Option<String>,
}

/// A word of the initial state.
struct StateView {
    name: String,
    value: String,
    bits: Html,
    is_idle: bool,
}

/// A text with marks.
struct FileView {
    name: String,
    lines: Vec<LineView>,
}

/// A line: `fails` where what fails is stated, `mend` where a change would help.
struct LineView {
    number: usize,
    text: String,
    class: &'static str,
    remark: String,
    /// What the signals that it assigns hold, cycle by cycle.
    values: Vec<String>,
}

struct PropertyView {
    sign: &'static str,
    status: &'static str,
    words: String,
    id: String,
    description: String,
    line: String,
}

/// What the page's script reads.
#[derive(Serialize)]
struct Data<'a> {
    kind: &'static str,
    cycles: usize,
    width: usize,
    /// The width of the names.
    names: usize,
    signals: Vec<Signal<'a>>,
}

#[derive(Serialize)]
struct Signal<'a> {
    name: &'a str,
    values: &'a [String],
}

/// The page; ends with a line end.
#[must_use]
pub fn render(finding: &Finding) -> String {
    let drawn = finding.counterexample.as_ref().map(Drawn::new).unwrap_or_default();
    let width = wave::cycle_width(&drawn.signals, drawn.n_cycles);
    let signals = drawn.signals.iter().filter(|signal| !signal.is_idle);
    let data = Data {
        kind: "circuit",
        cycles: drawn.n_cycles,
        width,
        names: wave::NAMES,
        signals: signals.map(|signal| Signal { name: &signal.name, values: &signal.values }).collect(),
    };
    // Plain structs of strings and numbers always serialise; the error case keeps this total.
    let data = serde_json::to_string(&data).unwrap_or_else(|_| "{}".to_owned());
    let page = Page {
        shell: frame(finding, data),
        answers: answers(finding),
        n_cycles: drawn.n_cycles,
        has_idle: drawn.signals.iter().any(|signal| signal.is_idle) || drawn.state.iter().any(|word| word.is_idle),
        cycles: wave::cycles(drawn.n_cycles, width),
        waves: drawn.signals.iter().map(|signal| wave::draw(signal, width)).collect(),
        state: drawn.state,
        files: finding.sources.iter().map(|(name, text)| source(finding, name, text)).collect(),
        left_out: drawn.left_out,
        properties: finding.properties.iter().take(MANY_PROPERTIES).map(|it| property(it, finding.file())).collect(),
        n_more_properties: finding.properties.len().saturating_sub(MANY_PROPERTIES),
        facts: facts(finding),
    };
    shell::finish(page.render())
}

fn frame(finding: &Finding, data: String) -> Shell {
    let (sign, tone) = match finding.head.verdict {
        Verdict::Safe => ("✓", "good"),
        Verdict::BoundedSafe => ("◐", "open"),
        Verdict::Unknown => ("?", "open"),
        Verdict::Violated => ("✗", "bad"),
    };
    Shell {
        command: finding.head.command.clone(),
        files: visible(finding.file()).into_owned(),
        verdict: finding.head.verdict.name(),
        sign,
        tone,
        ..Shell::new(&capital(&text::verdict_sentence(finding)), data)
    }
}

fn answers(finding: &Finding) -> Vec<Answer> {
    let Some(run) = &finding.counterexample else {
        let suspicious = finding.suspicions.iter().map(|it| format!("But {}", suspicions::sentence(finding, it)));
        let lines = text::without_run_lines(finding).into_iter().chain(suspicious);
        let lines = lines.map(|line| Html::sentence(&sentence(&line))).collect();
        return vec![Answer { question: "Known", lines, command: None }];
    };
    let footer = vec![Html::text(&sentence(&text::footer_parts(finding, run).join(" · ")))];
    let file = words::shell_word(&visible(finding.file()));
    let can_shrink = !run.optimal && run.rows.iter().any(Row::is_relevant);
    let mut answers =
        vec![Answer { question: "What", lines: vec![Html::text(&sentence(&text::matter(run)))], command: None }];
    if let Some(why) = &finding.explanation {
        let line = why::closest(why, 400);
        answers.push(Answer { question: "Why", lines: vec![Html::text(&line)], command: None });
    }
    if let Some(places) = &finding.localization {
        let lines = why::places(places, 1).iter().map(|line| Html::text(line)).collect();
        answers.push(Answer { question: "Where", lines, command: Some(format!("whyc localize {file}")) });
    }
    answers.extend([Answer {
        question: "Sure",
        lines: footer,
        command: can_shrink.then(|| format!("whyc minimize --lift minimum {file}")),
    }]);
    answers
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    format!("{}.", capital(text))
}

/// What of a run is drawn.
#[derive(Default)]
struct Drawn {
    n_cycles: usize,
    signals: Vec<wave::Signal>,
    state: Vec<StateView>,
    left_out: Option<String>,
}

impl Drawn {
    fn new(run: &RunReport) -> Self {
        let n_columns = run.waves.iter().map(|wave| wave.cells.len()).max().unwrap_or(1).max(1);
        let rows = || run.waves.iter();
        let is_large = rows().count() * n_columns > MANY_CELLS;
        let chosen: Vec<&Wave> = rows().filter(|wave| !is_large || wave.is_relevant()).collect();
        let n_cycles = n_columns.min(MANY_CELLS / chosen.len().clamp(1, MANY_CELLS));
        let mut left_out = Vec::new();
        if chosen.len() < rows().count() {
            left_out.push(words::count(rows().count() - chosen.len(), "signal"));
        }
        if n_cycles < n_columns {
            left_out.push(words::count(n_columns - n_cycles, "cycle"));
        }
        Self {
            n_cycles,
            signals: chosen.iter().map(|it| wave::Signal::new(it, n_cycles)).collect(),
            state: run.rows.iter().filter(|row| row.kind == RowKind::State).filter_map(state).collect(),
            left_out: (!left_out.is_empty()).then(|| left_out.join(" and ")),
        }
    }
}

fn source(finding: &Finding, name: &str, text: &str) -> FileView {
    let failing = finding.counterexample.as_ref().and_then(|run| finding.properties.get(run.property)?.place.as_ref());
    let line = |(at, text): (usize, &str)| {
        let number = at + 1;
        let is_here = |place: &Place| place.file == name && place.line as usize == number;
        let mended = finding.localization.iter().flat_map(|it| &it.places).find(|it| is_here(&it.place));
        let fix = mended.and_then(|it| Some((it, it.fixes.first()?)));
        let (class, remark) = match (failing.filter(|place| is_here(place)), fix) {
            (Some(_), _) => ("fails", "✗ fails".to_owned()),
            (None, Some((it, fix))) if fix.differs.0 == 0 => ("mend", why::change(fix, &it.place.text)),
            (None, _) => ("", String::new()),
        };
        let values = assigned(text).into_iter().filter_map(|name| values(finding, name)).collect();
        LineView { number, text: visible(text).into_owned(), class, remark, values }
    };
    FileView { name: visible(name).into_owned(), lines: text.lines().enumerate().map(line).collect() }
}

/// At most so many cycles are shown beside a line.
const MANY_CYCLES: usize = 12;

/// The signals that a line of Verilog assigns, each once: `count` of `count <= count + 1;`.
fn assigned(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap_or_default();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found: Vec<&str> = Vec::new();
    for (at, _) in code.match_indices('=') {
        let (before, after) = (&code[..at], &code[at + 1..]);
        let before = before.strip_suffix('<').unwrap_or(before);
        if after.starts_with('=') || before.ends_with(['=', '!', '<', '>']) {
            continue;
        }
        // Which bits or which element is not said here.
        let mut target = before.trim_end();
        while target.ends_with(']') {
            let mut depth = 0;
            let open = target.char_indices().rev().find(|&(_, c)| {
                depth += i32::from(c == ']') - i32::from(c == '[');
                depth == 0
            });
            let Some((start, _)) = open else { break };
            target = target[..start].trim_end();
        }
        let start = target.rfind(|c: char| !is_word(c)).map_or(0, |end| end + 1);
        let name = &target[start..];
        // A comparison in a condition has a bracket before it that is not closed.
        let is_open = |text: &str| text.matches('(').count() > text.matches(')').count();
        if !name.is_empty() && !is_open(&target[..start]) && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// What a signal holds in each cycle: `count  0 1 2 3`.
fn values(finding: &Finding, name: &str) -> Option<String> {
    let run = finding.counterexample.as_ref()?;
    let mut waves = run.waves.iter().filter(|wave| wave.name == name || wave.name.ends_with(&format!(".{name}")));
    let (wave, None) = (waves.next()?, waves.next()) else { return None };
    let shown: Vec<String> = wave.cells.iter().take(MANY_CYCLES).map(|bits| table::concrete(bits)).collect();
    let more = if wave.cells.len() > MANY_CYCLES { " …" } else { "" };
    Some(format!("{}  {}{more}", visible(name), shown.join(" ")))
}

fn state(row: &Row) -> Option<StateView> {
    let bits = row.cells.first()?;
    let mut html = Html::default();
    for bit in bits.iter().rev() {
        match bit.relevant {
            true => html.push_text(if bit.value { "1" } else { "0" }),
            false => html.element("i", "dc", "-"),
        }
    }
    Some(StateView {
        name: words::one_line(&row.name, 60),
        value: table::value(bits),
        bits: html,
        is_idle: !row.is_relevant(),
    })
}

fn property(property: &whyc_circuit::finding::PropertyReport, file: &str) -> PropertyView {
    let cycles = words::count(property.cycles, "cycle");
    let (sign, words) = match &property.status {
        Status::Holds => ("✓", "proved".to_owned()),
        Status::Bounded(_) => ("◐", format!("holds for {cycles}")),
        Status::Violated => ("✗", format!("violated after {cycles}")),
        Status::Unreachable => ("–", "unreachable".to_owned()),
        Status::Unknown(_) => ("?", format!("unknown beyond {cycles}")),
    };
    let status = property.status.name();
    let short = file.rsplit('/').next().unwrap_or(file);
    PropertyView {
        sign,
        status,
        words,
        id: words::one_line(&property.id, 80),
        description: words::one_line(&property.description, 80),
        line: match &property.place {
            Some(place) => format!("{}:{}", visible(&place.file), place.line),
            None => property.line.map_or_else(String::new, |line| format!("{}:{line}", visible(short))),
        },
    }
}

fn facts(finding: &Finding) -> Vec<Fact> {
    let stats = &finding.stats;
    vec![
        Fact { name: "bound", value: words::count(finding.bound, "cycle") },
        Fact { name: "gates", value: stats.gates.to_string() },
        Fact {
            name: "solver",
            value: format!("{} calls, {} variables, {} clauses", stats.solver_calls, stats.variables, stats.clauses),
        },
        Fact { name: "reading", value: words::duration(stats.parse) },
        Fact { name: "lifting", value: words::duration(stats.lift) },
        Fact { name: "in all", value: words::duration(stats.total) },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_line_assigns() {
        assert_eq!(assigned("    if (a <= b) count <= count + 1; // x = y"), ["count"]);
        assert_eq!(assigned("  assign full = count == 8;"), ["full"]);
        assert_eq!(assigned("  always @(posedge clk) begin mem[wp[1:0]] <= data; wp <= wp + 1; end"), ["mem", "wp"]);
        assert_eq!(assigned("  assert (a == b && c != d);"), Vec::<&str>::new());
        assert_eq!(assigned("= <= ="), Vec::<&str>::new());
    }
}
