//! `whyc localize`: where a change helps; writes it into the files if that is wanted.

use std::path::Path;

use anyhow::bail;
use whyc_base::source::{FileId, SourceMap};
use whyc_debug::finding::LocalizationReport;
use whyc_localize::recompile::{Texts, changed};
use whyc_session::{Request, Wish};

use crate::check::{Open, extent, mistaken};
use crate::cli::{Format, Output};
use crate::{Exit, answer, output};

/// Localises and reports; makes the first change that was checked if `is_applied`.
pub fn run(request: Request, wish: &Wish, is_applied: bool, shown: &Output) -> anyhow::Result<Exit> {
    if shown.format == Format::Vcd {
        bail!("--format vcd is for circuits");
    }
    let mut open = match Open::new(request, wish.command(), shown) {
        Ok(open) => open,
        Err(refused) => return answer::refuse(shown, refused),
    };
    let finding = open.session.answer(wish, extent(shown)).map_err(mistaken)?;
    open.progress.clear();
    if open.session.all_tests_pass() {
        let text = "all tests pass: there is nothing to localize\n";
        match shown.format {
            Format::Html => output::message(text),
            Format::Human
            | Format::Json
            | Format::Sarif
            | Format::Witness
            | Format::Vcd
            | Format::Lcov
            | Format::Cobertura => {
                output::report(text, shown.output.as_deref())?;
            }
        }
        return Ok(Exit::Holds);
    }
    let applied = match &finding.localization {
        Some(report) if is_applied => apply(&finding.sources, report)?,
        Some(_) | None => None,
    };
    answer::publish(shown, &finding)?;
    let is_bound_fixed = open.session.request().is_bound_fixed();
    open.forget();
    if finding.localization.is_none() {
        // A failing run of which nobody knows where to mend it is no answer.
        return Ok(match answer::exit(finding.head.verdict, is_bound_fixed) {
            Exit::Violated => Exit::Undecided,
            exit => exit,
        });
    }
    if is_applied {
        let text = applied.unwrap_or_else(|| "nothing was changed: no suggestion passed all checks".to_owned());
        output::message(&format!("{}\n", output::plain(&text)));
    }
    Ok(Exit::Holds)
}

/// Writes the first change that passed all checks into its files; says what was done.
fn apply(sources: &SourceMap, report: &LocalizationReport) -> anyhow::Result<Option<String>> {
    let Some(suggestion) = report.suggestions.iter().find(|suggestion| suggestion.is_harmless()) else {
        return Ok(None);
    };
    let texts = changed(sources, suggestion.edits());
    write_all(sources, &texts)?;
    let said = suggestion.edits().map(|edit| {
        let (file, line) = (&sources.file(edit.span.file).name, sources.line(edit.span));
        format!("{file}:{line}: `{}` is now `{}`", edit.old, edit.new)
    });
    Ok(Some(said.collect::<Vec<_>>().join("\n")))
}

/// Writes all files, or leaves them as they were.
fn write_all(sources: &SourceMap, texts: &Texts) -> anyhow::Result<()> {
    let write = |file: FileId, text: &str| output::report(text, Some(Path::new(&sources.file(file).name)));
    for (k, (&file, text)) in texts.iter().enumerate() {
        if let Err(error) = write(file, text) {
            for &earlier in texts.keys().take(k) {
                write(earlier, &sources.file(earlier).text)?;
            }
            return Err(error);
        }
    }
    Ok(())
}
