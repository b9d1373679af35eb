//! Labels as values: `&&name` is a number that no object has, and `goto *p` chooses among the labels whose address the function
//! takes.

use whyc_base::source::Span;
use whyc_ir::expr::ExprId;
use whyc_ir::instr::{InstrKind, SwitchCase};
use whyc_ir::layout::Pointers;
use whyc_ir::types::Type;

use super::builder::{Builder, Item};
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

/// The numbers of labels begin here: far from null, and in no object.
const FIRST_LABEL: u64 = 1 << 32;
/// The same where pointers have 32 bits: below the last addresses, which are nobody's.
const FIRST_NARROW_LABEL: u64 = 0xFFFE_0000;

impl<'u> Builder<'_, 'u> {
    /// `&&name`
    pub fn label_address(&mut self, cursor: Cursor<'u>, span: Span) -> ExprId {
        let Some(label) = named_label(cursor) else {
            return self.unsupported_of("the address of a label", cursor, span);
        };
        let number = self.label_number(label);
        let void = self.cx.types.table.intern(Type::Void);
        let ty = self.cx.types.table.pointer(void);
        self.constant(i128::from(number), ty, span)
    }

    fn label_number(&mut self, label: Cursor<'u>) -> u64 {
        let first = match self.types().target.pointers {
            Pointers::Bits64 => FIRST_LABEL,
            Pointers::Bits32 => FIRST_NARROW_LABEL,
        };
        let next = first + self.cx.label_numbers.len() as u64;
        *self.cx.label_numbers.entry(label.statement_key()).or_insert(next)
    }

    /// `goto *p;`
    pub fn computed_goto(&mut self, cursor: Cursor<'u>, span: Span) {
        let children = cursor.children();
        let (Some(&target), Some(function)) = (children.first(), self.declaration) else {
            return self.unsupported("a computed goto", span);
        };
        let value = self.value(target);
        let value = self.wide_address(value);
        let mut labels: Vec<(u64, Cursor<'u>)> = Vec::new();
        for node in function.descendants() {
            if node.kind() == k::CXCursor_AddrLabelExpr
                && let Some(label) = named_label(node)
            {
                let number = self.label_number(label);
                if labels.iter().all(|&(known, _)| known != number) {
                    labels.push((number, label));
                }
            }
        }
        let ways: Vec<_> = labels.iter().map(|&(number, _)| (number, self.new_label())).collect();
        let nowhere = self.new_label();
        let case = |&(number, target)| SwitchCase { low: i128::from(number), high: i128::from(number), target };
        let cases = ways.iter().map(case).collect();
        self.emit(InstrKind::Switch { value, cases, default: nowhere }, span);
        for ((_, way), (_, label)) in ways.into_iter().zip(labels) {
            self.place_label(way);
            let label = self.user_label(label);
            let alive = self.alive();
            self.items.push(Item::Goto { label, alive, span });
        }
        self.place_label(nowhere);
        self.unsupported("a computed goto to no label of the function", span);
    }
}

/// The labelled statement that an expression names.
fn named_label(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let label = cursor.children().first().and_then(|label| label.referenced())?;
    (label.kind() == k::CXCursor_LabelStmt).then_some(label)
}
