//! The folder: written as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use whyc_proof::Formula;

use crate::gates::Gates;
use crate::manifest::{Manifest, Source, sha256};

/// The gates of what must not happen.
pub const GATES: &str = "question.aag";
/// That it happens, in clauses.
pub const FORMULA: &str = "question.cnf";
/// That they have no solution.
pub const PROOF: &str = "question.lrat";
/// What all that is about.
pub const MANIFEST: &str = "manifest.json";
/// The files that the manifest knows.
pub const FILES: [&str; 3] = [GATES, FORMULA, PROOF];

/// A certificate in the making, under another name beside its own. Dropped, it is gone.
#[derive(Debug)]
pub struct Folder {
    temporary: TempDir,
    target: PathBuf,
}

impl Folder {
    /// Begins a certificate that is to be called `target`.
    ///
    /// # Errors
    /// If there is something else of that name, or nothing can be written there. A certificate that is there already will be
    /// replaced.
    pub fn begin(target: &Path) -> io::Result<Self> {
        // A folder with anything else in it is not ours to replace.
        if target.exists() && !is_certificate(target)? {
            let what = format!("{} is there already, and is no certificate", target.display());
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
        }
        let parent = match target.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let temporary = tempfile::Builder::new().prefix(".certificate-").tempdir_in(parent)?;
        Ok(Self { temporary, target: target.to_owned() })
    }

    /// Where the proof is to be written.
    #[must_use]
    pub fn proof_path(&self) -> PathBuf {
        self.temporary.path().join(PROOF)
    }

    /// Writes the gates and the clauses.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_question(&self, gates: &Gates, formula: &Formula) -> io::Result<()> {
        fs::write(self.temporary.path().join(GATES), gates.to_text())?;
        let mut file = BufWriter::new(File::create(self.temporary.path().join(FORMULA))?);
        formula.write(&mut file)?;
        file.flush()
    }

    /// Writes the manifest with the hashes of what was written, and gives the folder its name.
    ///
    /// # Errors
    /// If something is missing or cannot be written.
    pub fn finish(self, mut manifest: Manifest) -> io::Result<()> {
        let path = self.temporary.path();
        manifest.files.clear();
        for name in FILES {
            let bytes = fs::read(path.join(name))?;
            manifest.files.push(Source { file: name.into(), sha256: sha256(&bytes) });
        }
        manifest.digest = manifest.digest_of_rest();
        fs::write(path.join(MANIFEST), manifest.to_text())?;
        if is_certificate(&self.target).unwrap_or(false) {
            fs::remove_dir_all(&self.target)?;
        }
        let path = self.temporary.keep();
        make_readable(&path)?;
        fs::rename(&path, &self.target).inspect_err(|_| {
            // Nobody would find it under that name.
            let _ = fs::remove_dir_all(&path);
        })
    }
}

/// A temporary folder is for its owner alone; a certificate is for everybody whom the user's settings let read.
fn make_readable(path: &Path) -> io::Result<()> {
    let beside = path.with_extension("mode");
    fs::create_dir(&beside)?;
    let usual = fs::metadata(&beside)?.permissions();
    fs::remove_dir(&beside)?;
    fs::set_permissions(path, usual)
}

/// Whether a folder has the files of a certificate, or none, and nothing else.
fn is_certificate(path: &Path) -> io::Result<bool> {
    if !path.is_dir() {
        return Ok(false);
    }
    let mut names = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.file_name()));
    names.try_fold(true, |all, name| {
        let name = name?;
        Ok(all && (name == MANIFEST || FILES.iter().any(|known| name == *known)))
    })
}
