//! The worked examples of Bauer, Gentilini and Schneider and what belongs to them; then laws, on random systems.

mod examples;
mod laws;
mod notation;

use whyc_base::budget::Budget;

use crate::evaluate::{Evaluation, Question, evaluate};
use crate::explain::{Explanation, explain};
use crate::system::System;
use crate::truth::Truth;
use crate::work::Work;
use crate::{parse, read};

fn work() -> Work {
    Work::of(200_000_000, &Budget::unlimited())
}

fn system(text: &str) -> System {
    read::read(text).expect("a system")
}

fn question(system: &System, formula: &str) -> Question {
    Question::new(&parse::parse(formula).expect("a formula"), system).expect("names that are there")
}

fn ask(system: &System, formula: &str) -> Evaluation {
    evaluate(system, &question(system, formula), &mut work()).expect("little work")
}

fn why(system: &System, formula: &str) -> Explanation {
    explain(system, &question(system, formula), &work())
}

/// The values in the order of the states: `1`, `0` and `?`.
fn values(system: &System, formula: &str) -> String {
    let sign = |it: &Truth| match it {
        Truth::True => '1',
        Truth::False => '0',
        Truth::Unknown => '?',
    };
    ask(system, formula).values.iter().map(sign).collect()
}
