//! The syntax of C as tree-sitter sees it: of any text, even of wrong C, and without its headers.

use std::ops::Range;

use tree_sitter::{Node, Parser, Tree};

use crate::text::Edit;

/// One of the texts, with its syntax.
pub struct File<'t> {
    /// Its number.
    pub number: usize,
    /// What it says.
    pub text: &'t str,
    tree: Tree,
}

impl<'t> File<'t> {
    /// Parses a text; nothing if the parser is not what this was built with.
    #[must_use]
    pub fn new(number: usize, text: &'t str) -> Option<Self> {
        let mut parser = Parser::new();
        parser.set_language(&tree_sitter_c::LANGUAGE.into()).ok()?;
        Some(Self { number, text, tree: parser.parse(text, None)? })
    }

    /// The whole file.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        self.tree.root_node()
    }

    /// What a node says.
    #[must_use]
    pub fn says(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// Something else in the place of some bytes.
    #[must_use]
    pub fn replace(&self, range: Range<usize>, with: impl Into<String>) -> Edit {
        Edit { file: self.number, range, with: with.into() }
    }

    /// All nodes, each before what is in it. Nothing is done for what is in a node that `enters` refuses.
    pub fn walk<'a>(&'a self, enters: &dyn Fn(Node<'a>) -> bool) -> Vec<Node<'a>> {
        let (mut found, mut waiting) = (Vec::new(), vec![self.root()]);
        while let Some(node) = waiting.pop() {
            found.push(node);
            if enters(node) {
                waiting.extend(children(node).into_iter().rev());
            }
        }
        found
    }

    /// All nodes.
    pub fn nodes(&self) -> Vec<Node<'_>> {
        self.walk(&|_| true)
    }
}

/// The parts of a node, those without names too.
#[must_use]
pub fn children(node: Node<'_>) -> Vec<Node<'_>> {
    (0..node.child_count()).filter_map(|i| node.child(i)).collect()
}

/// The parts of a node that have names.
#[must_use]
pub fn named(node: Node<'_>) -> Vec<Node<'_>> {
    children(node).into_iter().filter(|child| child.is_named() && child.kind() != "comment").collect()
}

/// The parts of a node in this role.
#[must_use]
pub fn fields<'t>(node: Node<'t>, role: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name(role, &mut cursor).collect()
}

/// Where the items of a file or of a conditional part of it stand.
#[must_use]
pub fn holds_items(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "translation_unit" | "preproc_if" | "preproc_ifdef" | "preproc_else" | "preproc_elif" | "declaration_list"
    )
}

/// The identifier that a declarator declares.
#[must_use]
pub fn declared(mut declarator: Node<'_>) -> Option<Node<'_>> {
    loop {
        match declarator.kind() {
            "identifier" | "type_identifier" | "field_identifier" => return Some(declarator),
            _ => {
                let inner = declarator.child_by_field_name("declarator");
                // A parenthesis has no role for what is in it.
                declarator = inner.or_else(|| named(declarator).into_iter().next())?;
            }
        }
    }
}

/// A list element with the comma that goes with it.
#[must_use]
pub fn with_comma(node: Node<'_>) -> Range<usize> {
    let is_comma = |node: &Node<'_>| node.kind() == ",";
    match (node.next_sibling().filter(is_comma), node.prev_sibling().filter(is_comma)) {
        (Some(after), _) => {
            let end = after.next_sibling().map_or(after.end_byte(), |next| next.start_byte());
            node.start_byte()..end
        }
        (None, Some(before)) => before.start_byte()..node.end_byte(),
        (None, None) => node.byte_range(),
    }
}

/// A text in which any run of spaces is one, and none stands beside a sign.
#[must_use]
pub fn normal(text: &str) -> String {
    let mut found = String::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if !c.is_whitespace() {
            found.push(c);
        } else if found.chars().next_back().is_some_and(is_word) && chars.peek().copied().is_some_and(is_word) {
            found.push(' ');
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_matter_between_words_only() {
        assert_eq!(normal(" a +  b \n[ 1 ]"), "a+b[1]");
        assert_eq!(normal("unsigned   int x"), "unsigned int x");
    }
}
