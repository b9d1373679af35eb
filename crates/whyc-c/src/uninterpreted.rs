//! Functions of which nothing is known but that they are functions: `__CPROVER_uninterpreted_…`, and those without body that
//! say by the attribute `const` that their results depend on their arguments alone. Each becomes a model in C, which gives equal
//! arguments equal results.

use std::fmt::Write;

use crate::attributes;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::clang::types::ClangType;

const PREFIX: &str = "__CPROVER_uninterpreted_";

/// At most this many different calls are told apart.
const CALLS: usize = 16;

/// The models of such functions that are declared in these units.
pub fn models<'u>(roots: impl Iterator<Item = Cursor<'u>>) -> String {
    let mut out = String::from("#include \"whyc.h\"\n");
    let mut known: Vec<String> = Vec::new();
    for decl in roots.flat_map(Cursor::children) {
        let name = decl.spelling();
        let is_function = decl.kind() == k::CXCursor_FunctionDecl;
        let is_it = is_function && (name.starts_with(PREFIX) || is_const(decl));
        if is_it && decl.definition().is_none() && !known.contains(&name) {
            known.push(name);
            let _ = model(&mut out, decl);
        }
    }
    out
}

/// Whether a function of the user's has the attribute `const`.
fn is_const(decl: Cursor<'_>) -> bool {
    !decl.location().is_in_system_header() && attributes::has(decl, "const")
}

/// Writes a model, if all types are numbers or pointers.
fn model(out: &mut String, decl: Cursor<'_>) -> Option<()> {
    let ty = decl.ty().canonical();
    let result = plain(ty.result())?;
    let params: Vec<String> = ty.params().into_iter().map(plain).collect::<Option<_>>()?;
    let name = decl.spelling();
    let mut text = format!("\nstatic int {name}_calls;\nstatic {result} {name}_results[{CALLS}];\n");
    for (k, param) in params.iter().enumerate() {
        let _ = writeln!(text, "static {param} {name}_arguments{k}[{CALLS}];");
    }
    let list: Vec<String> = params.iter().enumerate().map(|(k, param)| format!("{param} a{k}")).collect();
    let list = if list.is_empty() { "void".to_owned() } else { list.join(", ") };
    let _ = writeln!(
        text,
        "__attribute__((const)) {result} {name}({list})\n{{\n    {result} {};",
        input(ty.result(), &name)
    );
    let _ = writeln!(text, "    for (int i = 0; i < {name}_calls; i++)");
    let same: Vec<String> = (0..params.len()).map(|k| format!("{name}_arguments{k}[i] == a{k}")).collect();
    let same = if same.is_empty() { "1".to_owned() } else { same.join(" && ") };
    let _ = writeln!(text, "        if ({same})\n            return {name}_results[i];");
    let _ = writeln!(text, "    if ({name}_calls == {CALLS}) {{");
    let _ = writeln!(text, "        __whyc_unsupported(\"more than {CALLS} calls of an uninterpreted function\");");
    let _ = writeln!(text, "        return {name}_result;\n    }}");
    for k in 0..params.len() {
        let _ = writeln!(text, "    {name}_arguments{k}[{name}_calls] = a{k};");
    }
    let _ = writeln!(
        text,
        "    {name}_results[{name}_calls] = {name}_result;\n    {name}_calls++;\n    return {name}_result;\n}}"
    );
    out.push_str(&text);
    Some(())
}

/// The declarator of the result, which is an input: a number from a function that gives one, so that a person sees it at the call.
fn input(ty: ClangType<'_>, name: &str) -> String {
    let ty = ty.canonical().unqualified();
    match ty.kind() {
        k::CXType_Pointer | k::CXType_LongDouble => format!("{name}_result"),
        k::CXType_Float => format!("{name}_result = __VERIFIER_nondet_float()"),
        k::CXType_Double => format!("{name}_result = __VERIFIER_nondet_double()"),
        _ if ty.size() == Some(8) => format!("{name}_result = any_word()"),
        _ => format!("{name}_result = __VERIFIER_nondet_ulong()"),
    }
}

/// How a type is written that needs no declaration.
fn plain(ty: ClangType<'_>) -> Option<String> {
    let ty = ty.canonical().unqualified();
    match ty.kind() {
        k::CXType_Pointer => Some("const void *".to_owned()),
        k::CXType_Enum => Some("int".to_owned()),
        k::CXType_Record | k::CXType_Vector | k::CXType_Complex | k::CXType_Void => None,
        _ => Some(ty.spelling()),
    }
}
