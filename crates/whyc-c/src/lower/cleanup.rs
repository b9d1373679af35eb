//! `__attribute__((cleanup(f)))`: `f` is called with the address of the variable wherever its scope ends.

use whyc_base::source::Span;
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::LocalId;

use super::builder::Builder;
use crate::attributes;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

impl<'u> Builder<'_, 'u> {
    /// The name of the function that shall clean up after a variable.
    pub fn cleanup_name(&self, decl: Cursor<'u>) -> Option<String> {
        attributes::find(decl, "cleanup")?.argument
    }

    /// From here on, `local` is cleaned up after by the function called `name`.
    pub fn clean_up_by(&mut self, name: &str, decl: Cursor<'u>, local: LocalId, span: Span) {
        let declares = |other: &Cursor<'u>| other.kind() == k::CXCursor_FunctionDecl && other.spelling() == name;
        let found = decl.unit_root().children().into_iter().find(declares);
        let function = found.filter(|&found| self.cx.unsettled(found).is_none()).map(|found| self.cx.function(found));
        let usable = function.filter(|&function| {
            let (info, signature) = (&self.cx.infos[function], &self.cx.functions[function]);
            info.definition.is_some() && info.unsupported.is_none() && signature.n_params == 1
        });
        match usable {
            Some(function) => {
                self.cleanups.insert(local, function);
                self.addressed_locals.insert(local);
            }
            None => self.unsupported(format!("cleanup by `{name}`"), span),
        }
    }

    /// The end of the life of a local.
    pub fn end_local(&mut self, local: LocalId, span: Span) {
        self.clean_up(local, span);
        self.emit(InstrKind::Kill(local), span);
    }

    fn clean_up(&mut self, local: LocalId, span: Span) {
        let Some(&function) = self.cleanups.get(&local) else { return };
        let Some(param) = self.cx.functions[function].locals.iter().next().map(|param| param.ty) else { return };
        let place = self.local_place(local, span);
        let address = self.address_of(place, span);
        let args = vec![self.cast(address, param)];
        self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(function), args }, span);
    }

    /// Whether there is something to clean up when the function ends here.
    pub fn has_cleanups(&self) -> bool {
        self.alive().iter().any(|(_, local)| self.cleanups.contains_key(local))
    }

    /// Cleans up after all variables: the function ends here.
    pub fn clean_up_all(&mut self, span: Span) {
        for (_, local) in self.alive() {
            self.clean_up(local, span);
        }
    }
}
