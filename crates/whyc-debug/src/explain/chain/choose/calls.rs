//! Calls that lead to a `free` and to what comes after it: where both are in one function that is called twice, the calls tell
//! who gave the memory back, and who did not know.

use whyc_ir::property::PropertyClass;

use super::{Choice, Link};
use crate::dynamic::{Happening, MomentId};

impl Choice<'_> {
    /// The user's calls through which the memory was freed, and those through which the failing check was come to, as far as
    /// they are not the same.
    pub(super) fn add_calls(&mut self, end: MomentId) {
        if !matches!(self.property.class, PropertyClass::UseAfterFree | PropertyClass::DoubleFree) {
            return;
        }
        let freed = self.lines.values().map(|(_, link)| link.moment);
        let freed = freed.filter(|id| matches!(self.graph.moments[*id].what, Happening::Free { .. })).max();
        let Some(freed) = freed else { return };
        // In functions of their own, both are seen without that.
        let function = |id: MomentId| self.place(id).map(|place| place.function);
        if function(freed) != function(end) {
            return;
        }
        let (first, then) = (self.calls_to(freed), self.calls_to(end));
        for (calls, others, to) in [(&first, &then, freed), (&then, &first, end)] {
            // The innermost of them is nearest to what happens.
            let Some(&call) = calls.iter().find(|call| !others.contains(call)) else { continue };
            let Some(place) = self.place(call).filter(|place| place.moment == call && self.is_user(*place)) else {
                continue;
            };
            let link =
                Link { moment: call, place, went: None, stays: None, falls_to: None, leads_to: Some(to), told: false };
            self.lines.insert(self.line(place.span), ((0, 0), link));
        }
    }

    /// The user's calls that a moment is in, the innermost first.
    fn calls_to(&self, id: MomentId) -> Vec<MomentId> {
        let mut found = Vec::new();
        let mut at = self.place(id).map_or(id, |place| place.moment);
        while let Some(call) =
            self.graph.activations.get(self.graph.moments[at].at.activation as usize).and_then(|it| it.call)
        {
            found.push(call);
            at = call;
        }
        found
    }

    fn is_user(&self, place: super::Place) -> bool {
        place.function != self.program.start
    }
}
