//! What is known of a property of a circuit or of a recorded run, as data: the verdict, the chain that leads to it, and the run beside
//! the parts of the property.

use whyc_circuit::design::Design;

use crate::change::{Polarity, occurrences};
use crate::check::{self, Answer, Asked, Broken};
use crate::file::Named;
use crate::idle::{How, Idle};
use crate::recorded::Recorded;
use crate::run::{Beside, Run, Told, What};
use crate::store::TooLarge;
use crate::syntax::{Expr, Kind, Place, Strength};
use crate::view::Standing;

/// The text that properties come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the file, or of the option.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The properties in it.
    pub properties: Vec<Named>,
}

/// What is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// After a recorded run.
    Recorded(Standing),
    /// No run breaks it; why that says less than it seems to.
    Holds(Vec<Idle>),
    /// None does up to this cycle.
    HoldsUpTo(usize),
    /// No run of a program does within the bounds that it was followed to; why that says less than it seems to.
    HoldsWithinBounds(Vec<Idle>),
    /// One does.
    Violated,
    /// A limit came first.
    NotDecided {
        /// So many cycles are known to be right.
        checked: usize,
        /// Which limit.
        reason: String,
    },
}

/// The value of a signal in a step, and whether it matters; nothing if it is not known.
pub type Cell = Option<(u128, bool)>;

/// How a part of the property fares, from each step on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The part.
    pub text: String,
    /// Where it stands.
    pub place: Place,
    /// From each step on.
    pub steps: Vec<Standing>,
    /// Whether it is a Boolean, whose value is that of the step.
    pub is_boolean: bool,
    /// Whether it is part of the story.
    pub matters: bool,
}

/// What a run is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Cycles of a circuit.
    Cycle,
    /// Steps of a recording or of a program.
    Step,
}

impl Unit {
    /// The word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Unit::Cycle => "cycle",
            Unit::Step => "step",
        }
    }
}

/// A run beside a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// Of a program: what happens in each step, and where; the last one may be its end.
    pub events: Vec<Happened>,
    /// Signals, each in every step.
    pub signals: Vec<(String, Vec<Cell>)>,
    /// How many of them, the first ones, are inputs of a circuit.
    pub n_inputs: usize,
    /// The parts of the property.
    pub rows: Vec<Row>,
    /// The step that follows the last one, if the run goes on forever.
    pub start: Option<usize>,
    /// How many steps there are.
    pub n_steps: usize,
    /// How many steps were cut away: they come after the property is broken.
    pub n_cut: usize,
}

/// What a program does in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// What, as the property has it.
    pub text: String,
    /// What is looked at, and whether it is true there.
    pub seen: Vec<(String, bool)>,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// A property and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The source, by its position.
    pub source: usize,
    /// The property.
    pub named: Named,
    /// What is known.
    pub verdict: Verdict,
    /// What runs are counted in.
    pub unit: Unit,
    /// How it came to be broken, from the outside in.
    pub why: Vec<Told>,
    /// What is still to come.
    pub pending: Vec<Told>,
    /// The run that breaks it, or one up to the last cycle that leaves something open; or the one that was recorded.
    pub story: Option<Story>,
    /// Signals that are not known in some steps, and taken for zero there.
    pub unknown: Vec<(String, usize)>,
}

/// What a property of a program says of one that never ends; nothing if it asks for nothing to come at last.
#[must_use]
pub fn without_end(named: &Named) -> Option<Idle> {
    let first = must_come(&named.expr, 0).into_iter().next()?;
    Some(Idle { place: first.place, text: first.text, how: How::NoEnd })
}

impl Judged {
    /// Whether it is about runs of a program that end: what should come at last is asked for there.
    #[must_use]
    pub fn is_about_ends(&self) -> bool {
        self.unit == Unit::Step && !must_come(&self.named.expr, 0).is_empty()
    }
}

/// For so many steps and parts at most the fate of each part from each step on is worked out.
const MANY: usize = 20_000;

/// Checks a property of a circuit.
///
/// # Errors
/// If it looks at what is not there, in words.
pub fn of_design(design: &Design, source: usize, named: &Named, asked: &Asked) -> Result<Judged, String> {
    let mut judged = Judged {
        source,
        named: named.clone(),
        verdict: Verdict::Violated,
        unit: Unit::Cycle,
        why: Vec::new(),
        pending: Vec::new(),
        story: None,
        unknown: Vec::new(),
    };
    match check::check(design, &named.expr, asked)? {
        Answer::Holds { idle } => judged.verdict = Verdict::Holds(idle),
        Answer::HoldsUpTo { bound, open: None } => {
            judged.verdict = Verdict::HoldsUpTo(bound);
            judged.pending = must_come(&named.expr, bound);
        }
        Answer::HoldsUpTo { bound, open: Some(open) } => {
            judged.verdict = Verdict::HoldsUpTo(bound);
            let too_large = |error: TooLarge| error.to_string();
            judged.pending = Beside::new(&open.run).pending(&named.expr, 0).map_err(too_large)?;
            beside(&mut judged, &open).map_err(too_large)?;
        }
        Answer::NotDecided { checked, reason } => judged.verdict = Verdict::NotDecided { checked, reason },
        Answer::Violated(broken) => beside(&mut judged, &broken).map_err(|error| error.to_string())?,
    }
    Ok(judged)
}

