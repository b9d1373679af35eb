//! From bytes to the lists of an AIGER file.

use super::build::{AndGate, Lists, RawLatch, as_they_stand, build, name_signals};
use super::cursor::Cursor;
use crate::circuit::{Circuit, FileError, Place, Reset, check_length};
use crate::netlist::Netlist;

/// The largest variable: a literal must fit 32 bits.
const MAX_VAR: u32 = (1 << 30) - 1;
/// The binary format stores nothing for an input, so that the length of the file does not bound
/// how many there are; this does.
const MAX_BINARY_INPUTS: u32 = 1 << 22;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Ascii,
    Binary,
}

/// The numbers of the first line.
struct Header {
    format: Format,
    max_var: u32,
    inputs: u32,
    latches: u32,
    outputs: u32,
    ands: u32,
    bad: u32,
    constraints: u32,
    justice: u32,
    fairness: u32,
}

/// Reads an AIGER file of either format, told apart by its first word.
///
/// # Errors
/// The first place that breaks the format.
pub fn read(bytes: &[u8]) -> Result<Circuit, FileError> {
    both(bytes).map(|(_, circuit)| circuit)
}

/// The gates of such a file, named by its symbol table.
///
/// # Errors
/// As [`read`].
pub fn netlist(bytes: &[u8]) -> Result<Netlist, FileError> {
    let (lists, circuit) = both(bytes)?;
    as_they_stand(&lists, &circuit)
}

/// What stands in a file, and what it means.
fn both(bytes: &[u8]) -> Result<(Lists, Circuit), FileError> {
    check_length(bytes)?;
    let mut cursor = Cursor::new(bytes);
    let header = header(&mut cursor)?;
    let lists = match header.format {
        Format::Ascii => ascii(&mut cursor, &header)?,
        Format::Binary => binary(&mut cursor, &header)?,
    };
    let mut circuit = build(&lists)?;
    name_signals(&mut circuit, &mut cursor)?;
    Ok((lists, circuit))
}

fn header(cursor: &mut Cursor<'_>) -> Result<Header, FileError> {
    let line = cursor.line()?.unwrap_or_default();
    let (word, counts) = line.split_once(' ').unwrap_or((line, ""));
    let format = match word {
        "aag" => Format::Ascii,
        "aig" => Format::Binary,
        _ => return Err(cursor.error("an AIGER file should begin with `aag` or `aig`")),
    };
    let mut numbers = Vec::new();
    for word in counts.split(' ') {
        numbers.push(cursor.number(word)?);
    }
    if !(5..=9).contains(&numbers.len()) {
        return Err(cursor.error(format!("the header takes 5 to 9 numbers, found {}", numbers.len())));
    }
    numbers.resize(9, 0);
    let [max_var, inputs, latches, outputs, ands, bad, constraints, justice, fairness] = numbers[..] else {
        return Err(cursor.error("the header takes 5 to 9 numbers"));
    };
    if max_var > MAX_VAR {
        return Err(cursor.error(format!("the largest variable is {max_var}; at most {MAX_VAR} can be read")));
    }
    let defined = u64::from(inputs) + u64::from(latches) + u64::from(ands);
    if defined > u64::from(max_var) || format == Format::Binary && defined != u64::from(max_var) {
        let reason = format!("{defined} inputs, latches and gates do not fit the largest variable {max_var}");
        return Err(cursor.error(reason));
    }
    if format == Format::Binary && inputs > MAX_BINARY_INPUTS {
        return Err(cursor.error(format!("more than {MAX_BINARY_INPUTS} inputs")));
    }
    Ok(Header { format, max_var, inputs, latches, outputs, ands, bad, constraints, justice, fairness })
}

fn ascii(cursor: &mut Cursor<'_>, header: &Header) -> Result<Lists, FileError> {
    let mut lists = Lists::default();
    for _ in 0..header.inputs {
        let lit = literals(cursor, header, "an input", 1, 1)?[0];
        lists.inputs.push(own_variable(cursor, lit)?);
    }
    for _ in 0..header.latches {
        let numbers = literals(cursor, header, "a latch", 2, 3)?;
        let var = own_variable(cursor, numbers[0])?;
        lists.latches.push(latch(cursor, var, &numbers[1..])?);
    }
    properties(cursor, header, &mut lists)?;
    for _ in 0..header.ands {
        let numbers = literals(cursor, header, "a gate", 3, 3)?;
        let var = own_variable(cursor, numbers[0])?;
        let place = cursor.error("").place;
        lists.ands.push(AndGate { var, operands: [numbers[1], numbers[2]], place });
    }
    Ok(lists)
}

