//! Witnesses held against the definition of their format, by a checker that knows nothing of who wrote them.

use std::collections::BTreeMap;

use super::super::eval::{self, Memory, Value};
use super::super::model::{Model, Operand, Sort};
use super::super::number::Number;
use super::*;

/// What a frame assigns: by position, the element (if it is one) and the value.
type Assignments = Vec<(usize, Option<Number>, Number)>;

struct Frame {
    states: Assignments,
    inputs: Assignments,
}

struct Witness {
    /// `b` or `j`, and the number.
    property: (char, usize),
    frames: Vec<Frame>,
}

fn bits_of(text: &str, width: u32) -> Result<Number, String> {
    if text.len() != width as usize || !text.bytes().all(|byte| matches!(byte, b'0' | b'1')) {
        return Err(format!("`{text}` should be {width} bits"));
    }
    Number::parse_bytes(text.as_bytes(), 2).ok_or_else(|| "no number".to_owned())
}

fn assignment(model: &Model, line: &str, section: &str) -> Result<(usize, Option<Number>, Number), String> {
    let mut words = line.split(' ');
    let mut next = || words.next().ok_or_else(|| format!("`{line}` ends too early"));
    let position: usize = next()?.parse().map_err(|_| format!("`{line}` should begin with a number"))?;
    let node = match section.starts_with('#') {
        true => model.states.get(position).map(|state| state.node),
        false => model.inputs.get(position).copied(),
    };
    let node = node.ok_or_else(|| format!("{position} is neither input nor state"))?;
    let mut word = next()?;
    let at = match (word.strip_prefix('[').and_then(|word| word.strip_suffix(']')), model.nodes[node].sort) {
        (None, Sort::Bits(_)) => None,
        (Some(at), Sort::Array { index, .. }) => {
            word = next()?;
            Some(bits_of(at, index)?)
        }
        _ => return Err(format!("`{line}` takes a word for an array, or the other way round")),
    };
    let value = bits_of(word, model.nodes[node].sort.width())?;
    if let Ok(symbol) = next()
        && !symbol.ends_with(section)
    {
        return Err(format!("the symbol of `{line}` should end with `{section}`"));
    }
    if words.next().is_some() {
        return Err(format!("nothing should follow `{line}`"));
    }
    Ok((position, at, value))
}

fn read_witness(model: &Model, text: &str) -> Result<Witness, String> {
    let mut lines = text.lines().skip_while(|line| line.starts_with(';')).peekable();
    if lines.next() != Some("sat") {
        return Err("a witness should begin with `sat`".to_owned());
    }
    let property = lines.next().unwrap_or_default();
    let kind = property.chars().next().filter(|kind| matches!(kind, 'b' | 'j')).ok_or("there should be a property")?;
    let number = property[1..].parse().map_err(|_| "the property should have a number")?;
    let mut frames = Vec::new();
    loop {
        let mut frame = Frame { states: Vec::new(), inputs: Vec::new() };
        for (kind, list) in [('#', &mut frame.states), ('@', &mut frame.inputs)] {
            let section = format!("{kind}{}", frames.len());
            let is_there = lines.next_if_eq(&section.as_str()).is_some();
            if !is_there && (kind == '@' || frames.is_empty()) {
                return Err(format!("`{section}` is missing"));
            }
            while let Some(line) = lines.next_if(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
                list.push(assignment(model, line, &section)?);
            }
        }
        frames.push(frame);
        if lines.next_if_eq(&".").is_some() {
            break;
        }
    }
    match lines.next() {
        Some(line) => Err(format!("`{line}` stands after the end")),
        None => Ok(Witness { property: (kind, number), frames }),
    }
}

