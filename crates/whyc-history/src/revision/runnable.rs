//! Which files are commands: a text does not say it, and a command may call them.

use std::collections::BTreeSet;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The files that can be run, in any of the revisions that were read. Clones say the same.
#[derive(Clone, Debug, Default)]
pub struct Runnable {
    paths: Arc<Mutex<BTreeSet<String>>>,
}

impl Runnable {
    pub(super) fn add(&self, paths: impl IntoIterator<Item = String>) {
        self.paths.lock().unwrap_or_else(PoisonError::into_inner).extend(paths);
    }

    /// Makes those of them runnable that are in a folder.
    ///
    /// # Errors
    /// If that is refused.
    pub fn mark(&self, folder: &Path) -> std::io::Result<()> {
        for path in self.paths.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let place = folder.join(path);
            if place.is_file() {
                std::fs::set_permissions(place, Permissions::from_mode(0o755))?;
            }
        }
        Ok(())
    }
}
