//! The answer, for people.

use std::fmt::Write as _;

use num_traits::Zero;

use crate::answer::{Answer, Ended, Verdict, Witness};
use crate::number::{Number, shown};
use crate::property::{Asked, Bound, Property};

/// The most states of a part that are named.
const MANY: usize = 8;
/// The most states of a path that are shown as they are.
const LONG: usize = 24;

/// The verdict in one sentence, without a full stop; what stands between backquotes is code.
#[must_use]
pub fn headline(answer: &Answer, property: &Property) -> String {
    let path = &property.text;
    let value = shown(&answer.value);
    let least = match (answer.model.is_process(), answer.is_least) {
        (false, _) => "",
        (true, true) => "at least ",
        (true, false) => "at most ",
    };
    match (&property.asked, answer.verdict) {
        (Asked::Most | Asked::Least, _) | (_, Verdict::Asked) => {
            format!("the probability of `{path}` is {least}{value}")
        }
        (Asked::AtMost(bound), Verdict::Holds) => {
            format!("holds: the probability of `{path}` is {least}{value}, {} {}", upper(bound), shown(&bound.number))
        }
        (Asked::AtMost(bound), Verdict::Violated) => {
            let can = if answer.model.is_process() { "can be" } else { "is" };
            let beyond = if bound.is_strict { "not less than" } else { "more than" };
            format!("violated: the probability of `{path}` {can} {value}, {beyond} {}", shown(&bound.number))
        }
        (Asked::AtLeast(bound), Verdict::Holds) => {
            format!("holds: the probability of `{path}` is {least}{value}, {} {}", lower(bound), shown(&bound.number))
        }
        (Asked::AtLeast(bound), Verdict::Violated) => {
            let can = if answer.model.is_process() { "can be" } else { "is" };
            let beyond = if bound.is_strict { "not more than" } else { "less than" };
            format!("violated: the probability of `{path}` {can} {value}, {beyond} {}", shown(&bound.number))
        }
    }
}

fn upper(bound: &Bound) -> &'static str {
    if bound.is_strict { "less than" } else { "no more than" }
}

fn lower(bound: &Bound) -> &'static str {
    if bound.is_strict { "more than" } else { "no less than" }
}

/// The whole answer; ends with a line end.
#[must_use]
pub fn render(answer: &Answer, property: &Property, is_quiet: bool) -> String {
    let mut text = headline(answer, property).replace('`', "");
    text.push('\n');
    if is_quiet {
        return text;
    }
    decisions(answer, &mut text);
    if !answer.witnesses.is_empty() {
        let _ = writeln!(text, "\n{}\n", introduction(answer));
        for (k, witness) in answer.witnesses.iter().enumerate() {
            let _ = writeln!(text, "{:>3}  {}", k + 1, shown(&witness.mass));
            let _ = writeln!(text, "       {}", rail(answer, witness));
            if let Some(like) = like(answer, witness) {
                let _ = writeln!(text, "       {like}");
            }
        }
        parts(answer, &mut text);
        let _ = writeln!(text, "\n{}", closing(answer));
    } else if let Ended::Limit(limit) = &answer.ended {
        let _ = writeln!(text, "\nno behaviours are listed: {limit}");
    }
    for remark in &answer.model.remarks {
        let _ = writeln!(text, "note: {remark}");
    }
    text
}

/// The sentence before the list.
#[must_use]
pub fn introduction(answer: &Answer) -> String {
    let n = answer.witnesses.len();
    let what = match (n, answer.is_complement) {
        (1, false) => "One behaviour".to_owned(),
        (1, true) => "One behaviour in which it does not happen".to_owned(),
        (n, false) => format!("{n} behaviours"),
        (n, true) => format!("{n} behaviours in which it does not happen"),
    };
    match &answer.ended {
        Ended::Enough => format!("{what} {} enough to break the bound:", if n == 1 { "is" } else { "are" }),
        Ended::All => format!("{what}, and there {}:", if n == 1 { "is no other" } else { "are no others" }),
        Ended::Wanted | Ended::Limit(_) => format!(
            "The {}:",
            if n == 1 { "likeliest behaviour".to_owned() } else { format!("{n} likeliest behaviours") }
        ),
    }
}

