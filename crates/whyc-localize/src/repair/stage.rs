//! Runs of a program and of changed versions of it, by the interpreter, with the same inputs.
//!
//! A changed text is another program, with other ids. Inputs are therefore handed out by the name of the function that
//! asks, in the order in which it asks; uninitialised storage by the name of the variable.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use whyc_base::ids::Id;
use whyc_ir::block::STATUS_STREAM;
use whyc_ir::expr::ExprId;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::interp::env::set_bits;
use whyc_ir::interp::{At, End, Environment, Event, Interpreter, Limits, Target, Value};
use whyc_ir::layout;
use whyc_ir::program::{FunctionId, GlobalId, LocalId, LocalKind, Origin, Program};
use whyc_ir::property::{PropertyId, PropertyTable};
use whyc_ir::types::{IntKind, Type, TypeId};

use super::blame::Blame;
use super::lossy::Lossy;
use super::visible::{Variable, Visible};
use crate::runs::{FailingRun, Inputs, Recorded};

/// The variable that says which change is made, where a program holds many.
pub const PICK: &str = "__whyc_pick";

/// What asks for an input, in any version of the program.
type Key = u64;

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
}

/// A version of the program, prepared for runs.
pub struct Stage<'p> {
    program: &'p Program,
    interpreter: Interpreter<'p>,
    keys: FxHashMap<(FunctionId, InstrId), Key>,
    /// For each function, whether it is the program's own: neither a driver nor part of the library.
    is_own: Vec<bool>,
    /// Numbers that the program speaks of.
    numbers: &'p [u128],
    /// What those who try the program look at.
    visible: Visible,
}

/// What was seen of a run.
#[derive(Clone, Debug)]
pub struct Seen {
    /// How it ended.
    pub end: End,
    /// Whether it did what it should.
    pub passes: bool,
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
    /// Conversions that changed a number, by file and bytes; only if every value is watched.
    pub lossy: BTreeSet<(u32, u32, u32)>,
    /// The expressions that had a value; only if every value is watched.
    pub evaluated: FxHashSet<(FunctionId, ExprId)>,
    /// The instructions that it came to, as far as they leave a trace.
    pub visited: FxHashSet<(FunctionId, InstrId)>,
    /// The checks that it came to.
    pub checked: FxHashSet<PropertyId>,
}

/// How closely a run is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Only whether it passes.
    End,
    /// Also what it comes to.
    Everything,
}

impl<'p> Stage<'p> {
    /// Prepares a version of the program.
    pub fn new(program: &'p Program, properties: &PropertyTable, blame: &Blame, numbers: &'p [u128]) -> Self {
        Self::with(Interpreter::new(program, properties), program, blame, numbers)
    }

    /// Prepares a version of the program so that every value of a run can be seen.
    pub fn watched(program: &'p Program, properties: &PropertyTable, blame: &Blame, numbers: &'p [u128]) -> Self {
        Self::with(Interpreter::watched(program, properties), program, blame, numbers)
    }

    fn with(interpreter: Interpreter<'p>, program: &'p Program, blame: &Blame, numbers: &'p [u128]) -> Self {
        let is_own = program.functions.iter().map(|f| f.origin == Origin::User && blame.is_program(&f.name));
        let is_own: Vec<bool> = is_own.collect();
        let visible = Visible::new(program, &is_own);
        Self { program, interpreter, keys: keys(program), is_own, numbers, visible }
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
        Act { source, stdout: run.stdout.clone(), status: run.status, most_steps: None }
    }