/// What is assigned to one position, as a value of its sort.
fn value_of(model: &Model, node: usize, position: usize, all: &Assignments, default: Number) -> Option<Value> {
    let own: Vec<_> = all.iter().filter(|(at, ..)| *at == position).collect();
    match model.nodes[node].sort {
        Sort::Bits(_) => own.first().map(|(_, _, value)| Value::Word(value.clone())),
        Sort::Array { .. } => {
            let elements = own.into_iter().filter_map(|(_, at, value)| Some((at.clone()?, value.clone())));
            Some(Value::Array(Memory { default, elements: elements.collect::<BTreeMap<_, _>>() }))
        }
    }
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Word(a), Value::Word(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => {
            a.default == b.default && a.elements.keys().chain(b.elements.keys()).all(|key| a.at(key) == b.at(key))
        }
        _ => false,
    }
}

/// The value of every node in one cycle.
fn values_of(model: &Model, inputs: &[Option<Value>], states: &[Option<Value>]) -> Vec<Value> {
    let inputs = model.inputs.iter().copied().zip(inputs);
    let states = model.states.iter().map(|state| state.node).zip(states);
    let leaves: BTreeMap<usize, &Option<Value>> = inputs.chain(states).collect();
    eval::cycle(model, |node| leaves[&node].clone().expect("every leaf should have a value"))
}

/// Gives the states that the file initialises their first values, which may depend on one another.
fn initialise(model: &Model, inputs: &[Option<Value>], states: &mut [Option<Value>]) -> Result<(), String> {
    let blank = |node: usize| match model.nodes[node].sort {
        Sort::Bits(_) => Value::Word(Number::ZERO),
        Sort::Array { .. } => Value::Array(Memory::default()),
    };
    for (state, value) in model.states.iter().zip(states.iter_mut()).filter(|(state, _)| state.init.is_some()) {
        *value = Some(blank(state.node));
    }
    // Each round settles at least one more.
    for _ in 0..=model.states.len() {
        let values = values_of(model, inputs, states);
        let mut is_settled = true;
        for (state, value) in model.states.iter().zip(states.iter_mut()) {
            let Some(init) = state.init else { continue };
            let init = match (eval::operand(model, &values, init).into_owned(), model.nodes[state.node].sort) {
                (Value::Word(word), Sort::Array { .. }) => {
                    Value::Array(Memory { default: word, elements: BTreeMap::new() })
                }
                (value, _) => value,
            };
            is_settled &= value.as_ref().is_some_and(|value| same(value, &init));
            *value = Some(init);
        }
        if is_settled {
            return Ok(());
        }
    }
    Err("no first state is as the file says".to_owned())
}

/// Whether the witness is one, strictly.
pub(super) fn check(model: &Model, text: &str) -> Result<(), String> {
    let witness = read_witness(model, text)?;
    let n_states = model.states.len();
    let mut states: Vec<Option<Value>> = vec![None; n_states];
    // The states before each cycle, and what is true in it.
    let mut history: Vec<Vec<Option<Value>>> = Vec::new();
    let mut truths: Vec<Box<dyn Fn(Operand) -> bool>> = Vec::new();
    for (cycle, frame) in witness.frames.iter().enumerate() {
        for (position, state) in model.states.iter().enumerate() {
            let is_given = frame.states.iter().any(|(at, ..)| *at == position);
            let is_open = if cycle == 0 { state.init.is_none() } else { state.next.is_none() };
            if is_given && !is_open {
                return Err(format!("state {position} is known in cycle {cycle}"));
            }
            if is_open {
                let given = value_of(model, state.node, position, &frame.states, Number::ZERO);
                states[position] =
                    Some(given.ok_or_else(|| format!("state {position} has no value in cycle {cycle}"))?);
            }
        }
        let inputs: Vec<Option<Value>> = model
            .inputs
            .iter()
            .enumerate()
            .map(|(position, &node)| value_of(model, node, position, &frame.inputs, Number::ZERO))
            .collect();
        if let Some(missing) = inputs.iter().position(Option::is_none) {
            return Err(format!("input {missing} has no value in cycle {cycle}"));
        }
        if cycle == 0 {
            initialise(model, &inputs, &mut states)?;
        }
        let values = values_of(model, &inputs, &states);
        if model.constraints.iter().any(|root| !eval::operand(model, &values, root.operand).is_true()) {
            return Err(format!("a constraint is broken in cycle {cycle}"));
        }
        history.push(states.clone());
        states =
            model.states.iter().map(|state| Some(eval::operand(model, &values, state.next?).into_owned())).collect();
        let model = model.clone();
        truths.push(Box::new(move |operand| eval::operand(&model, &values, operand).is_true()));
    }
    match witness.property {
        ('b', number) => {
            let bad = model.bad.get(number).ok_or("no such property")?.operand;
            truths
                .last()
                .is_some_and(|is_true| is_true(bad))
                .then_some(())
                .ok_or("the last cycle is not bad".to_owned())
        }
        (_, number) => {
            let justice = model.justice.get(number).ok_or("no such property")?;
            let wanted = justice.operands.iter().copied().chain(model.fairness.iter().map(|root| root.operand));
            let wanted: Vec<Operand> = wanted.collect();
            // What is chosen anew in every cycle can always be what it was.
            let is_back = |before: &Vec<Option<Value>>| {
                let mut pairs = before.iter().zip(&states).zip(&model.states).filter(|(_, state)| state.next.is_some());
                pairs.all(|((a, b), _)| matches!((a, b), (Some(a), Some(b)) if same(a, b)))
            };
            let closes = |start: usize| {
                is_back(&history[start]) && wanted.iter().all(|&it| truths[start..].iter().any(|is_true| is_true(it)))
            };
            (0..history.len()).any(closes).then_some(()).ok_or("no loop closes with everything in it".to_owned())
        }
    }
}

