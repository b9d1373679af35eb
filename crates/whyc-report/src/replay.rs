//! A C test that reproduces a failing run: the program as it is, with its inputs fixed.
//!
//! [`render`] puts the user's text between two parts. Before it stand declarations and the macros that
//! rename what is to be watched (`malloc`, a `main` with arguments); after it the recorded values and
//! the functions that hand them out. Lines keep their numbers: what has to be said within the text
//! (`edits`) is said within its line, and `#line` says where a file begins.
//!
//! The program may have several files; then the test is compiled once for each with `-DWHYC_UNIT=1`,
//! `2`, …, so that names that belong to one file do not meet, and linked.

mod atomics;

mod calls;

mod edits;

mod entry;

mod input_text;

pub mod plain;

pub(crate) mod scan;

mod tables;

use std::fmt::Write as _;

use whyc_base::source::{FileId, SourceMap, Span};
use whyc_debug::finding::Finding;
use whyc_debug::replay::{ATOMIC, ReplayScript, TURNING, TurnKind};
use whyc_ir::layout::Pointers;
use whyc_ir::property::PropertyClass;

use crate::{excerpt, words};

const BASE: &str = include_str!("replay/runtime/base.c");
const HEAP: &str = include_str!("replay/runtime/heap.c");
const JUMPS: &str = include_str!("replay/runtime/jumps.c");
const ABSOLUTE: &str = include_str!("replay/runtime/absolute.c");
const PRINT: &str = include_str!("replay/runtime/print.c");
const SCOPES: &str = include_str!("replay/runtime/scopes.c");
const LEAKS: &str = include_str!("replay/runtime/leaks.c");
const THREADS: &str = include_str!("replay/runtime/threads.c");
const ATOMICS: &str = include_str!("replay/runtime/atomics.c");
/// What the functions of the heap are called in the user's part.
const HEAP_NAMES: [&str; 6] = ["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "free"];
/// The name of what is not the user's, in debug information.
pub const RUNTIME_NAME: &str = "whyc-replay";

/// A C test.
#[derive(Clone, Debug)]
pub struct CTest {
    /// The file.
    pub text: String,
    /// How many times it is to be compiled; once without `WHYC_UNIT` if that is 1.
    pub n_units: usize,
}

/// What gcc must be told in addition to compile the test of a run that fails so.
#[must_use]
pub fn flags(class: PropertyClass, script: &ReplayScript) -> &'static [&'static str] {
    match class == PropertyClass::UseAfterScope && !script.passing.is_empty() {
        true => &["--param", "asan-instrument-allocas=0", "-finstrument-functions"],
        false => &[],
    }
}

/// What is known of the world around the program, by the user's word.
#[derive(Clone, Debug, Default)]
pub struct GivenWorld {
    /// The arguments of `main`.
    pub args: Option<Vec<Vec<u8>>>,
    /// Standard input.
    pub stdin: Option<Vec<u8>>,
    /// How the test is compiled, for the comment at its top.
    pub compile: String,
}

/// The C test for the failing run of `finding`, which takes `script` from outside.
///
/// # Errors
/// Why there can be none: sentences without a full stop about what the run does.
pub fn render(finding: &Finding, script: &ReplayScript, world: &GivenWorld) -> Result<CTest, Vec<String>> {
    let Some(property) = finding.counterexample.as_ref().and_then(|run| finding.properties.get(run.property)) else {
        return Err(vec!["there is no failing run".to_owned()]);
    };
    let title = words::title(&finding.sources, property);
    let place = excerpt::place(&finding.sources, property.span);
    let about = format!("A failing run, found by whyc: {title} ({place}).");
    write(finding, script, world, property.class, Some(property.span), &about)
}

/// The C test for a run that violates nothing, which takes `script` from outside; `about` says what it is.
///
/// # Errors
/// Why there can be none: sentences without a full stop about what the run does.
pub fn render_passing(
    finding: &Finding,
    script: &ReplayScript,
    world: &GivenWorld,
    about: &str,
) -> Result<CTest, Vec<String>> {
    write(finding, script, world, PropertyClass::Assertion, None, about)
}

