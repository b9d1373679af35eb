//! From inputs to translation units: reading, the compiler's arguments, and second attempts.
//!
//! A file that is an error only because it is old is read as gnu89, and where libclang comes
//! without its built-in headers, gcc's are used.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::Command;

use whyc_base::diagnostic::Diagnostic;
use whyc_base::source::SourceMap;
use whyc_ir::types::BitIntFamily;

use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::clang::unit::{Index, Record, Unit};
use crate::complaint::{self, Complaint};
use crate::contracts;
use crate::contracts::clauses::{self, Kind};
use crate::prereader::{self, Reread};
use crate::{Input, Options, switches};

/// One input, read.
#[derive(Clone)]
pub(crate) struct Source {
    name: String,
    /// Which of the inputs it is.
    idx: usize,
    bytes: Vec<u8>,
    /// Arguments for this input alone.
    pub(crate) args: Vec<String>,
    /// Arguments of its compile command that are not understood.
    pub(crate) unknown: Vec<String>,
    /// The text as libclang is given it, where that is another one.
    pub(crate) reread: Option<Reread>,
    /// Declarations that come before it.
    prelude: String,
}

impl Source {
    fn new(name: String, bytes: Vec<u8>, args: Vec<String>) -> Self {
        Self { name, idx: 0, bytes, args, unknown: Vec::new(), reread: None, prelude: String::new() }
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What its integers of a chosen width are, if it has any.
    pub(crate) fn bit_ints(&self) -> Option<BitIntFamily> {
        let has_those_of_c = String::from_utf8_lossy(&self.bytes).contains("_BitInt");
        let has_bitvectors = self.reread.as_ref().is_some_and(|reread| reread.has_bitvectors);
        match (has_bitvectors, has_those_of_c) {
            (true, _) => Some(BitIntFamily::Cbmc),
            (false, true) => Some(BitIntFamily::C),
            (false, false) => None,
        }
    }

    /// Whether it has types of fixed-point numbers.
    pub(crate) fn has_fixed(&self) -> bool {
        self.reread.as_ref().is_some_and(|reread| reread.has_fixed)
    }
}

/// The file in which the declarations that come before a text stand.
const PRELUDE: &str = "/<libc>/dialect.h";

/// The standard for a file that says nothing else, and the one for old files.
const DEFAULT_STD: &str = "gnu17";
const OLD_STD: &str = "gnu89";

/// What clang has made errors of and other compilers warn about.
const ONLY_WARNINGS: [&str; 7] = [
    "implicit-function-declaration",
    "implicit-int",
    "int-conversion",
    "incompatible-pointer-types",
    "incompatible-function-pointer-types",
    "return-mismatch",
    "return-type",
];

/// A file that gcc has preprocessed has what gcc's own headers use and clang does not know. It is
/// read with these few macros and with none of the predefined ones, which it has expanded already.
const GCC_ONLY: [&str; 7] = [
    "-undef",
    "-D__malloc__(...)=__malloc__",
    "-D_Float32=float",
    "-D_Float32x=double",
    "-D_Float64=double",
    "-D_Float64x=long double",
    "-D_Float128=__float128",
];

/// Headers that belong to the compiler and not to the C library.
const BUILT_IN_HEADERS: [&str; 9] = [
    "stddef.h",
    "stdarg.h",
    "stdbool.h",
    "stdint.h",
    "limits.h",
    "float.h",
    "stdalign.h",
    "stdnoreturn.h",
    "stdatomic.h",
];

/// Reads all inputs and enters them into `sources`.
pub(crate) fn read_inputs(inputs: &[Input], sources: &mut SourceMap) -> Result<Vec<Source>, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut texts = Vec::new();
    for (idx, input) in inputs.iter().enumerate() {
        let read = match input {
            Input::Path(path) => read_file(path),
            Input::Command(command) => {
                let source = read_file(&command.file);
                source.map(|source| Source { args: command.args.clone(), unknown: command.unknown.clone(), ..source })
            }
            Input::Text { name, text, args } => Ok(Source::new(name.clone(), text.clone().into_bytes(), args.clone())),
        };
        let read = read.and_then(|source| match source.bytes.contains(&0) || source.bytes.len() >= u32::MAX as usize {
            true => Err(Diagnostic::error(format!("`{}` is not a C source: it is binary", source.name))),
            false => Ok(source),
        });
        match read {
            Ok(mut source) => {
                source.idx = idx;
                sources.add(source.name.clone(), source.bytes.clone());
                if let Ok(text) = std::str::from_utf8(&source.bytes) {
                    source.reread = prereader::reread(text);
                    source.prelude = prereader::prelude(text);
                }
                texts.push(source);
            }
            Err(error) => errors.push(error),
        }
    }
    if inputs.is_empty() {
        errors.push(Diagnostic::error("there is no input"));
    }
    if errors.is_empty() { Ok(texts) } else { Err(errors) }
}

