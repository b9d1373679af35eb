//! What is told when nothing could be decided: a limit came first.

use whyc_base::finding::Head;
use whyc_base::source::SourceMap;
use whyc_base::status::Reason;
use whyc_check::Status;
use whyc_ir::layout::Pointers;
use whyc_ir::program::{Origin, Program};
use whyc_ir::property::PropertyTable;

use crate::finding::{BoundsReport, Finding, PropertyReport, StatsReport};

/// A finding about a program that was not even read.
#[must_use]
pub fn unread(command: &str, files: &[String], reason: Reason) -> Finding {
    Finding {
        head: Head::unknown(command, files, reason),
        options: Vec::new(),
        narrowed: Vec::new(),
        entry: "main".to_owned(),
        pointers: Pointers::Bits64,
        sources: SourceMap::new(),
        notes: Vec::new(),
        bounds: BoundsReport { unwind: 0, complete: false, cuts: Vec::new() },
        properties: Vec::new(),
        counterexample: None,
        others: Vec::new(),
        invariants: Vec::new(),
        induction: None,
        classes: None,
        explanation: None,
        schedule: None,
        localization: None,
        replayed: None,
        vacuity: None,
        suspicions: Vec::new(),
        covers: Vec::new(),
        supports: Vec::new(),
        along: None,
        certificate: None,
        missing: Vec::new(),
        engine: None,
        stats: StatsReport::default(),
    }
}

/// A finding about a program with these properties, none of which is decided.
#[must_use]
pub fn unlooked(
    program: &Program,
    properties: &PropertyTable,
    command: &str,
    files: &[String],
    reason: Reason,
) -> Finding {
    let told = properties.all().iter().filter(|it| program.functions[it.function].origin == Origin::User);
    let told: Vec<PropertyReport> = told
        .map(|property| PropertyReport {
            id: property.name.clone(),
            class: property.class,
            description: property.description.clone(),
            span: property.span,
            function: program.functions[property.function].name.clone(),
            status: Status::Unknown(reason.clone()),
            after: Vec::new(),
            is_ruled_out: false,
            excused: None,
        })
        .collect();
    Finding {
        entry: program.functions[program.entry].name.clone(),
        pointers: program.types.target.pointers,
        sources: program.sources.clone(),
        properties: told,
        ..unread(command, files, reason)
    }
}
