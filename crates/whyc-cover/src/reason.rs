//! Why no run reaches a goal, in words.

use std::collections::BTreeMap;

use whyc_base::source::Span;
use whyc_check::Analysis;
use whyc_debug::suspicion::because;
use whyc_debug::suspicion::{Because, How, Kind as Suspect, Suspicion};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{FunctionId, Origin};
use whyc_report::suspicions;
use whyc_term::TermId;
use whyc_unroll::step::StepKind;

use crate::cross::Cross;
use crate::goal::{Goal, Key, Rounds, quoted};
use crate::holes::Hole;
use crate::watch::Met;

/// How many conflicts a question may have that only finds words.
const FEW: u32 = 5_000;
/// At most so many conditions are tried one by one, and so many told.
const MANY: usize = 24;
const MOST_TOLD: usize = 3;

/// What is needed to say why not.
pub struct Reasons<'a> {
    analysis: &'a mut Analysis,
    met: &'a Met,
    covered: &'a BTreeMap<Key, usize>,
}

impl<'a> Reasons<'a> {
    /// For goals that were not met.
    pub fn new(analysis: &'a mut Analysis, met: &'a Met, covered: &'a BTreeMap<Key, usize>) -> Self {
        Self { analysis, met, covered }
    }

    /// Why no run reaches a goal, in sentences without a full stop; empty if that cannot be said in few words.
    pub fn of(&mut self, goal: &Goal) -> Vec<String> {
        if let Some(sentence) = self.behind_failure(goal) {
            return vec![sentence];
        }
        let found = match goal.key {
            Key::Line(..) | Key::Call(..) => self.of_place(goal),
            Key::Branch(function, instr, truth) => {
                match self.covered.contains_key(&Key::Branch(function, instr, !truth)) {
                    true => {
                        let told = because::of_decision(self.analysis, &self.met.look, (function, instr), truth, FEW);
                        self.words(goal.span, told)
                    }
                    false => self.of_place(goal),
                }
            }
            Key::Choice(function, expr, truth) => match self.covered.contains_key(&Key::Choice(function, expr, !truth))
            {
                true => Some(format!("{} is never {truth}", self.quoted(goal.span))),
                false => self.of_place(goal),
            },
            Key::Case(function, instr, _) => {
                let is_reached =
                    self.covered.keys().any(|key| matches!(key, Key::Case(f, i, _) if (*f, *i) == (function, instr)));
                if is_reached {
                    Some("no run comes to the switch with such a value".to_owned())
                } else {
                    self.of_place(goal)
                }
            }
            Key::Decides(function, instr, _, truth) => {
                let is_reached =
                    [true, false].iter().any(|&it| self.covered.contains_key(&Key::Branch(function, instr, it)));
                if is_reached { Some(self.of_part(goal, truth)) } else { self.of_place(goal) }
            }
            Key::Rounds(looped, rounds) => {
                let all = [Rounds::None, Rounds::One, Rounds::Many];
                let is_reached = all.iter().any(|&it| self.covered.contains_key(&Key::Rounds(looped, it)));
                match rounds {
                    _ if !is_reached => self.of_place(goal),
                    Rounds::None => Some("whenever a run comes to the loop, it is entered".to_owned()),
                    Rounds::One => Some("no run leaves the loop after exactly one round".to_owned()),
                    Rounds::Many => Some("no run begins a second round".to_owned()),
                }
            }
            Key::Tuple(..) => None,
        };
        found.into_iter().collect()
    }

    fn quoted(&self, span: Span) -> String {
        quoted(&self.analysis.program, span)
    }

    fn words(&self, span: Span, because: Vec<Because>) -> Option<String> {
        let suspicion = Suspicion { kind: Suspect::Unreached, span, part: None, because };
        suspicions::reason(&self.analysis.program.sources, &suspicion)
    }

