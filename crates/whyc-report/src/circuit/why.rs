//! Why a circuit fails and where it could be mended, for people.

use whyc_circuit::finding::{
    Difference, ExplanationReport, Finding, FixReport, LocalizationReport, PlaceReport, RunReport, WaveKind,
};
use whyc_circuit::origin::Place;

use super::text::{fails, what};
use crate::paint::{Paint, Role, visible};
use crate::text::TextOptions;
use crate::words;

/// At most this many differences and places are told unless all are asked for.
const MANY: usize = 12;

/// A property where the source states it.
pub fn excerpt(place: &Place, paint: Paint) -> String {
    let at = format!("{}:{}:{}", place.file, place.line, place.column);
    let first = place.text.lines().next().unwrap_or_default();
    let number = place.line.to_string();
    let pad = " ".repeat(number.len());
    let (bar, arrow) = (paint.apply(Role::Dim, "│"), paint.apply(Role::Dim, "┌─"));
    format!(
        "{pad} {arrow} {}\n{pad} {bar}\n{} {bar} {}\n{pad} {bar}\n",
        visible(&at),
        paint.apply(Role::Dim, &number),
        visible(first)
    )
}

/// What fails, and after how many cycles.
fn failing(finding: &Finding, run: &RunReport) -> String {
    let property = finding.properties.get(run.property);
    let what = property.map_or_else(|| "a bad state".to_owned(), what);
    let place = property.and_then(|it| it.place.as_ref()).map(|place| format!(" ({}:{})", place.file, place.line));
    format!("{what}{} {}", visible(&place.unwrap_or_default()), fails(property, run))
}

/// The closest run that passes.
pub fn explained(finding: &Finding, run: &RunReport, options: &TextOptions, paint: Paint) -> String {
    let mut out = format!("{}.\n\n", paint.apply(Role::Strong, failing(finding, run)));
    let Some(why) = &finding.explanation else {
        let reason = if run.loop_start.is_some() {
            "What goes on forever is not set beside a run that does not."
        } else {
            "No run of this length passes: whatever the inputs are, it fails."
        };
        out.push_str(&format!("{reason}\n"));
        return out;
    };
    out.push_str(&format!("{}\n", closest(why, options.width.max(80) * 2)));
    let rest: Vec<&Difference> = why.differences.iter().filter(|it| !is_cause(it)).collect();
    if !rest.is_empty() {
        out.push_str("What differs on the way:\n\n");
        let n_shown = if options.all { rest.len() } else { rest.len().min(MANY) };
        let width = rest[..n_shown].iter().map(|it| visible(&it.name).chars().count()).max().unwrap_or(0);
        for it in &rest[..n_shown] {
            let kind = paint.apply(Role::Dim, it.kind.name());
            let name = visible(&it.name);
            out.push_str(&format!("  cycle {:>3}  {name:width$}  {} → {}  {kind}\n", it.cycle, it.from, it.to));
        }
        if n_shown < rest.len() {
            out.push_str(&format!(
                "  … {} (--all shows them)\n",
                words::count(rest.len() - n_shown, "more difference")
            ));
        }
    }
    let best = if why.is_closest { "" } else { " · perhaps another one is closer" };
    let bits = words::count(why.distance, "bit");
    out.push_str(&format!("\ndistance {bits}{best} · {}\n", words::duration(finding.stats.total)));
    out
}

/// Whether a difference is one that is chosen, and does not follow from another one.
fn is_cause(it: &Difference) -> bool {
    it.kind == WaveKind::Input || it.kind == WaveKind::State && it.cycle == 0
}

/// What the closest run that passes has instead, as a sentence.
pub fn closest(why: &ExplanationReport, width: usize) -> String {
    let told = |it: &Difference| format!("{} = {} in cycle {} (not {})", visible(&it.name), it.to, it.cycle, it.from);
    let list: Vec<String> = why.differences.iter().filter(|it| is_cause(it)).map(told).collect();
    let closest = if why.is_closest { "The closest run that passes" } else { "A run that passes" };
    let list = words::list(&list, ", ", width);
    if why.is_asked {
        format!("{closest} has {list}.")
    } else {
        format!("No run comes to the question then and passes. {closest} does not come to it: it has {list}.")
    }
}

/// The first places, each in a line.
pub fn places(report: &LocalizationReport, most: usize) -> Vec<String> {
    let line = |it: &PlaceReport| {
        let place = format!("{}  {}", visible(&at_line(&it.place)), words::one_line(&it.place.text, 40));
        match it.fixes.first() {
            Some(fix) => format!("{place} — {}", change(fix, &it.place.text)),
            None => place,
        }
    };
    report.places.iter().take(most).map(line).collect()
}

/// The places.
pub fn localized(finding: &Finding, run: &RunReport, options: &TextOptions, paint: Paint) -> String {
    let mut out = format!("{}.\n\n", paint.apply(Role::Strong, failing(finding, run)));
    let Some(where_) = &finding.localization else {
        out.push_str(
            "Where a change would help is asked only of what is reached, and of words without large arrays.\n",
        );
        return out;
    };
    if where_.places.is_empty() {
        out.push_str("No change of one operator lets this run pass.\n");
    } else {
        out.push_str("A change in one of these places would let it hold:\n");
    }
    let n_mended = where_.places.iter().filter(|it| !it.fixes.is_empty()).count();
    let n_shown = if options.all { where_.places.len() } else { where_.places.len().min(MANY) };
    for (at, it) in where_.places[..n_shown].iter().enumerate() {
        if at == n_mended && at > 0 {
            out.push_str("\nOther values would help here, too, but no small change gives them:\n");
        }
        let place = at_line(&it.place);
        let text = words::one_line(&it.place.text, 60);
        out.push_str(&format!(
            "\n  {}  {}  {}\n",
            at + 1,
            visible(&place),
            paint.apply(Role::Strong, &*visible(&text))
        ));
        for fix in &it.fixes {
            out.push_str(&format!("       {}\n", change(fix, &it.place.text)));
        }
    }
    if n_shown < where_.places.len() {
        out.push_str(&format!(
            "\n  … {} (--all shows them)\n",
            words::count(where_.places.len() - n_shown, "more place")
        ));
    }
    let asked = words::count(where_.n_asked, "operator");
    let cut = if where_.is_cut_short { " · a limit came before all of them" } else { "" };
    out.push_str(&format!("\n{asked} looked at{cut} · {}\n", words::duration(finding.stats.total)));
    out
}

/// A file and a line of it, where it has lines.
fn at_line(place: &Place) -> String {
    if place.line == 0 { place.file.clone() } else { format!("{}:{}", place.file, place.line) }
}

/// A change, and how far it is known to help.
pub fn change(fix: &FixReport, old: &str) -> String {
    let tried = match &fix.new {
        Some(new) => format!("try:  {}  instead of  {}", words::one_line(new, 60), words::one_line(old, 40)),
        None => format!("try:  {}", fix.what),
    };
    let holds = match fix.up_to {
        None => "proved for every run".to_owned(),
        Some(cycle) => format!("holds in the first {} cycles", cycle + 1),
    };
    let differs = match fix.differs {
        (0, _) => String::new(),
        (n, all) => format!(", but {n} of {all} runs that passed look different"),
    };
    format!("{}  · {holds}{differs}", visible(&tried))
}
