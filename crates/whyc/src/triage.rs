//! `whyc triage`: what to check first.

use anyhow::bail;
use whyc_triage::rank::{self, By};
use whyc_triage::repository::{self, History, Trouble};
use whyc_triage::tell;

use crate::cli::{Key, Triage, Written};
use crate::{Exit, output};

/// Puts the files of a repository in order.
pub fn run(args: &Triage) -> anyhow::Result<Exit> {
    if args.fix_words.iter().all(|it| it.trim().is_empty()) {
        bail!("--fix-words needs a word");
    }
    if args.files.iter().any(|it| it.starts_with(':') || it.is_empty()) {
        bail!("--files takes patterns such as *.c");
    }
    let history = History {
        folder: args.folder.clone(),
        releases: args.releases.clone(),
        n_periods: args.periods.clamp(1, 200),
        fixes: args.fix_words.iter().map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect(),
        patterns: args.files.clone(),
    };
    let table = match repository::read(&history) {
        Ok(table) => table,
        Err(Trouble::Short(why)) => return unknown(args, &why),
        Err(error @ (Trouble::Absent(_) | Trouble::Refused(_))) => bail!("{}: {error}", args.folder.display()),
    };
    let mut order = match rank::rank(&table) {
        Ok(order) => order,
        Err(why) => return unknown(args, &format!("{why} (words: {}; see --fix-words)", history.fixes.join(", "))),
    };
    rank::sort(
        &mut order.files,
        match args.by {
            Key::Model => By::Model,
            Key::Size => By::Size,
            Key::Churn => By::Churn,
        },
    );
    let told = match args.format {
        Written::Human => output::plain(&tell::text(&order, &table, args.top)),
        Written::Json => tell::json(&order, &table),
    };
    output::report(&told, args.output.as_deref())?;
    Ok(Exit::Holds)
}

fn unknown(args: &Triage, why: &str) -> anyhow::Result<Exit> {
    let told = match args.format {
        Written::Human => format!("unknown: {why}\n"),
        Written::Json => tell::unknown(why),
    };
    output::report(&output::plain(&told), args.output.as_deref())?;
    Ok(Exit::Undecided)
}
