//! Certificates that were damaged, and certificates by someone who knows how to write hashes.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use whyc_base::budget::Budget;
use whyc_certificate::folder::{FORMULA, Folder, GATES, MANIFEST, PROOF};
use whyc_certificate::gates::Gates;
use whyc_certificate::manifest::{Kind, Manifest, Other, Property, SCHEMA, Source, Tool, sha256};
use whyc_certificate::verify::{Rejected, verify};
use whyc_proof::Formula;

/// What is changed before the hashes are made.
struct Written {
    gates: &'static str,
    formula: &'static str,
    proof: &'static str,
    change: fn(&mut Manifest),
}

/// An input, and what it and its negation make together: that never happens. And the input that it must be to begin with
/// is the conjunction of two more.
const RIGHT: Written = Written {
    gates: "aag 4 2 0 2 2\n2\n4\n6\n8\n6 2 3\n8 6 4\n",
    formula: "p cnf 4 6\n-3 1 0\n-3 -1 0\n-4 3 0\n-4 2 0\n4 -3 -2 0\n3 4 0\n",
    proof: "7 3 0 6 3 0\n8 0 7 1 2 0\n",
    change: |_| {},
};

struct Scene {
    folder: TempDir,
}

impl Scene {
    fn certificate(&self) -> PathBuf {
        self.folder.path().join("certificate")
    }

    fn source(&self) -> PathBuf {
        self.folder.path().join("main.c")
    }

    fn new(written: &Written) -> Self {
        let scene = Self { folder: TempDir::new().expect("a folder") };
        fs::write(scene.source(), "int main(void) {}\n").expect("a file");
        let folder = Folder::begin(&scene.certificate()).expect("a certificate should begin");
        fs::write(folder.proof_path(), written.proof).expect("a file");
        fs::write(folder.proof_path().with_file_name(FORMULA), written.formula).expect("a file");
        fs::write(folder.proof_path().with_file_name(GATES), written.gates).expect("a file");
        let mut manifest = manifest(&scene.source());
        (written.change)(&mut manifest);
        folder.finish(manifest).expect("a certificate should be written");
        scene
    }

    /// What `verify` says, without the folder.
    fn said(&self) -> String {
        match verify(&self.certificate(), &Budget::unlimited()) {
            Ok(verified) => format!("verified: {}", verified.manifest.verdict),
            Err(error) => {
                let kind = if matches!(error, Rejected::Refused { .. }) { "refused" } else { "unreadable" };
                let text = format!("{kind}: {error}");
                text.replace(&format!("{}/", self.certificate().display()), "")
                    .replace(&format!("{}/", self.folder.path().display()), "")
            }
        }
    }

    fn replace(&self, file: &str, old: &str, new: &str) {
        let path = self.certificate().join(file);
        let text = fs::read_to_string(&path).expect("a file");
        assert!(text.contains(old), "{file} should have {old}");
        fs::write(path, text.replacen(old, new, 1)).expect("a file");
    }
}

fn manifest(source: &Path) -> Manifest {
    Manifest {
        schema: SCHEMA.into(),
        tool: Tool { name: "whyc".into(), version: "0".into() },
        verdict: "safe".into(),
        program: vec!["main.c".into()],
        options: Vec::new(),
        entry: "main".into(),
        unwind: 1,
        induction: false,
        sources: vec![Source { file: source.to_owned(), sha256: sha256(&fs::read(source).expect("a file")) }],
        files: Vec::new(),
        properties: vec![Property {
            id: "main.assertion.1".into(),
            class: "assertion".into(),
            description: "x".into(),
            file: "main.c".into(),
            line: 1,
            status: "holds".into(),
            outputs: vec![1],
        }],
        others: vec![Other {
            kind: Kind::Unwinding,
            text: "a loop".into(),
            file: Some("main.c".into()),
            line: Some(1),
            output: 0,
        }],
        digest: String::new(),
    }
}

#[test]
fn what_was_written_is_verified() {
    let scene = Scene::new(&RIGHT);
    assert_eq!(scene.said(), "verified: safe");
    // Again in the same place, and nothing else is left there.
    let again = Folder::begin(&scene.certificate()).expect("a certificate may be replaced");
    fs::write(again.proof_path(), RIGHT.proof).expect("a file");
    let gates = Gates::from_text(RIGHT.gates).expect("gates");
    again.write_question(&gates, &Formula::read(RIGHT.formula.as_bytes()).expect("a formula")).expect("files");
    again.finish(manifest(&scene.source())).expect("a certificate should be written");
    assert_eq!(scene.said(), "verified: safe");
    assert_eq!(fs::read_dir(scene.folder.path()).expect("a folder").count(), 2);
}

#[test]
fn what_is_no_certificate_is_not_replaced_and_what_is_not_finished_is_gone() {
    let scene = Scene::new(&RIGHT);
    fs::write(scene.certificate().join("notes.txt"), "mine").expect("a file");
    assert!(Folder::begin(&scene.certificate()).is_err());
    assert!(Folder::begin(&scene.source()).is_err());
    drop(Folder::begin(&scene.folder.path().join("other")).expect("a certificate should begin"));
    assert_eq!(fs::read_dir(scene.folder.path()).expect("a folder").count(), 2);
}

