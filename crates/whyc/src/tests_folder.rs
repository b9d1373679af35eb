//! A folder of tests: `NAME.in` or `NAME.args` with `NAME.out`, and `NAME.exit`.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, bail};
use whyc_session::Test;

use crate::asked;

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