fn read_file(path: &Path) -> Result<Source, Diagnostic> {
    let name = path.display().to_string();
    if path.is_dir() {
        return Err(Diagnostic::error(format!("`{name}` is a directory, not a C source")));
    }
    match read(path) {
        Ok(bytes) => Ok(Source::new(name, bytes, Vec::new())),
        Err(error) => Err(Diagnostic::error(format!("cannot read `{name}`: {}", in_words(&error)))),
    }
}

/// The largest text that is read, in bytes: libclang would read more, for hours.
const LARGEST: u64 = 64 << 20;

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::other(format!("it has more than {} MiB", LARGEST >> 20)));
    }
    Ok(bytes)
}

fn in_words(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// A unit that was read, and what libclang was given in another form than the user wrote it.
pub(crate) struct Parsed<'i> {
    /// The unit.
    pub unit: Unit<'i>,
    /// Headers with what C does not have.
    pub headers: Vec<ReadHeader>,
    /// The functions that hold its contracts.
    pub held: Option<Held>,
}

/// A header that libclang was given in another form.
pub(crate) struct ReadHeader {
    /// Its name.
    pub name: String,
    /// What the user wrote.
    pub bytes: Vec<u8>,
    /// What libclang reads.
    pub reread: Reread,
}

/// A file with functions that hold contracts.
pub(crate) struct Held {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Where in it the clauses are.
    pub regions: Vec<(u32, u32)>,
}

/// Parses one input.
///
/// # Errors
/// What clang complains about.
pub(crate) fn parse<'i>(index: &'i Index, source: &Source, options: &Options) -> Result<Parsed<'i>, Vec<Complaint>> {
    let mut plain = source.clone();
    if !source.prelude.is_empty() {
        if let Ok(unit) = attempt(index, source, options, DEFAULT_STD, &[]) {
            return Ok(unit);
        }
        // A header of the program may declare the same names in another way.
        plain.prelude.clear();
    }
    let source = &plain;
    let mut extra = Vec::new();
    let errors = match attempt(index, source, options, DEFAULT_STD, &extra) {
        Ok(unit) => return Ok(unit),
        Err(errors) => errors,
    };
    let mut errors = errors;
    if errors.iter().any(|error| lacks_built_in_header(&error.message))
        && let Some(dir) = gcc_include_dir()
    {
        extra = vec!["-isystem".to_owned(), dir];
        match attempt(index, source, options, DEFAULT_STD, &extra) {
            Ok(unit) => return Ok(unit),
            Err(again) => errors = again,
        }
    }
    // A name that the compiler keeps for the library and that the program uses for something else.
    let taken: Vec<String> = errors.iter().filter_map(|error| taken_name(&error.message)).collect();
    // A function of the compiler's own that the program defines has another name in this unit.
    let own: Vec<String> = errors.iter().filter_map(|error| own_builtin(&error.message)).collect();
    if !taken.is_empty() || !own.is_empty() {
        extra.extend(taken.iter().map(|name| format!("-fno-builtin-{name}")));
        extra.extend(own.iter().map(|name| format!("-D{name}=own{name}")));
        match attempt(index, source, options, DEFAULT_STD, &extra) {
            Ok(unit) => return Ok(unit),
            Err(again) => errors = again,
        }
    }
    let mut given = options.extra_args.iter().chain(&source.args);
    let may_be_old = options.std.is_none() && !given.any(|arg| arg.starts_with("-std"));
    if may_be_old && let Ok(unit) = attempt(index, source, options, OLD_STD, &extra) {
        return Ok(unit);
    }
    Err(errors)
}

/// What clang says where a clause of a loop was taken for one of a function.
const NOT_OF_A_FUNCTION: &str = "'annotate' attribute cannot be applied to a statement";

