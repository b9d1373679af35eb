//! One program that holds many variants of itself, of which a variable says which one it is.
//!
//! Reading C takes a thousand times as long as a run of it: all variants are read at once.

use std::collections::BTreeMap;
use std::ops::Range;

use super::lex;
use super::stage::PICK;
use super::variants::{Slot, Variant};

/// A text with many variants in it.
pub struct Schema {
    /// The text.
    pub text: String,
    /// For each line of it, which variant stands there.
    variant_from_line: BTreeMap<u32, usize>,
    /// What picks each variant: those of one place have numbers in a row, so that one look tells whether it is one of them.
    picks: Vec<u32>,
}

impl Schema {
    /// The variant that stands on a line, counted from 1.
    pub fn variant_at(&self, line: u32) -> Option<usize> {
        self.variant_from_line.get(&line).copied()
    }

    /// What picks a variant, by its position.
    pub fn into_picks(self) -> Vec<u32> {
        self.picks
    }

    /// Puts variants into a text. Those without a place of their own are left out.
    pub fn new(text: &str, variants: &[Variant]) -> Self {
        let mut order: Vec<usize> = (0..variants.len()).collect();
        order.sort_by_key(|&k| variants[k].parts.first().map(|(slot, _)| slot));
        let mut picks = vec![0; variants.len()];
        for (position, &k) in order.iter().enumerate() {
            picks[k] = position as u32 + 1;
        }
        let mut slots: BTreeMap<Slot, Vec<Choice<'_>>> = BTreeMap::new();
        for &k in &order {
            for (slot, new) in &variants[k].parts {
                slots.entry(slot.clone()).or_default().push(Choice { variant: k, pick: picks[k], new });
            }
        }
        for choices in slots.values_mut() {
            choices.sort_by_key(|it| it.pick);
        }
        let mut slots: Vec<(Slot, Vec<Choice<'_>>)> = slots.into_iter().collect();
        // What is outside comes before what is inside.
        slots.sort_by_key(|(slot, _)| {
            let (start, end) = bounds(slot);
            (start, start != end, std::cmp::Reverse(end))
        });
        let directives = lex::directives(text);
        let (out, variant_from_line) = (String::new(), BTreeMap::new());
        let mut writer = Writer { text, directives, newline: "\n", out, line: 1, variant_from_line };
        writer.put(&format!("extern int {PICK};\n"));
        writer.range(0, text.len(), &slots);
        Self { text: writer.out, variant_from_line: writer.variant_from_line, picks }
    }
}

fn bounds(slot: &Slot) -> (usize, usize) {
    match *slot {
        Slot::Truth(start, end) | Slot::Value(start, end) | Slot::Effect(start, end) | Slot::Statement(start, end) => {
            (start, end)
        }
        Slot::At(at) => (at, at),
    }
}

/// What may stand at a place.
#[derive(Clone, Copy)]
struct Choice<'s> {
    variant: usize,
    pick: u32,
    new: &'s str,
}

type Slots<'s> = [(Slot, Vec<Choice<'s>>)];

