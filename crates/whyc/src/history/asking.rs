//! How each revision is asked: as the command line says, and as its own `whyc.toml` and `compile_commands.json` say.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Parser;
use whyc_c::{CompileCommand, Input, compile_commands};
use whyc_history::Files;
use whyc_history::program::{Asking, within};
use whyc_session::Request;

use crate::cli::{Check, Cli, Limits, Verb};
use crate::project::config;
use crate::{asked, output, repeated};

/// Where a build is, from the root of the revisions on.
fn build_of(check: &Check, root: Option<&Path>) -> Option<PathBuf> {
    let build = check.language.build.as_ref()?;
    let whole = std::path::absolute(build).unwrap_or_else(|_| build.clone());
    let inside = root.and_then(|root| whole.strip_prefix(root).ok().map(Path::to_owned));
    Some(inside.unwrap_or_else(|| build.clone()))
}

/// How files that stand in a folder are asked about; `newest` are those of the newest revision.
pub fn asking(check: &Check, units: &[String], root: Option<PathBuf>, newest: &Files) -> anyhow::Result<Asking> {
    let build = build_of(check, root.as_deref());
    let mut check = check.clone();
    check.limits.timeout = None;
    // Where the files are is said for each revision.
    (check.files, check.language.build) = (Vec::new(), None);
    let plain = asked::for_one_of_many(&check)?;
    let units = units.to_vec();
    // A target that is named stands for its options: those are no options of the command line, but of the newest revision.
    let theirs = target(newest, &units).ok().flatten().map(|words| repeated_words(&words)).unwrap_or_default();
    let own: Vec<Vec<String>> =
        split(&repeated::options(&check)).into_iter().filter(|option| !theirs.contains(option)).collect();
    Ok(Box::new(move |files: &Files, folder: &Path| {
        let wrong = |error: anyhow::Error| format!("whyc.toml: {error:#}");
        let told = target(files, &units).map_err(wrong)?;
        let told = told.map(|words| with(&check, &words, &own)).transpose().map_err(wrong)?;
        let theirs = told.as_ref().and_then(|told| told.language.build.clone());
        let request = match told {
            Some(mut told) => {
                told.language.build = None;
                asked::for_one_of_many(&told).map_err(wrong)?
            }
            None => plain.clone(),
        };
        let mut request = within(request, &units, folder);
        if let Some(build) = build.clone().or(theirs) {
            request.inputs = commanded(&request, &build, files, (folder, root.as_deref()))?;
        }
        Ok(request)
    }))
}

/// The options that a revision has for a target of just these files.
fn target(files: &Files, units: &[String]) -> anyhow::Result<Option<Vec<String>>> {
    let Some(text) = files.get("whyc.toml").filter(|text| text.contains("[[target]]")) else { return Ok(None) };
    let targets = config::parse(text, Path::new(""))?;
    let is_it = |target: &config::Target| {
        let names: Vec<String> = target.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
        names.len() == units.len() && names.iter().all(|name| units.contains(name))
    };
    Ok(targets.into_iter().find(is_it).map(|target| target.options))
}

fn parsed(words: &[String]) -> anyhow::Result<Check> {
    let all =
        ["whyc", "check"].map(str::to_owned).into_iter().chain(words.iter().cloned()).chain(["file.c".to_owned()]);
    let cli = Cli::try_parse_from(all).map_err(|error| anyhow::anyhow!("{}", output::plain(&error.to_string())))?;
    let Verb::Check(parsed) = cli.verb else { anyhow::bail!("its options are not those of a check") };
    Ok(parsed.check)
}

/// Words as the command line would repeat them, option by option.
fn repeated_words(words: &[String]) -> Vec<Vec<String>> {
    parsed(words).map(|check| split(&repeated::options(&check))).unwrap_or_default()
}

/// Words, option by option: each with its value.
fn split(words: &[String]) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = Vec::new();
    for word in words {
        match found.last_mut() {
            Some(last) if !word.starts_with('-') && last.len() == 1 => last.push(word.clone()),
            _ => found.push(vec![word.clone()]),
        }
    }
    found
}

