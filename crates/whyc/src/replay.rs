//! `whyc replay`: a C test for the failing run, and what a compiler makes of it.

use std::path::Path;

use anyhow::{Context, bail};
use whyc_c::Stdin;
use whyc_check::Verdict;
use whyc_debug::finding::{Finding, Replayed};
use whyc_ir::property::PropertyClass;
use whyc_report::replay::{self, CTest, GivenWorld};
use whyc_session::{Extent, Request, Wish};

use crate::check::{Open, mistaken};
use crate::cli::{Format, Output};
use crate::native::{self, Toolchain};
use crate::{Exit, answer, output};

/// Checks the program, writes the test, and runs it if that is asked for.
pub fn run(request: Request, is_run: bool, shown: &Output) -> anyhow::Result<Exit> {
    if matches!(shown.format, Format::Sarif | Format::Witness | Format::Vcd | Format::Lcov | Format::Cobertura) {
        bail!("replay reports in the formats human, json and html");
    }
    let mut open = match Open::new(request, Wish::Script.command(), shown) {
        Ok(open) => open,
        Err(refused) => return answer::refuse(shown, refused),
    };
    let mut finding = open.session.answer(&Wish::Script, Extent::Asked).map_err(mistaken)?;
    open.progress.clear();
    let request = open.session.request().clone();
    let over_time = open.session.over_time(&finding).into_iter().find(|it| it.story.is_some());
    let Some(script) = open.session.script().filter(|_| finding.counterexample.is_some()) else {
        return without_failing_run(shown, &finding, request.is_bound_fixed());
    };
    open.forget();
    let class = finding.counterexample.as_ref().and_then(|run| finding.properties.get(run.property)).map(|p| p.class);
    let flags = class.map_or(&[][..], |class| replay::flags(class, &script));
    let mut toolchain = Toolchain::find(&request, flags);
    if script.threads.is_some() {
        toolchain.follow_threads(class);
    }
    // Who reads the program takes an undeclared `assert` for the check; so does the test.
    if finding.notes.iter().any(|note| note.message.starts_with("`assert` is not declared")) {
        toolchain.include("assert.h");
    }
    let (words, stdin) = match request.reading.world {
        whyc_c::World::Given { args, stdin: Stdin::Holds(bytes), .. } => (args, Some(bytes)),
        whyc_c::World::Given { args, stdin: Stdin::Unknown | Stdin::UpTo(_), .. } => (args, None),
        whyc_c::World::Open { .. } => (None, None),
    };
    let test_path = shown.output.as_deref();
    let world = GivenWorld { args: words, stdin, compile: toolchain.command_line(test_path, request.inputs.len()) };
    let test = match replay::render(&finding, &script, &world) {
        Ok(test) => test,
        Err(obstacles) => return cannot(&finding, &obstacles),
    };
    if let Some(path) = test_path {
        output::report(&test.text, Some(path))?;
    }
    match (is_run, test_path) {
        (true, _) if over_time.is_some() => {
            let name = over_time.map(|it| it.named.name).unwrap_or_default();
            let obstacle = format!(
                "`{name}` is a property over time, which no compiled program watches: the test does what the run does, and ends as the program does"
            );
            cannot(&finding, &[obstacle])
        }
        (true, _) => confirm(shown, &mut finding, &test, &toolchain),
        (false, Some(path)) => {
            let how = world.compile;
            output::report(&format!("wrote {}; compile and run it:\n  {how}\n", path.display()), None)?;
            Ok(Exit::Holds)
        }
        (false, None) => {
            output::report(&test.text, None)?;
            Ok(Exit::Holds)
        }
    }
}

/// There is nothing to replay.
fn without_failing_run(shown: &Output, finding: &Finding, is_bound_fixed: bool) -> anyhow::Result<Exit> {
    publish(shown, finding)?;
    let exit = answer::exit(finding.head.verdict, is_bound_fixed);
    if shown.format == Format::Human && finding.head.verdict != Verdict::Violated && exit == Exit::Holds {
        output::report("there is no failing run to replay\n", None)?;
    }
    Ok(exit)
}

