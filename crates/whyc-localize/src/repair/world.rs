//! What surrounds a run: it hands out inputs, and notes what can be seen.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::Id;
use whyc_ir::block::STATUS_STREAM;
use whyc_ir::expr::ExprId;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::interp::env::set_bits;
use whyc_ir::interp::{At, End, Environment, Event, Target, Value};
use whyc_ir::layout;
use whyc_ir::program::{FunctionId, GlobalId, GlobalKind, LocalId, LocalKind, Origin};
use whyc_ir::property::PropertyId;
use whyc_ir::types::TypeId;

use super::lossy::Lossy;
use super::made_up::made_up;
use super::spot::{content, field, spot};
use super::stage::{Act, Asked, Key, Outcome, PICK, Seen, Source, Stage, Watch, hash};
use super::unread::{Stores, Traffic};
use super::visible::Variable;
use crate::runs::Recorded;

/// An activation.
struct Called {
    function: FunctionId,
    activation: u64,
    /// Whether someone else than the program asked for it.
    is_seen: bool,
    /// Whether whoever asked does something with what it gives.
    is_used: bool,
}

/// A pointer that was written to a cell: the cell, what it holds since, what it would hold if the pointer were null, and whether
/// anyone looks there.
type Pointing = ((u64, u64), u64, u64, bool);

/// What surrounds a run.
pub struct World<'s, 'p> {
    stage: &'s Stage<'p>,
    source: &'s Source,
    shaken: Option<(Asked, u128)>,
    pick: u32,
    watch: Watch,
    asked: FxHashMap<Key, usize>,
    inputs: Vec<Asked>,
    /// What should be printed, if nothing else matters any more once something else is.
    wanted: Option<&'s [u8]>,
    /// What was printed.
    pub stdout: Vec<u8>,
    /// The exit status, as a number is written.
    pub status: Vec<u8>,
    /// The activations that have begun and not ended.
    calls: Vec<Called>,
    /// What drivers and globals hold, as far as it was written.
    cells: FxHashMap<(u64, u64), u64>,
    /// The cells that point to each block.
    pointing: FxHashMap<u32, Vec<Pointing>>,
    n_kept: usize,
    /// What the program's own function that others have called has written: by cell, the field that it belongs to, and what it holds.
    written: FxHashMap<(u64, u64), (u64, u64)>,
    entered: Vec<u64>,
    outcomes: Vec<Outcome>,
    state: u64,
    /// What they hold and nobody looks at.
    hidden: u64,
    results: u64,
    inner: u64,
    lossy: Lossy<'p>,
    traffic: Traffic,
    stores: Stores,
    evaluated: FxHashSet<(FunctionId, ExprId)>,
    visited: FxHashSet<(FunctionId, InstrId)>,
    branches: FxHashSet<(FunctionId, InstrId, bool)>,
    checked: FxHashSet<PropertyId>,
}

impl<'s, 'p> World<'s, 'p> {
    /// Nothing has happened yet.
    pub fn new(stage: &'s Stage<'p>, act: &'s Act, pick: u32, watch: Watch) -> Self {
        Self {
            stage,
            source: &act.source,
            shaken: act.shaken,
            pick,
            watch,
            asked: FxHashMap::default(),
            inputs: Vec::new(),
            // What may break a rule need not print what is expected before.
            wanted: act.stdout.as_deref().filter(|_| watch == Watch::Passes && !act.may_break),
            stdout: Vec::new(),
            status: Vec::new(),
            calls: Vec::new(),
            cells: FxHashMap::default(),
            pointing: FxHashMap::default(),
            n_kept: 0,
            written: FxHashMap::default(),
            entered: Vec::new(),
            outcomes: Vec::new(),
            state: 0,
            hidden: 0,
            results: 0,
            inner: 0,
            lossy: Lossy::new(stage.program),
            traffic: Traffic::default(),
            stores: Stores::default(),
            evaluated: FxHashSet::default(),
            visited: FxHashSet::default(),
            branches: FxHashSet::default(),
            checked: FxHashSet::default(),
        }
    }

