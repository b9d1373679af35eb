//! Records for people: a list by file, one record with all that was said, a judgement.

use std::fmt::Write as _;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use whyc_base::status::Status;
use whyc_debug::finding::Finding;

use crate::allow::{Unused, Useless};
use crate::anchor::Place;
use crate::judge::{Judged, Judgement, Standing};
use crate::record::{Kind, Record};
use crate::stats::{FileStats, percentage};

/// So many digits of a name are shown: enough to find the record.
const SHORT: usize = 8;

/// `10:31:56 2008.10.05`
#[must_use]
pub fn time(time: Timestamp) -> String {
    time.to_zoned(TimeZone::UTC).strftime("%H:%M:%S %Y.%m.%d").to_string()
}

fn place(record: &Record, place: Place) -> String {
    match (place, record.line) {
        (Place::At { line, .. }, _) => format!("line {line}"),
        (Place::File, _) => "file".to_owned(),
        (Place::Orphaned, Some(line)) => format!("line {line}?"),
        (Place::Orphaned, None) => "file?".to_owned(),
    }
}

fn remark(place: Place) -> &'static str {
    match place {
        Place::At { is_changed: true, .. } => "  (text changed)",
        Place::Orphaned => "  (orphaned)",
        Place::At { .. } | Place::File => "",
    }
}

/// The records by file.
#[must_use]
pub fn list(records: &[(&Record, Place)]) -> String {
    let mut out = String::new();
    let mut last = None;
    for (record, at) in records {
        if last != Some(&record.file) {
            let _ = writeln!(out, "{}{}", if last.is_some() { "\n" } else { "" }, record.file);
            last = Some(&record.file);
        }
        let replies = match record.replies.len() {
            0 => String::new(),
            1 => "  1 reply".to_owned(),
            n => format!("  {n} replies"),
        };
        let _ = writeln!(
            out,
            "  {:<SHORT$}  {:<7} {:<11} {:<9} {}{}{replies}",
            &record.id[..record.id.len().min(SHORT)],
            record.kind.name(),
            record.status.name().to_uppercase(),
            place(record, *at),
            record.title,
            remark(*at)
        );
    }
    if out.is_empty() {
        out.push_str("nothing is in the ledger\n");
    }
    out
}

/// One record with all that was said.
#[must_use]
pub fn show(record: &Record, at: Place) -> String {
    let mut out = format!("{}\n\n", record.title);
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(out, "{name:<10} {value}");
    };
    row("id", &record.id);
    row("place", &format!("{}, {}{}", record.file, place(record, at), remark(at)));
    row("status", record.status.name());
    row("by", &format!("{}, {}", record.author, time(record.created)));
    if let Some(changed) = record.changed {
        row("changed", &time(changed));
    }
    if let Some(found) = &record.finding {
        row("property", &format!("{} in {} ({})", found.property, found.function, found.class));
        for (k, link) in found.cause.iter().enumerate() {
            row(if k == 0 { "cause" } else { "" }, link);
        }
        if let Some(assumption) = &found.assumption {
            row("assumes", assumption);
        }
    }
    if !record.body.is_empty() {
        let _ = writeln!(out, "\n{}", record.body);
    }
    for reply in &record.replies {
        let _ = writeln!(out, "\n{}, {}:\n  {}", reply.author, time(reply.at), reply.body.replace('\n', "\n  "));
    }
    out
}

/// The table of what is expected and what is there.
#[must_use]
pub fn stats(files: &[FileStats]) -> String {
    let width = files.iter().map(|it| it.file.chars().count()).max().unwrap_or(0).max(4);
    let mut out = format!("{:<width$}  {:>8}  {:>5}  {:>4}  {:>7}\n", "file", "expected", "found", "open", "%");
    for FileStats { file, expected, found, open } in files {
        let percent = percentage(*expected, *found);
        let _ = writeln!(out, "{file:<width$}  {expected:>8}  {found:>5}  {open:>4}  {percent:>7}");
    }
    out
}

