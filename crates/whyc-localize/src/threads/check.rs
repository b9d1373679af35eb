//! A change, checked on the text for every schedule within the bounds.

use std::collections::BTreeMap;
use std::sync::Arc;

use whyc_base::source::Span;
use whyc_check::effort::Spent;
use whyc_check::{Analysis, Verdict};
use whyc_debug::finding::{ChangeSize, EditReport, SuggestionReport};
use whyc_debug::schedule;
use whyc_ir::program::{Origin, Program};
use whyc_ir::property::{Property, PropertyClass, PropertyId, PropertyTable};
use whyc_term::TermId;

use super::code::Code;
use super::trouble::Trouble;
use crate::recompile::{Changed, changed};
use crate::repair::places::back;
use crate::suggest::Scene;

/// At most this much work goes into the check of one change.
const ONE_CHECK: Spent = Spent { conflicts: 200_000, steps: 3_000_000, clauses: 12_000_000 };
/// And into those of all.
const ALL_CHECKS: Spent = Spent { conflicts: 1_000_000, steps: 60_000_000, clauses: 200_000_000 };

/// A question that takes more conflicts than this is not worth its answer.
const EASY: u32 = 3000;

/// What a property is about, as it can be found again in changed text: its class, its function, its text, and which one of those it is.
type Key = (PropertyClass, String, String, usize);

/// Checks changes.
pub struct Checker<'a> {
    scene: &'a Scene<'a>,
    failed: (Property, Key),
    /// The assertions that some run comes to.
    asserted: Vec<Key>,
    left: Spent,
}

/// What is known of a change.
pub struct Checked {
    verdict: Verdict,
    comes_there: bool,
    keeps_assertions: bool,
    /// What goes wrong between threads with it.
    pub trouble: Option<Trouble>,
}

impl<'a> Checker<'a> {
    /// For a property that fails.
    pub fn new(scene: &'a Scene<'a>, analysis: &mut Analysis, failed: PropertyId) -> Self {
        let properties = analysis.properties.clone();
        let keys = keys(scene.program, &properties);
        let key_of = |id: PropertyId| keys.iter().find(|(_, known)| **known == id).map(|(key, _)| key.clone());
        let unknown = || (properties.all()[failed].class, String::new(), String::new(), 0);
        let failed = (properties.all()[failed].clone(), key_of(failed).unwrap_or_else(unknown));
        let asserted = keys.iter().filter(|(key, _)| key.0 == PropertyClass::Assertion);
        let asserted = asserted.filter(|(_, id)| analysis.is_reached(**id)).map(|(key, _)| key.clone()).collect();
        Self { scene, failed, asserted, left: ALL_CHECKS }
    }

    /// Whether nothing more can be checked.
    pub fn is_used_up(&self) -> bool {
        self.left.conflicts == 0 || self.left.steps == 0 || self.left.clauses == 0
    }

    /// What is known of the program with these edits; none if it is no program.
    pub fn check(&mut self, code: &Code, edits: &[EditReport]) -> Option<Checked> {
        let program = self.scene.program;
        let texts = changed(&program.sources, edits.iter());
        let compiled = self.scene.recompile.recompile(&texts).ok()?;
        let options = self.scene.recompile.options(&compiled, self.scene.budget.clone());
        let analysis = Analysis::new(Arc::clone(&compiled.program), options).ok()?;
        let mut analysis = analysis.spending_at_most(Spent {
            conflicts: ONE_CHECK.conflicts.min(self.left.conflicts),
            steps: ONE_CHECK.steps.min(self.left.steps),
            clauses: ONE_CHECK.clauses.min(self.left.clauses),
        });
        let outcome = analysis.decide();
        let mut checked =
            Checked { verdict: outcome.verdict, comes_there: false, keeps_assertions: false, trouble: None };
        if let Some((property, run)) = &outcome.counterexample {
            checked.trouble = self.trouble(code, &mut analysis, (*property, run), edits);
        } else if matches!(outcome.verdict, Verdict::Safe | Verdict::BoundedSafe) {
            let properties = analysis.properties.clone();
            let keys = keys(&compiled.program, &properties);
            checked.comes_there = match self.same(&keys, &compiled, &properties, edits) {
                Some(id) => comes_to(&mut analysis, id),
                // What was taken out cannot fail, but what else there is can.
                None => self.is_taken_out(edits),
            };
            let is_kept = |key: &Key| keys.get(key).is_some_and(|&id| analysis.is_reached(id));
            checked.keeps_assertions = self.asserted.iter().all(is_kept);
        }
        let spent = analysis.spent();
        self.left = Spent {
            conflicts: self.left.conflicts.saturating_sub(spent.conflicts),
            steps: self.left.steps.saturating_sub(spent.steps),
            clauses: self.left.clauses.saturating_sub(spent.clauses),
        };
        Some(checked)
    }

