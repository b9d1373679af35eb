//! Changed text: read again as the program was read, or written into its files.

use std::path::Path;
use std::sync::Arc;

use whyc_base::budget::Budget;
use whyc_base::source::{FileId, SourceMap};
use whyc_c::Input;
use whyc_debug::finding::LocalizationReport;
use whyc_ir::program::Program;
use whyc_localize::recompile::{Changed, NotC, Recompile, Texts, changed};

use crate::cli::Check;
use crate::{asked, edge, output};

/// Reads text the way the program was read.
pub struct Reader<'a> {
    /// What was asked.
    pub args: &'a Check,
    /// The files.
    pub sources: &'a [Input],
    /// How they are read.
    pub options: &'a whyc_c::Options,
    /// What they say.
    pub program: &'a Program,
}

impl Reader<'_> {
    fn input(&self, file: FileId) -> Option<usize> {
        let name = &self.program.sources.file(file).name;
        self.sources.iter().position(|input| input.name() == *name)
    }
}

impl Recompile for Reader<'_> {
    fn recompile(&self, texts: &Texts) -> Result<Changed, NotC> {
        let mut sources = self.sources.to_vec();
        for (&file, text) in texts {
            let Some(k) = self.input(file) else { return Err(NotC::default()) };
            sources[k] = sources[k].with_text(text.clone());
        }
        // Every error counts: each one refutes a change.
        let mut options = self.options.clone();
        options.extra_args.push("-ferror-limit=0".to_owned());
        match edge::reading(|| whyc_c::compile(&sources, &options)) {
            Ok(whyc_c::Compiled { program, limits, .. }) => Ok(Changed { program: Arc::new(program), limits }),
            Err(whyc_c::Failure::Invalid { clang, .. }) => {
                Err(NotC { places: clang.iter().filter_map(|message| place(message)).collect() })
            }
            Err(whyc_c::Failure::LibclangMissing { .. }) => Err(NotC::default()),
        }
    }

    fn options(&self, changed: &Changed, budget: Budget) -> whyc_check::Options {
        let how = asked::options(self.args, &changed.limits, budget);
        // A change is no good at the first violation.
        whyc_check::Options { effort: whyc_check::Effort::First, ..how }
    }

    fn can_change(&self, file: FileId) -> bool {
        self.input(file).is_some()
    }
}

/// The file and the line that a message of the compiler begins with: `NAME:LINE:COLUMN: …`.
fn place(message: &str) -> Option<(String, u32)> {
    let (place, _) = message.split_once(": ")?;
    let (place, _column) = place.rsplit_once(':')?;
    let (name, line) = place.rsplit_once(':')?;
    Some((name.to_owned(), line.parse().ok()?))
}

/// Writes the first change that passed all checks into its files; says what was done.
pub fn apply(program: &Program, report: &LocalizationReport) -> anyhow::Result<Option<String>> {
    let Some(suggestion) = report.suggestions.iter().find(|suggestion| suggestion.is_harmless()) else {
        return Ok(None);
    };
    let texts = changed(&program.sources, suggestion.edits());
    write_all(&program.sources, &texts)?;
    let said = suggestion.edits().map(|edit| {
        let (file, line) = (&program.sources.file(edit.span.file).name, program.sources.line(edit.span));
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
