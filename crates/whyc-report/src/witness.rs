//! Witnesses in the exchange format of software verifiers: YAML, version 2.0.
//!
//! A violation witness leads another tool along the failing run: the results of calls that are inputs, the way that
//! branches go, and where the run fails. There is one entry for each violated property. A correctness witness has what holds
//! at loops, as far as it was asked for and proved. The same finding gives the same witness, byte for byte: its identifier is
//! made from its content, and the time is the caller's.
//!
//! Read `waypoints` for the steps, `code` for how places are found in the text, `yaml` for the writing.

mod code;
mod waypoints;
mod yaml;

use whyc_check::Verdict;
use whyc_debug::finding::{Finding, InvariantPlace, InvariantReport, PropertyReport};
use whyc_ir::layout::Pointers;
use whyc_ir::property::PropertyClass;

use crate::sarif::places::sha256;
use crate::words;
use waypoints::{Place, Writer, location};
use yaml::Yaml;

/// The witness; none if nothing is proved of the whole program and nothing is violated. `time` is when it is made, in seconds since 1970.
#[must_use]
pub fn render(finding: &Finding, time: u64) -> Option<String> {
    let entries = match finding.head.verdict {
        Verdict::Violated => violations(finding, time),
        // Whoever reads a witness knows the program, not the options that whyc had: it is about all runs and every rule.
        Verdict::Safe if finding.narrowed.is_empty() => vec![correctness(finding, time)],
        Verdict::Safe | Verdict::BoundedSafe | Verdict::Unknown => return None,
    };
    (!entries.is_empty()).then(|| Yaml::List(entries).print())
}

/// The classes of the violated properties for which the competition of verifiers has no property: their specification is
/// written in the same language, but only whyc knows it.
#[must_use]
pub fn own_specifications(finding: &Finding) -> Vec<&'static str> {
    let violated = finding.failing_runs().filter_map(|run| finding.properties.get(run.property));
    let mut names: Vec<&str> =
        violated.filter(|property| proposition(property).is_none()).map(|property| property.class.name()).collect();
    names.dedup();
    names
}

fn violations(finding: &Finding, time: u64) -> Vec<Yaml> {
    let mut writer = Writer::new(finding);
    let runs = finding.failing_runs().filter_map(|run| {
        // What comes after another violation is no run that other verifiers look at.
        let property = finding.properties.get(run.property).filter(|property| property.after.is_empty())?;
        let specification = specification(finding, property);
        let content = writer.segments(run);
        Some(entry(finding, "violation_sequence", &specification, content, time))
    });
    runs.collect()
}

fn correctness(finding: &Finding, time: u64) -> Yaml {
    let mut specifications: Vec<String> = Vec::new();
    for property in finding.properties.iter().filter(|property| !property.status.is_violated()) {
        let one = specification(finding, property);
        if !specifications.contains(&one) {
            specifications.push(one);
        }
    }
    if specifications.is_empty() {
        // A program without properties calls no function that it should not call.
        specifications.push(check(finding, "G ! call(reach_error())"));
    }
    let invariants = finding.invariants.iter().map(|invariant| invariant_entry(finding, invariant)).collect();
    entry(finding, "invariant_set", &specifications.join("\n"), Yaml::List(invariants), time)
}

fn invariant_entry(finding: &Finding, invariant: &InvariantReport) -> Yaml {
    let kind = match invariant.place {
        InvariantPlace::Loop => "loop_invariant",
        InvariantPlace::Statement => "location_invariant",
    };
    let span = invariant.span;
    let place = Place { file: span.file, at: span.start as usize, function: &invariant.function };
    let invariant = Yaml::map([
        ("type", Yaml::text(kind)),
        ("location", location(finding, place, true)),
        ("value", Yaml::text(invariant.text.clone())),
        ("format", Yaml::text("c_expression")),
    ]);
    Yaml::map([("invariant", invariant)])
}

/// What a property says, in the language of the competition.
fn specification(finding: &Finding, property: &PropertyReport) -> String {
    let formula = proposition(property).unwrap_or_else(|| format!("G ! {}", property.class.name()));
    check(finding, &formula)
}

fn check(finding: &Finding, formula: &str) -> String {
    // A function that is checked against its contract starts in what calls it for that.
    let entry = finding.entry.trim_end_matches(".contract");
    format!("CHECK( init({entry}()), LTL({formula}) )")
}

