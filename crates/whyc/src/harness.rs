//! `whyc harness`: a program that calls a module in every order.

mod cases;
mod page;

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use whyc_base::names;
use whyc_harness::module::Source;
use whyc_harness::{NoHarness, Wanted, capacity, harness, tell};

use crate::cli::{Harness, Shape};
use crate::{Exit, asked, output};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// Writes the harness of a module.
pub fn run(args: &Harness) -> anyhow::Result<Exit> {
    let Some(module) = &args.module else { return cases::run(args) };
    if matches!(args.format, Shape::Dot | Shape::Html) {
        bail!("--format dot and --format html show the machine of --cases");
    }
    let folder = args.output.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    let header = Source { name: included(module, folder), text: read(module)? };
    let mut sources = Vec::new();
    for file in &args.files {
        sources.push(Source { name: file.display().to_string(), text: read(file)? });
    }
    let texts = [&header].into_iter().chain(&sources).map(|it| it.text.as_str());
    let calls = args.calls.unwrap_or_else(|| capacity::calls(texts));
    if calls == 0 || args.elements == 0 {
        bail!("a harness makes at least one call, with buffers of at least one element");
    }
    let wanted = Wanted { calls, elements: args.elements, only: args.only.clone() };
    let module = module.display();
    let made = harness(&header, &sources, &wanted).map_err(|why| match why {
        NoHarness::NoFunctions => anyhow!("{module}: no function is declared there"),
        NoHarness::NothingToCall(reasons) => {
            let all: Vec<String> =
                reasons.iter().map(|(name, why)| format!("{name}: {}", why.replace('`', ""))).collect();
            anyhow!("{module}: no function can be called sensibly ({})", all.join("; "))
        }
        NoHarness::Unknown(name, known) => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            anyhow!("{module}: there is no function `{name}`; {}", names::hint(&name, &known, "functions"))
        }
    })?;
    let path = args.output.as_deref();
    let shown = path.map(|it| it.display().to_string());
    if let Some(path) = path {
        output::file(made.text.as_bytes(), path)?;
    }
    match (args.format, &shown) {
        (Shape::Json, shown) => output::report(&tell::json(&made, &module.to_string(), shown.as_deref()), None)?,
        (Shape::Human | Shape::Dot | Shape::Html, None) => output::report(&made.text, None)?,
        (Shape::Human | Shape::Dot | Shape::Html, Some(_)) if args.quiet => {}
        (Shape::Human | Shape::Dot | Shape::Html, Some(shown)) => {
            let sources: Vec<String> = args.files.iter().map(|it| format!(" {}", it.display())).collect();
            let next = if sources.is_empty() { " MODULE.c".to_owned() } else { sources.concat() };
            let text = format!("{}\nnow: whyc check {shown}{next}\n", tell::text(&made, shown));
            output::report(&output::plain(&text), None)?;
        }
    }
    Ok(Exit::Holds)
}

/// How a file in `folder` includes a header: relative to it where that is shorter.
fn included(header: &Path, folder: &Path) -> String {
    let relative = if folder.as_os_str().is_empty() { None } else { header.strip_prefix(folder).ok() };
    match relative {
        Some(inside) => inside.display().to_string(),
        None if folder.as_os_str().is_empty() || header.is_absolute() => header.display().to_string(),
        None => std::fs::canonicalize(header).unwrap_or_else(|_| header.to_owned()).display().to_string(),
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    let bytes = asked::read_up_to(path, LARGEST).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).map_err(|_| anyhow!("{} is not text", path.display()))
}