    fn of_place(&mut self, goal: &Goal) -> Option<String> {
        let (function, instr) = goal.place;
        let told = because::of_place(self.analysis, &self.met.look, goal.place, FEW);
        let is_other = |it: &Because| it.how == How::NotCalled;
        if told.first().is_some_and(is_other) {
            let name = &self.analysis.program.functions[function].name;
            return Some(format!("no run calls {name}"));
        }
        let told = self.words(goal.span, told).or_else(|| self.behind_return(function, instr));
        told.or_else(|| self.behind_certain_failure(goal))
    }

    /// Code that nothing leads to: behind a `return`, a `break` or a call that does not come back.
    fn behind_return(&self, function: FunctionId, instr: whyc_ir::instr::InstrId) -> Option<String> {
        let body = self.analysis.program.functions[function].body.as_ref()?;
        let before = (0..instr.0).rev().map(whyc_ir::instr::InstrId);
        let is_target = |at: whyc_ir::instr::InstrId| body.instrs.iter().any(|it| it.kind.targets().contains(&at));
        let mut at = instr;
        for earlier in before {
            if is_target(at) {
                return None;
            }
            match body.instrs[earlier].kind {
                InstrKind::Return(_) | InstrKind::Halt | InstrKind::Jump(_) => {
                    let line = self.analysis.program.sources.line(body.instrs[earlier].span);
                    return Some(format!("nothing goes on from line {line} to here"));
                }
                _ => at = earlier,
            }
        }
        None
    }

    /// A check of the same function, before the goal, that fails whenever a run comes to it.
    fn behind_certain_failure(&self, goal: &Goal) -> Option<String> {
        let (function, instr) = goal.place;
        let unrolling = self.analysis.unrolling.as_ref()?;
        for step in &unrolling.steps {
            let StepKind::Check { property, cond } = step.kind else { continue };
            let is_before = unrolling.function_of(step) == function && step.instr < instr;
            if is_before && self.analysis.engine.terms.as_bool(cond) == Some(false) {
                let failed = &self.analysis.properties.all()[property];
                let line = self.analysis.program.sources.line(failed.span);
                return Some(format!("{} in line {line} fails in every run that comes there", failed.name));
            }
        }
        None
    }

    /// Why a part of a condition never decides.
    fn of_part(&mut self, goal: &Goal, truth: bool) -> String {
        let part = self.quoted(goal.span);
        let evaluated = self.met.evaluated.get(&goal.key).copied();
        match evaluated.map(|term| self.analysis.inputs_for(term, FEW)) {
            Some(Ok(None)) => format!("{part} is never {truth} when it is evaluated"),
            _ => format!("whenever {part} is {truth}, the rest of the condition decides"),
        }
    }

    /// Whether every run that would come there violates something before.
    fn behind_failure(&mut self, goal: &Goal) -> Option<String> {
        let (function, instr) = goal.place;
        let unrolling = self.analysis.unrolling.as_ref()?;
        // The guards of the steps of the instruction, whatever is checked before.
        let is_there = |step: &whyc_unroll::step::Step| unrolling.function_of(step) == function && step.instr == instr;
        let guards: Vec<TermId> = unrolling.steps.iter().filter(|step| is_there(step)).map(|step| step.guard).collect();
        let chain = self.analysis.chain.as_ref()?;
        let failures: Vec<TermId> = chain.failures.iter().flatten().map(|&(_, term)| term).collect();
        let terms = &mut self.analysis.engine.terms;
        let (there, fails) = (terms.or_all(&guards), terms.or_all(&failures));
        let both = terms.and(there, fails);
        if !matches!(goal.key, Key::Line(..)) || terms.as_bool(both) == Some(false) {
            return None;
        }
        let run = self.analysis.run_for(both, FEW).ok()??;
        let unrolling = self.analysis.unrolling.as_ref()?;
        let StepKind::Check { property, .. } = unrolling.steps[run.end?].kind else { return None };
        let failed = &self.analysis.properties.all()[property];
        let line = self.analysis.program.sources.line(failed.span);
        Some(format!("every run that would come here fails before, such as at {} in line {line}", failed.name))
    }
}

