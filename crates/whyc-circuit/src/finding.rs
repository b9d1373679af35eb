//! What a person is told about a circuit, as plain data: no gates, no ids, no solver.

use std::time::Duration;

use whyc_base::budget::Exhausted;
use whyc_base::finding::Head;
use whyc_base::status::Reason;
pub use whyc_base::status::{Bound, Status};
pub use whyc_base::verdict::Verdict;

use crate::design::{Design, Word};
use crate::lift::Lifted;
use crate::origin::Place;
use crate::trace::Counterexample;

/// One property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyReport {
    /// What `--property` knows it by.
    pub id: String,
    /// `bad` for a signal of the file, `justice` for what must not go on forever, `reach` for a state that was asked for.
    pub class: &'static str,
    /// In words.
    pub description: String,
    /// The line of the file that states it, where there is one.
    pub line: Option<usize>,
    /// Where the text that the file was made from states it.
    pub place: Option<Place>,
    /// What is known of it.
    pub status: Status,
    /// Holds: the cycles of the induction. Violated: after how many cycles. Otherwise: how many cycles are known to be
    /// safe.
    pub cycles: usize,
}

/// Whether a row is one of inputs or of initial state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// An input, in every cycle.
    Input,
    /// State, before the first cycle.
    State,
}

/// One bit of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bit {
    /// Its value in the run.
    pub value: bool,
    /// Whether it matters.
    pub relevant: bool,
}

/// A signal with its values, cycle by cycle; the bits of a value from the least significant one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: RowKind,
    /// Its values.
    pub cells: Vec<Vec<Bit>>,
}

impl Row {
    /// Whether any of it matters.
    #[must_use]
    pub fn is_relevant(&self) -> bool {
        self.cells.iter().flatten().any(|bit| bit.relevant)
    }
}

/// What a signal is that is shown in every cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaveKind {
    /// An input.
    Input,
    /// State.
    State,
    /// An output.
    Output,
    /// What the property looks at.
    Property,
}

impl WaveKind {
    /// The name in reports for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            WaveKind::Input => "input",
            WaveKind::State => "state",
            WaveKind::Output => "output",
            WaveKind::Property => "property",
        }
    }
}

/// A signal in every cycle of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wave {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: WaveKind,
    /// Its values, the bits of each from the least significant one; none where the run leaves it open.
    pub cells: Vec<Vec<Bit>>,
}

impl Wave {
    /// Whether some of it is the same in every run that agrees in what matters.
    #[must_use]
    pub fn is_relevant(&self) -> bool {
        self.cells.iter().flatten().any(|bit| bit.relevant)
    }

    /// Whether it has more than one value.
    #[must_use]
    pub fn changes(&self) -> bool {
        let mut values = self.cells.iter().filter(|cell| !cell.is_empty());
        let same = |a: &[Bit], b: &[Bit]| a.iter().zip(b).all(|(a, b)| a.value == b.value);
        values.next().is_some_and(|first| values.any(|cell| !same(first, cell)))
    }
}

/// The run that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunReport {
    /// Which property it violates, by its position.
    pub property: usize,
    /// After how many cycles.
    pub depth: usize,
    /// Whether no run violates it sooner.
    pub is_shortest: bool,
    /// In how many cycles there are inputs.
    pub n_columns: usize,
    /// The cycle that follows the last one, if the run goes on forever.
    pub loop_start: Option<usize>,
    /// The inputs, then the initial state.
    pub rows: Vec<Row>,
    /// Every signal in every cycle, up to the one in which the property is violated or the loop is closed.
    pub waves: Vec<Wave>,
    /// How many signals are missing there because they would be too many.
    pub n_waves_left_out: usize,
    /// How it was lifted.
    pub method: &'static str,
    /// Whether no smaller set of bits would do.
    pub optimal: bool,
    /// What no set of bits that would do is smaller than, where that was asked.
    pub at_least: Option<usize>,
    /// Why lifting ended early, if it did.
    pub cut_short: Option<String>,
}

