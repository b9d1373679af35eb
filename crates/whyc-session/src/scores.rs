//! How close the places that were found are to a fault that is known.

use whyc_debug::finding::{DiagnosisReport, LocalizationReport, Scores};
use whyc_ir::program::Program;
use whyc_localize::dependence::{Graph, Line};

/// A known fault: a file and the lines in it that are wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, with or without its folder.
    pub file: String,
    /// The lines.
    pub lines: Vec<u32>,
}

/// How close the places of `report` are to `fault`; nothing if the program has no such file.
pub(crate) fn scores(program: &Program, report: &LocalizationReport, fault: &Fault) -> Option<Scores> {
    let is_named = |name: &str| name == fault.file || name.ends_with(&format!("/{}", fault.file));
    let (id, _) = program.sources.files().find(|(_, known)| is_named(&known.name))?;
    let fault: Vec<Line> = fault.lines.iter().map(|&line| (id, line)).collect();
    let lines = |diagnoses: &[DiagnosisReport]| -> Vec<Line> {
        let places = diagnoses.iter().flat_map(|diagnosis| &diagnosis.components);
        places.map(|component| (component.span.file, program.sources.line(component.span))).collect()
    };
    let all = [lines(&report.diagnoses), lines(&report.folded)].concat();
    let likely = match report.n_likely() {
        0 => all.clone(),
        n => lines(&report.diagnoses[..n]),
    };
    let graph = Graph::new(program);
    Some(Scores {
        likely: graph.score(&likely, &fault),
        all: graph.score(&all, &fault),
        in_order: graph.score_in_order(&all, &fault),
    })
}
