//! From a finding, or from a refusal, to what is written and to the exit status.

use anyhow::bail;
use whyc_check::Verdict;
use whyc_debug::finding::Finding;
use whyc_report::text::TextOptions;
use whyc_report::{diagnostics, html, json, reasons, temporal, text};
use whyc_review::Judgement;
use whyc_session::{Refused, Session};
use whyc_temporal::judged::{Judged, Source};

use crate::Exit;
use crate::cli::{Format, Output};
use crate::{check, formats, output};

/// Says why the input cannot be used.
pub fn refuse(shown: &Output, refused: Refused) -> anyhow::Result<Exit> {
    match refused {
        Refused::Invalid { sources, diagnostics } => {
            let color = output::is_message_colored(shown.color);
            output::message(&diagnostics::render(&sources, &diagnostics, color));
            Ok(Exit::Bad)
        }
        refused @ (Refused::NoLibclang(_) | Refused::Mistaken { .. } | Refused::Internal(_)) => {
            Err(check::mistaken(refused))
        }
    }
}

/// What is known of properties over time, beside a finding.
#[derive(Default)]
pub struct OverTime {
    /// Where the properties stand.
    pub sources: Vec<Source>,
    /// What is known of each.
    pub judged: Vec<Judged>,
    /// Whether it is the failing run that was asked about: people are told of what it breaks, and no more.
    pub is_about_run: bool,
}

impl OverTime {
    /// What a session knows of them.
    pub fn new(session: &Session, finding: &Finding) -> Self {
        Self { sources: session.request().temporal.clone(), judged: session.over_time(finding), is_about_run: false }
    }
}

/// Writes the finding in the format that was asked for.
pub fn publish(shown: &Output, finding: &Finding) -> anyhow::Result<()> {
    publish_with(shown, finding, &Judgement::default(), &OverTime::default())
}

/// The same; people are told what of it is new. What is not is told in a line each, unless all is wanted.
pub fn publish_with(
    shown: &Output,
    finding: &Finding,
    judgement: &Judgement,
    over_time: &OverTime,
) -> anyhow::Result<()> {
    let path = shown.output.as_deref();
    let OverTime { sources, judged, is_about_run } = over_time;
    let report = match shown.format {
        Format::Html => {
            let page = html::render_over_time(finding, temporal::html::section(sources, judged));
            return output::page(&page, path, shown.open);
        }
        Format::Json if !judged.is_empty() => {
            json::render_over_time(finding, &temporal::json::checked(sources, judged))
        }
        Format::Json => json::render(finding),
        Format::Sarif => formats::sarif(finding)?,
        Format::Witness => match formats::witness(finding)? {
            Some(witness) => witness,
            None => {
                // There is nothing to be written: a message, not half a file.
                output::message(&format!("no witness: {}\n", no_witness(finding)));
                return Ok(());
            }
        },
        Format::Human => {
            let options = TextOptions {
                color: output::is_colored(shown.color, path),
                width: output::width(),
                ssa: shown.ssa,
                quiet: shown.quiet,
                all: shown.all,
                show_output: shown.show_output,
                stats: shown.stats,
            };
            let mut more = whyc_review::text::judgement(judgement, finding);
            if !shown.quiet {
                more.push_str(
                    temporal::text::of_program(sources, judged, *is_about_run, &options).trim_start_matches('\n'),
                );
            }
            match (judgement.is_old(), shown.quiet) {
                (true, true) => "nothing new fails\n".to_owned(),
                (true, false) if !shown.all => more,
                (_, true) => text::render(finding, &options),
                (_, false) if more.is_empty() => text::render(finding, &options),
                (_, false) => format!("{}\n{more}", text::render(finding, &options)),
            }
        }
        Format::Vcd => bail!("--format vcd is for circuits"),
        Format::Lcov | Format::Cobertura => bail!("--format lcov and cobertura are for cover"),
    };
    output::report(&report, path)
}

/// Why there is no witness.
fn no_witness(finding: &Finding) -> String {
    let verdict = finding.head.verdict.name();
    if finding.head.verdict == Verdict::Safe && !finding.narrowed.is_empty() {
        let options: Vec<&str> = finding.narrowed.iter().map(|it| it.option()).collect();
        let verb = if options.len() == 1 { "narrows" } else { "narrow" };
        let options = options.join(", ");
        return format!(
            "the verdict is {verdict}, but {options} {verb} what was checked; a witness is about all of it"
        );
    }
    let reason =
        finding.head.reason.as_ref().map_or(String::new(), |reason| format!(": {}", reasons::sentence(reason)));
    format!("the verdict is {verdict}{reason}")
}

/// What the exit status says of a verdict. A bound that is fixed asks about the runs within it.
pub fn exit(verdict: Verdict, is_bound_fixed: bool) -> Exit {
    match verdict {
        Verdict::Safe => Exit::Holds,
        Verdict::BoundedSafe if is_bound_fixed => Exit::Holds,
        Verdict::BoundedSafe | Verdict::Unknown => Exit::Undecided,
        Verdict::Violated => Exit::Violated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_bound_that_was_asked_for_makes_bounded_safe_good() {
        let both = |verdict| [exit(verdict, false) as u8, exit(verdict, true) as u8];
        assert_eq!(both(Verdict::Safe), [0, 0]);
        assert_eq!(both(Verdict::Violated), [1, 1]);
        assert_eq!(both(Verdict::Unknown), [3, 3]);
        assert_eq!(both(Verdict::BoundedSafe), [3, 0]);
    }
}