/// Why nothing bad is ever reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofReport {
    /// `induction` or `pdr`; where both were needed, the latter.
    pub method: &'static str,
    /// Over how many cycles the longest induction goes.
    pub depth: usize,
    /// What holds in every state that can be reached, as far as it is told.
    pub invariants: Vec<String>,
    /// How much more there is to it.
    pub n_more: usize,
    /// Where the certificate was written, if that was asked for.
    pub certificate: Option<String>,
}

/// How long it took and how much it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Reading the file.
    pub parse: Duration,
    /// Checking.
    pub solve: Duration,
    /// Lifting.
    pub lift: Duration,
    /// Everything.
    pub total: Duration,
    /// Gates of one cycle.
    pub gates: u64,
    /// Variables of the solver.
    pub variables: u64,
    /// Clauses of the solver.
    pub clauses: u64,
    /// Calls to the solver.
    pub solver_calls: u64,
}

/// Everything that a report says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was asked, and the answer as a whole.
    pub head: Head,
    /// The last cycle that was to be looked at.
    pub bound: usize,
    /// Whether the bound was asked for.
    pub is_bound_given: bool,
    /// Whether a proof was looked for.
    pub is_proof_sought: bool,
    /// Why all that is proved holds, if anything is.
    pub proof: Option<ProofReport>,
    /// The properties.
    pub properties: Vec<PropertyReport>,
    /// The run that is shown.
    pub counterexample: Option<RunReport>,
    /// A run for each of the other properties that are violated, in their order, if all are wanted.
    pub others: Vec<RunReport>,
    /// Why it fails, if that was asked for and found.
    pub explanation: Option<ExplanationReport>,
    /// Where a change would help, if that was asked for and can be said.
    pub localization: Option<LocalizationReport>,
    /// What the design asks to be reached, which is no failure.
    pub covers: Vec<CoverReport>,
    /// Why what holds says little.
    pub suspicions: Vec<SuspicionReport>,
    /// The texts that the file was made from, by their names.
    pub sources: Vec<(String, String)>,
    /// What it took.
    pub stats: Stats,
}

/// Why what holds says little.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuspicionReport {
    /// What is suspicious.
    pub kind: SuspicionKind,
    /// The property that says little, as an index into [`Finding::properties`]; none for all.
    pub property: Option<usize>,
    /// What is never so at once.
    pub because: Vec<Stated>,
}

/// What is suspicious.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuspicionKind {
    /// No run satisfies the constraints for more cycles than these.
    Constraints {
        /// How many.
        cycles: usize,
    },
    /// What a property presupposes never happens.
    Trigger,
}

impl SuspicionKind {
    /// Its name in reports for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SuspicionKind::Constraints { .. } => "assumptions",
            SuspicionKind::Trigger => "antecedent",
        }
    }
}

/// Something that a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// What it says, or what it calls it.
    pub text: String,
    /// Its line, counted from one; zero if that is not known.
    pub line: usize,
    /// Where that comes from, if the file was made from another one.
    pub place: Option<Place>,
}

/// Something that should be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverReport {
    /// What it is called.
    pub id: String,
    /// Where that is stated.
    pub place: Option<Place>,
    /// Whether it is.
    pub reached: Reached,
}

/// Whether something is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// After so many cycles, and not sooner.
    After(usize),
    /// By no run.
    Never,
    /// By no run in so many cycles; later ones were not looked at.
    NotWithin(usize),
}

/// The closest run that passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplanationReport {
    /// In how many bits of input and initial state it differs.
    pub distance: usize,
    /// Whether no run that passes differs in fewer.
    pub is_closest: bool,
    /// Whether it comes to the question: no run does and passes, otherwise.
    pub is_asked: bool,
    /// What differs, cycle by cycle.
    pub differences: Vec<Difference>,
}

