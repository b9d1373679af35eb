//! What the definitions of macros may have wrong: `#define MONTH(d) (((d) >> 5) & 7)`, `#define TWICE(x) x + x`.
//!
//! A definition is text, which the compiler reads wherever its name stands: a change of it is a change of all those places.

use std::ops::Range;

use whyc_debug::syntax::definitions::{Definition, tokens_of};
use whyc_debug::syntax::lex::{self, Kind, Text};

use super::macros::Macros;
use super::names::Names;
use super::tokens::Words;
use super::variants::{Slot, Variant};

/// What it costs to put parameters that are given more than a word into parentheses: a slip that everybody knows.
const PARAMETERS: u32 = 7;
/// What it costs to put all of a definition into parentheses.
const PARENTHESES: u32 = 10;
/// How much more a change of a definition costs than one where an expression is used: it is read in many places, and was right in most.
const DEFINED: u32 = 1;

/// What may be meant by a definition with parameters that stands for an expression, in the text of a program.
pub fn variants(
    program: Text<'_>,
    it: &Definition<'_>,
    (names, macros): (&Names<'_>, &Macros),
    found: &mut Vec<Variant>,
) {
    let text = program.text;
    let tokens = tokens_of(text, &it.body);
    let within = Text { text, tokens: &tokens };
    let is_code = |at: usize| matches!(within.word(at), ";" | "{" | "}" | "#" | "=" | "," | "return");
    let Some(parameters) = it.parameters.as_ref().filter(|_| !(0..tokens.len()).any(is_code)) else { return };
    let slot = Slot::Value(it.body.start, it.body.end);
    let mut put = |edits: Vec<(Range<usize>, String)>, cost: u32| {
        let mut new = text[it.body.clone()].to_owned();
        for (bytes, text) in edits.iter().rev() {
            new.replace_range(bytes.start - it.body.start..bytes.end - it.body.start, text);
        }
        let (parts, place) = (vec![(slot.clone(), new)], it.body.clone());
        found.push(Variant { parts, edits, place, cost, likeness: 0 });
    };
    let bare = bare(within, parameters);
    if !bare.is_empty() && is_given_more(program, it.name) {
        let edits = bare.iter().map(|&at| (within.bytes(&(at..at + 1)), format!("({})", within.word(at)))).collect();
        put(edits, PARAMETERS);
    }
    let is_closed = within.is(0, "(") && within.after_group(0) == Some(tokens.len());
    if !is_closed && tokens.len() > 2 {
        put(vec![(it.body.clone(), format!("({})", &text[it.body.clone()]))], PARENTHESES);
    }
    // Only what the definition speaks of is known wherever it is used.
    let is_known = |word: &str| {
        let is_own = (0..tokens.len()).any(|at| within.is(at, word));
        let is_type = ["unsigned", "char", "long", "double"].contains(&word);
        is_own || is_type || macros.names.iter().any(|it| it == word)
    };
    let is_known =
        |new: &str| lex::tokens(new).iter().all(|it| it.kind != Kind::Word || is_known(&new[it.start..it.end]));
    let words = Words { text: within, names, constants: &[], macros };
    for swap in words.changes(&(0..tokens.len())) {
        if is_known(&swap.new) {
            put(vec![(swap.bytes, swap.new)], swap.cost + DEFINED);
        }
    }
}

/// Whether something that consists of several words is given to a macro somewhere.
fn is_given_more(text: Text<'_>, name: &str) -> bool {
    let is_sign = |at: usize| matches!(text.kind(at), Some(Kind::Sign)) && !matches!(text.word(at), "(" | ")" | ",");
    let uses = (0..text.tokens.len()).filter(|&at| text.word(at) == name && text.is(at + 1, "("));
    uses.filter_map(|at| Some(at + 2..text.after_group(at + 1)? - 1)).any(|mut given| given.any(is_sign))
}

/// Where parameters stand beside operators, without parentheses.
fn bare(text: Text<'_>, parameters: &[&str]) -> Vec<usize> {
    let is_bare = |&at: &usize| {
        let (before, after) = (at.checked_sub(1).map_or("", |k| text.word(k)), text.word(at + 1));
        let is_group =
            |open: bool| if open { matches!(before, "(" | "[" | "") } else { matches!(after, ")" | "]" | "") };
        let is_field = matches!(before, "." | "->") || matches!(after, "." | "->");
        parameters.contains(&text.word(at)) && !(is_group(true) && is_group(false)) && !is_field
    };
    (0..text.tokens.len()).filter(is_bare).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_beside_operators_are_bare() {
        let text = "a * (b) + f(c) + d";
        let tokens = lex::tokens(text);
        let bare = bare(Text { text, tokens: &tokens }, &["a", "b", "c", "d"]);
        assert_eq!(bare.iter().map(|&at| &text[tokens[at].start..tokens[at].end]).collect::<Vec<_>>(), ["a", "d"]);
    }
}
