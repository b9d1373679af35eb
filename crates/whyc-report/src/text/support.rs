//! Why a safe program is safe: what its properties rest on.

use whyc_base::source::FileId;
use whyc_check::{Status, Verdict};
use whyc_debug::finding::{Finding, Ground, PropertyReport, SupportReport};
use whyc_ir::property::PropertyClass;

use super::TextOptions;
use super::summary;
use crate::paint::{Paint, Role, visible};
use crate::words;

/// At most so many grounds are told of one property unless all are asked for.
pub(super) const MANY: usize = 8;

/// The report; ends with a line end.
pub fn render(finding: &Finding, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let mut out = summary::verdict_line(finding, paint);
    summary::induction(finding).iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    let mut told: Vec<&SupportReport> = Vec::new();
    for it in finding.supports.iter().filter(|it| !it.grounds.is_empty()) {
        // Properties that rest on the same are told together.
        if told.iter().all(|known| known.grounds != it.grounds) {
            told.push(it);
        }
    }
    for it in &told {
        let same = finding.supports.iter().filter(|other| other.grounds == it.grounds);
        let names: Vec<String> = same.map(|it| property(finding, it)).collect();
        let holds = if names.len() == 1 { "holds because of" } else { "hold because of" };
        out.push_str(&format!("\n{} {holds}\n", names.join(", ")));
        let lines = lines(finding, &it.grounds, paint);
        let n_shown = if options.all { lines.len() } else { lines.len().min(MANY) };
        lines[..n_shown].iter().for_each(|line| out.push_str(&format!("{line}\n")));
        if n_shown < lines.len() {
            let more = words::count(lines.len() - n_shown, "more line");
            out.push_str(&paint.apply(Role::Dim, format!("  … {more} (--all shows them)\n")));
        }
    }
    let alone = finding.supports.iter().filter(|it| it.grounds.is_empty());
    let alone: Vec<String> = alone.map(|it| property(finding, it)).collect();
    if !alone.is_empty() {
        out.push_str(&format!("\nWhatever numbers the program computes: {}\n", alone.join(", ")));
    }
    let mut last = Vec::new();
    if !told.is_empty() {
        let is_smallest = told.iter().all(|it| it.is_smallest);
        last.push("each given those before it".to_owned());
        last.push(if is_smallest { "none of these can be done without" } else { "perhaps fewer would do" }.to_owned());
    }
    last.push(words::duration(finding.stats.total));
    out.push_str(&format!("\n{}\n", last.join(" · ")));
    out
}

/// That nobody found out what an assertion rests on, where that was asked; ends with a line end.
pub fn too_large(finding: &Finding) -> &'static str {
    let is_asked = finding.head.command == "explain" && finding.head.verdict == Verdict::Safe;
    let holds = |it: &PropertyReport| it.class == PropertyClass::Assertion && it.status == Status::Holds;
    match is_asked && finding.supports.is_empty() && finding.properties.iter().any(holds) {
        true => "  why: which lines that rests on was too large a question\n",
        false => "",
    }
}

/// `a[i]` (line 14, bounds)
fn property(finding: &Finding, it: &SupportReport) -> String {
    finding.properties.get(it.property).map_or_else(String::new, |property| {
        let text = words::one_line(&property.description, 60);
        format!("`{}` (line {}, {})", visible(&text), finding.sources.line(property.span), property.class.name())
    })
}

/// The lines in which something stands, each once: `   9  if (n > 16)`.
pub(super) fn lines(finding: &Finding, grounds: &[Ground], paint: Paint) -> Vec<String> {
    let sources = &finding.sources;
    let mut told: Vec<(FileId, u32)> = Vec::new();
    let mut lines = Vec::new();
    for ground in grounds {
        let at = (ground.span.file, sources.line(ground.span));
        if told.contains(&at) {
            continue;
        }
        told.push(at);
        let text = sources.file(at.0).text.lines().nth(at.1.saturating_sub(1) as usize).unwrap_or_default();
        let text = words::one_line(text.trim(), 80);
        lines.push(format!("{}  {}", paint.apply(Role::Frame, format!("{:>4}", at.1)), visible(&text)));
    }
    lines
}
