//! From flags to what is asked: one request, which goes down from here; no flag does.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Context, bail};
use whyc_base::budget::Budget;
use whyc_c::Stdin;
use whyc_check::{Arithmetic, Effort, Given, Options, Unwind};
use whyc_debug::{explain as explanation, finding, minimise};
use whyc_ir::property::PropertyClass;
use whyc_session::{EngineName, Fault, Places, Request, Smallest, Split as Mode, Wish};

use crate::cli::{
    Arith, Causes, Check, Engine, Explain, Format, Goal, Granularity, Language, Localize, Method, Metric, Minimize,
    Slices, Slicing, Split,
};
use crate::{formats, repeated, tests_folder};

/// How many ways to fail are listed unless another number is given.
const MANY_CLASSES: usize = 100;

/// Circuits are for some verbs only.
fn refuse_circuit(file: &Path) -> anyhow::Result<()> {
    if whyc_circuit::file::Format::of(file).is_some() {
        bail!("{}: this has no meaning for a circuit; check and minimize have", file.display());
    }
    Ok(())
}

/// What the work may cost.
pub fn budget(args: &Check) -> Budget {
    let mut budget = Budget::unlimited();
    if let Some(timeout) = args.limits.timeout {
        budget = budget.with_timeout(timeout);
    }
    if let Some(mib) = args.limits.memory {
        budget = budget.with_memory(mib.saturating_mul(1 << 20));
    }
    budget
}

/// A file; `-` is standard input, which clang would read itself if it had that name.
fn input(file: &Path) -> anyhow::Result<whyc_c::Input> {
    if file != Path::new("-") {
        return Ok(whyc_c::Input::Path(file.to_owned()));
    }
    // It can be read only once, and may be asked for again.
    static TEXT: OnceLock<Result<String, String>> = OnceLock::new();
    let text = TEXT.get_or_init(|| {
        let mut bytes = Vec::new();
        let read = io::stdin().take(LARGEST_INPUT).read_to_end(&mut bytes);
        read.map_err(|error| format!("cannot read standard input: {error}"))?;
        String::from_utf8(bytes).map_err(|_| "standard input is no C: it is not text".to_owned())
    });
    text.clone().map(|text| whyc_c::Input::text("stdin.c", text)).map_err(anyhow::Error::msg)
}

/// The files, with how each is compiled if a build says so.
fn inputs(args: &Check) -> anyhow::Result<Vec<whyc_c::Input>> {
    let Some(build) = &args.language.build else {
        return args.files.iter().map(|file| input(file)).collect();
    };
    let commands = whyc_c::compile_commands(build).map_err(anyhow::Error::msg)?;
    if args.files.is_empty() {
        return Ok(commands.into_iter().map(whyc_c::Input::Command).collect());
    }
    let same = |a: &Path, b: &Path| a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b);
    let inputs = args.files.iter().map(|file| match commands.iter().find(|command| same(&command.file, file)) {
        // Named as the user named it.
        Some(command) => whyc_c::Input::Command(whyc_c::CompileCommand { file: file.clone(), ..command.clone() }),
        None => whyc_c::Input::Path(file.clone()),
    });
    Ok(inputs.collect())
}

/// How the files are read.
fn c_options(args: &Check) -> anyhow::Result<whyc_c::Options> {
    Ok(whyc_c::Options {
        include_dirs: args.language.include.clone(),
        defines: args.language.define.clone(),
        std: args.language.std.clone(),
        entry: entry(args),
        extra_args: machine(&args.language),
        headers: Vec::new(),
        world: world(args)?,
        malloc_may_fail: args.world.malloc_may_fail,
        keep_scopes: args.scope.classes().contains(PropertyClass::Leak),
        strict_arrays: args.language.strict_arrays,
        stubs: args.world.stub.clone(),
        enforce: args.scope.enforce.clone(),
        replace: args.scope.replace.clone(),
    })
}

/// What says which machine the program is for.
fn machine(language: &Language) -> Vec<String> {
    let target = language.target.iter().map(|target| format!("--target={target}"));
    target.chain(language.machine.iter().map(|what| format!("-m{what}"))).collect()
}

