//! `compile_commands.json`: how a build compiles its files.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// How one file is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileCommand {
    /// The file.
    pub file: PathBuf,
    /// The arguments that matter to how it is read: folders, macros, the standard.
    pub args: Vec<String>,
    /// Arguments of which it is not known whether they matter.
    pub unknown: Vec<String>,
}

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// Options that are followed by a path, in the next word or in the same one.
const WITH_PATH: [&str; 7] = ["-isystem", "-isysroot", "-iquote", "-idirafter", "-include", "-imacros", "-I"];

/// Options that say how a text is read, by what they begin with.
const READING: &[&str] = &[
    "-D",
    "-U",
    "-std=",
    "-ansi",
    "-funsigned-char",
    "-fsigned-char",
    "-fno-signed-char",
    "-fno-unsigned-char",
    "-fshort-enums",
    "-fno-short-enums",
    "-fshort-wchar",
    "-fno-short-wchar",
    "-fpack-struct",
    "-fms-extensions",
    "-fgnu89-inline",
    "-ffreestanding",
    "-fno-builtin",
    "-fno-asm",
    "-fdollars-in-identifiers",
    "-fopenmp",
    "-trigraphs",
    "-nostdinc",
    "--sysroot=",
    "-m32",
    "-m64",
    "-mx32",
    "-m16",
    "--target=",
    "-mno-",
    "-msse",
    "-mavx",
    "-mabi=",
    "-mfpmath=",
    "-mlong-double-",
    "-malign-double",
    "-pthread",
    "-undef",
];

/// Options that do not change what a program means, by what they begin with: optimisation, warnings, what is written where.
const OTHER: &[&str] = &[
    "-O",
    "-W",
    "-w",
    "-g",
    "-c",
    "-S",
    "-E",
    "-M",
    "-pipe",
    "-pedantic",
    "-v",
    "-P",
    "-H",
    "-s",
    "-l",
    "-L",
    "-r",
    "-shared",
    "-static",
    "-rdynamic",
    "-no-pie",
    "-pie",
    "-fPI",
    "-fpi",
    "-fno-pi",
    "-fno-PI",
    "-fno-plt",
    "-f",
    "-march=",
    "-mthumb",
    "-marm",
    "-mfloat-abi=",
    "-mfpu=",
    "-mtune=",
    "-mcpu=",
    "-mcmodel=",
    "-save-temps",
    "--param",
    "-Q",
    "-d",
    "-C",
    "-T",
    "-u",
    "-x",
    "-z",
    "-B",
    "-specs",
    "--coverage",
    "-p",
    "-ansi",
    "-arch",
];

/// Options among those that begin with `-f` that change what a program means, in ways that are not followed.
const CHANGING: &[&str] = &[
    "-fwrapv",
    "-ftrapv",
    "-fno-strict-overflow",
    "-ffast-math",
    "-funsafe-math-optimizations",
    "-frounding-math",
    "-ffinite-math-only",
    "-fexcess-precision",
    "-fsingle-precision-constant",
    "-fno-delete-null-pointer-checks",
    "-fnested-functions",
    "-fblocks",
];

/// Options that are followed by a word that is none.
const WITH_WORD: &[&str] = &[
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-x",
    "-T",
    "-u",
    "-z",
    "-L",
    "-l",
    "-arch",
];

/// How deep response files may name others.
const MAX_NESTING: u32 = 8;

/// Reads the commands of a build folder, or of the file itself, in their order; of a file that is compiled twice, the first.
///
/// # Errors
/// If there is none, or it is not what it should be; in words.
pub fn compile_commands(build: &Path) -> Result<Vec<CompileCommand>, String> {
    let path = if build.is_dir() { build.join("compile_commands.json") } else { build.to_owned() };
    let text = std::fs::read(&path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let entries: Vec<Entry> = serde_json::from_slice(&text)
        .map_err(|error| format!("`{}` is no list of commands: {error}", path.display()))?;
    let mut commands: Vec<CompileCommand> = Vec::new();
    for entry in entries {
        let is_c = entry.file.extension().is_some_and(|extension| extension == "c" || extension == "i");
        let file = entry.directory.join(&entry.file);
        if !is_c || commands.iter().any(|known| known.file == file) {
            continue;
        }
        let words = match (entry.arguments, entry.command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => {
                shlex::split(&command).ok_or_else(|| format!("a quote is not closed in `{command}`"))?
            }
            (None, None) => return Err(format!("`{}` has no command for `{}`", path.display(), file.display())),
        };
        let words = expanded(words, &entry.directory, 0)?;
        let (args, unknown) = relevant(&words, &entry.directory);
        commands.push(CompileCommand { args, unknown, file });
    }
    Ok(commands)
}

/// The words, with those of response files (`@file`) in their place.
fn expanded(words: Vec<String>, directory: &Path, nesting: u32) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for word in words {
        let Some(name) = word.strip_prefix('@').filter(|_| nesting < MAX_NESTING) else {
            all.push(word);
            continue;
        };
        let path = directory.join(name);
        let text = std::fs::read_to_string(&path)
            .map_err(|error| format!("cannot read the response file `{}`: {error}", path.display()))?;
        let inner = shlex::split(&text).ok_or_else(|| format!("a quote is not closed in `{}`", path.display()))?;
        all.extend(expanded(inner, directory, nesting + 1)?);
    }
    Ok(all)
}

