//! The C of a harness: one function for each call, and a `main` that makes calls in every order.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::Wanted;
use crate::module::{Param, Resolved, Shape, Source};
use crate::roles::{Arg, Call, Life, Object, Plan};

/// The harness of a plan.
pub fn harness(plan: &Plan, header: &Source, wanted: &Wanted) -> String {
    let mut body = String::new();
    for (name, object) in &plan.objects {
        objects(&mut body, name, object);
    }
    let mut inputs = BTreeMap::from([("unsigned".to_owned(), "nondet_unsigned".to_owned())]);
    for call in &plan.calls {
        one(&mut body, plan, call, &mut inputs);
    }
    main(&mut body, plan);
    let mut text = format!(
        "/* Calls the functions of {} in every order, as often as WHYC_CALLS says.\n   Made by whyc harness; change it as you like.\n",
        header.name
    );
    for (function, why) in &plan.left_out {
        let _ =
            writeln!(text, "   Not called: {}, because {}.", function.name, why.replace('`', "").replace("*/", "* /"));
    }
    text.push_str(" */\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n");
    let _ = writeln!(text, "#include \"{}\"\n", header.name);
    let _ = writeln!(text, "#ifndef WHYC_CALLS\n#define WHYC_CALLS {}\n#endif", wanted.calls);
    let _ = writeln!(
        text,
        "#ifndef WHYC_ELEMENTS\n#define WHYC_ELEMENTS {} /* of a buffer, at most */\n#endif\n",
        wanted.elements
    );
    text.push_str("/* Inputs: any value of their types. */\n");
    for (ty, input) in &inputs {
        let _ = writeln!(text, "{ty} {input}(void);");
    }
    text.push_str("void __CPROVER_assume(_Bool);\n");
    text.push_str(&body);
    text
}

/// The short name of a type.
fn short(name: &str) -> &str {
    name.split(' ').next_back().unwrap_or(name)
}

/// The objects of a type, and who lives.
fn objects(text: &mut String, name: &str, object: &Object) {
    let (variable, count, short) = (&object.variable, object.count, short(name));
    text.push('\n');
    let (address, lives) = match (object.is_complete, object.is_made) {
        (true, true) => {
            let _ = writeln!(text, "static {name} {variable}[{count}];\nstatic bool {variable}_lives[{count}];");
            (format!("&{variable}[i]"), format!("{variable}_lives[i]"))
        }
        (true, false) => {
            let _ = writeln!(
                text,
                "/* No function makes one, so they begin as zeros. */\nstatic {name} {variable}[{count}];"
            );
            (format!("&{variable}[i]"), "true".to_owned())
        }
        (false, _) => {
            let _ = writeln!(text, "static {name} *{variable}[{count}]; /* null if it does not live */");
            (format!("{variable}[i]"), format!("{variable}[i]"))
        }
    };
    let _ = writeln!(text, "\nstatic {name} *live_{short}(void) {{");
    index(text, count);
    let _ = writeln!(text, "    return {lives} ? {address} : 0;\n}}");
    if object.is_complete && object.is_made {
        let _ = writeln!(text, "\nstatic {name} *unborn_{short}(void) {{");
        index(text, count);
        let _ = writeln!(text, "    return {lives} ? 0 : {address};\n}}");
    }
}

/// Which of the objects.
fn index(text: &mut String, count: usize) {
    if count == 1 {
        text.push_str("    unsigned i = 0;\n");
    } else {
        let _ = writeln!(text, "    unsigned i = nondet_unsigned();\n    __CPROVER_assume(i < {count});");
    }
}

/// A type as it is written before a name.
fn written(shape: &Shape) -> String {
    let constant = if shape.is_const { "const " } else { "" };
    format!("{constant}{} {}", shape.base, "*".repeat(shape.stars))
}

/// The function that gives any value of a type.
fn input(inputs: &mut BTreeMap<String, String>, ty: &str) -> String {
    let name = format!("nondet_{}", ty.replace(' ', "_"));
    inputs.insert(ty.to_owned(), name.clone());
    name
}

/// One call.
fn one(text: &mut String, plan: &Plan, call: &Call, inputs: &mut BTreeMap<String, String>) {
    let function = &call.function;
    let _ =
        writeln!(text, "\n/* {} */\nstatic void call_{}(void) {{", function.text.replace("*/", "* /"), function.name);
    if let Life::Returns(name) = &call.life {
        slot(text, plan, name);
    }
    for (param, arg) in function.params.iter().zip(&call.args) {
        local(text, plan, param, arg, inputs);
    }
    for need in &function.needs {
        let _ = writeln!(text, "    if (!({}))\n        return; /* {} needs it */", need.text, need.place);
    }
    let args: Vec<&str> = function.params.iter().map(|it| it.name.as_str()).collect();
    made(text, plan, call, &format!("{}({})", function.name, args.join(", ")));
    text.push_str("}\n");
}

/// A place for an object that is to be made.
fn slot(text: &mut String, plan: &Plan, name: &str) {
    let Some(object) = plan.objects.get(name) else { return };
    let text_of = match object.count {
        1 => "    unsigned slot = 0;\n".to_owned(),
        count => format!("    unsigned slot = nondet_unsigned();\n    __CPROVER_assume(slot < {count});\n"),
    };
    let _ = writeln!(text, "{text_of}    if ({}[slot])\n        return;", object.variable);
}

