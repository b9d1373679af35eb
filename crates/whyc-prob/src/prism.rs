//! PRISM's explicit files: steps (`.tra`), labels (`.lab`), states (`.sta`).

use std::collections::BTreeMap;

use num_traits::{One, Signed};

use crate::model::{Choice, Model, State};
use crate::number::{self, Number};

/// The most states that are read.
const MOST_STATES: usize = 5_000_000;

/// What is wrong with a file, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The line, from 1 on.
    pub line: usize,
    /// What.
    pub message: String,
}

fn wrong<T>(line: usize, message: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { line, message: message.into() })
}

/// The lines that say something, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(k, line)| (k + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#') && !line.starts_with("//"))
}

/// A step as it stands in a file.
struct Step {
    line: usize,
    from: usize,
    choice: usize,
    to: usize,
    probability: Number,
    action: Option<String>,
}

/// A model from its steps: `FROM TO PROBABILITY` after a line with two numbers, or `FROM CHOICE TO PROBABILITY` after one with three.
///
/// # Errors
/// If the text is no such file.
pub fn steps(text: &str) -> Result<Model, Wrong> {
    let mut lines = lines(text);
    let Some((line, head)) = lines.next() else { return wrong(1, "the file is empty") };
    let counts: Vec<usize> = head.split_whitespace().map_while(|it| it.parse().ok()).collect();
    let n_words = head.split_whitespace().count();
    if counts.len() != n_words || !(2..=3).contains(&n_words) {
        return wrong(
            line,
            "the first line has the number of states and of steps (of states, choices and steps for a decision process)",
        );
    }
    let (n_states, is_process) = (counts[0], counts.len() == 3);
    if n_states == 0 || n_states > MOST_STATES {
        return wrong(line, format!("a model has between 1 and {MOST_STATES} states"));
    }
    let n_steps = counts[counts.len() - 1];
    let mut steps = Vec::new();
    for (line, text) in lines {
        steps.push(step(line, text, is_process, n_states)?);
    }
    if steps.len() != n_steps {
        return wrong(line, format!("the first line says {n_steps} steps, but there are {}", steps.len()));
    }
    model(n_states, steps)
}

fn step(line: usize, text: &str, is_process: bool, n_states: usize) -> Result<Step, Wrong> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let least = if is_process { 4 } else { 3 };
    if words.len() < least || words.len() > least + 1 {
        let form = if is_process { "FROM CHOICE TO PROBABILITY [ACTION]" } else { "FROM TO PROBABILITY" };
        return wrong(line, format!("a step is {form}"));
    }
    let state = |word: &str| match word.parse::<usize>() {
        Ok(state) if state < n_states => Ok(state),
        Ok(_) => wrong(line, format!("there is no state {word}: the first line says {n_states}, from 0 on")),
        Err(_) => wrong(line, format!("`{word}` is no state")),
    };
    let from = state(words[0])?;
    let to = state(words[least - 2])?;
    let choice = match is_process {
        true => words[1].parse().or_else(|_| wrong(line, format!("`{}` is no choice", words[1])))?,
        false => 0,
    };
    let text = words[least - 1];
    let Some(probability) = number::read(text) else { return wrong(line, format!("`{text}` is no number")) };
    if !probability.is_positive() || probability > Number::one() {
        return wrong(line, format!("a probability is more than 0 and at most 1, not {text}"));
    }
    Ok(Step { line, from, choice, to, probability, action: words.get(least).map(|it| (*it).to_owned()) })
}