/// Reads a unit; once more if its headers have what C does not have, and once more if it has contracts.
fn attempt<'i>(
    index: &'i Index,
    source: &Source,
    options: &Options,
    default_std: &str,
    extra: &[String],
) -> Result<Parsed<'i>, Vec<Complaint>> {
    let args = arguments(source, options, default_std, extra);
    let mut headers: Vec<ReadHeader> = Vec::new();
    let mut early = String::new();
    let words = contracts::prelude::first();
    let (mut unit, mut errors) = read_unit(index, source, options, &args, &headers, &words, None)?;
    if !errors.is_empty() {
        headers = headers_beyond_c(&unit, source);
        if !headers.is_empty() {
            (unit, errors) = read_unit(index, source, options, &args, &headers, &words, None)?;
        }
    }
    // A function that is used before it is declared.
    let late: Vec<String> = errors.iter().filter_map(|error| late_name(&error.message)).collect();
    if !late.is_empty() {
        early = early_declarations(unit.root(), &late);
        let words = format!("{words}{early}");
        (unit, errors) = read_unit(index, source, options, &args, &headers, &words, None)?;
    }
    // A label that is declared and nowhere else: gcc does not mind.
    let unlabelled = without_lonely_labels(source, &errors);
    let source = unlabelled.as_ref().unwrap_or(source);
    if unlabelled.is_some() {
        let words = format!("{words}{early}");
        (unit, errors) = read_unit(index, source, options, &args, &headers, &words, None)?;
    }
    // A name of another verifier that is declared once more, in another way.
    let repeated = without_repetitions(source, &errors);
    let source = repeated.as_ref().unwrap_or(source);
    if repeated.is_some() {
        let words = format!("{words}{early}");
        (unit, errors) = read_unit(index, source, options, &args, &headers, &words, None)?;
    }
    let has_loop_frames = errors.iter().any(|error| error.message == NOT_OF_A_FUNCTION);
    if errors.iter().any(|error| error.is_error() && error.message != NOT_OF_A_FUNCTION) {
        errors.retain(|error| error.message != NOT_OF_A_FUNCTION);
        return Err(errors);
    }
    let declared = clauses::declared(unit.root());
    if declared.is_empty() && !has_loop_frames {
        return Ok(Parsed { unit, headers, held: None });
    }
    let of_functions = declared.iter().flat_map(|it| &it.clauses);
    let of_functions = of_functions.filter(|clause| matches!(clause.kind, Kind::Assigns | Kind::Frees));
    let words = contracts::prelude::second(&of_functions.map(|clause| clause.number).collect()) + &early;
    let clauses::Holders { text, regions } = clauses::holders(&declared);
    drop(declared);
    let held = Held { name: format!("/<libc>/clauses-{}.h", source.idx), text, regions };
    let (unit, errors) = read_unit(index, source, options, &args, &headers, &words, Some(&held))?;
    if errors.is_empty() { Ok(Parsed { unit, headers, held: Some(held) }) } else { Err(errors) }
}

fn read_unit<'i>(
    index: &'i Index,
    source: &Source,
    options: &Options,
    args: &[String],
    headers: &[ReadHeader],
    words: &str,
    held: Option<&Held>,
) -> Result<(Unit<'i>, Vec<Complaint>), Vec<Complaint>> {
    let text = source.reread.as_ref().map_or(&source.bytes, |reread| &reread.text);
    let mut with_held;
    let text = match held {
        Some(held) => {
            with_held = text.clone();
            with_held.extend(format!("\n#include \"{}\"\n", held.name).bytes());
            &with_held
        }
        None => text,
    };
    let mut files = vec![(source.name.as_str(), &text[..]), (contracts::prelude::WORDS, words.as_bytes())];
    files.extend(held.map(|held| (held.name.as_str(), held.text.as_bytes())));
    if !source.prelude.is_empty() {
        files.push((PRELUDE, source.prelude.as_bytes()));
    }
    let given = self::headers(options);
    let is_reread = |name: &str| headers.iter().any(|header| header.name == name);
    files.extend(given.iter().filter(|(name, _)| !is_reread(name)).map(|(name, text)| (name.as_str(), *text)));
    files.extend(headers.iter().map(|header| (header.name.as_str(), &header.reread.text[..])));
    let read = |record| Unit::parse_with(index, &files, args, record);
    // What the preprocessor leaves out is only of interest where the text could switch checks on or off.
    let unit = read(Record::Code).and_then(|unit| match has_switches(&unit) {
        true => read(Record::Skipped),
        false => Some(unit),
    });
    let Some(unit) = unit else {
        // clang says nothing about arguments it does not know.
        let given: Vec<String> = options.std.iter().map(|std| format!("-std={std}")).collect();
        let given = [&given[..], &options.extra_args[..]].concat().join(" ");
        let with = if given.is_empty() { String::new() } else { format!(" with `{given}`") };
        return Err(vec![Complaint::error(format!("{}: clang could not read this file{with}", source.name))]);
    };
    let errors = complaint::of_unit(&unit);
    Ok((unit, errors))
}

