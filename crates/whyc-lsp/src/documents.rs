//! What is open in the editor. Its text counts, whatever the file says.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{TextDocumentItem, Uri};

use crate::uri;

/// A text that is open.
#[derive(Clone, Debug)]
pub struct Document {
    /// What the client calls it.
    pub uri: Uri,
    /// Its number.
    pub version: i32,
    /// What it says.
    pub text: Arc<str>,
    /// Whether it is a translation unit, as opposed to a header.
    pub is_unit: bool,
}

/// All that is open, by path.
#[derive(Debug, Default)]
pub struct Documents {
    open: BTreeMap<PathBuf, Document>,
}

impl Documents {
    /// A text is opened; its path, if it is C in a file.
    pub fn open(&mut self, item: TextDocumentItem) -> Option<PathBuf> {
        let path = uri::path(&item.uri)?;
        let is_unit = kind(&path, &item.language_id)?;
        let document = Document { uri: item.uri, version: item.version, text: item.text.into(), is_unit };
        self.open.insert(path.clone(), document);
        Some(path)
    }

    /// A text is another one; its path, if it is open.
    pub fn change(&mut self, uri: &Uri, version: i32, text: String) -> Option<PathBuf> {
        let path = uri::path(uri)?;
        let document = self.open.get_mut(&path)?;
        (document.version, document.text) = (version, text.into());
        Some(path)
    }

    /// A text is closed; what it was.
    pub fn close(&mut self, uri: &Uri) -> Option<(PathBuf, Document)> {
        let path = uri::path(uri)?;
        self.open.remove_entry(&path)
    }

    /// An open text.
    pub fn get(&self, path: &Path) -> Option<&Document> {
        self.open.get(path)
    }

    /// An open text, by the client's name for it.
    pub fn find(&self, uri: &Uri) -> Option<(PathBuf, &Document)> {
        let path = uri::path(uri)?;
        let document = self.open.get(&path)?;
        Some((path, document))
    }

    /// The open translation units.
    pub fn units(&self) -> impl Iterator<Item = &Path> {
        self.open.iter().filter(|(_, document)| document.is_unit).map(|(path, _)| path.as_path())
    }

    /// Everything open but `path`: what it may include.
    pub fn others(&self, path: &Path) -> Vec<(PathBuf, Arc<str>)> {
        let others = self.open.iter().filter(|(other, _)| *other != path);
        others.map(|(path, document)| (path.clone(), Arc::clone(&document.text))).collect()
    }

    /// What the client calls a file, open or not.
    pub fn uri(&self, path: &Path) -> Option<Uri> {
        self.open.get(path).map(|document| document.uri.clone()).or_else(|| uri::of(path))
    }
}

/// Whether C is a translation unit or a header; none if it is no C.
fn kind(path: &Path, language: &str) -> Option<bool> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i") => Some(true),
        // Editors often take headers for C++.
        Some("h" | "inc" | "def") => Some(false),
        _ => (language == "c").then_some(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_no_units_and_other_languages_are_left_alone() {
        let of = |name: &str, language| kind(Path::new(name), language);
        assert_eq!(of("a.c", "c"), Some(true));
        assert_eq!(of("a.h", "cpp"), Some(false));
        assert_eq!(of("program", "c"), Some(true));
        assert_eq!(of("a.cpp", "cpp"), None);
    }
}
