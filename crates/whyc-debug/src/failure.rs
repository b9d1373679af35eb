//! What a failing check saw, as a sanitizer would say it: operands and the value that does not fit, index and size, where
//! memory was allocated and freed.
//!
//! In: the [`Graph`] of a failing run. Out: a [`Failure`] by [`failure`]. All numbers are those of the interpreter.

mod access;
pub(crate) mod threads;

use whyc_base::source::Span;
use whyc_check::Analysis;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceBase, PlaceId, UnaryOp};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{Body, LocalKind, Origin};
use whyc_ir::property::{Property, PropertyClass, Site};
use whyc_ir::types::{Type, TypeId};
use whyc_unroll::step::Unrolling;

use crate::dynamic::{Graph, MomentId, parts_of};
use crate::finding::Failure;
use crate::show;

/// At most this many values stand behind an expression.
const MANY_OPERANDS: usize = 4;
/// Longer texts are not repeated.
const LONGEST_TEXT: usize = 48;

/// Looks at the end of a failing run.
pub struct Look<'a> {
    /// What found it.
    pub analysis: &'a Analysis,
    /// The run's unrolling.
    pub unrolling: &'a Unrolling,
    /// The run.
    pub graph: &'a Graph,
    /// What it violates.
    pub property: &'a Property,
}

/// What the failing check saw.
#[must_use]
pub fn failure(look: &Look<'_>) -> Failure {
    let Some(end) = look.graph.end else { return Failure::default() };
    let at = look.graph.moments[end].at;
    let Some(body) = &look.analysis.program.functions[at.function].body else { return Failure::default() };
    let plain = |text: Option<String>| Failure { text: text.unwrap_or_default(), related: Vec::new() };
    match look.property.class {
        PropertyClass::Assertion
        | PropertyClass::Precondition
        | PropertyClass::Postcondition
        | PropertyClass::LoopInvariant => plain(look.assertion(end, body)),
        PropertyClass::Unreachable => plain(None),
        PropertyClass::Bounds => plain(look.bounds(end, body)),
        PropertyClass::DivisionByZero => plain(look.division(body)),
        PropertyClass::Overflow => plain(look.overflow(end, body)),
        PropertyClass::Shift => plain(look.shift(end, body)),
        PropertyClass::NullDereference if look.is_in_model(end) => plain(look.null_argument(end)),
        PropertyClass::NullDereference => plain(look.null(end, body)),
        PropertyClass::PointerCompare => plain(look.pointers(end, body)),
        PropertyClass::FunctionPointer
        | PropertyClass::Conversion
        | PropertyClass::PointerPrimitive
        | PropertyClass::MissingReturn
        | PropertyClass::Unsequenced
        | PropertyClass::Assigns
        | PropertyClass::Decreases
        | PropertyClass::ThreadMisuse => plain(None),
        PropertyClass::Race => look.race(end),
        PropertyClass::Deadlock => look.deadlock(),
        PropertyClass::OutOfObject
        | PropertyClass::UseAfterScope
        | PropertyClass::UseAfterFree
        | PropertyClass::ReadOnly
        | PropertyClass::Alignment => look.access(end, body),
        PropertyClass::DoubleFree | PropertyClass::InvalidFree => look.freed(end, body),
        PropertyClass::Leak => look.leak(),
        PropertyClass::Overlap => plain(None),
    }
}

