//! Systems as text, in and out.
//!
//! ```text
//! # A line for every state: its name, whether runs begin there, what holds in it.
//! state idle initial
//! state busy: working
//! state done: ready, good
//! state lost: ready
//!
//! idle -> busy            every idle state has such a step
//! busy ~> idle            some may have it
//! busy -> {done, lost}    every busy state has a step to one of them
//! done -reset-> idle      a step has an action, if it is given
//! lost ~reset~> idle
//! ```
//!
//! Names of letters, digits and `_` stand as they are, others in double quotes. What follows `#` is a remark, as is what follows a step after
//! two spaces.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use whyc_base::names;

use crate::mistake::Mistake;
use crate::parse::is_word;
use crate::system::{Must, State, StateId, Step, System};

/// Whether a name may have this character without quotes.
#[must_use]
pub fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A name as it is written in systems and formulas.
#[must_use]
pub fn quoted(name: &str) -> String {
    let is_plain = !name.is_empty() && name.chars().all(is_in_name) && !is_word(name) && name != "state";
    if is_plain { name.to_owned() } else { format!("\"{name}\"") }
}

/// What no name may have.
#[must_use]
pub fn is_bad_name(name: &str) -> bool {
    name.is_empty() || name.contains('"') || name.chars().any(char::is_control)
}

/// Reads a system.
///
/// # Errors
/// If the text is none.
pub fn read(text: &str) -> Result<System, Mistake> {
    let mut system = System::new();
    let mut steps = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut reader = Reader { text, at: start, end: start + line.trim_end().len() };
        start += line.len();
        reader.space();
        if reader.is_over() {
            continue;
        }
        let from = reader.at;
        if reader.plain_word() == "state" {
            reader.at += "state".len();
            let state = reader.state(from)?;
            if system.find_state(&state.name).is_some() {
                let message = format!("there is another state {} already", quoted(&state.name));
                return Err(Mistake::new(from..reader.at, message));
            }
            system.add_state(state);
        } else {
            steps.push(reader.step()?);
        }
    }
    for step in steps {
        add(&mut system, step)?;
    }
    if system.states().is_empty() {
        return Err(Mistake::new(
            0..text.len().min(1),
            "there is no state here: a line for a state is `state NAME initial: LABEL`",
        ));
    }
    if system.initial().next().is_none() {
        return Err(Mistake::new(
            0..text.len().min(1),
            "no state is initial: one is marked so by `state NAME initial`",
        ));
    }
    Ok(system)
}

/// A name, and where it stands.
type Named = (String, Range<usize>);

