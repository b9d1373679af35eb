//! What a person is told. Everything a report prints is in here, and nothing else is.

mod along;
mod explanation;
mod localization;
mod schedule;

use std::time::Duration;

use whyc_base::diagnostic::Diagnostic;
use whyc_base::finding::{EngineReport, Head};
use whyc_base::source::{SourceMap, Span};
use whyc_check::{Invariant, Status, Verdict};
use whyc_ir::layout::Pointers;
use whyc_ir::property::PropertyClass;

pub use self::along::{AlongPlace, AlongReport, Barrier, Further};
pub use self::explanation::{
    Assumption, Cause, ChainLink, Change, ChangeKind, Explanation, InputAlias, LinkKind, Missed, Origins, Pair,
};
pub use self::localization::{
    ChangeSize, ComponentReport, DiagnosisReport, EditReport, LocalizationReport, ReplacementReport, Scores,
    SuggestionReport, TestDiagnosis, TestFailure, WhyFails,
};
pub use self::schedule::{
    AccessReport, Held, PassingSchedule, Reordering, ScheduleReport, ThreadPlace, WaitReason, WaitReport,
};
pub use crate::covers::{Cover, Reached};
pub use crate::hot::{HotKind, HotSpot};
use crate::minimise::Fewest;
pub use crate::support::{Ground, GroundKind};
pub use crate::suspicion::{Because, How, Kind as SuspicionKind, Suspicion};

/// What an analysis found out.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What was asked, and the answer as a whole.
    pub head: Head,
    /// The options to be given again when more is asked about the same program.
    pub options: Vec<String>,
    /// How less was asked than whether the program keeps every rule in all its runs.
    pub narrowed: Vec<Narrowing>,
    /// The function at which the program starts.
    pub entry: String,
    /// How wide pointers are where it runs.
    pub pointers: Pointers,
    /// The texts of the files, for excerpts; every span refers to this map.
    pub sources: SourceMap,
    /// What else there is to know: functions without body, constructs that are not modelled.
    pub notes: Vec<Diagnostic>,
    /// How far loops and recursions were followed.
    pub bounds: BoundsReport,
    /// All properties, in source order per function.
    pub properties: Vec<PropertyReport>,
    /// The failing run.
    pub counterexample: Option<Counterexample>,
    /// A failing run for each of the other violated properties, in the order in which they were found, if all are wanted.
    pub others: Vec<Counterexample>,
    /// What holds wherever a run gets to some place, if that was asked for and the program is safe.
    pub invariants: Vec<InvariantReport>,
    /// What always holds at loops, if it was shown from that, by induction, that nothing fails however often they go round.
    pub induction: Option<Vec<Invariant>>,
    /// All the ways in which it fails, if they were asked for.
    pub classes: Option<ClassesReport>,
    /// Why it fails, if that was asked for and found.
    pub explanation: Option<Explanation>,
    /// What threads do to each other in the failing run, if that was asked for.
    pub schedule: Option<ScheduleReport>,
    /// Where a change makes the failing runs pass.
    pub localization: Option<LocalizationReport>,
    /// What a compiled program did with the inputs of the failing run, if that was tried.
    pub replayed: Option<Replayed>,
    /// Why what holds says little, if it does.
    pub vacuity: Option<VacuityReport>,
    /// What is suspicious where everything holds, in the order of the source.
    pub suspicions: Vec<Suspicion>,
    /// What some run should come to, and whether one does.
    pub covers: Vec<Cover>,
    /// Why properties hold, if that was asked for and found.
    pub supports: Vec<SupportReport>,
    /// Whether a run comes along some places, if that was asked.
    pub along: Option<Box<AlongReport>>,
    /// The folder with the certificate, if one was asked for and written.
    pub certificate: Option<String>,
    /// Parts that were looked for beyond what was asked, and not found.
    pub missing: Vec<Missing>,
    /// Which engines looked for the answer.
    pub engine: Option<EngineReport>,
    /// What it cost.
    pub stats: StatsReport,
}

