//! Messages about the input: what is wrong with it, what is not modelled.

use codespan_reporting::diagnostic::Severity as Level;
use whyc_base::diagnostic::{Diagnostic, Severity};
use whyc_base::source::SourceMap;

use crate::excerpt::{self, Mark};
use crate::paint::{Paint, Role, visible};

/// All `diagnostics` with their excerpts, an empty line between two of them.
#[must_use]
pub fn render(sources: &SourceMap, diagnostics: &[Diagnostic], color: bool) -> String {
    let paint = Paint { color };
    let shown: Vec<String> = diagnostics.iter().map(|diagnostic| one(sources, diagnostic, paint)).collect();
    shown.join("\n")
}

/// One of them; ends with a line end.
fn one(sources: &SourceMap, diagnostic: &Diagnostic, paint: Paint) -> String {
    let (word, role, level) = match diagnostic.severity {
        Severity::Error => ("error", Role::Error, Level::Error),
        Severity::Warning => ("warning", Role::Warning, Level::Warning),
        Severity::Note => ("note", Role::Note, Level::Note),
    };
    let message = format!(": {}", visible(&diagnostic.message));
    let mut out = format!("{}{}\n", paint.apply(role, word), paint.apply(Role::Strong, message));
    match diagnostic.span {
        Some(span) => {
            let mark = Mark { span, text: String::new() };
            out.push_str(&excerpt::render(sources, level, &[mark], &diagnostic.notes, paint));
        }
        None => {
            for note in &diagnostic.notes {
                out.push_str(&format!("  = {}\n", visible(note)));
            }
        }
    }
    out
}

/// The messages of the compiler, as it wrote them; names of files and what `#error` says cannot steer the terminal.
#[must_use]
pub fn of_compiler(messages: &[String]) -> String {
    messages.iter().map(|message| format!("{}\n", visible(message.trim_end()))).collect()
}

#[cfg(test)]
mod tests {
    use whyc_base::source::Span;

    use super::*;

    #[test]
    fn messages_of_the_compiler_cannot_steer_the_terminal() {
        let messages = ["a\u{1b}[31m.c:1:2: error: \u{202e}no\n".to_owned(), "b.c:2:1: error: yes".to_owned()];
        assert_eq!(of_compiler(&messages), "a?[31m.c:1:2: error: \u{fffd}no\nb.c:2:1: error: yes\n");
    }

    #[test]
    fn each_diagnostic_has_its_excerpt() {
        let mut sources = SourceMap::new();
        let file = sources.add("io.c", b"int main(void) {\n    return getchar();\n}\n".to_vec());
        let diagnostics = [
            Diagnostic::error("there is no function `mian`").with_note("did you mean `main`?"),
            Diagnostic::note("`getchar` has no body: its result can be anything").at(Span { file, start: 28, end: 37 }),
        ];
        insta::assert_snapshot!(render(&sources, &diagnostics, false), @r"
        error: there is no function `mian`
          = did you mean `main`?

        note: `getchar` has no body: its result can be anything
          ┌─ io.c:2:12
          │
        2 │     return getchar();
          │            ^^^^^^^^^
        ");
    }
}