/// A step as it is written.
struct Written {
    from: Named,
    action: String,
    to: Vec<Named>,
    kind: Arrow,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrow {
    May,
    Must,
}

fn add(system: &mut System, written: Written) -> Result<(), Mistake> {
    let from = known(system, &written.from)?;
    let to = written.to.iter().map(|it| known(system, it)).collect::<Result<BTreeSet<_>, _>>()?;
    let action = system.action(&written.action);
    match written.kind {
        Arrow::May => to.into_iter().for_each(|to| system.add_may(Step { from, action, to })),
        Arrow::Must => system.add_must(Must { from, action, to }),
    }
    Ok(())
}

fn known(system: &System, (name, place): &Named) -> Result<StateId, Mistake> {
    system.find_state(name).ok_or_else(|| {
        let known: Vec<&str> = system.states().iter().map(|it| it.name.as_str()).collect();
        let hint = if known.is_empty() {
            "every state has a line `state NAME`".to_owned()
        } else {
            names::hint(name, &known, "states")
        };
        Mistake::new(place.clone(), format!("there is no state {}; {hint}", quoted(name)))
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Whether the rest of the line is a remark.
    fn is_over(&self) -> bool {
        self.rest().is_empty() || self.rest().starts_with('#')
    }

    fn wrong(&self, message: impl Into<String>) -> Mistake {
        let end = self.rest().chars().next().map_or(self.at, |it| self.at + it.len_utf8());
        Mistake::new(self.at..end, message)
    }

    fn take(&mut self, symbol: &str) -> bool {
        self.space();
        let is_there = self.rest().starts_with(symbol);
        self.at += if is_there { symbol.len() } else { 0 };
        is_there
    }

    fn plain_word(&mut self) -> &'a str {
        self.space();
        let rest = self.rest();
        &rest[..rest.find(|c: char| !is_in_name(c)).unwrap_or(rest.len())]
    }

    fn name(&mut self, what: &str) -> Result<Named, Mistake> {
        self.space();
        let from = self.at;
        if self.take("\"") {
            let Some(length) = self.rest().find('"') else {
                return Err(Mistake::new(from..from + 1, "this quote is never closed"));
            };
            let name = &self.rest()[..length];
            self.at += length + 1;
            if is_bad_name(name) {
                return Err(Mistake::new(
                    from..self.at,
                    "a name has at least one character, and none that cannot be seen",
                ));
            }
            return Ok((name.to_owned(), from..self.at));
        }
        let word = self.plain_word();
        if word.is_empty() {
            return Err(self.wrong(format!(
                "{what} is missing here; names with other characters than letters, digits and _ are quoted"
            )));
        }
        self.at += word.len();
        Ok((word.to_owned(), from..self.at))
    }

    /// What follows the word `state`.
    fn state(&mut self, from: usize) -> Result<State, Mistake> {
        let (name, _) = self.name("the name of a state")?;
        let is_initial = self.plain_word() == "initial";
        self.at += if is_initial { "initial".len() } else { 0 };
        let mut labels = BTreeSet::new();
        if self.take(":") {
            labels.insert(self.name("a label")?.0);
            while self.take(",") {
                labels.insert(self.name("a label")?.0);
            }
        }
        self.space();
        if !self.is_over() {
            let message = "the line of a state is over here: it is `state NAME initial: LABEL, LABEL`";
            return Err(Mistake::new(self.at..self.end.max(from), message));
        }
        Ok(State { name, labels, is_initial })
    }

    fn step(&mut self) -> Result<Written, Mistake> {
        let from = self.name("the state that a step goes from")?;
        let (kind, action) = self.arrow()?;
        let mut to = Vec::new();
        if self.take("{") {
            to.push(self.name("a state")?);
            while self.take(",") {
                to.push(self.name("a state")?);
            }
            if !self.take("}") {
                return Err(self.wrong("`}` is missing here: states that are meant together stand in {…, …}"));
            }
        } else {
            to.push(self.name("the state that a step goes to")?);
        }
        if !self.is_over()
            && !self.rest().starts_with("  ")
            && !self.rest().starts_with('\t')
            && !self.rest().starts_with(" #")
        {
            return Err(self.wrong("a step is over here; a remark stands after two spaces or #"));
        }
        Ok(Written { from, action, to, kind })
    }

    fn arrow(&mut self) -> Result<(Arrow, String), Mistake> {
        const WHAT: &str =
            "an arrow is missing here: -> for what must be there, ~> for what may be, -by-> or ~by~> with an action";
        if self.take("->") {
            return Ok((Arrow::Must, String::new()));
        }
        if self.take("~>") {
            return Ok((Arrow::May, String::new()));
        }
        let (kind, end) = if self.take("-") {
            (Arrow::Must, "->")
        } else if self.take("~") {
            (Arrow::May, "~>")
        } else {
            return Err(self.wrong(WHAT));
        };
        let action = self.plain_word();
        if action.is_empty() {
            return Err(self.wrong(WHAT));
        }
        self.at += action.len();
        if !self.take(end) {
            return Err(self.wrong(format!("`{end}` is missing here: it ends an arrow with an action")));
        }
        Ok((kind, action.to_owned()))
    }
}

/// A system as text; [`read`] gives it back.
#[must_use]
pub fn write(system: &System) -> String {
    let mut text = String::new();
    for state in system.states().iter() {
        let initial = if state.is_initial { " initial" } else { "" };
        let labels: Vec<String> = state.labels.iter().map(|it| quoted(it)).collect();
        let labels = if labels.is_empty() { String::new() } else { format!(": {}", labels.join(", ")) };
        let _ = writeln!(text, "state {}{initial}{labels}", quoted(&state.name));
    }
    text.push('\n');
    let mut covered = BTreeSet::new();
    for must in system.must() {
        covered.extend(must.to.iter().map(|&to| Step { from: must.from, action: must.action, to }));
        let _ = writeln!(text, "{}", must_text(system, must));
    }
    for step in system.may().difference(&covered) {
        let _ = writeln!(text, "{}", may_text(system, step));
    }
    text
}

/// A step that must be there, as it is written.
#[must_use]
pub fn must_text(system: &System, must: &Must) -> String {
    let action = &system.actions()[must.action];
    let arrow = if action.is_empty() { "->".to_owned() } else { format!("-{action}->") };
    let to: Vec<String> = must.to.iter().map(|&it| quoted(system.name(it))).collect();
    let to = if to.len() == 1 { to.concat() } else { format!("{{{}}}", to.join(", ")) };
    format!("{} {arrow} {to}", quoted(system.name(must.from)))
}

/// A step that may be there, as it is written.
#[must_use]
pub fn may_text(system: &System, step: &Step) -> String {
    let action = &system.actions()[step.action];
    let arrow = if action.is_empty() { "~>".to_owned() } else { format!("~{action}~>") };
    format!("{} {arrow} {}", quoted(system.name(step.from)), quoted(system.name(step.to)))
}