/// Why a property holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportReport {
    /// Its position among the properties.
    pub property: usize,
    /// What it rests on, in the order of the source.
    pub grounds: Vec<Ground>,
    /// Whether none of these can be done without.
    pub is_smallest: bool,
}

/// Why no run gets to an end of its own, so that what holds says little.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VacuityReport {
    /// No run meets all these assumptions; taking away any one of them would let some through.
    Assumptions {
        /// Where they are, in the order in which runs come to them.
        spans: Vec<Span>,
    },
    /// Every run goes beyond the bounds.
    Bounds {
        /// The function that the runs start in.
        span: Span,
    },
}

/// A way to ask less than whether a program keeps every rule in all its runs. What is found out then is not known of the
/// whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narrowing {
    /// It starts at a function other than `main`.
    Function,
    /// Only one property is looked at.
    Property,
    /// Not all of the classes are checked that are by default.
    Classes,
    /// Inputs have fixed values.
    Input,
    /// The arguments are fixed.
    Arguments,
    /// Standard input is fixed.
    StandardInput,
    /// A function is taken to have no body.
    Stub,
    /// Only runs count in which an expression holds.
    Assumption,
    /// Only runs count that come along some places.
    Along,
}

impl Narrowing {
    /// The option that does it.
    #[must_use]
    pub fn option(self) -> &'static str {
        match self {
            Narrowing::Function => "--function",
            Narrowing::Property => "--property",
            Narrowing::Classes => "--only-check or --no-check",
            Narrowing::Input => "--input",
            Narrowing::Arguments => "--args",
            Narrowing::StandardInput => "--stdin",
            Narrowing::Stub => "--stub",
            Narrowing::Assumption => "--assume",
            Narrowing::Along => "--along",
        }
    }

    /// Whether it fixes what the program gets from outside.
    #[must_use]
    pub fn fixes_inputs(self) -> bool {
        match self {
            Narrowing::Input | Narrowing::Arguments | Narrowing::StandardInput => true,
            Narrowing::Function
            | Narrowing::Property
            | Narrowing::Classes
            | Narrowing::Stub
            | Narrowing::Assumption
            | Narrowing::Along => false,
        }
    }
}

/// A part of the story that was looked for and not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Which.
    pub part: Part,
    /// Why, in a sentence without a full stop.
    pub reason: String,
}

/// A part of the story that goes beyond the failing run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Why it fails.
    Explanation,
    /// Where a change would help.
    Localization,
}

impl Finding {
    /// The failing runs, one for each violated property for which there is one; the chosen one first.
    pub fn failing_runs(&self) -> impl Iterator<Item = &Counterexample> {
        self.counterexample.iter().chain(&self.others)
    }
}

/// What holds whenever a run gets to some place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvariantReport {
    /// What kind of place it is.
    pub place: InvariantPlace,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: String,
    /// What holds, as C writes it.
    pub text: String,
}

/// Where an invariant holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvariantPlace {
    /// Whenever the condition of a loop is about to be evaluated; the span starts at `while` or `for`.
    Loop,
    /// Whenever the statement is about to be executed that the span starts at.
    Statement,
}

/// What a compiled program did with the inputs of a failing run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// Whether it failed as predicted.
    pub confirmed: bool,
    /// The compiler, with the options that matter.
    pub compiler: String,
    /// What happened, in a sentence without a full stop.
    pub what: String,
}

/// How far loops and recursions were followed.
#[derive(Clone, Debug)]
pub struct BoundsReport {
    /// The largest bound used for any loop.
    pub unwind: u32,
    /// Whether no run goes beyond the bounds.
    pub complete: bool,
    /// What was cut off, if anything was.
    pub cuts: Vec<CutReport>,
}

