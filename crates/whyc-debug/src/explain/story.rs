//! How an explanation is told: names, values as C writes them, lines.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::source::Span;
use whyc_ir::program::{Origin, Program};
use whyc_ir::types::TypeId;
use whyc_unroll::step::{AssignRole, ObjectRoot, SsaVar, StepId, StepKind, SymbolId, Target, part_name};

use super::assume::Assumed;
use super::chain::Told;
use super::closest::Found;
use super::items::{Item, ItemId, ItemKind, Part, Reading, Sample, reading};
use super::predicates::Predicate;
use super::{Task, causes};
use crate::finding::{Assumption, Cause, Change, ChangeKind, Explanation, InputAlias};
use crate::memory::{self, assigned_part};
use crate::{align, show, trace};

/// Puts what was found into words and numbers.
pub fn tell(task: &mut Task<'_>, found: &Found, assumed: &[Assumed]) -> Explanation {
    let (run, passing) = trace::keyed(task.analysis, &task.unrolling, &found.passing.run, None);
    let (_, failing) = trace::keyed(task.analysis, &task.unrolling, &task.failing.run, None);
    let aligned = align::pairs(&failing, &passing);
    let pair_of = align::index(&aligned, &failing, &passing);
    let first = found.sliced.slices.first().cloned().unwrap_or_default();
    let aliases = aliases(task);
    let told = found.changed.iter().map(|&idx| {
        let item = &task.items[idx];
        let pair = pair_of.get(&(item.step, position(task, item))).copied();
        let alias = aliases.get(&item.id()).filter(|_| item.is_input()).map(|alias| alias.alias.clone());
        Change { pair, alias, ..change(task, idx, found, first.binary_search(&idx).is_ok()) }
    });
    let changes = told.collect();
    let position = |item: &usize| found.changed.binary_search(item).ok();
    let slices = found.sliced.slices.iter().map(|slice| slice.iter().filter_map(position).collect()).collect();
    Explanation {
        chain: Vec::new(),
        origins: Vec::new(),
        missed: Vec::new(),
        distance: found.distance,
        closest: found.optimal,
        assumed: without_implied(assumed),
        inputs: run.inputs,
        aliases: in_order(aliases),
        steps: run.steps,
        aligned,
        comes_there: task.failing.run.end.is_some_and(|end| found.passing.run.executed[end]),
        avoids_check: !task.comes_to(&found.passing.run),
        check_always_fails: false,
        changes,
        slices,
        smallest: found.sliced.proved,
        causes: Vec::new(),
        without_passing: None,
        causes_complete: true,
        causes_enough: false,
        bounded: !task.chain.cuts.is_empty(),
        unassumed: None,
    }
}

fn in_order(aliases: FxHashMap<ItemId, InputAlias>) -> Vec<InputAlias> {
    let mut aliases: Vec<InputAlias> = aliases.into_values().collect();
    aliases.sort_unstable();
    aliases
}

/// How it came about, where there is no passing run.
pub fn alone(told: Told, reason: String) -> Explanation {
    Explanation {
        chain: told.chain,
        origins: told.origins,
        missed: told.missed,
        distance: 0,
        closest: true,
        assumed: Vec::new(),
        inputs: Vec::new(),
        aliases: Vec::new(),
        steps: Vec::new(),
        aligned: Vec::new(),
        comes_there: false,
        avoids_check: true,
        check_always_fails: false,
        changes: Vec::new(),
        slices: Vec::new(),
        smallest: true,
        causes: Vec::new(),
        without_passing: Some(reason),
        causes_complete: true,
        causes_enough: false,
        bounded: false,
        unassumed: None,
    }
}

/// Which of the rows that a step is told in is about an item.
fn position(task: &Task<'_>, item: &Item) -> usize {
    match (&task.unrolling.steps[item.step].kind, item.part) {
        (_, Some(Part::Cell(k))) => k,
        (StepKind::Storage { cells, .. }, Some(Part::Read(k))) => cells.len() + k,
        _ => 0,
    }
}

