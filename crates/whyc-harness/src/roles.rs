//! What each function and each parameter of a module is for, by types, shapes and names.

use std::collections::{BTreeMap, BTreeSet};

use crate::module::{Function, Module, Param, Resolved};

/// What is made of a module.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The module.
    pub module: Module,
    /// The objects that functions work on, by the name of their type.
    pub objects: BTreeMap<String, Object>,
    /// The functions that are called.
    pub calls: Vec<Call>,
    /// Those that are not, and why.
    pub left_out: Vec<(Function, String)>,
}

/// Objects of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Whether its fields are known, so that the harness can have one itself.
    pub is_complete: bool,
    /// Whether a function brings it to life; otherwise it begins as zeros.
    pub is_made: bool,
    /// How many there are.
    pub count: usize,
    /// The variable that holds them.
    pub variable: String,
}

/// A function that is called.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function.
    pub function: Function,
    /// What it does to the life of an object.
    pub life: Life,
    /// What each parameter gets.
    pub args: Vec<Arg>,
}

/// What a function does to the life of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Life {
    /// Nothing.
    Uses,
    /// It returns a new object of this type.
    Returns(String),
    /// It makes an object of its first argument.
    Begins(String),
    /// It ends the life of its first argument.
    Ends(String),
}

/// What a parameter gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// An object of this type that lives.
    Object(String),
    /// An object of this type that does not live yet.
    Fresh(String),
    /// Any number.
    Number,
    /// Any of these.
    OneOf(Vec<String>),
    /// A text that ends somewhere.
    Text,
    /// Some elements, as many as a parameter says if there is one.
    Buffer(Option<usize>),
    /// The number of elements of buffers.
    Size,
    /// One element.
    Cell,
    /// A record of any content.
    Record,
    /// A pointer to a place for a pointer, which is null.
    Place,
}

/// Words in names that bring something to life.
const BEGINS: &[&str] =
    &["init", "initialize", "initialise", "create", "new", "open", "setup", "construct", "make", "begin"];
/// Words in names that end a life.
const ENDS: &[&str] = &[
    "destroy",
    "free",
    "delete",
    "close",
    "deinit",
    "fini",
    "release",
    "dispose",
    "term",
    "terminate",
    "cleanup",
    "drop",
    "teardown",
];
/// Words in names of parameters that say how many.
const SIZES: &[&str] = &[
    "n", "len", "length", "size", "count", "cap", "capacity", "num", "nbytes", "nmemb", "bytes", "sz", "max", "cnt",
    "elems", "width",
];

/// Says what to do with each function; only with some, if they are named.
#[must_use]
pub fn plan(module: Module, only: &[String]) -> Plan {
    let made = made(&module);
    let mut plan = Plan { objects: BTreeMap::new(), calls: Vec::new(), left_out: Vec::new(), module };
    for function in plan.module.functions.clone() {
        let is_wanted = only.is_empty() || only.contains(&function.name);
        // What begins and ends lives is called anyway: without it nothing else can be.
        let life = life(&plan.module, &function, &made);
        if !is_wanted && life == Life::Uses {
            continue;
        }
        match args(&plan.module, &function, &life, &made) {
            Ok(args) => plan.calls.push(Call { function, life, args }),
            Err(why) => plan.left_out.push((function, why)),
        }
    }
    settle(&mut plan, &made);
    plan
}

/// The types of which a function makes objects.
fn made(module: &Module) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for function in &module.functions {
        if let (Resolved::Record(name, _), 1) = module.resolve(&function.returns)
            && !function.returns.is_const
            && !takes(module, function, &name)
        {
            found.insert(name);
        }
        if let Some(name) = first_object(module, function)
            && has_word(&function.name, BEGINS)
        {
            found.insert(name);
        }
    }
    found
}

/// Whether a function takes an object of a type to change it.
fn takes(module: &Module, function: &Function, name: &str) -> bool {
    let is_it = |it: &Param| {
        !it.shape.is_const && matches!(module.resolve(&it.shape), (Resolved::Record(found, _), 1) if found == name)
    };
    function.params.iter().any(is_it)
}

