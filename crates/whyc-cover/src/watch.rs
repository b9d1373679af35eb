//! One unrolling, watched: which goals are met where, as terms.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whyc_debug::suspicion::look::{self, Look, Observer};
use whyc_ir::expr::ExprId;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{FunctionId, Program};
use whyc_term::{TermId, TermStore};
use whyc_unroll::loops::LoopId;
use whyc_unroll::rewrite::{ComponentValue, Defined, Rewrite, Site, Want};
use whyc_unroll::step::{FrameId, StepId, StepKind, Unrolling};

use crate::goal::{Begins, Goals, Key, Rounds};

/// Parts of a condition, where it stands, with what they are.
type Parts = (FrameId, InstrId, Vec<(ExprId, TermId)>);

/// Where a loop is entered: the activation, and the rounds of the loops around it.
type EntryKey = (FrameId, Vec<(LoopId, u32)>);

/// Who watches.
pub struct Watching<'a> {
    program: &'a Program,
    goals: &'a Goals,
    look: Observer<'a>,
    seen: Vec<Seen>,
    /// The parts of the condition that is about to decide.
    parts: Option<Parts>,
    /// The values of a cross product that are known so far, by activation.
    tuples: FxHashMap<(FrameId, u32), Vec<TermId>>,
}

/// Something that was seen once, before `step`, by runs for which `guard` holds.
struct Seen {
    step: StepId,
    guard: TermId,
    what: What,
}

enum What {
    Line(Key),
    Branch { at: (FunctionId, InstrId), truth: TermId, parts: Vec<(ExprId, TermId)>, entry: Entry },
    Head { looped: LoopId, entry: Entry },
    Choice { at: (FunctionId, ExprId), value: TermId },
    Enter { caller: FunctionId, callee: FunctionId },
    Tuple { cross: u32, values: Vec<TermId> },
}

/// An activation, and how often each of its loops has gone back.
#[derive(Clone)]
struct Entry {
    frame: FrameId,
    rounds: Vec<(LoopId, u32)>,
}

impl Entry {
    fn of(site: &Site<'_>) -> Self {
        Self { frame: site.frame, rounds: site.rounds.to_vec() }
    }
}

impl<'a> Watching<'a> {
    /// Nothing is seen yet.
    #[must_use]
    pub fn new(program: &'a Program, goals: &'a Goals) -> Self {
        let look = Observer::new(program);
        Self { program, goals, look, seen: Vec::new(), parts: None, tuples: FxHashMap::default() }
    }

    fn see(&mut self, site: &Site<'_>, what: What) {
        self.seen.push(Seen { step: site.step, guard: site.guard, what });
    }
}

impl Rewrite for Watching<'_> {
    fn define(&mut self, _terms: &mut TermStore, site: Site<'_>, what: Defined, value: TermId) -> TermId {
        let Some(function) = self.look.function_of(site.frame).filter(|it| self.goals.own.contains(it)) else {
            return value;
        };
        match what {
            Defined::Branch => {
                let parts = self.parts.take().filter(|(frame, instr, _)| (*frame, *instr) == (site.frame, site.instr));
                let parts = parts.map_or_else(Vec::new, |(_, _, parts)| parts);
                let at = (function, site.instr);
                self.see(&site, What::Branch { at, truth: value, parts, entry: Entry::of(&site) });
            }
            Defined::Assign => {
                if let Some(&(cross, attribute)) = self.goals.crossed.get(&(function, site.instr)) {
                    let values = self.tuples.entry((site.frame, cross)).or_default();
                    values.truncate(attribute as usize);
                    values.push(value);
                    let is_last = self.goals.cross_places.iter().any(|it| it.1 == (function, site.instr));
                    if is_last {
                        let values = values.clone();
                        self.see(&site, What::Tuple { cross, values });
                    }
                }
            }
            Defined::Input | Defined::Cell { .. } | Defined::Merge { .. } | Defined::Switch => {}
        }
        value
    }

    fn component(&mut self, _terms: &mut TermStore, site: Site<'_>, value: ComponentValue<'_>) -> Option<TermId> {
        let at = self.goals.choice_of.get(&value.component).copied()?;
        self.seen.push(Seen { step: site.step, guard: value.guard, what: What::Choice { at, value: value.value } });
        None
    }

    fn enter(&mut self, frame: FrameId, function: FunctionId, site: Site<'_>) {
        let caller = self.look.function_of(site.frame);
        self.look.enter(frame, function, site);
        if let Some(caller) = caller {
            self.see(&site, What::Enter { caller, callee: function });
        }
    }

    fn begin(&mut self, function: FunctionId, site: Site<'_>) {
        if let Some(&(file, line)) = self.goals.line_heads.get(&(function, site.instr)) {
            self.see(&site, What::Line(Key::Line(file, line)));
        }
        let loops = self.goals.loops.get(&function).map_or(&[][..], Vec::as_slice);
        for &(looped, head, _, begins) in loops {
            if head == site.instr && matches!(begins, Begins::AtHead) {
                self.see(&site, What::Head { looped, entry: Entry::of(&site) });
            }
        }
    }

    fn condition(&mut self, site: Site<'_>, expr: ExprId, eval: &mut dyn FnMut(Want, ExprId) -> TermId) {
        if let Some(function) = self.look.function_of(site.frame)
            && let Some(decision) = self.goals.decisions.get(&(function, site.instr))
        {
            let parts = decision.leaves.iter().map(|&leaf| (leaf, eval(Want::Truth, leaf))).collect();
            self.parts = Some((site.frame, site.instr, parts));
        }
        self.look.condition(site, expr, eval);
    }
}

