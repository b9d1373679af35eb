//! Properties such as `P<=1/2 [F bad]`, in PRISM's notation.

use std::ops::Range;

use whyc_base::names;

use crate::model::Model;
use crate::number::{self, Number};

/// What is wrong with a property, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where.
    pub place: Range<usize>,
    /// What.
    pub message: String,
}

/// A property.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// What is asked about the probability.
    pub asked: Asked,
    /// Of what.
    pub path: Path,
    /// The text between the brackets.
    pub text: String,
}

/// What is asked about a probability.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// Whether it is at most (or less than) a number, whatever is decided.
    AtMost(Bound),
    /// Whether it is at least (or more than) a number, whatever is decided.
    AtLeast(Bound),
    /// What it is at most.
    Most,
    /// What it is at least.
    Least,
}

/// A number, and whether it is allowed itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The number.
    pub number: Number,
    /// Whether the number itself is too much (`<`, `>`).
    pub is_strict: bool,
}

/// What happens along a path: `stay` until `goal`, or that this does not happen.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// Before the goal.
    pub stay: Set,
    /// The goal.
    pub goal: Set,
    /// Between which numbers of steps the goal counts; nothing for ever.
    pub window: Option<(u32, u32)>,
    /// Whether it is asked that this does not happen.
    pub is_negated: bool,
}

/// A set of states.
#[derive(Clone, Debug, PartialEq)]
pub enum Set {
    /// All or none.
    Constant(bool),
    /// Those with a label.
    Label(String, Range<usize>),
    /// These, by number.
    States(Vec<usize>, Range<usize>),
    /// The others.
    Not(Box<Set>),
    /// Those in both.
    And(Box<Set>, Box<Set>),
    /// Those in either.
    Or(Box<Set>, Box<Set>),
}

/// The most steps that a property may count.
const MOST_STEPS: u32 = 10_000;
/// How deep parentheses may be.
const DEEPEST: usize = 200;

impl Set {
    fn not(self) -> Self {
        Set::Not(Box::new(self))
    }

    fn and(self, other: Self) -> Self {
        Set::And(Box::new(self), Box::new(other))
    }

    /// Which states of a model are in it.
    ///
    /// # Errors
    /// If the model has no such label or state.
    pub fn of(&self, model: &Model) -> Result<Vec<bool>, Mistake> {
        let n = model.states.len();
        Ok(match self {
            Set::Constant(value) => vec![*value; n],
            Set::Label(name, place) => match model.labels.get(name) {
                Some(states) => states.clone(),
                None => {
                    let known: Vec<&str> = model.labels.keys().map(String::as_str).collect();
                    let hint = if known.is_empty() {
                        "the model has no labels (--labels FILE); states by number are written {3, 4}".to_owned()
                    } else {
                        names::hint(name, &known, "labels")
                    };
                    return Err(Mistake {
                        place: place.clone(),
                        message: format!("no state has the label `{name}`; {hint}"),
                    });
                }
            },
            Set::States(states, place) => {
                let mut is_in = vec![false; n];
                for &state in states {
                    let Some(slot) = is_in.get_mut(state) else {
                        let message = format!("there is no state {state}: the model has {n}, from 0 on");
                        return Err(Mistake { place: place.clone(), message });
                    };
                    *slot = true;
                }
                is_in
            }
            Set::Not(inner) => inner.of(model)?.into_iter().map(|it| !it).collect(),
            Set::And(a, b) => a.of(model)?.into_iter().zip(b.of(model)?).map(|(a, b)| a && b).collect(),
            Set::Or(a, b) => a.of(model)?.into_iter().zip(b.of(model)?).map(|(a, b)| a || b).collect(),
        })
    }
}