/// The type of the object that the first parameter is, if it may be changed.
fn first_object(module: &Module, function: &Function) -> Option<String> {
    let first = function.params.first().filter(|it| !it.shape.is_const)?;
    match module.resolve(&first.shape) {
        (Resolved::Record(name, _), 1) => Some(name),
        _ => None,
    }
}

fn is_complete(module: &Module, name: &str) -> bool {
    let shape = crate::module::Shape { base: name.to_owned(), stars: 0, is_const: false, is_function: false };
    matches!(module.resolve(&shape), (Resolved::Record(_, true), 0))
}

fn life(module: &Module, function: &Function, made: &BTreeSet<String>) -> Life {
    if let (Resolved::Record(name, _), 1) = module.resolve(&function.returns)
        && made.contains(&name)
        && !function.returns.is_const
        && !takes(module, function, &name)
    {
        return Life::Returns(name);
    }
    match first_object(module, function) {
        Some(name) if has_word(&function.name, ENDS) && made.contains(&name) => Life::Ends(name),
        Some(name) if has_word(&function.name, BEGINS) && is_complete(module, &name) => Life::Begins(name),
        Some(_) | None => Life::Uses,
    }
}

/// The words of a name: `stackInit`, `stack_init`.
fn has_word(name: &str, words: &[&str]) -> bool {
    let mut all = vec![String::new()];
    for c in name.chars() {
        if c == '_' {
            all.push(String::new());
        } else {
            let is_new =
                c.is_uppercase() && all.last().is_some_and(|it| it.chars().next_back().is_some_and(char::is_lowercase));
            if is_new {
                all.push(String::new());
            }
            if let Some(last) = all.last_mut() {
                last.extend(c.to_lowercase());
            }
        }
    }
    all.iter().any(|it| words.contains(&it.as_str()))
}

fn args(module: &Module, function: &Function, life: &Life, made: &BTreeSet<String>) -> Result<Vec<Arg>, String> {
    if function.is_variadic {
        return Err("it takes any number of arguments".to_owned());
    }
    let mut all = Vec::new();
    for (k, param) in function.params.iter().enumerate() {
        let fresh = matches!(life, Life::Begins(_)) && k == 0;
        all.push(arg(module, param, fresh, made).map_err(|why| format!("`{}` {why}", param.name))?);
    }
    pair(module, function, &mut all);
    Ok(all)
}

fn arg(module: &Module, param: &Param, fresh: bool, made: &BTreeSet<String>) -> Result<Arg, String> {
    let is_char = matches!(param.shape.base.as_str(), "char" | "signed char" | "unsigned char");
    match module.resolve(&param.shape) {
        (Resolved::Function, _) => Err("is a function, and what that does is not known".to_owned()),
        (Resolved::Number, 0) => Ok(Arg::Number),
        (Resolved::Enum(members), 0) if !members.is_empty() => Ok(Arg::OneOf(members)),
        (Resolved::Enum(_), 0) => Ok(Arg::Number),
        (Resolved::Record(name, true), 0) if !module.holds_pointers(&name) => Ok(Arg::Record),
        (Resolved::Record(_, true), 0) => Err("is a record that holds pointers".to_owned()),
        (Resolved::Record(name, false), 0) => Err(format!("is a {name}, whose fields are not told")),
        (Resolved::Record(name, _), 1) if fresh => Ok(Arg::Fresh(name)),
        (Resolved::Record(name, true), 1)
            if !made.contains(&name) && param.shape.is_const && !module.holds_pointers(&name) =>
        {
            Ok(Arg::Cell)
        }
        (Resolved::Record(name, is_complete), 1) if is_complete || made.contains(&name) => Ok(Arg::Object(name)),
        (Resolved::Record(name, _), 1) => Err(format!("points to a {name}, which no function of the header makes")),
        (Resolved::Number, 1) if is_char && param.elements.is_none() && param.shape.is_const => Ok(Arg::Text),
        (Resolved::Number | Resolved::Enum(_), 1) if param.elements.is_some() => Ok(Arg::Buffer(None)),
        (Resolved::Number | Resolved::Enum(_) | Resolved::Void, 1) => Ok(Arg::Cell),
        (Resolved::Number | Resolved::Void | Resolved::Enum(_), 2) => Ok(Arg::Place),
        (Resolved::Void, 0) => Err("has no type".to_owned()),
        (Resolved::Unknown(name), _) => Err(format!("is a {name}, which the header does not explain")),
        (_, _) => Err("is a pointer to pointers".to_owned()),
    }
}

