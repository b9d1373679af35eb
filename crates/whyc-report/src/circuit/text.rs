//! The report for people: the verdict first, the run next, the way on last.

use whyc_circuit::finding::{
    Bit, CoverReport, Finding, ProofReport, PropertyReport, Reached, Row, RowKind, RunReport, Status, Verdict,
};

use super::{suspicions, table, why};
use crate::paint::{Paint, Role, visible};
use crate::text::TextOptions;
use crate::{reasons, words};

/// At most this many properties are listed unless all are asked for.
const MANY: usize = 10;

/// The report; ends with a line end.
#[must_use]
pub fn render(finding: &Finding, options: &TextOptions) -> String {
    let paint = Paint { color: options.color };
    if options.quiet {
        return verdict_line(finding, paint);
    }
    let mut out = match &finding.counterexample {
        Some(run) => violated(finding, run, options, paint),
        None if finding.properties.is_empty() && !finding.covers.is_empty() => String::new(),
        None => without_run(finding, options, paint),
    };
    if !finding.covers.is_empty() {
        let gap = if out.is_empty() { "" } else { "\n" };
        out.push_str(&format!("{gap}{}", covers(finding, paint)));
    }
    out
}

/// What should be reached, and whether it is.
fn covers(finding: &Finding, paint: Paint) -> String {
    let row = |it: &CoverReport| {
        let place = it.place.as_ref().map(|place| format!("{}:{}", visible(&place.file), place.line));
        let (mark, reached) = match it.reached {
            Reached::After(0) => (paint.apply(Role::Good, "✓"), "reached at once".to_owned()),
            Reached::After(cycles) => {
                (paint.apply(Role::Good, "✓"), format!("reached after {}", words::count(cycles, "cycle")))
            }
            Reached::Never => (paint.apply(Role::Error, "✗"), "no run reaches it".to_owned()),
            Reached::NotWithin(cycles) => {
                (paint.apply(Role::Warning, "?"), format!("not reached in {}", words::count(cycles, "cycle")))
            }
        };
        (mark, place.unwrap_or_default(), format!("`{}`", words::one_line(&covered(it), 60)), reached)
    };
    let rows: Vec<_> = finding.covers.iter().map(row).collect();
    let longest = |texts: &mut dyn Iterator<Item = &String>| texts.map(|it| it.chars().count()).max().unwrap_or(0);
    let places = longest(&mut rows.iter().map(|row| &row.1));
    let texts = longest(&mut rows.iter().map(|row| &row.2));
    let n_reached = finding.covers.iter().filter(|it| matches!(it.reached, Reached::After(_))).count();
    let mut out = paint.apply(
        Role::Strong,
        format!("{n_reached} of {} to be covered can be reached\n", words::count(rows.len(), "statement")),
    );
    for (mark, place, text, reached) in rows {
        out.push_str(&format!("  {mark} {place:places$}  {text:texts$}  {reached}\n"));
    }
    out
}

/// What is to be reached: `a == b` for `cover (a == b);`
pub(super) fn covered(it: &CoverReport) -> String {
    let text = it.place.as_ref().map_or(it.id.as_str(), |place| &place.text);
    let inside = text.split_once("cover").map(|(_, rest)| rest.trim().trim_end_matches(';').trim_end());
    inside.and_then(|it| it.strip_prefix('(')?.strip_suffix(')')).map_or(text, str::trim).to_owned()
}

