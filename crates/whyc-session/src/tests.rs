//! Tests of a program: what it is given, and what should come out.

use std::collections::HashMap;

use whyc_c::World;
use whyc_c::world::names;
use whyc_localize::runs::{FailingRun, Inputs};

/// A test. Something should be expected of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Test {
    /// What it is called.
    pub name: String,
    /// The arguments of the program, without its name.
    pub args: Vec<Vec<u8>>,
    /// Standard input.
    pub stdin: Vec<u8>,
    /// The expected standard output, if that matters.
    pub stdout: Option<Vec<u8>>,
    /// The expected exit status, if that matters.
    pub status: Option<u8>,
}

/// A world with room for all tests.
pub(crate) fn world(tests: &[Test]) -> World {
    let arg_lens = tests.iter().flat_map(|test| test.args.iter().map(Vec::len));
    World::Open {
        n_args: tests.iter().map(|test| test.args.len()).max().unwrap_or(0),
        arg_len: arg_lens.max().unwrap_or(0),
        stdin_len: tests.iter().map(|test| test.stdin.len()).max().unwrap_or(0),
    }
}

/// A test as a run in that world.
pub(crate) fn run(test: &Test) -> FailingRun {
    let mut globals = HashMap::new();
    let argc = test.args.len() as i32 + 1;
    globals.insert(names::ARGC.to_owned(), argc.to_le_bytes().to_vec());
    globals.insert(names::STDIN_SIZE.to_owned(), (test.stdin.len() as u64).to_le_bytes().to_vec());
    globals.insert(names::STDIN.to_owned(), test.stdin.clone());
    for (k, arg) in test.args.iter().enumerate() {
        globals.insert(names::argument(k + 1), arg.clone());
    }
    let inputs = Inputs::Globals(globals.into_iter().collect());
    FailingRun { name: test.name.clone(), inputs, stdout: test.stdout.clone(), status: test.status, violates: None }
}
