//! The C front end: libclang in, [`Program`] out.
//!
//! In: files or texts ([`Input`]) and how to read them ([`Options`]). Out: [`Compiled`], a linked
//! program that starts at its entry point. The way in is [`compile`]; read `parse` next (what
//! becomes a translation unit, and under which C standard), then `context` (linking), then
//! `lower` (statements and expressions become instructions).
//!
//! Invariant: libclang's cursors and types stay inside this crate, raw ones inside `clang`.
#![deny(unsafe_code)]

mod clang;

mod text;

mod spans;

mod literals;

mod target;

mod types;

mod attributes;

mod context;

mod models;

mod uninterpreted;

pub mod world;

mod hints;
mod lower;

mod complaint;

mod rounding;

mod switches;

mod prereader;

mod parse;

mod commands;

mod contracts;

use std::path::PathBuf;

use whyc_base::diagnostic::{Diagnostic, Severity};
use whyc_base::names;
use whyc_base::source::SourceMap;
use whyc_base::status::Limit;
use whyc_ir::program::{FunctionId, Origin, Program};
use whyc_ir::types::BitIntFamily;
use whyc_ir::verify;

use crate::clang::unit::{Index, Unit};
use crate::context::Context;
use crate::lower::outside::Stub;
use crate::models::Models;
pub use crate::world::{Stdin, USUAL_ARG_LEN, World};

pub use crate::commands::{CompileCommand, compile_commands};
use crate::complaint::Complaint;
use crate::contracts::clauses;
use crate::parse::{Parsed, ReadHeader, Source};
use crate::spans::Spans;
use crate::target::Platform;

/// One translation unit to be read.
#[derive(Clone, Debug)]
pub enum Input {
    /// A file.
    Path(PathBuf),
    /// A file with arguments of its own for the compiler.
    Command(CompileCommand),
    /// A text that need not be a file: for use as a library, for changes that are tried, and for tests.
    Text {
        /// What to call it.
        name: String,
        /// The C.
        text: String,
        /// Arguments of its own for the compiler.
        args: Vec<String>,
    },
}

impl Input {
    /// A text with a name.
    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Input::Text { name: name.into(), text: text.into(), args: Vec::new() }
    }

    /// The same input with another text, read in the same way.
    #[must_use]
    pub fn with_text(&self, text: String) -> Self {
        let args = match self {
            Input::Path(_) => Vec::new(),
            Input::Command(CompileCommand { args, .. }) | Input::Text { args, .. } => args.clone(),
        };
        Input::Text { name: self.name(), text, args }
    }

    /// What reports call it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Input::Path(path) => path.display().to_string(),
            Input::Command(command) => command.file.display().to_string(),
            Input::Text { name, .. } => name.clone(),
        }
    }
}

/// A header given as text, such as a buffer that an editor has not saved yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The path at which it is found, as a file would be: relative to the current folder, or absolute.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
}

/// How to read C.
#[derive(Clone, Debug)]
pub struct Options {
    /// Folders to search for headers (`-I`).
    pub include_dirs: Vec<PathBuf>,
    /// Macros, `NAME` or `NAME=VALUE` (`-D`).
    pub defines: Vec<String>,
    /// The C standard; by default gnu17, and gnu89 for a file that only that can read.
    pub std: Option<String>,
    /// The function to start at.
    pub entry: String,
    /// Further arguments for the compiler.
    pub extra_args: Vec<String>,
    /// Texts to be taken for headers, whether there are such files or not.
    pub headers: Vec<Header>,
    /// What is known of the world around the program.
    pub world: World,
    /// Functions that are taken to have no body.
    pub stubs: Vec<String>,
    /// Functions that are checked against their contracts.
    pub enforce: Vec<String>,
    /// Functions that stand for their contracts.
    pub replace: Vec<String>,
    /// Whether `malloc` may fail although there is memory.
    pub malloc_may_fail: bool,
    /// Whether the ends of all scopes are told, also of variables that no pointer reaches: a search for lost blocks needs them.
    pub keep_scopes: bool,
    /// Whether an array of one at the end of a record is no more than that; otherwise it goes as far as its object does.
    pub strict_arrays: bool,
}

impl Options {
    /// What a user gets who asks for nothing: start at `main`.
    #[must_use]
    pub fn for_main() -> Self {
        Self {
            include_dirs: Vec::new(),
            defines: Vec::new(),
            std: None,
            entry: "main".to_owned(),
            extra_args: Vec::new(),
            headers: Vec::new(),
            world: World::default(),
            stubs: Vec::new(),
            enforce: Vec::new(),
            replace: Vec::new(),
            malloc_may_fail: false,
            keep_scopes: false,
            strict_arrays: false,
        }
    }
}

