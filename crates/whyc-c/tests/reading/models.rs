//! The models of the C library do what the C library does: `tests/models` builds both into one program, the models
//! under other names and with gcc's sanitizers, and compares them call by call.

use std::io::Write;
use std::path::Path;
use std::process::Command;

#[test]
fn models_agree_with_the_library() {
    if Command::new("gcc").arg("--version").output().is_err() {
        let _ = writeln!(std::io::stderr(), "skipped: there is no gcc to build the models with");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/models/run");
    let dir = std::env::temp_dir().join(format!("whyc-models-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("the temporary folder should be writable");
    let run = Command::new("sh").arg(&script).arg(&dir).output().expect("the script should run");
    std::fs::remove_dir_all(&dir).expect("the temporary folder should be removable");
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{out}{err}");
}
