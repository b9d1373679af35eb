//! What can be asked, and how: verbs and options.
//!
//! A verb or option stands here from the day it works. `examples` is what stands below the options, `values` what their values
//! look like.

mod along;
mod circuit;
mod cluster;
mod cover;
mod examples;
mod harness;
mod history;
mod hybrid;
mod limits;
mod prob;
mod project;
mod proof;
mod reduce;
mod review;
mod sample;
mod temporal;
mod triage;
mod values;
mod world;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use whyc_ir::property::{ClassSet, PropertyClass};

pub use self::along::Along;
pub use self::circuit::{CIRCUITS, Circuit};
pub use self::cluster::{Cluster, Entry, Worker};
pub use self::cover::{Boost, Cover, Goals};
use self::examples::{
    CHECK_EXAMPLES, COMPLETIONS_EXAMPLES, DAP_EXAMPLES, EXAMPLES, EXPLAIN_EXAMPLES, LOCALIZE_EXAMPLES, LSP_EXAMPLES,
    MAN_EXAMPLES, MINIMIZE_EXAMPLES, REPLAY_EXAMPLES, VACUITY_EXAMPLES,
};
pub use self::harness::{Harness, Shape, Written};
pub use self::history::History;
pub use self::hybrid::{Hybrid, Plotted};
pub use self::limits::{Arith, Engine, Engines, Limits, Split};
pub use self::prob::{Drawn, Prob};
pub use self::project::{Init, Known, Project, Watch};
pub use self::proof::{Certify, Face, Files, Proof, ProofVerb, Shown, Verify};
pub use self::reduce::{Kept, Reduce};
pub use self::review::{Exported, Review, ReviewVerb};
pub use self::sample::{Sample, Weigh};
pub use self::temporal::{Look, Seen, Spec, Temporal, Trace};
pub use self::triage::{Key, Triage};
use self::values::{class_parser, parse_given, parse_number};
pub use self::world::World;

/// Finds out whether a C program or a circuit can fail, and says why.
#[derive(Clone, Debug, Parser)]
#[command(version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Verb {
    /// Decides every property; shows a failing run if there is one
    Check(CheckAlone),
    /// Shows the smallest failing run: fewest statements, smallest values, only the inputs that matter
    Minimize(Minimize),
    /// Says why a run fails: the closest run that passes, the differences that matter, the causes
    Explain(Explain),
    /// Says where a change makes the failing runs pass, and tries small changes
    Localize(Localize),
    /// Writes a C test that reproduces the failing run; compiles and runs it
    Replay(Replay),
    /// Says what makes it suspicious that everything holds: assertions no run comes to, conditions that are never true
    Vacuity(Vacuity),
    /// Says what runs cover, with small inputs, and what none can, with the reason; compares two sets of runs
    Cover(Cover),
    /// Makes a program that fails as small as possible: the same check fails in what is left
    Reduce(Reduce),
    /// Says since which commit a check fails, and because of which of its lines
    History(History),
    /// Looks at a specification alone: contradictions, properties that follow from others, parts without a role
    Spec(Spec),
    /// Holds properties over time against a recorded run
    Trace(Trace),
    /// Says what to check first: the files that will need most fixes, from git, beside what size alone says
    Triage(Triage),
    /// Writes a program that calls the functions of a header in every order, ready for check
    Harness(Harness),
    /// Says whether a probability is within its bound, and if not, which few behaviours carry it
    Prob(Prob),
    /// Says what is true, false or unknown of a system with real time, or with steps that may and must be there
    Hybrid(Hybrid),
    /// Runs a program or a circuit on random inputs: how often it fails, and how surely that is known
    Sample(Sample),
    /// Checks again each time a file is saved
    Watch(Watch),
    /// Describes the project in whyc.toml, from what is there
    Init(Init),
    /// Keeps findings and remarks with the sources: who said what, and what has become of it
    Review(Review),
    /// Says which engines were tried for the last hard question, why and for how long, and what was learnt
    Engines(Engines),
    /// Looks at parts of hard questions for others, until it is stopped
    Worker(Worker),
    /// Verifies the certificate of a check, without a solver
    Verify(Verify),
    /// Checks proofs that a formula has no solution, and makes them smaller
    Proof(Proof),
    /// Serves an editor: speaks the Language Server Protocol on standard input and output
    #[command(after_help = LSP_EXAMPLES)]
    Lsp,
    /// Serves a debugger: steps through the failing run, forwards and backwards, by the Debug Adapter Protocol
    #[command(after_help = DAP_EXAMPLES)]
    Dap,
    /// Prints a script with which a shell completes verbs and options
    Completions(Completions),
    /// Prints the manual page, or writes one for each verb
    Man(Man),
}