/// A program, and what there is to say about it.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program.
    pub program: Program,
    /// Warnings and notes, such as which functions have no body.
    pub diagnostics: Vec<Diagnostic>,
    /// What the outside world is taken to be limited to: what holds, holds only there.
    pub limits: Vec<Limit>,
}

/// Why there is no program.
#[derive(Clone, Debug)]
pub enum Failure {
    /// libclang cannot be used.
    LibclangMissing {
        /// What is missing and how to get it.
        message: String,
    },
    /// The input is not a program.
    Invalid {
        /// The files that the diagnostics point into.
        sources: SourceMap,
        /// What is wrong, the notes that belong to an error after it.
        diagnostics: Vec<Diagnostic>,
    },
}

/// The stack on which nested C is walked. Reserved, not used: a page is taken when it is touched.
const STACK_BYTES: usize = 512 << 20;

/// Reads, links and lowers a program.
///
/// # Errors
/// If libclang cannot be used, an input is not C, or there is no entry point.
///
/// # Panics
/// Only if the system cannot start a thread, or to pass on a panic of ours.
pub fn compile(inputs: &[Input], options: &Options) -> Result<Compiled, Failure> {
    std::thread::scope(|scope| {
        let work = move || compile_here(inputs, options);
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // Too little address space for that stack: the ordinary one serves ordinary programs.
            Err(_) => compile_here(inputs, options),
        }
    })
}

fn compile_here(inputs: &[Input], options: &Options) -> Result<Compiled, Failure> {
    let mut sources = SourceMap::new();
    let read = parse::read_inputs(inputs, &mut sources);
    let texts = match read {
        Ok(texts) => texts,
        Err(diagnostics) => return Err(Failure::Invalid { sources, diagnostics }),
    };
    clang::load::on_this_thread().map_err(|message| Failure::LibclangMissing { message })?;
    let index = Index::new();
    let units = match parse_all(&index, &texts, options) {
        Ok(units) => units,
        Err(complaints) => {
            let lacks_header = |complaint: &Complaint| complaint.message.contains("file not found");
            let named = texts.iter().flat_map(|source| &source.args).chain(&options.extra_args);
            let is_foreign = complaints.iter().any(lacks_header) && target::is_named(named);
            let mut diagnostics: Vec<Diagnostic> =
                complaints.into_iter().map(|complaint| complaint.into_diagnostic(&mut sources)).collect();
            let hint = if is_foreign { Some(target::HEADERS.to_owned()) } else { hints::of(&texts, &diagnostics) };
            if let Some(hint) = hint
                && let Some(last) = diagnostics.pop()
            {
                diagnostics.push(last.with_note(hint));
            }
            return Err(Failure::Invalid { sources, diagnostics });
        }
    };
    let asked = uninterpreted::models(units.iter().map(|parsed| parsed.unit.root()));
    let reading = texts.iter().flat_map(|source| source.args.iter()).chain(&options.extra_args);
    let platform = match platform(&index, &units, &texts, options) {
        Ok(platform) => platform,
        Err(what) => return Err(Failure::Invalid { sources, diagnostics: vec![Diagnostic::error(what)] }),
    };
    let reading = models::type_options(reading);
    let models = Models::new(&index, world::source(&options.world), asked, &platform, reading);
    let mut spans = Spans::new(sources);
    for (parsed, source) in units.iter().zip(&texts) {
        let unit = parsed.unit.root().unit();
        if let Some(reread) = &source.reread {
            spans.note_places(unit, source.name(), reread.places.clone());
        }
        for ReadHeader { name, bytes, reread } in &parsed.headers {
            spans.note_header(unit, name, bytes, &reread.places);
        }
        if let Some(held) = &parsed.held {
            let clauses = clauses::declared(parsed.unit.root());
            let clauses = clauses.iter().flat_map(|declared| &declared.clauses);
            let places = clauses.map(|clause| spans.of(clause.attribute)).collect::<Vec<_>>();
            let regions = held.regions.iter().zip(places).map(|(&(start, end), span)| (start, end, span)).collect();
            spans.note_clauses((&held.name, &held.text), regions);
        }
    }
    let units: Vec<&Unit<'_>> = units.iter().map(|parsed| &parsed.unit).collect();
    let mut cx = Context::new(spans, &models);
    match stubs(&options.stubs) {
        Ok(stubs) => {
            for (name, stub) in stubs {
                match stub {
                    Stub::Outside(reach) => drop(cx.stubs.insert(name, reach)),
                    Stub::First => drop(cx.first_counts.insert(name)),
                }
            }
        }
        Err(error) => {
            let sources = cx.spans.sources;
            return Err(Failure::Invalid { sources, diagnostics: vec![Diagnostic::error(error)] });
        }
    }
    cx.types.table.target = platform.target;
    cx.types.platform = platform;
    for source in texts.iter().filter(|source| !source.unknown.is_empty()) {
        let what =
            format!("`{}` is compiled with `{}`, which is not followed", source.name(), source.unknown.join(" "));
        cx.diagnostics.push(Diagnostic::warning(what));
    }
    cx.types.has_fixed = texts.iter().any(Source::has_fixed);
    let mut families: Vec<BitIntFamily> = texts.iter().filter_map(Source::bit_ints).collect();
    families.sort_unstable();
    families.dedup();
    cx.types.bit_ints = if families.len() > 1 { None } else { families.pop().or(Some(BitIntFamily::C)) };
    cx.malloc_may_fail = options.malloc_may_fail;
    cx.keep_scopes = options.keep_scopes;
    cx.strict_arrays = options.strict_arrays;
    // A world that is given has all that the models ask for.
    let longest_stdin = match options.world {
        World::Given { stdin: Stdin::UpTo(longest), .. } => Some(longest),
        World::Given { .. } | World::Open { .. } => None,
    };
    cx.args_are_inputs = match options.world {
        World::Given { args: None, arg_len, .. } => Some(arg_len),
        World::Given { args: Some(_), .. } | World::Open { .. } => None,
    };
    for unit in &units {
        let (switches, diagnostics) = switches::of_unit(unit, &mut cx.spans);
        cx.switches.extend(switches.into_iter().filter(|switch| !cx.switches.contains(switch)).collect::<Vec<_>>());
        cx.diagnostics.extend(diagnostics);
        cx.declare_unit(unit.root());
    }
    cx.resolve_other_names();
    for unit in &units {
        cx.declare_contracts(unit.root());
    }
    cx.treat_contracts(&options.enforce, &options.replace);
    let entry = entry_point(&mut cx, &options.entry);
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    match entry {
        Some(entry) if !cx.diagnostics.iter().any(is_error) => {
            let mut compiled = lower_all(cx, entry);
            if cfg!(debug_assertions)
                && let Err(errors) = verify::verify(&compiled.program)
            {
                panic!("a program should keep its invariants: {errors:?}");
            }
            let reads_stdin = compiled.program.function_named("__whyc_stdin_byte").is_some();
            let limit = |longest| Limit::Input { longest: longest as u32 };
            compiled.limits.extend(longest_stdin.filter(|_| reads_stdin).map(limit));
            let mut errors: Vec<Diagnostic> = compiled.diagnostics.iter().filter(|d| is_error(d)).cloned().collect();
            errors.extend(unknown_stub(&compiled.program, &options.stubs));
            match errors.into_iter().next() {
                None => Ok(compiled),
                Some(error) => {
                    let sources = compiled.program.sources;
                    Err(Failure::Invalid { sources, diagnostics: vec![error] })
                }
            }
        }
        _ => {
            cx.diagnostics.retain(is_error);
            Err(Failure::Invalid { sources: cx.spans.sources, diagnostics: cx.diagnostics })
        }
    }
}

