//! Runs of a program towards one of its properties.

use whyc_ir::property::{PropertyId, PropertyTable};

use super::Splits;
use crate::directive::Weights;
use crate::drive::Ended;
use crate::near::{Nearness, Way};
use crate::program::{Draws, Sampled, Watcher};
use crate::random::{Numbers, Purpose};

/// A program and the property that should fail.
pub struct Towards<'s, 'a> {
    sampled: &'s Sampled<'a>,
    watcher: Watcher<'s, 'a>,
    way: Way,
    property: PropertyId,
    seed: u64,
}

impl<'s, 'a> Towards<'s, 'a> {
    /// Towards `property`.
    #[must_use]
    pub fn new(sampled: &'s Sampled<'a>, properties: &PropertyTable, property: PropertyId, seed: u64) -> Self {
        let way = Way::to(sampled.program(), properties, property);
        Self { sampled, watcher: sampled.watcher(properties), way, property, seed }
    }
}

impl Splits for Towards<'_, '_> {
    fn run(&self, numbers: Numbers) -> (Vec<u128>, f64) {
        let mut nearness = Nearness::new(self.sampled.program(), &self.way);
        let draws = Draws { numbers, directives: &[], weights: &Weights::default(), is_told: false };
        let watched = self.watcher.run(draws, &mut nearness);
        let near = match watched.ended {
            Ended::Failed(property) if property == self.property.0 => 0.0,
            // What does not count is nowhere near.
            Ended::Rejected(_) => f64::INFINITY,
            Ended::Failed(_) | Ended::Passed | Ended::Lost { .. } => nearness.least.max(f64::MIN_POSITIVE),
        };
        (watched.numbers, near)
    }

    fn numbers(&self, purpose: Purpose, run: u64) -> Numbers {
        Numbers::of(self.seed, purpose, run)
    }
}
