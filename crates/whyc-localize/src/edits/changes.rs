//! The small changes of an expression.

use rustc_hash::FxHashSet;
use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind, Place, PlaceBase, Projection, UnaryOp};
use whyc_ir::program::{Body, ComponentId, ComponentKind, FunctionId, GlobalKind, LocalKind, Program};
use whyc_ir::types::{EnumId, IntKind, Type};

use super::Edit;
use super::formula::{self, COMPARISONS, Formula};
use super::hints::Hints;
use super::links;
use super::operands::{self, Offsets};
use super::text::{self, Connective};
use super::vocabulary::{Vocabulary, indices, is_condition};
use whyc_debug::finding::ChangeSize;
use whyc_debug::show;

/// The characters that are tried in the place of another one.
const LETTERS: std::ops::RangeInclusive<u8> = b' '..=b'~';

/// What an expression becomes.
pub enum NewKind {
    /// This.
    Is(ExprKind),
    /// The value of this place.
    Variable(Place),
    /// `!e`
    Opposite,
    /// `e->f`, for this field.
    Followed(u32),
    /// `e + number` or `e - number`, by the bits of the number in the type of `e`.
    Moved(BinaryOp, u128),
    /// `e && condition` or `e || condition`
    Joined(Connective, Formula),
}

/// A change of one expression.
pub struct Change {
    /// The expression.
    pub expr: ExprId,
    /// What it becomes.
    pub kind: NewKind,
    /// What is replaced in the text.
    pub span: Span,
    /// By what.
    pub new: String,
}

impl Change {
    /// What it does to the text.
    pub fn edit(&self) -> Edit {
        Edit { span: self.span, new: self.new.clone() }
    }

    /// How much it is, if it adds nothing.
    pub fn size(&self, program: &Program) -> ChangeSize {
        let number = |text: &str| text.parse::<i128>().ok();
        match (number(program.sources.text(self.span)), number(&self.new)) {
            (Some(old), Some(new)) if old.abs_diff(new) > 1 && old.checked_neg() != Some(new) => ChangeSize::Distant,
            _ => ChangeSize::Small,
        }
    }
}

/// The changes of an expression and of its parts, the parts first.
pub fn changes(
    program: &Program,
    function: FunctionId,
    root: ExprId,
    vocabulary: &Vocabulary<'_>,
    hints: &Hints,
) -> Vec<Change> {
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let mut found = Vec::new();
    for id in parts(program, function, body, root) {
        let expr = &body.exprs[id];
        match &expr.kind {
            ExprKind::Int(bits) => change_constant(program, (id, expr), *bits, (vocabulary, hints), &mut found),
            ExprKind::Load(place) => {
                change_variable(program, function, id, expr, &body.places[*place], &mut found);
                change_field(program, function, id, &body.places[*place], &mut found);
                found.extend(links::followed(program, vocabulary, body, id));
            }
            ExprKind::Binary(op, a, b) => {
                change_operator(program, body, id, *op, (*a, *b), &mut found);
                found.extend(operands::exchanged(program, vocabulary, body, (id, *op), (*a, *b)));
                found.extend(operands::moved(program, vocabulary, body, (*op, *b), Offsets::One));
                found.extend(operands::left_out(program, vocabulary, body, id, (*a, *b)));
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                change_connective(program, body, id, (*a, *b), &mut found);
                found.extend(operands::left_out(program, vocabulary, body, id, (*a, *b)));
            }
            ExprKind::Cond(c, a, b) => {
                found.extend(operands::exchanged_arms(program, vocabulary, body, id, (*c, *a, *b)));
            }
            ExprKind::AddrOf(_)
            | ExprKind::Unary(..)
            | ExprKind::Cast(_)
            | ExprKind::Intrinsic(..)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddr(_) => {}
        }
    }
    wrap_whole(program, vocabulary, body, root, &mut found);
    found
}

/// The comparisons in an expression with their right sides moved by a number of the program.
pub fn offsets(program: &Program, function: FunctionId, root: ExprId, vocabulary: &Vocabulary<'_>) -> Vec<Change> {
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let comparisons = parts(program, function, body, root).into_iter().filter_map(|id| match body.exprs[id].kind {
        ExprKind::Binary(op, _, b) => Some((op, b)),
        _ => None,
    });
    comparisons.flat_map(|sides| operands::moved(program, vocabulary, body, sides, Offsets::Numbers)).collect()
}

/// An expression and its parts, each once. What is computed before it, such as an operand beside a call, is a part of it.
fn parts(program: &Program, function: FunctionId, body: &Body, root: ExprId) -> Vec<ExprId> {
    let whole = body.exprs[root].span;
    let is_inside = |id: &ExprId| {
        let span = body.exprs[*id].span;
        span.file == whole.file && whole.start <= span.start && span.end <= whole.end
    };
    let mut found = Vec::new();
    let mut stack = vec![root];
    let mut seen = FxHashSet::default();
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        found.push(id);
        match &body.exprs[id].kind {
            ExprKind::Load(place) | ExprKind::AddrOf(place) => {
                let place = &body.places[*place];
                stack.extend(indices(place));
                if let PlaceBase::Local(local) = place.base
                    && program.functions[function].locals[local].kind == LocalKind::Temporary
                {
                    stack.extend(body.assigned(local).filter(is_inside));
                }
            }
            kind => stack.extend(kind.operands()),
        }
    }
    found
}

