//! Operations on blocks of memory, and output.

use crate::block::{BlockOp, Output, OutputItem};
use crate::expr::PlaceId;
use crate::instr::InstrId;
use crate::interp::code::RangeStep;
use crate::property::{PropertyClass, Site};

use super::{Flattener, Op, Task, Use, push};

impl Flattener<'_> {
    pub(super) fn block(&mut self, id: InstrId, op: &BlockOp, out: &mut Vec<Task>) {
        match *op {
            BlockOp::Allocate { place, size, life, zeroed, .. } => {
                out.extend([Task::Expr(size), Task::Op(Op::Allocate { life, zeroed }), Task::Place(place, Use::Store)]);
            }
            BlockOp::Free { pointer } => {
                let due = |class| self.due(Site::Instr(id), class);
                let op = Op::Free { invalid: due(PropertyClass::InvalidFree), double: due(PropertyClass::DoubleFree) };
                out.extend([Task::Expr(pointer), Task::Op(op)]);
            }
            BlockOp::Release { local } => out.push(Task::Op(Op::Release(local))),
            BlockOp::Havoc { pointer, reach, .. } => {
                out.extend([Task::Expr(pointer), Task::Op(Op::Havoc { reach })]);
            }
            BlockOp::Copy { to, from, size } => {
                out.extend([Task::Expr(size), Task::Place(from, Use::Address), Task::Place(to, Use::Address)]);
                let range = self.range(from, to);
                out.push(Task::Op(Op::Copy(range)));
            }
            BlockOp::Fill { to, value, size } => {
                out.extend([Task::Expr(value), Task::Expr(size), Task::Place(to, Use::Address)]);
                let range = self.range(to, to);
                out.push(Task::Op(Op::Fill(range)));
            }
        }
    }

    fn range(&mut self, from: PlaceId, to: PlaceId) -> u32 {
        let step = RangeStep { from: self.deref_due(from), to: self.deref_due(to), read_only: self.read_only_due(to) };
        push(&mut self.code.ranges, step)
    }

    pub(super) fn output(&mut self, output: &Output, out: &mut Vec<Task>) {
        out.extend(output.exprs().map(Task::Expr));
        out.push(Task::Op(match &output.item {
            OutputItem::Text(bytes) => Op::OutputText(push(&mut self.code.texts, bytes.clone())),
            OutputItem::Byte(_) => Op::OutputByte,
            OutputItem::Number { conversion, .. } => Op::OutputNumber { conversion: *conversion },
        }));
    }
}
