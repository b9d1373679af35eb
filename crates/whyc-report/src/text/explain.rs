//! Why a run fails, as a story: what failed, the small change that avoids it, the way from that change
//! to the property, and the causes.

use unicode_width::UnicodeWidthStr;
use whyc_base::source::SourceMap;
use whyc_debug::finding::{
    Assumption, Cause, ChainLink, Change, ChangeKind, Counterexample, Explanation, Finding, InputAlias, InputReport,
    PropertyReport,
};
use whyc_ir::property::PropertyClass;

use super::{TextOptions, append, notes, standard_input, summary};
use crate::excerpt;
use crate::paint::{Paint, Role, visible};
use crate::words;

/// With more inputs than this, only those that change are named.
const MANY_INPUTS: usize = 6;
/// At most this many causes and other ways are listed unless all are asked for.
const MANY_ITEMS: usize = 4;
/// With more differences than this, those in the middle are left out unless all are asked for.
const MANY_ROWS: usize = 24;
/// Longer texts are cut.
const LONGEST_TEXT: usize = 56;
/// Longer series of values are not told.
const LONGEST_SERIES: usize = 100;

/// The explanation of `run`.
pub fn render(finding: &Finding, run: &Counterexample, explanation: &Explanation, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let Some(property) = finding.properties.get(run.property) else {
        return summary::verdict_line(finding, paint);
    };
    let mut out = format!("{}\n", paint.apply(Role::Strong, failure(finding, run, explanation, property)));
    append(&mut out, &chain(finding, explanation, options, paint));
    if let Some(reason) = &explanation.without_passing {
        append(&mut out, &format!("There is nothing to compare it with, because {}.\n", visible(reason)));
        append(&mut out, &notes(finding, options));
        append(&mut out, &format!("{}\n", words::duration(finding.stats.total)));
        return out;
    }
    let rows = rows(&finding.sources, explanation, options);
    append(
        &mut out,
        &format!("{} {}\n\n", passing(&finding.sources, explanation), heading(explanation, &rows, options)),
    );
    out.push_str(&table(&rows, paint, if options.all { usize::MAX } else { MANY_ROWS }));
    if explanation.avoids_check {
        append(&mut out, &format!("{}\n", avoids(explanation)));
    }
    append(&mut out, &other_ways(explanation, options));
    append(&mut out, &causes(explanation, options));
    if let Some(other) =
        explanation.unassumed.as_ref().filter(|other| is_worth_telling(explanation, other) || options.all)
    {
        let n = words::count(other.changes.len(), "difference");
        append(&mut out, &format!("Without that, the closest run that passes has {} ({n}).\n", instead(other)));
    }
    append(&mut out, &notes(finding, options));
    append(&mut out, &footer(finding, explanation, options));
    out
}

/// A run that does not come to the check, or only ends where inputs are filtered, is told only if there is no other.
pub fn is_worth_telling(explanation: &Explanation, unassumed: &Explanation) -> bool {
    !unassumed.avoids_check && explanation.assumed.iter().any(|one| !one.is_filter)
}

/// What is to be said of a run that does not come to the check: it is a last resort.
pub fn avoids(explanation: &Explanation) -> String {
    let within = if explanation.bounded { " within the bounds" } else { "" };
    match explanation.check_always_fails {
        true => format!("That run does not come to the check at all: every run{within} that does fails."),
        false => "That run does not come to the check at all.".to_owned(),
    }
}

/// How it came about, one line for each link.
pub fn chain(finding: &Finding, explanation: &Explanation, options: &TextOptions, paint: Paint) -> String {
    let told: Vec<&ChainLink> = explanation.chain.iter().filter(|link| link.told || options.all).collect();
    let line = |link: &ChainLink| finding.sources.line(link.span).to_string();
    let text = |link: &ChainLink| visible(&words::one_line(&link.text, LONGEST_TEXT)).into_owned();
    let width = told.iter().map(|link| line(link).width()).max().unwrap_or(0);
    let column = told.iter().map(|link| text(link).width()).max().unwrap_or(0);
    let mut out = String::new();
    for link in told {
        let (line, text) = (line(link), text(link));
        let pad = |width: usize, used: &str| " ".repeat(width.saturating_sub(used.width()));
        let number = paint.apply(Role::Frame, format!("{}{line}", pad(width, &line)));
        let row = format!("  {number}  {text}{}  {}", pad(column, &text), visible(&link.note));
        out.push_str(&format!("{}\n", row.trim_end()));
    }
    out
}