fn write(
    finding: &Finding,
    script: &ReplayScript,
    world: &GivenWorld,
    class: PropertyClass,
    failing: Option<Span>,
    about: &str,
) -> Result<CTest, Vec<String>> {
    let units = units(finding);
    let watches_scopes = !flags(class, script).is_empty();
    let mut plan = edits::plan(&finding.sources, &units, script);
    if watches_scopes {
        plan.watch_arrays(&finding.sources, &units, script);
    }
    plan.watch_atomics(&finding.sources, &units, script);
    let mut obstacles = script.obstacles.clone();
    obstacles.extend(plan.obstacles.iter().cloned());
    let pointers = finding.pointers;
    let mut runtime = Runtime { before: String::new(), after: String::new(), pointers, obstacles };
    runtime.after.push_str(&tables::render(script, &plan));
    runtime.after.push_str(BASE);
    runtime.heap(script, class);
    if let (PropertyClass::FunctionPointer, Some(span)) = (class, failing) {
        plan.watch_call(&finding.sources, span, script);
        runtime.before.push_str("void whyc_other_type(void);\n");
        runtime.add(JUMPS);
    }
    if watches_scopes {
        runtime.scopes();
    }
    runtime.unseen(failing.map_or("", |span| finding.sources.text(span)), class);
    let text: String = units.iter().map(|&unit| scan::blanked(&finding.sources.file(unit).text)).collect();
    runtime.threads(&finding.sources, &text, script);
    calls::add(&mut runtime, &text, script, &plan, world);
    let entry = entry::render(&mut runtime, &text, script, &plan, world, class);
    if !runtime.obstacles.is_empty() {
        return Err(runtime.obstacles);
    }
    let entry_unit = units.iter().position(|&unit| Some(unit) == script.entry.file).unwrap_or(0);
    let mut out = comment(about, world, units.len());
    for (idx, &unit) in units.iter().enumerate() {
        if units.len() > 1 {
            let _ = writeln!(out, "#if WHYC_UNIT == {}", idx + 1);
        }
        out.push_str("void whyc_fill(void *object, int id);\nint whyc_at(int site);\n");
        out.push_str(&runtime.before);
        let file = finding.sources.file(unit);
        let _ = writeln!(out, "#line 1 \"{}\"", file.name.replace('\\', "\\\\").replace('"', "\\\""));
        out.push_str(&plan.apply(unit, &file.text));
        if !out.ends_with('\n') {
            out.push('\n');
        }
        let _ = writeln!(out, "#line 1 \"{RUNTIME_NAME}\"");
        if idx == entry_unit {
            out.push_str(&entry);
            out.push_str(&runtime.after);
        }
        if units.len() > 1 {
            out.push_str("#endif\n");
        }
    }
    Ok(CTest { text: out, n_units: units.len() })
}

/// The two parts around the user's text, and what stands in the way.
struct Runtime {
    before: String,
    after: String,
    pointers: Pointers,
    obstacles: Vec<String>,
}

impl Runtime {
    /// Adds what stands for functions of the library, which are told sizes.
    fn add(&mut self, text: &str) {
        match self.pointers {
            Pointers::Bits64 => self.after.push_str(text),
            // Not always `unsigned long` there.
            Pointers::Bits32 => self.after.push_str(&text.replace("unsigned long", "__SIZE_TYPE__")),
        }
    }

    /// Has the user's part call functions of the test in place of those of the library.
    fn rename(&mut self, names: &[&str]) {
        for name in names {
            let _ = writeln!(self.before, "#define {name} whyc_{name}");
            let _ = writeln!(self.after, "#undef {name}");
        }
    }

    /// What the library lets pass although C does not: checked where `failing`, the text that fails, calls it.
    fn unseen(&mut self, failing: &str, class: PropertyClass) {
        let failing = scan::blanked(failing);
        let calls = |name: &str| scan::calls(&failing, name);
        if class == PropertyClass::Overflow && (calls("abs") || calls("labs") || calls("llabs")) {
            self.rename(&["abs", "labs", "llabs"]);
            self.after.push_str(ABSOLUTE);
        }
        if class == PropertyClass::NullDereference && calls("printf") {
            self.rename(&["printf"]);
            self.after.push_str(PRINT);
        }
    }

