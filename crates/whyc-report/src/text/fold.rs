//! Which steps of a run are shown: the middle of long loops and of deep recursions is folded.
//!
//! Everything here is one pass over a flat list of steps with explicit stacks: runs may be
//! millions of steps long and a hundred thousand calls deep.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;
use whyc_base::source::Span;
use whyc_debug::finding::{TraceKind, TraceStep};

/// Loops with more iterations than this are folded.
const MANY_ITERATIONS: usize = 5;
/// This many iterations, or activations of a recursive function, are shown at either end.
const SHOWN_AT_ENDS: usize = 2;

/// A line of the run, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A step, by index, so many calls deep among those that are shown.
    Step {
        /// Its index.
        step: usize,
        /// How far it is indented.
        indent: usize,
    },
    /// An iteration begins.
    Iteration {
        /// Its number, from 1.
        number: usize,
        /// The steps of the loop's first iteration, from which one can tell where the loop is.
        first: Range<usize>,
        /// Whether the loop is inside another one.
        inner: bool,
        /// How far it is indented.
        indent: usize,
    },
    /// Something was left out here.
    Folded {
        /// What: `96 more iterations`.
        what: String,
        /// How far it is indented.
        indent: usize,
    },
}

/// An activation of a function within the run; the first one is the entry point's.
struct Activation {
    /// The activation that called.
    parent: usize,
    /// The depth of its own steps.
    depth: u32,
    /// How many activations of the same function are around it.
    recursion: usize,
    /// The innermost of them.
    outer: Option<usize>,
    /// How many activations of the same function are nested in it, at most.
    height: usize,
    /// The function.
    function: String,
    /// Where it was called; its parameters get their values there.
    called_at: Option<Span>,
    /// The iterations that are going on in it, outermost first: loop entry and number.
    going_on: Vec<(usize, u32)>,
}

/// The time from entering a loop to leaving it.
struct Entry {
    loop_name: String,
    activation: usize,
    inner: bool,
    /// The steps of each iteration.
    iterations: Vec<Range<usize>>,
}

impl Entry {
    /// The iterations without a last one that only finds out that the loop is over.
    fn real<'a>(&'a self, steps: &[TraceStep]) -> &'a [Range<usize>] {
        match self.iterations.split_last() {
            Some((last, rest)) if last.len() == 1 && steps[last.start].kind == TraceKind::Branch => rest,
            _ => &self.iterations,
        }
    }
}

/// The lines of a run; with `all`, nothing is folded.
pub fn lines(steps: &[TraceStep], all: bool) -> Vec<Line> {
    let mut structure = Structure::new(steps);
    structure.measure_recursions();
    structure.lines(steps, all)
}

/// The calls and loops of a run.
struct Structure {
    activations: Vec<Activation>,
    /// Which activation each step belongs to; a call belongs to the caller.
    activation_of: Vec<usize>,
    /// The activation that a call begins.
    begun_by: BTreeMap<usize, usize>,
    entries: Vec<Entry>,
}

impl Structure {
    fn new(steps: &[TraceStep]) -> Self {
        // Inputs may come from before the entry point.
        let own = steps.iter().find(|step| step.depth == 0 && step.kind != TraceKind::Input);
        let entry = Activation {
            parent: 0,
            depth: 0,
            recursion: 0,
            outer: None,
            height: 0,
            function: own.map(|step| step.function.clone()).unwrap_or_default(),
            called_at: None,
            going_on: Vec::new(),
        };
        let mut structure = Self {
            activations: vec![entry],
            activation_of: Vec::with_capacity(steps.len()),
            begun_by: BTreeMap::new(),
            entries: Vec::new(),
        };
        // The activations that have not returned yet, by function.
        let mut open: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        open.extend(own.map(|step| (step.function.as_str(), vec![0])));
        let mut current = 0;
        for (idx, step) in steps.iter().enumerate() {
            while structure.activations[current].depth > step.depth && current != 0 {
                structure.leave_loops(current, 0, idx);
                if let Some(same) = open.get_mut(structure.activations[current].function.as_str()) {
                    same.pop();
                }
                current = structure.activations[current].parent;
            }
            structure.activation_of.push(current);
            // Parameters get their values before any loop begins.
            if structure.activations[current].called_at != Some(step.span) {
                structure.iterate(current, step, idx);
            }
            if step.kind == TraceKind::Call {
                let around = open.entry(&step.name).or_default();
                structure.activations.push(Activation {
                    parent: current,
                    depth: step.depth + 1,
                    recursion: around.len(),
                    outer: around.last().copied(),
                    height: 0,
                    function: step.name.clone(),
                    called_at: Some(step.span),
                    going_on: Vec::new(),
                });
                current = structure.activations.len() - 1;
                around.push(current);
                structure.begun_by.insert(idx, current);
            }
        }
        for activation in 0..structure.activations.len() {
            structure.leave_loops(activation, 0, steps.len());
        }
        structure
    }

