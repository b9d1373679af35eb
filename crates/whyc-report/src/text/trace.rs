//! The failing run, line by line: line numbers in the margin, values in a column.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use unicode_width::UnicodeWidthStr;
use whyc_base::source::{FileId, SourceMap, Span};
use whyc_debug::finding::{Counterexample, Finding, InputKind, TraceKind, TraceStep};

use super::TextOptions;
use super::fold::{self, Line};
use super::lanes;
use super::row::{self, Written};
use crate::along::{self, Mark};
use crate::paint::{Paint, Role, visible};
use crate::words;

/// Texts wider than this do not push the values to the right.
const WIDEST_TEXT: usize = 48;
/// Deeper calls are not indented further.
const DEEPEST_INDENT: usize = 12;
/// So much further to the right is each thread.
const INDENT_OF_THREAD: usize = 4;
/// A run with more lines than this, after folding, loses its middle.
const MANY_LINES: usize = 200;
/// This many lines are kept at its beginning, and …
const KEPT_FIRST: usize = 60;
/// … so many at its end, where the failure is.
const KEPT_LAST: usize = 100;

/// The steps of the run; empty if there are none.
pub fn render(finding: &Finding, run: &Counterexample, options: &TextOptions) -> String {
    let in_lanes = if options.ssa { None } else { lanes::render(finding, run, options) };
    if let Some(lanes) = in_lanes {
        return lanes;
    }
    let lines = fold::lines(&run.steps, options.all);
    let kinds = run.inputs.iter().map(|input| ((input.name.as_str(), input.span), input.kind)).collect();
    let marks = along::marks(run);
    let n_places = marks.len();
    let mut rows = Rows { finding, run, options, kinds, rows: Vec::new(), thread: None, marks: marks.into(), n_places };
    rows.collect(&lines);
    rows.mark(usize::MAX);
    let mut rows = rows.rows;
    if !options.all && rows.len() > MANY_LINES {
        let n_left_out = rows.len() - KEPT_FIRST - KEPT_LAST;
        let fold = Row::aside(0, format!("… {n_left_out} more lines (--all shows them)"));
        rows.splice(KEPT_FIRST..KEPT_FIRST + n_left_out, [fold]);
    }
    layout(&finding.sources, &rows, options)
}

/// A line of the output.
struct Row {
    /// Where it stands in the source; none for asides.
    place: Option<(FileId, u32)>,
    indent: usize,
    text: String,
    /// What stands in the column of values.
    value: String,
    /// What stands after it, dimmed.
    remark: String,
    role: Option<Role>,
}

impl Row {
    fn aside(indent: usize, text: String) -> Self {
        Self { place: None, indent, text, value: String::new(), remark: String::new(), role: Some(Role::Dim) }
    }
}

struct Rows<'a> {
    finding: &'a Finding,
    run: &'a Counterexample,
    options: &'a TextOptions,
    kinds: FxHashMap<(&'a str, Span), InputKind>,
    rows: Vec<Row>,
    /// The thread that the last row tells of, where there are some.
    thread: Option<u32>,
    /// The places that the run is still to come to, of those that somebody asked for.
    marks: VecDeque<Mark>,
    n_places: usize,
}

impl<'a> Rows<'a> {
    fn collect(&mut self, lines: &[Line]) {
        let mut rest = lines;
        while let Some(line) = rest.first() {
            let used = match line {
                Line::Iteration { number, first, inner, indent } => {
                    let line = self.loop_line(first.clone());
                    let which = if *inner { "inner loop" } else { "loop" };
                    let steps = &self.run.steps;
                    let next = rest.iter().find_map(|line| match line {
                        Line::Step { step, .. } => Some(&steps[*step]),
                        Line::Iteration { .. } | Line::Folded { .. } => None,
                    });
                    let indent = *indent + next.map_or(0, |step| self.lane(step));
                    self.rows.push(Row::aside(indent, format!("iteration {number} of the {which} in line {line}")));
                    1
                }
                Line::Folded { what, indent } => {
                    self.rows.push(Row::aside(*indent, format!("… {what} (--all shows them)")));
                    1
                }
                Line::Step { step, indent } => self.step(*step, *indent, rest),
            };
            rest = &rest[used..];
        }
    }