fn violated(finding: &Finding, run: &RunReport, options: &TextOptions, paint: Paint) -> String {
    let property = finding.properties.get(run.property);
    let what = property.map_or_else(|| "a bad state".to_owned(), what);
    let matter = matter(run);
    let mut out = if finding.head.command == "check" {
        let class = property.map_or("bad", |it| it.class);
        let title = format!(": {what} {}", fails(property, run));
        let head = paint.apply(Role::Error, format!("error[{class}]"));
        let place =
            property.and_then(|it| it.place.as_ref()).map(|place| why::excerpt(place, paint)).unwrap_or_default();
        format!("{head}{}\n{place}  {matter}\n", paint.apply(Role::Strong, title))
    } else if finding.head.command == "explain" {
        return why::explained(finding, run, options, paint);
    } else if finding.head.command == "localize" {
        return why::localized(finding, run, options, paint);
    } else {
        let after = words::count(run.depth, "cycle");
        let done = match run.loop_start {
            None if property.is_some_and(|it| it.place.is_some()) => format!("{what} {}", fails(property, run)),
            None => format!("reached {what} after {after}"),
            Some(_) => format!("{what} {}", can_happen(run.depth, run.loop_start)),
        };
        format!("{}; {matter}\n", paint.apply(Role::Strong, done))
    };
    let matters = run.rows.iter().any(Row::is_relevant);
    if options.all && !run.waves.is_empty() || matters {
        out.push('\n');
        out.push_str(&table::render(run, options.all, options.width, paint));
        out.push_str(&in_part(run, options.all, paint));
    }
    out.push('\n');
    out.push_str(&footer(finding, run));
    // A state that was asked for would have to be asked for again.
    if finding.head.command == "check" && matters && !run.optimal && property.is_some_and(|it| it.class == "bad") {
        let file = words::shell_word(&visible(finding.file()));
        out.push_str(&paint.apply(Role::Dim, format!("fewer?  whyc minimize --lift minimum {file}\n")));
    }
    out
}

/// Of which values only some bits matter: the table has them whole.
fn in_part(run: &RunReport, all: bool, paint: Paint) -> String {
    let is_part = |bits: &&Vec<Bit>| bits.iter().any(|bit| bit.relevant) && !bits.iter().all(|bit| bit.relevant);
    let mut lines = Vec::new();
    for row in &run.rows {
        for (cycle, bits) in row.cells.iter().enumerate().filter(|(_, bits)| is_part(bits)) {
            let name = words::one_line(&visible(&row.name), 40);
            lines.push(format!("  in part: {name} {} in cycle {cycle}\n", table::value(bits)));
        }
    }
    let n_shown = if all { lines.len() } else { lines.len().min(MANY) };
    let n_more = lines.len() - n_shown;
    lines.truncate(n_shown);
    if n_more > 0 {
        lines.push(format!("  … {} in part (--all shows them)\n", words::count(n_more, "more value")));
    }
    lines.into_iter().map(|line| paint.apply(Role::Dim, line)).collect()
}

/// `3 of 20 input bits and 1 of 8 initial bits matter`
pub fn matter(run: &RunReport) -> String {
    let count = |kind: RowKind| {
        let bits = run.rows.iter().filter(|row| row.kind == kind).flat_map(|row| row.cells.iter().flatten());
        bits.fold((0, 0), |(relevant, all), bit| (relevant + usize::from(bit.relevant), all + 1))
    };
    let (inputs, state) = (count(RowKind::Input), count(RowKind::State));
    match (inputs.0 + state.0, inputs.1 + state.1) {
        (0, 0) => "it has neither inputs nor state".to_owned(),
        (0, n) => format!("none of {} matters: every run gets there", words::count(n, "bit")),
        _ => {
            let of = |(relevant, all): (usize, usize), what: &str| format!("{relevant} of {all} {what} bits");
            format!("{} and {} matter", of(inputs, "input"), of(state, "initial"))
        }
    }
}

fn footer(finding: &Finding, run: &RunReport) -> String {
    format!("{}\n", footer_parts(finding, run).join(" · "))
}

