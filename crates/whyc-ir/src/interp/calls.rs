//! Activations: how they begin and end.

use crate::layout;
use crate::program::{FunctionId, LocalId, Origin};
use crate::signature;

use super::End;
use super::code::{CallStep, CallTarget, Due, Extent, FunctionCode, LibraryCall, Shape};
use super::env::{Entry, Environment, Event, Value};
use super::machine::{Flow, Frame, Machine};
use super::memory::{self, Owner, State};
use super::value::as_input;

impl<'a, E: Environment + ?Sized> Machine<'a, E> {
    /// Makes a call: its arguments are on the stacks, above them the pointer of an indirect one.
    pub(super) fn call(&mut self, call: &CallStep) -> Flow<()> {
        let function = match &call.target {
            CallTarget::Direct(function) => *function,
            CallTarget::Indirect { through, arg_types, due } => {
                let (object, offset) = self.code.pointers.split(self.pop() as u64);
                let function = layout::function_of_object(self.program, object).filter(|_| offset == 0);
                let fitting = function.filter(|&f| signature::callable(self.program, *through, arg_types, f));
                self.check(*due, fitting.is_some())?;
                match fitting {
                    Some(function) => function,
                    None => return Err(self.unsupported("call through a pointer to no fitting function")),
                }
            }
        };
        match &self.code.functions[function] {
            Some(code) => self.enter(function, code, &call.args, call.wanted),
            None => {
                self.drop_all(&call.args);
                if let Some(shape) = Shape::of(&self.program.types, self.program.functions[function].ret) {
                    self.push_missing_result(function, shape);
                }
                Ok(())
            }
        }
    }