/// A loop or recursion that some run follows beyond its bound.
#[derive(Clone, Debug)]
pub struct CutReport {
    /// The name for `--unwind-loop`, or the function's for a recursion.
    pub name: String,
    /// Whether it is a loop or a recursion.
    pub is_loop: bool,
    /// How often it was followed.
    pub bound: u32,
    /// Where it is.
    pub span: Span,
}

/// A property and what was found out about it.
#[derive(Clone, Debug)]
pub struct PropertyReport {
    /// `main.overflow.3`
    pub id: String,
    /// Its class.
    pub class: PropertyClass,
    /// What should hold, as source text where there is some.
    pub description: String,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: String,
    /// What was found out.
    pub status: Status,
    /// The ids of other properties. Violated: the one that its run violates before, if no run violates this one alone.
    /// Otherwise: those that some run violates before it could come here, and after which it was not followed.
    pub after: Vec<String>,
    /// Whether it says that no run should come to it: `assert(0)`.
    pub is_ruled_out: bool,
    /// Why a violation is nothing new, if that was asked.
    pub excused: Option<Excuse>,
}

/// Why a violation is nothing new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excuse {
    /// Who says so.
    pub by: Excuser,
    /// Why, in a person's words.
    pub why: String,
}

/// Who says that a violation is nothing new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excuser {
    /// A comment beside it.
    Source,
    /// A ledger.
    Ledger,
}

/// A failing run.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The violated property, as an index into [`Finding::properties`].
    pub property: usize,
    /// What the failing check saw: the variables of its expression with their values there.
    pub witnesses: Vec<NamedValue>,
    /// The same in words, with the places that have to do with it.
    pub failure: Failure,
    /// The inputs, in the order in which the run meets them.
    pub inputs: Vec<InputReport>,
    /// The executed steps, in order, the failing check last.
    pub steps: Vec<TraceStep>,
    /// What the run writes to the outside world, in order.
    pub output: Vec<OutputText>,
    /// How many statements were executed.
    pub length: u64,
    /// The sum of the magnitudes of all values assigned and read from outside.
    pub sum_abs: u128,
    /// How the run was made small.
    pub method: Method,
    /// Whether it is proved that there is no smaller one.
    pub optimal: bool,
    /// How few inputs can matter, if that was asked for.
    pub fewest: Option<Fewest>,
    /// What was written to variables that whyc added to the program, in order: nobody sees them.
    pub watched: Vec<WatchedValue>,
    /// Where there are threads, the steps by which they have to do with each other: accesses of what they share, and calls of the library.
    pub shared: Vec<SharedStep>,
}

/// A step by which a thread has to do with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedStep {
    /// Which.
    pub step: usize,
    /// Whether it gives a new value to something that is not the thread's own.
    pub writes: bool,
}

/// A value of a variable that whyc added to the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedValue {
    /// The variable.
    pub name: String,
    /// The value.
    pub value: u128,
    /// Where.
    pub span: Span,
    /// How many of the run's steps come before.
    pub before: usize,
    /// Which thread, where there are some.
    pub thread: Option<u32>,
}

/// What a failing check saw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// In a sentence without a full stop; empty if there is nothing to add.
    pub text: String,
    /// The places that have to do with it.
    pub related: Vec<Related>,
}

/// A place that has to do with a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub span: Span,
    /// What happened there.
    pub text: String,
}

/// The essentially different ways in which a property fails.
#[derive(Clone, Debug)]
pub struct ClassesReport {
    /// The smallest run of each, the smallest of all first.
    pub runs: Vec<Counterexample>,
    /// Whether there are no others.
    pub complete: bool,
}

/// Something written to the outside world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputText {
    /// 1 for standard output, 2 for standard error.
    pub stream: i32,
    /// What.
    pub text: String,
}

/// How a run was made small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Not at all: it is as the solver gave it.
    None,
    /// Greedily.
    Greedy,
    /// By optimisation.
    Optimal,
}