    /// Goes from the iterations of the activation's last step to those of `step`.
    fn iterate(&mut self, activation: usize, step: &TraceStep, idx: usize) {
        let going_on = &self.activations[activation].going_on;
        let same = going_on.iter().zip(&step.iterations);
        let kept = same
            .take_while(|((entry, number), iteration)| {
                self.entries[*entry].loop_name == iteration.loop_name && *number == iteration.number
            })
            .count();
        // The same loop goes on with another iteration, unless it counts from the start again.
        let next = going_on.get(kept).copied().zip(step.iterations.get(kept)).filter(|((entry, number), iteration)| {
            self.entries[*entry].loop_name == iteration.loop_name && *number < iteration.number
        });
        self.leave_loops(activation, kept, idx);
        let mut begun = kept;
        if let Some(((entry, _), iteration)) = next {
            self.entries[entry].iterations.push(idx..idx);
            self.activations[activation].going_on.push((entry, iteration.number));
            begun += 1;
        }
        for iteration in &step.iterations[begun..] {
            let inner = !self.activations[activation].going_on.is_empty();
            self.activations[activation].going_on.push((self.entries.len(), iteration.number));
            let iterations = std::iter::once(idx..idx).collect();
            self.entries.push(Entry { loop_name: iteration.loop_name.clone(), activation, inner, iterations });
        }
    }

    /// Ends all but the `kept` outermost iterations of an activation before step `end`.
    fn leave_loops(&mut self, activation: usize, kept: usize, end: usize) {
        for (entry, _) in self.activations[activation].going_on.drain(kept..) {
            if let Some(round) = self.entries[entry].iterations.last_mut() {
                round.end = end;
            }
        }
    }

    /// How deep each recursion goes on from each of its activations.
    fn measure_recursions(&mut self) {
        for idx in (0..self.activations.len()).rev() {
            let height = self.activations[idx].height + 1;
            if let Some(outer) = self.activations[idx].outer {
                let outer = &mut self.activations[outer];
                outer.height = outer.height.max(height);
            }
        }
    }

    fn is_folded(&self, activation: usize) -> bool {
        let activation = &self.activations[activation];
        activation.recursion >= SHOWN_AT_ENDS && activation.height >= SHOWN_AT_ENDS
    }

    fn lines(&self, steps: &[TraceStep], all: bool) -> Vec<Line> {
        let indents = self.indents(all);
        let mut headers: BTreeMap<usize, Vec<Line>> = BTreeMap::new();
        let mut skips: BTreeMap<usize, (usize, Line)> = BTreeMap::new();
        for entry in &self.entries {
            let indent = indents[entry.activation];
            let rounds = entry.real(steps);
            let hidden =
                if all || rounds.len() <= MANY_ITERATIONS { 0..0 } else { SHOWN_AT_ENDS..rounds.len() - SHOWN_AT_ENDS };
            if !hidden.is_empty() {
                let what = format!("{} more iterations", hidden.len());
                let range = rounds[hidden.start].start..rounds[hidden.end - 1].end;
                skips.insert(range.start, (range.end, Line::Folded { what, indent }));
            }
            if rounds.len() > 1 {
                for (idx, round) in rounds.iter().enumerate().filter(|(idx, _)| !hidden.contains(idx)) {
                    let line =
                        Line::Iteration { number: idx + 1, first: rounds[0].clone(), inner: entry.inner, indent };
                    headers.entry(round.start).or_default().push(line);
                }
            }
        }
        self.walk(steps, all, &indents, &headers, &skips)
    }

    fn walk(
        &self,
        steps: &[TraceStep],
        all: bool,
        indents: &[usize],
        headers: &BTreeMap<usize, Vec<Line>>,
        skips: &BTreeMap<usize, (usize, Line)>,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut idx = 0;
        while idx < steps.len() {
            if let Some((end, line)) = skips.get(&idx) {
                lines.push(line.clone());
                idx = *end;
                continue;
            }
            let owner = self.activation_of[idx];
            // A call that is folded is hidden even where its caller is shown.
            let shown = |idx: usize| {
                let of = self.begun_by.get(&idx).copied().unwrap_or(self.activation_of[idx]);
                all || !self.is_folded(of)
            };
            if shown(idx) {
                lines.extend(headers.get(&idx).into_iter().flatten().cloned());
                lines.push(Line::Step { step: idx, indent: indents[owner] });
                idx += 1;
                continue;
            }
            let mut n_calls = 0;
            let mut function = "";
            while idx < steps.len() && !shown(idx) {
                if let Some(&begun) = self.begun_by.get(&idx) {
                    n_calls += 1;
                    function = &self.activations[begun].function;
                }
                idx += 1;
            }
            if n_calls > 0 {
                let noun = if n_calls == 1 { "call" } else { "calls" };
                let what = format!("{n_calls} more {noun} of {function}");
                lines.push(Line::Folded { what, indent: indents[owner] });
            }
        }
        lines
    }

    /// How far the steps of each activation are indented: by the activations around it that are shown.
    fn indents(&self, all: bool) -> Vec<usize> {
        let mut indents = vec![0; self.activations.len()];
        for (idx, activation) in self.activations.iter().enumerate().skip(1) {
            let own = usize::from(all || !self.is_folded(idx));
            indents[idx] = indents[activation.parent] + own;
        }
        indents
    }
}
