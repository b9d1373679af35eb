//! What is known of the properties over time that a program is watched for, told in their own terms.

use whyc_base::source::Span;
use whyc_base::status::Status;
use whyc_debug::finding::{Counterexample, Finding, PropertyReport};
use whyc_temporal::judged::{Judged, Verdict};
use whyc_temporal::program::Watched;
use whyc_temporal::program::told::{self, Letter};

use crate::session::Session;

impl Session {
    /// What a finding says of each property over time, with the run that breaks it where there is one.
    #[must_use]
    pub fn over_time(&self, finding: &Finding) -> Vec<Judged> {
        let sources = self.request.temporal.iter().enumerate();
        let from = sources.flat_map(|(at, source)| source.properties.iter().map(move |_| at));
        self.watched.iter().zip(from).map(|(watched, source)| judged(finding, watched, source)).collect()
    }
}

fn judged(finding: &Finding, watched: &Watched, source: usize) -> Judged {
    let own: Vec<usize> = (0..finding.properties.len()).filter(|&at| is_of(&finding.properties[at], watched)).collect();
    if let Some(run) = finding.failing_runs().find(|run| own.contains(&run.property)) {
        return along(finding, watched, source, run);
    }
    let any = |is: fn(&Status) -> bool| own.iter().any(|&at| is(&finding.properties[at].status));
    let verdict = if any(|it| matches!(it, Status::Violated)) {
        Verdict::Violated
    } else if any(|it| matches!(it, Status::Unknown(_))) {
        Verdict::NotDecided { checked: 0, reason: "some of its assertions could not be decided".to_owned() }
    } else if any(|it| matches!(it, Status::Bounded(_))) {
        Verdict::HoldsWithinBounds
    } else {
        Verdict::Holds(Vec::new())
    };
    told::without_run(watched, source, verdict)
}

/// Whether an assertion is one of a property's own.
fn is_of(property: &PropertyReport, watched: &Watched) -> bool {
    let known = [told::description(&watched.named), told::description_at_end(&watched.named)];
    known.contains(&property.description)
}

fn along(finding: &Finding, watched: &Watched, source: usize, run: &Counterexample) -> Judged {
    let name = told::step_name(&watched.named);
    let letter = |value: u128, span: Span| Letter {
        value: usize::try_from(value).unwrap_or(usize::MAX),
        file: finding.sources.file(span.file).name.clone(),
        line: finding.sources.line(span),
    };
    let letters: Vec<Letter> =
        run.watched.iter().filter(|it| it.name == name).map(|it| letter(it.value, it.span)).collect();
    let end = letter(0, finding.properties[run.property].span);
    told::with_run(watched, source, &letters, &end)
}
