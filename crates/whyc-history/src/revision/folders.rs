//! A folder instead of a revision.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::Runnable;
use crate::bytes;
use crate::change::Files;

/// The files of a folder, as those of a revision.
///
/// # Errors
/// If it cannot be read.
pub fn folder(root: &Path, is_wanted: &dyn Fn(&str) -> bool, runnable: &Runnable) -> std::io::Result<Files> {
    let (mut files, mut waiting) = (Files::new(), vec![PathBuf::new()]);
    while let Some(below) = waiting.pop() {
        for entry in std::fs::read_dir(root.join(&below))? {
            let entry = entry?;
            let path = below.join(entry.file_name());
            let name = path.to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                waiting.extend((entry.file_name() != ".git").then_some(path));
                continue;
            }
            let place = root.join(&path);
            // What is no file could keep one waiting; what cannot be read is not there.
            let Some(about) = std::fs::metadata(&place).ok().filter(std::fs::Metadata::is_file) else { continue };
            if is_wanted(&name)
                && about.len() <= super::LARGEST as u64
                && let Ok(own) = std::fs::read(&place)
            {
                runnable.add((about.permissions().mode() & 0o111 != 0).then(|| name.clone()));
                files.insert(name, bytes::text(&own));
            }
        }
    }
    Ok(files)
}
