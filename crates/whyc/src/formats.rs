//! Reports for other tools: what they need to know beyond the finding is where and when whyc runs.

use anyhow::{Context, bail};
use whyc_debug::finding::Finding;
use whyc_report::{sarif, witness};

use crate::cli::Format;
use crate::output;

/// Whether a format shows a run for every violated property, not only for one.
pub fn shows_every_run(format: Format) -> bool {
    matches!(format, Format::Html | Format::Json | Format::Sarif | Format::Witness)
}

/// The folder that names of files are relative to.
pub fn root() -> anyhow::Result<String> {
    let folder = std::env::current_dir().context("the current folder is gone")?;
    Ok(folder.to_string_lossy().into_owned())
}

/// The SARIF report.
pub fn sarif(finding: &Finding) -> anyhow::Result<String> {
    Ok(sarif::render(finding, &root()?))
}

/// The witness, if the verdict has one. `SOURCE_DATE_EPOCH` is its time; otherwise it is the same each time, so that the
/// same input gives the same witness.
pub fn witness(finding: &Finding) -> anyhow::Result<Option<String>> {
    let time = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(seconds) => match seconds.parse() {
            Ok(seconds) => seconds,
            Err(_) => bail!("SOURCE_DATE_EPOCH={seconds} is not a number of seconds"),
        },
        Err(_) => 0,
    };
    for class in witness::own_specifications(finding) {
        let text = "SV-COMP has no property for this class; the specification in the witness is whyc's own";
        output::message(&format!("note: {class}: {text}\n"));
    }
    Ok(witness::render(finding, time))
}
