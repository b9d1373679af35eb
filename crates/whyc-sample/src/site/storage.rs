//! What of a variable is random when its declaration is reached: numbers, unless the declaration is followed by their value. Pointers are null.

use rustc_hash::FxHashMap;
use whyc_base::ids::Id as _;
use whyc_ir::expr::{PlaceBase, PlaceId};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, LocalId, LocalKind, Program};
use whyc_ir::types::{FloatKind, Type, TypeId, TypeTable};

/// Bytes that are random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fill {
    /// From where.
    pub start: usize,
    /// Up to where.
    pub end: usize,
    /// Whether each is 0 or 1.
    pub is_bool: bool,
}

/// More parts than these are not looked at one by one.
const MANY: u64 = 4096;

/// What is random in the variables of a function.
pub(crate) fn fills(program: &Program, id: FunctionId, body: &Body) -> FxHashMap<LocalId, Vec<Fill>> {
    let function = &program.functions[id];
    let mut found = FxHashMap::default();
    for (instr, it) in body.instrs.iter_enumerated() {
        let InstrKind::Declare(local) = it.kind else { continue };
        if function.locals[local].kind != LocalKind::Variable || is_set_behind(body, instr, local) {
            continue;
        }
        let mut parts = Vec::new();
        numbers(&program.types, function.locals[local].ty, 0, &mut parts);
        if !parts.is_empty() {
            found.insert(local, joined(parts));
        }
    }
    found
}

/// Whether the next instruction sets all of a local.
fn is_set_behind(body: &Body, instr: InstrId, local: LocalId) -> bool {
    let is_it = |place: PlaceId| {
        let place = &body.places[place];
        place.base == PlaceBase::Local(local) && place.projections.is_empty()
    };
    let next = InstrId::from_index(instr.index() + 1);
    body.instrs.get(next).is_some_and(|next| match &next.kind {
        InstrKind::Assign { place, .. } | InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => is_it(*place),
        InstrKind::Call { dest, .. } => dest.is_some_and(is_it),
        _ => false,
    })
}

/// The numbers in a type, from byte `at` on.
fn numbers(types: &TypeTable, ty: TypeId, at: usize, out: &mut Vec<Fill>) {
    let size = types.size_of(ty).unwrap_or(0) as usize;
    let bytes = |is_bool: bool| Fill { start: at, end: at + size, is_bool };
    match types.get(ty) {
        Type::Bool => out.push(bytes(true)),
        Type::Float(FloatKind::LongDouble) | Type::Pointer(_) | Type::Void | Type::Function(_) => {}
        Type::Int(_) | Type::Enum(_) | Type::Float(_) => {
            if types.value_bits(ty) == types.scalar_bits(ty) {
                out.push(bytes(false));
            }
        }
        Type::Array { element, len } => {
            let (len, stride) = (len.unwrap_or(0), types.size_of(*element).unwrap_or(0) as usize);
            let mut one = Vec::new();
            numbers(types, *element, 0, &mut one);
            match joined(one).as_slice() {
                [] => {}
                [all] if all.start == 0 && all.end == stride => out.push(bytes(all.is_bool)),
                parts => {
                    for k in 0..len.min(MANY) as usize {
                        let from = at + k * stride;
                        out.extend(parts.iter().map(|it| Fill { start: from + it.start, end: from + it.end, ..*it }));
                    }
                }
            }
        }
        Type::Record(record) => {
            for field in &types.records[*record].fields {
                if field.bit_width.is_none() && field.offset_bits % 8 == 0 {
                    numbers(types, field.ty, at + (field.offset_bits / 8) as usize, out);
                }
            }
        }
    }
}

/// The same with neighbours in one.
fn joined(parts: Vec<Fill>) -> Vec<Fill> {
    let mut out: Vec<Fill> = Vec::new();
    for part in parts {
        match out.last_mut() {
            Some(last) if last.end == part.start && last.is_bool == part.is_bool => last.end = part.end,
            _ => out.push(part),
        }
    }
    out
}
