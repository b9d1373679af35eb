//! The language of cases: one action in each line.
//!
//! ```text
//! include "stack.h"            lines of C before everything else
//! declare struct stack s;
//! variable full = no: no yes   something that actions need and set, its first value, all values
//! start stack_init(&s)         what is done first, once
//! test pushes and pops
//!   [Empty]                                          a label: cases that come to it are in the same state
//!   stack_push(&s, 1) {full=no -> full=yes}          an action, with what it needs and what it sets
//!   assert(stack_size(&s) == 1)
//! ```

use std::collections::BTreeMap;

/// A suite of cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite {
    /// Lines of C before everything else, without `#include` as they were written.
    pub includes: Vec<String>,
    /// Declarations.
    pub declarations: Vec<String>,
    /// The variables: name, all values with the first one first.
    pub variables: Vec<Variable>,
    /// What is done first.
    pub start: Vec<String>,
    /// The cases.
    pub cases: Vec<Case>,
    /// What the cases declare themselves, and share.
    pub locals: Vec<String>,
    /// Whether the cases are functions of C.
    pub is_c: bool,
}

/// Something that actions need and set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its values; it begins with the first.
    pub values: Vec<String>,
}

/// A case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// The label where it begins.
    pub label: Option<String>,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// A step of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub action: Action,
    /// The label of where it leads.
    pub label: Option<String>,
}

/// What is done, under which condition, with which effect.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Action {
    /// The text: an expression of C, or any name.
    pub text: String,
    /// What variables must be.
    pub pre: BTreeMap<String, String>,
    /// What they become.
    pub post: BTreeMap<String, String>,
}

/// What is wrong, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The line, from 1 on.
    pub line: usize,
    /// What.
    pub message: String,
}

pub(super) fn wrong<T>(line: usize, message: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { line, message: message.into() })
}

/// Reads a suite.
///
/// # Errors
/// If the text is none.
pub fn read(text: &str) -> Result<Suite, Wrong> {
    let mut suite = Suite::default();
    for (k, line) in text.lines().enumerate() {
        let (number, line) = (k + 1, line.trim());
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (word, suite.cases.is_empty()) {
            ("test", _) => suite.cases.push(Case { name: rest.to_owned(), ..Case::default() }),
            ("include", true) => suite.includes.push(rest.to_owned()),
            ("declare", true) => suite.declarations.push(rest.to_owned()),
            ("start", true) => suite.start.push(rest.trim_end_matches(';').to_owned()),
            ("variable", true) => suite.variables.push(variable(number, rest)?),
            (_, true) => return wrong(number, "before the first test there are include, declare, variable and start"),
            (_, false) => step(&mut suite, number, line)?,
        }
    }
    if suite.cases.is_empty() {
        return wrong(text.lines().count().max(1), "there is no test: a case begins with a line `test NAME`");
    }
    Ok(suite)
}

fn variable(line: usize, text: &str) -> Result<Variable, Wrong> {
    let parts = text.split_once('=').and_then(|(name, rest)| Some((name, rest.split_once(':')?)));
    let Some((name, (first, rest))) = parts else {
        return wrong(line, "a variable is declared as NAME = FIRST: VALUE VALUE");
    };
    let (name, first) = (name.trim().to_owned(), first.trim().to_owned());
    let mut values = vec![first];
    for value in rest.split_whitespace() {
        if !values.iter().any(|it| it == value) {
            values.push(value.to_owned());
        }
    }
    if !is_name(&name) || !values.iter().all(|it| is_name(it)) {
        return wrong(line, "variables and their values have names of letters, digits and _");
    }
    Ok(Variable { name, values })
}

pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| it.is_alphanumeric() || it == '_')
}

fn step(suite: &mut Suite, line: usize, text: &str) -> Result<(), Wrong> {
    let (mut rest, mut label) = (text, None);
    if let Some((before, inside)) = rest.strip_suffix(']').and_then(|it| it.rsplit_once('['))
        && is_name(inside)
        && (before.is_empty() || before.ends_with(char::is_whitespace))
    {
        (rest, label) = (before.trim(), Some(inside.to_owned()));
    }
    let mut action = Action { text: String::new(), pre: BTreeMap::new(), post: BTreeMap::new() };
    if let Some((before, inside)) = rest.strip_suffix('}').and_then(|it| it.rsplit_once('{')) {
        let (pre, post) = inside.split_once("->").unwrap_or((inside, ""));
        (action.pre, action.post) = (values(suite, line, pre)?, values(suite, line, post)?);
        rest = before.trim();
    }
    rest.trim_end_matches(';').trim().clone_into(&mut action.text);
    let Some(case) = suite.cases.last_mut() else { return Ok(()) };
    if action.text.is_empty() {
        if !action.pre.is_empty() || !action.post.is_empty() {
            return wrong(line, "an action is missing before the braces");
        }
        let place = case.steps.last_mut().map_or(&mut case.label, |it| &mut it.label);
        if place.is_some() && *place != label {
            return wrong(line, "here there is a label already");
        }
        *place = label;
        return Ok(());
    }
    case.steps.push(Step { action, label });
    Ok(())
}

/// `a=1, b=2`.
fn values(suite: &Suite, line: usize, text: &str) -> Result<BTreeMap<String, String>, Wrong> {
    let mut found = BTreeMap::new();
    for part in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        let Some((name, value)) = part.split_once('=').map(|(name, value)| (name.trim(), value.trim())) else {
            return wrong(line, format!("what an action needs and sets is {{NAME=VALUE -> NAME=VALUE}}, not `{part}`"));
        };
        match suite.variables.iter().find(|it| it.name == name) {
            None => return wrong(line, format!("no variable is called `{name}`")),
            Some(it) if !it.values.iter().any(|it| it == value) => {
                return wrong(line, format!("`{name}` is never `{value}`: it is one of {}", it.values.join(", ")));
            }
            Some(_) => found.insert(name.to_owned(), value.to_owned()),
        };
    }
    Ok(found)
}