    /// The line in which a loop begins, told from the steps of its first iteration.
    fn loop_line(&self, first: std::ops::Range<usize>) -> u32 {
        let steps = &self.run.steps[first];
        let depth = steps.first().map_or(0, |step| step.depth);
        let own = steps.iter().filter(|step| step.depth == depth);
        own.map(|step| self.finding.sources.line(step.span)).min().unwrap_or(0)
    }

    /// Shows a step, and those after it that belong on the same line. Returns how many lines that took.
    fn step(&mut self, idx: usize, indent: usize, rest: &[Line]) -> usize {
        let step = &self.run.steps[idx];
        let marked = self.mark_before(step, idx);
        let used = self.told(idx, indent, rest);
        // Some steps are told by others.
        match marked {
            Some((mark, n)) if self.rows.len() > n => {
                let remark = self.place(mark);
                self.rows[n].remark = remark;
            }
            Some((mark, _)) => self.stand_alone(mark),
            None => {}
        }
        used
    }

    /// The row of a step, and of those that belong on it.
    fn told(&mut self, idx: usize, indent: usize, rest: &[Line]) -> usize {
        let step = &self.run.steps[idx];
        match step.kind {
            TraceKind::Call => self.call(step, indent, rest),
            TraceKind::Input => self.inputs(step, indent, rest),
            TraceKind::Assign if step.name.is_empty() => 1,
            TraceKind::Assign => self.assign(step, indent, rest),
            // Where the run comes to the last place, it has done what was asked.
            TraceKind::Failure if along::is_any(self.finding) => 1,
            TraceKind::Failure => {
                let value = self.finding.properties.get(self.run.property).map_or("fails", words::happens);
                let value = format!("✗ {value}");
                let text = row::other_text(&self.finding.sources, step);
                self.push(step, indent, text, value, Some(Role::Error));
                1
            }
            TraceKind::Return if step.value.is_empty() => 1,
            // The head of an endless loop says nothing.
            TraceKind::Branch if step.name.trim().bytes().all(|byte| byte.is_ascii_digit()) => 1,
            TraceKind::Branch | TraceKind::Switch | TraceKind::Return => {
                let text = row::other_text(&self.finding.sources, step);
                self.push_value(step, indent, text);
                1
            }
            TraceKind::Output => {
                let text = row::text_of(&self.finding.sources, step);
                let value = format!("prints {}", words::one_line(&format!("{:?}", step.value), 60));
                self.push(step, indent, text, value, None);
                1
            }
            TraceKind::Assume | TraceKind::Free => {
                let text = row::other_text(&self.finding.sources, step);
                self.push(step, indent, text, String::new(), None);
                1
            }
        }
    }

    /// The place that a run comes to with a step, and the number of its row; those before it have rows of their own.
    fn mark_before(&mut self, step: &TraceStep, idx: usize) -> Option<(Mark, usize)> {
        while let Some(mark) = self.marks.front().copied().filter(|mark| mark.before <= idx) {
            let line = |span: Span| (span.file, self.finding.sources.line(span));
            self.marks.pop_front();
            let is_last = self.marks.front().is_none_or(|next| next.before > idx);
            if is_last && line(mark.span) == line(step.span) && step.kind != TraceKind::Failure {
                let _lane = self.lane(step);
                return Some((mark, self.rows.len()));
            }
            self.stand_alone(mark);
        }
        None
    }

    /// Places that the run comes to before this step, and that no row has told.
    fn mark(&mut self, idx: usize) {
        while let Some(mark) = self.marks.front().copied().filter(|mark| mark.before <= idx) {
            self.marks.pop_front();
            self.stand_alone(mark);
        }
    }

    fn stand_alone(&mut self, mark: Mark) {
        let sources = &self.finding.sources;
        let line = sources.line(mark.span);
        let text =
            words::one_line(visible(sources.file(mark.span.file).line_text(line).trim()).trim_end_matches(';'), 60);
        let remark = self.place(mark);
        let place = Some((mark.span.file, line));
        self.rows.push(Row { place, indent: 0, text, value: String::new(), remark, role: None });
    }

