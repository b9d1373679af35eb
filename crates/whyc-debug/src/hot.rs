//! Where the work of unrolling went, as a person asks for it: by loop, by function and by line.
//!
//! Work is counted in steps and terms, never in seconds, so that the same program gives the same answer.

use rustc_hash::FxHashMap;
use whyc_base::source::Span;
use whyc_check::Analysis;
use whyc_ir::program::{FunctionId, Origin};
use whyc_unroll::work::Work;

/// At most this many of each kind are told.
const TOLD: usize = 3;
/// From this share on, in percent.
const MUCH: u64 = 5;

/// A place where much of the work was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HotSpot {
    /// What it is.
    pub kind: HotKind,
    /// The name of the loop or of the function.
    pub name: String,
    /// Where it is.
    pub span: Span,
    /// How much of all the work, in percent.
    pub share: u32,
}

/// What kind of place it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HotKind {
    /// A loop with what it calls, and how often it went round in all.
    Loop {
        /// Rounds of all its activations.
        rounds: u64,
    },
    /// A function without what it calls.
    Function,
    /// A line without what it calls.
    Line,
}

/// The places where most of the last unrolling's work was done: loops, functions, lines, each from the largest share down.
#[must_use]
pub fn hot_spots(analysis: &Analysis) -> Vec<HotSpot> {
    let work = &analysis.work;
    let mut spots = most(loops(analysis, work), work.total);
    spots.extend(most(functions(analysis, work), work.total));
    spots.extend(most(lines(analysis, work), work.total));
    spots
}

/// The largest of these, with their shares.
fn most(mut found: Vec<(u64, HotSpot)>, total: u64) -> Vec<HotSpot> {
    found.sort_by(|(a, spot), (b, other)| b.cmp(a).then_with(|| spot.name.cmp(&other.name)));
    let told = found.into_iter().filter(|(amount, _)| amount * 100 >= total * MUCH && *amount > 0).take(TOLD);
    told.map(|(amount, spot)| HotSpot { share: (amount * 100 / total.max(1)) as u32, ..spot }).collect()
}

fn is_own(analysis: &Analysis, function: FunctionId) -> bool {
    analysis.program.functions[function].origin == Origin::User
}

fn loops(analysis: &Analysis, work: &Work) -> Vec<(u64, HotSpot)> {
    let all = analysis.loops.all().iter_enumerated().filter(|(_, l)| is_own(analysis, l.function));
    let spot = |(id, l): (_, &whyc_unroll::loops::Loop)| {
        let rounds = work.rounds.get(&id).copied().unwrap_or(0);
        let spot = HotSpot { kind: HotKind::Loop { rounds }, name: l.name.clone(), span: l.span, share: 0 };
        (work.inclusive_between(l.function, l.head, l.last), spot)
    };
    all.map(spot).filter(|(_, spot)| !matches!(spot.kind, HotKind::Loop { rounds: 0 })).collect()
}

fn functions(analysis: &Analysis, work: &Work) -> Vec<(u64, HotSpot)> {
    let spot = |(function, cost): (FunctionId, whyc_unroll::work::Cost)| {
        let f = &analysis.program.functions[function];
        // The names that helpers of the library's models have here say nothing to anyone.
        let name = if f.name.starts_with("__whyc") { "the library".to_owned() } else { f.name.clone() };
        (cost.steps + cost.terms, HotSpot { kind: HotKind::Function, name, span: f.span, share: 0 })
    };
    work.by_function().into_iter().filter(|&(function, _)| function != analysis.program.start).map(spot).collect()
}

fn lines(analysis: &Analysis, work: &Work) -> Vec<(u64, HotSpot)> {
    let program = &analysis.program;
    let mut sums: FxHashMap<(u32, u32), (u64, Span)> = FxHashMap::default();
    for (&(function, instr), cost) in work.at.iter().filter(|((function, _), _)| is_own(analysis, *function)) {
        // What is done when a function has come to its end belongs to no line.
        let instrs = program.functions[function].body.as_ref().map(|body| &body.instrs);
        let Some(span) = instrs.and_then(|instrs| instrs.get(instr)).map(|instr| instr.span) else { continue };
        let sum = sums.entry((span.file.0, program.sources.line(span))).or_insert((0, span));
        sum.0 += cost.steps + cost.terms;
        // Which place in the line is named should not depend on the order of a table.
        sum.1 = if (span.start, span.end) < (sum.1.start, sum.1.end) { span } else { sum.1 };
    }
    let spot = |(amount, span)| (amount, HotSpot { kind: HotKind::Line, name: String::new(), span, share: 0 });
    let mut found: Vec<(u64, HotSpot)> = sums.into_values().map(spot).collect();
    found.sort_by_key(|(_, spot)| (spot.span.file.0, spot.span.start));
    found
}
