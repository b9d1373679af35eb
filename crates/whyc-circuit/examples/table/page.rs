//! What stands above the rows.

/// The title, what the columns mean, and the head of the table.
pub fn head(seconds: u64) -> String {
    format!(
        "\
# Counterexamples of circuits, lifted

One counterexample for each circuit of ISCAS'89, and how many of its free variables (the bits of the initial
state and the inputs of every cycle) each algorithm finds to be irrelevant. Written by

    cargo run --release -p whyc-circuit --example table -- FOLDER {seconds} > docs/circuits-table.md

where FOLDER holds the `.bench` files. The property says of one state that it cannot be reached.

- **length**: the cycles of the shortest counterexample; **free**: its free variables.
- **graph**, **brute**, **core**, **core-incremental**, **minimum**: the variables eliminated by `--lift` of that name, and
  the seconds it took. `>` marks what was ended at {seconds} s (`minimum` at 60 s): the result is sound, but more might be
  eliminated. **at most**: an upper bound, proved, for what any algorithm could eliminate.
- **SAT + UNSAT**: the calls to the solver by their answers.
- **speed-up**: the time of `brute` over that of `core-incremental`.
- **check**: the seconds to find the property and its counterexample.

Every result was held against 1,024 random completions in simulation, all of which violate the property.
Times are wall-clock times of one run on a machine with two cores that was doing other work as well.

| circuit | length | free | graph | time | brute | time | SAT + UNSAT | core | time | SAT + UNSAT \
| core-incremental | time | SAT + UNSAT | speed-up | minimum | at most | time | check |
|---|{}",
        "--:|".repeat(18)
    )
}
