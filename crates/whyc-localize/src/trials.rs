//! Places found by running alone: which expressions, with another value, and which statements, with another text to print, let
//! failing tests pass.
//!
//! Each answer is a run that passes, so nothing has to be unrolled and nothing solved: long runs, floating-point numbers and tests that
//! do not end are no obstacle. What is not found may still be there: only some values are tried. [`world`] makes the runs,
//! [`text`] says what statements would have to print, [`values`] which values are worth a try, [`by_steps`] finds several
//! values of one expression, [`cover`] which places explain all tests together.

mod by_steps;
mod cover;

mod text;

mod values;

mod world;

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use whyc_base::budget::Budget;
use whyc_base::source::Span;
use whyc_debug::finding::{ComponentReport, DiagnosisReport, LocalizationReport, ReplacementReport};
use whyc_ir::program::{ComponentId, FunctionId, Program};
use whyc_ir::property::PropertyTable;

use crate::fold::MANY_PLACES;
use crate::groups::Groups;
use crate::runs::FailingRun;
use crate::{Failure, Localization, Options, describe, why};
pub use values::Round;
use values::Tries;
use world::{Other, Printer, Theatre, Tried, Until, Went};

/// Instructions that may be executed in all.
const MANY_STEPS: u64 = 40_000_000;
/// How long a run is taken to be if none is known that ends.
const UNKNOWN_LENGTH: u64 = 10_000;
/// Everything is tried on this many failing tests; on the others only what helps one of these.
const MANY_FULLY: usize = 5;
/// At most this many values are kept with which a test at least ends.
const MANY_RESCUES: usize = 6;

/// What may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Site {
    /// The value of an expression.
    Value(ComponentId),
    /// What a statement prints.
    Print(Printer),
}

/// What a place would have to give in a test: what it gives, and what instead.
#[derive(Clone, Debug, Default)]
pub struct Needed {
    was: Vec<String>,
    values: Vec<String>,
}

/// What was found.
pub struct Found {
    /// The places, the likely ones first.
    pub diagnoses: Vec<DiagnosisReport>,
    /// The expressions of each; none where it is not about expressions alone.
    pub components_of: Vec<Vec<ComponentId>>,
    /// How many tests fail.
    pub n_failing: usize,
    /// How many tests pass.
    pub n_passing: usize,
    /// How many expressions were looked at.
    pub components: usize,
    /// Whether some test does not end.
    pub is_endless: bool,
    /// Whether the first place is a statement that would have to print something else, and not only signs or space.
    pub is_weak: bool,
}

impl Found {
    /// Whether there are tests that none of these places explains.
    fn explains_less(&self) -> bool {
        self.diagnoses.iter().any(|it| !it.unexplained.is_empty())
    }

    /// These places alone, as a report.
    pub fn report(self) -> Option<LocalizationReport> {
        self.complete(Err(Failure::NothingFails)).ok().map(|it| it.report)
    }

    /// Puts these places where nothing better is known: where `found` has none, or only several at once and here is one.
    ///
    /// # Errors
    /// If there is none at all, and `found` says why.
    pub fn complete(self, found: Result<Localization, Failure>) -> Result<Localization, Failure> {
        let n_here = self.diagnoses.first().map_or(usize::MAX, |it| it.components.len());
        let n_there = |it: &Localization| it.report.diagnoses.first().map_or(usize::MAX, |it| it.components.len());
        let (mut known, is_partial) = match found {
            // What is not followed as formulas is explained here alone.
            Ok(known) if !known.diagnoses.is_empty() && (self.explains_less() || self.is_weak) => return Ok(known),
            Ok(known) if n_there(&known) <= n_here && !(self.is_endless && n_here < usize::MAX) => return Ok(known),
            Err(failure) if self.diagnoses.is_empty() => return Err(failure),
            Ok(known) => (known, false),
            Err(_) => (Localization::empty(&[]), true),
        };
        let report = &mut known.report;
        report.diagnoses.splice(0..0, self.diagnoses);
        known.diagnoses.splice(0..0, self.components_of);
        report.components = report.components.max(self.components);
        (report.tests, report.passing, report.faults) = (self.n_failing, self.n_passing, n_here);
        report.is_partial |= is_partial;
        Ok(known)
    }
}

