//! Initialisers become assignments, part by part.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::ComponentKind;
use whyc_ir::types::{IntKind, Type, TypeId};

use super::builder::Builder;
use super::init_tree::Node;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::literals;

/// What the parts of an initialiser share.
#[derive(Default)]
struct Shared<'u> {
    /// Values of expressions that initialise more than one element.
    values: FxHashMap<Cursor<'u>, ExprId>,
    /// Whether the object was made here, and not before the program.
    is_new: bool,
}

impl<'u> Builder<'_, 'u> {
    /// Initialises `place`. What the initialiser leaves out is set to zero unless it is zero already.
    pub fn initialise(&mut self, place: PlaceId, init: Cursor<'u>, span: Span, zero: bool) {
        let ty = self.place_ty(place);
        if init.kind() == k::CXCursor_InitListExpr {
            match self.init_list(ty, init) {
                Ok(node) => {
                    if zero && !self.covers(&node, ty) {
                        self.emit(InstrKind::ZeroFill(place), span);
                    }
                    self.fill(place, &node, Some(span), &mut Shared { is_new: zero, ..Shared::default() });
                }
                Err(problem) => self.unsupported(problem, span),
            }
            return;
        }
        if let Some(literal) = self.string_for(ty, init) {
            self.fill_string(place, literal, span);
            return;
        }
        if matches!(self.types().get(ty), Type::Array { .. }) {
            self.copy_array(place, init, span);
            return;
        }
        self.store(place, init, ComponentKind::Initialiser, span, false);
    }

    /// `int a[] = (int[]){1, 2};`, a GNU extension.
    fn copy_array(&mut self, place: PlaceId, init: Cursor<'u>, span: Span) {
        let source = self.place_of(init);
        if self.place_ty(source) == self.place_ty(place) {
            let value = self.load(source);
            self.component(value, ComponentKind::Initialiser, init);
            self.assign(place, value, span);
        } else {
            self.unsupported("this initialiser of an array", span);
        }
    }

    fn fill(&mut self, place: PlaceId, node: &Node<'u>, span: Option<Span>, shared: &mut Shared<'u>) {
        match node {
            Node::String(literal) => {
                let span = self.span(*literal);
                self.fill_string(place, *literal, span);
            }
            Node::Expr { cursor, shared: false } => {
                let span = span.unwrap_or_else(|| self.span(*cursor));
                self.store(place, *cursor, ComponentKind::Initialiser, span, false);
            }
            Node::Expr { cursor, shared: true } => self.fill_shared(place, *cursor, shared),
            Node::Parts { whole, parts } => {
                match whole {
                    Some(whole) => self.fill(place, whole, None, shared),
                    None if shared.is_new => self.forget_rest(place, parts),
                    None => {}
                }
                for (&idx, part) in parts {
                    match self.part_place(place, idx, part) {
                        Some(part_place) => self.fill(part_place, part, None, shared),
                        None => {
                            let span = self.body.places[place].span;
                            self.unsupported("the initialiser of a flexible array member", span);
                            return;
                        }
                    }
                }
            }
        }
    }

    /// What a union holds besides the member that is initialised has no particular value (6.2.6.1): compilers differ.
    fn forget_rest(&mut self, place: PlaceId, parts: &BTreeMap<u64, Node<'u>>) {
        let ty = self.place_ty(place);
        let Some((&idx, part)) = parts.first_key_value().filter(|_| self.is_union(ty)) else { return };
        let Some(member) = self.part_place(place, idx, part) else { return };
        let member_ty = self.place_ty(member);
        if self.types().size_of(member_ty) >= self.types().size_of(ty) && self.bit_width(member).is_none() {
            return;
        }
        let span = self.body.places[place].span;
        let other = self.variable(String::new(), ty, span);
        self.emit(InstrKind::Declare(other), span);
        let value = self.load_local(other, span);
        self.assign(place, value, span);
        if !self.covers(part, member_ty) {
            self.emit(InstrKind::ZeroFill(member), span);
        }
    }

    fn part_place(&mut self, place: PlaceId, idx: u64, part: &Node<'u>) -> Option<PlaceId> {
        let span = match part {
            Node::Expr { cursor, .. } | Node::String(cursor) => self.span(*cursor),
            Node::Parts { .. } => self.body.places[place].span,
        };
        match *self.types().get(self.place_ty(place)) {
            Type::Array { element, len } => {
                match len {
                    Some(len) if idx >= len => return None,
                    Some(_) => {}
                    None => self.make_room(place, element, idx.checked_add(1)?)?,
                }
                let long = self.int_type(IntKind::Long);
                let index = self.constant(i128::from(idx), long, span);
                Some(self.project(place, Projection::Index(index), element, span))
            }
            Type::Record(_) => Some(self.follow(place, &[u32::try_from(idx).ok()?], span)),
            _ => None,
        }
    }

    fn fill_shared(&mut self, place: PlaceId, cursor: Cursor<'u>, shared: &mut Shared<'u>) {
        let span = self.span(cursor);
        let ty = self.place_ty(place);
        let value = match shared.values.get(&cursor) {
            Some(&value) => value,
            None => {
                let value = self.value(cursor);
                let value = if self.is_converted(ty) { self.cast(value, ty) } else { value };
                self.component(value, ComponentKind::Initialiser, cursor);
                let value = self.save(value);
                shared.values.insert(cursor, value);
                value
            }
        };
        if self.ty(value) == ty {
            self.assign(place, value, span);
        }
    }

    /// Gives a global room for the first `n` elements of the array without length at its end.
    fn make_room(&mut self, place: PlaceId, element: TypeId, n: u64) -> Option<()> {
        let Place { base: PlaceBase::Global(global), projections, .. } = &self.body.places[place] else { return None };
        let global = *global;
        let whole = self.cx.globals[global].ty;
        let (mut ty, mut at) = (whole, 0u64);
        for step in projections {
            let (next, offset) = match (step, self.types().get(ty)) {
                (Projection::Field(field), Type::Record(record)) => {
                    let field = self.types().records[*record].fields.get(*field as usize)?;
                    (field.ty, field.offset_bits / 8)
                }
                (Projection::Index(index), Type::Array { element, .. }) => match self.body.exprs[*index].kind {
                    ExprKind::Int(index) => (*element, u64::try_from(index).ok()? * self.types().size_of(*element)?),
                    _ => return None,
                },
                _ => return None,
            };
            (ty, at) = (next, at.checked_add(offset)?);
        }
        let end = at.checked_add(self.types().size_of(element)?.checked_mul(n)?)?;
        let tail = end.saturating_sub(self.types().size_of(whole)?);
        let global = &mut self.cx.globals[global];
        global.tail = global.tail.max(tail);
        Some(())
    }

    /// A string as the initialiser of an array without length at the end of a record.
    fn fill_open_string(&mut self, place: PlaceId, literal: Cursor<'u>, span: Span) -> Option<()> {
        let &Type::Array { element, len: None } = self.types().get(self.place_ty(place)) else { return None };
        let units = literals::string_units(&literal.spelling())?;
        let n = units.len() as u64 + 1;
        self.make_room(place, element, n)?;
        let long = self.int_type(IntKind::Long);
        for (idx, unit) in units.into_iter().map(i128::from).chain([0]).enumerate() {
            let index = self.constant(idx as i128, long, span);
            let part = self.project(place, Projection::Index(index), element, span);
            let value = self.constant(unit, element, span);
            self.assign(part, value, span);
        }
        Some(())
    }

    fn fill_string(&mut self, place: PlaceId, literal: Cursor<'u>, span: Span) {
        let ty = self.place_ty(place);
        let written = self.span(literal);
        if self.fill_open_string(place, literal, span).is_some() {
            return;
        }
        match self.string_global(literal, ty, written) {
            Some(source) => {
                let value = self.load(source);
                self.component(value, ComponentKind::Initialiser, literal);
                self.assign(place, value, span);
            }
            None => self.unsupported("this string as an initialiser", span),
        }
    }
}