/// How many properties are violated, and how small the run is.
pub fn footer_parts(finding: &Finding, run: &RunReport) -> Vec<String> {
    let mut parts = Vec::new();
    if finding.properties.len() > 1 {
        parts.push(reasons::counts(finding.properties.iter().map(|it| &it.status)));
    }
    if let Some(start) = run.loop_start {
        parts.push(format!("after cycle {} comes cycle {start} again", run.depth.saturating_sub(1)));
    }
    parts.push(if run.is_shortest { "no run is shorter" } else { "perhaps a run is shorter" }.to_owned());
    let n_relevant = run.rows.iter().flat_map(|row| row.cells.iter().flatten()).filter(|bit| bit.relevant).count();
    match (&run.cut_short, run.at_least) {
        _ if n_relevant == 0 => {}
        (Some(reason), Some(least)) if least < n_relevant => {
            parts.push(format!("{least} bits or more matter ({reason})"))
        }
        (Some(reason), _) => parts.push(format!("perhaps fewer bits matter ({reason})")),
        (None, _) if run.optimal => parts.push("no set of bits is smaller".to_owned()),
        (None, _) if run.method == "graph" => parts.push("perhaps fewer bits matter (--lift)".to_owned()),
        (None, _) => parts.push("none of these bits can be left out".to_owned()),
    }
    parts.push(words::duration(finding.stats.total));
    parts
}

fn without_run(finding: &Finding, options: &TextOptions, paint: Paint) -> String {
    let mut out = verdict_line(finding, paint);
    out.push_str(&format!("  {}\n", without_run_lines(finding).join(" · ")));
    for it in &finding.suspicions {
        let head = paint.apply(Role::Warning, format!("warning[{}]", it.kind.name()));
        out.push_str(&format!("{head}: {}\n", suspicions::sentence(finding, it)));
    }
    if finding.head.command == "vacuity" && finding.suspicions.is_empty() && finding.head.verdict == Verdict::Safe {
        out.push_str(
            "Nothing is suspicious: the constraints let runs go on, and what properties presuppose happens.\n",
        );
    }
    out.push_str(&undecided(finding, options));
    out
}

/// What is known without a run.
pub fn without_run_lines(finding: &Finding) -> Vec<String> {
    let mut lines = vec![words::duration(finding.stats.total)];
    match finding.head.verdict {
        Verdict::Safe => {
            lines.insert(0, finding.proof.as_ref().map_or_else(|| "proved".to_owned(), proved));
        }
        Verdict::BoundedSafe => {
            let proof = if finding.is_proof_sought { "" } else { "; to look longer for a proof: --prove" };
            lines.push(format!("to go further: --bound {}{proof}", finding.bound.saturating_mul(4).max(4)));
        }
        Verdict::Unknown | Verdict::Violated => {
            let open = finding.properties.iter().filter(|it| matches!(it.status, Status::Unknown(_)));
            if let Some(checked) = open.map(|it| it.cycles).min().filter(|&it| it > 0) {
                let cycles = if checked == 1 { "cycle".to_owned() } else { words::count(checked, "cycle") };
                lines.insert(0, format!("nothing bad is reached in the first {cycles}"));
            }
        }
    }
    lines
}

/// How it was proved, with the invariant where that is short.
fn proved(proof: &ProofReport) -> String {
    if proof.method == "induction" {
        return format!("proved by induction over {}", words::count(proof.depth + 1, "cycle"));
    }
    let mut known: Vec<String> = proof.invariants.iter().map(|it| format!("`{}`", words::one_line(it, 60))).collect();
    if known.is_empty() {
        return "proved by an invariant".to_owned();
    }
    if proof.n_more > 0 {
        known.push(format!("{} more", proof.n_more));
    }
    let last = known.pop().unwrap_or_default();
    let known = if known.is_empty() { last } else { format!("{} and {last}", known.join(", ")) };
    format!("proved by an invariant: {known}")
}

/// Which properties are open, where others are not.
fn undecided(finding: &Finding, options: &TextOptions) -> String {
    let is_open = |it: &&PropertyReport| !it.status.is_promised();
    let open: Vec<&PropertyReport> = finding.properties.iter().filter(is_open).collect();
    if open.is_empty() || open.len() == finding.properties.len() {
        return String::new();
    }
    let n_shown = if options.all { open.len() } else { open.len().min(MANY) };
    let mut out = String::new();
    for property in &open[..n_shown] {
        out.push_str(&format!("  not proved: {}\n", visible(&property.id)));
    }
    if n_shown < open.len() {
        out.push_str(&format!("  … {} (--all shows them)\n", words::count(open.len() - n_shown, "more property")));
    }
    out
}

