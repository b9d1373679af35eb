//! What the functions of a run are there for: the work, the trying, or the checking.
//!
//! A story is about the work. Who makes up inputs and who states what is right is told of only where the work leaves room.

use rustc_hash::FxHashSet;
use whyc_base::ids::Id;
use whyc_base::source::Span;
use whyc_ir::expr::PlaceBase;
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{Body, FunctionId, Origin, Program};
use whyc_ir::property::PropertyClass;

use crate::dynamic::Graph;

/// What a function is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It does what the program is for.
    Worker,
    /// It is only called in assertions: it may be what they are about, or say what is right.
    Stated,
    /// It makes up inputs and calls the others.
    Driver,
    /// It says what is right.
    Oracle,
}

/// The functions that are not workers.
#[derive(Debug)]
pub struct Roles {
    stated: FxHashSet<FunctionId>,
    drivers: FxHashSet<FunctionId>,
    oracles: FxHashSet<FunctionId>,
}

/// Words in the names of functions that say what is right.
const HINTS: [&str; 12] = [
    "oracle",
    "spec",
    "expect",
    "reference",
    "naive",
    "slow",
    "check",
    "valid",
    "assert",
    "verify",
    "invariant",
    "sorted",
];

impl Roles {
    /// Of the functions that a run executes.
    pub fn new(program: &Program, graph: &Graph) -> Self {
        let executed: FxHashSet<FunctionId> =
            graph.activations.iter().map(|activation| activation.function).filter(|&f| is_users(program, f)).collect();
        let stated = stated(program);
        let is_hinted = |f: FunctionId| {
            let name = program.functions[f].name.to_lowercase();
            HINTS.iter().any(|hint| name.contains(hint))
        };
        let entry = program.entry;
        let others: Vec<FunctionId> = executed.iter().copied().filter(|&f| f != entry).collect();
        let is_reference = |f: FunctionId| is_hinted(f) && is_pure(program, f);
        let some_work = others.iter().any(|f| !stated.contains(f) && !is_reference(*f));
        let is_oracle = |f: &FunctionId| is_reference(*f) || states_only(program, *f);
        let oracles: FxHashSet<FunctionId> = others.iter().copied().filter(is_oracle).collect();
        let is_stated = |f: &FunctionId| some_work && stated.contains(f) && !oracles.contains(f);
        let stated: FxHashSet<FunctionId> = others.iter().copied().filter(is_stated).collect();
        let is_work = |f: &FunctionId| !oracles.contains(f) && !stated.contains(f) && !makes_up(program, *f);
        let mut drivers = FxHashSet::default();
        if others.iter().any(is_work) {
            drivers.insert(entry);
            let makes_up = |f: &FunctionId| !oracles.contains(f) && !stated.contains(f) && makes_up(program, *f);
            drivers.extend(others.iter().copied().filter(makes_up));
        }
        Self { stated, drivers, oracles }
    }

    /// What a function is there for.
    pub fn of(&self, function: FunctionId) -> Role {
        if self.oracles.contains(&function) {
            Role::Oracle
        } else if self.stated.contains(&function) {
            Role::Stated
        } else if self.drivers.contains(&function) {
            Role::Driver
        } else {
            Role::Worker
        }
    }
}

fn is_users(program: &Program, id: FunctionId) -> bool {
    program.functions[id].origin == Origin::User
}

/// The functions that are only called in assertions, or by such functions.
fn stated(program: &Program) -> FxHashSet<FunctionId> {
    let mut calls: Vec<Vec<(FunctionId, bool)>> = vec![Vec::new(); program.functions.len()];
    for (caller, function) in program.functions.iter_enumerated() {
        let Some(body) = &function.body else { continue };
        let assertions = assertions(body);
        for instr in body.instrs.iter() {
            if let InstrKind::Call { callee: Callee::Direct(callee), .. } = instr.kind {
                let inside = assertions.iter().any(|span| span.contains(instr.span));
                calls[callee.index()].push((caller, inside));
            }
        }
    }
    let mut found: FxHashSet<FunctionId> = FxHashSet::default();
    loop {
        let before = found.len();
        for id in program.functions.ids().filter(|&id| is_users(program, id)) {
            let of = &calls[id.index()];
            if !of.is_empty() && of.iter().all(|(caller, inside)| *inside || found.contains(caller)) {
                found.insert(id);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Where a function asserts something.
fn assertions(body: &Body) -> Vec<Span> {
    let is_assertion = |kind: &InstrKind| matches!(kind, InstrKind::Assert { class: PropertyClass::Assertion, .. });
    body.instrs.iter().filter(|instr| is_assertion(&instr.kind)).map(|instr| instr.span).collect()
}

/// Whether a function writes nothing but its own variables.
fn is_pure(program: &Program, id: FunctionId) -> bool {
    let Some(body) = &program.functions[id].body else { return true };
    let is_own = |place: whyc_ir::expr::PlaceId| matches!(body.places[place].base, PlaceBase::Local(_));
    body.instrs.iter().all(|instr| match &instr.kind {
        InstrKind::Assign { place, .. } | InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => {
            is_own(*place)
        }
        InstrKind::Call { dest, .. } => dest.is_none_or(is_own),
        InstrKind::Block(_) => false,
        InstrKind::Declare(_)
        | InstrKind::Kill(_)
        | InstrKind::Jump(_)
        | InstrKind::Branch { .. }
        | InstrKind::Switch { .. }
        | InstrKind::Return(_)
        | InstrKind::Assume(_)
        | InstrKind::Cover(_)
        | InstrKind::Assert { .. }
        | InstrKind::Output(_)
        | InstrKind::Halt
        | InstrKind::Unsupported(_)
        | InstrKind::Label => true,
    })
}

/// Whether a function does nothing but make up a value: it takes inputs, looks at nothing and changes nothing.
fn makes_up(program: &Program, id: FunctionId) -> bool {
    let Some(body) = &program.functions[id].body else { return false };
    let takes_input = body.instrs.iter().any(|instr| match &instr.kind {
        InstrKind::Nondet { .. } => true,
        InstrKind::Call { callee: Callee::Direct(callee), .. } => program.functions[*callee].body.is_none(),
        _ => false,
    });
    let looks_around = body.places.iter().any(|place| !matches!(place.base, PlaceBase::Local(_)));
    takes_input && !looks_around && is_pure(program, id)
}

/// Whether a function does nothing but state something: it asserts, or reports an error, and changes nothing.
fn states_only(program: &Program, id: FunctionId) -> bool {
    let Some(body) = &program.functions[id].body else { return false };
    let states = |kind: &InstrKind| {
        matches!(kind, InstrKind::Assert { class: PropertyClass::Assertion | PropertyClass::Unreachable, .. })
    };
    is_pure(program, id)
        && program.types.size_of(program.functions[id].ret).unwrap_or(0) == 0
        && body.instrs.iter().any(|instr| states(&instr.kind))
}
