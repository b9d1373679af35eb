//! Variables that outlive their blocks: declared in any number of places, defined in one.

use whyc_base::source::Span;
use whyc_ir::program::{Global, GlobalId, GlobalKind};
use whyc_ir::types::TypeId;

use super::{Context, Symbol};
use crate::attributes;
use crate::clang::cursor::{Cursor, Storage};
use crate::models;

impl<'u> Context<'u> {
    /// The global that `decl` declares.
    pub fn global(&mut self, decl: Cursor<'u>) -> GlobalId {
        match self.symbol_from_decl.get(&decl.key()) {
            Some(&Symbol::Global(global)) => global,
            _ => {
                let global = self.declare_global(decl);
                if self.globals[global].kind == GlobalKind::External && decl.has_external_linkage() {
                    let name = self.globals[global].name.clone();
                    if let Some(definition) = self.models.definition(&name) {
                        self.declare_global(definition);
                    }
                }
                global
            }
        }
    }

    /// Enters a declaration of a variable that outlives its block.
    pub fn declare_global(&mut self, decl: Cursor<'u>) -> GlobalId {
        let key = decl.key();
        let name = decl.spelling();
        let external = decl.has_external_linkage();
        let known = match self.symbol_from_decl.get(&key) {
            Some(&Symbol::Global(global)) => Some(global),
            _ if external => self.global_from_name.get(&name).copied(),
            _ => None,
        };
        let span = self.spans.of_declarator(decl);
        let ty = self.types.lower_or_bytes(decl.ty());
        // What the world around the program holds is known by C's name for it.
        let in_world = self.spans.sources.file(span.file).name == models::WORLD;
        let shown = match name.strip_prefix("argument").filter(|_| in_world) {
            Some(number) => format!("argv[{number}]"),
            None => name.clone(),
        };
        let is_const = decl.ty().is_const_object();
        let global = known.unwrap_or_else(|| {
            let kind = GlobalKind::External;
            self.globals.push(Global { name: shown, ty, span, kind, is_const, align: None, tail: 0 })
        });
        if decl.is_thread_local() && !self.thread_locals.contains(&global) {
            self.thread_locals.push(global);
        }
        self.globals[global].align = self.globals[global].align.max(attributes::declared_align(decl));
        self.symbol_from_decl.insert(key, Symbol::Global(global));
        if self.types.lower(decl.ty()).is_err() {
            self.opaque.insert(global);
        }
        if external {
            self.global_from_name.insert(name, global);
        }
        // `extern int a[];` learns its length from the definition, in whichever order they come.
        if self.types.table.size_of(self.globals[global].ty).is_none() {
            self.globals[global].ty = ty;
        }
        self.define_global(global, decl, span);
        global
    }

    /// Whether the type of a global cannot be expressed.
    pub fn is_opaque(&self, global: GlobalId) -> bool {
        self.opaque.contains(&global)
    }

    fn define_global(&mut self, global: GlobalId, decl: Cursor<'u>, span: Span) {
        let initialiser = decl.initialiser();
        if initialiser.is_none() && decl.storage() == Storage::Extern {
            return;
        }
        let is_weak = self.weak.contains(&decl.key());
        if self.globals[global].kind == GlobalKind::External {
            self.globals[global].kind = GlobalKind::Variable;
            self.globals[global].span = span;
            if is_weak {
                self.weakly_defined.insert(global);
            }
        } else if is_weak && !self.weakly_defined.contains(&global) {
            return;
        } else if !is_weak && self.weakly_defined.remove(&global) {
            self.forget_weak_definition(global, decl, span);
        }
        let Some(initialiser) = initialiser else { return };
        match self.defined_at.get(&global).copied() {
            None => {
                self.defined_at.insert(global, span);
                self.globals[global].span = span;
                self.initialisers.push((global, initialiser));
            }
            Some(first) if first == span || is_weak => {}
            Some(first) => {
                let name = self.globals[global].name.clone();
                self.duplicate(&name, first, span);
            }
        }
    }

    /// A strong definition takes the place of a weak one.
    fn forget_weak_definition(&mut self, global: GlobalId, strong: Cursor<'u>, span: Span) {
        self.initialisers.retain(|&(initialised, _)| initialised != global);
        self.defined_at.remove(&global);
        self.globals[global].span = span;
        self.globals[global].ty = self.types.lower_or_bytes(strong.ty());
        self.globals[global].is_const = strong.ty().is_const_object();
    }

    /// A variable that no other unit and no other function can name.
    pub fn new_global(&mut self, name: String, ty: TypeId, span: Span, kind: GlobalKind) -> GlobalId {
        self.globals.push(Global { name, ty, span, kind, is_const: false, align: None, tail: 0 })
    }

    /// The string literal with these bytes, which has the given array type.
    pub fn string(&mut self, ty: TypeId, bytes: Vec<u8>, span: Span) -> GlobalId {
        let key = (ty, bytes);
        if let Some(&known) = self.string_from_bytes.get(&key) {
            return known;
        }
        let name = self.spans.text(span);
        let global = self.new_global(name, ty, span, GlobalKind::String(key.1.clone()));
        self.string_from_bytes.insert(key, global);
        global
    }
}