/// The arguments of `completions`.
#[derive(Clone, Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct Completions {
    /// bash, zsh, fish, elvish or powershell
    #[arg(value_enum, hide_possible_values = true)]
    pub shell: clap_complete::Shell,
}

/// The arguments of `man`.
#[derive(Clone, Debug, Args)]
#[command(after_help = MAN_EXAMPLES)]
pub struct Man {
    /// Write whyc.1 and a page for each verb into this folder
    #[arg(short = 'o', value_name = "DIR")]
    pub output: Option<PathBuf>,
}

impl Verb {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Verb::Check(_) => "check",
            Verb::Minimize(_) => "minimize",
            Verb::Explain(_) => "explain",
            Verb::Localize(_) => "localize",
            Verb::Replay(_) => "replay",
            Verb::Vacuity(_) => "vacuity",
            Verb::Cover(_) => "cover",
            Verb::Reduce(_) => "reduce",
            Verb::History(_) => "history",
            Verb::Watch(_) => "watch",
            Verb::Init(_) => "init",
            Verb::Review(_) => "review",
            Verb::Engines(_) => "engines",
            Verb::Worker(_) => "worker",
            Verb::Verify(_) => "verify",
            Verb::Proof(_) => "proof",
            Verb::Spec(_) => "spec",
            Verb::Trace(_) => "trace",
            Verb::Triage(_) => "triage",
            Verb::Harness(_) => "harness",
            Verb::Prob(_) => "prob",
            Verb::Hybrid(_) => "hybrid",
            Verb::Sample(_) => "sample",
            Verb::Lsp => "lsp",
            Verb::Dap => "dap",
            Verb::Completions(_) => "completions",
            Verb::Man(_) => "man",
        }
    }

    /// What is checked and how, where something is.
    pub fn check(&self) -> Option<&Check> {
        match self {
            Verb::Check(args) => Some(&args.check),
            Verb::Minimize(args) => Some(&args.check),
            Verb::Explain(args) => Some(&args.check),
            Verb::Localize(args) => Some(&args.check),
            Verb::Replay(args) => Some(&args.check),
            Verb::Vacuity(args) => Some(&args.check),
            Verb::Cover(args) => Some(&args.check),
            Verb::Reduce(args) => Some(&args.check),
            Verb::History(args) => Some(&args.check),
            Verb::Watch(_)
            | Verb::Init(_)
            | Verb::Review(_)
            | Verb::Engines(_)
            | Verb::Worker(_)
            | Verb::Verify(_)
            | Verb::Proof(_)
            | Verb::Spec(_)
            | Verb::Trace(_)
            | Verb::Triage(_)
            | Verb::Harness(_)
            | Verb::Prob(_)
            | Verb::Hybrid(_)
            | Verb::Sample(_)
            | Verb::Lsp
            | Verb::Dap
            | Verb::Completions(_)
            | Verb::Man(_) => None,
        }
    }

    /// How long the whole work may take before it is ended from outside: what goes on asking ends by itself.
    pub fn time_limit(&self) -> Option<Duration> {
        match self {
            Verb::Reduce(_) | Verb::History(_) => None,
            verb => verb.check().and_then(|check| check.limits.timeout),
        }
    }

    /// How the answer is to be shown, where there is one.
    pub fn output(&self) -> Option<&Output> {
        self.check().map(|check| &check.output)
    }
}

