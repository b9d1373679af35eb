//! What a name means at a place of a program: a variable that is in scope there, a member of it, an element, what a function returns.

use whyc_base::names;
use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, PlaceBase, PlaceId};
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::program::{FunctionId, GlobalKind, LocalKind, Origin, Program};
use whyc_ir::types::{Type, TypeId};

use super::places::{Point, What, Where};
use crate::atom::Term;

/// What the value that a function returns is called.
const RESULT: &str = "$result";

/// Where the value of a name is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) from: From,
    /// Members and elements, from the outside in, with the type of each.
    pub(super) way: Vec<(Down, TypeId)>,
    /// The bits of the number, from the highest to the lowest, if not all.
    pub(super) bits: Option<(u32, u32)>,
    /// The type of what is read.
    pub(super) ty: TypeId,
}

/// Where the way to a value begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// A variable.
    Base(PlaceBase, TypeId),
    /// What is returned.
    Value(ExprId),
    /// Where what was returned has been put.
    Place(PlaceId),
}

/// One step into a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Down {
    Member(u32),
    Element(u64),
}

/// What a signal of a property is at a point; nothing if it is not in scope there.
///
/// # Errors
/// If there is such a variable, but no number can be read from it, in words.
pub(super) fn access(program: &Program, point: &Point, term: &Term) -> Result<Option<Access>, String> {
    let Term::Signal { name, bits, ago } = term else { return Ok(None) };
    if *ago > 0 {
        return Err(format!("`{term}`: properties of programs do not look back"));
    }
    let mut parts = name.split('.');
    let first = parts.next().unwrap_or_default();
    let Some((from, mut ty)) = start(program, point, first) else { return Ok(None) };
    let mut way = Vec::new();
    for member in parts {
        let Some(more) = member_of(program, ty, member) else {
            return Err(format!("`{name}`: {} has no member `{member}`", program.types.name(ty)));
        };
        for (at, inner) in more {
            way.push((Down::Member(at), inner));
            ty = inner;
        }
    }
    let mut bits = *bits;
    if let (&Type::Array { element, len }, Some((high, low))) = (program.types.get(ty), bits) {
        if high != low || len.is_none_or(|len| u64::from(high) >= len) {
            return Err(format!("`{term}`: there is no such element"));
        }
        way.push((Down::Element(u64::from(high)), element));
        (ty, bits) = (element, None);
    }
    let width = match program.types.get(ty) {
        Type::Int(kind) => kind.width(),
        Type::Bool => 1,
        Type::Enum(id) => program.types.enums[*id].underlying.width(),
        _ => return Err(format!("`{name}` is not an integer")),
    };
    if let Some((high, _)) = bits
        && high >= width
    {
        return Err(format!("`{name}` has no bit {high}: it has {width}"));
    }
    Ok(Some(Access { from, way, bits, ty }))
}

/// What the name stands for without its members.
fn start(program: &Program, point: &Point, name: &str) -> Option<(From, TypeId)> {
    if name == RESULT {
        return result(program, point);
    }
    let function = &program.functions[point.function];
    if function.origin == Origin::User {
        let at = span_of(program, point);
        let locals = function.locals.iter_enumerated().filter(|(_, local)| local.name == name);
        let visible = locals.filter(|(_, local)| match local.kind {
            LocalKind::Param => true,
            LocalKind::Variable => is_in_scope(program, local.span, at),
            LocalKind::Temporary => false,
        });
        // What is declared last hides the others.
        if let Some((id, local)) = visible.max_by_key(|(_, local)| local.span.start) {
            return Some((From::Base(PlaceBase::Local(id), local.ty), local.ty));
        }
    }
    let mut globals = program.globals.iter_enumerated();
    let is_it = |kind: &GlobalKind| matches!(kind, GlobalKind::Variable | GlobalKind::External);
    let (id, global) = globals.find(|(_, it)| it.name == name && is_it(&it.kind))?;
    Some((From::Base(PlaceBase::Global(id), global.ty), global.ty))
}

fn result(program: &Program, point: &Point) -> Option<(From, TypeId)> {
    let body = program.functions[point.function].body.as_ref()?;
    let (Where::Before(at) | Where::After(at)) = point.at;
    match (&body.instrs[at].kind, point.at) {
        (InstrKind::Return(Some(value)), Where::Before(_)) => Some((From::Value(*value), body.exprs[*value].ty)),
        (InstrKind::Call { dest: Some(place), callee: Callee::Direct(_), .. }, Where::After(_)) => {
            Some((From::Place(*place), body.places[*place].ty))
        }
        _ => None,
    }
}

fn span_of(program: &Program, point: &Point) -> Span {
    let (Where::Before(at) | Where::After(at)) = point.at;
    instr_span(program, point.function, at)
}

