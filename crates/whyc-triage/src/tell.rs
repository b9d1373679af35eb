//! The order in words, and for programs (`whyc-triage/1`).

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::fit::LEAST_ALPHA;
use crate::rank::{Order, Ranked, Trial};
use crate::table::{COLUMNS, Table};

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Whether the model is better than what needs none.
fn verdict(trial: &Trial) -> String {
    let best = trial.size.max(trial.churn);
    let name = if trial.size >= trial.churn { "size" } else { "recent changes" };
    if trial.model > best {
        "here the model is better than either alone".to_owned()
    } else if trial.model < best {
        format!(
            "here {name} alone would have been better: trust that order rather than this one (--by {})",
            if trial.size >= trial.churn { "size" } else { "churn" }
        )
    } else {
        format!("here {name} alone would have done as well")
    }
}

/// For people; ends with a line end.
#[must_use]
pub fn text(order: &Order, table: &Table, top: usize) -> String {
    let n = order.files.len();
    let mut text = format!(
        "What to check first, of {n} files, learnt from {} periods up to {}:\n\n",
        table.periods.len(),
        table.releases.last().map_or("now", String::as_str)
    );
    let _ = writeln!(text, "       share   so far   lines  fixes  changes  file");
    for (k, file) in order.files.iter().take(top).enumerate() {
        let Ranked { known, share, cumulative, .. } = file;
        let _ = writeln!(
            text,
            "  {:>3}  {:>6}  {:>6}  {:>6}  {:>5}  {:>7}  {}",
            k + 1,
            percent(*share).replace(' ', ""),
            percent(*cumulative).replace(' ', ""),
            known.lines,
            known.last.faults,
            known.last.changes,
            known.file
        );
    }
    if n > top {
        let _ = writeln!(text, "       … and {} more (--top N)", n - top);
    }
    text.push_str("\nfixes and changes are those of the newest period\n\n");
    match &order.trial {
        Some(trial) => {
            let _ = writeln!(
                text,
                "Tried on {} ({} fixes in {} files), learnt from what was before it. In the first fifth of the files there were",
                trial.release, trial.faults, trial.n_files
            );
            let _ = writeln!(text, "  {:>7} of the fixes by this model", percent(trial.model));
            let _ = writeln!(text, "  {:>7} by size alone", percent(trial.size));
            let _ = writeln!(text, "  {:>7} by recent changes alone", percent(trial.churn));
            let _ = writeln!(text, "{}", verdict(trial));
        }
        None => text.push_str(
            "It could not be tried: there is no period with fixes behind one to learn from. Take it as a guess.\n",
        ),
    }
    text
}

/// That there is no order, for programs; ends with a line end.
#[must_use]
pub fn unknown(why: &str) -> String {
    let report = json!({
        "schema": "whyc-triage/1",
        "tool": {"name": "whyc", "version": env!("CARGO_PKG_VERSION")},
        "command": "triage",
        "reason": why,
        "releases": [],
        "files": [],
        "trial": null,
        "model": null,
    });
    format!("{report:#}\n")
}

/// For programs; ends with a line end.
#[must_use]
pub fn json(order: &Order, table: &Table) -> String {
    let file = |it: &Ranked| -> Value {
        json!({
            "file": it.known.file,
            "expected": it.expected,
            "share": it.share,
            "cumulative": it.cumulative,
            "lines": it.known.lines,
            "age": it.known.age,
            "changes": it.known.last.changes,
            "fixes": it.known.last.faults,
        })
    };
    let trial = order.trial.as_ref().map(|it| {
        json!({
            "release": it.release,
            "fixes": it.faults,
            "files": it.n_files,
            "top": crate::rank::TOP,
            "model": it.model,
            "size": it.size,
            "churn": it.churn,
        })
    });
    let coefficients: Vec<Value> = COLUMNS
        .iter()
        .zip(&order.fit.beta)
        .enumerate()
        .map(|(k, (name, value))| json!({"name": name, "value": if order.fit.left_out.contains(&k) { None } else { Some(value) }}))
        .collect();
    let report = json!({
        "schema": "whyc-triage/1",
        "tool": {"name": "whyc", "version": env!("CARGO_PKG_VERSION")},
        "command": "triage",
        "reason": null,
        "releases": table.releases,
        "files": order.files.iter().map(file).collect::<Vec<_>>(),
        "trial": trial,
        "model": {
            "coefficients": coefficients,
            "dispersion": order.fit.alpha,
            "poisson": order.fit.alpha <= LEAST_ALPHA,
            "log_likelihood": order.fit.log_likelihood,
        },
    });
    format!("{report:#}\n")
}