    fn place(&self, mark: Mark) -> String {
        along::remark(&mark, self.n_places)
    }

    /// The steps of one thread at the start of `rest` for which `belongs` holds.
    fn run_of(&self, rest: &[Line], belongs: impl Fn(&TraceStep) -> bool) -> Vec<&'a TraceStep> {
        let thread = self.steps_of(rest).next().and_then(|step| step.thread);
        self.steps_of(rest).take_while(|step| step.thread == thread && belongs(step)).collect()
    }

    /// The steps at the start of `rest`.
    fn steps_of<'r>(&self, rest: &'r [Line]) -> impl Iterator<Item = &'a TraceStep> + use<'a, 'r> {
        let steps = &self.run.steps;
        rest.iter().map_while(|line| match line {
            Line::Step { step, .. } => Some(&steps[*step]),
            Line::Iteration { .. } | Line::Folded { .. } => None,
        })
    }

    /// `f(x = 1, y = 2)`, and what it returns if nothing else happens in it.
    fn call(&mut self, step: &TraceStep, indent: usize, rest: &[Line]) -> usize {
        let is_parameter = |other: &TraceStep| {
            other.kind == TraceKind::Assign && other.depth == step.depth + 1 && other.span == step.span
        };
        let parameters = self.run_of(&rest[1..], is_parameter);
        let mut used = 1 + parameters.len();
        let items: Vec<String> = parameters.iter().map(|parameter| named_value(parameter, self.options.ssa)).collect();
        let room = self.options.width.saturating_sub(step.name.width() + 30).max(40);
        let text = match row::call_text(&self.finding.sources, step).filter(|_| items.is_empty()) {
            Some(written) => written,
            None => format!("{}({})", visible(&step.name), words::list(&items, ", ", room)),
        };
        // That it waits for others, or goes on after that.
        if !step.value.is_empty() {
            self.push(step, indent, text, visible(&step.value).into_owned(), None);
            return used;
        }
        // The next row may say it all: `n = strlen(s) → 3`.
        if items.is_empty() && self.is_in_next(step, &text, &rest[used..]) {
            return used;
        }
        let mut value = String::new();
        let mut inside = self.steps_of(&rest[used..]).take_while(|other| other.depth > step.depth);
        if let (Some(only), None) = (inside.next(), inside.next())
            && only.kind == TraceKind::Return
        {
            value = format!("→ {}", visible(&only.value));
            used += 1;
        }
        self.push(step, indent, text, value, None);
        used
    }

    /// Whether the step that follows a call shows it, and is not an input that the call asks for.
    fn is_in_next(&self, call: &TraceStep, text: &str, rest: &[Line]) -> bool {
        self.steps_of(rest).next().is_some_and(|next| {
            let shows = row::text_of(&self.finding.sources, next).contains(text) || next.name.contains(text);
            let is_there = next.depth == call.depth && next.span.file == call.span.file && shows;
            is_there && !matches!(next.kind, TraceKind::Input | TraceKind::Call)
        })
    }

    /// `x = 0, y = -1, z = 1`: inputs of one line.
    fn inputs(&mut self, step: &TraceStep, indent: usize, rest: &[Line]) -> usize {
        let sources = &self.finding.sources;
        let here = (step.span.file, sources.line(step.span));
        let kind = self.kind_of(step);
        let group = self.run_of(rest, |other| {
            let same_place = (other.span.file, sources.line(other.span)) == here && other.depth == step.depth;
            other.kind == TraceKind::Input && same_place && self.kind_of(other) == kind
        });
        let n = group.len();
        if n == 1 && self.is_told_by_next(step, rest) {
            return 1;
        }
        if let ([_], Some(target)) = (&group[..], row::target(step).filter(|_| step.name.ends_with(')'))) {
            let text = format!("{} = {}", visible(target), words::one_line(&step.name, 60));
            self.push_value(step, indent, text);
            return 1;
        }
        let ssa = self.options.ssa;
        let items: Vec<(String, String)> = group.iter().map(|input| input_parts(input, ssa)).collect();
        let items = words::inputs(&items, ssa);
        let text = words::list(&items, ", ", self.options.width.saturating_sub(20).max(40));
        let remark = match kind {
            Some(InputKind::Uninitialised) => "uninitialised",
            Some(InputKind::Nondet | InputKind::Result) | None => "",
        };
        self.push(step, indent, text, String::new(), None);
        if let Some(last) = self.rows.last_mut() {
            last.remark = remark.to_owned();
        }
        n + self.n_parameters(&group, &rest[n..])
    }

    /// How many of the steps that follow only give a parameter of the entry point the value of its input.
    fn n_parameters(&self, inputs: &[&TraceStep], rest: &[Line]) -> usize {
        let is_one = |step: &&TraceStep| {
            let line = |step: &TraceStep| self.finding.sources.line(step.span);
            let same =
                |input: &&TraceStep| input.name == step.name && input.value == step.value && line(input) == line(step);
            step.kind == TraceKind::Assign
                && row::written(&self.finding.sources, step) == Written::Bare
                && inputs.iter().any(same)
        };
        self.steps_of(rest).take_while(is_one).count()
    }

    /// Whether the next step writes the value of this input, so that its line tells both.
    fn is_told_by_next(&self, input: &TraceStep, rest: &[Line]) -> bool {
        self.steps_of(&rest[1..]).next().is_some_and(|next| {
            let contains = next.span.start <= input.span.start && input.span.end <= next.span.end;
            let same = next.span.file == input.span.file && contains && next.value == input.value;
            same && match next.kind {
                TraceKind::Assign => row::written(&self.finding.sources, next) != Written::Bare,
                TraceKind::Branch | TraceKind::Switch | TraceKind::Return => true,
                TraceKind::Input
                | TraceKind::Call
                | TraceKind::Assume
                | TraceKind::Output
                | TraceKind::Free
                | TraceKind::Failure => false,
            }
        })
    }

    fn kind_of(&self, step: &TraceStep) -> Option<InputKind> {
        self.kinds.get(&(step.name.as_str(), step.span)).copied()
    }

    fn assign(&mut self, step: &TraceStep, indent: usize, rest: &[Line]) -> usize {
        let sources = &self.finding.sources;
        if self.options.ssa {
            self.push_ssa(step, indent);
            return 1;
        }
        let room = self.options.width.saturating_sub(20).max(40);
        let values = |group: &[&TraceStep], room: usize| {
            let items: Vec<String> = group.iter().map(|step| named_value(step, false)).collect();
            words::list(&items, ", ", room)
        };
        match row::written(sources, step) {
            Written::Plain(text) => {
                self.push_value(step, indent, text);
                1
            }
            Written::Indirect(text) => {
                let same = |other: &TraceStep| other.kind == TraceKind::Assign && other.span == step.span;
                let group = self.run_of(rest, |other| same(other) && other.depth == step.depth);
                let n = group.len();
                let value = format!("→ {}", values(&group, room.saturating_sub(text.width()).max(20)));
                self.push(step, indent, text, value, None);
                n
            }
            Written::Bare => {
                let line = |span: Span| (span.file, sources.line(span));
                let group = self.run_of(rest, |other| {
                    let same = line(other.span) == line(step.span) && other.depth == step.depth;
                    other.kind == TraceKind::Assign && same && row::written(sources, other) == Written::Bare
                });
                let n = group.len();
                if let [only] = group[..] {
                    let (text, value) = (visible(&only.name).into_owned(), format!("→ {}", visible(&only.value)));
                    self.push(step, indent, text, value, None);
                } else {
                    let text = values(&group, room);
                    self.push(step, indent, text, String::new(), None);
                }
                n
            }
        }
    }

    fn push_ssa(&mut self, step: &TraceStep, indent: usize) {
        let (name, bits) = match &step.ssa {
            Some(ssa) => (ssa.name.as_str(), grouped(&ssa.bits)),
            None => (step.name.as_str(), String::new()),
        };
        self.push(step, indent, visible(name).into_owned(), format!("→ {}", visible(&step.value)), None);
        if let Some(last) = self.rows.last_mut() {
            last.remark = bits;
        }
    }

    /// `text → value`, unless the text ends with the value: `i = 0`, `return 1`.
    fn push_value(&mut self, step: &TraceStep, indent: usize, text: String) {
        let value = visible(&step.value);
        let value = if row::tells(&text, &value) { String::new() } else { format!("→ {value}") };
        self.push(step, indent, text, value, None);
    }

    /// Each thread has a column of its own, and where another one goes on, a line says so.
    fn lane(&mut self, step: &TraceStep) -> usize {
        let Some(thread) = step.thread else { return 0 };
        let lane = INDENT_OF_THREAD * thread as usize;
        if self.thread != step.thread && (self.thread.is_some() || thread != 0) {
            self.rows.push(Row::aside(lane, format!("──▶ {}", words::thread(thread, &step.function))));
        }
        self.thread = step.thread;
        lane
    }

    fn push(&mut self, step: &TraceStep, indent: usize, text: String, value: String, role: Option<Role>) {
        let indent = indent + self.lane(step);
        let place = Some((step.span.file, self.finding.sources.line(step.span)));
        self.rows.push(Row { place, indent, text, value, remark: String::new(), role });
    }
}