fn instr_span(program: &Program, function: FunctionId, at: InstrId) -> Span {
    let function = &program.functions[function];
    function.body.as_ref().map_or(function.span, |body| body.instrs[at].span)
}

/// The way to a member; members of members without a name are members, too.
fn member_of(program: &Program, ty: TypeId, name: &str) -> Option<Vec<(u32, TypeId)>> {
    let Type::Record(record) = program.types.get(ty) else { return None };
    let fields = &program.types.records[*record].fields;
    for (at, field) in fields.iter().enumerate() {
        let here = (at as u32, field.ty);
        match &field.name {
            Some(known) if known == name => return Some(vec![here]),
            Some(_) => {}
            None => {
                if let Some(inner) = member_of(program, field.ty, name) {
                    return Some([vec![here], inner].concat());
                }
            }
        }
    }
    None
}

/// Every name must mean something at one event at least.
pub(super) fn known_somewhere(program: &Program, points: &[Point], term: &Term) -> Result<(), String> {
    let mut is_known = false;
    for point in points.iter().filter(|it| matches!(it.what, What::Event(_))) {
        is_known |= access(program, point, term)?.is_some();
    }
    let Term::Signal { name, .. } = term else { return Ok(()) };
    if is_known || points.iter().all(|it| it.what == What::End) {
        return Ok(());
    }
    if name == RESULT {
        return Err(format!("`{RESULT}` is what a function returns: it goes with `return f`"));
    }
    let mut known: Vec<&str> = Vec::new();
    for point in points {
        let at = span_of(program, point);
        let function = &program.functions[point.function];
        let visible = |it: &&whyc_ir::program::Local| match it.kind {
            LocalKind::Param => true,
            LocalKind::Variable => is_in_scope(program, it.span, at),
            LocalKind::Temporary => false,
        };
        known.extend(function.locals.iter().filter(visible).map(|it| it.name.as_str()));
    }
    let is_users = |it: &&whyc_ir::program::Global| it.kind == GlobalKind::Variable && !it.name.starts_with("__");
    known.extend(program.globals.iter().filter(is_users).map(|it| it.name.as_str()));
    known.retain(|it| !it.is_empty());
    known.sort_unstable();
    known.dedup();
    Err(format!(
        "there is no variable `{name}` where any of its events happens; {}",
        names::hint(name, &known, "variables")
    ))
}

/// Whether a variable that is declared at one place can be named at another one.
fn is_in_scope(program: &Program, declared: Span, at: Span) -> bool {
    if declared.file != at.file || at.start < declared.end {
        return false;
    }
    let text = &program.sources.file(declared.file).text;
    (at.start as usize) < scope_end(text, declared.end as usize)
}

/// Where the scope of a variable ends whose declaration ends at `from`: with its block; of one in the head of a loop, with the loop.
fn scope_end(text: &str, from: usize) -> usize {
    let plain = super::places::without_comments(text);
    let bytes = plain.as_bytes();
    let mut depth = 0usize;
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' if depth == 0 => return at,
            b')' if depth == 0 => return statement_end(bytes, at + 1),
            b'}' | b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Where the statement that begins at `at` ends: with its block or its semicolon.
fn statement_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && bytes[at] == b'}' && !goes_on(bytes, at + 1) {
                    return at;
                }
            }
            b';' if depth == 0 && !goes_on(bytes, at + 1) => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Whether `else` stands there.
fn goes_on(bytes: &[u8], at: usize) -> bool {
    bytes.get(at..).unwrap_or(&[]).trim_ascii_start().starts_with(b"else")
}

#[cfg(test)]
mod tests {
    use super::scope_end;

    #[test]
    fn variables_end_with_their_block_or_their_loop() {
        let ends = |text: &str| {
            let from = text.find('@').expect("a place should be marked");
            text.get(..scope_end(text, from)).and_then(|it| it.get(from + 1..)).map(str::to_owned)
        };
        assert_eq!(ends("{ int x@; { f(); } g(); } h();").as_deref(), Some("; { f(); } g(); "));
        assert_eq!(ends("for (int i@ = 0; i < 3; i++) { f(); } h();").as_deref(), Some(" = 0; i < 3; i++) { f(); "));
        assert_eq!(ends("for (int i@ = 0; i < 3; i++) f(i); h();").as_deref(), Some(" = 0; i < 3; i++) f(i);"));
        assert_eq!(
            ends("for (int i@;;) if (i) { f(); } else g(); h();").as_deref(),
            Some(";;) if (i) { f(); } else g();")
        );
        assert_eq!(ends("{ int x@; f(\"}\", '}'); /* } */ // }\n g(); }").map(|it| it.len()), Some(34));
    }
}
