//! `whyc proof`: proofs of any solver, checked and made smaller.

use std::fs::File;
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};
use whyc_base::budget::Budget;
use whyc_proof::import::Given;
use whyc_proof::reduce::Size;
use whyc_proof::trim::{Trimmed, trim};
use whyc_proof::{Accepted, Error, Formula, check};

use crate::cli::{Face, Files, Proof, ProofVerb, Shown};
use crate::{Exit, output};

/// Answers.
pub fn run(args: &Proof) -> anyhow::Result<Exit> {
    match &args.verb {
        ProofVerb::Check { files, shown } => {
            let answer = read(files).and_then(|(formula, proof)| check(&formula, proof, &budget(shown)));
            let told = match &answer {
                Ok(accepted) => Told { text: accepted_text(files, accepted), parts: accepted_parts(accepted) },
                Err(_) => Told::default(),
            };
            tell("proof check", files, shown, answer.err(), told)
        }
        ProofVerb::Trim { files, output, core, stats, rounds, shown } => {
            let rounds = rounds.unwrap_or(u32::MAX);
            let answer = read(files).and_then(|(formula, proof)| {
                let trimmed = trim(&formula, proof, rounds, &budget(shown))?;
                Ok((formula, trimmed))
            });
            let (formula, trimmed) = match answer {
                Ok(answer) => answer,
                Err(error) => return tell("proof trim", files, shown, Some(error), Told::default()),
            };
            if let Some(path) = output {
                output::file(&trimmed.text, path)?;
            }
            if let Some(path) = core {
                output::file(&core_text(&formula, &trimmed.core)?, path)?;
            }
            let told = Told {
                text: trimmed_text(files, &formula, &trimmed, *stats),
                parts: trimmed_parts(&formula, &trimmed),
            };
            tell("proof trim", files, shown, None, told)
        }
    }
}