/// Where the program starts: a function that is checked against its contract is its own program.
fn entry(args: &Check) -> String {
    match args.scope.enforce.first() {
        Some(checked) if args.scope.function == "main" => checked.clone(),
        _ => args.scope.function.clone(),
    }
}

/// What is known of the world around the program.
fn world(args: &Check) -> anyhow::Result<whyc_c::World> {
    let words = match &args.world.args {
        Some(line) => match shlex::split(line) {
            Some(words) => Some(words.into_iter().map(String::into_bytes).collect()),
            None => bail!("--args {line}: a quote is not closed"),
        },
        None => None,
    };
    let stdin = match (&args.world.stdin, args.world.max_input_length) {
        (Some(path), _) => Stdin::Holds(read(path).with_context(|| format!("cannot read {}", path.display()))?),
        (None, Some(longest)) => Stdin::UpTo(longest),
        (None, None) => Stdin::Unknown,
    };
    Ok(whyc_c::World::Given { args: words, stdin, arg_len: args.world.max_arg_length })
}

/// What a program may be given at most, in bytes: all of it becomes part of the program.
const LARGEST_INPUT: u64 = 16 << 20;

/// The bytes of a file that the program is given.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, LARGEST_INPUT)
}

/// The bytes of a file; one with more than `limit`, or without end, is refused.
pub fn read_up_to(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!("it has more than {} MiB", limit >> 20)));
    }
    Ok(bytes)
}

/// The loops whose bounds are fixed; turns of threads are one.
fn unwind_loops(args: &Check) -> Vec<(String, u32)> {
    let turns = args.limits.switches.map(|turns| (whyc_session::request::SWITCHES.to_owned(), turns));
    args.limits.unwind_loop.iter().cloned().chain(turns).collect()
}

/// How to look at a program.
fn options(args: &Check, budget: Budget) -> Options {
    Options {
        classes: args.scope.classes(),
        only: args.scope.property.clone(),
        unwind: args.limits.unwind.map_or(Unwind::Automatic, Unwind::Fixed),
        unwind_loops: unwind_loops(args),
        limits: Vec::new(),
        given: args
            .scope
            .input
            .iter()
            .map(|(name, value)| Given { name: name.clone(), value: value.clone() })
            .collect(),
        effort: match (args.limits.first, args.limits.all_properties) {
            (true, _) => Effort::First,
            (false, true) => Effort::All,
            (false, false) => Effort::Modest,
        },
        arith: match args.limits.arith {
            Arith::Auto => Arithmetic::Auto,
            Arith::Bits => Arithmetic::Bits,
            Arith::Lazy => Arithmetic::Lazy,
        },
        budget,
    }
}

/// The engines that may look for the answer; nothing for all of them.
fn engines(args: &Check) -> Option<Vec<EngineName>> {
    let name = |engine: &Engine| match engine {
        Engine::Auto => None,
        Engine::Simulation => Some(EngineName::Simulation),
        Engine::Guided => Some(EngineName::Guided),
        Engine::Unrolling => Some(EngineName::Unrolling),
        Engine::Tunnels => Some(EngineName::Tunnels),
        Engine::Cubes => Some(EngineName::Cubes),
        Engine::Induction => Some(EngineName::Induction),
    };
    let named: Option<Vec<EngineName>> = args.limits.engine.iter().map(name).collect();
    named.filter(|all| !all.is_empty())
}

/// A program and what is to be decided about it.
pub fn request(args: &Check) -> anyhow::Result<Request> {
    for file in &args.files {
        refuse_circuit(file)?;
    }
    let temporal = crate::temporal::of_program(args)?;
    Ok(Request {
        inputs: inputs(args)?,
        reading: c_options(args)?,
        deciding: options(args, budget(args)),
        assume: None,
        // Each property that fails is told by a run.
        every_run: formats::shows_every_run(args.output.format) || !temporal.is_empty(),
        temporal,
        along: None,
        tests: Vec::new(),
        most: None,
        unsteered: false,
        split: match args.limits.split {
            Split::Auto => Mode::Auto,
            Split::Tunnels => Mode::Tunnels,
            Split::Cubes => Mode::Cubes,
            Split::None => Mode::None,
        },
        patience: args.limits.patience,
        engines: engines(args),
        learning: if args.limits.no_learn { None } else { crate::engines::store() },
        jobs: args.limits.jobs(),
        elsewhere: crate::cluster::asked(args)?.map(|it| it as _),
        words: repeated::options(args),
    })
}

