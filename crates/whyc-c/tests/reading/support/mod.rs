//! What the tests share: compile a text, print it, run it.

use whyc_c::{Compiled, Failure, Input, Options, compile};
use whyc_ir::instr::InstrKind;
use whyc_ir::interp::{Closed, End, Limits, run};
use whyc_ir::program::Program;
use whyc_ir::property::{ClassSet, PropertyTable};
use whyc_ir::{text, verify};

/// Compiles one text that should be a program. Whatever is compiled keeps the invariants.
pub fn compiled(c: &str) -> Compiled {
    compiled_with(c, &Options::for_main())
}

/// The same with options.
pub fn compiled_with(c: &str, options: &Options) -> Compiled {
    match try_compile(c, options) {
        Ok(compiled) => compiled,
        Err(failure) => panic!("should compile: {}\n{c}", in_words(&failure)),
    }
}

/// Compiles one text. Whatever is compiled keeps the invariants.
pub fn try_compile(c: &str, options: &Options) -> Result<Compiled, Failure> {
    compile_all(&[("t.c", c)], options)
}

/// Compiles several texts.
pub fn compile_all(texts: &[(&str, &str)], options: &Options) -> Result<Compiled, Failure> {
    let input = |&(name, text): &(&str, &str)| Input::text(name, text);
    let inputs: Vec<Input> = texts.iter().map(input).collect();
    let compiled = compile(&inputs, options)?;
    if let Err(errors) = verify::verify(&compiled.program) {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("should verify: {}\n{texts:?}", errors.join("\n"));
    }
    Ok(compiled)
}

/// A failure as text.
pub fn in_words(failure: &Failure) -> String {
    match failure {
        Failure::LibclangMissing { message } => message.clone(),
        Failure::Invalid { sources, diagnostics } => {
            let lines = diagnostics.iter().map(|d| {
                let notes: String = d.notes.iter().map(|note| format!(" ({note})")).collect();
                let place = d.span.map_or(String::new(), |span| {
                    let (file, at) = (&sources.file(span.file).name, sources.start(span));
                    let severity = format!("{:?}", d.severity).to_lowercase();
                    format!("{file}:{}:{}: {severity}: ", at.line, at.column)
                });
                format!("{place}{}{notes}", d.message)
            });
            lines.collect::<Vec<_>>().join("\n")
        }
    }
}

/// The instructions of function `name`, one per line.
pub fn instructions(program: &Program, name: &str) -> String {
    let function = program.function_named(name).expect("the function should exist");
    let all = text::function(program, function);
    let lines = all.lines().filter(|line| line.starts_with("  i"));
    let rest = lines.map(|line| line.trim_start().split_once(' ').map_or("", |(_, rest)| rest.trim()));
    rest.collect::<Vec<_>>().join("\n")
}

/// Checks the instructions of `main`, without the marks of components and the declarations.
pub fn check(c: &str, expected: &str) {
    let program = compiled(c).program;
    let lines = instructions(&program, "main");
    let kept: Vec<String> = lines.lines().filter(|line| !line.starts_with("declare ")).map(without_marks).collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(kept, expected, "\n{c}\n{}", kept.join("\n"));
}

fn without_marks(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("@c") {
        out.push_str(before);
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    out + rest
}

/// Runs a closed program to its end.
pub fn run_closed(program: &Program) -> End {
    let properties = PropertyTable::new(program, ClassSet::defaults());
    let end = run(program, &properties, &mut Closed, Limits { steps: 5_000_000, memory_bytes: 1 << 28 }).end;
    if let End::Failed(property) = end {
        let property = &properties.all()[property];
        panic!("{} {} at {}", property.name, property.description, program.sources.line(property.span));
    }
    end
}

/// Runs a program whose assertions should all hold.
pub fn check_runs(c: &str) {
    let program = compiled(c).program;
    let unsupported = unsupported(&program);
    assert!(unsupported.is_empty(), "{unsupported:?}\n{c}");
    match run_closed(&program) {
        End::Finished { .. } | End::Halted => {}
        end => panic!("{end:?}\n{c}"),
    }
}

/// What is not modelled, with its line, in all functions.
pub fn unsupported(program: &Program) -> Vec<String> {
    let mut all = Vec::new();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        for instr in body.instrs.iter() {
            if let InstrKind::Unsupported(what) = &instr.kind {
                all.push(format!("{}: {what}", program.sources.line(instr.span)));
            }
        }
    }
    all
}
