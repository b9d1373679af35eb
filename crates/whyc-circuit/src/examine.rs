//! From a question about a circuit to everything that is known of the answer: check, then lift.

mod ask;
mod change;
mod why;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Instant;

use whyc_aig::aiger;
use whyc_base::budget::Budget;
use whyc_base::finding::Head;
use whyc_base::ids::Id;
use whyc_base::status::Reason;

pub use ask::{Ask, AskError};

use ask::{Named, properties};

use crate::btor2;
use crate::btor2::model::Operand;
use crate::check::{Checked, Goal, Options, Outcome, Proof, Scope};
use crate::design::Design;
use crate::file::ReadError;
use crate::finding::{
    self, Bound, Finding, ProofReport, PropertyReport, RunReport, Stated, Stats, Status, SuspicionKind,
    SuspicionReport, Verdict,
};
use crate::lift::{Lifted, Method};
use crate::origin::Origin;
use crate::proof::certificate;
use crate::proof::invariant::Invariant;
use crate::proof::told::{self, ToldInvariant};
use crate::property::Property;
use crate::trace::Counterexample;
use crate::vacuity::{self, Suspicion};
use crate::wave::{self, Waves};
use crate::witness::DontCares;
use crate::{live, vcd, witness};

/// How many conflicts the search for a smallest set may have where nobody asked for one.
const LIFT_CONFLICTS: u64 = 20_000;

/// How many conflicts it may cost to look for what is suspicious, where nobody asked for it and where that was asked.
const LOOK_SHORT: u64 = 2_000;
const LOOK_LONG: u64 = 200_000;

/// The last cycle that is looked at unless a bound is given.
pub const DEFAULT_BOUND: usize = 100;

/// A question.
#[derive(Clone, Debug)]
pub struct Request {
    /// The verb.
    pub command: String,
    /// The name of the file.
    pub file: String,
    /// What should never happen.
    pub ask: Ask,
    /// What to look for.
    pub goal: Goal,
    /// The last cycle to look at, if that was given.
    pub bound: Option<usize>,
    /// How to lift; nothing for the smallest set that comes with little work.
    pub method: Option<Method>,
    /// Whether a run is wanted for every property that is violated, not only for one.
    pub every_run: bool,
    /// Whether why it fails and where it could be mended is told beside the verdict.
    pub is_whole: bool,
    /// Inputs that are held at a value, by name.
    pub fixed: Vec<(String, String)>,
    /// Where the words come from, if the file was made from another one.
    pub origin: Option<Arc<Origin>>,
    /// What it may cost.
    pub budget: Budget,
}

/// What is known of the answer.
#[derive(Clone, Debug)]
pub struct Examined {
    /// What a person is told.
    pub finding: Finding,
    /// The run that is shown.
    pub run: Option<Told>,
    /// The invariant, and all properties, if it proves all of them.
    pub invariant: Option<(Vec<Property>, Arc<Invariant>)>,
}

/// A run, and what matters in it.
#[derive(Clone, Debug)]
pub struct Told {
    /// The design that it is told in, if not the one that was asked about.
    pub design: Option<Design>,
    /// The run.
    pub run: Counterexample,
    /// What matters.
    pub lifted: Lifted,
    /// Whether no run violates it sooner.
    pub is_shortest: bool,
}