/// A test that fails.
struct Failing<'r> {
    run: &'r FailingRun,
    tried: Tried,
    /// What each place would have to give so that it passes, where one place is enough.
    singles: BTreeMap<Site, Needed>,
    /// Expressions with another value of which it ends, where it does not by itself.
    rescues: Vec<(ComponentId, Tried, Needed)>,
}

/// The search.
pub struct Trials<'p> {
    program: &'p Program,
    theatre: Theatre<'p>,
    budget: &'p Budget,
    steps: Cell<u64>,
    failing: Vec<Failing<'p>>,
    passing: Vec<Tried>,
    tries: Tries,
    /// A run with another value may take so long.
    most_steps: u64,
    n_components: usize,
}

impl<'p> Trials<'p> {
    /// Runs the tests. Nothing if none of them fails.
    pub fn new(
        program: &'p Program,
        properties: &PropertyTable,
        (options, exempt): (&Options, &FxHashSet<FunctionId>),
        tests: &'p [FailingRun],
        budget: &'p Budget,
    ) -> Option<Self> {
        let groups = Groups::new(program, options, exempt);
        let may_change: FxHashSet<ComponentId> = groups.members.iter().flatten().copied().collect();
        let theatre = Theatre::new(program, properties, &may_change);
        let (mut failing, mut passing, mut apart) = (Vec::new(), Vec::new(), Vec::new());
        for run in tests {
            let tried = theatre.run(run, &[], (why::MANY_STEPS, Until::End));
            match tried.went {
                Went::Right => passing.push(tried),
                Went::Wrong => failing.push(Failing { run, tried, singles: BTreeMap::new(), rescues: Vec::new() }),
                Went::RightButForARule => {
                    apart.push(Failing { run, tried, singles: BTreeMap::new(), rescues: Vec::new() })
                }
                Went::Unknown => {}
            }
        }
        // Where a test does what is expected and breaks a rule at its end, the others say more.
        if failing.is_empty() {
            failing = apart;
        }
        if failing.is_empty() {
            return None;
        }
        // Short runs first: they cost least, and say as much.
        failing.sort_by_key(|it| it.tried.steps);
        let ended = failing.iter().map(|it| &it.tried).chain(&passing).filter(|tried| tried.ends_well);
        let longest = ended.map(|tried| tried.steps).max().unwrap_or(UNKNOWN_LENGTH);
        let tries = Tries::new(program, &failing, &passing);
        let n_components = may_change.len();
        let (steps, most_steps) = (Cell::new(MANY_STEPS), 3 * longest + 5_000);
        let mut trials = Self { program, theatre, budget, steps, failing, passing, tries, most_steps, n_components };
        trials.prints(&|(function, span): Printer| {
            let file = &program.sources.file(span.file).name;
            !exempt.contains(&function) && !options.trusts(&program.functions[function].name, file)
        });
        Some(trials)
    }

    /// How many tests pass.
    pub fn n_passing(&self) -> usize {
        self.passing.len()
    }

    /// Whether some test does not end, as far as anyone looked.
    pub fn is_endless(&self) -> bool {
        self.failing.iter().any(|it| it.tried.steps >= why::MANY_STEPS)
    }

    /// The expressions that would have to be another truth value, or number, so that all failing tests pass; if there are none, those that help some.
    pub fn promising(&self) -> Vec<Span> {
        let mut count: BTreeMap<ComponentId, usize> = BTreeMap::new();
        for site in self.failing.iter().flat_map(|it| it.singles.keys()) {
            if let Site::Value(component) = site {
                *count.entry(*component).or_default() += 1;
            }
        }
        let most = count.values().copied().max().unwrap_or(0);
        let best = count.iter().filter(|(_, n)| **n == most);
        best.map(|(component, _)| self.program.components[*component].span).collect()
    }

    /// The places that explain all failing tests.
    pub fn found(&self) -> Found {
        let sets = self.in_order(cover::sets(self, &self.failing));
        Found {
            diagnoses: sets.iter().map(|set| self.diagnosis(&self.failing, set)).collect(),
            components_of: sets.iter().map(|set| expressions(set).unwrap_or_default()).collect(),
            n_failing: self.failing.len(),
            n_passing: self.passing.len(),
            components: self.n_components,
            is_endless: self.is_endless(),
            is_weak: sets.first().is_some_and(|set| expressions(set).is_none()) && !self.differs_in_signs(),
        }
    }

