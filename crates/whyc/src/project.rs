//! The project that the current folder belongs to: where it is, and what it says about itself in `whyc.toml`.
//!
//! [`config`] reads that file, [`targets`] runs what it names, [`affected`] says which of it a change can affect, [`init`] writes
//! the first version.

pub mod affected;
pub mod config;
pub mod init;
pub mod targets;

use std::path::{Path, PathBuf};

use anyhow::Context;

/// The file in which a project says what it consists of.
pub const FILE: &str = "whyc.toml";
/// What the folder of a project has.
const MARKS: [&str; 3] = [".whyc", FILE, ".git"];

/// The folder of the project, if the current folder belongs to one.
pub fn marked() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let is_marked = |folder: &&Path| MARKS.iter().any(|mark| folder.join(mark).exists());
    here.ancestors().find(is_marked).map(Path::to_owned)
}

/// The folder of the project: the nearest one upwards that has a mark of one, else the current folder.
pub fn root() -> anyhow::Result<PathBuf> {
    let here = std::env::current_dir().context("the current folder is gone")?;
    let marked = here.ancestors().find(|folder| MARKS.iter().any(|mark| folder.join(mark).exists()));
    Ok(marked.map_or(here.clone(), Path::to_owned))
}

/// The name of a file from the folder of the project on, as ledgers have it; as it is if it lies outside.
pub fn relative(root: &Path, file: &Path) -> String {
    let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let absolute = absolute.canonicalize().unwrap_or(absolute);
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    absolute.strip_prefix(&root).unwrap_or(file).to_string_lossy().into_owned()
}