fn parse_all<'i>(index: &'i Index, texts: &[Source], options: &Options) -> Result<Vec<Parsed<'i>>, Vec<Complaint>> {
    let mut units = Vec::new();
    let mut errors = Vec::new();
    for source in texts {
        match parse::parse(index, source, options) {
            Ok(unit) => units.push(unit),
            Err(complaints) => errors.extend(complaints),
        }
    }
    if errors.is_empty() { Ok(units) } else { Err(errors) }
}

/// What all units are compiled for.
fn platform(index: &Index, units: &[Parsed<'_>], texts: &[Source], options: &Options) -> Result<Platform, String> {
    let mut found: Option<Platform> = None;
    for (parsed, source) in units.iter().zip(texts) {
        let args: Vec<&String> = source.args.iter().chain(&options.extra_args).collect();
        let here = Platform::of_unit(index, &parsed.unit, &args)?;
        match &mut found {
            Some(known) if !known.has_types_of(&here) => {
                let (one, other) = (&known.triple, &here.triple);
                return Err(format!("one file is compiled for `{one}` and another one for `{other}`"));
            }
            Some(known) => known.has_excess_precision |= here.has_excess_precision,
            None => found = Some(here),
        }
    }
    Ok(found.unwrap_or_else(Platform::usual))
}

/// Whether all that is wrong with an input is that it has no function `entry` to start at: a part of a program, as most files are.
#[must_use]
pub fn is_without_entry(diagnostics: &[Diagnostic], entry: &str) -> bool {
    let mut errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).peekable();
    errors.peek().is_some() && errors.all(|error| error.message == no_entry(entry))
}