/// Why no run has some values together.
pub fn of_hole(analysis: &mut Analysis, met: &Met, number: u32, cross: &Cross, hole: &Hole) -> Vec<String> {
    let wanted: Vec<(usize, u128)> = hole
        .0
        .iter()
        .enumerate()
        .filter_map(|(at, value)| Some((at, cross.attributes[at].domain.get((*value)?)?.0)))
        .collect();
    let visits: Vec<(TermId, TermId)> = met
        .tuples
        .iter()
        .filter(|it| it.0 == number)
        .map(|(_, here, values)| {
            let terms = &mut analysis.engine.terms;
            let mut so = terms.bool_const(true);
            for &(at, value) in &wanted {
                let width = terms.width(values[at]);
                let value = terms.bits(width, value);
                let equal = terms.eq(values[at], value);
                so = terms.and(so, equal);
            }
            (*here, so)
        })
        .collect();
    if visits.is_empty() {
        return vec!["no run comes to the place".to_owned()];
    }
    let any: Vec<TermId> = visits.iter().map(|(_, so)| *so).collect();
    let any = analysis.engine.terms.or_all(&any);
    match (can_be(analysis, &[any]), &visits[..]) {
        (Some(false), _) if wanted.len() > 1 => {
            vec!["the expressions exclude each other, whatever the inputs are".to_owned()]
        }
        (Some(false), _) => vec!["whatever the inputs are".to_owned()],
        (_, [(here, so)]) => excluded(analysis, *here, *so),
        _ => Vec::new(),
    }
}

fn can_be(analysis: &mut Analysis, terms: &[TermId]) -> Option<bool> {
    let all = analysis.engine.terms.and_all(terms);
    analysis.inputs_for(all, FEW).ok().map(|found| found.is_some())
}

/// The assumptions and decisions that exclude something where a run is; none if they are many.
fn excluded(analysis: &mut Analysis, here: TermId, so: TermId) -> Vec<String> {
    let Some(unrolling) = analysis.unrolling.clone() else { return Vec::new() };
    let program = analysis.program.clone();
    let mut known: Vec<(TermId, String)> = Vec::new();
    for step in &unrolling.steps {
        if known.len() >= MANY {
            return Vec::new();
        }
        let is_user = program.functions[unrolling.function_of(step)].origin == Origin::User;
        let told = format!("{} (line {})", quoted(&program, step.span), program.sources.line(step.span));
        match step.kind {
            StepKind::Assume { cond } if is_user => {
                let holds = analysis.engine.terms.implies(step.guard, cond);
                known.push((
                    holds,
                    format!("{} is assumed", told.replace("__CPROVER_assume(", "").replace("__VERIFIER_assume(", "")),
                ));
            }
            StepKind::Check { property, cond } if is_user => {
                let holds = analysis.engine.terms.implies(step.guard, cond);
                let name = &analysis.properties.all()[property].name;
                known.push((holds, format!("runs end where {name} fails")));
            }
            StepKind::Branch { cond, .. } if is_user => {
                let not = analysis.engine.terms.not(cond);
                match [cond, not].map(|it| can_be(analysis, &[here, it])) {
                    [Some(true), Some(false)] => known.push((cond, format!("{told} is true there"))),
                    [Some(false), Some(true)] => known.push((not, format!("{told} is false there"))),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    let all = |known: &[(TermId, String)]| known.iter().map(|it| it.0).chain([so]).collect::<Vec<_>>();
    if can_be(analysis, &all(&known)) != Some(false) {
        return Vec::new();
    }
    let mut at = 0;
    while at < known.len() {
        let mut fewer = known.clone();
        fewer.remove(at);
        if can_be(analysis, &all(&fewer)) == Some(false) {
            known = fewer;
        } else {
            at += 1;
        }
    }
    if known.len() > MOST_TOLD { Vec::new() } else { known.into_iter().map(|it| it.1).collect() }
}
