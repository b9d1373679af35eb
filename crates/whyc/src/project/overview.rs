//! One page for all targets: an overview, and behind it the page of each. One file, to be mailed.

use std::fmt::Write as _;

use super::targets::Checked;
use crate::Exit;

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; --bad: #c62828; --good: #2e7d32; --open: #b26a00; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; display: grid; grid-template-rows: auto 1fr; height: 100vh; }
header { padding: .6rem 1rem; border-bottom: 1px solid var(--line); overflow-x: auto; max-height: 45vh; overflow-y: auto; }
h1 { font-size: 1.1rem; margin: 0 0 .4rem; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top; }
tr { border-top: 1px solid var(--line); }
a { font-weight: 600; color: inherit; }
tr.here a { text-decoration-thickness: 3px; }
.violated, .error { color: var(--bad); } .safe { color: var(--good); } .unknown, .bounded-safe { color: var(--open); }
code { font: 13px ui-monospace, monospace; }
main { position: relative; min-height: 0; }
iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; display: none; background: Canvas; }
iframe:target { display: block; }
main:not(:has(iframe:target)) iframe:first-of-type { display: block; }
@media print { body { display: block; height: auto; } header { max-height: none; } main { display: none; } }
";

/// The page.
pub fn page(checked: &[Checked]) -> String {
    let mut rows = String::new();
    let mut frames = String::new();
    for (k, it) in checked.iter().enumerate() {
        let name = escaped(&it.target.name);
        let failures: Vec<String> = it.failures.iter().map(|it| format!("<code>{}</code>", escaped(it))).collect();
        let what = if failures.is_empty() { escaped(&it.reason) } else { failures.join("<br>") };
        let link = match it.exit {
            Exit::Bad => name.clone(),
            _ => format!("<a href=\"#t{k}\">{name}</a>"),
        };
        let verdict = escaped(&it.verdict);
        let seconds = it.time.as_secs_f64();
        let _ = writeln!(
            rows,
            "<tr><td>{link}</td><td class=\"{verdict}\">{verdict}</td><td>{seconds:.1}&nbsp;s</td><td>{what}</td></tr>"
        );
        if it.exit != Exit::Bad {
            let _ =
                writeln!(frames, "<iframe id=\"t{k}\" title=\"{name}\" srcdoc=\"{}\"></iframe>", escaped(&it.report));
        }
    }
    let fails = checked.iter().filter(|it| it.exit == Exit::Violated).count();
    let title = format!("whyc: {} of {} targets fail", fails, checked.len());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<header><h1>{title}</h1>\n<table>\n\
         <tr><th>target</th><th>verdict</th><th>time</th><th>what</th></tr>\n{rows}</table></header>\n<main>\n{frames}</main>\n</body>\n</html>\n"
    )
}

/// A text that means nothing to HTML, also between quotes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
