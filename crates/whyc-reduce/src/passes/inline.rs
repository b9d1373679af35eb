//! What a name stands for takes the place of the name: of a type, of a macro without parameters, of a function that is called.

use rustc_hash::FxHashMap;
use tree_sitter::Node;

use super::enumeration;
use crate::syntax::{File, children, declared, fields, named};
use crate::text::{Change, Edit};

/// All names that can be done without, each on its own.
#[must_use]
pub fn changes(files: &[File<'_>]) -> Vec<Change> {
    let mut found = Vec::new();
    for file in files {
        for node in file.nodes() {
            match node.kind() {
                "type_definition" => found.extend(type_name(files, file, node)),
                "preproc_def" => found.extend(macro_name(files, file, node)),
                "function_definition" => found.extend(calls(files, file, node)),
                "enum_specifier" => found.extend(enumeration::changes(files, file, node)),
                _ => {}
            }
        }
    }
    found
}

/// The uses of a name in other files as in this one, replaced.
pub(super) fn uses(files: &[File<'_>], name: &str, kind: &str, with: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for file in files {
        let named = file.nodes().into_iter().filter(|node| node.kind() == kind && file.says(*node) == name);
        edits.extend(named.map(|node| file.replace(node.byte_range(), with)));
    }
    edits
}

fn type_name(files: &[File<'_>], file: &File<'_>, definition: Node<'_>) -> Option<Change> {
    let [name] = fields(definition, "declarator")[..] else { return None };
    let ty = definition.child_by_field_name("type")?;
    if name.kind() != "type_identifier" {
        return None;
    }
    let body = ty.child_by_field_name("body");
    let (stands_for, rest) = match (body, ty.child_by_field_name("name")) {
        (None, _) => (file.says(ty).to_owned(), String::new()),
        (Some(_), Some(tag)) => {
            let word = children(ty).first().map(|word| file.says(*word))?;
            (format!("{word} {}", file.says(tag)), format!("{};", file.says(ty)))
        }
        (Some(_), None) => return None,
    };
    let mut edits = uses(files, file.says(name), "type_identifier", &stands_for);
    // The larger edit wins over the one of the name in it.
    edits.push(file.replace(definition.byte_range(), rest));
    Some(edits)
}

fn macro_name(files: &[File<'_>], file: &File<'_>, definition: Node<'_>) -> Option<Change> {
    let (name, value) = (definition.child_by_field_name("name")?, definition.child_by_field_name("value")?);
    let (name, value) = (file.says(name), file.says(value).trim());
    let is_simple = value.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let with = if is_simple { value.to_owned() } else { format!("({value})") };
    let mut edits = uses(files, name, "identifier", &with);
    edits.extend(uses(files, name, "type_identifier", value));
    edits.push(file.replace(definition.byte_range(), "\n"));
    Some(edits)
}

/// Each call of a function that has no more than one way out, at its end, replaced by what the function does.
fn calls(files: &[File<'_>], home: &File<'_>, function: Node<'_>) -> Vec<Change> {
    let Some(shape) = Shape::of(home, function) else { return Vec::new() };
    let mut found = Vec::new();
    for file in files {
        for node in file.nodes() {
            let called = node.child_by_field_name("function").map(|it| file.says(it));
            if node.kind() == "call_expression" && called == Some(shape.name) && !within(function, file, home, node) {
                found.extend(shape.inlined(file, node).map(|edit| vec![edit]));
            }
        }
    }
    found
}

fn within(function: Node<'_>, file: &File<'_>, home: &File<'_>, node: Node<'_>) -> bool {
    file.number == home.number && function.byte_range().contains(&node.start_byte())
}

/// A function that can be written where it is called.
struct Shape<'t> {
    name: &'t str,
    /// Type and declarator of each parameter, and its name.
    parameters: Vec<(&'t str, &'t str)>,
    /// The statements before the value.
    statements: &'t str,
    /// What is returned.
    value: Option<&'t str>,
}

impl<'t> Shape<'t> {
    fn of(file: &File<'t>, function: Node<'_>) -> Option<Self> {
        let declarator = function.child_by_field_name("declarator").filter(|it| it.kind() == "function_declarator")?;
        let name = declarator.child_by_field_name("declarator").map(|name| file.says(name))?;
        let mut parameters = Vec::new();
        for parameter in named(declarator.child_by_field_name("parameters")?) {
            match parameter.child_by_field_name("declarator") {
                Some(it) => parameters.push((file.says(parameter), file.says(declared(it)?))),
                None if file.says(parameter) == "void" => {}
                None => return None,
            }
        }
        let body = function.child_by_field_name("body")?;
        let statements = named(body);
        let returns = count(body, "return_statement");
        let last = statements.last().filter(|last| last.kind() == "return_statement");
        if count(body, "labeled_statement") > 0 || returns != usize::from(last.is_some()) {
            return None;
        }
        let end = last.map_or(body.end_byte().saturating_sub(1), |last| last.start_byte());
        let value = last.and_then(|last| named(*last).into_iter().next()).map(|value| file.says(value));
        let inside = file.text.get(body.start_byte() + 1..end)?.trim();
        Some(Self { name, parameters, statements: inside, value })
    }

    /// What takes the place of a call, or of the statement around it.
    fn inlined(&self, file: &File<'_>, call: Node<'_>) -> Option<Edit> {
        let arguments: Vec<&str> =
            named(call.child_by_field_name("arguments")?).iter().map(|it| file.says(*it)).collect();
        if arguments.len() != self.parameters.len() {
            return None;
        }
        let pairs = || self.parameters.iter().zip(&arguments);
        if let (true, Some(value)) = (self.statements.is_empty(), self.value) {
            let by_name: FxHashMap<&str, &str> = pairs().map(|((_, name), text)| (*name, *text)).collect();
            return Some(file.replace(call.byte_range(), format!("({})", substituted(value, &by_name))));
        }
        // A name of the function must not catch one of its caller.
        let caught = |text: &str| self.parameters.iter().any(|(_, name)| words(text).any(|word| word == *name));
        if arguments.iter().any(|text| caught(text)) {
            return None;
        }
        let bound: String = pairs().map(|((declared, _), text)| format!("{declared} = {text}; ")).collect();
        let parent = call.parent()?;
        let body = format!("{bound}{}", self.statements);
        let value = self.value.unwrap_or("0");
        match parent.kind() {
            "expression_statement" => Some(file.replace(parent.byte_range(), format!("{{ {body} }}"))),
            "assignment_expression" => {
                let statement = parent.parent().filter(|it| it.kind() == "expression_statement")?;
                let target = parent.child_by_field_name("left").filter(|left| *left != call)?;
                let target = file.says(target);
                (!caught(target))
                    .then(|| file.replace(statement.byte_range(), format!("{{ {body} {target} = {value}; }}")))
            }
            "init_declarator" => {
                let declaration =
                    parent.parent().filter(|it| it.kind() == "declaration" && fields(*it, "declarator").len() == 1)?;
                let target = parent.child_by_field_name("declarator").filter(|it| it.kind() == "identifier")?;
                let (ty, target) = (file.says(declaration.child_by_field_name("type")?), file.says(target));
                let text = format!("{ty} {target}; {{ {body} {target} = {value}; }}");
                (!caught(target)).then(|| file.replace(declaration.byte_range(), text))
            }
            _ => None,
        }
    }
}

fn count(node: Node<'_>, kind: &str) -> usize {
    usize::from(node.kind() == kind) + children(node).into_iter().map(|child| count(child, kind)).sum::<usize>()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// A text with other words for some of its words, in parentheses.
fn substituted(text: &str, by_name: &FxHashMap<&str, &str>) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, after) = rest.split_at(end);
        // A field has the name of a parameter by accident.
        let is_field = found.trim_end().ends_with('.') || found.trim_end().ends_with("->");
        match by_name.get(word).filter(|_| !is_field) {
            Some(text) if text.chars().all(is_word) => found.push_str(text),
            Some(text) => found.push_str(&format!("({text})")),
            None => found.push_str(word),
        }
        rest = after;
    }
    found
}
