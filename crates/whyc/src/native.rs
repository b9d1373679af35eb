//! The system's C compiler with its sanitizers: compiles a test, runs it, reads what it says.

mod observed;

use std::fmt;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use tempfile::TempDir;
use whyc_ir::property::{ClassSet, PropertyClass};
use whyc_report::replay::CTest;
use whyc_session::Request;

use crate::output;
pub use observed::Observed;

/// A run of the test that takes longer than this does not do what the failing run does.
const RUN_LIMIT: Duration = Duration::from_secs(20);
/// How often a running test is looked at.
const PATIENCE: Duration = Duration::from_millis(5);
const COMPILERS: [&str; 2] = ["gcc", "clang"];
const FLAGS: [&str; 6] = ["-w", "-g", "-O0", "-frounding-math", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all"];

/// What C has not allowed for long, and compilers warn of; and variables that are read without ever being set.
pub const STRICT: [&str; 6] = [
    "-Werror=implicit-function-declaration",
    "-Werror=implicit-int",
    "-Werror=int-conversion",
    "-Werror=incompatible-pointer-types",
    "-Werror=return-type",
    "-Werror=uninitialized",
];

/// What a compiler is to refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Also what C has not allowed for long.
    Modern,
    /// What it refuses by itself.
    Any,
}

/// A compiler and how to call it.
pub struct Toolchain {
    compiler: Option<&'static str>,
    sanitizers: Vec<&'static str>,
    /// What says how the C is read.
    reading: Vec<String>,
    /// What says for which machine, when linking too.
    machine: Machine,
    detects_leaks: bool,
    /// What it is linked with.
    libraries: Vec<&'static str>,
}

/// The machine that a program is compiled for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Machine {
    /// This one.
    This,
    /// This one, with pointers of 32 bits.
    Bits32,
    /// Another one, by its name.
    Other(String),
}

impl Machine {
    /// The machine that the last of the arguments of a compiler names that name one.
    fn of<'a>(args: impl Iterator<Item = &'a String>) -> Self {
        let mut machine = Machine::This;
        let mut args = args.peekable();
        while let Some(arg) = args.next() {
            let named = arg.strip_prefix("--target=");
            let named = named.or_else(|| args.next_if(|_| arg == "-target").map(String::as_str));
            machine = match (arg.as_str(), named) {
                ("-m32", _) => Machine::Bits32,
                ("-m64", _) => Machine::This,
                ("-mx32", _) => Machine::Other("x32".to_owned()),
                (_, Some(name)) if name.starts_with("x86_64") && !name.contains("x32") => Machine::This,
                (_, Some(name)) if is_i386(name) => Machine::Bits32,
                (_, Some(name)) => Machine::Other(name.to_owned()),
                _ => machine,
            };
        }
        machine
    }

    fn flags(&self) -> &'static [&'static str] {
        match self {
            Machine::This | Machine::Other(_) => &[],
            // What is computed is what was predicted only without the additional digits of x87.
            Machine::Bits32 => &["-m32", "-msse2", "-mfpmath=sse"],
        }
    }
}

fn is_i386(name: &str) -> bool {
    let arch = name.split('-').next().unwrap_or(name);
    matches!(arch, "i386" | "i486" | "i586" | "i686")
}

/// Whether an argument names a machine, with the word after it or not.
fn names_machine(arg: &str) -> bool {
    matches!(arg, "-m32" | "-m64" | "-mx32" | "-target") || arg.starts_with("--target=")
}

/// A folder of its own that goes when this goes, and that nobody else can write to.
pub struct Folder {
    path: TempDir,
}

impl Folder {
    /// A new folder.
    pub fn new() -> io::Result<Self> {
        output::folder("whyc-replay-").map(|path| Self { path })
    }
}

