//! Memory as bytes, for a client that shows it so.
//!
//! A place is named by its object and how far into it; addresses are counted from the beginning of the object, since a program that does
//! not run has no others. What was never written has no value: such bytes cannot be read, and it is said how many there are.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use whyc_debug::tape::{Life, SlotId};

use super::debuggee::Debuggee;
use super::protocol::{Answer, Fault, ReadMemory};
use super::view::Place;

/// So many bytes are given at once.
const MANY_BYTES: u64 = 1 << 20;

/// The name of a place; none for a bit-field, which may begin within a byte.
pub fn reference(place: Place) -> Option<String> {
    place.bit_width.is_none().then(|| format!("{}+{:#x}", place.slot.0, place.offset_bits / 8))
}

fn place_of(reference: &str) -> Option<(SlotId, i128)> {
    let (slot, offset) = reference.split_once('+')?;
    let offset = u64::from_str_radix(offset.strip_prefix("0x")?, 16).ok()?;
    Some((SlotId(slot.parse().ok()?), i128::from(offset)))
}

impl Debuggee {
    /// Some bytes of an object.
    pub fn read_memory(&mut self, asked: &ReadMemory) -> Answer {
        let state = self.tape.state();
        let wrong = || Fault(format!("there is no place `{}` in memory", asked.memory_reference));
        let (slot, base) = place_of(&asked.memory_reference).filter(|&(slot, _)| state.has(slot)).ok_or_else(wrong)?;
        let count = u64::try_from(asked.count).map_err(|_| Fault("a number of bytes is not negative".to_owned()))?;
        let start = base + i128::from(asked.offset);
        let size = i128::from(state.slot(slot).size);
        let is_alive = state.life(slot).is_none_or(|life| life == Life::Alive);
        let readable = |at: i128| {
            let bits = (is_alive && at >= 0 && at < size).then(|| state.bits(slot, at as u64 * 8, 8)).flatten()?;
            bits.is_known.then_some(bits.value as u8)
        };
        let end = start + i128::from(count.min(MANY_BYTES));
        let bytes: Vec<u8> = (start..end).map_while(readable).collect();
        let first_without = start + bytes.len() as i128;
        let n_without = (first_without..end).take_while(|&at| readable(at).is_none()).count();
        let sign = if start < 0 { "-" } else { "" };
        let mut told = json!({"address": format!("{sign}{:#x}", start.unsigned_abs()), "unreadableBytes": n_without});
        if !bytes.is_empty() {
            told["data"] = json!(STANDARD.encode(&bytes));
        }
        Ok(told)
    }
}
