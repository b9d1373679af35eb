//! What holds at the loops of a safe program: between which bounds the integer variables stay.
//!
//! The runs of a safe program are all in the unrolling, so that the values of a variable whenever the condition of a loop is
//! about to be evaluated are terms at hand. Where they are constants their bounds are read off; where they are not, the
//! solver of the same session proves them. **What is not proved is not told**, and neither is what is true of every value of
//! the type.
//!
//! `scope` says which variables may be named at which place, `bounds` finds the bounds.

mod bounds;
mod scope;

use rustc_hash::FxHashMap;
use whyc_base::source::Span;
use whyc_check::{Analysis, Holds, Invariant, Proof};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{FunctionId, LocalId, Origin, Program};
use whyc_term::{TermId, TermStore};
use whyc_unroll::loops::{Loop, LoopTable};
use whyc_unroll::step::{ObjectRoot, SsaVar, StepKind, SymbolId, Target, Unrolling};

use crate::finding::{InvariantPlace, InvariantReport};
use bounds::Effort;

/// More evaluations of one condition than this are not looked at.
const MANY_INSTANCES: usize = 2000;

/// A loop with a condition in front of its body.
struct Head {
    function: FunctionId,
    /// The branch that evaluates the condition.
    branch: InstrId,
    /// `while (…)` or `for (…)`.
    span: Span,
    /// Where the first statement of the body starts.
    body: Option<Span>,
    /// The variables that may be named before the condition, and those that the loop declares itself.
    outer: Vec<LocalId>,
    own: Vec<LocalId>,
}

/// The value that a variable has when a condition is about to be evaluated.
pub(crate) struct Instance {
    /// When that happens (Boolean).
    pub guard: TermId,
    /// Whether the variable has a value then (Boolean).
    pub defined: TermId,
    /// The value.
    pub value: TermId,
}

/// What holds at the loops of the last unrolling, which should be that of a safe program.
pub fn invariants(analysis: &mut Analysis) -> Vec<InvariantReport> {
    let program = &analysis.program.clone();
    let loops = &analysis.loops;
    let heads: Vec<Head> = loops.all().iter().filter_map(|l| head(program, loops, l)).collect();
    let Some(unrolling) = &analysis.unrolling else { return Vec::new() };
    let mut seen = instances(program, unrolling, &heads, &mut analysis.engine.terms);
    let mut effort = Effort::default();
    let mut found = Vec::new();
    for (k, head) in heads.iter().enumerate() {
        let places =
            [(InvariantPlace::Loop, Some(head.span), &head.outer), (InvariantPlace::Statement, head.body, &head.own)];
        for (place, span, locals) in places {
            let texts = locals.iter().filter_map(|&local| {
                let values = seen.remove(&(k, local))?;
                let local = &program.functions[head.function].locals[local];
                effort.bounds(&mut analysis.engine, &program.types, local, &values)
            });
            let texts: Vec<String> = texts.collect();
            if let (Some(span), false) = (span, texts.is_empty()) {
                let function = program.functions[head.function].name.clone();
                found.push(InvariantReport { place, span, function, text: texts.join(" && ") });
            }
        }
    }
    found
}

/// The invariants of a proof that can be written as expressions at their loops, of variables that may be named there.
#[must_use]
pub fn of_proof(analysis: &Analysis, proof: &Proof) -> Vec<InvariantReport> {
    let (program, loops) = (&analysis.program, &analysis.loops);
    let mut found = Vec::new();
    for head in loops.all().iter().filter_map(|l| head(program, loops, l)) {
        let function = &program.functions[head.function];
        let is_local = |name: &str| function.locals.iter().any(|local| local.name == name);
        let is_named = |name: &str| match is_local(name) {
            true => head.outer.iter().any(|&local| function.locals[local].name == name),
            false => true,
        };
        let at_head = |it: &&Invariant| it.holds == Holds::AtHead && it.span == head.span;
        let here = proof.invariants.iter().filter(at_head).filter(|it| it.is_expression);
        let here = here.filter(|it| it.function == function.name && names(&it.text).all(is_named));
        let texts: Vec<String> = here.map(|it| format!("({})", it.text)).collect();
        if !texts.is_empty() {
            let (place, text) = (InvariantPlace::Loop, texts.join(" && "));
            found.push(InvariantReport { place, span: head.span, function: function.name.clone(), text });
        }
    }
    found
}