/// The sentence after the list.
#[must_use]
pub fn closing(answer: &Answer) -> String {
    let share = match answer.mass == answer.all {
        true => format!("together {}, all there is", shown(&answer.mass)),
        false => {
            let (mass, all) = (shown(&answer.mass), shown(&answer.all));
            format!("together {mass} of {all}: {}", percent(&answer.mass, &answer.all))
        }
    };
    match &answer.ended {
        Ended::All | Ended::Enough => share,
        Ended::Wanted => format!("{share}; more with --max N"),
        Ended::Limit(limit) => format!("{share}; no more are listed because {limit}"),
    }
}

/// How much of something it is, in percent.
#[must_use]
pub fn percent(part: &Number, all: &Number) -> String {
    if all.is_zero() {
        return "0 %".to_owned();
    }
    let tenths = (part / all * Number::from_integer(1000.into())).round().to_integer();
    let text = format!("{tenths:0>2}");
    let (whole, tenth) = text.split_at(text.len() - 1);
    if tenth == "0" { format!("{whole} %") } else { format!("{whole}.{tenth} %") }
}

/// A way, with a mark where it may go round, and what came of tosses where that is known.
#[must_use]
pub fn rail(answer: &Answer, witness: &Witness) -> String {
    let mut text = String::new();
    for (k, &state) in witness.rail.iter().enumerate() {
        if k > 0 {
            let before = witness.rail[k - 1];
            let note = answer.model.notes.get(&(before, state)).filter(|_| answer.folded.part(before).is_none());
            let arrow = note.map_or_else(|| " → ".to_owned(), |note| format!(" —{note}→ "));
            text.push_str(&arrow);
        }
        text.push_str(answer.model.name(state));
        if answer.folded.part(state).is_some() {
            text.push_str(" ⟲");
        }
    }
    text
}

/// The likeliest path of a way, if it is not the only one.
#[must_use]
pub fn like(answer: &Answer, witness: &Witness) -> Option<String> {
    if witness.path_mass == witness.mass {
        return None;
    }
    let names: Vec<&str> = witness.path.iter().map(|&it| answer.model.name(it)).collect();
    let joined = if names.len() > LONG {
        let (head, tail) = (&names[..LONG / 2], &names[names.len() - LONG / 2..]);
        format!("{} → … {} more … → {}", head.join(" → "), names.len() - LONG, tail.join(" → "))
    } else {
        names.join(" → ")
    };
    Some(format!("likeliest run: {joined}, {}", shown(&witness.path_mass)))
}

fn decisions(answer: &Answer, text: &mut String) {
    if answer.decisions.is_empty() {
        return;
    }
    let _ = writeln!(text, "\nDecisions that make it so:\n");
    for (k, (state, action)) in named_decisions(answer).iter().enumerate() {
        if k == MANY * 2 {
            let _ = writeln!(text, "  … and {} more", answer.decisions.len() - k);
            break;
        }
        let _ = writeln!(text, "  {state}: {action}");
    }
}

/// The decisions by their names.
#[must_use]
pub fn named_decisions(answer: &Answer) -> Vec<(String, String)> {
    let name = |&(state, choice): &(usize, usize)| {
        let action = answer.model.states[state].choices[choice].action.clone();
        (answer.model.name(state).to_owned(), action.unwrap_or_else(|| format!("choice {choice}")))
    };
    answer.decisions.iter().map(name).collect()
}

fn parts(answer: &Answer, text: &mut String) {
    for part in answer.shown_parts().values().filter(|it| it.members.len() > 1) {
        let names: Vec<&str> = part.members.iter().take(MANY).map(|&it| answer.model.name(it)).collect();
        let more =
            if part.members.len() > MANY { format!(" and {} more", part.members.len() - MANY) } else { String::new() };
        let _ = writeln!(text, "\n⟲ goes round among {}{more}:", names.join(", "));
        for &input in part.inputs.iter().take(MANY) {
            let Some(row) = answer.folded.to.get(&input) else { continue };
            let exits: Vec<String> = row
                .iter()
                .take(MANY)
                .map(|(to, p)| format!("{} {}", answer.model.name(*to), crate::number::exact(p)))
                .collect();
            let _ = writeln!(text, "    from {} it leaves to {}", answer.model.name(input), exits.join(", "));
        }
    }
}
