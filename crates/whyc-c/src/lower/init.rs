//! Initialisers become assignments, part by part.

use rustc_hash::FxHashMap;
use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, PlaceId, Projection};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::ComponentKind;
use whyc_ir::types::{IntKind, Type};

use super::builder::Builder;
use super::init_tree::Node;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

/// Values of expressions that initialise more than one element.
type Shared<'u> = FxHashMap<Cursor<'u>, ExprId>;

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
                    self.fill(place, &node, Some(span), &mut Shared::default());
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
                if let Some(whole) = whole {
                    self.fill(place, whole, None, shared);
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

    fn part_place(&mut self, place: PlaceId, idx: u64, part: &Node<'u>) -> Option<PlaceId> {
        let span = match part {
            Node::Expr { cursor, .. } | Node::String(cursor) => self.span(*cursor),
            Node::Parts { .. } => self.body.places[place].span,
        };
        match *self.types().get(self.place_ty(place)) {
            Type::Array { element, len } => {
                if idx >= len? {
                    return None;
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
        let value = match shared.get(&cursor) {
            Some(&value) => value,
            None => {
                let value = self.value(cursor);
                let value = if matches!(self.types().get(ty), Type::Record(_)) { value } else { self.cast(value, ty) };
                self.component(value, ComponentKind::Initialiser, cursor);
                let value = self.save(value);
                shared.insert(cursor, value);
                value
            }
        };
        if self.ty(value) == ty {
            self.assign(place, value, span);
        }
    }

    fn fill_string(&mut self, place: PlaceId, literal: Cursor<'u>, span: Span) {
        let ty = self.place_ty(place);
        let written = self.span(literal);
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
