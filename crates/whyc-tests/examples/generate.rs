//! Prints a random C program: `cargo run -p whyc-tests --example generate -- SEED [closed|raw|open1|open2]`.
#![forbid(unsafe_code)]

use std::io::{self, Write as _};
use std::process::ExitCode;

use whyc_tests::generate::{Config, program};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let seed = args.next().and_then(|text| text.parse().ok());
    let config = match args.next().as_deref() {
        None | Some("closed") => Some(Config::closed()),
        Some("raw") => Some(Config::raw()),
        Some("open1") => Some(Config::open(1)),
        Some("open2") => Some(Config::open(2)),
        Some(_) => None,
    };
    let Some((seed, config)) = seed.zip(config) else {
        let _ = writeln!(io::stderr(), "usage: generate SEED [closed|raw|open1|open2]");
        return ExitCode::from(2);
    };
    match io::stdout().write_all(program(seed, &config).as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
