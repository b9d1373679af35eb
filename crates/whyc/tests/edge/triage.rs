//! `whyc triage`.

use std::path::Path;
use std::process::Command;

use whyc_tests::native::Scratch;

use super::{report, stderr, stdout, whyc};

fn git(folder: &Path, words: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=A", "-c", "user.email=a@example.org"]).args(words);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    let output = command.output().expect("git should start");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_file_that_is_mended_most_comes_first() {
    let scratch = Scratch::new();
    let folder = scratch.file("");
    git(&folder, &["init", "-q"]);
    for release in 1..=4 {
        for k in 0..5 {
            let text: String = (0..10 + 3 * k + release).map(|line| format!("int v{k}_{line};\n")).collect();
            let _ = scratch.write(&format!("f{k}.c"), text);
        }
        git(&folder, &["add", "-A"]);
        git(&folder, &["commit", "-qm", "More"]);
        for fix in 0..3 {
            let _ = scratch.write("f1.c", format!("int mended_{release}_{fix};\n").repeat(14));
            git(&folder, &["commit", "-qam", "fix: f1 again"]);
        }
        git(&folder, &["tag", &format!("v{release}")]);
    }
    let told = report(&folder, "triage.schema.json", &["triage", "--releases", "v1,v2,v3,v4"]);
    assert_eq!(told["files"][0]["file"], "f1.c", "{told:#}");
    assert_eq!((&told["trial"]["model"], &told["trial"]["fixes"]), (&serde_json::json!(1.0), &serde_json::json!(3)));
    let shares: f64 = told["files"].as_array().expect("files").iter().filter_map(|it| it["share"].as_f64()).sum();
    assert!((shares - 1.0).abs() < 1e-9);
    let text = stdout(&whyc(&folder, &["triage", "--top", "2"]));
    assert!(
        text.contains("1  ") && text.contains("f1.c") && text.contains("and 3 more") && text.contains("by size alone"),
        "{text}"
    );
    let sized = stdout(&whyc(&folder, &["triage", "--by", "size", "--top", "1"]));
    assert!(sized.contains("f4.c"), "{sized}");
    for (args, status, word) in [
        (&["triage", "--releases", "v1,v2,v9"][..], 2, "git:"),
        (&["triage", "--releases", "v1,v2"], 3, "too little history"),
        (&["triage", "--fix-words", "nonsense"], 3, "not a single fix"),
    ] {
        let output = whyc(&folder, args);
        assert_eq!(output.status.code(), Some(status), "{args:?}");
        assert!(format!("{}{}", stdout(&output), stderr(&output)).contains(word), "{args:?}: {}", stderr(&output));
    }
    report(&folder, "triage.schema.json", &["triage", "--fix-words", "nonsense"]);
}
