//! What can be asked of a circuit, and what that is in bits.

use std::collections::HashMap;
use std::fmt;

use whyc_aig::circuit::FileError;

use crate::design::Design;
use crate::property::Property;
use crate::state;

/// What should never happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// What the file says, or one property of it.
    File {
        /// Only this one: its name, or its number as in `b0`.
        only: Option<String>,
    },
    /// A state, as a person writes it.
    State(String),
    /// The state after some random steps.
    Reach {
        /// How many.
        steps: usize,
        /// Which ones.
        seed: u64,
    },
}

/// Why a question cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskError {
    /// The file states no property.
    NoProperty,
    /// There is no property of that name; these there are.
    UnknownProperty(String, Vec<String>),
    /// There is no state to ask for.
    NoState,
    /// A random state would be one of large arrays.
    LargeArrays,
    /// The given state is wrong.
    State(FileError),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskError::NoProperty => {
                f.write_str("the circuit states no property; --state FILE or --reach STEPS asks about a state")
            }
            AskError::UnknownProperty(name, known) => {
                let shown = known.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
                let more = if known.len() > 10 { ", …" } else { "" };
                write!(f, "there is no property `{name}`, but {shown}{more}")
            }
            AskError::NoState => f.write_str("the circuit has no state"),
            AskError::LargeArrays => f.write_str("--reach is not for arrays as large as these; --state is"),
            AskError::State(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AskError {}

/// A property, the name it is known by, and the line that states it.
pub(super) type Named = (Property, String, Option<usize>);

/// The properties that are asked about.
pub(super) fn properties(design: &Design, ask: &Ask) -> Result<Vec<Named>, AskError> {
    let circuit = &design.circuit;
    let reached = |property: Property| vec![(property, "reach".to_owned(), None)];
    if matches!(ask, Ask::Reach { .. }) && design.has_large_arrays() {
        return Err(AskError::LargeArrays);
    }
    if !matches!(ask, Ask::File { .. }) && design.n_named_latches() == 0 {
        return Err(AskError::NoState);
    }
    match ask {
        Ask::State(text) => Ok(reached(Property::Reach(state::parse(design, text).map_err(AskError::State)?))),
        Ask::Reach { steps, seed } => Ok(reached(Property::reach(circuit, *steps, *seed))),
        Ask::File { only } => {
            let properties = Property::all(circuit);
            let names: Vec<String> = properties.iter().map(|it| it.describe(circuit)).collect();
            let mut n_from_name: HashMap<&str, usize> = HashMap::new();
            names.iter().for_each(|name| *n_from_name.entry(name).or_default() += 1);
            let named = properties.into_iter().zip(&names).map(|(property, name)| {
                // A name that is given twice tells nothing.
                let is_unique = n_from_name[name.as_str()] == 1;
                let id = if is_unique { name.clone() } else { number(design, &property) };
                let line = line(design, &property);
                (property, id, line)
            });
            let all: Vec<Named> = named.collect();
            if all.is_empty() {
                return Err(AskError::NoProperty);
            }
            let Some(only) = only else { return Ok(all) };
            let named = all.iter().find(|(_, id, _)| id == only);
            match named.or_else(|| all.iter().find(|(property, ..)| number(design, property) == *only)) {
                Some(named) => Ok(vec![named.clone()]),
                None => Err(AskError::UnknownProperty(only.clone(), all.into_iter().map(|(_, id, _)| id).collect())),
            }
        }
    }
}

/// A property by its kind and number, as formats have it.
fn number(design: &Design, property: &Property) -> String {
    match property {
        Property::Bad(idx) if design.circuit.bad.is_empty() => format!("o{idx}"),
        Property::Bad(idx) => format!("b{idx}"),
        Property::Justice(idx) => format!("j{idx}"),
        Property::Reach(_) => "reach".to_owned(),
    }
}

/// The line that states a property.
fn line(design: &Design, property: &Property) -> Option<usize> {
    let model = &design.words.as_ref()?.model;
    match property {
        Property::Bad(idx) => model.bad.get(*idx).map(|root| root.line),
        Property::Justice(idx) => model.justice.get(*idx).map(|justice| justice.line),
        Property::Reach(_) => None,
    }
}
