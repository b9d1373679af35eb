//! How far each moment is from the failure: backwards along what was used and what was decided.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_ir::expr::{PlaceBase, Projection};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::Program;
use whyc_ir::property::{Property, PropertyClass, Site};

use super::copies::{self, Window};
use crate::dynamic::{Graph, Happening, MomentId, parts_of};

/// More moments than this are not looked at: those nearest to the failure are told of anyway.
const MANY_MOMENTS: usize = 20_000;

/// The moments that the failure depends on, and those that `further` ones depend on, with how far they are from it.
pub fn distances(
    program: &Program,
    graph: &Graph,
    property: &Property,
    further: &[(MomentId, u32)],
) -> FxHashMap<MomentId, u32> {
    let mut found = FxHashMap::default();
    let Some(end) = graph.end else { return found };
    let mut seen: FxHashSet<(MomentId, Window)> = FxHashSet::default();
    let mut heap = BinaryHeap::new();
    heap.push((Reverse(0), end, None));
    heap.extend(further.iter().map(|&(id, far)| (Reverse(far), id, None)));
    while let Some((Reverse(far), id, window)) = heap.pop() {
        if !seen.insert((id, window)) {
            continue;
        }
        let is_new = found.len();
        found.entry(id).or_insert(far);
        if found.len() > MANY_MOMENTS || seen.len() > 2 * MANY_MOMENTS {
            break;
        }
        let sources = match id == end {
            true => {
                let first = first_sources(program, graph, property, end);
                first.into_iter().flat_map(|it| copies::windows(program, graph, end, it)).collect()
            }
            false => sources(program, graph, id, &window),
        };
        for (source, window) in sources {
            heap.push((Reverse(far + 1), source, window));
        }
        if let Some(control) = graph.moments[id].control.filter(|_| found.len() > is_new) {
            heap.push((Reverse(far + 1), control, None));
        }
    }
    found
}

/// What a moment uses. What happens in a function is up to its call, not to what the call hands over: each parameter is
/// a moment of its own.
fn sources(program: &Program, graph: &Graph, id: MomentId, window: &Window) -> Vec<(MomentId, Window)> {
    let moment = &graph.moments[id];
    let body = program.functions[moment.at.function].body.as_ref();
    let is_direct = body.is_some_and(|body| {
        matches!(body.instrs[moment.at.instr].kind, InstrKind::Call { callee: Callee::Direct(_), .. })
    });
    match moment.what {
        Happening::Call { .. } if is_direct => Vec::new(),
        _ => copies::sources(program, graph, id, window),
    }
}

/// What the failing check itself uses.
pub fn first_sources(program: &Program, graph: &Graph, property: &Property, end: MomentId) -> Vec<MomentId> {
    let moment = &graph.moments[end];
    let Some(body) = &program.functions[moment.at.function].body else { return Vec::new() };
    // What is lost is looked for where the program ends, which may be elsewhere.
    let site = Some(property.site).filter(|_| property.function == moment.at.function);
    let looked_at = site.and_then(|site| match site {
        Site::Expr(expr) => Some(expr),
        Site::Deref(place) => match body.places[place].base {
            PlaceBase::Deref(pointer) => Some(pointer),
            PlaceBase::Local(_) | PlaceBase::Global(_) => None,
        },
        Site::Index(place, at) => match body.places[place].projections.get(at as usize) {
            Some(Projection::Index(index)) => Some(*index),
            Some(Projection::Field(_)) | None => None,
        },
        Site::Instr(instr) => match &body.instrs[instr].kind {
            InstrKind::Assert { cond, .. } => Some(*cond),
            _ => None,
        },
        Site::Call(_) => None,
    });
    let mut sources: Vec<MomentId> = Vec::new();
    match looked_at {
        // Of many bytes it matters how many: all that was read counts.
        Some(expr) if !matches!(body.instrs[moment.at.instr].kind, InstrKind::Block(_)) => {
            let parts = parts_of(body, expr);
            let reads = graph.reads_of(end).iter().filter(|read| read.expr.is_some_and(|expr| parts.contains(&expr)));
            sources.extend(reads.flat_map(|read| read.writers.iter().copied()));
        }
        Some(_) | None => sources.extend(graph.sources(end)),
    }
    sources.extend(history(program, graph, property, end));
    sources
}

/// Where the block that a failure is about was allocated, freed and lost.
pub fn history(program: &Program, graph: &Graph, property: &Property, end: MomentId) -> Vec<MomentId> {
    let told = match property.class {
        PropertyClass::UseAfterFree
        | PropertyClass::DoubleFree
        | PropertyClass::OutOfObject
        | PropertyClass::InvalidFree
        | PropertyClass::Overlap => block_of_failure(program, graph, end),
        PropertyClass::Leak => leaked(graph, property),
        PropertyClass::Assertion
        | PropertyClass::Unreachable
        | PropertyClass::Bounds
        | PropertyClass::NullDereference
        | PropertyClass::UseAfterScope
        | PropertyClass::ReadOnly
        | PropertyClass::DivisionByZero
        | PropertyClass::Overflow
        | PropertyClass::Shift
        | PropertyClass::PointerCompare
        | PropertyClass::FunctionPointer
        | PropertyClass::Conversion
        | PropertyClass::Alignment
        | PropertyClass::PointerPrimitive
        | PropertyClass::MissingReturn
        | PropertyClass::Unsequenced
        | PropertyClass::Precondition
        | PropertyClass::Postcondition
        | PropertyClass::Assigns
        | PropertyClass::LoopInvariant
        | PropertyClass::Decreases
        | PropertyClass::Race
        | PropertyClass::Deadlock
        | PropertyClass::ThreadMisuse => None,
    };
    let Some(history) = told.and_then(|number| graph.blocks.get(&number)) else { return Vec::new() };
    let lost = history.lost.filter(|_| property.class == PropertyClass::Leak);
    [history.allocated, history.freed, lost].into_iter().flatten().collect()
}

/// The block that the last pointer before a failure points into.
pub fn block_of_failure(program: &Program, graph: &Graph, end: MomentId) -> Option<u32> {
    let pointers = program.types.target.pointers;
    let pointed = graph.values_of(end).iter().rev().map(|valued| pointers.split(valued.value as u64).0);
    pointed.into_iter().find(|number| graph.blocks.contains_key(number))
}

/// The block that is lost.
pub fn leaked(graph: &Graph, property: &Property) -> Option<u32> {
    let mut lost: Vec<(MomentId, u32)> = Vec::new();
    for (&number, history) in &graph.blocks {
        let Some(allocated) = history.allocated.filter(|_| history.freed.is_none()) else { continue };
        let at = graph.moments[allocated].at;
        let is_site = property.function == at.function && property.site == Site::Instr(at.instr);
        debug_assert!(matches!(graph.moments[allocated].what, Happening::Allocate { .. }), "a block is allocated");
        if is_site {
            lost.push((history.lost.unwrap_or(allocated), number));
        }
    }
    // The one that was lost first, and of those that were never lost the first one.
    lost.sort_unstable();
    let is_lost = |number: &u32| graph.blocks[number].lost.is_some();
    let numbers: Vec<u32> = lost.into_iter().map(|(_, number)| number).collect();
    numbers.iter().copied().find(is_lost).or(numbers.first().copied())
}
