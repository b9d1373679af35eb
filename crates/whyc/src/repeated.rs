//! The options to give again when the next question is about the same program.

use crate::cli::{Check, Cluster};

/// What says which program is asked about, and what; as words of a command line. How the answer looks is not part of it.
pub fn options(args: &Check) -> Vec<String> {
    let mut words = Vec::new();
    let Check { scope, limits, language, world, temporal, .. } = args;
    if scope.function != "main" {
        option(&mut words, "--function", &scope.function);
    }
    all(&mut words, "--enforce", &scope.enforce);
    all(&mut words, "--replace", &scope.replace);
    all(&mut words, "--property", &scope.property);
    all(&mut words, "--ltl", &temporal.ltl);
    all(&mut words, "--input", scope.input.iter().map(|(name, value)| format!("{name}={value}")));
    all(&mut words, "--check", scope.check.iter().map(|class| class.name()));
    all(&mut words, "--no-check", scope.no_check.iter().map(|class| class.name()));
    all(&mut words, "--only-check", scope.only_check.iter().map(|class| class.name()));
    all(&mut words, "--unwind", limits.unwind.map(|n| n.to_string()));
    all(&mut words, "--unwind-loop", limits.unwind_loop.iter().map(|(name, n)| format!("{name}:{n}")));
    all(&mut words, "--switches", limits.switches.map(|n| n.to_string()));
    all(&mut words, "-I", language.include.iter().map(|folder| folder.display().to_string()));
    all(&mut words, "-D", &language.define);
    all(&mut words, "-p", language.build.iter().map(|folder| folder.display().to_string()));
    all(&mut words, "--std", &language.std);
    all(&mut words, "--target", &language.target);
    words.extend(language.machine.iter().map(|what| format!("-m{what}")));
    all(&mut words, "--args", &world.args);
    all(&mut words, "--stdin", world.stdin.iter().map(|file| file.display().to_string()));
    if world.max_arg_length != whyc_c::USUAL_ARG_LEN {
        option(&mut words, "--max-arg-length", &world.max_arg_length.to_string());
    }
    all(&mut words, "--max-input-length", world.max_input_length.map(|n| n.to_string()));
    if world.malloc_may_fail {
        words.push("--malloc-may-fail".to_owned());
    }
    all(&mut words, "--stub", &world.stub);
    words
}

/// Who else is asked, and how one gets in.
pub fn cluster(args: &Cluster) -> Vec<String> {
    let mut words = Vec::new();
    let Cluster { cluster, cluster_proofs, entry } = args;
    if cluster.is_none() {
        return words;
    }
    all(&mut words, "--cluster", cluster);
    option(&mut words, "--cluster-team", &entry.cluster_team);
    for (name, file) in [
        ("--cluster-creds", &entry.cluster_creds),
        ("--cluster-ca", &entry.cluster_ca),
        ("--cluster-cert", &entry.cluster_cert),
        ("--cluster-key", &entry.cluster_key),
    ] {
        all(&mut words, name, file.iter().map(|file| file.display().to_string()));
    }
    if *cluster_proofs {
        words.push("--cluster-proofs".to_owned());
    }
    words
}

fn all(words: &mut Vec<String>, name: &str, values: impl IntoIterator<Item = impl AsRef<str>>) {
    for value in values {
        option(words, name, value.as_ref());
    }
}

fn option(words: &mut Vec<String>, name: &str, value: &str) {
    // A value that looks like an option belongs to its name.
    if value.starts_with('-') {
        words.push(format!("{name}={value}"));
    } else {
        words.extend([name.to_owned(), value.to_owned()]);
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Verb};

    #[test]
    fn what_is_repeated_asks_the_same() {
        let given = [
            "--function",
            "f",
            "--input",
            "x=-1",
            "--only-check",
            "bounds",
            "--unwind",
            "3",
            "-D",
            "N=2",
            "-m32",
            "--args=-v",
            "--malloc-may-fail",
        ];
        let parse = |options: &[String]| {
            let words = ["whyc", "check"].map(String::from).into_iter().chain(options.iter().cloned());
            match Cli::try_parse_from(words.chain(["a.c".to_owned()])).expect("the options should be understood").verb {
                Verb::Check(args) => args.check,
                _ => unreachable!("the verb is check"),
            }
        };
        let first = parse(&given.map(String::from));
        let again = options(&first);
        assert_eq!(again, given);
        assert_eq!(options(&parse(&again)), again);
    }
}