fn binary(cursor: &mut Cursor<'_>, header: &Header) -> Result<Lists, FileError> {
    let mut lists = Lists { inputs: (1..=header.inputs).collect(), ..Lists::default() };
    for idx in 0..header.latches {
        let numbers = literals(cursor, header, "a latch", 1, 2)?;
        lists.latches.push(latch(cursor, header.inputs + 1 + idx, &numbers)?);
    }
    properties(cursor, header, &mut lists)?;
    for idx in 0..header.ands {
        let var = header.inputs + header.latches + 1 + idx;
        let place = Place::Byte(cursor.offset());
        let wrong = |reason: &str| FileError::at(place, reason);
        let first = cursor.delta()?;
        let larger = (2 * var).checked_sub(first).filter(|_| first > 0);
        let larger = larger.ok_or_else(|| wrong("a gate should come after its operands"))?;
        let smaller = larger.checked_sub(cursor.delta()?);
        let smaller = smaller.ok_or_else(|| wrong("an operand of a gate is below zero"))?;
        lists.ands.push(AndGate { var, operands: [larger, smaller], place });
    }
    Ok(lists)
}

fn properties(cursor: &mut Cursor<'_>, header: &Header, lists: &mut Lists) -> Result<(), FileError> {
    for (count, what, list) in [
        (header.outputs, "an output", &mut lists.outputs),
        (header.bad, "a bad state", &mut lists.bad),
        (header.constraints, "a constraint", &mut lists.constraints),
    ] {
        for _ in 0..count {
            list.push(property(cursor, header, what)?);
        }
    }
    // All sizes come first, then all members.
    let mut sizes = Vec::new();
    for _ in 0..header.justice {
        sizes.push(cursor.numbers("the size of a justice property", 1, 1)?[0]);
    }
    for size in sizes {
        let mut members = Vec::new();
        for _ in 0..size {
            members.push(property(cursor, header, "a member of a justice property")?);
        }
        lists.justice.push(members);
    }
    for _ in 0..header.fairness {
        lists.fairness.push(property(cursor, header, "a fairness constraint")?);
    }
    Ok(())
}

/// A literal on a line of its own, with its place.
fn property(cursor: &mut Cursor<'_>, header: &Header, what: &str) -> Result<(u32, Place), FileError> {
    let lit = literals(cursor, header, what, 1, 1)?[0];
    Ok((lit, cursor.error("").place))
}

/// A latch from its next state and, where it is not zero, its reset value.
fn latch(cursor: &Cursor<'_>, var: u32, numbers: &[u32]) -> Result<RawLatch, FileError> {
    let reset = match numbers.get(1) {
        None | Some(0) => Reset::Zero,
        Some(1) => Reset::One,
        Some(&lit) if lit == 2 * var => Reset::Free,
        Some(lit) => {
            return Err(cursor.error(format!("the reset value of a latch is 0, 1 or the latch itself, not {lit}")));
        }
    };
    Ok(RawLatch { var, next: numbers[0], reset, place: cursor.error("").place })
}

fn literals(
    cursor: &mut Cursor<'_>,
    header: &Header,
    what: &str,
    least: usize,
    most: usize,
) -> Result<Vec<u32>, FileError> {
    let numbers = cursor.numbers(what, least, most)?;
    match numbers.iter().find(|&&lit| lit / 2 > header.max_var) {
        Some(lit) => Err(cursor.error(format!("literal {lit} is beyond the largest variable {}", header.max_var))),
        None => Ok(numbers),
    }
}

/// The variable that `lit` defines.
fn own_variable(cursor: &Cursor<'_>, lit: u32) -> Result<u32, FileError> {
    if lit < 2 || lit % 2 == 1 {
        return Err(cursor.error(format!("literal {lit} cannot be defined: it is a constant or negated")));
    }
    Ok(lit / 2)
}