/// Checks, and lifts the shortest run that was found. `tell` is told time and again what is known by then, with runs as
/// they were found.
///
/// # Errors
/// If what is asked for does not exist.
pub fn examine(design: &Design, request: &Request, tell: &mut dyn FnMut(&Finding)) -> Result<Examined, AskError> {
    let started = Instant::now();
    let asked = Asked::new(design, request)?;
    let properties: Vec<Property> = asked.properties.iter().map(|(property, ..)| property.clone()).collect();
    let options = Options { goal: request.goal, bound: asked.bound, budget: request.budget.clone() };
    let (checked, mut told) = design
        .check_telling(&properties, &options, asked.scope(), &mut |outcomes, own| tell(&asked.so_far(outcomes, own)));
    let shortest = shortest(&checked.outcomes);
    let mut lifted = |(position, run): (usize, &Counterexample)| {
        let own = told[position].take();
        let lifted = lift(own.as_ref().unwrap_or(design), run, request);
        (
            position,
            Told { design: own, run: run.clone(), lifted, is_shortest: is_shortest(&checked.outcomes[position]) },
        )
    };
    let run = shortest.map(&mut lifted);
    let others = violations(&checked.outcomes)
        .filter(|&(position, _)| request.every_run && shortest.is_some_and(|(chosen, _)| chosen != position));
    let others: Vec<(usize, Told)> = others.map(lifted).collect();
    let debugged = run.as_ref().map(|(_, told)| (told.design.as_ref().unwrap_or(design), &told.run));
    let explanation = debugged
        .filter(|_| request.command == "explain" || request.is_whole)
        .and_then(|(design, run)| why::explanation(design, run, &request.budget));
    let localization =
        debugged.filter(|_| request.command == "localize" || request.is_whole).and_then(|(design, run)| {
            let origin = request.origin.as_deref()?;
            why::localization(design, run, origin, &request.budget)
        });
    let is_safe = checked.outcomes.iter().all(|it| matches!(it, Outcome::Proved(_)));
    let is_asked = matches!(request.command.as_str(), "check" | "vacuity") && matches!(request.ask, Ask::File { .. });
    let suspicions = if is_safe && is_asked { suspicions(&asked, &properties) } else { Vec::new() };
    let finding = Finding {
        explanation,
        localization,
        suspicions,
        counterexample: run.as_ref().map(|(position, told)| report_run(design, *position, told)),
        others: others.iter().map(|(position, told)| report_run(design, *position, told)).collect(),
        proof: report_proof(design, &checked.outcomes, &request.budget),
        stats: stats(design, &checked, run.as_ref().map(|(_, told)| &told.lifted), started),
        ..asked.finding(&checked.outcomes)
    };
    let invariant = common_invariant(&checked.outcomes).map(|invariant| (properties, invariant));
    Ok(Examined { finding, run: run.map(|(_, told)| told), invariant })
}

/// What is suspicious about a design in which everything holds.
fn suspicions(asked: &Asked<'_>, properties: &[Property]) -> Vec<SuspicionReport> {
    let Asked { design, request, .. } = asked;
    let work = if request.command == "vacuity" { LOOK_LONG } else { LOOK_SHORT };
    let found = vacuity::suspicions(design, properties, &request.budget.clone().with_work(work));
    let model = design.words.as_ref().map(|words| &words.model);
    let told = |line: usize, text: String| {
        let place = request.origin.as_deref().filter(|it| !it.sources.is_empty()).and_then(|it| it.place(line));
        Stated { text: place.map_or(text, |place| place.text.trim().to_owned()), line, place: place.cloned() }
    };
    let constraint = |nth: usize| match model.and_then(|model| model.constraints.get(nth)) {
        Some(root) => {
            // What yosys assumes has no place of its own: what it consists of has.
            let has_place = |line: usize| request.origin.as_deref().is_some_and(|it| it.place(line).is_some());
            let parts = model.into_iter().flat_map(|model| vacuity::told_by(model, root.operand));
            let line = std::iter::once(root.line).chain(parts).find(|&line| has_place(line)).unwrap_or(root.line);
            told(line, root.name.clone().unwrap_or_else(|| format!("c{nth}")))
        }
        None => told(0, design.circuit.constraints[nth].name.clone().unwrap_or_else(|| format!("c{nth}"))),
    };
    let part = |operand: &Operand| {
        let Some(model) = model else { return told(0, String::new()) };
        let not = if operand.negated { "!" } else { "" };
        told(model.nodes[operand.node].line, format!("{not}{}", model.name(operand.node)))
    };
    let report = |it: Suspicion| match it {
        Suspicion::Constraints { cycles, which } => SuspicionReport {
            kind: SuspicionKind::Constraints { cycles },
            property: None,
            because: which.into_iter().map(constraint).collect(),
        },
        Suspicion::Trigger { bad, parts } => SuspicionReport {
            kind: SuspicionKind::Trigger,
            property: properties.iter().position(|it| *it == Property::Bad(bad)),
            because: parts.iter().map(part).collect(),
        },
    };
    found.into_iter().map(report).collect()
}