    /// Runs with change `pick` made, for `most_steps` at most.
    pub fn run(&self, act: &Act, pick: u32, most_steps: u64, watch: Watch) -> Seen {
        let mut world = World {
            stage: self,
            source: &act.source,
            pick,
            watch,
            asked: FxHashMap::default(),
            stdout: Vec::new(),
            status: Vec::new(),
            calls: Vec::new(),
            cells: FxHashMap::default(),
            state: 0,
            hidden: 0,
            results: 0,
            inner: 0,
            lossy: Lossy::new(self.program),
            evaluated: FxHashSet::default(),
            visited: FxHashSet::default(),
            checked: FxHashSet::default(),
        };
        let most_steps = act.most_steps.map_or(most_steps, |own| own.min(most_steps));
        let limits = Limits { steps: most_steps, memory_bytes: 1 << 27 };
        let outcome = self.interpreter.run(&mut world, limits);
        let ended = matches!(outcome.end, End::Finished { .. } | End::Halted);
        let printed = act.stdout.as_ref().is_none_or(|expected| *expected == world.stdout);
        let status = act.status.is_none_or(|status| world.status == status.to_string().as_bytes());
        let World { stdout, status: ended_with, results, inner, lossy, evaluated, visited, checked, .. } = world;
        let passes = ended && printed && status;
        Seen {
            end: outcome.end,
            passes,
            steps: outcome.steps,
            stdout,
            status: ended_with,
            results,
            inner,
            lossy: lossy.found,
            evaluated,
            visited,
            checked,
        }
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

/// An activation.
struct Called {
    function: FunctionId,
    activation: u64,
    /// Whether someone else than the program asked for it.
    is_seen: bool,
    /// Whether whoever asked does something with what it gives.
    is_used: bool,
}

struct World<'s, 'p> {
    stage: &'s Stage<'p>,
    source: &'s Source,
    pick: u32,
    watch: Watch,
    asked: FxHashMap<Key, usize>,
    stdout: Vec<u8>,
    status: Vec<u8>,
    /// The activations that have begun and not ended.
    calls: Vec<Called>,
    /// What drivers and globals hold, as far as it was written.
    cells: FxHashMap<(u64, u64), u64>,
    state: u64,
    /// What they hold and nobody looks at.
    hidden: u64,
    results: u64,
    inner: u64,
    lossy: Lossy<'p>,
    evaluated: FxHashSet<(FunctionId, ExprId)>,
    visited: FxHashSet<(FunctionId, InstrId)>,
    checked: FxHashSet<PropertyId>,
}

impl World<'_, '_> {
    /// The next input of whoever asks here, and its number.
    fn next(&mut self, at: At) -> Option<(Key, usize)> {
        let key = *self.stage.keys.get(&(at.function, at.instr))?;
        let count = self.asked.entry(key).or_insert(0);
        *count += 1;
        Some((key, *count - 1))
    }

    fn recorded(&mut self, at: At) -> Option<Recorded> {
        let (key, n) = self.next(at)?;
        match self.source {
            Source::Known { sites, .. } => sites.get(&key)?.get(n).cloned(),
            Source::MadeUp(_) => None,
        }
    }

    fn fill(&mut self, at: At, bytes: &mut [u8]) {
        match self.source {
            Source::Known { .. } => {
                if let Some(Recorded::Cells(cells)) = self.recorded(at) {
                    for (offset_bits, bits, value) in cells {
                        set_bits(bytes, offset_bits, bits, value);
                    }
                }
            }
            // Storage that nobody set holds anything.
            Source::MadeUp(seed) => {
                let garbage = self.next(at).map_or(0, |(key, n)| hash((seed, key, n)));
                if !garbage.is_multiple_of(3) {
                    bytes.iter_mut().enumerate().for_each(|(k, byte)| *byte = (garbage >> (8 * (k % 7))) as u8);
                }
            }
        }
    }

    fn note_write(&mut self, target: Target, offset_bits: u64, bits: u64, value: Value<'_>) {
        let (owner, variable) = match target {
            Target::Local { activation, local } => {
                let Some(call) = self.calls.iter().rev().find(|call| call.activation == activation) else { return };
                let function = call.function;
                let known = &self.stage.program.functions[function];
                let is_named = known.locals[local].kind != LocalKind::Temporary;
                if self.stage.is_own[function.index()] || known.origin != Origin::User || !is_named {
                    return;
                }
                (hash((known.name.as_str(), local.index())), Variable::Local(function, local))
            }
            // Versions number them in other ways.
            Target::Global(global) => {
                let name = self.stage.program.globals[global].name.as_str();
                (hash(("global", name)), Variable::Global(global))
            }
            // Lists and trees are the program's own affair.
            Target::Block(_) => return,
        };
        let what = match value {
            Value::Scalar(bits) => hash(plain(bits)),
            Value::Bytes(bytes) => hash(bytes),
        };
        let new = hash((owner, offset_bits, bits, what));
        let old = self.cells.insert((owner, offset_bits), new).unwrap_or(0);
        match self.stage.visible.is_seen(variable, offset_bits, bits) {
            true => self.state ^= old ^ new,
            false => self.hidden ^= old ^ new,
        }
    }

    fn leave(&mut self, value: Option<Value<'_>>) {
        let Some(call) = self.calls.pop().filter(|call| call.is_seen) else { return };
        let what = match value {
            Some(Value::Scalar(bits)) => hash(plain(bits)),
            Some(Value::Bytes(bytes)) => hash(bytes),
            None => 0,
        };
        let name = self.stage.program.functions[call.function].name.as_str();
        self.results = hash((self.results, name, if call.is_used { what } else { 0 }, self.state));
        self.inner = hash((self.inner, name, what, self.state, self.hidden));
    }
}

/// A value without what may differ between versions: which object an address is in.
fn plain(bits: u128) -> u128 {
    match u64::try_from(bits) {
        Ok(word) if word >> 32 != 0 && layout::split_pointer(word).0 != 0 && word >> 62 == 0 => 1 << 127,
        _ => bits,
    }
}

impl Environment for World<'_, '_> {
    fn nondet(&mut self, at: At, ty: TypeId) -> u128 {
        match self.source {
            Source::Known { .. } => match self.recorded(at) {
                Some(Recorded::Value(value)) => value,
                Some(Recorded::Cells(_)) | None => 0,
            },
            Source::MadeUp(seed) => {
                let Some((key, n)) = self.next(at) else { return 0 };
                let is_outside = self.stage.program.functions[at.function].origin == Origin::Whyc;
                made_up(*seed, hash((seed, key, n)), self.stage, ty, is_outside)
            }
        }
    }

    fn storage(&mut self, at: At, _local: LocalId, bytes: &mut [u8]) {
        self.fill(at, bytes);
    }

    fn block(&mut self, at: At, _number: u32, bytes: &mut [u8]) {
        self.fill(at, bytes);
    }

    fn havoc(&mut self, at: At, _number: u32, bytes: &mut [u8]) {
        self.fill(at, bytes);
    }

    fn external(&mut self, global: GlobalId, bytes: &mut [u8]) {
        let name = &self.stage.program.globals[global].name;
        if name == PICK {
            bytes.iter_mut().zip(self.pick.to_le_bytes()).for_each(|(byte, known)| *byte = known);
            return;
        }
        if let Source::Known { parts, bytes: known, .. } = self.source {
            if let Some(content) = known.get(name) {
                bytes.iter_mut().zip(content).for_each(|(byte, &known)| *byte = known);
            }
            for &(offset_bits, bits, value) in parts.get(name).map_or(&[][..], Vec::as_slice) {
                set_bits(bytes, offset_bits, bits, value);
            }
        }
    }

    fn missing_result(&mut self, at: At, _function: FunctionId, bytes: &mut [u8]) {
        if let Some(Recorded::Value(value)) = self.recorded(at) {
            let width = (bytes.len() * 8).min(128) as u32;
            set_bits(bytes, 0, width, value);
        }
    }

    fn value(&mut self, at: At, expr: ExprId, value: u128) -> u128 {
        if self.stage.program.functions[at.function].origin == Origin::User {
            self.lossy.value(at, expr, value);
            self.evaluated.insert((at.function, expr));
        }
        value
    }

    fn event(&mut self, at: At, event: Event<'_>) {
        match event {
            Event::Output { stream: 1, bytes } => self.stdout.extend_from_slice(bytes),
            Event::Output { stream: STATUS_STREAM, bytes } => self.status.extend_from_slice(bytes),
            _ => {}
        }
        if self.watch == Watch::End {
            return;
        }
        self.visited.insert((at.function, at.instr));
        match event {
            Event::Enter { function, activation, .. } => {
                let is_seen = self.stage.is_own[function.index()]
                    && !self.calls.last().is_some_and(|call| self.stage.is_own[call.function.index()]);
                let caller = self.stage.program.functions[at.function].body.as_ref();
                let is_used =
                    caller.is_none_or(|body| !matches!(body.instrs[at.instr].kind, InstrKind::Call { dest: None, .. }));
                self.calls.push(Called { function, activation, is_seen, is_used });
            }
            Event::Leave { value } => self.leave(value),
            Event::Assign { target, offset_bits, bits, value } => self.note_write(target, offset_bits, bits, value),
            Event::Check { property, .. } => {
                self.checked.insert(property);
            }
            _ => {}
        }
    }
}

/// The characters that texts are made up of.
const LETTERS: &[u8] = b"0123456789 \n-+aAbBzZxX*/.,_:";

/// A value that is worth a try: small ones, those that the program speaks of and their neighbours, extreme ones, any.
fn made_up(seed: u64, random: u64, stage: &Stage<'_>, ty: TypeId, is_outside: bool) -> u128 {
    let (how, which) = (hash((seed, 7)) % 12, hash((random, 3)));
    let how = if how < 6 { how } else { hash((random, 5)) % 10 };
    let letter = || u128::from(LETTERS[(which % LETTERS.len() as u64) as usize]);
    let kind = match stage.program.types.get(ty) {
        Type::Bool => return u128::from(which & 1),
        Type::Int(kind) => *kind,
        Type::Float(_) => return u128::from((which % 17) as i32 as u32) << 52 >> 1,
        _ => IntKind::Int,
    };
    if is_outside && kind.bits() <= 32 {
        // A character of a text, or its end.
        return match which % 11 {
            0 => u128::MAX,
            1 | 2 => u128::from(which % 4),
            _ => letter(),
        };
    }
    if kind.bits() == 8 && how > 2 {
        return match which % 5 {
            0 => u128::from(which >> 8 & 0xff),
            1 => 0,
            2 => near_known(stage, which),
            _ => letter(),
        };
    }
    match how {
        0 => u128::from(which % 2),
        1 => u128::from(which % 5),
        2 => u128::from(which % 13),
        3 => u128::from(which % 101),
        4 => (i128::from(which % 25) - 12) as u128,
        5 | 6 => near_known(stage, which),
        7 => ((1u128 << (kind.bits() - 1)) - 1).wrapping_add(u128::from(which % 4)),
        8 => u128::from(which % 45),
        _ => u128::from(which) | u128::from(which) << 64,
    }
}

fn near_known(stage: &Stage<'_>, which: u64) -> u128 {
    let numbers = stage.numbers;
    let Some(&number) = numbers.get((which >> 8) as usize % numbers.len().max(1)) else {
        return u128::from(which % 9);
    };
    number.wrapping_add(u128::from(which % 3)).wrapping_sub(1)
}
