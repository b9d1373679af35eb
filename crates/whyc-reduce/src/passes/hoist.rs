//! A statement takes the place of the one that it is a part of.

use tree_sitter::Node;

use crate::syntax::{File, fields, named};
use crate::text::Change;

/// For every statement that has parts, the `which`th of them in its place.
#[must_use]
pub fn changes(files: &[File<'_>], which: usize) -> Vec<Change> {
    let mut found = Vec::new();
    for file in files {
        for node in file.nodes() {
            if let Some(with) = parts(file, node).into_iter().nth(which) {
                found.push(vec![file.replace(node.byte_range(), with)]);
            }
        }
    }
    found
}

/// What may take the place of a statement.
fn parts(file: &File<'_>, node: Node<'_>) -> Vec<String> {
    let says = |role: &str| fields(node, role).first().map(|part| file.says(*part).to_owned());
    let body = || says("body").into_iter().collect::<Vec<_>>();
    match node.kind() {
        "if_statement" => {
            let other = node.child_by_field_name("alternative").and_then(|other| named(other).into_iter().next());
            let other = other.map(|other| file.says(other).to_owned());
            let condition = says("condition").map(|condition| format!("{condition};"));
            says("consequence").into_iter().chain(other).chain(condition).collect()
        }
        "while_statement" | "do_statement" => {
            let condition = says("condition").map(|condition| format!("{condition};"));
            body().into_iter().chain(condition).collect()
        }
        "for_statement" => {
            let start = node.child_by_field_name("initializer");
            let start = start.map(|start| file.says(start).trim_end_matches(';').to_owned());
            let whole = body().into_iter().map(|body| match &start {
                Some(start) => format!("{{ {start}; {body} }}"),
                None => body,
            });
            body().into_iter().chain(whole).collect()
        }
        "labeled_statement" => named(node).into_iter().skip(1).map(|inner| file.says(inner).to_owned()).collect(),
        "switch_statement" => {
            let Some(block) = node.child_by_field_name("body") else { return Vec::new() };
            let cases = named(block).into_iter().filter(|case| case.kind() == "case_statement");
            cases.map(|case| without_case(file, case)).collect()
        }
        // The statements of a block that stands among statements.
        "compound_statement" if node.parent().is_some_and(|parent| parent.kind() == "compound_statement") => {
            vec![inside(file, node)]
        }
        _ => Vec::new(),
    }
}

fn inside(file: &File<'_>, block: Node<'_>) -> String {
    let text = file.says(block).trim();
    text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text).to_owned()
}

/// The statements of a case, without the `break` at their end.
fn without_case(file: &File<'_>, case: Node<'_>) -> String {
    let values = fields(case, "value");
    let statements = named(case).into_iter().filter(|part| !values.contains(part) && part.kind() != "break_statement");
    let texts: Vec<&str> = statements.map(|part| file.says(part)).collect();
    format!("{{ {} }}", texts.join(" "))
}