    /// What was seen of a run that has ended.
    pub fn seen(self, end: End, steps: u64) -> Seen {
        Seen {
            passes: matches!(end, End::Finished { .. } | End::Halted),
            is_excused: false,
            end,
            steps,
            stdout: self.stdout,
            status: self.status,
            results: self.results,
            inner: self.inner,
            n_kept: self.n_kept,
            entered: self.entered,
            outcomes: self.outcomes,
            inputs: self.inputs,
            lossy: self.lossy.found,
            traffic: self.traffic,
            stores: self.stores,
            evaluated: self.evaluated,
            visited: self.visited,
            branches: self.branches,
            checked: self.checked,
        }
    }

    /// A variable of the program under test that a person has named, in watched runs; by a hash that is the same in every version.
    fn watched_variable(&self, target: Target) -> Option<u64> {
        if !self.stage.is_watched {
            return None;
        }
        let program = self.stage.program;
        let (function, name) = match target {
            Target::Global(global) => ("", &program.globals[global].name),
            Target::Local { activation, local } => {
                let call = self.calls.iter().rev().find(|call| call.activation == activation)?;
                let function = &program.functions[call.function];
                self.stage.is_own[call.function.index()].then_some(())?;
                (function.name.as_str(), &function.locals[local].name)
            }
            Target::Block(_) => return None,
        };
        (!name.is_empty()).then(|| hash(("variable", function, name)))
    }

    /// Whether something is an argument: storage that is given to the program as its own. The standard input is not.
    fn is_given(&self, target: Target) -> bool {
        let Target::Global(global) = target else { return false };
        let global = &self.stage.program.globals[global];
        global.kind == GlobalKind::External && !global.is_const
    }

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
        let is_inside = self.calls.iter().any(|call| call.is_seen);
        let (owner, variable, ty) = match target {
            Target::Local { activation, local } => {
                let Some(call) = self.calls.iter().rev().find(|call| call.activation == activation) else { return };
                let function = call.function;
                let known = &self.stage.program.functions[function];
                let is_named = known.locals[local].kind != LocalKind::Temporary;
                if self.stage.is_own[function.index()] || known.origin != Origin::User || !is_named {
                    return;
                }
                (hash((known.name.as_str(), local.index())), Variable::Local(function, local), known.locals[local].ty)
            }
            // Versions number them in other ways.
            Target::Global(global) => {
                let known = &self.stage.program.globals[global];
                (hash(("global", known.name.as_str())), Variable::Global(global), known.ty)
            }
            // Lists and trees are the program's own affair.
            Target::Block(number) => {
                if is_inside {
                    let what = match value {
                        Value::Scalar(bits) => hash(plain(bits)),
                        Value::Bytes(bytes) => hash(bytes),
                    };
                    let owner = hash(("block", number));
                    let holds = hash((owner, offset_bits, bits, what));
                    self.written.insert((owner, offset_bits), (hash("block"), holds));
                }
                return;
            }
        };
        // What is written there, whatever the layout is.
        let types = &self.stage.program.types;
        let at = spot(types, ty, offset_bits);
        let (size, what) = match value {
            Value::Scalar(held) => (bits, hash(plain(held))),
            Value::Bytes(bytes) => (0, content(types, ty, offset_bits, bytes)),
        };
        let cell = (owner, at);
        let holding = |what: u64| hash((owner, at, size, what));
        let new = holding(what);
        if is_inside {
            self.written.insert(cell, (hash((owner, field(types, ty, offset_bits))), new));
        }
        let is_seen = self.stage.visible.is_seen(variable, offset_bits, bits);
        self.put(cell, new, is_seen);
        if let Value::Scalar(pointer) = value
            && plain(pointer) != pointer
        {
            let object = layout::split_pointer(pointer as u64).0;
            self.pointing.entry(object).or_default().push((cell, new, holding(hash(0u128)), is_seen));
        }
    }

    fn put(&mut self, cell: (u64, u64), new: u64, is_seen: bool) {
        let old = self.cells.insert(cell, new).unwrap_or(0);
        match is_seen {
            true => self.state ^= old ^ new,
            false => self.hidden ^= old ^ new,
        }
    }

    /// A pointer to what was freed says no more than none.
    fn forget(&mut self, block: u32) {
        for (cell, held, null, is_seen) in self.pointing.remove(&block).unwrap_or_default() {
            if self.cells.get(&cell) == Some(&held) {
                self.put(cell, null, is_seen);
            }
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
        let mut written: Vec<(u64, u64)> = self.written.drain().map(|(_, it)| it).collect();
        written.sort_unstable();
        written.dedup_by(|next, first| {
            let is_same = next.0 == first.0;
            if is_same {
                first.1 ^= next.1;
            }
            is_same
        });
        self.outcomes.push(Outcome { function: hash(name), result: if call.is_used { what } else { 0 }, written });
    }
}

