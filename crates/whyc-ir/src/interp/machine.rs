//! The machine: fetch an operation, do it.

mod ops;

use crate::instr::{InstrId, InstrKind};
use crate::layout;
use crate::program::{FunctionId, GlobalKind, LocalId, Program};
use crate::property::PropertyId;

use super::code::{Code, Due, FunctionCode, LibraryCall, Op, Scalar};
use super::env::{At, Environment, Event};
use super::float;
use super::memory::{Memory, NoRoom, State};
use super::value::{as_input, move_address, number};
use super::{End, Limits, Outcome};

/// What an operation yields, unless the run ends.
pub(super) type Flow<T> = Result<T, Box<End>>;

/// From so many objects on, a new life of a variable is no new object unless the environment says so.
const MANY_OBJECTS: u32 = 1 << 22;

/// A run in progress.
pub(super) struct Machine<'a, E: ?Sized> {
    pub(super) program: &'a Program,
    pub(super) code: &'a Code,
    pub(super) env: &'a mut E,
    pub(super) memory: Memory,
    pub(super) memory_limit: u64,
    /// Scalars.
    pub(super) values: Vec<u128>,
    /// Records and arrays.
    pub(super) bytes: Vec<u8>,
    /// The activation that runs.
    pub(super) frame: Frame<'a>,
    /// Those that wait for it, outermost first.
    pub(super) frames: Vec<Frame<'a>>,
    /// The blocks that end with an activation, with how many activations were below it.
    pub(super) frame_blocks: Vec<(usize, u32)>,
    pub(super) n_activations: u64,
    steps: u64,
    step_limit: u64,
}

/// An activation.
pub(super) struct Frame<'a> {
    pub(super) code: &'a FunctionCode,
    pub(super) function: FunctionId,
    /// The next operation.
    pub(super) pc: usize,
    /// The instruction it belongs to.
    pub(super) instr: InstrId,
    /// Where its locals begin in memory.
    pub(super) base: usize,
    /// The number of its first address-taken local.
    pub(super) objects: u32,
    pub(super) activation: u64,
    /// Whether its result is used.
    pub(super) wanted: bool,
    /// The call in the user's code that a model works for; none in the user's code itself.
    pub(super) call: LibraryCall<'a>,
    /// Address-taken locals, by their position, that have another number since a later life of theirs.
    pub(super) renumbered: Vec<(u32, u32)>,
}

impl Frame<'_> {
    /// The number of the address-taken local at a position.
    #[inline]
    pub(super) fn number(&self, position: u32) -> u32 {
        let again = self.renumbered.iter().find(|&&(at, _)| at == position);
        again.map_or(self.objects + position, |&(_, number)| number)
    }
}

impl<'a, E: Environment + ?Sized> Machine<'a, E> {
    /// Runs the program from its `start`.
    pub(super) fn run(program: &'a Program, code: &'a Code, env: &'a mut E, limits: Limits) -> Outcome {
        // Positions in memory have 32 bits.
        let memory_limit = limits.memory_bytes.min(u64::from(u32::MAX));
        if code.global_bytes > memory_limit {
            return Outcome { end: End::MemoryLimit, steps: 0 };
        }
        let start = program.start;
        let Some(start_code) = &code.functions[start] else {
            let what = "a program without a start".to_owned();
            return Outcome { end: End::Unsupported { function: start, instr: InstrId(0), what }, steps: 0 };
        };
        let mut memory = Memory::new(program, code.globals.iter(), code.global_bytes);
        for (id, global) in program.globals.iter_enumerated() {
            let extent = code.globals[id];
            let bytes = &mut memory.bytes[extent.start as usize..(extent.start + extent.size) as usize];
            match &global.kind {
                GlobalKind::Variable => {}
                GlobalKind::String(text) => bytes.iter_mut().zip(text).for_each(|(byte, &c)| *byte = c),
                GlobalKind::External => env.external(id, bytes),
            }
        }
        let (instr, base, objects) = (InstrId(0), memory.bytes.len(), memory.next_object());
        let frame = Frame {
            code: start_code,
            function: start,
            pc: 0,
            instr,
            base,
            objects,
            activation: 0,
            wanted: false,
            call: LibraryCall::default(),
            renumbered: Vec::new(),
        };
        let mut machine = Self {
            program,
            code,
            env,
            memory,
            memory_limit,
            values: Vec::new(),
            bytes: Vec::new(),
            frame,
            frames: Vec::new(),
            frame_blocks: Vec::new(),
            n_activations: 0,
            steps: 0,
            step_limit: limits.steps,
        };
        let end = machine.exec(start_code);
        Outcome { end, steps: machine.steps }
    }

