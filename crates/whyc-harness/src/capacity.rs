//! How many calls it takes to fill what a module keeps: a fault often shows when one thing more is put in than there is room for.

use std::collections::BTreeMap;

/// As many calls as are made where nothing is to be filled.
pub const USUAL: u32 = 5;
/// Larger arrays than this are not filled: every further call is one more choice in every run.
const LARGEST: u32 = 8;

/// The calls that make an object, fill the largest small array in these texts and try to put one thing more into it.
#[must_use]
pub fn calls<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> u32 {
    let macros: BTreeMap<&str, u32> = texts.clone().flat_map(str::lines).filter_map(number).collect();
    let lengths = texts.flat_map(lengths).filter_map(|length| match length.parse() {
        Ok(length) => Some(length),
        Err(_) => macros.get(length).copied(),
    });
    lengths.filter(|it| *it <= LARGEST).max().map_or(USUAL, |largest| USUAL.max(largest + 2))
}

/// A macro that stands for a number.
fn number(line: &str) -> Option<(&str, u32)> {
    let mut words = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?.split_whitespace();
    let (name, value) = (words.next()?, words.next()?);
    let value = value.trim_matches(['(', ')']).trim_end_matches(['u', 'U', 'l', 'L']);
    Some((name, value.parse().ok()?))
}

/// What stands alone in brackets behind a name that is declared: behind another name, or a star.
fn lengths(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('[').filter_map(|(at, _)| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let before = text[..at].trim_end();
        let name = before.trim_end_matches(is_part);
        let type_of = name.trim_end();
        let is_type = type_of.ends_with(|c| is_part(c) || c == '*' || c == ',') && !type_of.ends_with("return");
        let is_declared = name.len() < before.len() && is_type;
        let inside = text[at + 1..].split_once(']')?.0.trim();
        (is_declared && !inside.is_empty() && inside.chars().all(is_part)).then_some(inside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> u32 {
        calls([text].into_iter())
    }

    #[test]
    fn what_is_small_is_filled() {
        assert_eq!(of("#define SIZE 4\nstruct q { int item[SIZE]; unsigned n; };"), 6);
        assert_eq!(of("struct q { uint8_t item[7u]; };"), USUAL);
        assert_eq!(of("struct q { char *name[6], *other[2]; };"), 8);
        assert_eq!(of("struct q { char page[4096]; int head; };"), USUAL);
    }

    #[test]
    fn what_is_only_looked_at_is_no_array_of_the_module() {
        assert_eq!(of("int f(int *p) { return p[7]; }"), USUAL);
        assert_eq!(of("[8] [ ] x["), USUAL);
    }
}
