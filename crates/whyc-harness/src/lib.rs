//! A harness for a C module: a program that calls its functions in every order, with every argument that makes sense.
//!
//! In: the text of a header, and of sources whose assertions say what functions need. Out: C, by [`harness`]. Read [`module`] (what a header
//! declares), `read` (how it is read off the text), `needs` (preconditions), [`capacity`] (how many calls it takes to fill it), [`roles`] (what each function and parameter is for) and
//! `write` (the C). [`cases`] goes another way to the same end: from linear tests. [`tell`] says in words what was made of the module, and what was left out and why.
//!
//! Everything here goes by text, names and shapes: **nothing is promised about the module, and nothing here compiles, checks or writes
//! files.** What cannot be called sensibly is left out by name, never guessed.
#![forbid(unsafe_code)]

pub mod module;

mod syntax;

mod blank;

pub mod capacity;

mod read;

mod needs;

pub mod roles;

mod write;

pub mod tell;

pub mod cases;

#[cfg(test)]
mod tests;

use module::Source;
use roles::Plan;

/// What is wanted of a harness.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// How many calls a run makes.
    pub calls: u32,
    /// How many elements a buffer has at most.
    pub elements: u32,
    /// The functions that are called; all of them if there is none.
    pub only: Vec<String>,
}

/// A harness.
#[derive(Clone, Debug)]
pub struct Harness {
    /// What was made of the module.
    pub plan: Plan,
    /// The C.
    pub text: String,
}

/// Why there is no harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoHarness {
    /// The header declares no function.
    NoFunctions,
    /// No function can be called; the reasons, by name.
    NothingToCall(Vec<(String, String)>),
    /// A function that was asked for is not there; those that are.
    Unknown(String, Vec<String>),
}

/// The harness of the module that a header declares.
///
/// # Errors
/// If there is nothing to call.
pub fn harness(header: &Source, sources: &[Source], wanted: &Wanted) -> Result<Harness, NoHarness> {
    let mut module = read::module(header);
    if module.functions.is_empty() {
        return Err(NoHarness::NoFunctions);
    }
    needs::find(&mut module, header, sources);
    let names: Vec<String> = module.functions.iter().map(|it| it.name.clone()).collect();
    if let Some(name) = wanted.only.iter().find(|it| !names.contains(it)) {
        return Err(NoHarness::Unknown(name.clone(), names));
    }
    let plan = roles::plan(module, &wanted.only);
    if plan.calls.is_empty() {
        let reasons = plan.left_out.iter().map(|(function, why)| (function.name.clone(), why.clone())).collect();
        return Err(NoHarness::NothingToCall(reasons));
    }
    let text = write::harness(&plan, header, wanted);
    Ok(Harness { plan, text })
}