/// What a check shows against the ledger, below its report.
#[must_use]
pub fn judgement(judgement: &Judgement, finding: &Finding) -> String {
    let mut out = String::new();
    for judged in judgement.violated.iter().filter(|it| it.standing != Standing::New || judgement.has_ledger) {
        let property = &finding.properties[judged.property];
        let (file, line) = (&finding.sources.file(property.span.file).name, finding.sources.line(property.span));
        let _ = writeln!(out, "{:<9} {file}:{line}  {}{}", word(judged), title(finding, judged), why(judged));
    }
    for record in &judgement.fixed {
        let at = record.line.map_or_else(String::new, |line| format!(":{line}"));
        let _ = writeln!(out, "{:<9} {}{at}  {}", "fixed", record.file, record.title);
    }
    for Unused { file, line, why } in &judgement.unused {
        let why = match why {
            Useless::Nothing(class) => format!("`allow {class}` excuses nothing: no {class} check fails there"),
            Useless::NoClass(class) => format!("`allow {class}` names no class of checks"),
            Useless::NoReason(class) => format!("`allow {class}` does not say why: add a reason after the class"),
        };
        let _ = writeln!(out, "{:<9} {file}:{line}  {why}", "unused");
    }
    if judgement.is_old() {
        let rest = finding.properties.iter().filter(|property| !property.status.is_violated());
        let (open, good): (Vec<_>, Vec<_>) = rest.partition(|property| matches!(property.status, Status::Unknown(_)));
        let _ = write!(
            out,
            "nothing new fails; {} {} not fail",
            count(good.len()),
            if good.len() == 1 { "does" } else { "do" }
        );
        if !open.is_empty() {
            let _ = write!(out, ", {} undecided", open.len());
        }
        let behind = good.iter().filter(|property| !property.after.is_empty()).count();
        if behind > 0 {
            let _ = write!(out, " ({behind} of them looked at only in runs that do not fail before)");
        }
        out.push('\n');
    }
    out
}

fn count(checks: usize) -> String {
    match checks {
        1 => "1 other check".to_owned(),
        n => format!("{n} other checks"),
    }
}

fn word(judged: &Judged) -> &'static str {
    match judged.standing {
        Standing::New | Standing::OtherReason | Standing::NoFalseAlarm(_) => "new",
        Standing::Again => "again",
        Standing::Known(_) => "known",
        Standing::Allowed(_) => "allowed",
    }
}

fn title(finding: &Finding, judged: &Judged) -> String {
    whyc_report::title(&finding.sources, &finding.properties[judged.property])
}

fn why(judged: &Judged) -> String {
    let id = judged.id.as_ref().map_or_else(String::new, |id| format!("  {}", &id[..id.len().min(SHORT)]));
    match &judged.standing {
        Standing::New => id,
        Standing::Known(state) => format!("{id} ({})", state.name()),
        Standing::Again => format!("{id} (it had been fixed)"),
        Standing::OtherReason => format!("{id} (known, but it fails for another reason now)"),
        Standing::NoFalseAlarm(assumption) => format!("{id} (no false alarm: it fails even if {assumption})"),
        Standing::Allowed(reason) => format!(" ({reason})"),
    }
}

/// The records as a text that can be mailed.
#[must_use]
pub fn export(records: &[&Record]) -> String {
    let mut out = String::new();
    let mut last = None;
    for record in records {
        if last != Some(&record.file) {
            let _ = writeln!(out, "{}{}", if last.is_some() { "\n" } else { "" }, record.file);
            last = Some(&record.file);
        }
        let line = match (record.kind, record.line) {
            (Kind::Global, _) | (_, None) => String::new(),
            (_, Some(line)) => format!(" line {line}"),
        };
        let (kind, status) = (record.kind.name(), record.status.name().to_uppercase());
        let _ = writeln!(out, "  {kind}{line} {status} {} {}: {}", time(record.created), record.author, record.title);
        for text in record.body.lines() {
            let _ = writeln!(out, "    {text}");
        }
        for reply in &record.replies {
            let _ =
                writeln!(out, "    > {} {}: {}", time(reply.at), reply.author, reply.body.replace('\n', "\n      "));
        }
    }
    out
}
