//! Colours, and text that is safe to show on a terminal.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use codespan_reporting::diagnostic::{LabelStyle, Severity};
use codespan_reporting::term::{GeneralWriteResult, WriteStyle};

/// What a piece of text is, which decides how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The word for a failure.
    Error,
    /// The word for something that limits the verdict.
    Warning,
    /// The word for something to know.
    Note,
    /// The word for success.
    Good,
    /// What to read first.
    Strong,
    /// What to read last.
    Dim,
    /// Line numbers and borders.
    Frame,
}

impl Role {
    fn style(self) -> Style {
        let bold = |color: AnsiColor| color.on_default().bold();
        match self {
            Role::Error => bold(AnsiColor::BrightRed),
            Role::Warning => bold(AnsiColor::Yellow),
            Role::Note => bold(AnsiColor::Cyan),
            Role::Good => bold(AnsiColor::Green),
            Role::Strong => Style::new().bold(),
            Role::Dim => Style::new().dimmed(),
            Role::Frame => AnsiColor::Blue.on_default(),
        }
    }
}

/// Applies styles, or does not.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    /// Whether escape sequences are written at all.
    pub color: bool,
}

impl Paint {
    /// `text` in the style of `role`.
    pub fn apply(self, role: Role, text: impl fmt::Display) -> String {
        if self.color {
            let style = role.style();
            format!("{style}{text}{style:#}")
        } else {
            text.to_string()
        }
    }
}

/// What the excerpt renderer writes to.
pub struct Canvas {
    paint: Paint,
    bytes: Vec<u8>,
}

impl Canvas {
    pub fn new(paint: Paint) -> Self {
        Self { paint, bytes: Vec::new() }
    }

    /// Everything written so far.
    pub fn into_text(self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    fn set(&mut self, role: Role) -> GeneralWriteResult {
        if self.paint.color { write!(self.bytes, "{}", role.style()) } else { Ok(()) }
    }

    fn set_severity(&mut self, severity: Severity) -> GeneralWriteResult {
        self.set(match severity {
            Severity::Bug | Severity::Error => Role::Error,
            Severity::Warning => Role::Warning,
            Severity::Note | Severity::Help => Role::Note,
        })
    }
}

impl Write for Canvas {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.bytes.write(buf)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl WriteStyle for Canvas {
    fn set_header(&mut self, severity: Severity) -> GeneralWriteResult {
        self.set_severity(severity)
    }

    fn set_header_message(&mut self) -> GeneralWriteResult {
        // The style of the severity would go on otherwise.
        self.reset()?;
        self.set(Role::Strong)
    }

    fn set_line_number(&mut self) -> GeneralWriteResult {
        self.set(Role::Frame)
    }

    fn set_note_bullet(&mut self) -> GeneralWriteResult {
        self.set(Role::Frame)
    }

    fn set_source_border(&mut self) -> GeneralWriteResult {
        self.set(Role::Frame)
    }

    fn set_label(&mut self, severity: Severity, label_style: LabelStyle) -> GeneralWriteResult {
        match label_style {
            LabelStyle::Primary => self.set_severity(severity),
            LabelStyle::Secondary => self.set(Role::Frame),
        }
    }

    fn reset(&mut self) -> GeneralWriteResult {
        if self.paint.color { write!(self.bytes, "{}", anstyle::Reset.render()) } else { Ok(()) }
    }
}

/// `text` without characters that would move the cursor, change colours or reverse the reading
/// direction. Each is replaced by a visible one of the same length in UTF-8, so that spans stay right.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_active) {
        return Cow::Borrowed(text);
    }
    let replace = |c: char| match c.len_utf8() {
        _ if !is_active(c) => c,
        1 => '?',
        2 => '¿',
        _ => '\u{FFFD}',
    };
    Cow::Owned(text.chars().map(replace).collect())
}

fn is_active(c: char) -> bool {
    let direction = matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    direction || (c.is_control() && !matches!(c, '\n' | '\t' | '\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_a_file_cannot_steer_the_terminal() {
        assert_eq!(visible("a\x1b[31mb\u{9b}c\u{202e}d\t\n"), "a?[31mb¿c\u{fffd}d\t\n");
        assert_eq!(visible("a\x1b\u{9b}\u{202e}").len(), "a\x1b\u{9b}\u{202e}".len());
        assert!(matches!(visible("plain"), Cow::Borrowed(_)));
    }
}