impl Look<'_> {
    /// The bits of an expression as a number.
    fn number(&self, id: MomentId, body: &Body, expr: ExprId) -> Option<i128> {
        let bits = self.graph.value_at(id, expr)?;
        let types = &self.analysis.program.types;
        let kind = match types.get(body.exprs[expr].ty) {
            Type::Int(kind) => *kind,
            Type::Enum(id) => types.enums[*id].underlying,
            Type::Bool => whyc_ir::types::IntKind::UChar,
            _ => return None,
        };
        Some(show::signed(kind, bits))
    }

    fn text(&self, span: Span) -> String {
        let text = self.analysis.program.sources.text(span);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The text of an expression that is not too long, in quotes.
    fn quoted(&self, body: &Body, expr: ExprId) -> Option<String> {
        let text = self.text(body.exprs[expr].span);
        (!text.is_empty() && text.chars().count() <= LONGEST_TEXT).then(|| format!("`{text}`"))
    }

    /// A value as C writes it.
    #[must_use]
    pub fn value(&self, ty: TypeId, bits: u128) -> String {
        show::value(&self.analysis.program, self.unrolling, ty, bits)
    }

    fn is_in_model(&self, id: MomentId) -> bool {
        let function = self.graph.moments[id].at.function;
        self.analysis.program.functions[function].origin == Origin::Whyc
    }

    /// `i = 3, n = 4`: the variables of an expression with their values, those in `not` left out.
    #[must_use]
    pub fn operands(&self, id: MomentId, body: &Body, of: ExprId, not: &[&str]) -> Vec<String> {
        let program = &*self.analysis.program;
        let parts = parts_of(body, of);
        let mut names: Vec<String> = not.iter().map(|&name| name.to_owned()).collect();
        let mut shown = Vec::new();
        for valued in self.graph.values_of(id).iter().filter(|valued| parts.contains(&valued.expr)) {
            let expr = &body.exprs[valued.expr];
            let ExprKind::Load(place) = expr.kind else { continue };
            let name = self.text(body.places[place].span);
            // A pointer that is only the way to something else says little.
            let is_way = program.types.pointee(expr.ty).is_some() && is_way(body, &parts, valued.expr);
            // What was decided in several steps is told by the last of them.
            if name == self.text(body.exprs[of].span) && self.is_temporary(body, place, id) {
                let said = self.step_before(id, valued.expr, body).into_iter().flatten();
                shown.extend(said.filter(|one| !one.starts_with(&format!("{name} = "))));
                continue;
            }
            if name.is_empty() || is_way || names.contains(&name) || name.chars().count() > LONGEST_TEXT {
                continue;
            }
            let value = self.value(expr.ty, valued.value);
            // A block goes by the name of what it was put into first.
            if value != name {
                shown.push(format!("{name} = {value}"));
            }
            names.push(name);
        }
        shown.truncate(MANY_OPERANDS);
        shown
    }

    /// Whether a place is what an expression with effects was put into.
    fn is_temporary(&self, body: &Body, place: PlaceId, id: MomentId) -> bool {
        let function = &self.analysis.program.functions[self.graph.moments[id].at.function];
        matches!(body.places[place].base, PlaceBase::Local(local) if function.locals[local].kind == LocalKind::Temporary)
    }

    /// The operands of the assignment, in the same function, that gave an expression its value.
    fn step_before(&self, id: MomentId, expr: ExprId, body: &Body) -> Option<Vec<String>> {
        let read = self.graph.reads_of(id).iter().find(|read| read.expr == Some(expr))?;
        let &writer = read.writers.first().filter(|&&writer| writer < id)?;
        let moment = &self.graph.moments[writer];
        match body.instrs.get(moment.at.instr)?.kind {
            InstrKind::Assign { value, .. } if moment.at.function == self.graph.moments[id].at.function => {
                Some(self.operands(writer, body, value, &[]))
            }
            _ => None,
        }
    }

    fn assertion(&self, end: MomentId, body: &Body) -> Option<String> {
        let Site::Instr(instr) = self.property.site else { return None };
        let InstrKind::Assert { cond, .. } = body.instrs[instr].kind else { return None };
        if self.is_in_model(end) {
            return None;
        }
        let mut said = self.sides(end, body, cond);
        let known: Vec<String> = said.iter().map(|(name, _)| name.clone()).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let mut shown: Vec<String> = said.drain(..).map(|(name, value)| format!("{name} = {value}")).collect();
        shown.extend(self.operands(end, body, cond, &known));
        shown.truncate(MANY_OPERANDS);
        Some(shown.join(", "))
    }

    /// The sides of a comparison that are more than a variable or a number, with their values.
    fn sides(&self, end: MomentId, body: &Body, cond: ExprId) -> Vec<(String, String)> {
        let mut at = cond;
        while let ExprKind::Cast(inner) = body.exprs[at].kind {
            at = inner;
        }
        let ExprKind::Binary(op, a, b) = body.exprs[at].kind else { return Vec::new() };
        if !op.is_comparison() {
            return Vec::new();
        }
        let side = |expr: ExprId| {
            let mut inner = expr;
            while let ExprKind::Cast(next) = body.exprs[inner].kind {
                inner = next;
            }
            match body.exprs[inner].kind {
                ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Cond(..) | ExprKind::Intrinsic(..) => {}
                ExprKind::Int(_)
                | ExprKind::Float(_)
                | ExprKind::Load(_)
                | ExprKind::AddrOf(_)
                | ExprKind::FunctionAddr(_)
                | ExprKind::Cast(_)
                | ExprKind::And(..)
                | ExprKind::Or(..) => return None,
            }
            let text = self.text(body.exprs[inner].span);
            let bits = self.graph.value_at(end, inner)?;
            let is_short = !text.is_empty() && text.chars().count() <= LONGEST_TEXT;
            is_short.then(|| (text, self.value(body.exprs[inner].ty, bits)))
        };
        [a, b].into_iter().filter_map(side).collect()
    }

    fn bounds(&self, end: MomentId, body: &Body) -> Option<String> {
        let Site::Index(place, at) = self.property.site else { return None };
        let (index, length) = self.index_and_length(body, place, at)?;
        let number = self.number(end, body, index)?;
        let n = if length == 1 { "1 element".to_owned() } else { format!("{length} elements") };
        let values = self.operands(end, body, index, &[]).join(", ");
        let text = self.text(body.exprs[index].span);
        let is_said = values.is_empty() || values == format!("{text} = {number}");
        let values = if is_said { String::new() } else { format!(" ({values})") };
        Some(format!("index {number}{values}, but the array has {n}"))
    }

    fn division(&self, body: &Body) -> Option<String> {
        let Site::Expr(expr) = self.property.site else { return None };
        let ExprKind::Binary(_, _, divisor) = body.exprs[expr].kind else { return None };
        Some(format!("{} is 0", self.quoted(body, divisor)?))
    }

    fn overflow(&self, end: MomentId, body: &Body) -> Option<String> {
        let Site::Expr(expr) = self.property.site else { return None };
        let ty = self.analysis.program.types.name(body.exprs[expr].ty);
        let (sum, exact) = match body.exprs[expr].kind {
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.number(end, body, a)?, self.number(end, body, b)?);
                let (sign, exact) = match op {
                    BinaryOp::Add => ("+", a.checked_add(b)),
                    BinaryOp::Sub => ("-", a.checked_sub(b)),
                    BinaryOp::Mul => ("*", a.checked_mul(b)),
                    BinaryOp::Div => ("/", a.checked_div(b)),
                    BinaryOp::Rem => ("%", None),
                    BinaryOp::Shl => ("<<", u32::try_from(b).ok().and_then(|b| a.checked_mul(1i128.checked_shl(b)?))),
                    _ => return None,
                };
                let b = if b < 0 { format!("({b})") } else { b.to_string() };
                (format!("{a} {sign} {b}"), exact)
            }
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let a = self.number(end, body, a)?;
                (if a < 0 { format!("-({a})") } else { format!("-{a}") }, a.checked_neg())
            }
            _ => return None,
        };
        Some(match exact {
            Some(exact) => format!("{sum} = {exact} does not fit into {ty}"),
            None => format!("{sum} does not fit into {ty}"),
        })
    }

    fn shift(&self, end: MomentId, body: &Body) -> Option<String> {
        let Site::Expr(expr) = self.property.site else { return None };
        let types = &self.analysis.program.types;
        match body.exprs[expr].kind {
            ExprKind::Binary(_, a, count) => {
                let (number, ty) = (self.number(end, body, count)?, body.exprs[a].ty);
                let bits = types.scalar_bits(ty)?;
                Some(format!("shifts by {number}, but {} has {bits} bits", types.name(ty)))
            }
            _ => Some("the operand is 0".to_owned()),
        }
    }

    fn null(&self, end: MomentId, body: &Body) -> Option<String> {
        let Site::Deref(place) = self.property.site else { return None };
        let PlaceBase::Deref(pointer) = body.places[place].base else { return None };
        let name = self.quoted(body, pointer)?;
        // Nothing is near null either.
        match self.graph.value_at(end, pointer).filter(|&bits| bits != 0) {
            Some(bits) => Some(format!("{name} is {}, where nothing is", self.value(body.exprs[pointer].ty, bits))),
            None => Some(format!("{name} is NULL")),
        }
    }

    /// What a function of the library was given: its own names mean nothing to anyone.
    fn null_argument(&self, end: MomentId) -> Option<String> {
        let call = self.user_moment(end)?;
        let at = self.graph.moments[call].at;
        let body = self.analysis.program.functions[at.function].body.as_ref()?;
        let InstrKind::Call { args, .. } = &body.instrs[at.instr].kind else { return None };
        let types = &self.analysis.program.types;
        let is_null = |&&arg: &&ExprId| {
            types.is_pointer(body.exprs[arg].ty) && self.graph.value_at(call, arg).is_some_and(|bits| bits == 0)
        };
        let null: Vec<ExprId> = args.iter().filter(is_null).copied().collect();
        let [arg] = null.as_slice() else { return None };
        Some(format!("{} is NULL", self.quoted(body, *arg)?))
    }

    fn pointers(&self, end: MomentId, body: &Body) -> Option<String> {
        let Site::Expr(expr) = self.property.site else { return None };
        let shown = self.operands(end, body, expr, &[]);
        (!shown.is_empty()).then(|| shown.join(", "))
    }
}

/// Whether the value of a pointer is used to get to a place, and nothing else.
fn is_way(body: &Body, parts: &rustc_hash::FxHashSet<ExprId>, pointer: ExprId) -> bool {
    parts.iter().any(|&part| match body.exprs[part].kind {
        ExprKind::Load(place) | ExprKind::AddrOf(place) => {
            let mut at = match body.places[place].base {
                PlaceBase::Deref(base) => base,
                PlaceBase::Local(_) | PlaceBase::Global(_) => return false,
            };
            loop {
                if at == pointer {
                    return true;
                }
                match body.exprs[at].kind {
                    ExprKind::Binary(BinaryOp::PtrAdd | BinaryOp::PtrSub, base, _) | ExprKind::Cast(base) => at = base,
                    _ => return false,
                }
            }
        }
        _ => false,
    })
}
