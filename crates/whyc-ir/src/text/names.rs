//! How locals and globals are called inside one function.

use rustc_hash::FxHashMap;

use crate::program::{FunctionId, GlobalId, LocalId, Program};

/// The names that one function's text uses.
pub(super) struct Names<'a> {
    program: &'a Program,
    function: FunctionId,
    /// How many things in sight of the function have a name.
    count_from_name: FxHashMap<&'a str, u32>,
}

impl<'a> Names<'a> {
    pub(super) fn new(program: &'a Program, function: FunctionId) -> Self {
        let mut count_from_name = FxHashMap::default();
        for global in &program.globals {
            *count_from_name.entry(global.name.as_str()).or_insert(0) += 1;
        }
        for local in &program.functions[function].locals {
            *count_from_name.entry(local.name.as_str()).or_insert(0) += 1;
        }
        Self { program, function, count_from_name }
    }

    /// A name that is unique in the function. Ids out of range have one too, for the verifier.
    pub(super) fn local(&self, id: LocalId) -> String {
        match self.program.functions[self.function].locals.get(id) {
            Some(local) => self.unique(&local.name, &id.to_string()),
            None => id.to_string(),
        }
    }

    /// A name that is unique in the program and the function.
    pub(super) fn global(&self, id: GlobalId) -> String {
        match self.program.globals.get(id) {
            Some(global) => self.unique(&global.name, &id.to_string()),
            None => id.to_string(),
        }
    }

    fn unique(&self, name: &str, id: &str) -> String {
        if name.is_empty() {
            id.to_owned()
        } else if self.count_from_name.get(name).copied() == Some(1) {
            name.to_owned()
        } else {
            format!("{name}.{id}")
        }
    }

    /// The name as the user wrote it, unique or not.
    pub(super) fn plain_local(&self, id: LocalId) -> String {
        match self.program.functions[self.function].locals.get(id) {
            Some(local) if !local.name.is_empty() => local.name.clone(),
            _ => id.to_string(),
        }
    }

    /// The name as the user wrote it, unique or not.
    pub(super) fn plain_global(&self, id: GlobalId) -> String {
        self.program.globals.get(id).map_or_else(|| id.to_string(), |global| global.name.clone())
    }
}
