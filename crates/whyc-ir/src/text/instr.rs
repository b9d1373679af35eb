//! The text of instructions.

use std::fmt::Write as _;

use crate::instr::{Callee, InstrId, InstrKind};

use super::expr::Printer;

/// One instruction, without its number.
pub(super) fn instr(printer: &Printer<'_>, id: InstrId) -> String {
    match &printer.body.instrs[id].kind {
        InstrKind::Declare(local) => format!("declare {}", printer.names.local(*local)),
        InstrKind::Kill(local) => format!("kill {}", printer.names.local(*local)),
        InstrKind::Assign { place, value } => format!("{} = {}", printer.place(*place), printer.expr(*value)),
        InstrKind::ZeroFill(place) => format!("zero {}", printer.place(*place)),
        InstrKind::Nondet { place, name } => format!("{} = nondet {name:?}", printer.place(*place)),
        InstrKind::Call { dest, callee, args } => {
            let dest = dest.map_or_else(String::new, |dest| format!("{} = ", printer.place(dest)));
            let callee = match *callee {
                Callee::Direct(function) => printer.function_name(function),
                Callee::Indirect(pointer) => format!("(*{})", printer.expr(pointer)),
            };
            let args: Vec<String> = args.iter().map(|&arg| printer.expr(arg)).collect();
            format!("{dest}call {callee}({})", args.join(", "))
        }
        InstrKind::Jump(target) => format!("jump {target}"),
        InstrKind::Branch { cond, when, target } => {
            let word = if *when { "if" } else { "unless" };
            format!("{word} {} jump {target}", printer.expr(*cond))
        }
        InstrKind::Switch { value, cases, default } => {
            let mut out = format!("switch {} [", printer.expr(*value));
            for case in cases {
                let _ = if case.low == case.high {
                    write!(out, "{} -> {}, ", case.low, case.target)
                } else {
                    write!(out, "{}...{} -> {}, ", case.low, case.high, case.target)
                };
            }
            let _ = write!(out, "default -> {default}]");
            out
        }
        InstrKind::Return(None) => "return".to_owned(),
        InstrKind::Return(Some(value)) => format!("return {}", printer.expr(*value)),
        InstrKind::Assume(cond) => format!("assume {}", printer.expr(*cond)),
        InstrKind::Assert { cond, class, description } => {
            format!("assert {} {} {description:?}", printer.expr(*cond), class.name())
        }
        InstrKind::Halt => "halt".to_owned(),
        InstrKind::Unsupported(what) => format!("unsupported {what:?}"),
        InstrKind::Label => "label".to_owned(),
    }
}