/// What matters in a run.
fn lift(design: &Design, run: &Counterexample, request: &Request) -> Lifted {
    match request.method {
        Some(method) => design.minimise(run, method, &request.budget),
        None => design.minimise(run, Method::Minimum, &request.budget.clone().with_work(LIFT_CONFLICTS)),
    }
}

/// A question, put to a design.
struct Asked<'a> {
    design: &'a Design,
    request: &'a Request,
    properties: Vec<Named>,
    bound: usize,
    /// The run that was told last, by its property: most of what is told has the same one.
    told: RefCell<Option<RunReport>>,
}

impl<'a> Asked<'a> {
    fn new(design: &'a Design, request: &'a Request) -> Result<Self, AskError> {
        let bound = request.bound.unwrap_or(match request.ask {
            Ask::Reach { steps, .. } => steps,
            Ask::File { .. } | Ask::State(_) => DEFAULT_BOUND,
        });
        let properties = properties(design, &request.ask)?;
        Ok(Self { design, request, properties, bound, told: RefCell::new(None) })
    }

    /// A bound that is given asks about the runs within it.
    fn scope(&self) -> Scope {
        if self.request.bound.is_some() { Scope::Proofs } else { Scope::All }
    }

    /// What is known of each property, without runs.
    fn finding(&self, outcomes: &[Outcome]) -> Finding {
        let (verdict, reason) = verdict(outcomes);
        let (command, files) = (self.request.command.clone(), vec![self.request.file.clone()]);
        Finding {
            head: Head { command, files, verdict, reason },
            bound: self.bound,
            is_bound_given: self.request.bound.is_some(),
            is_proof_sought: matches!(self.request.goal, Goal::Proof | Goal::Certificate),
            proof: None,
            properties: report_properties(&self.properties, outcomes, self.request.origin.as_deref()),
            counterexample: None,
            explanation: None,
            localization: None,
            covers: Vec::new(),
            suspicions: Vec::new(),
            sources: self.request.origin.as_ref().map(|it| it.sources.clone()).unwrap_or_default(),
            others: Vec::new(),
            stats: Stats::default(),
        }
    }

    /// The same with the shortest run, all of which counts as long as nobody has looked at what matters.
    fn so_far(&self, outcomes: &[Outcome], own: &[Option<Design>]) -> Finding {
        let mut told = self.told.borrow_mut();
        let whole = |(position, run): (usize, &Counterexample)| match &*told {
            Some(report) if report.property == position => report.clone(),
            _ => {
                let lifted = Lifted::whole(run, self.request.method.unwrap_or(Method::Minimum));
                let (design, run) = (own[position].clone(), run.clone());
                let is_shortest = is_shortest(&outcomes[position]);
                report_run(self.design, position, &Told { design, run, lifted, is_shortest })
            }
        };
        let counterexample = shortest(outcomes).map(whole);
        told.clone_from(&counterexample);
        Finding { counterexample, ..self.finding(outcomes) }
    }
}

/// What is said of a file that cannot be asked about, though nothing is wrong with it.
#[must_use]
pub fn undecided(request: &Request, error: &ReadError) -> Finding {
    Finding {
        bound: request.bound.unwrap_or(0),
        is_bound_given: request.bound.is_some(),
        is_proof_sought: matches!(request.goal, Goal::Proof | Goal::Certificate),
        ..Finding::unread(&request.command, &request.file, Reason::Said(format!("{}: {error}", request.file)))
    }
}

