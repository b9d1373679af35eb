//! How a request wants threads to be looked at.

use whyc_ir::program::Program;
use whyc_ir::property::PropertyClass;
use whyc_threads::Accesses;

use crate::refused::{Part, Refused};
use crate::request::{Request, Wish};

/// Where races are not checked, what threads do without synchronisation is followed access by access.
pub fn accesses(request: &Request) -> Accesses {
    match request.deciding.classes.contains(PropertyClass::Race) {
        true => Accesses::Raced,
        false => Accesses::Stepwise,
    }
}

/// What cannot be asked of a program with threads, or only of one.
///
/// # Errors
/// If it is asked.
pub fn refuse(request: &Request, program: &Program) -> Result<(), Refused> {
    let message = match program.woven {
        None if request.fixes_switches() => "there are no threads that could take turns",
        Some(_) if !request.temporal.is_empty() => "properties over time do not follow threads yet",
        None | Some(_) => return Ok(()),
    };
    Err(Refused::mistaken(Part::Scope, message.to_owned()))
}

/// What cannot be done with tests of a program with threads: which of their runs a test means, nobody says.
///
/// # Errors
/// If it is wished for.
pub fn refuse_wish(request: &Request, program: &Program, wish: &Wish) -> Result<(), Refused> {
    match (wish, &program.woven) {
        (Wish::Places(_), Some(_)) if !request.tests.is_empty() => {
            let message = "tests of programs with threads are not followed: localize looks at the run that check finds";
            Err(Refused::mistaken(Part::Scope, message.to_owned()))
        }
        (Wish::Places(places), Some(_)) if places.options.statements || places.options.faults.is_some() => {
            let message = "in programs with threads it is locks, orders and waits that are changed: \
                           neither expressions nor statements are let free";
            Err(Refused::mistaken(Part::Scope, message.to_owned()))
        }
        _ => Ok(()),
    }
}

/// What has no answer for programs with threads.
///
/// # Errors
/// If it is asked of one.
pub fn refuse_verb(program: &Program, verb: &str) -> Result<(), Refused> {
    match program.woven {
        Some(_) => Err(Refused::mistaken(Part::Scope, not_followed(verb))),
        None => Ok(()),
    }
}

/// That a verb has no answer for programs with threads.
#[must_use]
pub fn not_followed(verb: &str) -> String {
    format!("{verb} does not follow threads; check and explain do")
}
