//! Completion scripts and manual pages, from the definition that the options are parsed by.

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::builder::Resettable;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::Exit;
use crate::cli::Cli;
use crate::output;

/// Prints the completion script for a shell.
pub fn completions(shell: Shell) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "whyc", &mut script);
    output::report(&String::from_utf8_lossy(&script), None)?;
    Ok(Exit::Holds)
}

/// Prints the manual page of whyc, or writes it and one for each verb into a folder.
pub fn man(folder: Option<&Path>) -> anyhow::Result<Exit> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = folder else {
        output::report(&page(command)?, None)?;
        return Ok(Exit::Holds);
    };
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let verbs: Vec<Command> = command.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned().collect();
    for verb in std::iter::once(command).chain(verbs) {
        let name = verb.get_display_name().unwrap_or_else(|| verb.get_name()).to_owned();
        output::report(&page(verb)?, Some(&folder.join(format!("{name}.1"))))?;
    }
    Ok(Exit::Holds)
}

/// One page. Examples and the exit status are sections of their own, line by line as they are in the help.
fn page(command: Command) -> anyhow::Result<String> {
    let more = command.get_after_help().map_or(String::new(), ToString::to_string);
    let mut page = Vec::new();
    // The date of a page is that of the version, not of the day on which it was printed.
    let man = Man::new(command.after_help(Resettable::Reset)).date("").manual("whyc");
    man.render(&mut page).context("cannot write the manual page")?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    for paragraph in more.split("\n\n") {
        page.push_str(&section(paragraph));
    }
    Ok(page)
}

/// A paragraph `Heading: text` or `Heading:` with lines below, as a section.
fn section(paragraph: &str) -> String {
    let Some((heading, text)) = paragraph.split_once(':') else { return String::new() };
    let heading = heading.to_uppercase();
    match text.trim_start_matches(' ').strip_prefix('\n') {
        Some(lines) => {
            let lines: Vec<String> = lines.lines().map(escaped).collect();
            format!(".SH \"{heading}\"\n.nf\n{}\n.fi\n", lines.join("\n"))
        }
        None => format!(".SH \"{heading}\"\n{}\n", escaped(text.trim())),
    }
}

/// A line that means itself to a typesetter.
fn escaped(line: &str) -> String {
    let line = line.strip_prefix("  ").unwrap_or(line).replace('\\', "\\e").replace('-', "\\-");
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_of_the_help_become_sections() {
        assert_eq!(section("Examples:\n  a --b\n  'c'"), ".SH \"EXAMPLES\"\n.nf\na \\-\\-b\n\\&'c'\n.fi\n");
        assert_eq!(section("Classes: x, y\\"), ".SH \"CLASSES\"\nx, y\\e\n");
        assert_eq!(section("nothing"), "");
    }
}
