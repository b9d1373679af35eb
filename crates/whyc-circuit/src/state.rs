//! States written by people: what `--state FILE` holds.
//!
//! One line for each signal, `NAME = VALUE`. A value is a number, decimal, `0x…` or `0b…`; in the last
//! form `-` or `x` stands for a bit that may be anything. `#` starts a comment. Instead of all that
//! there may be a single line with one of `0`, `1`, `-`, `x` for each latch, in the order of
//! the file. What is not mentioned may be anything.

use std::collections::HashMap;
use std::ops::Range;

use whyc_aig::circuit::FileError;

use crate::btor2::{literal, number};
use crate::design::Design;

/// Reads a state of `design`: a value, or none, for each latch.
///
/// # Errors
/// The first line that cannot be understood, or names what is not part of the state.
pub fn parse(design: &Design, text: &str) -> Result<Vec<Option<bool>>, FileError> {
    let circuit = &design.circuit;
    let n_named = design.n_named_latches();
    let mut bits_from_name: HashMap<String, Range<usize>> = HashMap::new();
    for idx in 0..n_named {
        bits_from_name.insert(circuit.latch_name(idx), idx..idx + 1);
    }
    for word in design.state.iter().filter(|word| word.bits.end <= n_named) {
        bits_from_name.insert(word.name.clone(), word.bits.clone());
    }
    let mut state = vec![None; n_named];
    let mut n_lines = 0;
    for (idx, line) in text.lines().enumerate() {
        let error = |reason: String| FileError::at_line(idx + 1, reason);
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        n_lines += 1;
        let Some((name, value)) = line.rsplit_once('=') else {
            state = whole(line, state.len()).map_err(error)?;
            continue;
        };
        let name = name.trim();
        let bits = bits_from_name.get(name);
        let bits = bits.ok_or_else(|| error(format!("`{}` is not part of the state", excerpt(name))))?;
        let value = value.trim();
        let wanted = pattern(value, bits.len())
            .ok_or_else(|| error(format!("`{}` is not a value of {} bits", excerpt(value), bits.len())))?;
        for (at, wanted) in bits.clone().zip(wanted) {
            if wanted.is_some() && state[at].is_some() && state[at] != wanted {
                return Err(error(format!("`{}` has another value already", excerpt(name))));
            }
            state[at] = state[at].or(wanted);
        }
    }
    if n_lines == 0 {
        return Err(FileError::at_line(1, "the file holds no state"));
    }
    Ok(state)
}

/// One character for each latch.
fn whole(line: &str, n: usize) -> Result<Vec<Option<bool>>, String> {
    let bits: Option<Vec<Option<bool>>> = line.chars().map(bit).collect();
    match bits {
        Some(bits) if bits.len() == n => Ok(bits),
        Some(bits) => Err(format!("there are {n} latches, not {}", bits.len())),
        None => Err(format!("expected `NAME = VALUE`, found `{}`", excerpt(line))),
    }
}

fn bit(c: char) -> Option<Option<bool>> {
    match c {
        '0' => Some(Some(false)),
        '1' => Some(Some(true)),
        '-' | 'x' | 'X' => Some(None),
        _ => None,
    }
}

/// The bits of a value, least significant first.
pub(crate) fn pattern(text: &str, width: usize) -> Option<Vec<Option<bool>>> {
    if let Some(digits) = text.strip_prefix("0b") {
        let bits: Vec<Option<bool>> = digits.chars().rev().map(bit).collect::<Option<_>>()?;
        return (bits.len() == width).then_some(bits);
    }
    if width == 1 && text.chars().count() == 1 {
        return text.chars().next().and_then(bit).map(|it| vec![it]);
    }
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16));
    let width = u32::try_from(width).ok()?;
    let value = literal::unsigned(digits, radix, width)?;
    Some(number::bits(&value, width).map(Some).collect())
}

/// The beginning of `text`, short enough for a message.
fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::Format;

    fn states(text: &str) -> Result<String, String> {
        let file = "1 sort bitvec 3\n2 sort bitvec 1\n3 state 1 count\n4 next 1 3 3\n5 state 2 full\n6 next 2 5 5\n";
        let design = Format::Btor2.read(file.as_bytes()).expect("the file should be read");
        let show = |bit: Option<bool>| bit.map_or('-', |it| if it { '1' } else { '0' });
        parse(&design, text).map(|bits| bits.into_iter().map(show).collect()).map_err(|error| error.to_string())
    }

    #[test]
    fn values_are_read_in_every_form() {
        let forms = ["count = 6", "count=0x6 # six", "count = 0b110", "count.1 = 1\ncount.2=1\ncount.0 = 0"];
        assert!(forms.iter().all(|form| states(form).as_deref() == Ok("011-")));
        assert_eq!(states("count = 0b1-0\nfull = 1").as_deref(), Ok("0-11"));
        assert_eq!(states("# all\n01x1\n").as_deref(), Ok("01-1"));
    }

    #[test]
    fn elements_of_large_arrays_have_no_names() {
        let file = "1 sort bitvec 32\n2 sort array 1 1\n3 state 2 memory\n4 next 2 3 3\n5 state 1 count\n6 next 1 5 5\n\
                    7 read 1 3 5\n";
        let design = Format::Btor2.read(file.as_bytes()).expect("the file should be read");
        assert_eq!(parse(&design, "count = 7").map(|bits| bits.len()), Ok(32));
        assert!(parse(&design, "memory[cell 0] = 7").is_err() && parse(&design, "address = 7").is_err());
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, reason) in [
            ("", "line 1: the file holds no state"),
            ("\ncounter = 1", "line 2: `counter` is not part of the state"),
            ("count = 8", "line 1: `8` is not a value of 3 bits"),
            ("count = 0b11", "line 1: `0b11` is not a value of 3 bits"),
            ("count = 1\ncount.0 = 0", "line 2: `count.0` has another value already"),
            ("011", "line 1: there are 4 latches, not 3"),
            ("full", "line 1: expected `NAME = VALUE`, found `full`"),
        ] {
            assert_eq!(states(text), Err(reason.to_owned()));
        }
    }
}
