//! A text in pieces, each of which can be there or not.
//!
//! In C a piece is what is one in its syntax: a statement, a declaration, the head of a loop, a brace, a member, an element of a table, a directive, a
//! comment. Where its lines end and how far it is indented makes no difference. Where a text is not C, or cannot be read, lines are pieces; what is no text
//! is one piece.
//! Together the pieces are the text, to the last space.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use whyc_reduce::syntax::{File, children, fields};

use super::lines;
use crate::bytes::is_binary;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// What is one in the syntax.
    Syntax,
    /// A line.
    Lines,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it says, with the space before it on its line, and with the lines after it that are empty.
    pub text: String,
    /// The line on which it begins, from 0.
    pub row: usize,
    /// What makes it what it is: two pieces with the same are the same, however they are set.
    pub key: String,
    /// Its brace opens what this other piece closes, or the other way round.
    pub mate: Option<usize>,
    /// Whether it is the same however it is set.
    pub is_free: bool,
}

impl Piece {
    /// What it says, set as another piece in whose place it comes; lines stay as they are.
    #[must_use]
    pub fn set_like(&self, other: &Piece) -> String {
        let own = self.text.trim();
        // What goes on to the end of its line must have one.
        if !self.is_free || !other.is_free || own.starts_with('#') || own.contains("//") || other.text.trim().is_empty()
        {
            return self.text.clone();
        }
        let before = &other.text[..other.text.len() - other.text.trim_start().len()];
        let behind = &other.text[other.text.trim_end().len()..];
        format!("{before}{own}{behind}")
    }
}

/// The pieces of the text of a file.
#[must_use]
pub fn pieces(path: &str, text: &str, grain: Grain) -> Vec<Piece> {
    let file = if grain == Grain::Syntax && is_c(path, text) { File::new(0, text) } else { None };
    let Some(file) = file else {
        // Half of a picture is none.
        if is_binary(text) {
            let (text, key) = (text.to_owned(), text.to_owned());
            return vec![Piece { text, row: 0, key, mate: None, is_free: false }];
        }
        let line = |(row, line): (usize, &str)| {
            let (text, key) = (ended(line), line.to_owned());
            Piece { text, row, key, mate: None, is_free: false }
        };
        return lines(text).into_iter().enumerate().map(line).collect();
    };
    let (starts, braces) = cuts(&file, text);
    let mut found: Vec<Piece> = Vec::new();
    let mut at_start = BTreeMap::new();
    let mut row = 0;
    for (i, &start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(text.len());
        let Some(own) = text.get(start..end).filter(|own| !own.is_empty()) else { continue };
        at_start.insert(start, found.len());
        let text = if end == text.len() { ended(own) } else { own.to_owned() };
        found.push(Piece { key: key(own), text, row, mate: None, is_free: true });
        row += own.bytes().filter(|&byte| byte == b'\n').count();
    }
    for (open, close) in braces {
        let at = |brace: usize| at_start.get(&start_of(text, brace)).copied();
        if let (Some(open), Some(close)) = (at(open), at(close)) {
            found[open].mate = Some(close);
            found[close].mate = Some(open);
        }
    }
    found
}

/// Whether a file has the syntax of C, as far as its name says so.
pub fn is_c(path: &str, text: &str) -> bool {
    let extension = Path::new(path).extension().and_then(|it| it.to_str());
    matches!(extension, Some("c" | "h" | "i" | "inc")) && !is_binary(text)
}

fn ended(line: &str) -> String {
    if line.ends_with('\n') { line.to_owned() } else { format!("{line}\n") }
}

/// Where a piece begins that has this byte first: at the begin of the line, if nothing stands before it.
fn start_of(text: &str, byte: usize) -> usize {
    let line = text[..byte].rfind('\n').map_or(0, |end| end + 1);
    if text[line..byte].trim().is_empty() { line } else { byte }
}