impl Toolchain {
    /// The compiler of this system, to be called as the program was read, gcc with more `flags`.
    pub fn find(request: &Request, flags: &[&str]) -> Self {
        let compiler = COMPILERS.into_iter().find(|name| is_installed(name));
        let mut reading = Vec::new();
        let mut add = |arg: String| {
            if !reading.contains(&arg) {
                reading.push(arg);
            }
        };
        for dir in &request.reading.include_dirs {
            add(format!("-I{}", absolute(dir).display()));
        }
        for define in &request.reading.defines {
            add(format!("-D{define}"));
        }
        if let Some(std) = &request.reading.std {
            add(format!("-std={std}"));
        }
        for input in &request.inputs {
            let (file, more) = match input {
                whyc_c::Input::Path(file) => (file, &[][..]),
                whyc_c::Input::Command(command) => (&command.file, &command.args[..]),
                whyc_c::Input::Text { .. } => continue,
            };
            let mut more = more.iter();
            while let Some(arg) = more.next() {
                if !names_machine(arg) {
                    add(arg.clone());
                } else if arg == "-target" {
                    more.next();
                }
            }
            // The test is not where the program's own headers are.
            if let Some(dir) = absolute(file).parent() {
                add(format!("-iquote{}", dir.display()));
            }
        }
        if compiler == Some("gcc") {
            flags.iter().for_each(|&flag| add(flag.to_owned()));
        }
        let classes = request.deciding.classes;
        let detects_leaks = classes.contains(PropertyClass::Leak);
        let of_files = request.inputs.iter().flat_map(|input| match input {
            whyc_c::Input::Command(command) => &command.args[..],
            whyc_c::Input::Path(_) | whyc_c::Input::Text { .. } => &[][..],
        });
        let machine = Machine::of(of_files.chain(&request.reading.extra_args));
        let sanitizers = sanitizers(classes, compiler == Some("gcc"));
        Self { compiler, sanitizers, reading, machine, detects_leaks, libraries: vec!["-lm"] }
    }

    /// The program has threads, and fails so: a race is what another sanitizer looks for, which does not go together with the others.
    pub fn follow_threads(&mut self, class: Option<PropertyClass>) {
        self.libraries.push("-pthread");
        if class == Some(PropertyClass::Race) {
            self.sanitizers = vec!["thread"];
        }
    }

    /// The test needs what this header declares, though the program does not include it.
    pub fn include(&mut self, header: &str) {
        self.reading.extend(["-include".to_owned(), header.to_owned()]);
    }

    /// Why nothing can be run here, if so.
    pub fn obstacle(&self) -> Option<String> {
        match &self.machine {
            Machine::This => None,
            Machine::Other(name) => Some(format!(
                "it is compiled for {name}, and this is another machine; the run was not confirmed natively"
            )),
            Machine::Bits32 => {
                let compiler = self.compiler?;
                let mut command = Command::new(compiler);
                command.args(["-m32", "-fsanitize=address", "-x", "c", "-", "-o", "/dev/null"]).stdin(Stdio::piped());
                let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
                let works = child.and_then(|mut child| {
                    if let Some(stdin) = &mut child.stdin {
                        stdin.write_all(b"#include <stdio.h>\nint main(void) { return 0; }\n")?;
                    }
                    drop(child.stdin.take());
                    child.wait()
                });
                let works = works.is_ok_and(|status| status.success());
                (!works).then(|| {
                    format!(
                        "{compiler} -m32 does not work here (install gcc-multilib); the run was not confirmed natively"
                    )
                })
            }
        }
    }

