//! Programs with threads, woven into sequential ones that do the same under some schedule: which one is an input.
//!
//! In: a `Program` whose models of threads were brought in by the front end. Out: a `Program` with one function in which all threads
//! stand beside each other (`whyc_ir::woven`); everything after it goes on as with any other program. Entry function: [`weave`].
//!
//! - `known` finds the models' functions by name, `calls` says who calls whom, `pointers` and `shared` which memory threads share.
//! - [`touch`] puts a notice before each access of such memory, `weaver` copies the code of each thread into the one function, with
//!   places to stop at, and what hands the processor on.
//!
//! Threads take turns. A turn ends where a thread has to wait, where it ends, and, if an input says so, at synchronisation. That is
//! enough: in between, a thread does nothing that another one could see, or there is a race. For races a thread may also stop for
//! good before an access; whoever accesses the same memory then is in a race with it. Where races are not checked, each access is
//! a place to stop at, as on a machine that is sequentially consistent.
//!
//! Nothing here knows terms, solvers or C.
#![forbid(unsafe_code)]

mod known;

mod calls;

mod pointers;

mod shared;

pub mod touch;

mod weaver;

use whyc_ir::program::Program;

use crate::calls::Calls;
use crate::known::Known;
use crate::shared::Shared;
pub use crate::touch::Accesses;

/// Whether a program has anything to do with threads. If so, only the woven one means what it says.
#[must_use]
pub fn has_threads(program: &Program) -> bool {
    Known::new(program).is_some()
}

/// The same program as a sequential one, if it has anything to do with threads.
#[must_use]
pub fn weave(mut program: Program, accesses: Accesses) -> Program {
    let Some(known) = Known::new(&program) else { return program };
    let calls = Calls::new(&program);
    let mut shared = Shared::new(&program, &calls, &known);
    let stops = touch::notice(&mut program, &calls, &known, &mut shared, accesses);
    // What was put in calls something, too.
    let calls = Calls::new(&program);
    let woven = weaver::weave(program, &calls, &known, &stops);
    if cfg!(debug_assertions)
        && let Err(errors) = whyc_ir::verify::verify(&woven)
    {
        panic!("a woven program should keep its invariants: {errors:?}");
    }
    woven
}
