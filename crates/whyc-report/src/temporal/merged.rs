//! Properties over time of a circuit as properties of its finding, so that they are told to programs like all others.

use whyc_base::status::{Bound, Reason};
use whyc_circuit::finding::{Bit, Finding, PropertyReport, Row, RowKind, RunReport, Status, Verdict, Wave, WaveKind};
use whyc_circuit::origin::Place;
use whyc_temporal::file::in_file;
use whyc_temporal::judged::Verdict as Known;
use whyc_temporal::judged::{Cell, Judged, Source, Story};
use whyc_temporal::view::Standing;

/// The class of such properties.
const CLASS: &str = "temporal";

/// The finding with some more properties.
#[must_use]
pub fn merged(mut finding: Finding, sources: &[Source], judged: &[Judged]) -> Finding {
    for it in judged {
        let at = finding.properties.len();
        let property = property(&sources[it.source], it);
        finding.head.verdict = worse(finding.head.verdict, verdict(&property.status));
        if let (Status::Unknown(reason), None) = (&property.status, &finding.head.reason) {
            finding.head.reason = Some(reason.clone());
        }
        finding.properties.push(property);
        // A run that only leaves something open breaks nothing.
        let is_broken = matches!(it.verdict, Known::Violated | Known::Recorded(Standing::Violated));
        let story = it.story.as_ref().filter(|_| is_broken);
        let Some(run) = story.map(|story| run(story, at)) else { continue };
        if finding.counterexample.is_none() {
            finding.counterexample = Some(run);
        } else {
            finding.others.push(run);
        }
    }
    finding
}

fn property(source: &Source, judged: &Judged) -> PropertyReport {
    let range = in_file(&judged.named, &judged.named.expr.place);
    let before = source.text.get(..range.start).unwrap_or_default();
    let line = before.bytes().filter(|it| *it == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let small = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let text = judged.named.text.clone();
    let length = text.lines().next().unwrap_or_default().chars().count();
    let (status, cycles) = match &judged.verdict {
        Known::Violated | Known::Recorded(Standing::Violated) => {
            (Status::Violated, judged.story.as_ref().map_or(0, |it| it.n_steps))
        }
        Known::Holds(_) | Known::Recorded(_) => (Status::Holds, 0),
        Known::HoldsUpTo(bound) => (Status::Bounded(vec![Bound::Cycles(*bound as u64)]), *bound),
        Known::HoldsWithinBounds(_) => (Status::Unknown(Reason::BeyondBounds), 0),
        Known::NotDecided { checked, reason } => (Status::Unknown(Reason::Said(reason.clone())), *checked),
    };
    PropertyReport {
        id: judged.named.name.clone(),
        class: CLASS,
        description: text.clone(),
        line: Some(line),
        place: Some(Place {
            file: source.name.clone(),
            line: small(line),
            column: small(column),
            end_line: small(line),
            end_column: small(column + length),
            text,
        }),
        status,
        cycles,
    }
}

fn verdict(status: &Status) -> Verdict {
    match status {
        Status::Holds | Status::Unreachable => Verdict::Safe,
        Status::Bounded(_) => Verdict::BoundedSafe,
        Status::Violated => Verdict::Violated,
        Status::Unknown(_) => Verdict::Unknown,
    }
}

fn worse(a: Verdict, b: Verdict) -> Verdict {
    let rank = |it: Verdict| match it {
        Verdict::Safe => 0,
        Verdict::BoundedSafe => 1,
        Verdict::Unknown => 2,
        Verdict::Violated => 3,
    };
    if rank(a) >= rank(b) { a } else { b }
}

fn run(story: &Story, property: usize) -> RunReport {
    let bits = |cell: &Cell| match cell {
        None => Vec::new(),
        Some((value, relevant)) => {
            let width = (128 - value.leading_zeros()).max(1);
            (0..width).map(|at| Bit { value: value >> at & 1 == 1, relevant: *relevant }).collect::<Vec<Bit>>()
        }
    };
    // All values of a signal are as wide as the widest.
    let cells = |all: &[Cell]| {
        let mut cells: Vec<Vec<Bit>> = all.iter().map(bits).collect();
        let width = cells.iter().map(Vec::len).max().unwrap_or(1);
        for cell in cells.iter_mut().filter(|it| !it.is_empty()) {
            let relevant = cell.iter().any(|it| it.relevant);
            cell.resize(width, Bit { value: false, relevant });
        }
        cells
    };
    let (inputs, others) = story.signals.split_at(story.n_inputs.min(story.signals.len()));
    let wave = |(name, all): &(String, Vec<Cell>), kind| Wave { name: name.clone(), kind, cells: cells(all) };
    let waves = inputs.iter().map(|it| wave(it, WaveKind::Input));
    RunReport {
        property,
        depth: if story.start.is_some() { story.n_steps } else { story.n_steps.saturating_sub(1) },
        is_shortest: false,
        n_columns: story.n_steps,
        loop_start: story.start,
        rows: inputs
            .iter()
            .map(|(name, all)| Row { name: name.clone(), kind: RowKind::Input, cells: cells(all) })
            .collect(),
        waves: waves.chain(others.iter().map(|it| wave(it, WaveKind::Property))).collect(),
        n_waves_left_out: 0,
        method: "core-incremental",
        optimal: false,
        at_least: None,
        cut_short: None,
    }
}
