//! Properties of C programs: a program that watches itself.
//!
//! A step is an event that the property speaks of: a call, a return, a label, a line. [`Machine`] is the property as a finite automaton over
//! them; [`watching`] adds a variable for its state to the program, moves it at each event, and asserts that it never comes to a
//! state in which the property is broken; where the program ends, that it holds of a run that ends. So everything that is
//! known about assertions is known about properties over time. Another variable says at each event what happened and what was
//! true there, so that [`told`] can put a run beside the property.
//!
//! What is looked at is looked up where the event is (`names`): variables that are in scope there, parameters where a function is
//! called, `$result` where it returns. Where something is not in scope, what is said of it is false.

mod ends;
mod insert;
mod machine;
mod names;
mod places;
pub mod told;

use whyc_ir::program::Program;

use crate::atom::{Atom, Event};
use crate::file::Named;

pub use machine::Machine;

/// A property that a program is watched for.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The property.
    pub named: Named,
    /// What watches it.
    pub machine: Machine,
}

/// The program with each property watched.
///
/// # Errors
/// If a property speaks of what the program does not have, in words.
pub fn watching(mut program: Program, properties: &[Named]) -> Result<(Program, Vec<Watched>), String> {
    let mut all = Vec::new();
    for named in properties {
        let of = |reason: String| format!("`{}`: {reason}", named.name);
        let machine = Machine::new(&named.expr).map_err(of)?;
        let points = places::points(&program, &machine).map_err(of)?;
        program = insert::inserted(program, named, &machine, &points).map_err(of)?;
        all.push(Watched { named: named.clone(), machine });
    }
    Ok((program, all))
}

/// Whether a property speaks of lines by their numbers.
#[must_use]
pub fn names_lines(named: &Named) -> bool {
    named.expr.atoms().iter().any(|atom| matches!(atom, Atom::Event(Event::Line(_))))
}