/// What is told of a proof that was accepted.
#[derive(Default)]
struct Told {
    text: String,
    parts: Vec<(&'static str, Value)>,
}

fn tell(command: &str, files: &Files, shown: &Shown, error: Option<Error>, told: Told) -> anyhow::Result<Exit> {
    let (verdict, exit) = match &error {
        None => ("verified", Exit::Holds),
        Some(error) if error.is_refutation() => ("refused", Exit::Violated),
        Some(Error::Limit(_)) => ("unknown", Exit::Undecided),
        // What cannot be read is bad input, in any format.
        Some(Error::Malformed { line, what }) => anyhow::bail!("{}:{line}: {what}", files.proof.display()),
        Some(error) => anyhow::bail!("{error}"),
    };
    let reason = error.map(|error| error.to_string());
    let text = match shown.format {
        Face::Human => match &reason {
            None => told.text,
            Some(reason) => format!("{verdict}: {}: {reason}\n", files.proof.display()),
        },
        Face::Json => {
            let mut object = json!({
                "schema": "whyc-proof/1",
                "tool": {"name": "whyc", "version": env!("CARGO_PKG_VERSION")},
                "command": command,
                "formula": files.formula.display().to_string(),
                "proof": files.proof.display().to_string(),
                "verdict": verdict,
                "reason": reason,
                "accepted": null,
                "trimmed": null,
            });
            for (name, part) in told.parts {
                object[name] = part;
            }
            format!("{object:#}\n")
        }
    };
    output::report(&output::plain(&text), None)?;
    Ok(exit)
}

/// The limits that were asked for.
pub fn budget(shown: &Shown) -> Budget {
    let mut budget = Budget::unlimited();
    if let Some(timeout) = shown.timeout {
        budget = budget.with_timeout(timeout);
    }
    if let Some(mebibytes) = shown.memory {
        budget = budget.with_memory(mebibytes.saturating_mul(1 << 20));
    }
    budget
}

/// The formula, and the proof to be read.
fn read(files: &Files) -> Result<(Formula, File), Error> {
    let named = |path: &Path, error: Error| match error {
        // With two files it must be said which one.
        Error::Malformed { line, what } => {
            Error::Io(std::io::Error::other(format!("{}:{line}: {what}", path.display())))
        }
        Error::Io(error) => Error::Io(std::io::Error::other(format!("cannot read {}: {error}", path.display()))),
        error => error,
    };
    let formula = File::open(&files.formula).map_err(Error::from).and_then(Formula::read);
    let formula = formula.map_err(|error| named(&files.formula, error))?;
    let proof = File::open(&files.proof).map_err(|error| named(&files.proof, error.into()))?;
    Ok((formula, proof))
}

fn core_text(formula: &Formula, core: &[usize]) -> anyhow::Result<Vec<u8>> {
    let mut part = Formula::new(formula.n_vars());
    for &idx in core {
        part.push(formula.clause(idx));
    }
    let mut text = Vec::new();
    part.write(&mut text).context("a core should be written")?;
    Ok(text)
}

fn accepted_text(files: &Files, accepted: &Accepted) -> String {
    format!(
        "verified: {} has no solution: {} steps with {} hints, each checked\n",
        files.formula.display(),
        accepted.added,
        accepted.hints
    )
}

fn accepted_parts(accepted: &Accepted) -> Vec<(&'static str, Value)> {
    let Accepted { added, rat, deleted, hints } = *accepted;
    vec![("accepted", json!({"steps": added, "rat_steps": rat, "deleted": deleted, "hints": hints}))]
}

/// So much of it is left, in percent.
fn percent(after: usize, before: usize) -> String {
    if before == 0 { "–".to_owned() } else { format!("{:.1} %", 100.0 * after as f64 / before as f64) }
}

fn trimmed_text(files: &Files, formula: &Formula, trimmed: &Trimmed, stats: bool) -> String {
    let Trimmed { given, before, after, written, .. } = trimmed;
    let mut text = format!(
        "verified: {} has no solution by {} of its {} clauses; {} of {} hints are left\n",
        files.formula.display(),
        trimmed.core.len(),
        formula.n_clauses(),
        written.hints,
        given.hints,
    );
    if !stats {
        return text;
    }
    let row = |what: &str, before: usize, after: usize| {
        format!("  {what:<12}{before:>12}{after:>12}{:>10}\n", percent(after, before))
    };
    text.push_str(&format!("\n  {:<12}{:>12}{:>12}{:>10}\n", "", "before", "after", "left"));
    text.push_str(&row("steps", given.added, written.added as usize));
    text.push_str(&row("hints", given.hints, written.hints as usize));
    text.push_str(&row("resolutions", before.nodes - before.leaves, after.nodes - after.leaves));
    text.push_str(&row("nodes", before.nodes, after.nodes));
    text.push_str(&row("core", before.leaves, after.leaves));
    text.push_str(&format!("\n  {} of {} steps were needed at all;", given.needed, given.added));
    let removed: Vec<String> =
        trimmed.removed.iter().map(|(pass, n)| format!(" {} removed {n}", pass.name())).collect();
    text.push_str(&removed.join(","));
    text.push_str(&format!(" nodes, in {} rounds\n", trimmed.rounds));
    text
}

fn trimmed_parts(formula: &Formula, trimmed: &Trimmed) -> Vec<(&'static str, Value)> {
    let size = |Size { nodes, leaves }: Size| json!({"nodes": nodes, "core": leaves});
    let Given { added, hints, needed } = trimmed.given;
    let removed: serde_json::Map<String, Value> =
        trimmed.removed.iter().map(|(pass, n)| (pass.name().to_owned(), json!(n))).collect();
    vec![(
        "trimmed",
        json!({
            "clauses": formula.n_clauses(),
            "steps": {"before": added, "needed": needed, "after": trimmed.written.added},
            "hints": {"before": hints, "after": trimmed.written.hints},
            "resolution": {"before": size(trimmed.before), "after": size(trimmed.after)},
            "rounds": trimmed.rounds,
            "removed": removed,
        }),
    )]
}
