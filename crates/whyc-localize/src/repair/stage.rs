//! Runs of a program and of changed versions of it, by the interpreter, with the same inputs.
//!
//! A changed text is another program, with other ids. Inputs are therefore handed out by the name of the function that
//! asks, in the order in which it asks; uninitialised storage by the name of the variable.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use whyc_ir::expr::ExprId;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::interp::{End, Interpreter, Limits};
use whyc_ir::program::{FunctionId, Origin, Program};
use whyc_ir::property::{Property, PropertyId, PropertyTable};

use super::blame::Blame;
use super::unread::{Stores, Traffic};
use super::visible::Visible;
use super::world::World;
use crate::runs::{FailingRun, Inputs, Recorded};

/// The variable that says which change is made, where a program holds many.
pub const PICK: &str = "__whyc_pick";

/// What asks for an input, in any version of the program.
pub type Key = u64;

/// An input: what asks for it, and how often it has done so before.
pub type Asked = (Key, usize);

/// What a call of one of the program's own functions has done.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The function, by the hash of its name.
    pub function: u64,
    /// What it has given.
    pub result: u64,
    /// What it has written, by variables and their fields: of several elements of an array all together.
    pub written: Vec<(u64, u64)>,
}

/// Where the inputs of a run come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// They are known.
    Known {
        /// By who asks, in order.
        sites: FxHashMap<Key, Vec<Recorded>>,
        /// Parts of variables without definition, by name.
        parts: FxHashMap<String, Vec<(u64, u32, u128)>>,
        /// Bytes of such variables.
        bytes: FxHashMap<String, Vec<u8>>,
    },
    /// They are made up, from this number.
    MadeUp(u64),
}

/// A run, by its inputs, and what is expected of it.
#[derive(Clone, Debug)]
pub struct Act {
    /// Its inputs.
    pub source: Source,
    /// What it should print.
    pub stdout: Option<Vec<u8>>,
    /// Its exit status.
    pub status: Option<u8>,
    /// How far a changed program may run, if that is known: a little further than this one does.
    pub most_steps: Option<u64>,
    /// Its name, if it has one.
    pub name: String,
    /// Whether it may come to break a rule that the right program may break as well: tests do that pass.
    pub may_break: bool,
    /// An input that is larger by so much than the source says.
    pub shaken: Option<(Asked, u128)>,
}

/// A version of the program, prepared for runs.
pub struct Stage<'p> {
    pub(super) program: &'p Program,
    interpreter: Interpreter<'p>,
    /// Whether every value of a run can be seen.
    pub(super) is_watched: bool,
    pub(super) keys: FxHashMap<(FunctionId, InstrId), Key>,
    /// For each function, whether it is the program's own: neither a driver nor part of the library.
    pub(super) is_own: Vec<bool>,
    /// Numbers that the program speaks of.
    pub(super) numbers: &'p [u128],
    /// What those who try the program look at.
    pub(super) visible: Visible,
    /// Rules that the right program may break as well.
    excused: FxHashSet<PropertyId>,
}

/// What was seen of a run.
#[derive(Clone, Debug)]
pub struct Seen {
    /// How it ended.
    pub end: End,
    /// Whether it did what it should.
    pub passes: bool,
    /// Whether it ended where it broke a rule that the right program may break as well.
    pub is_excused: bool,
    /// How many instructions it took.
    pub steps: u64,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// Its exit status, as a number is written.
    pub status: Vec<u8>,
    /// What whoever calls the program's own functions can see of them.
    pub results: u64,
    /// The same with what they leave in memory and nobody looks at.
    pub inner: u64,
    /// How many blocks were allocated and not freed.
    pub n_kept: usize,
    /// The program's own functions that others have called, by the hashes of their names.
    pub entered: Vec<u64>,
    /// What each of these calls that has ended has done.
    pub outcomes: Vec<Outcome>,
    /// The inputs that it asked for.
    pub inputs: Vec<Asked>,
    /// Conversions that changed a number, by file and bytes; only if every value is watched.
    pub lossy: BTreeSet<(u32, u32, u32)>,
    /// What becomes of variables; only if every value is watched.
    pub traffic: Traffic,
    /// Which statements store what is read later; only if every value is watched.
    pub stores: Stores,
    /// The expressions that had a value; only if every value is watched.
    pub evaluated: FxHashSet<(FunctionId, ExprId)>,
    /// The instructions that it came to, as far as they leave a trace.
    pub visited: FxHashSet<(FunctionId, InstrId)>,
    /// The conditions that it came to, and how they were decided.
    pub branches: FxHashSet<(FunctionId, InstrId, bool)>,
    /// The checks that it came to.
    pub checked: FxHashSet<PropertyId>,
}

impl Seen {
    /// Whether whoever calls the program's own functions, or reads what is printed, sees the same as in another run. What keeps
    /// more blocks is not the same.
    #[must_use]
    pub fn is_as(&self, before: &Self) -> bool {
        // What is not followed to its end is not compared.
        self.is_excused
            || self.results == before.results && self.stdout == before.stdout && self.n_kept <= before.n_kept
    }
}

