//! `whyc check --along`: is there a run that comes through these places?

use std::path::Path;

use anyhow::{Context, bail};
use whyc_along::{Along, Place, place, sarif};
use whyc_session::{Request, Wish};

use crate::cli::{CheckAlone, Format};
use crate::{Exit, asked, check, output};

/// The largest report that is read, in bytes.
const LARGEST: u64 = 256 << 20;
/// At most so many warnings are listed.
const MANY: usize = 20;

/// Answers it.
pub fn run(args: &CheckAlone) -> anyhow::Result<Exit> {
    refuse(args)?;
    let (places, lenient) = match &args.along.along_from {
        Some(path) => (from(path)?, true),
        None => (written(&args.along.along)?, false),
    };
    let along = Along { places, failing: args.along.failing, lenient };
    let request = Request { along: Some(along), ..asked::request(&args.check)? };
    check::run(request, &Wish::Verdict, &args.check.output)
}

/// What has no meaning beside it.
fn refuse(args: &CheckAlone) -> anyhow::Result<()> {
    if args.along.along.is_empty() && args.along.along_from.is_none() {
        bail!("--failing is about the runs of --along: which places?");
    }
    let given = [
        ("--ltl", !args.check.temporal.ltl.is_empty()),
        ("--certify", args.certify.certify.is_some()),
        ("--baseline", args.known.baseline.is_some()),
        ("--record", args.known.record),
        ("--property", args.check.scope.property.is_some() && !args.along.failing),
    ];
    if let Some((option, _)) = given.iter().find(|it| it.1) {
        bail!("{option} has no meaning beside --along");
    }
    match args.check.output.format {
        Format::Human | Format::Json | Format::Html => Ok(()),
        Format::Sarif | Format::Witness | Format::Vcd | Format::Lcov | Format::Cobertura => {
            bail!("--along is answered as human, json or html")
        }
    }
}

/// Places as they are written, one list after the other.
fn written(lists: &[String]) -> anyhow::Result<Vec<Place>> {
    place::parse(&lists.join(",")).map_err(|why| anyhow::anyhow!("--along: {why}"))
}

/// The places of a warning: `FILE` or `FILE#2`.
fn from(given: &Path) -> anyhow::Result<Vec<Place>> {
    let text = given.to_string_lossy();
    let (path, number) = match text.rsplit_once('#').map(|(path, number)| (path, number.parse::<usize>())) {
        Some((path, Ok(number))) if !given.exists() => (Path::new(path).to_owned(), Some(number)),
        _ => (given.to_owned(), None),
    };
    let shown = path.display();
    let bytes = asked::read_up_to(&path, LARGEST).with_context(|| format!("cannot read {shown}"))?;
    let warnings =
        sarif::warnings(&String::from_utf8_lossy(&bytes)).map_err(|why| anyhow::anyhow!("{shown}: {why}"))?;
    let chosen = match (number, warnings.as_slice()) {
        (_, []) => bail!("{shown}: there is no warning with a place"),
        (None, [only]) => only,
        (None, _) => bail!("{shown} has several warnings; choose one:\n{}", list(&path, &warnings)),
        (Some(number), _) => match number.checked_sub(1).and_then(|at| warnings.get(at)) {
            Some(warning) => warning,
            None => bail!("{shown} has no warning {number}; it has\n{}", list(&path, &warnings)),
        },
    };
    Ok(chosen.places.clone())
}

fn list(path: &Path, warnings: &[sarif::Warning]) -> String {
    let shown = warnings.iter().zip(1..).take(MANY).map(|(it, number)| {
        let message = it.message.lines().next().unwrap_or_default();
        format!("  {}#{number}  {}", path.display(), output::plain(message))
    });
    let more = if warnings.len() > MANY { vec![format!("  … {} more", warnings.len() - MANY)] } else { Vec::new() };
    shown.chain(more).collect::<Vec<_>>().join("\n")
}
