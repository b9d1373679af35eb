//! What is told where something holds only because no run gets through.

use whyc_base::diagnostic::Diagnostic;
use whyc_base::source::Span;
use whyc_check::{Analysis, Vacuity};

use crate::finding::VacuityReport;
use crate::trace::seen_from_outside;

/// Where to look, for each reason why what holds says little.
pub(crate) fn told(analysis: &Analysis, vacuity: &Vacuity) -> VacuityReport {
    let program = &analysis.program;
    match vacuity {
        Vacuity::Bounds => VacuityReport::Bounds { span: program.functions[program.entry].span },
        Vacuity::Assumptions(steps) => {
            let mut spans: Vec<Span> = Vec::new();
            if let Some(unrolling) = &analysis.unrolling {
                for &step in steps {
                    let step = &unrolling.steps[step];
                    let span = seen_from_outside(program, unrolling, step).map_or(step.span, |seen| seen.span);
                    if !spans.contains(&span) {
                        spans.push(span);
                    }
                }
            }
            VacuityReport::Assumptions { spans }
        }
    }
}

/// The same as a warning.
pub(crate) fn warning(analysis: &Analysis, told: &VacuityReport) -> Diagnostic {
    let sources = &analysis.program.sources;
    match told {
        VacuityReport::Bounds { span } => {
            Diagnostic::warning("every run goes beyond the bounds: nothing is known of how it ends".to_owned())
                .at(*span)
        }
        VacuityReport::Assumptions { spans } => {
            let Some((&last, others)) = spans.split_last() else {
                return Diagnostic::warning("no run gets to an end: what holds says little".to_owned());
            };
            let others: Vec<String> = others.iter().map(|&span| sources.line(span).to_string()).collect();
            let together = match &others[..] {
                [] => "no run meets this assumption".to_owned(),
                [line] => format!("no run meets this assumption and that of line {line} together"),
                lines => format!("no run meets this assumption and those of lines {} together", lines.join(", ")),
            };
            Diagnostic::warning(format!("{together}: what holds, holds only because of that")).at(last)
        }
    }
}
