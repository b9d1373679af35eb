//! Small changes of an expression, tried on the runs.
//!
//! Another operator, another constant, another variable of the same type, one more or one less, the opposite: what
//! people get wrong. A change is made in the program itself and run by the interpreter; those with which all runs do
//! what they should are told, to be checked further by whoever can read the changed text.

use rustc_hash::FxHashSet;
use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind, Place, PlaceBase, Projection, UnaryOp};
use whyc_ir::interp::Interpreter;
use whyc_ir::program::{Body, ComponentId, FunctionId, LocalKind, Origin, Program};
use whyc_ir::property::PropertyTable;
use whyc_ir::types::{EnumId, IntKind, Type, TypeId};

use super::replayer;
use super::runs::FailingRun;
use crate::show;

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Which diagnosis it belongs to.
    pub diagnosis: usize,
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub new: String,
}

/// So many changes are tried for a diagnosis.
const MANY_TRIES: usize = 600;
/// So many constants of the program are tried in the place of another one.
const MANY_CONSTANTS: usize = 24;

/// The changes of single components with which all `runs` do what they should, in the order of the diagnoses.
#[must_use]
pub fn candidates(
    program: &Program,
    properties: &PropertyTable,
    diagnoses: &[Vec<ComponentId>],
    runs: &[FailingRun],
) -> Vec<Edit> {
    let constants = constants(program);
    // Those that fail now refute most changes.
    let interpreter = Interpreter::new(program, properties);
    let (passing, failing): (Vec<&FailingRun>, Vec<_>) =
        runs.iter().partition(|run| replayer::passes(program, &interpreter, run));
    let runs = [failing, passing].concat();
    let mut trial = program.clone();
    let mut found: Vec<Edit> = Vec::new();
    let mut known: FxHashSet<(Span, String)> = FxHashSet::default();
    for (diagnosis, components) in diagnoses.iter().enumerate() {
        let &[component] = &components[..] else { continue };
        let mut n_tries = 0;
        for (function, expr) in evaluations(program, component) {
            for change in changes(program, function, expr, &constants) {
                if n_tries == MANY_TRIES || !known.insert((change.span, change.new.clone())) {
                    continue;
                }
                n_tries += 1;
                if passes_all(&mut trial, properties, function, &change, &runs) {
                    found.push(Edit { diagnosis, span: change.span, new: change.new });
                }
            }
        }
    }
    found
}

/// Whether all runs do what they should, by the interpreter.
#[must_use]
pub fn all_pass(program: &Program, properties: &PropertyTable, runs: &[FailingRun]) -> bool {
    let interpreter = Interpreter::new(program, properties);
    runs.iter().all(|run| replayer::passes(program, &interpreter, run))
}

/// Whether all runs do what they should with a change, which is undone afterwards.
fn passes_all(
    trial: &mut Program,
    properties: &PropertyTable,
    function: FunctionId,
    change: &Change,
    runs: &[&FailingRun],
) -> bool {
    let Some(body) = &mut trial.functions[function].body else { return false };
    let old = body.exprs[change.expr].clone();
    let copy = body.exprs.push(Expr { component: None, ..old.clone() });
    body.exprs[change.expr].kind = match &change.kind {
        NewKind::Is(kind) => kind.clone(),
        NewKind::Around(wrap) => wrap(body, copy, &old),
    };
    let interpreter = Interpreter::new(trial, properties);
    let passes = runs.iter().all(|run| replayer::passes(trial, &interpreter, run));
    drop(interpreter);
    if let Some(body) = &mut trial.functions[function].body {
        body.exprs[change.expr] = old;
    }
    passes
}

/// What an expression becomes.
enum NewKind {
    /// This.
    Is(ExprKind),
    /// Something around a copy of it.
    Around(fn(&mut Body, ExprId, &Expr) -> ExprKind),
}

/// A change of one expression.
struct Change {
    expr: ExprId,
    kind: NewKind,
    span: Span,
    new: String,
}

/// Where a component is evaluated.
fn evaluations(program: &Program, component: ComponentId) -> Vec<(FunctionId, ExprId)> {
    let function = program.components[component].function;
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let is_it = |(_, expr): &(ExprId, &Expr)| expr.component == Some(component);
    body.exprs.iter_enumerated().filter(is_it).map(|(id, _)| (function, id)).collect()
}

/// The changes of an expression and of its parts, the parts first.
fn changes(program: &Program, function: FunctionId, root: ExprId, constants: &[(TypeId, u128)]) -> Vec<Change> {
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let mut found = Vec::new();
    let mut stack = vec![root];
    let mut seen = FxHashSet::default();
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let expr = &body.exprs[id];
        match &expr.kind {
            ExprKind::Int(bits) => change_constant(program, id, expr, *bits, constants, &mut found),
            ExprKind::Load(place) => {
                change_variable(program, function, id, expr, &body.places[*place], &mut found);
                stack.extend(indices(&body.places[*place]));
            }
            ExprKind::AddrOf(place) => stack.extend(indices(&body.places[*place])),
            ExprKind::Binary(op, a, b) => {
                change_operator(program, body, id, *op, (*a, *b), &mut found);
                stack.extend([*a, *b]);
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                change_connective(program, body, id, (*a, *b), &mut found);
                stack.extend([*a, *b]);
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => stack.push(*a),
            ExprKind::Cond(c, a, b) => stack.extend([*c, *a, *b]),
            ExprKind::Intrinsic(_, args) => stack.extend(args),
            ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
        }
    }
    wrap_whole(program, body, root, &mut found);
    found
}

