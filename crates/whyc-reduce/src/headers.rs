//! Headers of the program's own become part of the texts that include them, so that they become smaller, too.

use std::path::{Path, PathBuf};

use crate::syntax::File;

/// Headers in headers are followed so deep.
const DEEPEST: usize = 32;

/// How often a header is put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// Where it is included first: headers that guard themselves say nothing the second time.
    Once,
    /// Wherever it is included, but not in itself: a list that is included to say another thing each time.
    Each,
}

/// A text with the headers in place that it includes in quotes, as far as `read` has them: from the folder of the text, then
/// from `folders`.
pub fn expanded(
    name: &Path,
    text: &str,
    folders: &[PathBuf],
    put: Put,
    read: &dyn Fn(&Path) -> Option<String>,
) -> String {
    Expansion { folders, put, read, seen: Vec::new() }.put_in(name, text, 0)
}

struct Expansion<'a> {
    folders: &'a [PathBuf],
    put: Put,
    read: &'a dyn Fn(&Path) -> Option<String>,
    /// What is not put in: what was already, or what is being put in.
    seen: Vec<PathBuf>,
}

impl Expansion<'_> {
    fn put_in(&mut self, name: &Path, text: &str, depth: usize) -> String {
        let Some(file) = File::new(0, text).filter(|_| depth < DEEPEST) else { return text.to_owned() };
        let (mut found, mut from) = (String::new(), 0);
        for node in file.nodes().into_iter().filter(|node| node.kind() == "preproc_include") {
            let path = node.child_by_field_name("path").map(|path| file.says(path)).unwrap_or_default();
            let Some(quoted) = path.strip_prefix('"').and_then(|path| path.strip_suffix('"')) else { continue };
            let here = name.parent().map(Path::to_owned);
            let mut places = here.iter().chain(self.folders).map(|folder| folder.join(quoted));
            let Some((place, header)) = places.find_map(|place| (self.read)(&place).map(|header| (place, header)))
            else {
                continue;
            };
            found.push_str(text.get(from..node.start_byte()).unwrap_or_default());
            from = node.end_byte();
            if !self.seen.contains(&place) {
                self.seen.push(place.clone());
                found.push_str(&self.put_in(&place, &header, depth + 1));
                if self.put == Put::Each {
                    self.seen.retain(|other| *other != place);
                }
            }
            if !found.ends_with('\n') {
                found.push('\n');
            }
        }
        found.push_str(text.get(from..).unwrap_or_default());
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_in_quotes_are_put_in_once() {
        let read = |path: &Path| match path.to_str()? {
            "src/a.h" => Some("#pragma once\n#include \"b.h\"\nint a;\n".to_owned()),
            "inc/b.h" => Some("int b;\n".to_owned()),
            _ => None,
        };
        let text = "#include <stdio.h>\n#include \"a.h\"\n#include \"b.h\"\n#include \"none.h\"\nint c;\n";
        let all = expanded(Path::new("src/m.c"), text, &[PathBuf::from("inc")], Put::Once, &read);
        assert_eq!(all, "#include <stdio.h>\n#pragma once\nint b;\nint a;\n#include \"none.h\"\nint c;\n");
    }

    #[test]
    fn lists_are_put_in_wherever_they_are_included() {
        let read = |path: &Path| match path.to_str()? {
            "x.def" => Some("X(a)\n".to_owned()),
            "a.h" => Some("#include \"b.h\"\nint a;\n".to_owned()),
            "b.h" => Some("#include \"a.h\"\nint b;\n".to_owned()),
            _ => None,
        };
        let all = |text: &str| expanded(Path::new("m.c"), text, &[], Put::Each, &read);
        assert_eq!(all("#include \"x.def\"\n;\n#include \"x.def\"\n"), "X(a)\n;\nX(a)\n");
        // What would include itself leaves an empty line.
        assert_eq!(all("#include \"a.h\"\n"), "\nint b;\nint a;\n");
    }
}