    /// Has threads take turns as they did in the run.
    fn threads(&mut self, sources: &SourceMap, text: &str, script: &ReplayScript) {
        let Some(threads) = &script.threads else { return };
        let used: Vec<&str> = TURNING.into_iter().filter(|name| scan::calls(text, name)).collect();
        let used: Vec<&str> = used.into_iter().filter(|&name| !name.ends_with("_exit")).collect();
        self.rename(&used);
        for name in &used {
            let _ = writeln!(self.after, "#define WHYC_USES_{name}");
        }
        let _ = writeln!(self.after, "#define WHYC_DOOMED {}", threads.doomed.map_or(-1, i64::from));
        self.after.push_str("static const struct { int thread, kind; } whyc_turns[] = {\n");
        let takes_turns = |name: &str| name == ATOMIC || used.contains(&name);
        for turn in threads.turns.iter().filter(|turn| takes_turns(&turn.name)) {
            let kind = match turn.kind {
                TurnKind::Whole => 1,
                TurnKind::Begins => 2,
                TurnKind::GoesOn => 3,
            };
            let place = line_of(sources, turn.span);
            let name = if turn.name == ATOMIC { "an atomic operation" } else { &turn.name };
            let _ = writeln!(self.after, "    {{{}, {kind}}}, /* {name} ({place}) */", turn.thread);
        }
        self.after.push_str("    {-1, 0}};\n");
        self.after.push_str(THREADS);
        if !threads.atomics.is_empty() {
            self.before.push_str(
                "struct whyc_atomic { int kind; };\n\
                 struct whyc_atomic whyc_atomic_begins(void);\n\
                 void whyc_atomic_ends(struct whyc_atomic *operation);\n",
            );
            self.after.push_str(ATOMICS);
        }
    }

    /// Watches memory on the stack after its end.
    fn scopes(&mut self) {
        self.before.push_str(
            "struct whyc_array { void *start; };\n\
             struct whyc_array whyc_array_begins(void *start, unsigned long size);\n\
             void whyc_array_ends(struct whyc_array *array);\n\
             int whyc_room(void);\n\
             void *whyc_alloca_begins(void *start, unsigned long size);\n\
             #include <alloca.h>\n\
             #undef alloca\n\
             #define alloca(size) whyc_alloca_begins(__builtin_alloca(size), size)\n",
        );
        self.add(SCOPES);
    }

    /// Fills new blocks with what the run finds in them, lets allocations fail, and sees what is left.
    fn heap(&mut self, script: &ReplayScript, class: PropertyClass) {
        let is_leak = class == PropertyClass::Leak;
        let is_free = matches!(class, PropertyClass::InvalidFree | PropertyClass::DoubleFree);
        if script.blocks.is_empty() && !is_leak && !is_free {
            return;
        }
        self.rename(&HEAP_NAMES);
        self.add(HEAP);
        if is_leak {
            self.after.push_str(LEAKS);
        }
    }
}

/// The files that are compiled, as opposed to those they include.
fn units(finding: &Finding) -> Vec<FileId> {
    let named = |name: &str| finding.sources.files().find(|(_, file)| file.name == name).map(|(id, _)| id);
    let units: Vec<FileId> = finding.head.files.iter().filter_map(|name| named(name)).collect();
    if !units.is_empty() {
        return units;
    }
    let is_unit = |name: &str| !name.starts_with('<') && (name.ends_with(".c") || name.ends_with(".i"));
    finding.sources.files().filter(|(_, file)| is_unit(&file.name)).map(|(id, _)| id).collect()
}

fn comment(about: &str, world: &GivenWorld, n_units: usize) -> String {
    let mut lines = vec![
        about.to_owned(),
        String::new(),
        "The inputs are fixed to those of the run; the program is as it was written.".to_owned(),
    ];
    if !world.compile.is_empty() {
        lines.push(format!("Compile and run:  {}", world.compile));
    }
    if n_units > 1 {
        lines.push(format!(
            "It stands for {n_units} files: compile it with -DWHYC_UNIT=1 to {n_units} and link the results."
        ));
    }
    let mut out = String::from("/*");
    for line in &lines {
        // The text of the program must not end the comment.
        let line = line.replace("*/", "* /").replace('\n', " ");
        let _ = writeln!(
            out,
            "{}{line}",
            if out.len() == 2 {
                " "
            } else if line.is_empty() {
                " *"
            } else {
                " * "
            }
        );
    }
    out.push_str(" */\n");
    out
}

/// The line of `span` for a comment: `median.c:12`.
fn line_of(sources: &SourceMap, span: whyc_base::source::Span) -> String {
    let name = &sources.file(span.file).name;
    let name = name.rsplit('/').next().unwrap_or(name);
    format!("{name}:{}", sources.line(span))
}