fn no_entry(name: &str) -> String {
    format!("no function `{name}` to start at")
}

/// The entry point; where there is none, an error that names what there is.
fn entry_point(cx: &mut Context<'_>, name: &str) -> Option<FunctionId> {
    if let Some(entry) = cx.defined_function(name) {
        return Some(cx.checked_instead(entry));
    }
    let others = names::by_similarity(name, &cx.defined_functions());
    let error = Diagnostic::error(no_entry(name));
    let error = match &others[..] {
        [] => error.with_note("the input defines no functions"),
        many if names::nearest(name, many).is_some() => error.with_note(format!("did you mean `{}`?", many[0])),
        [only] => error.with_note(format!("it defines `{only}`: to start there, --function {only}")),
        many => {
            let quoted: Vec<String> = many.iter().take(5).map(|other| format!("`{other}`")).collect();
            let which = format!("it defines {}", quoted.join(", "));
            error.with_note(which).with_note(format!("to start at one of them: --function {}", many[0]))
        }
    };
    cx.diagnostics.push(error);
    None
}

/// The functions that are taken to have no body, and what each of them changes.
fn stubs(texts: &[String]) -> Result<Vec<(String, Stub)>, String> {
    texts.iter().map(|text| Stub::named(text)).collect()
}

/// An error for a stub that would change nothing, because the program uses no function of that name.
fn unknown_stub(program: &Program, stubs: &[String]) -> Option<Diagnostic> {
    let used = program.functions.iter().filter(|f| f.origin == Origin::User).map(|f| f.name.as_str());
    let used: Vec<&str> = used.collect();
    let names: Vec<&str> = stubs.iter().map(|stub| stub.split('=').next().unwrap_or(stub)).collect();
    // A static function has another name for other units.
    let plain = |stub: &str| program.functions.iter().any(|f| stub.ends_with(&format!("_{}", f.name)));
    let is_used = |stub: &str| {
        program.functions.iter().any(|f| f.name == *stub) || stub.starts_with(context::FILE_LOCAL) && plain(stub)
    };
    let stub = names.into_iter().find(|stub| !is_used(stub))?;
    let error = Diagnostic::error(format!("the program uses no function `{stub}` that could be stubbed"));
    Some(error.with_note(names::hint(stub, &used, "functions")))
}

fn lower_all(mut cx: Context<'_>, entry: FunctionId) -> Compiled {
    lower::start::bring_in_arguments(&mut cx, entry);
    cx.runs_main = lower::start::is_main(&cx, entry);
    // Initialisers use functions and variables, and functions have static variables with initialisers.
    let mut n_seen = 0;
    loop {
        lower_queue(&mut cx);
        if n_seen == cx.initialisers.len() {
            break;
        }
        for (_, initialiser) in cx.initialisers.clone().split_off(n_seen) {
            n_seen += 1;
            cx.bring_in(initialiser);
        }
    }
    let start = lower::start::make_start(&mut cx, entry);
    lower_queue(&mut cx);
    lower::start::finish_exits(&mut cx);
    bring_in_threads(&mut cx);
    lower::outside::finish_outsides(&mut cx);
    lower::nonlocal::finish_jumps(&mut cx, start);
    lower::frame::watch(&mut cx);
    let mut program = Program {
        sources: cx.spans.sources,
        types: cx.types.table,
        globals: cx.globals,
        functions: cx.functions,
        components: cx.components,
        start,
        entry,
        contracts: cx.made,
        switches: cx.switches,
        thread_locals: cx.thread_locals,
        woven: None,
        only_if: None,
    };
    rounding::follow(&mut program);
    Compiled { program, diagnostics: cx.diagnostics, limits: cx.limits }
}

/// What hands the processor from one thread to another is called by no function: it comes with the first thing that threads do.
fn bring_in_threads(cx: &mut Context<'_>) {
    const FIRST: [&str; 3] = ["__whyc_suspend", "__whyc_create", "__whyc_finish"];
    const MORE: [&str; 9] = [
        "__whyc_suspend",
        "__whyc_end",
        "__whyc_turn",
        "__whyc_is_over",
        "__whyc_touch",
        "__whyc_step",
        "__whyc_free_point",
        "__whyc_leave_point",
        "__whyc_thread",
    ];
    let is_first = |name: &str| FIRST.contains(&name);
    if cx.functions.iter().any(|function| is_first(&function.name) && function.origin == Origin::Whyc) {
        for name in MORE {
            cx.model(name);
        }
        lower_queue(cx);
    }
}

fn lower_queue(cx: &mut Context<'_>) {
    while let Some(function) = cx.queue.pop_front() {
        lower::finish::function_body(cx, function);
    }
}