/// `The run with x = 0, y = -1 fails `m == med` (median.c:20:3).`
pub fn failure(
    finding: &Finding,
    run: &Counterexample,
    explanation: &Explanation,
    property: &PropertyReport,
) -> String {
    let changed: Vec<&Change> = explanation.changes.iter().filter(|change| change.kind == ChangeKind::Input).collect();
    let named = |change: &Change| words::with_input(input_name(change), &change.from);
    let all: Vec<&InputReport> = run.inputs.iter().collect();
    let (stdin, others) = standard_input(&all);
    let inputs = if others.len() <= MANY_INPUTS {
        let names = names(run, explanation);
        let is_other = |input: &InputReport| others.iter().any(|other| std::ptr::eq(*other, input));
        let named = run.inputs.iter().zip(names).filter(|(input, _)| is_other(input));
        let named = named.map(|(input, name)| words::with_input(&name, &input.value));
        stdin.into_iter().chain(named).collect::<Vec<_>>().join(", ")
    } else if let Some(values) = series(explanation, &others) {
        stdin.into_iter().chain([values]).collect::<Vec<_>>().join(", ")
    } else {
        let some = changed.iter().take(MANY_INPUTS).map(|change| named(change)).collect::<Vec<_>>().join(", ");
        let rest = run.inputs.len() - changed.len().min(MANY_INPUTS).min(run.inputs.len());
        format!("{some} (and {})", words::count(rest, "other input"))
    };
    let with = if inputs.is_empty() { String::new() } else { format!("with {inputs} ") };
    visible(&format!("The run {with}{}.", end(finding, property))).into_owned()
}

/// `fails `m == med` (median.c:20:3)`
pub fn end(finding: &Finding, property: &PropertyReport) -> String {
    let place = excerpt::place(&finding.sources, property.span);
    let text = if property.description.trim().is_empty() {
        finding.sources.text(property.span)
    } else {
        property.description.as_str()
    };
    let text = words::one_line(text.strip_suffix(words::NEVER_REACHED).unwrap_or(text), 72);
    match property.class {
        PropertyClass::Assertion if words::happens(property) == "fails" => format!("fails `{text}` ({place})"),
        _ if words::happens(property) == "reached" => format!("reaches `{text}` ({place})"),
        _ => format!("breaks a rule at `{text}` ({place}): {}", words::happens(property)),
    }
}

/// `op = 0, 0, 1 (in this order)`: inputs that all have one name.
fn series(explanation: &Explanation, inputs: &[&InputReport]) -> Option<String> {
    let (first, others) = inputs.split_first()?;
    // Those that have names of their own go by them.
    let is_numbered = |alias: &InputAlias| alias.alias == format!("{} no. {}", alias.name, alias.number);
    if !explanation.aliases.iter().all(is_numbered) {
        return None;
    }
    let values: Vec<&str> = inputs.iter().map(|input| input.value.as_str()).collect();
    let text = format!("{} = {} (in this order)", first.name, values.join(", "));
    let is_series = others.iter().all(|other| other.name == first.name) && text.width() <= LONGEST_SERIES;
    is_series.then_some(text)
}

/// `The closest run that passes has x = -1 instead.`
pub fn passing(sources: &SourceMap, explanation: &Explanation) -> String {
    let which = if explanation.closest { "closest run that passes" } else { "closest passing run that was found" };
    let sentence = match &explanation.assumed[..] {
        [] => format!("The {which} has {}.", instead(explanation)),
        assumed => format!("If {}, the {which} has {}.", still(sources, assumed), instead(explanation)),
    };
    visible(&sentence).into_owned()
}

