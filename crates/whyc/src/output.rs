//! Where reports and messages go, and whether they are coloured.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Context;
use clap::ValueEnum;
use tempfile::{NamedTempFile, TempDir};

use crate::cli::ColorChoice;
use crate::watchdog;

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

/// Says that whyc itself went wrong.
pub fn internal_error(what: &str) {
    let word = error_word("internal error");
    let request = "this is a bug in whyc: please report it, with the program if you can";
    message(&format!("{word}: {what}\n  {request}\n"));
}

/// Writes a file that goes with the report.
pub fn file(bytes: &[u8], path: &Path) -> anyhow::Result<()> {
    write_whole(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes the report to `path`, or to standard output.
pub fn report(text: &str, path: Option<&Path>) -> anyhow::Result<()> {
    watchdog::commit();
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
        report(text, path)?;
        if let Some(path) = path {
            message(&plain(&format!("the report is in {}\n", path.display())));
        }
        return Ok(());
    }
    let path = match path {
        Some(path) => path.to_owned(),
        // Nobody else can write to the folder, or know its name beforehand; it stays, for the browser.
        None => folder("whyc-report-").context("cannot make a folder for the page")?.keep().join("report.html"),
    };
    report(text, Some(&path))?;
    message(&plain(&format!("the report is in {}\n", path.display())));
    let shown = Command::new("xdg-open").arg(&path).stdin(Stdio::null()).stdout(Stdio::null()).status();
    match shown {
        Ok(status) if status.success() => {}
        Ok(_) | Err(_) => message("it could not be opened: there is no browser that xdg-open knows\n"),
    }
    Ok(())
}

/// A new temporary folder that only this user can look into, with a name that nobody can know beforehand.
pub fn folder(prefix: &str) -> io::Result<TempDir> {
    tempfile::Builder::new().prefix(prefix).permissions(fs::Permissions::from_mode(0o700)).tempdir()
}

/// Writes a file so that it is there completely or not at all. What was there before keeps its mode, its owner and its other
/// names.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link; a device or pipe cannot be replaced, only written to.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = fs::metadata(&path).ok();
    if before.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        return fs::OpenOptions::new().write(true).open(&path)?.write_all(bytes);
    }
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file name"));
    };
    let mut prefix = OsString::from(".");
    prefix.push(name);
    // Made as any other file, so that a new one gets the mode that the user's settings say.
    let made = tempfile::Builder::new().prefix(&prefix).suffix(".tmp").make_in(parent, |path| File::create_new(path));
    let mut temporary = made?;
    temporary.write_all(bytes)?;
    if let Some(before) = &before {
        if before.nlink() > 1 || before.uid() != rustix::process::geteuid().as_raw() {
            return write_in_place(&path, bytes, temporary);
        }
        temporary.as_file().set_permissions(before.permissions())?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(&path).map(drop).map_err(|error| error.error)
}

/// Writes into a file that has other names or another owner: a new one in its place would be another file. Should that fail
/// half way, what was to be written is in the file beside it.
fn write_in_place(path: &Path, bytes: &[u8], copy: NamedTempFile<File>) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).truncate(true).open(path)?;
    if let Err(error) = file.write_all(bytes).and_then(|()| file.sync_all()) {
        let kept = copy.keep().map_err(|error| error.error)?.1;
        let what = format!("{error}; what was to be written is in {}", kept.display());
        return Err(io::Error::new(error.kind(), what));
    }
    Ok(())
}

/// A text from outside, as it may be shown: nothing in it steers the terminal.
pub fn plain(text: &str) -> String {
    whyc_report::visible(text).replace('\r', "?")
}

/// Says what is wrong with what was asked.
pub fn error(what: &str) {
    message(&format!("{}: {}\n", error_word("error"), plain(what)));
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
        let owned = folder("whyc-output-").expect("a folder should be made");
        let folder = owned.path();
        let path = folder.join("report.json");
        for text in ["first", "second"] {
            report(text, Some(&path)).expect("the report should be written");
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some(text));
        }
        assert_eq!(fs::read_dir(folder).map(Iterator::count).ok(), Some(1), "no temporary file should be left");
        assert!(report("x", Some(folder)).is_err());
        assert!(report("x", Some(&folder.join("absent/report.json"))).is_err());
        assert!(report("x", Some(Path::new("/dev/null"))).is_ok());
    }

    #[test]
    fn a_file_keeps_its_mode_and_its_other_names() {
        let folder = folder("whyc-output-").expect("a folder should be made");
        assert_eq!(fs::metadata(folder.path()).map(|it| it.permissions().mode() & 0o777).ok(), Some(0o700));
        let (path, other) = (folder.path().join("a.c"), folder.path().join("b.c"));
        fs::write(&path, "before").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("a mode");
        report("once", Some(&path)).expect("the report should be written");
        let mode = || fs::metadata(&path).map(|it| it.permissions().mode() & 0o777).ok();
        assert_eq!(mode(), Some(0o640));
        fs::hard_link(&path, &other).expect("a link");
        report("twice", Some(&path)).expect("the report should be written");
        assert_eq!(fs::read_to_string(&other).ok().as_deref(), Some("twice"), "both names should still mean one file");
        assert_eq!(mode(), Some(0o640));
        assert_eq!(fs::read_dir(folder.path()).map(Iterator::count).ok(), Some(2), "no temporary file should be left");
    }

    #[test]
    fn messages_do_not_steer_the_terminal() {
        assert_eq!(plain("t\x1b[2J\rx.args: a quote is not closed"), "t?[2J?x.args: a quote is not closed");
    }
}
