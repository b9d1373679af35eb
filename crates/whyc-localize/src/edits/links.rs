//! One step too few or too many along a list or through a tree: `p->next` for `p`, and `p` for `p->next`.

use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, Projection};
use whyc_ir::program::{Body, Program};
use whyc_ir::types::Type;

use super::changes::{Change, NewKind};
use super::text;
use super::vocabulary::Vocabulary;

/// The changes of `id`, which loads a pointer to a record.
pub fn followed(program: &Program, vocabulary: &Vocabulary<'_>, body: &Body, id: ExprId) -> Vec<Change> {
    let expr = &body.exprs[id];
    let ExprKind::Load(place) = expr.kind else { return Vec::new() };
    let Some(Type::Record(record)) = program.types.pointee(expr.ty).map(|ty| program.types.get(ty)) else {
        return Vec::new();
    };
    let written = program.sources.text(expr.span);
    if !vocabulary.names.can_move(written) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let place = &body.places[place];
    if let (PlaceBase::Deref(pointer), [Projection::Field(_)]) = (place.base, &place.projections[..])
        && body.exprs[pointer].ty == expr.ty
    {
        let before = program.sources.text(body.exprs[pointer].span);
        // What an assignment or a call gives is not read twice.
        if written.starts_with(before) && vocabulary.names.can_move(before) {
            let kind = NewKind::Is(body.exprs[pointer].kind.clone());
            found.push(Change { expr: id, kind, span: expr.span, new: before.to_owned() });
        }
    }
    for (k, field) in program.types.records[*record].fields.iter().enumerate() {
        if let Some(name) = field.name.as_ref().filter(|_| field.ty == expr.ty) {
            let kind = NewKind::Followed(k as u32);
            let new = format!("{}->{name}", text::operand(written));
            found.push(Change { expr: id, kind, span: expr.span, new });
        }
    }
    found
}
