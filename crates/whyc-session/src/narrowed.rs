//! How a request asks less than whether the program keeps every rule in all its runs.

use whyc_c::{Stdin, World};
use whyc_debug::finding::Narrowing;
use whyc_ir::property::PropertyClass;

use crate::request::Request;

/// What is left out of sight by a request.
pub(crate) fn narrowed(request: &Request) -> Vec<Narrowing> {
    let (reading, how) = (&request.reading, &request.deciding);
    let (has_args, has_stdin) = match &reading.world {
        World::Given { args, stdin, .. } => (args.is_some(), matches!(stdin, Stdin::Holds(_))),
        // Each test brings its own.
        World::Open { .. } => (true, true),
    };
    let is_left_out = |class: PropertyClass| class.is_default() && !how.classes.contains(class);
    let all = [
        (reading.entry != "main", Narrowing::Function),
        (how.only.is_some(), Narrowing::Property),
        (PropertyClass::ALL.into_iter().any(is_left_out), Narrowing::Classes),
        (!how.given.is_empty(), Narrowing::Input),
        (has_args, Narrowing::Arguments),
        (has_stdin, Narrowing::StandardInput),
        (!reading.stubs.is_empty(), Narrowing::Stub),
        (request.assume.is_some(), Narrowing::Assumption),
        (request.along.is_some(), Narrowing::Along),
    ];
    all.into_iter().filter(|(is_asked, _)| *is_asked).map(|(_, narrowing)| narrowing).collect()
}
