//! What no name leads to from the entry point.

use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

use crate::syntax::{File, children, declared, fields, holds_items, named};
use crate::text::Change;

/// Functions, variables and types whose names nothing needs, all at once.
#[must_use]
pub fn unreached(files: &[File<'_>], entry: &str) -> Change {
    let mut items: Vec<(usize, Node<'_>, Vec<&str>)> = Vec::new();
    for (position, file) in files.iter().enumerate() {
        let mut waiting = vec![file.root()];
        while let Some(node) = waiting.pop() {
            for child in children(node) {
                if holds_items(child) {
                    waiting.push(child);
                } else if let Some(names) = names(file, child) {
                    items.push((position, child, names));
                }
            }
        }
    }
    let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (i, (_, _, names)) in items.iter().enumerate() {
        names.iter().for_each(|name| by_name.entry(name).or_default().push(i));
    }
    // What stands in no item of its own (directives, attributes) may need anything that it names.
    let mut reached: FxHashSet<usize> = FxHashSet::default();
    let mut waiting: Vec<&str> = vec![entry];
    for file in files {
        let owned = |node: Node<'_>| items.iter().any(|(_, item, _)| *item == node);
        for node in file.walk(&|node| !owned(node)) {
            if node.kind().starts_with("preproc_arg") {
                waiting.extend(words(file.says(node)));
            }
        }
    }
    while let Some(name) = waiting.pop() {
        for &item in by_name.get(name).into_iter().flatten() {
            if reached.insert(item) {
                let (file, node, _) = &items[item];
                waiting.extend(words(files[*file].says(*node)));
            }
        }
    }
    let gone = items.iter().enumerate().filter(|(i, _)| !reached.contains(i));
    gone.map(|(_, (file, node, _))| files[*file].replace(node.byte_range(), "")).collect()
}

/// The names that an item gives to others; nothing for what gives none.
fn names<'t>(file: &File<'t>, item: Node<'_>) -> Option<Vec<&'t str>> {
    let of_declarators = || fields(item, "declarator").into_iter().filter_map(declared).map(|name| file.says(name));
    let mut found: Vec<&str> = match item.kind() {
        "function_definition" | "declaration" | "type_definition" => of_declarators().collect(),
        "struct_specifier" | "union_specifier" | "enum_specifier" => Vec::new(),
        _ => return None,
    };
    // Tags and enumerators are names, too.
    let mut waiting = vec![item];
    while let Some(node) = waiting.pop() {
        match node.kind() {
            "struct_specifier" | "union_specifier" | "enum_specifier" | "enumerator" => {
                found.extend(node.child_by_field_name("name").map(|name| file.says(name)));
            }
            "compound_statement" => continue,
            _ => {}
        }
        waiting.extend(named(node));
    }
    (!found.is_empty()).then_some(found)
}

/// The words of a text: what could be names.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}
