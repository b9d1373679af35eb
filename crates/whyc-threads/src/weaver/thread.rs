//! The code of one thread, and the places where it stops.

use whyc_base::source::Span;
use whyc_ir::expr::{ExprKind, Place, PlaceBase, PlaceId};
use whyc_ir::instr::{Callee, InstrId, InstrKind};

use super::Weaver;

impl Weaver<'_> {
    /// Copies the code of the thread in the current slot, with what it needs to have a turn.
    pub(super) fn thread(&mut self, span: Span) {
        let slot = self.slot as usize;
        let running = PlaceBase::Global(self.known.running);
        let place = self.body.places.push(Place { base: running, projections: Vec::new(), ty: self.int, span });
        let value = self.number(self.slot, span);
        self.emit(InstrKind::Assign { place, value }, span, None);
        let runs = self.temporary(self.int, span);
        let callee = Callee::Direct(self.known.turn);
        self.emit(InstrKind::Call { dest: Some(runs), callee, args: Vec::new() }, span, None);
        let cond = self.load(runs, span);
        let passes = self.emit(InstrKind::Branch { cond, when: false, target: InstrId(0) }, span, None);
        self.to_turn.push(passes);
        let value = self.load(self.positions[slot], span);
        let switch = self.emit(InstrKind::Switch { value, cases: Vec::new(), default: InstrId(0) }, span, None);
        let entry = self.emit(InstrKind::Label, span, None);
        self.resumed.push(entry);
        let root = if self.slot == 0 { self.program.start } else { self.known.thread };
        self.inline(root, &[], None, None);
        if self.slot == 0 {
            // When the main function returns, the program ends; others may run before.
            self.inline(self.known.leave, &[], None, None);
            let end = self.emit(InstrKind::Jump(InstrId(0)), span, None);
            self.to_end.push(end);
        }
        let over = self.emit(InstrKind::Label, span, None);
        for jump in std::mem::take(&mut self.to_turn) {
            self.body.instrs[jump].kind.move_targets(|_| over);
        }
        let targets = std::mem::take(&mut self.resumed);
        self.send(switch, targets);
    }

    /// The running thread stops here, and goes on here when it is its turn again.
    pub(super) fn stop(&mut self, span: Span, origin: Option<(u32, InstrId)>) -> InstrId {
        let position = self.resumed.len() as u128;
        let place = self.positions[self.slot as usize];
        let value = self.expr(ExprKind::Int(position), self.int, span);
        self.emit(InstrKind::Assign { place, value }, span, None);
        self.turn_ends(span, origin);
        let resumed = self.emit(InstrKind::Label, span, origin);
        self.resumed.push(resumed);
        resumed
    }

    /// The turn of the running thread is over.
    pub(super) fn turn_ends(&mut self, span: Span, origin: Option<(u32, InstrId)>) {
        let jump = self.emit(InstrKind::Jump(InstrId(0)), span, origin);
        self.to_turn.push(jump);
    }

    /// The running thread stops for good if the value in `stops` says so.
    pub(super) fn stops_for_good(&mut self, stops: PlaceId, span: Span, origin: Option<(u32, InstrId)>) {
        let cond = self.load(stops, span);
        let jump = self.emit(InstrKind::Branch { cond, when: true, target: InstrId(0) }, span, origin);
        self.to_turn.push(jump);
    }

    /// Every thread gets its own copy of what every thread has for itself, as it is when the main function begins.
    pub(super) fn hand_out_variables(&mut self, span: Span) {
        let mut own: Vec<_> = self.own.iter().map(|(&global, copies)| (global, copies.clone())).collect();
        own.sort_unstable_by_key(|&(global, _)| global);
        for (global, copies) in own {
            let ty = self.program.globals[global].ty;
            for copy in copies.into_iter().skip(1) {
                let (from, to) = (self.global_place(global, ty, span), self.global_place(copy, ty, span));
                let value = self.load(from, span);
                self.emit(InstrKind::Assign { place: to, value }, span, None);
            }
        }
    }

    fn global_place(&mut self, global: whyc_ir::program::GlobalId, ty: whyc_ir::types::TypeId, span: Span) -> PlaceId {
        let base = PlaceBase::Global(global);
        self.body.places.push(Place { base, projections: Vec::new(), ty, span })
    }
}
