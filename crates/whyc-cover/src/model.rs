//! What is counted: attributes with finite domains, and combinations that cannot be.
//!
//! ```text
//! story: what the modules do together
//! attribute Module: M19, M42, M6
//! attribute OtherOnSystem: 0..1
//! illegal: Module=M19, OtherOnSystem=1
//! ```

use std::collections::BTreeSet;

/// More combinations than this are refused.
pub const MOST_TASKS: usize = 200_000;

/// A model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// What it is about.
    pub story: String,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// Values that do not go together, by their positions.
    pub illegal: Vec<Vec<Option<usize>>>,
}

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// Its values, in order.
    pub values: Vec<String>,
}

impl Model {
    /// Reads a model.
    ///
    /// # Errors
    /// The line, from 1, and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut model = Self::default();
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                model.line(line).map_err(|why| (at + 1, why))?;
            }
        }
        if model.attributes.is_empty() {
            return Err((1, "there is no attribute".to_owned()));
        }
        model.limited().map_err(|why| (1, why))
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let expected = "expected `story: …`, `attribute NAME: VALUES` or `illegal: NAME=VALUE, …`";
        let (head, rest) = line.split_once(':').ok_or(expected)?;
        match head.split_whitespace().collect::<Vec<_>>()[..] {
            ["story"] => rest.trim().clone_into(&mut self.story),
            ["attribute", name] => {
                if self.attributes.iter().any(|it| it.name == name) {
                    return Err(format!("there are two attributes {name}"));
                }
                self.attributes.push(Attribute { name: name.to_owned(), values: values(rest)? });
            }
            ["illegal"] => {
                let mut parts = vec![None; self.attributes.len()];
                for part in rest.split(',') {
                    let (at, value) = self.pair(part.trim())?;
                    parts[at] = Some(value);
                }
                self.illegal.push(parts);
            }
            _ => return Err(expected.to_owned()),
        }
        Ok(())
    }

    /// `NAME=VALUE` as positions.
    ///
    /// # Errors
    /// What is not there.
    pub fn pair(&self, text: &str) -> Result<(usize, usize), String> {
        let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}`: expected NAME=VALUE"))?;
        let (name, value) = (name.trim(), value.trim());
        let at = self.attribute(name)?;
        let known = self.attributes[at].values.iter().position(|it| it == value);
        known.map(|value| (at, value)).ok_or_else(|| format!("{name} has no value `{value}`"))
    }

    /// The position of an attribute.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn attribute(&self, name: &str) -> Result<usize, String> {
        let known: Vec<&str> = self.attributes.iter().map(|it| it.name.as_str()).collect();
        let at = known.iter().position(|it| *it == name);
        at.ok_or_else(|| {
            format!("there is no attribute `{name}`; {}", whyc_base::names::hint(name, &known, "attributes"))
        })
    }

    fn limited(self) -> Result<Self, String> {
        let n = self.attributes.iter().try_fold(1usize, |n, it| n.checked_mul(it.values.len().max(1)));
        if n.is_none_or(|n| n > MOST_TASKS) {
            return Err(format!("the model has more than {MOST_TASKS} combinations"));
        }
        if self.attributes.len() > crate::holes::MOST_ATTRIBUTES {
            return Err(format!("the model has more than {} attributes", crate::holes::MOST_ATTRIBUTES));
        }
        Ok(self)
    }

    /// A model of what occurs: these attributes with the values that some event has, in order.
    ///
    /// # Errors
    /// If it has too many combinations.
    pub fn occurring<'e>(names: &[String], rows: impl Iterator<Item = &'e Vec<String>>) -> Result<Self, String> {
        let mut values: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); names.len()];
        for row in rows {
            for (set, value) in values.iter_mut().zip(row) {
                set.insert(value);
            }
        }
        let attributes = names.iter().zip(values).map(|(name, set)| {
            let mut values: Vec<String> = set.into_iter().map(str::to_owned).collect();
            // Numbers in their order, then the rest in that of their letters.
            values.sort_by_key(|it| (it.parse::<i64>().map_or(i64::MAX, |n| n), it.clone()));
            Attribute { name: name.clone(), values }
        });
        Self { attributes: attributes.collect(), ..Self::default() }.limited()
    }

    /// All combinations that can be, in the order of the model.
    #[must_use]
    pub fn tasks(&self) -> Vec<Vec<usize>> {
        let mut all: Vec<Vec<usize>> = vec![Vec::new()];
        for attribute in &self.attributes {
            let longer = |task: Vec<usize>| {
                (0..attribute.values.len()).map(move |value| task.iter().copied().chain([value]).collect())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all.retain(|task| self.is_legal(task));
        all
    }

    /// Whether a combination can be.
    #[must_use]
    pub fn is_legal(&self, task: &[usize]) -> bool {
        let is_in =
            |illegal: &Vec<Option<usize>>| illegal.iter().zip(task).all(|(it, value)| it.is_none_or(|it| it == *value));
        !self.illegal.iter().any(is_in)
    }

    /// The same with some of the attributes. What cannot be stays so if it is about these alone.
    ///
    /// # Errors
    /// If there is no such attribute.
    pub fn projected(&self, names: &[String]) -> Result<(Self, Vec<usize>), String> {
        let chosen: Vec<usize> = names.iter().map(|name| self.attribute(name.trim())).collect::<Result<_, _>>()?;
        let attributes = chosen.iter().map(|&at| self.attributes[at].clone()).collect();
        let is_about =
            |it: &&Vec<Option<usize>>| it.iter().enumerate().all(|(at, value)| value.is_none() || chosen.contains(&at));
        let illegal = self.illegal.iter().filter(is_about);
        let illegal = illegal.map(|it| chosen.iter().map(|&at| it.get(at).copied().flatten()).collect()).collect();
        Ok((Self { story: self.story.clone(), attributes, illegal }, chosen))
    }
}

fn values(text: &str) -> Result<Vec<String>, String> {
    let text = text.trim();
    if let Some((low, high)) = text.split_once("..") {
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| format!("`{text}` is no number"));
        let (low, high) = (number(low)?, number(high)?);
        if low > high || high.abs_diff(low) >= MOST_TASKS as u64 {
            return Err(format!("`{text}` is no range"));
        }
        return Ok((low..=high).map(|it| it.to_string()).collect());
    }
    let all: Vec<String> = text.split(',').map(|it| it.trim().to_owned()).collect();
    let distinct: BTreeSet<&String> = all.iter().collect();
    if all.iter().any(String::is_empty) || distinct.len() != all.len() {
        return Err(format!("`{text}` is no list of different values"));
    }
    Ok(all)
}
