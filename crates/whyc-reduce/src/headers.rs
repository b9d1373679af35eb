//! Headers of the program's own become part of the texts that include them, so that they become smaller, too.

use std::path::{Path, PathBuf};

use crate::syntax::File;

/// Headers in headers are followed so deep.
const DEEPEST: usize = 32;

/// A text with the headers in place that it includes in quotes, as far as `read` has them: from the folder of the text, then
/// from `folders`. Each is put in once where it is included first: headers that guard themselves say nothing the second time.
pub fn expanded(name: &Path, text: &str, folders: &[PathBuf], read: &dyn Fn(&Path) -> Option<String>) -> String {
    let mut seen = Vec::new();
    put_in(name, text, folders, read, &mut seen, 0)
}

fn put_in(
    name: &Path,
    text: &str,
    folders: &[PathBuf],
    read: &dyn Fn(&Path) -> Option<String>,
    seen: &mut Vec<PathBuf>,
    depth: usize,
) -> String {
    let Some(file) = File::new(0, text).filter(|_| depth < DEEPEST) else { return text.to_owned() };
    let (mut found, mut from) = (String::new(), 0);
    for node in file.nodes().into_iter().filter(|node| node.kind() == "preproc_include") {
        let path = node.child_by_field_name("path").map(|path| file.says(path)).unwrap_or_default();
        let Some(quoted) = path.strip_prefix('"').and_then(|path| path.strip_suffix('"')) else { continue };
        let here = name.parent().map(Path::to_owned);
        let mut places = here.iter().chain(folders).map(|folder| folder.join(quoted));
        let Some((place, header)) = places.find_map(|place| read(&place).map(|header| (place, header))) else {
            continue;
        };
        found.push_str(text.get(from..node.start_byte()).unwrap_or_default());
        from = node.end_byte();
        if !seen.contains(&place) {
            seen.push(place.clone());
            found.push_str(&put_in(&place, &header, folders, read, seen, depth + 1));
        }
        if !found.ends_with('\n') {
            found.push('\n');
        }
    }
    found.push_str(text.get(from..).unwrap_or_default());
    found
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
        let all = expanded(Path::new("src/m.c"), text, &[PathBuf::from("inc")], &read);
        assert_eq!(all, "#include <stdio.h>\n#pragma once\nint b;\nint a;\n#include \"none.h\"\nint c;\n");
    }
}
