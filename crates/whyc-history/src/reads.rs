//! Which files a program can read: what its answer depends on, and nothing else.
//!
//! This is decided by the texts alone, before anything is compiled, and errs on one side only: whatever might be read counts. An `#include` means
//! every file of that name, wherever it is; where a text includes by way of a macro, or asks whether a header is there, everything counts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::change::Files;

/// Where the headers of the system are.
const SYSTEM: [&str; 2] = ["/usr/local/include", "/usr/include"];

/// A header outside of the files: its hash, and what it includes.
type Outside = Option<(String, Option<Vec<String>>)>;

/// Finds out what programs read.
#[derive(Debug, Default)]
pub struct Reader {
    units: Vec<String>,
    /// Folders for headers that are not among the files.
    folders: Vec<PathBuf>,
    /// What is known of headers there: they do not change while this runs.
    outside: Mutex<BTreeMap<PathBuf, Outside>>,
}

impl Reader {
    /// For these translation units, and headers that may also be in `folders`.
    #[must_use]
    pub fn new(units: &[String], folders: &[PathBuf]) -> Self {
        let system = SYSTEM.iter().map(PathBuf::from);
        // Debian has headers of the machine in a folder of its own.
        let machine = std::fs::read_dir("/usr/include").into_iter().flatten().flatten().map(|entry| entry.path());
        let machine = machine.filter(|path| path.to_string_lossy().contains("-linux-gnu"));
        let absolute = folders.iter().filter(|folder| folder.is_absolute()).cloned();
        let mut folders: Vec<PathBuf> = absolute.chain(system).chain(machine).collect();
        folders.sort();
        folders.dedup();
        Self { units: units.to_vec(), folders, outside: Mutex::default() }
    }

    /// The hashes of all files that may be read, by their paths; those outside by their whole paths.
    #[must_use]
    pub fn read(&self, files: &Files) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        let mut waiting: Vec<String> = self.units.clone();
        // How a revision is to be read, it may say itself.
        waiting.extend(files.keys().filter(|path| is_setting(path)).cloned());
        let mut names: BTreeSet<String> = BTreeSet::new();
        while let Some(path) = waiting.pop() {
            if found.contains_key(&path) {
                continue;
            }
            let Some(text) = files.get(&path) else { continue };
            found.insert(path.clone(), hash(text.as_bytes()));
            // Commands of a build may include whatever they like.
            let includes = if path.ends_with("compile_commands.json") { None } else { includes(text) };
            let Some(includes) = includes else {
                waiting.extend(files.keys().cloned());
                continue;
            };
            for name in includes {
                let last = last(&name).to_owned();
                waiting.extend(files.keys().filter(|path| self::last(path) == last).cloned());
                names.insert(name);
            }
        }
        self.read_outside(names, &mut found);
        found
    }

    fn read_outside(&self, names: BTreeSet<String>, found: &mut BTreeMap<String, String>) {
        let mut outside = self.outside.lock().unwrap_or_else(PoisonError::into_inner);
        let mut waiting: Vec<String> = names.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            for folder in &self.folders {
                let path = folder.join(&name);
                let known = outside.entry(path.clone()).or_insert_with(|| look(&path));
                if let Some((hash, includes)) = known {
                    found.insert(path.display().to_string(), hash.clone());
                    waiting.extend(includes.iter().flatten().cloned());
                }
            }
        }
    }
}

fn look(path: &Path) -> Outside {
    let bytes = std::fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    Some((hash(&bytes), includes(&text)))
}

/// The last names of what some files include that does not look like C: lists and tables may be called anything.
#[must_use]
pub fn odd_names(files: &Files) -> BTreeSet<String> {
    let included = files.values().flat_map(|text| includes(text).unwrap_or_default());
    let names = included.map(|name| last(&name).to_owned());
    names.filter(|name| !name.is_empty() && !crate::revision::is_source(name)).collect()
}

/// Whether a file says how others are read.
#[must_use]
pub fn is_setting(path: &str) -> bool {
    matches!(last(path), "whyc.toml" | "compile_commands.json")
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The names that a text includes; nothing if that cannot be told.
fn includes(text: &str) -> Option<Vec<String>> {
    if text.contains("__has_include") || text.contains("??=") || text.contains("%:") {
        return None;
    }
    let mut found = Vec::new();
    for line in text.lines() {
        let Some(directive) = line.trim_start().strip_prefix('#') else { continue };
        let directive = directive.trim_start();
        // A comment or a line that goes on may hide what this is.
        if directive.starts_with("/*") || directive.trim_end() == "\\" {
            return None;
        }
        let word: String = directive.chars().take_while(|c| c.is_ascii_alphabetic() || *c == '_').collect();
        if !matches!(word.as_str(), "include" | "include_next" | "import" | "embed") {
            // A word that is cut in two by the end of the line.
            if directive.trim_end() == format!("{word}\\") {
                return None;
            }
            continue;
        }
        let rest = directive[word.len()..].trim_start();
        let close = match rest.chars().next() {
            Some('"') => '"',
            Some('<') => '>',
            _ => return None,
        };
        let name = &rest[1..];
        found.push(name[..name.find(close)?].to_owned());
    }
    Some(found)
}

/// The hash of some bytes, in hexadecimal.
#[must_use]
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(all: &[(&str, &str)]) -> Files {
        all.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    }

    fn read(all: &[(&str, &str)]) -> Vec<String> {
        let reader = Reader::new(&["a.c".to_owned()], &[]);
        reader.read(&files(all)).into_keys().filter(|path| !path.starts_with('/')).collect()
    }

    #[test]
    fn what_is_not_included_does_not_count() {
        let main = ("a.c", "# include \"x/b.h\"\nint main(void) { return 0; }\n");
        assert_eq!(read(&[main, ("b.h", "#include <c.h>\n"), ("c.h", ""), ("d.h", "")]), ["a.c", "b.h", "c.h"]);
        assert_eq!(read(&[main, ("inc/b.h", ""), ("other/b.h", ""), ("e.c", "")]), ["a.c", "inc/b.h", "other/b.h"]);
    }

    #[test]
    fn where_it_cannot_be_told_everything_counts() {
        for text in [
            "#include NAME\n",
            "#if __has_include(\"q.h\")\n#endif\n",
            "#\\\ninclude \"q.h\"\n",
            "#inclu\\\nde \"q.h\"\n",
        ] {
            assert_eq!(read(&[("a.c", text), ("z.h", "")]), ["a.c", "z.h"], "{text:?}");
        }
    }

    #[test]
    fn what_a_revision_says_about_itself_counts() {
        let all =
            [("a.c", "int main(void) {}\n"), ("whyc.toml", ""), ("build/compile_commands.json", "[]"), ("b.h", "")];
        assert_eq!(read(&all), ["a.c", "b.h", "build/compile_commands.json", "whyc.toml"]);
    }

    #[test]
    fn what_is_included_may_be_called_anything() {
        let all = files(&[("a.c", "#include \"b.h\"\n#include \"tables/sine.txt\"\n#include <Makefile>\n")]);
        assert_eq!(Vec::from_iter(odd_names(&all)), ["Makefile", "sine.txt"]);
    }

    #[test]
    fn headers_of_the_system_count_too() {
        let reader = Reader::new(&["a.c".to_owned()], &[]);
        let found = reader.read(&files(&[("a.c", "#include <assert.h>\n")]));
        assert_eq!(found.contains_key("/usr/include/assert.h"), Path::new("/usr/include/assert.h").exists());
    }
}
