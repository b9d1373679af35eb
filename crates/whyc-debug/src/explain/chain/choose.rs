//! Which lines are told: those that matter first, the work before the checking and the trying, the near before the far.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whyc_base::source::{FileId, Span};
use whyc_ir::block::BlockOp;
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{FunctionId, Origin, Program};
use whyc_ir::property::{Property, PropertyClass};

use super::helps::{Helps, is_copy};
use super::roles::{Role, Roles};
use crate::dynamic::{Graph, Happening, MomentId, Went};

/// So many lines a person reads, the failure included.
pub const MANY_LINES: usize = 8;

/// A link of the chain.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// What happened.
    pub moment: MomentId,
    /// Where the user sees it.
    pub place: Place,
    /// Whether another value there lets the run pass.
    pub went: Option<Went>,
    /// Whether it is told unless all is asked for.
    pub told: bool,
}

/// Where the user sees a moment: what a model does is seen at its call.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The moment of the user's own code.
    pub moment: MomentId,
    /// What the user wrote.
    pub span: Span,
    /// In which function.
    pub function: FunctionId,
}

/// One link for each line that the failure depends on, in the order of the run, the failure last.
pub fn choose(
    program: &Program,
    graph: &Graph,
    property: &Property,
    distances: &FxHashMap<MomentId, u32>,
    roles: &Roles,
    helps: &mut Helps<'_>,
) -> Vec<Link> {
    let Some(end) = graph.end else { return Vec::new() };
    let mut near: Vec<(MomentId, u32, Place)> = distances
        .iter()
        .filter_map(|(&id, &far)| Some((id, far, place(program, graph, id)?)))
        .filter(|(id, ..)| is_told(program, graph, *id))
        .collect();
    near.sort_unstable_by_key(|&(id, far, place)| (roles.of(place.function), far, std::cmp::Reverse(id)));
    let mut lines: BTreeMap<(FileId, u32), (Rank, Link)> = BTreeMap::new();
    for (id, far, place) in near {
        if id == end {
            continue;
        }
        let went = helps.at(id);
        let rank = rank(program, graph, property, roles, (id, far, place), went);
        let link = Link { moment: id, place, went, told: false };
        let line = (place.span.file, program.sources.line(place.span));
        match lines.get_mut(&line) {
            Some(known) if known.0 <= rank => {}
            Some(known) => *known = (rank, link),
            None => {
                lines.insert(line, (rank, link));
            }
        }
    }
    let failure = place(program, graph, end);
    if let Some(failure) = failure {
        lines.remove(&(failure.span.file, program.sources.line(failure.span)));
    }
    let mut ranked: Vec<(Rank, Link)> = lines.into_values().collect();
    ranked.sort_by_key(|(rank, link)| (*rank, link.moment));
    let mut links: Vec<Link> = ranked.into_iter().map(|(_, link)| link).collect();
    links.iter_mut().take(MANY_LINES - 1).for_each(|link| link.told = true);
    links.sort_by_key(|link| link.moment);
    links.extend(failure.map(|place| Link { moment: end, place, went: None, told: true }));
    links
}

/// The smaller, the more it belongs into a story.
type Rank = (u32, u32);

fn rank(
    program: &Program,
    graph: &Graph,
    property: &Property,
    roles: &Roles,
    (id, far, place): (MomentId, u32, Place),
    went: Option<Went>,
) -> Rank {
    let is_stated = matches!(property.class, PropertyClass::Assertion | PropertyClass::Unreachable);
    let mut weight = match (went, is_stated) {
        (Some(Went::Well), _) => 0,
        // A rule is kept as well by not coming there.
        (Some(Went::Past), false) => 1,
        (Some(Went::Past), true) => 3,
        (Some(Went::Badly) | None, _) => 4,
    };
    weight += match roles.of(place.function) {
        Role::Worker => 0,
        Role::Driver | Role::Oracle => 6,
    };
    let moment = &graph.moments[id];
    let body = program.functions[moment.at.function].body.as_ref();
    let hands_on = body.is_some_and(|body| match &body.instrs[moment.at.instr].kind {
        InstrKind::Assign { value, .. } | InstrKind::Return(Some(value)) => is_copy(body, *value),
        InstrKind::Call { .. } => true,
        _ => false,
    });
    weight += u32::from(hands_on);
    weight += match moment.what {
        Happening::Input | Happening::Declare(_) => 2,
        Happening::Call { .. } | Happening::Parameter { .. } => 1,
        _ => 0,
    };
    (weight, far)
}

/// Whether a moment can be told at all.
fn is_told(program: &Program, graph: &Graph, id: MomentId) -> bool {
    let moment = &graph.moments[id];
    if moment.at.function == program.start {
        return moment.what == Happening::Write && moment.control.is_none();
    }
    true
}

/// Where the user sees a moment; none for what comes before the program.
pub fn place(program: &Program, graph: &Graph, id: MomentId) -> Option<Place> {
    let mut at = id;
    loop {
        let moment = &graph.moments[at];
        let function = moment.at.function;
        let body = program.functions[function].body.as_ref()?;
        let span = body.instrs[moment.at.instr].span;
        if program.functions[function].origin == Origin::User || function == program.start {
            return Some(Place { moment: at, span, function });
        }
        at = graph.activations.get(moment.at.activation as usize)?.call?;
    }
}

/// Whether the instruction of a moment is an allocation.
pub fn is_allocation(program: &Program, graph: &Graph, id: MomentId) -> bool {
    let at = graph.moments[id].at;
    let body = program.functions[at.function].body.as_ref();
    body.is_some_and(|body| matches!(body.instrs[at.instr].kind, InstrKind::Block(BlockOp::Allocate { .. })))
}
