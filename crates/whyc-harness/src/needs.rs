//! What functions need: the assertions about parameters at the head of their bodies.

use tree_sitter::Node;

use crate::blank::blanked;
use crate::module::{Function, Module, Need, Resolved, Source, Type};
use crate::read::params;
use crate::syntax::{File, below, field, named};

/// Macros that assert.
const ASSERTIONS: &[&str] = &["assert", "Assert", "ASSERT", "REQUIRE", "REQUIRES", "EXPECT", "__CPROVER_precondition"];
/// Names that need no declaration in the header.
const COMMON: &[&str] =
    &["NULL", "true", "false", "sizeof", "INT_MAX", "INT_MIN", "UINT_MAX", "SIZE_MAX", "LONG_MAX", "CHAR_BIT"];

/// Looks for what functions need: in the header where it defines them, and in the sources. What a harness cannot say is kept apart.
pub fn find(module: &mut Module, header: &Source, sources: &[Source]) {
    for source in std::iter::once(header).chain(sources) {
        let (text, _) = blanked(&source.text);
        let Some(file) = File::new(&text) else { continue };
        for node in file.outermost().into_iter().filter(|it| it.kind() == "function_definition") {
            let Some((name, list)) = signature(&file, node) else { continue };
            if let Some(function) = module.functions.iter_mut().find(|it| it.name == name) {
                let found = asserted(&file, node, list, function, &source.name);
                function.needs.extend(found);
            }
        }
    }
    for k in 0..module.functions.len() {
        let all = std::mem::take(&mut module.functions[k].needs);
        let (said, unsaid) = all.into_iter().partition(|it| can_be_said(module, &module.functions[k], &it.text));
        module.functions[k].needs = said;
        module.functions[k].unsaid = unsaid;
    }
}

fn signature<'t>(file: &File<'_>, node: Node<'t>) -> Option<(String, Node<'t>)> {
    let mut declarator = field(node, "declarator")?;
    while declarator.kind() == "pointer_declarator" {
        declarator = field(declarator, "declarator")?;
    }
    Some((file.says(field(declarator, "declarator")?).to_owned(), field(declarator, "parameters")?))
}

/// The assertions before anything else is done, with the names of parameters that the header has.
fn asserted(file: &File<'_>, node: Node<'_>, list: Node<'_>, function: &Function, source: &str) -> Vec<Need> {
    let here: Vec<String> = params(file, list).into_iter().map(|it| it.name).collect();
    let mut found = Vec::new();
    for statement in field(node, "body").map(named).unwrap_or_default() {
        let call = named(statement).into_iter().next().filter(|it| it.kind() == "call_expression");
        let is_assertion = |it: &Node<'_>| field(*it, "function").is_some_and(|it| ASSERTIONS.contains(&file.says(it)));
        let Some(call) = call.filter(|it| statement.kind() == "expression_statement" && is_assertion(it)) else {
            break;
        };
        let Some(condition) = field(call, "arguments").and_then(|it| named(it).into_iter().next()) else { break };
        let place = format!("{source}:{}", statement.start_position().row + 1);
        found.push(Need { text: renamed(file, condition, &here, function), place });
    }
    found
}

fn renamed(file: &File<'_>, condition: Node<'_>, here: &[String], function: &Function) -> String {
    let mut text = String::new();
    let mut at = condition.start_byte();
    let whole = file.says(condition);
    for node in below(condition).into_iter().filter(|it| it.kind() == "identifier") {
        let position = here.iter().position(|it| it == file.says(node));
        let Some(param) = position.and_then(|it| function.params.get(it)) else { continue };
        text.push_str(&whole[at - condition.start_byte()..node.start_byte() - condition.start_byte()]);
        text.push_str(&param.name);
        at = node.end_byte();
    }
    text.push_str(&whole[at - condition.start_byte()..]);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a harness that sees the header alone can evaluate a condition.
fn can_be_said(module: &Module, function: &Function, condition: &str) -> bool {
    let text = format!("int x = {condition};");
    let Some(file) = File::new(&text) else { return false };
    let nodes: Vec<Node<'_>> = file.outermost().into_iter().flat_map(below).collect();
    let hidden = function.params.iter().any(|it| matches!(module.resolve(&it.shape), (Resolved::Record(_, false), 1)));
    let is_member = |name: &str| {
        module.types.values().any(|it| matches!(it, Type::Enum(members) if members.iter().any(|it| it == name)))
    };
    nodes.iter().all(|node| match node.kind() {
        "field_expression" => !hidden,
        "ERROR" => false,
        "assignment_expression" | "update_expression" => false,
        "identifier" => {
            let name = file.says(*node);
            name == "x"
                || COMMON.contains(&name)
                || function.params.iter().any(|it| it.name == name)
                || module.functions.iter().any(|it| it.name == name && it.name != function.name)
                || module.macros.iter().any(|it| it == name)
                || is_member(name)
        }
        _ => true,
    })
}
