//! Where a change would help: the places, what they would have to give, and changes that were checked.

use unicode_width::UnicodeWidthStr;
use whyc_check::Verdict;
use whyc_debug::finding::{
    ComponentReport, DiagnosisReport, EditReport, Finding, LocalizationReport, Narrowing, SuggestionReport,
};

use super::{TextOptions, append, notes};
use crate::paint::{Paint, Role, visible};
use crate::words;

/// At most this many places are shown unless all are asked for.
const MANY_PLACES: usize = 12;
/// At most this many places that are not likely are shown beside those that are, likewise.
const MANY_UNLIKELY: usize = 4;
/// How many changes are shown for one place unless all are asked for.
const MANY_SUGGESTIONS: usize = 3;
/// At most this many failing tests are told, likewise.
const MANY_FAILURES: usize = 5;
/// Longer texts are cut.
const LONGEST_TEXT: usize = 44;

/// The places.
pub fn render(finding: &Finding, report: &LocalizationReport, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    let mut out = format!("{}\n", paint.apply(Role::Strong, heading(report)));
    let n_likely = report.n_likely();
    let most = if n_likely == 0 { MANY_PLACES } else { MANY_PLACES.min(n_likely + MANY_UNLIKELY) };
    let shown = if options.all { report.diagnoses.len() } else { worth_telling(report).min(most) };
    let places: Vec<Vec<String>> = report.diagnoses[..shown]
        .iter()
        .map(|diagnosis| diagnosis.components.iter().map(|component| place(finding, component)).collect())
        .collect();
    let texts = |diagnosis: &DiagnosisReport| -> Vec<String> {
        diagnosis.components.iter().map(|component| words::one_line(&component.text, LONGEST_TEXT)).collect()
    };
    let place_width = places.iter().flatten().map(|place| place.width()).max().unwrap_or(0);
    let all_texts: Vec<Vec<String>> = report.diagnoses[..shown].iter().map(texts).collect();
    let text_width = all_texts.iter().flatten().map(|text| text.width()).max().unwrap_or(0);
    for (k, diagnosis) in report.diagnoses[..shown].iter().enumerate() {
        if k == n_likely && k > 0 {
            out.push_str(&format!("\n{}\n", paint.apply(Role::Strong, BESIDES.to_owned())));
        }
        out.push('\n');
        for (c, text) in all_texts[k].iter().enumerate() {
            let number = if c == 0 { format!("{:>3}", k + 1) } else { "   ".to_owned() };
            let place = format!("{:<place_width$}", places[k][c]);
            let line = format!(
                "{number}  {}  {:<text_width$}  {}",
                paint.apply(Role::Dim, place),
                visible(text),
                needs(diagnosis, c)
            );
            out.push_str(&format!("{}\n", line.trim_end()));
        }
        out.push_str(&suggestions((finding, report), k, place_width, options, paint));
        if !diagnosis.unexplained.is_empty() {
            let n = words::count(diagnosis.unexplained.len(), "failing test");
            let still = paint.apply(Role::Dim, format!("{n} would fail all the same"));
            out.push_str(&format!("{:place_width$}       {still}\n", ""));
        }
    }
    let n_folded = if options.all { 0 } else { report.folded.len() };
    if options.all && !report.folded.is_empty() {
        out.push_str(&folded(finding, report));
    }
    if shown < report.diagnoses.len() || n_folded > 0 {
        let n = words::count(report.diagnoses.len() - shown + n_folded, "more place");
        out.push_str(&format!("\n… {n} (--all shows them)\n"));
    }
    append(&mut out, &failures(finding, report, options));
    append(&mut out, &notes(finding, options));
    append(&mut out, &trusted(report));
    append(&mut out, &cut(report));
    append(&mut out, &footer(finding, report));
    out
}

/// The places that are told to whoever asks for all.
fn folded(finding: &Finding, report: &LocalizationReport) -> String {
    let mut out = "\n".to_owned();
    for diagnosis in &report.folded {
        let one = |it: &ComponentReport| format!("{}  {}", place(finding, it), words::one_line(&it.text, LONGEST_TEXT));
        let all: Vec<String> = diagnosis.components.iter().map(one).collect();
        out.push_str(&format!("     {}\n", visible(&all.join(", "))));
    }
    out
}

