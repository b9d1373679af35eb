//! Where the test starts: `main` as it is, `main` with recorded arguments, or another function.

use std::fmt::Write as _;

use whyc_debug::replay::{Argument, ArgumentValue, Content, ReplayScript};

use whyc_ir::property::PropertyClass;

use super::edits::Plan;
use super::{GivenWorld, Runtime, scan, tables};

/// The function of the models that makes up the arguments of `main`.
pub const ARGUMENTS: &str = "__whyc_argc";
/// How many characters each argument has that is an input.
const ARGUMENT_LEN: usize = 7;

/// The start of the test, for behind the user's text. Adds to the macros before it.
pub fn render(
    runtime: &mut Runtime,
    text: &str,
    script: &ReplayScript,
    plan: &Plan,
    world: &GivenWorld,
    class: PropertyClass,
) -> String {
    let mut out = format!("#define WHYC_OBJECTS {}\n", plan.next_id + tables::write_ids(script).len());
    let entry = &script.entry;
    let is_leak = class == PropertyClass::Leak;
    if entry.name == "main" && entry.arguments.is_empty() && !is_leak {
        return out;
    }
    // What functions have left on the stack is not the program's any more when it has come back.
    let after = if is_leak { "whyc_clear_stack();\n    whyc_see_what_is_lost();" } else { "" };
    if is_leak {
        out.push_str("void whyc_clear_stack(void);\nvoid whyc_see_what_is_lost(void);\n");
    }
    if entry.name == "main" || scan::words(text).any(|(_, word)| word == "main") {
        runtime.before.push_str("#define main whyc_user_main\n");
        out.push_str("#undef main\n");
    }
    if entry.name == "main" {
        out.push_str(&start_main(script, world, after));
        return out;
    }
    out.push_str("int main(void) {\n");
    let mut names = Vec::new();
    for (idx, argument) in entry.arguments.iter().enumerate() {
        let name = format!("a{}", idx + 1);
        out.push_str(&declare(&name, argument));
        names.push(name);
    }
    let _ = writeln!(out, "    {}({});\n    {after}\n    return 0;\n}}", entry.name, names.join(", "));
    out
}

/// The declaration of the variable that is passed.
fn declare(name: &str, argument: &Argument) -> String {
    let Argument { ty, name: said, value } = argument;
    let said = tables::comment_text(said);
    match value {
        ArgumentValue::Null => format!("    __typeof__({ty}) {name} = 0; /* {said} */\n"),
        ArgumentValue::Content(content) => {
            format!("    __typeof__({ty}) {name}; /* {said} */\n{}", copy(&format!("&{name}"), content))
        }
        ArgumentValue::Pointer(content) => format!(
            "    __typeof__(*({ty})0) {name}_object; /* *{said} */\n{}    __typeof__({ty}) {name} = &{name}_object;\n",
            copy(&format!("&{name}_object"), content)
        ),
    }
}

/// Statements that put bytes where they belong.
fn copy(to: &str, content: &Content) -> String {
    let mut out = String::new();
    let mut runs: Vec<(u64, Vec<u8>)> = Vec::new();
    for (&at, &(value, _)) in content {
        match runs.last_mut() {
            Some((start, bytes)) if *start + bytes.len() as u64 == at => bytes.push(value),
            _ => runs.push((at, vec![value])),
        }
    }
    for (at, bytes) in runs {
        let values: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let _ = writeln!(
            out,
            "    __builtin_memcpy((char *)({to}) + {at}, (const unsigned char[]){{{}}}, {});",
            values.join(", "),
            bytes.len()
        );
    }
    out
}

fn start_main(script: &ReplayScript, world: &GivenWorld, after: &str) -> String {
    let entry = &script.entry;
    let recorded = script.library.iter().find(|call| call.function == ARGUMENTS);
    let mut words: Vec<Vec<u8>> = world.args.clone().unwrap_or_default();
    let mut count = words.len() as u128 + 1;
    if let Some(call) = recorded.filter(|_| world.args.is_none()) {
        let bits: Vec<u128> = call.inputs.iter().map(|input| input.value.bits).collect();
        count = bits.first().copied().unwrap_or(1);
        let n = (count as usize).saturating_sub(1);
        words = bits.get(1..).unwrap_or(&[]).chunks(ARGUMENT_LEN).take(n).map(word).collect();
    } else if world.args.is_none()
        && let Some(Argument { value: ArgumentValue::Content(content), .. }) = entry.arguments.first()
    {
        count = content.iter().fold(0, |sum, (&at, &(byte, _))| sum | u128::from(byte) << (8 * at.min(15)));
    }
    let mut out = String::new();
    for (idx, word) in words.iter().enumerate() {
        let bytes: Vec<String> = word.iter().chain([&0]).map(u8::to_string).collect();
        let _ = writeln!(out, "static char whyc_argument{}[] = {{{}}};", idx + 1, bytes.join(", "));
    }
    let pointers: String = (1..=words.len()).map(|k| format!("whyc_argument{k}, ")).collect();
    let _ = writeln!(out, "static char *whyc_arguments[] = {{\"program\", {pointers}0}};");
    let given = [format!("(int){}", count as u32), "whyc_arguments".to_owned(), "0".to_owned()];
    let given = given[..entry.arguments.len().min(given.len())].join(", ");
    let _ = writeln!(out, "int main(void) {{\n    whyc_user_main({given});\n    {after}\n    return 0;\n}}");
    out
}

/// An argument without what follows its end.
fn word(characters: &[u128]) -> Vec<u8> {
    characters.iter().map(|&c| c as u8).take_while(|&c| c != 0).collect()
}
