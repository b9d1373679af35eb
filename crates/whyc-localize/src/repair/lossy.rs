//! Conversions that change a number, in a failing run, where nobody has written a conversion: a type is too small there.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, ExprKind};
use whyc_ir::interp::At;
use whyc_ir::program::Program;
use whyc_ir::types::{IntKind, Type, TypeId};

/// Looks at the values of expressions as they come.
pub struct Lossy<'p> {
    program: &'p Program,
    last: FxHashMap<(u64, ExprId), u128>,
    /// Where a number was changed.
    pub found: BTreeSet<(u32, u32, u32)>,
}

impl<'p> Lossy<'p> {
    /// Nothing has been seen.
    pub fn new(program: &'p Program) -> Self {
        Self { program, last: FxHashMap::default(), found: BTreeSet::new() }
    }

    /// An expression has this value.
    pub fn value(&mut self, at: At, expr: ExprId, value: u128) {
        self.last.insert((at.activation, expr), value);
        let Some(body) = &self.program.functions[at.function].body else { return };
        let e = &body.exprs[expr];
        let ExprKind::Cast(inner) = e.kind else { return };
        let (Some(to), Some(from)) = (self.kind(e.ty), self.kind(body.exprs[inner].ty)) else { return };
        let is_written = e.span != body.exprs[inner].span;
        let Some(&before) = self.last.get(&(at.activation, inner)).filter(|_| !is_written) else { return };
        if number(to, value) != number(from, before) {
            let Span { file, start, end } = e.span;
            self.found.insert((file.0, start, end));
        }
    }

    fn kind(&self, ty: TypeId) -> Option<IntKind> {
        match self.program.types.get(ty) {
            Type::Int(kind) => Some(*kind),
            _ => None,
        }
    }
}

fn number(kind: IntKind, bits: u128) -> i128 {
    let unused = 128 - kind.bits();
    if kind.is_signed() { (bits << unused) as i128 >> unused } else { ((bits << unused) >> unused) as i128 }
}
