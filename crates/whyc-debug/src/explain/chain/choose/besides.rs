//! Lines that belong into a story though the failure does not depend on them, or though no other value helps there: what gave
//! the check's operands their values, what was left out, what stays, what goes on into the next case, what was done besides.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_ir::block::BlockOp;
use whyc_ir::instr::InstrKind;

use super::super::stays;
use super::super::{falls, reach};
use super::{Choice, FALLS, LEFT_OUT, Link, MANY_LOOKERS, OMITTED};
use crate::dynamic::{Happening, Moment, MomentId, Root};

impl Choice<'_> {
    /// What gave the failing check's operands their values belongs into the story, whether or not another value would
    /// help.
    pub(super) fn raise_last_writers(&mut self, end: MomentId) {
        let lookers = self.lookers(end);
        let mut writers: Vec<MomentId> = lookers.iter().flat_map(|&id| self.used_by(id, end)).collect();
        writers.sort_unstable();
        writers.dedup();
        for id in writers {
            let Some(place) = self.place(id).filter(|place| place.moment == id && self.is_work(*place)) else {
                continue;
            };
            let what = self.graph.moments[id].what;
            let hands_on = self.hands_on(id);
            if what == Happening::Write || (what == Happening::Return && !hands_on) {
                let went = self.went(id);
                self.offer(
                    (1, 1 + u32::from(hands_on)),
                    Link { moment: id, place, went, stays: None, falls_to: None, leads_to: None, told: false },
                );
            }
        }
    }

    /// The failing check, and the moments that compute what it looks at without being work, or that only hand it on.
    pub(super) fn lookers(&self, end: MomentId) -> Vec<MomentId> {
        let mut found = vec![end];
        let mut at = 0;
        while let Some(&id) = found.get(at).filter(|_| found.len() < MANY_LOOKERS) {
            at += 1;
            for source in self.used_by(id, end) {
                let is_work = self.place(source).is_some_and(|place| self.is_work(place));
                let hands_on = self.graph.moments[source].what == Happening::Return && self.hands_on(source);
                if (!is_work || hands_on) && !found.contains(&source) {
                    found.push(source);
                }
            }
        }
        found
    }

    pub(super) fn used_by(&self, id: MomentId, end: MomentId) -> Vec<MomentId> {
        match id == end {
            true => reach::first_sources(self.program, self.graph, self.property, end),
            false => self.graph.sources(id).collect(),
        }
    }

    /// What was done in the same activations besides, what the decisions of the story led to first: where a statement is
    /// missing, it is missing beside another.
    pub(super) fn add_work_besides(&mut self) {
        let mut told: Vec<MomentId> = self.lines.values().map(|(_, link)| link.moment).collect();
        told.sort_unstable();
        let is_decision =
            |id: MomentId| matches!(self.graph.moments[id].what, Happening::Branch { .. } | Happening::Switch);
        let decisions: Vec<MomentId> = told.iter().copied().filter(|&id| is_decision(id)).collect();
        let activations: FxHashSet<u64> = told.iter().map(|&id| self.graph.moments[id].at.activation).collect();
        let graph = self.graph;
        for (id, moment) in graph.moments.iter_enumerated().rev() {
            if !activations.contains(&moment.at.activation)
                || !matches!(moment.what, Happening::Write | Happening::Free { .. })
            {
                continue;
            }
            let Some(place) = self.place(id).filter(|place| place.moment == id && self.is_tried(*place)) else {
                continue;
            };
            if self.lines.contains_key(&self.line(place.span)) {
                continue;
            }
            // What decided that something is not done may have been given another value.
            let went = self.went(id);
            if self.is_enough(went) {
                let rank = self.rank((id, OMITTED, place), went);
                self.offer(
                    rank,
                    Link { moment: id, place, went, stays: None, falls_to: None, leads_to: None, told: false },
                );
            } else if self.is_work(place) {
                let is_led_to = moment.control.is_some_and(|control| decisions.binary_search(&control).is_ok());
                let far = graph.moments.len() as u32 - id.0;
                let far = if is_led_to { far } else { far + graph.moments.len() as u32 };
                self.offer(
                    (LEFT_OUT, far),
                    Link { moment: id, place, went: None, stays: None, falls_to: None, leads_to: None, told: false },
                );
            }
        }
    }

    /// Decisions of the work that have been tried and do not help by themselves: what they left out may be missed.
    pub(super) fn add_other_decisions(&mut self) {
        let mut tried: Vec<MomentId> = self.seen.keys().copied().collect();
        tried.sort_unstable();
        for id in tried.into_iter().rev() {
            let Some(place) = self.place(id).filter(|place| place.moment == id && self.is_work(*place)) else {
                continue;
            };
            let is_decision = matches!(self.graph.moments[id].what, Happening::Branch { .. } | Happening::Switch);
            if is_decision && !self.lines.contains_key(&self.line(place.span)) {
                let rank = (LEFT_OUT, self.graph.moments.len() as u32 - id.0);
                self.offer(
                    rank,
                    Link { moment: id, place, went: None, stays: None, falls_to: None, leads_to: None, told: false },
                );
            }
        }
    }

    /// The last work in a case that goes on into the next one.
    pub(super) fn add_falls(&mut self, near: &FxHashMap<MomentId, u32>) {
        for fall in falls::find(self.program, self.graph, near) {
            let Some(place) = self.place(fall.last).filter(|place| place.moment == fall.last && self.is_work(*place))
            else {
                continue;
            };
            let line = self.line(place.span);
            let link = Link {
                moment: fall.last,
                place,
                went: None,
                stays: None,
                falls_to: Some(fall.next),
                leads_to: None,
                told: false,
            };
            let (rank, known) = self.lines.entry(line).or_insert((FALLS, link));
            *rank = (*rank).min(FALLS);
            *known = Link { went: known.went, stays: known.stays, ..link };
        }
    }

    /// Parts that the failure depends on and nobody has set, of what is set elsewhere: where it is declared, as near as who reads it. Returns the readers.
    pub(super) fn add_unset(&mut self, near: &FxHashMap<MomentId, u32>) -> Vec<MomentId> {
        // What nobody sets at all is an input as good as any other.
        let is_write = |moment: &&Moment| moment.what == Happening::Write;
        let set: FxHashSet<Root> =
            self.graph.moments.iter().filter(is_write).filter_map(|it| it.wrote).map(|part| part.root).collect();
        let mut readers: Vec<MomentId> = Vec::new();
        let mut ids: Vec<(MomentId, u32)> = near.iter().map(|(&id, &far)| (id, far)).collect();
        ids.sort_unstable();
        for (id, far) in ids {
            for read in self.graph.reads_of(id) {
                let [writer] = read.writers[..] else { continue };
                if !self.leaves_unset(writer) || !set.contains(&read.part.root) {
                    continue;
                }
                readers.push(id);
                if let Some(place) = self.place(writer).filter(|place| place.moment == writer) {
                    let link = Link {
                        moment: writer,
                        place,
                        went: None,
                        stays: None,
                        falls_to: None,
                        leads_to: None,
                        told: false,
                    };
                    self.offer((0, far + 1), link);
                }
            }
        }
        readers
    }

    /// Whether a moment makes storage that holds anything.
    fn leaves_unset(&self, id: MomentId) -> bool {
        let moment = &self.graph.moments[id];
        match moment.what {
            Happening::Declare(_) => true,
            Happening::Allocate { number: Some(_), .. } => {
                let body = self.program.functions[moment.at.function].body.as_ref();
                let kind = body.map(|body| &body.instrs[moment.at.instr].kind);
                matches!(kind, Some(InstrKind::Block(BlockOp::Allocate { zeroed: false, .. })))
            }
            _ => false,
        }
    }

    /// Work that leaves as it is what the failing check looks at, or what has never been set.
    pub(super) fn add_what_stays(&mut self, end: MomentId, unset: Vec<MomentId>) {
        let is_work = |id: MomentId| self.place(id).is_some_and(|place| self.is_work(place));
        // What the failing check looks at, or else what the decisions look at that matter.
        let is_write = |id: &MomentId| self.graph.moments[*id].what == Happening::Write && is_work(*id);
        let last_work = self.graph.moments.ids().rev().find(is_write);
        let late = self.lookers(end).into_iter().filter(|id| last_work.is_none_or(|last| *id > last)).collect();
        let mut lookers = vec![unset, vec![end], late];
        let mut decisions: Vec<MomentId> =
            self.seen.iter().filter(|(_, went)| self.is_enough(**went)).map(|(id, _)| *id).collect();
        decisions.retain(|&id| matches!(self.graph.moments[id].what, Happening::Branch { .. } | Happening::Switch));
        decisions.sort_unstable();
        if self.is_stated() {
            lookers.push(decisions);
        }
        let mut found = lookers.iter().map(|lookers| stays::find(self.program, self.graph, lookers, &is_work));
        let Some((id, stay)) = found.find_map(|found| found) else { return };
        let Some(place) = self.place(id) else { return };
        let line = self.line(place.span);
        match self.lines.get_mut(&line) {
            Some((rank, link)) => {
                *rank = (*rank).min((1, OMITTED));
                // The line is told of as it was when what stays might have been changed.
                if link.moment <= id {
                    *link = Link { moment: id, place, stays: Some(stay), ..*link };
                }
            }
            None => {
                let link = Link {
                    moment: id,
                    place,
                    went: None,
                    stays: Some(stay),
                    falls_to: None,
                    leads_to: None,
                    told: false,
                };
                self.lines.insert(line, ((1, OMITTED), link));
            }
        }
    }
}
