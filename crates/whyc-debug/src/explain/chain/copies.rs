//! Records that are handed on as a whole: of what a copy takes over, a story follows the part that is looked at later, and no other.

use std::ops::Range;

use whyc_ir::expr::{ExprId, ExprKind};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{Body, Program};

use crate::dynamic::{Graph, Happening, MomentId};

/// Which bits of what a moment wrote are looked at, counted from where that begins; all if none are given.
pub type Window = Option<(u64, u64)>;

/// What a moment uses where only these bits of what it wrote count, each with the bits of it that do.
pub fn sources(program: &Program, graph: &Graph, id: MomentId, window: &Window) -> Vec<(MomentId, Window)> {
    let moment = &graph.moments[id];
    let copied = copied_bits(program, graph, id);
    let mut found = Vec::new();
    for read in graph.reads_of(id) {
        let (start, bits) = (read.part.offset_bits, read.part.bits);
        let looked_at: Range<u64> = match (window, copied) {
            (Some((from, until)), Some(size)) if size == bits => start + from..start + until,
            _ => start..start.saturating_add(bits),
        };
        if read.pieces.is_empty() {
            found.extend(read.writers.iter().map(|&writer| (writer, seen_of(program, graph, writer, &looked_at))));
        }
        let is_seen = |(piece, _): &&(Range<u64>, MomentId)| piece.start < looked_at.end && looked_at.start < piece.end;
        for (piece, writer) in read.pieces.iter().filter(is_seen) {
            let both = piece.start.max(looked_at.start)..piece.end.min(looked_at.end);
            found.push((*writer, seen_of(program, graph, *writer, &both)));
        }
    }
    // What a call gives is what the function returned.
    found.extend(moment.other.map(|other| (other, window.filter(|_| copied_bits(program, graph, other).is_some()))));
    found
}

/// Which bits of what `source` wrote a moment looks at: once for each time that it does so.
pub fn windows(program: &Program, graph: &Graph, id: MomentId, source: MomentId) -> Vec<(MomentId, Window)> {
    let reads = graph.reads_of(id).iter().filter(|read| read.writers.contains(&source));
    let bits = reads.map(|read| read.part.offset_bits..read.part.offset_bits.saturating_add(read.part.bits));
    let found: Vec<(MomentId, Window)> = bits.map(|bits| (source, seen_of(program, graph, source, &bits))).collect();
    if found.is_empty() { vec![(source, None)] } else { found }
}

/// Which bits of what `writer` wrote these are, if it copies.
fn seen_of(program: &Program, graph: &Graph, writer: MomentId, bits: &Range<u64>) -> Window {
    let wrote = graph.moments[writer].wrote?;
    copied_bits(program, graph, writer)?;
    let from = bits.start.checked_sub(wrote.offset_bits)?;
    let until = bits.end.checked_sub(wrote.offset_bits)?.min(wrote.bits);
    Some((from, until))
}

/// How many bits a moment only hands on, if it does.
fn copied_bits(program: &Program, graph: &Graph, id: MomentId) -> Option<u64> {
    let moment = &graph.moments[id];
    let body = program.functions[moment.at.function].body.as_ref()?;
    let value = match (&body.instrs[moment.at.instr].kind, moment.what) {
        (InstrKind::Assign { value, .. } | InstrKind::Return(Some(value)), _) => *value,
        (InstrKind::Call { args, .. }, Happening::Parameter { local, .. }) => *args.get(local.0 as usize)?,
        // The result of a call is taken over from what was returned.
        (InstrKind::Call { .. }, Happening::Write) if moment.other.is_some() => {
            return moment.wrote.map(|part| part.bits);
        }
        _ => return None,
    };
    record_bits(program, body, value)
}

/// How many bits a record has that is taken over as a whole.
fn record_bits(program: &Program, body: &Body, value: ExprId) -> Option<u64> {
    let e = &body.exprs[value];
    let is_whole = matches!(e.kind, ExprKind::Load(_)) && program.types.scalar_bits(e.ty).is_none();
    is_whole.then(|| program.types.size_of(e.ty).map(|size| size * 8)).flatten()
}