#[test]
fn damage_is_refused_with_its_place() {
    for (file, old, new, expected) in [
        (GATES, "6 2 3", "6 2 9", "refused: question.aag: line 6: expected the conjunction 6 of literals before it"),
        (GATES, "6 2 3", "6 2 2", "refused: question.cnf: clause 2 (-3 -1): it does not follow from the gates"),
        (GATES, "8 6 4\n", "", "refused: question.aag: line 7: expected a conjunction, but the file ends"),
        (GATES, "aag 4 2 0 2 2\n2\n4\n6\n8", "aag 4 2 0 1 2\n2\n4\n6", "refused: manifest.json: there is no output 1"),
        (FORMULA, "-3 -1 0\n", "", "refused: question.cnf: line 7: the header says 6 clauses, but there are 5"),
        (FORMULA, "-3 -1 0", "-3 1 0", "refused: question.lrat: line 2, clause 8: its hints lead to no contradiction"),
        (FORMULA, "-3 1 0", "3 1 0", "refused: question.cnf: clause 1 (3 1): it does not follow from the gates"),
        (
            FORMULA,
            "3 4 0",
            "3 0",
            "refused: question.cnf: clause 6: it should say that one of the outputs is true, and no more",
        ),
        (
            PROOF,
            "8 0 7 1 2 0",
            "8 0 7 1 0",
            "refused: question.lrat: line 2, clause 8: its hints lead to no contradiction",
        ),
        (
            PROOF,
            "8 0 7 1 2 0\n",
            "",
            "refused: question.lrat: the proof ends after 1 steps without having derived the empty clause",
        ),
        (PROOF, "7 3 0", "7 3 x", "refused: question.lrat: line 1: expected a number, found `x`"),
        // Another proof of the same is none of this certificate.
        (
            PROOF,
            "8 0",
            "9 0",
            "refused: question.lrat: it is not the file that the manifest is about: its SHA-256 is another one",
        ),
        (MANIFEST, "\"line\": 1", "\"line\": 2", "refused: manifest.json: it was changed: its digest is another one"),
        (
            MANIFEST,
            "\"line\": 1",
            "\"line\":1",
            "refused: manifest.json: it was changed: it is not written as it should be",
        ),
        (MANIFEST, "\"tool\"", "\"fool\"", "refused: manifest.json: unknown field `fool`"),
    ] {
        let scene = Scene::new(&RIGHT);
        scene.replace(file, old, new);
        let said = scene.said();
        assert!(said.starts_with(expected), "{file}: {old} -> {new}: {said}");
    }
}

#[test]
fn what_is_missing_cannot_be_read() {
    for file in [GATES, FORMULA, PROOF, MANIFEST] {
        let scene = Scene::new(&RIGHT);
        fs::remove_file(scene.certificate().join(file)).expect("a file");
        assert!(scene.said().starts_with(&format!("unreadable: cannot read {file}")), "{}", scene.said());
    }
    let scene = Scene::new(&RIGHT);
    fs::remove_file(scene.source()).expect("a file");
    assert!(scene.said().starts_with("unreadable: cannot read main.c"), "{}", scene.said());
    let scene = Scene::new(&RIGHT);
    fs::write(scene.source(), "int main(void) { return 1; }\n").expect("a file");
    assert_eq!(scene.said(), "refused: main.c: it is not what was checked: its SHA-256 is another one");
}

/// Whoever makes hashes anew must still have a proof of what the gates say.
#[test]
fn a_certificate_of_something_else_is_refused() {
    for (written, expected) in [
        // One more clause, from which everything would follow.
        (
            Written {
                formula: "p cnf 4 7\n-3 1 0\n-3 -1 0\n-4 3 0\n-4 2 0\n4 -3 -2 0\n-2 0\n3 4 0\n",
                proof: "8 3 0 7 3 0\n9 0 8 1 2 0\n",
                ..RIGHT
            },
            "refused: question.cnf: clause 6 (-2): it does not follow from the gates",
        ),
        // No clause says that anything happens.
        (
            Written { formula: "p cnf 4 1\n-3 1 0\n", proof: "", ..RIGHT },
            "refused: question.cnf: clause 1: it should say that one of the outputs is true, and no more",
        ),
        (
            Written { formula: "p cnf 0 0\n", proof: "", ..RIGHT },
            "refused: question.cnf: there should be a clause that says that one of the outputs is true",
        ),
        // An output is nobody's.
        (
            Written { change: |manifest| manifest.others.clear(), ..RIGHT },
            "refused: manifest.json: nothing is said about output 0",
        ),
        (
            Written { change: |manifest| manifest.others[0].output = 1, ..RIGHT },
            "refused: manifest.json: output 1 is named twice",
        ),
        // The constants are no outputs: nothing that always happens is hidden.
        (
            Written { gates: "aag 4 2 0 2 2\n2\n4\n6\n1\n6 2 3\n8 6 4\n", ..RIGHT },
            "refused: question.cnf: clause 6: it should say that one of the outputs is true, and no more",
        ),
        (
            Written { change: |manifest| manifest.verdict = "certain".into(), ..RIGHT },
            "refused: manifest.json: the verdict `certain` cannot be certified",
        ),
        (
            Written { change: |manifest| manifest.schema = "whyc-certificate/2".into(), ..RIGHT },
            "refused: manifest.json: expected the schema whyc-certificate/1",
        ),
    ] {
        let said = Scene::new(&written).said();
        assert_eq!(said, expected);
    }
}