fn verdict_line(finding: &Finding, paint: Paint) -> String {
    let role = match finding.head.verdict {
        Verdict::Safe => Role::Good,
        Verdict::BoundedSafe | Verdict::Unknown => Role::Warning,
        Verdict::Violated => Role::Error,
    };
    let sentence = paint.apply(Role::Strong, format!(": {}", verdict_sentence(finding)));
    format!("{}{sentence}\n", paint.apply(role, finding.head.verdict.name()))
}

/// What the verdict says, in a sentence without a full stop.
pub fn verdict_sentence(finding: &Finding) -> String {
    let n = finding.properties.len();
    match finding.head.verdict {
        Verdict::Safe => match (n, finding.properties.first()) {
            (1, Some(property)) if property.class == "justice" => format!("{} cannot go on forever", what(property)),
            (1, Some(property)) if property.place.is_some() => format!("{} holds in every run", what(property)),
            (1, Some(property)) => format!("{} is never reached", what(property)),
            _ => format!("all {n} properties hold in every run"),
        },
        Verdict::BoundedSafe => {
            let happens = if finding.properties.iter().all(|it| it.class == "justice") {
                "nothing goes on forever in a loop that closes"
            } else {
                "nothing bad is reached"
            };
            format!("{happens} within {}", words::count(finding.bound, "cycle"))
        }
        Verdict::Unknown => {
            let reason = finding.head.reason.as_ref().map(reasons::sentence);
            visible(reason.as_deref().unwrap_or("undecided")).into_owned()
        }
        Verdict::Violated => {
            let run = finding.counterexample.as_ref();
            let property = run.and_then(|run| finding.properties.get(run.property));
            let what = property.map_or_else(|| "a bad state".to_owned(), what);
            format!("{what} {}", run.map_or_else(|| can_happen(0, None), |run| fails(property, run)))
        }
    }
}

/// What a violation is, in a sentence without a full stop.
pub fn happens(property: &PropertyReport, run: Option<&RunReport>) -> String {
    let happens = match run {
        Some(run) => fails(Some(property), run),
        None => can_happen(property.cycles, None),
    };
    format!("{} {happens}", what(property))
}

/// That something can be reached, or go on forever.
fn can_happen(depth: usize, loop_start: Option<usize>) -> String {
    match loop_start {
        None => format!("can be reached, after {}", words::count(depth, "cycle")),
        Some(start) => {
            let round = words::count(depth - start, "cycle");
            let stem = if start == 0 { "the start".to_owned() } else { words::count(start, "cycle") };
            let from = if start == 0 { "from" } else { "after" };
            format!("can go on forever, in a loop of {round} {from} {stem}")
        }
    }
}

/// What a property is about.
pub(super) fn what(property: &PropertyReport) -> String {
    if property.class == "reach" {
        "the given state".to_owned()
    } else {
        let text = property.place.as_ref().map_or(property.id.as_str(), |place| stated(&place.text));
        format!("`{}`", words::one_line(text, 60))
    }
}

/// What is asserted: `a < b` for `lim: assert (a < b);`
fn stated(text: &str) -> &str {
    let inside = text.split_once("assert").map(|(_, rest)| rest.trim().trim_end_matches(';').trim_end());
    inside.and_then(|it| it.strip_prefix('(')?.strip_suffix(')')).map_or(text, str::trim)
}

/// What a run does to a property: a text that states something can fail, a bad state can be reached.
pub(super) fn fails(property: Option<&PropertyReport>, run: &RunReport) -> String {
    match property {
        Some(property) if property.place.is_some() && run.loop_start.is_none() => {
            format!("can fail, after {}", words::count(run.depth, "cycle"))
        }
        _ => can_happen(run.depth, run.loop_start),
    }
}
