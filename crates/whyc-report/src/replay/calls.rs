//! The functions that hand out recorded values, and those of verifiers that no library has.

use std::fmt::Write as _;

use whyc_debug::replay::{LibraryCall, ReplayScript, ReplayStub, WriteTarget};

use super::edits::{Plan, is_nondet};
use super::{GivenWorld, Runtime, entry, input_text, scan, tables};

const ENVIRONMENT: &str = include_str!("runtime/environment.c");
const STREAMS: &str = include_str!("runtime/streams.c");

/// Functions of verifiers: the name, its parameters, what it does.
const VERIFIER: [(&str, &str, &str); 8] = [
    (
        "__VERIFIER_assume",
        "int holds",
        "if (!holds) whyc_say(2, \"whyc: an assumption does not hold\\n\"), whyc_exit(0);",
    ),
    (
        "__CPROVER_assume",
        "int holds",
        "if (!holds) whyc_say(2, \"whyc: an assumption does not hold\\n\"), whyc_exit(0);",
    ),
    ("__VERIFIER_assert", "int holds", "if (!holds) whyc_failed(\"an assertion fails\");"),
    ("__CPROVER_assert", "int holds", "if (!holds) whyc_failed(\"an assertion fails\");"),
    ("__CPROVER_cover", "int holds", "(void)holds;"),
    ("whyc_cover", "int holds", "(void)holds;"),
    ("reach_error", "void", "whyc_failed(\"an error is reached\");"),
    ("__VERIFIER_error", "void", "whyc_failed(\"an error is reached\");"),
];

/// Functions of the library that only return what they learn from outside.
const VALUES: [(&str, &str); 7] = [
    ("rand", "void"),
    ("random", "void"),
    ("lrand48", "void"),
    ("drand48", "void"),
    ("clock", "void"),
    ("rand_r", "unsigned int *to"),
    ("time", "long *to"),
];

/// Functions without body that the C library has and that change nothing.
const HARMLESS: [&str; 7] = ["putw", "fclose", "srandom", "sync", "alarm", "umask", "sched_yield"];

/// Adds what the program calls and nobody defines. `text` is that of the program, blanked.
pub fn add(runtime: &mut Runtime, text: &str, script: &ReplayScript, plan: &Plan, world: &GivenWorld) {
    let mut nondets: Vec<&str> = scan::words(text)
        .filter(|(at, word)| is_nondet(word) && scan::call_end(text, at + word.len()).is_some())
        .map(|(_, word)| word)
        .collect();
    nondets.sort_unstable();
    nondets.dedup();
    nondets.retain(|name| !scan::defines(text, name));
    for name in &nondets {
        let _ = writeln!(runtime.after, "WHYC_INPUT({name})");
    }
    for (name, params, body) in VERIFIER {
        if scan::calls(text, name) && !scan::defines(text, name) {
            function(runtime, name, "void", params, body);
        }
    }
    for stub in &script.stubs {
        let is_known = VERIFIER.iter().any(|(name, ..)| *name == stub.name) || nondets.contains(&stub.name.as_str());
        if scan::defines(text, &stub.name) {
            let what = format!("`{}` has a body that it is not to use", stub.name);
            runtime.obstacles.push(what);
        } else if !is_known {
            add_stub(runtime, script, plan, stub);
        }
    }
    for external in &script.externals {
        let _ = writeln!(
            runtime.after,
            "unsigned char whyc_{0}[{1}] __asm__(\"{0}\") __attribute__((aligned(16))) = {{{2}}};",
            external.name,
            external.size.max(1),
            tables::value_bytes(&external.content)
        );
    }
    if plan.drops_register {
        // Nothing but a hint to the compiler, which forbids to take an address.
        runtime.before.push_str("#define register\n");
    }
    library(runtime, script, world);
}

/// A function under a name of its own, so that it fits whatever the user's declaration says.
fn function(runtime: &mut Runtime, name: &str, ret: &str, params: &str, body: &str) {
    let head = format!("{ret} whyc_{name}({params})");
    let _ = writeln!(runtime.after, "{head} __asm__(\"{name}\");\n{head} {{ {body} }}");
}

fn add_stub(runtime: &mut Runtime, script: &ReplayScript, plan: &Plan, stub: &ReplayStub) {
    let is_asked = script.inputs.iter().any(|input| input.function.as_deref() == Some(&stub.name));
    if HARMLESS.contains(&stub.name.as_str()) && !is_asked {
        return;
    }
    let params: Vec<String> = stub.params.iter().enumerate().map(|(idx, ty)| format!("{ty} a{idx}")).collect();
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    let mut body = String::new();
    for (at, (name, target)) in tables::write_ids(script).into_iter().enumerate() {
        let id = plan.next_id + at;
        match target {
            _ if name != stub.name => {}
            WriteTarget::Argument(argument) if *argument < stub.params.len() => {
                let _ = write!(body, "if (a{argument}) whyc_fill(a{argument}, {id}); ");
            }
            WriteTarget::Argument(_) => {}
            WriteTarget::Global(global) => {
                // Whatever the declaration in the program says of its type.
                let _ = writeln!(runtime.after, "extern unsigned char whyc_global{id}[] __asm__(\"{global}\");");
                let _ = write!(body, "whyc_fill(whyc_global{id}, {id}); ");
            }
        }
    }
    if stub.ret != "void" {
        let _ = write!(body, "{} value; whyc_next(&value, sizeof value); return value;", stub.ret);
    }
    function(runtime, &stub.name, &stub.ret, &params, &body);
}