/// The arguments of `vacuity`.
#[derive(Clone, Debug, Args)]
#[command(after_help = VACUITY_EXAMPLES)]
pub struct Vacuity {
    #[command(flatten)]
    pub check: Check,
}

/// The arguments of `replay`.
#[derive(Clone, Debug, Args)]
#[command(after_help = REPLAY_EXAMPLES)]
pub struct Replay {
    /// Compile the test with gcc (or clang) and its sanitizers, run it, and say whether it fails as predicted
    #[arg(long, help_heading = "What to do with the test")]
    pub run: bool,
    #[command(flatten)]
    pub check: Check,
}

/// The arguments of `minimize`.
#[derive(Clone, Debug, Args)]
#[command(after_help = MINIMIZE_EXAMPLES)]
pub struct Minimize {
    #[command(flatten)]
    pub check: Check,
    /// optimal (proved smallest) or greedy (small, found by trying bit by bit)
    #[arg(long, value_enum, default_value_t = Method::Optimal, hide_possible_values = true, help_heading = "What is small")]
    pub method: Method,
    /// length,values (fewest statements first), values,length or inputs (fewest inputs that matter)
    #[arg(long, value_enum, default_value_t = Goal::LengthValues, hide_possible_values = true, help_heading = "What is small")]
    pub goal: Goal,
    /// List at most so many essentially different ways to fail (with --all: 100)
    #[arg(long, value_name = "N", value_parser = parse_number::<u32>, help_heading = "What is small")]
    pub max_classes: Option<u32>,
    /// How to find what matters in a run of a circuit: graph, brute, core, core-incremental or minimum
    #[arg(long, value_enum, default_value_t = Lift::CoreIncremental, hide_possible_values = true, help_heading = CIRCUITS)]
    pub lift: Lift,
}

/// How to find what matters in a run of a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lift {
    /// By following implications; no solver.
    Graph,
    /// One question for each bit.
    Brute,
    /// Many bits for each question.
    Core,
    /// Many bits for each question, all in one session.
    CoreIncremental,
    /// As few as possible.
    Minimum,
}

/// The arguments of `localize`.
#[derive(Clone, Debug, Args)]
#[command(after_help = LOCALIZE_EXAMPLES)]
pub struct Localize {
    #[command(flatten)]
    pub check: Check,
    /// How many expressions may be wrong at once (default: one, then two if that finds nothing likely)
    #[arg(long, value_name = "M", value_parser = parse_number::<usize>, help_heading = LOCALIZE)]
    pub faults: Option<usize>,
    /// A folder of tests: NAME.in or NAME.args with NAME.out, and NAME.exit for the exit status
    #[arg(long, value_name = "DIR", help_heading = LOCALIZE)]
    pub tests: Option<PathBuf>,
    /// Each failing test on its own, too
    #[arg(long, help_heading = LOCALIZE)]
    pub per_test: bool,
    /// expression, or statement to suspend all expressions of a line together
    #[arg(long, value_enum, default_value_t = Granularity::Expression, hide_possible_values = true, help_heading = LOCALIZE)]
    pub granularity: Granularity,
    /// Never blame this function or file
    #[arg(long, value_name = "NAME", help_heading = LOCALIZE)]
    pub trust: Vec<String>,
    /// Blame this function even if it looks like a test of the others
    #[arg(long, value_name = "FUNCTION", help_heading = LOCALIZE)]
    pub suspect: Vec<String>,
    /// How close the answer is to the known fault: 1 is best
    #[arg(long, value_name = "FILE:LINE[,LINE]", help_heading = LOCALIZE)]
    pub score_against: Option<String>,
    /// Change the file as the first suggestion says that was checked
    #[arg(long, help_heading = LOCALIZE)]
    pub apply: bool,
}