/// A signal that differs in a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The signal.
    pub name: String,
    /// What it is.
    pub kind: WaveKind,
    /// The cycle.
    pub cycle: usize,
    /// What it is in the failing run, as a decimal number.
    pub from: String,
    /// What it is in the one that passes.
    pub to: String,
}

/// Where a change would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalizationReport {
    /// The places, the likeliest first.
    pub places: Vec<PlaceReport>,
    /// How many operators were asked about.
    pub n_asked: usize,
    /// Whether a limit came before all had been asked about.
    pub is_cut_short: bool,
}

/// A place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceReport {
    /// Where.
    pub place: Place,
    /// Changes there that were checked.
    pub fixes: Vec<FixReport>,
}

/// A change that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixReport {
    /// In words.
    pub what: String,
    /// What would stand there, if that can be said.
    pub new: Option<String>,
    /// Up to which cycle every run holds; nothing if that is proved for all.
    pub up_to: Option<usize>,
    /// How many of the runs that passed look other than before, and how many there are.
    pub differs: (usize, usize),
}

impl Finding {
    /// What is said of a file about which nothing was found out.
    #[must_use]
    pub fn unread(command: &str, file: &str, reason: Reason) -> Self {
        Self {
            head: Head::unknown(command, &[file.to_owned()], reason),
            bound: 0,
            is_bound_given: false,
            is_proof_sought: false,
            proof: None,
            explanation: None,
            localization: None,
            covers: Vec::new(),
            suspicions: Vec::new(),
            sources: Vec::new(),
            properties: Vec::new(),
            counterexample: None,
            others: Vec::new(),
            stats: Stats::default(),
        }
    }

    /// The same for a search that ended here: what was looked at stays, what would have come is not decided.
    #[must_use]
    pub fn ended_by(mut self, reason: Exhausted) -> Self {
        for property in &mut self.properties {
            if let Status::Bounded(_) = property.status {
                property.status = Status::Unknown(reason.into());
                property.cycles += 1;
            }
        }
        if let Some(run) = &mut self.counterexample {
            run.cut_short.get_or_insert_with(|| reason.to_string());
        }
        if self.head.verdict == Verdict::BoundedSafe {
            self.head.verdict = Verdict::Unknown;
            self.head.reason = Some(reason.into());
        }
        self
    }

    /// How many cycles were looked at, of a search that goes on.
    #[must_use]
    pub fn n_cycles(&self) -> usize {
        let open = self.properties.iter().filter(|property| matches!(property.status, Status::Bounded(_)));
        open.map(|property| property.cycles + 1).max().unwrap_or(0)
    }

    /// The file that was asked about.
    #[must_use]
    pub fn file(&self) -> &str {
        self.head.files.first().map_or("", String::as_str)
    }

    /// The runs, one for each violated property for which there is one; the one that is shown first.
    pub fn failing_runs(&self) -> impl Iterator<Item = &RunReport> {
        self.counterexample.iter().chain(&self.others)
    }
}

/// The rows of a run: every input, then every word of state.
#[must_use]
pub fn rows(design: &Design, run: &Counterexample, lifted: &Lifted) -> Vec<Row> {
    let free = run.free();
    let cell = |word: &Word, bit: &dyn Fn(usize) -> Bit| word.bits.clone().map(bit).collect::<Vec<Bit>>();
    let inputs = design.inputs.iter().map(|word| {
        let cells = (0..free.n_cycles).map(|cycle| {
            let relevant = |bit: usize| lifted.relevant[free.input(cycle, bit)];
            cell(word, &|bit| Bit { value: run.inputs[cycle][bit], relevant: relevant(bit) })
        });
        Row { name: word.name.clone(), kind: RowKind::Input, cells: cells.collect() }
    });
    let state = design.state.iter().map(|word| {
        let bit = |bit: usize| Bit { value: run.initial[bit], relevant: lifted.relevant[free.latch(bit)] };
        Row { name: word.name.clone(), kind: RowKind::State, cells: vec![cell(word, &bit)] }
    });
    inputs.chain(state).collect()
}