/// What the library learns from outside: numbers, standard input and files, the arguments.
fn library(runtime: &mut Runtime, script: &ReplayScript, world: &GivenWorld) {
    let (mut reads, mut file_reads) = (Vec::new(), Vec::new());
    let (mut opens, mut variables) = (Vec::new(), Vec::new());
    for (name, params) in VALUES {
        let calls: Vec<&LibraryCall> = script.library.iter().filter(|call| call.function == name).collect();
        if !calls.is_empty() {
            add_values(runtime, name, params, &calls);
        }
    }
    for call in &script.library {
        match call.function.as_str() {
            entry::ARGUMENTS => {}
            "fopen" => opens.push(call),
            "getenv" => variables.push(call),
            name if VALUES.iter().any(|(value, _)| *value == name) => {}
            _ if input_text::reads_stdin(call) => reads.push(call),
            _ if input_text::reads_file(call) => file_reads.push(call),
            name => {
                let what = format!("it learns something from `{name}`, which cannot be fixed in a test");
                if !runtime.obstacles.contains(&what) {
                    runtime.obstacles.push(what);
                }
            }
        }
    }
    if !variables.is_empty() {
        runtime.rename(&["getenv"]);
        runtime.after.push_str(&environment(&variables));
    }
    add_streams(runtime, &opens, &file_reads);
    let text = match &world.stdin {
        Some(text) => Some(text.clone()),
        None if reads.is_empty() => None,
        None => runtime.text(&reads),
    };
    if let Some(text) = text {
        runtime.after.push_str(&input_text::render(&text));
    }
}

impl Runtime {
    fn text(&mut self, reads: &[&LibraryCall]) -> Option<Vec<u8>> {
        input_text::text(reads).map_err(|what| self.obstacles.push(what)).ok()
    }
}

/// Files that are opened: whether there is one, and what it holds.
fn add_streams(runtime: &mut Runtime, opens: &[&LibraryCall], reads: &[&LibraryCall]) {
    if opens.is_empty() && reads.is_empty() {
        return;
    }
    let is_open = |call: &&&LibraryCall| call.inputs.first().is_some_and(|input| input.value.bits != 0);
    if opens.iter().filter(is_open).count() > 1 && !reads.is_empty() {
        runtime.obstacles.push("it reads several files, and which of them is not known".to_owned());
        return;
    }
    let Some(text) = runtime.text(reads) else { return };
    let flags: Vec<&str> = opens.iter().map(|call| if is_open(&call) { "1" } else { "0" }).collect();
    runtime.rename(&["fopen", "fclose", "fgetc", "getc", "fgets", "fread"]);
    let _ = writeln!(runtime.after, "\n/* Which files can be opened, and what is in them. */");
    let _ = writeln!(runtime.after, "static const unsigned char whyc_opens[] = {{{}}};", flags.join(", "));
    let _ = writeln!(runtime.after, "#define WHYC_OPENS {}", flags.len());
    let bytes: String = text.iter().map(|byte| format!("{byte}, ")).collect();
    let _ = writeln!(runtime.after, "static const unsigned char whyc_file[] = {{{bytes}0}};");
    runtime.add(STREAMS);
}

/// `getenv`, which answers for each new name with the next recorded value.
fn environment(calls: &[&LibraryCall]) -> String {
    let value = |call: &&LibraryCall| {
        let mut inputs = call.inputs.iter().map(|input| input.value.bits);
        match inputs.next() {
            Some(is_set) if is_set != 0 => {
                let bytes = inputs.map(|bits| bits as u8).take_while(|&byte| byte != 0);
                format!("(char[16]){{{}0}}", bytes.map(|byte| format!("{byte}, ")).collect::<String>())
            }
            _ => "0".to_owned(),
        }
    };
    let values: Vec<String> = calls.iter().map(value).collect();
    let mut out = format!(
        "\n/* Variables of the environment, in the order in which they are asked for. */\n#define WHYC_VARIABLES {}\n",
        values.len()
    );
    let _ = writeln!(out, "static char *const whyc_variables[] = {{{}}};", values.join(", "));
    out.push_str(ENVIRONMENT);
    out
}

fn add_values(runtime: &mut Runtime, name: &str, params: &str, calls: &[&LibraryCall]) {
    let results: Vec<_> = calls.iter().filter_map(|call| call.result.as_ref()).collect();
    let Some(ty) = results.first().map(|result| result.ty.clone()) else { return };
    let values: Vec<String> = results
        .iter()
        .map(|result| match ty.as_str() {
            "double" => format!("{:e}", f64::from_bits(result.bits as u64)),
            _ => result.shown.clone(),
        })
        .collect();
    let store = if params == "void" { "" } else { "if (to) *to = value; " };
    // `time` gives its answer twice; what `rand_r` keeps is its own affair.
    let store = if name == "time" { store } else { "" };
    let body = format!(
        "static const {ty} values[] = {{{}}}; static unsigned int turn; {ty} value = turn < {} ? values[turn++] : 0; {store}return value;",
        values.join(", "),
        values.len()
    );
    function(runtime, name, &ty, params, &body);
}
