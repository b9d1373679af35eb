//! One program that holds many variants of itself, of which a variable says which one it is.
//!
//! Reading C takes a thousand times as long as a run of it: all variants are read at once.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::stage::PICK;
use super::variants::{Slot, Variant};

/// A text with many variants in it.
pub struct Schema {
    /// The text.
    pub text: String,
    /// For each line of it, which variant stands there; variant `k` is picked by `k + 1`.
    variant_from_line: BTreeMap<u32, usize>,
}

impl Schema {
    /// The variant that stands on a line, counted from 1.
    pub fn variant_at(&self, line: u32) -> Option<usize> {
        self.variant_from_line.get(&line).copied()
    }

    /// Puts variants into a text. Those without a place of their own are left out.
    pub fn new(text: &str, variants: &[(usize, &Variant)]) -> Self {
        let mut slots: BTreeMap<Slot, Vec<(usize, &str)>> = BTreeMap::new();
        for (k, variant) in variants {
            for (slot, new) in &variant.parts {
                slots.entry(slot.clone()).or_default().push((*k, new));
            }
        }
        let mut slots: Vec<(Slot, Vec<(usize, &str)>)> = slots.into_iter().collect();
        // What is outside comes before what is inside.
        slots.sort_by_key(|(slot, _)| {
            let (start, end) = bounds(slot);
            (start, start != end, std::cmp::Reverse(end))
        });
        let mut writer = Writer { text, out: String::new(), line: 1, variant_from_line: BTreeMap::new() };
        writer.put(&format!("extern int {PICK};\n"));
        writer.range(0, text.len(), &slots);
        Self { text: writer.out, variant_from_line: writer.variant_from_line }
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

type Slots<'s> = [(Slot, Vec<(usize, &'s str)>)];

struct Writer<'t> {
    text: &'t str,
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
        self.put("\n");
        let first = self.line;
        self.put(before);
        self.put(new);
        self.put(after);
        for line in first..=self.line {
            self.variant_from_line.insert(line, k);
        }
        self.put("\n");
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

    fn slot(&mut self, slot: &Slot, variants: &[(usize, &str)], inner: &Slots<'_>) {
        let (from, until) = bounds(slot);
        let base = self.text[from..until].to_owned();
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

    fn expression(&mut self, variants: &[(usize, &str)], how: &str, base: &str) {
        let (low, high) = spread(variants);
        let mut open = String::new();
        let _ = write!(open, "({PICK} < {low} || {PICK} > {high} ? {how}({base}) : ");
        self.put(&open);
        for (k, new) in variants {
            self.variant(*k, &format!("{PICK} == {} ? {how}(", k + 1), new, ") :");
        }
        self.put(&format!("{how}({base}))"));
    }

    /// `if … else` over the variants. A `break` must not be caught by a `switch` of ours.
    fn statements(&mut self, variants: &[(usize, &str)], then: &str) {
        let (jumps, others): (Vec<_>, Vec<_>) =
            variants.iter().copied().partition(|(_, new)| new.contains("break") || new.contains("case"));
        if !others.is_empty() {
            let (low, high) = spread(&others);
            let list: Vec<usize> = others.iter().map(|(k, _)| k + 1).collect();
            let is_dense = high - low + 1 == list.len();
            // Those of other places in between are none of ours.
            let is_here = match is_dense {
                true => format!("{PICK} >= {low} && {PICK} <= {high}"),
                false => list.iter().map(|k| format!("{PICK} == {k}")).collect::<Vec<_>>().join(" || "),
            };
            self.put(&format!("if ({is_here}) {{ switch ({PICK}) {{"));
            for (k, new) in &others {
                self.variant(*k, &format!("case {}: {{ ", k + 1), new, " } break;");
            }
            self.put("} } ");
            self.put(then);
        }
        for (k, new) in &jumps {
            self.variant(*k, &format!("if ({PICK} == {}) {{ ", k + 1), new, " } ");
            self.put(then);
        }
    }
}

/// The smallest and the largest pick.
fn spread(variants: &[(usize, &str)]) -> (usize, usize) {
    let picks = || variants.iter().map(|(k, _)| k + 1);
    (picks().min().unwrap_or(0), picks().max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_stand_on_lines_of_their_own() {
        let text = "int f(int a) { if (a < 1) a = 2; return a; }";
        let truth = Variant {
            parts: vec![(Slot::Truth(19, 24), "a <= 1".to_owned())],
            edits: vec![(21..22, "<=".to_owned())],
            place: 19..24,
            cost: 10,
        };
        let statement = Variant {
            parts: vec![(Slot::Statement(26, 32), "a = 3;".to_owned())],
            edits: vec![(30..31, "3".to_owned())],
            place: 26..32,
            cost: 10,
        };
        let schema = Schema::new(text, &[(0, &truth), (1, &statement)]);
        let known: Vec<(&str, Option<usize>)> =
            schema.text.lines().zip(1..).map(|(line, k)| (line, schema.variant_at(k))).collect();
        assert_eq!(known[2], ("__whyc_pick == 1 ? !!(a <= 1) :", Some(0)));
        assert!(known.contains(&("case 2: { a = 3; } break;", Some(1))), "{known:?}");
        assert_eq!((known[0].1, known[1].1), (None, None));
    }
}