/// ``x > 0` (line 3) still holds and line 7 is still reached`
fn still(sources: &SourceMap, assumed: &[Assumption]) -> String {
    let text = |one: &Assumption| one.text.as_ref().map(|text| words::one_line(text, LONGEST_TEXT));
    let named = |one: &Assumption| text(one).map(|text| format!("`{text}` (line {})", sources.line(one.span)));
    let conditions: Vec<String> = assumed.iter().filter_map(named).collect();
    let reached = assumed.iter().filter(|one| one.text.is_none());
    let mut lines: Vec<String> = reached.map(|one| format!("line {}", sources.line(one.span))).collect();
    lines.dedup();
    let hold = match &conditions[..] {
        [] => None,
        [only] => Some(format!("{only} still holds")),
        many => Some(format!("{} still hold", many.join(" and "))),
    };
    let reach = match &lines[..] {
        [] => None,
        [only] => Some(format!("{only} is still reached")),
        many => Some(format!("{} are still reached", many.join(" and "))),
    };
    hold.into_iter().chain(reach).collect::<Vec<_>>().join(" and ")
}

/// `x = -1 and y = 2 instead`
pub fn instead(explanation: &Explanation) -> String {
    let changed: Vec<String> = explanation
        .changes
        .iter()
        .filter(|change| change.kind == ChangeKind::Input)
        .map(|change| words::with_input(input_name(change), &change.to))
        .collect();
    match &changed[..] {
        [] => "the same inputs".to_owned(),
        [rest @ .., last] if !rest.is_empty() && rest.len() < MANY_INPUTS => {
            format!("{} and {last} instead", rest.join(", "))
        }
        [only] => format!("{only} instead"),
        many => format!("{} and {} other inputs instead", many[..3].join(", "), many.len() - 3),
    }
}

/// What the inputs of a run are called: those that share a name by the variable that takes the value, or by number, as in
/// the rest of the story.
fn names(run: &Counterexample, explanation: &Explanation) -> Vec<String> {
    let name = |(k, input): (usize, &InputReport)| {
        let shares = |other: &&InputReport| other.name == input.name;
        let number = run.inputs[..=k].iter().filter(shares).count();
        let alias = explanation.aliases.iter().find(|alias| alias.name == input.name && alias.number == number);
        match alias {
            Some(alias) => alias.alias.clone(),
            None if run.inputs.iter().filter(shares).count() > 1 => format!("{} no. {number}", input.name),
            None => input.name.clone(),
        }
    };
    run.inputs.iter().enumerate().map(name).collect()
}

/// An input that shares its name with others goes by the variable that takes its value.
pub fn input_name(change: &Change) -> &str {
    change.alias.as_deref().unwrap_or(&change.name)
}

/// What stands above the table.
fn heading(explanation: &Explanation, rows: &[Row], options: &TextOptions) -> String {
    const NUMBERS: [&str; 11] = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
    if options.all {
        return "All differences, those that matter marked with *:".to_owned();
    }
    let n = explanation.slices.first().map_or(0, Vec::len);
    match NUMBERS.get(n).filter(|_| n == rows.len()) {
        Some(&"One") => "One difference matters:".to_owned(),
        Some(number) => format!("{number} differences matter:"),
        None => "The differences that matter:".to_owned(),
    }
}

/// One line of the table.
#[derive(Clone)]
struct Row {
    mark: &'static str,
    place: String,
    text: String,
    change: String,
}

fn rows(sources: &SourceMap, explanation: &Explanation, options: &TextOptions) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut last: Option<&Change> = None;
    for change in explanation.changes.iter().filter(|change| change.in_slice || options.all) {
        // A value that is only passed on is told once.
        let same = last.is_some_and(|last| (&last.from, &last.to) == (&change.from, &change.to));
        let passed_on = change.is_copy && same;
        if passed_on && !options.all {
            continue;
        }
        last = Some(change);
        let place = match change.kind {
            ChangeKind::Input => "input".to_owned(),
            _ => sources.line(change.span).to_string(),
        };
        let text = visible(&text(sources, change, options)).into_owned();
        let mark = if options.all && change.in_slice { "*" } else { " " };
        let difference = visible(&difference(change)).into_owned();
        rows.push(Row { mark, place, text, change: difference });
    }
    if options.all { rows } else { without_middles(rows) }
}

