//! The tests of `whyc cover --tests`.

use std::path::Path;

use anyhow::Context;
use whyc_cover::Coverage;
use whyc_cover::coverage::RunEnd;
use whyc_debug::finding::Finding;
use whyc_report::replay::{self, GivenWorld};

use crate::output;

/// Writes a test for each run that ends by itself, and says what was written.
pub fn write(folder: &Path, it: &Coverage, finding: &Finding) -> anyhow::Result<String> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let (mut n_plain, mut n_c, mut without) = (0, 0, Vec::new());
    for (number, run) in it.runs.iter().enumerate() {
        let (number, name) = (number + 1, format!("run{:02}", number + 1));
        if run.end != RunEnd::Passes {
            without.push(format!("run {number} makes no test: it does not end by itself, or fails"));
            continue;
        }
        let part = |extension: &str, bytes: &[u8]| output::file(bytes, &folder.join(format!("{name}.{extension}")));
        if let Some(plain) = &run.plain {
            let words =
                shlex::try_join(plain.args.iter().map(String::as_str)).context("an argument has a zero in it")?;
            if !plain.args.is_empty() {
                part("args", format!("{words}\n").as_bytes())?;
            }
            part("in", &plain.stdin)?;
            part("out", &run.output)?;
            if let Some(status) = run.status {
                part("exit", format!("{status}\n").as_bytes())?;
            }
            n_plain += 1;
            continue;
        }
        let about = format!("A run found by whyc cover; it covers {} goals.", covers(it, number - 1));
        match replay::render_passing(finding, &run.script, &GivenWorld::default(), &about) {
            Ok(test) => {
                part("c", test.text.as_bytes())?;
                n_c += 1;
            }
            Err(obstacles) => without.push(format!("run {number} makes no test: {}", obstacles.join("; "))),
        }
    }
    let mut told = format!(
        "wrote {} {} to {}",
        n_plain + n_c,
        if n_plain + n_c == 1 { "test" } else { "tests" },
        folder.display()
    );
    told.push_str(match (n_plain, n_c) {
        (0, 0) => "\n",
        (_, 0) => "; try them: whyc localize --tests\n",
        (0, _) => "; each is a C program\n",
        (_, _) => "; those in C are programs\n",
    });
    for sentence in without {
        told.push_str(&format!("{sentence}\n"));
    }
    Ok(told)
}

fn covers(it: &Coverage, run: usize) -> usize {
    it.goals.iter().filter(|(goal, _)| it.runs[run].keys.contains(&goal.key)).count()
}