/// How many places are worth telling: once there is a change that mends the program, those at the end are not that only keep
/// runs away from what failed.
fn worth_telling(report: &LocalizationReport) -> usize {
    let mended: Vec<usize> = report.suggestions.iter().filter(|it| it.mends()).map(|it| it.diagnosis).collect();
    let is_worth = |k: usize| mended.is_empty() || !report.diagnoses[k].avoids || mended.contains(&k);
    (0..report.diagnoses.len()).rev().find(|&k| is_worth(k)).map_or(0, |last| last + 1)
}

/// What stands above places that are not likely, where others are.
const BESIDES: &str = "Other values would help here, too, but a change would have to look at something else as well:";

pub fn heading(report: &LocalizationReport) -> String {
    let n_likely = report.n_likely();
    let n_changes = report.diagnoses.first().map_or(report.faults, |first| first.components.len());
    if report.diagnoses.first().is_some_and(|first| !first.unexplained.is_empty()) {
        return "Changes in these places help some of the failing runs:".to_owned();
    }
    let end = if n_likely == 0 { ", but would have to look at something else as well:" } else { ":" };
    let how_many = match n_changes {
        1 => format!("One change is enough, in one of these places{end}"),
        2 => format!("Two changes are enough, in one of these pairs of places{end}"),
        n => format!("{n} changes are enough, in one of these sets of places{end}"),
    };
    match &report.diagnoses[..] {
        [] => {
            let n = match report.faults.min(report.components.max(1)) {
                1 => "one expression".to_owned(),
                2 => "one or two expressions".to_owned(),
                n => format!("up to {n} expressions"),
            };
            format!(
                "No change of {n} makes the failing runs pass.\nMissing code, and what stands left of an assignment, cannot be found this way; neither can runs that would go on for longer."
            )
        }
        [only] if only.components.len() == 1 => {
            let but = if n_likely == 0 { ". It would have to look at something else as well:" } else { ":" };
            match report.is_cut || report.is_partial || !report.folded.is_empty() {
                // There may be others.
                true => format!("One change is enough, and this is a place for it{but}"),
                false => format!("One change is enough, and there is only one place for it{but}"),
            }
        }
        [_, _, ..] if n_likely == 1 => match n_changes {
            1 => "One change is enough. There is one likely place for it:".to_owned(),
            2 => "Two changes are enough. There is one likely pair of places for them:".to_owned(),
            n => format!("{n} changes are enough. There is one likely set of places for them:"),
        },
        _ => how_many,
    }
}

/// `median.c:10`
pub fn place(finding: &Finding, component: &ComponentReport) -> String {
    let file = &finding.sources.file(component.span.file).name;
    let name = file.rsplit('/').next().unwrap_or(file);
    format!("{}:{}", visible(name), finding.sources.line(component.span))
}

/// What a component would have to give: `would have to be 6 (is 5)`.
pub fn needs(diagnosis: &DiagnosisReport, component: usize) -> String {
    let value = needed_value(diagnosis, component);
    let is_last = component + 1 == diagnosis.components.len();
    if diagnosis.avoids && is_last { format!("{value}, to keep away from what failed") } else { value }
}

fn needed_value(diagnosis: &DiagnosisReport, component: usize) -> String {
    let mut wanted: Vec<(&str, &str)> = Vec::new();
    let mut many = false;
    for replacement in diagnosis.replacements.iter().filter(|replacement| replacement.component == component) {
        let changed = replacement.was.len();
        match (&replacement.was[..], &replacement.values[..]) {
            ([was], [value]) => wanted.push((was, value)),
            ([was, ..], values) if values.iter().all(|value| value == &values[0]) && changed == values.len() => {
                wanted.push((was, &values[0]));
            }
            ([], _) => {}
            _ => many = true,
        }
    }
    wanted.dedup();
    if diagnosis.components[component].kind == "output" {
        return printed_instead(&wanted, many);
    }
    match &wanted[..] {
        [] if many => "would have to give other values".to_owned(),
        [] => "would have to change".to_owned(),
        [(_, first), rest @ ..] if !many && rest.iter().all(|(_, value)| value == first) => {
            let was: Vec<&str> = wanted.iter().map(|(was, _)| *was).collect();
            match was.iter().all(|other| other == &was[0]) {
                true => format!("would have to be {first} (is {})", was[0]),
                false => format!("would have to be {first}"),
            }
        }
        several => {
            let mut values: Vec<&str> = Vec::new();
            for (_, value) in several {
                if values.len() < 4 && !values.contains(value) {
                    values.push(value);
                }
            }
            match values[..] {
                [only] => format!("would have to be {only} in some runs"),
                _ => format!("would have to be {}, depending on the run", values.join(", ")),
            }
        }
    }
}

