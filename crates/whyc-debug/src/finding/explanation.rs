//! Why a run fails.

use whyc_base::source::{FileId, Span};

use super::{InputReport, TraceStep};

/// Why a run fails: a run that passes, and how it differs.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// How the failure came about, in the order of the run, the failure last.
    pub chain: Vec<ChainLink>,
    /// For each step of the failing run where it comes from; empty if that is not known.
    pub origins: Vec<Origins>,
    /// The lines that the failing run does not come to, as far as it is known why.
    pub missed: Vec<Missed>,
    /// How many values and decisions differ.
    pub distance: u64,
    /// Whether it is proved that no passing run is closer.
    pub closest: bool,
    /// What was taken for granted in looking for the passing run.
    pub assumed: Vec<Assumption>,
    /// The inputs of the passing run, in the order in which it meets them.
    pub inputs: Vec<InputReport>,
    /// What the inputs are called that share a name with others.
    pub aliases: Vec<InputAlias>,
    /// Its executed steps, in order.
    pub steps: Vec<TraceStep>,
    /// Both runs side by side, in the order of execution.
    pub aligned: Vec<Pair>,
    /// Whether the passing run comes to the check that fails.
    pub comes_there: bool,
    /// Whether it comes to that check at no time, in no round of a loop.
    pub avoids_check: bool,
    /// Whether no run passes that comes to the check.
    pub check_always_fails: bool,
    /// The differences, in the order of execution.
    pub changes: Vec<Change>,
    /// Smallest sets of differences that avoid the failure, as indices into [`Explanation::changes`]. The first one is
    /// what is told.
    pub slices: Vec<Vec<usize>>,
    /// Whether it is proved that no smaller set of these differences does.
    pub smallest: bool,
    /// The conditions that the failure depends on, the strongest only.
    pub causes: Vec<Cause>,
    /// Why there is no passing run, in a sentence without a full stop: then there is nothing but the chain.
    pub without_passing: Option<String>,
    /// Whether all candidates for causes were examined.
    pub causes_complete: bool,
    /// Whether a run that comes to the check fails whenever the causes that always hold do.
    pub causes_enough: bool,
    /// Whether some runs are cut off: what is said of all runs is said of those within the bounds.
    pub bounded: bool,
    /// What is found if nothing is taken for granted.
    pub unassumed: Option<Box<Explanation>>,
}

/// Where a step of a run comes from, as indices of earlier steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// The steps that gave the values which it uses.
    pub from: Vec<usize>,
    /// The decision, or the call, that led there.
    pub because: Option<usize>,
}

/// A line that a run does not come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// Its file.
    pub file: FileId,
    /// The line, from 1 on.
    pub line: u32,
    /// The function that it is in.
    pub function: String,
    /// Whether that is called at all.
    pub is_called: bool,
    /// The last decision that it was up to, as the index of a step.
    pub decision: Option<usize>,
}

/// What an input is called that shares its name with others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputAlias {
    /// The name that it shares.
    pub name: String,
    /// Which one of that name it is, counted from 1.
    pub number: usize,
    /// What it is called.
    pub alias: String,
}

/// A link of the chain that leads to a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainLink {
    /// What happened.
    pub kind: LinkKind,
    /// What the user wrote there.
    pub text: String,
    /// What it did in this run, with values; may be empty.
    pub note: String,
    /// Where.
    pub span: Span,
    /// In which function; empty for what is initialised before the program starts.
    pub function: String,
    /// Whether it is known that another value there, everything before unchanged, lets the run pass.
    pub matters: bool,
    /// Whether it is told even if not all is asked for.
    pub told: bool,
}

/// What happened at a link of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// A value came from outside.
    Input,
    /// A variable got a value.
    Assign,
    /// A condition was tested.
    Decision,
    /// A function was called.
    Call,
    /// A function returned.
    Return,
    /// A variable was declared without a value.
    Declaration,
    /// What is taken for granted: what a macro stands for, how long an array is.
    Definition,
    /// Memory was allocated.
    Allocation,
    /// Memory was freed.
    Free,
    /// What failed.
    Failure,
}

impl LinkKind {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LinkKind::Input => "input",
            LinkKind::Assign => "assign",
            LinkKind::Decision => "decision",
            LinkKind::Call => "call",
            LinkKind::Return => "return",
            LinkKind::Declaration => "declaration",
            LinkKind::Definition => "definition",
            LinkKind::Allocation => "allocation",
            LinkKind::Free => "free",
            LinkKind::Failure => "failure",
        }
    }
}

impl ChainLink {
    /// `` `best = run`: best becomes 3 ``
    #[must_use]
    pub fn sentence(&self) -> String {
        let text = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.kind {
            _ if self.note.is_empty() => format!("`{text}`"),
            LinkKind::Decision | LinkKind::Return | LinkKind::Allocation | LinkKind::Free | LinkKind::Definition => {
                format!("`{text}` {}", self.note)
            }
            LinkKind::Input | LinkKind::Assign | LinkKind::Call | LinkKind::Declaration | LinkKind::Failure => {
                format!("`{text}`: {}", self.note)
            }
        }
    }
}

/// The same step in both runs, or a step that only one of them executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// In the failing run, as an index into [`Counterexample::steps`].
    pub failing: Option<usize>,
    /// In the passing run, as an index into [`Explanation::steps`].
    pub passing: Option<usize>,
}

/// Something that was taken for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The condition as C writes it; nothing where it is only that its line is reached.
    pub text: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// Whether a run without it only ends at once, as at a filter of inputs.
    pub is_filter: bool,
}

/// A difference between the failing and the passing run.
#[derive(Clone, Debug)]
pub struct Change {
    /// What differs.
    pub kind: ChangeKind,
    /// The variable, or the condition as written.
    pub name: String,
    /// For an input that shares its name with others: the variable that takes its value.
    pub alias: Option<String>,
    /// The name with its version: `x#5`, `guard#2`.
    pub ssa: String,
    /// The value in the failing run, as C writes it.
    pub from: String,
    /// The value in the passing run.
    pub to: String,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: String,
    /// The step that it is the value of, as an index into [`Explanation::aligned`]; none for what no step of a run shows,
    /// such as the value of a variable where paths join.
    pub pair: Option<usize>,
    /// Whether it is only the value of an earlier change, passed on.
    pub is_copy: bool,
    /// Whether the failing run executes it.
    pub executed_failing: bool,
    /// Whether the passing run executes it.
    pub executed_passing: bool,
    /// Whether it is in the first slice.
    pub in_slice: bool,
}

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// An input.
    Input,
    /// The value that a variable is given.
    Assign,
    /// The value that a function returns.
    Return,
    /// The value that a variable has where paths join.
    Join,
    /// A branch, or the way of a `switch`.
    Guard,
}

/// A condition that the failure depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// As C writes it; it holds in the failing run.
    pub predicate: String,
    /// Whether it speaks of inputs only.
    pub inputs_only: bool,
    /// Whether no run within the bounds fails without it; otherwise it is a cause in runs like this one.
    pub always: bool,
}
