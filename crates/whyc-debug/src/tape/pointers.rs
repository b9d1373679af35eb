//! What pointers lead to at a moment, and how they are shown.

use whyc_ir::layout;
use whyc_ir::program::{FunctionId, GlobalKind, Program};
use whyc_ir::types::{TypeId, TypeTable};

use super::Tape;
use super::state::{Life, Root, SlotId};
use crate::show;

/// What a pointer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointee {
    /// Nothing, on purpose.
    Null,
    /// Into or beside an object.
    Object {
        /// Which.
        slot: SlotId,
        /// How many bytes behind its start.
        offset: i64,
        /// Whether it is there.
        life: Life,
    },
    /// A function.
    Function(FunctionId),
    /// Nothing that is known: the bits.
    Nothing(u64),
}

impl Tape {
    /// What a pointer with these bits leads to.
    #[must_use]
    pub fn pointee(&self, program: &Program, bits: u64) -> Pointee {
        if bits == 0 {
            return Pointee::Null;
        }
        let (number, offset) = program.types.target.pointers.split(bits);
        if let Some(it) = self.state.numbered(number) {
            return Pointee::Object { slot: it.slot, offset, life: it.life };
        }
        match layout::function_of_object(program, number).filter(|_| offset == 0) {
            Some(function) => Pointee::Function(function),
            None => Pointee::Nothing(bits),
        }
    }

    /// What a slot is called.
    #[must_use]
    pub fn name(&self, program: &Program, slot: SlotId) -> String {
        match self.state.slot(slot).root {
            Root::Global(global) => program.globals[global].name.clone(),
            Root::Local(activation, local) => {
                let function = self.activations.get(activation as usize).map(|it| it.function);
                let name = function.map(|function| program.functions[function].locals[local].name.clone());
                name.filter(|name| !name.is_empty()).unwrap_or_else(|| "<temporary>".to_owned())
            }
            Root::Block(number) => {
                // Blocks are counted as a person counts them.
                let first = layout::first_dynamic_object(program);
                format!("<block {}>", number.saturating_sub(first) + 1)
            }
        }
    }

    /// A pointer to a `pointee` as a person reads it: `&x`, `&a[3]`, `NULL`. `types` has the types of the program, and perhaps more.
    #[must_use]
    pub fn show_pointer(&self, program: &Program, types: &TypeTable, pointee: TypeId, to: Pointee) -> String {
        match to {
            Pointee::Null => "NULL".to_owned(),
            Pointee::Function(function) => program.functions[function].name.clone(),
            Pointee::Nothing(bits) => format!("(void *)0x{bits:x}"),
            Pointee::Object { slot, offset, life } => {
                let (of, name) = (self.state.slot(slot), self.name(program, slot));
                let shown = match (of.root, of.ty) {
                    (Root::Global(global), _) if matches!(program.globals[global].kind, GlobalKind::String(_)) => {
                        if offset == 0 {
                            name
                        } else {
                            format!("{name} + {offset}")
                        }
                    }
                    (Root::Block(_), _) => in_block(&name, of.size, types.size_of(pointee), offset),
                    (_, ty) => show::place(program, &name, ty, of.size, pointee, offset),
                };
                match life {
                    Life::Alive => shown,
                    Life::Ended => format!("{shown} (its scope has ended)"),
                    Life::Freed => format!("{shown} (freed)"),
                }
            }
        }
    }
}

fn in_block(name: &str, size: u64, stride: Option<u64>, offset: i64) -> String {
    let stride = stride.filter(|&stride| stride > 0).unwrap_or(1) as i64;
    match offset {
        0 => format!("{name} ({size} bytes)"),
        _ if offset % stride == 0 => format!("&{name}[{}]", offset / stride),
        _ => format!("{name} + {offset} bytes"),
    }
}
