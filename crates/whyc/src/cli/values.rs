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
    text.parse().map_err(|_| "expected a number".to_owned())
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
