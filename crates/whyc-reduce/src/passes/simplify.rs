//! Expressions become one of their operands, or a number.

use tree_sitter::Node;

use crate::syntax::{File, fields, named, normal};
use crate::text::Change;

/// For every expression that has operands, the `which`th of them in its place. What says `kept` stays.
#[must_use]
pub fn operands(files: &[File<'_>], which: usize, kept: &str) -> Vec<Change> {
    let mut found = Vec::new();
    for file in files {
        for node in expressions(file, kept) {
            if let Some(part) = parts(node).into_iter().nth(which) {
                found.push(vec![file.replace(node.byte_range(), in_place_of(file, node, part))]);
            }
        }
    }
    found
}

/// For every expression whose value is used and that is no number yet, this number in its place. What says `kept` stays.
#[must_use]
pub fn numbers(files: &[File<'_>], number: &str, kept: &str) -> Vec<Change> {
    let mut found = Vec::new();
    for file in files {
        for node in expressions(file, kept).into_iter().filter(|node| is_used(*node)) {
            // One number is as good as another, but the first is tried first, and short ones are shorter.
            let is_number = node.kind() == "number_literal"
                && (file.says(node) == number || number != "0" && file.says(node).len() <= number.len());
            if !is_number && !matches!(node.kind(), "string_literal" | "char_literal" | "initializer_list") {
                found.push(vec![file.replace(node.byte_range(), number)]);
            }
        }
    }
    found
}

/// Expressions, each before its parts, without the one that must stay.
fn expressions<'a>(file: &'a File<'_>, kept: &str) -> Vec<Node<'a>> {
    let kept = normal(kept);
    let is_kept = |node: Node<'_>| {
        let text = file.says(node);
        !kept.is_empty() && text.len() <= 4 * kept.len() + 16 && normal(text) == kept
    };
    let nodes = file.walk(&|node| !is_kept(node) && !node.kind().starts_with("preproc_"));
    nodes.into_iter().filter(|node| is_expression(node.kind()) && !is_kept(*node)).collect()
}

fn is_expression(kind: &str) -> bool {
    kind.ends_with("_expression") || matches!(kind, "identifier" | "number_literal" | "true" | "false" | "null")
}

/// Whether an expression is there for its value.
fn is_used(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    let is = |role: &str| fields(parent, role).contains(&node);
    match parent.kind() {
        "binary_expression" | "conditional_expression" | "argument_list" | "return_statement" | "case_statement" => {
            true
        }
        "assignment_expression" => is("right"),
        "init_declarator" => is("value"),
        "array_declarator" => is("size"),
        "subscript_expression" => is("index"),
        "parenthesized_expression" => true,
        "for_statement" => is("condition"),
        "cast_expression" => is("value"),
        "unary_expression" => is("argument"),
        "initializer_list" | "initializer_pair" => true,
        _ => false,
    }
}

/// The operands of an expression.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let role = |name: &str| node.child_by_field_name(name);
    match node.kind() {
        "binary_expression" => role("left").into_iter().chain(role("right")).collect(),
        "conditional_expression" => {
            role("consequence").into_iter().chain(role("alternative")).chain(role("condition")).collect()
        }
        "call_expression" => role("arguments").map(named).unwrap_or_default(),
        "cast_expression" => role("value").into_iter().collect(),
        "unary_expression" | "pointer_expression" => role("argument").into_iter().collect(),
        "update_expression" if !is_statement(node) => role("argument").into_iter().collect(),
        "assignment_expression" if !is_statement(node) => role("right").into_iter().chain(role("left")).collect(),
        "comma_expression" => role("left").into_iter().chain(role("right")).collect(),
        "subscript_expression" => role("argument").into_iter().chain(role("index")).collect(),
        "field_expression" => role("argument").into_iter().collect(),
        // The parentheses of a condition belong to the statement.
        "parenthesized_expression" if !is_condition(node) => named(node).into_iter().take(1).collect(),
        _ => Vec::new(),
    }
}

fn is_statement(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| matches!(parent.kind(), "expression_statement" | "for_statement"))
}

fn is_condition(node: Node<'_>) -> bool {
    let owner = |parent: Node<'_>| {
        matches!(parent.kind(), "if_statement" | "while_statement" | "do_statement" | "switch_statement")
    };
    node.parent().is_some_and(owner)
}

/// The text of a part in the place of the whole, in parentheses where it could fall apart.
fn in_place_of(file: &File<'_>, whole: Node<'_>, part: Node<'_>) -> String {
    let text = file.says(part);
    let is_loose = |kind: &str| {
        matches!(
            kind,
            "binary_expression"
                | "conditional_expression"
                | "assignment_expression"
                | "comma_expression"
                | "cast_expression"
        )
    };
    let holds = |parent: Node<'_>| {
        matches!(
            parent.kind(),
            "binary_expression"
                | "unary_expression"
                | "cast_expression"
                | "pointer_expression"
                | "field_expression"
                | "subscript_expression"
                | "conditional_expression"
        )
    };
    match is_loose(part.kind()) && whole.kind() != "parenthesized_expression" && whole.parent().is_some_and(holds) {
        true => format!("({text})"),
        false => text.to_owned(),
    }
}