const LOCALIZE: &str = "Where to look";

/// What is suspended together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Granularity {
    /// Each expression on its own.
    Expression,
    /// The expressions of a line.
    Statement,
}

/// The arguments of `explain`.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub struct Explain {
    #[command(flatten)]
    pub check: Check,
    /// What counts for the distance: full (every value and decision), slice (those that the property can
    /// depend on) or executed (those that a run executes)
    #[arg(long, value_enum, default_value_t = Metric::Full, hide_possible_values = true, help_heading = "What explains")]
    pub metric: Metric,
    /// one smallest set of differences that matter (default), or all of them (default for html)
    #[arg(long, value_enum, hide_possible_values = true, help_heading = "What explains")]
    pub slices: Option<Slices>,
    /// two-phase (the closest run, then what matters of it) or one-step (the run of which the least matters)
    #[arg(long, value_enum, default_value_t = Slicing::TwoPhase, hide_possible_values = true, help_heading = "What explains")]
    pub slicing: Slicing,
    /// Only runs in which this C expression holds where the property is
    #[arg(long, value_name = "EXPR", help_heading = "What explains")]
    pub assume: Option<String>,
    /// Causes over inputs, over all values, or none
    #[arg(long, value_enum, default_value_t = Causes::Inputs, hide_possible_values = true, help_heading = "What explains")]
    pub causes: Causes,
}

/// What counts for the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Metric {
    /// Everything.
    Full,
    /// What the property can depend on.
    Slice,
    /// What is executed.
    Executed,
}

/// Which slices are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Slices {
    /// One.
    One,
    /// All.
    All,
}

/// How slices are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Slicing {
    /// First the run, then the slice.
    TwoPhase,
    /// Both at once.
    OneStep,
}

/// Which causes are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Causes {
    /// Over inputs.
    Inputs,
    /// Over all values.
    All,
    /// None.
    None,
}

/// How a run is made small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// Not at all, not even by steering the solver: what the others are compared with.
    #[value(hide = true)]
    None,
    /// Bit by bit.
    Greedy,
    /// Exactly.
    Optimal,
}

/// What is made small first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Goal {
    /// The number of statements.
    #[value(name = "length,values")]
    LengthValues,
    /// The values.
    #[value(name = "values,length")]
    ValuesLength,
    /// The inputs that matter.
    Inputs,
}

/// The arguments of `check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = check_help())]
pub struct CheckAlone {
    #[command(flatten)]
    pub check: Check,
    #[command(flatten)]
    pub certify: Certify,
    #[command(flatten)]
    pub along: Along,
    #[command(flatten)]
    pub known: Known,
    #[command(flatten)]
    pub project: Project,
}

/// What is checked, and how; every verb about programs has it.
#[derive(Clone, Debug, Args)]
pub struct Check {
    /// The C files of the program (several are linked; default with -p: all files of the build), a circuit (.v, .sv, .aag,
    /// .aig, .bench, .btor2), a target of whyc.toml by its name, or - for standard input; without any, check and watch take all
    /// targets
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub scope: Scope,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub cluster: Cluster,
    #[command(flatten)]
    pub language: Language,
    #[command(flatten)]
    pub world: World,
    #[command(flatten)]
    pub circuit: Circuit,
    #[command(flatten)]
    pub temporal: Temporal,
    #[command(flatten)]
    pub output: Output,
}

