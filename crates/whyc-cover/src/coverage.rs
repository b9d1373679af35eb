//! What was found out, as plain data.

use std::collections::{BTreeMap, BTreeSet};

use whyc_base::source::SourceMap;
use whyc_base::status::Limit;
use whyc_debug::replay::ReplayScript;
use whyc_report::replay::plain::Plain;

use crate::boost::Boosted;
use crate::goal::{Goal, Key, Kind};
use crate::holes::Hole;

/// What runs of a program cover.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The texts.
    pub sources: SourceMap,
    /// The files that were given.
    pub files: Vec<String>,
    /// The goals, in the order of the source, with what is known of each.
    pub goals: Vec<(Goal, Status)>,
    /// The name of the function of each goal.
    pub functions: Vec<String>,
    /// The runs that are kept.
    pub runs: Vec<Covering>,
    /// How many runs were found.
    pub n_found: usize,
    /// The user's functions that no call leads to.
    pub uncalled: Vec<String>,
    /// How far runs were followed.
    pub extent: Extent,
    /// The cross products.
    pub crosses: Vec<Crossed>,
    /// How random runs were made, if it was by these.
    pub boosted: Option<Boosted>,
}

/// What is known of a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// This run reaches it.
    Covered(usize),
    /// No run does.
    Unreachable {
        /// Why, in sentences without a full stop.
        because: Vec<String>,
    },
    /// No run does within the bounds, or in the world as it is limited.
    NotWithin,
    /// That is not known.
    Undecided(String),
}

impl Status {
    /// The name for programs.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Status::Covered(_) => "covered",
            Status::Unreachable { .. } => "unreachable",
            Status::NotWithin => "not-within-bounds",
            Status::Undecided(_) => "undecided",
        }
    }
}

/// How often each combination of the cross products was met: which one, and its values.
pub type Tuples = BTreeMap<(u32, Vec<u128>), u64>;

/// A run that covers something.
#[derive(Clone, Debug)]
pub struct Covering {
    /// What it takes from outside: names and values, as C writes them.
    pub inputs: Vec<(String, String)>,
    /// The arguments and standard input, if these are all.
    pub plain: Option<Plain>,
    /// How it ends.
    pub end: RunEnd,
    /// The goals that it meets.
    pub keys: BTreeSet<Key>,
    /// How often it meets each combination of the cross products.
    pub tuples: Tuples,
    /// What it prints.
    pub output: Vec<u8>,
    /// Its exit status, if it has one.
    pub status: Option<u8>,
    /// What it takes from outside, for a test that does the same.
    pub script: ReplayScript,
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// By itself, and nothing is violated.
    Passes,
    /// It violates this property.
    Fails {
        /// Its name.
        property: String,
        /// Where.
        line: u32,
    },
    /// It goes on beyond the bounds, or to something that is not modelled.
    GoesOn,
}

/// How far runs were followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The loops and recursions that some run follows further: name, bound, line.
    pub cuts: Vec<(String, u32, u32)>,
    /// What is not modelled and can be reached, with its line.
    pub unmodelled: Vec<(String, u32)>,
    /// What the world was limited to.
    pub limits: Vec<Limit>,
    /// Why the search ended before its time.
    pub stopped: Option<String>,
}

impl Extent {
    /// Whether every run was followed to its end.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.cuts.is_empty() && self.unmodelled.is_empty() && self.limits.is_empty() && self.stopped.is_none()
    }
}

/// What is known of a cross product.
#[derive(Clone, Debug)]
pub struct Crossed {
    /// The expressions, each with its values.
    pub attributes: Vec<(String, Vec<String>)>,
    /// Where they are looked at.
    pub line: u32,
    /// The combinations: values by their positions, the position of the goal.
    pub tasks: Vec<(Vec<usize>, usize)>,
    /// The largest groups of combinations that no run meets, with the reasons.
    pub holes: Vec<(Hole, Vec<String>)>,
    /// Whether that no run meets them is a promise.
    pub is_promise: bool,
}

impl Covering {
    /// What it takes from outside, in words.
    #[must_use]
    pub fn given(&self) -> String {
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).escape_debug().to_string();
        let Some(plain) = &self.plain else {
            let inputs: Vec<String> = self.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            return if inputs.is_empty() { "no inputs".to_owned() } else { inputs.join(", ") };
        };
        let args: Vec<String> = plain.args.iter().map(|word| format!("\"{}\"", shown(word.as_bytes()))).collect();
        let stdin = if plain.stdin.is_empty() { String::new() } else { format!("input \"{}\"", shown(&plain.stdin)) };
        match (args.is_empty(), plain.stdin.is_empty()) {
            (true, true) if self.inputs.is_empty() => "no inputs".to_owned(),
            (true, true) => "no arguments, no input".to_owned(),
            (true, false) => stdin,
            (false, true) => format!("arguments {}", args.join(" ")),
            (false, false) => format!("arguments {}, {stdin}", args.join(" ")),
        }
    }
}

/// Numbers for a summary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All goals.
    pub all: usize,
    /// Those that some run reaches.
    pub covered: usize,
    /// Those that no run reaches.
    pub unreachable: usize,
    /// Those that no run reaches within the bounds.
    pub not_within: usize,
    /// Those that are open.
    pub undecided: usize,
}

impl Coverage {
    /// Whether nothing is open because runs were not followed, or not all of them were looked at.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.extent.is_complete() && self.boosted.is_none()
    }

    /// The numbers of goals of a kind, or of all.
    #[must_use]
    pub fn counts(&self, kind: Option<Kind>) -> Counts {
        let mut counts = Counts::default();
        for (goal, status) in &self.goals {
            if kind.is_some_and(|kind| goal.key.kind() != kind) {
                continue;
            }
            counts.all += 1;
            match status {
                Status::Covered(_) => counts.covered += 1,
                Status::Unreachable { .. } => counts.unreachable += 1,
                Status::NotWithin => counts.not_within += 1,
                Status::Undecided(_) => counts.undecided += 1,
            }
        }
        counts
    }

    /// Whether a run that is kept violates nothing and ends.
    #[must_use]
    pub fn is_test(run: &Covering) -> bool {
        run.end == RunEnd::Passes
    }
}
