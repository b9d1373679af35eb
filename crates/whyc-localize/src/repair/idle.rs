//! Whether a change leaves a part of a condition without effect.
//!
//! In `a != ',' && a == '\0'` the first comparison decides nothing: a change that makes it so has silenced what someone wrote
//! for a reason. Each part is taken out, and the known runs are made once more: if none of them goes another way, and some
//! did before the change, the part has become idle.

use std::ops::Range;

use whyc_debug::finding::EditReport;
use whyc_ir::property::PropertyTable;

use super::lex::{self, Text};
use super::stage::{Act, Seen, Stage};
use super::verdict::Judge;
use crate::recompile::{Texts, changed};

/// Conditions with more parts than this are left alone.
const MANY_PARTS: usize = 5;
/// A condition is looked for in at most this many brackets around a change.
const MANY_BRACKETS: usize = 3;

/// Makes a run, unless enough has been run.
type Run<'a> = &'a dyn Fn(&Stage<'_>, &Act) -> Option<Seen>;

/// Whether a part of the condition that is changed has become idle, as far as the known runs tell.
pub fn has_idle_part(judge: &Judge<'_>, edits: &[EditReport], run: Run<'_>) -> bool {
    let [edit] = edits else { return false };
    let (old, at) = (&judge.program.sources.file(edit.span.file).text, edit.span.start as usize);
    let mut texts = changed(&judge.program.sources, edits.iter());
    let Some(new) = texts.remove(&edit.span.file) else { return false };
    let (before, after) = (parts(old, at), parts(&new, at));
    if before.len() != after.len() || after.len() < 2 || after.len() > MANY_PARTS {
        return false;
    }
    let runs = |text: String| seen(judge, &[(edit.span.file, text)].into(), run);
    let without = |text: &str, part: &Range<usize>| {
        let mut rest = text.to_owned();
        rest.replace_range(part.clone(), "");
        rest
    };
    let Some(now) = runs(new.clone()) else { return false };
    let is_idle = |part: &Range<usize>| runs(without(&new, part)).is_some_and(|there| there == now);
    let Some(idle) = after.iter().position(is_idle) else { return false };
    let was = runs(old.clone());
    was.is_some() && runs(without(old, &before[idle])).is_some_and(|there| Some(there) != was)
}

/// What is seen of the known runs with these texts; none if they are not C, or enough has been run.
fn seen(judge: &Judge<'_>, texts: &Texts, run: Run<'_>) -> Option<Vec<(bool, u64, Vec<u8>)>> {
    let compiled = judge.recompile.recompile(texts).ok()?;
    let options = judge.recompile.options(&compiled, judge.budget.clone());
    let properties = PropertyTable::new(&compiled.program, options.classes);
    let stage = Stage::new(&compiled.program, &properties, judge.blame, &judge.numbers);
    let acts = judge.failing.iter().chain(judge.passing.iter().map(|passed| &passed.act));
    acts.map(|act| run(&stage, act).map(|seen| (seen.passes, seen.results, seen.stdout))).collect()
}

/// The parts of the condition around a byte, each with the sign that joins it to the others.
fn parts(text: &str, at: usize) -> Vec<Range<usize>> {
    let tokens = lex::tokens(text);
    let text = Text { text, tokens: &tokens };
    let here = tokens.partition_point(|token| token.end <= at).min(tokens.len().saturating_sub(1));
    let (mut start, mut end) = (here, here);
    for _ in 0..MANY_BRACKETS {
        start = (0..start)
            .rev()
            .scan(0, |depth, k| inside(depth, text.word(k), ("]", "["), (")", "(")).then_some(k))
            .last()
            .unwrap_or(start);
        end = (end..tokens.len())
            .scan(0, |depth, k| inside(depth, text.word(k), ("[", "]"), ("(", ")")).then_some(k + 1))
            .last()
            .unwrap_or(end);
        let found = operands(text, start..end);
        if found.len() > 1 {
            return joined(text, &found);
        }
        let is_bracket = start > 0 && text.is(start - 1, "(") && text.is(end, ")");
        if !is_bracket {
            break;
        }
        (start, end) = (start - 1, end + 1);
    }
    Vec::new()
}

/// Whether a token still belongs to the expression, going one way; `depth` counts the brackets that were entered.
fn inside(depth: &mut u32, word: &str, square: (&str, &str), round: (&str, &str)) -> bool {
    let is_end = matches!(word, ";" | "{" | "}" | "," | "?" | ":" | "return" | "=" | "");
    if word == square.0 || word == round.0 {
        *depth += 1;
        return true;
    }
    if word == square.1 || word == round.1 {
        let is_entered = *depth > 0;
        *depth = depth.saturating_sub(1);
        return is_entered;
    }
    *depth > 0 || !is_end
}

/// What `||` joins, or else what `&&` joins, as tokens.
fn operands(text: Text<'_>, tokens: Range<usize>) -> Vec<Range<usize>> {
    for sign in ["||", "&&"] {
        let (mut found, mut from, mut depth) = (Vec::new(), tokens.start, 0);
        for k in tokens.clone() {
            match text.word(k) {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                word if word == sign && depth == 0 => {
                    found.push(from..k);
                    from = k + 1;
                }
                _ => {}
            }
        }
        found.push(from..tokens.end);
        if found.len() > 1 {
            return found;
        }
    }
    Vec::new()
}

/// The bytes to take out for each operand.
fn joined(text: Text<'_>, operands: &[Range<usize>]) -> Vec<Range<usize>> {
    let bytes: Vec<Range<usize>> = operands.iter().map(|operand| text.bytes(operand)).collect();
    let without = |k: usize| match k {
        0 => bytes[0].start..bytes[1].start,
        k => bytes[k - 1].end..bytes[k].end,
    };
    (0..bytes.len()).map(without).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rests(text: &str, word: &str) -> Vec<String> {
        let at = text.find(word).expect("it is there");
        let without = |part: &Range<usize>| format!("{}{}", &text[..part.start], &text[part.end..]);
        parts(text, at).iter().map(without).collect()
    }

    #[test]
    fn each_part_can_be_taken_out() {
        assert_eq!(rests("if (a[i] == x && f(y, z)) {", "=="), ["if (f(y, z)) {", "if (a[i] == x) {"]);
        assert_eq!(rests("return a || b && c;", "a"), ["return b && c;", "return a;"]);
        assert_eq!(rests("while ((a < b) && c)", "<"), ["while (c)", "while ((a < b))"]);
        assert_eq!(rests("x = a < b;", "<"), Vec::<String>::new());
    }
}
