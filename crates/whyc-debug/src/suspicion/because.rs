//! What keeps something from happening: the decision that would lead there, and what excludes it.

use whyc_check::Analysis;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{FunctionId, Origin};
use whyc_term::TermId;
use whyc_unroll::step::{StepId, StepKind};

use super::goals::{Goals, can_be};
use super::look::{Look, Seen};
use super::{Because, How};
use crate::dynamic::Control;
use crate::trace::seen_from_outside;

/// At most so many conditions are tried one by one.
const MANY: usize = 24;
/// More than this many reasons are no reason.
const MOST_TOLD: usize = 4;

type At = (FunctionId, InstrId);

/// Why no run comes to an instruction: the first decision on the way there that is never made so.
pub fn of_place(analysis: &mut Analysis, look: &Look, place: At, conflicts: u32) -> Vec<Because> {
    let mut place = place;
    let mut visited = Vec::new();
    loop {
        if visited.contains(&place) {
            return Vec::new();
        }
        visited.push(place);
        let Some(body) = analysis.program.functions[place.0].body.clone() else { return Vec::new() };
        let deciders = Control::new(&body).deciders(place.1).to_vec();
        // The branch that some run comes to, and that no run takes in this direction.
        let mut closed: Option<(InstrId, bool)> = None;
        let mut unreached: Option<InstrId> = None;
        for &decider in &deciders {
            let InstrKind::Branch { .. } = body.instrs[decider].kind else { continue };
            match can_go(analysis, look, (place.0, decider), conflicts) {
                Some([false, false]) => unreached = Some(decider),
                Some([true, false]) => closed = Some((decider, true)),
                Some([false, true]) => closed = Some((decider, false)),
                Some([true, true]) | None => {}
            }
        }
        if let Some((decider, direction)) = closed {
            return of_decision(analysis, look, (place.0, decider), direction, conflicts);
        }
        match unreached {
            Some(decider) => place = (place.0, decider),
            // Nothing in this function decides: the function is not come to.
            None => match look.calls.get(&place.0).and_then(|calls| calls.first()) {
                Some(&call) if analysis.program.functions[call.0].origin == Origin::User => place = call,
                Some(_) => return Vec::new(),
                None if place.0 == analysis.program.entry => return Vec::new(),
                None => {
                    let span = analysis.program.functions[place.0].span;
                    return vec![Because { span, how: How::NotCalled }];
                }
            },
        }
    }
}

/// Whether a branch can be come to with its condition false, and true.
fn can_go(analysis: &mut Analysis, look: &Look, at: At, conflicts: u32) -> Option<[bool; 2]> {
    let mut goals = Goals::default();
    for direction in [false, true] {
        let taken: Vec<TermId> =
            look.at(at.0, at.1).iter().map(|seen| decided(analysis, seen, direction, seen.here)).collect();
        goals.add(analysis, &taken);
    }
    match goals.ask(analysis, conflicts)[..] {
        [Some(no), Some(yes)] => Some([no, yes]),
        _ => None,
    }
}

/// That a condition is so, and `with` besides.
fn decided(analysis: &mut Analysis, seen: &Seen, direction: bool, with: TermId) -> TermId {
    let terms = &mut analysis.engine.terms;
    let so = if direction { seen.truth } else { terms.not(seen.truth) };
    terms.and(with, so)
}

/// Why the condition of a branch is never so: what is decided or assumed before, and excludes it.
pub fn of_decision(
    analysis: &mut Analysis,
    look: &Look,
    (function, instr): At,
    direction: bool,
    conflicts: u32,
) -> Vec<Because> {
    let Some(body) = analysis.program.functions[function].body.clone() else { return Vec::new() };
    let InstrKind::Branch { cond, .. } = body.instrs[instr].kind else { return Vec::new() };
    let how = if direction { How::NeverTrue } else { How::NeverFalse };
    let mut told = vec![Because { span: body.exprs[cond].span, how }];
    // What is decided before can be told apart where the code is gone through once.
    let [seen] = look.at(function, instr) else { return told };
    let truth = seen.truth;
    let so = if direction { truth } else { analysis.engine.terms.not(truth) };
    if can_be(analysis, &[so], conflicts) != Some(true) {
        return told;
    }
    let mut before: Vec<(TermId, Because)> = Vec::new();
    for (id, step) in look.unrolling.steps.iter_enumerated().take_while(|(id, _)| *id < seen.step) {
        if let StepKind::Assume { cond } = step.kind {
            let span = seen_from_outside(&analysis.program, &look.unrolling, step).map_or(step.span, |it| it.span);
            let holds = analysis.engine.terms.implies(step.guard, cond);
            let body = analysis.program.functions[look.unrolling.function_of(step)].body.as_ref();
            let is_written = body.is_some_and(|body| matches!(body.instrs[step.instr].kind, InstrKind::Assume(_)));
            let how = if analysis.is_any_round() && !is_written { How::Always } else { How::Assumed };
            before.push((holds, Because { span, how }));
        }
        debug_assert!(id < seen.step, "only what comes before");
    }
    decisions(analysis, look, function, instr, conflicts, &mut before);
    if before.len() > MANY {
        return told;
    }
    let terms = |before: &[(TermId, Because)]| before.iter().map(|(term, _)| *term).chain([so]).collect::<Vec<_>>();
    if can_be(analysis, &terms(&before), conflicts) != Some(false) {
        return told;
    }
    // Each that the others do without is left out; the ones that come first, first.
    let mut at = 0;
    while at < before.len() {
        let mut fewer = before.clone();
        fewer.remove(at);
        if can_be(analysis, &terms(&fewer), conflicts) == Some(false) {
            before = fewer;
        } else {
            at += 1;
        }
    }
    if before.len() <= MOST_TOLD {
        told.extend(before.into_iter().map(|(_, because)| because));
    }
    told
}

/// The decisions that lead to an instruction, outermost last, with what each of them was.
fn decisions(
    analysis: &mut Analysis,
    look: &Look,
    function: FunctionId,
    instr: InstrId,
    conflicts: u32,
    before: &mut Vec<(TermId, Because)>,
) {
    let Some(body) = analysis.program.functions[function].body.clone() else { return };
    let control = Control::new(&body);
    let mut todo = vec![instr];
    let mut known: Vec<InstrId> = vec![instr];
    let last: StepId = look.at(function, instr).first().map_or(StepId(0), |seen| seen.step);
    let here = look.at(function, instr).first().map(|seen| seen.here);
    while let Some(at) = todo.pop() {
        for &decider in control.deciders(at) {
            if known.contains(&decider) {
                continue;
            }
            known.push(decider);
            todo.push(decider);
            let (InstrKind::Branch { cond, .. }, [seen], Some(here)) =
                (&body.instrs[decider].kind, look.at(function, decider), here)
            else {
                continue;
            };
            if seen.step >= last {
                continue;
            }
            let (yes, no) = (seen.truth, analysis.engine.terms.not(seen.truth));
            // What it is wherever the instruction is come to.
            let (term, how) = match [no, yes].map(|so| can_be(analysis, &[here, so], conflicts)) {
                [Some(false), Some(true)] => (yes, How::True),
                [Some(true), Some(false)] => (no, How::False),
                _ => continue,
            };
            before.push((term, Because { span: body.exprs[*cond].span, how }));
        }
    }
}