/// What was seen, as terms.
pub struct Met {
    /// When each goal is met (Boolean).
    pub terms: BTreeMap<Key, TermId>,
    /// When the part of a condition has its value, decisive or not.
    pub evaluated: BTreeMap<Key, TermId>,
    /// When a place of a cross product is come to, and what the values are there.
    pub tuples: Vec<(u32, TermId, Vec<TermId>)>,
    /// What else is known of the conditions.
    pub look: Look,
}

impl Watching<'_> {
    /// The terms of what was seen of `unrolling`. `going` says for each step that nothing has ended the run before.
    #[must_use]
    pub fn met(self, unrolling: &Unrolling, terms: &mut TermStore) -> Met {
        let going = look::going(unrolling, terms);
        let mut sums = Sums { going: &going, ..Sums::default() };
        let mut rounds: BTreeMap<LoopId, Vec<Round>> = BTreeMap::new();
        for seen in &self.seen {
            sums.seen(self.goals, seen, terms);
            self.round(seen, &mut rounds);
        }
        for (looped, rounds) in rounds {
            sums.rounds(looped, &rounds, terms);
        }
        self.switches(unrolling, &mut sums, terms);
        let sum = |all: BTreeMap<Key, Vec<TermId>>, terms: &mut TermStore| {
            all.into_iter().map(|(key, any)| (key, terms.or_all(&any))).collect()
        };
        let (met, evaluated) = (sum(sums.met, terms), sum(sums.evaluated, terms));
        let tuples = sums.tuples;
        Met { terms: met, evaluated, tuples, look: Look::of(self.look, unrolling.clone(), terms) }
    }

    /// Notes where a round of a loop begins, or is not begun.
    fn round(&self, seen: &Seen, rounds: &mut BTreeMap<LoopId, Vec<Round>>) {
        let (function, entry, truth) = match &seen.what {
            What::Branch { at, truth, entry, .. } => (at, entry, Some(*truth)),
            What::Head { looped, entry } => {
                let round = Round::new(*looped, entry, seen, None);
                rounds.entry(*looped).or_default().push(round);
                return;
            }
            What::Line(_) | What::Choice { .. } | What::Enter { .. } | What::Tuple { .. } => return,
        };
        for &(looped, _, _, begins) in self.goals.loops.get(&function.0).map_or(&[][..], Vec::as_slice) {
            if let Begins::Tested(test, stays) = begins
                && test == function.1
            {
                let round = Round::new(looped, entry, seen, truth.map(|truth| (truth, stays)));
                rounds.entry(looped).or_default().push(round);
            }
        }
    }

    fn switches(&self, unrolling: &Unrolling, sums: &mut Sums<'_>, terms: &mut TermStore) {
        for (id, step) in unrolling.steps.iter_enumerated() {
            let StepKind::Switch { value, ty, .. } = step.kind else { continue };
            let function = unrolling.function_of(step);
            let body = self.program.functions[function].body.as_ref().filter(|_| self.goals.own.contains(&function));
            let Some(InstrKind::Switch { cases, default, .. }) = body.map(|body| &body.instrs[step.instr].kind) else {
                continue;
            };
            let is_signed = self.program.types.is_signed(ty);
            let here = terms.and(sums.going[id.0 as usize], step.guard);
            let mut other = here;
            for case in cases {
                let fits = look::fits(terms, value, is_signed, case);
                let (taken, not) = (terms.and(here, fits), terms.not(fits));
                other = terms.and(other, not);
                sums.met.entry(Key::Case(function, step.instr, case.target)).or_default().push(taken);
            }
            sums.met.entry(Key::Case(function, step.instr, *default)).or_default().push(other);
        }
    }
}

