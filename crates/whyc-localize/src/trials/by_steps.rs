//! Expressions that would have to give something else several times in a run, and not each time the same.
//!
//! What a test prints is a sequence, so that such values can be found one by one: one that lets the run print a little more of what is
//! expected is kept, and the next one is looked for behind it.

use whyc_ir::program::ComponentId;

use super::world::{Other, Tried};
use super::{Failing, Site, Trials};

/// So many evaluations before the first wrong byte are changed on their own, the last ones first.
const FEW: usize = 3;
/// So many values are tried for each.
const FEW_VALUES: usize = 4;
/// Instructions that may be executed.
const MANY_STEPS: u64 = 20_000_000;
/// At most this many evaluations are changed in a run.
const MANY: usize = 24;

impl Trials<'_> {
    /// Looks for expressions that explain every failing test, if they may give something else each time.
    pub fn by_steps(&mut self) {
        let mut failing = std::mem::take(&mut self.failing);
        let unspent = self.steps.replace(MANY_STEPS);
        let mut left: Option<Vec<ComponentId>> = None;
        for it in &mut failing {
            let components = left.take().unwrap_or_else(|| self.in_turn(it));
            // What does not explain this one cannot explain all.
            left = Some(components.into_iter().filter(|&component| self.explains_by_steps(it, component)).collect());
            if self.is_used_up() {
                break;
            }
        }
        self.failing = failing;
        // Where an expression is known that explains everything, others are looked for a little only.
        let is_known = left.is_some_and(|left| !left.is_empty());
        self.steps.set(if is_known { unspent / 8 } else { unspent });
    }

    fn explains_by_steps(&self, it: &mut Failing<'_>, component: ComponentId) -> bool {
        if it.singles.contains_key(&Site::Value(component)) {
            return true;
        }
        let Some(tried) = self.step_by_step(it, component) else { return false };
        it.singles.insert(Site::Value(component), self.tries.needed(self.program, component, &tried));
        true
    }

    /// A run of the test that passes, with other values of an expression.
    fn step_by_step(&self, it: &Failing<'_>, component: ComponentId) -> Option<Tried> {
        let values = self.tries.near(self.program, component, it.tried.values.get(&component)?);
        let mut others: Vec<Other> = Vec::new();
        let (mut from, mut agrees) = (0, it.tried.agrees);
        let mut until = it.tried.before.get(&component).copied().unwrap_or_default();
        while others.len() < MANY {
            let mut best: Option<(Other, Tried)> = None;
            for nth in (from..until).rev().take(FEW) {
                for &value in values.iter().take(FEW_VALUES) {
                    if self.is_used_up() {
                        return None;
                    }
                    let other = Other { component, nth: Some(nth), value };
                    others.push(other);
                    let tried = self.run(it, &others);
                    others.pop();
                    if tried.passes {
                        return Some(tried);
                    }
                    if tried.agrees > best.as_ref().map_or(agrees, |(_, best)| best.agrees) {
                        best = Some((other, tried));
                    }
                }
            }
            let (other, tried) = best?;
            (from, until, agrees) = (other.nth.map_or(0, |nth| nth + 1), tried.evaluated, tried.agrees);
            others.push(other);
        }
        None
    }
}