fn has_switches(unit: &Unit<'_>) -> bool {
    let names = unit.file_names().into_iter().filter(|(_, name)| switches::may_have(name));
    names.into_iter().any(|(file, _)| switches::is_worth_it(&unit.root().file(file).1))
}

/// The headers that a unit includes and that have what C does not have, rewritten.
fn headers_beyond_c(unit: &Unit<'_>, source: &Source) -> Vec<ReadHeader> {
    let mut found: Vec<ReadHeader> = Vec::new();
    for (name, bytes) in unit.files() {
        let is_known = name == source.name || found.iter().any(|header| header.name == name);
        let Some(text) = std::str::from_utf8(&bytes).ok().filter(|_| !is_known) else { continue };
        if let Some(reread) = prereader::reread(text) {
            found.push(ReadHeader { name, bytes, reread });
        }
    }
    found
}

/// The headers that are texts, by the names that clang may look for them.
fn headers(options: &Options) -> Vec<(String, &[u8])> {
    let mut named = Vec::new();
    for header in &options.headers {
        let (name, text) = (header.path.display().to_string(), header.text.as_bytes());
        // What stands beside a file without a folder is looked for in `.`.
        if header.path.is_relative() && !name.starts_with("./") {
            named.push((format!("./{name}"), text));
        }
        named.push((name, text));
    }
    named
}

fn arguments(source: &Source, options: &Options, default_std: &str, extra: &[String]) -> Vec<String> {
    let std = options.std.as_deref().unwrap_or(default_std);
    let mut args: Vec<String> = ["-x", "c", "-w"].map(str::to_owned).to_vec();
    args.push(format!("--target={}", crate::target::USUAL));
    if source.name.ends_with(".i") {
        args.extend(GCC_ONLY.map(str::to_owned));
    }
    // glibc's ctype.h looks its answers up in tables unless it is told to call functions, which are models here.
    args.push("-D__NO_CTYPE".to_owned());
    args.extend(["-include", contracts::prelude::WORDS].map(str::to_owned));
    if !source.prelude.is_empty() {
        args.extend(["-include", PRELUDE].map(str::to_owned));
    }
    if source.has_fixed() {
        args.push("-ffixed-point".to_owned());
    }
    args.push(format!("-std={std}"));
    args.extend(ONLY_WARNINGS.iter().map(|name| format!("-Wno-error={name}")));
    args.extend(options.include_dirs.iter().map(|dir| format!("-I{}", dir.display())));
    args.extend(options.defines.iter().map(|define| format!("-D{define}")));
    // How fractions are computed does not change how they are read, and clang takes it only along with other options.
    let is_read = |arg: &&String| !arg.starts_with(crate::target::FRACTIONS);
    args.extend(source.args.iter().chain(&options.extra_args).filter(is_read).cloned());
    args.extend(extra.iter().cloned());
    args
}

/// The name in `definition of builtin function '__builtin_f'`.
fn own_builtin(error: &str) -> Option<String> {
    let (_, rest) = error.lines().next()?.split_once("definition of builtin function '")?;
    Some(rest.split_once('\'')?.0.to_owned())
}

/// The name in `conflicting types for 'f'`: it was taken for a function that gives an `int`, and is then declared as another.
fn late_name(error: &str) -> Option<String> {
    let rest = error.lines().next()?.strip_prefix("conflicting types for '")?;
    Some(rest.split_once('\'')?.0.to_owned())
}