/// What is decided.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "What to check")]
pub struct Scope {
    /// Where the program starts; the parameters are inputs
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub function: String,
    /// Check this function against its contract (starts there, unless --function says otherwise)
    #[arg(long, value_name = "NAME")]
    pub enforce: Vec<String>,
    /// Let calls of this function do what its contract says, whatever its body does
    #[arg(long, value_name = "NAME")]
    pub replace: Vec<String>,
    /// Only this property, such as main.bounds.2
    #[arg(long, value_name = "ID")]
    pub property: Option<String>,
    /// Only runs in which this input has this value; the second time, in which it has that value when it is read again. Of a
    /// circuit: in every cycle
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_given)]
    pub input: Vec<(String, String)>,
    /// This class too
    #[arg(long, value_name = "CLASS", value_parser = class_parser(), hide_possible_values = true, value_delimiter = ',')]
    pub check: Vec<PropertyClass>,
    /// Not this class
    #[arg(long, value_name = "CLASS", value_parser = class_parser(), hide_possible_values = true, value_delimiter = ',')]
    pub no_check: Vec<PropertyClass>,
    /// Nothing but this class
    #[arg(long, value_name = "CLASS", value_parser = class_parser(), hide_possible_values = true, value_delimiter = ',')]
    pub only_check: Vec<PropertyClass>,
}

/// How the C is read.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "How to read the C")]
pub struct Language {
    /// Look for included files here too
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=V]")]
    pub define: Vec<String>,
    /// Read files as this build does: a folder with compile_commands.json
    #[arg(short = 'p', value_name = "BUILD_DIR")]
    pub build: Option<PathBuf>,
    /// The C standard, such as c99 or gnu17
    #[arg(long, value_name = "STD")]
    pub std: Option<String>,
    /// As compilers have it: -m32 for the types of i386, -mfpmath=sse for its arithmetic without x87
    #[arg(short = 'm', value_name = "WHAT", value_parser = ["32", "64", "fpmath=sse"])]
    pub machine: Vec<String>,
    /// What the program is compiled for, such as arm-none-eabi
    #[arg(long, value_name = "TRIPLE")]
    pub target: Option<String>,
    /// Take an array of one at the end of a struct as no more than that (default: it goes as far as its object does)
    #[arg(long)]
    pub strict_arrays: bool,
}

