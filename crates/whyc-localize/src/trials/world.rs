//! Runs of a test in which one expression gives something else, and who printed what.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::Id;
use whyc_base::source::Span;
use whyc_ir::block::STATUS_STREAM;
use whyc_ir::expr::ExprId;
use whyc_ir::instr::InstrId;
use whyc_ir::interp::{At, End, Environment, Event, Interpreter, Limits};
use whyc_ir::program::{ComponentId, FunctionId, GlobalId, Origin, Program};
use whyc_ir::property::PropertyTable;

use crate::runs::{FailingRun, Inputs};

/// A statement of the user's that prints.
pub type Printer = (FunctionId, Span);

/// Another value for an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Other {
    /// Of what.
    pub component: ComponentId,
    /// In which of its evaluations, counted from 0; in all of them if it is not said.
    pub nth: Option<usize>,
    /// What instead.
    pub value: NewValue,
}

/// What an expression gives instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewValue {
    /// The opposite truth value.
    Opposite,
    /// This.
    Is(u128),
    /// This much more.
    More(i64),
}

/// How a run went, all in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Went {
    /// It did what it should.
    Right,
    /// It did not.
    Wrong,
    /// It printed what it should, and then broke a rule of the language.
    RightButForARule,
    /// It came to something that has no meaning here.
    Unknown,
}

/// How a run went.
pub struct Tried {
    /// All in all.
    pub went: Went,
    /// Whether it did what it should.
    pub passes: bool,
    /// Whether it ended, and with the status that it should.
    pub ends_well: bool,
    /// How many instructions it took.
    pub steps: u64,
    /// What was printed, by whom, in order. Neighbours are of different statements.
    pub printed: Vec<(Option<Printer>, Vec<u8>)>,
    /// How many bytes of what is expected were printed before anything else was.
    pub agrees: usize,
    /// How often the changed expression was evaluated until then.
    pub evaluated: usize,
    /// How often each expression was evaluated until then; only if everything is watched.
    pub before: FxHashMap<ComponentId, usize>,
    /// What the expressions gave; likewise.
    pub values: FxHashMap<ComponentId, Vec<u128>>,
    /// When each of them was evaluated last, counted in evaluations; likewise.
    pub last: FxHashMap<ComponentId, u64>,
    /// The value before the change, and after it, where there was one.
    pub changed: Vec<(u128, u128)>,
}

/// Prepared for many runs.
pub struct Theatre<'p> {
    program: &'p Program,
    interpreter: Interpreter<'p>,
    /// The components of each function, by expression.
    components: Vec<Vec<Option<ComponentId>>>,
}

impl<'p> Theatre<'p> {
    /// For a program.
    pub fn new(program: &'p Program, properties: &PropertyTable, may_change: &FxHashSet<ComponentId>) -> Self {
        let of_body = |function: &whyc_ir::program::Function| {
            let exprs = function.body.as_ref().map(|body| body.exprs.iter());
            let known = |component: Option<ComponentId>| component.filter(|it| may_change.contains(it));
            exprs.map_or_else(Vec::new, |exprs| exprs.map(|expr| known(expr.component)).collect())
        };
        let components = program.functions.iter().map(of_body).collect();
        Self { program, interpreter: Interpreter::watched(program, properties), components }
    }

    /// How many bits an expression has.
    fn mask(&self, function: FunctionId, expr: ExprId) -> u128 {
        let Some(body) = &self.program.functions[function].body else { return u128::MAX };
        let bits = self.program.types.scalar_bits(body.exprs[expr].ty).unwrap_or(128);
        if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
    }

    /// Runs a test, for `most_steps` at most; with other values of one expression if there are any, else everything is watched.
    pub fn run(&self, run: &FailingRun, others: &[Other], (most_steps, until): (u64, Until)) -> Tried {
        let mut player = Player {
            theatre: self,
            run,
            others,
            until,
            wanted: run.stdout.as_deref(),
            agrees: 0,
            is_wrong: false,
            evaluated: 0,
            before: FxHashMap::default(),
            n_evaluated: 0,
            callers: Vec::new(),
            printed: Vec::new(),
            status: Vec::new(),
            values: FxHashMap::default(),
            last: FxHashMap::default(),
            n_values: 0,
            changed: Vec::new(),
        };
        let outcome = self.interpreter.run(&mut player, Limits { steps: most_steps, memory_bytes: 1 << 27 });
        let ended = matches!(outcome.end, End::Finished { .. } | End::Halted);
        player.is_over();
        let Player { printed, status, values, last, changed, agrees, evaluated, before, .. } = player;
        let ends_well = ended && run.status.is_none_or(|expected| status == expected.to_string().as_bytes());
        let text = printed.iter().flat_map(|(_, bytes)| bytes);
        let is_printed = run.stdout.as_ref().is_none_or(|expected| expected.iter().eq(text));
        let passes = ends_well && is_printed;
        let expects_text = run.stdout.as_ref().is_some_and(|text| !text.is_empty());
        let went = match &outcome.end {
            End::Unsupported { .. } | End::MemoryLimit => Went::Unknown,
            End::Failed(_) if is_printed && expects_text => Went::RightButForARule,
            _ if passes => Went::Right,
            _ => Went::Wrong,
        };
        let steps = outcome.steps;
        Tried { went, last, passes, ends_well, steps, printed, agrees, evaluated, before, values, changed }
    }
}

