//! Other entries in what is initialised with a list, other lengths, other numbers that macros stand for: each a program of its own.

use std::collections::BTreeSet;
use std::ops::Range;

use whyc_debug::syntax::definitions::definitions;
use whyc_ir::program::{Function, Origin, Program};

use super::lex::{self, Kind, Text};
use super::literal::Literal;
use super::macros;
use super::statements;
use super::variants::Variant;

/// What it costs to write a number beside, another bit, two digits or letters the other way round.
const BESIDE: u32 = 13;
const BITS: u32 = 15;
const EXCHANGED: u32 = 14;
/// Two entries the other way round: neighbours, and others of the list.
const NEIGHBOURS: u32 = 14;
const APART: u32 = 16;
/// Another name of the same kind.
const OTHER_NAME: u32 = 16;
/// How much more it costs where the number has a name: it is read in many places.
const DEFINED: u32 = 3;
/// What it costs not to let a number stand twice in a list of numbers that follow each other.
const TWICE: u32 = 10;
/// What it costs to make an array larger by an element, and how many are tried.
const SIZE: u32 = 14;
/// What it costs to put a definition into parentheses.
const PARENTHESES: u32 = 10;
const MANY_SIZES: usize = 8;
/// Of a list that is longer, only neighbours are exchanged.
const SHORT_LIST: usize = 8;

/// The lists and definitions of a file.
pub struct Tables<'a> {
    /// The file.
    pub text: Text<'a>,
    /// The tokens of functions that may not be changed.
    pub trusted: &'a [Range<usize>],
}

impl<'a> Tables<'a> {
    /// Changes of entries, in the tables whose names are among these.
    pub fn entries(&self, program: &Program, read: &BTreeSet<&str>, found: &mut Vec<Variant>) {
        let mut at = 0;
        while at < self.text.tokens.len() {
            let opens = at > 0 && self.text.is(at, "{") && self.text.is(at - 1, "=");
            let end = if opens { self.text.after_group(at) } else { None };
            let is_ours = !self.trusted.iter().any(|it| it.contains(&at));
            match end {
                Some(end) if is_ours && self.name(at - 1).is_some_and(|name| read.contains(name)) => {
                    self.list(program, at + 1..end - 1, found);
                    at = end;
                }
                _ => at += 1,
            }
        }
    }