    fn exec(&mut self, start: &'a FunctionCode) -> End {
        if let Err(end) = self.enter(self.frame.function, start, &[], false) {
            return *end;
        }
        loop {
            if let Err(end) = self.step() {
                return *end;
            }
        }
    }

    /// One operation.
    #[inline]
    fn step(&mut self) -> Flow<()> {
        let code = self.frame.code;
        let op = code.ops[self.frame.pc];
        self.frame.pc += 1;
        match op {
            Op::Begin(instr) => return self.begin(instr),
            Op::Int(value) => self.values.push(u128::from(value)),
            Op::Wide(id) => self.values.push(code.wide[id as usize]),
            Op::LoadLocal { at, bytes } => {
                let value = self.memory.read(self.frame.base + at as usize, u32::from(bytes));
                self.values.push(value);
            }
            Op::Load(id) => return self.load(&code.accesses[id as usize]),
            Op::LocalAddress(position) => {
                let offset = self.pop() as u64;
                let pointer = layout::pointer(self.frame.number(position), offset as i64);
                self.values.push(u128::from(pointer));
            }
            Op::ToAddress => {
                let pointer = self.pop() as u64;
                self.values.push(u128::from(self.code.pointers.widened(pointer)));
            }
            Op::ToPointer => {
                let address = self.pop() as u64;
                let pointer = self.to_pointer(address)?;
                self.values.push(u128::from(pointer));
            }
            Op::Offset(by) => {
                let address = self.pop() as u64;
                self.values.push(u128::from(move_address(address, by)));
            }
            Op::Index(id) => {
                let step = code.indices[id as usize];
                let index = self.pop() as u64;
                // A negative index is a large one.
                self.check(step.due, index < step.limit)?;
                let address = self.pop() as u64;
                self.is_followed(address)?;
                self.values.push(u128::from(move_address(address, index.wrapping_mul(step.stride))));
            }
            Op::Unary { op, scalar, due } => return self.unary(op, scalar, due),
            Op::Arith { op, scalar, overflow, zero } => return self.arith(op, scalar, overflow, zero),
            Op::Shift { op, scalar, due, overflow } => return self.shift(op, scalar, due, overflow),
            Op::Compare { op, scalar, due } => return self.compare(op, scalar, due),
            Op::PtrAdd(size) => {
                let index = self.pop() as u64;
                let address = self.code.pointers.widened(self.pop() as u64);
                self.is_followed(address)?;
                let pointer = self.to_pointer(move_address(address, index.wrapping_mul(size)))?;
                self.values.push(u128::from(pointer));
            }
            Op::PtrDiff { size, due } => return self.pointer_difference(code.wide[size as usize], due),
            Op::Cast { from, to, due } => {
                let value = self.pop();
                if due != Due::NOTHING {
                    self.check(due, float::fits(from, to, value))?;
                }
                let is_whole = |scalar| matches!(scalar, Scalar::Unsigned(_) | Scalar::Signed(_));
                let value = match (from, to) {
                    (Scalar::Pointer(pointers), to) if is_whole(to) => {
                        self.is_followed(pointers.widened(value as u64))?;
                        let integer = self.pointer_to_integer(value as u64);
                        if pointers.bits() < to.bits() && integer >> (pointers.bits() - 1) & 1 == 1 {
                            return Err(self.unsupported(layout::WIDER_INTEGER));
                        }
                        u128::from(integer)
                    }
                    _ => value,
                };
                let mut value = self.known(float::cast(from, to, value))?;
                if is_whole(from) && matches!(to, Scalar::Pointer(_)) {
                    value = u128::from(self.integer_to_pointer(value as u64)?);
                }
                self.values.push(value);
            }
            Op::ToVoid(shape) => {
                if let Some(shape) = shape {
                    self.drop_value(shape);
                } else {
                    self.pop();
                }
                self.values.push(0);
            }
            Op::Overflows { op, a, b, target } => self.overflows(op, a, b, target),
            Op::Bits { op, scalar, due } => return self.bits(op, scalar, due),
            Op::AskObject(question) => self.ask_object(question),
            Op::PointerBits => {
                let address = self.code.pointers.widened(self.pop() as u64);
                self.is_followed(address)?;
                self.values.push(u128::from(address));
            }
            Op::Math { op, scalar } => return self.math(op, scalar),
            Op::Rounded { op, from, to } => return self.rounded(op, from, to),
            Op::Truth(scalar) => {
                let truth = self.pop_truth(scalar)?;
                self.values.push(u128::from(truth));
            }
            Op::And { scalar, pc } => {
                if !self.pop_truth(scalar)? {
                    self.values.push(0);
                    self.frame.pc = pc as usize;
                }
            }
            Op::Or { scalar, pc } => {
                if self.pop_truth(scalar)? {
                    self.values.push(1);
                    self.frame.pc = pc as usize;
                }
            }
            Op::Value(expr) => {
                let value = self.pop();
                let value = self.env.value(self.at(), expr, value);
                self.values.push(value);
            }
            Op::Unless { scalar, pc } => {
                if !self.pop_truth(scalar)? {
                    self.frame.pc = pc as usize;
                }
            }
            Op::Declare(local) => return self.declare(local),
            Op::Kill(local) => self.kill(local),
            Op::Store(id) => return self.store(&code.accesses[id as usize]),
            Op::Zero(id) => return self.zero(&code.accesses[id as usize]),
            Op::Nondet { scalar, ty } => {
                let value = as_input(scalar, self.env.nondet(self.at(), ty));
                if self.env.has_seen_enough() {
                    return Err(Box::new(End::StepLimit));
                }
                self.event(Event::Nondet { value });
                self.values.push(value);
            }
            Op::Call(id) => return self.call(&code.calls[id as usize]),
            Op::Drop(shape) => self.drop_value(shape),
            Op::Jump(pc) => self.frame.pc = pc as usize,
            Op::Branch { scalar, when, pc } => {
                let cond = self.pop_truth(scalar)?;
                let taken = cond == when;
                self.event(Event::Branch { cond, taken });
                if taken {
                    self.frame.pc = pc as usize;
                }
            }
            Op::Switch(id) => self.switch(code, id),
            Op::Return => return self.leave(),
            Op::ReturnNothing { due } => return self.leave_without_value(due),
            Op::Assume(scalar) => return self.assume(scalar),
            Op::Cover(scalar) => {
                let holds = self.pop_truth(scalar)?;
                self.event(Event::Cover { holds });
            }
            Op::Assert { scalar, due } => {
                let holds = self.pop_truth(scalar)?;
                return self.check(due, holds);
            }
            Op::Halt => {
                self.check_leaks()?;
                return Err(Box::new(End::Halted));
            }
            Op::Unsupported => return Err(self.unsupported_instr()),
            Op::Allocate { life, zeroed } => return self.allocate(life, zeroed),
            Op::Free { invalid, double } => return self.free(invalid, double),
            Op::Havoc { reach } => self.havoc(reach),
            Op::Release(local) => self.release(local),
            Op::Copy(id) => return self.copy(code.ranges[id as usize]),
            Op::Fill(id) => return self.fill(code.ranges[id as usize]),
            Op::OutputText(id) => return self.output_text(&code.texts[id as usize]),
            Op::OutputByte => return self.output_byte(),
            Op::OutputNumber { conversion } => return self.output_number(conversion),
        }
        Ok(())
    }

