//! Which lines are told: those that matter first, the work before the checking and the trying, the near before the far.

mod besides;
mod calls;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::source::{FileId, Span};
use whyc_ir::expr::{ExprId, ExprKind};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{FunctionId, LocalKind, Origin, Program};
use whyc_ir::property::{Property, PropertyClass};

use super::helps::{Helps, is_copy};
use super::losses::loss;
use super::reach;
use super::roles::{Role, Roles};
use super::stays::Stay;
use crate::dynamic::{Graph, Happening, Moment, MomentId, Root, Went};

/// This many lines a person reads, the failure included.
pub const MANY_LINES: usize = 8;
/// A decision that should have been another one is so far from the failure.
const OMITTED: u32 = 2;
/// A case that goes on into the next one is as near.
const FALLS: Rank = (0, OMITTED);
/// What leaves something out, and what is done besides, comes after what the failure depends on, and before what is no work.
const LEFT_OUT: u32 = 5;
/// What is no work weighs so much more.
const NO_WORK: u32 = 6;
/// What an assertion may be about weighs this much more, as long as it takes no more lines than this.
const STATED: u32 = 2;
const STATED_LINES: usize = 3;
/// Lines that are no work and change nothing are told only where there are fewer others than this.
const FEW_LINES: usize = 4;
/// Lines of work that the failure does not depend on are told only where there are fewer others than this.
const SOME_LINES: usize = 6;
/// At most this many moments that compute what a check looks at are looked at.
const MANY_LOOKERS: usize = 400;
/// At most this many decisions, and this many writes, that the failure does not depend on are tried.
const MANY_OMITTED: usize = 200;

/// A link of the chain.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// What happened.
    pub moment: MomentId,
    /// Where the user sees it.
    pub place: Place,
    /// Whether another value there lets the run pass.
    pub went: Option<Went>,
    /// What it does not change.
    pub stays: Option<Stay>,
    /// What is done next, in the next case of a `switch`.
    pub falls_to: Option<MomentId>,
    /// What a call leads to, where that is why it is told.
    pub leads_to: Option<MomentId>,
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

/// The smaller, the more it belongs into a story.
type Rank = (u32, u32);

/// What a choice is made of.
pub struct Choice<'a> {
    program: &'a Program,
    graph: &'a Graph,
    property: &'a Property,
    roles: &'a Roles,
    helps: Helps<'a>,
    user_files: FxHashSet<FileId>,
    lines: BTreeMap<(FileId, u32), (Rank, Link)>,
    seen: FxHashMap<MomentId, Option<Went>>,
}

impl<'a> Choice<'a> {
    /// Nothing is chosen yet.
    pub fn new(
        program: &'a Program,
        graph: &'a Graph,
        property: &'a Property,
        roles: &'a Roles,
        helps: Helps<'a>,
    ) -> Self {
        let users = program.functions.iter().filter(|function| function.origin == Origin::User);
        let user_files = users.map(|function| function.span.file).collect();
        Self { program, graph, property, roles, helps, user_files, lines: BTreeMap::new(), seen: FxHashMap::default() }
    }

    /// One link for each line that the failure depends on, in the order of the run, the failure last.
    pub fn links(mut self) -> Vec<Link> {
        let Some(end) = self.graph.end else { return Vec::new() };
        let near = reach::distances(self.program, self.graph, self.property, &[]);
        self.consider(&near);
        let omitted = self.omitted(&near);
        if !omitted.is_empty() {
            let further = reach::distances(self.program, self.graph, self.property, &omitted);
            self.lines.clear();
            self.consider(&further);
        }
        self.raise_last_writers(end);
        self.add_other_decisions();
        self.add_work_besides();
        let unset = self.add_unset(&near);
        self.add_what_stays(end, unset);
        self.add_falls(&near);
        self.add_calls(end);
        let failure = self.place(end);
        if let Some(failure) = failure {
            self.lines.remove(&self.line(failure.span));
        }
        let mut ranked: Vec<(Rank, Link)> = std::mem::take(&mut self.lines).into_values().collect();
        ranked.sort_by_key(|(rank, link)| (*rank, link.moment));
        // What an assertion is about may be at fault as well as what it looks at: the lines next to it stand beside the work.
        let is_stated = |(_, link): &&mut (Rank, Link)| self.roles.of(link.place.function) == Role::Stated;
        for (k, (rank, _)) in ranked.iter_mut().filter(is_stated).enumerate() {
            rank.0 = if k < STATED_LINES { rank.0.saturating_sub(STATED) } else { rank.0 + NO_WORK - STATED };
        }
        ranked.sort_by_key(|(rank, link)| (*rank, link.moment));
        let mut links: Vec<Link> = Vec::new();
        for (rank, mut link) in ranked {
            let n_told = links.iter().filter(|link| link.told).count();
            link.told = n_told < self.room_for(rank, &link);
            links.push(link);
        }
        links.sort_by_key(|link| link.moment);
        links.extend(failure.map(|place| Link {
            moment: end,
            place,
            went: None,
            stays: None,
            falls_to: None,
            leads_to: None,
            told: true,
        }));
        links
    }