/// What a statement would have to print: `would have to print "3" (prints "2")`.
fn printed_instead(wanted: &[(&str, &str)], many: bool) -> String {
    let short = |text: &str| visible(&words::one_line(text, LONGEST_TEXT)).into_owned();
    match wanted {
        [("\"\"", new), rest @ ..] if !many && rest.iter().all(|(was, it)| was == &"\"\"" && it == new) => {
            format!("{} would have to be printed before", short(new))
        }
        [(was, new)] if !many => format!("would have to print {} (prints {})", short(new), short(was)),
        _ => "would have to print something else".to_owned(),
    }
}

fn suggestions(
    (finding, report): (&Finding, &LocalizationReport),
    diagnosis: usize,
    indent: usize,
    options: &TextOptions,
    paint: Paint,
) -> String {
    let all: Vec<&SuggestionReport> =
        report.suggestions.iter().filter(|suggestion| suggestion.diagnosis == diagnosis).collect();
    let shown = if options.all { all.len() } else { all.len().min(MANY_SUGGESTIONS) };
    let mut out = String::new();
    for suggestion in &all[..shown] {
        let last = suggestion.others.len();
        for (k, means) in suggestion.means.iter().enumerate() {
            let word = if k == 0 { "try:" } else { "and:" };
            let means = paint.apply(Role::Strong, visible(means).into_owned());
            out.push_str(&format!("{:indent$}       {word}  {means}", ""));
            if k + 1 == suggestion.means.len() {
                out.push_str(&format!("    {}", paint.apply(Role::Dim, checked(finding, suggestion))));
            }
            out.push('\n');
        }
        for (k, edit) in suggestion.edits().enumerate() {
            let (old, new) = (visible(&edit.old), visible(&edit.new));
            let word = match k {
                _ if !suggestion.means.is_empty() => "    ",
                0 => "try:",
                _ => "and:",
            };
            // A condition that was lacking: what is there already need not be told again.
            let is_condition = |added: &&str| added.starts_with("&& ") || added.starts_with("|| ");
            let change = match new.strip_prefix(&*old).map(str::trim_start).filter(is_condition) {
                _ if old.is_empty() => added(finding, edit),
                _ if new.is_empty() => format!("without  {}", words::one_line(&old, LONGEST_TEXT)),
                Some(added) => format!("{added}  after  {}", words::one_line(&old, LONGEST_TEXT)),
                None => format!("{new}  instead of  {old}"),
            };
            let role = if suggestion.means.is_empty() { Role::Strong } else { Role::Dim };
            let change = paint.apply(role, change);
            out.push_str(&format!("{:indent$}       {word}  {change}", ""));
            // What is known of it stands behind all that belongs to it.
            if k == last && suggestion.means.is_empty() {
                out.push_str(&format!("    {}", paint.apply(Role::Dim, checked(finding, suggestion))));
            }
            out.push('\n');
        }
    }
    if shown < all.len() {
        out.push_str(&format!("{:indent$}       … {}\n", "", words::count(all.len() - shown, "more change")));
    }
    if all.is_empty() {
        let why = match clash(&report.diagnoses[diagnosis]) {
            // Where one was found, those that are further away are not tried any more.
            clash if clash.is_empty() && !report.suggestions.is_empty() => "no nearer change fits all runs".to_owned(),
            clash if clash.is_empty() => "no small change fits all runs".to_owned(),
            clash => clash,
        };
        out.push_str(&format!("{:indent$}       {}\n", "", paint.apply(Role::Dim, why)));
    }
    out
}

/// What speaks against a place; nothing if nothing does.
pub fn clash(diagnosis: &DiagnosisReport) -> String {
    let sees = match diagnosis.components.len() {
        1 => "it sees",
        _ => "they see",
    };
    match &diagnosis.clash[..] {
        [] => String::new(),
        [only] => format!("{only} needs different values where {sees} the same"),
        [first, second] => format!("{first} needs another value than {second}, and {sees} the same in both"),
        [most @ .., last] => format!("{} and {last} need different values where {sees} the same", most.join(", ")),
    }
}