    /// What threads do to each other in a run of the changed program, told in places of the text as it is.
    fn trouble(
        &self,
        code: &Code,
        analysis: &mut Analysis,
        (property, run): (PropertyId, &whyc_check::Run),
        edits: &[EditReport],
    ) -> Option<Trouble> {
        let (class, span) = {
            let failed = &analysis.properties.all()[property];
            (failed.class, failed.span)
        };
        if class != PropertyClass::Race {
            return None;
        }
        let report = schedule::explain(analysis, property, run).ok().flatten()?;
        let (known, now) = (&self.scene.program.sources, &analysis.program.sources);
        let earlier = |span: Span| {
            let name = &now.file(span.file).name;
            let file = known.files().find(|(_, file)| file.name == *name).map_or(span.file, |(id, _)| id);
            let at = |byte: u32| back(known, edits, name, byte);
            Span { file, start: at(span.start), end: at(span.end) }
        };
        Some(Trouble::new(code, class, &report, span, &earlier))
    }

    /// The property of the changed program that is the one that failed.
    fn same(
        &self,
        keys: &BTreeMap<Key, PropertyId>,
        compiled: &Changed,
        properties: &PropertyTable,
        edits: &[EditReport],
    ) -> Option<PropertyId> {
        let (failed, key) = &self.failed;
        if let Some(id) = keys.get(key) {
            return Some(*id);
        }
        let (known, now) = (&self.scene.program.sources, &compiled.program.sources);
        let name = &known.file(failed.span.file).name;
        let is_it = |property: &Property| {
            let start = back(known, edits, name, property.span.start);
            property.class == failed.class
                && now.file(property.span.file).name == *name
                && known.line(Span { start, end: start, ..failed.span }) == known.line(failed.span)
        };
        properties.all().iter_enumerated().find(|(_, property)| is_it(property)).map(|(id, _)| id)
    }

    /// Whether what failed stands in text that is replaced.
    fn is_taken_out(&self, edits: &[EditReport]) -> bool {
        let span = self.failed.0.span;
        edits
            .iter()
            .any(|edit| edit.span.file == span.file && edit.span.start <= span.start && span.end <= edit.span.end)
    }
}

impl Checked {
    /// Whether everything holds, whoever runs when, and is still asked.
    pub fn mends(&self) -> bool {
        matches!(self.verdict, Verdict::Safe | Verdict::BoundedSafe) && self.comes_there && self.keeps_assertions
    }

    /// What a person is told of it.
    ///
    /// # Panics
    /// If it changes nothing.
    pub fn suggestion(&self, diagnosis: usize, mut edits: Vec<EditReport>, means: Vec<String>) -> SuggestionReport {
        let others = edits.split_off(1);
        SuggestionReport {
            diagnosis,
            edit: edits.swap_remove(0),
            others,
            means,
            size: ChangeSize::Small,
            tests_pass: true,
            still_broken: Vec::new(),
            verdict: Some(self.verdict),
            comes_there: self.comes_there,
            runs_come_there: self.comes_there,
            keeps_passing_runs: None,
            keeps_code_alive: Some(self.keeps_assertions),
        }
    }
}

/// Whether some run comes to a property. What threads do to each other is a check only for runs in which it goes wrong; there it is the
/// place that counts.
fn comes_to(analysis: &mut Analysis, id: PropertyId) -> bool {
    let (class, span) = {
        let property = &analysis.properties.all()[id];
        (property.class, property.span)
    };
    if !matches!(class, PropertyClass::Race | PropertyClass::Deadlock | PropertyClass::ThreadMisuse) {
        return analysis.is_reached(id);
    }
    let guards: Vec<TermId> = match &analysis.unrolling {
        Some(unrolling) => {
            let is_there = |at: Span| at.file == span.file && at.start <= span.start && span.end <= at.end;
            unrolling.steps.iter().filter(|step| is_there(step.span)).map(|step| step.guard).collect()
        }
        None => return true,
    };
    let any = analysis.engine.terms.or_all(&guards);
    // What cannot be found out does not speak against a change.
    !matches!(analysis.inputs_for(any, EASY), Ok(None))
}

/// The user's properties by what they are about.
fn keys(program: &Program, properties: &PropertyTable) -> BTreeMap<Key, PropertyId> {
    let mut users: Vec<(PropertyId, &Property)> = properties
        .all()
        .iter_enumerated()
        .filter(|(_, property)| program.functions[property.function].origin == Origin::User)
        .collect();
    users.sort_by_key(|(id, property)| (property.span.file, property.span.start, *id));
    let mut found: BTreeMap<Key, PropertyId> = BTreeMap::new();
    for (id, property) in users {
        let function = program.functions[property.function].name.clone();
        let text = program.sources.text(property.span).to_owned();
        let mut key = (property.class, function, text, 0);
        while found.contains_key(&key) {
            key.3 += 1;
        }
        found.insert(key, id);
    }
    found
}