/// The begin of a round, or the decision about it.
struct Round {
    frame: FrameId,
    /// How often the loops around it have gone back.
    around: Vec<(LoopId, u32)>,
    /// How often it has gone back itself.
    n: u32,
    step: StepId,
    guard: TermId,
    /// The condition, and what it is where the round is begun.
    test: Option<(TermId, bool)>,
}

impl Round {
    fn new(looped: LoopId, entry: &Entry, seen: &Seen, test: Option<(TermId, bool)>) -> Self {
        let n = entry.rounds.iter().find(|(known, _)| *known == looped).map_or(0, |(_, n)| *n);
        let mut around: Vec<(LoopId, u32)> =
            entry.rounds.iter().copied().filter(|(known, _)| *known != looped).collect();
        around.sort_unstable();
        Self { frame: entry.frame, around, n, step: seen.step, guard: seen.guard, test }
    }
}

#[derive(Default)]
struct Sums<'g> {
    going: &'g [TermId],
    met: BTreeMap<Key, Vec<TermId>>,
    evaluated: BTreeMap<Key, Vec<TermId>>,
    tuples: Vec<(u32, TermId, Vec<TermId>)>,
}

impl Sums<'_> {
    fn add(&mut self, key: Key, term: TermId) {
        self.met.entry(key).or_default().push(term);
    }

    fn seen(&mut self, goals: &Goals, seen: &Seen, terms: &mut TermStore) {
        let here = terms.and(self.going[seen.step.0 as usize], seen.guard);
        match &seen.what {
            What::Line(key) => self.add(*key, here),
            What::Branch { at, truth, parts, .. } => {
                let not = terms.not(*truth);
                let (yes, no) = (terms.and(here, *truth), terms.and(here, not));
                self.add(Key::Branch(at.0, at.1, true), yes);
                self.add(Key::Branch(at.0, at.1, false), no);
                let Some(decision) = goals.decisions.get(at).filter(|it| it.leaves.len() == parts.len()) else {
                    return;
                };
                let value = |leaf: ExprId| parts.iter().find(|(it, _)| *it == leaf).map_or(*truth, |(_, term)| *term);
                for decider in &decision.deciders {
                    let (decides, evaluated) = decision.terms(terms, decider, &value);
                    let (decides, evaluated) = (terms.and(here, decides), terms.and(here, evaluated));
                    let key = Key::Decides(at.0, at.1, decider.leaf, decider.truth);
                    self.add(key, decides);
                    self.evaluated.entry(key).or_default().push(evaluated);
                }
            }
            What::Choice { at, value } => {
                let width = terms.width(*value);
                let zero = terms.bits(width, 0);
                let (no, yes) = (terms.eq(*value, zero), terms.ne(*value, zero));
                let (yes, no) = (terms.and(here, yes), terms.and(here, no));
                self.add(Key::Choice(at.0, at.1, true), yes);
                self.add(Key::Choice(at.0, at.1, false), no);
            }
            What::Enter { caller, callee } => self.add(Key::Call(*caller, *callee), here),
            What::Tuple { cross, values } => self.tuples.push((*cross, here, values.clone())),
            What::Head { .. } => {}
        }
    }

    fn rounds(&mut self, looped: LoopId, rounds: &[Round], terms: &mut TermStore) {
        let mut entries: BTreeMap<EntryKey, [Vec<TermId>; 3]> = BTreeMap::new();
        for round in rounds {
            let here = terms.and(self.going[round.step.0 as usize], round.guard);
            let begins = match round.test {
                Some((truth, stays)) => {
                    let not = terms.not(truth);
                    let (stay, leave) = if stays { (truth, not) } else { (not, truth) };
                    if round.n == 0 {
                        let leaves = terms.and(here, leave);
                        entries.entry((round.frame, round.around.clone())).or_default()[0].push(leaves);
                    }
                    terms.and(here, stay)
                }
                None => here,
            };
            let of = entries.entry((round.frame, round.around.clone())).or_default();
            match round.n {
                0 => of[1].push(begins),
                1 => of[2].push(begins),
                _ => {}
            }
        }
        for [none, first, second] in entries.into_values() {
            let (first, second) = (terms.or_all(&first), terms.or_all(&second));
            let not_again = terms.not(second);
            let one = terms.and(first, not_again);
            let none = terms.or_all(&none);
            self.add(Key::Rounds(looped, Rounds::None), none);
            self.add(Key::Rounds(looped, Rounds::One), one);
            self.add(Key::Rounds(looped, Rounds::Many), second);
        }
    }
}
