//! `whyc cover`: what runs cover, and what none can.

mod boost;
pub mod compare;
mod suite;

use std::path::Path;

use anyhow::{Context, bail};
use whyc_cover::coverage::Status;
use whyc_cover::cross::Cross;
use whyc_cover::goal::Kind;
use whyc_cover::search::{Wanted, search};
use whyc_cover::tell::{cobertura, html, json, lcov, text};
use whyc_session::Request;

use crate::check::Open;
use crate::cli::{Cover, Format, Goals};
use crate::{Exit, answer, asked, output};

/// Finds out what runs cover, and reports.
pub fn run(args: &Cover) -> anyhow::Result<Exit> {
    let shown = &args.check.output;
    if matches!(shown.format, Format::Sarif | Format::Witness | Format::Vcd) {
        bail!("cover reports in the formats human, json, html, lcov and cobertura");
    }
    let mut request = asked::request(&args.check)?;
    let crosses = crosses(args)?;
    for (number, cross) in crosses.iter().enumerate() {
        insert(&mut request, cross, number)?;
    }
    let (files, is_bound_fixed) = (request.names(), request.is_bound_fixed());
    let opened = Open::new(request, "cover", shown);
    let mut open = match opened.and_then(|open| open.session.refuse_threads("cover").map(|()| open)) {
        Ok(open) => open,
        Err(refused) => return answer::refuse(shown, refused),
    };
    let coverage = match args.boost {
        Some(how) => {
            let (kinds, runs, seed) = (kinds(args), args.runs, args.boost_seed);
            let steering = whyc_cover::boost::Steering::Learnt;
            let wanted = whyc_cover::boost::Wanted { kinds, crosses, files, steering, runs, seed };
            let found = boost::run(args, how, &mut open.session, wanted);
            open.progress.clear();
            found?
        }
        None => {
            let wanted = Wanted { kinds: kinds(args), crosses, files, arg_len: args.check.world.max_arg_length };
            let found = open.session.explore(|analysis, tell| search(analysis, wanted, tell));
            open.progress.clear();
            found.map_err(|message| anyhow::anyhow!("--input: {message}"))?
        }
    };
    let tests = match &args.tests {
        Some(folder) => Some(suite::write(folder, &coverage, &open.session.finding())?),
        None => None,
    };
    open.forget();
    let extent = match (shown.quiet, shown.all) {
        (true, _) => text::Extent::Short,
        (false, true) => text::Extent::All,
        (false, false) => text::Extent::Usual,
    };
    let mut told = match shown.format {
        Format::Json => json::render(&coverage),
        Format::Lcov => lcov::render(&coverage),
        Format::Cobertura => cobertura::render(&coverage),
        Format::Html => html::render(&coverage),
        Format::Human | Format::Sarif | Format::Witness | Format::Vcd => {
            output::plain(&text::render(&coverage, extent))
        }
    };
    match tests {
        Some(tests) if shown.format == Format::Human => told.push_str(&tests),
        Some(tests) => output::message(&tests),
        None => {}
    }
    match shown.format {
        Format::Html => output::page(&told, shown.output.as_deref(), shown.open)?,
        _ => output::report(&told, shown.output.as_deref())?,
    }
    let is_open = |status: &Status| match status {
        Status::Covered(_) | Status::Unreachable { .. } => false,
        // Who fixes the bound asks about the runs within it.
        Status::NotWithin => !is_bound_fixed,
        Status::Undecided(_) => true,
    };
    let is_open = coverage.goals.iter().any(|(_, status)| is_open(status));
    Ok(if is_open { Exit::Undecided } else { Exit::Holds })
}

fn kinds(args: &Cover) -> Vec<Kind> {
    let asked = args.goals.iter().map(|it| match it {
        Goals::Line => Kind::Line,
        Goals::Branch => Kind::Branch,
        Goals::Mcdc => Kind::Condition,
        Goals::Loop => Kind::Loop,
        Goals::Call => Kind::Call,
    });
    let mut kinds: Vec<Kind> = asked.collect();
    if kinds.is_empty() && args.cross.is_empty() {
        kinds.extend(Kind::ALL);
    }
    if !args.cross.is_empty() {
        kinds.push(Kind::Cross);
    }
    kinds
}

/// The cross products, each with its place.
fn crosses(args: &Cover) -> anyhow::Result<Vec<Cross>> {
    if args.at.len() > 1 && args.at.len() != args.cross.len() {
        bail!(
            "there are {} places (--at) for {} times --cross: give one for all, or one for each",
            args.at.len(),
            args.cross.len()
        );
    }
    let places = args.at.iter().cycle();
    let parse =
        |(text, at): (&String, &String)| Cross::parse(text, at).map_err(|why| anyhow::anyhow!("--cross: {why}"));
    args.cross.iter().zip(places).map(parse).collect()
}

/// Puts the expressions into the text.
fn insert(request: &mut Request, cross: &Cross, number: usize) -> anyhow::Result<()> {
    let is_it = |name: &str| match &cross.file {
        Some(file) => name == file || Path::new(name).ends_with(file),
        None => true,
    };
    let Some(input) = request.inputs.iter_mut().find(|input| is_it(&input.name())) else {
        bail!("--at: there is no file {}", cross.file.as_deref().unwrap_or_default());
    };
    let name = input.name();
    let text = match &*input {
        whyc_c::Input::Text { text, .. } => text.clone(),
        whyc_c::Input::Path(_) | whyc_c::Input::Command(_) => {
            let bytes = asked::read(Path::new(&name)).with_context(|| format!("cannot read {name}"))?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
    };
    let changed = cross.insert(&text, number).map_err(|why| anyhow::anyhow!("--at: {name}: {why}"))?;
    *input = input.with_text(changed);
    Ok(())
}
