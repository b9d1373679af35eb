//! The documentation says what whyc does: every command on its pages is run, and what it prints is compared.
//!
//! A command stands in a ```` ```console ```` (or `text`) block after `$ `, with its output below. Times do not count, a line `...`
//! stands for any lines, and a block ```` ```console,needs=html ```` is left out as long as whyc has no such format. The commands of a
//! page run one after the other in a folder of their own, so that what one writes is there for the next: [`session`].
//! `WHYC_UPDATE_DOCS=1 cargo test -p whyc --test docs` writes the new outputs into the pages; read the difference.
//!
//! [`pages`] finds pages and blocks, [`compare`] compares, [`references`] is about links, options and quoted programs.

mod compare;
mod pages;
mod references;
mod session;

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use pages::{Page, all_pages};
use session::Session;

/// Commands that are shown but not run, each with the reason.
const NOT_RUN: &[(&str, &str)] = &[
    ("sudo apt install libclang1-19 libclang-common-19-dev", "changes the machine"),
    ("cargo install --path crates/whyc", "builds for minutes"),
    ("script/setup", "changes the machine"),
    ("script/demo", "builds for minutes; runs whyc on examples/median.c as README.md does"),
    ("script/test", "is what runs this"),
    ("mdbook build guide", "run by another test here, where mdbook is installed"),
];

/// Commands that are run beside whyc, because they show what it left behind.
const HELPERS: &[&str] = &["cat", "cd", "diff", "echo", "gcc", "ls", "./replay"];

/// How many commands are on the pages at least: if fewer are found, the reader of pages is broken.
const FEWEST_COMMANDS: usize = 40;