    #[inline]
    fn begin(&mut self, instr: InstrId) -> Flow<()> {
        if self.steps == self.step_limit {
            return Err(Box::new(End::StepLimit));
        }
        self.steps += 1;
        self.frame.instr = instr;
        let here = self.at();
        self.env.begin(here);
        Ok(())
    }

    fn declare(&mut self, local: LocalId) -> Flow<()> {
        let extent = self.frame.code.locals[local];
        let start = self.frame.base + extent.start as usize;
        let here = self.at();
        if let Ok(position) = self.frame.code.addressed.binary_search(&local) {
            self.begin_life(here, local, position as u32)?;
        }
        let bytes = &mut self.memory.bytes[start..start + extent.size as usize];
        bytes.fill(0);
        self.env.event(here, Event::Declare(local));
        self.env.storage(here, local, bytes);
        self.set_state(local, State::Alive);
        Ok(())
    }

    /// A local whose life has ended and begins again is another object: what pointed to it still dangles.
    fn begin_life(&mut self, here: At, local: LocalId, position: u32) -> Flow<()> {
        let number = self.frame.number(position);
        let old = self.memory.object(number);
        let next = self.memory.next_object();
        let is_another = old.state == State::Ended && next < MANY_OBJECTS;
        let given = self.env.another_life(here, local, number);
        let new = given.unwrap_or(if is_another { next } else { number });
        if new == number {
            return Ok(());
        }
        self.memory.set_state(number, State::Gone);
        self.memory.add_again(new, old).map_err(|no_room| self.no_room(&no_room))?;
        self.frame.renumbered.retain(|&(at, _)| at != position);
        self.frame.renumbered.push((position, new));
        Ok(())
    }

