//! Where things are: files as relative URIs, spans as regions.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use whyc_base::source::{FileId, SourceMap, Span};

use super::log::{Artifact, ArtifactLocation, Location, LogicalLocation, Message, PhysicalLocation, Region};

/// The folder that relative URIs start from: whoever shows the results knows where it has it.
const ROOT: &str = "%SRCROOT%";

/// The files of a report, and what they are called in it.
pub struct Places<'a> {
    sources: &'a SourceMap,
    root: &'a str,
    /// The files that the user has, in the order of the artifacts.
    files: Vec<FileId>,
}

impl<'a> Places<'a> {
    /// The files of `sources`; names are relative to the folder `root`.
    pub fn new(sources: &'a SourceMap, root: &'a str) -> Self {
        // What is made by whyc has a name that is no path, and no file that could be shown.
        let files = sources.files().filter(|(_, file)| !file.name.starts_with('<')).map(|(id, _)| id).collect();
        Self { sources, root, files }
    }

    /// All files.
    pub fn artifacts(&self) -> Vec<Artifact> {
        let artifact = |&file: &FileId| Artifact {
            location: ArtifactLocation { index: None, ..location_of(&self.sources.file(file).name, self.root) },
            roles: ["analysisTarget"],
            source_language: Some("c"),
            hashes: BTreeMap::from([("sha-256", sha256(self.sources.file(file).bytes()))]),
        };
        self.files.iter().map(artifact).collect()
    }

    /// A file; none if the user does not have it.
    pub fn file(&self, file: FileId) -> Option<ArtifactLocation> {
        let index = self.files.iter().position(|&other| other == file)?;
        Some(ArtifactLocation { index: Some(index), ..location_of(&self.sources.file(file).name, self.root) })
    }

    /// A place in the user's files; none if it is not in one of them.
    pub fn at(&self, span: Span) -> Option<PhysicalLocation> {
        Some(PhysicalLocation { artifact_location: self.file(span.file)?, region: Some(self.region(span)) })
    }

    /// A place with a function and a message.
    pub fn location(&self, span: Span, function: &str, message: Option<String>) -> Option<Location> {
        let logical = LogicalLocation { name: function.to_owned(), kind: "function" };
        Some(Location {
            id: None,
            physical_location: self.at(span)?,
            logical_locations: if function.is_empty() { Vec::new() } else { vec![logical] },
            message: message.map(Message::new),
        })
    }

    /// The start of the first file: for what has no better place.
    pub fn anywhere(&self) -> Option<Location> {
        let file = self.files.first()?;
        let region = Region { start_line: 1, start_column: None, end_line: None, end_column: None };
        let physical_location = PhysicalLocation { artifact_location: self.file(*file)?, region: Some(region) };
        Some(Location { id: None, physical_location, logical_locations: Vec::new(), message: None })
    }

    /// The lines and columns of a span.
    pub fn region(&self, span: Span) -> Region {
        let (start, end) = (self.sources.start(span), self.sources.end(span));
        Region {
            start_line: start.line,
            start_column: Some(start.column),
            end_line: Some(end.line),
            end_column: Some(end.column),
        }
    }
}

/// A file by its name: relative to the root if it is below it, else where it is on this machine.
pub fn location_of(name: &str, root: &str) -> ArtifactLocation {
    let absolute = if name.starts_with('/') { name.to_owned() } else { format!("{root}/{name}") };
    let path = normal(&absolute);
    let below = normal(root);
    let relative = match below.as_str() {
        "/" => path.strip_prefix('/'),
        below => path.strip_prefix(below).and_then(|rest| rest.strip_prefix('/')),
    };
    match relative {
        Some(relative) => ArtifactLocation { uri: encode(relative), uri_base_id: Some(ROOT), index: None },
        None => ArtifactLocation { uri: format!("file://{}", encode(&path)), uri_base_id: None, index: None },
    }
}

/// A path without `.`, `..` and empty parts.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// A path as part of a URI.
fn encode(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The SHA-256 hash in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_relative_to_the_root_where_they_can_be() {
        let of = |name: &str| location_of(name, "/home/me/project");
        let relative = |uri: &str| ArtifactLocation { uri: uri.to_owned(), uri_base_id: Some(ROOT), index: None };
        assert_eq!(of("src/a.c"), relative("src/a.c"));
        assert_eq!(of("./src/../b.c"), relative("b.c"));
        assert_eq!(of("/home/me/project/src/a.c"), relative("src/a.c"));
        assert_eq!(of("odd name #1 é%.c"), relative("odd%20name%20%231%20%C3%A9%25.c"));
        assert_eq!(of("a:b.c"), relative("a%3Ab.c"));
        for outside in ["../other/x.c", "/home/me/other/x.c"] {
            assert_eq!(of(outside).uri, "file:///home/me/other/x.c");
            assert_eq!(of(outside).uri_base_id, None);
        }
        assert_eq!(of("/home/me/project2/x.c").uri, "file:///home/me/project2/x.c");
        assert_eq!(location_of("/a/b.c", "/"), relative("a/b.c"));
    }

    #[test]
    fn hashes_are_those_of_the_standard() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
