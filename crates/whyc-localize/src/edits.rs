//! Changes of the program, tried on the runs.
//!
//! Another operator, another constant, another variable of the same type, one more or one less, operands exchanged, the
//! opposite, a condition that is lacking: what people get wrong. A change is made in the program itself and run by the
//! interpreter; those with which all runs do what they should are told, to be checked further by whoever can read
//! the changed text.
//!
//! [`changes`] lists the small changes of an expression, [`operands`] among them those that move operands and
//! [`links`] those that go along a list; [`lacking`] has
//! the conditions that may be missing, made as [`formula`] says; [`pairs`] changes the two expressions of a diagnosis at
//! once, [`together`] any two. [`hints`]
//! has what the replacement values speak for, [`vocabulary`] what the program has to offer, [`text`] what can be moved and
//! where parentheses are due. [`trial`] makes the changes, runs, and undoes them.

mod changes;

mod links;

mod operands;

mod lacking;

mod formula;

mod pairs;

mod together;

mod hints;

mod vocabulary;

mod text;

mod trial;

use rustc_hash::FxHashSet;
use whyc_base::budget::Budget;
use whyc_base::source::Span;
use whyc_ir::expr::{Expr, ExprId, ExprKind};
use whyc_ir::interp::Interpreter;
use whyc_ir::program::{ComponentId, FunctionId, Program};
use whyc_ir::property::PropertyTable;

use super::runs::FailingRun;
use super::{Tell, replayer};
use changes::{Change, NewKind};
use hints::Hints;
use text::Connective;
pub use together::{Together, together};
use trial::Trial;
use vocabulary::Vocabulary;
use whyc_debug::finding::{ChangeSize, LocalizationReport};

/// A replacement of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub new: String,
}

/// A change with which all runs pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Which diagnosis it belongs to.
    pub diagnosis: usize,
    /// What it does to the first expression of the diagnosis.
    pub edit: Edit,
    /// What it does to the others.
    pub others: Vec<Edit>,
    /// Whether it adds something that was not there.
    pub size: ChangeSize,
    /// Whether the runs that violate a property still come to it.
    pub runs_come_there: bool,
}

/// At most this many small changes are tried for a diagnosis.
const MANY_TRIES: usize = 600;
/// At most this many larger ones are tried in all.
const MANY_LARGER: usize = 2000;
/// At most this many larger ones are kept for a diagnosis: where many fit, none of them says much.
const FEW_LARGER: usize = 3;

/// The changes with which all `runs` do what they should, in the order of the diagnoses, the simplest first; as far as
/// `budget` goes.
#[must_use]
pub fn candidates(
    program: &Program,
    properties: &PropertyTable,
    (diagnoses, report): (&[Vec<ComponentId>], &LocalizationReport),
    runs: &[FailingRun],
    budget: &Budget,
    tell: Tell<'_>,
) -> Vec<Candidate> {
    let mut attempt = Attempt {
        program,
        vocabulary: Vocabulary::new(program),
        trial: Trial::new(program, properties, runs, budget),
        found: Vec::new(),
        known: FxHashSet::default(),
    };
    let mut lacking = Vec::new();
    for (diagnosis, components) in diagnoses.iter().enumerate() {
        let &[component] = &components[..] else { continue };
        tell(&format!("trying changes in place {} of {}", diagnosis + 1, diagnoses.len()));
        let hints = report.diagnoses.get(diagnosis).map(|known| Hints::new(known, 0)).unwrap_or_default();
        let fits = attempt.small(diagnosis, component, &hints);
        // Where no run passes, little is needed to fit, and the properties may still refuse all of it.
        if !fits || !attempt.trial.has_passing() {
            lacking.push((diagnosis, component, hints));
        }
    }
    tell("trying larger changes");
    attempt.larger(&lacking);
    let Attempt { vocabulary, mut trial, mut found, .. } = attempt;
    found.extend(pairs::pairs(program, &vocabulary, (diagnoses, report), &mut trial));
    found.sort_by_key(|candidate| candidate.diagnosis);
    found
}

/// Whether all runs do what they should, by the interpreter.
#[must_use]
pub fn all_pass(program: &Program, properties: &PropertyTable, runs: &[FailingRun]) -> bool {
    let interpreter = Interpreter::new(program, properties);
    runs.iter().all(|run| replayer::passes(program, &interpreter, run))
}

/// The changes of single components, as far as they have been tried.
struct Attempt<'a> {
    program: &'a Program,
    vocabulary: Vocabulary<'a>,
    trial: Trial<'a>,
    found: Vec<Candidate>,
    /// What has been tried.
    known: FxHashSet<(Span, String)>,
}

/// Where a condition may be lacking.
struct Lacking {
    diagnosis: usize,
    at: (FunctionId, ExprId),
    /// How it could be joined, and in how many rounds it is looked for.
    connectives: Vec<(Connective, usize)>,
    n_found: usize,
}

