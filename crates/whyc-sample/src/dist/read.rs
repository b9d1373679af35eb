//! Distributions as people write them.

use std::fmt;

use super::{Drawn, Kind, Numbers, Shape};

/// A distribution, before it is known of what.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    form: Form,
    text: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Form {
    Uniform(String, String),
    Normal(f64, f64),
    Bernoulli(f64),
    Geometric(f64),
    /// With weights.
    Choice(Vec<(String, f64)>),
}

/// What is expected, for messages.
const FORMS: &str =
    "uniform(LOW, HIGH), normal(MEAN, DEVIATION), bernoulli(P), geometric(P), choice(VALUE:WEIGHT, …) or a value";

impl Distribution {
    /// Reads `uniform(0, 99)` and the like; a value alone is always drawn.
    ///
    /// # Errors
    /// What is wrong, for a person.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let form = match text.split_once('(') {
            Some((name, rest)) => {
                let inside = rest.trim_end().strip_suffix(')').ok_or_else(|| format!("`{text}`: a `)` is missing"))?;
                let parts: Vec<&str> = inside.split(',').map(str::trim).collect();
                form(name.trim(), &parts).map_err(|wrong| format!("`{text}`: {wrong}"))?
            }
            None if text.is_empty() => return Err(format!("expected {FORMS}")),
            None => Form::Choice(vec![(text.to_owned(), 1.0)]),
        };
        Ok(Self { form, text: text.to_owned() })
    }

    /// The distribution over the values of a type.
    ///
    /// # Errors
    /// What does not fit, for a person.
    pub fn over(&self, kind: &Kind) -> Result<Drawn, String> {
        let numbers = kind.numbers;
        let is_whole = matches!(numbers, Numbers::Whole { .. });
        Ok(match &self.form {
            Form::Uniform(low, high) if is_whole => {
                let (low, high) = (whole(kind, low)?, whole(kind, high)?);
                if low > high {
                    return Err(format!("`{self}`: nothing is between {low} and {high}"));
                }
                Drawn::range(numbers, low, high)
            }
            Form::Uniform(low, high) => {
                let number = |it: &str| real(it).ok_or_else(|| format!("`{it}` is no number"));
                let (from, to) = (number(low)?, number(high)?);
                if from > to || !(to - from).is_finite() {
                    return Err(format!("`{self}`: nothing is between {low} and {high}"));
                }
                Drawn { numbers, shape: Shape::Real { from, to } }
            }
            Form::Normal(mean, deviation) => {
                Drawn { numbers, shape: Shape::Normal { mean: *mean, deviation: *deviation } }
            }
            Form::Bernoulli(chance) => {
                let one = value(kind, "1")?;
                Drawn::table(numbers, vec![(0, 1.0 - chance), (one, *chance)])
            }
            Form::Geometric(chance) => Drawn { numbers, shape: Shape::Geometric { chance: *chance } },
            Form::Choice(all) => {
                let weighed = all.iter().map(|(text, weight)| Ok((value(kind, text)?, *weight)));
                Drawn::table(numbers, weighed.collect::<Result<_, String>>()?)
            }
        })
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn form(name: &str, parts: &[&str]) -> Result<Form, String> {
    let number = |it: &str| real(it).ok_or_else(|| format!("`{it}` is no number"));
    let chance = |it: &str| match real(it) {
        Some(p) if (0.0..=1.0).contains(&p) => Ok(p),
        Some(_) | None => Err(format!("`{it}` is no probability: it should be between 0 and 1")),
    };
    match (name, parts) {
        ("uniform", [low, high]) => Ok(Form::Uniform((*low).to_owned(), (*high).to_owned())),
        ("normal", [mean, deviation]) => {
            let (mean, deviation) = (number(mean)?, number(deviation)?);
            if deviation > 0.0 {
                Ok(Form::Normal(mean, deviation))
            } else {
                Err("the deviation should be more than 0".to_owned())
            }
        }
        ("bernoulli", [p]) => Ok(Form::Bernoulli(chance(p)?)),
        ("geometric", [p]) => match chance(p)? {
            p if p > 0.0 => Ok(Form::Geometric(p)),
            _ => Err("what never happens has no end".to_owned()),
        },
        ("choice", parts) if parts.iter().all(|it| !it.is_empty()) => {
            let mut all = Vec::new();
            for part in parts {
                let (value, weight) = part.rsplit_once(':').unwrap_or((part, "1"));
                let weight = number(weight.trim())?;
                if weight < 0.0 {
                    return Err(format!("the weight of {value} is less than 0"));
                }
                all.push((value.trim().to_owned(), weight));
            }
            if all.iter().map(|it| it.1).sum::<f64>() > 0.0 {
                Ok(Form::Choice(all))
            } else {
                Err("nothing has any weight".to_owned())
            }
        }
        ("uniform" | "normal" | "bernoulli" | "geometric" | "choice", _) => Err(format!("expected {FORMS}")),
        (name, _) => Err(format!("there is no distribution `{name}`: expected {FORMS}")),
    }
}

/// A finite number, as a decimal or as a fraction.
#[must_use]
pub fn real(text: &str) -> Option<f64> {
    let number = |it: &str| it.trim().parse::<f64>().ok().filter(|it| it.is_finite());
    match text.split_once('/') {
        Some((above, below)) => number(above).zip(number(below)).map(|(a, b)| a / b).filter(|it| it.is_finite()),
        None => number(text).or_else(|| integer(text.trim()).map(|it| it as f64)),
    }
}

/// A whole number, as C writes it.
fn integer(text: &str) -> Option<i128> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return i128::from_str_radix(hex, 16).ok().filter(|it| *it >= 0).map(|it| sign * it);
    }
    if let Some(c) = digits.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')) {
        let mut all = c.chars();
        return all.next().filter(|c| c.is_ascii() && all.next().is_none()).map(|c| sign * i128::from(c as u32));
    }
    let is_plain = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    digits.parse::<i128>().ok().filter(|_| is_plain).map(|it| sign * it)
}

/// A whole number of a type.
fn whole(kind: &Kind, text: &str) -> Result<i128, String> {
    let named = kind.names.iter().find(|(name, _)| name == text).map(|(_, value)| *value);
    let bool_named = || match text {
        "true" => Some(1),
        "false" => Some(0),
        _ => None,
    };
    let number = named.or_else(|| integer(text)).or_else(bool_named);
    let number = number.ok_or_else(|| format!("`{text}` is no value of type `{}`", kind.text))?;
    match kind.numbers.ends() {
        Some((least, most)) if !(least..=most).contains(&number) => {
            Err(format!("{number} is no value of type `{}`: these are {least} to {most}", kind.text))
        }
        None if number < 0 => Err(format!("{number} is no value of type `{}`", kind.text)),
        Some(_) | None => Ok(number),
    }
}

/// The bits of a value of a type.
fn value(kind: &Kind, text: &str) -> Result<u128, String> {
    match kind.numbers {
        Numbers::Whole { .. } => Ok(whole(kind, text)? as u128 & kind.numbers.mask()),
        Numbers::Single | Numbers::Double => {
            real(text).map(|it| kind.numbers.of_real(it)).ok_or_else(|| format!("`{text}` is no number"))
        }
    }
}
