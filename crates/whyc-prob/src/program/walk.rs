//! One run of a program with chances: outcomes are given until they are used up, then the run is ended.

use whyc_base::source::Span;
use whyc_ir::instr::InstrId;
use whyc_ir::interp::{At, Entry, Environment, Event, Target, Value};
use whyc_ir::program::{FunctionId, GlobalId, GlobalKind, LocalId, Program};
use whyc_ir::types::TypeId;

use super::MOST_PICKS;
use super::memory::Memory;

/// What is asked where a run waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The chance, as a fraction; nothing for a decision.
    pub chance: Option<(u32, u32)>,
    /// How many outcomes a decision has.
    n_picks: u32,
    /// Where.
    pub span: Option<Span>,
}

impl Asked {
    /// The outcomes that are possible.
    pub fn outcomes(&self) -> impl Iterator<Item = u32> + use<> {
        let (from, to) = match self.chance {
            Some((0, _)) => (0, 1),
            Some((above, below)) if above == below => (1, 2),
            Some(_) => (0, 2),
            None => (0, self.n_picks),
        };
        from..to
    }
}

/// Something that has no meaning here.
#[derive(Clone, Debug)]
pub struct Refused {
    /// What.
    pub what: String,
    /// Where.
    pub span: Option<Span>,
}

/// The environment of a run.
pub struct Walk<'a> {
    program: &'a Program,
    choice: Option<FunctionId>,
    pick: Option<FunctionId>,
    script: &'a [u32],
    at: usize,
    /// The arguments of the call that waits.
    args: Vec<u128>,
    /// What the run has stored.
    pub memory: Memory,
    /// What it waits for.
    pub asked: Option<Asked>,
    /// Why it has no meaning.
    pub refused: Option<Refused>,
}

impl<'a> Walk<'a> {
    /// A run with these outcomes.
    pub fn new(program: &'a Program, functions: (Option<FunctionId>, Option<FunctionId>), script: &'a [u32]) -> Self {
        let (choice, pick) = functions;
        Self {
            program,
            choice,
            pick,
            script,
            at: 0,
            args: Vec::new(),
            memory: Memory::default(),
            asked: None,
            refused: None,
        }
    }

    fn span(&self, function: FunctionId, instr: InstrId) -> Option<Span> {
        let body = self.program.functions[function].body.as_ref()?;
        Some(body.instrs[instr].span)
    }

    fn refuse(&mut self, at: At, what: impl Into<String>) {
        if self.refused.is_none() && self.asked.is_none() {
            // What happens in the library is told where it is called.
            let span = self.memory.users_place(self.program).or((at.function, at.instr));
            self.refused = Some(Refused { what: what.into(), span: self.span(span.0, span.1) });
        }
    }

    fn is_ours(&self, function: FunctionId) -> bool {
        Some(function) == self.choice || Some(function) == self.pick
    }

    fn read(&mut self, at: At, target: Target, offset_bits: u64, bits: u64) {
        if let Target::Global(id) = target {
            let global = &self.program.globals[id];
            if global.kind == GlobalKind::External {
                self.refuse(at, format!("the value of `{}` is not known", global.name));
            }
        } else if !self.memory.is_set(target, offset_bits, bits) {
            self.refuse(at, "something is read that was never set, and has no value then");
        }
    }
}

impl Environment for Walk<'_> {
    fn nondet(&mut self, at: At, _: TypeId) -> u128 {
        if !self.is_ours(at.function) {
            self.refuse(
                at,
                "an input has no probability: use whyc_choice(num, den), or whyc_pick(n) for what somebody decides",
            );
            return 0;
        }
        if let Some(&outcome) = self.script.get(self.at) {
            self.at += 1;
            return u128::from(outcome);
        }
        let place = self.memory.users_place(self.program).or((at.function, at.instr));
        let span = self.span(place.0, place.1);
        let arg = |k: usize| self.args.get(k).copied().unwrap_or_default();
        if Some(at.function) == self.choice {
            let (above, below) = (arg(0) as u32, arg(1) as u32);
            if below == 0 || above > below {
                let what = format!("whyc_choice({above}, {below}) is no probability: it should be between 0 and 1");
                self.refuse(at, what);
            } else {
                self.asked = Some(Asked { chance: Some((above, below)), n_picks: 0, span });
            }
        } else if !(1..=MOST_PICKS).contains(&arg(0)) {
            self.refuse(at, format!("whyc_pick({}) should decide among 1 to {MOST_PICKS} numbers", arg(0)));
        } else {
            self.asked = Some(Asked { chance: None, n_picks: arg(0) as u32, span });
        }
        // The assumption behind it ends the run.
        u128::from(u32::MAX)
    }

    fn enter(&mut self, entry: Entry) -> Option<u32> {
        if self.is_ours(entry.function) {
            self.args.clear();
        }
        None
    }

    fn another_life(&mut self, _: At, local: LocalId, _: u32) -> Option<u32> {
        self.memory.lives_again(local);
        None
    }

    fn missing_result(&mut self, at: At, function: FunctionId, _: &mut [u8]) {
        let name = self.program.functions[function].name.clone();
        self.refuse(at, format!("what `{name}` returns is not known: it has no body"));
    }

    fn address(&mut self, at: At, _: u32) -> Option<u64> {
        self.refuse(at, "where in memory something is has no probability");
        None
    }

    fn havoc_starts(&mut self, at: At) {
        self.refuse(at, "what a function without body changes is not known");
    }

    fn external(&mut self, _: GlobalId, _: &mut [u8]) {}

    fn event(&mut self, at: At, event: Event<'_>) {
        if self.asked.is_some() || self.refused.is_some() {
            return;
        }
        match event {
            Event::Enter { function, activation, objects } => self.memory.enter(at, function, activation, objects),
            Event::Param { param, value } => {
                let inside = self.memory.innermost();
                if let (Value::Scalar(bits), Some(true)) = (value, inside.map(|it| self.is_ours(it))) {
                    self.args.push(bits);
                }
                self.memory.param(param, value);
            }
            Event::Leave { .. } => self.memory.leave(),
            Event::Declare(local) => self.memory.declare(local),
            Event::Kill(local) => self.memory.kill(local),
            Event::Assign { target, offset_bits, bits, value } => self.memory.assign(target, offset_bits, bits, value),
            Event::Read { target, offset_bits, bits } => self.read(at, target, offset_bits, bits),
            Event::Allocate { number, .. } => self.memory.allocate(number),
            Event::Free { number } => self.memory.free(number),
            Event::Branch { .. }
            | Event::Switch { .. }
            | Event::Check { .. }
            | Event::Assume { .. }
            | Event::Cover { .. }
            | Event::Nondet { .. }
            | Event::Output { .. } => {}
        }
    }
}
