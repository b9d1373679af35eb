//! How each revision is asked: as the command line says, and as its own `whyc.toml` and `compile_commands.json` say.

use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail};
use clap::Parser;
use whyc_c::{CompileCommand, Input, compile_commands};
use whyc_history::Files;
use whyc_history::program::{Asking, within};
use whyc_session::Request;

use crate::cli::{Check, Cli, Limits, Verb};
use crate::project::config;
use crate::{asked, output, repeated};

/// Names folders from the root of a repository on, wherever one is in it; what is outside of it is named as a whole.
pub fn rooted(check: &mut Check, root: &Path) {
    let language = &mut check.language;
    for path in language.include.iter_mut().chain(language.build.iter_mut()) {
        let Ok(whole) = std::path::absolute(&*path) else { continue };
        let whole = whole.canonicalize().unwrap_or(whole);
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        *path = match whole.strip_prefix(&root) {
            Ok(inside) if inside.as_os_str().is_empty() => PathBuf::from("."),
            Ok(inside) => inside.to_owned(),
            Err(_) => whole,
        };
    }
}

/// The options of each revision: those of the command line, and its own.
pub struct Options {
    check: Check,
    units: Vec<String>,
    /// What the command line itself says, option by option.
    own: Vec<Vec<String>>,
}

impl Options {
    /// What the command line says about these units; `newest` are the files of the newest revision.
    pub fn new(check: &Check, units: &[String], newest: &Files) -> Self {
        let mut check = check.clone();
        check.limits.timeout = None;
        // Where the files are is said for each revision.
        check.files = Vec::new();
        // A target that is named stands for its options: those are no options of the command line, but of the newest revision.
        let theirs = target(newest, units).ok().flatten().map(|words| repeated_words(&words)).unwrap_or_default();
        let own = split(&repeated::options(&check)).into_iter().filter(|option| !theirs.contains(option)).collect();
        Self { check, units: units.to_vec(), own }
    }

    /// The options of a revision, if it has any itself.
    pub fn of(&self, files: &Files) -> anyhow::Result<Option<Check>> {
        target(files, &self.units)?.map(|words| with(&self.check, &words, &self.own)).transpose()
    }
}

/// How files that stand in a folder are asked about; `newest` are those of the newest revision.
pub fn asking(check: &Check, units: &[String], root: Option<PathBuf>, newest: &Files) -> anyhow::Result<Asking> {
    let build = check.language.build.clone();
    let mut check = check.clone();
    check.language.build = None;
    let options = Options::new(&check, units, newest);
    let plain = asked::for_one_of_many(&options.check)?;
    let units = units.to_vec();
    Ok(Box::new(move |files: &Files, folder: &Path| {
        let wrong = |error: anyhow::Error| format!("whyc.toml: {error:#}");
        let told = options.of(files).map_err(wrong)?;
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

/// The units of a build, from the root of the revisions on: all that it compiles, where no files are named.
pub fn built(check: &Check, root: Option<&Path>, newest: &Files) -> anyhow::Result<Vec<String>> {
    let Some(build) = check.language.build.clone() else { bail!("which file?") };
    let folder = tempfile::Builder::new().prefix("whyc-history-").tempdir().context("cannot make a folder")?;
    let build = plain(&build).unwrap_or(build);
    let name = build.join("compile_commands.json").to_string_lossy().into_owned();
    let from = match newest.get(&name).or_else(|| newest.get(&*build.to_string_lossy())) {
        Some(text) => {
            let own = folder.path().join(&build);
            let own = if newest.contains_key(&name) { own.join("compile_commands.json") } else { own };
            std::fs::create_dir_all(own.parent().unwrap_or(folder.path())).context("cannot make a folder")?;
            std::fs::write(&own, text).context("cannot write the commands of a build")?;
            moved(&own, folder.path(), root).with_context(|| name.clone())?;
            own
        }
        None => root.map_or(build.clone(), |root| root.join(&build)),
    };
    let commands = compile_commands(&from).map_err(anyhow::Error::msg)?;
    let inside = |path: &Path| -> Option<String> {
        let here = |root: &Path| path.strip_prefix(root).ok().map(Path::to_owned);
        let path = plain(&here(folder.path()).or_else(|| root.and_then(here))?)?;
        let path = path.to_string_lossy().into_owned();
        newest.contains_key(&path).then_some(path)
    };
    let mut units = Vec::new();
    for command in &commands {
        let name = || format!("{}: the newest revision has no such file", command.file.display());
        units.push(inside(&command.file).with_context(name)?);
    }
    if units.is_empty() {
        bail!("{}: it compiles no C", from.display());
    }
    Ok(units)
}

/// A path without steps back; nothing if it leads out.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(part) => found.push(part),
            Component::CurDir => {}
            Component::ParentDir if found.pop() => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(found)
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
    let build = &plain(build).unwrap_or_else(|| build.to_owned());
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
