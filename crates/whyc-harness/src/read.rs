//! From the text of a header to what it declares.

use tree_sitter::Node;

use crate::blank::{Clause, blanked};
use crate::module::{Function, Module, Need, Param, Shape, Source, Type};
use crate::syntax::{File, below, field, named};

/// What a header declares.
pub fn module(header: &Source) -> Module {
    let (text, clauses) = blanked(&header.text);
    let mut module = Module::default();
    let Some(file) = File::new(&text) else { return module };
    let mut ends = Vec::new();
    for node in file.outermost() {
        match node.kind() {
            "preproc_def" | "preproc_function_def" => {
                module.macros.extend(field(node, "name").map(|it| file.says(it).to_owned()));
            }
            "type_definition" => definition(&file, node, &mut module),
            "declaration" | "function_definition" => {
                specified(&file, field(node, "type"), &mut module);
                let end = if node.kind() == "declaration" { node.end_byte() } else { node.start_byte() };
                for function in functions(&file, node) {
                    ends.push((node.start_byte(), end.max(node.end_byte())));
                    module.functions.push(function);
                }
            }
            "struct_specifier" | "union_specifier" | "enum_specifier" => specified(&file, Some(node), &mut module),
            _ => {}
        }
    }
    contracts(&header.name, &header.text, &clauses, &ends, &mut module);
    // A function may be declared twice; a name that begins so is not for users.
    let mut seen: Vec<String> = Vec::new();
    module.functions.retain(|it| {
        let is_new = !seen.contains(&it.name) && !it.name.starts_with('_') && it.name != "main";
        seen.push(it.name.clone());
        is_new
    });
    module
}

/// Gives what contracts require to the functions whose declarations they stand in.
fn contracts(name: &str, text: &str, clauses: &[Clause], ends: &[(usize, usize)], module: &mut Module) {
    for clause in clauses.iter().filter(|it| it.kind == "requires") {
        let line = text[..clause.at].matches('\n').count() + 1;
        let found = ends.iter().position(|&(from, to)| from <= clause.at && clause.at < to);
        if let Some(function) = found.and_then(|it| module.functions.get_mut(it)) {
            function.needs.push(Need { text: clause.text.clone(), place: format!("{name}:{line}") });
        }
    }
}

fn definition(file: &File<'_>, node: Node<'_>, module: &mut Module) {
    let Some(ty) = field(node, "type") else { return };
    specified(file, Some(ty), module);
    let base = base(file, ty).unwrap_or_default();
    let mut cursor = node.walk();
    for declarator in node.children_by_field_name("declarator", &mut cursor) {
        let Some((name, shape)) = declared(file, declarator, &base, false) else { continue };
        // `typedef struct { … } Stack;`
        if base.is_empty() {
            module.types.insert(name, record(file, ty));
        } else {
            module.types.insert(name, Type::Alias(shape));
        }
    }
}

/// A type that is described where it is used.
fn specified(file: &File<'_>, ty: Option<Node<'_>>, module: &mut Module) {
    let Some(ty) = ty else { return };
    let (Some(name), "struct_specifier" | "union_specifier" | "enum_specifier") = (base(file, ty), ty.kind()) else {
        return;
    };
    if field(ty, "body").is_some() {
        module.types.insert(name, record(file, ty));
    } else if ty.kind() != "enum_specifier" {
        module.types.entry(name).or_insert(Type::Record(None));
    }
}

fn record(file: &File<'_>, ty: Node<'_>) -> Type {
    let members = field(ty, "body").map(named).unwrap_or_default();
    if ty.kind() == "enum_specifier" {
        let names = members.into_iter().filter_map(|it| field(it, "name"));
        return Type::Enum(names.map(|it| file.says(it).to_owned()).collect());
    }
    let mut shapes = Vec::new();
    for member in members.into_iter().filter(|it| it.kind() == "field_declaration") {
        let base = field(member, "type").and_then(|it| base(file, it)).unwrap_or_else(|| "?".to_owned());
        let mut cursor = member.walk();
        let declarators: Vec<Node<'_>> = member.children_by_field_name("declarator", &mut cursor).collect();
        shapes.extend(declarators.into_iter().filter_map(|it| declared(file, it, &base, false)).map(|(_, shape)| {
            Shape {
                // An array in a record is part of it.
                stars: shape.stars.min(usize::from(file.says(member).contains('*'))),
                ..shape
            }
        }));
    }
    Type::Record(Some(shapes))
}

