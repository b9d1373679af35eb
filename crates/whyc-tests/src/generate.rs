//! Random C programs.
//!
//! Programs are free of undefined behaviour by construction: shift counts are masked, divisors made
//! positive, signed arithmetic done unsigned or on narrow operands, indices reduced, pointers always
//! set, side effects sequenced. With [`Config::raw_percent`] above zero some of these guards are left
//! out; whether such a program is well defined has to be found out by running it.
//!
//! A *closed* program has no inputs and folds all it does into one checksum. Compiled with `-D NATIVE`
//! it prints the checksum; otherwise it asserts that it equals `EXPECTED`.
//!
//! An *open* program computes one byte from one or two bytes. Compiled with `-D NATIVE` it prints for
//! each byte how many inputs lead to it; otherwise it asserts that the result is never `EXCLUDED`.

mod body;
mod call;
mod decl;
mod expr;
mod model;
mod stmt;
pub mod types;

use crate::rng::Rng;
use model::{Function, Record, Table, Var};
use types::Int;

/// The size of a program and what it may hold.
#[derive(Clone, Debug)]
pub struct Config {
    /// The types of numbers.
    pub types: &'static [Int],
    /// Functions besides `main`.
    pub functions: usize,
    /// Statements per block.
    pub statements: usize,
    /// Blocks within blocks.
    pub depth: usize,
    /// Operators within operators.
    pub expression_depth: usize,
    /// Statements that the whole program executes, at most.
    pub cost: usize,
    /// Whether there are variables that live on between calls.
    pub globals: bool,
    /// How often a guard against undefined behaviour is left out.
    pub raw_percent: u32,
    /// How many bytes an open program takes: one or two. Zero for a closed one.
    pub inputs: usize,
}

impl Config {
    /// A closed program of about a hundred lines.
    #[must_use]
    pub fn closed() -> Self {
        Self {
            types: &Int::ALL,
            functions: 4,
            statements: 5,
            depth: 3,
            expression_depth: 3,
            cost: 3000,
            globals: true,
            raw_percent: 0,
            inputs: 0,
        }
    }

    /// A closed program that may be undefined.
    #[must_use]
    pub fn raw() -> Self {
        Self { functions: 2, statements: 4, cost: 1000, raw_percent: 12, ..Self::closed() }
    }

    /// An open program, small enough to be decided for all its inputs at once.
    #[must_use]
    pub fn open(inputs: usize) -> Self {
        Self {
            types: &Int::NARROW,
            functions: 1,
            statements: 3,
            depth: 2,
            expression_depth: 2,
            cost: 60,
            globals: false,
            raw_percent: 0,
            inputs,
        }
    }
}

/// The program that belongs to a seed.
#[must_use]
pub fn program(seed: u64, config: &Config) -> String {
    let mut generator = Generator {
        rng: Rng::new(seed),
        config: config.clone(),
        out: String::new(),
        indent: 0,
        n_names: 0,
        records: Vec::new(),
        vars: Vec::new(),
        functions: Vec::new(),
        tables: Vec::new(),
        cost: 0,
        budget: 0,
        in_index: false,
    };
    generator.program(seed);
    generator.out
}

/// A program under construction.
struct Generator {
    rng: Rng,
    config: Config,
    out: String,
    indent: usize,
    n_names: usize,
    records: Vec<Record>,
    /// Everything in scope, innermost last.
    vars: Vec<Var>,
    functions: Vec<Function>,
    tables: Vec<Table>,
    /// Statements executed per call of the function under construction, so far.
    cost: usize,
    /// How many it may execute.
    budget: usize,
    /// Whether an index is being made.
    in_index: bool,
}

impl Generator {
    /// Adds a line of text.
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Adds a line that opens a block.
    fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    /// Adds a line that closes a block.
    fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(text);
    }

    /// A name that nothing else has.
    fn fresh(&mut self, prefix: &str) -> String {
        self.n_names += 1;
        format!("{prefix}{}", self.n_names)
    }

    /// Whether to leave out a guard here.
    fn raw(&mut self) -> bool {
        let percent = self.config.raw_percent;
        percent > 0 && self.rng.chance(percent)
    }

    /// What `make` gives while no guard is left out.
    fn guarded<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let percent = std::mem::take(&mut self.config.raw_percent);
        let made = make(self);
        self.config.raw_percent = percent;
        made
    }

    /// One of the types of the configuration.
    fn int(&mut self) -> Int {
        *self.rng.pick(self.config.types)
    }
}

#[cfg(test)]
mod tests {
    use super::{Config, program};

    #[test]
    fn the_seed_decides() {
        assert_eq!(program(5, &Config::closed()), program(5, &Config::closed()));
        assert_ne!(program(5, &Config::closed()), program(6, &Config::closed()));
    }

    #[test]
    fn programs_have_a_size() {
        let lines: usize = (0..50).map(|seed| program(seed, &Config::closed()).lines().count()).sum();
        assert!((50 * 60..50 * 400).contains(&lines), "{} lines on average", lines / 50);
    }
}
