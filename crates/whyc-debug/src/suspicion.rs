//! Why what holds may say little: assertions that no run comes to, conditions that are never true, loops that are never
//! entered.
//!
//! In: a program that was found to be safe as a whole. Out: a list of [`Suspicion`]s, each of which is certain: a question to
//! the solver, over all runs, was answered. What takes too long is not said.
//!
//! `look` unrolls once more and writes down what the user's conditions come to, `clauses` takes assertions apart, `goals` asks
//! what can happen, `because` says what keeps something from happening.

pub mod because;
mod clauses;
pub(crate) mod goals;
mod implied;
pub mod look;
mod typed;

use whyc_base::source::Span;
use whyc_check::Analysis;
use whyc_ir::flow;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, Origin};
use whyc_ir::property::{Property, PropertyClass, Site};
use whyc_term::TermId;

use clauses::Part;
use goals::Goals;
use look::{Look, Of, Seen};

/// Something suspicious.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspicion {
    /// What is suspicious.
    pub kind: Kind,
    /// Where.
    pub span: Span,
    /// The part of it that is meant, if it is a part.
    pub part: Option<Span>,
    /// What keeps it from happening, what is nearest first; empty if that cannot be said in few words.
    pub because: Vec<Because>,
}

/// What is suspicious.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// No run comes to an assertion.
    Unreached,
    /// What an assertion presupposes is never so.
    Antecedent,
    /// A part of an assertion plays no role: the rest of it holds always.
    Idle,
    /// The types of the variables of an assertion make it true.
    Typed,
    /// An assertion follows from an earlier one.
    Implied,
    /// No run enters a loop.
    NotEntered,
    /// No run takes a case of a `switch`.
    NotTaken {
        /// The first value of the case.
        value: i128,
    },
}

impl Kind {
    /// Its name in reports for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Unreached => "unreached",
            Kind::Antecedent => "antecedent",
            Kind::Idle => "idle",
            Kind::Typed => "typed",
            Kind::Implied => "implied",
            Kind::NotEntered => "not-entered",
            Kind::NotTaken { .. } => "not-taken",
        }
    }
}

/// Something that keeps something else from happening, together with the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Because {
    /// What is said there.
    pub span: Span,
    /// How that matters.
    pub how: How,
}

/// How a condition keeps something from happening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It would have to be true, and never is.
    NeverTrue,
    /// It would have to be false, and never is.
    NeverFalse,
    /// It is true on the way.
    True,
    /// It is false on the way.
    False,
    /// It is assumed.
    Assumed,
    /// No run calls the function that stands here.
    NotCalled,
    /// It follows from this.
    Follows,
    /// What always holds at this loop.
    Always,
}

/// How much is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What makes a verdict say less than it seems to, as far as that costs little.
    Serious,
    /// Everything.
    All,
}

/// How many conflicts a question may have where nobody asked for it, and where it was asked for.
const FEW: u32 = 2_000;
const MANY: u32 = 50_000;
/// How much work an unrolling may be that is made once more where nobody asked for that, in instructions and steps.
const SMALL: u64 = 40_000;
/// And how many terms it may make that there were not before.
const SMALL_TERMS: usize = 100_000;

/// What is suspicious about a program in which everything was found to hold, in the order of the source.
pub fn suspicions(analysis: &mut Analysis, extent: Extent) -> Vec<Suspicion> {
    let effort = analysis.unrolling.as_ref().map_or(u64::MAX, |unrolling| unrolling.effort);
    // One round from any state is little work, however many rounds were followed before.
    let is_large = effort > SMALL && !analysis.is_any_round();
    if !has_user_conditions(analysis) || extent == Extent::Serious && is_large {
        return Vec::new();
    }
    let conflicts = if extent == Extent::All { MANY } else { FEW };
    let most = if extent == Extent::All { (u64::MAX, usize::MAX) } else { (SMALL, SMALL_TERMS) };
    let Some(look) = Look::new(analysis, Of::AnyRound, most) else { return Vec::new() };
    let mut found = Vec::new();
    assertions(analysis, &look, extent, conflicts, &mut found);
    if extent == Extent::All {
        loops(analysis, &look, conflicts, &mut found);
        cases(analysis, &look, conflicts, &mut found);
        let told: Vec<Span> = found.iter().map(|it| it.span).collect();
        let n_before = found.len();
        implied::implied(analysis, &look, conflicts, &mut found);
        // One thing at a time.
        let mut at = 0;
        found.retain(|it| {
            at += 1;
            at <= n_before || !told.contains(&it.span)
        });
    }
    found.sort_by_key(|it| (it.span.file, it.span.start, it.kind));
    found
}

