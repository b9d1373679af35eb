//! What some run should come to: whether one does, and with which inputs.

use whyc_debug::finding::{Finding, InputReport, Reached};

use super::{TextOptions, assigned};
use crate::paint::{Paint, Role};
use crate::{excerpt, words};

/// A line for each; nothing if there is none.
pub fn render(finding: &Finding, options: &TextOptions) -> String {
    if finding.covers.is_empty() {
        return String::new();
    }
    let paint = Paint { color: options.color };
    let mut rows: Vec<(String, String, String, String)> = Vec::new();
    for it in &finding.covers {
        let (mark, how) = match &it.reached {
            Reached::With(inputs) if inputs.is_empty() => (paint.apply(Role::Good, "✓"), "reached".to_owned()),
            Reached::With(inputs) => {
                let inputs: Vec<&InputReport> = inputs.iter().collect();
                (paint.apply(Role::Good, "✓"), format!("reached with {}", assigned(&inputs, options)))
            }
            Reached::Never => (paint.apply(Role::Error, "✗"), "no run reaches it".to_owned()),
            Reached::NotWithin => (paint.apply(Role::Warning, "?"), "not reached within the bounds".to_owned()),
            Reached::Undecided => (paint.apply(Role::Warning, "?"), "not decided".to_owned()),
        };
        let text = words::one_line(finding.sources.text(it.span), 60);
        rows.push((mark, excerpt::place(&finding.sources, it.span), format!("`{text}`"), how));
    }
    let width = |texts: &mut dyn Iterator<Item = &String>| texts.map(|it| it.chars().count()).max().unwrap_or(0);
    let (places, texts) = (width(&mut rows.iter().map(|row| &row.1)), width(&mut rows.iter().map(|row| &row.2)));
    let n_reached = finding.covers.iter().filter(|it| matches!(it.reached, Reached::With(_))).count();
    let head = format!("{n_reached} of {} to be covered can be reached\n", words::count(rows.len(), "place"));
    let mut out = paint.apply(Role::Strong, head);
    for (mark, place, text, how) in rows {
        out.push_str(&format!("  {mark} {place:places$}  {text:texts$}  {how}\n"));
    }
    out
}