/// What is known of a change.
pub fn checked(finding: &Finding, suggestion: &SuggestionReport) -> String {
    match suggestion.verdict {
        _ if !suggestion.comes_there => "no run would come to what failed any more".to_owned(),
        _ if suggestion.keeps_code_alive == Some(false) => "leaves code that was executed dead".to_owned(),
        None => format!("checked: {}", tests_pass(finding, suggestion, "all tests pass")),
        Some(Verdict::Safe) if !suggestion.means.is_empty() => {
            format!("checked: {}, whoever runs when", holds(finding))
        }
        Some(Verdict::Safe) => format!("checked: {}{}", holds(finding), others_change(suggestion)),
        Some(Verdict::BoundedSafe) => {
            format!("checked: every property holds within the bounds{}", others_change(suggestion))
        }
        Some(Verdict::Unknown) => {
            format!("{}; the properties are undecided", tests_pass(finding, suggestion, "all these runs pass"))
        }
        Some(Verdict::Violated) => {
            format!("{}; another property can still fail", tests_pass(finding, suggestion, "all these runs pass"))
        }
    }
}

/// That runs that passed do not go on as before.
fn others_change(suggestion: &SuggestionReport) -> &'static str {
    if suggestion.keeps_passing_runs == Some(false) { ", but runs that passed give other results" } else { "" }
}

/// Which runs pass with a change: `all` of them, unless some are known that do not, or of which nothing is known.
fn tests_pass(finding: &Finding, suggestion: &SuggestionReport, all: &str) -> String {
    let n_not_followed = finding.localization.as_ref().map_or(0, LocalizationReport::n_not_followed);
    let followed = if n_not_followed == 0 { "" } else { " that can be followed" };
    match suggestion.still_broken.len() {
        0 => format!("{all}{followed}"),
        1 => format!("the tests pass{followed}, but 1 still breaks a rule"),
        n => format!("the tests pass{followed}, but {n} still break a rule"),
    }
}

/// What it means that a changed program is safe: as much is asked of it as of the program.
pub fn holds(finding: &Finding) -> String {
    let is_part = |it: &Narrowing| matches!(it, Narrowing::Property | Narrowing::Classes);
    let what = if finding.narrowed.iter().any(is_part) { "what was asked" } else { "every property" };
    let inputs = match finding.narrowed.iter().any(|it| it.fixes_inputs()) {
        true => "with these inputs",
        false => "for every input",
    };
    format!("{what} holds {inputs}")
}

/// What was not to blame, and how to blame it.
pub fn trusted(report: &LocalizationReport) -> String {
    let Some(first) = report.trusted.first() else { return String::new() };
    let names: Vec<String> = report.trusted.iter().map(|name| format!("`{name}`")).collect();
    let (is, looks) = if names.len() == 1 { ("is", "looks") } else { ("are", "look") };
    format!(
        "{} {looks} like a test and {is} not blamed; --suspect {} to include it\n",
        names.join(", "),
        words::shell_word(first)
    )
}

/// That not every run was followed to its end.
pub fn cut(report: &LocalizationReport) -> String {
    match (report.is_partial, report.is_cut) {
        _ if report.diagnoses.is_empty() => String::new(),
        (true, _) => "what may be spent was used up: there may be more places\n".to_owned(),
        (false, true) => "runs that go on for much longer than the failing ones were not looked at\n".to_owned(),
        (false, false) => String::new(),
    }
}

/// What is put where nothing stood, with what stands before it.
fn added(finding: &Finding, edit: &EditReport) -> String {
    let text = &finding.sources.file(edit.span.file).text;
    let line = text[..edit.span.start as usize].rsplit('\n').next().unwrap_or("").trim();
    let is_statement = edit.new.trim_end().ends_with([';', '}']);
    let new = words::one_line(visible(edit.new.trim()).as_ref(), 2 * LONGEST_TEXT);
    // A brace alone tells nobody where that is; what follows it may.
    let is_brace = |line: &str| matches!(line, "" | "{" | "}");
    let mut below = text[edit.span.end as usize..].lines().map(str::trim).filter(|line| !line.is_empty());
    let next = below.next().filter(|next| !is_brace(next));
    match (is_brace(line), is_statement, next) {
        (true, true, Some(next)) => format!("{new}  before  {}", words::one_line(&visible(next), LONGEST_TEXT)),
        (false, true, _) => format!("{new}  after  {}", words::one_line(&visible(line), LONGEST_TEXT)),
        (false, false, _) => {
            let operand = last_operand(line);
            let next = first_operand(text[edit.span.end as usize..].lines().next().unwrap_or("").trim_start());
            match (operand, next) {
                ("", "") => format!("{new}  added"),
                ("", next) => format!("{new}  before  {}", visible(next)),
                (operand, _) => format!("{new}  after  {}", visible(operand)),
            }
        }
        (true, true, None) if line == "}" => {
            format!("{new}  after the brace in line {}", finding.sources.line(edit.span))
        }
        (true, false, Some(next)) => format!("{new}  before  {}", words::one_line(&visible(next), LONGEST_TEXT)),
        (true, _, _) => format!("{new}  added"),
    }
}

