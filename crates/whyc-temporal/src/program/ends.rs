//! Where a program ends: what should come at last must have come there.

use whyc_ir::expr::ExprKind;
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::Program;

use super::places::{Point, What, Where, bodies};

/// Where the program is over, and where it is ended.
pub(super) fn ends(program: &Program, points: &mut Vec<Point>) {
    // Where the entry returns is where people look for the end, unless something may come behind it.
    let last = if goes_on_behind_entry(program) { program.start } else { program.entry };
    for (function, body) in bodies(program) {
        for (at, instr) in body.instrs.iter_enumerated() {
            let is_end = match instr.kind {
                InstrKind::Return(_) => function == last,
                InstrKind::Halt => true,
                _ => false,
            };
            if is_end {
                points.push(Point { function, at: Where::Before(at), what: What::End });
            }
        }
    }
}

/// Whether anything runs when the entry returns: handlers, destructors, or whoever else called it.
fn goes_on_behind_entry(program: &Program) -> bool {
    let is_entry = |callee: &Callee| matches!(callee, Callee::Direct(it) if *it == program.entry);
    for (function, body) in bodies(program) {
        let mut is_behind = false;
        for instr in &body.instrs {
            if let InstrKind::Call { callee, .. } = &instr.kind {
                if is_behind || function != program.start && is_entry(callee) {
                    return true;
                }
                is_behind = function == program.start && is_entry(callee);
            }
        }
        let is_address = |it: &ExprKind| matches!(it, ExprKind::FunctionAddr(it) if *it == program.entry);
        if body.exprs.iter().any(|expr| is_address(&expr.kind)) {
            return true;
        }
    }
    false
}
