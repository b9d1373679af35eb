//! The debug adapter: the failing run, or the closest one that passes, in the editor's own debugger.
//!
//! In: messages of the Debug Adapter Protocol. Out: such messages, and an exit status; the way in is [`serve`]. Nothing is compiled and
//! nothing runs: a session finds the run (`launch`), the interpreter has recorded it, and the debugger winds that tape to and fro. So
//! every step can be taken back, and every session is the same.
//!
//! Read `adapter` first (one loop, as the server has), then `requests` (what is answered), `debuggee` (a run and where it is), `walk`
//! (steps), `breakpoints`, `lines` (where a line begins), `scopes` and `view` (what variables look like), `memory` (their bytes), `matters` (which of them the
//! explanation names), [`eval`](mod@eval) (expressions); `protocol` has the messages.

mod adapter;
mod requests;

mod launch;

mod debuggee;
mod lines;
mod walk;

mod breakpoints;

mod matters;
mod memory;
mod scopes;
mod view;

mod eval;

mod protocol;

pub use adapter::serve;