struct Writer<'t> {
    text: &'t str,
    directives: Vec<Range<usize>>,
    /// What ends a line here: what is defined goes on to the next one.
    newline: &'static str,
    out: String,
    line: u32,
    variant_from_line: BTreeMap<u32, usize>,
}

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
        self.line += text.matches('\n').count() as u32;
    }

    /// A variant, on lines of its own.
    fn variant(&mut self, k: usize, before: &str, new: &str, after: &str) {
        self.put(self.newline);
        let first = self.line;
        self.put(before);
        self.put(new);
        self.put(after);
        for line in first..=self.line {
            self.variant_from_line.insert(line, k);
        }
        self.put(self.newline);
    }

    /// The text from `at` to `end` with what goes into it.
    fn range(&mut self, mut at: usize, end: usize, slots: &Slots<'_>) {
        let mut k = 0;
        while let Some((slot, variants)) = slots.get(k) {
            let (from, until) = bounds(slot);
            if from < at || until > end {
                k += 1;
                continue;
            }
            let before = self.text[at..from].to_owned();
            self.put(&before);
            let n_inner = slots[k + 1..].iter().take_while(|(inner, _)| bounds(inner).0 < until).count();
            self.slot(slot, variants, &slots[k + 1..k + 1 + n_inner]);
            at = until;
            k += 1 + n_inner;
        }
        let rest = self.text[at..end].to_owned();
        self.put(&rest);
    }

    fn slot(&mut self, slot: &Slot, variants: &[Choice<'_>], inner: &Slots<'_>) {
        let (from, until) = bounds(slot);
        let base = self.text[from..until].to_owned();
        self.newline = if self.directives.iter().any(|it| it.contains(&from)) { "\\\n" } else { "\n" };
        match slot {
            Slot::Truth(..) => self.expression(variants, "!!", &base),
            Slot::Value(..) => self.expression(variants, "", &base),
            Slot::Effect(..) => self.expression(variants, "(void)", &base),
            Slot::Statement(..) => {
                self.put("{ ");
                self.statements(variants, "else ");
                self.put("{ ");
                self.range(from, until, inner);
                self.put(" } }");
            }
            Slot::At(_) => self.statements(variants, ""),
        }
    }

    fn expression(&mut self, variants: &[Choice<'_>], how: &str, base: &str) {
        self.put(&format!("({} ? ", is_one_of(variants)));
        self.tree(variants, how);
        self.put(&format!(": {how}({base}))"));
    }

    /// One of them, found by halves: a place is passed often, and has hundreds of variants.
    fn tree(&mut self, variants: &[Choice<'_>], how: &str) {
        match variants {
            [] => {}
            [only] => self.variant(only.variant, &format!("{how}("), only.new, ")"),
            _ => {
                let (left, right) = variants.split_at(variants.len() / 2);
                self.put(&format!("({PICK} < {} ? ", right[0].pick));
                self.tree(left, how);
                self.put(": ");
                self.tree(right, how);
                self.put(")");
            }
        }
    }

    /// A choice among the variants. A `break` must not be caught by a `switch` of ours.
    fn statements(&mut self, variants: &[Choice<'_>], then: &str) {
        let (jumps, others): (Vec<_>, Vec<_>) =
            variants.iter().copied().partition(|it| it.new.contains("break") || it.new.contains("case"));
        if !others.is_empty() {
            self.put(&format!("if ({}) {{ switch ({PICK}) {{", is_one_of(&others)));
            for it in &others {
                self.variant(it.variant, &format!("case {}: {{ ", it.pick), it.new, " } break;");
            }
            self.put("} } ");
            self.put(then);
        }
        if jumps.is_empty() {
            return;
        }
        self.put(&format!("if ({}) {{ ", is_one_of(&jumps)));
        for it in &jumps {
            self.variant(it.variant, &format!("if ({PICK} == {}) {{ ", it.pick), it.new, " } ");
        }
        self.put("} ");
        self.put(then);
    }
}

/// That one of them is picked.
fn is_one_of(variants: &[Choice<'_>]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for it in variants {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == it.pick => *last = it.pick,
            _ => ranges.push((it.pick, it.pick)),
        }
    }
    is_within(&ranges)
}

/// That what is picked is within one of these ranges, which are in order: found by halves, too, for each run passes each place.
fn is_within(ranges: &[(u32, u32)]) -> String {
    match ranges {
        [] => "0".to_owned(),
        [(low, high)] if low == high => format!("{PICK} == {low}"),
        [(low, high)] => format!("({PICK} >= {low} && {PICK} <= {high})"),
        _ => {
            let (left, right) = ranges.split_at(ranges.len() / 2);
            format!("({PICK} < {} ? {} : {})", right[0].0, is_within(left), is_within(right))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_picked_is_found_by_halves() {
        let text = is_within(&[(1, 1), (4, 6), (9, 9)]);
        assert_eq!(text.replace(PICK, "p"), "(p < 4 ? p == 1 : (p < 9 ? (p >= 4 && p <= 6) : p == 9))");
    }

    #[test]
    fn variants_stand_on_lines_of_their_own() {
        let text = "int f(int a) { if (a < 1) a = 2; return a; }";
        let truth = Variant {
            parts: vec![(Slot::Truth(19, 24), "a <= 1".to_owned())],
            edits: vec![(21..22, "<=".to_owned())],
            place: 19..24,
            cost: 10,
            likeness: 0,
        };
        let statement = Variant {
            parts: vec![(Slot::Statement(26, 32), "a = 3;".to_owned())],
            edits: vec![(30..31, "3".to_owned())],
            place: 26..32,
            cost: 10,
            likeness: 0,
        };
        let schema = Schema::new(text, &[truth, statement]);
        let known: Vec<(&str, Option<usize>)> =
            schema.text.lines().zip(1..).map(|(line, k)| (line, schema.variant_at(k))).collect();
        assert_eq!(known[2], ("!!(a <= 1)", Some(0)));
        assert!(known.contains(&("case 2: { a = 3; } break;", Some(1))), "{known:?}");
        assert_eq!((known[0].1, known[1].1), (None, None));
    }
}