/// A compiled program cannot be made to do what the run does.
fn cannot(finding: &Finding, obstacles: &[String]) -> anyhow::Result<Exit> {
    let property = finding.counterexample.as_ref().and_then(|run| finding.properties.get(run.property));
    let name = property.map_or("", |property| property.id.as_str());
    let mut text = format!("the run that violates {name} cannot be reproduced by a compiled program:\n");
    for obstacle in obstacles {
        text.push_str(&format!("  {obstacle}\n"));
    }
    output::message(&text);
    Ok(Exit::Undecided)
}

/// Compiles and runs the test, and says how that went.
fn confirm(shown: &Output, finding: &mut Finding, test: &CTest, toolchain: &Toolchain) -> anyhow::Result<Exit> {
    if let Some(obstacle) = toolchain.obstacle() {
        return cannot(finding, &[obstacle]);
    }
    let folder = native::Folder::new().context("cannot make a temporary folder for the test")?;
    let files: Vec<String> = finding.sources.files().map(|(_, file)| base_name(&file.name)).collect();
    let observed = match toolchain.run(test, &files, &folder) {
        Ok(observed) => observed,
        Err(error) => match error.downcast_ref::<native::Unlinked>() {
            Some(missing) => return cannot(finding, &[missing.to_string()]),
            None => return Err(error),
        },
    };
    let Some(property) = finding.counterexample.as_ref().and_then(|run| finding.properties.get(run.property)) else {
        return Ok(Exit::Undecided);
    };
    let sources = &finding.sources;
    let lines = sources.line(property.span)..=sources.end(property.span).line;
    let file = base_name(&sources.file(property.span.file).name);
    // A call of `reach_error` is the failure, even if its body is what fails in the compiled program.
    let is_call = property.description.ends_with("() is never reached");
    let confirmed = observed.is(property.class, &file, lines.clone(), is_call);
    let predicted = format!("{} at {file}:{}", property.class.name(), lines.start());
    let what = match confirmed {
        true => format!("{predicted}, as predicted ({})", toolchain.name()),
        false => {
            let failing = sources.text(property.span);
            let reason = blind_spot(property.class, failing).filter(|_| observed.is_without_failure());
            let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
            format!("predicted is {predicted}; {}{reason}", observed.in_words())
        }
    };
    let compiler = toolchain.command_line(None, test.n_units);
    finding.replayed = Some(Replayed { confirmed, compiler, what });
    publish(shown, finding)?;
    Ok(if confirmed { Exit::Holds } else { Exit::Violated })
}

/// Why a compiled program may go on where C gives it no meaning: what the sanitizers do not watch.
fn blind_spot(class: PropertyClass, failing: &str) -> Option<&'static str> {
    match class {
        PropertyClass::FunctionPointer => Some("no sanitizer for C looks at the type of a called function"),
        PropertyClass::UseAfterScope => Some("other memory may have taken the place of what is gone"),
        PropertyClass::MissingReturn => Some("a register holds some value that nobody returned"),
        PropertyClass::Unsequenced => Some("compilers choose one order"),
        PropertyClass::Alignment => Some("an object may happen to lie at a better address than it must"),
        PropertyClass::Leak => Some("a pointer that is left on the stack still leads there"),
        PropertyClass::ReadOnly => Some("the stack can be written, constants on it too"),
        PropertyClass::Race if failing.contains("strtok") || failing.contains("time(") => {
            Some("the sanitizer does not look into the C library")
        }
        PropertyClass::OutOfObject if failing.contains("va_arg") || failing.contains("printf") => {
            Some("the sanitizers do not count variable arguments")
        }
        _ => None,
    }
}

/// The name of a file without its folder: compilers name folders in their own way.
fn base_name(name: &str) -> String {
    Path::new(name).file_name().map_or(name.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The report goes to standard output: the path of `-o` is the test's.
pub fn publish(shown: &Output, finding: &Finding) -> anyhow::Result<()> {
    let report = match shown.format {
        Format::Json => whyc_report::json::render(finding),
        Format::Html => return output::page(&whyc_report::html::render(finding), None, shown.open),
        Format::Sarif | Format::Witness | Format::Vcd | Format::Lcov | Format::Cobertura => {
            bail!("replay reports in the formats human, json and html")
        }
        Format::Human => {
            let options = whyc_report::text::TextOptions {
                color: output::is_colored(shown.color, None),
                width: output::width(),
                ssa: shown.ssa,
                quiet: true,
                all: shown.all,
                show_output: shown.show_output,
                stats: shown.stats,
            };
            whyc_report::text::render(finding, &options)
        }
    };
    output::report(&report, None)
}
