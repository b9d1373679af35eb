//! `whyc check --certify` and `whyc verify`: why what holds does, for those who do not believe a solver.

use std::path::Path;

use anyhow::bail;
use serde_json::json;
use whyc_certificate::folder::Folder;
use whyc_certificate::verify::{Rejected, Verified, verify as verify_folder};
use whyc_check::certify::Unasked;
use whyc_session::{Request, Uncertified, Wish};

use crate::check::{self, Open};
use crate::cli::{Face, Format, Known, Output, Verify};
use crate::proof::budget;
use crate::{Exit, answer, known, output};

/// Decides a program and writes a certificate, if nothing fails.
pub fn run(request: Request, folder: &Path, known: &Known, shown: &Output) -> anyhow::Result<Exit> {
    if known.baseline.is_some() || known.record {
        bail!("--certify does not go with --baseline and --record: a certificate is about all properties");
    }
    if shown.format == Format::Vcd {
        bail!("--format vcd is for circuits");
    }
    // Who waits for a check should know before whether its certificate can be written.
    drop(Folder::begin(folder).map_err(|error| anyhow::anyhow!("--certify: {error}"))?);
    let mut open = match Open::new(request, Wish::Verdict.command(), shown) {
        Ok(open) => open,
        Err(refused) => return answer::refuse(shown, refused),
    };
    open.session.keep_proof();
    if shown.format == Format::Witness {
        open.session.invariants().map_err(check::mistaken)?;
    }
    let mut finding = open.session.answer(&Wish::Verdict, check::extent(shown)).map_err(check::mistaken)?;
    let judgement = known::excused(&mut finding)?;
    let tool = ("whyc", env!("CARGO_PKG_VERSION"));
    let certified = open.session.certify(folder, tool).map_err(check::mistaken)?;
    open.progress.clear();
    finding.certificate = certified.is_ok().then(|| folder.display().to_string());
    let over_time = answer::OverTime::new(&open.session, &finding);
    answer::publish_with(shown, &finding, &judgement, &over_time)?;
    let exit = known::exit(&finding, &judgement, open.session.request().is_bound_fixed());
    open.forget();
    match certified {
        Ok(()) => {
            if !shown.quiet {
                output::message(&output::plain(&format!("the certificate is in {}\n", folder.display())));
            }
            Ok(exit)
        }
        // A failing run speaks for itself, and of what is unknown there is nothing to be said.
        Err(Uncertified::Unasked(why @ Unasked::Verdict(_))) => {
            output::message(&format!("there is no certificate: {why}\n"));
            Ok(exit)
        }
        Err(why @ (Uncertified::Unasked(Unasked::Limit(_)) | Uncertified::Induction)) => {
            output::message(&format!("there is no certificate: {why}\n"));
            Ok(Exit::Undecided)
        }
        Err(why @ (Uncertified::Unasked(Unasked::Fault(_)) | Uncertified::Unwritten(_))) => {
            bail!("there is no certificate: {why}")
        }
    }
}

/// Verifies a certificate.
pub fn verify(args: &Verify) -> anyhow::Result<Exit> {
    let verified = verify_folder(&args.folder, &budget(&args.shown));
    let (verdict, exit) = match &verified {
        Ok(_) => ("verified", Exit::Holds),
        Err(Rejected::Refused { .. }) => ("refused", Exit::Violated),
        Err(Rejected::Limit(_)) => ("unknown", Exit::Undecided),
        Err(error @ Rejected::Unreadable { .. }) => bail!("{error}"),
    };
    let text = match (args.shown.format, &verified) {
        (Face::Human, Ok(verified)) => human(verified),
        (Face::Human, Err(error)) => format!("{verdict}: {error}\n"),
        (Face::Json, verified) => {
            let certified = verified.as_ref().ok();
            let object = json!({
                "schema": "whyc-verify/1",
                "tool": {"name": "whyc", "version": env!("CARGO_PKG_VERSION")},
                "command": "verify",
                "certificate": args.folder.display().to_string(),
                "verdict": verdict,
                "reason": verified.as_ref().err().map(Rejected::to_string),
                "certified": certified.map(|it| &it.manifest.verdict),
                "properties": certified.map(|it| &it.manifest.properties),
                "others": certified.map(|it| &it.manifest.others),
                "sources": certified.map(|it| &it.manifest.sources),
                "gates": certified.map(|it| it.gates),
                "clauses": certified.map(|it| it.clauses),
                "steps": certified.map(|it| it.proof.added),
            });
            format!("{object:#}\n")
        }
    };
    output::report(&output::plain(&text), None)?;
    Ok(exit)
}

fn human(verified: &Verified) -> String {
    let Verified { manifest, gates, clauses, proof, unseen } = verified;
    let many = |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
    let n_outputs = manifest.properties.iter().map(|it| it.outputs.len()).sum::<usize>() + manifest.others.len();
    let mut text = format!(
        "verified: {}: {}, {}\n",
        manifest.program.join(" "),
        manifest.verdict,
        many(manifest.properties.len(), "property", "properties"),
    );
    let told = [
        format!("{} as checked", many(manifest.sources.len() - unseen.len(), "file", "files")),
        format!("{} that must not happen", many(n_outputs, "thing", "things")),
        format!("{}, {} that say so", many(*gates, "gate", "gates"), many(*clauses, "clause", "clauses")),
        format!("no solution, in {}", many(proof.added as usize, "step", "steps")),
    ];
    text.push_str(&format!("  {}\n", told.join(" · ")));
    for file in unseen {
        text.push_str(&format!("  {} was no file, and cannot be looked at again\n", file.display()));
    }
    text
}
