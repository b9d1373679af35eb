//! `init`: the first version of a project's description, from what is there.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::FILE;
use crate::{Exit, output};

/// Folders that hold builds.
const BUILDS: [&str; 4] = [".", "build", "builddir", "out"];
/// How deep files are looked for.
const DEEPEST: usize = 6;

/// Writes the description into the current folder.
pub fn run(force: bool) -> anyhow::Result<Exit> {
    let here = std::env::current_dir().context("the current folder is gone")?;
    let path = here.join(FILE);
    if path.exists() && !force {
        bail!("{FILE} is there already; --force writes it anew");
    }
    let text = describe(&here)?;
    output::report(&text, Some(&path))?;
    let count = text.matches("[[target]]").count();
    let targets = if count == 1 { "1 target".to_owned() } else { format!("{count} targets") };
    output::message(&format!("{FILE} has {targets}; `whyc check` checks them all\n"));
    Ok(Exit::Holds)
}

/// The description of what is in a folder: one target for each file that has a `main`.
fn describe(folder: &Path) -> anyhow::Result<String> {
    let build = BUILDS.iter().find(|name| folder.join(name).join("compile_commands.json").is_file());
    let mut files = match build {
        Some(build) => of_build(folder, &folder.join(build))?,
        None => {
            let mut files = Vec::new();
            collect(folder, folder, 0, &mut files);
            files
        }
    };
    files.sort();
    files.dedup();
    let (programs, parts): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|file| has_main(&folder.join(file)));
    if programs.is_empty() && parts.is_empty() {
        bail!("there is no C file here");
    }
    let mut text = String::from(
        "# What whyc checks: `whyc check` all of it, `whyc check NAME` one target.\n\n[defaults]\ntimeout = 60\n",
    );
    if let Some(build) = build {
        text.push_str(&format!("build = {build:?}\n"));
    }
    let mut target = |name: &str, files: &[&PathBuf], function: Option<&str>| {
        let files: Vec<String> = files.iter().map(|file| format!("{:?}", file.to_string_lossy())).collect();
        text.push_str(&format!("\n[[target]]\nname = {name:?}\nfiles = [{}]\n", files.join(", ")));
        if let Some(function) = function {
            text.push_str(&format!("function = {function:?} # a part of a program starts at one of its functions\n"));
        }
    };
    match &programs[..] {
        // A single program is made of all files.
        [only] => {
            let all: Vec<&PathBuf> = [only].into_iter().chain(&parts).collect();
            target(&name(only), &all, None);
        }
        [] => {
            for part in &parts {
                let function = first_function(&folder.join(part));
                target(&name(part), &[part], function.as_deref());
            }
        }
        many => {
            for program in many {
                target(&name(program), &[program], None);
            }
        }
    }
    Ok(text)
}

fn name(file: &Path) -> String {
    file.with_extension("").to_string_lossy().replace('/', "-")
}

fn of_build(folder: &Path, build: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let commands = whyc_c::compile_commands(build).map_err(anyhow::Error::msg)?;
    let root = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let relative = |file: PathBuf| {
        let file = file.canonicalize().unwrap_or(file);
        file.strip_prefix(&root).map(Path::to_owned).unwrap_or(file)
    };
    Ok(commands.into_iter().map(|command| relative(command.file)).collect())
}

fn collect(root: &Path, folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let is_hidden = name.to_string_lossy().starts_with('.');
        let kind = entry.file_type();
        if kind.as_ref().is_ok_and(fs::FileType::is_dir) {
            if !is_hidden && depth < DEEPEST {
                collect(root, &path, depth + 1, found);
            }
        } else if path.extension().is_some_and(|it| it == "c") && !is_hidden {
            found.extend(path.strip_prefix(root).map(Path::to_owned));
        }
    }
}

fn has_main(file: &Path) -> bool {
    functions(file).iter().any(|name| name == "main")
}

fn first_function(file: &Path) -> Option<String> {
    functions(file).into_iter().next()
}

fn functions(file: &Path) -> Vec<String> {
    let bytes = fs::read(file).unwrap_or_default();
    whyc_review::functions::functions(&String::from_utf8_lossy(&bytes)).into_iter().map(|(name, _)| name).collect()
}
