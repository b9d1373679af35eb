//! Which options have a meaning for which input: one that has none is refused, never ignored.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ArgMatches;
use clap::parser::ValueSource;
use whyc_circuit::file::Format;

use crate::verilog::is_verilog;

/// Options for every input.
const FOR_ALL: [&str; 13] = [
    "files", "property", "input", "ltl", "timeout", "memory", "format", "output", "open", "color", "quiet", "all",
    "jobs",
];
/// Options for Verilog as well as for C.
const FOR_VERILOG: [&str; 2] = ["define", "include"];
/// Options for circuits alone.
const FOR_CIRCUITS: [&str; 9] = ["bound", "state", "reach", "seed", "prove", "certificate", "lift", "ternary", "top"];

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// C.
    Program,
    /// A circuit.
    Circuit,
}

/// The options that stand on the command line after the verb.
pub fn options(matches: &ArgMatches) -> Vec<String> {
    let Some((_, matches)) = matches.subcommand() else { return Vec::new() };
    let is_given = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
    // Groups of options are listed beside their members, with capital letters.
    let is_option = |id: &&str| id.starts_with(|c: char| c.is_ascii_lowercase());
    matches.ids().map(clap::Id::as_str).filter(is_option).filter(is_given).map(str::to_owned).collect()
}

/// What the files are, if that fits together with the options.
pub fn input(files: &[PathBuf], given: &[String]) -> anyhow::Result<Input> {
    let is_circuit = |file: &&PathBuf| Format::of(Path::new(file)).is_some() || is_verilog(file);
    let Some(circuit) = files.iter().find(is_circuit) else {
        if let Some(option) = given.iter().find(|it| FOR_CIRCUITS.contains(&it.as_str())) {
            bail!("--{option} is for circuits (.aag, .aig, .bench, .btor2, .v, .sv), not for C");
        }
        return Ok(Input::Program);
    };
    let all_verilog = files.iter().all(|file| is_verilog(file));
    if files.len() > 1 && !all_verilog {
        bail!("{}: a circuit is a single file, nothing can be linked to it", circuit.display());
    }
    if !all_verilog && given.iter().any(|it| it == "top") {
        bail!("--top is for Verilog");
    }
    let has_meaning = |option: &str| {
        FOR_ALL.contains(&option) || FOR_CIRCUITS.contains(&option) || all_verilog && FOR_VERILOG.contains(&option)
    };
    if let Some(option) = given.iter().find(|it| !has_meaning(it)) {
        bail!("{}: {} has no meaning for a circuit", circuit.display(), spelled(option));
    }
    let asks = |option: &str| given.iter().any(|it| it == option);
    if asks("property") && (asks("state") || asks("reach")) {
        bail!("--property chooses among the properties of the file; --state and --reach ask for another one");
    }
    Ok(Input::Circuit)
}

/// An option as a person types it.
fn spelled(id: &str) -> String {
    match id {
        "include" => "-I".to_owned(),
        "define" => "-D".to_owned(),
        "machine" => "-m".to_owned(),
        id => format!("--{}", id.replace('_', "-")),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    fn of(args: &str) -> Result<Input, String> {
        let matches =
            Cli::command().try_get_matches_from(args.split_whitespace()).map_err(|error| error.to_string())?;
        let given = options(&matches);
        let (_, verb) = matches.subcommand().ok_or("no verb")?;
        let files: Vec<PathBuf> = verb.get_many::<PathBuf>("files").into_iter().flatten().cloned().collect();
        input(&files, &given).map_err(|error| error.to_string())
    }

    #[test]
    fn options_without_meaning_are_refused() {
        assert_eq!(of("whyc check a.c --unwind 3"), Ok(Input::Program));
        assert_eq!(of("whyc check a.aag --bound 3 --format json --timeout 2"), Ok(Input::Circuit));
        assert_eq!(of("whyc minimize a.BTOR2 --lift core --all"), Ok(Input::Circuit));
        for (args, word) in [
            ("whyc check a.c --bound 3", "--bound is for circuits"),
            ("whyc minimize a.c --lift core", "--lift is for circuits"),
            ("whyc check a.aag --unwind 3", "--unwind has no meaning"),
            ("whyc check a.aag --only-check bounds", "--only-check has no meaning"),
            ("whyc check a.aag --function main", "--function has no meaning"),
            ("whyc minimize a.bench --method optimal", "--method has no meaning"),
            ("whyc check a.aig -I x", "-I has no meaning"),
            ("whyc check a.aag b.c", "single file"),
            ("whyc check a.aag --reach 3 --property b0", "--property chooses"),
        ] {
            let refused = of(args);
            assert!(refused.as_ref().is_err_and(|it| it.contains(word)), "{args}: {refused:?}");
        }
    }
}