/// Where pieces begin, and which braces go with which.
fn cuts(file: &File<'_>, text: &str) -> (Vec<usize>, Vec<(usize, usize)>) {
    let (mut starts, mut braces) = (BTreeSet::from([0]), Vec::new());
    for node in file.nodes() {
        let all = children(node);
        let begin = |kind: &str| all.iter().find(|it| it.kind() == kind).map(|it| it.start_byte());
        let is_tall = node.start_position().row < node.end_position().row;
        let parts: Vec<usize> = match node.kind() {
            "translation_unit"
            | "compound_statement"
            | "declaration_list"
            | "field_declaration_list"
            | "preproc_if"
            | "preproc_ifdef"
            | "preproc_else"
            | "preproc_elif"
            | "preproc_elifdef"
            | "case_statement" => {
                let heads: Vec<_> = ["condition", "name", "value"].iter().flat_map(|role| fields(node, role)).collect();
                let is_part = |it: &&_| is_item(**it) && !heads.contains(*it);
                all.iter().filter(is_part).map(|it| it.start_byte()).collect()
            }
            "enumerator_list" | "initializer_list" if is_tall => {
                all.iter().filter(|it| is_item(**it)).map(|it| it.start_byte()).collect()
            }
            "if_statement" => {
                let roles = ["consequence", "alternative"].iter().flat_map(|role| fields(node, role));
                roles.map(|it| it.start_byte()).collect()
            }
            "else_clause" => all.iter().filter(|it| is_item(**it)).map(|it| it.start_byte()).collect(),
            "for_statement" | "while_statement" | "switch_statement" => {
                fields(node, "body").into_iter().map(|it| it.start_byte()).collect()
            }
            "do_statement" => {
                fields(node, "body").into_iter().map(|it| it.start_byte()).chain(begin("while")).collect()
            }
            "labeled_statement" => all.iter().skip(2).map(|it| it.start_byte()).collect(),
            // What cannot be read is cut at its lines.
            "ERROR" => {
                let own = text.get(node.byte_range()).unwrap_or_default();
                let ends = own.match_indices('\n').map(|(at, _)| node.start_byte() + at + 1);
                [node.start_byte()].into_iter().chain(ends).collect()
            }
            _ => Vec::new(),
        };
        if let (false, Some(open), Some(close)) = (parts.is_empty(), begin("{"), begin("}")) {
            braces.push((open, close));
        }
        starts.extend(parts.into_iter().filter(|&at| at < text.len()).map(|at| start_of(text, at)));
    }
    (starts.into_iter().collect(), braces)
}

/// Whether a node stands for itself in a list: all that have a name, and the marks at which lists begin and end.
fn is_item(node: tree_sitter::Node<'_>) -> bool {
    node.is_named() || matches!(node.kind(), "{" | "}" | "#endif")
}

/// A text without the spaces that mean nothing. In directives any space may mean something, and in literals each.
fn key(text: &str) -> String {
    let text = text.trim();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_alone = |c: char| "()[]{};,".contains(c);
    let is_directive = text.starts_with('#');
    let (mut found, mut quote, mut chars) = (String::new(), None, text.chars().peekable());
    while let Some(c) = chars.next() {
        if let Some(open) = quote {
            found.push(c);
            match c {
                '\\' => found.extend(chars.next()),
                c if c == open => quote = None,
                _ => {}
            }
            continue;
        }
        if !c.is_whitespace() {
            quote = matches!(c, '"' | '\'').then_some(c);
            found.push(c);
            continue;
        }
        while chars.peek().is_some_and(|next| next.is_whitespace()) {
            chars.next();
        }
        let (Some(before), Some(&after)) = (found.chars().next_back(), chars.peek()) else { continue };
        let parts = is_word(before) == is_word(after) && !is_alone(before) && !is_alone(after);
        if is_directive || parts {
            found.push(' ');
        }
    }
    found
}
