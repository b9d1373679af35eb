//! The text form of a program: what logs, snapshot tests and bug reports show.
//!
//! [`program`] prints everything, [`function`] one function, [`expr`] one expression. In this
//! form every operator has its parentheses and every component its mark (`(a + 1)@c3`). Locals
//! and globals go by their names; where a name is not unique its id follows (`x.l3`), and a
//! temporary goes by its id alone. [`c_expr`] is for people instead: C source with as few
//! parentheses as C needs, without the conversions that nobody wrote.
//!
//! The same program gives the same text. Nothing here recurses over the depth of an expression.

mod expr;

mod instr;

mod literal;

mod names;

use std::fmt::Write as _;

use whyc_base::ids::Id as _;

use crate::expr::{ExprId, PlaceId};
use crate::instr::InstrId;
use crate::program::{FunctionId, Global, GlobalKind, LocalKind, Origin, Program};
use crate::types::{Enumeration, Record, RecordKind, TypeTable};

use expr::{Printer, Style};
use names::Names;

/// The whole program.
#[must_use]
pub fn program(program: &Program) -> String {
    let mut out = String::new();
    let name = |f: FunctionId| program.functions.get(f).map_or_else(|| f.to_string(), |f| f.name.clone());
    let _ = writeln!(out, "program entry {} start {}", name(program.entry), name(program.start));
    for (id, record) in program.types.records.iter_enumerated() {
        let _ = writeln!(out, "{id} {}", record_text(&program.types, record));
    }
    for (id, enumeration) in program.types.enums.iter_enumerated() {
        let _ = writeln!(out, "{id} {}", enum_text(enumeration));
    }
    for (id, global) in program.globals.iter_enumerated() {
        let _ = writeln!(out, "{id} {}", global_text(&program.types, global));
    }
    for id in program.functions.ids() {
        out.push('\n');
        out.push_str(&function(program, id));
    }
    if !program.components.is_empty() {
        out.push('\n');
    }
    for (id, component) in program.components.iter_enumerated() {
        let at = program.sources.start(component.span);
        let text = program.sources.text(component.span);
        let (kind, function) = (component.kind.name(), name(component.function));
        let _ = writeln!(out, "{id} {kind} in {function} at {}:{} {text:?}", at.line, at.column);
    }
    out
}

/// One function: its head, its locals, its instructions.
#[must_use]
pub fn function(program: &Program, id: FunctionId) -> String {
    let function = &program.functions[id];
    let names = Names::new(program, id);
    let mut out = String::new();
    let mut params: Vec<String> = Vec::new();
    for param in function.params() {
        let ty = function.locals.get(param).map_or_else(|| "?".to_owned(), |local| program.types.name(local.ty));
        params.push(format!("{}: {ty}", names.local(param)));
    }
    if function.variadic {
        params.push("...".to_owned());
    }
    let origin = match function.origin {
        Origin::User => "",
        Origin::Whyc => " (whyc)",
    };
    let ret = program.types.name(function.ret);
    let _ = writeln!(out, "{id} function {}({}) -> {ret}{origin}", function.name, params.join(", "));
    for (local_id, local) in function.locals.iter_enumerated() {
        let kind = match local.kind {
            LocalKind::Param => "param",
            LocalKind::Variable => "var",
            LocalKind::Temporary => "temp",
        };
        let addressed = if local.address_taken { " &" } else { "" };
        let (name, ty) = (names.local(local_id), program.types.name(local.ty));
        let _ = writeln!(out, "    {kind} {name}: {ty}{addressed}");
    }
    match &function.body {
        None => out.push_str("    no body\n"),
        Some(body) => {
            let width = body.instrs.len().saturating_sub(1).to_string().len();
            for instr_id in body.instrs.ids() {
                let text = instr::instr(&Printer::new(program, id, body, &names, Style::Full), instr_id);
                let _ = writeln!(out, "  i{:<width$}  {text}", instr_id.index());
            }
        }
    }
    out
}

/// One instruction, without its number.
#[must_use]
pub fn instr(program: &Program, function: FunctionId, id: InstrId) -> String {
    with_printer(program, function, Style::Full, |printer| instr::instr(printer, id))
}

/// One expression, fully parenthesised, with the marks of its components.
#[must_use]
pub fn expr(program: &Program, function: FunctionId, id: ExprId) -> String {
    with_printer(program, function, Style::Full, |printer| printer.expr(id))
}

/// One place, its expressions fully parenthesised.
#[must_use]
pub fn place(program: &Program, function: FunctionId, id: PlaceId) -> String {
    with_printer(program, function, Style::Full, |printer| printer.place(id))
}

/// One expression as C source for a person.
///
/// A conversion is left out if it has the same span as its operand: then the language made it,
/// not the user. `&a[0]` is written `a` and `*(p + i)` is written `p[i]`, which is what people
/// write where the front end makes these.
#[must_use]
pub fn c_expr(program: &Program, function: FunctionId, id: ExprId) -> String {
    with_printer(program, function, Style::C, |printer| printer.expr(id))
}

/// Functions without a body have neither expressions nor places: their text is empty.
fn with_printer(
    program: &Program,
    function: FunctionId,
    style: Style,
    print: impl FnOnce(&Printer<'_>) -> String,
) -> String {
    let Some(body) = &program.functions[function].body else {
        return String::new();
    };
    let names = Names::new(program, function);
    print(&Printer::new(program, function, body, &names, style))
}

fn record_text(types: &TypeTable, record: &Record) -> String {
    let keyword = match record.kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    };
    let mut out = format!("{keyword} {} {{", record.name.as_deref().unwrap_or("(anonymous)"));
    for field in &record.fields {
        let name = field.name.as_deref().unwrap_or("(anonymous)");
        let width = field.bit_width.map_or_else(String::new, |bits| format!(" : {bits}"));
        let _ = write!(out, " {name}: {}{width} @{};", types.name(field.ty), field.offset_bits);
    }
    let _ = write!(out, " }} size {} align {}", record.size, record.align);
    out
}

fn enum_text(enumeration: &Enumeration) -> String {
    let name = enumeration.name.as_deref().unwrap_or("(anonymous)");
    let constants: Vec<String> =
        enumeration.constants.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("enum {name}: {} {{ {} }}", enumeration.underlying.name(), constants.join(", "))
}

fn global_text(types: &TypeTable, global: &Global) -> String {
    let ty = types.name(global.ty);
    match &global.kind {
        GlobalKind::Variable => format!("global {}: {ty}", global.name),
        GlobalKind::String(bytes) => format!("string {}: {ty} = \"{}\"", global.name, bytes.escape_ascii()),
        GlobalKind::External => format!("extern {}: {ty}", global.name),
    }
}

#[cfg(test)]
mod tests;
