//! State that stays as it is: what the failing check looks at was set long ago, and the work since has left it alone.
//!
//! A statement that is missing is on no chain. What can be told is the last work on the same thing after which the
//! value is still the old one.

use whyc_ir::program::{Origin, Program};

use crate::dynamic::{Graph, Happening, Moment, MomentId, Part};

/// What was left as it is.
#[derive(Clone, Copy, Debug)]
pub struct Stay {
    /// What.
    pub part: Part,
    /// Its value.
    pub value: u128,
    /// Who set it.
    pub since: MomentId,
}

/// The last moment of work on something of which a part that one of `lookers` looks at has stayed as it is until then: of
/// all such parts, the one that was set first.
pub fn find(
    program: &Program,
    graph: &Graph,
    lookers: &[MomentId],
    is_work: &dyn Fn(MomentId) -> bool,
) -> Option<(MomentId, Stay)> {
    let mut best: Option<(MomentId, Stay)> = None;
    for (end, read) in lookers.iter().flat_map(|&id| graph.reads_of(id).iter().map(move |read| (id, read))) {
        let ([since], Some(expr)) = (&read.writers[..], read.expr) else { continue };
        let Some(value) = graph.value_at(end, expr) else { continue };
        let stay = Stay { part: read.part, value, since: *since };
        if best.is_some_and(|(_, known)| known.since <= *since) || !is_worked_on(graph, &stay, is_work) {
            continue;
        }
        let last = last_where_made(program, graph, &stay, is_work)
            .or_else(|| last_beside(graph, end, &stay, is_work))
            .or_else(|| last_looked_at(graph, end, &stay, is_work))
            .or_else(|| last_given(program, graph, end, &stay, is_work));
        // What the same instruction set did not stay: it was set by the work itself.
        let is_other = |id: &MomentId| {
            let (a, b) = (graph.moments[*id].at, graph.moments[stay.since].at);
            (a.function, a.instr) != (b.function, b.instr)
        };
        best = last.filter(is_other).map(|id| (id, stay)).or(best);
    }
    best
}

/// Whether work writes at all to what the part belongs to: what it never touches it need not change.
fn is_worked_on(graph: &Graph, stay: &Stay, is_work: &dyn Fn(MomentId) -> bool) -> bool {
    graph.moments.iter_enumerated().any(|(id, moment)| {
        moment.what == Happening::Write && moment.wrote.is_some_and(|part| part.root == stay.part.root) && is_work(id)
    })
}

/// The last moment after `stay` began that wrote to another part of the same variable.
fn last_beside(graph: &Graph, end: MomentId, stay: &Stay, is_work: &dyn Fn(MomentId) -> bool) -> Option<MomentId> {
    let later = graph.moments.iter_enumerated().rev().skip_while(|(id, _)| *id >= end);
    let mut later = later.take_while(|(id, _)| *id > stay.since);
    let is_beside = |part: &Part| part.root == stay.part.root;
    let found = later.find(|(id, moment)| {
        moment.what == Happening::Write && moment.wrote.as_ref().is_some_and(is_beside) && is_work(*id)
    });
    found.map(|(id, _)| id)
}

/// The last write to another part of a block by whoever had it made: that is where it gets its values.
fn last_where_made(
    program: &Program,
    graph: &Graph,
    stay: &Stay,
    is_work: &dyn Fn(MomentId) -> bool,
) -> Option<MomentId> {
    let mut maker = &graph.moments[stay.since];
    if !matches!(maker.what, Happening::Allocate { .. }) {
        return None;
    }
    while program.functions[maker.at.function].origin != Origin::User {
        maker = &graph.moments[graph.activations.get(maker.at.activation as usize)?.call?];
    }
    let is_there = |(id, moment): &(MomentId, &Moment)| {
        moment.what == Happening::Write
            && moment.at.activation == maker.at.activation
            && moment.wrote.is_some_and(|part| part.root == stay.part.root)
            && is_work(*id)
    };
    graph.moments.iter_enumerated().rev().take_while(|(id, _)| *id > stay.since).find(is_there).map(|(id, _)| id)
}

/// The first write that was up to the last decision that looked at it.
fn last_looked_at(graph: &Graph, end: MomentId, stay: &Stay, is_work: &dyn Fn(MomentId) -> bool) -> Option<MomentId> {
    let between =
        || graph.moments.iter_enumerated().skip_while(|(id, _)| *id <= stay.since).take_while(|(id, _)| *id < end);
    let looks = between().filter(|(id, moment)| {
        matches!(moment.what, Happening::Branch { .. } | Happening::Switch)
            && graph.reads_of(*id).iter().any(|read| read.part == stay.part)
            && is_work(*id)
    });
    let looks: Vec<MomentId> = looks.map(|(id, _)| id).collect();
    let first_write = |look: MomentId| {
        let mut later = between().skip_while(move |(id, _)| *id <= look);
        let found =
            later.find(|(id, moment)| moment.what == Happening::Write && moment.control == Some(look) && is_work(*id));
        found.map(|(id, _)| id)
    };
    looks.into_iter().rev().find_map(first_write)
}

/// The first thing that was done in the last call that was given a pointer to the variable.
fn last_given(
    program: &Program,
    graph: &Graph,
    end: MomentId,
    stay: &Stay,
    is_work: &dyn Fn(MomentId) -> bool,
) -> Option<MomentId> {
    let later = graph.moments.iter_enumerated().rev().skip_while(|(id, _)| *id >= end);
    let later = later.take_while(|(id, _)| *id > stay.since);
    for (_, moment) in later {
        let Happening::Parameter { activation, .. } = moment.what else { continue };
        let Some(value) = moment.value else { continue };
        let points_there =
            graph.root_of(program, program.types.target.pointers.split(value as u64).0) == Some(stay.part.root);
        if !points_there {
            continue;
        }
        let inside = graph.moments.iter_enumerated().find(|(id, inside)| {
            inside.at.activation == activation
                && !matches!(inside.what, Happening::Parameter { .. } | Happening::Declare(_))
                && is_work(*id)
        });
        if let Some((id, _)) = inside {
            return Some(id);
        }
    }
    None
}