/// Of `a` and `a && b` (or `!(a)` and `!(a || b)`) the second says everything.
fn without_implied(assumed: &[Assumed]) -> Vec<Assumption> {
    let is_negated = |one: &Assumed| one.text.as_ref().is_some_and(|text| text.starts_with("!("));
    let contains = |outer: Span, inner: Span| outer != inner && outer.contains(inner);
    let both = |all: &Assumed, part: &Assumed| all.text.is_some() && part.text.is_some();
    let implies = |all: &Assumed, part: &Assumed| {
        both(all, part) && contains(all.span, part.span) && is_negated(all) == is_negated(part)
    };
    let told = assumed.iter().filter(|part| !assumed.iter().any(|all| implies(all, part)));
    let mut told: Vec<Assumption> =
        told.map(|one| Assumption { text: one.text.clone(), span: one.span, is_filter: one.is_filter }).collect();
    // A condition that is decided in several steps is told once.
    told.dedup_by(|a, b| a.text == b.text && a.span == b.span);
    told
}

/// Adds the causes.
pub fn add_causes(explanation: &mut Explanation, list: causes::CauseList) {
    let causes = list.causes.into_iter();
    let told = |cause: Predicate| Cause { predicate: cause.text, inputs_only: cause.inputs_only, always: cause.always };
    explanation.causes = causes.map(told).collect();
    explanation.causes_complete = list.complete;
    explanation.causes_enough = list.enough;
}

fn change(task: &Task<'_>, idx: usize, found: &Found, in_slice: bool) -> Change {
    let passing = &found.passing;
    let item = &task.items[idx];
    let step = &task.unrolling.steps[item.step];
    let program = &task.analysis.program.clone();
    let mut before = found.changed.iter().take_while(|&&other| other < idx);
    let is_copy = before.any(|&other| is_same_value(&task.items[other], item));
    let (mut from, mut to) = (value(task, item, &task.failing), value(task, item, passing));
    if task.failing.pointer(item) != passing.pointer(item) {
        match (place(task, item, &task.failing), place(task, item, passing)) {
            (Some(was), Some(is)) => {
                from = format!("{was} = {from}");
                to = format!("{is} = {to}");
            }
            _ => to.push_str(", elsewhere"),
        }
    }
    Change {
        kind: kind(task, item),
        name: name(task, item),
        alias: None,
        ssa: ssa(task, item).unwrap_or_else(|| name(task, item)),
        from,
        to,
        pair: None,
        is_copy,
        span: span(task, item, passing),
        function: program.functions[task.unrolling.function_of(step)].name.clone(),
        executed_failing: task.failing.reaches[item.step],
        executed_passing: passing.reaches[item.step],
        in_slice,
    }
}

fn kind(task: &Task<'_>, item: &Item) -> ChangeKind {
    match &task.unrolling.steps[item.step].kind {
        StepKind::Input { .. } | StepKind::Storage { .. } => ChangeKind::Input,
        StepKind::Assign { role: AssignRole::Return, .. } => ChangeKind::Return,
        StepKind::Merge { .. } => ChangeKind::Join,
        StepKind::Branch { .. } | StepKind::Switch { .. } => ChangeKind::Guard,
        _ => ChangeKind::Assign,
    }
}

/// What a person calls an item: a variable, or a condition as it was written.
pub fn name(task: &Task<'_>, item: &Item) -> String {
    let program = &task.analysis.program.clone();
    let step = &task.unrolling.steps[item.step];
    if let (StepKind::Storage { object, reads, .. }, Some(Part::Read(k))) = (&step.kind, item.part) {
        let index = task.failing.run.reads.get(&item.step).map_or(0, |seen| seen[k].0);
        let offset_bits = index.saturating_mul(u64::from(reads[k].bits));
        return task.unrolling.object_part_name(program, *object, offset_bits, 0);
    }
    match &step.kind {
        StepKind::Input { .. } => task.unrolling.input_name(program, step).unwrap_or_default(),
        StepKind::Assign { .. } => place(task, item, &task.failing).unwrap_or_else(|| written(program, step.span)),
        StepKind::Branch { .. } | StepKind::Switch { .. } => written(program, step.span),
        _ => match variable(task, item) {
            Some(ssa) => task.unrolling.symbol_name(program, ssa.symbol),
            None => written(program, step.span),
        },
    }
}

