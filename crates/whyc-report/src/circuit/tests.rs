use std::time::Duration;

use whyc_base::budget::Exhausted;
use whyc_base::finding::Head;
use whyc_base::status::Reason;
use whyc_circuit::finding::{
    Bit, Bound, Finding, ProofReport, PropertyReport, Row, RowKind, RunReport, Stats, Status, Verdict, Wave, WaveKind,
};

use super::{html, json, table, text};
use crate::text::TextOptions;

fn options() -> TextOptions {
    TextOptions { color: false, width: 60, ssa: false, quiet: false, all: false, show_output: false, stats: false }
}

/// A value from its digits, the most significant first; after a `/` those that matter.
fn cell(pattern: &str) -> Vec<Bit> {
    let (digits, mask) = pattern.split_once('/').unwrap_or((pattern, ""));
    let mask = if mask.is_empty() { "1".repeat(digits.len()) } else { mask.to_owned() };
    let bits = digits.bytes().zip(mask.bytes()).rev();
    bits.map(|(digit, matters)| Bit { value: digit == b'1', relevant: matters == b'1' }).collect()
}

fn row(name: &str, kind: RowKind, cells: &[&str]) -> Row {
    Row { name: name.to_owned(), kind, cells: cells.iter().map(|it| cell(it)).collect() }
}

/// The inputs in every cycle, a count, and what the property looks at.
fn waves(rows: &[Row]) -> Vec<Wave> {
    let wave = |name: &str, kind: WaveKind, cells: Vec<Vec<Bit>>| Wave { name: name.to_owned(), kind, cells };
    let inputs = rows.iter().filter(|row| row.kind == RowKind::Input);
    let inputs = inputs.map(|row| wave(&row.name, WaveKind::Input, row.cells.clone()));
    let count = ["001/001", "010", "011", "100", "101"].map(cell).to_vec();
    let idle = ["1/0"; 5].map(cell).to_vec();
    let five = ["0", "0", "0", "0", "1"].map(cell).to_vec();
    inputs
        .chain([
            wave("count", WaveKind::State, count),
            wave("idle", WaveKind::Output, idle),
            wave("five", WaveKind::Property, five),
        ])
        .collect()
}

fn property(id: &str, status: Status, cycles: usize) -> PropertyReport {
    let description = format!("{id} is never true");
    PropertyReport { id: id.to_owned(), class: "bad", description, line: Some(7), place: None, status, cycles }
}

fn bounded(id: &str) -> PropertyReport {
    property(id, Status::Bounded(vec![Bound::Cycles(20)]), 20)
}

fn out_of_time(id: &str) -> PropertyReport {
    property(id, Status::Unknown(Reason::Exhausted(Exhausted::Time)), 7)
}

fn finding(verdict: Verdict, properties: Vec<PropertyReport>) -> Finding {
    Finding {
        head: Head { command: "check".to_owned(), files: vec!["counter.btor2".to_owned()], verdict, reason: None },
        bound: 20,
        is_bound_given: false,
        is_proof_sought: false,
        proof: None,
        explanation: None,
        localization: None,
        covers: Vec::new(),
        suspicions: Vec::new(),
        sources: Vec::new(),
        properties,
        counterexample: None,
        others: Vec::new(),
        stats: Stats { total: Duration::from_millis(12), ..Stats::default() },
    }
}

/// Five cycles; a name that would steer the terminal.
fn violated() -> Finding {
    let properties = vec![bounded("full"), property("\x1b[2Jfive", Status::Violated, 4)];
    let rows = vec![
        row("enable\x07", RowKind::Input, &["1", "1", "0/0", "1", "0/0"]),
        row("reset", RowKind::Input, &["0/0", "0/0", "0/0", "1/0", "0/0"]),
        row(
            "data",
            RowKind::Input,
            &["10110000/11110000", "10110000/11110001", "10110000/00000000", "10110000", "00000000/00000000"],
        ),
        row("start", RowKind::State, &["101/100"]),
        row("other", RowKind::State, &["101/000"]),
    ];
    let run = RunReport {
        property: 1,
        depth: 4,
        is_shortest: true,
        n_columns: 5,
        loop_start: None,
        waves: waves(&rows),
        n_waves_left_out: 0,
        rows,
        method: "core-incremental",
        optimal: false,
        at_least: None,
        cut_short: None,
    };
    Finding { counterexample: Some(run), ..finding(Verdict::Violated, properties) }
}

#[test]
fn values_show_what_matters() {
    let shown = ["1", "1/0", "101", "101/100", "1011", "10110000/11110000", "0000/0000", "111110101"];
    let expected = ["1", "-", "0x5", "0b1--", "0xb", "0xb-", "-", "0x1f5"];
    assert_eq!(shown.map(|it| table::value(&cell(it))), expected);
}

#[test]
fn a_run_that_matters_in_part() {
    insta::assert_snapshot!(text::render(&violated(), &options()));
}

#[test]
fn all_of_it_by_another_verb() {
    let mut finding = violated();
    finding.head.command = "minimize".to_owned();
    if let Some(run) = &mut finding.counterexample {
        run.optimal = true;
    }
    insta::assert_snapshot!(text::render(&finding, &TextOptions { all: true, ..options() }));
}

