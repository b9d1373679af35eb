//! `whyc cover --compare`: two sets of runs beside each other.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use whyc_cover::compare::{Sort, Table, View};
use whyc_cover::model::Model;
use whyc_cover::score;
use whyc_cover::source::{self, Events, Which};
use whyc_cover::tell::comparison;

use crate::cli::{Cover, Format};
use crate::{Exit, asked, output};

/// Compares, and reports.
pub fn run(args: &Cover) -> anyhow::Result<Exit> {
    let shown = &args.check.output;
    if !matches!(shown.format, Format::Human | Format::Json) {
        bail!("a comparison is told as human or json");
    }
    let Some([a, b]) = args.compare.as_deref() else { bail!("--compare takes two sets of runs") };
    let names = [a.display().to_string(), b.display().to_string()];
    let names = [names[0].as_str(), names[1].as_str()];
    let told = if args.score { weighed(a, b, names, shown.format)? } else { compared(args, a, b, names)? };
    let told = if shown.format == Format::Human { output::plain(&told) } else { told };
    output::report(&told, shown.output.as_deref())?;
    Ok(Exit::Holds)
}

fn weighed(a: &Path, b: &Path, names: [&str; 2], format: Format) -> anyhow::Result<String> {
    let read = |path: &Path| score::read(&text(path)?).map_err(|why| anyhow!("{}: {why}", path.display()));
    let (all, alone) = score::compare(&read(a)?, &read(b)?);
    Ok(match format {
        Format::Json => comparison::score_json(&all, &alone, names),
        _ => comparison::score_text(&all, &alone, names),
    })
}

fn compared(args: &Cover, a: &Path, b: &Path, names: [&str; 2]) -> anyhow::Result<String> {
    let (a, b) = (events(a)?, events(b)?);
    if a.columns.iter().any(|name| !b.columns.contains(name)) && args.model.is_none() {
        bail!("{} and {} have different columns; --model says what is counted", names[0], names[1]);
    }
    let model = match &args.model {
        Some(path) => Model::parse(&text(path)?).map_err(|(line, why)| anyhow!("{}:{line}: {why}", path.display()))?,
        None => {
            let place = |row: &Vec<String>| -> Vec<String> {
                a.columns
                    .iter()
                    .filter_map(|name| b.columns.iter().position(|it| it == name))
                    .map(|at| row[at].clone())
                    .collect()
            };
            let second: Vec<Vec<String>> = b.rows.iter().map(|(row, _)| place(row)).collect();
            let rows = a.rows.iter().map(|(row, _)| row).chain(&second);
            Model::occurring(&a.columns, rows).map_err(|why| anyhow!("{why}; --model says what is counted"))?
        }
    };
    let view = View { project: args.project.clone(), filter: args.filter.clone() };
    let mut table = Table::new(&model, [&a, &b], &view).map_err(anyhow::Error::msg)?;
    table.sort(match args.sort.as_str() {
        "changed" => Sort::Changed,
        "ratio" => Sort::Ratio,
        "inverse" => Sort::Inverse,
        name => Sort::Attribute(table.model.attribute(name).map_err(|why| anyhow!("--sort: {why}"))?),
    });
    Ok(match args.check.output.format {
        Format::Json => comparison::json(&table, names),
        _ => comparison::text(&table, names, if args.check.output.all { None } else { comparison::usual() }),
    })
}

fn text(path: &Path) -> anyhow::Result<String> {
    let bytes = asked::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).map_err(|_| anyhow!("{}: it is not text", path.display()))
}

/// The events of a file; `FILE#fails` and `FILE#passes` are those runs of a report.
fn events(path: &Path) -> anyhow::Result<Events> {
    let name = path.display().to_string();
    let (file, which) = match name.rsplit_once('#') {
        Some((file, "fails")) => (file, Which::Fails),
        Some((file, "passes")) => (file, Which::Passes),
        _ => (name.as_str(), Which::All),
    };
    source::read(file, &text(Path::new(file))?, which).map_err(|why| anyhow!("{file}: {why}"))
}
