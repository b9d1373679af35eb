//! The small changes of an expression: what people get wrong, one token or operand at a time.

use std::ops::Range;

use super::formats;
use super::lex::{Kind, Text};
use super::literal::Literal;
use super::macros::Macros;
use super::names::{Names, Path};

/// A replacement of bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap {
    /// What is replaced.
    pub bytes: Range<usize>,
    /// By what.
    pub new: String,
    /// How far that is from what was there: ten for a slip of the pen.
    pub cost: u32,
}

/// At most this many other constants are tried for one.
const MANY_CONSTANTS: usize = 24;

/// What it costs to write a limit with the other sign.
const OTHER_SIGN: u32 = 12;
/// What an assignment to another variable costs.
const WRONG_TARGET: u32 = 23;

/// How much more it costs to ask which of two states is larger.
const STATES: u32 = 8;
/// How much more it costs to add something to what it is made of.
const OWN: u32 = 8;
/// What it costs to give another function to whoever calls it.
const CALLED_BACK: u32 = 13;

/// What expressions of a function can be made of.
pub struct Words<'a> {
    /// The text.
    pub text: Text<'a>,
    /// What is known where.
    pub names: &'a Names<'a>,
    /// Constants as the program writes them.
    pub constants: &'a [String],
    /// What macros stand for.
    pub macros: &'a Macros,
}

