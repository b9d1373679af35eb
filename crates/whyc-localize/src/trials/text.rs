//! Whether a run prints what it should once some statements print something else.

use super::world::Printer;

/// What each text of a suspended statement would have to be, by position in `printed`; none if nothing helps.
///
/// What is between two of them has to stand in the expected text as it is. The leftmost place is always good enough: it leaves
/// most to what follows.
pub fn fill(
    printed: &[(Option<Printer>, Vec<u8>)],
    is_free: &dyn Fn(Printer) -> bool,
    expected: &[u8],
) -> Option<Vec<(usize, Vec<u8>)>> {
    // The texts that stay, each with the free ones before it.
    let mut at = 0;
    let mut found: Vec<(usize, Vec<u8>)> = Vec::new();
    let mut waiting: Option<usize> = None;
    let mut fixed: Vec<u8> = Vec::new();
    let last_free = printed.iter().rposition(|(printer, _)| printer.is_some_and(is_free));
    for (k, (printer, text)) in printed.iter().enumerate() {
        if printer.is_some_and(is_free) {
            at = place(expected, at, &fixed, &mut waiting, &mut found)?;
            fixed.clear();
            // Of neighbours the first one takes everything.
            if waiting.is_none() {
                waiting = Some(k);
            } else {
                found.push((k, Vec::new()));
            }
        } else {
            fixed.extend_from_slice(text);
        }
    }
    // What comes last ends the text.
    last_free?;
    let rest = &expected[at..];
    if !rest.ends_with(&fixed) {
        return None;
    }
    if let Some(free) = waiting {
        found.push((free, rest[..rest.len() - fixed.len()].to_vec()));
    }
    found.sort();
    Some(found)
}

/// Puts a fixed text behind what is free before it.
fn place(
    expected: &[u8],
    at: usize,
    fixed: &[u8],
    waiting: &mut Option<usize>,
    found: &mut Vec<(usize, Vec<u8>)>,
) -> Option<usize> {
    if fixed.is_empty() {
        return Some(at);
    }
    let rest = &expected[at..];
    match *waiting {
        None => rest.starts_with(fixed).then_some(at + fixed.len()),
        Some(free) => {
            let gap = rest.windows(fixed.len()).position(|window| window == fixed)?;
            found.push((free, rest[..gap].to_vec()));
            *waiting = None;
            Some(at + gap + fixed.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use whyc_base::ids::Id;
    use whyc_base::source::{FileId, Span};
    use whyc_ir::program::FunctionId;

    use super::*;

    fn printer(at: u32) -> Printer {
        (FunctionId::from_index(0), Span { file: FileId(0), start: at, end: at + 1 })
    }

    fn filled(parts: &[(u32, &str)], free: &[u32], expected: &str) -> Option<Vec<(usize, String)>> {
        let printed: Vec<_> = parts.iter().map(|&(at, text)| (Some(printer(at)), text.as_bytes().to_vec())).collect();
        let is_free = |it: Printer| free.iter().any(|&at| printer(at) == it);
        let texts = fill(&printed, &is_free, expected.as_bytes())?;
        Some(texts.into_iter().map(|(k, text)| (k, String::from_utf8_lossy(&text).into_owned())).collect())
    }

    #[test]
    fn what_is_free_takes_what_is_between() {
        let parts = [(1, "a"), (2, "x"), (1, "a"), (2, "y")];
        assert_eq!(filled(&parts, &[2], "a--a\n"), Some(vec![(1, "--".to_owned()), (3, "\n".to_owned())]));
        assert_eq!(filled(&parts, &[2], "b--a\n"), None);
        assert_eq!(filled(&parts, &[1], "xy"), Some(vec![(0, String::new()), (2, String::new())]));
        assert_eq!(filled(&parts, &[1], "0x1yz"), None);
    }

    #[test]
    fn what_is_fixed_at_the_end_ends_the_text() {
        assert_eq!(filled(&[(1, "n"), (2, "\n")], &[1], "a\nb\n"), Some(vec![(0, "a\nb".to_owned())]));
        assert_eq!(filled(&[(1, "n"), (2, "\n")], &[1], "ab"), None);
        assert_eq!(filled(&[(1, "n")], &[], "n"), None);
    }
}
