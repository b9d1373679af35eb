//! Automata from JSON, as `docs/hybrid-input.schema.json` says.

use std::collections::BTreeMap;

use num_traits::Zero;
use serde::Deserialize;
use whyc_base::ids::IdVec;
use whyc_base::names;
use whyc_modal::json as modal;
use whyc_modal::mistake::Mistake;
use whyc_modal::place::{locate, locate_inside};

use crate::automaton::{Automaton, Between, Jump, Label, Location, LocationId};
use crate::condition;
use crate::number::{self, Number};
use crate::polyhedron::{Convex, Region};

/// The most variables and locations.
const MOST_VARIABLES: usize = 6;
const MOST_LOCATIONS: usize = 100;

/// What is wrong, and where in the JSON.
struct Wrong {
    /// Such as `locations[0].invariant`.
    path: String,
    /// Which bytes of the text there, if it is a condition.
    part: Option<std::ops::Range<usize>>,
    message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    #[serde(default, rename = "$schema")]
    _schema: Option<String>,
    variables: Vec<String>,
    locations: Vec<OneLocation>,
    #[serde(default)]
    jumps: Vec<OneJump>,
    initial: Vec<Place>,
    #[serde(default)]
    labels: BTreeMap<String, Vec<Place>>,
    #[serde(default)]
    formula: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneLocation {
    name: String,
    rates: BTreeMap<String, Value>,
    #[serde(default = "everywhere")]
    invariant: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneJump {
    from: String,
    to: String,
    #[serde(default = "everywhere")]
    guard: String,
    #[serde(default)]
    resets: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    #[serde(default)]
    location: Option<String>,
    #[serde(default = "everywhere", rename = "where")]
    condition: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    One(One),
    Two([One; 2]),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum One {
    Number(serde_json::Number),
    Text(String),
}

fn everywhere() -> String {
    "true".to_owned()
}

fn wrong(path: impl Into<String>, message: impl Into<String>) -> Wrong {
    Wrong { path: path.into(), part: None, message: message.into() }
}

/// Reads an automaton.
///
/// # Errors
/// If the text is none.
pub fn read(text: &str) -> Result<Automaton, Mistake> {
    let whole: Whole = serde_json::from_str(text).map_err(|error| modal::mistake(text, &error))?;
    automaton(whole).map_err(|wrong| {
        let place = match &wrong.part {
            Some(part) => locate_inside(text, &wrong.path, part),
            None => locate(text, &wrong.path),
        };
        Mistake::new(place, wrong.message)
    })
}

fn automaton(whole: Whole) -> Result<Automaton, Wrong> {
    let variables = whole.variables;
    names_are_right(&variables, "variables", MOST_VARIABLES, |k| format!("variables[{k}]"))?;
    let location_names: Vec<String> = whole.locations.iter().map(|it| it.name.clone()).collect();
    names_are_right(&location_names, "locations", MOST_LOCATIONS, |k| format!("locations[{k}].name"))?;
    let mut locations = IdVec::new();
    for (k, it) in whole.locations.iter().enumerate() {
        locations.push(location(it, &variables, &format!("locations[{k}]"))?);
    }
    let reader = Reader { variables: &variables, locations: &locations };
    let mut jumps = Vec::new();
    for (k, it) in whole.jumps.iter().enumerate() {
        jumps.push(reader.jump(it, &format!("jumps[{k}]"))?);
    }
    let initial = reader.places(&whole.initial, "initial")?;
    if initial.iter().all(Vec::is_empty) {
        return Err(wrong("initial", "no run begins anywhere: no point of the invariants meets it"));
    }
    let label_names: Vec<String> = whole.labels.keys().cloned().collect();
    names_are_right(&label_names, "labels", MOST_LOCATIONS, |k| format!("labels.{}", label_names[k]))?;
    let mut labels = Vec::new();
    for (name, places) in whole.labels {
        if location_names.contains(&name) {
            return Err(wrong(format!("labels.{name}"), "a location has this name, and is a label itself"));
        }
        let region = reader.places(places.as_slice(), &format!("labels.{name}"))?;
        // A label that nothing has would make every formula with it look as if it had been answered.
        if region.iter().all(Vec::is_empty) {
            return Err(wrong(format!("labels.{name}"), "no point of the invariants meets it"));
        }
        labels.push(Label { name, region });
    }
    Ok(Automaton { variables, locations, jumps, initial, labels, formula: whole.formula })
}

fn names_are_right(names: &[String], what: &str, most: usize, path: impl Fn(usize) -> String) -> Result<(), Wrong> {
    if names.len() > most {
        return Err(wrong(what, format!("there are at most {most} {what}")));
    }
    for (k, name) in names.iter().enumerate() {
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_name || name == "true" || name == "false" {
            return Err(wrong(
                path(k),
                format!("`{name}` is no name: names have letters, digits and _, and begin with no digit"),
            ));
        }
        if names[..k].contains(name) {
            return Err(wrong(path(k), format!("there are two `{name}`")));
        }
    }
    Ok(())
}

fn location(it: &OneLocation, variables: &[String], path: &str) -> Result<Location, Wrong> {
    known_variables(&it.rates, variables, &format!("{path}.rates"))?;
    let mut rates = Vec::new();
    for name in variables {
        let path = format!("{path}.rates");
        let Some(value) = it.rates.get(name) else {
            return Err(wrong(
                path,
                format!("it is not said how fast `{name}` changes in `{}`; 0 if it does not", it.name),
            ));
        };
        rates.push(between(value, &format!("{path}.{name}"))?);
    }
    let path = format!("{path}.invariant");
    let mut region = region(&it.invariant, variables, &path)?;
    let (Some(invariant), true) = (region.pop(), region.is_empty()) else {
        return Err(wrong(path, "an invariant has points, and no `|`: what is between two points of it belongs to it"));
    };
    Ok(Location { name: it.name.clone(), rates, invariant })
}

fn region(text: &str, variables: &[String], path: &str) -> Result<Region, Wrong> {
    condition::read(text, variables).map_err(|error| Wrong {
        path: path.to_owned(),
        part: Some(error.place),
        message: error.message,
    })
}

fn known_variables(given: &BTreeMap<String, Value>, variables: &[String], path: &str) -> Result<(), Wrong> {
    let known: Vec<&str> = variables.iter().map(String::as_str).collect();
    match given.keys().find(|it| !known.contains(&it.as_str())) {
        Some(name) => {
            let message = format!("there is no variable `{name}`; {}", names::hint(name, &known, "variables"));
            Err(wrong(format!("{path}.{name}"), message))
        }
        None => Ok(()),
    }
}

fn between(value: &Value, path: &str) -> Result<Between, Wrong> {
    let one = |it: &One| -> Result<Number, Wrong> {
        let text = match it {
            One::Number(number) => number.to_string(),
            One::Text(text) => text.trim().to_owned(),
        };
        number::read(&text).ok_or_else(|| wrong(path, format!("`{text}` is no number: 3, -0.25 and \"1/3\" are")))
    };
    let (low, high) = match value {
        Value::One(it) => (one(it)?, one(it)?),
        Value::Two([low, high]) => (one(low)?, one(high)?),
    };
    if low > high {
        return Err(wrong(path, format!("the first of two bounds is the lower one, but {low} is more than {high}")));
    }
    Ok(Between { low, high })
}

struct Reader<'a> {
    variables: &'a [String],
    locations: &'a IdVec<LocationId, Location>,
}

impl Reader<'_> {
    fn location(&self, name: &str, path: &str) -> Result<LocationId, Wrong> {
        let known: Vec<&str> = self.locations.iter().map(|it| it.name.as_str()).collect();
        let found = self.locations.iter_enumerated().find(|(_, it)| it.name == name).map(|(id, _)| id);
        found.ok_or_else(|| {
            wrong(path, format!("there is no location `{name}`; {}", names::hint(name, &known, "locations")))
        })
    }

    fn jump(&self, it: &OneJump, path: &str) -> Result<Jump, Wrong> {
        known_variables(&it.resets, self.variables, &format!("{path}.resets"))?;
        let reset = |name: &String| {
            it.resets.get(name).map(|value| between(value, &format!("{path}.resets.{name}"))).transpose()
        };
        Ok(Jump {
            from: self.location(&it.from, &format!("{path}.from"))?,
            to: self.location(&it.to, &format!("{path}.to"))?,
            guard: region(&it.guard, self.variables, &format!("{path}.guard"))?,
            resets: self.variables.iter().map(reset).collect::<Result<_, _>>()?,
        })
    }

    /// By location, inside the invariants.
    fn places(&self, places: &[Place], path: &str) -> Result<IdVec<LocationId, Region>, Wrong> {
        let mut all: IdVec<LocationId, Region> = IdVec::filled(Vec::new(), self.locations.len());
        for (k, place) in places.iter().enumerate() {
            let path = format!("{path}[{k}]");
            let region = region(&place.condition, self.variables, &format!("{path}.where"))?;
            let only =
                place.location.as_ref().map(|name| self.location(name, &format!("{path}.location"))).transpose()?;
            for (id, location) in self.locations.iter_enumerated().filter(|(id, _)| only.is_none_or(|it| it == *id)) {
                let inside: Vec<Convex> =
                    region.iter().map(|it| it.and(&location.invariant)).filter(|it| !it.is_empty()).collect();
                all[id].extend(inside);
            }
        }
        Ok(all)
    }
}

impl Between {
    /// Whether it is one number.
    #[must_use]
    pub fn is_known(&self) -> bool {
        (&self.high - &self.low).is_zero()
    }
}
