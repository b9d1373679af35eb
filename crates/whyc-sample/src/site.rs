//! Which inputs a program has, and how each is distributed.
//!
//! An input is a place in the text: a call of a `nondet` function, a parameter of the entry point, a call of a function without body, a
//! variable that is defined nowhere. What is said on the command line or in a comment (`// whyc: dist x=uniform(0,99)`) counts; without that,
//! the assumption behind the input says between which numbers it is (`assumed`), and without one all values of the type are equally likely.

mod assumed;
mod comments;
mod storage;

use rustc_hash::FxHashMap;
use whyc_base::ids::{Id as _, IdVec};
use whyc_base::names;
use whyc_base::source::Span;
use whyc_ir::expr::{PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{FunctionId, GlobalId, GlobalKind, LocalId, Origin, Program};
use whyc_ir::text;
use whyc_ir::types::{FloatKind, Type, TypeId, TypeTable};

use crate::dist::{Distribution, Drawn, Kind, Numbers};

pub use comments::in_comments;
pub(crate) use storage::Fill;

/// A distribution for what has a name.
#[derive(Clone, Debug)]
pub struct Given {
    /// The name.
    pub name: String,
    /// The distribution.
    pub dist: Distribution,
    /// Who says so.
    pub said: Said,
}

/// Who says how an input is distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// The command line.
    Option,
    /// A comment.
    Comment(Span),
    /// An assumption behind it.
    Assumption(Span),
    /// The C library.
    Library,
    /// Nobody: it is its type alone.
    Type,
}

/// What is wrong with what was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// In a sentence.
    pub message: String,
    /// Where, if in the text.
    pub span: Option<Span>,
}

/// An input.
#[derive(Clone, Debug)]
pub struct Site {
    /// What a person calls it.
    pub label: String,
    /// Where it is.
    pub span: Span,
    /// Which values it has; nothing for pointers, which are null.
    pub kind: Option<Kind>,
    /// How they are distributed.
    pub drawn: Option<Drawn>,
    /// That in words.
    pub text: String,
    /// Who says so.
    pub said: Said,
    /// Whether it is in the user's own code.
    pub is_users: bool,
    names: Vec<String>,
}

/// All inputs of a program.
pub struct Sites {
    /// In the order of the program.
    pub all: Vec<Site>,
    from_instr: IdVec<FunctionId, Vec<u32>>,
    from_result: FxHashMap<FunctionId, u32>,
    from_global: FxHashMap<GlobalId, u32>,
    fills: IdVec<FunctionId, FxHashMap<LocalId, Vec<Fill>>>,
    /// `whyc_choice` and `whyc_pick`, whose arguments say what is drawn.
    pub(crate) choice: Option<FunctionId>,
    pub(crate) pick: Option<FunctionId>,
}

const NONE: u32 = u32::MAX;

impl Sites {
    /// The inputs of a program; of several distributions for one of them, the last one counts.
    ///
    /// # Errors
    /// If a name is none of an input, or a distribution does not fit its type.
    pub fn of(program: &Program, given: &[Given]) -> Result<Self, Wrong> {
        let n = program.functions.len();
        let mut sites = Self {
            all: Vec::new(),
            from_instr: IdVec::filled(Vec::new(), n),
            from_result: FxHashMap::default(),
            from_global: FxHashMap::default(),
            fills: IdVec::filled(FxHashMap::default(), n),
            choice: program.function_named("whyc_choice"),
            pick: program.function_named("whyc_pick"),
        };
        for id in program.functions.ids() {
            sites.function(program, id);
        }
        for (id, global) in program.globals.iter_enumerated() {
            if global.kind == GlobalKind::External {
                sites.from_global.insert(id, sites.all.len() as u32);
                sites.all.push(site(program, &global.name, global.span, global.ty, vec![global.name.clone()]));
            }
        }
        for one in given {
            sites.give(one)?;
        }
        Ok(sites)
    }