/// Of what happens in many rounds of a loop, the first and the last.
fn without_middles(rows: Vec<Row>) -> Vec<Row> {
    let mut kept: Vec<Row> = Vec::new();
    for group in rows.chunk_by(|a, b| a.place == b.place && a.text == b.text) {
        match group {
            [first, middle @ .., last] if middle.len() > 1 => {
                let change = format!("and so on, {} times", middle.len());
                kept.push(first.clone());
                kept.push(Row { mark: " ", place: String::new(), text: "…".to_owned(), change });
                kept.push(last.clone());
            }
            few => kept.extend_from_slice(few),
        }
    }
    kept
}

/// What a value was and is. A statement that a run does not execute has no value in it, whatever it would be.
fn difference(change: &Change) -> String {
    if change.kind == ChangeKind::Input && words::is_standard_input(input_name(change)) {
        let read = |value: &str| words::standard_character(value).unwrap_or_else(|| value.to_owned());
        return format!("{} → {}", read(&change.from), read(&change.to));
    }
    let has_value = |executed: bool| executed || !matches!(change.kind, ChangeKind::Assign | ChangeKind::Return);
    let shown = |executed: bool, value: &str| if has_value(executed) { value } else { "not reached" }.to_owned();
    let (from, to) = (shown(change.executed_failing, &change.from), shown(change.executed_passing, &change.to));
    // What neither run executes differs only in what it would have been.
    if from == to { format!("{} → {}", change.from, change.to) } else { format!("{from} → {to}") }
}

/// What a row is about: the variable or condition, as it is written where that says more.
pub fn text(sources: &SourceMap, change: &Change, options: &TextOptions) -> String {
    if options.ssa {
        return change.ssa.clone();
    }
    let written = words::one_line(sources.text(change.span).trim_end().trim_end_matches(';'), LONGEST_TEXT);
    match change.kind {
        ChangeKind::Input => input_name(change).to_owned(),
        ChangeKind::Guard => words::one_line(&change.name, LONGEST_TEXT),
        ChangeKind::Return if written.starts_with("return") => written,
        ChangeKind::Assign if assigns(&written, &change.name) => written,
        ChangeKind::Join => format!("{} afterwards", change.name),
        ChangeKind::Assign | ChangeKind::Return => change.name.clone(),
    }
}

/// Whether `text` looks like an assignment to `name`.
fn assigns(text: &str, name: &str) -> bool {
    let Some((target, _)) = text.split_once('=') else { return false };
    let mut words = target.split(|c: char| !c.is_alphanumeric() && !"_.[]->".contains(c));
    words.any(|word| word == name)
}

/// The rows; of more than `many`, the first and the last ones.
fn table(rows: &[Row], paint: Paint, many: usize) -> String {
    let place = rows.iter().map(|row| row.place.width()).max().unwrap_or(0);
    let text = rows.iter().map(|row| row.text.width()).max().unwrap_or(0);
    let mut out = String::new();
    let left_out = rows.len().saturating_sub(many);
    for (k, row) in rows.iter().enumerate() {
        if left_out > 0 && (many / 2..many / 2 + left_out).contains(&k) {
            if k == many / 2 {
                out.push_str(&format!("  … {left_out} more (--all shows them)\n"));
            }
            continue;
        }
        let pad = |width: usize, used: &str| " ".repeat(width.saturating_sub(used.width()));
        let number = paint.apply(Role::Frame, format!("{}{}", pad(place, &row.place), row.place));
        out.push_str(&format!("{} {number}  {}{}  {}\n", row.mark, row.text, pad(text, &row.text), row.change));
    }
    out
}

