//! What a program has for changes to be made of: its names, its constants, its variables and its conditions.

use rustc_hash::FxHashSet;
use whyc_base::source::Span;
use whyc_ir::expr::{Expr, ExprId, ExprKind, Place, PlaceBase, Projection, UnaryOp};
use whyc_ir::program::{Body, ComponentKind, FunctionId, GlobalKind, LocalKind, Origin, Program};
use whyc_ir::types::{Type, TypeId};

use super::text::{Names, is_in_scope};
use whyc_debug::show;

/// At most this many constants of the program are tried in the place of another one.
const MANY_CONSTANTS: usize = 24;
/// A condition with more parts than this is taken for no other place.
const MANY_PARTS: usize = 12;

/// What changes are made of.
pub struct Vocabulary<'p> {
    /// The names of the program.
    pub names: Names<'p>,
    /// The integer constants of the user's functions, each once, in their order.
    pub constants: Vec<(TypeId, u128)>,
    /// The comparisons and negations in the user's functions that can stand elsewhere, each text of a function once.
    pub conditions: Vec<(FunctionId, ExprId)>,
    /// The variables that the user's functions use as truth values, by where they do.
    truths: Vec<(FunctionId, PlaceBase)>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Which.
    pub base: PlaceBase,
    /// Its type.
    pub ty: TypeId,
    /// Its name.
    pub name: String,
}

impl<'p> Vocabulary<'p> {
    /// That of a program.
    pub fn new(program: &'p Program) -> Self {
        let mut found =
            Self { names: Names::new(program), constants: Vec::new(), conditions: Vec::new(), truths: Vec::new() };
        let mut known_constants = FxHashSet::default();
        for (function, f) in program.functions.iter_enumerated().filter(|(_, f)| f.origin == Origin::User) {
            let Some(body) = &f.body else { continue };
            let mut known_texts = FxHashSet::default();
            for (id, expr) in body.exprs.iter_enumerated() {
                found.note_constant(program, expr, &mut known_constants);
                found.note_truth(program, (function, body), expr);
                let text = program.sources.text(expr.span);
                if is_condition(&expr.kind)
                    && found.names.can_move(text)
                    && is_made_of_variables(program, function, body, id)
                    && known_texts.insert(text)
                {
                    found.conditions.push((function, id));
                }
            }
        }
        found.constants.truncate(MANY_CONSTANTS);
        found
    }

    fn note_constant(&mut self, program: &Program, expr: &Expr, known: &mut FxHashSet<(TypeId, u128)>) {
        if let ExprKind::Int(bits) = expr.kind
            && matches!(program.types.get(expr.ty), Type::Int(_))
            && known.insert((expr.ty, bits))
        {
            self.constants.push((expr.ty, bits));
        }
    }

    fn note_truth(&mut self, program: &Program, (function, body): (FunctionId, &Body), expr: &Expr) {
        let used = match expr.kind {
            ExprKind::Unary(UnaryOp::Not, a) => vec![a],
            ExprKind::And(a, b) | ExprKind::Or(a, b) => vec![a, b],
            ExprKind::Cond(c, ..) => vec![c],
            _ => Vec::new(),
        };
        let is_tested = |expr: &Expr| {
            let kind = expr.component.map(|component| program.components[component].kind);
            matches!(kind, Some(ComponentKind::Condition | ComponentKind::Operand))
        };
        let operands = used.into_iter().map(|id| &body.exprs[id]);
        for expr in operands.chain(Some(expr).filter(|expr| is_tested(expr))) {
            if let Some(base) = variable(body, expr)
                && !self.truths.contains(&(function, base))
            {
                self.truths.push((function, base));
            }
        }
    }

    /// Whether a variable, seen from a function, is used as a truth value.
    pub fn is_truth(&self, function: FunctionId, base: PlaceBase) -> bool {
        let is_it = |&(other, known): &(FunctionId, PlaceBase)| match base {
            PlaceBase::Local(_) => other == function && known == base,
            PlaceBase::Global(_) | PlaceBase::Deref(_) => known == base,
        };
        self.truths.iter().any(is_it)
    }

