//! What can be said at a place: variables in scope, the parts of records, enumerators, with their types.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashSet;
use whyc_base::source::FileId;
use whyc_ir::flow;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{Body, Function, FunctionId, GlobalKind, LocalKind, Origin, Program};
use whyc_ir::types::{IntKind, RecordId, Type, TypeId};

use super::lex::Text;
use super::statements::{Kind, Statements};
use super::unused;

/// Something that has a value and can be written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// As it is written.
    pub text: String,
    /// Its type.
    pub ty: TypeId,
    /// Whether it may be assigned to.
    pub is_assignable: bool,
}

/// A variable and where it is known.
struct Variable {
    path: Path,
    known: Range<usize>,
    /// Whether anything asks for its value.
    is_read: bool,
}

/// The names of a function.
pub struct Names<'p> {
    program: &'p Program,
    variables: Vec<Variable>,
    /// The user's functions that are defined and come back.
    functions: Vec<&'p Function>,
}

/// At most this many parts of records are offered at a place.
const MANY_PARTS: usize = 40;

impl<'p> Names<'p> {
    /// Those that a function knows, and which of them are read: in the function, or, of words in `read`, anywhere.
    pub fn new(
        program: &'p Program,
        (function, file): (FunctionId, FileId),
        (text, statements): (Text<'_>, &Statements),
        read: &FxHashSet<&str>,
    ) -> Self {
        let known_function = &program.functions[function];
        let tokens = statements.all.last().map_or(0..0, |body| body.tokens.clone());
        let (body, own_read) = (text.bytes(&tokens), unused::read(text, &tokens));
        let mut variables: Vec<Variable> = Vec::new();
        for local in known_function.locals.iter() {
            let known = match local.kind {
                LocalKind::Temporary => continue,
                LocalKind::Param => body.clone(),
                LocalKind::Variable if local.span.file != file => continue,
                LocalKind::Variable => scope(text, statements, local.span.start as usize),
            };
            if is_word(&local.name) {
                let path = Path { text: local.name.clone(), ty: local.ty, is_assignable: !local.is_const };
                let is_read = own_read.contains(path.text.as_str());
                variables.push(Variable { path, known, is_read });
            }
        }
        for global in program.globals.iter() {
            let is_there = global.kind == GlobalKind::Variable && global.span.file == file && is_word(&global.name);
            // What the program never takes from its text belongs to somebody else.
            if is_there && !global.name.starts_with("__whyc") {
                let known = global.span.end as usize..usize::MAX;
                let path = Path { text: global.name.clone(), ty: global.ty, is_assignable: !global.is_const };
                let is_read = read.contains(path.text.as_str());
                variables.push(Variable { path, known, is_read });
            }
        }
        let comes_back = |body: &Body| !never_returns(body);
        let is_users = |f: &&Function| f.origin == Origin::User && f.body.as_ref().is_some_and(comes_back);
        let functions = program.functions.iter().filter(is_users).collect();
        Self { program, variables, functions }
    }

    /// The variables that are known at a byte. Where two have the same name, the inner one counts.
    pub fn variables(&self, at: usize) -> Vec<&Path> {
        self.known(at).into_iter().map(|it| &it.path).collect()
    }

    /// Those of them that nothing reads.
    pub fn unused(&self, at: usize) -> Vec<&Path> {
        self.known(at).into_iter().filter(|it| !it.is_read).map(|it| &it.path).collect()
    }

    fn known(&self, at: usize) -> Vec<&Variable> {
        let mut found: BTreeMap<&str, (usize, &Variable)> = BTreeMap::new();
        for (position, variable) in self.variables.iter().enumerate().filter(|(_, it)| it.known.contains(&at)) {
            let known = found.entry(&variable.path.text).or_insert((position, variable));
            if variable.known.len() < known.1.known.len() {
                *known = (position, variable);
            }
        }
        let mut found: Vec<(usize, &Variable)> = found.into_values().collect();
        // In the order in which they are declared.
        found.sort_by_key(|(position, _)| *position);
        found.into_iter().map(|(_, variable)| variable).collect()
    }

    /// The variables and the parts of records that can be reached from them, that are known at a byte.
    pub fn paths(&self, at: usize) -> Vec<Path> {
        let mut found: Vec<Path> = self.variables(at).into_iter().cloned().collect();
        let mut parts = Vec::new();
        for path in &found {
            let (record, link) = match self.program.types.get(path.ty) {
                Type::Record(record) => (*record, "."),
                Type::Pointer(to) => match self.program.types.get(*to) {
                    Type::Record(record) => (*record, "->"),
                    _ => continue,
                },
                _ => continue,
            };
            for (name, ty) in self.fields(record) {
                parts.push(Path { text: format!("{}{link}{name}", path.text), ty, is_assignable: true });
            }
        }
        parts.truncate(MANY_PARTS);
        found.extend(parts);
        found
    }

    /// The named fields of a record.
    fn fields(&self, record: RecordId) -> Vec<(String, TypeId)> {
        let fields = self.program.types.records[record].fields.iter();
        fields.filter_map(|field| Some((field.name.clone()?, field.ty))).collect()
    }

    /// The named fields of what a pointer points to.
    pub fn pointed_fields(&self, ty: TypeId) -> Vec<(String, TypeId)> {
        let Type::Pointer(to) = self.program.types.get(ty) else { return Vec::new() };
        match self.program.types.get(*to) {
            Type::Record(record) => self.fields(*record),
            _ => Vec::new(),
        }
    }

    /// The type of a variable that is known at a byte.
    pub fn type_of(&self, name: &str, at: usize) -> Option<TypeId> {
        self.variables(at).into_iter().find(|path| path.text == name).map(|path| path.ty)
    }

    /// Other fields in the records that have a field of this name, which fit in its place; and whether they have its type.
    pub fn other_fields(&self, name: &str) -> Vec<(String, bool)> {
        let mut found = Vec::new();
        for record in self.program.types.records.ids() {
            let fields = self.fields(record);
            let Some((_, ty)) = fields.iter().find(|(known, _)| known == name) else { continue };
            for (other, its) in &fields {
                if other != name && fit(self.program, *ty, *its) && !found.iter().any(|(known, _)| known == other) {
                    found.push((other.clone(), ty == its));
                }
            }
        }
        found
    }

    /// The other constants of the enumeration that has this one.
    pub fn other_enumerators(&self, name: &str) -> Vec<String> {
        let enums = self.program.types.enums.iter();
        let mut own = enums.filter(|it| it.constants.iter().any(|(known, _)| known == name));
        own.next().map_or_else(Vec::new, |it| {
            it.constants.iter().map(|(other, _)| other.clone()).filter(|other| other != name).collect()
        })
    }

    /// The other functions that take and return the same.
    pub fn other_functions(&self, name: &str) -> Vec<&'p str> {
        let Some((_, ret, params)) = self.functions().find(|(known, ..)| *known == name) else { return Vec::new() };
        let is_alike = |(other, its, of): &(&str, TypeId, Vec<TypeId>)| {
            *other != name && *other != "main" && *its == ret && *of == params
        };
        self.functions().filter(is_alike).map(|(other, ..)| other).collect()
    }