    /// How many lines may be told before this one: what matters fills a story, what only might does not.
    fn room_for(&self, rank: Rank, link: &Link) -> usize {
        let is_plain = match self.graph.moments[link.moment].what {
            Happening::Branch { .. } | Happening::Switch => true,
            Happening::Write => self.steps_or_starts(link.moment),
            _ => false,
        };
        match rank.0 {
            NO_WORK.. if is_plain || !self.is_enough(link.went) => FEW_LINES,
            LEFT_OUT if link.stays.is_none() && rank.1 > self.graph.moments.len() as u32 => FEW_LINES,
            LEFT_OUT if link.stays.is_none() => SOME_LINES,
            _ => MANY_LINES - 1,
        }
    }

    /// Whether a moment gives a variable a constant, or counts it up or down.
    fn steps_or_starts(&self, id: MomentId) -> bool {
        let moment = &self.graph.moments[id];
        let Some(body) = &self.program.functions[moment.at.function].body else { return false };
        let InstrKind::Assign { mut value, .. } = body.instrs[moment.at.instr].kind else { return false };
        let inner = |mut expr: ExprId| {
            while let ExprKind::Cast(next) = body.exprs[expr].kind {
                expr = next;
            }
            expr
        };
        value = inner(value);
        let is_constant = |expr: ExprId| matches!(body.exprs[inner(expr)].kind, ExprKind::Int(_));
        match body.exprs[value].kind {
            ExprKind::Binary(_, a, b) => is_constant(b) && is_copy(body, a),
            _ => is_constant(value),
        }
    }

    fn line(&self, span: Span) -> (FileId, u32) {
        (span.file, self.program.sources.line(span))
    }

    /// Ranks the lines of these moments.
    fn consider(&mut self, distances: &FxHashMap<MomentId, u32>) {
        let mut near: Vec<(MomentId, u32, Place)> = distances
            .iter()
            .filter(|(id, _)| self.graph.end != Some(**id) && self.is_told(**id))
            .filter_map(|(&id, &far)| Some((id, far, self.place(id)?)))
            .collect();
        near.sort_unstable_by_key(|&(id, far, place)| (self.roles.of(place.function), far, Reverse(id)));
        for (id, far, place) in near {
            let went = self.went(id);
            let rank = self.rank((id, far, place), went);
            self.offer(
                rank,
                Link { moment: id, place, went, stays: None, falls_to: None, leads_to: None, told: false },
            );
        }
    }

    fn went(&mut self, id: MomentId) -> Option<Went> {
        if let Some(known) = self.seen.get(&id) {
            return *known;
        }
        let mut went = self.helps.at(id);
        if went != Some(Went::Well) && self.is_tried_at(id) {
            went = went.max(self.helps.each_time(id));
        }
        self.seen.insert(id, went);
        went
    }

    fn offer(&mut self, rank: Rank, link: Link) {
        let line = self.line(link.place.span);
        let tells_more = |link: &Link| {
            matches!(self.graph.moments[link.moment].what, Happening::Allocate { .. } | Happening::Free { .. })
        };
        match self.lines.get_mut(&line) {
            Some(known) if known.0 <= rank => {}
            Some(known) if tells_more(&known.1) => known.0 = rank,
            Some(known) => *known = (rank, link),
            None => {
                self.lines.insert(line, (rank, link));
            }
        }
    }

    /// What the failure does not depend on, because something was not done: decisions not to do it, and writes to another
    /// part of what the failure depends on. With the other decision, or written elsewhere, the run passes.
    fn omitted(&mut self, near: &FxHashMap<MomentId, u32>) -> Vec<(MomentId, u32)> {
        let read: FxHashSet<Root> =
            near.keys().flat_map(|&id| self.graph.reads_of(id)).map(|read| read.part.root).collect();
        let is_decision = |moment: &Moment| matches!(moment.what, Happening::Branch { .. } | Happening::Switch);
        let is_beside = |moment: &Moment| {
            moment.what == Happening::Write
                && moment.wrote.is_some_and(|part| read.contains(&part.root))
                && self.chooses_where(moment)
        };
        let mut found = Vec::new();
        let could_matter: [&dyn Fn(&Moment) -> bool; 2] = [&is_decision, &is_beside];
        for could_matter in could_matter {
            let moments = self.graph.moments.iter_enumerated().rev();
            let others =
                moments.filter(|(id, moment)| !near.contains_key(id) && could_matter(moment)).map(|(id, _)| id);
            found.extend(others.filter(|&id| self.is_tried_at(id)).take(MANY_OMITTED));
        }
        found.retain(|&id| {
            let went = self.went(id);
            self.is_enough(went)
        });
        found.into_iter().map(|id| (id, OMITTED)).collect()
    }

