//! Functions, globals and components: the whole program.

use whyc_base::ids::IdVec;
use whyc_base::source::{SourceMap, Span};
use whyc_base::typed_id;

use crate::expr::{Expr, ExprId, ExprKind, Place, PlaceBase, PlaceId};
use crate::instr::{Instr, InstrId, InstrKind};
use crate::property::{ClassSet, PropertyClass};
use crate::types::{TypeId, TypeTable};
use crate::woven::Woven;

typed_id! {
    /// A function.
    pub struct FunctionId("f");
}
typed_id! {
    /// A global variable, a static local or a string literal.
    pub struct GlobalId("g");
}
typed_id! {
    /// A local of one function: parameter, variable or temporary.
    pub struct LocalId("l");
}
typed_id! {
    /// An expression that a person could have written wrongly.
    pub struct ComponentId("c");
}

/// A linked program, ready to run from its entry.
#[derive(Clone, Debug)]
pub struct Program {
    /// The source files.
    pub sources: SourceMap,
    /// The types.
    pub types: TypeTable,
    /// The globals, in the order of their first declaration.
    pub globals: IdVec<GlobalId, Global>,
    /// The functions, in the order of their first declaration.
    pub functions: IdVec<FunctionId, Function>,
    /// What could be wrong, in source order per function.
    pub components: IdVec<ComponentId, Component>,
    /// A function without parameters made by the front end: it runs the initialisers of the
    /// globals (`Assign`s with their components), makes the entry's parameters inputs, calls the
    /// entry point and returns.
    pub start: FunctionId,
    /// The user's entry point.
    pub entry: FunctionId,
    /// Where contracts stand for code.
    pub contracts: Contracts,
    /// Where the text itself says which classes are checked. No two of one class overlap.
    pub switches: Vec<Switch>,
    /// The variables of which every thread has one of its own.
    pub thread_locals: Vec<GlobalId>,
    /// Where the code of threads was woven into one function, if there are any. It is `start` then.
    pub woven: Option<Box<Woven>>,
    /// What runs have to have done for it to count that they break a rule, if not all of them count.
    pub only_if: Option<OnlyIf>,
}

/// A run counts where it breaks a rule if this global, an `int` that the program itself keeps, has this value there. A run that
/// breaks one before ends there all the same, and nobody is told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnlyIf {
    /// Which global.
    pub global: GlobalId,
    /// Its value.
    pub value: u32,
}

/// A part of the text in which a class is checked, or is not, whatever is asked for elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Which part.
    pub span: Span,
    /// Which class.
    pub class: PropertyClass,
    /// Whether it is checked there.
    pub is_on: bool,
}

impl Program {
    /// Whether a class is checked at a place, of those that are asked for.
    #[must_use]
    pub fn is_checked(&self, class: PropertyClass, span: Span, asked: ClassSet) -> bool {
        let switch = self.switches.iter().find(|switch| switch.class == class && switch.span.contains(span));
        switch.map_or(asked.contains(class), |switch| switch.is_on)
    }
}

/// Where contracts stand for code. Each such place is a call of a small function of its own, so that a run tells by its calls
/// whether it came there.
#[derive(Clone, Debug, Default)]
pub struct Contracts {
    /// Functions that assume what a contract says. If no run gets through such a function, the contract contradicts itself, and
    /// what holds behind it says nothing.
    pub presupposed: Vec<Presupposed>,
    /// Functions behind whose calls a run goes on from any state that a contract allows.
    pub leaps: Vec<Leap>,
    /// Functions that are called where a contract lets an object be larger than any that can be had; behind the call nothing is
    /// followed.
    pub too_large: Vec<FunctionId>,
}

/// Something that a contract says and that is assumed.
#[derive(Clone, Debug)]
pub struct Presupposed {
    /// The function that assumes it.
    pub function: FunctionId,
    /// Whose contract it is.
    pub of: String,
    /// Which part of it.
    pub what: Presupposition,
    /// Where it stands.
    pub span: Span,
}

/// The parts of contracts that are assumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presupposition {
    /// What the function requires, where it is checked against its contract.
    Preconditions,
    /// What the function ensures, where it stands for its contract.
    Postconditions,
}

/// A place where a run goes on from any state that a contract allows.
#[derive(Clone, Debug)]
pub struct Leap {
    /// The function that is called there.
    pub function: FunctionId,
    /// What is passed over.
    pub over: Leapt,
    /// Where.
    pub span: Span,
}

/// What a contract stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leapt {
    /// Some rounds of a loop, by its invariants.
    Rounds,
    /// A call of the function with this name, by its contract.
    Call(String),
    /// What happens before the function with this name is called, by what it requires.
    Start(String),
}

/// A variable that lives as long as the program.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name; for a string literal, the literal as written.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its declaration.
    pub span: Span,
    /// What it is.
    pub kind: GlobalKind,
    /// Whether it is declared `const`: only its initialiser writes it. A branch on a temporary that is, is no decision of the user's
    /// and not told.
    pub is_const: bool,
    /// What its address is declared to be a multiple of, if its declaration says so.
    pub align: Option<u32>,
    /// How many bytes it has beyond its type: those that its initialiser gives to a flexible array at the end.
    pub tail: u64,
}