#[test]
fn every_command_prints_what_the_page_says() {
    let pages = all_pages();
    let update = std::env::var_os("WHYC_UPDATE_DOCS").is_some();
    let (next, n_run) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let complaints = Mutex::new(BTreeMap::new());
    let work = || {
        while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (n, wrong) = run_page(page, update);
            n_run.fetch_add(n, Ordering::Relaxed);
            complaints.lock().expect("no panic").insert(&page.name, wrong);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    let complaints = complaints.into_inner().expect("no panic");
    let wrong: Vec<String> = complaints.into_values().flatten().collect();
    let how = "WHYC_UPDATE_DOCS=1 cargo test -p whyc --test docs  writes what whyc says now into the pages";
    assert!(wrong.is_empty(), "{}\n\n{how}", wrong.join("\n\n"));
    let n_run = n_run.into_inner();
    assert!(n_run >= FEWEST_COMMANDS, "only {n_run} commands were found on {} pages", pages.len());
}

/// The number of commands of whyc that were run, and what was wrong.
fn run_page(page: &Page, update: bool) -> (usize, Vec<String>) {
    let mut session = Session::new(page);
    let (mut n_run, mut n_left_out) = (0, 0);
    let mut wrong = Vec::new();
    let mut updates = Vec::new();
    for block in page.blocks() {
        for command in block.commands(page) {
            let first = command.text.split_whitespace().next().unwrap_or("");
            if block.needs().is_some_and(|format| !session::has_format(format)) {
                n_left_out += usize::from(first == "whyc");
                continue;
            }
            if NOT_RUN.iter().any(|(text, _)| *text == command.text) {
                continue;
            }
            if first != "whyc" && !HELPERS.contains(&first) {
                wrong.push(format!(
                    "{}:{}: `{}` is neither run nor listed in NOT_RUN",
                    page.name, command.line, command.text
                ));
                continue;
            }
            n_run += usize::from(first == "whyc");
            let actual = session.run(&command.text);
            if let Err(difference) = compare::compare(&command.expected, &actual) {
                wrong.push(format!("{}:{}: $ {}\n{difference}", page.name, command.line, command.text));
                updates.push((command.output.clone(), compare::updated(&command.expected, &actual)));
            }
        }
    }
    // Whatever the reader of blocks thinks, a person sees this many commands.
    let n_seen = page.text.lines().filter(|line| line.trim_start().starts_with("$ whyc ")).count();
    if n_seen != n_run + n_left_out {
        wrong.push(format!("{}: {n_seen} commands of whyc are shown, but {n_run} were run", page.name));
    }
    if update && !updates.is_empty() {
        page.rewrite(&updates);
    }
    (n_run, wrong)
}

/// A page of the guide by its name.
fn page(name: &str) -> Page {
    all_pages().into_iter().find(|page| page.name.ends_with(name)).expect("the guide should have the page")
}

/// The commands of the table of tasks are understood, and find something out.
#[test]
fn every_task_of_the_table_can_be_done() {
    let page = page("how-do-i.md");
    let rows = page.text.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | `"));
    let tasks: Vec<(&str, String)> =
        rows.filter_map(|(task, rest)| Some((task, rest.strip_suffix("` |")?.replace("\\|", "|")))).collect();
    assert!(tasks.len() >= 20, "only {} tasks were found", tasks.len());
    let mut session = Session::new(&page);
    for (task, command) in tasks {
        session.status = 0;
        let said = session.run(&command);
        assert!(
            matches!(session.status, 0 | 1 | 3),
            "{task}: {command} ended with {}:\n{}",
            session.status,
            said.join("\n")
        );
    }
}

/// What pipelines run is understood, and finds what is there to be found.
#[test]
fn the_commands_of_pipelines_work() {
    let page = page("ci.md");
    let steps = page.text.lines().filter_map(|line| line.trim_start().strip_prefix("- "));
    let steps = steps.map(|step| step.strip_prefix("run: ").unwrap_or(step)).filter(|step| step.starts_with("whyc "));
    let commands: Vec<&str> = steps.collect();
    assert_eq!(commands.len(), 2, "{commands:?}");
    let mut session = Session::new(&page);
    for command in &commands {
        session.status = 0;
        let said = session.run(command);
        assert_eq!(session.status, 1, "{command}:\n{}", said.join("\n"));
    }
    // Once everything is in the ledger, nothing is new.
    session.status = 0;
    session.run("whyc check --record --quiet clock.c clock_test.c");
    for command in commands {
        session.status = 0;
        let said = session.run(command);
        assert_eq!(session.status, 0, "{command}:\n{}", said.join("\n"));
    }
}

#[test]
fn commands_stand_where_they_are_run() {
    for page in all_pages() {
        for (k, line) in page.text_outside_fences() {
            let command = line.trim_start().trim_start_matches("$ ");
            let is_code = line.starts_with("    ") || line.starts_with('\t');
            assert!(
                !(is_code && command.starts_with("whyc ")),
                "{}:{k}: put it into a console block: {line}",
                page.name
            );
        }
        for block in page.blocks().filter(|block| !block.is_session()) {
            let shown = block.lines.iter().find(|line| line.trim_start().starts_with("$ "));
            assert!(shown.is_none(), "{}:{}: a command in a `{}` block: {shown:?}", page.name, block.line, block.info);
        }
    }
}

#[test]
fn every_verb_has_a_page_that_runs_it() {
    let pages = all_pages();
    for verb in ["check", "minimize", "explain", "localize", "replay"] {
        let name = format!("guide/src/verbs/{verb}.md");
        let page = pages.iter().find(|page| page.name == name).unwrap_or_else(|| panic!("{name} should be there"));
        assert!(page.text.contains(&format!("\n$ whyc {verb} ")), "{name} should run its verb");
    }
}

#[test]
fn what_is_not_run_is_shown_somewhere() {
    let pages = all_pages();
    let commands: Vec<_> = pages.iter().flat_map(|page| page.blocks().flat_map(|block| block.commands(page))).collect();
    for (text, _) in NOT_RUN {
        assert!(commands.iter().any(|command| command.text == *text), "`{text}` is on no page: take it off the list");
    }
}

#[test]
fn commands_in_workflows_are_understood() {
    let mut n_run = 0;
    for page in all_pages() {
        let mut session = Session::new(&page);
        for block in page.blocks().filter(|block| block.language() == "yaml") {
            if block.needs().is_some_and(|format| !session::has_format(format)) {
                continue;
            }
            for line in &block.lines {
                let Some((_, command)) = line.split_once("run: whyc ") else { continue };
                let said = session.run(&format!("whyc {command}"));
                assert!(matches!(session.status, 0 | 1), "{}: whyc {command}: {said:?}", page.name);
                n_run += 1;
            }
        }
    }
    assert!(n_run > 0 || !session::has_format("sarif"), "the page on CI should show how to run whyc");
}

#[test]
fn links_and_included_files_exist() {
    let pages = all_pages();
    let wrong: Vec<String> = pages.iter().flat_map(|page| references::dead(page, &pages)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn options_exist() {
    let mut known = BTreeSet::new();
    for verb in [
        "check",
        "minimize",
        "explain",
        "localize",
        "replay",
        "reduce",
        "history",
        "verify",
        "proof check",
        "proof trim",
        "spec",
        "trace",
        "engines",
        "worker",
        "triage",
        "harness",
        "hybrid",
        "prob",
        "sample",
        "cover",
    ] {
        let words = ["help"].into_iter().chain(verb.split(' '));
        let help = Command::new(env!("CARGO_BIN_EXE_whyc")).args(words).output().expect("whyc should run");
        known.extend(references::options(&String::from_utf8_lossy(&help.stdout)));
    }
    assert!(known.len() > 30, "{known:?}");
    for page in all_pages().iter().filter(|page| page.is_for_users()) {
        for span in page.inline_code() {
            // The options of other tools stand after their names.
            if !span.starts_with('-') && !span.starts_with("whyc ") {
                continue;
            }
            for option in references::options(&span) {
                assert!(known.contains(&option), "{}: no verb has {option} (in `{span}`)", page.name);
            }
        }
    }
}

#[test]
fn quoted_programs_are_those_that_are_run() {
    let programs = references::programs();
    for page in all_pages().iter().filter(|page| page.is_for_users()) {
        for block in page.blocks().filter(|block| block.language() == "c") {
            let text = block.lines.join("\n");
            let included = text.starts_with("{{#include ");
            let quoted = programs.iter().any(|program| program.contains(&text));
            assert!(included || quoted, "{}:{}: this stands in no program:\n{text}", page.name, block.line);
        }
    }
}

#[test]
fn the_summary_lists_every_page_of_the_guide() {
    let pages = all_pages();
    let summary = pages.iter().find(|page| page.name == "guide/src/SUMMARY.md").expect("the guide has a summary");
    for page in &pages {
        let Some(name) = page.name.strip_prefix("guide/src/") else { continue };
        let listed = summary.text.matches(&format!("]({name})")).count();
        assert_eq!(listed, usize::from(name != "SUMMARY.md"), "{name} should be in SUMMARY.md, once");
    }
}

#[test]
fn the_map_has_every_crate() {
    let pages = all_pages();
    let map = pages.iter().find(|page| page.name == "ARCHITECTURE.md").expect("there is a map");
    for entry in std::fs::read_dir(whyc_tests::repository().join("crates")).expect("there are crates") {
        let name = format!("`{}`", entry.expect("the folder should be readable").file_name().to_string_lossy());
        let is_listed = map.text.lines().any(|line| line.starts_with(&format!("| {name} |")));
        let is_described = map.text.lines().any(|line| line.starts_with("### ") && line.contains(&name));
        assert!(is_listed && is_described, "{name} should be on the map");
    }
}

/// Only where mdbook is installed: nothing else depends on it.
#[test]
#[expect(clippy::print_stderr, reason = "who runs it should know that it was skipped")]
fn the_book_builds() {
    let scratch = whyc_tests::native::Scratch::new();
    let guide = whyc_tests::repository().join("guide");
    let built = Command::new("mdbook").arg("build").arg(guide).arg("--dest-dir").arg(scratch.file("book")).output();
    let Ok(built) = built else { return eprintln!("skipped: mdbook is not installed") };
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success() && !said.contains("WARN") && !said.contains("ERROR"), "{said}");
    assert!(scratch.file("book/index.html").is_file(), "{said}");
}
