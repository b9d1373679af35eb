//! Completion scripts and manual pages, from the definition that the options are parsed by.

use std::fs;
use std::path::Path;

use anyhow::Context;
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

/// One page.
fn page(command: Command) -> anyhow::Result<String> {
    let mut page = Vec::new();
    // The date of a page is that of the version, not of the day on which it was printed.
    Man::new(command).date("").manual("whyc").render(&mut page).context("cannot write the manual page")?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