impl Words<'_> {
    /// The changes of the expression in these tokens.
    pub fn changes(&self, tokens: &Range<usize>) -> Vec<Swap> {
        let mut found = Vec::new();
        for at in tokens.clone() {
            match self.text.kind(at) {
                Some(Kind::Sign) => self.sign(tokens, at, &mut found),
                Some(Kind::Word) => self.word(tokens, at, &mut found),
                Some(Kind::Number | Kind::Character) => self.constant(tokens, at, &mut found),
                Some(Kind::String) => self.string(at, &mut found),
                None => {}
            }
        }
        self.operands(tokens, &mut found);
        self.first_of_all(tokens, &mut found);
        found
    }

    /// What a text that is printed may lack at its end, or have too much.
    fn string(&self, at: usize, found: &mut Vec<Swap>) {
        if !self.is_format(at) {
            return;
        }
        let word = self.text.word(at);
        let Some(inner) = word.strip_prefix('"').and_then(|it| it.strip_suffix('"')) else { return };
        let mut others: Vec<(String, u32)> = Vec::new();
        match inner.strip_suffix("\\n") {
            Some(rest) => others.extend([(rest.to_owned(), 13), (format!("{rest} "), 16), (format!("{rest} \\n"), 17)]),
            None => others.push((format!("{inner}\\n"), 12)),
        }
        match inner.strip_suffix(' ') {
            Some(rest) => others.extend([(rest.to_owned(), 13), (format!("{rest}\\n"), 14)]),
            None => others.push((format!("{inner} "), 15)),
        }
        if let Some(rest) = inner.strip_suffix("\\t") {
            others.extend([(rest.to_owned(), 14), (format!("{rest} "), 15), (format!("{rest}\\n"), 15)]);
        }
        if inner.contains(", ") || inner.contains(": ") {
            others.push((inner.replace(", ", ",").replace(": ", ":"), 18));
        }
        for (from, to) in [(" %", "%"), ("%.1f", "%.2f"), ("%f", "%.2f"), ("%d", "%i"), (": ", " "), ("\\n", "")] {
            if inner.contains(from) {
                others.push((inner.replace(from, to), 18));
            }
        }
        others.extend(formats::others(inner));
        for (other, cost) in others {
            self.put(at, &format!("\"{other}\""), cost, found);
        }
    }

    /// Whether a literal is what a call prints, or prints by.
    fn is_format(&self, at: usize) -> bool {
        let opens = (at.saturating_sub(6)..at).rev().find(|&k| self.text.is(k, "("));
        let printer = opens.and_then(|k| k.checked_sub(1)).map_or("", |k| self.text.word(k));
        printer.ends_with("printf") || printer == "puts" && self.text.is(at - 1, "(")
    }

    fn put(&self, at: usize, new: &str, cost: u32, found: &mut Vec<Swap>) {
        let token = self.text.tokens[at];
        found.push(Swap { bytes: token.start..token.end, new: new.to_owned(), cost });
    }

    /// Whether a sign stands between two operands.
    pub(super) fn is_between(&self, tokens: &Range<usize>, at: usize) -> bool {
        at > tokens.start && self.ends_operand(at - 1) && at + 1 < tokens.end
    }

    pub(super) fn ends_operand(&self, at: usize) -> bool {
        let word = self.text.word(at);
        match self.text.kind(at) {
            Some(Kind::Word) => !matches!(word, "return" | "sizeof" | "case" | "else"),
            Some(Kind::Number | Kind::Character | Kind::String) => true,
            Some(Kind::Sign) => match word {
                "]" => true,
                // A cast ends no operand.
                ")" => !self.is_cast(at),
                _ => false,
            },
            None => false,
        }
    }

    /// Whether the parenthesis that closes here is that of a cast.
    pub(super) fn is_cast(&self, close: usize) -> bool {
        let Some(open) = self.opening(close) else { return false };
        let inside = open + 1..close;
        let is_type = |k: usize| {
            matches!(
                self.text.word(k),
                "int"
                    | "char"
                    | "long"
                    | "short"
                    | "unsigned"
                    | "signed"
                    | "float"
                    | "double"
                    | "void"
                    | "const"
                    | "size_t"
                    | "bool"
                    | "_Bool"
                    | "*"
            ) || matches!(self.text.word(k), "struct" | "enum" | "union")
                || (k > open + 1 && matches!(self.text.word(k - 1), "struct" | "enum" | "union"))
        };
        // What has a name of its own is a type if an operand follows.
        let is_followed = match self.text.kind(close + 1) {
            Some(Kind::Word | Kind::Number | Kind::Character | Kind::String) => true,
            Some(Kind::Sign) => matches!(self.text.word(close + 1), "!" | "~"),
            None => false,
        };
        let is_named = is_followed && inside.len() == 1 && self.text.kind(inside.start) == Some(Kind::Word);
        let is_type = !inside.is_empty() && inside.clone().all(is_type) || is_named;
        is_type && !matches!(self.text.word(open.wrapping_sub(1)), "sizeof" | "if" | "while" | "for" | "switch")
    }

    pub(super) fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in (0..=close).rev() {
            match self.text.word(at) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn sign(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let word = self.text.word(at);
        let between = self.is_between(tokens, at);
        let others: &[(&str, u32)] = match word {
            // The wrong way round is nearer than a number more or less.
            "<" => &[("<=", 10), (">", 14), (">=", 18), ("!=", 21), ("==", 23)],
            "<=" => &[("<", 10), (">=", 14), (">", 18), ("==", 21), ("!=", 23)],
            ">" => &[(">=", 10), ("<", 14), ("<=", 18), ("!=", 21), ("==", 23)],
            ">=" => &[(">", 10), ("<=", 14), ("<", 18), ("==", 21), ("!=", 23)],
            "==" => &[("!=", 10), ("<=", 21), (">=", 21), ("<", 23), (">", 23)],
            "!=" => &[("==", 10), ("<", 21), (">", 21), ("<=", 23), (">=", 23)],
            "&&" => &[("||", 10), ("&", 16)],
            "||" => &[("&&", 10), ("|", 16)],
            "+" if between => &[("-", 10), ("*", 20), ("/", 24), ("%", 24)],
            "-" if between => &[("+", 10), ("*", 22), ("/", 22), ("%", 24)],
            "*" if between => &[("+", 18), ("/", 18), ("-", 22), ("%", 22)],
            "/" if between => &[("%", 15), ("*", 18), ("-", 22), ("+", 24), (">>", 24)],
            "%" if between => &[("/", 15), ("*", 22), ("-", 22), ("+", 24)],
            "<<" => &[(">>", 13)],
            ">>" => &[("<<", 13)],
            "&" if between => &[("|", 13), ("&&", 16), ("^", 16)],
            "|" if between => &[("&", 13), ("||", 16), ("^", 16)],
            "^" => &[("|", 15), ("&", 15)],
            "+=" => &[("-=", 11), ("=", 13), ("*=", 20)],
            "-=" => &[("+=", 11), ("=", 13)],
            "*=" => &[("+=", 16), ("/=", 16), ("=", 18)],
            "/=" => &[("*=", 16), ("%=", 16), ("-=", 20), ("=", 20)],
            "%=" => &[("/=", 16), ("=", 20)],
            "=" => &[("+=", 13), ("-=", 24), ("|=", 24)],
            "<<=" => &[(">>=", 13)],
            ">>=" => &[("<<=", 13)],
            "&=" => &[("|=", 13), ("^=", 18)],
            "|=" => &[("&=", 13), ("^=", 18), ("=", 18)],
            "^=" => &[("|=", 15), ("&=", 15)],
            "++" => &[("--", 12)],
            "--" => &[("++", 12)],
            "!" => &[("", 14), ("~", 14)],
            "~" => &[("!", 14), ("", 20)],
            _ => &[],
        };
        let is_state = self.is_about_states(at);
        // What says what becomes of something by what it was is no part of a sum.
        let is_own = word == "=" && at > tokens.start && {
            let (target, width) = (tokens.start..at, at - tokens.start);
            let is_it = |from: usize| target.clone().zip(from..).all(|(a, b)| self.text.word(a) == self.text.word(b));
            (at + 1..(tokens.end + 1).saturating_sub(width)).any(is_it)
        };
        for (new, cost) in others {
            let is_order = matches!(*new, "<" | "<=" | ">" | ">=");
            let more = STATES * u32::from(is_order && is_state) + OWN * u32::from(is_own);
            self.put(at, new, *cost + more, found);
        }
        // A sign before an operand that should not be there.
        if word == "-" && !between {
            self.put(at, "", 16, found);
        }
    }

    fn word(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let word = self.text.word(at);
        let start = self.text.tokens[at].start;
        let is_part = at > 0 && matches!(self.text.word(at - 1), "." | "->");
        if is_part {
            let is_written = is_assignment(self.text.word(at + 1));
            for (other, is_same) in self.names.other_fields(word) {
                let cost = match (is_same, is_written) {
                    (true, _) => 11,
                    (false, false) => 15,
                    (false, true) => WRONG_TARGET,
                };
                self.put(at, &other, cost, found);
            }
            return;
        }
        if self.text.is(at + 1, "(") {
            self.other_function(at, found);
            return;
        }
        for other in self.names.other_enumerators(word) {
            self.put(at, &other, 12, found);
        }
        for other in self.names.other_functions(word) {
            self.put(at, other, CALLED_BACK, found);
        }
        if let Some(ty) = self.names.type_of(word, start) {
            let is_written = is_target(self.text, tokens, at);
            for other in self.names.variables(start) {
                if other.text != word && self.names.fit(ty, other.ty) && (!is_written || other.is_assignable) {
                    // Whoever assigns to something else leaves a variable as it was, often one that has no value yet.
                    let cost = match (is_written, tokens.len()) {
                        (true, _) => WRONG_TARGET,
                        // What stands alone is seldom confused with anything.
                        (false, 1) => 16,
                        (false, _) => 11,
                    };
                    self.put(at, &other.text, if other.ty == ty { cost } else { cost + 2 }, found);
                }
            }
            // Nobody compares an address with a number.
            let is_order = |at: usize| matches!(self.text.word(at), "<" | ">" | "<=" | ">=");
            if self.names.element(ty).is_some() && (is_order(at + 1) || at > tokens.start && is_order(at - 1)) {
                for other in self.names.variables(start).into_iter().filter(|it| self.names.is_integer(it.ty)) {
                    self.put(at, &other.text, 13, found);
                }
            }
            // What it points to may be meant.
            let is_divisor = at > 0 && self.text.is(at - 1, "/");
            for other in self.names.variables(start).into_iter().filter(|_| !is_written && !is_divisor) {
                if self.names.is_pointer(other.ty) && self.names.element(other.ty) == Some(ty) && other.text != word {
                    self.put(at, &format!("*{}", other.text), 15, found);
                }
            }
            if !is_written {
                for (name, ret, params) in self.names.functions() {
                    if params.is_empty() && self.names.fit(ty, ret) && name != "main" {
                        self.put(at, &format!("{name}()"), 15, found);
                    }
                }
            }
        } else if self.macros.names.iter().any(|it| it == word) {
            // Nobody adds nothing by name.
            let is_term = |at: usize| matches!(self.text.word(at), "+" | "-");
            let is_added = at > 0 && is_term(at - 1) || is_term(at + 1);
            let is_nothing = |name: &str| is_added && self.macros.values.get(name) == Some(&0);
            let others = self.macros.others(word).into_iter().filter(|(other, _)| !is_nothing(other));
            for (other, is_alike) in others.take(MANY_CONSTANTS) {
                self.put(at, other, if is_alike { 13 } else { 15 } + self.far_from(word, other), found);
            }
            // The other sign, where it stands elsewhere: a limit on both sides.
            let is_signed = at > 0 && matches!(self.text.word(at - 1), "-" | "+");
            let negative = format!("-{word}");
            if !is_signed && self.text.text.contains(&negative) {
                self.put(at, &negative, OTHER_SIGN, found);
            }
            let is_number = |it: &&String| it.starts_with(|c: char| c.is_ascii_digit());
            for other in self.constants.iter().filter(is_number) {
                self.put(at, other, 22 + self.far_from(word, other), found);
            }
        }
    }

    /// How far a constant is from another one: people confuse those of about the same size.
    fn far_from(&self, one: &str, other: &str) -> u32 {
        let value = |word: &str| self.macros.values.get(word).copied().or_else(|| Some(Literal::of(word)?.value));
        let digits = |number: i64| number.unsigned_abs().checked_ilog10().map_or(0, |digits| digits + 1);
        match (value(one), value(other)) {
            (Some(one), Some(other)) => {
                digits(one).abs_diff(digits(other)).min(4) + u32::from((one < 0) != (other < 0))
            }
            _ => 1,
        }
    }

    /// Another function with the same parameters.
    fn other_function(&self, at: usize, found: &mut Vec<Swap>) {
        let word = self.text.word(at);
        for name in self.names.other_functions(word) {
            self.put(at, name, 17, found);
        }
    }

    fn constant(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let word = self.text.word(at);
        if let Some(literal) = Literal::of(word) {
            let number = literal.value;
            for other in [number.checked_add(1), number.checked_sub(1)].into_iter().flatten() {
                self.put(at, &literal.write(other), if other < 0 { 12 } else { 10 }, found);
            }
            for other in literal.neighbours_by_bits() {
                self.put(at, &literal.write(other), 13, found);
            }
            let is_other = |other: &i64| *other != number && number > 1 || *other == -1;
            for (other, cost) in [(number.checked_neg(), 17), (number.checked_mul(10), 22)] {
                if let Some(other) = other.filter(is_other) {
                    self.put(at, &literal.write(other), cost, found);
                }
            }
            for (k, other) in rounder(number).into_iter().enumerate() {
                self.put(at, &literal.write(other), 17 + k as u32 / 2, found);
            }
        }
        let is_decimal = word.ends_with(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) && word.contains('.');
        if let Some(number) = word.parse::<f64>().ok().filter(|_| is_decimal) {
            for other in [number + 1.0, number - 1.0, -number, number * 10.0, number / 10.0] {
                self.put(at, &format!("{other:?}"), 16, found);
            }
        }
        let start = self.text.tokens[at].start;
        let is_character = self.text.kind(at) == Some(Kind::Character);
        for other in self.constants.iter().filter(|it| *it != word).take(MANY_CONSTANTS) {
            self.put(at, other, if other.starts_with('\'') == is_character { 21 } else { 25 }, found);
        }
        for other in self.names.variables(start) {
            if self.names.is_integer(other.ty) && !is_target(self.text, tokens, at) {
                self.put(at, &other.text, 18, found);
            }
        }
    }
}

