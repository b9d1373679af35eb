//! What was learnt about engines, kept with a project: a file that a person can read, and delete.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::advisor::{Advisor, Learnt};

/// Another version means other engines, or other numbers.
const VERSION: u32 = 1;
/// No more than so many past runs are kept.
const MANY: usize = 20;

/// The file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Store {
    version: u32,
    /// What advisors have learnt, by their engines.
    #[serde(default)]
    pub advisors: BTreeMap<String, Learnt>,
    /// The last runs, the newest first.
    #[serde(default)]
    pub runs: Vec<Run>,
}

/// What was tried for one question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The files that were checked.
    pub files: Vec<String>,
    /// What came of it.
    pub verdict: String,
    /// The engine that had the answer.
    pub won: Option<String>,
    /// What was tried, in order.
    pub tried: Vec<Attempt>,
}

/// An engine that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// Which.
    pub engine: String,
    /// Why.
    pub why: String,
    /// What came of it.
    pub outcome: String,
    /// How long it took.
    pub seconds: f64,
}

/// Why a store cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corrupt(pub String);

impl Store {
    /// Reads the file; an empty store if there is none.
    ///
    /// # Errors
    /// If there is something else than a store.
    pub fn load(path: &Path) -> Result<Self, Corrupt> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Corrupt(error.to_string())),
        };
        let store: Self = serde_json::from_str(&text).map_err(|error| Corrupt(error.to_string()))?;
        if store.version != VERSION {
            return Err(Corrupt(format!("it has version {}, not {VERSION}", store.version)));
        }
        let is_sound = |it: &Learnt| {
            let numbers = [it.reliability, it.base].into_iter().chain(it.weights.iter().copied());
            numbers.into_iter().all(|n| n.is_finite() && (0.0..=10.0).contains(&n))
        };
        match store.advisors.iter().find(|(_, learnt)| !is_sound(learnt)) {
            Some((engine, _)) => Err(Corrupt(format!("what it says of `{engine}` is out of range"))),
            None => Ok(store),
        }
    }

    /// Writes the file, as a whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut text = serde_json::to_string_pretty(&Self { version: VERSION, ..self.clone() })?;
        text.push('\n');
        let beside = path.with_extension(format!("{}.tmp", std::process::id()));
        fs::write(&beside, text)?;
        fs::rename(&beside, path)
    }

    /// Gives advisors what they have learnt before. What does not fit is left out.
    pub fn teach(&self, advisors: &mut [Advisor]) {
        for advisor in advisors {
            let known = self.advisors.get(advisor.engine);
            if let Some(known) = known.filter(|known| known.weights.len() == advisor.settings.len()) {
                advisor.learnt = known.clone();
            }
        }
    }

    /// Takes over what advisors have learnt.
    pub fn learn(&mut self, advisors: &[Advisor]) {
        for advisor in advisors {
            self.advisors.insert(advisor.engine.to_owned(), advisor.learnt.clone());
        }
    }

    /// Notes a run.
    pub fn note(&mut self, run: Run) {
        self.runs.insert(0, run);
        self.runs.truncate(MANY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learnt_is_known_the_next_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(".whyc/engines.json");
        assert_eq!(Store::load(&path), Ok(Store::default()));
        let mut advisors = vec![Advisor::new("tunnels", 2.0, &["", "x"], &[])];
        advisors[0].learnt.reliability = 1.5;
        let mut store = Store::default();
        store.learn(&advisors);
        let run =
            Run { files: vec!["a.c".into()], verdict: "safe".into(), won: Some("tunnels".into()), tried: Vec::new() };
        (0..30).for_each(|_| store.note(run.clone()));
        store.save(&path).expect("it can be written");
        let again = Store::load(&path).expect("it can be read");
        assert_eq!(again.runs.len(), MANY);
        let mut fresh = vec![Advisor::new("tunnels", 2.0, &["", "x"], &[])];
        again.teach(&mut fresh);
        assert_eq!(fresh[0].learnt, advisors[0].learnt);
        // Other settings than then: what was learnt is of no use.
        let mut other = vec![Advisor::new("tunnels", 2.0, &[""], &[])];
        again.teach(&mut other);
        assert_eq!(other[0].learnt.reliability, 1.0);
    }

    #[test]
    fn what_is_no_store_is_said_to_be_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("engines.json");
        let long = "{\"version\":1,\"advisors\":{\"a\":{\"reliability\":1e9,\"base\":1,\"weights\":[]}}}";
        for text in ["", "{", "[]", "{\"version\":99}", "{\"version\":1,\"advisors\":[1]}", long] {
            fs::write(&path, text).expect("it can be written");
            assert!(Store::load(&path).is_err(), "{text}");
        }
    }
}
