//! Where reports and messages go, and whether they are coloured.

use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;
use clap::ValueEnum;

use crate::cli::ColorChoice;

/// The width of a report that goes to no terminal.
const DEFAULT_WIDTH: usize = 100;
/// Wider lines than this are hard to read on any terminal.
const WIDEST: usize = 140;

/// How many columns a report may use.
pub fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|&n| n > 0);
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    columns.or_else(terminal).unwrap_or(DEFAULT_WIDTH).clamp(40, WIDEST)
}

/// Whether a report that goes to `path`, or to standard output, is coloured.
pub fn is_colored(choice: ColorChoice, path: Option<&Path>) -> bool {
    colors(choice, path.is_none() && io::stdout().is_terminal(), |name| std::env::var_os(name))
}

/// Whether messages are coloured.
pub fn is_message_colored(choice: ColorChoice) -> bool {
    colors(choice, io::stderr().is_terminal(), |name| std::env::var_os(name))
}

fn colors(choice: ColorChoice, is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let unwanted = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
            let dumb = variable("TERM").is_some_and(|value| value == "dumb");
            is_terminal && !unwanted && !dumb
        }
    }
}

/// The words of the command line; what is not UTF-8 is replaced.
pub fn arguments() -> impl Iterator<Item = String> {
    std::env::args_os().map(|arg| arg.to_string_lossy().into_owned())
}

/// What `--color` says, looked up in the arguments as they are: help and messages about wrong options are coloured too, and
/// are shown before the options have a meaning.
pub fn asked_color(args: impl Iterator<Item = String>) -> ColorChoice {
    let mut args = args.take_while(|arg| arg != "--").peekable();
    let mut asked = ColorChoice::Auto;
    while let Some(arg) = args.next() {
        let value = match arg.strip_prefix("--color") {
            Some("") => args.peek().cloned(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        if let Some(choice) = value.and_then(|value| ColorChoice::from_str(&value, false).ok()) {
            asked = choice;
        }
    }
    asked
}

/// The first word of an error message, coloured if standard error is a terminal and nothing else is asked for.
pub fn error_word(word: &str) -> String {
    if is_message_colored(asked_color(arguments())) { format!("\x1b[1;91m{word}\x1b[0m") } else { word.to_owned() }
}

/// Writes a message for the user.
pub fn message(text: &str) {
    // If standard error is gone, nobody is left to tell.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Writes the report to `path`, or to standard output.
pub fn report(text: &str, path: Option<&Path>) -> anyhow::Result<()> {
    match path {
        Some(path) => write_whole(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display())),
        None => match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
            // The reader has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written.context("cannot write the report"),
        },
    }
}

/// Writes a page, and shows it in a browser if that is wanted; a page that is only to be shown goes to a temporary file.
pub fn page(text: &str, path: Option<&Path>, is_shown: bool) -> anyhow::Result<()> {
    if !is_shown {
        return report(text, path);
    }
    let temporary = || std::env::temp_dir().join(format!("whyc-report-{}.html", std::process::id()));
    let path = path.map_or_else(temporary, Path::to_owned);
    report(text, Some(&path))?;
    message(&format!("the report is in {}\n", path.display()));
    let shown = Command::new("xdg-open").arg(&path).stdin(Stdio::null()).stdout(Stdio::null()).status();
    match shown {
        Ok(status) if status.success() => {}
        Ok(_) | Err(_) => message("it could not be opened: there is no browser that xdg-open knows\n"),
    }
    Ok(())
}

/// Writes a file so that it is there completely or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link; a device or pipe cannot be replaced, only written to.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
        return fs::OpenOptions::new().write(true).open(&path)?.write_all(bytes);
    }
    let temporary = temporary_beside(&path)?;
    let written = fs::OpenOptions::new().write(true).create_new(true).open(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| fs::rename(&temporary, &path));
    if renamed.is_err() {
        // Best effort: the first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    renamed
}

fn temporary_beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))?;
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(temporary))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_need_a_terminal_that_wants_them() {
        let none = |_: &str| None;
        let set = |name: &'static str, value: &'static str| move |asked: &str| (asked == name).then(|| value.into());
        assert!(colors(ColorChoice::Auto, true, none));
        assert!(!colors(ColorChoice::Auto, false, none));
        assert!(!colors(ColorChoice::Auto, true, set("NO_COLOR", "1")));
        assert!(colors(ColorChoice::Auto, true, set("NO_COLOR", "")));
        assert!(!colors(ColorChoice::Auto, true, set("TERM", "dumb")));
        assert!(colors(ColorChoice::Always, false, set("NO_COLOR", "1")));
        assert!(!colors(ColorChoice::Never, true, none));
    }

    #[test]
    fn the_wish_for_colours_is_found_among_the_arguments() {
        let of = |line: &str| asked_color(line.split_whitespace().map(str::to_owned));
        assert_eq!(of("whyc check a.c"), ColorChoice::Auto);
        assert_eq!(of("whyc check --color never a.c"), ColorChoice::Never);
        assert_eq!(of("whyc check --color=always a.c"), ColorChoice::Always);
        assert_eq!(of("whyc check --color purple a.c"), ColorChoice::Auto);
        assert_eq!(of("whyc check -- --color never"), ColorChoice::Auto);
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = std::env::temp_dir().join(format!("whyc-output-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder should be made");
        let path = folder.join("report.json");
        for text in ["first", "second"] {
            report(text, Some(&path)).expect("the report should be written");
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some(text));
        }
        assert_eq!(fs::read_dir(&folder).map(Iterator::count).ok(), Some(1), "no temporary file should be left");
        assert!(report("x", Some(&folder)).is_err());
        assert!(report("x", Some(&folder.join("absent/report.json"))).is_err());
        assert!(report("x", Some(Path::new("/dev/null"))).is_ok());
        fs::remove_dir_all(&folder).expect("the folder should go");
    }
}
