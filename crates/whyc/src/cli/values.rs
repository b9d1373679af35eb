//! What the values of options look like.

use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use whyc_ir::property::PropertyClass;

/// Knows the classes, so that a misspelt one gets a suggestion.
pub fn class_parser() -> impl TypedValueParser<Value = PropertyClass> {
    PossibleValuesParser::new(PropertyClass::ALL.map(PropertyClass::name))
        .try_map(|name| PropertyClass::from_name(&name).ok_or("no such class"))
}

/// A number.
pub fn parse_number<N: FromStr>(text: &str) -> Result<N, String> {
    let is_long = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().map_err(|_| match is_long {
        true => format!("this is too large: {} is the largest", largest::<N>()),
        false => "expected a number".to_owned(),
    })
}

/// The largest number of a type, all of which are unsigned here.
fn largest<N>() -> u128 {
    u128::MAX >> (128 - 8 * size_of::<N>().min(16))
}

/// The largest number of characters that may be asked for: each is an input.
const LONGEST: usize = 4096;

/// A number of characters.
pub fn parse_length(text: &str) -> Result<usize, String> {
    match parse_number(text)? {
        0 => Err("this is a number of characters, at least 1".to_owned()),
        length if length > LONGEST => Err(format!("this is too large: {LONGEST} is the largest")),
        length => Ok(length),
    }
}

/// `LOOP:BOUND`
pub fn parse_loop_bound(text: &str) -> Result<(String, u32), String> {
    let expected = || "expected a loop and a bound, such as main.1:64".to_owned();
    let (name, bound) = text.rsplit_once(':').ok_or_else(expected)?;
    let bound = bound.parse().map_err(|_| expected())?;
    if name.is_empty() { Err(expected()) } else { Ok((name.to_owned(), bound)) }
}

/// `NAME=VALUE`
pub fn parse_given(text: &str) -> Result<(String, String), String> {
    let expected = || "expected an input and its value, such as x=3".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(expected)?;
    if name.trim().is_empty() { Err(expected()) } else { Ok((name.trim().to_owned(), value.trim().to_owned())) }
}

/// Seconds, perhaps with a fraction.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "expected a number of seconds that is not negative".to_owned())
}

/// The name of a team.
pub fn parse_team(text: &str) -> Result<String, String> {
    if whyc_cluster::Address::is_team(text) {
        Ok(text.to_owned())
    } else {
        Err("a team is a word of letters, digits, - and _, no longer than 32".to_owned())
    }
}