/// The names in an expression.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// A loop of the user with its condition first, and what may be said there.
fn head(program: &Program, loops: &LoopTable, l: &Loop) -> Option<Head> {
    let function = &program.functions[l.function];
    let body = function.body.as_ref().filter(|_| function.origin == Origin::User)?;
    // The backward jump of a `do` is a branch.
    if !matches!(body.instrs[l.last].kind, InstrKind::Jump(_)) {
        return None;
    }
    let mut at = l.head;
    while matches!(body.instrs[at].kind, InstrKind::Label) && at < l.last {
        at = InstrId(at.0 + 1);
    }
    let instr = &body.instrs[at];
    let InstrKind::Branch { target, .. } = instr.kind else { return None };
    let is_inside = instr.span.file == l.span.file && l.span.start <= instr.span.start && instr.span.end <= l.span.end;
    if target <= l.last || !is_inside {
        return None;
    }
    let scope = scope::Scope::new(program, loops, l)?;
    Some(Head {
        function: l.function,
        branch: at,
        span: l.span,
        body: scope.body(),
        outer: scope.outer(),
        own: scope.own(),
    })
}

/// A variable as the steps so far have left it.
#[derive(Clone, Copy)]
struct Current {
    value: TermId,
    defined: TermId,
}

/// For each loop and variable, what it is whenever the condition is evaluated.
fn instances(
    program: &Program,
    unrolling: &Unrolling,
    heads: &[Head],
    terms: &mut TermStore,
) -> FxHashMap<(usize, LocalId), Vec<Instance>> {
    let mut current: FxHashMap<SymbolId, Current> = FxHashMap::default();
    let mut found: FxHashMap<(usize, LocalId), Vec<Instance>> = FxHashMap::default();
    let mut unknown: Vec<(usize, LocalId)> = Vec::new();
    let symbols = locals_of(program, unrolling);
    // That no assumption has ended the run.
    let mut going = terms.bool_const(true);
    for step in unrolling.steps.iter() {
        let mut write = |target: SsaVar, value: TermId, terms: &mut TermStore| {
            let merged = match current.get(&target.symbol) {
                // A run has the value of the last of these steps that it executes.
                Some(old) if terms.width(old.value) == terms.width(value) => Current {
                    value: terms.ite(step.guard, value, old.value),
                    defined: terms.or(old.defined, step.guard),
                },
                _ => Current { value, defined: step.guard },
            };
            current.insert(target.symbol, merged);
        };
        match &step.kind {
            StepKind::Assign { target: Target::Symbol(target), value, .. }
            | StepKind::Merge { target, value, .. }
            | StepKind::Input { target: Some(target), value, .. } => write(*target, *value, terms),
            StepKind::Storage { cells, .. } => {
                for cell in cells {
                    write(cell.target, cell.value, terms);
                }
            }
            StepKind::Assume { cond } => {
                let holds = terms.implies(step.guard, *cond);
                going = terms.and(going, holds);
            }
            StepKind::Branch { cond, .. } => {
                let function = unrolling.function_of(step);
                let is_here = |head: &Head| head.function == function && head.branch == step.instr;
                for (k, head) in heads.iter().enumerate().filter(|(_, head)| is_here(head)) {
                    let before = terms.and(step.guard, going);
                    let inside = terms.and(before, *cond);
                    let outer = head.outer.iter().map(|&local| (local, before));
                    for (local, guard) in outer.chain(head.own.iter().map(|&local| (local, inside))) {
                        let symbol = symbols.get(&ObjectRoot::Local(step.frame, local));
                        match symbol.and_then(|symbol| current.get(symbol)) {
                            Some(&Current { value, defined }) => {
                                found.entry((k, local)).or_default().push(Instance { guard, defined, value });
                            }
                            // It has no value here: nothing may be said of it.
                            None => unknown.push((k, local)),
                        }
                    }
                }
            }
            StepKind::Assign { target: Target::Computed { .. }, .. }
            | StepKind::Input { target: None, .. }
            | StepKind::Allocate { .. }
            | StepKind::Free { .. }
            | StepKind::Output { .. }
            | StepKind::Switch { .. }
            | StepKind::Check { .. }
            | StepKind::Enter { .. }
            | StepKind::Leave { .. }
            | StepKind::Halt
            | StepKind::Cut { .. }
            | StepKind::Unsupported { .. } => {}
        }
    }
    found.retain(|key, values| values.len() <= MANY_INSTANCES && !unknown.contains(key));
    found
}

/// The symbols that are whole local variables.
fn locals_of(program: &Program, unrolling: &Unrolling) -> FxHashMap<ObjectRoot, SymbolId> {
    let mut symbols = FxHashMap::default();
    for (id, symbol) in unrolling.symbols.iter_enumerated() {
        if let ObjectRoot::Local(frame, local) = symbol.root {
            let function = &program.functions[unrolling.frames[frame].function];
            let size = program.types.size_of(function.locals[local].ty);
            if symbol.offset_bits == 0 && size.is_some_and(|size| size * 8 == u64::from(symbol.bits)) {
                symbols.insert(symbol.root, id);
            }
        }
    }
    symbols
}
