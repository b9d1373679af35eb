//! A parameter goes, in all declarations of its function, with its argument in all calls.

use std::collections::BTreeMap;

use tree_sitter::Node;

use crate::syntax::{File, named, with_comma};
use crate::text::{Change, Edit};

/// For every parameter of every function that is defined here.
#[must_use]
pub fn changes(files: &[File<'_>]) -> Vec<Change> {
    let mut by_function: BTreeMap<&str, BTreeMap<usize, Vec<Edit>>> = BTreeMap::new();
    let mut defined: Vec<&str> = Vec::new();
    for file in files {
        for node in file.nodes() {
            let (name, list) = match node.kind() {
                "function_declarator" => {
                    (node.child_by_field_name("declarator"), node.child_by_field_name("parameters"))
                }
                "call_expression" => (node.child_by_field_name("function"), node.child_by_field_name("arguments")),
                _ => continue,
            };
            let (Some(name), Some(list)) = (name, list) else { continue };
            if name.kind() != "identifier" {
                continue;
            }
            let name = file.says(name);
            if is_definition(node) {
                defined.push(name);
            }
            let parts = named(list);
            for (i, part) in parts.iter().enumerate() {
                let edit = match parts.len() {
                    1 if node.kind() == "function_declarator" => file.replace(part.byte_range(), "void"),
                    _ => file.replace(with_comma(*part), ""),
                };
                by_function.entry(name).or_default().entry(i).or_default().push(edit);
            }
        }
    }
    let is_defined = |name: &str| defined.contains(&name) && name != "main";
    let kept = by_function.into_iter().filter(|(name, _)| is_defined(name));
    kept.flat_map(|(_, by_position)| by_position.into_values()).filter(|edits| !is_void(files, edits)).collect()
}

fn is_definition(declarator: Node<'_>) -> bool {
    let mut above = declarator.parent();
    while let Some(node) = above.filter(|node| node.kind() == "pointer_declarator") {
        above = node.parent();
    }
    above.is_some_and(|node| node.kind() == "function_definition")
}

/// Whether there is nothing to take away: the list says `void`.
fn is_void(files: &[File<'_>], edits: &[Edit]) -> bool {
    let says = |edit: &Edit| {
        files.iter().find(|file| file.number == edit.file).and_then(|file| file.text.get(edit.range.clone()))
    };
    edits.iter().any(|edit| says(edit) == Some("void"))
}
