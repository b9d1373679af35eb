//! A change, made in the text and checked for all inputs.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashSet;
use whyc_base::budget::Budget;
use whyc_base::source::Span;
use whyc_base::status::Reason;
use whyc_check::effort::Spent;
use whyc_check::{Analysis, Verdict};
use whyc_debug::finding::EditReport;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, UnaryOp};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{FunctionId, Program};
use whyc_ir::property::{Property, PropertyId, PropertyTable, Site};
use whyc_term::TermId;
use whyc_unroll::step::{Step, StepKind};

use super::blame::Blame;
use super::places::{Line, Turn, back, doing, lines, turns};
use super::same::{Same, same};
use super::stage::{Act, Seen, Stage, Watch};
use crate::recompile::{Changed, Recompile, changed};
use crate::runs::FailingRun;

/// How much work goes into the check of one change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// As much as most changes take.
    Short,
    /// As much as is ever spent on one.
    Long,
}

impl Look {
    fn most(self) -> Spent {
        match self {
            Look::Short => Spent { conflicts: 10_000, steps: 100_000, clauses: 200_000 },
            Look::Long => Spent { conflicts: 100_000, steps: 1_500_000, clauses: 6_000_000 },
        }
    }
}

/// At most this much work goes into the checks of all changes.
const ALL_CHECKS: Spent = Spent { conflicts: 250_000, steps: 12_000_000, clauses: 50_000_000 };

/// A question that takes more conflicts than this is not worth its answer.
const EASY: u32 = 3000;

/// At most this many failing runs are asked whether they still ask.
const MANY_ASKED: usize = 4;

/// What is known of a changed program.
#[derive(Clone, Default)]
pub struct Known {
    /// Whether its properties hold; none if they were not asked about.
    pub verdict: Option<Verdict>,
    /// Whether that would take more work than went into it.
    pub is_cut_short: bool,
    /// Whether some run comes to what failed.
    pub comes_there: bool,
    /// Whether the failing runs do.
    pub runs_come_there: bool,
    /// Whether all runs that should pass do so.
    pub tests_pass: bool,
    /// Which of the runs that are apart still break a rule.
    pub still_broken: Vec<String>,
    /// How many of the runs that passed give other results.
    pub n_changed: usize,
    /// How many of them leave something else in memory, where nobody looks.
    pub n_inner: usize,
    /// Whether failing runs take another course before they come to what failed: other functions are called by those who try
    /// the program.
    pub strays: bool,
    /// Whether known runs come to less of the program than before.
    pub comes_to_less: bool,
    /// Whether a condition that runs that passed decided both ways is decided one way only.
    pub decides: bool,
    /// Changed conditions that all runs that are known decide in one way.
    pub settled: Vec<(FunctionId, InstrId, bool)>,
    /// Whether failing runs only do not ask any more what failed: what the assertion presupposes does not hold.
    pub evades: bool,
    /// Lines that runs that passed executed, or that those who try the program did, and none does any more.
    pub lost: Vec<Line>,
    /// Lines that only failing runs executed, and no run that is known does any more.
    pub lost_failing: Vec<Line>,
    /// Whether runs pass that say what should be executed.
    pub has_passing: bool,
    /// Functions in which only failing runs did something that no run does any more, and they do nothing there instead: to leave
    /// earlier is not to do something.
    pub given_up: Vec<String>,
    /// A run that refutes the change.
    pub refuter: Option<Act>,
    /// What the solver says of the runs that passed: whether all of them give the same results; none if it was not asked or does
    /// not know.
    pub keeps: Option<bool>,
    /// A run that passed and gives other results.
    pub differing: Option<Act>,
}

impl Known {
    /// Whether it passes by giving up: where failing runs did something, no run does anything any more.
    #[must_use]
    pub fn gives_up(&self) -> bool {
        self.verdict.is_some() && !self.given_up.is_empty()
    }

    /// Whether what only failing runs executed is dead now, where others say what should be executed.
    #[must_use]
    pub fn kills(&self) -> bool {
        self.has_passing && !self.lost_failing.is_empty()
    }

    /// Whether runs that passed go on as before, as far as that is known.
    #[must_use]
    pub fn keeps_runs(&self) -> bool {
        self.n_changed == 0 && self.keeps != Some(false)
    }
}