/// How the answer is shown.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "How to show the answer")]
pub struct Output {
    /// human, json, html (a page that tells the whole story), sarif (code hosts, editors), witness (verifiers: SV-COMP's
    /// YAML for C; AIGER or BTOR2 for a circuit); for circuits also vcd (waveforms); for cover also
    /// lcov and cobertura
    #[arg(long, value_enum, default_value_t = Format::Human, hide_possible_values = true)]
    pub format: Format,
    /// Write the report to this file
    #[arg(short = 'o', value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Show the page of --format html in a browser
    #[arg(long)]
    pub open: bool,
    /// auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    pub color: ColorChoice,
    /// Only the verdict
    #[arg(long)]
    pub quiet: bool,
    /// Every iteration, call and note; every way to fail (minimize); every signal of a circuit
    #[arg(long)]
    pub all: bool,
    /// What the failing run prints
    #[arg(long)]
    pub show_output: bool,
    /// Versions of variables and bits of values
    #[arg(long)]
    pub ssa: bool,
    /// What it cost: time and size by stage, and the loops, functions and lines that the work went to
    #[arg(long)]
    pub stats: bool,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Human,
    /// For programs.
    Json,
    /// For people with a browser.
    Html,
    /// For code hosts and editors.
    Sarif,
    /// For other verifiers.
    Witness,
    /// For waveform viewers.
    Vcd,
    /// Of what is covered, for lcov.
    Lcov,
    /// Of what is covered, for CI services.
    Cobertura,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Scope {
    /// The classes that are checked.
    pub fn classes(&self) -> ClassSet {
        let start = if self.only_check.is_empty() { ClassSet::defaults() } else { ClassSet::EMPTY };
        let wanted = self.only_check.iter().chain(&self.check).copied().fold(start, ClassSet::with);
        self.no_check.iter().copied().fold(wanted, ClassSet::without)
    }
}

fn check_help() -> String {
    let (default, other): (Vec<PropertyClass>, Vec<_>) =
        PropertyClass::ALL.into_iter().partition(|class| class.is_default());
    let names = |classes: &[PropertyClass]| classes.iter().map(|class| class.name()).collect::<Vec<_>>().join(", ");
    format!("Classes: {}; only with --check: {}\n\n{CHECK_EXAMPLES}", names(&default), names(&other))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(args: &str) -> Result<Check, String> {
        let words = ["whyc", "check"].into_iter().chain(args.split_whitespace());
        match Cli::try_parse_from(words) {
            Ok(Cli { verb: Verb::Check(args) }) => Ok(args.check),
            Ok(Cli {
                verb:
                    Verb::Minimize(_)
                    | Verb::Explain(_)
                    | Verb::Localize(_)
                    | Verb::Replay(_)
                    | Verb::Vacuity(_)
                    | Verb::Cover(_)
                    | Verb::Reduce(_)
                    | Verb::History(_)
                    | Verb::Watch(_)
                    | Verb::Init(_)
                    | Verb::Review(_)
                    | Verb::Engines(_)
                    | Verb::Worker(_)
                    | Verb::Verify(_)
                    | Verb::Proof(_)
                    | Verb::Spec(_)
                    | Verb::Trace(_)
                    | Verb::Triage(_)
                    | Verb::Harness(_)
                    | Verb::Prob(_)
                    | Verb::Hybrid(_)
                    | Verb::Sample(_)
                    | Verb::Lsp
                    | Verb::Dap
                    | Verb::Completions(_)
                    | Verb::Man(_),
            }) => Err("another verb".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn error_of(args: &str) -> String {
        parse(args).map(|_| ()).expect_err("the arguments should be refused")
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn all_options_are_understood() {
        let args = "--function f --property f.bounds.1 --input x=-1 --input a[0]=2 --unwind 3 --unwind-loop f.1:64 --unwind-loop g.2:5 --timeout 0.5 \
                    --memory 100 -I a -Ib -D X=1 -DY --std c99 --format json -o out.json --color never --quiet --ssa --all a.c b.c";
        let check = parse(args).expect("the options should parse");
        assert_eq!(check.files, [PathBuf::from("a.c"), PathBuf::from("b.c")]);
        assert_eq!(check.scope.function, "f");
        assert_eq!(check.scope.input, [("x".to_owned(), "-1".to_owned()), ("a[0]".to_owned(), "2".to_owned())]);
        assert_eq!(check.limits.unwind_loop, [("f.1".to_owned(), 64), ("g.2".to_owned(), 5)]);
        assert_eq!(check.limits.timeout, Some(Duration::from_millis(500)));
        assert_eq!(check.language.include, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!(check.language.define, ["X=1", "Y"]);
        assert_eq!((check.output.format, check.output.color), (Format::Json, ColorChoice::Never));
    }

    #[test]
    fn classes_are_added_and_taken_away() {
        let of = |args: &str| parse(args).expect("the options should parse").scope.classes();
        assert_eq!(of("a.c"), ClassSet::defaults());
        assert_eq!(of("--check leak a.c"), ClassSet::defaults().with(PropertyClass::Leak));
        assert_eq!(of("--no-check shift a.c"), ClassSet::defaults().without(PropertyClass::Shift));
        let only = ClassSet::EMPTY.with(PropertyClass::Bounds).with(PropertyClass::Shift);
        assert_eq!(of("--only-check bounds --only-check shift a.c"), only);
        assert_eq!(of("--only-check bounds --check shift --check leak --no-check leak a.c"), only);
    }

    #[test]
    fn a_misspelt_class_gets_a_suggestion() {
        let message = error_of("--check bound a.c");
        assert!(message.contains("'bounds'") && message.contains("division-by-zero"), "{message}");
    }

    #[test]
    fn bad_numbers_are_refused() {
        for args in
            ["--timeout -1 a.c", "--timeout=-1 a.c", "--timeout soon a.c", "--timeout nan a.c", "--memory -1 a.c"]
        {
            error_of(args);
        }
        for args in ["--unwind x a.c", "--unwind-loop main.1 a.c", "--unwind-loop :3 a.c", "--unwind-loop main.1:x a.c"]
        {
            error_of(args);
        }
    }
}
