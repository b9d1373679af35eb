//! C expressions, evaluated at a moment of a run.
//!
//! In: a text, and the call in which its names are looked up. Out: a [`Found`]: a place in memory or a value, with its type; or why it has
//! none, in words. Nothing is guessed: what would be undefined in C, what was never written and what is not known here is refused.
//!
//! Read `lex` and `parse` (text to a tree), `names` (what a name stands for), `run` (the tree to a value), `convert` and `arith` (C's
//! conversions and operators).

mod arith;
mod convert;
mod lex;
mod names;
mod parse;
mod run;

use whyc_debug::tape::Pointee;
use whyc_ir::types::TypeId;

use super::debuggee::Debuggee;
use super::view::Place;

pub use self::names::globals;

/// Why an expression has no value, in words.
pub type Refusal = String;

/// What an expression stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    /// A place in memory.
    Place(Place),
    /// A value.
    Value(Computed),
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Computed {
    /// Its type.
    pub ty: TypeId,
    /// What it is.
    pub what: What,
    /// Whether something went into it that was never written, and has the value that this run gives it.
    pub is_doubtful: bool,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// The bits of a number, zero-extended.
    Bits(u128),
    /// A pointer.
    Pointer(Pointee),
}

impl Debuggee {
    /// What an expression stands for in a call.
    pub fn evaluate(&mut self, text: &str, activation: Option<u32>) -> Result<Found, Refusal> {
        let tokens = lex::tokens(text)?;
        let tree = parse::tree(self, activation, &tokens)?;
        run::Runner { run: self, activation }.found(&tree)
    }

    /// Whether an expression is not zero.
    pub fn truth(&mut self, text: &str, activation: Option<u32>) -> Result<bool, Refusal> {
        let found = self.evaluate(text, activation)?;
        let mut runner = run::Runner { run: self, activation };
        let value = runner.value(found, text)?;
        runner.truth(value)
    }

    /// The place that an expression names.
    pub fn place(&mut self, text: &str, activation: Option<u32>) -> Result<Place, Refusal> {
        match self.evaluate(text, activation)? {
            Found::Place(place) => Ok(place),
            Found::Value(_) => Err(format!("`{text}` is a value, and not a place in memory")),
        }
    }

    /// A value as a person reads it.
    pub fn show_found(&self, found: Found) -> String {
        match found {
            Found::Place(place) => self.show(place),
            Found::Value(value) => {
                let shown = match value.what {
                    What::Bits(bits) => self.show_bits(value.ty, bits),
                    What::Pointer(to) => match self.types.pointee(value.ty) {
                        Some(pointee) => self.show_pointer(pointee, to),
                        None => String::new(),
                    },
                };
                if value.is_doubtful { format!("{shown} (from what is uninitialised)") } else { shown }
            }
        }
    }
}
