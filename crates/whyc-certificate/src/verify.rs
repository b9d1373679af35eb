//! Whether a certificate is one.
//!
//! Everything is looked at, and the first thing that is wrong is told with its place.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use whyc_base::budget::{Budget, Exhausted};
use whyc_proof::{Accepted, Formula, Lit, check};

use crate::folder::{FILES, FORMULA, GATES, MANIFEST, PROOF};
use crate::follows::Follows;
use crate::gates::Gates;
use crate::manifest::{Manifest, SCHEMA, sha256};

/// The name of a source that was no file.
const STANDARD_INPUT: &str = "-";
/// The budget is asked each time so many clauses were looked at.
const PATIENCE: usize = 1 << 12;

/// What was found out about a certificate that is one.
#[derive(Clone, Debug)]
pub struct Verified {
    /// What it says.
    pub manifest: Manifest,
    /// How many gates there are.
    pub gates: usize,
    /// How many clauses.
    pub clauses: usize,
    /// The proof.
    pub proof: Accepted,
    /// Sources that were given on standard input, and so cannot be looked at.
    pub unseen: Vec<PathBuf>,
}

/// Why a certificate was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum Rejected {
    /// It was understood, and is wrong.
    #[error("{}: {what}", file.display())]
    Refused {
        /// The file.
        file: PathBuf,
        /// What is wrong, with the place in it.
        what: String,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A limit came first.
    #[error("{0}")]
    Limit(#[from] Exhausted),
}

/// Verifies the certificate in `folder`. Sources are looked for from where the process runs, as they were named.
///
/// # Errors
/// Why it was not accepted.
pub fn verify(folder: &Path, budget: &Budget) -> Result<Verified, Rejected> {
    let manifest = read_manifest(&folder.join(MANIFEST))?;
    let unseen = check_sources(&manifest)?;
    let ([gates_bytes, formula_bytes, proof_bytes], changed) = read_files(folder, &manifest)?;
    let refused = |name: &str, what: String| Rejected::Refused { file: folder.join(name), what };
    let text = str::from_utf8(&gates_bytes).map_err(|_| refused(GATES, "it is no text".into()))?;
    let gates = Gates::from_text(text).map_err(|error| refused(GATES, error.to_string()))?;
    check_outputs(&manifest, &gates).map_err(|what| refused(MANIFEST, what))?;
    let formula = Formula::read(formula_bytes.as_slice()).map_err(|error| refused(FORMULA, error.to_string()))?;
    check_clauses(&gates, &formula, budget)?.map_err(|what| refused(FORMULA, what))?;
    let proof = match check(&formula, proof_bytes.as_slice(), budget) {
        Ok(accepted) => accepted,
        Err(whyc_proof::Error::Limit(reason)) => return Err(reason.into()),
        Err(error) => return Err(refused(PROOF, error.to_string())),
    };
    // What is wrong in a file says more than that something is: so this comes last.
    if let Some(changed) = changed {
        return Err(changed);
    }
    Ok(Verified { gates: gates.ands.len(), clauses: formula.n_clauses(), proof, unseen, manifest })
}

fn read(file: &Path) -> Result<Vec<u8>, Rejected> {
    fs::read(file).map_err(|error| Rejected::Unreadable { file: file.to_owned(), error })
}

fn read_manifest(file: &Path) -> Result<Manifest, Rejected> {
    let bytes = read(file)?;
    let refused = |what: String| Rejected::Refused { file: file.to_owned(), what };
    let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|error| refused(error.to_string()))?;
    if manifest.schema != SCHEMA {
        return Err(refused(format!("expected the schema {SCHEMA}")));
    }
    if manifest.digest != manifest.digest_of_rest() {
        return Err(refused("it was changed: its digest is another one".into()));
    }
    if bytes != manifest.to_text().as_bytes() {
        return Err(refused("it was changed: it is not written as it should be".into()));
    }
    if !["safe", "bounded-safe"].contains(&manifest.verdict.as_str()) {
        return Err(refused(format!("the verdict `{}` cannot be certified", manifest.verdict)));
    }
    Ok(manifest)
}

/// The files of the program are those that were checked; gives those that cannot be looked at.
fn check_sources(manifest: &Manifest) -> Result<Vec<PathBuf>, Rejected> {
    let mut unseen = Vec::new();
    for source in &manifest.sources {
        if source.file == Path::new(STANDARD_INPUT) {
            unseen.push(source.file.clone());
        } else if sha256(&read(&source.file)?) != source.sha256 {
            let what = "it is not what was checked: its SHA-256 is another one".into();
            return Err(Rejected::Refused { file: source.file.clone(), what });
        }
    }
    Ok(unseen)
}

/// The other files, and the first that is not what the manifest says.
fn read_files(folder: &Path, manifest: &Manifest) -> Result<([Vec<u8>; 3], Option<Rejected>), Rejected> {
    let mut all = [const { Vec::new() }; 3];
    let mut changed = None;
    for (name, bytes) in FILES.into_iter().zip(&mut all) {
        let file = folder.join(name);
        *bytes = read(&file)?;
        let known = manifest.files.iter().find(|known| known.file == Path::new(name));
        if known.is_none_or(|known| known.sha256 != sha256(bytes)) {
            let what = "it is not the file that the manifest is about: its SHA-256 is another one".into();
            changed = changed.or(Some(Rejected::Refused { file, what }));
        }
    }
    Ok((all, changed))
}

/// Every output belongs to one thing in the manifest.
fn check_outputs(manifest: &Manifest, gates: &Gates) -> Result<(), String> {
    let mut is_named = vec![false; gates.outputs.len()];
    let of_properties = manifest.properties.iter().flat_map(|property| &property.outputs);
    for &output in of_properties.chain(manifest.others.iter().map(|other| &other.output)) {
        match is_named.get_mut(output) {
            Some(named) if !*named => *named = true,
            Some(_) => return Err(format!("output {output} is named twice")),
            None => return Err(format!("there is no output {output}")),
        }
    }
    match is_named.iter().position(|named| !named) {
        Some(output) => Err(format!("nothing is said about output {output}")),
        None => Ok(()),
    }
}

/// The last clause says that one of the outputs is true; all others follow from the gates.
fn check_clauses(gates: &Gates, formula: &Formula, budget: &Budget) -> Result<Result<(), String>, Exhausted> {
    let Some(last) = formula.n_clauses().checked_sub(1) else {
        return Ok(Err("there should be a clause that says that one of the outputs is true".into()));
    };
    let mut outputs: Vec<i64> = gates.outputs.iter().map(|&lit| literal(lit)).collect();
    outputs.sort_unstable();
    outputs.dedup();
    let mut said: Vec<i64> = formula.clause(last).iter().map(|lit| i64::from(lit.number())).collect();
    said.sort_unstable();
    said.dedup();
    if said != outputs || outputs.contains(&0) {
        return Ok(Err(format!("clause {}: it should say that one of the outputs is true, and no more", last + 1)));
    }
    let mut follows = Follows::new(gates);
    for idx in 0..last {
        if idx.is_multiple_of(PATIENCE) {
            budget.check()?;
        }
        let clause = formula.clause(idx);
        if !follows.is_implied(clause) {
            let text: Vec<String> = clause.iter().map(Lit::to_string).collect();
            return Ok(Err(format!("clause {} ({}): it does not follow from the gates", idx + 1, text.join(" "))));
        }
    }
    Ok(Ok(()))
}

/// A literal of the gates in the numbering of clauses; the constants have none.
fn literal(lit: u32) -> i64 {
    let var = i64::from(lit / 2);
    if lit & 1 == 1 { -var } else { var }
}
