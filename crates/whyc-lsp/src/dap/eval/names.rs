//! What names stand for: variables, enumeration constants, types.

use whyc_base::source::Span;
use whyc_ir::layout::Pointers;
use whyc_ir::program::{FunctionId, GlobalId, GlobalKind, Origin};
use whyc_ir::types::{FloatKind, IntKind, RecordKind, Type, TypeId};

use super::{Computed, Found, Refusal, What};
use crate::dap::debuggee::Debuggee;
use crate::dap::view::Place;

/// What a name stands for in a call.
pub fn named(run: &mut Debuggee, activation: Option<u32>, name: &str) -> Result<Found, Refusal> {
    if let Some(place) = local(run, activation, name) {
        return Ok(Found::Place(place));
    }
    if let Some(global) = global(run, activation, name)? {
        let ty = run.program.globals[global].ty;
        let slot = run.tape.state().global(global);
        return slot
            .map(|slot| Found::Place(Place::whole(slot, ty)))
            .ok_or_else(|| format!("`{name}` is not recorded"));
    }
    let constants = run.types.enums.iter().flat_map(|it| it.constants.iter());
    let mut values: Vec<i128> = constants.filter(|(known, _)| known == name).map(|(_, value)| *value).collect();
    values.dedup();
    match values.as_slice() {
        [value] => {
            let (long, _) = longs(run);
            let kind = if i32::try_from(*value).is_ok() { IntKind::Int } else { long };
            let ty = run.types.int(kind);
            let bits = *value as u128 & (u128::MAX >> (128 - kind.bits()));
            return Ok(Found::Value(Computed { ty, what: What::Bits(bits), is_doubtful: false }));
        }
        [] => {}
        _ => return Err(format!("several enumerations have a constant `{name}`")),
    }
    let function = run.program.function_named(name).filter(|&id| run.program.functions[id].origin == Origin::User);
    Err(match function {
        Some(_) => format!("`{name}` is a function, which has no value here"),
        None => format!("no variable `{name}` is in scope here; macros are not known"),
    })
}

/// Whether a name is that of a variable.
pub fn is_variable(run: &Debuggee, activation: Option<u32>, name: &str) -> bool {
    local(run, activation, name).is_some() || matches!(global(run, activation, name), Ok(Some(_)))
}

/// The local that was declared last, of those of that name that are in scope.
fn local(run: &Debuggee, activation: Option<u32>, name: &str) -> Option<Place> {
    let activation = activation?;
    let function = run.tape.activations.get(activation as usize)?.function;
    let locals = &run.program.functions[function].locals;
    let found = run.tape.locals(activation).into_iter().rev().find(|(local, _)| locals[*local].name == name);
    found.map(|(local, slot)| Place::whole(slot, locals[local].ty))
}

/// The global of that name: one that the function itself declares, or one outside of all functions.
fn global(run: &Debuggee, activation: Option<u32>, name: &str) -> Result<Option<GlobalId>, Refusal> {
    let function = activation.and_then(|it| run.tape.activations.get(it as usize)).map(|it| it.function);
    let visible: Vec<GlobalId> = globals(run, function).filter(|&id| run.program.globals[id].name == name).collect();
    let span = |id: GlobalId| run.program.globals[id].span;
    let own = visible.iter().filter(|&&id| owner(run, span(id)).is_some()).copied().collect::<Vec<_>>();
    let file = function.map(|function| run.program.functions[function].span.file);
    let near = visible.iter().filter(|&&id| Some(span(id).file) == file).copied().collect::<Vec<_>>();
    match (own.as_slice(), near.as_slice(), visible.as_slice()) {
        ([one], ..) | ([], [one], _) | ([], [], [one]) => Ok(Some(*one)),
        ([], [], []) => Ok(None),
        _ => Err(format!("there are several variables `{name}`")),
    }
}

/// The globals that a person could name in a function.
pub fn globals(run: &Debuggee, function: Option<FunctionId>) -> impl Iterator<Item = GlobalId> + '_ {
    let all = run.program.globals.iter_enumerated();
    let is_visible = move |&(_, global): &(GlobalId, &whyc_ir::program::Global)| {
        let is_literal = matches!(global.kind, GlobalKind::String(_));
        let of = owner(run, global.span);
        let is_real = run.path(global.span.file).is_some_and(std::path::Path::is_absolute);
        !is_literal && is_real && !global.name.is_empty() && (of.is_none() || of == function)
    };
    all.filter(is_visible).map(|(id, _)| id)
}

/// The function in whose text a place is.
fn owner(run: &Debuggee, span: Span) -> Option<FunctionId> {
    let mut users = run.program.functions.iter_enumerated().filter(|(_, it)| it.origin == Origin::User);
    let found = users.find(|(_, it)| {
        let Some(body) = &it.body else { return false };
        let ends = body.instrs.iter().filter(|instr| instr.span.file == it.span.file).map(|instr| instr.span.end);
        it.span.file == span.file && it.span.start < span.start && ends.max().is_some_and(|end| span.start < end)
    });
    found.map(|(id, _)| id)
}