    fn function(&mut self, program: &Program, id: FunctionId) {
        let function = &program.functions[id];
        let Some(body) = &function.body else {
            self.from_result.insert(id, self.all.len() as u32);
            let label = format!("{}()", function.name);
            self.all.push(site(program, &label, function.span, function.ret, vec![function.name.clone()]));
            return;
        };
        self.fills[id] = storage::fills(program, id, body);
        let is_ours = Some(id) == self.choice || Some(id) == self.pick;
        let mut from_instr = vec![NONE; body.instrs.len()];
        for (instr, it) in body.instrs.iter_enumerated() {
            let InstrKind::Nondet { place, name } = &it.kind else { continue };
            if is_ours {
                continue;
            }
            let (label, names) = names_of(program, id, *place, name);
            let mut found = site(program, &label, it.span, body.places[*place].ty, names);
            found.is_users = function.origin == Origin::User || id == program.start;
            if let Some((low, high, span)) =
                found.kind.as_ref().and_then(|kind| assumed::range(program, id, instr, kind))
            {
                found.drawn = found.kind.as_ref().map(|kind| Drawn::range(kind.numbers, low, high));
                found.text = format!("uniform({low}, {high})");
                if function.origin == Origin::User {
                    found.said = Said::Assumption(span);
                }
            }
            if !found.is_users {
                found.said = Said::Library;
            }
            from_instr[instr.index()] = self.all.len() as u32;
            self.all.push(found);
        }
        self.from_instr[id] = from_instr;
    }

    fn give(&mut self, given: &Given) -> Result<(), Wrong> {
        let span = match given.said {
            Said::Comment(span) => Some(span),
            Said::Option | Said::Assumption(_) | Said::Library | Said::Type => None,
        };
        let wrong = |message: String| Wrong { message, span };
        let mut is_known = false;
        for site in self.all.iter_mut().filter(|it| it.names.contains(&given.name)) {
            is_known = true;
            let Some(kind) = &site.kind else {
                return Err(wrong(format!("`{}` is a pointer: it has no distribution", given.name)));
            };
            let drawn = given.dist.over(kind).map_err(|it| wrong(format!("{}: {it}", given.name)))?;
            (site.drawn, site.text, site.said) = (Some(drawn), given.dist.to_string(), given.said);
        }
        if is_known {
            return Ok(());
        }
        let known = self.known();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        Err(wrong(format!("no input is called `{}`; {}", given.name, names::hint(&given.name, &known, "inputs"))))
    }

    /// What inputs are called, each name once; those in the user's own code.
    #[must_use]
    pub fn known(&self) -> Vec<String> {
        let mut known: Vec<String> = Vec::new();
        for site in self.all.iter().filter(|it| it.is_users) {
            if let Some(name) = site.names.first().filter(|it| !known.contains(it)) {
                known.push(name.clone());
            }
        }
        known
    }

    /// The inputs that have a name.
    pub fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = u32> + 'a {
        (0..self.all.len() as u32).filter(move |&it| self.all[it as usize].names.iter().any(|known| known == name))
    }

    /// The input at an instruction.
    #[inline]
    #[must_use]
    pub fn at(&self, function: FunctionId, instr: InstrId) -> Option<u32> {
        self.from_instr[function].get(instr.index()).copied().filter(|it| *it != NONE)
    }

    /// What a function without body returns.
    pub(crate) fn result(&self, function: FunctionId) -> Option<u32> {
        self.from_result.get(&function).copied()
    }

    /// What a variable that is defined nowhere holds.
    pub(crate) fn external(&self, global: GlobalId) -> Option<u32> {
        self.from_global.get(&global).copied()
    }

    /// What of a variable is random when it is declared.
    pub(crate) fn fills(&self, function: FunctionId, local: LocalId) -> &[Fill] {
        self.fills[function].get(&local).map_or(&[], Vec::as_slice)
    }
}