/// `a[2]` and `3` for an input that goes there, whatever expression says so.
fn input_parts(step: &TraceStep, ssa: bool) -> (String, String) {
    let name = match (row::target(step), &step.ssa) {
        (Some(target), _) if !ssa => visible(target).into_owned(),
        (_, Some(with_version)) if ssa => words::one_line(&with_version.name, 60),
        _ => words::one_line(&step.name, 60),
    };
    (name, visible(&step.value).into_owned())
}

/// `x = 3`, or `x#2 = 3`.
fn named_value(step: &TraceStep, ssa: bool) -> String {
    let name = match &step.ssa {
        Some(with_version) if ssa => &with_version.name,
        _ => &step.name,
    };
    format!("{} = {}", words::one_line(name, 60), visible(&step.value))
}

/// Bits in groups of eight, from the right.
fn grouped(bits: &str) -> String {
    let mut out = String::new();
    for (idx, bit) in bits.chars().enumerate() {
        if idx > 0 && (bits.len() - idx).is_multiple_of(8) {
            out.push(' ');
        }
        out.push(bit);
    }
    out
}

/// Puts the rows under each other.
fn layout(sources: &SourceMap, rows: &[Row], options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let lines = rows.iter().filter_map(|row| row.place).map(|(_, line)| line);
    let margin = lines.max().unwrap_or(0).to_string().len().max(3);
    let start = |row: &Row| 2 * row.indent.min(DEEPEST_INDENT);
    let with_values = rows.iter().filter(|row| !row.value.is_empty());
    let widths = with_values.map(|row| start(row) + row.text.width()).filter(|&width| width <= WIDEST_TEXT);
    let column = widths.max().unwrap_or(0) + 2;
    let mut files: Vec<FileId> = rows.iter().filter_map(|row| row.place).map(|(file, _)| file).collect();
    files.sort_unstable();
    files.dedup();
    let mut file = None;
    let mut out = String::new();
    for row in rows {
        // Lines of several files need their names.
        if let Some((of, _)) = row.place
            && files.len() > 1
            && file != Some(of)
        {
            file = Some(of);
            let name = visible(&sources.file(of).name);
            out.push_str(&format!("{:margin$}  {}\n", "", paint.apply(Role::Dim, format!("in {name}:"))));
        }
        let number = row.place.map(|(_, line)| format!("{line:>margin$}")).unwrap_or(" ".repeat(margin));
        let pad = if row.value.is_empty() { 0 } else { column.saturating_sub(start(row) + row.text.width()).max(2) };
        let styled = |text: &str| row.role.map_or_else(|| text.to_owned(), |role| paint.apply(role, text));
        let text = match row.role {
            Some(Role::Dim) => styled(&row.text),
            _ => row.text.clone(),
        };
        let mut line = format!(
            "{}  {:indent$}{text}{:pad$}{}",
            paint.apply(Role::Frame, number),
            "",
            "",
            styled(&row.value),
            indent = start(row),
        );
        if !row.remark.is_empty() {
            line.push_str(&format!("  {}", paint.apply(Role::Dim, &row.remark)));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
