//! `whyc lsp` and `whyc dap`: the language server and the debug adapter, on standard input and output.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use crate::Exit;

/// Asks libclang for no threads of its own: their stacks are small, and it would die of deep nesting on them.
const NO_THREADS: &str = "LIBCLANG_NOTHREADS";

/// Serves until the editor has gone.
pub fn run() -> Exit {
    prepare();
    Exit::of(whyc_lsp::serve(io::stdin(), io::stdout()))
}

/// Serves until the debugger has gone.
pub fn debug() -> Exit {
    prepare();
    Exit::of(whyc_lsp::dap::serve(io::stdin(), io::stdout()))
}

/// Starts this process anew if libclang would have threads of its own.
fn prepare() {
    if std::env::var_os(NO_THREADS).is_none() {
        let mut arguments = std::env::args_os();
        if let (Some(name), Ok(program)) = (arguments.next(), std::env::current_exe()) {
            let mut command = Command::new(program);
            // Where libclang stumbles it prints the whole program to standard error, and would wait for ever for an editor
            // that does not read it. Whatever there is to say is said by the protocol.
            command.arg0(name).args(arguments).env(NO_THREADS, "1").stderr(Stdio::null());
            // Comes back only if it cannot be done; then it works without, for programs that are not nested that deeply.
            let _ = command.exec();
        }
    }
}
