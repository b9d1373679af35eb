//! Conditions that might be causes: comparisons of any two values whose outcome differs between the runs, and
//! comparisons that the program's own conditions make, with their neighbours.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::source::Span;
use whyc_ir::types::{Type, TypeId};
use whyc_term::{Evaluator, TermId, TermStore};
use whyc_unroll::step::StepId;

use super::closest::Found;
use super::items::{Item, ItemKind};
use super::observe::Comparison;
use super::{Causes, Task, story};
use crate::show;

/// More variables than this are not compared with each other.
const MANY_OPERANDS: usize = 40;

/// More inputs of one name than this, read by the library, are a text and not numbers.
const MANY_NUMBERS: usize = 4;

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
    /// Whether the program itself does not make this comparison: the values may be in this relation by chance.
    pub relates: bool,
    /// Whether one side is a constant.
    pub with_constant: bool,
    /// Whether no run within the bounds fails without it.
    pub always: bool,
    /// What is compared.
    pub sides: [Operand; 2],
}

/// How two values may be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Signed,
    Unsigned,
    /// Only for equality.
    None,
}

/// One side of a comparison.
#[derive(Clone, Debug)]
pub struct Operand {
    /// Its value.
    pub term: TermId,
    /// What a person calls it.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// An input or a constant.
    pub is_given: bool,
}

/// The values of terms: in the failing run first, then in each of the closest passing ones.
type Values = FxHashMap<TermId, Vec<u128>>;

/// The candidates that hold in the failing run, those over inputs first; and whether these are all.
pub fn candidates(task: &mut Task<'_>, found: &Found) -> (Vec<Predicate>, bool) {
    task.aliases = story::aliases(task);
    let inputs: FxHashMap<TermId, usize> = task
        .items
        .iter()
        .enumerate()
        .filter_map(|(idx, item)| Some((value_of(item).filter(|_| item.is_input())?, idx)))
        .collect();
    let mined: Vec<Comparison> = task.comparisons.iter().copied().filter(|one| is_wanted(task, &inputs, one)).collect();
    let values = evaluate(task, found, &mined);
    let mut list = List::default();
    let (operands, complete) = operands(task, &values);
    for (k, (x, order)) in operands.iter().enumerate() {
        for (y, other_order) in &operands[k + 1..] {
            if order == other_order {
                list.add(&mut task.analysis.engine.terms, &values, x, y, *order, false);
            }
        }
    }
    for comparison in &mined {
        let Some(order) = order(task, comparison.ty) else { continue };
        let left = side(task, &inputs, comparison.left, comparison.ty, comparison.left_text);
        let right = side(task, &inputs, comparison.right, comparison.ty, comparison.right_text);
        let terms = &mut task.analysis.engine.terms;
        // `n > 0` rather than `0 < n`.
        let (left, right) = if terms.as_bits(left.term).is_some() { (right, left) } else { (left, right) };
        list.add(terms, &values, &left, &right, order, true);
    }
    let mut predicates = list.predicates;
    predicates.sort_by_key(|predicate| (!predicate.inputs_only, !predicate.changes));
    (predicates, complete)
}

/// Whether a comparison of the program is to be looked at: with [`Causes::Inputs`], one of inputs and constants.
fn is_wanted(task: &Task<'_>, inputs: &FxHashMap<TermId, usize>, comparison: &Comparison) -> bool {
    let is_constant = |term: TermId| task.analysis.engine.terms.as_bits(term).is_some();
    let is_given = |term: TermId| is_constant(term) || inputs.contains_key(&term);
    let (left, right) = (comparison.left, comparison.right);
    let all = task.options.causes == Causes::All;
    (all || (is_given(left) && is_given(right))) && !(is_constant(left) && is_constant(right))
}