    /// The name of what is initialised by the `=` at a position.
    fn name(&self, sign: usize) -> Option<&'a str> {
        let text = self.text;
        let mut at = sign;
        while at > 0 && text.is(at - 1, "]") {
            at = (0..at).rev().find(|&open| text.is(open, "[") && text.after_group(open) == Some(at))?;
        }
        // Of `(*table[3])(int)`, the name is what is pointed to.
        if at > 0 && text.is(at - 1, ")") {
            let open = self.opening(at - 1).filter(|&open| open > 0 && text.is(open - 1, ")"))?;
            return self.name(open - 1);
        }
        (at > 0 && text.kind(at - 1) == Some(Kind::Word)).then(|| text.word(at - 1))
    }

    /// Where the group begins that ends with the token at a position.
    fn opening(&self, close: usize) -> Option<usize> {
        (0..close).rev().find(|&open| self.text.is(open, "(") && self.text.after_group(open) == Some(close + 1))
    }

    /// Changes of what stands between two braces.
    fn list(&self, program: &Program, tokens: Range<usize>, found: &mut Vec<Variant>) {
        let text = self.text;
        let parts: Vec<Range<usize>> = text.list(tokens).into_iter().map(|it| self.value(it)).collect();
        let parts: Vec<Range<usize>> = parts.into_iter().filter(|it| !it.is_empty()).collect();
        for part in &parts {
            match text.word(part.start) {
                "{" => self.list(program, part.start + 1..part.end - 1, found),
                _ => part.clone().for_each(|at| self.entry(program, at, part.len() == 1, found)),
            }
        }
        for (k, first) in parts.iter().enumerate() {
            let most = if parts.len() <= SHORT_LIST { parts.len() } else { (k + 2).min(parts.len()) };
            for (n, second) in parts.iter().enumerate().take(most).skip(k + 1) {
                if text.slice(first) != text.slice(second) && self.is_alike(first, second) {
                    let (a, b) = (text.bytes(first), text.bytes(second));
                    let edits = vec![(a.clone(), text.slice(second).to_owned()), (b, text.slice(first).to_owned())];
                    let cost = if n == k + 1 { NEIGHBOURS } else { APART };
                    found.push(Variant { parts: Vec::new(), edits, place: a, cost, likeness: 0 });
                }
            }
        }
    }

    /// What a part of a list gives: without `[2] =` or `.name =`.
    fn value(&self, part: Range<usize>) -> Range<usize> {
        let is_designated = matches!(self.text.word(part.start), "[" | ".");
        let sign = part.clone().find(|&at| is_designated && self.text.is(at, "="));
        sign.map_or(part.start, |at| at + 1)..part.end
    }

    /// Whether two entries may be taken for one another.
    fn is_alike(&self, first: &Range<usize>, second: &Range<usize>) -> bool {
        let kind = |part: &Range<usize>| self.text.kind(part.start);
        let starts = (self.text.word(first.start), self.text.word(second.start));
        kind(first) == kind(second) && first.len() == second.len() && (starts.0 == "{") == (starts.1 == "{")
    }

    /// Other values for one token of an entry.
    fn entry(&self, program: &Program, at: usize, is_whole: bool, found: &mut Vec<Variant>) {
        let (word, bytes) = (self.text.word(at), self.text.bytes(&(at..at + 1)));
        let mut others = other_entries(word);
        if is_whole && self.text.kind(at) == Some(Kind::Word) {
            others.extend(other_names(program, word).into_iter().map(|it| (it, OTHER_NAME)));
        }
        for (new, cost) in others {
            let (edits, place) = (vec![(bytes.clone(), new)], bytes.clone());
            found.push(Variant { parts: Vec::new(), edits, place, cost, likeness: 0 });
        }
    }

    /// Other values of what macros stand for, where the text uses them.
    pub fn definitions(&self, found: &mut Vec<Variant>) {
        let bodies: Vec<&str> = self.text.text.lines().filter_map(|line| Some(macros::definition(line)?.1)).collect();
        let mentions = |body: &str, name: &str| {
            lex::tokens(body).iter().any(|it| it.kind == Kind::Word && body[it.start..it.end] == *name)
        };
        let used = |name: &str| {
            let is_read = (0..self.text.tokens.len()).any(|at| self.text.word(at) == name);
            is_read || bodies.iter().any(|body| mentions(body, name))
        };
        let mut start = 0;
        for line in self.text.text.split_inclusive('\n') {
            if let Some((_, value)) = macros::number(line).filter(|(name, _)| used(name)) {
                let at = start + line.rfind(value).unwrap_or_default();
                let bytes = at..at + value.len();
                for (new, cost) in other_entries(value) {
                    let (edits, place) = (vec![(bytes.clone(), new)], bytes.clone());
                    found.push(Variant { parts: Vec::new(), edits, place, cost: cost + DEFINED, likeness: 0 });
                }
            } else if let Some((_, body)) = macros::definition(line).filter(|(name, _)| used(name)) {
                let at = start + line.rfind(body).unwrap_or_default();
                for (bytes, new, cost) in within(body) {
                    let bytes = at + bytes.start..at + bytes.end;
                    let (edits, place) = (vec![(bytes, new)], at..at + body.len());
                    found.push(Variant { parts: Vec::new(), edits, place, cost: cost + DEFINED, likeness: 0 });
                }
            }
            start += line.len();
        }
    }

    /// The next number where one stands twice in a list of definitions: `#define UP 1`, `#define DOWN 1`.
    pub fn doubled(&self) -> Vec<Variant> {
        let mut lines: Vec<Option<(Range<usize>, i64)>> = Vec::new();
        let mut start = 0;
        for line in self.text.text.split_inclusive('\n') {
            lines.push(macros::number(line).and_then(|(_, value)| {
                let at = start + line.rfind(value)?;
                Some((at..at + value.len(), Literal::of(value)?.value))
            }));
            start += line.len();
        }
        let value = |k: Option<usize>| k.and_then(|k| Some(lines.get(k)?.as_ref()?.1));
        let mut found = Vec::new();
        for (k, line) in lines.iter().enumerate() {
            let (Some((bytes, old)), before) = (line, value(k.checked_sub(1))) else { continue };
            let Some(next) = old.checked_add(1).filter(|_| before == Some(*old)) else { continue };
            // It takes three to tell that the numbers follow each other.
            let follows = value(k.checked_sub(2)) == old.checked_sub(1) || value(Some(k + 1)) == next.checked_add(1);
            let is_free = value(Some(k + 1)) != Some(next);
            if let Some(literal) = Literal::of(&self.text.text[bytes.clone()]).filter(|_| follows && is_free) {
                let (edits, place) = (vec![(bytes.clone(), literal.write(next))], bytes.clone());
                found.push(Variant { parts: Vec::new(), edits, place, cost: TWICE, likeness: 0 });
            }
        }
        found
    }

    /// Arrays of one element more, by their length or by what it stands for.
    pub fn array_sizes(&self) -> Vec<Variant> {
        let text = self.text;
        let is_ours = |at: &usize| !self.trusted.iter().any(|it| it.contains(at));
        let arrays = (1..text.tokens.len()).filter(|&at| statements::declares_array(text, at)).filter(is_ours);
        let mut found: Vec<Variant> = Vec::new();
        for at in arrays {
            let written = match text.kind(at + 2) {
                Some(Kind::Number) => Some((text.bytes(&(at + 2..at + 3)), SIZE)),
                Some(Kind::Word) => self.defined(text.word(at + 2)).map(|bytes| (bytes, SIZE + 1)),
                _ => None,
            };
            let Some((bytes, cost)) = written else { continue };
            let Some(size) = Literal::of(&text.text[bytes.clone()]) else { continue };
            let Some(more) = size.value.checked_add(1) else { continue };
            let (edits, place) = (vec![(bytes.clone(), size.write(more))], bytes);
            if !found.iter().any(|it| it.edits == edits) {
                found.push(Variant { parts: Vec::new(), edits, place, cost, likeness: 0 });
            }
        }
        found.truncate(MANY_SIZES);
        found
    }

    /// The bytes of the number that a macro of the file stands for.
    fn defined(&self, name: &str) -> Option<Range<usize>> {
        let all = definitions(self.text.text);
        let it = all.iter().find(|it| it.name == name && it.parameters.is_none())?;
        let body = &self.text.text[it.body.clone()];
        let value = body.trim_matches(['(', ')']);
        Literal::of(value)?;
        let start = it.body.start + body.find(value)?;
        Some(start..start + value.len())
    }
}