/// How closely a run is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Only whether it passes: it ends when that is known.
    Passes,
    /// How it ends.
    End,
    /// Also what it comes to.
    Everything,
}

impl<'p> Stage<'p> {
    /// Prepares a version of the program.
    pub fn new(program: &'p Program, properties: &PropertyTable, blame: &Blame, numbers: &'p [u128]) -> Self {
        Self::with((Interpreter::new(program, properties), false), (program, properties), blame, numbers)
    }

    /// Prepares a version of the program so that every value of a run can be seen.
    pub fn watched(program: &'p Program, properties: &PropertyTable, blame: &Blame, numbers: &'p [u128]) -> Self {
        Self::with((Interpreter::watched(program, properties), true), (program, properties), blame, numbers)
    }

    fn with(
        (interpreter, is_watched): (Interpreter<'p>, bool),
        (program, properties): (&'p Program, &PropertyTable),
        blame: &Blame,
        numbers: &'p [u128],
    ) -> Self {
        let is_own = program.functions.iter().map(|f| f.origin == Origin::User && blame.is_program(&f.name));
        let is_own: Vec<bool> = is_own.collect();
        let visible = Visible::new(program, &is_own);
        let is_excused = |(_, property): &(PropertyId, &Property)| blame.excuses(program, property);
        let excused = properties.all().iter_enumerated().filter(is_excused).map(|(id, _)| id).collect();
        Self { program, interpreter, is_watched, keys: keys(program), is_own, numbers, visible, excused }
    }

    /// A run as any version of the program can make it.
    pub fn act(&self, run: &FailingRun) -> Act {
        let source = match &run.inputs {
            Inputs::Terms { order, globals, .. } => Source::Known {
                sites: {
                    let mut sites: FxHashMap<Key, Vec<Recorded>> = FxHashMap::default();
                    for (at, recorded) in order {
                        if let Some(key) = self.keys.get(at) {
                            sites.entry(*key).or_default().push(recorded.clone());
                        }
                    }
                    sites
                },
                parts: globals.iter().map(|(&g, p)| (self.program.globals[g].name.clone(), p.clone())).collect(),
                bytes: FxHashMap::default(),
            },
            Inputs::Globals(bytes) => {
                Source::Known { sites: FxHashMap::default(), parts: FxHashMap::default(), bytes: bytes.clone() }
            }
        };
        let (stdout, status) = (run.stdout.clone(), run.status);
        Act { source, stdout, status, most_steps: None, name: run.name.clone(), may_break: false, shaken: None }
    }

    /// Runs with change `pick` made, for `most_steps` at most.
    pub fn run(&self, act: &Act, pick: u32, most_steps: u64, watch: Watch) -> Seen {
        let mut world = World::new(self, act, pick, watch);
        let most_steps = act.most_steps.map_or(most_steps, |own| own.min(most_steps));
        let limits = Limits { steps: most_steps, memory_bytes: 1 << 27 };
        let outcome = self.interpreter.run(&mut world, limits);
        let ended = matches!(outcome.end, End::Finished { .. } | End::Halted);
        let printed = act.stdout.as_ref().is_none_or(|expected| *expected == world.stdout);
        let status = act.status.is_none_or(|status| world.status == status.to_string().as_bytes());
        let is_excused = act.may_break && matches!(outcome.end, End::Failed(rule) if self.excused.contains(&rule));
        let passes = is_excused || (ended && printed && status);
        Seen { passes, is_excused, ..world.seen(outcome.end, outcome.steps) }
    }
}

/// A number that stands for something, the same in every run of whyc.
pub(super) fn hash(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    // The lower bits of that hash are poor.
    let mixed = hasher.finish();
    (mixed ^ (mixed >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (mixed >> 32)
}

fn keys(program: &Program) -> FxHashMap<(FunctionId, InstrId), Key> {
    let mut found = FxHashMap::default();
    for (id, function) in program.functions.iter_enumerated() {
        let Some(body) = &function.body else { continue };
        let mut n_blocks = 0u32;
        let mut n_named: FxHashMap<&str, u32> = FxHashMap::default();
        for (at, instr) in body.instrs.iter_enumerated() {
            let which = match &instr.kind {
                // A variant may ask once more in the text: the order in which a run asks is what stays.
                InstrKind::Nondet { .. } => hash("input"),
                InstrKind::Declare(local) => {
                    let n = n_named.entry(function.locals[*local].name.as_str()).or_default();
                    *n += 1;
                    hash(("storage", &function.locals[*local].name, *n))
                }
                InstrKind::Block(_) => {
                    n_blocks += 1;
                    hash(("block", n_blocks))
                }
                InstrKind::Call { .. } => hash("call"),
                _ => continue,
            };
            found.insert((id, at), hash((function.name.as_str(), which)));
        }
    }
    found
}