/// The words that say how a file is read, with paths that hold everywhere; and those of which this is not known.
fn relevant(words: &[String], directory: &Path) -> (Vec<String>, Vec<String>) {
    let (mut args, mut unknown) = (Vec::new(), Vec::new());
    if let Some(target) = words.first().and_then(|compiler| target_of(compiler)) {
        // GCC, unlike clang, has small enumerations there.
        let is_small = target.starts_with("arm") && target.ends_with("-eabi") && words[0].contains("gcc");
        args.extend(is_small.then(|| "-fshort-enums".to_owned()));
        args.push(format!("--target={target}"));
    }
    let mut words = words.iter().skip(1);
    let begins = |list: &[&str], word: &str| list.iter().any(|prefix| word.starts_with(prefix));
    while let Some(word) = words.next() {
        if let Some(option) = WITH_PATH.iter().find(|option| word.starts_with(**option)) {
            let path = match word.strip_prefix(option) {
                Some("") => words.next().map(String::as_str),
                path => path,
            };
            if let Some(path) = path {
                let here = directory.join(path);
                // A file that is not in the folder is looked for where headers are.
                let is_elsewhere = matches!(*option, "-include" | "-imacros") && !here.exists();
                args.push((*option).to_owned());
                args.push(if is_elsewhere { path.to_owned() } else { here.display().to_string() });
            }
        } else if word == "-D" || word == "-U" || word == "-target" {
            args.extend([word.clone()].into_iter().chain(words.next().cloned()));
        } else if WITH_WORD.contains(&word.as_str()) {
            words.next();
        } else if begins(CHANGING, word) {
            unknown.push(word.clone());
        } else if begins(READING, word) {
            args.push(word.clone());
        } else if word.starts_with('-') && word != "-" && !begins(OTHER, word) {
            unknown.push(word.clone());
        }
    }
    (args, unknown)
}

/// The target that the name of a compiler begins with, if its types are others than those of the usual one: that of
/// `arm-none-eabi-gcc`.
fn target_of(compiler: &str) -> Option<String> {
    const OTHERS: [&str; 14] = [
        "i386", "i486", "i586", "i686", "arm", "thumb", "riscv32", "mips", "powerpc", "m68k", "sparc", "s390", "avr",
        "msp430",
    ];
    let name = Path::new(compiler).file_name()?.to_str()?;
    let end = ["-gcc", "-clang", "-cc"].iter().find_map(|tool| name.find(tool))?;
    let target = &name[..end];
    OTHERS.iter().any(|other| target.starts_with(other)).then(|| target.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_says_how_to_read_is_kept() {
        let words =
            ["cc", "-O2", "-Iinclude", "-isystem", "/usr/x", "-DA=1", "-D", "B", "-std=c99", "-c", "a.c", "-o", "a.o"];
        let words: Vec<String> = words.map(str::to_owned).to_vec();
        let expected = ["-I", "/b/include", "-isystem", "/usr/x", "-DA=1", "-D", "B", "-std=c99"];
        assert_eq!(relevant(&words, Path::new("/b")).0, expected);
    }

    #[test]
    fn what_is_not_understood_is_told() {
        let words = ["cc", "-m32", "-fwrapv", "--strange", "-fPIC", "-MF", "a.d", "-c", "a.c"].map(str::to_owned);
        let (args, unknown) = relevant(&words, Path::new("/b"));
        assert_eq!(args, ["-m32"]);
        assert_eq!(unknown, ["-fwrapv", "--strange"]);
    }

    #[test]
    fn a_compiler_is_named_after_its_target() {
        assert_eq!(target_of("/opt/bin/arm-none-eabi-gcc-12").as_deref(), Some("arm-none-eabi"));
        assert_eq!(target_of("i686-linux-gnu-gcc").as_deref(), Some("i686-linux-gnu"));
        assert_eq!(target_of("avr-gcc").as_deref(), Some("avr"));
        for usual in ["gcc", "cc", "/usr/bin/clang-14", "x86_64-linux-gnu-gcc", "aarch64-linux-gnu-gcc", "ccache"] {
            assert_eq!(target_of(usual), None, "{usual}");
        }
    }
}