fn site(program: &Program, label: &str, span: Span, ty: TypeId, names: Vec<String>) -> Site {
    let kind = kind_of(&program.types, ty);
    let text = match &kind {
        None => "always null".to_owned(),
        Some(kind) if !kind.names.is_empty() => format!("uniform over the names of `{}`", kind.text),
        Some(kind) => match kind.numbers.ends() {
            Some((low, high)) => format!("uniform({low}, {high})"),
            None => format!("any bits of `{}`", kind.text),
        },
    };
    let drawn = kind.as_ref().map(Drawn::any);
    Site { label: label.to_owned(), span, kind, drawn, text, said: Said::Type, is_users: true, names }
}

/// What a scalar type holds; nothing for pointers and `long double`.
#[must_use]
pub fn kind_of(types: &TypeTable, ty: TypeId) -> Option<Kind> {
    let numbers = match types.get(ty) {
        Type::Bool => Numbers::Whole { bits: 1, is_signed: false },
        Type::Int(_) | Type::Enum(_) => {
            let bits = types.value_bits(ty).filter(|bits| (1..=128).contains(bits))?;
            Numbers::Whole { bits, is_signed: types.is_signed(ty) }
        }
        Type::Float(FloatKind::Float) => Numbers::Single,
        Type::Float(FloatKind::Double) => Numbers::Double,
        Type::Float(FloatKind::LongDouble)
        | Type::Pointer(_)
        | Type::Void
        | Type::Array { .. }
        | Type::Record(_)
        | Type::Function(_) => return None,
    };
    let names = match types.get(ty) {
        Type::Enum(it) => types.enums[*it].constants.clone(),
        _ => Vec::new(),
    };
    Some(Kind { numbers, names, text: types.name(ty) })
}

/// What the input at a place is called, and by which names it may be given.
fn names_of(program: &Program, function: FunctionId, place: PlaceId, called: &str) -> (String, Vec<String>) {
    let owner = &program.functions[function];
    let called = called.trim_end_matches("()");
    let variable = owner.body.as_ref().and_then(|body| {
        let name = match body.places[place].base {
            PlaceBase::Local(local) => owner.locals[local].name.clone(),
            PlaceBase::Global(global) => program.globals[global].name.clone(),
            PlaceBase::Deref(_) => String::new(),
        };
        Some(name).filter(|it| !it.is_empty() && owner.origin == Origin::User || function == program.start)
    });
    match variable.filter(|it| !it.is_empty()) {
        Some(variable) => {
            let label = written(program, function, place, &variable);
            let mut names =
                vec![variable.clone(), label.clone(), called.to_owned(), format!("{}.{variable}", owner.name)];
            names.dedup();
            (label, names)
        }
        None if owner.origin == Origin::Whyc => (called.to_owned(), vec![called.to_owned(), owner.name.clone()]),
        None => (format!("{called}()"), vec![called.to_owned(), owner.name.clone()]),
    }
}

/// A place as it was written.
fn written(program: &Program, function: FunctionId, place: PlaceId, variable: &str) -> String {
    let mut name = variable.to_owned();
    let owner = &program.functions[function];
    let Some(body) = &owner.body else { return name };
    let it = &body.places[place];
    let mut ty = match it.base {
        PlaceBase::Local(local) => owner.locals[local].ty,
        PlaceBase::Global(global) => program.globals[global].ty,
        PlaceBase::Deref(_) => return name,
    };
    for projection in &it.projections {
        match (projection, program.types.get(ty)) {
            (Projection::Field(at), Type::Record(record)) => {
                let Some(field) = program.types.records[*record].fields.get(*at as usize) else { return name };
                if let Some(field) = &field.name {
                    name.push('.');
                    name.push_str(field);
                }
                ty = field.ty;
            }
            (Projection::Index(index), Type::Array { element, .. }) => {
                name.push_str(&format!("[{}]", text::c_expr(program, function, *index)));
                ty = *element;
            }
            (Projection::Field(_) | Projection::Index(_), _) => return name,
        }
    }
    name
}