/// Whether the user asserts anything, or decides anything at all.
fn has_user_conditions(analysis: &Analysis) -> bool {
    analysis.program.functions.iter().any(|f| f.origin == Origin::User && f.body.is_some())
}

/// The user's functions that are part of the program: who only asks for what a contract says of a function does not ask about what
/// it calls.
fn bodies(analysis: &Analysis) -> Vec<(FunctionId, Body)> {
    let called = flow::called(&analysis.program);
    let is_part = |id: FunctionId| called.contains(&id) || id == analysis.program.entry;
    let functions = analysis.program.functions.iter_enumerated().filter(|(_, f)| f.origin == Origin::User);
    let functions = functions.filter(|(id, _)| is_part(*id));
    functions.filter_map(|(id, f)| Some((id, f.body.clone()?))).collect()
}

/// Whether a property says that its place is not to be come to: nothing is suspicious if no run does.
pub(crate) fn is_ruled_out(analysis: &Analysis, property: &Property) -> bool {
    let body = analysis.program.functions[property.function].body.as_ref();
    let (Some(body), Site::Instr(instr)) = (body, property.site) else { return false };
    matches!(body.instrs[instr].kind, InstrKind::Assert { cond, .. } if clauses::is_ruled_out(body, cond))
}

fn assertions(analysis: &mut Analysis, look: &Look, extent: Extent, conflicts: u32, found: &mut Vec<Suspicion>) {
    /// What is asked about an assertion.
    enum Asked {
        Reached,
        /// Never mind the question: it is true by its types.
        Typed,
        /// What a clause presupposes.
        Presupposed(Span),
        /// The clause without this part.
        Without(Part),
    }
    let mut goals = Goals::default();
    let mut asked: Vec<(FunctionId, InstrId, Span, Asked)> = Vec::new();
    for (function, body) in bodies(analysis) {
        for (instr, it) in body.instrs.iter_enumerated() {
            let InstrKind::Assert { cond, class: class @ PropertyClass::Assertion, .. } = it.kind else { continue };
            let Some(id) = analysis.properties.at(function, Site::Instr(instr), class) else { continue };
            if clauses::is_ruled_out(&body, cond) {
                continue;
            }
            let span_of = analysis.properties.all()[id].span;
            let seen = look.at(function, instr);
            let here: Vec<TermId> = seen.iter().map(|seen| seen.here).collect();
            goals.add(analysis, &here);
            asked.push((function, instr, span_of, Asked::Reached));
            if extent == Extent::All && typed::is_always(&analysis.program, &body, cond) {
                goals.add(analysis, &[]);
                asked.push((function, instr, span_of, Asked::Typed));
            }
            for clause in clauses::clauses(&body, cond) {
                if let Some(span) = clauses::presupposed(&body, &clause) {
                    let all: Vec<Part> = clause.iter().copied().filter(|part| part.negated).collect();
                    let so: Vec<TermId> =
                        seen.iter().filter_map(|seen| needed(analysis, seen, &all, usize::MAX)).collect();
                    goals.add(analysis, &so);
                    asked.push((function, instr, span_of, Asked::Presupposed(span)));
                }
                for without in (0..clause.len()).filter(|_| extent == Extent::All) {
                    let needed: Vec<TermId> =
                        seen.iter().filter_map(|seen| needed(analysis, seen, &clause, without)).collect();
                    goals.add(analysis, &needed);
                    asked.push((function, instr, span_of, Asked::Without(clause[without])));
                }
            }
        }
    }
    let answers = goals.ask(analysis, conflicts);
    let mut unreached: Option<(FunctionId, InstrId)> = None;
    let mut told: Option<(FunctionId, InstrId)> = None;
    for ((function, instr, span, asked), can_be) in asked.into_iter().zip(answers) {
        if can_be != Some(false) {
            continue;
        }
        let body = analysis.program.functions[function].body.clone();
        match asked {
            Asked::Reached => {
                unreached = Some((function, instr));
                let because = because::of_place(analysis, look, (function, instr), conflicts);
                found.push(Suspicion { kind: Kind::Unreached, span, part: None, because });
            }
            // One thing at a time: of an assertion that nobody comes to no part matters.
            _ if unreached == Some((function, instr)) || told == Some((function, instr)) => {}
            Asked::Typed => {
                told = Some((function, instr));
                found.push(Suspicion { kind: Kind::Typed, span, part: None, because: Vec::new() });
            }
            Asked::Presupposed(part) => {
                told = Some((function, instr));
                found.push(Suspicion { kind: Kind::Antecedent, span, part: Some(part), because: Vec::new() });
            }
            Asked::Without(part) => {
                let Some(body) = body else { continue };
                told = Some((function, instr));
                let part = Some(body.exprs[part.expr].span);
                found.push(Suspicion { kind: Kind::Idle, span, part, because: Vec::new() });
            }
        }
    }
}

