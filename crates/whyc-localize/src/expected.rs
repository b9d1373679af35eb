//! What a run prints, held against what it should print, as a condition on values.
//!
//! The text so far is known by how much of the expected text it has matched. Of a printed number, only the values that
//! print as what stands next in the expected text can be right, so that no digits are ever computed.

use std::collections::BTreeMap;

use whyc_ir::block::{Conversion, STATUS_STREAM};
use whyc_ir::interp::print;
use whyc_term::float::{self, Format};
use whyc_term::{TermId, TermStore};
use whyc_unroll::step::{OutputTerm, StepKind, Unrolling};

use super::runs::FailingRun;

/// Longer texts than this are no single number.
const LONGEST_NUMBER: usize = 40;

/// That the run prints what it should and ends with the status it should (Boolean).
///
/// # Errors
/// If the way in which something is printed is not known; in words.
pub fn matches(unrolling: &Unrolling, run: &FailingRun, terms: &mut TermStore) -> Result<TermId, String> {
    let mut all = terms.bool_const(true);
    if let Some(text) = &run.stdout {
        let matched = matches_text(unrolling, 1, text, terms)?;
        all = terms.and(all, matched);
    }
    if let Some(status) = run.status {
        let matched = matches_text(unrolling, STATUS_STREAM, status.to_string().as_bytes(), terms)?;
        all = terms.and(all, matched);
    }
    Ok(all)
}

/// How much of the expected text has been matched, each with the condition for it.
type Matched = BTreeMap<usize, TermId>;

fn matches_text(unrolling: &Unrolling, stream: i32, text: &[u8], terms: &mut TermStore) -> Result<TermId, String> {
    let mut matched: Matched = [(0, terms.bool_const(true))].into();
    for step in unrolling.steps.iter() {
        let StepKind::Output { stream: to, item } = &step.kind else { continue };
        match terms.as_bits(*to) {
            Some(to) if to as i32 == stream => {}
            Some(_) => continue,
            None => return Err("output to a stream that is not known".to_owned()),
        }
        let mut next = Matched::new();
        for (&at, &cond) in &matched {
            let not_printed = terms.not(step.guard);
            add(terms, &mut next, at, cond, not_printed);
            for (len, fits) in continuations(terms, item, &text[at..])? {
                let here = terms.and(step.guard, fits);
                add(terms, &mut next, at + len, cond, here);
            }
        }
        matched = next;
    }
    Ok(matched.get(&text.len()).copied().unwrap_or_else(|| terms.bool_const(false)))
}

fn add(terms: &mut TermStore, next: &mut Matched, at: usize, cond: TermId, more: TermId) {
    let both = terms.and(cond, more);
    if terms.as_bool(both) == Some(false) {
        return;
    }
    let known = next.get(&at).copied();
    let either = known.map_or(both, |known| terms.or(known, both));
    next.insert(at, either);
}

/// How many bytes of `rest` an output may be, each with the condition for it.
fn continuations(terms: &mut TermStore, item: &OutputTerm, rest: &[u8]) -> Result<Vec<(usize, TermId)>, String> {
    match item {
        OutputTerm::Text(bytes) => {
            let fits = rest.starts_with(bytes);
            Ok(if fits { vec![(bytes.len(), terms.bool_const(true))] } else { Vec::new() })
        }
        OutputTerm::Byte(value) => Ok(match rest.first() {
            Some(&byte) => {
                let wanted = terms.bits(8, u128::from(byte));
                vec![(1, terms.eq(*value, wanted))]
            }
            None => Vec::new(),
        }),
        OutputTerm::Number { value, conversion, layout } => {
            let [flags, width, precision] = layout.map(|term| terms.as_bits(term));
            let (Some(flags), Some(width), Some(precision)) = (flags, width, precision) else {
                return Err("a number printed with an unknown width or precision".to_owned());
            };
            let layout =
                print::Layout { flags: flags as u32, width: width as u32 as i32, precision: precision as u32 as i32 };
            Ok(numbers(terms, *value, *conversion, layout, rest))
        }
    }
}