/// The same for one of many variants of a program that are looked at at once: each of them by one solver, and nothing is learnt.
pub fn for_one_of_many(args: &Check) -> anyhow::Result<Request> {
    Ok(Request { split: Mode::None, engines: None, learning: None, jobs: 1, ..request(args)? })
}

/// What `minimize` asks for; as a verb about programs.
pub fn minimize(args: &Minimize) -> anyhow::Result<(Request, Wish)> {
    let method = match args.method {
        Method::None => None,
        Method::Greedy => Some(finding::Method::Greedy),
        Method::Optimal => Some(finding::Method::Optimal),
    };
    let goal = match args.goal {
        Goal::LengthValues => minimise::Goal::LengthValues,
        Goal::ValuesLength => minimise::Goal::ValuesLength,
        Goal::Inputs => minimise::Goal::Inputs,
    };
    let is_all = args.check.output.all || args.max_classes.is_some();
    let classes = is_all.then(|| args.max_classes.map_or(MANY_CLASSES, |most| most.max(1) as usize));
    let smallest = method.map(|method| Smallest { method, goal, classes });
    Ok((Request { unsteered: method.is_none(), ..request(&args.check)? }, Wish::Smallest(smallest)))
}

/// What `explain` asks for.
pub fn explain(args: &Explain) -> anyhow::Result<(Request, Wish)> {
    let request = Request { assume: args.assume.clone(), ..request(&args.check)? };
    Ok((request, Wish::Reason(explain_options(args))))
}

/// What `localize` asks for.
pub fn localize(args: &Localize) -> anyhow::Result<(Request, Wish)> {
    let tests = args.tests.as_deref().map(tests_folder::read).transpose()?.unwrap_or_default();
    let options = whyc_localize::Options {
        faults: args.faults,
        statements: args.granularity == Granularity::Statement,
        trusted: args.trust.clone(),
        suspected: args.suspect.clone(),
        per_test: args.per_test,
    };
    let fault = args.score_against.as_deref().map(fault).transpose()?;
    Ok((Request { tests, ..request(&args.check)? }, Wish::Places(Places { options, fault })))
}

/// A known fault: `FILE:LINE[,LINE]`.
fn fault(text: &str) -> anyhow::Result<Fault> {
    let expected = || format!("--score-against {text}: expected a file and lines, such as median.c:10,12");
    let (file, lines) = text.rsplit_once(':').with_context(expected)?;
    let lines: Result<Vec<u32>, _> = lines.split(',').map(|line| line.trim().parse()).collect();
    Ok(Fault { file: file.to_owned(), lines: lines.ok().with_context(expected)? })
}

/// How a failure is explained.
fn explain_options(args: &Explain) -> explanation::Options {
    explanation::Options {
        metric: match args.metric {
            Metric::Full => explanation::Metric::Full,
            Metric::Slice => explanation::Metric::Slice,
            Metric::Executed => explanation::Metric::Executed,
        },
        slices: match args.slices {
            Some(Slices::One) => explanation::Slices::One,
            Some(Slices::All) => explanation::Slices::All,
            // A page has room for all of them.
            None if args.check.output.format == Format::Html => explanation::Slices::All,
            None => explanation::Slices::One,
        },
        slicing: match args.slicing {
            Slicing::TwoPhase => explanation::Slicing::TwoPhase,
            Slicing::OneStep => explanation::Slicing::OneStep,
        },
        causes: match args.causes {
            Causes::Inputs => explanation::Causes::Inputs,
            Causes::All => explanation::Causes::All,
            Causes::None => explanation::Causes::None,
        },
        deepen: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circuits_are_told_by_their_names() {
        for name in ["a.aag", "dir/b.AIG", "c.bench", "d.btor2", "e.btor"] {
            assert!(refuse_circuit(Path::new(name)).is_err(), "{name}");
        }
        for name in ["a.c", "a.i", "aig", "a.aig.c", "notes.txt"] {
            assert!(refuse_circuit(Path::new(name)).is_ok(), "{name}");
        }
    }
}
