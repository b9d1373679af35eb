//! Why a property holds: the conditions, values and assumptions that it rests on.
//!
//! The program is unrolled once more with a switch at every expression that a person wrote and at every assumption: switched
//! off, the expression may have any value and the assumption is none. That a property cannot be the first to fail is a question
//! with all switches on; those that the answer needs are what it rests on. Then each of these is tried without: what is left
//! cannot be done without, taken one by one. Loops are followed for as many rounds as they have with all switches on: what
//! another program would do in later rounds is not looked at.

use rustc_hash::FxHashMap;
use whyc_base::source::Span;
use whyc_check::Analysis;
use whyc_ir::program::{ComponentId, ComponentKind, Origin, Program};
use whyc_ir::property::{PropertyClass, PropertyId};
use whyc_ir::types::Type;
use whyc_sat::session::Answer;
use whyc_term::{Sort, TermId, TermStore};
use whyc_unroll::rewrite::{ComponentValue, Defined, Rewrite, Site};
use whyc_unroll::step::{StepKind, Unrolling};

use crate::trace::seen_from_outside;

/// Why a property holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    /// Which.
    pub property: PropertyId,
    /// What it rests on, in the order of the source; nothing if it holds whatever the program computes.
    pub grounds: Vec<Ground>,
    /// Whether none of these can be done without, as far as that was found out.
    pub is_smallest: bool,
}

/// Something that a property rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: GroundKind,
}

/// What a property rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroundKind {
    /// A condition that decides where runs go.
    Condition,
    /// A value that is computed.
    Value,
    /// An assumption.
    Assumed,
}

/// How much work the unrolling may be, in instructions and steps, and in terms.
const MOST: (u64, usize) = (60_000, 1_000_000);
/// How many conflicts one question may have.
const CONFLICTS: u32 = 5_000;
/// How much may follow in all of them before nothing is tried one by one any more: a few seconds.
const PROPAGATIONS: u64 = 20_000_000;
/// At most so many properties are looked at, and so many grounds are tried one by one.
const MANY_PROPERTIES: usize = 12;
const MANY_GROUNDS: usize = 40;

/// Why properties of a safe program hold: assertions first, then others, in the order of the source. None if that is too large
/// a question.
pub fn supports(analysis: &mut Analysis) -> Option<Vec<Support>> {
    let program = analysis.program.clone();
    let mut bounds = analysis.bounds().clone();
    // Rounds that nothing unknown decides were for free; now they are not.
    for (&id, &rounds) in &analysis.unrolling.as_ref()?.work.rounds {
        bounds.loops[id] = bounds.loops[id].max(u32::try_from(rounds).unwrap_or(u32::MAX));
    }
    let mut switches = Switches { program: &program, of: FxHashMap::default(), all: Vec::new() };
    let unrolling = analysis.unroll_within(&bounds, MOST, &mut switches).ok()?;
    let mut all = switches.all;
    let failing = failing(&unrolling, &program, &mut analysis.engine.terms, &mut all);
    let mut asked: Vec<PropertyId> = analysis.asked.clone();
    asked.retain(|id| {
        let property = &analysis.properties.all()[*id];
        program.functions[property.function].origin == Origin::User && unrolling.reached[*id]
    });
    let rank = |id: &PropertyId| match analysis.properties.all()[*id].class {
        PropertyClass::Assertion => 0,
        PropertyClass::Bounds | PropertyClass::Overflow | PropertyClass::DivisionByZero => 1,
        _ => 2,
    };
    asked.sort_by_key(|id| (rank(id), *id));
    // Of what can be done to a pointer, one check says enough; what never rests on anything is not told.
    asked.retain(|id| rank(id) < 2);
    asked.truncate(MANY_PROPERTIES);
    let mut found = Vec::new();
    let most = analysis.engine.stats().propagations + PROPAGATIONS;
    for property in asked {
        // What is no step cannot fail whatever numbers are computed.
        let fails = failing.get(&property).copied().unwrap_or_else(|| analysis.engine.terms.bool_const(false));
        found.push(support(analysis, property, fails, &all, most)?);
    }
    Some(found)
}

/// A switch: a Boolean input, and what it is for.
type Switch = (TermId, Ground);