/// Puts the run of a circuit beside the property.
fn beside(judged: &mut Judged, seen: &Broken) -> Result<(), TooLarge> {
    let inputs = seen.inputs.iter().map(|(name, steps)| (name.clone(), steps.iter().map(|it| Some(*it)).collect()));
    let mut signals: Vec<(String, Vec<Cell>)> = inputs.collect();
    for (name, steps) in &seen.signals {
        // Inputs are there already, with what matters of them.
        if !signals.iter().any(|(known, _)| known == name) {
            signals.push((name.clone(), steps.iter().map(|value| Some((*value, true))).collect()));
        }
    }
    told(judged, &seen.run, signals, 0)?;
    judged.story.iter_mut().for_each(|story| story.n_inputs = seen.inputs.len());
    Ok(())
}

/// Looks at a property of a recorded run.
///
/// # Errors
/// If it looks at what was not recorded, in words.
pub fn of_recorded(recorded: &Recorded, source: usize, named: &Named) -> Result<Judged, String> {
    let expr = &named.expr;
    let mut run = recorded.seen_by(expr)?;
    let too_large = |error: TooLarge| error.to_string();
    let standing = Beside::new(&run).standing(expr, 0).map_err(too_large)?;
    let whole = run.letters.len();
    if standing == Standing::Violated
        && let Some(last) = Beside::new(&run).breaks(expr).map_err(too_large)?
    {
        run.letters.truncate(last + 1);
        run.start = None;
    }
    let mut judged = Judged {
        source,
        named: named.clone(),
        verdict: Verdict::Recorded(standing),
        unit: Unit::Step,
        why: Vec::new(),
        pending: Vec::new(),
        story: None,
        unknown: recorded.unknown_in(expr),
    };
    let mut signals: Vec<(String, Vec<Cell>)> = Vec::new();
    for name in expr.atoms().iter().flat_map(|atom| atom.names().map(str::to_owned).collect::<Vec<_>>()) {
        if !signals.iter().any(|(known, _)| *known == name) {
            let values = recorded.values(expr, &name).unwrap_or_default();
            let cells = values.into_iter().take(run.letters.len()).map(|it| it.map(|value| (value, true))).collect();
            signals.push((name, cells));
        }
    }
    let n_cut = whole - run.letters.len();
    if standing == Standing::Pending {
        judged.pending = Beside::new(&run).pending(expr, 0).map_err(too_large)?;
    }
    told(&mut judged, &run, signals, n_cut).map_err(too_large)?;
    Ok(judged)
}

/// Puts the run beside the property.
pub(crate) fn told(
    judged: &mut Judged,
    run: &Run,
    signals: Vec<(String, Vec<Cell>)>,
    n_cut: usize,
) -> Result<(), TooLarge> {
    let expr = &judged.named.expr;
    let mut beside = Beside::new(run);
    if beside.standing(expr, 0)? == Standing::Violated {
        judged.why = beside.why(expr, 0)?;
    }
    let n_steps = run.letters.len();
    let mut rows = Vec::new();
    if n_steps.saturating_mul(n_steps).saturating_mul(expr.size()) <= MANY * 50 {
        for (part, steps) in beside.timeline(expr)? {
            let is_told = judged.why.iter().chain(&judged.pending).any(|it| it.place == part.place);
            rows.push(Row {
                text: part.to_string(),
                matters: is_told || part.place == expr.place,
                is_boolean: part.is_boolean(),
                place: part.place,
                steps,
            });
        }
    }
    judged.story = Some(Story { events: Vec::new(), signals, n_inputs: 0, rows, start: run.start, n_steps, n_cut });
    Ok(())
}

/// What a property wants to come at last: what a check that ends somewhere may leave open, where no run is known that does.
pub(crate) fn must_come(expr: &Expr, bound: usize) -> Vec<Told> {
    let wants = |kind: &Kind| {
        matches!(
            kind,
            Kind::Finally(_)
                | Kind::Until(Strength::Strong, ..)
                | Kind::Release(Strength::Strong, ..)
                | Kind::Sequence(Strength::Strong, _)
                | Kind::Next(Strength::Strong, ..)
        )
    };
    let open = occurrences(expr).into_iter().filter(|it| it.polarity != Polarity::Negative && wants(&it.expr.kind));
    open.map(|it| Told { place: it.expr.place.clone(), text: it.expr.to_string(), step: bound, what: What::Pending })
        .collect()
}