    /// Runs a failing test with other values of an expression. Where a test does not end, it says something if it does now; else only
    /// whether it passes is of interest.
    fn run(&self, it: &Failing<'_>, others: &[Other]) -> Tried {
        let until = if it.tried.ends_well { Until::Wrong } else { Until::End };
        let tried = self.theatre.run(it.run, others, (self.most_steps.min(self.steps.get().max(1)), until));
        self.steps.set(self.steps.get().saturating_sub(tried.steps));
        tried
    }

    fn is_used_up(&self) -> bool {
        self.steps.get() == 0 || self.budget.check().is_err()
    }

    /// The statements whose text alone would have to be another one.
    fn prints(&mut self, may_change: &dyn Fn(Printer) -> bool) {
        for it in &mut self.failing {
            let Some(expected) = it.run.stdout.as_ref().filter(|_| it.tried.ends_well) else { continue };
            for printer in printers(&it.tried).into_iter().filter(|&printer| may_change(printer)) {
                if let Some(texts) = text::fill(&it.tried.printed, &|other| other == printer, expected) {
                    it.singles.insert(Site::Print(printer), texts_needed(&it.tried, &texts));
                }
            }
        }
    }

    /// Looks for expressions that would have to have another value.
    pub fn values(&mut self, round: Round) {
        let mut failing = std::mem::take(&mut self.failing);
        self.values_of(&mut failing, round);
        self.failing = failing;
    }