    fn kill(&mut self, local: LocalId) {
        self.event(Event::Kill(local));
        self.set_state(local, State::Ended);
        // Nothing reads it, but a search for lost blocks would look at it.
        if !self.code.leaks.is_empty() && self.frame.code.addressed.binary_search(&local).is_err() {
            let extent = self.frame.code.locals[local];
            let start = self.frame.base + extent.start as usize;
            self.memory.bytes[start..start + extent.size as usize].fill(0);
        }
    }

    /// Only locals whose address is taken have a state that anybody could see.
    fn set_state(&mut self, local: LocalId, state: State) {
        if let Ok(position) = self.frame.code.addressed.binary_search(&local) {
            self.memory.set_state(self.frame.number(position as u32), state);
        }
    }

    fn switch(&mut self, code: &FunctionCode, id: u32) {
        let switch = &code.switches[id as usize];
        let value = self.pop();
        let key = super::code::switch_key(number(value, switch.scalar), switch.scalar);
        let after = switch.cases.partition_point(|case| case.low <= key);
        let found = after.checked_sub(1).map(|idx| &switch.cases[idx]).filter(|case| key <= case.high);
        let case = found.unwrap_or(&switch.default);
        self.event(Event::Switch { value, target: case.target });
        self.frame.pc = case.pc as usize;
    }

    fn assume(&mut self, scalar: Scalar) -> Flow<()> {
        let holds = self.pop_truth(scalar)?;
        self.event(Event::Assume { holds });
        if holds {
            Ok(())
        } else {
            Err(Box::new(End::AssumptionViolated { function: self.frame.function, instr: self.frame.instr }))
        }
    }

    /// Where the run is.
    #[inline]
    pub(super) fn at(&self) -> At {
        At { function: self.frame.function, instr: self.frame.instr, activation: self.frame.activation }
    }

    #[inline]
    pub(super) fn event(&mut self, event: Event<'_>) {
        let here = self.at();
        self.env.event(here, event);
    }

    /// Makes a check if one is due.
    #[inline]
    pub(super) fn check(&mut self, due: Due, holds: bool) -> Flow<()> {
        match due.get() {
            None => Ok(()),
            Some(property) => self.check_property(property, holds),
        }
    }

    #[inline]
    fn check_property(&mut self, inside: PropertyId, holds: bool) -> Flow<()> {
        let Some(property) = self.code.seen_from(self.frame.call, inside) else { return Ok(()) };
        self.event(Event::Check { property, inside, holds });
        if holds { Ok(()) } else { Err(Box::new(End::Failed(property))) }
    }

    /// The top of the value stack.
    ///
    /// # Panics
    /// If there is none: then the code of an operator and of its operands do not fit.
    #[inline]
    pub(super) fn pop(&mut self) -> u128 {
        self.values.pop().expect("an operator should find its operands")
    }

    #[inline]
    pub(super) fn pop_truth(&mut self, scalar: Scalar) -> Flow<bool> {
        let value = self.pop();
        self.known(float::truth(scalar, value))
    }

    /// The result of an operator that does not know `long double`.
    #[inline]
    pub(super) fn known<T>(&self, result: Option<T>) -> Flow<T> {
        result.ok_or_else(|| self.unsupported("arithmetic with long double"))
    }

    #[cold]
    pub(super) fn unsupported(&self, what: &str) -> Box<End> {
        let Frame { function, instr, .. } = self.frame;
        Box::new(End::Unsupported { function, instr, what: what.to_owned() })
    }

    #[cold]
    pub(super) fn no_room(&self, no_room: &NoRoom) -> Box<End> {
        self.unsupported(match no_room {
            NoRoom::TooMany => "more objects than pointers can name",
            NoRoom::Taken => "an object number that is in use",
        })
    }

    #[cold]
    fn unsupported_instr(&self) -> Box<End> {
        let body = self.program.functions[self.frame.function].body.as_ref();
        match body.map(|body| &body.instrs[self.frame.instr].kind) {
            Some(InstrKind::Unsupported(what)) => self.unsupported(what),
            _ => unreachable!("only an unsupported instruction should become such an operation"),
        }
    }
}
