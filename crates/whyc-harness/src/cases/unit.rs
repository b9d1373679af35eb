//! Cases from unit tests in C: functions without parameters, each a sequence of actions.
//!
//! ```c
//! static void test_undoes(void) {
//!     struct undo u;
//!     undo_init(&u);        /* [Empty] */
//!     undo_record(&u, 7);   /* [Some] */
//!     assert(undo_back(&u) == 7);
//! }
//! ```
//!
//! What tests declare is shared by all of them, so that one may go on where another was; a label is a comment in brackets. Everything else of the file
//! stands before the machine as it is.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::language::{Action, Case, Step, Suite, Wrong, is_name, wrong};
use crate::syntax::{File, below, children, field, named};

/// Where every test begins.
const BEGIN: &str = "begin";

/// Functions that testing frameworks call before and after each test, in small letters without `_`.
const BEFORE: &str = "setup";
const AFTER: &str = "teardown";

/// Reads a file of unit tests.
///
/// # Errors
/// If it has none, or one of them is more than a sequence of actions.
pub fn read(text: &str) -> Result<Suite, Wrong> {
    let Some(file) = File::new(text) else { return wrong(1, "it cannot be read") };
    let mut unit = Unit { file: &file, suite: Suite { is_c: true, ..Suite::default() }, types: BTreeMap::new() };
    // What is there under a condition only stays as it is.
    let top = file.top();
    let functions: Vec<(String, Node<'_>)> = top.iter().filter_map(|it| unit.function(*it)).collect();
    let tests = unit.tests(&functions);
    let plain = |name: &str| name.to_lowercase().replace('_', "");
    let role = |role: &str| functions.iter().find(|(name, _)| plain(name) == role).map(|(_, node)| *node);
    let (before, after) = (role(BEFORE), role(AFTER));
    let names: Vec<&str> =
        functions.iter().filter(|(_, it)| tests.contains(it)).map(|(name, _)| name.as_str()).collect();
    for node in &top {
        // Who calls tests, or lists them, has nothing to do any more.
        let mentions = |node: Node<'_>| below(node).into_iter().any(|it| names.contains(&file.says(it)));
        let is_gone = unit
            .function(*node)
            .is_some_and(|(name, it)| name == "main" || tests.contains(&it) || Some(it) == before || Some(it) == after);
        if !is_gone && !mentions(*node) {
            unit.keep(*node);
        }
    }
    for test in &tests {
        let name = unit.function(*test).map(|(name, _)| name).unwrap_or_default();
        let mut case = Case { name, label: Some(BEGIN.to_owned()), steps: Vec::new() };
        for part in before.iter().chain([test]).chain(&after) {
            if let Some(body) = field(*part, "body") {
                unit.statements(body, &mut case)?;
            }
        }
        unit.suite.cases.push(case);
    }
    if unit.suite.cases.is_empty() {
        return wrong(1, "there is no test: a function without parameters whose name says so, or that main calls");
    }
    let mut suite = unit.suite;
    suite.locals = unit.types.into_values().map(|(declaration, _)| declaration).collect();
    Ok(suite)
}

/// A file of tests, as far as it was read.
struct Unit<'f, 't> {
    file: &'f File<'t>,
    suite: Suite,
    /// What tests declare, by name: the declaration, and the line of the first.
    types: BTreeMap<String, (String, usize)>,
}

impl<'f> Unit<'f, '_> {
    fn line(node: Node<'_>) -> usize {
        node.start_position().row + 1
    }

    /// The name of a function that needs no arguments, with its definition.
    fn function(&self, node: Node<'f>) -> Option<(String, Node<'f>)> {
        let declarator = field(node, "declarator").filter(|_| node.kind() == "function_definition")?;
        let declarator = field(declarator, "parameters").map(|_| declarator)?;
        let parameters = named(field(declarator, "parameters")?);
        let is_none = parameters.iter().all(|it| self.file.line(*it) == "void");
        let name = field(declarator, "declarator").filter(|it| it.kind() == "identifier")?;
        let name = self.file.says(name).to_owned();
        (is_none || name == "main").then_some((name, node))
    }

    /// The tests: by their names, else what `main` calls, else `main` itself.
    fn tests(&self, functions: &[(String, Node<'f>)]) -> Vec<Node<'f>> {
        let is_test = |name: &str| name.to_lowercase().contains("test") && name != "main";
        let by_name: Vec<Node<'f>> =
            functions.iter().filter(|(name, _)| is_test(name)).map(|(_, node)| *node).collect();
        // Who only calls other tests is no test.
        let calls = |node: Node<'f>| -> Vec<&str> {
            let all = below(node).into_iter().filter(|it| it.kind() == "call_expression");
            all.filter_map(|it| Some(self.file.says(field(it, "function")?))).collect()
        };
        let name = |node: &Node<'f>| functions.iter().find(|(_, it)| it == node).map(|(name, _)| name.as_str());
        let is_runner = |node: &Node<'f>| {
            let called = calls(*node);
            by_name.iter().any(|it| it != node && name(it).is_some_and(|name| called.contains(&name)))
        };
        if !by_name.is_empty() {
            return by_name.iter().filter(|node| !is_runner(node)).copied().collect();
        }
        let Some((_, main)) = functions.iter().find(|(name, _)| name == "main") else { return Vec::new() };
        let called = calls(*main);
        let by_main: Vec<Node<'f>> = functions
            .iter()
            .filter(|(name, _)| name != "main" && called.contains(&name.as_str()))
            .map(|(_, node)| *node)
            .collect();
        if by_main.is_empty() { vec![*main] } else { by_main }
    }

    /// Something that stands before the machine.
    fn keep(&mut self, node: Node<'_>) {
        match node.kind() {
            "preproc_include" => {
                let path = field(node, "path").map(|it| self.file.says(it).to_owned());
                self.suite.includes.extend(path.filter(|it| it != "<assert.h>"));
            }
            "comment" => {}
            _ => self.suite.declarations.push(self.file.says(node).trim_end().to_owned()),
        }
    }

    /// The statements of a block, one after the other.
    fn statements(&mut self, block: Node<'_>, case: &mut Case) -> Result<(), Wrong> {
        let all = named(block);
        for (i, node) in all.iter().enumerate() {
            match node.kind() {
                "expression_statement" => {
                    if let Some(action) = named(*node).first() {
                        self.action(case, self.file.line(*action));
                    }
                }
                "declaration" => self.declaration(*node, case)?,
                "compound_statement" => self.statements(*node, case)?,
                "return_statement" if i + 1 == all.len() => {}
                "preproc_call" | "preproc_if" | "preproc_ifdef" => {
                    return wrong(Self::line(*node), "a test has no directives in it");
                }
                _ => {
                    let what =
                        "a test is a sequence of actions, one way only: put what chooses or repeats into a function";
                    return wrong(Self::line(*node), what);
                }
            }
            if let Some(label) = self.label(*node, block) {
                let place = case.steps.last_mut().map_or(&mut case.label, |it| &mut it.label);
                *place = Some(label);
            }
        }
        Ok(())
    }

    fn action(&self, case: &mut Case, text: String) {
        let action = Action { text, pre: BTreeMap::new(), post: BTreeMap::new() };
        case.steps.push(Step { action, label: None });
    }

    /// The label in a comment behind a statement: on its line, or on the next before anything else.
    fn label(&self, node: Node<'_>, block: Node<'_>) -> Option<String> {
        let all = children(block);
        let at = all.iter().position(|it| *it == node)?;
        let comment = all.get(at + 1).filter(|it| it.kind() == "comment")?;
        let text = self.file.says(*comment).trim_start_matches(['/', '*']).trim_end_matches(['/', '*']).trim();
        let label = text.strip_prefix('[')?.strip_suffix(']')?;
        is_name(label).then(|| label.to_owned())
    }

    /// What a test declares is declared for all; that it gets a value there is an action.
    fn declaration(&mut self, node: Node<'_>, case: &mut Case) -> Result<(), Wrong> {
        let line = Self::line(node);
        let Some(ty) = field(node, "type") else { return wrong(line, "it is not understood what is declared here") };
        let qualifiers: Vec<&str> =
            named(node).into_iter().filter(|it| it.kind() == "type_qualifier").map(|it| self.file.says(it)).collect();
        let own: Vec<Node<'_>> = named(node)
            .into_iter()
            .filter(|it| *it != ty && !matches!(it.kind(), "type_qualifier" | "storage_class_specifier"))
            .collect();
        for declarator in own {
            let (place, value) = match declarator.kind() {
                "init_declarator" => (field(declarator, "declarator"), field(declarator, "value")),
                _ => (Some(declarator), None),
            };
            let Some(place) = place else { continue };
            let Some(name) = below(place).into_iter().find(|it| it.kind() == "identifier") else { continue };
            let (name, is_array) =
                (self.file.says(name), below(place).iter().any(|it| it.kind() == "array_declarator"));
            let is_pointer = place.kind() == "pointer_declarator";
            if value.is_some() && (is_array || !is_pointer && qualifiers.contains(&"const")) {
                let what = "gets its value where it is declared, and tests share it: declare it outside of functions";
                return wrong(line, format!("`{name}` {what}"));
            }
            let kept = if qualifiers.is_empty() { String::new() } else { format!("{} ", qualifiers.join(" ")) };
            let declaration = format!("{kept}{} {};", self.file.line(ty), self.file.line(place));
            let known = self.types.entry(name.to_owned()).or_insert_with(|| (declaration.clone(), line));
            if known.0 != declaration {
                return wrong(
                    line,
                    format!("`{name}` is declared in another way in line {}: give it another name", known.1),
                );
            }
            if let Some(value) = value {
                let text = self.file.line(value);
                let whole =
                    if value.kind() == "initializer_list" { format!("({}){text}", self.file.line(ty)) } else { text };
                self.action(case, format!("{name} = {whole}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNDO: &str = r#"#include "undo.h"
#include <assert.h>
#define SEVEN 7
static int twice(int x) { return 2 * x; }
static void setUp(void) { }
static void test_back(void) {
    struct undo u = { 0 };
    undo_init(&u); // [Empty]
    undo_record(&u, twice(SEVEN)); /* [Some] */
    assert(undo_back(&u) == 14);
}
void test_again(void)
{
    struct undo u;
    int last, first = 1;
    undo_init(&u); // [Empty]
    { undo_record(&u, first); }
    // [Some]
    assert(undo_again(&u, &last)
           && last == 1);
    return;
}
void all_tests(void) { test_back(); test_again(); }
int main(void) { all_tests(); return 0; }
"#;

    #[test]
    fn functions_are_cases() {
        let suite = read(UNDO).expect("a suite");
        assert_eq!(suite.includes, ["\"undo.h\""]);
        assert_eq!(suite.declarations, ["#define SEVEN 7", "static int twice(int x) { return 2 * x; }"]);
        assert_eq!(suite.locals, ["int first;", "int last;", "struct undo u;"]);
        let told = |case: &Case| -> Vec<String> {
            let label = |label: &Option<String>| label.as_ref().map_or(String::new(), |it| format!(" [{it}]"));
            case.steps.iter().map(|it| format!("{}{}", it.action.text, label(&it.label))).collect()
        };
        assert_eq!(suite.cases.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["test_back", "test_again"]);
        let back = [
            "u = (struct undo){ 0 }",
            "undo_init(&u) [Empty]",
            "undo_record(&u, twice(SEVEN)) [Some]",
            "assert(undo_back(&u) == 14)",
        ];
        assert_eq!(told(&suite.cases[0]), back);
        let again = [
            "first = 1",
            "undo_init(&u) [Empty]",
            "undo_record(&u, first) [Some]",
            "assert(undo_again(&u, &last) && last == 1)",
        ];
        assert_eq!(told(&suite.cases[1]), again);
        assert!(suite.cases.iter().all(|it| it.label.as_deref() == Some(BEGIN)));
    }

    #[test]
    fn what_is_no_sequence_is_refused_with_its_line() {
        let wrong =
            |body: &str| read(&format!("void test_a(void) {{\n{body}\n}}\n")).map_err(|it| (it.line, it.message));
        for body in ["if (x) f();", "while (x) f();", "for (;;) f();", "switch (x) { }", "goto end; end: f();"] {
            assert!(wrong(body).is_err_and(|it| it.0 == 2 && it.1.contains("one way only")), "{body}");
        }
        assert!(wrong("int a[] = { 1 };\nf(a);").is_err_and(|it| it.1.contains("outside of functions")));
        assert!(wrong("const int a = 3;\nf(a);").is_err_and(|it| it.1.contains("outside of functions")));
        assert!(wrong("f();\nreturn;").is_ok());
        let two = "void test_a(void) {\n int x = 1; }\nvoid test_b(void) {\n long x = 1; }\n";
        assert!(read(two).is_err_and(|it| it.line == 4 && it.message.contains("line 2")), "{:?}", read(two));
        assert!(read("int f(int x) { return x; }\n").is_err_and(|it| it.message.contains("there is no test")));
    }

    #[test]
    fn without_names_it_is_what_main_does() {
        let called = "void one(void) { f(1); }\nvoid two(void) { f(2); }\nint main(void) { one(); return 0; }\n";
        assert_eq!(read(called).expect("a suite").cases.len(), 1);
        let alone = "int main(void) { f(1); assert(g() == 1); return 0; }\n";
        assert_eq!(read(alone).expect("a suite").cases[0].steps.len(), 2);
    }
}