/// For each property, that it is the first to fail, with assumptions that hold where their switches are on.
fn failing(
    unrolling: &Unrolling,
    program: &Program,
    terms: &mut TermStore,
    all: &mut Vec<Switch>,
) -> FxHashMap<PropertyId, TermId> {
    let mut going = terms.bool_const(true);
    let mut failing: FxHashMap<PropertyId, TermId> = FxHashMap::default();
    let mut assumed: FxHashMap<Span, TermId> = FxHashMap::default();
    for step in &unrolling.steps {
        let cond = match step.kind {
            StepKind::Assume { cond } => {
                let seen = seen_from_outside(program, unrolling, step);
                let span = seen.as_ref().map_or(step.span, |it| it.span);
                let user = seen.as_ref().map_or(step.frame, |it| it.frame);
                let is_users = program.functions[unrolling.frames[user].function].origin == Origin::User;
                if is_users {
                    let switch = *assumed.entry(span).or_insert_with(|| {
                        let switch = terms.input(Sort::Bool);
                        all.push((switch, Ground { span, kind: GroundKind::Assumed }));
                        switch
                    });
                    terms.implies(switch, cond)
                } else {
                    cond
                }
            }
            StepKind::Check { cond, .. } => cond,
            StepKind::Unsupported { .. } | StepKind::Cut { .. } => terms.bool_const(false),
            _ => continue,
        };
        let not_cond = terms.not(cond);
        let ends_here = terms.and(step.guard, not_cond);
        let first = terms.and(going, ends_here);
        if let StepKind::Check { property, .. } = step.kind {
            let known = failing.get(&property).copied();
            let known = known.unwrap_or_else(|| terms.bool_const(false));
            let either = terms.or(known, first);
            failing.insert(property, either);
        }
        let goes_on = terms.implies(step.guard, cond);
        going = terms.and(going, goes_on);
    }
    failing
}

/// What a property rests on. None if that is too hard a question.
fn support(analysis: &mut Analysis, property: PropertyId, fails: TermId, all: &[Switch], most: u64) -> Option<Support> {
    let Asked::Holds(mut needed) = ask(analysis, fails, all) else { return None };
    let mut is_smallest = needed.len() <= MANY_GROUNDS;
    let mut at = 0;
    while is_smallest && at < needed.len() {
        let mut fewer = needed.clone();
        fewer.remove(at);
        match ask(analysis, fails, &fewer) {
            // What comes before was found to be needed, and still is.
            Asked::Holds(smaller) => needed = smaller,
            Asked::Fails => at += 1,
            Asked::Unknown => is_smallest = false,
        }
        is_smallest &= analysis.engine.stats().propagations < most;
    }
    debug_assert!(!matches!(ask(analysis, fails, &needed), Asked::Fails), "what it rests on should be enough");
    let mut grounds: Vec<Ground> = needed.into_iter().map(|(_, ground)| ground).collect();
    // Of an expression within another one, the outer one says enough.
    let all = grounds.clone();
    grounds.retain(|it| !all.iter().any(|other| other.span != it.span && other.span.contains(it.span)));
    grounds.sort_by_key(|it| (it.span.file, it.span.start, it.kind));
    grounds.dedup();
    Some(Support { property, grounds, is_smallest })
}

/// What is known of a property with some switches on.
enum Asked {
    /// It holds, because of these.
    Holds(Vec<Switch>),
    /// It can fail.
    Fails,
    /// That takes too long to find out.
    Unknown,
}

fn ask(analysis: &mut Analysis, fails: TermId, on: &[Switch]) -> Asked {
    let given = analysis.given();
    let terms: Vec<TermId> = [fails, given].into_iter().chain(on.iter().map(|(switch, _)| *switch)).collect();
    match analysis.engine.solve_limited(&terms, CONFLICTS) {
        Some(Answer::Unsatisfiable) => {
            let lits: Vec<_> = on.iter().map(|(switch, _)| analysis.engine.lit(*switch)).collect();
            let failed = analysis.engine.sat.failed_assumptions();
            Asked::Holds(on.iter().zip(lits).filter(|(_, lit)| failed.contains(lit)).map(|(it, _)| *it).collect())
        }
        Some(Answer::Satisfiable) => Asked::Fails,
        Some(Answer::Unknown(_)) | None => Asked::Unknown,
    }
}

/// Puts a switch at every expression.
struct Switches<'a> {
    program: &'a Program,
    of: FxHashMap<ComponentId, TermId>,
    all: Vec<Switch>,
}

impl Rewrite for Switches<'_> {
    fn define(&mut self, _terms: &mut TermStore, _site: Site<'_>, _what: Defined, value: TermId) -> TermId {
        value
    }

    fn component(&mut self, terms: &mut TermStore, _site: Site<'_>, value: ComponentValue<'_>) -> Option<TermId> {
        let known = &self.program.components[value.component];
        let is_users =
            self.program.functions[known.function].origin == Origin::User || known.function == self.program.start;
        // A pointer that may point anywhere would say nothing about anything; so they stay as they are.
        let is_number = matches!(self.program.types.get(value.ty), Type::Bool | Type::Int(_) | Type::Enum(_));
        if !is_users || !is_number || terms.as_bool(value.guard) == Some(false) {
            return None;
        }
        let kind = match known.kind {
            ComponentKind::Condition => GroundKind::Condition,
            _ => GroundKind::Value,
        };
        let switch = *self.of.entry(value.component).or_insert_with(|| {
            let switch = terms.input(Sort::Bool);
            self.all.push((switch, Ground { span: known.span, kind }));
            switch
        });
        let any = terms.input(terms.sort(value.value));
        Some(terms.ite(switch, value.value, any))
    }
}