/// Rounder numbers than the one that a change puts in the place of another one: people choose such numbers, or those that
/// they have chosen already.
pub fn rounder(program: &Program, vocabulary: &Vocabulary<'_>, function: FunctionId, change: &Change) -> Vec<Change> {
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let is_number = matches!(change.kind, NewKind::Is(ExprKind::Int(_)));
    let Some(number) = change.new.parse::<i128>().ok().filter(|_| is_number) else { return Vec::new() };
    let ty = body.exprs[change.expr].ty;
    if number.abs() <= 10 || number % 10 == 0 || vocabulary.numbers(program, ty).contains(&number) {
        return Vec::new();
    }
    let old = program.sources.text(change.span);
    let mut found: Vec<Change> = Vec::new();
    for step in [1000, 500, 100, 50, 10] {
        let below = number.div_euclid(step) * step;
        for round in [below, below + step] {
            let new = round.to_string();
            if let Some(bits) = formula::bits(program, ty, round)
                && new != old
                && found.iter().all(|other| other.new != new)
            {
                let kind = NewKind::Is(ExprKind::Int(bits));
                found.push(Change { expr: change.expr, kind, span: change.span, new });
            }
        }
    }
    found
}

fn change_constant(
    program: &Program,
    (id, expr): (ExprId, &Expr),
    bits: u128,
    (vocabulary, hints): (&Vocabulary<'_>, &Hints),
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
    // A constant that has a name stands for one of a few things, not for a number.
    if let Some(definition) = program.types.enums.iter().find(|e| e.constants.iter().any(|(name, _)| name == text)) {
        return other_names(&definition.constants, (id, expr), (number, kind.bits()), found);
    }
    let mut others = vec![number + 1, number - 1, -number, 0, 1];
    others.extend(hints.for_constant(number));
    let is_letter = text.starts_with('\'');
    if is_letter {
        others.extend(LETTERS.map(i128::from));
    }
    others.extend(vocabulary.numbers(program, expr.ty));
    let mut tried = FxHashSet::default();
    for other in others {
        let Some(bits) = formula::bits(program, expr.ty, other) else { continue };
        if other == number || !tried.insert(other) {
            continue;
        }
        found.push(Change {
            expr: id,
            kind: NewKind::Is(ExprKind::Int(bits)),
            span: expr.span,
            new: if is_letter { letter(other).unwrap_or_else(|| other.to_string()) } else { other.to_string() },
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
    other_names(&definition.constants, (expr_id, expr), (number, definition.underlying.bits()), found);
}

/// The constants of an enumeration except the one that is `number`.
fn other_names(
    constants: &[(String, i128)],
    (id, expr): (ExprId, &Expr),
    (number, width): (i128, u32),
    found: &mut Vec<Change>,
) {
    let mask = u128::MAX >> (128 - width);
    for (name, value) in constants.iter().filter(|(_, value)| *value != number) {
        let kind = NewKind::Is(ExprKind::Int(*value as u128 & mask));
        found.push(Change { expr: id, kind, span: expr.span, new: name.clone() });
    }
}

/// Another field of the same struct and type.
fn change_field(program: &Program, function: FunctionId, id: ExprId, place: &Place, found: &mut Vec<Change>) {
    let Some((&Projection::Field(field), before)) = place.projections.split_last() else { return };
    let Some(body) = &program.functions[function].body else { return };
    let mut ty = match place.base {
        PlaceBase::Local(local) => program.functions[function].locals[local].ty,
        PlaceBase::Global(global) => program.globals[global].ty,
        PlaceBase::Deref(pointer) => match program.types.pointee(body.exprs[pointer].ty) {
            Some(ty) => ty,
            None => return,
        },
    };
    for projection in before {
        ty = match (projection, program.types.get(ty)) {
            (Projection::Field(k), Type::Record(record)) => program.types.records[*record].fields[*k as usize].ty,
            (Projection::Index(_), Type::Array { element, .. }) => *element,
            _ => return,
        };
    }
    let Type::Record(record) = program.types.get(ty) else { return };
    let fields = &program.types.records[*record].fields;
    let (own, whole) = (&fields[field as usize], body.exprs[id].span);
    let Some(name) = own.name.as_deref().filter(|name| program.sources.text(whole).ends_with(name)) else { return };
    let span = Span { start: whole.end - name.len() as u32, ..whole };
    for (k, other) in fields.iter().enumerate() {
        let is_other = k != field as usize && other.ty == own.ty;
        if let Some(name) = other.name.as_ref().filter(|_| is_other)
            && own.bit_width.is_none()
            && other.bit_width.is_none()
        {
            let projections = before.iter().copied().chain([Projection::Field(k as u32)]).collect();
            let kind = NewKind::Variable(Place { projections, ..place.clone() });
            found.push(Change { expr: id, kind, span, new: name.clone() });
        }
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
    let locals = f.locals.iter_enumerated().filter(|(_, local)| local.kind != LocalKind::Temporary);
    let locals = locals.map(|(id, local)| (PlaceBase::Local(id), &local.name, local.ty));
    let globals = program.globals.iter_enumerated().filter(|(_, global)| global.kind == GlobalKind::Variable);
    let globals = globals.filter(|(_, global)| !program.sources.file(global.span.file).name.starts_with('<'));
    let globals = globals.map(|(id, global)| (PlaceBase::Global(id), &global.name, global.ty));
    // What is not in scope after all is refused when the changed text is compiled.
    let mut tried: FxHashSet<&str> = FxHashSet::default();
    for (base, other, ty) in locals.chain(globals) {
        if ty == place.ty && !other.is_empty() && other != name && tried.insert(other) {
            let kind = NewKind::Variable(Place { base, projections: Vec::new(), ty, span: expr.span });
            found.push(Change { expr: id, kind, span: expr.span, new: other.clone() });
        }
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
    const ARITHMETIC: [(BinaryOp, &str); 5] =
        [(BinaryOp::Add, "+"), (BinaryOp::Sub, "-"), (BinaryOp::Mul, "*"), (BinaryOp::Div, "/"), (BinaryOp::Rem, "%")];
    const BITS: [(BinaryOp, &str); 3] = [(BinaryOp::BitAnd, "&"), (BinaryOp::BitOr, "|"), (BinaryOp::BitXor, "^")];
    let families: [&[(BinaryOp, &str)]; 3] = [&COMPARISONS, &ARITHMETIC, &BITS];
    let Some(family) = families.into_iter().find(|family| family.iter().any(|&(other, _)| other == op)) else { return };
    let Some(&(_, written)) = family.iter().find(|&&(other, _)| other == op) else { return };
    let Some(span) = between(program, body, a, b, written) else { return };
    let is_float = matches!(program.types.get(body.exprs[id].ty), Type::Float(_));
    for &(other, text) in family.iter().filter(|&&(other, _)| other != op) {
        if is_float && other == BinaryOp::Rem || operands::is_idle(body, other, (a, b)) {
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
fn wrap_whole(program: &Program, vocabulary: &Vocabulary<'_>, body: &Body, root: ExprId, found: &mut Vec<Change>) {
    let expr = &body.exprs[root];
    let text = program.sources.text(expr.span).to_owned();
    if text.is_empty() {
        return;
    }
    let is_word = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    // What a macro makes of its text may bind less than the text does.
    let is_plain = is_word || vocabulary.names.can_move(&text);
    let grouped = if is_plain { text::operand(&text) } else { format!("({text})") };
    let is_truth = is_condition(&expr.kind);
    let is_int = matches!(program.types.get(expr.ty), Type::Int(IntKind::Int));
    if is_int && (is_truth || matches!(expr.kind, ExprKind::Load(_))) {
        // The opposite of `!e` is `e`.
        let inner = matches!(expr.kind, ExprKind::Unary(UnaryOp::Not, _)).then(|| text.strip_prefix('!')).flatten();
        let new = inner.map_or_else(|| format!("!{grouped}"), |inner| inner.trim_start().to_owned());
        found.push(Change { expr: root, kind: NewKind::Opposite, span: expr.span, new });
    }
    let is_number = matches!(program.types.get(expr.ty), Type::Int(_)) && !matches!(expr.kind, ExprKind::Int(_));
    if is_number && !is_truth {
        for (op, sign) in [(BinaryOp::Add, '+'), (BinaryOp::Sub, '-')] {
            let new = format!("{grouped} {sign} 1");
            found.push(Change { expr: root, kind: NewKind::Moved(op, 1), span: expr.span, new });
        }
    }
}

/// A character as C writes it.
fn letter(code: i128) -> Option<String> {
    let byte = u8::try_from(code).ok().filter(|byte| LETTERS.contains(byte))?;
    let escape = if matches!(byte, b'\'' | b'\\') { "\\" } else { "" };
    Some(format!("'{escape}{}'", char::from(byte)))
}

/// `a == b` for the condition `a = b`.
pub fn comparison_for_assignment(program: &Program, component: ComponentId) -> Option<(Span, String)> {
    let component = &program.components[component];
    if component.kind != ComponentKind::Condition {
        return None;
    }
    let text = program.sources.text(component.span);
    let at = text.find('=')?;
    let is_alone = |c: Option<char>| c.is_none_or(|c| !"=<>!+-*/%&|^".contains(c));
    if !is_alone(text[..at].chars().next_back()) || !is_alone(text[at + 1..].chars().next()) {
        return None;
    }
    let start = component.span.start + at as u32;
    Some((Span { start, end: start + 1, ..component.span }, "==".to_owned()))
}
