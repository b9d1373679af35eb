//! A folder of tests: `NAME.in` or `NAME.args` with `NAME.out`, and `NAME.exit`.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use anyhow::{Context, bail};
use whyc_c::world::names;
use whyc_localize::runs::{FailingRun, Inputs};

use crate::asked;

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    name: String,
    args: Vec<Vec<u8>>,
    stdin: Vec<u8>,
    stdout: Option<Vec<u8>>,
    status: Option<u8>,
}

/// The tests of a folder, in the order of their names.
pub fn read(folder: &Path) -> anyhow::Result<Vec<Test>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut names = BTreeSet::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
        let is_part =
            path.extension().is_some_and(|extension| ["in", "args", "out", "exit"].iter().any(|it| extension == *it));
        if let (true, Some(stem)) = (is_part, path.file_stem().and_then(|stem| stem.to_str())) {
            names.insert(stem.to_owned());
        }
    }
    let mut tests = Vec::with_capacity(names.len());
    for name in names {
        tests.push(one(folder, name)?);
    }
    if tests.is_empty() {
        bail!("{}: there are no tests: NAME.in or NAME.args with NAME.out", folder.display());
    }
    Ok(tests)
}

fn one(folder: &Path, name: String) -> anyhow::Result<Test> {
    let part = |extension: &str| -> anyhow::Result<Option<Vec<u8>>> {
        let path = folder.join(format!("{name}.{extension}"));
        // A pipe or a device would keep us waiting.
        if std::fs::metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
            bail!("{}: not an ordinary file", path.display());
        }
        match asked::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    };
    let line = part("args")?.unwrap_or_default();
    let line = String::from_utf8(line).with_context(|| format!("{name}.args is not text"))?;
    let Some(words) = shlex::split(line.trim_end()) else { bail!("{name}.args: a quote is not closed") };
    let status = match part("exit")? {
        Some(text) => {
            let text = String::from_utf8_lossy(&text).trim().to_owned();
            Some(text.parse().with_context(|| format!("{name}.exit: `{text}` is no exit status"))?)
        }
        None => None,
    };
    let stdout = part("out")?;
    if stdout.is_none() && status.is_none() {
        bail!("{}: test {name} has neither .out nor .exit: nothing is expected of it", folder.display());
    }
    let args = words.into_iter().map(String::into_bytes).collect();
    Ok(Test { stdin: part("in")?.unwrap_or_default(), args, stdout, status, name })
}

/// A world with room for all tests.
pub fn world(tests: &[Test]) -> whyc_c::World {
    let arg_lens = tests.iter().flat_map(|test| test.args.iter().map(Vec::len));
    whyc_c::World::Open {
        n_args: tests.iter().map(|test| test.args.len()).max().unwrap_or(0),
        arg_len: arg_lens.max().unwrap_or(0),
        stdin_len: tests.iter().map(|test| test.stdin.len()).max().unwrap_or(0),
    }
}

/// A test as a run in that world.
pub fn run(test: &Test) -> FailingRun {
    let mut globals = HashMap::new();
    let argc = test.args.len() as i32 + 1;
    globals.insert(names::ARGC.to_owned(), argc.to_le_bytes().to_vec());
    globals.insert(names::STDIN_SIZE.to_owned(), (test.stdin.len() as u64).to_le_bytes().to_vec());
    globals.insert(names::STDIN.to_owned(), test.stdin.clone());
    for (k, arg) in test.args.iter().enumerate() {
        globals.insert(names::argument(k + 1), arg.clone());
    }
    let inputs = Inputs::Globals(globals.into_iter().collect());
    FailingRun { name: test.name.clone(), inputs, stdout: test.stdout.clone(), status: test.status, violates: None }
}
