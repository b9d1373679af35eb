//! From what was asked to what is read, and how it is looked at.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use whyc_base::budget::Budget;
use whyc_base::status::Limit;
use whyc_check::{Effort, Given, Options, Unwind};
use whyc_debug::explain;
use whyc_ir::property::PropertyClass;

use crate::cli::{Causes, Check, Explain, Format, Metric, Slices, Slicing};

/// Circuits are for some verbs only.
pub fn refuse_circuit(file: &Path) -> anyhow::Result<()> {
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

/// The files, with how each is compiled if a build says so.
pub fn inputs(args: &Check) -> anyhow::Result<Vec<whyc_c::Input>> {
    let Some(build) = &args.language.build else {
        return Ok(args.files.iter().cloned().map(whyc_c::Input::Path).collect());
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
pub fn c_options(args: &Check) -> anyhow::Result<whyc_c::Options> {
    Ok(whyc_c::Options {
        include_dirs: args.language.include.clone(),
        defines: args.language.define.clone(),
        std: args.language.std.clone(),
        entry: args.scope.function.clone(),
        extra_args: Vec::new(),
        world: world(args)?,
        malloc_may_fail: args.world.malloc_may_fail,
        keep_scopes: args.scope.classes().contains(PropertyClass::Leak),
        strict_arrays: args.language.strict_arrays,
        stubs: args.world.stub.clone(),
    })
}

/// What is known of the world around the program.
pub fn world(args: &Check) -> anyhow::Result<whyc_c::World> {
    let words = match &args.world.args {
        Some(line) => match shlex::split(line) {
            Some(words) => Some(words.into_iter().map(String::into_bytes).collect()),
            None => bail!("--args {line}: a quote is not closed"),
        },
        None => None,
    };
    let stdin = match &args.world.stdin {
        Some(path) => Some(read(path).with_context(|| format!("cannot read {}", path.display()))?),
        None => None,
    };
    Ok(whyc_c::World::Given { args: words, stdin })
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

/// How to look at a program that was read with `limits` on the world around it.
pub fn options(args: &Check, limits: &[Limit], budget: Budget) -> Options {
    Options {
        classes: args.scope.classes(),
        only: args.scope.property.clone(),
        unwind: args.limits.unwind.map_or(Unwind::Automatic, Unwind::Fixed),
        unwind_loops: args.limits.unwind_loop.clone(),
        limits: limits.to_vec(),
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
        budget,
    }
}

/// How a failure is explained.
pub fn explain_options(args: &Explain) -> explain::Options {
    explain::Options {
        metric: match args.metric {
            Metric::Full => explain::Metric::Full,
            Metric::Slice => explain::Metric::Slice,
            Metric::Executed => explain::Metric::Executed,
        },
        slices: match args.slices {
            Some(Slices::One) => explain::Slices::One,
            Some(Slices::All) => explain::Slices::All,
            // A page has room for all of them.
            None if args.check.output.format == Format::Html => explain::Slices::All,
            None => explain::Slices::One,
        },
        slicing: match args.slicing {
            Slicing::TwoPhase => explain::Slicing::TwoPhase,
            Slicing::OneStep => explain::Slicing::OneStep,
        },
        causes: match args.causes {
            Causes::Inputs => explain::Causes::Inputs,
            Causes::All => explain::Causes::All,
            Causes::None => explain::Causes::None,
        },
        // Who fixes the bound asks about the runs within it.
        deepen: args.check.limits.unwind.is_none(),
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