/// A number for some storage of a run.
fn storage(target: Target) -> u64 {
    match target {
        Target::Global(global) => hash(("global", global.index())),
        Target::Local { activation, local } => hash(("local", activation, local.index())),
        Target::Block(number) => hash(("block", number)),
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
        let Some(asked) = self.next(at) else { return 0 };
        self.inputs.push(asked);
        let (key, n) = asked;
        let value = match self.source {
            Source::Known { sites, .. } => match sites.get(&key).and_then(|known| known.get(n)) {
                Some(Recorded::Value(value)) => *value,
                Some(Recorded::Cells(_)) | None => 0,
            },
            Source::MadeUp(seed) => {
                let is_outside = self.stage.program.functions[at.function].origin == Origin::Whyc;
                made_up(*seed, hash((seed, key, n)), self.stage, ty, is_outside)
            }
        };
        match self.shaken {
            Some((which, more)) if which == asked => value.wrapping_add(more),
            _ => value,
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

    fn has_seen_enough(&self) -> bool {
        self.wanted.is_some_and(|wanted| !wanted.starts_with(&self.stdout))
    }

    fn event(&mut self, at: At, event: Event<'_>) {
        match event {
            Event::Output { stream: 1, bytes } => self.stdout.extend_from_slice(bytes),
            Event::Output { stream: STATUS_STREAM, bytes } => self.status.extend_from_slice(bytes),
            _ => {}
        }
        if self.watch != Watch::Everything {
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
                if is_seen {
                    self.written.clear();
                    self.entered.push(hash(self.stage.program.functions[function].name.as_str()));
                }
                self.calls.push(Called { function, activation, is_seen, is_used });
            }
            Event::Leave { value } => self.leave(value),
            Event::Branch { cond, .. } => {
                self.branches.insert((at.function, at.instr, cond));
            }
            Event::Allocate { number: Some(_), .. } => self.n_kept += 1,
            Event::Free { number } => {
                self.n_kept = self.n_kept.saturating_sub(1);
                self.forget(number);
            }
            Event::Assign { target, offset_bits, bits, value } => {
                if self.stage.is_watched {
                    let by = self.stage.is_own[at.function.index()].then_some((at.function, at.instr));
                    self.stores.write(storage(target), (offset_bits, bits), by);
                }
                if let Some(variable) = self.watched_variable(target) {
                    self.traffic.write(variable);
                }
                self.note_write(target, offset_bits, bits, value);
            }
            Event::Read { target, offset_bits, bits } => {
                if self.stage.is_watched {
                    self.stores.read(storage(target), (offset_bits, bits), (at.function, at.instr));
                }
                if let Some(variable) = self.watched_variable(target) {
                    self.traffic.read(variable);
                    if self.is_given(target) {
                        let bytes = offset_bits / 8..(offset_bits + bits).div_ceil(8);
                        self.traffic.given.extend(bytes.map(|byte| (variable, byte)));
                    }
                }
            }
            Event::Check { property, .. } => {
                self.checked.insert(property);
            }
            _ => {}
        }
    }
}
