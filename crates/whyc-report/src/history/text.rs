//! Since when it fails, in words.

use unicode_width::UnicodeWidthStr;

use super::align::{self, Row};
use super::{ChangeTold, LineTold, RevisionTold, Sign, Story};
use crate::words;

/// So many steps in which the runs differ are told.
const MANY_STEPS: usize = 12;
/// Longer texts do not push the values to the right.
const WIDEST: usize = 44;

/// The report; ends with a line end. `quiet` leaves out what each revision says.
#[must_use]
pub fn render(story: &Story, quiet: bool) -> String {
    let mut told = match &story.change {
        Some(change) => found(story, change),
        None => not_found(story),
    };
    match &story.ported {
        Some(Ok(patch)) => told.push_str(&format!("\nWith this, everything holds in the newest revision:\n\n{patch}")),
        Some(Err(why)) => told.push_str(&format!("\nThere is no change to offer: {why}.\n")),
        None => {}
    }
    if !quiet {
        let n = story.n_states;
        let states = if n == 1 { "state" } else { "states" };
        told.push_str(&format!("\n{}{n} {states} of the files looked at\n", table(&story.revisions)));
    }
    told
}

fn found(story: &Story, change: &ChangeTold) -> String {
    let (bad, good) = (&story.revisions[change.bad], &story.revisions[change.good]);
    let mut told = format!("{} fails since {}; it held in {}.\n", story.what, bad.whole_name(), good.name);
    told.push_str(&format!("{}\n\n{}", change.share(), lines(&change.lines)));
    if !change.carried.is_empty() {
        told.push_str(&format!(
            "\n{} cannot answer the question as it is ({}); this was carried back to it:\n\n{}",
            good.name, good.says, change.carried
        ));
    }
    told.push_str(&runs(change));
    let passed_over: usize = story.revisions.iter().map(|it| it.passed_over).sum();
    if passed_over > 0 {
        told.push_str(&format!(
            "\n{passed_over} revisions in between were not asked, and are taken to fail; without --gallop all are asked.\n"
        ));
    }
    let width = change.commands.iter().map(|(what, _)| what.len() + 1).max().unwrap_or(0);
    if !change.commands.is_empty() {
        told.push('\n');
    }
    for (what, command) in &change.commands {
        told.push_str(&format!("{:<width$} {command}\n", format!("{what}:")));
    }
    told
}

fn not_found(story: &Story) -> String {
    let last = story.revisions.last();
    let oldest = last.map_or(String::new(), RevisionTold::whole_name);
    let how = last.map_or(String::new(), |it| it.carried.as_ref().map_or(it.says.clone(), |(_, says)| says.clone()));
    let what = &story.what;
    match last.map(|it| it.standing) {
        Some(super::Standing::Open) => format!("{what}: no answer further back than {oldest}: it {how}\n"),
        _ if story.is_stopped => format!("{what} fails as far back as {oldest}; there it was stopped.\n"),
        _ => format!("{what} fails in all of these revisions, back to {oldest}.\n"),
    }
}

/// The lines of a change, file by file.
fn lines(lines: &[LineTold]) -> String {
    let mut found = String::new();
    for (i, line) in lines.iter().enumerate() {
        if i == 0 || lines[i - 1].file != line.file {
            found.push_str(&format!("  {}\n", line.file));
        }
        let (number, text) = (line.line, &line.text);
        found.push_str(&match &line.sign {
            Sign::Gone => format!("  {number:>5} - {text}\n"),
            Sign::Come => format!("  {number:>5} + {text}\n"),
            Sign::Moved(file, from) if *file == line.file => {
                format!("  {number:>5} > {}  (moved here from line {from})\n", text.trim())
            }
            Sign::Moved(file, from) => format!("  {number:>5} > {}  (moved here from {file}:{from})\n", text.trim()),
        });
    }
    found
}

/// Where the runs before and after the change differ.
fn runs(change: &ChangeTold) -> String {
    let (before, after) = (change.runs.0.as_ref(), change.runs.1.as_ref());
    let all = align::rows(before, after);
    let rows: Vec<&Row> = all.iter().filter(|row| row.differs()).collect();
    if after.is_none() || rows.is_empty() {
        return String::new();
    }
    let inputs: Vec<String> = change.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let which = match inputs.is_empty() {
        true => "The run".to_owned(),
        false => format!("The run with {}", words::list(&inputs, ", ", 60)),
    };
    let mut told = match before {
        Some(_) => format!("\n{which}, before and after, where it is not the same:\n\n"),
        None => format!("\n{which}, as it fails:\n\n"),
    };
    let n = rows.len();
    let shown: Vec<&Row> = if n <= MANY_STEPS {
        rows
    } else {
        // The first say where it begins, the last where it ends.
        rows[..MANY_STEPS / 2].iter().chain(&rows[n - MANY_STEPS / 2..]).copied().collect()
    };
    let side = |cell: &Option<align::Cell>| cell.as_ref().map_or("·".to_owned(), |cell| cell.value.clone());
    let text = |row: &Row| words::one_line(&row.text(), WIDEST);
    let width = shown.iter().map(|row| text(row).width()).max().unwrap_or(0).max(4);
    let values = shown.iter().map(|row| side(&row.before).width()).max().unwrap_or(0).max("before".len());
    let pad = |text: &str, width: usize| format!("{text}{}", " ".repeat(width.saturating_sub(text.width())));
    told.push_str(&format!("   line  {}  {}  after\n", pad("", width), pad("before", values)));
    for (i, row) in shown.iter().enumerate() {
        if n > MANY_STEPS && i == MANY_STEPS / 2 {
            told.push_str(&format!("         … {} more\n", n - MANY_STEPS));
        }
        let line = row.any().map_or(0, |cell| cell.line);
        let row = format!(
            "  {line:>5}  {}  {}  {}",
            pad(&text(row), width),
            pad(&side(&row.before), values),
            side(&row.after)
        );
        told.push_str(&format!("{}\n", row.trim_end()));
    }
    told
}

/// What the revisions say; many in a row that say the same are one line.
fn table(revisions: &[RevisionTold]) -> String {
    let mut rows = String::new();
    let mut i = 0;
    while i < revisions.len() {
        let here = &revisions[i];
        let alike = |it: &&RevisionTold| it.sentence() == here.sentence();
        let same = revisions[i..].iter().take_while(alike).count();
        let over: usize = revisions[i + 1..i + same].iter().map(|it| it.passed_over).sum();
        let more = match (same, over) {
            (1, _) => String::new(),
            (same, 0) => format!(" … {} ({same} revisions)", revisions[i + same - 1].name),
            (same, over) => {
                format!(" … {} ({same} revisions, and {over} that were not asked)", revisions[i + same - 1].name)
            }
        };
        rows.push_str(&format!("  {}{more}  {}\n", here.name, here.sentence()));
        i += same;
    }
    rows
}