/// A source without the declarations of other verifiers' names that contradict earlier ones; none if there are none. What is
/// taken out leaves blanks, so that every place stays where it is.
fn without_repetitions(source: &Source, errors: &[Complaint]) -> Option<Source> {
    let is_theirs = |error: &&Complaint| {
        late_name(&error.message).is_some_and(|name| crate::lower::dialect::has_reserved_prefix(&name))
    };
    let places: Vec<usize> =
        errors.iter().filter(is_theirs).filter_map(|error| error.offset_in(&source.name)).collect();
    if places.is_empty() {
        return None;
    }
    let mut changed = source.clone();
    let text = match &mut changed.reread {
        Some(reread) => &mut reread.text,
        None => &mut changed.bytes,
    };
    for at in places {
        let start = text[..at].iter().rposition(|byte| matches!(byte, b';' | b'}' | b'/'))? + 1;
        let end = at + text[at..].iter().position(|byte| matches!(byte, b';' | b'{'))?;
        if text[end] == b'{' {
            return None;
        }
        text[start..=end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }
    Some(changed)
}

/// A source without the names that `__label__` declares and nobody places; none if there are none. They leave blanks.
fn without_lonely_labels(source: &Source, errors: &[Complaint]) -> Option<Source> {
    let lonely = errors.iter().filter(|error| error.message.starts_with("use of undeclared label '"));
    let places: Vec<usize> = lonely.filter_map(|error| error.offset_in(&source.name)).collect();
    let mut changed = source.clone();
    let text = match &mut changed.reread {
        Some(reread) => &mut reread.text,
        None => &mut changed.bytes,
    };
    let mut is_changed = false;
    for at in places {
        let start =
            text[..at].iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}')).map_or(0, |before| before + 1);
        let end = at + text[at..].iter().position(|&byte| byte == b';')?;
        let declared = std::str::from_utf8(&text[start..end]).ok()?.trim_start();
        let Some(names) = declared.strip_prefix("__label__") else { continue };
        let is_only = !names.contains(',');
        let word = text[at..end].iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"_$".contains(byte));
        let mut range = at..at + word.unwrap_or(end - at);
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        if is_only {
            range = start..end + 1;
        } else if let Some(comma) = text[range.end..end].iter().position(|byte| !is_blank(byte)) {
            range.end += comma + 1;
        } else {
            range.start = text[..at].iter().rposition(|&byte| byte == b',')?;
        }
        text[range].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        is_changed = true;
    }
    is_changed.then_some(changed)
}

/// Declarations of functions to come before all else, as later ones in a unit have them.
fn early_declarations(root: Cursor<'_>, names: &[String]) -> String {
    let mut text = String::new();
    for decl in root.children().into_iter().filter(|decl| decl.kind() == k::CXCursor_FunctionDecl) {
        let (name, ty) = (decl.spelling(), decl.ty().canonical());
        let is_written = text.contains(&format!(" {name}("));
        if is_written || !names.contains(&name) || ty.kind() != k::CXType_FunctionProto || ty.is_variadic() {
            continue;
        }
        let params: Vec<String> = ty.params().iter().map(|param| param.canonical().spelling()).collect();
        let types = params.iter().chain([&ty.result().canonical().spelling()]).cloned().collect::<Vec<_>>();
        for record in types.iter().flat_map(|ty| records_in(ty)) {
            text.push_str(&format!("{record};\n"));
        }
        let params: Vec<String> = params.iter().map(|param| format!("__typeof__({param})")).collect();
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        text.push_str(&format!("__typeof__({}) {name}({params});\n", ty.result().canonical().spelling()));
    }
    text
}

/// `struct a` in `const struct a *`.
fn records_in(ty: &str) -> Vec<String> {
    let words: Vec<&str> = crate::text::lexemes(ty, 0).map(|lexeme| lexeme.text).collect();
    let pairs = words.windows(2).filter(|two| matches!(two[0], "struct" | "union"));
    pairs.map(|two| format!("{} {}", two[0], two[1])).collect()
}

/// The name in `redefinition of 'index' as different kind of symbol`.
fn taken_name(error: &str) -> Option<String> {
    let first = error.lines().next()?;
    let (_, rest) = first.split_once("redefinition of '")?;
    let (name, how) = rest.split_once('\'')?;
    how.contains("as different kind of symbol").then(|| name.to_owned())
}

fn lacks_built_in_header(error: &str) -> bool {
    error.contains("file not found") && BUILT_IN_HEADERS.iter().any(|header| error.contains(&format!("'{header}'")))
}

fn gcc_include_dir() -> Option<String> {
    let output = Command::new("gcc").arg("-print-file-name=include").output().ok()?;
    let dir = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    Path::new(&dir).is_dir().then_some(dir)
}
