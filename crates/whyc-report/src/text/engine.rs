//! Who found the answer, where that is not the usual way.

use whyc_base::finding::EngineReport;
use whyc_debug::finding::Finding;

use crate::paint::visible;

/// The lines that belong below a verdict, indented as the others there are.
pub fn render(finding: &Finding) -> String {
    lines(finding.engine.as_ref()).map(|line| format!("  {}\n", visible(line))).collect()
}

/// The lines that belong below a run.
pub fn told(finding: &Finding) -> String {
    lines(finding.engine.as_ref()).map(|line| format!("{}\n", visible(line))).collect()
}

fn lines(engine: Option<&EngineReport>) -> impl Iterator<Item = &str> {
    engine.into_iter().flat_map(|engine| engine.line.iter().chain(&engine.families_line)).map(String::as_str)
}