    /// Begins an activation. The arguments are taken from the stacks; those without a parameter are dropped.
    pub(super) fn enter(
        &mut self,
        function: FunctionId,
        code: &'a FunctionCode,
        args: &[Shape],
        wanted: bool,
    ) -> Flow<()> {
        let caller = (self.n_activations > 0).then(|| self.at());
        let activation = self.n_activations;
        self.n_activations += 1;
        let base = self.memory.bytes.len();
        let frames = (self.frames.len() * size_of::<Frame<'_>>()) as u64;
        let needed = self.memory.used().saturating_add(frames).saturating_add(code.frame_bytes);
        if needed > self.memory_limit {
            return Err(Box::new(End::MemoryLimit));
        }
        self.memory.bytes.resize(base + code.frame_bytes as usize, 0);
        self.take_args(function, code, args, base);

        let depth = self.frames.len() + usize::from(caller.is_some());
        let n_objects = code.addressed.len() as u32;
        let entry = Entry { function, activation, caller, depth, n_objects };
        let given = self.env.enter(entry);
        let objects = given.unwrap_or_else(|| self.memory.next_object());
        if n_objects > 0 && objects < layout::first_dynamic_object(self.program) {
            return Err(self.unsupported("an object number that is in use"));
        }
        for (number, &local) in (objects..).zip(&code.addressed) {
            let Extent { start, size } = code.locals[local];
            let place = Extent { start: base as u64 + start, size };
            let info = &self.program.functions[function].locals[local];
            let align = layout::variable_align(&self.program.types, info.ty, info.align) as u32;
            let owner = Owner::Local { local, activation };
            let added = self.memory.add_local(number, place, owner, info.is_const, align);
            added.map_err(|no_room| self.no_room(&no_room))?;
        }
        self.event(Event::Enter { function, activation, objects });
        self.show_params(function, code, base);
        let (instr, renumbered) = (crate::instr::InstrId(0), Vec::new());
        let is_model = |function: FunctionId| self.program.functions[function].origin == Origin::Whyc;
        let woven = |at: &super::env::At| self.program.woven.as_ref().filter(|woven| woven.function == at.function);
        let call = match caller {
            Some(at) if is_model(function) && woven(&at).is_some() => {
                let place = woven(&at).and_then(|woven| woven.user_place(self.program, at.instr));
                place.map(|(function, instr)| self.code.library_call(function, instr)).unwrap_or_default()
            }
            Some(at) if is_model(function) && !is_model(at.function) => self.code.library_call(at.function, at.instr),
            Some(_) if is_model(function) => self.frame.call,
            _ => LibraryCall::default(),
        };
        let frame = Frame { code, function, pc: 0, instr, base, objects, activation, wanted, call, renumbered };
        let caller = std::mem::replace(&mut self.frame, frame);
        if activation > 0 {
            self.frames.push(caller);
        }
        Ok(())
    }

    fn take_args(&mut self, function: FunctionId, code: &FunctionCode, args: &[Shape], base: usize) {
        let n_params = self.program.functions[function].n_params;
        let surplus = args.get(n_params..).unwrap_or(&[]);
        self.drop_all(surplus);
        for (idx, &shape) in args.iter().enumerate().take(n_params).rev() {
            let extent = code.locals[LocalId(idx as u32)];
            let at = base + extent.start as usize;
            match shape {
                Shape::Scalar(scalar) => {
                    let value = self.pop();
                    self.memory.write(at, scalar.bits() / 8, value);
                }
                Shape::Bytes(size) => {
                    let from = self.bytes.len() - size as usize;
                    let bytes = &mut self.memory.bytes[at..at + size as usize];
                    memory::copy_around(bytes, &self.bytes[from..], &code.param_gaps[idx]);
                    self.bytes.truncate(from);
                }
            }
        }
    }

    fn show_params(&mut self, function: FunctionId, code: &FunctionCode, base: usize) {
        let here = self.at();
        let callee = &self.program.functions[function];
        for param in callee.params() {
            let extent = code.locals[param];
            let at = base + extent.start as usize;
            let bytes = &self.memory.bytes[at..at + extent.size as usize];
            let value = match Shape::of(&self.program.types, callee.locals[param].ty) {
                Some(Shape::Scalar(_)) => Value::Scalar(memory::read(bytes)),
                Some(Shape::Bytes(_)) | None => Value::Bytes(bytes),
            };
            self.env.event(here, Event::Param { param, value });
        }
    }

    /// Ends an activation without a value of its own.
    pub(super) fn leave_without_value(&mut self, due: Due) -> Flow<()> {
        if let Some(shape) = self.frame.code.result {
            self.check(due, !self.frame.wanted)?;
            match shape {
                // Nobody looks at it.
                Shape::Scalar(_) if !self.frame.wanted => self.values.push(0),
                Shape::Bytes(size) if !self.frame.wanted => self.bytes.resize(self.bytes.len() + size as usize, 0),
                Shape::Scalar(_) => self.push_missing_result(self.frame.function, shape),
                Shape::Bytes(_) => return Err(self.unsupported("the structure that a function does not return")),
            }
        }
        self.leave()
    }

    /// Ends an activation. Its value stays on the stacks, where the caller expects it.
    pub(super) fn leave(&mut self) -> Flow<()> {
        let here = self.at();
        let result = self.frame.code.result;
        let value = result.map(|shape| match shape {
            Shape::Scalar(_) => Value::Scalar(self.values.last().copied().unwrap_or(0)),
            Shape::Bytes(size) => Value::Bytes(&self.bytes[self.bytes.len() - size as usize..]),
        });
        self.env.event(here, Event::Leave { value });
        for position in 0..self.frame.code.addressed.len() as u32 {
            self.memory.set_state(self.frame.number(position), State::Gone);
        }
        self.memory.bytes.truncate(self.frame.base);
        self.end_frame_blocks();
        if self.frames.is_empty() {
            self.check_leaks()?;
        }
        match self.frames.pop() {
            Some(caller) => {
                self.frame = caller;
                Ok(())
            }
            None => Err(Box::new(End::Finished { value: self.take_result(result) })),
        }
    }

    fn take_result(&mut self, result: Option<Shape>) -> Vec<u8> {
        match result {
            None => Vec::new(),
            Some(Shape::Scalar(scalar)) => self.pop().to_le_bytes()[..scalar.bits() as usize / 8].to_vec(),
            Some(Shape::Bytes(_)) => std::mem::take(&mut self.bytes),
        }
    }

    fn push_missing_result(&mut self, function: FunctionId, shape: Shape) {
        let here = self.at();
        match shape {
            Shape::Scalar(scalar) => {
                let mut buffer = [0; 16];
                let bytes = &mut buffer[..scalar.bits() as usize / 8];
                self.env.missing_result(here, function, bytes);
                let value = memory::read(bytes);
                self.values.push(as_input(scalar, value));
            }
            Shape::Bytes(size) => {
                let from = self.bytes.len();
                self.bytes.resize(from + size as usize, 0);
                self.env.missing_result(here, function, &mut self.bytes[from..]);
            }
        }
    }

    /// Drops values, the last of which is on top.
    fn drop_all(&mut self, shapes: &[Shape]) {
        for &shape in shapes {
            self.drop_value(shape);
        }
    }

    pub(super) fn drop_value(&mut self, shape: Shape) {
        match shape {
            Shape::Scalar(_) => {
                self.pop();
            }
            Shape::Bytes(size) => self.bytes.truncate(self.bytes.len() - size as usize),
        }
    }
}
