//! Why a property holds: the conditions, values and assumptions that it rests on.
//!
//! The program is unrolled once more with a switch at every expression that a person wrote and at every assumption: switched
//! off, the expression may have any value and the assumption is none. That a property cannot be the first to fail is a question
//! with all switches on; those that the answer needs are what it rests on. Then each of these is tried without: what is left
//! cannot be done without, taken one by one. Loops are followed for as many rounds as they have with all switches on: what
//! another program would do in later rounds is not looked at.
//!
//! Where a proof by induction showed it, any round is unrolled instead of all. Then a property rests on invariants, too; and they
//! on what makes them hold where a loop is entered and at the end of each round.

use rustc_hash::FxHashMap;
use whyc_base::source::Span;
use whyc_check::{Analysis, Facts, Promised, Round};
use whyc_ir::program::{ComponentId, ComponentKind, Origin, Program};
use whyc_ir::property::{PropertyClass, PropertyId};
use whyc_ir::types::Type;
use whyc_sat::session::Answer;
use whyc_term::{Sort, TermId, TermStore};
use whyc_unroll::rewrite::{ComponentValue, Defined, Rewrite, Site};
use whyc_unroll::step::StepKind;

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
    let mut switches = Switches { program: &program, of: FxHashMap::default(), all: Vec::new() };
    let any_round = analysis.unroll_any_round(Facts::Chosen, MOST, &mut switches);
    let round = match any_round {
        Some(round) => round.ok()?,
        None => all_rounds(analysis, &mut switches)?,
    };
    let mut all = switches.all;
    let open = Open::new(&round, &program, &mut analysis.engine.terms, &mut all);
    let mut asked: Vec<PropertyId> = analysis.asked.clone();
    asked.retain(|id| {
        let property = &analysis.properties.all()[*id];
        program.functions[property.function].origin == Origin::User && round.unrolling.reached[*id]
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
        found.push(support(analysis, property, &open, &all, most)?);
    }
    Some(found)
}

/// All rounds that runs have.
fn all_rounds(analysis: &mut Analysis, switches: &mut Switches<'_>) -> Option<Round> {
    let mut bounds = analysis.bounds().clone();
    // Rounds that nothing unknown decides were for free; now they are not.
    for (&id, &rounds) in &analysis.unrolling.as_ref()?.work.rounds {
        bounds.loops[id] = bounds.loops[id].max(u32::try_from(rounds).unwrap_or(u32::MAX));
    }
    let unrolling = analysis.unroll_within(&bounds, MOST, switches).ok()?;
    Some(Round { unrolling, assumed: Vec::new(), chosen: Vec::new(), promised: Vec::new() })
}

/// A switch: a Boolean input, and what it is for.
type Switch = (TermId, Ground);

/// What must not be (Boolean terms), with assumptions that hold where their switches are on.
struct Open {
    /// For each property, that it is the first to fail.
    fails: FxHashMap<PropertyId, TermId>,
    /// For each invariant, whether it is taken to hold (a switch), and that it does not.
    facts: Vec<(TermId, TermId)>,
}