/// The formula for a property, if the competition has one.
fn proposition(property: &PropertyReport) -> Option<String> {
    let call = |name: &str| format!("G ! call({name}())");
    match property.class {
        PropertyClass::Assertion => {
            let place = property.description.strip_suffix(words::NEVER_REACHED);
            // `reach_error() is never reached`; what `assert` calls where its condition is false.
            Some(call(place.and_then(|place| place.strip_suffix("()")).unwrap_or("__assert_fail")))
        }
        PropertyClass::Bounds
        | PropertyClass::NullDereference
        | PropertyClass::OutOfObject
        | PropertyClass::UseAfterScope
        | PropertyClass::UseAfterFree
        | PropertyClass::ReadOnly => Some("G valid-deref".to_owned()),
        PropertyClass::DoubleFree | PropertyClass::InvalidFree => Some("G valid-free".to_owned()),
        PropertyClass::Leak => Some("G valid-memtrack".to_owned()),
        PropertyClass::Overflow => Some("G ! overflow".to_owned()),
        PropertyClass::Unreachable
        | PropertyClass::DivisionByZero
        | PropertyClass::Shift
        | PropertyClass::Overlap
        | PropertyClass::PointerCompare
        | PropertyClass::FunctionPointer
        | PropertyClass::Conversion
        | PropertyClass::Alignment
        | PropertyClass::PointerPrimitive
        | PropertyClass::MissingReturn
        | PropertyClass::Unsequenced
        | PropertyClass::Precondition
        | PropertyClass::Postcondition
        | PropertyClass::Assigns
        | PropertyClass::LoopInvariant
        | PropertyClass::Decreases
        | PropertyClass::Race
        | PropertyClass::Deadlock
        | PropertyClass::ThreadMisuse => None,
    }
}

/// An entry with what it is about. Its identifier is a hash of everything else in it.
fn entry(finding: &Finding, kind: &str, specification: &str, content: Yaml, time: u64) -> Yaml {
    let input_files = input_files(finding);
    let hashes = input_files.iter().map(|(name, hash)| (name.clone(), Yaml::text(hash.clone())));
    let body = content.print();
    let known: Vec<String> = input_files.iter().map(|(name, hash)| format!("{name} {hash}")).collect();
    let uuid = uuid(&format!("{kind}\n{specification}\n{}\n{body}", known.join("\n")));
    let data_model = match finding.pointers {
        Pointers::Bits64 => "LP64",
        Pointers::Bits32 => "ILP32",
    };
    let task = Yaml::map([
        ("input_files", Yaml::List(input_files.iter().map(|(name, _)| Yaml::text(name.clone())).collect())),
        ("input_file_hashes", Yaml::Map(hashes.collect())),
        ("specification", Yaml::text(specification)),
        ("data_model", Yaml::text(data_model)),
        ("language", Yaml::text("C")),
    ]);
    let producer = Yaml::map([("name", Yaml::text("whyc")), ("version", Yaml::text(env!("CARGO_PKG_VERSION")))]);
    let metadata = Yaml::map([
        ("format_version", Yaml::text("2.0")),
        ("uuid", Yaml::text(uuid)),
        ("creation_time", Yaml::text(date_time(time))),
        ("producer", producer),
        ("task", task),
    ]);
    Yaml::map([("entry_type", Yaml::text(kind)), ("metadata", metadata), ("content", content)])
}

/// The files that the user gave, with their hashes; without any, those that were read.
fn input_files(finding: &Finding) -> Vec<(String, String)> {
    let shown = finding.sources.files().filter(|(_, file)| !file.name.starts_with('<'));
    let is_given = |name: &String| finding.head.files.is_empty() || finding.head.files.contains(name);
    shown.filter(|(_, file)| is_given(&file.name)).map(|(_, file)| (file.name.clone(), sha256(file.bytes()))).collect()
}

/// An identifier made from a text: version 8 of RFC 9562, which leaves the bits to the maker.
fn uuid(text: &str) -> String {
    let hash = sha256(text.as_bytes());
    let variant = ["8", "9", "a", "b"][hash.as_bytes().get(16).map_or(0, |&digit| usize::from(digit) % 4)];
    format!("{}-{}-8{}-{variant}{}-{}", &hash[..8], &hash[8..12], &hash[13..16], &hash[17..20], &hash[20..32])
}

/// Seconds since 1970 as ISO 8601 writes them, in UTC.
fn date_time(seconds: u64) -> String {
    let (mut days, rest) = (seconds / 86400, seconds % 86400);
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}T{:02}:{:02}:{:02}Z", days + 1, rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests;
