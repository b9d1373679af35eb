//! A machine as C that goes all its ways, a sequence of actions as C, and the way of a run as a case again.

use std::fmt::Write as _;

use super::language::{Action, Suite};
use super::machine::Machine;

/// What stands before the functions.
fn head(suite: &Suite) -> String {
    let mut text = "#include <assert.h>\n".to_owned();
    for include in &suite.includes {
        let _ = writeln!(text, "#include {include}");
    }
    for declaration in &suite.declarations {
        let _ = writeln!(text, "{}", declaration);
    }
    for declaration in &suite.locals {
        let _ = writeln!(text, "static {declaration}");
    }
    text
}

/// A program that does some actions in a line.
#[must_use]
pub fn line(suite: &Suite, actions: &[&Action]) -> String {
    let mut text = head(suite);
    text.push_str("int main(void) {\n");
    for action in suite.start.iter().map(String::as_str).chain(actions.iter().map(|it| it.text.as_str())) {
        let _ = writeln!(text, "    {action};");
    }
    text.push_str("    return 0;\n}\n");
    text
}

/// A program that goes all ways of a machine, as far as `WHYC_STEPS` says.
#[must_use]
pub fn machine(suite: &Suite, machine: &Machine, n_steps: u32) -> String {
    let mut text = head(suite);
    let _ = writeln!(
        text,
        "\n#ifndef WHYC_STEPS\n#define WHYC_STEPS {n_steps}\n#endif\n\nunsigned nondet_unsigned(void);\nvoid __CPROVER_assume(_Bool);\n"
    );
    text.push_str("int main(void) {\n");
    for action in &suite.start {
        let _ = writeln!(text, "    {action};");
    }
    let start = machine.starts.first().copied().unwrap_or(0);
    let _ = writeln!(
        text,
        "    unsigned state = {start};\n    for (unsigned step = 0; step < WHYC_STEPS; step++) {{\n        unsigned edge = nondet_unsigned();\n        switch (edge) {{"
    );
    for (k, (from, action, to)) in machine.steps.iter().enumerate() {
        let labels = &machine.labels[*to];
        let note = labels.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        let _ = writeln!(
            text,
            "        case {k}: /* from {from} to {to}{}{note} */",
            if note.is_empty() { "" } else { ": " }
        );
        let _ = writeln!(
            text,
            "            __CPROVER_assume(state == {from});\n            {};\n            state = {to};\n            break;",
            action.text
        );
    }
    text.push_str("        default:\n            return 0;\n        }\n    }\n    return 0;\n}\n");
    text
}

/// The case that a run went: the edges that it chose, in order.
#[must_use]
pub fn case(suite: &Suite, machine: &Machine, edges: &[usize], name: &str) -> String {
    let steps: Vec<_> = machine.steps.iter().collect();
    if suite.is_c {
        let mut text = format!("/* {name} */\nstatic void test_found_by_whyc(void) {{\n");
        for declaration in &suite.locals {
            let _ = writeln!(text, "    {declaration}");
        }
        for (_, action, _) in edges.iter().map_while(|it| steps.get(*it)) {
            let _ = writeln!(text, "    {};", action.text);
        }
        text.push_str("}\n");
        return text;
    }
    let mut text = format!("test {name}\n");
    for (_, action, _) in edges.iter().map_while(|it| steps.get(*it)) {
        let _ = writeln!(text, "  {}", action.text);
    }
    text
}
