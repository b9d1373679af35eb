//! Dependencies between our crates go one way: a crate knows what lies before it, never what lies after it.

use std::collections::BTreeSet;
use std::fs;

use whyc_tests::repository;

/// Every crate with the crates of ours that it may use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("whyc-base", &[]),
    ("whyc-shrink", &["whyc-base"]),
    ("whyc-bayes", &[]),
    ("whyc-ir", &["whyc-base"]),
    ("whyc-aig", &["whyc-base"]),
    ("whyc-term", &["whyc-base", "whyc-aig"]),
    ("whyc-sat", &["whyc-base"]),
    ("whyc-proof", &["whyc-base"]),
    ("whyc-certificate", &["whyc-base", "whyc-proof"]),
    ("whyc-c", &["whyc-base", "whyc-ir"]),
    ("whyc-unroll", &["whyc-base", "whyc-ir", "whyc-aig", "whyc-term"]),
    ("whyc-check", &["whyc-base", "whyc-ir", "whyc-aig", "whyc-term", "whyc-sat", "whyc-unroll"]),
    ("whyc-prove", &["whyc-base", "whyc-ir", "whyc-term", "whyc-sat", "whyc-unroll", "whyc-check"]),
    ("whyc-debug", &["whyc-base", "whyc-ir", "whyc-aig", "whyc-term", "whyc-sat", "whyc-unroll", "whyc-check"]),
    ("whyc-localize", &["whyc-base", "whyc-ir", "whyc-term", "whyc-sat", "whyc-unroll", "whyc-check", "whyc-debug"]),
    ("whyc-circuit", &["whyc-base", "whyc-aig", "whyc-term", "whyc-sat"]),
    // Its tests read programs.
    (
        "whyc-engines",
        &[
            "whyc-base",
            "whyc-ir",
            "whyc-aig",
            "whyc-term",
            "whyc-sat",
            "whyc-c",
            "whyc-unroll",
            "whyc-check",
            "whyc-prove",
        ],
    ),
    ("whyc-cluster", &["whyc-base", "whyc-term", "whyc-proof", "whyc-engines"]),
    ("whyc-temporal", &["whyc-base", "whyc-ir", "whyc-aig", "whyc-circuit"]),
    ("whyc-threads", &["whyc-base", "whyc-ir"]),
    ("whyc-along", &["whyc-base", "whyc-ir"]),
    (
        "whyc-session",
        &[
            "whyc-base",
            "whyc-ir",
            "whyc-proof",
            "whyc-certificate",
            "whyc-c",
            "whyc-check",
            "whyc-prove",
            "whyc-debug",
            "whyc-localize",
            "whyc-circuit",
            "whyc-engines",
            "whyc-temporal",
            "whyc-threads",
            "whyc-along",
        ],
    ),
    (
        "whyc-reduce",
        &[
            "whyc-base",
            "whyc-shrink",
            "whyc-ir",
            "whyc-aig",
            "whyc-c",
            "whyc-check",
            "whyc-debug",
            "whyc-circuit",
            "whyc-session",
        ],
    ),
    (
        "whyc-history",
        &["whyc-base", "whyc-shrink", "whyc-ir", "whyc-c", "whyc-check", "whyc-debug", "whyc-session", "whyc-reduce"],
    ),
    ("whyc-prob", &["whyc-base", "whyc-ir"]),
    ("whyc-sample", &["whyc-base", "whyc-ir", "whyc-aig", "whyc-unroll", "whyc-circuit", "whyc-session"]),
    ("whyc-harness", &[]),
    ("whyc-triage", &[]),
    ("whyc-modal", &["whyc-base"]),
    ("whyc-hybrid", &["whyc-base", "whyc-modal"]),
    ("whyc-report", &["whyc-base", "whyc-ir", "whyc-check", "whyc-debug", "whyc-circuit", "whyc-temporal"]),
    (
        "whyc-cover",
        &[
            "whyc-base",
            "whyc-bayes",
            "whyc-ir",
            "whyc-term",
            "whyc-unroll",
            "whyc-check",
            "whyc-debug",
            "whyc-sample",
            "whyc-report",
        ],
    ),
    ("whyc-review", &["whyc-base", "whyc-ir", "whyc-debug", "whyc-report"]),
    (
        "whyc-lsp",
        &["whyc-base", "whyc-ir", "whyc-c", "whyc-check", "whyc-debug", "whyc-session", "whyc-report", "whyc-review"],
    ),
    (
        "whyc",
        &[
            "whyc-base",
            "whyc-ir",
            // Its tests make up runs.
            "whyc-term",
            "whyc-c",
            "whyc-proof",
            "whyc-certificate",
            "whyc-unroll",
            "whyc-check",
            "whyc-debug",
            "whyc-localize",
            "whyc-circuit",
            "whyc-engines",
            "whyc-cluster",
            "whyc-along",
            "whyc-temporal",
            "whyc-session",
            "whyc-shrink",
            "whyc-reduce",
            "whyc-history",
            "whyc-prob",
            "whyc-sample",
            "whyc-harness",
            "whyc-triage",
            "whyc-modal",
            "whyc-hybrid",
            "whyc-report",
            "whyc-cover",
            "whyc-review",
            "whyc-lsp",
        ],
    ),
    ("whyc-tests", &[]),
];