/// A name with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedValue {
    /// The variable, as a person writes it.
    pub name: String,
    /// The value, as C writes it.
    pub value: String,
}

/// An input and its value in the run.
#[derive(Clone, Debug)]
pub struct InputReport {
    /// What a person calls it.
    pub name: String,
    /// Its type, as C writes it.
    pub ty: String,
    /// Its value, as C writes it.
    pub value: String,
    /// Where it is read or declared.
    pub span: Span,
    /// Where it comes from.
    pub kind: InputKind,
    /// Whether another value could prevent the failure, as far as that has been looked into.
    pub relevant: bool,
    /// Which of its bits could, if that has been looked into.
    pub relevant_bits: Option<Bits>,
}

/// Some bits of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// Which.
    pub mask: u128,
    /// How many the value has.
    pub width: u32,
}

/// Where an input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A `nondet` function, or a parameter of the entry point.
    Nondet,
    /// A variable that was not initialised.
    Uninitialised,
    /// The result of a function without body, or of one that returned no value.
    Result,
}

/// A step of the run, as a person sees it.
#[derive(Clone, Debug)]
pub struct TraceStep {
    /// What happened.
    pub kind: TraceKind,
    /// The variable, the condition as written, the function, …: what the value belongs to.
    pub name: String,
    /// The value, as C writes it; empty where there is none.
    pub value: String,
    /// The type of the value, as C writes it; empty where there is none.
    pub ty: String,
    /// The variable with its version (`x#5`), and the value in binary, for those who ask for it.
    pub ssa: Option<SsaText>,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: String,
    /// Which thread, where there are some: 0 is the main one.
    pub thread: Option<u32>,
    /// How many calls deep, the entry point being 0.
    pub depth: u32,
    /// Which iteration of which loops, outermost first, the first iteration being 1. Loops of the same activation only.
    pub iterations: Vec<Iteration>,
}

/// The versioned name and the bits of a value.
#[derive(Clone, Debug)]
pub struct SsaText {
    /// `x#5`
    pub name: String,
    /// The bits, most significant first.
    pub bits: String,
}

/// An iteration of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// `main.1`
    pub loop_name: String,
    /// The first one is 1.
    pub number: u32,
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceKind {
    /// A value came from outside.
    Input,
    /// A variable got a value.
    Assign,
    /// A condition was tested; the value is `true` or `false`.
    Branch,
    /// A `switch` was reached; the value is that of its expression.
    Switch,
    /// A function was called; its parameters follow as assignments, one call deeper.
    Call,
    /// A function returned; the value is what it returned, the name is the function.
    Return,
    /// An assumption was passed.
    Assume,
    /// A block of memory was freed.
    Free,
    /// Something was written to the outside world; the value is what.
    Output,
    /// The property that fails.
    Failure,
}

/// What an analysis cost.
#[derive(Clone, Debug, Default)]
pub struct StatsReport {
    /// Reading the sources.
    pub parse: Duration,
    /// Symbolic execution.
    pub unroll: Duration,
    /// From terms to clauses.
    pub encode: Duration,
    /// In the solver.
    pub solve: Duration,
    /// Minimising, explaining, localising.
    pub debug: Duration,
    /// All of it.
    pub total: Duration,
    /// Steps of the last unrolling.
    pub steps: u64,
    /// Variables of the solver.
    pub variables: u64,
    /// Clauses of the solver.
    pub clauses: u64,
    /// Calls of the solver.
    pub solver_calls: u64,
    /// Where most of the work of unrolling was done.
    pub hot: Vec<HotSpot>,
    /// What would have led to an answer, if the time was up before there was one.
    pub advice: Vec<Advice>,
}

/// An option with which there is an answer: it was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The option, as a person writes it.
    pub option: String,
    /// The answer.
    pub verdict: Verdict,
    /// How long it took.
    pub time: Duration,
}
