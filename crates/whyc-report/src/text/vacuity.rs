//! What makes it suspicious that everything holds: each with its place, and what keeps it from happening.

use codespan_reporting::diagnostic::Severity;
use whyc_check::Verdict;
use whyc_debug::finding::{Finding, How, Suspicion};

use super::{TextOptions, append, notes, summary};
use crate::excerpt::{self, Mark};
use crate::paint::{Paint, Role};
use crate::{suspicions, words};

/// The report; ends with a line end.
pub fn render(finding: &Finding, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    if finding.head.verdict != Verdict::Safe {
        let mut out = summary::render(finding, options);
        append(&mut out, &notes(finding, options));
        if finding.head.verdict == Verdict::BoundedSafe {
            append(
                &mut out,
                "What no run reaches within the bounds may be reached beyond them: nothing more is said.\n",
            );
        }
        return out;
    }
    let mut out = summary::verdict_line(finding, paint);
    for it in &finding.suspicions {
        append(&mut out, &told(finding, it, paint));
    }
    append(&mut out, &notes(finding, options));
    let n = finding.suspicions.len() + usize::from(finding.vacuity.is_some());
    let last = match n {
        0 if !finding.bounds.complete => {
            "Shown by induction: nothing is suspicious that one round of each loop, from whatever state, can tell.".to_owned()
        }
        0 => "Nothing is suspicious: some run comes to every assertion and needs every part of it, enters every loop and takes every case."
            .to_owned(),
        n => words::count(n, "suspicious place"),
    };
    append(&mut out, &format!("{last} · {}\n", words::duration(finding.stats.total)));
    out
}

fn told(finding: &Finding, it: &Suspicion, paint: Paint) -> String {
    let sources = &finding.sources;
    let head = paint.apply(Role::Warning, format!("warning[{}]", it.kind.name()));
    let title = paint.apply(Role::Strong, format!(": {}", suspicions::sentence(sources, it)));
    let mut marks = vec![Mark { span: it.part.unwrap_or(it.span), text: String::new() }];
    for because in it.because.iter().filter(|because| because.span != it.span) {
        let text = match because.how {
            How::NeverTrue => "never true",
            How::NeverFalse => "never false",
            How::True => "true on the way",
            How::False => "false on the way",
            How::Assumed => "assumed",
            How::NotCalled => "never called",
            How::Follows => "follows from this",
            How::Always => "because of what always holds here",
        };
        marks.push(Mark { span: because.span, text: text.to_owned() });
    }
    let notes: Vec<String> =
        suspicions::reason(sources, it).into_iter().map(|reason| format!("because {reason}")).collect();
    format!("{head}{title}\n{}", excerpt::render(sources, Severity::Warning, &marks, &notes, paint))
}