    /// The constants of a type as numbers.
    pub fn numbers(&self, program: &Program, ty: TypeId) -> Vec<i128> {
        let Type::Int(kind) = *program.types.get(ty) else { return Vec::new() };
        self.constants.iter().filter(|(other, _)| *other == ty).map(|&(_, bits)| show::signed(kind, bits)).collect()
    }
}

/// Whether an expression says yes or no.
pub fn is_condition(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Binary(op, ..) => op.is_comparison(),
        _ => false,
    }
}

/// The variable that an expression is the value of.
pub fn variable(body: &Body, expr: &Expr) -> Option<PlaceBase> {
    let ExprKind::Load(place) = expr.kind else { return None };
    let place = &body.places[place];
    let is_whole = place.projections.is_empty() && !matches!(place.base, PlaceBase::Deref(_));
    is_whole.then_some(place.base)
}

/// The variables that are known at a place of a function: its own, then the user's globals.
pub fn in_scope(program: &Program, function: FunctionId, at: Span) -> Vec<Variable> {
    let f = &program.functions[function];
    let text = program.sources.file(at.file).text.as_str();
    let mut names = FxHashSet::default();
    let mut found = Vec::new();
    // What is declared last hides what is declared before.
    for (id, local) in f.locals.iter_enumerated().rev() {
        let is_known = match local.kind {
            LocalKind::Param => true,
            LocalKind::Variable => local.span.file == at.file && is_in_scope(text, local.span.start, at.start),
            LocalKind::Temporary => false,
        };
        if is_known && !local.name.is_empty() && names.insert(local.name.as_str()) {
            found.push(Variable { base: PlaceBase::Local(id), ty: local.ty, name: local.name.clone() });
        }
    }
    found.reverse();
    for (id, global) in program.globals.iter_enumerated() {
        let is_known = global.kind == GlobalKind::Variable
            && !program.sources.file(global.span.file).name.starts_with('<')
            && (global.span.file != at.file || global.span.start < at.start);
        if is_known && !global.name.is_empty() && names.insert(global.name.as_str()) {
            found.push(Variable { base: PlaceBase::Global(id), ty: global.ty, name: global.name.clone() });
        }
    }
    found
}

/// The parts that an expression is made of, itself included; none if they are many, or if one of them is no more than
/// an intermediate result, which has no name.
fn parts<'b>(program: &Program, function: FunctionId, body: &'b Body, root: ExprId) -> Option<Vec<&'b Expr>> {
    let mut found = Vec::new();
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        let expr = &body.exprs[id];
        found.push(expr);
        if found.len() > MANY_PARTS {
            return None;
        }
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => {}
            ExprKind::Load(place) => {
                let place = &body.places[*place];
                if let PlaceBase::Local(local) = place.base
                    && program.functions[function].locals[local].kind == LocalKind::Temporary
                {
                    return None;
                }
                stack.extend(indices(place));
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => stack.push(*a),
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => stack.extend([*a, *b]),
            ExprKind::AddrOf(_) | ExprKind::FunctionAddr(_) | ExprKind::Cond(..) | ExprKind::Intrinsic(..) => {
                return None;
            }
        }
    }
    Some(found)
}

fn is_made_of_variables(program: &Program, function: FunctionId, body: &Body, root: ExprId) -> bool {
    parts(program, function, body, root)
        .is_some_and(|parts| parts.iter().any(|part| matches!(part.kind, ExprKind::Load(_))))
}

/// The variables that a condition speaks of.
pub fn variables_of(program: &Program, function: FunctionId, root: ExprId) -> Vec<PlaceBase> {
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let parts = parts(program, function, body, root).unwrap_or_default();
    let bases = parts.into_iter().filter_map(|part| match part.kind {
        ExprKind::Load(place) => Some(body.places[place].base),
        _ => None,
    });
    bases.filter(|base| !matches!(base, PlaceBase::Deref(_))).collect()
}

/// The expressions that say where a place is.
pub fn indices(place: &Place) -> impl Iterator<Item = ExprId> {
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
