//! `whyc.toml`: the targets of a project, each a program with how it is checked.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;

use super::FILE;

/// What a project says about itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// What holds for all targets that do not say otherwise.
    #[serde(default)]
    defaults: Settings,
    /// The programs.
    #[serde(default)]
    target: Vec<Table>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    name: String,
    #[serde(default)]
    files: Vec<PathBuf>,
    #[serde(flatten)]
    settings: Settings,
}

/// How a program is checked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct Settings {
    function: Option<String>,
    build: Option<PathBuf>,
    include: Vec<PathBuf>,
    define: Vec<String>,
    std: Option<String>,
    stub: Vec<String>,
    enforce: Vec<String>,
    replace: Vec<String>,
    input: Vec<String>,
    check: Vec<String>,
    no_check: Vec<String>,
    only_check: Vec<String>,
    unwind: Option<u32>,
    unwind_loop: Vec<String>,
    timeout: Option<f64>,
    memory: Option<u64>,
    baseline: Option<PathBuf>,
    options: Vec<String>,
}

/// A program of a project, as the command line would have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name.
    pub name: String,
    /// Its files, from the current folder on.
    pub files: Vec<PathBuf>,
    /// The folders of its headers.
    pub include: Vec<PathBuf>,
    /// How it is checked, whatever the verb.
    pub options: Vec<String>,
    /// The ledger that it is compared with.
    pub baseline: Option<PathBuf>,
}

/// The targets of the project in `root`; nothing if it does not name any.
pub fn targets(root: &Path) -> anyhow::Result<Option<Vec<Target>>> {
    let path = root.join(FILE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let here = std::env::current_dir().context("the current folder is gone")?;
    let prefix = if root == here { PathBuf::new() } else { root.to_owned() };
    parse(&text, &prefix).map(Some).with_context(|| path.display().to_string())
}

/// The targets that a text names; their files are below `prefix`.
pub fn parse(text: &str, prefix: &Path) -> anyhow::Result<Vec<Target>> {
    let file: File = toml::from_str(text).map_err(|error| anyhow::anyhow!("{}", error.to_string().trim_end()))?;
    let mut seen = BTreeSet::new();
    let mut targets = Vec::new();
    for table in file.target {
        if !seen.insert(table.name.clone()) {
            bail!("two targets are called {}", table.name);
        }
        if table.files.is_empty() && table.settings.build.is_none() && file.defaults.build.is_none() {
            bail!("the target {} has no files", table.name);
        }
        targets.push(target(table, &file.defaults, prefix));
    }
    if targets.is_empty() {
        bail!("it has no [[target]]");
    }
    Ok(targets)
}

fn target(table: Table, defaults: &Settings, prefix: &Path) -> Target {
    let Table { name, files, settings } = table;
    let place = |path: &PathBuf| prefix.join(path);
    let both = |own: &[String], common: &[String]| [common, own].concat();
    let mut options = Vec::new();
    let mut say = |option: &str, value: String| options.extend([option.to_owned(), value]);
    for (option, own, common) in [
        ("--function", &settings.function, &defaults.function),
        ("--std", &settings.std, &defaults.std),
        ("--unwind", &settings.unwind.map(|n| n.to_string()), &defaults.unwind.map(|n| n.to_string())),
        ("--timeout", &settings.timeout.map(|n| n.to_string()), &defaults.timeout.map(|n| n.to_string())),
        ("--memory", &settings.memory.map(|n| n.to_string()), &defaults.memory.map(|n| n.to_string())),
    ] {
        if let Some(value) = own.as_ref().or(common.as_ref()) {
            say(option, value.clone());
        }
    }
    if let Some(build) = settings.build.as_ref().or(defaults.build.as_ref()) {
        say("-p", place(build).to_string_lossy().into_owned());
    }
    let include: Vec<PathBuf> = defaults.include.iter().chain(&settings.include).map(place).collect();
    for folder in &include {
        say("-I", folder.to_string_lossy().into_owned());
    }
    for (option, own, common) in [
        ("-D", &settings.define, &defaults.define),
        ("--stub", &settings.stub, &defaults.stub),
        ("--enforce", &settings.enforce, &defaults.enforce),
        ("--replace", &settings.replace, &defaults.replace),
        ("--input", &settings.input, &defaults.input),
        ("--check", &settings.check, &defaults.check),
        ("--no-check", &settings.no_check, &defaults.no_check),
        ("--only-check", &settings.only_check, &defaults.only_check),
        ("--unwind-loop", &settings.unwind_loop, &defaults.unwind_loop),
    ] {
        for value in both(own, common) {
            say(option, value);
        }
    }
    options.extend(both(&settings.options, &defaults.options));
    let baseline = settings.baseline.as_ref().or(defaults.baseline.as_ref()).map(place);
    Target { name, files: files.iter().map(place).collect(), include, options, baseline }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_have_their_own_settings_and_common_ones() {
        let text = "[defaults]\ntimeout = 30\ninclude = [\"include\"]\n\n[[target]]\nname = \"ring\"\nfiles = [\"ring.c\"]\nunwind = 4\nno-check = [\"shift\"]\n\n\
                    [[target]]\nname = \"parse\"\nfiles = [\"a.c\", \"b.c\"]\nfunction = \"parse\"\ntimeout = 5\noptions = [\"--malloc-may-fail\"]\n";
        let targets = parse(text, Path::new("up")).expect("it should be understood");
        let words = |target: &Target| target.options.join(" ");
        assert_eq!(targets[0].files, [PathBuf::from("up/ring.c")]);
        assert_eq!(words(&targets[0]), "--unwind 4 --timeout 30 -I up/include --no-check shift");
        assert_eq!(words(&targets[1]), "--function parse --timeout 5 -I up/include --malloc-may-fail");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let error = |text: &str| parse(text, Path::new("")).map(|_| ()).expect_err("it is wrong").to_string();
        assert!(error("[[target]]\nname = \"a\"\nfiles = [\"a.c\"]\nunwnd = 3\n").contains("unwnd"));
        assert!(error("x").contains("line 1"));
        assert!(error("").contains("no [[target]]"));
        assert!(error("[[target]]\nname = \"a\"\n").contains("a has no files"));
    }
}