/// What a global is, which also says what it holds before `start` runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GlobalKind {
    /// A variable: all zero until the initialisers in `start` have run.
    Variable,
    /// A string literal: these bytes, the terminating zero included. As long as its type.
    String(Vec<u8>),
    /// Declared `extern` and defined nowhere: its content is an input.
    External,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its declarator.
    pub span: Span,
    /// What it returns.
    pub ret: TypeId,
    /// Its parameters; they are the first locals.
    pub n_params: usize,
    /// Whether it takes more arguments than its parameters.
    pub variadic: bool,
    /// Parameters, variables, temporaries.
    pub locals: IdVec<LocalId, Local>,
    /// Its body; none for a function that is only declared.
    pub body: Option<Body>,
    /// Whether the user wrote it (as opposed to `start` and models of libc).
    pub origin: Origin,
}

/// Who wrote a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The user.
    User,
    /// whyc: `start`, and the models of libc. Hidden from reports and never blamed.
    Whyc,
}

/// The code of a function.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Its expressions.
    pub exprs: IdVec<ExprId, Expr>,
    /// Its places.
    pub places: IdVec<PlaceId, Place>,
    /// Its instructions. The last one is a `Return`, `Halt` or jump: control never falls off the end.
    pub instrs: IdVec<InstrId, Instr>,
}

impl Body {
    /// What is assigned to a local, or to parts of it.
    pub fn assigned(&self, local: LocalId) -> impl Iterator<Item = ExprId> {
        self.instrs.iter().filter_map(move |instr| match instr.kind {
            InstrKind::Assign { place, value } if self.places[place].base == PlaceBase::Local(local) => Some(value),
            _ => None,
        })
    }
}

/// A local of a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name, empty for a temporary.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its declaration.
    pub span: Span,
    /// What it is.
    pub kind: LocalKind,
    /// Whether its address is taken anywhere (`&x`, an array that decays, `x[i].f` through a pointer does not count).
    pub address_taken: bool,
    /// Whether it is declared `const`: only its initialiser writes it.
    pub is_const: bool,
    /// What its address is declared to be a multiple of, if its declaration says so.
    pub align: Option<u32>,
}

/// What a local is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalKind {
    /// A parameter; alive for the whole call.
    Param,
    /// A variable the user declared.
    Variable,
    /// A temporary made by the front end; never seen by a person. It is always written before it is read.
    Temporary,
}

/// An expression that a person could have written wrongly.
#[derive(Clone, Debug)]
pub struct Component {
    /// Where.
    pub span: Span,
    /// In which role.
    pub kind: ComponentKind,
    /// In which function (`start` for initialisers of globals).
    pub function: FunctionId,
}

/// The role of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ComponentKind {
    /// The right side of an assignment; for `x += e` the whole new value.
    AssignedValue,
    /// The condition of an `if`, a loop, a `switch` or `?:`.
    Condition,
    /// A returned value.
    ReturnedValue,
    /// An argument of a call.
    Argument,
    /// An initialiser.
    Initialiser,
    /// An arm of `?:`.
    Arm,
    /// An operand of `&&` or `||`.
    Operand,
    /// The index of an array access, or the length of an array.
    Index,
}

impl ComponentKind {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ComponentKind::AssignedValue => "assignment",
            ComponentKind::Condition => "condition",
            ComponentKind::ReturnedValue => "return",
            ComponentKind::Argument => "argument",
            ComponentKind::Initialiser => "initialiser",
            ComponentKind::Arm => "arm",
            ComponentKind::Operand => "operand",
            ComponentKind::Index => "index",
        }
    }
}

impl Leapt {
    /// From where a run goes on, in words.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Leapt::Rounds => "any state that the invariants of the loop allow".to_owned(),
            Leapt::Call(name) => format!("any state that the contract of {name} allows"),
            Leapt::Start(name) => format!("any state in which {name} may be called"),
        }
    }
}

impl Program {
    /// The function with this name.
    #[must_use]
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter_enumerated().find(|(_, f)| f.name == name).map(|(id, _)| id)
    }

    /// Whether an instruction is a branch that is not told.
    #[must_use]
    pub fn is_untold(&self, function: FunctionId, instr: InstrId) -> bool {
        let function = &self.functions[function];
        let Some(body) = &function.body else { return false };
        let Some(InstrKind::Branch { cond, .. }) = body.instrs.get(instr).map(|instr| &instr.kind) else {
            return false;
        };
        let ExprKind::Load(place) = body.exprs[*cond].kind else { return false };
        matches!(body.places[place].base, PlaceBase::Local(local)
            if function.locals[local].kind == LocalKind::Temporary && function.locals[local].is_const)
    }
}

impl Global {
    /// Whether nothing may write it through a pointer.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.is_const || matches!(self.kind, GlobalKind::String(_))
    }
}

impl Function {
    /// The parameters.
    pub fn params(&self) -> impl Iterator<Item = LocalId> + use<> {
        (0..self.n_params as u32).map(LocalId)
    }
}