    /// What a person calls it.
    pub fn name(&self) -> &'static str {
        self.compiler.unwrap_or("no compiler")
    }

    /// How a person compiles and runs the test at `path`, which stands for `n_units` files.
    pub fn command_line(&self, path: Option<&Path>, n_units: usize) -> String {
        let quoted = |word: &str| shlex::try_quote(word).map_or(word.to_owned(), |word| word.into_owned());
        let path = quoted(&path.map_or("test.c".to_owned(), |path| path.display().to_string()));
        let compiler = self.compiler.unwrap_or("gcc");
        let reading: String = self.reading.iter().map(|word| format!(" {}", quoted(word))).collect();
        let machine: String = self.machine.flags().iter().map(|flag| format!(" {flag}")).collect();
        let compile = format!("{compiler}{machine} -w -g {}{reading}", self.sanitize());
        if n_units == 1 {
            return format!("{compile} {path} {} -o replay && ./replay", self.libraries.join(" "));
        }
        let units: Vec<String> = (1..=n_units).map(|unit| unit.to_string()).collect();
        let each = format!("{compile} -DWHYC_UNIT=$unit -c {path} -o replay$unit.o || break");
        let objects: Vec<String> = units.iter().map(|unit| format!("replay{unit}.o")).collect();
        let link = format!(
            "{compiler}{machine} {} {} {} -o replay",
            self.sanitize(),
            objects.join(" "),
            self.libraries.join(" ")
        );
        format!("for unit in {}; do {each}; done && {link} && ./replay", units.join(" "))
    }

    /// Whether the compiler takes these texts for C, with or without what only modern ones refuse; nothing if there is none.
    pub fn compiles(&self, texts: &[&str], strictness: Strictness) -> Option<bool> {
        let compiler = self.compiler?;
        let strict: &[&str] = match strictness {
            Strictness::Modern => &STRICT,
            Strictness::Any => &[],
        };
        let folder = Folder::new().ok()?;
        let all = texts.iter().filter(|text| !text.trim().is_empty()).all(|text| {
            let source = folder.path.path().join("reduced.c");
            let mut command = Command::new(compiler);
            // Whether variables are set is looked at where code is made better.
            command
                .args(["-c", "-O1", "-o", "/dev/null"])
                .args(strict)
                .args(self.machine.flags())
                .args(&self.reading)
                .arg(&source);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            fs::write(&source, text).is_ok() && command.status().is_ok_and(|status| status.success())
        });
        Some(all)
    }

    fn sanitize(&self) -> String {
        format!("-fsanitize={}", self.sanitizers.join(","))
    }

    /// Compiles the test in `folder` and runs it; `files` are the names of the program's own files.
    pub fn run(&self, test: &CTest, files: &[String], folder: &Folder) -> anyhow::Result<Observed> {
        let Some(compiler) = self.compiler else {
            bail!("no C compiler was found: --run needs gcc or clang on the PATH");
        };
        let source = folder.path.path().join("replay.c");
        fs::write(&source, &test.text).context("cannot write the test")?;
        let mut objects = Vec::new();
        for unit in 1..=test.n_units {
            let object = folder.path.path().join(format!("unit{unit}.o"));
            let mut command = Command::new(compiler);
            command.args(FLAGS).args(self.machine.flags()).arg(self.sanitize()).args(&self.reading);
            if test.n_units > 1 {
                command.arg(format!("-DWHYC_UNIT={unit}"));
            }
            finish(command.arg("-c").arg(&source).arg("-o").arg(&object), compiler)?;
            objects.push(object);
        }
        let program = folder.path.path().join("replay");
        let mut command = Command::new(compiler);
        finish(
            command
                .args(self.machine.flags())
                .arg(self.sanitize())
                .args(&objects)
                .args(&self.libraries)
                .arg("-o")
                .arg(&program),
            compiler,
        )?;
        self.execute(&program, files, folder)
    }

    fn execute(&self, program: &Path, files: &[String], folder: &Folder) -> anyhow::Result<Observed> {
        let said = folder.path.path().join("said");
        let log = fs::File::create(&said).context("cannot write what the test says")?;
        let leaks = u8::from(self.detects_leaks);
        let asan = format!(
            "detect_leaks={leaks}:detect_invalid_pointer_pairs=2:detect_stack_use_after_return=1:\
             allocator_may_return_null=1:handle_abort=1:exitcode=1"
        );
        let mut child = Command::new(program)
            .current_dir(folder.path.path())
            .env("ASAN_OPTIONS", asan)
            .env("UBSAN_OPTIONS", "print_stacktrace=1")
            .env("TSAN_OPTIONS", "halt_on_error=1:detect_deadlocks=0:exitcode=1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .context("cannot run the test")?;
        let start = Instant::now();
        let timed_out = loop {
            if child.try_wait().context("cannot wait for the test")?.is_some() {
                break false;
            }
            if start.elapsed() > RUN_LIMIT {
                child.kill().context("cannot end the test")?;
                child.wait().context("cannot wait for the test")?;
                break true;
            }
            std::thread::sleep(PATIENCE);
        };
        let said = fs::read(&said).context("cannot read what the test says")?;
        Ok(Observed::new(&String::from_utf8_lossy(&said), files, timed_out))
    }
}