fn indices(place: &Place) -> impl Iterator<Item = ExprId> {
    let base = match place.base {
        PlaceBase::Deref(pointer) => Some(pointer),
        PlaceBase::Local(_) | PlaceBase::Global(_) => None,
    };
    let projections = place.projections.iter().filter_map(|projection| match projection {
        Projection::Index(index) => Some(*index),
        Projection::Field(_) => None,
    });
    base.into_iter().chain(projections)
}

fn change_constant(
    program: &Program,
    id: ExprId,
    expr: &Expr,
    bits: u128,
    constants: &[(TypeId, u128)],
    found: &mut Vec<Change>,
) {
    let kind = match *program.types.get(expr.ty) {
        Type::Int(kind) => kind,
        Type::Enum(e) => return change_enumerator(program, e, (id, expr), bits, found),
        _ => return,
    };
    let text = program.sources.text(expr.span);
    // A constant that is part of something larger (folded, or made by a macro's body) cannot be replaced in the text.
    if text.is_empty() || text.chars().any(|c| c.is_whitespace() || "()+*/%&|<>".contains(c)) {
        return;
    }
    let number = show::signed(kind, bits);
    let mut others = vec![number + 1, number - 1, -number, 0, 1];
    others.extend(constants.iter().filter(|(ty, _)| *ty == expr.ty).map(|&(_, bits)| show::signed(kind, bits)));
    let mut tried = FxHashSet::default();
    for other in others {
        let width = kind.bits();
        let bits = if width < 128 { (other as u128) & ((1 << width) - 1) } else { other as u128 };
        if other == number || show::signed(kind, bits) != other || !tried.insert(other) {
            continue;
        }
        found.push(Change {
            expr: id,
            kind: NewKind::Is(ExprKind::Int(bits)),
            span: expr.span,
            new: other.to_string(),
        });
    }
}

/// Another constant of the same enumeration.
fn change_enumerator(
    program: &Program,
    id: EnumId,
    (expr_id, expr): (ExprId, &Expr),
    bits: u128,
    found: &mut Vec<Change>,
) {
    let definition = &program.types.enums[id];
    let number = show::signed(definition.underlying, bits);
    let text = program.sources.text(expr.span);
    if !definition.constants.iter().any(|(name, _)| name == text) {
        return;
    }
    let mask = u128::MAX >> (128 - definition.underlying.bits());
    for (name, value) in definition.constants.iter().filter(|(_, value)| *value != number) {
        let kind = NewKind::Is(ExprKind::Int(*value as u128 & mask));
        found.push(Change { expr: expr_id, kind, span: expr.span, new: name.clone() });
    }
}

fn change_variable(
    program: &Program,
    function: FunctionId,
    id: ExprId,
    expr: &Expr,
    place: &Place,
    found: &mut Vec<Change>,
) {
    let f = &program.functions[function];
    let name = match place.base {
        PlaceBase::Local(local) => &f.locals[local].name,
        PlaceBase::Global(global) => &program.globals[global].name,
        PlaceBase::Deref(_) => return,
    };
    if !place.projections.is_empty() || name.is_empty() || program.sources.text(expr.span) != name {
        return;
    }
    let Some(body) = &f.body else { return };
    // A place for another variable must exist in the body: some expression reads it.
    let mut tried: FxHashSet<&str> = FxHashSet::default();
    for other in body.places.iter() {
        let other_name = match other.base {
            PlaceBase::Local(local) if f.locals[local].kind != LocalKind::Temporary => &f.locals[local].name,
            PlaceBase::Global(global) => &program.globals[global].name,
            PlaceBase::Local(_) | PlaceBase::Deref(_) => continue,
        };
        let fits = other.projections.is_empty() && other.ty == place.ty && !other_name.starts_with(['"', '(', '_']);
        if !fits || other_name.is_empty() || other_name == name || !tried.insert(other_name) {
            continue;
        }
        let Some((place_id, _)) =
            body.places.iter_enumerated().find(|(_, p)| p.base == other.base && p.projections.is_empty())
        else {
            continue;
        };
        let kind = NewKind::Is(ExprKind::Load(place_id));
        found.push(Change { expr: id, kind, span: expr.span, new: other_name.clone() });
    }
}