/// Where an assignment goes in a run, if that has a name: where the run does not come, a pointer may be anything.
fn place(task: &Task<'_>, item: &Item, sample: &Sample) -> Option<String> {
    let program = &task.analysis.program.clone();
    let step = &task.unrolling.steps[item.step];
    let StepKind::Assign { target, .. } = step.kind else { return None };
    Some(match assigned_part(&task.unrolling, &sample.run, item.step, target)? {
        memory::Part { root: root @ ObjectRoot::Result(_), .. } => task.unrolling.root_name(program, root),
        memory::Part { root, offset_bits, bits } => {
            let whole = task.unrolling.root_name(program, root);
            part_name(program, whole, task.unrolling.root_type(program, root), offset_bits, bits)
        }
    })
}

/// Whether an item is in the user's own code.
pub fn is_users(task: &Task<'_>, item: &Item) -> bool {
    let step = &task.unrolling.steps[item.step];
    task.analysis.program.functions[task.unrolling.function_of(step)].origin == Origin::User
}

/// Whether two items have one value in every run.
fn is_same_value(a: &Item, b: &Item) -> bool {
    let value = |item: &Item| match item.kind {
        ItemKind::Input { value, .. } | ItemKind::Value { value, .. } => Some(value),
        ItemKind::Branch { .. } | ItemKind::Switch { .. } => None,
    };
    value(a).is_some() && value(a) == value(b)
}

/// What is said of the name of what storage held before something was put there.
const BEFORE: &str = " before it is set";

/// Whether an item is what storage held before an input was put there: nobody compares that with anything.
pub fn is_left_over(task: &Task<'_>, item: &Item) -> bool {
    task.aliases.get(&item.id()).is_some_and(|it| it.alias.ends_with(BEFORE))
}

/// What inputs are called that share a name with others: all of them by the variables that take their values, if each has
/// one of its own, or else all by which one they are, counted from 1. A text has one name for each.
pub fn aliases(task: &Task<'_>) -> FxHashMap<ItemId, InputAlias> {
    let mut by_name: BTreeMap<String, Vec<&Item>> = BTreeMap::new();
    for item in task.items.iter().filter(|item| item.is_input() && item.counts) {
        by_name.entry(name(task, item)).or_default().push(item);
    }
    let mut found = FxHashMap::default();
    for (own, sharing) in by_name.into_iter().filter(|(_, sharing)| sharing.len() > 1) {
        // What storage held before anything was put there is no input that somebody gives.
        let is_left = |item: &Item| matches!(task.unrolling.steps[item.step].kind, StepKind::Storage { .. });
        let is_mixed = sharing.iter().any(|item| is_left(item)) && !sharing.iter().all(|item| is_left(item));
        let given: Vec<&&Item> = sharing.iter().filter(|item| !is_mixed || !is_left(item)).collect();
        let takers: Vec<Option<String>> = given.iter().map(|item| taker(task, item, &own)).collect();
        let distinct: FxHashSet<&String> = takers.iter().flatten().collect();
        let all_have_one = distinct.len() == given.len();
        let mut takers = takers.into_iter();
        let mut n_given = 0;
        for (k, item) in sharing.iter().enumerate() {
            let number = k + 1;
            let alias = if is_mixed && is_left(item) {
                format!("{own}{BEFORE}")
            } else {
                n_given += 1;
                let is_only = is_mixed && given.len() == 1;
                let taker = takers.next().flatten().filter(|_| all_have_one && !is_only);
                taker.unwrap_or_else(|| if is_only { own.clone() } else { format!("{own} no. {n_given}") })
            };
            found.insert(item.id(), InputAlias { name: own.clone(), number, alias });
        }
    }
    found
}

