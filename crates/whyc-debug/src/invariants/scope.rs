//! Which variables may be named at a loop, and where its body starts: read off the text.

use whyc_base::source::Span;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{Function, Local, LocalId, LocalKind, Program};
use whyc_ir::types::Type;
use whyc_unroll::loops::{Loop, LoopTable};

/// A loop and its surroundings.
pub struct Scope<'a> {
    program: &'a Program,
    function: &'a Function,
    loops: &'a LoopTable,
    l: &'a Loop,
    text: &'a str,
}

impl<'a> Scope<'a> {
    /// The surroundings of a loop that starts with `while` or `for`.
    pub fn new(program: &'a Program, loops: &'a LoopTable, l: &'a Loop) -> Option<Self> {
        let text = program.sources.file(l.span.file).text.as_str();
        let rest = text.get(l.span.start as usize..)?;
        let is_loop = ["while", "for"]
            .iter()
            .any(|word| rest.strip_prefix(word).is_some_and(|after| after.trim_start().starts_with('(')));
        is_loop.then(|| Self { program, function: &program.functions[l.function], loops, l, text })
    }

    /// The variables that are declared before the loop and still in scope there.
    pub fn outer(&self) -> Vec<LocalId> {
        let is_outer = |local: &Local| {
            let between = self.text_since(local).filter(|text| !declares_again(text, &local.name));
            match local.kind {
                LocalKind::Param => between.is_some(),
                LocalKind::Variable => between.is_some_and(stays_open),
                LocalKind::Temporary => false,
            }
        };
        self.named()
            .filter(|&(id, local)| is_outer(local) && self.keeps_its_value(id, local))
            .map(|(id, _)| id)
            .collect()
    }

    /// The variables that the loop declares in its head.
    pub fn own(&self) -> Vec<LocalId> {
        let span = self.l.span;
        let is_own = |local: &Local| {
            local.kind == LocalKind::Variable
                && local.span.file == span.file
                && span.start <= local.span.start
                && local.span.end <= span.end
        };
        self.named().filter(|(_, local)| is_own(local)).map(|(id, _)| id).collect()
    }

    /// What stands between the declaration of a variable and the loop.
    fn text_since(&self, local: &Local) -> Option<&'a str> {
        let is_before = local.span.file == self.l.span.file && local.span.end <= self.l.span.start;
        is_before.then(|| self.text.get(local.span.end as usize..self.l.span.start as usize)).flatten()
    }

    /// The first statement of the body, if the body is a block and the statement has no label.
    pub fn body(&self) -> Option<Span> {
        let end = self.l.span.end as usize;
        let open = self.text[end..].find(|c: char| !c.is_whitespace()).map(|at| end + at)?;
        let after = self.text[open..].strip_prefix('{')?;
        let start = open + 1 + after.find(|c: char| !c.is_whitespace())?;
        let rest = &self.text[start..];
        let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let is_label = rest[word..].trim_start().starts_with(':') || rest.starts_with("case");
        // A comment or directive comes first: where the statement starts is not worth finding out.
        let is_other = rest.starts_with(['}', '/', '#', ';']);
        let start = start as u32;
        (!is_label && !is_other).then_some(Span { file: self.l.span.file, start, end: start })
    }

    /// The integer variables that only their own name can change, and that no other variable or function shares its name with.
    fn named(&self) -> impl Iterator<Item = (LocalId, &'a Local)> {
        let locals = &self.function.locals;
        let Program { globals, functions, .. } = self.program;
        locals.iter_enumerated().filter(move |(_, local)| {
            let is_integer = matches!(self.program.types.get(local.ty), Type::Int(_));
            let is_shared = locals.iter().filter(|other| other.name == local.name).count() > 1
                || globals.iter().any(|global| global.name == local.name)
                || functions.iter().any(|function| function.name == local.name);
            !local.name.is_empty() && is_integer && !local.address_taken && !is_shared
        })
    }

    /// Whether a variable is never without a value again once it has had one: it is initialised where it is declared, or
    /// declared outside of all loops.
    fn keeps_its_value(&self, id: LocalId, local: &Local) -> bool {
        if local.kind == LocalKind::Param {
            return true;
        }
        let body = self.function.body.as_ref();
        let instrs = body.map(|body| body.instrs.iter_enumerated()).into_iter().flatten();
        let mut declared = instrs.filter(|(_, instr)| instr.kind == InstrKind::Declare(id)).map(|(at, _)| at);
        declared.all(|at: InstrId| !self.loops.in_function(self.l.function).any(|(_, l)| l.head <= at && at <= l.last))
    }
}

/// Whether `text` may give a name another meaning that leaves no trace in the program: as an enumerator, a type or a macro.
fn declares_again(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let declared = |keyword: &str| {
        let mut declarations = text.match_indices(keyword).map(|(at, _)| declaration(&text[at..]));
        declarations.any(|declaration| declaration.split(|c| !is_word(c)).any(|word| word == name))
    };
    ["enum", "typedef", "define"].into_iter().any(declared)
}

/// The start of `text` up to a semicolon outside of braces.
fn declaration(text: &str) -> &str {
    let mut depth = 0usize;
    let end = text.find(|c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ';' && depth == 0
    });
    &text[..end.unwrap_or(text.len())]
}

/// Whether the block that is open before `text` is still open behind it.
fn stays_open(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0i64, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => at += text[at..].find('\n').unwrap_or(text.len() - at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += text[at..].find("*/").map_or(text.len() - at, |end| end + 1);
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'{' | b'(' => depth += 1,
            b'}' | b')' => depth -= 1,
            // What is compiled under a condition may have braces that do not match.
            b'#' => return false,
            _ => {}
        }
        // A parenthesis that was open before belongs to the head of another loop, whose variables end with it.
        if depth < 0 {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{declares_again, stays_open};

    #[test]
    fn blocks_that_end_take_their_variables_along() {
        assert!(stays_open("; { int j; } // }\n f('}', \"}\"); /* } */ "));
        assert!(stays_open(" { {"));
        assert!(!stays_open("; } { "));
        assert!(!stays_open("; i < 3; i++) "));
        assert!(!stays_open(";\n#if X\n"));
    }

    #[test]
    fn names_that_mean_something_else_now() {
        assert!(declares_again("; { enum e { a, i = 7 }; ", "i"));
        assert!(declares_again("; { typedef struct { int a; } i; ", "i"));
        assert!(declares_again(";\n#define i 7\n", "i"));
        assert!(!declares_again("; enum { a, b }; i = a; ", "i"));
        assert!(!declares_again("; enum { first }; ", "i"));
    }
}
