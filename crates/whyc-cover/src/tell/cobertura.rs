//! Cobertura's XML, which CI services read.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::coverage::{Coverage, Status};
use crate::goal::Kind;
use crate::tell::lcov::n_runs;

/// The goals of each file.
#[must_use]
pub fn files(it: &Coverage) -> Vec<(String, Vec<usize>)> {
    let mut all: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, (goal, _)) in it.goals.iter().enumerate() {
        all.entry(it.sources.file(goal.span.file).name.clone()).or_default().push(at);
    }
    all.into_iter().collect()
}

/// The report.
#[must_use]
pub fn render(it: &Coverage) -> String {
    let (lines, branches) = (it.counts(Some(Kind::Line)), it.counts(Some(Kind::Branch)));
    let mut out = String::from(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n",
    );
    let _ = writeln!(
        out,
        "<coverage line-rate=\"{}\" branch-rate=\"{}\" lines-covered=\"{}\" lines-valid=\"{}\" branches-covered=\"{}\" branches-valid=\"{}\" complexity=\"0\" version=\"whyc\" timestamp=\"0\">",
        rate(lines.covered, lines.all),
        rate(branches.covered, branches.all),
        lines.covered,
        lines.all,
        branches.covered,
        branches.all
    );
    out.push_str("<sources><source>.</source></sources>\n<packages>\n");
    let _ = writeln!(
        out,
        "<package name=\"\" line-rate=\"{}\" branch-rate=\"{}\" complexity=\"0\">\n<classes>",
        rate(lines.covered, lines.all),
        rate(branches.covered, branches.all)
    );
    for (file, goals) in files(it) {
        class(it, &file, &goals, &mut out);
    }
    out.push_str("</classes>\n</package>\n</packages>\n</coverage>\n");
    out
}

fn class(it: &Coverage, file: &str, goals: &[usize], out: &mut String) {
    let of = |kind: Kind| goals.iter().copied().filter(move |&at| it.goals[at].0.key.kind() == kind);
    let is_covered = |at: &usize| matches!(it.goals[*at].1, Status::Covered(_));
    let mut ways: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for at in of(Kind::Branch) {
        let (all, taken) = ways.entry(it.sources.line(it.goals[at].0.span)).or_default();
        *all += 1;
        *taken += usize::from(is_covered(&at));
    }
    let (n_lines, n_hit) = (of(Kind::Line).count(), of(Kind::Line).filter(is_covered).count());
    let (n_ways, n_taken) = (of(Kind::Branch).count(), of(Kind::Branch).filter(is_covered).count());
    let name = escaped(file);
    let _ = writeln!(
        out,
        "<class name=\"{name}\" filename=\"{name}\" line-rate=\"{}\" branch-rate=\"{}\" complexity=\"0\">\n<methods/>\n<lines>",
        rate(n_hit, n_lines),
        rate(n_taken, n_ways)
    );
    for at in of(Kind::Line) {
        let goal = &it.goals[at].0;
        let (line, hits) = (it.sources.line(goal.span), n_runs(it, goal.key));
        let _ = match ways.get(&line) {
            Some((all, taken)) => writeln!(
                out,
                "<line number=\"{line}\" hits=\"{hits}\" branch=\"true\" condition-coverage=\"{}% ({taken}/{all})\"/>",
                taken * 100 / all
            ),
            None => writeln!(out, "<line number=\"{line}\" hits=\"{hits}\" branch=\"false\"/>"),
        };
    }
    out.push_str("</lines>\n</class>\n");
}

fn rate(part: usize, whole: usize) -> String {
    if whole == 0 { "1.0000".to_owned() } else { format!("{:.4}", part as f64 / whole as f64) }
}

/// Text as an attribute.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if (c as u32) < 32 => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
