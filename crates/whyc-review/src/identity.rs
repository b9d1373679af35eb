//! The same finding, seen again.

use whyc_debug::finding::Finding;
use whyc_report::identity::Identity;

use crate::record::{Found, id_of};
use crate::similarity::{ALIKE, alike, normal};

/// At most so many links of a chain say what the cause is: as many as a person is told.
const LINKS: usize = 8;
/// Causes that have at least this part of their links in common are one.
const SAME: f64 = 0.5;

/// The name of the record of a finding: the same in every copy of the ledger.
pub(crate) fn id(identity: &Identity, entry: &str) -> String {
    let Identity { file, function, class, text, nth } = identity;
    id_of(&["finding", file, function, class, text, &nth.to_string(), entry])
}

/// How the failure of a property comes about, if that was found out: the texts of the links of its chain.
pub(crate) fn cause(finding: &Finding, position: usize) -> Vec<String> {
    let is_chosen = finding.counterexample.as_ref().is_some_and(|chosen| chosen.property == position);
    let Some(explanation) = finding.explanation.as_ref().filter(|_| is_chosen) else { return Vec::new() };
    let told = explanation.chain.iter().filter(|link| link.told);
    let mut links: Vec<String> = told.map(|link| normal(&link.text)).collect();
    links.dedup();
    links.truncate(LINKS);
    links
}

/// Whether two causes are the same, as far as both are known.
pub(crate) fn is_same_cause(a: &[String], b: &[String]) -> bool {
    if a.is_empty() || b.is_empty() {
        return true;
    }
    // A link that was edited is the same link.
    let is_among = |link: &String, others: &[String]| others.iter().any(|other| alike(link, other) >= ALIKE);
    let common = a.iter().filter(|link| is_among(link, b)).count();
    let all = a.len() + b.iter().filter(|link| !is_among(link, a)).count();
    common as f64 >= SAME * all as f64
}

/// What is kept of a finding.
pub(crate) fn found(identity: &Identity, entry: &str, cause: Vec<String>) -> Found {
    Found {
        class: identity.class.to_owned(),
        property: identity.text.clone(),
        function: identity.function.clone(),
        entry: entry.to_owned(),
        nth: identity.nth,
        cause,
        assumption: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_compared_link_by_link() {
        let links = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let first = links(&["n = read()", "i <= n", "a[i] = 0"]);
        assert!(is_same_cause(&first, &links(&["n = read()", "i <= n + 1", "a[i] = 0"])));
        assert!(is_same_cause(&first, &[]));
        assert!(!is_same_cause(&first, &links(&["p = malloc(size)", "free(p)", "a[i] = 0"])));
    }
}