fn numbers(
    terms: &mut TermStore,
    value: TermId,
    conversion: Conversion,
    layout: print::Layout,
    rest: &[u8],
) -> Vec<(usize, TermId)> {
    let mut found = Vec::new();
    // A value that is known prints as one text.
    if let Some(known) = terms.as_bits(value) {
        let text = print::number(conversion, known as u64, layout);
        if rest.starts_with(text.as_bytes()) {
            found.push((text.len(), terms.bool_const(true)));
        }
        return found;
    }
    for len in 0..=rest.len().min(LONGEST_NUMBER) {
        let Ok(text) = std::str::from_utf8(&rest[..len]) else { break };
        let fits = match conversion {
            Conversion::Float(_) => fraction(terms, value, conversion, layout, text),
            _ => {
                integer(text, conversion).filter(|&bits| print::number(conversion, bits, layout) == text).map(|bits| {
                    let wanted = terms.bits(64, u128::from(bits));
                    terms.eq(value, wanted)
                })
            }
        };
        if let Some(fits) = fits {
            found.push((len, fits));
        }
    }
    found
}

/// The integer that a text is, with its padding.
fn integer(text: &str, conversion: Conversion) -> Option<u64> {
    let text = text.trim_matches(' ');
    match conversion {
        Conversion::Signed => text.trim_start_matches('+').parse::<i64>().ok().map(|number| number as u64),
        Conversion::Unsigned => text.parse().ok(),
        Conversion::Hex | Conversion::UpperHex => {
            let digits = text.trim_start_matches("0x").trim_start_matches("0X");
            u64::from_str_radix(if digits.is_empty() { text } else { digits }, 16).ok()
        }
        Conversion::Octal => u64::from_str_radix(text, 8).ok(),
        Conversion::Float(_) => None,
    }
}

/// That a `double` prints as `text`: the numbers that do are neighbours.
fn fraction(
    terms: &mut TermStore,
    value: TermId,
    conversion: Conversion,
    layout: print::Layout,
    text: &str,
) -> Option<TermId> {
    let number: f64 = text.trim_matches(' ').parse().ok().filter(|number: &f64| number.is_finite())?;
    let prints = |number: f64| print::number(conversion, number.to_bits(), layout) == text;
    if !prints(number) {
        return None;
    }
    // Ordered like integers: the sign apart, the bits of a `double` are in the order of the numbers.
    let (low, high) = (edge(number, f64::next_down, prints), edge(number, f64::next_up, prints));
    let (low, high) = (terms.bits(64, u128::from(low.to_bits())), terms.bits(64, u128::from(high.to_bits())));
    let above = float::le(terms, Format::DOUBLE, low, value);
    let below = float::le(terms, Format::DOUBLE, value, high);
    let mut inside = terms.and(above, below);
    if number == 0.0 {
        // Zero and minus zero are equal but print differently.
        let negative = float::is_negative(terms, Format::DOUBLE, value);
        let same = if number.is_sign_negative() { negative } else { terms.not(negative) };
        inside = terms.and(inside, same);
    }
    Some(inside)
}

/// The last number in a direction that still prints the same, by steps that double and then halve.
fn edge(number: f64, step: fn(f64) -> f64, prints: impl Fn(f64) -> bool) -> f64 {
    let up = step(1.0) > 1.0;
    // The position of a number among all, so that distances can be halved.
    let ordinal = |x: f64| {
        let bits = x.to_bits() as i64;
        if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
    };
    let number_at = |at: i64| f64::from_bits(if at < 0 { i64::MIN.wrapping_sub(at) } else { at } as u64);
    let start = ordinal(number);
    let mut inside = 0i64;
    let mut outside = 1i64;
    let at =
        |distance: i64| number_at(if up { start.saturating_add(distance) } else { start.saturating_sub(distance) });
    while outside < 1 << 60 && prints(at(outside)) {
        inside = outside;
        outside *= 2;
    }
    while outside - inside > 1 {
        let middle = inside + (outside - inside) / 2;
        if prints(at(middle)) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    at(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: print::Layout = print::Layout { flags: 0, width: 0, precision: -1 };

    #[test]
    fn only_values_that_print_as_the_text_are_left() {
        let mut terms = TermStore::new();
        let value = terms.input(whyc_term::Sort::Bits(64));
        let found = numbers(&mut terms, value, Conversion::Signed, PLAIN, b"-12 x");
        let lengths: Vec<usize> = found.iter().map(|&(len, _)| len).collect();
        assert_eq!(lengths, [2, 3], "-1 and -12, but neither - nor a space behind");
    }

    #[test]
    fn the_edges_of_what_prints_the_same_are_exact() {
        let prints = |number: f64| format!("{number:.2}") == "0.50";
        let (low, high) = (edge(0.5, f64::next_down, prints), edge(0.5, f64::next_up, prints));
        assert!(prints(low) && prints(high) && !prints(low.next_down()) && !prints(high.next_up()));
    }
}