/// Nothing for a loop in which a state that nobody looks at never comes back.
fn witness_of(design: &Design, run: &Counterexample) -> Option<String> {
    let run = crate::live::until_all_recurs(&design.circuit, run)?;
    Some(super::super::witness::write(design, words(design), &run, None))
}

#[test]
fn witnesses_of_random_models_are_accepted() {
    let mut rng = Rng::new(31);
    let (mut n_bad, mut n_live) = (0, 0);
    for round in 0..1200 {
        let text = model_text(&mut rng, [2, 3, 5, 12][round % 4], 10);
        // What is bad at some time may also be true again and again.
        let text = match text.lines().find_map(|line| line.split_once(" bad ")) {
            Some((_, bad)) => format!("{text}9000 justice 1 {bad}\n"),
            None => text.clone(),
        };
        let design = read(&text);
        let options = Options { goal: Goal::Violation, bound: 5, budget: Budget::unlimited() };
        let (checked, _) = design.check(&Property::all(&design.circuit), &options);
        for outcome in checked.outcomes {
            let Outcome::Violated(run) = outcome else { continue };
            let Some(witness) = witness_of(&design, &run) else { continue };
            *if run.loop_start.is_some() { &mut n_live } else { &mut n_bad } += 1;
            let verdict = check(&words(&design).model, &witness);
            assert_eq!(verdict, Ok(()), "round {round}:\n{text}{witness}");
        }
    }
    assert!(n_bad > 200 && n_live > 200, "{n_bad} bad states, {n_live} lassos");
}

#[test]
fn witnesses_that_are_wrong_are_refused() {
    let design = read(AROUND);
    let options = Options { goal: Goal::Violation, bound: 9, budget: Budget::unlimited() };
    let (checked, _) = design.check(&Property::all(&design.circuit), &options);
    for outcome in &checked.outcomes {
        let Outcome::Violated(run) = outcome else { panic!("both should be violated") };
        let model = &words(&design).model;
        let witness = witness_of(&design, run).expect("two bits should soon be back");
        assert_eq!(check(model, &witness), Ok(()), "{witness}");
        let shorter = witness.replace("@2\n0 1 move@2\n1 0 reset@2\n", "@2\n0 0 move@2\n1 0 reset@2\n");
        for wrong in [
            shorter,
            witness.replace("1 0 reset@1", "1 1 reset@1"),
            witness.replace("0 1 move@1", "0 x move@1"),
            witness.replace("#0\n", "#0\n0 01 count#0\n"),
            witness.replace("@1\n", ""),
            witness.replace("sat\n", ""),
            format!("{witness}0\n"),
        ] {
            assert!(check(model, &wrong).is_err(), "{wrong}");
        }
    }
}
