//! What went wrong between threads, in terms of the text.

use std::collections::BTreeSet;

use whyc_base::source::Span;
use whyc_debug::finding::{Held, ScheduleReport, ThreadPlace, WaitReason};
use whyc_ir::property::PropertyClass;

use super::code::{At, Code, base};
use super::locks::Lock;

/// What went wrong.
pub struct Trouble {
    /// What kind of rule is broken.
    pub class: PropertyClass,
    /// Where threads come into each other's way.
    pub points: Vec<Point>,
    /// The names of what they use both.
    pub names: BTreeSet<String>,
}

/// Where a thread comes into another one's way.
pub struct Point {
    /// Where.
    pub at: At,
    /// What it holds there, as far as the text says so.
    pub holds: Vec<(Lock, At)>,
    /// What it waits for, if it holds that itself.
    pub waits: Option<WaitReason>,
}

impl Trouble {
    /// As it is told; `back` says where a place of the changed text was before.
    pub fn new(
        code: &Code,
        class: PropertyClass,
        report: &ScheduleReport,
        failed: Span,
        back: &dyn Fn(Span) -> Span,
    ) -> Self {
        let mut trouble = Self { class, points: Vec::new(), names: BTreeSet::new() };
        let locks = |holds: &[Held]| {
            let one = |held: &Held| {
                let at = code.at(back(held.span))?;
                let calls = code.functions[at.function].calls.iter();
                let mut of_statement = calls.filter(|call| call.statement == at.statement && call.is_alone);
                Some((of_statement.find_map(Lock::of)?, at))
            };
            holds.iter().filter_map(one).collect::<Vec<_>>()
        };
        let point = |place: &ThreadPlace, holds: &[Held], waits: Option<WaitReason>| {
            Some(Point { at: code.at(back(place.span))?, holds: locks(holds), waits })
        };
        for access in &report.accesses {
            trouble.points.extend(point(&access.place, &access.holds, None));
            // Who accesses it may be a function that others call, where more is done with it.
            trouble.name(&access.name);
        }
        for wait in &report.waiting {
            let by_itself = matches!(&wait.reason, WaitReason::Held { by, .. } if *by == wait.place.thread);
            trouble.points.extend(point(&wait.place, &wait.holds, by_itself.then(|| wait.reason.clone())));
        }
        for order in &report.reorderings {
            for place in [&order.first, &order.second] {
                trouble.points.extend(point(place, &[], None));
            }
            trouble.name(&order.about);
        }
        if trouble.points.is_empty() {
            trouble.points.extend(code.at(back(failed)).map(|at| Point { at, holds: Vec::new(), waits: None }));
        }
        trouble.names.retain(|name| !name.is_empty());
        if trouble.names.is_empty() {
            trouble.names.clone_from(&code.globals);
        }
        trouble
    }

    /// The variable that something is part of, and the innermost field.
    fn name(&mut self, about: &str) {
        let is_name = about.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if is_name {
            self.names.insert(base(about).to_owned());
            if let Some((_, field)) = about.rsplit_once('.') {
                self.names.insert(base(field).to_owned());
            }
        }
    }

    /// The functions that it is about: where threads came into each other's way first, then what speaks of the same.
    pub fn functions(&self, code: &Code) -> Vec<usize> {
        let mut found: Vec<usize> = self.points.iter().map(|point| point.at.function).collect();
        found.extend((0..code.functions.len()).filter(|&function| !code.mentions(function, &self.names).is_empty()));
        let mut known = BTreeSet::new();
        found.retain(|&function| known.insert(function));
        found
    }
}