    fn values_of(&self, failing: &mut [Failing<'_>], round: Round) {
        let mut known: BTreeMap<ComponentId, Vec<Other>> = BTreeMap::new();
        for (k, it) in failing.iter_mut().enumerate() {
            for component in self.in_turn(it) {
                if it.singles.contains_key(&Site::Value(component)) {
                    continue;
                }
                let mut others = known.get(&component).cloned().unwrap_or_default();
                let needs_rescue = !it.tried.ends_well && it.rescues.is_empty();
                if k < MANY_FULLY || needs_rescue || !others.is_empty() {
                    others.extend(self.tries.of(self.program, component, &it.tried.values[&component], round));
                }
                for other in others {
                    if self.is_used_up() {
                        return;
                    }
                    if self.helps(it, other) {
                        let helps = known.entry(component).or_default();
                        if !helps.contains(&other) {
                            helps.insert(0, other);
                            helps.truncate(4);
                        }
                        break;
                    }
                }
            }
        }
    }

    /// The expressions that a failing test evaluates, the likeliest first: what runs that pass do not evaluate, and what was evaluated last.
    fn in_turn(&self, it: &Failing<'_>) -> Vec<ComponentId> {
        let mut components: Vec<ComponentId> = it.tried.values.keys().copied().collect();
        let n_passing = |it: &ComponentId| self.passing.iter().filter(|run| run.values.contains_key(it)).count();
        let ended = &it.tried.last;
        let last = |it: &ComponentId| ended.get(it).copied().unwrap_or_default();
        components.sort_by_cached_key(|component| (n_passing(component), Reverse(last(component)), *component));
        components
    }

    /// Whether a failing test passes with another value somewhere.
    fn helps(&self, it: &mut Failing<'_>, other: Other) -> bool {
        let tried = self.run(it, &[other]);
        let component = other.component;
        if tried.passes {
            it.singles.insert(Site::Value(component), self.tries.needed(self.program, component, &tried));
            return true;
        }
        let is_known = it.rescues.last().is_some_and(|last| last.0 == component);
        if !it.tried.ends_well && tried.ends_well && !is_known && it.rescues.len() < MANY_RESCUES {
            let needed = self.tries.needed(self.program, component, &tried);
            it.rescues.push((component, tried, needed));
        }
        false
    }

    /// Whether in all failing tests only signs and space are wrong.
    fn differs_in_signs(&self) -> bool {
        self.failing.iter().all(differs_in_signs)
    }

    /// The likely ones first.
    fn in_order(&self, mut sets: Vec<Vec<Site>>) -> Vec<Vec<Site>> {
        let (failing, passing) = (&self.failing, &self.passing);
        let only_signs = self.differs_in_signs();
        let uses = |tried: &Tried, site: &Site| match site {
            Site::Value(component) => tried.values.contains_key(component),
            Site::Print(printer) => tried.printed.iter().any(|(by, _)| by.as_ref() == Some(printer)),
        };
        let suspicion = |set: &Vec<Site>| -> f64 {
            let of_site = |site: &Site| {
                let n_failing = failing.iter().filter(|it| uses(&it.tried, site)).count() as f64;
                let n_users = n_failing + passing.iter().filter(|it| uses(it, site)).count() as f64;
                let product = failing.len() as f64 * n_users;
                if product == 0.0 { 0.0 } else { n_failing / product.sqrt() }
            };
            set.iter().map(of_site).sum::<f64>() / set.len().max(1) as f64
        };
        // A statement can print anything: that it helps says little, unless signs are all that is wrong.
        let is_silent = |printer: &Printer| {
            let of_run =
                |it: &Failing<'_>| it.tried.printed.iter().all(|(by, text)| by != &Some(*printer) || text.is_empty());
            failing.iter().all(of_run)
        };
        let n_silent = |set: &Vec<Site>| set.iter().filter(|it| matches!(it, Site::Print(by) if is_silent(by))).count();
        let n_prints = |set: &Vec<Site>| set.iter().filter(|site| matches!(site, Site::Print(_)) != only_signs).count();
        sets.sort_by(|a, b| {
            let sizes = a.len().cmp(&b.len()).then(n_silent(a).cmp(&n_silent(b))).then(n_prints(a).cmp(&n_prints(b)));
            sizes.then(suspicion(b).total_cmp(&suspicion(a))).then(a.cmp(b))
        });
        // One place a line: its parts stand for one thing.
        let mut lines: FxHashSet<Vec<(u32, u32)>> = FxHashSet::default();
        let line = |site: &Site| {
            let span = self.span(site);
            (span.file.0, self.program.sources.line(span))
        };
        sets.retain(|set| lines.insert(set.iter().map(line).collect()));
        sets.truncate(MANY_PLACES);
        sets
    }

    fn span(&self, site: &Site) -> Span {
        match site {
            Site::Value(component) => self.program.components[*component].span,
            Site::Print((_, span)) => *span,
        }
    }

    fn diagnosis(&self, failing: &[Failing<'_>], set: &[Site]) -> DiagnosisReport {
        let component = |site: &Site| match site {
            Site::Value(component) => describe(self.program, *component),
            Site::Print((function, span)) => ComponentReport {
                span: *span,
                text: self.program.sources.text(*span).to_owned(),
                kind: "output",
                function: self.program.functions[*function].name.clone(),
            },
        };
        let mut replacements = Vec::new();
        for it in failing {
            for (k, needed) in cover::needed(it, set) {
                let (was, values) = (needed.was, needed.values);
                let changed = (0..values.len()).collect();
                replacements.push(ReplacementReport { test: it.run.name.clone(), component: k, was, values, changed });
            }
        }
        let components = set.iter().map(component).collect();
        let unexplained = failing.iter().filter(|it| !cover::explains(it, set)).map(|it| it.run.name.clone()).collect();
        DiagnosisReport { components, replacements, avoids: false, clash: Vec::new(), unexplained }
    }
}

/// The expressions of a set of nothing else.
fn expressions(set: &[Site]) -> Option<Vec<ComponentId>> {
    let of_site = |site: &Site| match site {
        Site::Value(component) => Some(*component),
        Site::Print(_) => None,
    };
    set.iter().map(of_site).collect()
}

/// The statements that print in a run, in order.
fn printers(tried: &Tried) -> Vec<Printer> {
    let mut found: Vec<Printer> = tried.printed.iter().filter_map(|(by, _)| *by).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// What statements print, and what they should.
fn texts_needed(tried: &Tried, texts: &[(usize, Vec<u8>)]) -> Needed {
    let quote = |bytes: &[u8]| format!("{:?}", String::from_utf8_lossy(bytes));
    let differing = texts.iter().filter(|(k, text)| tried.printed[*k].1 != *text);
    let (was, values) = differing.map(|(k, text)| (quote(&tried.printed[*k].1), quote(text))).unzip();
    Needed { was, values }
}

/// Whether what is printed has the right letters and digits, and only signs and space between them are wrong.
fn differs_in_signs(it: &Failing<'_>) -> bool {
    let Some(expected) = it.run.stdout.as_ref().filter(|_| it.tried.ends_well) else { return false };
    let printed = it.tried.printed.iter().flat_map(|(_, text)| text);
    let is_sign = |byte: &&u8| byte.is_ascii_alphanumeric();
    printed.filter(is_sign).eq(expected.iter().filter(is_sign))
}
