//! Conditions that might be causes: comparisons of values that differ between the runs.

use rustc_hash::FxHashSet;
use whyc_ir::types::{Type, TypeId};
use whyc_term::{Evaluator, TermId, TermStore, Valuation};

use super::closest::Found;
use super::items::{Item, ItemKind};
use super::observe::Comparison;
use super::{Causes, Task, story};

/// More variables than this are not compared with each other.
const MANY_OPERANDS: usize = 40;

/// A condition that holds in the failing run.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// That it holds: a Boolean term.
    pub holds: TermId,
    /// As C writes it.
    pub text: String,
    /// Whether it speaks of nothing but inputs and constants.
    pub inputs_only: bool,
    /// Whether some closest passing run lacks it.
    pub changes: bool,
}

/// How two values may be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Signed,
    Unsigned,
    /// Only for equality.
    None,
}

struct Operand {
    term: TermId,
    name: String,
    width: u32,
    order: Order,
    is_input: bool,
}

/// The candidates that hold in the failing run, those over inputs first; and whether these are all.
pub fn candidates(task: &mut Task<'_, '_>, found: &Found) -> (Vec<Predicate>, bool) {
    let (mut operands, complete) = operands(task, found);
    let mut list = List::default();
    operands.sort_by_key(|operand| !operand.is_input);
    for k in 0..operands.len() {
        for l in k + 1..operands.len() {
            let (x, y) = (&operands[k], &operands[l]);
            if x.width == y.width && x.order == y.order && x.term != y.term {
                let inputs_only = x.is_input && y.is_input;
                add(task, found, &mut list, (x.term, &x.name), (y.term, &y.name), x.order, inputs_only);
            }
        }
    }
    for comparison in task.comparisons.clone() {
        mine(task, found, &comparison, &mut list);
    }
    let mut predicates = list.predicates;
    predicates.sort_by_key(|predicate| (!predicate.inputs_only, !predicate.changes));
    (predicates, complete)
}

/// The values that are compared: inputs, and with [`Causes::All`] every other value. Equal terms are one value.
fn operands(task: &Task<'_, '_>, found: &Found) -> (Vec<Operand>, bool) {
    let mut operands: Vec<(bool, Operand)> = Vec::new();
    let mut seen = FxHashSet::default();
    let terms = &task.analysis.engine.terms;
    for item in &task.items {
        let (term, ty) = match item.kind {
            ItemKind::Input { value, ty: Some(ty) } => (value, ty),
            ItemKind::Value { value, ty, .. } if task.options.causes == Causes::All && item.counts => (value, ty),
            _ => continue,
        };
        let Some(order) = order(task, ty) else { continue };
        if terms.as_bits(term).is_some() || !seen.insert(term) {
            continue;
        }
        let changed = value_changes(terms, term, task, found);
        let name = name(task, item);
        let operand = Operand { term, name, width: terms.width(term), order, is_input: item.is_input() };
        operands.push((!changed, operand));
    }
    // Those that differ are what matters; of the others, as many as fit.
    let complete = operands.len() <= MANY_OPERANDS;
    operands.sort_by_key(|(same, _)| *same);
    operands.truncate(MANY_OPERANDS);
    (operands.into_iter().map(|(_, operand)| operand).collect(), complete)
}

fn order(task: &Task<'_, '_>, ty: TypeId) -> Option<Order> {
    let types = &task.analysis.program.types;
    match types.get(ty) {
        Type::Bool | Type::Int(_) | Type::Enum(_) => {
            Some(if types.is_signed(ty) { Order::Signed } else { Order::Unsigned })
        }
        Type::Pointer(_) => Some(Order::None),
        _ => None,
    }
}

/// What a person calls the item: inputs by name, other values with their version.
fn name(task: &Task<'_, '_>, item: &Item) -> String {
    if item.is_input() {
        return story::alias(task, item).unwrap_or_else(|| story::name(task, item));
    }
    story::ssa(task, item).unwrap_or_else(|| story::name(task, item))
}