/// How far a run is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// To its end.
    End,
    /// Until it prints something else than what is expected.
    Wrong,
}

struct Player<'t, 'p> {
    theatre: &'t Theatre<'p>,
    run: &'t FailingRun,
    others: &'t [Other],
    until: Until,
    wanted: Option<&'t [u8]>,
    agrees: usize,
    is_wrong: bool,
    evaluated: usize,
    before: FxHashMap<ComponentId, usize>,
    /// How often the changed expression has been evaluated.
    n_evaluated: usize,
    /// For each activation, the user's instruction that everything in it is done for.
    callers: Vec<Option<(FunctionId, InstrId)>>,
    printed: Vec<(Option<Printer>, Vec<u8>)>,
    status: Vec<u8>,
    values: FxHashMap<ComponentId, Vec<u128>>,
    last: FxHashMap<ComponentId, u64>,
    n_values: u64,
    changed: Vec<(u128, u128)>,
}

/// At most this many values of an expression are kept.
const MANY_VALUES: usize = 4096;
/// At most this many changed values are kept.
const MANY_CHANGED: usize = 64;

impl Player<'_, '_> {
    fn is_users(&self, function: FunctionId) -> bool {
        self.theatre.program.functions[function].origin == Origin::User
    }

    fn in_user(&self, at: At) -> Option<(FunctionId, InstrId)> {
        match self.is_users(at.function) {
            true => Some((at.function, at.instr)),
            false => self.callers.last().copied().flatten(),
        }
    }

    /// More is printed: as expected, or not any more.
    fn compare(&mut self, bytes: &[u8]) {
        let Some(wanted) = self.wanted.filter(|_| !self.is_wrong) else { return };
        let rest = &wanted[self.agrees..];
        let n_same = rest.iter().zip(bytes).take_while(|(a, b)| a == b).count();
        self.agrees += n_same;
        if n_same < bytes.len() {
            self.is_over();
        }
    }

    /// What is evaluated from now on comes too late for what should have been printed.
    fn is_over(&mut self) {
        if !self.is_wrong {
            self.is_wrong = true;
            self.evaluated = self.n_evaluated;
            self.before = self.values.iter().map(|(&component, values)| (component, values.len())).collect();
        }
    }

    fn printer(&self, at: At) -> Option<Printer> {
        let (function, instr) = self.in_user(at)?;
        let body = self.theatre.program.functions[function].body.as_ref()?;
        Some((function, body.instrs[instr].span))
    }
}

impl Environment for Player<'_, '_> {
    fn external(&mut self, global: GlobalId, bytes: &mut [u8]) {
        let Inputs::Globals(known) = &self.run.inputs else { return };
        if let Some(content) = known.get(&self.theatre.program.globals[global].name) {
            bytes.iter_mut().zip(content).for_each(|(byte, &known)| *byte = known);
        }
    }

    fn value(&mut self, at: At, expr: ExprId, value: u128) -> u128 {
        let component = self.theatre.components[at.function.index()].get(expr.index()).copied().flatten();
        let Some(component) = component else { return value };
        let Some(first) = self.others.first() else {
            self.n_values += 1;
            self.last.insert(component, self.n_values);
            let values = self.values.entry(component).or_default();
            if values.len() < MANY_VALUES {
                values.push(value);
            }
            return value;
        };
        if first.component != component {
            return value;
        }
        let n = self.n_evaluated;
        self.n_evaluated += 1;
        let Some(other) = self.others.iter().find(|it| it.nth.is_none_or(|nth| nth == n)) else { return value };
        let mask = self.theatre.mask(at.function, expr);
        let new = match other.value {
            NewValue::Opposite => u128::from(value == 0),
            NewValue::Is(new) => new & mask,
            NewValue::More(by) => value.wrapping_add(by as i128 as u128) & mask,
        };
        if new != value && self.changed.len() < MANY_CHANGED {
            self.changed.push((value, new));
        }
        new
    }

    fn has_seen_enough(&self) -> bool {
        self.until == Until::Wrong && self.is_wrong
    }

    fn event(&mut self, at: At, event: Event<'_>) {
        match event {
            Event::Enter { .. } => {
                let caller = self.in_user(at);
                self.callers.push(caller);
            }
            Event::Leave { .. } => {
                self.callers.pop();
                // At the end of the program something could have been printed, too.
                if at.function == self.theatre.program.entry {
                    let printer = self.printer(at);
                    self.printed.push((printer, Vec::new()));
                }
            }
            Event::Output { stream: 1, bytes } => {
                self.compare(bytes);
                let printer = self.printer(at);
                match self.printed.last_mut() {
                    Some((last, text)) if *last == printer => text.extend_from_slice(bytes),
                    _ => self.printed.push((printer, bytes.to_vec())),
                }
            }
            Event::Output { stream: STATUS_STREAM, bytes } => self.status.extend_from_slice(bytes),
            _ => {}
        }
    }
}