/// Crates of others that only one of ours may know.
const OWNERS: &[(&str, &str)] = &[
    ("clang-sys", "whyc-c"),
    ("rustsat-cadical", "whyc-sat"),
    ("clap", "whyc"),
    ("lsp-types", "whyc-lsp"),
    ("async-nats", "whyc-cluster"),
    ("tokio", "whyc-cluster"),
];

/// The section of the manifest and the name, for every dependency in a manifest.
fn dependencies(manifest: &str) -> Vec<(String, String)> {
    let mut section = String::new();
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            // `[dependencies.name]` is a section of its own, and what it holds are no dependencies.
            if let Some((kind, name)) = name.rsplit_once("dependencies.") {
                found.push((format!("{kind}dependencies"), name.to_owned()));
            }
            name.clone_into(&mut section);
        } else if section.ends_with("dependencies") && !line.starts_with('#') {
            let name = line.split(['=', '.', ' ']).next().unwrap_or("");
            if !name.is_empty() {
                found.push((section.clone(), name.to_owned()));
            }
        }
    }
    found
}

/// All crates of the workspace with their manifests.
fn manifests() -> Vec<(String, String)> {
    let folder = repository().join("crates");
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("crates should be listed").flatten() {
        if let Ok(manifest) = fs::read_to_string(entry.path().join("Cargo.toml")) {
            all.push((entry.file_name().to_string_lossy().into_owned(), manifest));
        }
    }
    all.sort();
    all
}

#[test]
fn no_crate_uses_what_lies_after_it() {
    let mut wrong = Vec::new();
    for (name, manifest) in manifests() {
        let Some((_, allowed)) = MAY_USE.iter().find(|(known, _)| *known == name) else {
            wrong.push(format!("{name} is not in the table"));
            continue;
        };
        for (section, used) in dependencies(&manifest) {
            // Tests may use what tests share.
            let for_tests = section == "dev-dependencies" && used == "whyc-tests";
            if (used == "whyc" || used.starts_with("whyc-")) && !allowed.contains(&used.as_str()) && !for_tests {
                wrong.push(format!("{name} uses {used} ({section})"));
            }
            if let Some((_, owner)) = OWNERS.iter().find(|(theirs, _)| *theirs == used)
                && *owner != name
            {
                wrong.push(format!("{name} uses {used}, which is for {owner} alone"));
            }
        }
    }
    assert!(wrong.is_empty(), "the arrows are in design order only:\n{}", wrong.join("\n"));
}

/// The table itself allows no circle: each crate uses only crates above it.
#[test]
fn the_table_is_in_order() {
    let mut above = BTreeSet::new();
    for (name, allowed) in MAY_USE {
        for used in *allowed {
            assert!(above.contains(used), "{used} should stand above {name}");
        }
        above.insert(*name);
    }
}

#[test]
fn manifests_are_read() {
    let text = "[dependencies]\nwhyc-ir.workspace = true\n# no = 1\nserde = \"1\"\n[dev-dependencies]\ninsta.workspace = true\n[dependencies.clap]\nversion = \"4\"\n";
    let found = dependencies(text);
    let names: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["whyc-ir", "serde", "insta", "clap"]);
    assert_eq!(found[2].0, "dev-dependencies");
}

/// Names in backquotes.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The table of dependencies is the true one.
#[test]
fn every_dependency_of_others_is_explained() {
    let page = fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("the page should be read");
    let (_, table) = page.split_once("## Why each dependency is there").expect("the page should have the table");
    let rows =
        table.lines().skip_while(|line| !line.starts_with("| ---")).skip(1).take_while(|line| line.starts_with('|'));
    let explained: BTreeSet<String> = rows.flat_map(|row| quoted(row.split('|').nth(1).unwrap_or(""))).collect();
    let used: BTreeSet<String> = manifests()
        .iter()
        .flat_map(|(_, manifest)| dependencies(manifest))
        .map(|(_, name)| name)
        .filter(|name| name != "whyc" && !name.starts_with("whyc-"))
        .collect();
    assert_eq!(explained, used, "the table on the left, the manifests on the right");
}
