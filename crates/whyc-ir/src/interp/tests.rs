//! The meaning of each instruction, operator and check, and what an observer sees.

mod checks;

mod control;

mod memory;

mod numbers;

use crate::build::{FunctionBuilder, ProgramBuilder};
use crate::expr::ExprId;
use crate::program::Program;
use crate::property::{ClassSet, PropertyTable};

use super::{Closed, End, Environment, Limits, Outcome, run};

const LIMITS: Limits = Limits { steps: 10_000_000, memory_bytes: 1 << 30 };

/// Runs with all classes checked.
fn run_in<E: Environment>(program: &Program, env: &mut E) -> Outcome {
    let verdict = crate::verify::verify(program);
    assert!(verdict.is_ok(), "the program should be well-formed: {verdict:?}\n{}", crate::text::program(program));
    let properties = PropertyTable::new(program, ClassSet::defaults());
    run(program, &properties, env, LIMITS)
}

fn end(program: &Program) -> End {
    run_in(program, &mut Closed).end
}

/// Runs with nothing checked.
fn end_unchecked(program: &Program) -> End {
    let properties = PropertyTable::new(program, ClassSet::EMPTY);
    run(program, &properties, &mut Closed, LIMITS).end
}

/// The name of the property that a run with all classes checked violates.
fn violated(program: &Program) -> String {
    let properties = PropertyTable::new(program, ClassSet::defaults());
    match end(program) {
        End::Failed(property) => properties.all()[property].name.clone(),
        other => format!("{other:?}"),
    }
}

/// `main`, which returns the expression that `build` makes.
fn returning(build: impl FnOnce(&mut FunctionBuilder<'_>) -> ExprId) -> Program {
    let mut p = ProgramBuilder::new();
    let void = p.types().intern(crate::types::Type::Void);
    let main = p.declare("main", void, &[]);
    let mut ty = void;
    p.define(main, |f| {
        let value = build(f);
        ty = f.ty(value);
        f.ret(value);
    });
    p.program_mut().functions[main].ret = ty;
    p.finish()
}

/// What a finished run returned, its bits zero-extended.
fn value(end: &End) -> u128 {
    match end {
        End::Finished { value } => super::memory::read(value),
        other => panic!("the run should finish, not end with {other:?}"),
    }
}

/// What the program returns, with and without checks.
fn check_value(expected: u128, program: &Program) {
    assert_eq!(value(&end(program)), expected);
    assert_eq!(value(&end_unchecked(program)), expected);
}