/// The first variable that takes the value of an input and has another name than `own`.
fn taker(task: &Task<'_>, item: &Item, own: &str) -> Option<String> {
    let ItemKind::Input { value, .. } = item.kind else { return None };
    let takes = |other: &&Item| {
        let takes = matches!(other.kind, ItemKind::Value { value: taken, .. } if taken == value);
        takes && kind(task, other) == ChangeKind::Assign && is_users(task, other)
    };
    task.items.iter().filter(takes).map(|other| name(task, other)).find(|other| other != own)
}

/// The name with its version: `x#5`, or `guard#2` for the second decision of the program.
pub fn ssa(task: &Task<'_>, item: &Item) -> Option<String> {
    if item.is_guard() {
        let before = task.items.iter().take_while(|other| other.step < item.step);
        return Some(format!("guard#{}", 1 + before.filter(|other| other.is_guard() && other.counts).count()));
    }
    let ssa = variable(task, item)?;
    Some(format!("{}#{}", task.unrolling.symbol_name(&task.analysis.program, ssa.symbol), ssa.version))
}

fn variable(task: &Task<'_>, item: &Item) -> Option<SsaVar> {
    match &task.unrolling.steps[item.step].kind {
        StepKind::Input { target, .. } => *target,
        StepKind::Storage { cells, .. } => match item.part {
            Some(Part::Cell(k)) => cells.get(k).map(|cell| cell.target),
            Some(Part::Read(_)) | None => None,
        },
        StepKind::Assign { target: Target::Symbol(ssa), .. } | StepKind::Merge { target: ssa, .. } => Some(*ssa),
        _ => None,
    }
}

/// Where a person would look for an item: an uninitialised variable is found at its declaration, and a
/// variable that differs after a join where one of the runs assigned it last.
fn span(task: &Task<'_>, item: &Item, passing: &Sample) -> Span {
    let step = &task.unrolling.steps[item.step];
    let program = &task.analysis.program.clone();
    match &step.kind {
        StepKind::Storage { object: ObjectRoot::Global(global), .. } => program.globals[*global].span,
        StepKind::Storage { object: ObjectRoot::Local(frame, local), .. } => {
            program.functions[task.unrolling.frames[*frame].function].locals[*local].span
        }
        StepKind::Merge { target, .. } => {
            let last = |sample: &Sample| last_assigned(task, sample, target.symbol, item.step);
            last(&task.failing).max(last(passing)).map_or(step.span, |id| task.unrolling.steps[id].span)
        }
        _ => step.span,
    }
}

/// The last step before `before` at which a run assigns a variable.
fn last_assigned(task: &Task<'_>, sample: &Sample, symbol: SymbolId, before: StepId) -> Option<StepId> {
    let steps = task.unrolling.steps.iter_enumerated().take_while(|&(id, _)| id < before);
    let assigns = steps.filter(|(id, step)| {
        let assigned = match &step.kind {
            StepKind::Assign { target: Target::Symbol(ssa), .. } => Some(ssa.symbol),
            StepKind::Input { target, .. } => target.map(|ssa| ssa.symbol),
            _ => None,
        };
        assigned == Some(symbol) && sample.reaches[*id]
    });
    assigns.map(|(id, _)| id).last()
}

fn value(task: &Task<'_>, item: &Item, sample: &Sample) -> String {
    let program = &task.analysis.program.clone();
    let of = |ty: TypeId| show::value(program, &task.unrolling, ty, sample.bits(item));
    let absent = [Reading::Absent, Reading::Way(None)];
    let is_absent = absent.contains(&reading(program, &task.unrolling, task.options.metric, item, sample));
    if is_absent || (item.is_guard() && !sample.reaches[item.step]) {
        return "not reached".to_owned();
    }
    match item.kind {
        ItemKind::Input { ty, .. } => ty.map_or_else(String::new, of),
        ItemKind::Value { ty, .. } => of(ty),
        ItemKind::Switch { ty, .. } => of(ty),
        ItemKind::Branch { .. } => if sample.bits(item) == 1 { "true" } else { "false" }.to_owned(),
    }
}

fn written(program: &Program, span: Span) -> String {
    program.sources.text(span).to_owned()
}