/// Rounder numbers near one of two digits or more, the nearest first.
fn rounder(number: i64) -> Vec<i64> {
    let mut found = Vec::new();
    for unit in [10, 50, 100, 500, 1000] {
        if number.abs() < unit || number.abs() > 1_000_000 {
            break;
        }
        let below = number.div_euclid(unit) * unit;
        found.extend([below, below + unit, number - unit, number + unit]);
    }
    let mut known = vec![number];
    found.retain(|&it| {
        let is_new = it > 0 && !known.contains(&it);
        known.push(it);
        is_new
    });
    found.sort_by_key(|it| (it - number).abs());
    found
}

/// Whether a token begins what an assignment writes to.
pub fn is_target(text: Text<'_>, tokens: &Range<usize>, at: usize) -> bool {
    let mut end = at + 1;
    while end < tokens.end {
        end = match text.word(end) {
            "." | "->" => end + 2,
            "[" => text.after_group(end).unwrap_or(tokens.end),
            _ => break,
        };
    }
    at == tokens.start && is_assignment(text.word(end))
}

pub(super) fn is_assignment(sign: &str) -> bool {
    matches!(sign, "=" | "+=" | "-=" | "*=" | "/=" | "++" | "--")
}

/// Paths of a type that can be written to.
pub fn assignable(paths: &[Path]) -> impl Iterator<Item = &Path> {
    paths.iter().filter(|path| path.is_assignable)
}
