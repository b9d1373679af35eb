//! The user's text as changes of what threads do are made from it: functions, statements, and calls of the library for threads.

use std::collections::BTreeSet;
use std::ops::Range;

use whyc_base::source::{FileId, Span};
use whyc_ir::program::{Origin, Program};

use crate::repair::lex::{Kind as TokenKind, Text, Token};
use crate::repair::live;
use crate::repair::source::body_of;
use crate::repair::statements::{Kind, Statements};

/// The text of the program.
pub struct Code {
    /// Its files.
    pub files: Vec<File>,
    /// The functions whose bodies could be read.
    pub functions: Vec<Function>,
    /// The names of variables that are not locks and that all functions know.
    pub globals: BTreeSet<String>,
}

/// A file.
pub struct File {
    /// Which.
    pub id: FileId,
    /// What is in it.
    pub text: String,
    tokens: Vec<Token>,
}

/// A function.
pub struct Function {
    /// What it is called.
    pub name: String,
    /// Its file, by position.
    pub file: usize,
    /// Where its definition begins, in bytes.
    pub start: usize,
    /// What it returns, as it is written.
    pub returns: String,
    /// Its statements; the body is the last one.
    pub statements: Statements,
    /// What it calls, in the order of the text.
    pub calls: Vec<Call>,
}

/// A call.
#[derive(Clone)]
pub struct Call {
    /// The innermost statement that it is in.
    pub statement: usize,
    /// Whether it is the whole statement.
    pub is_alone: bool,
    /// Of what.
    pub name: String,
    /// Where that stands.
    pub name_bytes: Range<usize>,
    /// The arguments as they are written, and where.
    pub args: Vec<(String, Range<usize>)>,
}

impl Call {
    /// An argument as it is written; nothing if there is none.
    pub fn arg(&self, k: usize) -> &str {
        self.args.get(k).map_or("", |(text, _)| text)
    }
}

/// A statement of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The function, by position.
    pub function: usize,
    /// The statement, likewise.
    pub statement: usize,
}

impl Code {
    /// Reads the files that may change; of functions that somebody trusts, nothing is read.
    pub fn new(
        program: &Program,
        can_change: &dyn Fn(FileId) -> bool,
        is_trusted: &dyn Fn(&str, &str) -> bool,
    ) -> Self {
        let files: Vec<FileId> = program.sources.files().map(|(id, _)| id).filter(|&id| can_change(id)).collect();
        let mut code = Self { files: Vec::new(), functions: Vec::new(), globals: BTreeSet::new() };
        for (k, &id) in files.iter().enumerate() {
            let file = program.sources.file(id);
            code.files.push(File { id, text: file.text.clone(), tokens: live::tokens(program, id) });
            for function in program.functions.iter().filter(|it| it.origin == Origin::User && it.span.file == id) {
                let text = code.files[k].as_text();
                if function.body.is_none() || is_trusted(&function.name, &file.name) {
                    continue;
                }
                let Some(statements) = Statements::of(text, body_of(text, function)) else { continue };
                let known = |name: &str| code.functions.iter().any(|it| it.name == name && it.file == k);
                if known(&function.name) {
                    continue;
                }
                let (start, returns) = head(text, function.span.start as usize, &function.name);
                let calls = calls(text, &statements);
                code.functions.push(Function {
                    name: function.name.clone(),
                    file: k,
                    start,
                    returns,
                    statements,
                    calls,
                });
            }
        }
        let is_lock = |name: &str| {
            code.functions.iter().flat_map(|it| &it.calls).any(|call| {
                super::locks::is_of_threads(&call.name) && call.args.iter().any(|(arg, _)| base(arg) == name)
            })
        };
        let globals = program.globals.iter().filter(|it| files.contains(&it.span.file));
        code.globals = globals.map(|it| it.name.clone()).filter(|it| !it.is_empty() && !is_lock(it)).collect();
        code
    }

