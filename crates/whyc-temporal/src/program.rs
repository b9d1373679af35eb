//! Properties of C programs: a program that watches itself.
//!
//! A step is an event that the property speaks of: a call, a return, a label, a line. [`Machine`] is the property as a finite automaton over
//! them; [`watching`] adds a variable for its state to the program, moves it at each event, and asserts that it never comes to a
//! state in which the property is broken; where the program ends, that it holds of a run that ends. So everything that is
//! known about assertions is known about properties over time.

mod insert;
mod machine;
mod places;

use whyc_ir::program::Program;

use crate::file::Named;

pub use machine::Machine;

/// The program with each property watched.
///
/// # Errors
/// If a property speaks of what the program does not have, in words.
pub fn watching(mut program: Program, properties: &[Named]) -> Result<Program, String> {
    for named in properties {
        let machine = Machine::new(&named.expr).map_err(|reason| format!("`{}`: {reason}", named.name))?;
        let points = places::points(&program, &machine).map_err(|reason| format!("`{}`: {reason}", named.name))?;
        program = insert::inserted(program, named, &machine, &points)
            .map_err(|reason| format!("`{}`: {reason}", named.name))?;
    }
    Ok(program)
}
