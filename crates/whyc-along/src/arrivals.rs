//! Where a body comes to a line.
//!
//! A line is come to where an instruction of it is executed and the one before was none of it. So a statement of several instructions is
//! come to once, also if functions are called within it; and the head of a loop once each round, wherever its parts stand. A loop that
//! stands in one line is come to again with each round, too.

use whyc_base::ids::{Id as _, IdVec};
use whyc_ir::flow;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::Body;

/// A place at which runs come to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arrival {
    /// The first instruction, with the labels right before it.
    pub first: InstrId,
    /// The instruction of the line.
    pub at: InstrId,
    /// Whether running on from the instruction before it, or beginning there, is to come to the line.
    pub by_going_on: bool,
    /// The jumps by which runs come to it.
    pub by_jumps: Vec<InstrId>,
}

/// All of them; `is_on_line` says which instructions are of the line.
pub(crate) fn arrivals(body: &Body, is_on_line: &dyn Fn(InstrId) -> bool) -> Vec<Arrival> {
    let lines = Line::new(body, is_on_line);
    body.instrs.ids().filter(|&at| lines.is_visit(at)).filter_map(|at| lines.arrival(at)).collect()
}

struct Line<'a> {
    body: &'a Body,
    /// The instructions that are of the line and do something there.
    visits: IdVec<InstrId, bool>,
    /// The instructions that do nothing by themselves.
    idle: IdVec<InstrId, bool>,
    before: IdVec<InstrId, Vec<InstrId>>,
}

impl<'a> Line<'a> {
    fn new(body: &'a Body, is_on_line: &dyn Fn(InstrId) -> bool) -> Self {
        let n = body.instrs.len();
        let of_line: Vec<InstrId> = body.instrs.ids().filter(|&at| is_on_line(at)).collect();
        // Where a line is nothing but a jump, such as `break`, or a declaration, that is what it does.
        let ranks: [fn(&InstrKind) -> bool; 3] = [
            |kind| !is_jump(kind) && !is_silent(kind),
            |kind| is_jump(kind),
            |kind| matches!(kind, InstrKind::Declare(_)),
        ];
        let chosen = ranks.into_iter().find(|is| of_line.iter().any(|&at| is(&body.instrs[at].kind)));
        let mut visits = IdVec::filled(false, n);
        for &at in &of_line {
            visits[at] = chosen.is_some_and(|is| is(&body.instrs[at].kind));
        }
        let mut idle = IdVec::filled(false, n);
        let mut before = IdVec::filled(Vec::new(), n);
        for at in body.instrs.ids() {
            let kind = &body.instrs[at].kind;
            idle[at] = !visits[at] && (is_jump(kind) || is_silent(kind));
            for to in flow::successors(body, at) {
                before[to].push(at);
            }
        }
        Self { body, visits, idle, before }
    }

    fn is_visit(&self, at: InstrId) -> bool {
        self.visits[at]
    }

    fn arrival(&self, at: InstrId) -> Option<Arrival> {
        let mut first = at;
        while let Some(earlier) = previous(first).filter(|&it| matches!(self.body.instrs[it].kind, InstrKind::Label)) {
            first = earlier;
        }
        let goes_on = match previous(first) {
            None => true,
            Some(earlier) => self.goes_on(earlier) && self.counts(earlier, at),
        };
        let mut by_jumps = Vec::new();
        for target in ids(first, at) {
            for &from in &self.before[target] {
                let is_jump = self.body.instrs[from].kind.targets().contains(&target);
                if is_jump && !by_jumps.contains(&from) && self.counts(from, at) {
                    by_jumps.push(from);
                }
            }
        }
        let is_any = goes_on || !by_jumps.is_empty();
        is_any.then_some(Arrival { first, at, by_going_on: goes_on, by_jumps })
    }

    fn goes_on(&self, at: InstrId) -> bool {
        let next = InstrId::from_index(at.index() + 1);
        self.body.instrs[at].kind.goes_on() && next.index() < self.body.instrs.len()
    }

    /// Whether to come from one instruction to one of the line is to come to the line.
    fn counts(&self, from: InstrId, at: InstrId) -> bool {
        let mut seen = vec![from];
        let mut todo = vec![from];
        while let Some(one) = todo.pop() {
            if !self.idle[one] {
                if !self.visits[one] || self.is_round(at, one) {
                    return true;
                }
                continue;
            }
            // The function begins there.
            if one.index() == 0 {
                return true;
            }
            for &earlier in &self.before[one] {
                if !seen.contains(&earlier) {
                    seen.push(earlier);
                    todo.push(earlier);
                }
            }
        }
        false
    }

    /// Whether a round of a loop goes from one instruction to another, back there, and all of it is of the line.
    fn is_round(&self, first: InstrId, last: InstrId) -> bool {
        first <= last && ids(first, last).all(|at| self.idle[at] || self.visits[at])
    }
}

fn ids(first: InstrId, last: InstrId) -> impl Iterator<Item = InstrId> {
    (first.index()..=last.index()).map(InstrId::from_index)
}

fn previous(at: InstrId) -> Option<InstrId> {
    at.index().checked_sub(1).map(InstrId::from_index)
}

fn is_jump(kind: &InstrKind) -> bool {
    matches!(kind, InstrKind::Jump(_))
}

fn is_silent(kind: &InstrKind) -> bool {
    matches!(kind, InstrKind::Label | InstrKind::Declare(_) | InstrKind::Kill(_))
}