/// The name of a type; nothing for a record without one.
fn base(file: &File<'_>, ty: Node<'_>) -> Option<String> {
    match ty.kind() {
        "struct_specifier" | "union_specifier" | "enum_specifier" => {
            let kind = ty.kind().trim_end_matches("_specifier");
            field(ty, "name").map(|it| format!("{kind} {}", file.says(it)))
        }
        _ => Some(file.line(ty)),
    }
}

/// The name in a declarator, and its shape.
fn declared(file: &File<'_>, declarator: Node<'_>, base: &str, is_const: bool) -> Option<(String, Shape)> {
    let (mut node, mut stars, mut is_function, mut name) = (declarator, 0, false, None);
    loop {
        match node.kind() {
            "pointer_declarator" | "abstract_pointer_declarator" | "array_declarator" | "abstract_array_declarator" => {
                stars += 1
            }
            "function_declarator" | "abstract_function_declarator" => is_function = true,
            "identifier" | "type_identifier" | "field_identifier" | "primitive_type" => {
                name = Some(file.says(node).to_owned());
                break;
            }
            "parenthesized_declarator"
            | "abstract_parenthesized_declarator"
            | "init_declarator"
            | "attributed_declarator" => {}
            _ => break,
        }
        let inner = field(node, "declarator").or_else(|| {
            named(node).into_iter().find(|it| it.kind().ends_with("declarator") || it.kind().ends_with("identifier"))
        });
        let Some(inner) = inner else { break };
        node = inner;
    }
    let shape = Shape { base: base.to_owned(), stars, is_const, is_function };
    Some((name.unwrap_or_default(), shape))
}

/// The functions of a declaration, or the one that a definition defines.
fn functions(file: &File<'_>, node: Node<'_>) -> Vec<Function> {
    let Some(ty) = field(node, "type") else { return Vec::new() };
    let Some(base) = base(file, ty) else { return Vec::new() };
    let mut cursor = node.walk();
    let declarators: Vec<Node<'_>> = node.children_by_field_name("declarator", &mut cursor).collect();
    let is_const = is_const(file, node);
    let mut found = Vec::new();
    for declarator in declarators {
        // Stars around the function belong to what it returns; behind parentheses it is a variable.
        let (mut inner, mut stars) = (declarator, 0);
        while inner.kind() == "pointer_declarator" {
            stars += 1;
            let Some(next) = field(inner, "declarator") else { break };
            inner = next;
        }
        let name = field(inner, "declarator").filter(|it| it.kind() == "identifier");
        let (Some(name), Some(list), "function_declarator") = (name, field(inner, "parameters"), inner.kind()) else {
            continue;
        };
        let text = match field(node, "body") {
            Some(body) => file.says(node)[..body.start_byte() - node.start_byte()]
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
            None => file.line(node).trim_end_matches(';').trim_end().to_owned(),
        };
        let is_variadic =
            named(list).iter().any(|it| it.kind() == "variadic_parameter") || file.says(list).contains("...");
        found.push(Function {
            name: file.says(name).to_owned(),
            text: text.trim_start_matches("extern ").to_owned(),
            returns: Shape { base: base.clone(), stars, is_const, is_function: false },
            params: params(file, list),
            is_variadic,
            needs: Vec::new(),
            unsaid: Vec::new(),
        });
    }
    found
}

fn is_const(file: &File<'_>, node: Node<'_>) -> bool {
    named(node).iter().any(|it| it.kind() == "type_qualifier" && file.says(*it) == "const")
}

/// The parameters of a function.
pub fn params(file: &File<'_>, list: Node<'_>) -> Vec<Param> {
    let mut found = Vec::new();
    for node in named(list).into_iter().filter(|it| it.kind() == "parameter_declaration") {
        let base = field(node, "type").and_then(|it| base(file, it)).unwrap_or_default();
        let is_const = is_const(file, node);
        let declarator = field(node, "declarator");
        let (name, shape) = declarator
            .and_then(|it| declared(file, it, &base, is_const))
            .unwrap_or((String::new(), Shape { base: base.clone(), stars: 0, is_const, is_function: false }));
        // `(void)`
        if base == "void" && shape.stars == 0 && !shape.is_function {
            continue;
        }
        let name = if name.is_empty() { format!("arg{}", found.len() + 1) } else { name };
        let array = declarator.into_iter().flat_map(below).find(|it| it.kind() == "array_declarator");
        let elements =
            array.and_then(|it| field(it, "size")).map(|it| file.line(it)).filter(|it| !it.contains("static"));
        found.push(Param { name, shape, elements });
    }
    found
}