/// Changes of a definition that is made of several words: other numbers in it, and parentheses around all of it.
fn within(body: &str) -> Vec<(Range<usize>, String, u32)> {
    let tokens = lex::tokens(body);
    let text = Text { text: body, tokens: &tokens };
    let is_code = |at: usize| matches!(text.word(at), ";" | "{" | "}" | "=" | "," | "return" | "do" | "if");
    if (0..tokens.len()).any(is_code) {
        return Vec::new();
    }
    let mut found = Vec::new();
    // One is shifted to where a bit is: which one it is says the other number.
    let is_bit = |at: usize| text.is(at + 1, "<<");
    for at in (0..tokens.len()).filter(|&at| text.kind(at) == Some(Kind::Number) && !is_bit(at)) {
        found
            .extend(other_entries(text.word(at)).into_iter().map(|(new, cost)| (text.bytes(&(at..at + 1)), new, cost)));
    }
    let is_operator =
        |at: usize| at > 0 && matches!(text.word(at), "+" | "-" | "*" | "/" | "%" | "<<" | ">>" | "|" | "&");
    let is_closed = text.is(0, "(") && text.after_group(0) == Some(tokens.len());
    if !is_closed && (0..tokens.len()).any(is_operator) {
        found.push((0..body.len(), format!("({body})"), PARENTHESES));
    }
    found
}

/// What else a name in a list may have been: another constant of its enumeration, another function that is called in the same way.
fn other_names(program: &Program, name: &str) -> Vec<String> {
    let of_enum = program.types.enums.iter().find(|it| it.constants.iter().any(|(known, _)| known == name));
    if let Some(it) = of_enum {
        return it.constants.iter().map(|(other, _)| other.clone()).filter(|other| other != name).collect();
    }
    let Some(own) = program.functions.iter().find(|it| it.name == name) else { return Vec::new() };
    let parameters = |it: &Function| it.locals.iter().take(it.n_params).map(|local| local.ty).collect::<Vec<_>>();
    let is_alike = |it: &&Function| {
        it.origin == Origin::User && it.name != name && it.ret == own.ret && parameters(it) == parameters(own)
    };
    program.functions.iter().filter(is_alike).map(|it| it.name.clone()).collect()
}

/// What people write instead of a number or a word: one more or less, two digits or letters exchanged.
fn other_entries(word: &str) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    if let Some(literal) = Literal::of(word) {
        let near = [literal.value.checked_add(1), literal.value.checked_sub(1).filter(|it| *it >= 0)];
        found.extend(near.into_iter().flatten().map(|value| (literal.write(value), BESIDE)));
        found.extend(literal.neighbours_by_bits().into_iter().map(|value| (literal.write(value), BITS)));
    }
    let is_string = word.starts_with('"') && word.len() <= 10;
    let is_number = word.len() > 1 && word.bytes().all(|b| b.is_ascii_digit());
    if is_string || is_number {
        let bytes = word.as_bytes();
        let (first, last) = if is_string { (1, bytes.len() - 1) } else { (0, bytes.len()) };
        for at in first..last.saturating_sub(1) {
            let mut other = bytes.to_vec();
            other.swap(at, at + 1);
            match String::from_utf8(other) {
                Ok(other) if other != word && !word.contains('\\') && !(is_number && other.starts_with('0')) => {
                    found.push((other, EXCHANGED));
                }
                _ => {}
            }
        }
    }
    found
}
