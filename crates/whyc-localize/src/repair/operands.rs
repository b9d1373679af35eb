//! The small changes of operands: one more or less, one left out, exchanged, converted, put into parentheses.

use std::ops::Range;

use super::lex::Kind;
use super::tokens::{Swap, Words, is_assignment};
use super::wrapped::as_elsewhere;

/// Types that are narrower than what C computes with, where a program uses them.
const NARROW: [&str; 5] = ["uint8_t", "uint16_t", "uint32_t", "unsigned char", "unsigned short"];

impl Words<'_> {
    /// Changes of operands: one more or less, one left out, exchanged, negated, converted, put into parentheses.
    pub(super) fn operands(&self, tokens: &Range<usize>, found: &mut Vec<Swap>) {
        let mut at = tokens.start;
        let mut previous: Option<(Range<usize>, usize)> = None;
        while at < tokens.end {
            if self.is_between(tokens, at) && is_binary(self.text.word(at)) {
                let right = self.operand_after(at + 1, tokens.end);
                let left = self.operand_before(at, tokens.start);
                self.around(tokens, (&left, at, &right), found);
                self.under_prefix(tokens, &left, &right, found);
                self.with_term((&left, at, &right), found);
                as_elsewhere(self.text, &(left.start..right.end), found);
                self.masked((&left, at, &right), found);
                self.all_bits((&left, at, &right), found);
                self.other_state((&left, at, &right), found);
                self.sides(tokens, (&left, at, &right), found);
                self.order_of(tokens, (&left, at, &right), found);
                self.together(tokens, at, found);
                if let Some((first, sign)) = &previous {
                    self.grouped((first, *sign), (&left, at, &right), found);
                    self.product_first((first, *sign), (&left, at, &right), found);
                }
                previous = Some((left, at));
            }
            at += 1;
        }
        for at in tokens.clone() {
            if matches!(self.text.word(at), "<" | "<=" | ">" | ">=") && self.is_between(tokens, at) {
                self.other_side(tokens, at, found);
            }
            self.without_parentheses(tokens, at, found);
            self.other_paths(tokens, at, found);
            self.more_or_less(tokens, at, found);
            self.unsigned(tokens, at, found);
            self.arguments(at, found);
            self.sizes(at, found);
            self.complement(tokens, at, found);
            self.indices(at, found);
            self.indexed(tokens, at, found);
            self.other_end(tokens, at, found);
            self.digit(tokens, at, found);
        }
        self.fields(tokens, found);
        self.elements(tokens, found);
        self.all_as_digit(tokens, found);
    }

    fn around(
        &self,
        tokens: &Range<usize>,
        (left, at, right): (&Range<usize>, usize, &Range<usize>),
        found: &mut Vec<Swap>,
    ) {
        let text = self.text;
        let (sign, a, b) = (text.word(at), text.slice(left), text.slice(right));
        let whole = text.bytes(left).start..text.bytes(right).end;
        let put = |new: String, cost: u32, found: &mut Vec<Swap>| found.push(Swap { bytes: whole.clone(), new, cost });
        let is_bound = left.start > tokens.start && matches!(text.word(left.start - 1), "<" | "<=" | ">" | ">=");
        let is_number = |it: &Range<usize>| it.len() == 1 && text.kind(it.start) == Some(Kind::Number);
        let cost = match (sign, b) {
            // Nobody writes a sum of two numbers.
            ("+" | "-", _) if is_number(left) && is_number(right) => 9,
            // Where a bound is meant, it is the plain one.
            ("-", "1") if is_bound => 9,
            ("+" | "-", "1") => 14,
            ("&&" | "||", _) => 22,
            _ => 25,
        };
        if !matches!(sign, "=" | "+=" | "-=") {
            found.push(Swap { bytes: text.bytes(left).end..whole.end, new: String::new(), cost });
            found.push(Swap { bytes: whole.start..text.bytes(right).start, new: String::new(), cost: cost + 2 });
        }
        if matches!(sign, "-" | "/" | "%" | "<<" | ">>") {
            put(format!("{b} {sign} {a}"), 19, found);
        }
        if matches!(sign, "/" | "*" | "+" | "-") {
            // What is computed in a type that is too narrow.
            let casts: &[(&str, u32)] = match sign {
                "/" => &[("double", 22), ("long long", 22)],
                _ => &[("long long", 20), ("unsigned", 22), ("double", 22)],
            };
            for (cast, cost) in casts {
                let first = text.bytes(left).start;
                found.push(Swap { bytes: first..first, new: format!("({cast})"), cost: *cost });
            }
        }
        if matches!(sign, "-" | "+" | "<<") && !self.is_within_product(tokens, left, right) {
            // What should be cut to the width of what it is computed from: differences of counters that wrap.
            for cast in NARROW.into_iter().filter(|it| text.text.contains(it)) {
                put(format!("({cast})({a} {sign} {b})"), 19, found);
            }
        }
        if sign == "%" {
            // The remainder of a negative number is negative.
            put(format!("({a} + {b}) % {b}"), if a.contains('-') { 16 } else { 26 }, found);
        }
    }

    /// Whether something binds what stands there more than the sign between it.
    fn is_within_product(&self, tokens: &Range<usize>, left: &Range<usize>, right: &Range<usize>) -> bool {
        let binds = |at: usize| matches!(self.text.word(at), "*" | "/" | "%") && self.is_between(tokens, at);
        left.start > tokens.start && binds(left.start - 1) || binds(right.end)
    }

    /// A term of a sum on the other side of a comparison: `a - b < c` for `a < b + c`. In numbers that wrap, or go too far, that is
    /// something else.
    fn other_side(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        let is_inside =
            |k: usize| matches!(text.kind(k), Some(Kind::Sign)) && binding(text.word(k)).is_some_and(|it| it < 9);
        let ends =
            |k: usize| is_inside(k) || matches!(text.word(k), ")" | "]" | "," | ";" | "?" | ":" | "=" | "(" | "[");
        let mut end = at + 1;
        while end < tokens.end && (!ends(end) || matches!(text.word(end), "(" | "[")) {
            end =
                if matches!(text.word(end), "(" | "[") { text.after_group(end).unwrap_or(tokens.end) } else { end + 1 };
        }
        let mut start = at;
        while start > tokens.start {
            start = match text.word(start - 1) {
                ")" | "]" => match self.opening(start - 1) {
                    Some(open) if open >= tokens.start => open,
                    _ => return,
                },
                _ if ends(start - 1) => break,
                _ => start - 1,
            };
        }
        let (left, right, sign) = (start..at, at + 1..end, text.word(at));
        let bytes = text.bytes(&left).start..text.bytes(&right).end;
        for (side, other, is_right) in [(&right, &left, true), (&left, &right, false)] {
            let Some((first, plus, second)) = self.sum(side) else { continue };
            let (a, b, other) = (text.slice(&first), text.slice(&second), text.slice(other));
            let is_compound = |k: usize| is_binary(text.word(k)) && self.is_between(&second, k);
            let b = if second.clone().any(is_compound) { format!("({b})") } else { b.to_owned() };
            let back = if plus == "+" { "-" } else { "+" };
            let mut sides = vec![(a.to_owned(), format!("{other} {back} {b}"))];
            if plus == "+" && !first.clone().any(|k| matches!(text.word(k), "+" | "-") && self.is_between(&first, k)) {
                sides.push((b, format!("{other} - {a}")));
            }
            for (rest, moved) in sides {
                let new = if is_right { format!("{moved} {sign} {rest}") } else { format!("{rest} {sign} {moved}") };
                found.push(Swap { bytes: bytes.clone(), new, cost: 16 });
            }
        }
    }

    /// What stands before the last sign of a sum, the sign, and what stands after it.
    fn sum<'t>(&'t self, side: &Range<usize>) -> Option<(Range<usize>, &'t str, Range<usize>)> {
        let (mut at, mut last) = (side.start, None);
        while at < side.end {
            match self.text.word(at) {
                "(" | "[" => {
                    at = self.text.after_group(at)?;
                    continue;
                }
                "+" | "-" if self.is_between(side, at) => last = Some(at),
                _ => {}
            }
            at += 1;
        }
        last.map(|at| (side.start..at, self.text.word(at), at + 1..side.end))
    }

    /// `a + b * c` as `(a + b) * c`, and `a - b - c` as `a - (b - c)`: the other way round.
    fn grouped(
        &self,
        (first, sign): (&Range<usize>, usize),
        (left, at, right): (&Range<usize>, usize, &Range<usize>),
        found: &mut Vec<Swap>,
    ) {
        if left.start != sign + 1 {
            return;
        }
        let (before, after) = (self.text.word(sign), self.text.word(at));
        let binds = |word: &str| binding(word).unwrap_or_default();
        let (start, end) = match binds(after) > binds(before) {
            true => (first, left),
            false => (left, right),
        };
        // Nothing changes where the order is all the same.
        if before == after && matches!(before, "+" | "*" | "&" | "|" | "^" | "&&" | "||") {
            return;
        }
        // Shifts and masks bind less than people think.
        let is_misread = matches!(before, "<<" | ">>" | "&" | "|" | "^") && binds(after) > binds(before);
        let bytes = self.text.bytes(start).start..self.text.bytes(end).end;
        let new = format!("({})", &self.text.text[bytes.clone()]);
        found.push(Swap { bytes, new, cost: if is_misread { 12 } else { 20 } });
    }

    /// `~a << b` as `~(a << b)`: what stands before an operand binds more than people think.
    fn under_prefix(&self, tokens: &Range<usize>, left: &Range<usize>, right: &Range<usize>, found: &mut Vec<Swap>) {
        let text = self.text;
        let is_prefix = |at: usize| matches!(text.word(at), "~" | "!" | "-") && !self.is_between(tokens, at);
        let inside = (left.start..left.end).take_while(|&at| is_prefix(at)).last();
        let outside = left.start.checked_sub(1).filter(|&at| at >= tokens.start && is_prefix(at));
        let Some(prefix) = inside.or(outside) else { return };
        let bytes = text.bytes(&(prefix + 1..right.end));
        let new = format!("({})", &text.text[bytes.clone()]);
        let cost = if text.is(prefix, "-") { 22 } else { 12 };
        found.push(Swap { bytes, new, cost });
    }

    /// A character as a number that is not negative.
    fn unsigned(&self, tokens: &Range<usize>, at: usize, found: &mut Vec<Swap>) {
        let text = self.text;
        let is_pointed = text.is(at, "*") && !self.is_between(tokens, at);
        let name = at + usize::from(is_pointed);
        let is_inner = !is_pointed && at > 0 && matches!(text.word(at - 1), "*" | "&" | "." | "->" | "++" | "--");
        let Some(ty) = self.names.type_of(text.word(name), text.tokens[at].start).filter(|_| !is_inner) else { return };
        let operand = self.operand_after(at, tokens.end);
        let is_element = is_pointed && operand.len() == 2 || text.is(name + 1, "[") && text.is(operand.end - 1, "]");
        let value = if is_element { self.names.element(ty) } else { Some(ty).filter(|_| operand.len() == 1) };
        if value.is_some_and(|it| self.names.is_signed_char(it)) && !is_assignment(text.word(operand.end)) {
            let start = text.tokens[at].start;
            let byte = if text.text.contains("uint8_t") { "uint8_t" } else { "unsigned char" };
            found.push(Swap { bytes: start..start, new: format!("({byte})"), cost: 17 });
        }
    }

    /// The operand that begins here: a name or number or parentheses, with what belongs to it.
    pub fn operand_after(&self, from: usize, most: usize) -> Range<usize> {
        let text = self.text;
        let mut at = from;
        while at < most && matches!(text.word(at), "!" | "-" | "~" | "*" | "&" | "++" | "--") {
            at += 1;
        }
        if text.is(at, "(") {
            at = text.after_group(at).unwrap_or(most);
            if at > from && self.is_cast(at - 1) {
                return from..self.operand_after(at, most).end;
            }
        } else if at < most {
            at += 1;
        }
        while at < most {
            match text.word(at) {
                "(" | "[" => at = text.after_group(at).unwrap_or(most),
                "." | "->" => at += 2,
                "++" | "--" => at += 1,
                _ => break,
            }
        }
        from..at.min(most)
    }

    /// The operand that ends before a position.
    pub(super) fn operand_before(&self, before: usize, least: usize) -> Range<usize> {
        let text = self.text;
        let mut at = before;
        loop {
            if at <= least {
                break;
            }
            match text.word(at - 1) {
                ")" | "]" => {
                    let Some(open) = self.opening(at - 1) else { break };
                    at = open;
                    // What is called or indexed belongs to it.
                    if at > least && (text.kind(at - 1) == Some(Kind::Word) || matches!(text.word(at - 1), ")" | "]")) {
                        continue;
                    }
                    break;
                }
                "++" | "--" => {
                    at -= 1;
                    continue;
                }
                _ => at -= 1,
            }
            if at > least && matches!(text.word(at - 1), "." | "->") {
                at -= 1;
                continue;
            }
            break;
        }
        at.max(least)..before
    }
}

pub(super) fn is_binary(sign: &str) -> bool {
    binding(sign).is_some()
}

/// How tightly a sign between two operands binds.
pub(super) fn binding(sign: &str) -> Option<u32> {
    Some(match sign {
        "||" => 1,
        "&&" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => return None,
    })
}
