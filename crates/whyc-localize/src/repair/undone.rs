//! Statements that only take back what one beside them does: `n++; n--;`.
//!
//! To put in such a statement is to take the other one away, in more words. Where somebody looks at the number in between it is another matter:
//! `depth++; visit(); depth--;` is what people write.

use std::ops::Range;

use super::lex::{self, Kind as TokenKind, Text};
use super::statements::{Kind, Statements};

/// A number that is made larger or smaller: which, whether larger, and by how much.
#[derive(Debug, PartialEq, Eq)]
struct Step<'t> {
    of: Vec<&'t str>,
    is_up: bool,
    by: Vec<&'t str>,
}

impl<'t> Step<'t> {
    /// What a statement does, if it does nothing else.
    fn of(words: &[&'t str]) -> Option<Self> {
        let words = words.strip_suffix(&[";"]).unwrap_or(words);
        let step = |of: &[&'t str], sign: &str, by: &[&'t str]| {
            (!of.is_empty() && !by.is_empty()).then(|| Step {
                of: of.to_vec(),
                is_up: sign.starts_with('+'),
                by: by.to_vec(),
            })
        };
        match words {
            [sign @ ("++" | "--"), of @ ..] | [of @ .., sign @ ("++" | "--")] => step(of, sign, &["1"]),
            _ => {
                let at = words.iter().position(|word| matches!(*word, "+=" | "-="))?;
                step(&words[..at], words[at], &words[at + 1..])
            }
        }
    }

    fn undoes(&self, other: &Self) -> bool {
        self.of == other.of && self.by == other.by && self.is_up != other.is_up
    }
}

/// Whether a statement `new` at byte `at` of a function would undo one beside it, or be undone by it, before anybody looks: what is
/// between neither names the number nor calls anyone but `harmless` functions.
pub fn is_undone(
    text: Text<'_>,
    statements: &Statements,
    (at, new): (usize, &str),
    harmless: &dyn Fn(&str) -> bool,
) -> bool {
    let inserted = lex::tokens(new);
    let inserted: Vec<&str> = inserted.iter().map(|token| &new[token.start..token.end]).collect();
    let Some(step) = Step::of(&inserted) else { return false };
    let inside = |tokens: &Range<usize>| {
        let bytes = text.bytes(tokens);
        bytes.start < at && at < bytes.end
    };
    // Inner blocks end before outer ones.
    let block = statements.all.iter().find_map(|it| match &it.kind {
        Kind::Block(inner) if inside(&it.tokens) => Some(inner),
        _ => None,
    });
    let Some(block) = block else { return false };
    let n_before = block.iter().take_while(|&&it| text.bytes(&statements.all[it].tokens).end <= at).count();
    let (before, after) = block.split_at(n_before);
    let meets = |beside: &mut dyn Iterator<Item = &usize>| {
        for &it in beside {
            let tokens = statements.all[it].tokens.clone();
            let words: Vec<&str> = tokens.clone().map(|k| text.word(k)).collect();
            if Step::of(&words).is_some_and(|other| other.undoes(&step)) {
                return true;
            }
            let names = |k: usize| text.kind(k) == Some(TokenKind::Word) && step.of.contains(&text.word(k));
            let calls = |k: usize| {
                let is_name = text.kind(k) == Some(TokenKind::Word) && !KEYWORDS.contains(&text.word(k));
                text.is(k + 1, "(") && (is_name && !harmless(text.word(k)) || text.is(k, ")") || text.is(k, "]"))
            };
            if tokens.clone().any(|k| names(k) || calls(k)) {
                return false;
            }
        }
        false
    };
    meets(&mut before.iter().rev()) || meets(&mut after.iter())
}

/// Words that a bracket may come after although nobody is called.
const KEYWORDS: [&str; 6] = ["if", "while", "for", "switch", "return", "sizeof"];

#[cfg(test)]
mod tests {
    use super::*;

    fn undone(source: &str, at: &str, new: &str) -> bool {
        let tokens = lex::tokens(source);
        let text = Text { text: source, tokens: &tokens };
        let statements = Statements::of(text, 0).expect("it is a block");
        let at = source.find(at).expect("it is there") + at.len();
        is_undone(text, &statements, (at, new), &|name| name == "free")
    }

    #[test]
    fn what_is_taken_back_before_anybody_looks_is_undone() {
        let source = "{ p->next = head; s->n++; free(q); if (x) { total += 3; } }";
        assert!(undone(source, "s->n++;", " s->n--;"));
        assert!(undone(source, "head;", " --s->n;"), "before it, too");
        assert!(undone(source, "free(q);", " s->n--;"), "who frees does not look");
        assert!(undone(source, "total += 3;", " total -= 3;"));
        assert!(!undone(source, "total += 3;", " total -= 2;"), "another number");
        assert!(!undone(source, "total += 3;", " s->n--;"), "not beside it");
        assert!(!undone(source, "s->n++;", " s->n++;"), "twice is no taking back");
        assert!(!undone("{ depth++; visit(p); }", "visit(p);", " depth--;"), "somebody may have looked");
        assert!(!undone("{ depth++; show = depth; }", "depth;", " depth--;"), "somebody has looked");
    }
}