/// A run that passed, and what was seen of it.
pub struct Passed {
    /// The run.
    pub act: Act,
    /// What it did.
    pub seen: Seen,
    /// Whether it was turned away before anybody looked at what the program had done: that it goes on otherwise says nothing.
    pub is_turned_away: bool,
}

/// What changes are held against.
pub struct Judge<'a> {
    /// The program as it is.
    pub program: &'a Program,
    /// Its properties.
    pub properties: &'a PropertyTable,
    /// Reads changed text.
    pub recompile: &'a dyn Recompile,
    /// Whose text it is.
    pub blame: &'a Blame,
    /// The property that fails; none with tests.
    pub failed: Option<&'a Property>,
    /// Whether the properties are asked about.
    pub asks: bool,
    /// The runs that should pass and do not.
    pub failing: Vec<Act>,
    /// The runs that pass.
    pub passing: Vec<Passed>,
    /// Runs that break a rule of the language and need not pass, by their names.
    pub apart: Vec<(String, Act)>,
    /// Which of the program's own functions the first failing ones call, one after the other.
    pub courses: Vec<Vec<u64>>,
    /// The conditions that these came to, and how they decided them.
    pub turns: BTreeSet<Turn>,
    /// The same of the first failing ones, too.
    pub all_turns: BTreeSet<Turn>,
    /// The lines that these execute.
    pub lines: BTreeSet<Line>,
    /// The lines of what tries the program that failing ones execute: who does not come there any more asks less.
    pub tried_lines: BTreeSet<Line>,
    /// The lines that only failing ones do.
    pub failing_lines: BTreeSet<Line>,
    /// The lines where failing ones do something, and the function that is.
    pub doing_lines: BTreeMap<Line, String>,
    /// A changed program runs no further.
    pub most_steps: u64,
    /// Numbers that the program speaks of.
    pub numbers: Vec<u128>,
    /// What has been spent on checks.
    pub spent: Cell<Spent>,
    /// When all work ends.
    pub budget: Budget,
}

