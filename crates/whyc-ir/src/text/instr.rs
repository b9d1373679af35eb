//! The text of instructions.

use std::fmt::Write as _;

use crate::block::{BlockLife, BlockOp, HavocReach, Output, OutputItem};
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
        InstrKind::Cover(cond) => format!("cover {}", printer.expr(*cond)),
        InstrKind::Assume(cond) => format!("assume {}", printer.expr(*cond)),
        InstrKind::Assert { cond, class, description } => {
            format!("assert {} {} {description:?}", printer.expr(*cond), class.name())
        }
        InstrKind::Block(op) => block(printer, op),
        InstrKind::Output(output) => self::output(printer, output),
        InstrKind::Halt => "halt".to_owned(),
        InstrKind::Unsupported(what) => format!("unsupported {what:?}"),
        InstrKind::Label => "label".to_owned(),
    }
}

fn block(printer: &Printer<'_>, op: &BlockOp) -> String {
    match op {
        BlockOp::Allocate { place, size, life, zeroed, name } => {
            let life = match life {
                BlockLife::Heap => "heap",
                BlockLife::Frame => "frame",
            };
            let zeroed = if *zeroed { " zeroed" } else { "" };
            format!("{} = allocate {} {life}{zeroed} {name:?}", printer.place(*place), printer.expr(*size))
        }
        BlockOp::Free { pointer } => format!("free {}", printer.expr(*pointer)),
        BlockOp::Release { local } => format!("release {}", printer.names.local(*local)),
        BlockOp::Havoc { pointer, reach, name } => {
            let what = match reach {
                HavocReach::Target => "havoc only",
                HavocReach::Behind => "havoc behind",
                HavocReach::All => "havoc",
            };
            format!("{what} {} {name:?}", printer.expr(*pointer))
        }
        BlockOp::Copy { to, from, size } => {
            format!("copy {} from {} bytes {}", printer.place(*to), printer.place(*from), printer.expr(*size))
        }
        BlockOp::Fill { to, value, size } => {
            format!("fill {} with {} bytes {}", printer.place(*to), printer.expr(*value), printer.expr(*size))
        }
    }
}

fn output(printer: &Printer<'_>, output: &Output) -> String {
    let stream = printer.expr(output.stream);
    match &output.item {
        OutputItem::Text(bytes) => format!("output {stream} {:?}", String::from_utf8_lossy(bytes)),
        OutputItem::Byte(value) => format!("output {stream} byte {}", printer.expr(*value)),
        OutputItem::Number { value, conversion, flags, width, precision } => {
            let [value, flags, width, precision] = [value, flags, width, precision].map(|&expr| printer.expr(expr));
            format!("output {stream} {} {value} flags {flags} width {width} precision {precision}", conversion.letter())
        }
    }
}