/// The name, element, field or call that a text begins with: `a[i + 1]` of `a[i + 1] > b)`.
fn first_operand(line: &str) -> &str {
    let (mut depth, mut end) = (0_usize, 0);
    while let Some(c) = line[end..].chars().next() {
        match c {
            '-' if line[end..].starts_with("->") => end += 1,
            '(' | '[' => depth += 1,
            ')' | ']' if depth == 0 => break,
            ')' | ']' => depth -= 1,
            c if depth > 0 || c.is_alphanumeric() || matches!(c, '_' | '.' | '\'') => {}
            _ => break,
        }
        end += c.len_utf8();
    }
    &line[..end]
}

/// The name, element or field that a text ends with: `a[i + 1]` of `if (b > a[i + 1]`.
fn last_operand(line: &str) -> &str {
    let mut depth = 0_usize;
    let is_outside = |c: char| {
        match c {
            ')' | ']' => depth += 1,
            '(' | '[' if depth == 0 => return true,
            '(' | '[' => depth -= 1,
            _ => return depth == 0 && !(c.is_alphanumeric() || matches!(c, '_' | '.' | '\'')),
        }
        false
    };
    line.rsplit(is_outside).next().unwrap_or("")
}

/// Why the tests fail, one line each.
fn failures(finding: &Finding, report: &LocalizationReport, options: &TextOptions) -> String {
    let n_shown = if options.all { report.failures.len() } else { report.failures.len().min(MANY_FAILURES) };
    let width = report.failures[..n_shown].iter().map(|failure| failure.test.width()).max().unwrap_or(0);
    let mut out = match report.apart.len() {
        0 => String::new(),
        1 => "One test breaks a rule of the language and is looked at apart: the others are mended first.\n".to_owned(),
        n => format!("{n} tests break a rule of the language and are looked at apart: the others are mended first.\n"),
    };
    for failure in &report.failures[..n_shown] {
        let why = words::why_test_fails(&finding.sources, &failure.why);
        out.push_str(&format!("test {:<width$}  {}\n", visible(&failure.test), visible(&why)));
    }
    if n_shown < report.failures.len() {
        let n = words::count(report.failures.len() - n_shown, "more failing test");
        out.push_str(&format!("… {n} (--all shows them)\n"));
    }
    out
}

fn footer(finding: &Finding, report: &LocalizationReport) -> String {
    let mut parts = vec![
        format!("{} examined", words::count(report.tests, "failing run")),
        match report.checked {
            Some(n) => format!("{} checked", words::count(n, "change")),
            None => format!("{} considered", words::count(report.components, "expression")),
        },
    ];
    if report.passing > 0 {
        parts.insert(1, format!("{} compared", words::count(report.passing, "passing run")));
    }
    if let Some(scores) = report.scores {
        parts.push(format!("score {:.3}", scores.likely));
    }
    parts.push(words::duration(finding.stats.total));
    format!("{}\n", parts.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::{first_operand, last_operand};

    #[test]
    fn what_something_stands_before_is_an_operand() {
        assert_eq!(first_operand("a[i + 1] > b)"), "a[i + 1]");
        assert_eq!(first_operand("p->next - q"), "p->next");
        assert_eq!(first_operand("n-- > 0"), "n");
        assert_eq!(first_operand("max(f(x), 2);"), "max(f(x), 2)");
        assert_eq!(first_operand("é.x) {"), "é.x");
        assert_eq!(first_operand("= 3"), "");
    }

    #[test]
    fn what_a_text_ends_with_is_whole() {
        assert_eq!(last_operand("if (b > a[i + 1]"), "a[i + 1]");
        assert_eq!(last_operand("n = max(f(x), 2)"), "max(f(x), 2)");
        assert_eq!(last_operand("c == 'x'"), "'x'");
        assert_eq!(last_operand("f(it.size"), "it.size");
        assert_eq!(last_operand("x ="), "");
    }
}
