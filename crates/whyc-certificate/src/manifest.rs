//! The manifest: what the gates are about, and which files belong together.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The version of the format.
pub const SCHEMA: &str = "whyc-certificate/1";

/// What a certificate says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`SCHEMA`].
    pub schema: String,
    /// Who wrote it.
    pub tool: Tool,
    /// `safe`, or `bounded-safe` for runs within the bounds.
    pub verdict: String,
    /// The files, as they were named.
    pub program: Vec<String>,
    /// The options that matter for what was asked.
    pub options: Vec<String>,
    /// Where the program starts.
    pub entry: String,
    /// How often loops were followed at most.
    pub unwind: u32,
    /// Whether loops that go on longer are cut in what the gates say: such a loop is entered in any state that its invariants allow,
    /// and goes one round.
    pub induction: bool,
    /// All files of the program that were read.
    pub sources: Vec<Source>,
    /// The other files of this folder.
    pub files: Vec<Source>,
    /// What was decided, each with the outputs of the gates that are about it: none if it is so by constants alone.
    pub properties: Vec<Property>,
    /// What must not happen either for that to be so, each with its output.
    pub others: Vec<Other>,
    /// The hash of all the rest, so that damage is seen.
    pub digest: String,
}

/// Who wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A file with what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its name: in this folder, or from where the program was checked.
    pub file: PathBuf,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

/// A property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Property {
    /// Such as `main.overflow.3`.
    pub id: String,
    /// Its class.
    pub class: String,
    /// What should hold, as source text where there is some.
    pub description: String,
    /// Where.
    pub file: String,
    /// On which line.
    pub line: u32,
    /// What is said of it: `holds`, `bounded` or `unreachable`.
    pub status: String,
    /// The outputs that say when it fails, counted from 0.
    pub outputs: Vec<usize>,
}

/// Something else that must not happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Other {
    /// What kind of thing.
    pub kind: Kind,
    /// What.
    pub text: String,
    /// Where, if it is somewhere.
    pub file: Option<String>,
    /// On which line.
    pub line: Option<u32>,
    /// The output that says when it happens, counted from 0.
    pub output: usize,
}

/// What else must not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A loop or recursion goes beyond its bound.
    Unwinding,
    /// Something is reached that is not modelled.
    Unmodelled,
    /// A path is taken that was not followed because it cannot be.
    Path,
    /// An invariant does not hold where its loop is entered, or at the end of a round.
    Invariant,
}

impl Manifest {
    /// The hash of everything but the hash.
    #[must_use]
    pub fn digest_of_rest(&self) -> String {
        let rest = Self { digest: String::new(), ..self.clone() };
        sha256(rest.to_text().as_bytes())
    }

    /// The file.
    ///
    /// # Panics
    /// Never: everything in it can be written.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a manifest should be written");
        text.push('\n');
        text
    }
}

/// The SHA-256 of some bytes, in hexadecimal.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