/// The values of everything that may be compared.
fn evaluate(task: &Task<'_>, found: &Found, mined: &[Comparison]) -> Values {
    let items = task.items.iter().filter(|item| may_be_operand(task, item));
    let sides = mined.iter().flat_map(|comparison| [comparison.left, comparison.right]);
    let terms: Vec<TermId> = items.filter_map(value_of).chain(sides).collect();
    let mut values = Values::default();
    for valuation in [&task.failing.valuation].into_iter().chain(&found.all_closest) {
        let mut eval = Evaluator::new(&task.analysis.engine.terms, valuation);
        let mut seen = FxHashSet::default();
        for &term in terms.iter().filter(|&&term| seen.insert(term)) {
            values.entry(term).or_default().push(eval.bits(term));
        }
    }
    values
}

/// Inputs, and with [`Causes::All`] every other value, are compared. Which of two flags is larger is no thought
/// that anyone has.
fn may_be_operand(task: &Task<'_>, item: &Item) -> bool {
    let (ty, is_wanted) = match item.kind {
        ItemKind::Input { ty: Some(ty), .. } => (ty, true),
        ItemKind::Value { ty, .. } => (ty, task.options.causes == Causes::All && item.counts),
        _ => return false,
    };
    is_wanted && order(task, ty).is_some() && !matches!(task.analysis.program.types.get(ty), Type::Bool)
}

/// The values that are compared with each other. Equal terms are one value.
fn operands(task: &Task<'_>, values: &Values) -> (Vec<(Operand, Order)>, bool) {
    let terms = &task.analysis.engine.terms;
    let mut seen = FxHashSet::default();
    let mut items: Vec<(&Item, TermId)> = Vec::new();
    let texts = texts(task);
    // What storage held before it was set is compared with nothing, unless the program does so.
    let is_wanted =
        |item: &&Item| may_be_operand(task, item) && !texts.contains(&item.step) && !story::is_left_over(task, item);
    for item in task.items.iter().filter(is_wanted) {
        if let Some(term) = value_of(item)
            && terms.as_bits(term).is_none()
            && seen.insert(term)
        {
            items.push((item, term));
        }
    }
    // Those that differ are what matters; of the others, as many as fit.
    let complete = items.len() <= MANY_OPERANDS;
    items.sort_by_key(|(_, term)| !differs(&values[term]));
    items.truncate(MANY_OPERANDS);
    // What changes stands on the left: it is what the condition is about.
    items.sort_by_key(|(item, term)| (!item.is_input(), !differs(&values[term]), item.step));
    let operand = |(item, term): (&Item, TermId)| {
        let ty = match item.kind {
            ItemKind::Input { ty, .. } => ty?,
            ItemKind::Value { ty, .. } => ty,
            _ => return None,
        };
        Some((Operand { term, name: name(task, item), ty, is_given: item.is_input() }, order(task, ty)?))
    };
    (items.into_iter().filter_map(operand).collect(), complete)
}

/// The steps at which the library reads the characters of a text: nobody compares those with each other.
fn texts(task: &Task<'_>) -> FxHashSet<StepId> {
    let mut by_name: FxHashMap<String, Vec<StepId>> = FxHashMap::default();
    for item in task.items.iter().filter(|item| item.is_input() && !story::is_users(task, item)) {
        by_name.entry(story::name(task, item)).or_default().push(item.step);
    }
    by_name.into_values().filter(|steps| steps.len() > MANY_NUMBERS).flatten().collect()
}

fn differs(values: &[u128]) -> bool {
    values.iter().any(|value| *value != values[0])
}

