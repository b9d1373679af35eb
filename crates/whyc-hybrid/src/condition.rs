//! Conditions as text: `0 <= clock <= 6 & level = 10`, `2*x - y < 3 | x > 1/2`.

use std::ops::Range;

use num_traits::Zero;
use whyc_base::names;

use crate::number::{self, Number};
use crate::polyhedron::{Constraint, Convex, Region};

/// The longest condition that is read, and the most comparisons in it.
const LONGEST: usize = 10_000;
const MOST: usize = 64;

/// What is wrong with a condition, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The bytes that are wrong.
    pub place: Range<usize>,
    /// What is wrong.
    pub message: String,
}

/// A sum of variables with factors, and a number.
#[derive(Clone)]
struct Sum {
    coefficients: Vec<Number>,
    constant: Number,
}

/// The points that meet a condition.
///
/// # Errors
/// If it is none.
pub fn read(text: &str, names: &[String]) -> Result<Region, Wrong> {
    if text.len() > LONGEST {
        return Err(Wrong { place: 0..0, message: format!("a condition has at most {LONGEST} characters") });
    }
    let mut reader = Reader { text, at: 0, names, n_comparisons: 0 };
    let mut region = Vec::new();
    loop {
        let part = reader.all()?;
        if !part.is_empty() {
            region.push(part.simple());
        }
        if !(reader.take("||") || reader.take("|")) {
            break;
        }
    }
    reader.space();
    if reader.at < text.len() {
        return Err(reader.wrong("the condition is over here: comparisons are joined by & and |"));
    }
    Ok(region)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    names: &'a [String],
    n_comparisons: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn wrong(&self, message: impl Into<String>) -> Wrong {
        let end = self.rest().chars().next().map_or(self.at, |it| self.at + it.len_utf8());
        Wrong { place: self.at..end, message: message.into() }
    }

    fn take(&mut self, symbol: &str) -> bool {
        self.space();
        let is_there = self.rest().starts_with(symbol);
        self.at += if is_there { symbol.len() } else { 0 };
        is_there
    }

    fn all(&mut self) -> Result<Convex, Wrong> {
        let mut convex = Convex::all(self.names.len());
        loop {
            convex = self.chain(convex)?;
            if !(self.take("&&") || self.take("&")) {
                return Ok(convex);
            }
        }
    }

    /// `true`, or sums with comparisons between them.
    fn chain(&mut self, mut convex: Convex) -> Result<Convex, Wrong> {
        self.space();
        if self.word() == "true" {
            self.at += 4;
            return Ok(convex);
        }
        let mut left = self.sum()?;
        let mut n = 0;
        while let Some(operator) = ["<=", ">=", "==", "<", ">", "="].into_iter().find(|it| self.take(it)) {
            let right = self.sum()?;
            let at_least = |a: &Sum, b: &Sum, is_strict| Constraint {
                coefficients: a.coefficients.iter().zip(&b.coefficients).map(|(a, b)| a - b).collect(),
                constant: &a.constant - &b.constant,
                is_strict,
            };
            convex = match operator {
                "<=" => convex.with(at_least(&right, &left, false)),
                ">=" => convex.with(at_least(&left, &right, false)),
                "<" => convex.with(at_least(&right, &left, true)),
                ">" => convex.with(at_least(&left, &right, true)),
                _ => convex.with(at_least(&left, &right, false)).with(at_least(&right, &left, false)),
            };
            left = right;
            n += 1;
            self.n_comparisons += 1;
            if self.n_comparisons > MOST {
                return Err(self.wrong(format!("a condition has at most {MOST} comparisons")));
            }
        }
        if n == 0 { Err(self.wrong("a comparison is missing here: <=, <, =, >= or >")) } else { Ok(convex) }
    }

    fn sum(&mut self) -> Result<Sum, Wrong> {
        let mut sum = Sum { coefficients: vec![Number::zero(); self.names.len()], constant: Number::zero() };
        let mut sign = if self.take("-") { -1 } else { 1 };
        loop {
            self.term(&mut sum, &number::whole(sign))?;
            sign = if self.take("+") {
                1
            } else if self.take("-") {
                -1
            } else {
                return Ok(sum);
            };
        }
    }

    fn word(&self) -> &'a str {
        let rest = self.rest();
        &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())]
    }

    /// `3`, `x`, `3*x`, `3 x`
    fn term(&mut self, sum: &mut Sum, sign: &Number) -> Result<(), Wrong> {
        self.space();
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '/').unwrap_or(rest.len());
        let mut factor = sign.clone();
        if length > 0 {
            let place = self.at..self.at + length;
            let Some(value) = number::read(&rest[..length]) else {
                return Err(Wrong { place, message: "this is no number: 3, 0.25 and 1/3 are".to_owned() });
            };
            factor *= value;
            self.at += length;
            let is_product = self.take("*");
            self.space();
            let is_name = self.word().starts_with(|c: char| c.is_alphabetic() || c == '_');
            if !is_product && !is_name {
                sum.constant += factor;
                return Ok(());
            }
        }
        self.space();
        let name = self.word();
        let place = self.at..self.at + name.len();
        if name.is_empty() {
            return Err(self.wrong("a variable or a number is missing here"));
        }
        let Some(variable) = self.names.iter().position(|it| it == name) else {
            let known: Vec<&str> = self.names.iter().map(String::as_str).collect();
            let hint = names::hint(name, &known, "variables");
            return Err(Wrong { place, message: format!("there is no variable `{name}`; {hint}") });
        };
        sum.coefficients[variable] += factor;
        self.at += name.len();
        Ok(())
    }
}