fn model(n_states: usize, steps: Vec<Step>) -> Result<Model, Wrong> {
    let mut choices: Vec<BTreeMap<usize, Vec<Step>>> = Vec::new();
    choices.resize_with(n_states, BTreeMap::new);
    for step in steps {
        choices[step.from].entry(step.choice).or_default().push(step);
    }
    let (mut n_scaled, mut n_ends) = (0usize, 0usize);
    let mut states = Vec::new();
    let mut is_end = vec![false; n_states];
    for (id, choices) in choices.into_iter().enumerate() {
        let mut kept = Vec::new();
        for (_, steps) in choices {
            let line = steps[0].line;
            let action = steps.iter().find_map(|it| it.action.clone());
            let sum: Number = steps.iter().map(|it| it.probability.clone()).sum();
            if (&sum - Number::one()).abs() > number::ratio(1, 1_000_000_000) {
                return wrong(
                    line,
                    format!("the probabilities from state {id} add up to {}, not to 1", number::shown(&sum)),
                );
            }
            n_scaled += usize::from(!sum.is_one());
            kept.push(Choice::new(action, steps.into_iter().map(|it| (it.to, it.probability / &sum))));
        }
        if kept.is_empty() {
            n_ends += 1;
            is_end[id] = true;
            kept.push(Choice::stay(id));
        }
        states.push(State { name: format!("s{id}"), choices: kept });
    }
    let mut model = Model::new(states);
    model.labels.insert("deadlock".to_owned(), is_end);
    model.labels.insert("init".to_owned(), (0..n_states).map(|it| it == 0).collect());
    if n_scaled > 0 {
        let remark = "where probabilities add up to nearly 1, they are divided by their sum";
        model.remarks.push(format!("{remark} ({n_scaled} {})", if n_scaled == 1 { "place" } else { "places" }));
    }
    if n_ends > 0 {
        model.remarks.push(format!(
            "{n_ends} {} no step and are stayed in",
            if n_ends == 1 { "state has" } else { "states have" }
        ));
    }
    Ok(model)
}

/// Adds labels: `0="init" 1="bad"` in the first line, then `STATE: LABEL...`. The label `init` says where the model starts.
///
/// # Errors
/// If the text is no such file.
pub fn labels(model: &mut Model, text: &str) -> Result<(), Wrong> {
    let mut lines = lines(text);
    let Some((line, head)) = lines.next() else { return wrong(1, "the file is empty") };
    let n_states = model.states.len();
    let mut names: BTreeMap<usize, String> = BTreeMap::new();
    for part in head.split_whitespace() {
        let parts = part.split_once('=').and_then(|(id, name)| {
            let name = name.strip_prefix('"')?.strip_suffix('"')?;
            Some((id.parse::<usize>().ok()?, name))
        });
        let Some((id, name)) = parts else {
            return wrong(line, format!("a label is declared as 0=\"init\", not as {part}"));
        };
        names.insert(id, name.to_owned());
    }
    let mut found: BTreeMap<String, Vec<bool>> = names.values().map(|it| (it.clone(), vec![false; n_states])).collect();
    for (line, text) in lines {
        let Some((state, ids)) = text.split_once(':') else { return wrong(line, "a line is STATE: LABEL...") };
        let state = match state.trim().parse::<usize>() {
            Ok(state) if state < n_states => state,
            Ok(_) | Err(_) => {
                return wrong(line, format!("there is no state {}: the model has {n_states}, from 0 on", state.trim()));
            }
        };
        for id in ids.split_whitespace() {
            let name = id.parse().ok().and_then(|id: usize| names.get(&id));
            let Some(states) = name.and_then(|it| found.get_mut(it)) else {
                return wrong(line, format!("the first line declares no label {id}"));
            };
            states[state] = true;
        }
    }
    if let Some(starts) = found.get("init") {
        let starts: Vec<usize> = (0..n_states).filter(|&it| starts[it]).collect();
        match starts[..] {
            [start] => model.initial = start,
            _ => return wrong(line, format!("one state should have the label init, not {}", starts.len())),
        }
    }
    // What stands in the file counts, also for ends that are known without it.
    model.labels.extend(found);
    Ok(())
}