impl Examined {
    /// The run as a witness: in the format that goes with the file.
    #[must_use]
    pub fn witness(&self, design: &Design, dont_cares: DontCares) -> String {
        let decided = match self.finding.head.verdict {
            Verdict::Safe => ("0", "unsat"),
            Verdict::BoundedSafe | Verdict::Violated | Verdict::Unknown => ("2", "unknown"),
        };
        let design = self.run.as_ref().and_then(|told| told.design.as_ref()).unwrap_or(design);
        let Some(Told { run, lifted, .. }) = &self.run else {
            return match &design.words {
                Some(_) => format!("{}\n", decided.1),
                None => format!("{}\nb0\n.\n", decided.0),
            };
        };
        let (run, relevant) = match dont_cares {
            DontCares::AsInRun => (live::until_all_recurs(&design.circuit, run).unwrap_or_else(|| run.clone()), None),
            DontCares::Kept => (run.clone(), Some(lifted.relevant.as_slice())),
        };
        match &design.words {
            Some(words) => btor2::witness::write(design, words, &run, relevant),
            None => witness::write(&design.circuit, &run, relevant),
        }
    }

    /// The proof of all properties as a witness circuit in AIGER, ASCII or binary, if an invariant proves them.
    #[must_use]
    pub fn certificate(&self, design: &Design, is_ascii: bool) -> Option<Vec<u8>> {
        let (properties, invariant) = self.invariant.as_ref()?;
        let witness = certificate::witness_circuit(&design.circuit, properties, invariant);
        Some(if is_ascii { aiger::write_ascii(&witness).into_bytes() } else { aiger::write_binary(&witness) })
    }

    /// The run as a dump for waveform viewers, if there is one.
    #[must_use]
    pub fn vcd(&self, design: &Design) -> Option<String> {
        let write = |told: &Told| {
            let design = told.design.as_ref().unwrap_or(design);
            vcd::write(&wave::waves(design, &told.run, &told.lifted).shown, told.run.loop_start)
        };
        self.run.as_ref().map(write)
    }
}

/// The violations, each with the position of its property.
fn violations(outcomes: &[Outcome]) -> impl Iterator<Item = (usize, &Counterexample)> {
    outcomes.iter().enumerate().filter_map(|(position, outcome)| match outcome {
        Outcome::Violated(run) | Outcome::Reached(run) => Some((position, run)),
        Outcome::Proved(_) | Outcome::HoldsUpTo(_) | Outcome::Unknown { .. } => None,
    })
}

/// The shortest of the violations, the first one of these.
fn shortest(outcomes: &[Outcome]) -> Option<(usize, &Counterexample)> {
    violations(outcomes).min_by_key(|(_, run)| run.depth)
}

/// The invariant that proves all properties, if one does.
fn common_invariant(outcomes: &[Outcome]) -> Option<Arc<Invariant>> {
    let invariant = |outcome: &Outcome| match outcome {
        Outcome::Proved(Proof::Invariant(invariant)) => Some(Arc::clone(invariant)),
        Outcome::Proved(Proof::Induction { .. } | Proof::Watched)
        | Outcome::Violated(_)
        | Outcome::Reached(_)
        | Outcome::HoldsUpTo(_)
        | Outcome::Unknown { .. } => None,
    };
    let first = invariant(outcomes.first()?)?;
    outcomes.iter().all(|outcome| invariant(outcome).is_some_and(|it| Arc::ptr_eq(&it, &first))).then_some(first)
}

fn is_shortest(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Violated(_))
}

/// Why all that is proved holds, if anything is.
fn report_proof(design: &Design, outcomes: &[Outcome], budget: &Budget) -> Option<ProofReport> {
    let proofs = outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Proved(proof) => Some(proof),
        Outcome::Violated(_) | Outcome::Reached(_) | Outcome::HoldsUpTo(_) | Outcome::Unknown { .. } => None,
    });
    proofs.fold(None, |report, proof| {
        let report = report.unwrap_or(ProofReport {
            method: "induction",
            depth: 0,
            invariants: Vec::new(),
            n_more: 0,
            certificate: None,
        });
        Some(match proof {
            Proof::Induction { depth } => ProofReport { depth: report.depth.max(*depth), ..report },
            // Properties that are proved together have the same one.
            Proof::Invariant(_) if report.method == "pdr" => report,
            Proof::Watched => ProofReport { method: "pdr", ..report },
            Proof::Invariant(invariant) => {
                let ToldInvariant { statements, n_more } = told::tell(design, invariant, budget);
                ProofReport { method: "pdr", invariants: statements, n_more, ..report }
            }
        })
    })
}

