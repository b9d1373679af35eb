//! The statements of the functions near the entry: what they lead to goes with them.
//!
//! In a large program most functions are there because something calls them, so that none can be left out by itself. From the entry down it is few
//! questions: without a call, everything that only it leads to is gone at once.

use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;
use whyc_shrink::tree::Tree;

use super::Changes;
use super::remove::below;
use super::unreached::words;
use crate::syntax::{File, declared};

/// The statements of the functions that are so many calls away from the entry.
#[must_use]
pub fn changes(files: &[File<'_>], entry: &str, depth: usize) -> Changes {
    let mut functions: FxHashMap<&str, (usize, Node<'_>)> = FxHashMap::default();
    for (position, file) in files.iter().enumerate() {
        for node in file.walk(&|node| node.kind() != "function_definition") {
            let name = node.child_by_field_name("declarator").filter(|_| node.kind() == "function_definition");
            if let Some(name) = name.and_then(declared) {
                functions.insert(file.says(name), (position, node));
            }
        }
    }
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut level: Vec<&str> = vec![entry];
    for _ in 0..depth {
        seen.extend(level.iter().copied());
        let mut next: Vec<&str> = Vec::new();
        for (file, node) in level.iter().filter_map(|name| functions.get(name)) {
            next.extend(words(files[*file].says(*node)).filter(|word| functions.contains_key(word)));
        }
        next.sort_unstable();
        next.dedup();
        level = next.into_iter().filter(|name| !seen.contains(name)).collect();
    }
    let mut all = Vec::new();
    let mut forest = Vec::new();
    for (file, node) in level.iter().filter_map(|name| functions.get(name)) {
        if let Some(body) = node.child_by_field_name("body") {
            forest.push(Tree::group(below(&files[*file], body, &mut all)));
        }
    }
    Changes { all, forest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_told_by_how_far_they_are() {
        let text = "int c(void) { return 3; }\nint b(void) { int x = c(); return x; }\nint main(void) { b(); b(); return 0; }\n";
        let file = [File::new(0, text).expect("a parser")];
        let gone = |depth: usize| -> Vec<String> {
            let all = changes(&file, "main", depth).all;
            all.iter().flatten().map(|edit| text[edit.range.clone()].to_owned()).collect()
        };
        assert!(gone(0).contains(&"b();".to_owned()) && gone(0).contains(&"return 0;".to_owned()), "{:?}", gone(0));
        assert!(gone(1).contains(&"int x = c();".to_owned()), "{:?}", gone(1));
        assert!(gone(2).contains(&"return 3;".to_owned()), "{:?}", gone(2));
        assert!(gone(3).is_empty());
    }
}
