//! The models of the C library: C functions that stand in for those of the system.
//!
//! They are in the folder `models` of this crate and compiled into it. A file is parsed when a program uses
//! something it defines, and only what is used of it becomes part of the program.

use std::cell::OnceCell;

use whyc_base::diagnostic::Severity;

use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::clang::unit::{Index, Record, Unit};
use crate::target::Platform;

/// What the names of the models' files begin with; no file of a user does.
pub const FOLDER: &str = "<libc>/";

/// The file that says what the world around the program holds.
pub const WORLD: &str = "<libc>/world.c";

/// The file with what a program asks for.
const ASKED: &str = "<libc>/asked.c";

/// The header that all of them include.
const HEADER: (&str, &str) = ("<libc>/whyc.h", include_str!("../models/whyc.h"));

/// The header that the models of threads include.
const THREADS: (&str, &str) = ("<libc>/threads.h", include_str!("../models/threads.h"));

macro_rules! model_files {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("<libc>/", $name), include_str!(concat!("../models/", $name)))),*]
    };
}

const FILES: &[(&str, &str)] = model_files![
    "c11threads.c",
    "complex.c",
    "ctype.c",
    "contracts.c",
    "ctype_tables.c",
    "dialect.c",
    "engine.c",
    "engine_math.c",
    "err.c",
    "errno.c",
    "exit.c",
    "fenv.c",
    "getopt.c",
    "inet.c",
    "math.c",
    "memory.c",
    "print.c",
    "pthread.c",
    "setjmp.c",
    "signal.c",
    "stdio_double.c",
    "stdio_files.c",
    "stdio_format.c",
    "stdio_fortified.c",
    "stdio_in.c",
    "stdio_numbers.c",
    "stdio_out.c",
    "stdio_put.c",
    "stdio_scan.c",
    "stdio_scanf.c",
    "stdlib.c",
    "stdlib_inputs.c",
    "stdlib_sort.c",
    "strerror.c",
    "string.c",
    "string_fortified.c",
    "strings.c",
    "strtod.c",
    "threads.c",
    "time.c",
    "unistd.c",
    "wchar.c",
];

/// Where definitions come from that no unit of the user has. A trait, so that whoever asks need not name the
/// lifetime of libclang's index.
pub trait Definitions {
    /// The definition of a function or variable.
    fn definition(&self, name: &str) -> Option<Cursor<'_>>;
}

/// The models, parsed as far as they are needed.
pub struct Models<'i> {
    index: &'i Index,
    files: Vec<File<'i>>,
    /// How they are compiled.
    args: Vec<String>,
}

struct File<'i> {
    name: String,
    text: String,
    unit: OnceCell<Option<Unit<'i>>>,
}

impl<'i> Models<'i> {
    /// The models and, as two more files, what is known of the world around the program, and what the program asks for itself.
    /// The platform and `options` say of which types they are made.
    pub fn new(index: &'i Index, world: String, asked: String, platform: &Platform, options: Vec<String>) -> Self {
        let mut args = ["-x", "c", "-w", "-std=gnu17", "-ffreestanding", "-fno-builtin"].map(str::to_owned).to_vec();
        args.push(format!("--target={}", platform.triple));
        args.extend(platform.options.iter().cloned().chain(options));
        let fixed = FILES.iter().map(|&(name, text)| (name.to_owned(), text.to_owned()));
        let files = fixed.chain([(WORLD.to_owned(), world), (ASKED.to_owned(), asked)]);
        let files = files.map(|(name, text)| File { name, text, unit: OnceCell::new() });
        Self { index, files: files.collect(), args }
    }

    fn find(&self, name: &str) -> Option<Cursor<'_>> {
        let candidates = self.files.iter().filter(|file| may_define(&file.text, name));
        candidates.filter_map(|file| Some((file, self.unit(file)?))).find_map(|(file, unit)| {
            // What an open world only declares is filled in from outside; its last declaration has the size.
            let is_world = file.name == WORLD;
            unit.root().children().into_iter().rfind(|decl| {
                let kind = decl.kind();
                let defines = match kind {
                    k::CXCursor_FunctionDecl => decl.is_definition(),
                    k::CXCursor_VarDecl => {
                        is_world
                            || decl.initialiser().is_some()
                            || decl.storage() != crate::clang::cursor::Storage::Extern
                    }
                    _ => false,
                };
                defines && decl.has_external_linkage() && decl.spelling() == name
            })
        })
    }

    fn unit<'a>(&'a self, file: &'a File<'i>) -> Option<&'a Unit<'i>> {
        let parsed = file.unit.get_or_init(|| {
            let headers = [HEADER, THREADS].map(|(name, text)| (name, text.as_bytes()));
            let files = [(file.name.as_str(), file.text.as_bytes()), headers[0], headers[1]];
            let unit = Unit::parse_with(self.index, &files, &self.args, Record::Code)?;
            let error = unit.diagnostics().into_iter().find(|diagnostic| diagnostic.severity == Severity::Error);
            debug_assert!(error.is_none(), "a model should be C: {}", error.map(|e| e.message).unwrap_or_default());
            Some(unit)
        });
        parsed.as_ref()
    }
}

impl Definitions for Models<'_> {
    fn definition(&self, name: &str) -> Option<Cursor<'_>> {
        self.find(name)
    }
}

/// The options among these that change what `char` and `wchar_t` are: the library has the same types as the program.
pub fn type_options<'a>(options: impl Iterator<Item = &'a String>) -> Vec<String> {
    const CHANGING: [&str; 5] =
        ["-funsigned-char", "-fsigned-char", "-fno-signed-char", "-fno-unsigned-char", "-fshort-wchar"];
    options.filter(|option| CHANGING.contains(&option.as_str())).cloned().collect()
}

/// Whether a file may define `name`: it has it in a line that begins a declaration. Cheap, so that only files that are
/// needed are parsed.
fn may_define(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let after = text[at + name.len()..].chars().next();
        let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line = &text[line_start..];
        let line = &line[..line.find('\n').unwrap_or(line.len())];
        let begins = line.starts_with(|c: char| c.is_alphabetic() || c == '_');
        begins && !text[..at].ends_with(is_part) && after.is_none_or(|c| !is_part(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_use_is_no_definition() {
        let text = "#include \"whyc.h\"\n\nsize_t strlen(const char *s)\n{\n    return strnlen(s, 9);\n}\n";
        assert!(may_define(text, "strlen"));
        assert!(!may_define(text, "strnlen"));
        assert!(!may_define(text, "str"));
    }

    #[test]
    fn the_library_has_the_types_of_the_program() {
        let words = ["-O2", "-fshort-wchar", "-DX", "-funsigned-char"].map(str::to_owned);
        assert_eq!(type_options(words.iter()), ["-fshort-wchar", "-funsigned-char"]);
    }
}