fn verdict(outcomes: &[Outcome]) -> (Verdict, Option<Reason>) {
    if outcomes.iter().any(|it| matches!(it, Outcome::Violated(_) | Outcome::Reached(_))) {
        return (Verdict::Violated, None);
    }
    for outcome in outcomes {
        if let Outcome::Unknown { reason, .. } = outcome {
            return (Verdict::Unknown, Some(Reason::Exhausted(*reason)));
        }
    }
    let proved = outcomes.iter().all(|it| matches!(it, Outcome::Proved(_)));
    if proved { (Verdict::Safe, None) } else { (Verdict::BoundedSafe, Some(Reason::BeyondBounds)) }
}

fn report_properties(properties: &[Named], outcomes: &[Outcome], origin: Option<&Origin>) -> Vec<PropertyReport> {
    let report = |((property, id, line), outcome): (&Named, &Outcome)| {
        let (class, description) = match property {
            Property::Bad(_) => ("bad", format!("{id} is never true")),
            Property::Reach(_) => ("reach", "the given state is never reached".to_owned()),
            Property::Justice(_) => ("justice", format!("{id} does not go on forever")),
        };
        let (status, cycles) = match outcome {
            Outcome::Violated(run) | Outcome::Reached(run) => (Status::Violated, run.depth),
            Outcome::Proved(Proof::Induction { depth }) => (Status::Holds, *depth),
            Outcome::Proved(Proof::Invariant(_) | Proof::Watched) => (Status::Holds, 0),
            Outcome::HoldsUpTo(bound) => (Status::Bounded(vec![Bound::Cycles(*bound as u64)]), *bound),
            Outcome::Unknown { checked, reason } => (Status::Unknown(Reason::Exhausted(*reason)), *checked),
        };
        let made_from = origin.filter(|it| !it.sources.is_empty());
        let place = line.and_then(|line| made_from?.place(line)).cloned();
        let description = place.as_ref().map_or(description, |place| format!("{} holds", place.text.trim()));
        PropertyReport { id: id.clone(), class, description, line: *line, place, status, cycles }
    };
    properties.iter().zip(outcomes).map(report).collect()
}

fn report_run(design: &Design, property: usize, told: &Told) -> RunReport {
    let Told { run, lifted, .. } = told;
    let design = told.design.as_ref().unwrap_or(design);
    let Waves { shown, n_left_out } = wave::waves(design, run, lifted);
    RunReport {
        property,
        depth: run.depth,
        is_shortest: told.is_shortest,
        n_columns: run.inputs.len(),
        loop_start: run.loop_start,
        rows: finding::rows(design, run, lifted),
        waves: shown,
        n_waves_left_out: n_left_out,
        method: lifted.method.name(),
        optimal: lifted.lower_bound == Some(lifted.n_relevant()),
        at_least: lifted.lower_bound,
        cut_short: lifted.cut_short.map(|reason| reason.to_string()),
    }
}

fn stats(design: &Design, checked: &Checked, lifted: Option<&Lifted>, started: Instant) -> Stats {
    let effort = lifted.map(|it| it.effort).unwrap_or_default();
    let aig = &design.circuit.aig;
    let gates = (0..aig.n_nodes()).filter(|&idx| matches!(aig.node(Id::from_index(idx)), whyc_aig::Node::And(..)));
    Stats {
        solve: checked.time,
        lift: lifted.map(|it| it.time).unwrap_or_default(),
        total: started.elapsed(),
        gates: gates.count() as u64,
        variables: checked.variables,
        clauses: checked.clauses,
        solver_calls: checked.calls + effort.satisfiable + effort.unsatisfiable,
        ..Stats::default()
    }
}