#[test]
fn long_runs_are_wrapped() {
    let mut finding = violated();
    if let Some(run) = &mut finding.counterexample {
        run.n_columns = 60;
        run.depth = 59;
        // It changes in every cycle at first, then stands still, and changes once more.
        let go = (0..60).map(|cycle| cell(if cycle < 30 && cycle % 2 == 0 || cycle == 57 { "1" } else { "0" }));
        let wave = |name: &str, kind: WaveKind, cells: Vec<Vec<Bit>>| Wave { name: name.to_owned(), kind, cells };
        run.waves = vec![
            wave("go", WaveKind::Input, go.collect()),
            wave("a name that is a good deal longer than others", WaveKind::State, vec![cell("0"); 60]),
        ];
    }
    let shown = text::render(&finding, &options());
    let mut table = shown.lines().filter(|line| line.starts_with("  "));
    assert!(table.all(|line| line.chars().count() <= 60), "{shown}");
    insta::assert_snapshot!(shown);
}

#[test]
fn a_run_that_goes_on_forever() {
    let mut finding = violated();
    finding.properties[1].class = "justice";
    if let Some(run) = &mut finding.counterexample {
        run.loop_start = Some(1);
        // Nobody says what comes in after the loop is closed.
        run.waves.iter_mut().filter(|wave| wave.kind != WaveKind::State).for_each(|wave| wave.cells[4].clear());
    }
    insta::assert_snapshot!(text::render(&finding, &options()));
}

#[test]
fn many_signals_are_cut_and_counted() {
    let mut finding = violated();
    if let Some(run) = &mut finding.counterexample {
        let state = run.waves.iter().find(|wave| wave.kind == WaveKind::State).cloned();
        let five = run.waves.pop();
        run.waves.extend(state.into_iter().cycle().take(100));
        run.waves.extend(five);
    }
    let shown = text::render(&finding, &options());
    assert!(shown.contains("  five ") && shown.contains("… 76 more signals (--all shows them)"), "{shown}");
    let all = text::render(&finding, &TextOptions { all: true, ..options() });
    assert_eq!(all.lines().filter(|line| line.starts_with("  count ")).count(), 101);
}

#[test]
fn verdicts_without_a_run() {
    let holds = |depth| property("full", Status::Holds, depth);
    let proof = |method: &'static str, invariants: &[&str], n_more: usize| {
        let invariants = invariants.iter().map(|&it| it.to_owned()).collect();
        let proof = ProofReport { method, depth: 2, invariants, n_more, certificate: None };
        Finding { proof: Some(proof), ..finding(Verdict::Safe, vec![holds(2)]) }
    };
    let proved = proof("induction", &[], 0);
    let by_invariant = proof("pdr", &["count <= 8", "!full -> empty"], 3);
    let bounded = finding(Verdict::BoundedSafe, vec![holds(2), bounded("five")]);
    let mut unknown = finding(Verdict::Unknown, vec![out_of_time("five")]);
    unknown.head.reason = Some(Reason::Exhausted(Exhausted::Time));
    let mut shown: String =
        [&proved, &by_invariant, &bounded, &unknown].map(|it| text::render(it, &options())).join("\n");
    for finding in [&proved, &bounded, &unknown, &violated()] {
        shown += &text::render(finding, &TextOptions { quiet: true, ..options() });
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn for_programs() {
    let mut finding = violated();
    if let Some(run) = &mut finding.counterexample {
        run.rows.retain(|row| row.name != "reset" && row.name != "other");
        run.rows.iter_mut().for_each(|row| row.cells.truncate(2));
    }
    insta::assert_snapshot!(json::render(&finding));
}

#[test]
fn a_page_with_a_waveform() {
    let mut finding = violated();
    finding.head.files[0] = "<b>.btor2".to_owned();
    let page = html::render(&finding);
    assert_eq!(page, html::render(&finding), "the same finding gives the same page");
    let (_, body) = page.split_once("<body>").expect("the page should have a body");
    for text in [
        "five</code> can be reached, after 4 cycles",
        "&#60;b&#62;.btor2",
        "<rect class=\"dc\"",
        ">0xb0</text>",
        "<g class=\"faint\">",
        "<div class=\"lane idle\"><span class=\"name\" title=\"reset\">",
        "<em class=\"any\">any</em>",
        "holds for 20 cycles",
    ] {
        assert!(body.contains(text), "{text} should be in {body}");
    }
    assert!(!page.contains('\x1b') && !page.contains('\x07') && !page.contains("<b>.btor2"));
}

#[test]
fn verdicts_without_a_run_have_a_page() {
    let mut unknown = finding(Verdict::Unknown, vec![out_of_time("five")]);
    unknown.head.reason = Some(Reason::Exhausted(Exhausted::Time));
    let page = html::render(&unknown);
    assert!(page.contains("The time limit was reached") && page.contains("unknown beyond 7 cycles"), "{page}");
    assert!(html::render(&finding(Verdict::BoundedSafe, Vec::new())).contains("To go further: --bound 80"));
}

#[test]
fn a_run_that_is_too_large_is_drawn_in_part() {
    let mut finding = violated();
    if let Some(run) = &mut finding.counterexample {
        run.n_columns = 70_000;
        let wave = |name: &str, cells: &[&str]| {
            let Row { name, cells, .. } = row(name, RowKind::Input, cells);
            Wave { name, kind: WaveKind::Input, cells }
        };
        run.waves = vec![wave("go", &["1"; 70_000]), wave("idle", &["1/0"; 70_000])];
    }
    let page = html::render(&finding);
    assert!(page.contains("1 signal and 10000 cycles left out"), "what is left out should be said");
}
