//! Which places explain all failing tests together: one of them, or two, or as many as it takes.
//!
//! A place that is free may give what it gives anyway, so that what explains one test and what explains another explain both. Where no
//! single place explains a test, all its statements that print do, if it ends: of these as many are left out as can be. Tests that nothing explains
//! are told with the places.

use std::collections::{BTreeMap, BTreeSet};

use whyc_ir::program::ComponentId;

use super::world::{Printer, Tried};
use super::{Failing, Needed, Site, Trials, printers, text, texts_needed};

/// At most this many places are looked at for pairs.
const MANY_FOR_PAIRS: usize = 40;
/// At most this many pairs are kept.
const MANY_PAIRS: usize = 20;

/// The sets of places that explain all failing tests, as small as they are found.
pub fn sets(trials: &Trials<'_>, failing: &[Failing<'_>]) -> Vec<Vec<Site>> {
    let mut count: BTreeMap<Site, usize> = BTreeMap::new();
    for it in failing {
        let own: BTreeSet<Site> =
            it.singles.keys().copied().chain(printers(&it.tried).into_iter().map(Site::Print)).collect();
        for site in own {
            *count.entry(site).or_default() += usize::from(it.singles.contains_key(&site));
        }
    }
    let all: Vec<Vec<Site>> = count.iter().filter(|(_, n)| **n == failing.len()).map(|(site, _)| vec![*site]).collect();
    if !all.is_empty() {
        return all;
    }
    let mut sites: Vec<Site> = count.keys().copied().collect();
    sites.sort_by_key(|site| std::cmp::Reverse(count[site]));
    sites.truncate(MANY_FOR_PAIRS);
    let mut pairs = Vec::new();
    for (k, &a) in sites.iter().enumerate() {
        for &b in &sites[k + 1..] {
            let pair = vec![a.min(b), a.max(b)];
            if pairs.len() < MANY_PAIRS && failing.iter().all(|it| explains(it, &pair)) {
                pairs.push(pair);
            }
        }
    }
    if !pairs.is_empty() {
        return pairs;
    }
    many(trials, failing).into_iter().collect()
}

/// Whether a test passes if these places give something else.
pub fn explains(it: &Failing<'_>, set: &[Site]) -> bool {
    set.iter().any(|site| it.singles.contains_key(site))
        || filled(it, &it.tried, set).is_some()
        || rescued(it, set).is_some()
}

/// What the statements among `set` would have to print in a run.
fn filled(it: &Failing<'_>, tried: &Tried, set: &[Site]) -> Option<Vec<(usize, Vec<u8>)>> {
    let expected = it.run.stdout.as_ref().filter(|_| tried.ends_well)?;
    text::fill(&tried.printed, &|printer| set.contains(&Site::Print(printer)), expected)
}

/// The run with another value of one of `set` with which the others could print what they should.
fn rescued<'f>(it: &'f Failing<'_>, set: &[Site]) -> Option<&'f (ComponentId, Tried, Needed)> {
    let helps = |(by, tried, _): &&(ComponentId, Tried, Needed)| {
        set.contains(&Site::Value(*by)) && filled(it, tried, set).is_some()
    };
    it.rescues.iter().find(helps)
}

/// Everything that one test could need at once.
fn everything(it: &Failing<'_>) -> Option<Vec<Site>> {
    let by_value = |(by, tried, _): &(ComponentId, Tried, Needed)| {
        let prints = printers(tried).into_iter().map(Site::Print);
        std::iter::once(Site::Value(*by)).chain(prints).collect::<Vec<Site>>()
    };
    let own: Vec<Site> = printers(&it.tried).into_iter().map(Site::Print).collect();
    let sets = std::iter::once(own).chain(it.rescues.iter().map(by_value));
    sets.into_iter().find(|set| explains(it, set))
}

/// As many places as it takes, but for tests that nothing explains.
fn many(trials: &Trials<'_>, failing: &[Failing<'_>]) -> Option<Vec<Site>> {
    let mut chosen: BTreeSet<Site> = BTreeSet::new();
    // What no single place explains says most.
    for it in failing.iter().filter(|it| it.singles.is_empty()) {
        let Some(mut set) = everything(it) else { continue };
        let mut k = 0;
        while k < set.len() {
            let mut fewer = set.clone();
            let left_out = fewer.remove(k);
            // What others need anyway stays.
            if !chosen.contains(&left_out) && explains(it, &fewer) {
                set = fewer;
            } else {
                k += 1;
            }
        }
        chosen.extend(set);
        if trials.is_used_up() {
            break;
        }
    }
    let mut open: Vec<&Failing<'_>> = Vec::new();
    loop {
        let known: Vec<Site> = chosen.iter().copied().collect();
        open.clear();
        open.extend(failing.iter().filter(|it| !explains(it, &known)));
        if open.is_empty() {
            break;
        }
        let mut count: BTreeMap<Site, usize> = BTreeMap::new();
        for site in open.iter().flat_map(|it| it.singles.keys()) {
            *count.entry(*site).or_default() += 1;
        }
        let Some(most) = count.values().copied().max() else { break };
        chosen.extend(count.iter().find(|(_, n)| **n == most).map(|(site, _)| *site));
    }
    // Nothing that is not needed.
    let mut set: Vec<Site> = chosen.into_iter().collect();
    let explained: Vec<&Failing<'_>> = failing.iter().filter(|it| explains(it, &set)).collect();
    let mut k = 0;
    while k < set.len() {
        let mut fewer = set.clone();
        fewer.remove(k);
        if explained.iter().all(|it| explains(it, &fewer)) {
            set = fewer;
        } else {
            k += 1;
        }
    }
    (!set.is_empty()).then_some(set)
}

/// What places would have to give in a test, by their positions.
pub fn needed(it: &Failing<'_>, set: &[Site]) -> Vec<(usize, Needed)> {
    if let Some(k) = set.iter().position(|site| it.singles.contains_key(site)) {
        return vec![(k, it.singles[&set[k]].clone())];
    }
    let rescue = if filled(it, &it.tried, set).is_some() { None } else { rescued(it, set) };
    let tried = rescue.map_or(&it.tried, |(_, tried, _)| tried);
    let Some(texts) = filled(it, tried, set) else { return Vec::new() };
    let by = |printer: &Printer| {
        let own = texts.iter().filter(|(k, _)| tried.printed[*k].0.as_ref() == Some(printer));
        texts_needed(tried, &own.cloned().collect::<Vec<_>>())
    };
    let printer = |(k, site): (usize, &Site)| match site {
        Site::Print(printer) => Some((k, by(printer))),
        Site::Value(component) => rescue.filter(|(by, ..)| by == component).map(|(_, _, needed)| (k, needed.clone())),
    };
    set.iter().enumerate().filter_map(printer).filter(|(_, needed)| !needed.values.is_empty()).collect()
}
