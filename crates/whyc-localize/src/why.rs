//! Why each failing test fails: what it should have printed and what it did, its exit status, the rule that it breaks, or that
//! it does not end.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use whyc_base::source::Span;
use whyc_debug::finding::{TestFailure, WhyFails};
use whyc_ir::interp::End;
use whyc_ir::program::Program;
use whyc_ir::property::{Property, PropertyClass, PropertyTable};

use crate::repair::blame::{Blame, Rule};
use crate::repair::stage::{Seen, Stage, Watch};
use crate::runs::FailingRun;

/// A test that takes more steps than this is said not to end.
pub const MANY_STEPS: u64 = 1_000_000;

/// The reasons of all tests that fail, in their order.
#[must_use]
pub fn failures(program: &Program, properties: &PropertyTable, tests: &[FailingRun]) -> Vec<TestFailure> {
    let blame = Blame::everybody();
    let stage = Stage::new(program, properties, &blame, &[]);
    let mut found = Vec::new();
    for test in tests {
        let seen = stage.run(&stage.act(test), 0, MANY_STEPS, Watch::End);
        if !seen.passes {
            found.push(TestFailure { test: test.name.clone(), why: why(properties, test, &seen) });
        }
    }
    found
}

/// Tests by what they can say.
pub struct Sorted {
    /// Those that pass, and those that say what is wrong.
    pub asked: Vec<FailingRun>,
    /// Those that break a rule of the language where others fail without that, or where more break another one: it may be one that the
    /// right program breaks without anyone seeing it.
    pub apart: Vec<FailingRun>,
}

/// Sorts tests; those that cannot be followed say nothing, unless there are no others.
#[must_use]
pub fn sorted(tests: &[FailingRun], failures: &[TestFailure]) -> Sorted {
    let of_test = |test: &FailingRun| failures.iter().find(|it| it.test == test.name).map(|it| &it.why);
    // Which rule is broken; none if it is something else that is wrong.
    let mut n_of_rule: BTreeMap<Option<Span>, usize> = BTreeMap::new();
    for why in failures.iter().map(|it| &it.why).filter(|why| !matches!(why, WhyFails::Other(_))) {
        *n_of_rule.entry(rule(why)).or_default() += 1;
    }
    let most = n_of_rule.iter().max_by_key(|(rule, n)| (rule.is_none(), **n, Reverse(**rule)));
    let Some((asked, _)) = most else { return Sorted { asked: tests.to_vec(), apart: Vec::new() } };
    let mut sorted = Sorted { asked: Vec::new(), apart: Vec::new() };
    for test in tests {
        match of_test(test) {
            Some(WhyFails::Other(_)) => {}
            Some(why) if rule(why) != *asked => sorted.apart.push(test.clone()),
            Some(_) | None => sorted.asked.push(test.clone()),
        }
    }
    sorted
}

/// The rules that some tests break.
#[must_use]
pub fn rules(
    program: &Program,
    properties: &PropertyTable,
    tests: &[FailingRun],
    failures: &[TestFailure],
) -> Vec<Rule> {
    let broken = failures.iter().filter(|it| tests.iter().any(|test| test.name == it.test));
    let spans: BTreeSet<Span> = broken.filter_map(|it| rule(&it.why)).collect();
    let broken = properties.all().iter().filter(|it| spans.contains(&it.span));
    let of = |it: &Property| (it.class, program.functions[it.function].name.clone(), it.description.clone());
    broken.map(of).collect()
}

/// Where a rule of the language is broken, if that is what is wrong.
fn rule(why: &WhyFails) -> Option<Span> {
    match why {
        WhyFails::Rule { span, is_of_language: true, .. } => Some(*span),
        WhyFails::Rule { is_of_language: false, .. }
        | WhyFails::Output { .. }
        | WhyFails::Status { .. }
        | WhyFails::Endless
        | WhyFails::Other(_) => None,
    }
}

