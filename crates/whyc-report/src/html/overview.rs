//! One page for many: an overview, and behind it the page of each. One file, to be mailed.

use std::fmt::Write as _;
use std::time::Duration;

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

/// One of the pages.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What it is about.
    pub name: String,
    /// The verdict, as `whyc` names it.
    pub verdict: String,
    /// What fails, as code; else why there is no better verdict.
    pub what: Result<Vec<String>, String>,
    /// How long it took, if that was measured.
    pub time: Option<Duration>,
    /// The page, if there is one.
    pub page: Option<String>,
}

/// A page of pages; `of` is what the entries are.
#[must_use]
pub fn page(title: &str, of: &str, entries: &[Entry]) -> String {
    let mut rows = String::new();
    let mut frames = String::new();
    let is_timed = entries.iter().any(|entry| entry.time.is_some());
    for (k, entry) in entries.iter().enumerate() {
        let (name, verdict) = (escaped(&entry.name), escaped(&entry.verdict));
        let what = match &entry.what {
            Ok(failures) => {
                failures.iter().map(|it| format!("<code>{}</code>", escaped(it))).collect::<Vec<_>>().join("<br>")
            }
            Err(reason) => escaped(reason),
        };
        let link = match &entry.page {
            None => name.clone(),
            Some(page) => {
                let _ = writeln!(frames, "<iframe id=\"t{k}\" title=\"{name}\" srcdoc=\"{}\"></iframe>", escaped(page));
                format!("<a href=\"#t{k}\">{name}</a>")
            }
        };
        let seconds = entry.time.map(|time| format!("<td>{:.1}&nbsp;s</td>", time.as_secs_f64())).unwrap_or_default();
        let _ =
            writeln!(rows, "<tr><td>{link}</td><td class=\"{verdict}\">{verdict}</td>{seconds}<td>{what}</td></tr>");
    }
    let (title, of) = (escaped(title), escaped(of));
    let time = if is_timed { "<th>time</th>" } else { "" };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<header><h1>{title}</h1>\n<table>\n\
         <tr><th>{of}</th><th>verdict</th>{time}<th>what</th></tr>\n{rows}</table></header>\n<main>\n{frames}</main>\n</body>\n</html>\n"
    )
}

/// A text that means nothing to HTML, also between quotes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