fn order(task: &Task<'_>, ty: TypeId) -> Option<Order> {
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
fn name(task: &Task<'_>, item: &Item) -> String {
    if item.is_input() {
        let alias = task.aliases.get(&item.id()).map(|alias| alias.alias.clone());
        return alias.unwrap_or_else(|| story::name(task, item));
    }
    story::ssa(task, item).unwrap_or_else(|| story::name(task, item))
}

/// One side of a comparison of the program: an input by its name, anything else as it is written there.
fn side(
    task: &Task<'_>,
    inputs: &FxHashMap<TermId, usize>,
    term: TermId,
    ty: TypeId,
    (span, is_literal): (Span, bool),
) -> Operand {
    let program = &task.analysis.program.clone();
    let constant = task.analysis.engine.terms.as_bits(term);
    let name = match (inputs.get(&term), constant.filter(|_| !is_literal)) {
        (Some(&idx), _) => name(task, &task.items[idx]),
        (None, Some(bits)) => show::value(program, &task.unrolling, ty, bits),
        (None, None) => program.sources.text(span).to_owned(),
    };
    Operand { term, name, ty, is_given: inputs.contains_key(&term) || constant.is_some() }
}

fn value_of(item: &Item) -> Option<TermId> {
    match item.kind {
        ItemKind::Input { value, .. } | ItemKind::Value { value, .. } => Some(value),
        ItemKind::Switch { .. } | ItemKind::Branch { .. } => None,
    }
}

/// The candidates so far.
#[derive(Default)]
struct List {
    predicates: Vec<Predicate>,
    seen: FxHashSet<TermId>,
}

impl List {
    /// Adds the comparisons of `x` and `y`, of which one differs between the runs, that hold in the failing one.
    fn add(&mut self, terms: &mut TermStore, values: &Values, x: &Operand, y: &Operand, order: Order, is_mined: bool) {
        let (Some(of_x), Some(of_y)) = (values.get(&x.term), values.get(&y.term)) else { return };
        let width = terms.width(x.term);
        if x.term == y.term || width != terms.width(y.term) || (!differs(of_x) && !differs(of_y)) {
            return;
        }
        for op in ["<", "<=", ">", ">=", "==", "!="] {
            let holds = |run: usize| compare(op, width, order, of_x[run], of_y[run]);
            let changes = (1..of_x.len()).any(|run| !holds(run));
            let is_ordering = !matches!(op, "==" | "!=");
            // What is not compared in the program must change to be worth a look.
            if !holds(0) || !(changes || is_mined) || (is_ordering && order == Order::None) {
                continue;
            }
            let holds = comparison(terms, op, order, x.term, y.term);
            if terms.as_bool(holds).is_none() && self.seen.insert(holds) {
                let text = format!("{} {op} {}", x.name, y.name);
                let inputs_only = x.is_given && y.is_given;
                self.predicates.push(Predicate {
                    holds,
                    text,
                    inputs_only,
                    changes,
                    relates: !is_mined,
                    with_constant: terms.as_bits(x.term).is_some() || terms.as_bits(y.term).is_some(),
                    always: false,
                    sides: [x.clone(), y.clone()],
                });
            }
        }
    }
}

/// What a comparison of two numbers gives.
fn compare(op: &str, width: u32, order: Order, x: u128, y: u128) -> bool {
    let unused = 128 - width.clamp(1, 128);
    let ordering = match order {
        Order::Signed => ((x << unused) as i128).cmp(&((y << unused) as i128)),
        Order::Unsigned | Order::None => x.cmp(&y),
    };
    match op {
        "<" => ordering.is_lt(),
        "<=" => ordering.is_le(),
        ">" => ordering.is_gt(),
        ">=" => ordering.is_ge(),
        "==" => ordering.is_eq(),
        _ => ordering.is_ne(),
    }
}

fn comparison(terms: &mut TermStore, op: &str, order: Order, x: TermId, y: TermId) -> TermId {
    match (op, order) {
        ("<", Order::Signed) => terms.slt(x, y),
        ("<=", Order::Signed) => terms.sle(x, y),
        (">", Order::Signed) => terms.sgt(x, y),
        (">=", Order::Signed) => terms.sge(x, y),
        ("<", _) => terms.ult(x, y),
        ("<=", _) => terms.ule(x, y),
        (">", _) => terms.ugt(x, y),
        (">=", _) => terms.uge(x, y),
        ("==", _) => terms.eq(x, y),
        _ => terms.ne(x, y),
    }
}
