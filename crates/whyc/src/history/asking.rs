//! How each revision is asked: as the command line says, and as its own `whyc.toml` and `compile_commands.json` say.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Parser;
use whyc_c::{CompileCommand, Input, compile_commands};
use whyc_history::Files;
use whyc_history::program::{Asking, within};
use whyc_session::Request;

use crate::cli::{Check, Cli, Verb};
use crate::project::config;
use crate::{asked, output, repeated};

/// Where a build is, from the root of the revisions on.
fn build_of(check: &Check, root: Option<&Path>) -> Option<PathBuf> {
    let build = check.language.build.as_ref()?;
    let whole = std::path::absolute(build).unwrap_or_else(|_| build.clone());
    let inside = root.and_then(|root| whole.strip_prefix(root).ok().map(Path::to_owned));
    Some(inside.unwrap_or_else(|| build.clone()))
}

/// How files that stand in a folder are asked about.
pub fn asking(check: &Check, units: &[String], root: Option<PathBuf>) -> anyhow::Result<Asking> {
    let build = build_of(check, root.as_deref());
    let mut check = check.clone();
    check.limits.timeout = None;
    // Where the files are is said for each revision.
    (check.files, check.language.build) = (Vec::new(), None);
    let plain = asked::for_one_of_many(&check)?;
    let units = units.to_vec();
    Ok(Box::new(move |files: &Files, folder: &Path| {
        let told = target(&check, files, &units).map_err(|error| format!("whyc.toml: {error:#}"))?;
        let build = told.as_ref().and_then(|told| told.language.build.clone()).or_else(|| build.clone());
        let request = match told {
            Some(mut told) => {
                told.language.build = None;
                asked::for_one_of_many(&told).map_err(|error| format!("whyc.toml: {error:#}"))?
            }
            None => plain.clone(),
        };
        let mut request = within(request, &units, folder);
        if let Some(build) = build {
            request.inputs = commanded(&request, &build, files, (folder, root.as_deref()))?;
        }
        Ok(request)
    }))
}

/// The options with those that a revision has for a target of just these files.
fn target(check: &Check, files: &Files, units: &[String]) -> anyhow::Result<Option<Check>> {
    let Some(text) = files.get("whyc.toml") else { return Ok(None) };
    let targets = config::parse(text, Path::new(""))?;
    let is_it = |target: &config::Target| {
        let names: Vec<String> = target.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
        names.len() == units.len() && names.iter().all(|name| units.contains(name))
    };
    let Some(target) = targets.into_iter().find(is_it) else { return Ok(None) };
    // What the command line says comes last and counts.
    let own = repeated::options(check);
    let is_scalar = |word: &str| SCALARS.contains(&word.split('=').next().unwrap_or(word));
    let mut words = vec!["whyc".to_owned(), "check".to_owned()];
    let mut theirs = target.options.into_iter();
    while let Some(word) = theirs.next() {
        if is_scalar(&word) && own.contains(&word) {
            theirs.next();
        } else {
            words.push(word);
        }
    }
    // Lists that say the same twice say it once.
    let known: Vec<String> = words.clone();
    let mut mine = own.into_iter().peekable();
    while let Some(word) = mine.next() {
        match mine.peek() {
            Some(value) if known.windows(2).any(|pair| pair == [word.clone(), value.clone()]) => drop(mine.next()),
            _ => words.push(word),
        }
    }
    words.push("file.c".to_owned());
    let cli = Cli::try_parse_from(words).map_err(|error| anyhow::anyhow!("{}", output::plain(&error.to_string())))?;
    let Verb::Check(parsed) = cli.verb else { anyhow::bail!("its options are not those of a check") };
    let mut parsed = parsed.check;
    (parsed.files, parsed.limits.timeout) = (Vec::new(), None);
    parsed.limits = crate::cli::Limits {
        unwind: parsed.limits.unwind,
        unwind_loop: parsed.limits.unwind_loop,
        ..check.limits.clone()
    };
    parsed.output = check.output.clone();
    Ok(Some(parsed))
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
        match commands.iter().find(|command| place(&command.file) == *path) {
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