/// The sanitizers that watch the classes that are checked; what is not checked must not end the run.
fn sanitizers(classes: ClassSet, is_gcc: bool) -> Vec<&'static str> {
    let mut names = vec!["address"];
    for class in PropertyClass::ALL.into_iter().filter(|&class| classes.contains(class)) {
        let more: &[&str] = match class {
            PropertyClass::Bounds => &["bounds", "vla-bound"],
            PropertyClass::NullDereference => &["null"],
            PropertyClass::DivisionByZero => &["integer-divide-by-zero"],
            PropertyClass::Overflow => &["signed-integer-overflow", "shift-base"],
            PropertyClass::Shift => &["shift-exponent", "builtin"],
            PropertyClass::Unreachable => &["unreachable"],
            PropertyClass::Conversion => &["float-cast-overflow"],
            PropertyClass::Alignment => &["alignment"],
            PropertyClass::PointerCompare if is_gcc => &["pointer-compare", "pointer-subtract"],
            PropertyClass::PointerCompare
            | PropertyClass::Assertion
            | PropertyClass::OutOfObject
            | PropertyClass::UseAfterScope
            | PropertyClass::UseAfterFree
            | PropertyClass::DoubleFree
            | PropertyClass::InvalidFree
            | PropertyClass::ReadOnly
            | PropertyClass::Overlap
            | PropertyClass::Leak
            | PropertyClass::FunctionPointer
            | PropertyClass::PointerPrimitive
            | PropertyClass::MissingReturn
            | PropertyClass::Unsequenced
            | PropertyClass::Precondition
            | PropertyClass::Postcondition
            | PropertyClass::Assigns
            | PropertyClass::LoopInvariant
            | PropertyClass::Decreases
            | PropertyClass::Race
            | PropertyClass::Deadlock
            | PropertyClass::ThreadMisuse => &[],
        };
        names.extend(more);
    }
    names
}

fn is_installed(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| dir.join(name).is_file())
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The program calls functions that nobody has written, and the test cannot stand for them.
#[derive(Debug)]
pub struct Unlinked(pub Vec<String>);

impl fmt::Display for Unlinked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nothing defines `{}`", self.0.join("`, `"))
    }
}

impl std::error::Error for Unlinked {}

/// The functions that a linker misses, as it says.
fn undefined(said: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in said.lines() {
        let Some((_, rest)) = line.split_once("undefined reference to ") else { continue };
        let name = rest.trim_matches(|c: char| !c.is_alphanumeric() && c != '_').to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Runs a compiler to its end.
fn finish(command: &mut Command, compiler: &str) -> anyhow::Result<()> {
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot run {compiler}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let missing = undefined(&said);
        if !missing.is_empty() {
            return Err(Unlinked(missing).into());
        }
        bail!("{compiler} does not accept the test:\n{}", said.trim_end());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_names_the_machine() {
        let of = |words: &str| Machine::of(words.split(' ').map(str::to_owned).collect::<Vec<_>>().iter());
        assert_eq!(of("-DX -O2"), Machine::This);
        assert_eq!(of("-m32 -DX"), Machine::Bits32);
        assert_eq!(of("-m32 -m64"), Machine::This);
        assert_eq!(of("--target=i686-linux-gnu"), Machine::Bits32);
        assert_eq!(of("-target x86_64-linux-gnu"), Machine::This);
        assert_eq!(of("-target arm-none-eabi"), Machine::Other("arm-none-eabi".to_owned()));
    }
}