    /// The text of the file of a function.
    pub fn text(&self, function: usize) -> Text<'_> {
        self.files[self.functions[function].file].as_text()
    }

    /// Where a statement stands.
    pub fn bytes(&self, at: At) -> Range<usize> {
        let tokens = &self.functions[at.function].statements.all[at.statement].tokens;
        self.text(at.function).bytes(tokens)
    }

    /// A statement as it is written.
    pub fn slice(&self, at: At) -> &str {
        &self.files[self.functions[at.function].file].text[self.bytes(at)]
    }

    /// The same as a span.
    pub fn span(&self, function: usize, bytes: Range<usize>) -> Span {
        let file = self.files[self.functions[function].file].id;
        Span { file, start: bytes.start as u32, end: bytes.end as u32 }
    }

    /// The innermost statement at a place of the text.
    pub fn at(&self, span: Span) -> Option<At> {
        let start = span.start as usize;
        for (function, it) in self.functions.iter().enumerate() {
            if self.files[it.file].id == span.file
                && let Some(statement) = innermost(self.text(function), &it.statements, start)
            {
                return Some(At { function, statement });
            }
        }
        None
    }

    /// The blocks that a statement is in, innermost first, each with the position of what it is in there.
    pub fn blocks(&self, at: At) -> Vec<(usize, usize)> {
        let statements = &self.functions[at.function].statements;
        let (mut found, mut inner) = (Vec::new(), at.statement);
        while let Some(parent) = statements.all[inner].parent {
            if let Some((_, position)) = statements.siblings(inner) {
                found.push((parent, position));
            }
            inner = parent;
        }
        found
    }

    /// The statements of a block.
    pub fn inside(&self, function: usize, block: usize) -> &[usize] {
        match &self.functions[function].statements.all[block].kind {
            Kind::Block(inner) => inner,
            _ => &[],
        }
    }

    /// The statements that speak of one of these names, in the order of the text.
    pub fn mentions(&self, function: usize, names: &BTreeSet<String>) -> Vec<usize> {
        let (text, statements) = (self.text(function), &self.functions[function].statements);
        let Some(body) = statements.all.last() else { return Vec::new() };
        let mut found = Vec::new();
        for at in body.tokens.clone() {
            if text.kind(at) == Some(TokenKind::Word) && names.contains(text.word(at)) {
                found.extend(innermost(text, statements, text.tokens[at].start));
            }
        }
        found.dedup();
        found
    }

    /// Whether a function starts threads.
    pub fn starts_threads(&self, function: usize) -> bool {
        self.functions[function].calls.iter().any(|call| matches!(&*call.name, "pthread_create" | "thrd_create"))
    }

    /// A name that nothing has yet.
    pub fn unused(&self, name: &str) -> String {
        let is_used = |name: &str| {
            let mut files = self.files.iter().map(File::as_text);
            files.any(|text| (0..text.tokens.len()).any(|at| text.is(at, name)))
        };
        let more = (2..).map(|n| format!("{name}_{n}"));
        std::iter::once(name.to_owned()).chain(more).find(|name| !is_used(name)).unwrap_or_default()
    }

    /// What stands before a statement on its line, if that is nothing but blanks.
    pub fn indent(&self, at: At) -> Option<&str> {
        let (text, start) = (&self.files[self.functions[at.function].file].text, self.bytes(at).start);
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        text[line..start].trim().is_empty().then_some(&text[line..start])
    }
}

impl File {
    /// With its tokens.
    pub fn as_text(&self) -> Text<'_> {
        Text { text: &self.text, tokens: &self.tokens }
    }
}

/// The name that an expression begins with: `m` of `&m`, `from` of `&from->lock`.
pub fn base(text: &str) -> &str {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let text = text.trim_start_matches(|c: char| !is_word(c));
    text.split(|c| !is_word(c)).next().unwrap_or_default()
}

/// The smallest statement around a byte that is no block.
fn innermost(text: Text<'_>, statements: &Statements, byte: usize) -> Option<usize> {
    let around = statements
        .all
        .iter()
        .enumerate()
        .filter(|(_, it)| !matches!(it.kind, Kind::Block(_)) && text.bytes(&it.tokens).contains(&byte));
    around.min_by_key(|(_, it)| it.tokens.len()).map(|(k, _)| k)
}

/// Where the definition of a function begins, and what it returns.
fn head(text: Text<'_>, byte: usize, name: &str) -> (usize, String) {
    let mut first = text.at_byte(byte);
    while first > 0 && !matches!(text.word(first - 1), ";" | "}") {
        first -= 1;
    }
    let start = text.tokens.get(first).map_or(byte, |token| token.start);
    let words = (first..text.tokens.len()).map(|at| text.word(at)).take_while(|&word| word != name && word != "(");
    let words: Vec<&str> =
        words.filter(|word| !matches!(*word, "static" | "inline" | "extern" | "_Noreturn")).collect();
    (start, words.join(" "))
}

fn calls(text: Text<'_>, statements: &Statements) -> Vec<Call> {
    let Some(body) = statements.all.last() else { return Vec::new() };
    let mut found = Vec::new();
    for at in body.tokens.clone() {
        if text.kind(at) != Some(TokenKind::Word) || !text.is(at + 1, "(") {
            continue;
        }
        let name_bytes = text.bytes(&(at..at + 1));
        let (Some(end), Some(statement)) = (text.after_group(at + 1), innermost(text, statements, name_bytes.start))
        else {
            continue;
        };
        let args = if end == at + 3 { Vec::new() } else { text.list(at + 2..end - 1) };
        let args = args.iter().map(|arg| (text.slice(arg).to_owned(), text.bytes(arg))).collect();
        let is_alone = statements.all[statement].tokens == (at..end + 1);
        found.push(Call { statement, is_alone, name: text.word(at).to_owned(), name_bytes, args });
    }
    found
}