/// The variable that stands for a parameter.
fn local(text: &mut String, plan: &Plan, param: &Param, arg: &Arg, inputs: &mut BTreeMap<String, String>) {
    let (name, base) = (&param.name, &param.shape.base);
    let ty = written(&param.shape);
    let element = match plan.module.resolve(&Shape { stars: 0, ..param.shape.clone() }) {
        (Resolved::Void, _) => "unsigned char".to_owned(),
        _ => base.clone(),
    };
    let signed = !(base.contains("unsigned") || base.starts_with('u') || base == "size_t");
    let _ = match arg {
        Arg::Object(of) => writeln!(text, "    {ty}{name} = live_{}();\n    if (!{name})\n        return;", short(of)),
        Arg::Fresh(of) => writeln!(text, "    {ty}{name} = unborn_{}();\n    if (!{name})\n        return;", short(of)),
        Arg::Number => writeln!(text, "    {base} {name} = {}();", input(inputs, base)),
        Arg::OneOf(members) => {
            let any: Vec<String> = members.iter().map(|it| format!("{name} == {it}")).collect();
            let number = input(inputs, "int");
            writeln!(text, "    {base} {name} = ({base}){number}();\n    __CPROVER_assume({});", any.join(" || "))
        }
        Arg::Text => writeln!(
            text,
            "    {base} {name}_text[WHYC_ELEMENTS + 1];\n    {name}_text[WHYC_ELEMENTS] = 0;\n    {ty}{name} = {name}_text;"
        ),
        Arg::Buffer(_) => {
            let count = param.elements.as_deref().unwrap_or("WHYC_ELEMENTS");
            let constant = if param.shape.is_const { "const " } else { "" };
            writeln!(text, "    {element} {name}_all[{count}];\n    {constant}{base} *{name} = {name}_all;")
        }
        Arg::Size => {
            let least = if signed { format!("{name} >= 0 && ") } else { String::new() };
            let number = input(inputs, base);
            writeln!(text, "    {base} {name} = {number}();\n    __CPROVER_assume({least}{name} <= WHYC_ELEMENTS);")
        }
        Arg::Cell => {
            let begin = match plan.module.resolve(&Shape { stars: 0, ..param.shape.clone() }) {
                (Resolved::Number, 0) => format!(" = {}()", input(inputs, base)),
                (_, _) => String::new(),
            };
            writeln!(text, "    {element} {name}_cell{begin};\n    {ty}{name} = &{name}_cell;")
        }
        Arg::Record => writeln!(text, "    {base} {name};"),
        Arg::Place => writeln!(
            text,
            "    {}{name}_place = 0;\n    {ty}{name} = &{name}_place;",
            written(&Shape { stars: 1, ..param.shape.clone() })
        ),
    };
}

/// The call itself, and what it does to lives.
fn made(text: &mut String, plan: &Plan, call: &Call, said: &str) {
    let first = call.function.params.first().map(|it| it.name.as_str()).unwrap_or_default();
    let variable = |name: &str| plan.objects.get(name).map(|it| it.variable.clone()).unwrap_or_default();
    let _ = match &call.life {
        Life::Uses => writeln!(text, "    {}{said};", if is_void(plan, call) { "" } else { "(void)" }),
        Life::Returns(name) => writeln!(text, "    {}[slot] = {said};", variable(name)),
        Life::Begins(name) => {
            let lives = format!("{}_lives[{first} - {}]", variable(name), variable(name));
            match plan.module.resolve(&call.function.returns) {
                (Resolved::Number, 0) if call.function.returns.base.to_lowercase().contains("bool") => {
                    writeln!(text, "    {lives} = {said};")
                }
                (Resolved::Number, 0) => {
                    writeln!(text, "    {lives} = {said} >= 0; /* what is negative is taken for a failure */")
                }
                (_, _) => writeln!(text, "    {said};\n    {lives} = true;"),
            }
        }
        Life::Ends(name) => {
            let _ = writeln!(text, "    {}{said};", if is_void(plan, call) { "" } else { "(void)" });
            let object = plan.objects.get(name);
            match object {
                Some(it) if it.is_complete => {
                    writeln!(text, "    {}_lives[{first} - {}] = false;", it.variable, it.variable)
                }
                Some(it) => {
                    for k in 0..it.count {
                        let _ = writeln!(
                            text,
                            "    if ({}[{k}] == {first})\n        {}[{k}] = 0;",
                            it.variable, it.variable
                        );
                    }
                    Ok(())
                }
                None => Ok(()),
            }
        }
    };
}

fn is_void(plan: &Plan, call: &Call) -> bool {
    plan.module.resolve(&call.function.returns) == (Resolved::Void, 0)
}

fn main(text: &mut String, plan: &Plan) {
    text.push_str("\nint main(void) {\n    for (unsigned call = 0; call < WHYC_CALLS; call++) {\n        switch (nondet_unsigned()) {\n");
    for (k, call) in plan.calls.iter().enumerate() {
        let _ = writeln!(text, "        case {k}:\n            call_{}();\n            break;", call.function.name);
    }
    text.push_str("        default:\n            break;\n        }\n    }\n");
    for (name, object) in plan.objects.iter().filter(|(_, it)| it.is_made) {
        let ends =
            |it: &&Call| it.life == Life::Ends(name.clone()) && it.args.len() == 1 && it.function.needs.is_empty();
        let Some(call) = plan.calls.iter().find(ends) else { continue };
        text.push_str("    /* What still lives is ended, so that --check leak means something. */\n");
        for k in 0..object.count {
            let variable = &object.variable;
            let _ = match object.is_complete {
                true => {
                    writeln!(text, "    if ({variable}_lives[{k}])\n        {}(&{variable}[{k}]);", call.function.name)
                }
                false => writeln!(text, "    if ({variable}[{k}])\n        {}({variable}[{k}]);", call.function.name),
            };
        }
    }
    text.push_str("    return 0;\n}\n");
}