    /// Whether a moment writes to a part of something that an index or a pointer says.
    fn chooses_where(&self, moment: &Moment) -> bool {
        let Some(body) = &self.program.functions[moment.at.function].body else { return false };
        match body.instrs[moment.at.instr].kind {
            InstrKind::Assign { place, .. } => body.places[place].exprs().next().is_some(),
            _ => false,
        }
    }

    fn is_tried_at(&self, id: MomentId) -> bool {
        self.place(id).is_some_and(|place| place.moment == id && self.is_tried(place))
    }

    fn is_work(&self, place: Place) -> bool {
        self.roles.of(place.function) == Role::Worker
    }

    /// Whether a fault can be there.
    fn is_tried(&self, place: Place) -> bool {
        matches!(self.roles.of(place.function), Role::Worker | Role::Stated)
    }

    /// Whether the run passes as it should: an assertion has to be come to, a rule is kept as well by not coming there.
    fn is_enough(&self, went: Option<Went>) -> bool {
        matches!(went, Some(Went::Well | Went::Instead)) || (went == Some(Went::Past) && !self.is_stated())
    }

    fn is_stated(&self) -> bool {
        matches!(self.property.class, PropertyClass::Assertion | PropertyClass::Unreachable)
    }

    fn rank(&self, (id, far, place): (MomentId, u32, Place), went: Option<Went>) -> Rank {
        let weight = match (went, self.is_stated()) {
            (Some(Went::Well), _) | (Some(Went::Instead), true) => 0,
            (Some(Went::Past | Went::Instead), false) => 1,
            (Some(Went::Past), true) => 3,
            (Some(Went::Badly) | None, _) => 4,
        };
        // What was lost without a word is seldom meant: of all times that a line was executed, that one is told.
        let is_lost = loss(self.program, self.graph, id).is_some_and(|loss| loss.is_silent);
        let (mut weight, far) = if is_lost { (0, 0) } else { (weight, far) };
        weight += match self.roles.of(place.function) {
            Role::Worker => 0,
            Role::Stated => STATED,
            Role::Driver | Role::Oracle => NO_WORK,
        };
        weight += u32::from(self.hands_on(id));
        weight += match self.graph.moments[id].what {
            Happening::Input | Happening::Declare(_) => 1,
            _ => 0,
        };
        (weight, far)
    }

    /// Whether a moment only hands a value on.
    fn hands_on(&self, id: MomentId) -> bool {
        let moment = &self.graph.moments[id];
        let body = self.program.functions[moment.at.function].body.as_ref();
        body.is_some_and(|body| match (&body.instrs[moment.at.instr].kind, moment.what) {
            // Which part of something larger gets a value is the work itself.
            (InstrKind::Assign { place, value }, _) => {
                body.places[*place].projections.is_empty() && is_copy(body, *value)
            }
            (InstrKind::Return(Some(value)), _) => is_copy(body, *value),
            (InstrKind::Call { args, .. }, Happening::Parameter { local, .. }) => {
                args.get(local.0 as usize).is_none_or(|&arg| is_copy(body, arg))
            }
            (InstrKind::Call { .. }, _) => true,
            _ => false,
        })
    }

    /// Whether a moment can be told at all: of what comes before the program, what the user initialises.
    fn is_told(&self, id: MomentId) -> bool {
        let moment = &self.graph.moments[id];
        let is_temporary = match moment.wrote.map(|part| part.root) {
            Some(Root::Local(activation, local)) => {
                let function = self.graph.activations.get(activation as usize).map(|activation| activation.function);
                function.is_some_and(|f| self.program.functions[f].locals[local].kind == LocalKind::Temporary)
            }
            Some(Root::Global(_) | Root::Block(_)) | None => false,
        };
        if is_temporary && moment.what == Happening::Write && self.hands_on(id) {
            return false;
        }
        moment.at.function != self.program.start || (moment.what == Happening::Write && moment.control.is_none())
    }

    /// Where the user sees a moment; none for what the user has not written.
    fn place(&self, id: MomentId) -> Option<Place> {
        let mut at = id;
        loop {
            let moment = &self.graph.moments[at];
            let function = moment.at.function;
            let body = self.program.functions[function].body.as_ref()?;
            let span = body.instrs[moment.at.instr].span;
            if self.program.functions[function].origin == Origin::User || function == self.program.start {
                return Some(Place { moment: at, span, function }).filter(|_| self.user_files.contains(&span.file));
            }
            at = self.graph.activations.get(moment.at.activation as usize)?.call?;
        }
    }
}