/// The options of a revision, and those of the command line, which count more.
fn with(check: &Check, theirs: &[String], own: &[Vec<String>]) -> anyhow::Result<Check> {
    let is_given =
        |option: &Vec<String>| SCALARS.contains(&option[0].as_str()) && own.iter().any(|mine| mine[0] == option[0]);
    let theirs = split(theirs).into_iter().filter(|option| !is_given(option) && !own.contains(option));
    let words: Vec<String> = theirs.chain(own.iter().cloned()).flatten().collect();
    let mut parsed = parsed(&words)?;
    parsed.files = Vec::new();
    let (unwind, unwind_loop) = (parsed.limits.unwind, parsed.limits.unwind_loop);
    parsed.limits = Limits { unwind, unwind_loop, ..check.limits.clone() };
    parsed.output = check.output.clone();
    Ok(parsed)
}

/// Options that are given once.
const SCALARS: [&str; 8] = ["--function", "--std", "--unwind", "-p", "--timeout", "--memory", "--target", "--args"];

/// The units as a build of the revision compiles them. What it says of places is about another folder.
fn commanded(
    request: &Request,
    build: &Path,
    files: &Files,
    (folder, root): (&Path, Option<&Path>),
) -> Result<Vec<Input>, String> {
    let inside = build.join("compile_commands.json");
    let name = inside.to_string_lossy().into_owned();
    let is_own = files.contains_key(&name) || files.contains_key(&build.to_string_lossy().into_owned());
    let from = if is_own { folder.join(build) } else { root.map_or(build.to_owned(), |root| root.join(build)) };
    if is_own {
        moved(&from, folder, root).map_err(|error| format!("{name}: {error:#}"))?;
    }
    let commands = compile_commands(&from)?;
    let place = |path: &Path| match root.and_then(|root| path.strip_prefix(root).ok()) {
        Some(inside) => folder.join(inside),
        None => folder.join(path),
    };
    let word = |word: &String| match root.filter(|_| !is_own).and_then(|root| Path::new(word).strip_prefix(root).ok()) {
        Some(inside) => folder.join(inside).display().to_string(),
        None => word.clone(),
    };
    let input = |input: &Input| {
        let Input::Path(path) = input else { return input.clone() };
        match commands.iter().find(|command| is_same(&place(&command.file), path)) {
            Some(command) => Input::Command(CompileCommand {
                file: path.clone(),
                args: command.args.iter().map(word).collect(),
                unknown: command.unknown.clone(),
            }),
            None => input.clone(),
        }
    };
    Ok(request.inputs.iter().map(input).collect())
}

/// Whether two paths lead to one file.
fn is_same(one: &Path, other: &Path) -> bool {
    one == other || matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Makes the commands of a revision speak of the folder that it is in now. Commands name folders of the machine that wrote them: what the
/// directories of all of them have in common is where the revision was, unless that is known.
fn moved(path: &Path, folder: &Path, root: Option<&Path>) -> anyhow::Result<()> {
    let path = if path.is_dir() { path.join("compile_commands.json") } else { path.to_owned() };
    let text = std::fs::read_to_string(&path).context("it cannot be read")?;
    let entries: serde_json::Value = serde_json::from_str(&text).context("it is no list of commands")?;
    let directories: Vec<PathBuf> = entries
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.get("directory")?.as_str().map(PathBuf::from))
        .filter(|it| it.is_absolute())
        .collect();
    let here = path.parent().and_then(|it| it.strip_prefix(folder).ok()).unwrap_or(Path::new(""));
    let was = root.filter(|root| directories.iter().all(|it| it.starts_with(root))).map(Path::to_owned).or_else(|| {
        // Builds are made in the folder of their commands, or above it.
        let first = directories.first()?;
        let above = first.ancestors().find(|it| first.ends_with(here) && it.join(here) == *first);
        Some(above.unwrap_or(first).to_owned())
    });
    let Some(was) = was.filter(|was| was.parent().is_some()) else { return Ok(()) };
    let moved = text.replace(&was.display().to_string(), &folder.display().to_string());
    std::fs::write(&path, moved).context("it cannot be written")
}
