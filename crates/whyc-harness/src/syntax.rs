//! The syntax of C as tree-sitter sees it: of any text, without its headers.

use tree_sitter::{Node, Parser, Tree};

/// A text with its syntax.
pub struct File<'t> {
    text: &'t str,
    tree: Tree,
}

impl<'t> File<'t> {
    /// Parses a text; nothing if the parser is not what this was built with.
    pub fn new(text: &'t str) -> Option<Self> {
        let mut parser = Parser::new();
        parser.set_language(&tree_sitter_c::LANGUAGE.into()).ok()?;
        Some(Self { text, tree: parser.parse(text, None)? })
    }

    /// What a node says.
    pub fn says(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// What a node says, on one line.
    pub fn line(&self, node: Node<'_>) -> String {
        self.says(node).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What stands outside of everything else, in order.
    pub fn top(&self) -> Vec<Node<'_>> {
        named(self.tree.root_node())
    }

    /// What stands outside of functions, in order; conditional parts are looked into, and so is `extern "C"`.
    pub fn outermost(&self) -> Vec<Node<'_>> {
        let (mut found, mut waiting) = (Vec::new(), vec![self.tree.root_node()]);
        while let Some(node) = waiting.pop() {
            match node.kind() {
                "translation_unit"
                | "preproc_if"
                | "preproc_ifdef"
                | "preproc_else"
                | "preproc_elif"
                | "linkage_specification"
                | "declaration_list" => waiting.extend(named(node).into_iter().rev()),
                _ => found.push(node),
            }
        }
        found
    }
}

/// The parts of a node, comments and signs too.
pub fn children(node: Node<'_>) -> Vec<Node<'_>> {
    (0..node.child_count()).filter_map(|i| node.child(i)).collect()
}

/// The parts of a node that have names.
pub fn named(node: Node<'_>) -> Vec<Node<'_>> {
    let all = children(node).into_iter();
    all.filter(|child| child.is_named() && child.kind() != "comment").collect()
}

/// All nodes below a node, it included, each before what is in it.
pub fn below(node: Node<'_>) -> Vec<Node<'_>> {
    let (mut found, mut waiting) = (Vec::new(), vec![node]);
    while let Some(node) = waiting.pop() {
        found.push(node);
        waiting.extend(named(node).into_iter().rev());
    }
    found
}

/// The part of a node in this role.
pub fn field<'t>(node: Node<'t>, role: &str) -> Option<Node<'t>> {
    node.child_by_field_name(role)
}