fn change_operator(
    program: &Program,
    body: &Body,
    id: ExprId,
    op: BinaryOp,
    (a, b): (ExprId, ExprId),
    found: &mut Vec<Change>,
) {
    const COMPARISONS: [(BinaryOp, &str); 6] = [
        (BinaryOp::Lt, "<"),
        (BinaryOp::Le, "<="),
        (BinaryOp::Gt, ">"),
        (BinaryOp::Ge, ">="),
        (BinaryOp::Eq, "=="),
        (BinaryOp::Ne, "!="),
    ];
    const ARITHMETIC: [(BinaryOp, &str); 5] =
        [(BinaryOp::Add, "+"), (BinaryOp::Sub, "-"), (BinaryOp::Mul, "*"), (BinaryOp::Div, "/"), (BinaryOp::Rem, "%")];
    const BITS: [(BinaryOp, &str); 3] = [(BinaryOp::BitAnd, "&"), (BinaryOp::BitOr, "|"), (BinaryOp::BitXor, "^")];
    let families: [&[(BinaryOp, &str)]; 3] = [&COMPARISONS, &ARITHMETIC, &BITS];
    let Some(family) = families.into_iter().find(|family| family.iter().any(|&(other, _)| other == op)) else { return };
    let Some(&(_, written)) = family.iter().find(|&&(other, _)| other == op) else { return };
    let Some(span) = between(program, body, a, b, written) else { return };
    let is_float = matches!(program.types.get(body.exprs[id].ty), Type::Float(_));
    for &(other, text) in family.iter().filter(|&&(other, _)| other != op) {
        if is_float && other == BinaryOp::Rem {
            continue;
        }
        let kind = NewKind::Is(ExprKind::Binary(other, a, b));
        found.push(Change { expr: id, kind, span, new: text.to_owned() });
    }
}

fn change_connective(program: &Program, body: &Body, id: ExprId, (a, b): (ExprId, ExprId), found: &mut Vec<Change>) {
    let (written, other, kind) = match body.exprs[id].kind {
        ExprKind::And(..) => ("&&", "||", ExprKind::Or(a, b)),
        _ => ("||", "&&", ExprKind::And(a, b)),
    };
    if let Some(span) = between(program, body, a, b, written) {
        found.push(Change { expr: id, kind: NewKind::Is(kind), span, new: other.to_owned() });
    }
}

/// Where an operator stands between its operands.
fn between(program: &Program, body: &Body, a: ExprId, b: ExprId, operator: &str) -> Option<Span> {
    let (left, right) = (body.exprs[a].span, body.exprs[b].span);
    if left.file != right.file || left.end > right.start {
        return None;
    }
    let gap = Span { start: left.end, end: right.start, ..left };
    let text = program.sources.text(gap);
    let at = text.find(operator)?;
    // `<` is not `<=` and `+` is not `+=`.
    let after = text[at + operator.len()..].chars().next();
    if after.is_some_and(|c| "<>=&|+-".contains(c)) {
        return None;
    }
    let start = gap.start + at as u32;
    Some(Span { start, end: start + operator.len() as u32, ..left })
}

/// The opposite of a condition; one more and one less.
fn wrap_whole(program: &Program, body: &Body, root: ExprId, found: &mut Vec<Change>) {
    let expr = &body.exprs[root];
    let text = program.sources.text(expr.span).to_owned();
    if text.is_empty() {
        return;
    }
    let is_simple = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let grouped = if is_simple { text.clone() } else { format!("({text})") };
    let truth_like = matches!(
        &expr.kind,
        ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnaryOp::Not, _) | ExprKind::Load(_)
    ) || matches!(&expr.kind, ExprKind::Binary(op, ..) if op.is_comparison());
    let is_int = matches!(program.types.get(expr.ty), Type::Int(IntKind::Int));
    if truth_like && is_int {
        let kind = NewKind::Around(|_, copy, _| ExprKind::Unary(UnaryOp::Not, copy));
        found.push(Change { expr: root, kind, span: expr.span, new: format!("!{grouped}") });
    }
    let is_number = matches!(program.types.get(expr.ty), Type::Int(_)) && !matches!(expr.kind, ExprKind::Int(_));
    if is_number && !matches!(&expr.kind, ExprKind::Binary(op, ..) if op.is_comparison()) {
        let more = NewKind::Around(|body, copy, old| step(body, BinaryOp::Add, copy, old));
        found.push(Change { expr: root, kind: more, span: expr.span, new: format!("{grouped} + 1") });
        let less = NewKind::Around(|body, copy, old| step(body, BinaryOp::Sub, copy, old));
        found.push(Change { expr: root, kind: less, span: expr.span, new: format!("{grouped} - 1") });
    }
}

fn step(body: &mut Body, op: BinaryOp, copy: ExprId, old: &Expr) -> ExprKind {
    let one = body.exprs.push(Expr { kind: ExprKind::Int(1), ty: old.ty, span: old.span, component: None });
    ExprKind::Binary(op, copy, one)
}

/// The integer constants of the user's functions, each once, in their order.
fn constants(program: &Program) -> Vec<(TypeId, u128)> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for function in program.functions.iter().filter(|function| function.origin == Origin::User) {
        for expr in function.body.iter().flat_map(|body| body.exprs.iter()) {
            if let ExprKind::Int(bits) = expr.kind
                && matches!(program.types.get(expr.ty), Type::Int(_))
                && seen.insert((expr.ty, bits))
            {
                found.push((expr.ty, bits));
            }
        }
    }
    found.truncate(MANY_CONSTANTS);
    found
}
