//! Symbols as the linker sees them: weak ones, other names for the same thing, functions that run before and after `main`.

use rustc_hash::FxHashSet;
use whyc_ir::program::{FunctionId, GlobalKind};

use super::{Context, Symbol};
use crate::attributes;
use crate::clang::cursor::{Cursor, Storage};
use crate::clang::kind as k;
use crate::spans::Spans;
use crate::text;

/// A declaration that gives another name to something: `alias("f")`, or `__asm__("f")`.
pub(super) struct OtherName<'u> {
    decl: Cursor<'u>,
    target: String,
}

/// The priority of a constructor that has none of its own: after all the others.
const LAST: u32 = 65535;

impl<'u> Context<'u> {
    /// Takes down what the attributes of a declaration say to the linker.
    pub fn note_attributes(&mut self, decl: Cursor<'u>) {
        let key = decl.key();
        for attribute in attributes::of(decl) {
            let argument = attribute.argument.unwrap_or_default();
            match attribute.name.as_str() {
                "weak" => {
                    self.weak.insert(key);
                }
                "constructor" => self.constructors.push((argument.parse().unwrap_or(LAST), decl)),
                "destructor" => self.destructors.push((argument.parse().unwrap_or(LAST), decl)),
                "alias" => self.other_names.push(OtherName { decl, target: argument }),
                "ifunc" | "weakref" => {
                    let what = format!("`{}`, which is declared with `{}`", decl.spelling(), attribute.name);
                    self.unresolved.insert(key, what);
                }
                "noreturn" | "pure" | "const" => {
                    self.said.insert((key, attribute.name));
                }
                _ => {}
            }
        }
        if decl.kind() == k::CXCursor_FunctionDecl && !decl.is_definition() {
            for name in ["noreturn", "pure", "const"] {
                if attributes::has(decl, name) {
                    self.said.insert((key, name.to_owned()));
                }
            }
        }
        if let Some(target) = attributes::linker_name(decl) {
            self.other_names.push(OtherName { decl, target });
        }
    }

    /// Gives other names to what they stand for, once all units are known.
    pub fn resolve_other_names(&mut self) {
        for OtherName { decl, target } in std::mem::take(&mut self.other_names) {
            let is_function = decl.kind() == k::CXCursor_FunctionDecl;
            let resolved =
                if is_function { self.name_function(decl, &target) } else { self.name_global(decl, &target) };
            if !resolved {
                let what = format!("`{}`, which stands for the symbol `{target}`", decl.spelling());
                self.unresolved.entry(decl.key()).or_insert(what);
            }
        }
    }

    fn name_function(&mut self, decl: Cursor<'u>, target: &str) -> bool {
        let name = decl.spelling();
        if decl.definition().is_some() {
            // A definition under a label: that is the name it has for other units.
            let function = self.declare_function(decl);
            let other = *self.function_from_name.entry(target.to_owned()).or_insert(function);
            return other == function;
        }
        let own = self.function_from_name.get(&name).copied();
        let is_defined = own.is_some_and(|own| self.infos[own].definition.is_some());
        let same_unit = definition_in_unit(decl, target).map(|found| self.declare_function(found));
        let linked = || self.function_from_name.get(target).copied();
        let found = same_unit.or_else(linked).filter(|&found| self.infos[found].definition.is_some());
        let function = match (own, found) {
            // A strong definition elsewhere wins over a weak other name.
            (Some(own), _) if is_defined && self.weak.contains(&decl.key()) => own,
            (_, Some(found)) if !is_defined || own == Some(found) => found,
            _ => return false,
        };
        self.symbol_from_decl.insert(decl.key(), Symbol::Function(function));
        if decl.has_external_linkage() {
            self.function_from_name.insert(name, function);
        }
        true
    }

    fn name_global(&mut self, decl: Cursor<'u>, target: &str) -> bool {
        let name = decl.spelling();
        let same_unit = definition_in_unit(decl, target).map(|found| self.declare_global(found));
        let found = same_unit.or_else(|| self.global_from_name.get(target).copied());
        let found = found.filter(|&found| self.globals[found].kind == GlobalKind::Variable);
        let (Some(global), Ok(ty)) = (found, self.types.lower(decl.ty())) else { return false };
        let is_taken = self.global_from_name.get(&name).is_some_and(|&own| own != global);
        if is_taken || self.globals[global].ty != ty {
            return false;
        }
        self.symbol_from_decl.insert(decl.key(), Symbol::Global(global));
        if decl.has_external_linkage() {
            self.global_from_name.insert(name, global);
        }
        true
    }

    /// Why it is not known what a use of this function or variable stands for.
    pub fn unsettled(&mut self, decl: Cursor<'u>) -> Option<String> {
        let key = decl.key();
        if let Some(reason) = self.unresolved.get(&key) {
            return Some(reason.clone());
        }
        let is_named_weak = decl.has_external_linkage() && self.weak_names.contains(&decl.spelling());
        if !is_named_weak && !self.weak.contains(&key) {
            return None;
        }
        let is_defined = if decl.kind() == k::CXCursor_FunctionDecl {
            let function = self.function(decl);
            self.infos[function].definition.is_some()
        } else {
            let global = self.global(decl);
            self.globals[global].kind != GlobalKind::External
        };
        (!is_defined).then(|| format!("the weak symbol `{}`, which may be missing", decl.spelling()))
    }

    /// The functions that run before `main`, in that order.
    pub fn constructors(&mut self) -> Vec<FunctionId> {
        let constructors = self.constructors.clone();
        self.in_order_of_priority(&constructors)
    }

    /// The functions that run when the program exits, in that order.
    pub fn destructors(&mut self) -> Vec<FunctionId> {
        let destructors = self.destructors.clone();
        let mut order = self.in_order_of_priority(&destructors);
        order.reverse();
        order
    }

    fn in_order_of_priority(&mut self, decls: &[(u32, Cursor<'u>)]) -> Vec<FunctionId> {
        let functions = decls.iter().map(|&(priority, decl)| (priority, self.function(decl)));
        let mut functions: Vec<(u32, FunctionId)> = functions.collect();
        functions.retain(|&(_, function)| self.infos[function].definition.is_some());
        functions.sort_unstable();
        functions.dedup();
        functions.into_iter().map(|(_, function)| function).collect()
    }
}

/// The names in `#pragma weak name`, of which libclang does not tell.
pub(super) fn weak_names(spans: &Spans) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    for (_, file) in spans.sources.files() {
        for line in file.text.lines().filter(|line| line.trim_start().starts_with('#')) {
            let lexemes: Vec<&str> = text::lexemes(line, 0).map(|lexeme| lexeme.text).take(4).collect();
            if let ["#", "pragma", "weak", name, ..] = lexemes[..] {
                names.insert(name.to_owned());
            }
        }
    }
    names
}

/// What defines `name` in the unit of `decl`, a function or a variable as `decl` is.
fn definition_in_unit<'u>(decl: Cursor<'u>, name: &str) -> Option<Cursor<'u>> {
    let defines = |other: &Cursor<'u>| match other.kind() {
        k::CXCursor_FunctionDecl => other.is_definition(),
        _ => other.storage() != Storage::Extern || other.initialiser().is_some(),
    };
    let root = decl.unit_root();
    root.children().into_iter().find(|other| other.kind() == decl.kind() && other.spelling() == name && defines(other))
}