/// Sizes that belong to buffers: a number right behind a pointer, or before it, whose name says so.
fn pair(module: &Module, function: &Function, all: &mut [Arg]) {
    let is_size = |k: usize| {
        let param = &function.params[k];
        matches!(module.resolve(&param.shape), (Resolved::Number, 0)) && says_size(&param.name)
    };
    let can_be_buffer = |k: usize, all: &[Arg]| match &all[k] {
        Arg::Text | Arg::Cell => matches!(
            module.resolve(&function.params[k].shape),
            (Resolved::Number | Resolved::Void | Resolved::Enum(_), 1)
        ),
        _ => false,
    };
    for k in 0..all.len() {
        if !is_size(k) {
            continue;
        }
        // Pointers right before it, as many as there are: `dst, src, n`.
        let before: Vec<usize> = (0..k).rev().take_while(|&it| can_be_buffer(it, all)).collect();
        let after: Vec<usize> = if before.is_empty() {
            (k + 1..all.len()).take_while(|&it| can_be_buffer(it, all)).take(1).collect()
        } else {
            Vec::new()
        };
        // `n` may be what is looked for: a lone char pointer and a count are a buffer all the same.
        let buffers = if before.is_empty() { after } else { before };
        if !buffers.is_empty() {
            all[k] = Arg::Size;
        }
        for it in buffers {
            all[it] = Arg::Buffer(Some(k));
        }
    }
}

fn says_size(name: &str) -> bool {
    let lower = name.to_lowercase();
    has_word(name, SIZES)
        || ["len", "size", "count", "length"].iter().any(|it| lower.ends_with(it))
        || (lower.starts_with('n') && lower.len() <= 3)
}

/// Objects for what is called; functions whose objects nobody makes any more are left out.
fn settle(plan: &mut Plan, made: &BTreeSet<String>) {
    let makes = |calls: &[Call], name: &str| {
        calls.iter().any(|it| matches!(&it.life, Life::Returns(of) | Life::Begins(of) if of == name))
    };
    let module = plan.module.clone();
    let lost = |calls: &[Call], call: &Call| {
        let wants = |it: &Arg| match it {
            Arg::Object(name) => made.contains(name) && !makes(calls, name) && !is_complete(&module, name),
            _ => false,
        };
        call.args.iter().any(wants)
    };
    loop {
        let calls = plan.calls.clone();
        let (gone, kept): (Vec<Call>, Vec<Call>) = calls.iter().cloned().partition(|it| lost(&calls, it));
        if gone.is_empty() {
            break;
        }
        plan.calls = kept;
        plan.left_out
            .extend(gone.into_iter().map(|it| (it.function, "what makes its object cannot be called".to_owned())));
    }
    for call in plan.calls.clone() {
        let names = call.args.iter().filter_map(|it| match it {
            Arg::Object(name) | Arg::Fresh(name) => Some(name.clone()),
            _ => None,
        });
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for name in names.chain(match &call.life {
            Life::Returns(name) => Some(name.clone()),
            Life::Uses | Life::Begins(_) | Life::Ends(_) => None,
        }) {
            *counts.entry(name).or_default() += 1;
        }
        for (name, count) in counts {
            let is_made = makes(&plan.calls, &name);
            let is_complete =
                is_complete(&plan.module, &name) && !plan.calls.iter().any(|it| it.life == Life::Returns(name.clone()));
            let variable = format!("some_{}", name.split(' ').next_back().unwrap_or("object"));
            let object = plan.objects.entry(name).or_insert(Object { is_complete, is_made, count: 1, variable });
            object.count = object.count.max(count.min(2));
        }
    }
}
