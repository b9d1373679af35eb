//! Why each failing test fails: what it should have printed and what it did, its exit status, the rule that it breaks, or that
//! it does not end.

use whyc_debug::finding::{TestFailure, WhyFails};
use whyc_ir::interp::End;
use whyc_ir::program::Program;
use whyc_ir::property::PropertyTable;

use crate::repair::blame::Blame;
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

fn why(properties: &PropertyTable, test: &FailingRun, seen: &Seen) -> WhyFails {
    match &seen.end {
        End::Failed(property) => {
            let property = &properties.all()[*property];
            WhyFails::Rule { description: property.description.clone(), span: property.span }
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
    use super::*;

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
