//! From answers to what is said of each property.

use whyc_base::ids::{Id, IdVec};
use whyc_base::status::{Bound, Fault, Reason, Status};
use whyc_ir::property::{Property, PropertyId};

use super::Analysis;
use super::behind::{Behind, leads_to, place};
use super::decide::{Explored, Rounds};
use crate::beyond::{After, Beyond};
use crate::outcome::{CutLoop, Known};

/// What is known of the runs, and where code can run that was not looked at.
struct Followed<'e> {
    explored: &'e Explored,
    /// For each cut what can run beyond it.
    beyond_cuts: Vec<(&'e CutLoop, After)>,
    /// For each property that ends some path for certain what can run behind it.
    behind_certain: Vec<(PropertyId, After)>,
}

impl<'e> Followed<'e> {
    fn new(analysis: &Analysis, beyond: &Beyond<'_>, explored: &'e Explored) -> Self {
        let cuts = explored.cuts.iter().zip(&explored.cut_loops);
        let behind = |&id: &PropertyId| (id, beyond.from(place(&analysis.properties.all()[id])));
        Self {
            explored,
            beyond_cuts: cuts.map(|(&cut, told)| (told, beyond.cut(cut, &analysis.loops))).collect(),
            behind_certain: explored.certain.iter().map(behind).collect(),
        }
    }
}

impl Analysis {
    /// What is said of each property.
    pub(super) fn settle(&self, rounds: &Rounds, behind: Option<&Behind>) -> IdVec<PropertyId, Known> {
        let nothing = Known { status: Status::Unknown(Reason::NotAsked), after: Vec::new() };
        let mut known = IdVec::filled(nothing, self.properties.all().len());
        let beyond = Beyond::new(&self.program);
        let followed = rounds.finished.as_ref().map(|explored| Followed::new(self, &beyond, explored));
        let fault = behind.and_then(|behind| behind.fault.as_ref());
        let fault = fault.or(rounds.stop.as_ref().filter(|stop| stop.is_internal()));
        let going_on = behind.and_then(|behind| behind.explored.as_ref());
        let going_on = going_on.map(|explored| Followed::new(self, &beyond, explored));
        // After these a run was not followed.
        let broken = self.violations.iter().map(|violation| violation.property);
        let broken = broken.filter(|&id| going_on.is_none() || !self.properties.all()[id].class.goes_on());
        let broken: Vec<(PropertyId, After)> =
            broken.map(|id| (id, beyond.from(place(&self.properties.all()[id])))).collect();
        for &id in &self.asked {
            let violation = self.violations.iter().find(|violation| violation.property == id);
            known[id] = match (violation, fault) {
                (Some(violation), _) => {
                    Known { status: Status::Violated, after: violation.after.into_iter().collect() }
                }
                // Nothing may be said that rests on parts that disagree.
                (None, Some(fault)) => Known { status: Status::Unknown(fault.clone()), after: Vec::new() },
                (None, None) => self.unviolated(id, rounds, (followed.as_ref(), going_on.as_ref()), &broken),
            };
        }
        known
    }

    /// What is said of a property that no known run violates.
    fn unviolated(
        &self,
        id: PropertyId,
        rounds: &Rounds,
        (followed, going_on): (Option<&Followed<'_>>, Option<&Followed<'_>>),
        broken: &[(PropertyId, After)],
    ) -> Known {
        let undecided = |reason: Reason| Known { status: Status::Unknown(reason), after: Vec::new() };
        let Some(followed) = followed else {
            return undecided(rounds.stop.clone().unwrap_or(Reason::Internal(Fault::NothingThere)));
        };
        let property = &self.properties.all()[id];
        // Runs that go on where they break a rule are these and more.
        let status = self.within(id, property, going_on.unwrap_or(followed));
        let after = broken.iter().filter(|(_, after)| leads_to(after, property)).map(|&(id, _)| id).collect();
        Known { status, after }
    }

    /// What is said of a property that no run violates as far as runs were followed.
    fn within(&self, id: PropertyId, property: &Property, followed: &Followed<'_>) -> Status {
        if let Some(first) = followed.explored.unmodelled.first() {
            return Status::Unknown(Reason::Unmodelled { what: first.what.clone() });
        }
        let cuts = followed.beyond_cuts.iter().filter(|(_, after)| leads_to(after, property));
        let mut bounds: Vec<Bound> = cuts.map(|(cut, _)| bound(cut)).collect();
        bounds.extend(self.options.limits.iter().map(|&limit| Bound::World(limit)));
        if !bounds.is_empty() {
            return Status::Bounded(bounds);
        }
        if followed.explored.reached.get(id.index()).copied().unwrap_or(false) {
            return Status::Holds;
        }
        // A rule that was asked about and that no run breaks ends no run.
        let ends_runs = |id: PropertyId| {
            !self.asked.contains(&id) || self.violations.iter().any(|violation| violation.property == id)
        };
        let hiding = followed.behind_certain.iter().filter(|(id, after)| ends_runs(*id) && leads_to(after, property));
        let behind: Vec<String> = hiding.map(|(id, _)| self.properties.all()[*id].name.clone()).collect();
        if behind.is_empty() { Status::Unreachable } else { Status::Unknown(Reason::Hidden { behind }) }
    }
}

/// What a cut-off loop or recursion bounds.
fn bound(cut: &CutLoop) -> Bound {
    match cut.is_loop {
        true => Bound::Loop { name: cut.name.clone(), rounds: cut.bound },
        false => Bound::Recursion { function: cut.name.clone(), calls: cut.bound },
    }
}