impl Open {
    fn new(round: &Round, program: &Program, terms: &mut TermStore, all: &mut Vec<Switch>) -> Self {
        let unrolling = &round.unrolling;
        let (yes, no) = (terms.bool_const(true), terms.bool_const(false));
        let facts = round.chosen.iter().map(|&chosen| (chosen, no)).collect();
        let mut open = Self { fails: FxHashMap::default(), facts };
        let mut assumed: FxHashMap<Span, TermId> = FxHashMap::default();
        let mut going = yes;
        let mut promised = round.promised.iter().peekable();
        for (id, step) in unrolling.steps.iter_enumerated() {
            while let Some(it) = promised.next_if(|it| it.at <= id) {
                open.promise(terms, it, going);
            }
            let cond = match step.kind {
                StepKind::Assume { cond } if round.assumed.contains(&id) => cond,
                StepKind::Assume { cond } => {
                    let seen = seen_from_outside(program, unrolling, step);
                    let span = seen.as_ref().map_or(step.span, |it| it.span);
                    let user = seen.as_ref().map_or(step.frame, |it| it.frame);
                    if program.functions[unrolling.frames[user].function].origin == Origin::User {
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
                StepKind::Unsupported { .. } | StepKind::Cut { .. } => no,
                _ => continue,
            };
            let not_cond = terms.not(cond);
            let ends_here = terms.and(step.guard, not_cond);
            let first = terms.and(going, ends_here);
            if let StepKind::Check { property, .. } = step.kind {
                let first = unrolling.counts.get(&id).map_or(first, |&counts| terms.and(first, counts));
                let known = open.fails.get(&property).copied().unwrap_or(no);
                open.fails.insert(property, terms.or(known, first));
            }
            let goes_on = terms.implies(step.guard, cond);
            going = terms.and(going, goes_on);
        }
        for it in promised {
            open.promise(terms, it, going);
        }
        open
    }

    /// Adds that what has to hold there does not, in runs that come there.
    fn promise(&mut self, terms: &mut TermStore, it: &Promised, going: TermId) {
        let not_cond = terms.not(it.cond);
        let ends_here = terms.and(it.guard, not_cond);
        let first = terms.and(going, ends_here);
        self.facts[it.nth].1 = terms.or(self.facts[it.nth].1, first);
    }
}

/// The question why a property holds: what must not be, and the invariants that are taken to hold, and so must.
struct Because {
    bad: TermId,
    known: Vec<TermId>,
}

/// Finds out which invariants a property needs, and these in turn. None if that is too hard a question.
fn because(analysis: &mut Analysis, fails: TermId, open: &Open, all: &[Switch]) -> Option<Because> {
    let facts = open.facts.iter().map(|(switch, _)| *switch);
    let on: Vec<TermId> = all.iter().map(|(switch, _)| *switch).chain(facts).collect();
    let mut because = Because { bad: fails, known: Vec::new() };
    loop {
        let Asked::Holds(needed) = ask(analysis, &Because { known: Vec::new(), ..because }, &on) else { return None };
        let n_before = because.known.len();
        for (switch, broken) in &open.facts {
            if needed.contains(switch) && !because.known.contains(switch) {
                because.known.push(*switch);
                because.bad = analysis.engine.terms.or(because.bad, *broken);
            }
        }
        if because.known.len() == n_before {
            return Some(because);
        }
    }
}

/// What a property rests on. None if that is too hard a question.
fn support(analysis: &mut Analysis, property: PropertyId, open: &Open, all: &[Switch], most: u64) -> Option<Support> {
    // What is no step cannot fail whatever numbers are computed.
    let fails = open.fails.get(&property).copied().unwrap_or_else(|| analysis.engine.terms.bool_const(false));
    let because = because(analysis, fails, open, all)?;
    let on: Vec<TermId> = all.iter().map(|(switch, _)| *switch).collect();
    let Asked::Holds(mut needed) = ask(analysis, &because, &on) else { return None };
    let mut is_smallest = needed.len() <= MANY_GROUNDS;
    let mut at = 0;
    while is_smallest && at < needed.len() {
        let mut fewer = needed.clone();
        fewer.remove(at);
        match ask(analysis, &because, &fewer) {
            // What comes before was found to be needed, and still is.
            Asked::Holds(smaller) => needed = smaller,
            Asked::Fails => at += 1,
            Asked::Unknown => is_smallest = false,
        }
        is_smallest &= analysis.engine.stats().propagations < most;
    }
    debug_assert!(!matches!(ask(analysis, &because, &needed), Asked::Fails), "what it rests on should be enough");
    let mut grounds: Vec<Ground> =
        all.iter().filter(|(switch, _)| needed.contains(switch)).map(|(_, ground)| *ground).collect();
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
    Holds(Vec<TermId>),
    /// It can fail.
    Fails,
    /// That takes too long to find out.
    Unknown,
}

fn ask(analysis: &mut Analysis, because: &Because, on: &[TermId]) -> Asked {
    let given = analysis.given();
    let known = because.known.iter().copied();
    let terms: Vec<TermId> = [because.bad, given].into_iter().chain(known).chain(on.iter().copied()).collect();
    match analysis.engine.solve_limited(&terms, CONFLICTS) {
        Some(Answer::Unsatisfiable) => {
            let lits: Vec<_> = on.iter().map(|&switch| analysis.engine.lit(switch)).collect();
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