/// The other slices: what is different about each of them.
fn other_ways(explanation: &Explanation, options: &TextOptions) -> String {
    let Some((first, others)) = explanation.slices.split_first() else { return String::new() };
    if others.is_empty() {
        return String::new();
    }
    let mut out = format!("{} to the same end:\n", words::count(others.len(), "other way"));
    let n_shown = if options.all { others.len() } else { others.len().min(MANY_ITEMS) };
    for other in &others[..n_shown] {
        let list = |these: &[usize], not: &[usize]| -> String {
            let only = these.iter().filter(|idx| !not.contains(idx)).filter_map(|&idx| explanation.changes.get(idx));
            only.map(|change| format!("{} {} → {}", change.name, change.from, change.to)).collect::<Vec<_>>().join(", ")
        };
        let line = format!("  {}  in place of  {}", list(other, first), list(first, other));
        out.push_str(&format!("{}\n", visible(&line)));
    }
    if n_shown < others.len() {
        out.push_str(&format!("  … {} more (--all shows them)\n", others.len() - n_shown));
    }
    out
}

/// `Causes: the failure needs  y < x  and  x < z  (…).`
fn causes(explanation: &Explanation, options: &TextOptions) -> String {
    let (always, here): (Vec<&Cause>, Vec<&Cause>) = explanation.causes.iter().partition(|cause| cause.always);
    let within = if explanation.bounded { "no run within the bounds" } else { "no run" };
    let mut without = [format!("{within} fails without it"), format!("{within} fails without them")];
    if explanation.causes_enough && !explanation.bounded {
        without = without.map(|text| {
            let it = if text.ends_with("them") { "them" } else { "it" };
            format!("{text}, every run that comes to the check with {it} does")
        });
    }
    let mut out = cause_line(&always, "the failure needs", without, options);
    // What always holds says more than what is so in this run and its neighbours.
    if always.is_empty() || options.all {
        let nearest = "in runs like this one the failure needs";
        let without =
            ["no run that goes the same way fails without it", "none that goes the same way fails without them"];
        out.push_str(&cause_line(&here, nearest, without.map(str::to_owned), options));
    }
    out
}

fn cause_line(causes: &[&Cause], needs: &str, because: [String; 2], options: &TextOptions) -> String {
    let n_shown = if options.all { causes.len() } else { causes.len().min(MANY_ITEMS) };
    let shown: Vec<String> = causes[..n_shown].iter().map(|cause| words::one_line(&cause.predicate, 72)).collect();
    let mut text = match &shown[..] {
        [] => return String::new(),
        [only] => format!("Cause: {needs}  {only}  ({}).", because[0]),
        [rest @ .., last] => {
            format!("Causes: {needs}  {}  and  {last}  ({}).", rest.join(",  "), because[1])
        }
    };
    if n_shown < causes.len() {
        text.push_str(&format!(" {} more (--all shows them).", causes.len() - n_shown));
    }
    format!("{}\n", visible(&text))
}

fn footer(finding: &Finding, explanation: &Explanation, options: &TextOptions) -> String {
    let n_slice = explanation.slices.first().map_or(0, Vec::len);
    let n_more = explanation.changes.len().saturating_sub(n_slice);
    let mut out = String::new();
    if n_more > 0 && !options.all {
        let verb = if n_more == 1 { "does" } else { "do" };
        let more = words::count(n_more, "more difference");
        out.push_str(&format!("{more} {verb} not matter here (--all shows them).\n"));
    }
    let mut parts = vec![format!("distance {}", explanation.distance)];
    if !explanation.closest {
        parts.push("not proved closest".to_owned());
    }
    if !explanation.smallest {
        parts.push("perhaps fewer differences matter".to_owned());
    }
    if !explanation.causes_complete {
        parts.push("not every possible cause was examined".to_owned());
    }
    parts.push(words::duration(finding.stats.total));
    out.push_str(&format!("{}\n", parts.join(" · ")));
    out
}