impl Attempt<'_> {
    /// Tries the small changes of a component; whether one of them fits.
    fn small(&mut self, diagnosis: usize, component: ComponentId, hints: &Hints) -> bool {
        let n_before = self.found.len();
        if let Some((span, new)) = changes::comparison_for_assignment(self.program, component) {
            // Nothing in the program says what the comparison would be: only the check of the text can tell.
            let (edit, others) = (Edit { span, new }, Vec::new());
            self.found.push(Candidate { diagnosis, edit, others, size: ChangeSize::Small, runs_come_there: true });
        }
        let mut n_tries = 0;
        for (function, expr) in evaluations(self.program, component) {
            for change in changes::changes(self.program, function, expr, &self.vocabulary, hints) {
                if n_tries == MANY_TRIES || !self.fits(function, &change, &mut n_tries) {
                    continue;
                }
                for rounder in changes::rounder(self.program, &self.vocabulary, function, &change) {
                    if self.fits(function, &rounder, &mut n_tries) {
                        self.keep(diagnosis, function, &rounder, rounder.size(self.program));
                    }
                }
                self.keep(diagnosis, function, &change, change.size(self.program));
            }
        }
        self.found.len() > n_before
    }

    /// Whether all runs pass with a change that has not been tried before.
    fn fits(&mut self, function: FunctionId, change: &Change, n_tries: &mut usize) -> bool {
        let is_new = self.known.insert((change.span, change.new.clone()));
        *n_tries += usize::from(is_new);
        is_new && self.trial.passes(&[(function, change)])
    }

    /// Tries larger changes of components for which small ones may not do, the likelier ones of all of them first.
    fn larger(&mut self, components: &[(usize, ComponentId, Hints)]) {
        let mut n_tries = 0;
        let mut places = Vec::new();
        for (diagnosis, component, hints) in components {
            for at in evaluations(self.program, *component) {
                let mut place =
                    Lacking { diagnosis: *diagnosis, at, connectives: self.connectives(at, hints), n_found: 0 };
                let offsets = changes::offsets(self.program, at.0, at.1, &self.vocabulary);
                self.try_larger(&mut place, offsets, &mut n_tries);
                places.push(place);
            }
        }
        for round in 0..lacking::ROUNDS {
            // Anything at all is a guess for those who have none.
            if round + 1 == lacking::ROUNDS && !self.found.is_empty() {
                break;
            }
            for place in &mut places {
                let connectives: Vec<Connective> =
                    place.connectives.iter().filter(|(_, rounds)| round < *rounds).map(|(it, _)| *it).collect();
                if connectives.is_empty() || place.n_found == FEW_LARGER || n_tries == MANY_LARGER {
                    continue;
                }
                let conditions = lacking::conditions(self.program, &self.vocabulary, place.at, round);
                let changes = conditions.into_iter().flat_map(|condition| {
                    let join = |&it: &Connective| lacking::joined(self.program, place.at, it, condition.clone());
                    connectives.iter().filter_map(join).collect::<Vec<_>>()
                });
                let changes: Vec<Change> = changes.collect();
                self.try_larger(place, changes, &mut n_tries);
            }
        }
    }

    fn try_larger(&mut self, place: &mut Lacking, changes: Vec<Change>, n_tries: &mut usize) {
        for change in changes {
            if place.n_found == FEW_LARGER || *n_tries == MANY_LARGER {
                return;
            }
            if self.fits(place.at.0, &change, n_tries) {
                place.n_found += 1;
                self.keep(place.diagnosis, place.at.0, &change, ChangeSize::Larger);
            }
        }
    }

    /// How a condition could be joined with an expression, and in how many rounds it is worth looking for one. Where the
    /// expression may as well be constant, the runs cannot tell one condition from another: then only the properties could, of
    /// which there are some if no run passes.
    fn connectives(&mut self, at: (FunctionId, ExprId), hints: &Hints) -> Vec<(Connective, usize)> {
        if !lacking::can_be_joined(self.program, &self.vocabulary, at.0, at.1) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for connective in hints.connectives() {
            let constant = match connective {
                Connective::And => 0,
                Connective::Or => 1,
            };
            let span = Span { file: whyc_base::source::FileId(0), start: 0, end: 0 };
            let kind = NewKind::Is(ExprKind::Int(constant));
            let constant = Change { expr: at.1, kind, span, new: String::new() };
            match (self.trial.passes(&[(at.0, &constant)]), self.trial.has_passing()) {
                (false, _) => found.push((connective, lacking::ROUNDS)),
                (true, false) => found.push((connective, lacking::GUIDED_ROUNDS)),
                (true, true) => {}
            }
        }
        found
    }

    fn keep(&mut self, diagnosis: usize, function: FunctionId, change: &Change, size: ChangeSize) {
        let runs_come_there = self.trial.comes_there(&[(function, change)]);
        self.found.push(Candidate { diagnosis, edit: change.edit(), others: Vec::new(), size, runs_come_there });
    }
}

/// Where a component is evaluated.
fn evaluations(program: &Program, component: ComponentId) -> Vec<(FunctionId, ExprId)> {
    let function = program.components[component].function;
    let Some(body) = &program.functions[function].body else { return Vec::new() };
    let is_it = |(_, expr): &(ExprId, &Expr)| expr.component == Some(component);
    body.exprs.iter_enumerated().filter(is_it).map(|(id, _)| (function, id)).collect()
}
