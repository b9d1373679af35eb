//! Value change dumps, as simulators write them.
//!
//! With a clock, there is a step at each of its rising edges, and signals count with what they were just before. Without one, each
//! time of the dump is a step.

use std::collections::BTreeMap;

use super::{Recorded, Unreadable};

/// How many steps are read at most.
const MANY_STEPS: usize = 1 << 20;

/// Reads a dump.
///
/// # Errors
/// The first line that does not fit.
pub fn read(text: &str, clock: Option<&str>) -> Result<Recorded, Unreadable> {
    let mut reader = Reader::default();
    let mut words =
        text.lines().enumerate().flat_map(|(at, line)| line.split_whitespace().map(move |word| (at + 1, word)));
    while let Some((line, word)) = words.next() {
        match word.as_bytes() {
            [b'$', ..] => {
                let mut inside = Vec::new();
                if !matches!(word, "$end" | "$dumpvars" | "$dumpall" | "$dumpon" | "$dumpoff") {
                    inside = words.by_ref().map(|(_, word)| word).take_while(|word| *word != "$end").collect();
                }
                reader.declare(line, word, &inside)?;
            }
            [b'#', ..] => reader.time(clock)?,
            [b'b' | b'B', ..] => {
                let Some((_, id)) = words.next() else {
                    return Err(Unreadable::at(line, "a value should have a signal"));
                };
                reader.change(line, id, binary(&word[1..]))?;
            }
            [b'r' | b'R' | b's' | b'S', ..] => {
                words.next();
            }
            [b'0' | b'1' | b'x' | b'X' | b'z' | b'Z' | b'u' | b'U' | b'-', rest @ ..] if !rest.is_empty() => {
                reader.change(line, &word[1..], binary(&word[..1]))?;
            }
            _ => return Err(Unreadable::at(line, format!("`{word}` has no meaning here"))),
        }
    }
    reader.finish(clock)
}

fn binary(digits: &str) -> Option<u128> {
    u128::from_str_radix(digits, 2).ok()
}

#[derive(Default)]
struct Reader {
    scopes: Vec<String>,
    names: Vec<String>,
    /// The signals that an identifier stands for.
    signals_from_id: BTreeMap<String, Vec<usize>>,
    now: Vec<Option<u128>>,
    /// What everything was before the time that is read.
    before: Vec<Option<u128>>,
    is_begun: bool,
    has_changed: bool,
    steps: Vec<Vec<Option<u128>>>,
    start: Option<usize>,
}

impl Reader {
    fn declare(&mut self, line: usize, word: &str, inside: &[&str]) -> Result<(), Unreadable> {
        match (word, inside) {
            ("$scope", [_, name, ..]) => self.scopes.push((*name).to_owned()),
            ("$upscope", _) => {
                self.scopes.pop();
            }
            ("$var", [_, _, id, name, ..]) => {
                let whole = self.scopes.iter().map(String::as_str).chain([*name]).collect::<Vec<_>>().join(".");
                let at = self.names.len();
                // A name counts where it first stands; elsewhere it is told by its scopes.
                self.names.push(if self.names.iter().any(|known| known == name) { whole } else { (*name).to_owned() });
                self.signals_from_id.entry((*id).to_owned()).or_default().push(at);
                self.now.push(None);
            }
            ("$var", _) => {
                return Err(Unreadable::at(line, "a signal should have a kind, a width, an identifier and a name"));
            }
            ("$comment", ["after", "the", "last", "cycle", "comes", "cycle", start, ..]) => {
                self.start = start.parse().ok()
            }
            _ => {}
        }
        Ok(())
    }

    fn change(&mut self, line: usize, id: &str, value: Option<u128>) -> Result<(), Unreadable> {
        let Some(signals) = self.signals_from_id.get(id) else {
            return Err(Unreadable::at(line, format!("no signal was declared as `{id}`")));
        };
        for &at in signals {
            self.now[at] = value;
        }
        self.has_changed = true;
        Ok(())
    }

    /// A time ends the one before it.
    fn time(&mut self, clock: Option<&str>) -> Result<(), Unreadable> {
        if self.is_begun || self.has_changed {
            self.end_time(clock)?;
        }
        (self.is_begun, self.has_changed) = (true, false);
        self.before = self.now.clone();
        Ok(())
    }

    fn end_time(&mut self, clock: Option<&str>) -> Result<(), Unreadable> {
        let step = match clock {
            None => Some(self.now.clone()),
            Some(clock) => {
                let Some(at) = self.names.iter().position(|name| name == clock) else {
                    return Err(Unreadable::at(0, format!("the dump has no signal `{clock}` for a clock")));
                };
                let was = self.before.get(at).copied().flatten();
                let rises = self.now[at].is_some_and(|it| it & 1 == 1) && was.is_some_and(|it| it & 1 == 0);
                rises.then(|| self.before.clone())
            }
        };
        self.steps.extend(step);
        if self.steps.len() > MANY_STEPS {
            return Err(Unreadable::at(0, format!("more than {MANY_STEPS} steps are not supported")));
        }
        Ok(())
    }

    fn finish(mut self, clock: Option<&str>) -> Result<Recorded, Unreadable> {
        // The last time often only says when the dump ends.
        if self.has_changed {
            self.end_time(clock)?;
        }
        if self.steps.is_empty() {
            return Err(Unreadable::at(0, "the dump has no step"));
        }
        // After a loop, its first step is there once more, without inputs.
        if self.start.is_some() {
            self.steps.pop();
        }
        let start = self.start.filter(|start| *start < self.steps.len());
        Ok(Recorded { names: self.names, steps: self.steps, start })
    }
}
