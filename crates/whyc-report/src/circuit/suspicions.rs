//! Why what holds of a circuit may say little, in sentences.

use whyc_circuit::finding::{Finding, Stated, SuspicionKind, SuspicionReport};

use super::text::what;
use crate::paint::visible;
use crate::words;

/// One of them, with its places.
pub fn sentence(finding: &Finding, it: &SuspicionReport) -> String {
    let because: Vec<String> = it.because.iter().map(|part| named(finding, part)).collect();
    match it.kind {
        SuspicionKind::Constraints { cycles } => {
            let which = if because.len() == 1 { "does not let" } else { "do not let" };
            let (constraints, longer) = (listed(&because), words::count(cycles, "cycle"));
            match cycles {
                0 => format!("{constraints} {which} any run begin: nothing can fail"),
                _ => format!("{constraints} {which} any run go on for more than {longer}"),
            }
        }
        SuspicionKind::Trigger => {
            let property = it.property.and_then(|at| finding.properties.get(at)).map(what).unwrap_or_default();
            let never = if because.len() == 1 { "is never true" } else { "are never true at once" };
            format!("{property} says nothing: {} {never}", listed(&because))
        }
    }
}

/// `` `full` (fifo.v:12) ``
fn named(finding: &Finding, it: &Stated) -> String {
    let text = words::one_line(&visible(&it.text), 60);
    match &it.place {
        Some(place) => format!("`{text}` ({}:{})", visible(&place.file), place.line),
        None if it.line > 0 => format!("`{text}` ({}:{})", visible(finding.file()), it.line),
        None => format!("`{text}`"),
    }
}

fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