/// That a run is there and all these parts are false but one, which is needed then; all of them if there is no such one.
fn needed(analysis: &mut Analysis, seen: &Seen, clause: &[Part], without: usize) -> Option<TermId> {
    let terms = &mut analysis.engine.terms;
    let mut needed = seen.here;
    for (at, part) in clause.iter().enumerate().filter(|(at, _)| *at != without) {
        debug_assert_ne!(at, without, "it is left out");
        let truth = seen.parts.iter().find(|(expr, _)| *expr == part.expr)?.1;
        let is_false = if part.negated { truth } else { terms.not(truth) };
        needed = terms.and(needed, is_false);
    }
    Some(needed)
}

fn loops(analysis: &mut Analysis, look: &Look, conflicts: u32, found: &mut Vec<Suspicion>) {
    let mut goals = Goals::default();
    let mut asked = Vec::new();
    for (function, body) in bodies(analysis) {
        let loops: Vec<(InstrId, InstrId)> =
            analysis.loops.in_function(function).map(|(_, it)| (it.head, it.last)).collect();
        for (head, last) in loops {
            // The decision at the head, where there is one: a body that is gone through before that is always entered.
            let at_head = body.instrs.iter_enumerated().find(|(id, it)| {
                *id >= head && *id <= last && !matches!(it.kind, InstrKind::Label | InstrKind::Declare(_))
            });
            let Some((instr, InstrKind::Branch { when, target, .. })) = at_head.map(|(id, it)| (id, &it.kind)) else {
                continue;
            };
            if *target <= last && *target >= head {
                continue;
            }
            let entering: Vec<TermId> = look
                .at(function, instr)
                .iter()
                .map(|seen| {
                    let terms = &mut analysis.engine.terms;
                    let stays = if *when { terms.not(seen.truth) } else { seen.truth };
                    terms.and(seen.here, stays)
                })
                .collect();
            let reached: Vec<TermId> = look.at(function, instr).iter().map(|seen| seen.here).collect();
            goals.add(analysis, &entering);
            goals.add(analysis, &reached);
            asked.push((function, instr));
        }
    }
    let answers = goals.ask(analysis, conflicts);
    for ((function, instr), answer) in asked.into_iter().zip(answers.chunks(2)) {
        // A loop that nobody comes to is no matter of its own.
        if answer == [Some(false), Some(true)] {
            let Some(cond) = condition(analysis, function, instr) else { continue };
            let because = because::of_decision(analysis, look, (function, instr), true, conflicts);
            found.push(Suspicion { kind: Kind::NotEntered, span: cond, part: None, because });
        }
    }
}

/// Where the condition of a branch stands.
fn condition(analysis: &Analysis, function: FunctionId, instr: InstrId) -> Option<Span> {
    let body = analysis.program.functions[function].body.as_ref()?;
    let InstrKind::Branch { cond, .. } = body.instrs[instr].kind else { return None };
    Some(body.exprs[cond].span)
}

fn cases(analysis: &mut Analysis, look: &Look, conflicts: u32, found: &mut Vec<Suspicion>) {
    let mut goals = Goals::default();
    let mut asked = Vec::new();
    for (function, body) in bodies(analysis) {
        for (instr, it) in body.instrs.iter_enumerated() {
            let InstrKind::Switch { cases, .. } = &it.kind else { continue };
            let reached: Vec<TermId> = look.switches(function, instr).iter().map(|seen| seen.here).collect();
            for case in cases {
                let taken: Vec<TermId> = look
                    .switches(function, instr)
                    .iter()
                    .map(|seen| {
                        let terms = &mut analysis.engine.terms;
                        let fits = look::fits(terms, seen.value, seen.is_signed, case);
                        terms.and(seen.here, fits)
                    })
                    .collect();
                goals.add(analysis, &taken);
                goals.add(analysis, &reached);
                asked.push((body.instrs[case.target].span, case.low));
            }
        }
    }
    let answers = goals.ask(analysis, conflicts);
    for ((span, value), answer) in asked.into_iter().zip(answers.chunks(2)) {
        if answer == [Some(false), Some(true)] {
            found.push(Suspicion { kind: Kind::NotTaken { value }, span, part: None, because: Vec::new() });
        }
    }
}