/// Adds what a comparison in a condition tells about its operands, and its neighbours.
fn mine(task: &mut Task<'_, '_>, found: &Found, comparison: &Comparison, list: &mut List) {
    let Some(order) = order(task, comparison.ty) else { return };
    let sources = &task.analysis.program.sources;
    let terms = &task.analysis.engine.terms;
    let inputs: Vec<(TermId, String)> =
        task.items.iter().filter(|item| item.is_input()).map(|item| (term_of(item), name(task, item))).collect();
    let side = |term: TermId, span| {
        let input = inputs.iter().find(|(input, _)| *input == term);
        let constant = terms.as_bits(term).is_some();
        let text = input.map_or_else(|| sources.text(span).to_owned(), |(_, name)| name.clone());
        (text, input.is_some(), constant)
    };
    let (left_text, left_input, left_constant) = side(comparison.left, comparison.left_span);
    let (right_text, right_input, right_constant) = side(comparison.right, comparison.right_span);
    let inputs_only = (left_input || left_constant) && (right_input || right_constant);
    if (!inputs_only && task.options.causes != Causes::All) || (left_constant && right_constant) {
        return;
    }
    let (left, right) = ((comparison.left, left_text.as_str()), (comparison.right, right_text.as_str()));
    add(task, found, list, left, right, order, inputs_only);
}

fn term_of(item: &Item) -> TermId {
    match item.kind {
        ItemKind::Input { value, .. } | ItemKind::Value { value, .. } | ItemKind::Switch { value, .. } => value,
        ItemKind::Branch { cond } => cond,
    }
}

/// Whether some closest passing run gives a term another value.
fn value_changes(terms: &TermStore, term: TermId, task: &Task<'_, '_>, found: &Found) -> bool {
    let was = Evaluator::new(terms, &task.failing.valuation).bits(term);
    found.all_closest.iter().any(|valuation| Evaluator::new(terms, valuation).bits(term) != was)
}

/// The candidates so far.
#[derive(Default)]
struct List {
    predicates: Vec<Predicate>,
    seen: FxHashSet<TermId>,
}

/// Adds the comparisons of `x` and `y`, of which one differs in some closest passing run, that hold in the failing one.
fn add(
    task: &mut Task<'_, '_>,
    found: &Found,
    list: &mut List,
    (x, x_name): (TermId, &str),
    (y, y_name): (TermId, &str),
    order: Order,
    inputs_only: bool,
) {
    let differs = |term| value_changes(&task.analysis.engine.terms, term, task, found);
    if !differs(x) && !differs(y) {
        return;
    }
    let terms = &mut task.analysis.engine.terms;
    if terms.width(x) != terms.width(y) {
        return;
    }
    for (op, holds) in comparisons(terms, x, y, order) {
        let held = Evaluator::new(terms, &task.failing.valuation).bool(holds);
        let changes = |valuation: &Valuation| !Evaluator::new(terms, valuation).bool(holds);
        let changes = found.all_closest.iter().any(changes);
        if held && terms.as_bool(holds).is_none() && list.seen.insert(holds) {
            let text = format!("{x_name} {op} {y_name}");
            list.predicates.push(Predicate { holds, text, inputs_only, changes });
        }
    }
}

fn comparisons(terms: &mut TermStore, x: TermId, y: TermId, order: Order) -> Vec<(&'static str, TermId)> {
    let mut all = match order {
        Order::Signed => {
            vec![("<", terms.slt(x, y)), ("<=", terms.sle(x, y)), (">", terms.sgt(x, y)), (">=", terms.sge(x, y))]
        }
        Order::Unsigned => {
            vec![("<", terms.ult(x, y)), ("<=", terms.ule(x, y)), (">", terms.ugt(x, y)), (">=", terms.uge(x, y))]
        }
        Order::None => Vec::new(),
    };
    all.push(("==", terms.eq(x, y)));
    all.push(("!=", terms.ne(x, y)));
    all
}