    /// The constants of an enumeration type.
    pub fn enumerators(&self, ty: TypeId) -> Vec<String> {
        match self.program.types.get(ty) {
            Type::Enum(id) => self.program.types.enums[*id].constants.iter().map(|(name, _)| name.clone()).collect(),
            _ => Vec::new(),
        }
    }

    /// What a pointer points to, or an array consists of.
    pub fn element(&self, ty: TypeId) -> Option<TypeId> {
        match self.program.types.get(ty) {
            Type::Pointer(element) | Type::Array { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// Whether a value of the one type can stand where one of the other does.
    pub fn fit(&self, a: TypeId, b: TypeId) -> bool {
        fit(self.program, a, b)
    }

    /// Whether a type is one of integers.
    pub fn is_integer(&self, ty: TypeId) -> bool {
        is_integer(self.program, ty)
    }

    /// Whether it is the type of characters that may be negative.
    pub fn is_signed_char(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Int(IntKind::Char | IntKind::SChar))
    }

    /// Whether it is a pointer.
    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Pointer(_))
    }

    /// Whether it is a number with a fraction.
    pub fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Float(_))
    }

    /// The user's functions that are defined and come back, with what they return and take.
    pub fn functions(&self) -> impl Iterator<Item = (&'p str, TypeId, Vec<TypeId>)> {
        self.functions.iter().map(|function| {
            let params = function.params().map(|param| function.locals[param].ty).collect();
            (function.name.as_str(), function.ret, params)
        })
    }
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn is_integer(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Int(_) | Type::Bool | Type::Enum(_))
}

/// Who calls these is done: a program that gives up breaks no rule, but does not work either.
const ENDING: [&str; 9] = ["exit", "_exit", "_Exit", "quick_exit", "abort", "longjmp", "siglongjmp", "err", "errx"];

/// Whether nothing comes after a statement: it calls what never returns.
pub fn ends_program(program: &Program, statement: &str) -> bool {
    let called = statement.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
    let is_it = |it: &Function| it.name == called && it.body.as_ref().is_some_and(never_returns);
    ENDING.contains(&called) || program.functions.iter().any(is_it)
}

fn never_returns(body: &Body) -> bool {
    let (mut seen, mut waiting) = (FxHashSet::default(), vec![InstrId(0)]);
    while let Some(at) = waiting.pop() {
        if matches!(body.instrs[at].kind, InstrKind::Return(_)) {
            return false;
        }
        waiting.extend(flow::successors(body, at).into_iter().filter(|&next| seen.insert(next)));
    }
    true
}

fn fit(program: &Program, a: TypeId, b: TypeId) -> bool {
    // Nobody takes a number for a state, or one kind of state for another.
    let is_named = |ty| matches!(program.types.get(ty), Type::Enum(_));
    if a == b || is_named(a) || is_named(b) {
        return a == b;
    }
    if is_integer(program, a) && is_integer(program, b) {
        return true;
    }
    match (program.types.get(a), program.types.get(b)) {
        (Type::Float(_), Type::Float(_) | Type::Int(_)) | (Type::Int(_), Type::Float(_)) => true,
        (Type::Pointer(x) | Type::Array { element: x, .. }, Type::Pointer(y) | Type::Array { element: y, .. }) => {
            x == y
        }
        _ => false,
    }
}

/// Where a variable that is declared at a byte is known: to the end of what it is declared in.
fn scope(text: Text<'_>, statements: &Statements, declared: usize) -> Range<usize> {
    let mut smallest = declared..declared;
    for statement in &statements.all {
        let bytes = text.bytes(&statement.tokens);
        let is_scope = matches!(statement.kind, Kind::Block(_) | Kind::For { .. });
        let is_smaller = smallest.end == declared || bytes.len() < smallest.len();
        if is_scope && bytes.contains(&declared) && is_smaller {
            smallest = bytes;
        }
    }
    declared..smallest.end
}
