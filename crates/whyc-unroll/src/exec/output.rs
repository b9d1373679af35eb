//! What a program writes to the outside world.

use whyc_ir::block::{Output, OutputItem};

use crate::state::{At, Machine, State};
use crate::step::{OutputTerm, StepKind};

impl Machine<'_> {
    pub(super) fn output(&mut self, state: &mut State, at: At, output: &Output) {
        let span = self.body(at).instrs[at.instr].span;
        let stream = self.scalar(state, at, output.stream);
        let item = match &output.item {
            OutputItem::Text(bytes) => OutputTerm::Text(bytes.clone()),
            OutputItem::Byte(value) => {
                let value = self.operand(state, at, *value);
                OutputTerm::Byte(self.terms.extract(value, 7, 0))
            }
            OutputItem::Number { value, conversion, flags, width, precision } => {
                let value = self.operand(state, at, *value);
                let layout = [*flags, *width, *precision].map(|expr| self.operand(state, at, expr));
                OutputTerm::Number { value, conversion: *conversion, layout }
            }
        };
        self.push(at, span, StepKind::Output { stream, item });
    }
}
