//! What runs do after they have broken a rule.
//!
//! A run ends where it breaks a rule, so that a rule broken early would hide those behind it. Where the language says
//! how such a run goes on ([`goes_on`](whyc_ir::property::PropertyClass::goes_on)), the program is unrolled once more as if the broken rules were not there,
//! and the others are looked at again; the interpreter replays the runs that are found in the same way.

use whyc_base::status::Reason;
use whyc_ir::property::{Property, PropertyClass, PropertyId, PropertyTable};

use super::Analysis;
use super::decide::{Explored, Rounds};
use crate::beyond::{After, Beyond};
use crate::obligation::Claim;
use crate::replay;
use crate::run::Run;

/// What was found out about runs that go on.
#[derive(Clone, Debug)]
pub(super) struct Behind {
    /// The defect of whyc that was noticed, if one was.
    pub fault: Option<Reason>,
    /// What is known of them, if all questions were answered.
    pub explored: Option<Explored>,
}

impl Analysis {
    /// Looks for violations behind others; `None` if there is nothing to pass over, or nothing behind it.
    pub(super) fn look_behind(&mut self, rounds: &Rounds) -> Option<Behind> {
        if rounds.stop.is_some() || rounds.finished.as_ref().is_none_or(|it| !it.unmodelled.is_empty()) {
            return None;
        }
        let all = self.properties.clone();
        let mut passed = self.passable();
        if passed.is_empty() && self.options.only.is_some() && self.violations.is_empty() {
            passed = self.others_that_fail()?;
        }
        if !self.is_something_behind(&all, &passed) {
            return None;
        }
        let strict = self.violations.is_empty().then(|| self.leave_scene());
        self.all_properties = Some(all.clone());
        let mut fault = None;
        let explored = loop {
            self.set_properties(all.passing_over(&passed));
            match self.round() {
                Ok(explored) => {
                    let now = self.passable();
                    if now.iter().all(|id| passed.contains(id)) {
                        break Some(explored);
                    }
                    passed.extend(now.into_iter().filter(|id| !passed.contains(id)).collect::<Vec<_>>());
                }
                Err(reason) => {
                    fault = Some(reason).filter(Reason::is_internal);
                    break None;
                }
            }
        };
        self.all_properties = None;
        match strict {
            Some(strict) if self.violations.is_empty() => self.enter_scene(strict),
            _ => self.set_properties(all),
        }
        Some(Behind { fault, explored })
    }

    /// The violated properties after which runs go on.
    fn passable(&self) -> Vec<PropertyId> {
        let violated = self.violations.iter().map(|violation| violation.property);
        violated.filter(|&id| self.properties.all()[id].class.goes_on()).collect()
    }

    /// Where one property alone is asked about: the others after which runs go on, if one of them fails.
    fn others_that_fail(&mut self) -> Option<Vec<PropertyId>> {
        let goes_on = |id: PropertyId| self.properties.all()[id].class.goes_on();
        let is_other = |id: PropertyId| goes_on(id) && !self.asked.contains(&id);
        let others: Vec<PropertyId> = self.properties.all().ids().filter(|&id| is_other(id)).collect();
        let mut failures = self.obligations.failures.clone();
        failures.retain(|it| matches!(it.claim, Claim::Fails(id) if others.contains(&id)));
        matches!(self.ask(&failures), Ok(Some(_))).then_some(others)
    }

    /// Whether an open property stands behind one of the `passed`.
    fn is_something_behind(&self, all: &PropertyTable, passed: &[PropertyId]) -> bool {
        let open: Vec<&Property> =
            self.asked.iter().filter(|&&id| !self.is_violated(id)).map(|&id| &all.all()[id]).collect();
        if open.is_empty() || passed.is_empty() {
            return false;
        }
        let beyond = Beyond::new(&self.program);
        passed.iter().any(|&id| {
            let after = beyond.from(place(&all.all()[id]));
            open.iter().any(|property| leads_to(&after, property))
        })
    }

    /// The property that `run` breaks before its end, if it was passed over.
    pub(super) fn broken_before(&self, run: &Run) -> Option<PropertyId> {
        let (all, unrolling) = (self.all_properties.as_ref()?, self.unrolling.as_ref()?);
        replay::first_failure(&self.program, all, unrolling, run)
    }
}

/// The instruction that a property belongs to.
pub(super) fn place(property: &Property) -> crate::beyond::Place {
    (property.function, property.instr)
}

/// Whether a run that goes `after` some place may come to the property.
pub(super) fn leads_to(after: &After, property: &Property) -> bool {
    // What is lost is looked at when the program ends.
    property.class == PropertyClass::Leak || after.contains(place(property))
}
