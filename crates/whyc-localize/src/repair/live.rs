//! The text that the compiler sees: what stands in branches of `#if` that are left out is none of it.
//!
//! A branch is seen if anything of the program begins in it. One with nothing but brackets and types is taken for left out: there
//! is nothing in it to change.

use std::collections::BTreeSet;
use std::ops::Range;

use whyc_base::source::FileId;
use whyc_ir::program::Program;

use super::lex::{self, Token};

/// The tokens of a file, as far as the compiler sees them.
#[must_use]
pub fn tokens(program: &Program, file: FileId) -> Vec<Token> {
    let text = &program.sources.file(file).text;
    let branches = branches(text);
    let mut tokens = lex::tokens(text);
    if branches.is_empty() {
        return tokens;
    }
    let starts = starts(program, file);
    let hidden: Vec<Range<usize>> =
        branches.into_iter().filter(|branch| starts.range(branch.clone()).next().is_none()).collect();
    tokens.retain(|token| !hidden.iter().any(|branch| branch.contains(&token.start)));
    tokens
}

/// Where anything of the program begins.
fn starts(program: &Program, file: FileId) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let globals = program.globals.iter().map(|global| global.span);
    let functions = program.functions.iter().map(|function| function.span);
    let locals = program.functions.iter().flat_map(|function| function.locals.iter().map(|local| local.span));
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let inner = bodies.flat_map(|body| {
        let instrs = body.instrs.iter().map(|instr| instr.span);
        instrs.chain(body.exprs.iter().map(|expr| expr.span))
    });
    let spans = globals.chain(functions).chain(locals).chain(inner);
    found.extend(spans.filter(|span| span.file == file).map(|span| span.start as usize));
    found
}

/// The branches of all `#if`s, each from its directive to the next one of the same.
fn branches(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut open) = (Vec::new(), Vec::new());
    for directive in lex::directives(text) {
        let line = text[directive.clone()].trim_start_matches('#').trim_start();
        let word = line.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let ends = matches!(word, "elif" | "elifdef" | "elifndef" | "else" | "endif");
        if ends && let Some(start) = open.pop() {
            found.push(start..directive.start);
        }
        if matches!(word, "if" | "ifdef" | "ifndef") || (ends && word != "endif") {
            open.push(directive.end);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_end_where_the_next_one_begins() {
        let text = "a\n#ifdef X\nb\n# if Y\nc\n#else\nd\n#endif\ne\n#else\nf\n#endif\ng\n";
        let known: Vec<&str> = branches(text).into_iter().map(|branch| text[branch].trim()).collect();
        assert_eq!(known, ["c", "d", "b\n# if Y\nc\n#else\nd\n#endif\ne", "f"]);
    }
}