/// The program's `long` and `unsigned long`.
pub fn longs(run: &Debuggee) -> (IntKind, IntKind) {
    match run.types.target.pointers {
        Pointers::Bits64 => (IntKind::Long, IntKind::ULong),
        Pointers::Bits32 => (IntKind::Long32, IntKind::ULong32),
    }
}

/// The type of sizes.
pub fn size_kind(run: &Debuggee) -> IntKind {
    match run.types.target.pointers {
        Pointers::Bits64 => IntKind::ULong,
        Pointers::Bits32 => IntKind::UInt,
    }
}

/// Whether a word is one of C's own for types.
pub fn is_type_word(word: &str) -> bool {
    const WORDS: [&str; 17] = [
        "void", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "_Bool", "bool", "struct",
        "union", "enum", "const", "volatile", "__int128",
    ];
    WORDS.contains(&word)
}

/// The type that words name; none if they name none.
pub fn type_of(run: &mut Debuggee, words: &[&str]) -> Result<Option<TypeId>, Refusal> {
    let Some(&first) = words.first() else { return Ok(None) };
    if let "struct" | "union" | "enum" = first {
        let [_, name] = words else { return Err(format!("`{first}` needs one name")) };
        return match tagged(run, Some(first), name) {
            Some(ty) => Ok(Some(ty)),
            None => Err(format!("there is no `{first} {name}`")),
        };
    }
    if words.iter().all(|word| is_type_word(word)) {
        return match plain(run, words) {
            Some(ty) => Ok(Some(run.types.intern(ty))),
            None => Err(format!("`{}` is no type that is known here", words.join(" "))),
        };
    }
    let [name] = words else { return Ok(None) };
    let size = size_kind(run);
    let kind = match *name {
        "int8_t" => IntKind::SChar,
        "uint8_t" => IntKind::UChar,
        "int16_t" => IntKind::Short,
        "uint16_t" => IntKind::UShort,
        "int32_t" => IntKind::Int,
        "uint32_t" => IntKind::UInt,
        "int64_t" if size == IntKind::ULong => IntKind::Long,
        "uint64_t" if size == IntKind::ULong => IntKind::ULong,
        "int64_t" => IntKind::LongLong,
        "uint64_t" => IntKind::ULongLong,
        "size_t" | "uintptr_t" => size,
        "ssize_t" | "ptrdiff_t" | "intptr_t" if size == IntKind::ULong => IntKind::Long,
        "ssize_t" | "ptrdiff_t" | "intptr_t" => IntKind::Int,
        _ => return Ok(tagged(run, None, name)),
    };
    Ok(Some(run.types.int(kind)))
}

fn plain(run: &Debuggee, words: &[&str]) -> Option<Type> {
    let mut sorted = words.to_vec();
    sorted.sort_unstable();
    let without = |word: &str| sorted.iter().filter(|known| **known != word).copied().collect::<Vec<_>>();
    let (long, ulong) = longs(run);
    let is_unsigned = sorted.contains(&"unsigned");
    let bare: Vec<&str> = without("unsigned").into_iter().filter(|&word| word != "signed").collect();
    let is_plain = bare.len() == sorted.len();
    let pick = |signed, unsigned| Some(Type::Int(if is_unsigned { unsigned } else { signed }));
    match bare.as_slice() {
        ["void"] if is_plain => Some(Type::Void),
        ["_Bool" | "bool"] if is_plain => Some(Type::Bool),
        ["float"] if is_plain => Some(Type::Float(FloatKind::Float)),
        ["double"] if is_plain => Some(Type::Float(FloatKind::Double)),
        ["char"] if is_plain => Some(Type::Int(IntKind::Char)),
        ["char"] => pick(IntKind::SChar, IntKind::UChar),
        ["short"] | ["int", "short"] => pick(IntKind::Short, IntKind::UShort),
        [] | ["int"] => pick(IntKind::Int, IntKind::UInt),
        ["long"] | ["int", "long"] => pick(long, ulong),
        ["long", "long"] | ["int", "long", "long"] => pick(IntKind::LongLong, IntKind::ULongLong),
        ["__int128"] => pick(IntKind::Int128, IntKind::UInt128),
        _ => None,
    }
}

/// The record or enumeration of that name, if there is one alone.
fn tagged(run: &Debuggee, keyword: Option<&str>, name: &str) -> Option<TypeId> {
    let types = &run.types;
    let is_it = |&ty: &TypeId| match types.get(ty) {
        Type::Record(record) => {
            let record = &types.records[*record];
            let word = if record.kind == RecordKind::Struct { "struct" } else { "union" };
            record.name.as_deref() == Some(name) && keyword.is_none_or(|keyword| keyword == word)
        }
        Type::Enum(e) => types.enums[*e].name.as_deref() == Some(name) && keyword.is_none_or(|it| it == "enum"),
        _ => false,
    };
    let found: Vec<TypeId> = types.ids().filter(is_it).collect();
    match found.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}