/// Reads a property.
///
/// # Errors
/// If it is none.
pub fn read(text: &str) -> Result<Property, Mistake> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let property = reader.property()?;
    reader.space();
    if reader.at < text.len() {
        return Err(reader.wrong("the property is over here"));
    }
    Ok(property)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn wrong(&self, message: impl Into<String>) -> Mistake {
        let end = self.rest().chars().next().map_or(self.at, |it| self.at + it.len_utf8());
        Mistake { place: self.at..end, message: message.into() }
    }

    fn take(&mut self, symbol: &str) -> bool {
        self.space();
        let is_there = self.rest().starts_with(symbol);
        self.at += if is_there { symbol.len() } else { 0 };
        is_there
    }

    fn expect(&mut self, symbol: &str, what: &str) -> Result<(), Mistake> {
        if self.take(symbol) { Ok(()) } else { Err(self.wrong(format!("`{symbol}` is missing here: {what}"))) }
    }

    /// The word that comes next, without taking it.
    fn word(&mut self) -> &'a str {
        self.space();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_there = self.word() == word;
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    fn property(&mut self) -> Result<Property, Mistake> {
        let quantifier = self.word();
        if !["P", "Pmax", "Pmin"].contains(&quantifier) {
            return Err(self.wrong("a property begins with P, such as P<=0.5 [F bad] or P=? [F bad]"));
        }
        self.at += quantifier.len();
        let asked = self.asked(quantifier)?;
        self.expect("[", "what the probability is of stands in brackets, such as [F bad]")?;
        let from = self.at;
        let path = self.path()?;
        let text = self.text[from..self.at].trim().to_owned();
        self.expect("]", "one of F, G, X, U, W, R is all that a path has")?;
        Ok(Property { asked, path, text })
    }

    fn asked(&mut self, quantifier: &str) -> Result<Asked, Mistake> {
        if self.take("=?") {
            return Ok(if quantifier == "Pmin" { Asked::Least } else { Asked::Most });
        }
        let from = self.at;
        let (is_upper, is_strict) = if self.take("<=") {
            (true, false)
        } else if self.take(">=") {
            (false, false)
        } else if self.take("<") {
            (true, true)
        } else if self.take(">") {
            (false, true)
        } else {
            return Err(self.wrong("a bound is missing here: <=, <, >= or > with a number, or =?"));
        };
        let number = self.number()?;
        let bound = Bound { number, is_strict };
        match (quantifier, is_upper) {
            ("Pmax", false) | ("Pmin", true) => {
                let message = format!(
                    "{quantifier} has no such bound: P asks about all decisions, and {quantifier}=? what the number is"
                );
                Err(Mistake { place: from..self.at, message })
            }
            (_, true) => Ok(Asked::AtMost(bound)),
            (_, false) => Ok(Asked::AtLeast(bound)),
        }
    }

    fn number(&mut self) -> Result<Number, Mistake> {
        self.space();
        let rest = self.rest();
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '/' | 'e' | 'E' | '-' | '+'))
            .unwrap_or(rest.len());
        let from = self.at;
        let number = number::read(&rest[..end]);
        let is_probability = |it: &Number| *it >= number::ratio(0, 1) && *it <= number::ratio(1, 1);
        match number {
            Some(number) if is_probability(&number) => {
                self.at += end;
                Ok(number)
            }
            Some(_) => Err(Mistake { place: from..from + end, message: "a probability is between 0 and 1".to_owned() }),
            None => Err(self.wrong("a number is missing here, such as 0.5, 1/3 or 1e-6")),
        }
    }

    fn path(&mut self) -> Result<Path, Mistake> {
        let all = || Set::Constant(true);
        let until = |stay, goal, window, is_negated| Path { stay, goal, window, is_negated };
        if self.take_word("X") {
            return Ok(until(all(), self.set()?, Some((1, 1)), false));
        }
        if self.take_word("F") {
            let window = self.steps()?;
            return Ok(until(all(), self.set()?, window, false));
        }
        if self.take_word("G") {
            let window = self.steps()?;
            return Ok(until(all(), self.set()?.not(), window, true));
        }
        let left = self.set()?;
        match self.word() {
            "U" => {
                self.at += 1;
                let window = self.steps()?;
                Ok(until(left, self.set()?, window, false))
            }
            // Not: until neither holds, only the left one does.
            "W" => {
                self.at += 1;
                let window = self.steps()?;
                let right = self.set()?;
                Ok(until(left.clone().and(right.clone().not()), left.not().and(right.not()), window, true))
            }
            "R" => {
                self.at += 1;
                let window = self.steps()?;
                Ok(until(left.not(), self.set()?.not(), window, true))
            }
            _ => Err(self.wrong("a path is F a, G a, X a, a U b, a W b or a R b")),
        }
    }

    /// `<=k` behind an operator.
    fn steps(&mut self) -> Result<Option<(u32, u32)>, Mistake> {
        if !self.take("<=") {
            return Ok(None);
        }
        let word = self.word();
        match word.parse::<u32>() {
            Ok(steps) if steps <= MOST_STEPS => {
                self.at += word.len();
                Ok(Some((0, steps)))
            }
            Ok(_) => Err(self.wrong(format!("at most {MOST_STEPS} steps can be counted"))),
            Err(_) => Err(self.wrong("a number of steps is missing here")),
        }
    }

    fn set(&mut self) -> Result<Set, Mistake> {
        let left = self.either()?;
        if self.take("=>") || self.take("->") {
            let right = self.nested(Self::set)?;
            return Ok(Set::Or(Box::new(left.not()), Box::new(right)));
        }
        Ok(left)
    }

    fn either(&mut self) -> Result<Set, Mistake> {
        let mut all = self.both()?;
        while self.take("|") {
            self.take("|");
            all = Set::Or(Box::new(all), Box::new(self.both()?));
        }
        Ok(all)
    }

    fn both(&mut self) -> Result<Set, Mistake> {
        let mut all = self.one()?;
        while self.take("&") {
            self.take("&");
            all = all.and(self.one()?);
        }
        Ok(all)
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Set, Mistake>) -> Result<Set, Mistake> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong("this is too deep"));
        }
        let set = read(self);
        self.depth -= 1;
        set
    }

    fn one(&mut self) -> Result<Set, Mistake> {
        if self.take("!") {
            return Ok(self.nested(Self::one)?.not());
        }
        if self.take("(") {
            let inner = self.nested(Self::set)?;
            self.expect(")", "the parenthesis is not closed")?;
            return Ok(inner);
        }
        if self.take("{") {
            return self.states();
        }
        if self.take("\"") {
            let from = self.at;
            let Some(end) = self.rest().find('"') else { return Err(self.wrong("the quotation mark is not closed")) };
            let name = self.rest()[..end].to_owned();
            self.at += end + 1;
            return Ok(Set::Label(name, from..from + end));
        }
        let word = self.word();
        let from = self.at;
        match word {
            "" => Err(self.wrong("the name of a label is missing here, such as bad or \"bad\"")),
            "F" | "G" | "X" | "U" | "W" | "R" => {
                let message = format!(
                    "`{word}` cannot stand here: there is one of F, G, X, U, W, R in a property (a label of that name needs quotation marks)"
                );
                Err(Mistake { place: from..from + 1, message })
            }
            "true" | "false" => {
                self.at += word.len();
                Ok(Set::Constant(word == "true"))
            }
            name => {
                self.at += name.len();
                Ok(Set::Label(name.to_owned(), from..self.at))
            }
        }
    }

    fn states(&mut self) -> Result<Set, Mistake> {
        let from = self.at - 1;
        let mut states = Vec::new();
        loop {
            let word = self.word();
            let Ok(state) = word.parse() else { return Err(self.wrong("the number of a state is missing here")) };
            self.at += word.len();
            states.push(state);
            if !self.take(",") {
                break;
            }
        }
        self.expect("}", "the list of states is not closed")?;
        Ok(Set::States(states, from..self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_read() {
        let property = read("P<=0.3 [ F \"bad\" ]").expect("a property");
        assert_eq!(property.asked, Asked::AtMost(Bound { number: number::ratio(3, 10), is_strict: false }));
        assert_eq!(property.text, "F \"bad\"");
        assert!(!property.path.is_negated && property.path.window.is_none());
        assert!(read("P>1/3 [G !(a | b & {3, 4})]").expect("a property").path.is_negated);
        assert_eq!(read("Pmin=? [a U<=7 b]").expect("a property").path.window, Some((0, 7)));
        assert_eq!(read("P=? [X a]").expect("a property").path.window, Some((1, 1)));
        assert!(read("P>=1 [a W b]").is_ok() && read("P<1[a R b]").is_ok() && read("P<1 [F a => b]").is_ok());
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, at, word) in [
            ("F bad", 0, "begins with P"),
            ("P [F bad]", 2, "bound"),
            ("P<=2 [F bad]", 3, "between 0 and 1"),
            ("P<=0.5 F bad", 7, "brackets"),
            ("P<=0.5 [F bad", 13, "`]`"),
            ("P<=0.5 [F F bad]", 10, "cannot stand here"),
            ("P<=0.5 [F (bad]", 14, "parenthesis"),
            ("P<=0.5 [bad]", 11, "a path is"),
            ("P<=0.5 [F bad] x", 15, "over"),
            ("P<=0.5 [F<=x bad]", 11, "number of steps"),
            ("Pmax>=0.5 [F bad]", 4, "no such bound"),
            ("P<=0.5 [F {1,}]", 13, "number of a state"),
        ] {
            let mistake = read(text).expect_err(text);
            assert_eq!(mistake.place.start, at, "{text}: {mistake:?}");
            assert!(mistake.message.contains(word), "{text}: {mistake:?}");
        }
        assert!(read(&format!("P<=1 [F {}a]", "(".repeat(100_000))).is_err());
    }
}