impl Judge<'_> {
    /// What is known of the program with these edits; none if it is not C.
    pub fn judge(&self, edits: &[EditReport], look: Look) -> Option<Known> {
        let texts = changed(&self.program.sources, edits.iter());
        let compiled = self.recompile.recompile(&texts).ok()?;
        let options = self.recompile.options(&compiled, self.budget.clone());
        let mut analysis =
            Analysis::new(Arc::clone(&compiled.program), options).ok()?.spending_at_most(self.left(look));
        let properties = analysis.properties.clone();
        if !self.all_pass(&compiled, &properties) {
            return Some(Known::default());
        }
        let mut known = self.by_runs(&compiled, &properties, edits);
        let same = self.same_property(&compiled.program, &properties, edits);
        if !known.tests_pass || !self.asks {
            return Some(known);
        }
        let outcome = analysis.decide();
        known.verdict = Some(outcome.verdict);
        known.is_cut_short = outcome.verdict == Verdict::Unknown && outcome.reason == Some(Reason::Effort);
        if known.is_cut_short && look == Look::Short {
            self.spend(analysis.spent());
            return Some(known);
        }
        if let (Some((property, run)), Some(unrolling)) = (&outcome.counterexample, &analysis.unrolling) {
            let run = FailingRun::of(String::new(), unrolling, run, *property);
            let stage = Stage::new(&compiled.program, &properties, self.blame, &self.numbers);
            known.refuter = Some(stage.act(&FailingRun { violates: None, ..run }));
        } else if let Some(id) = same {
            known.comes_there = known.runs_come_there || analysis.is_reached(id);
        }
        // Of all inputs, there may be others with which runs come there: those that are known are few.
        if known.refuter.is_none() && self.failed.is_some() {
            known.lost.retain(|line| !self.is_alive(&mut analysis, line, edits));
        }
        if known.refuter.is_none() && !known.decides {
            known.decides = known.settled.iter().any(|&it| Self::is_settled(&mut analysis, it));
        }
        if known.refuter.is_none() && !known.lost_failing.is_empty() {
            known.lost_failing.retain(|line| !self.is_alive(&mut analysis, line, edits));
            let is_dead =
                |function: &String| known.lost_failing.iter().any(|line| self.doing_lines.get(line) == Some(function));
            known.given_up.retain(is_dead);
        }
        if known.refuter.is_none() && known.n_changed == 0 && self.failed.is_some() {
            self.ask_runs(&mut analysis, &mut known);
        }
        self.spend(analysis.spent());
        Some(known)
    }

    /// Whether all runs that should pass do; nothing is watched, and the first that does not says so.
    fn all_pass(&self, compiled: &Changed, properties: &PropertyTable) -> bool {
        let stage = Stage::new(&compiled.program, properties, self.blame, &self.numbers);
        let mut all = self.failing.iter().chain(self.passing.iter().map(|it| &it.act));
        all.all(|act| stage.run(act, 0, self.most_steps, Watch::Passes).passes)
    }

    /// Whether some run of the changed program comes to a line of the program as it is.
    fn is_alive(&self, analysis: &mut Analysis, line: &Line, edits: &[EditReport]) -> bool {
        let program = analysis.program.clone();
        let Some(unrolling) = &analysis.unrolling else { return true };
        let sources = &self.program.sources;
        let is_there = |step: &&Step| {
            let name = &program.sources.file(step.span.file).name;
            let Some((file, _)) = sources.files().find(|(_, file)| file.name == *name) else { return false };
            let start = back(sources, edits, name, step.span.start);
            *name == line.0 && sources.line(Span { file, start, end: start }) == line.1
        };
        let guards: Vec<TermId> = unrolling.steps.iter().filter(is_there).map(|step| step.guard).collect();
        let comes = analysis.engine.terms.or_all(&guards);
        // What cannot be found out does not speak against a change.
        !matches!(analysis.inputs_for(comes, EASY), Ok(None))
    }

    /// Asks whether runs that passed stay as they were.
    fn ask_runs(&self, analysis: &mut Analysis, known: &mut Known) {
        match same(analysis, (self.program, self.properties), self.blame) {
            Same::Yes => known.keeps = Some(true),
            Same::No(run) => {
                known.keeps = Some(false);
                let stage = Stage::new(self.program, self.properties, self.blame, &self.numbers);
                known.differing = Some(stage.act(&run));
            }
            Same::Unknown => {}
        }
    }

    /// What the next check may cost.
    fn left(&self, look: Look) -> Spent {
        let (one, spent) = (look.most(), self.spent.get());
        let left = |one: u64, all: u64, spent: u64| one.min(all.saturating_sub(spent));
        Spent {
            conflicts: left(one.conflicts, ALL_CHECKS.conflicts, spent.conflicts),
            steps: left(one.steps, ALL_CHECKS.steps, spent.steps),
            clauses: left(one.clauses, ALL_CHECKS.clauses, spent.clauses),
        }
    }

    /// Whether nothing more can be checked.
    pub fn is_used_up(&self) -> bool {
        let Spent { conflicts, steps, clauses } = self.left(Look::Long);
        conflicts == 0 || steps == 0 || clauses == 0
    }

    fn spend(&self, more: Spent) {
        let spent = self.spent.get();
        self.spent.set(Spent {
            conflicts: spent.conflicts + more.conflicts,
            steps: spent.steps + more.steps,
            clauses: spent.clauses + more.clauses,
        });
    }

    fn by_runs(&self, compiled: &Changed, properties: &PropertyTable, edits: &[EditReport]) -> Known {
        let stage = Stage::new(&compiled.program, properties, self.blame, &self.numbers);
        let same = self.same_property(&compiled.program, properties, edits);
        let (mut tests_pass, mut n_changed, mut n_inner, mut runs_come_there) = (true, 0, 0, true);
        let mut lines = BTreeSet::new();
        let mut doing_now = BTreeMap::new();
        let mut strays = false;
        let mut branches = Vec::new();
        for (k, act) in self.failing.iter().enumerate() {
            let seen = stage.run(act, 0, self.most_steps, Watch::Everything);
            tests_pass &= seen.passes;
            strays |= self.failed.is_some() && self.courses.get(k).is_some_and(|it| !seen.entered.starts_with(it));
            runs_come_there &= same.is_none_or(|id| seen.checked.contains(&id));
            lines.extend(self.lines_of(&compiled.program, &seen.visited, edits));
            branches.push(seen.branches);
            let back = |name: &str, start: u32| back(&self.program.sources, edits, name, start);
            doing_now.extend(doing(&compiled.program, self.blame, &seen.visited, &back, &self.program.sources));
        }
        let mut excused = Vec::new();
        for passed in &self.passing {
            let seen = stage.run(&passed.act, 0, self.most_steps, Watch::Everything);
            tests_pass &= seen.passes;
            if seen.is_excused {
                excused.push(passed.act.name.clone());
            }
            let is_same = passed.is_turned_away || seen.is_as(&passed.seen);
            n_changed += usize::from(!is_same);
            n_inner += usize::from(is_same && seen.inner != passed.seen.inner);
            lines.extend(self.lines_of(&compiled.program, &seen.visited, edits));
            branches.push(seen.branches);
        }
        let is_broken = |act: &Act| !stage.run(act, 0, self.most_steps, Watch::Passes).passes;
        let still_broken = self.apart.iter().filter(|(_, act)| tests_pass && is_broken(act));
        let still_broken = still_broken.map(|(name, _)| name.clone()).chain(excused).collect();
        let back = |name: &str, start: u32| back(&self.program.sources, edits, name, start);
        let now = turns(&compiled.program, self.blame, branches.iter(), &back);
        let decides = self.turns.iter().any(|turn| {
            let other = (turn.0.clone(), turn.1, !turn.2);
            self.turns.contains(&other) && !now.contains(turn) && now.contains(&other)
        });
        let settled =
            if self.failed.is_some() { self.settled(&compiled.program, &branches, edits) } else { Vec::new() };
        let is_edited = |(name, line): &Line| {
            // What is taken out is not executed any more; what is only guarded had better be.
            edits.iter().filter(|edit| matches!(edit.new.trim(), "" | ";")).any(|edit| {
                let sources = &self.program.sources;
                sources.file(edit.span.file).name == *name
                    && (sources.start(edit.span).line..=sources.end(edit.span).line).contains(line)
            })
        };
        let is_lost = |line: &&Line| !lines.contains(*line) && !is_edited(line);
        let all: BTreeSet<&Line> = self.lines.iter().chain(&self.tried_lines).collect();
        let lost = all.into_iter().filter(is_lost).cloned().collect();
        let lost_failing = self.failing_lines.iter().filter(is_lost).cloned().collect();
        let comes_to_less = self.lines.iter().chain(&self.failing_lines).any(|line| is_lost(&line));
        let does_more = |function: &String| {
            doing_now.iter().any(|(line, in_it)| in_it == function && !self.doing_lines.contains_key(line))
        };
        let given_up = self.doing_lines.iter().filter(|(line, _)| self.failing_lines.contains(line) && is_lost(line));
        let mut given_up: Vec<String> = given_up.map(|(_, function)| function.clone()).collect();
        given_up.dedup();
        given_up.retain(|function| !does_more(function));
        Known {
            comes_there: runs_come_there,
            runs_come_there,
            tests_pass,
            still_broken,
            n_changed,
            n_inner,
            strays,
            comes_to_less,
            decides,
            settled,
            evades: same.is_some_and(|id| self.evades(compiled, properties, id)),
            lost,
            lost_failing,
            has_passing: !self.passing.is_empty(),
            given_up,
            ..Known::default()
        }
    }

    /// The conditions that all edits are within and that all runs that come to them decide in the same way, and which way that is.
    fn settled(
        &self,
        program: &Program,
        branches: &[FxHashSet<(FunctionId, InstrId, bool)>],
        edits: &[EditReport],
    ) -> Vec<(FunctionId, InstrId, bool)> {
        let sources = &self.program.sources;
        let back_of = |name: &str, start: u32| back(sources, edits, name, start);
        let is_edited = |function: FunctionId, instr: InstrId| {
            let Some(body) = &program.functions[function].body else { return false };
            let InstrKind::Branch { cond, .. } = body.instrs[instr].kind else { return false };
            let span = body.exprs[cond].span;
            let name = &program.sources.file(span.file).name;
            let (start, end) = (back(sources, edits, name, span.start), back(sources, edits, name, span.end));
            let is_within = |edit: &EditReport| {
                sources.file(edit.span.file).name == *name && start <= edit.span.start && edit.span.end <= end
            };
            // What went one way before was there for nothing before.
            let went =
                |how| self.all_turns.contains(&(name.clone(), back_of(name, body.instrs[instr].span.start), how));
            edits.iter().all(is_within) && went(true) && went(false)
        };
        let edited: BTreeSet<(FunctionId, InstrId, bool)> =
            branches.iter().flatten().filter(|(function, instr, _)| is_edited(*function, *instr)).copied().collect();
        edited.iter().filter(|(function, instr, how)| !edited.contains(&(*function, *instr, !how))).copied().collect()
    }

    /// Whether no run at all decides a condition of a changed program the other way: it is there for nothing.
    fn is_settled(analysis: &mut Analysis, (function, instr, how): (FunctionId, InstrId, bool)) -> bool {
        let Some(unrolling) = &analysis.unrolling else { return false };
        let mut other = Vec::new();
        for step in unrolling.steps.iter().filter(|it| it.instr == instr && unrolling.function_of(it) == function) {
            if let StepKind::Branch { cond, .. } = step.kind {
                other.push((step.guard, cond));
            }
        }
        let terms = &mut analysis.engine.terms;
        let decided = |terms: &mut whyc_term::TermStore, cond| if how { terms.not(cond) } else { cond };
        let ways: Vec<TermId> = other
            .into_iter()
            .map(|(guard, cond)| {
                let otherwise = decided(terms, cond);
                terms.and(guard, otherwise)
            })
            .collect();
        let goes = terms.or_all(&ways);
        matches!(analysis.inputs_for(goes, EASY), Ok(None))
    }

    /// Whether the failing runs asked what follows from something, `!a || b`, and none of them does any more.
    fn evades(&self, compiled: &Changed, properties: &PropertyTable, id: PropertyId) -> bool {
        let Some(failed) = self.failed.and_then(|failed| consequent(self.program, failed)) else { return false };
        let Some(now) = consequent(&compiled.program, &properties.all()[id]) else { return false };
        let before = Stage::watched(self.program, self.properties, self.blame, &self.numbers);
        let after = Stage::watched(&compiled.program, properties, self.blame, &self.numbers);
        let asks = |stage: &Stage<'_>, act: &Act, what: (FunctionId, ExprId)| {
            stage.run(act, 0, self.most_steps, Watch::End).evaluated.contains(&what)
        };
        let first = self.failing.iter().take(MANY_ASKED);
        let asked: Vec<&Act> = first.filter(|act| asks(&before, act, failed)).collect();
        !asked.is_empty() && !asked.iter().any(|act| asks(&after, act, now))
    }

    /// The lines of the program as it is that a run of a changed one comes to.
    fn lines_of(
        &self,
        program: &Program,
        visited: &FxHashSet<(FunctionId, InstrId)>,
        edits: &[EditReport],
    ) -> Vec<Line> {
        let back = |name: &str, start: u32| back(&self.program.sources, edits, name, start);
        lines(program, visited, &back, &self.program.sources)
    }

    /// The property of a changed program that is the one that failed.
    fn same_property(&self, program: &Program, properties: &PropertyTable, edits: &[EditReport]) -> Option<PropertyId> {
        let failed = self.failed?;
        let sources = &self.program.sources;
        let (name, at) = (&sources.file(failed.span.file).name, failed.span.start);
        let mut best = None;
        for (id, property) in properties.all().iter_enumerated() {
            if property.class != failed.class || program.sources.file(property.span.file).name != *name {
                continue;
            }
            let start = back(sources, edits, name, property.span.start);
            let distance = start.abs_diff(at);
            let is_there =
                distance == 0 || sources.line(Span { start, end: start, ..failed.span }) == sources.line(failed.span);
            if is_there && best.is_none_or(|(known, _)| distance < known) {
                best = Some((distance, id));
            }
        }
        best.map(|(_, id)| id)
    }
}

/// What an assertion `!a || b` says of what it presupposes: `b`.
fn consequent(program: &Program, property: &Property) -> Option<(FunctionId, ExprId)> {
    let body = program.functions[property.function].body.as_ref()?;
    let Site::Instr(instr) = property.site else { return None };
    let InstrKind::Assert { cond, .. } = body.instrs[instr].kind else { return None };
    let inner = |mut expr: ExprId| {
        while let ExprKind::Cast(next) = body.exprs[expr].kind {
            expr = next;
        }
        expr
    };
    let is_zero = |expr: ExprId| matches!(body.exprs[inner(expr)].kind, ExprKind::Int(0));
    let mut at = inner(cond);
    while let ExprKind::Binary(BinaryOp::Ne, a, b) = body.exprs[at].kind
        && is_zero(b)
    {
        at = inner(a);
    }
    let ExprKind::Or(a, b) = body.exprs[at].kind else { return None };
    let is_negation = match body.exprs[inner(a)].kind {
        ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Binary(BinaryOp::Eq, _, zero) => is_zero(zero),
        _ => false,
    };
    is_negation.then_some((property.function, b))
}