/// Names the states: `(x,y)` in the first line, then `STATE:(0,1)`.
///
/// # Errors
/// If the text is no such file.
pub fn names(model: &mut Model, text: &str) -> Result<(), Wrong> {
    let mut lines = lines(text);
    let Some((line, head)) = lines.next() else { return wrong(1, "the file is empty") };
    let inside = |text: &'_ str| -> Option<Vec<String>> {
        let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
        Some(inner.split(',').map(|it| it.trim().to_owned()).collect())
    };
    let Some(variables) = inside(head) else { return wrong(line, "the first line has the variables: (x,y)") };
    for (line, text) in lines {
        let parts =
            text.split_once(':').and_then(|(id, values)| Some((id.trim().parse::<usize>().ok()?, inside(values)?)));
        let Some((state, values)) = parts else { return wrong(line, "a line is STATE:(VALUE,...)") };
        if values.len() != variables.len() {
            return wrong(line, format!("there are {} variables and {} values", variables.len(), values.len()));
        }
        let Some(slot) = model.states.get_mut(state) else { return wrong(line, format!("there is no state {state}")) };
        let pairs: Vec<String> = variables.iter().zip(&values).map(|(name, value)| format!("{name}={value}")).collect();
        slot.name = pairs.join(",");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use num_traits::Zero;

    use super::*;

    #[test]
    fn a_chain_and_a_process_are_read() {
        let mut chain = steps("3 4\n0 1 0.5\n0 2 1/2\n1 1 1\n2 0 1.0\n").expect("a chain");
        assert!(!chain.is_process() && chain.n_steps() == 4);
        labels(&mut chain, "0=\"init\" 1=\"deadlock\" 2=\"bad\"\n0: 0\n1: 2\n").expect("labels");
        assert_eq!(chain.labels["bad"], [false, true, false]);
        names(&mut chain, "(x,y)\n0:(0,1)\n1:(0,2)\n").expect("names");
        assert_eq!((chain.name(0), chain.name(2)), ("x=0,y=1", "s2"));
        let process = steps("2 3 4\n0 0 0 0.5 try\n0 0 1 0.5 try\n0 1 1 1 stop\n1 0 1 1\n").expect("a process");
        assert!(process.is_process());
        assert_eq!(process.states[0].choices[1].action.as_deref(), Some("stop"));
    }

    #[test]
    fn thirds_in_decimals_are_thirds() {
        let third = "0.3333333333333333";
        let model = steps(&format!("3 3\n0 0 {third}\n0 1 {third}\n0 2 {third}\n")).expect("a chain");
        assert!(model.states[0].choices[0].to.iter().all(|(_, it)| *it == number::ratio(1, 3)));
        assert_eq!(model.remarks.len(), 2, "{:?}", model.remarks);
        assert!(!model.states[0].choices[0].to.iter().any(|(_, it)| it.is_zero()));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, line, word) in [
            ("", 1, "empty"),
            ("x\n", 1, "first line"),
            ("2 1\n0 2 1\n", 2, "no state 2"),
            ("2 1\n0 1 x\n", 2, "no number"),
            ("2 1\n0 1 0.4\n", 2, "add up to 2/5"),
            ("2 1\n\n0 1\n", 3, "a step is"),
            ("2 3\n0 1 1\n", 1, "says 3 steps"),
            ("0 0\n", 1, "between 1"),
            ("2 1\n0 1 1.5\n", 2, "at most 1"),
        ] {
            let found = steps(text).expect_err(text);
            assert!(found.line == line && found.message.contains(word), "{text}: {found:?}");
        }
        let mut model = steps("2 1\n0 1 1\n").expect("a chain");
        for (text, word) in [
            ("bad\n", "declared as"),
            ("0=\"bad\"\n7: 0\n", "no state 7"),
            ("0=\"bad\"\n0: 1\n", "no label 1"),
            ("0=\"init\"\n", "not 0"),
        ] {
            assert!(labels(&mut model, text).expect_err(text).message.contains(word), "{text}");
        }
    }
}