fn why(properties: &PropertyTable, test: &FailingRun, seen: &Seen) -> WhyFails {
    match &seen.end {
        End::Failed(property) => {
            let property = &properties.all()[*property];
            let is_of_language = property.class != PropertyClass::Assertion;
            WhyFails::Rule { description: property.description.clone(), span: property.span, is_of_language }
        }
        End::StepLimit => WhyFails::Endless,
        End::Finished { .. } | End::Halted => match &test.stdout {
            Some(expected) if *expected != seen.stdout => output(expected, &seen.stdout),
            Some(_) | None => WhyFails::Status {
                expected: test.status.unwrap_or_default(),
                got: String::from_utf8_lossy(&seen.status).into_owned(),
            },
        },
        End::AssumptionViolated { .. } => WhyFails::Other("something that is assumed does not hold".to_owned()),
        End::Unsupported { what, .. } => WhyFails::Other(format!("not modelled: {what}")),
        End::MemoryLimit => WhyFails::Other("it takes too much memory".to_owned()),
    }
}

/// The first line that differs.
fn output(expected: &[u8], got: &[u8]) -> WhyFails {
    let lines = |bytes: &[u8]| -> Vec<String> {
        bytes.split_inclusive(|&b| b == b'\n').map(|line| String::from_utf8_lossy(line).into_owned()).collect()
    };
    let (expected, got) = (lines(expected), lines(got));
    let line = expected.iter().zip(&got).take_while(|(a, b)| a == b).count();
    let at = |lines: &[String]| lines.get(line).cloned();
    WhyFails::Output { line: line + 1, expected: at(&expected), got: at(&got) }
}

#[cfg(test)]
mod tests {
    use whyc_base::source::FileId;

    use super::*;
    use crate::runs::Inputs;

    fn names(runs: &[FailingRun]) -> Vec<&str> {
        runs.iter().map(|it| it.name.as_str()).collect()
    }

    #[test]
    fn tests_are_sorted_by_what_they_can_say() {
        let test = |name: &str| FailingRun {
            name: name.to_owned(),
            inputs: Inputs::Globals(BTreeMap::new().into_iter().collect()),
            stdout: None,
            status: None,
            violates: None,
        };
        let rule = |at: u32| {
            let span = Span { file: FileId(0), start: at, end: at + 1 };
            WhyFails::Rule { description: String::new(), span, is_of_language: true }
        };
        let fails = |name: &str, why: WhyFails| TestFailure { test: name.to_owned(), why };
        let tests = ["a", "b", "c", "d", "e"].map(test);
        let other = WhyFails::Other("not modelled".to_owned());
        // One prints something wrong: that is what is asked, with what passes.
        let failures =
            [fails("a", rule(7)), fails("b", WhyFails::Endless), fails("c", rule(7)), fails("d", other.clone())];
        let found = sorted(&tests, &failures);
        assert_eq!((names(&found.asked), names(&found.apart)), (vec!["b", "e"], vec!["a", "c"]));
        // All break rules: that which most of them break is asked.
        let failures = [fails("a", rule(7)), fails("b", rule(3)), fails("c", rule(7)), fails("d", other.clone())];
        let found = sorted(&tests, &failures);
        assert_eq!((names(&found.asked), names(&found.apart)), (vec!["a", "c", "e"], vec!["b"]));
        // Nothing is known of any.
        let found = sorted(&tests, &[fails("a", other)]);
        assert_eq!((found.asked.len(), found.apart.len()), (5, 0));
    }

    #[test]
    fn the_first_difference_is_told() {
        let told = |expected: &str, got: &str| output(expected.as_bytes(), got.as_bytes());
        let differs = |line, expected: &str, got: Option<&str>| WhyFails::Output {
            line,
            expected: Some(expected.to_owned()),
            got: got.map(str::to_owned),
        };
        assert_eq!(told("a\nb\n", "a\nc\n"), differs(2, "b\n", Some("c\n")));
        assert_eq!(told("a\nb\n", "a\n"), differs(2, "b\n", None));
        assert_eq!(told("a\n", "a"), differs(1, "a\n", Some("a")));
    }
}
