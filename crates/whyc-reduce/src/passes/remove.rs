//! Items, statements and their parts are left out.

use std::ops::Range;

use tree_sitter::Node;
use whyc_shrink::tree::Tree;

use super::Changes;
use crate::syntax::{File, children, fields, holds_items, with_comma};
use crate::text::{Change, Edit};

/// What can be left out: files, what is in them, and so on down to initialisers.
#[must_use]
pub fn changes(files: &[File<'_>]) -> Changes {
    let mut all = Vec::new();
    let forest = files.iter().map(|file| Tree::group(below(file, file.root(), &mut all))).collect();
    Changes { all, forest }
}

/// All comments, at once.
#[must_use]
pub fn comments(files: &[File<'_>]) -> Change {
    let of = |file: &File<'_>| -> Vec<Edit> {
        let comments = file.nodes().into_iter().filter(|node| node.kind() == "comment");
        // Where a comment stood between two words, there must be a space.
        comments.map(|node| file.replace(node.byte_range(), " ")).collect()
    };
    files.iter().flat_map(of).collect()
}

/// The groups below a node.
pub fn below(file: &File<'_>, node: Node<'_>, all: &mut Vec<Change>) -> Vec<Tree> {
    let mut found = Vec::new();
    for child in children(node) {
        match removal(file, node, child) {
            Some(edit) => {
                let own = all.len();
                all.push(vec![edit]);
                found.push(Tree { atoms: vec![own], children: below(file, child, all) });
            }
            None => found.extend(below(file, child, all)),
        }
    }
    found
}

/// How a part of a node is left out, if it can be.
fn removal(file: &File<'_>, parent: Node<'_>, node: Node<'_>) -> Option<Edit> {
    let gone = |range: Range<usize>| Some(file.replace(range, ""));
    if !node.is_named() || node.kind() == "comment" {
        return None;
    }
    let is = |role: &str| fields(parent, role).contains(&node);
    match (parent.kind(), node.kind()) {
        (_, "storage_class_specifier" | "type_qualifier" | "attribute_specifier" | "attribute_declaration") => {
            gone(node.byte_range())
        }
        ("preproc_if" | "preproc_ifdef" | "preproc_elif", _) if is("condition") || is("name") => None,
        (_, "preproc_else" | "preproc_elif" | "preproc_elifdef") => None,
        _ if holds_items(parent) => gone(with_semicolon(node)),
        ("compound_statement", _) => gone(with_semicolon(node)),
        ("case_statement", _) if !is("value") => gone(node.byte_range()),
        ("if_statement", "else_clause") => gone(node.byte_range()),
        (
            "if_statement" | "while_statement" | "for_statement" | "else_clause" | "labeled_statement",
            "compound_statement",
        )
        | ("do_statement", "compound_statement") => None,
        ("if_statement", _) if is("consequence") => Some(file.replace(node.byte_range(), ";")),
        ("while_statement" | "do_statement" | "for_statement", _) if is("body") => {
            Some(file.replace(node.byte_range(), ";"))
        }
        ("else_clause", _) => Some(file.replace(node.byte_range(), ";")),
        ("for_statement", "declaration") => Some(file.replace(node.byte_range(), ";")),
        ("for_statement", _) if is("initializer") || is("update") => gone(node.byte_range()),
        ("field_declaration_list", _) => gone(node.byte_range()),
        ("enumerator_list" | "initializer_list", _) => gone(with_comma(node)),
        ("enumerator", _) if is("value") => gone(from_sign(node)),
        ("declaration" | "field_declaration" | "type_definition", _) if is("declarator") => {
            (fields(parent, "declarator").len() > 1).then(|| file.replace(with_comma(node), ""))
        }
        ("init_declarator", _) if is("value") => gone(from_sign(node)),
        ("return_statement", _) => gone(node.byte_range()),
        _ => None,
    }
}

/// A node with the semicolon behind it, where that is no part of it.
fn with_semicolon(node: Node<'_>) -> Range<usize> {
    let ends = node.next_sibling().filter(|next| next.kind() == ";");
    let needs = matches!(node.kind(), "struct_specifier" | "union_specifier" | "enum_specifier");
    node.start_byte()..ends.filter(|_| needs).map_or(node.end_byte(), |end| end.end_byte())
}

/// A value with the `=` in front of it.
fn from_sign(value: Node<'_>) -> Range<usize> {
    let sign = value.prev_sibling().filter(|sign| sign.kind() == "=");
    sign.map_or(value.start_byte(), |sign| sign.start_byte())..value.end_byte()
}
