//! Why a circuit fails, and where it could be mended: from the engines' answers to what a person is told.

use whyc_base::budget::Budget;

use crate::btor2::model::{Kind, Model};
use crate::btor2::number;
use crate::btor2::ops::Op;
use crate::design::Design;
use crate::finding::{Bit, Difference, ExplanationReport, FixReport, LocalizationReport, PlaceReport};
use crate::lift::{Lifted, Method};
use crate::mend::{self, Change, Holds, What};
use crate::near::{self, Passing};
use crate::origin::{Origin, Place};
use crate::property::Property;
use crate::trace::Counterexample;
use crate::wave;

/// The closest run that passes, and what differs; none for a run that goes on forever, or if there is none.
pub fn explanation(design: &Design, run: &Counterexample, budget: &Budget) -> Option<ExplanationReport> {
    if matches!(run.property, Property::Justice(_)) {
        return None;
    }
    let Passing { initial, inputs, distance, is_closest } = near::closest(&design.circuit, run, budget)?;
    let passing = Counterexample { initial, inputs, ..run.clone() };
    let waves = |run: &Counterexample| wave::waves(design, run, &Lifted::whole(run, Method::Graph)).shown;
    let mut differences = Vec::new();
    for (failing, passing) in waves(run).into_iter().zip(waves(&passing)) {
        for (cycle, (from, to)) in failing.cells.iter().zip(&passing.cells).enumerate() {
            let (from, to) = (value(from), value(to));
            if from != to {
                differences.push(Difference { name: failing.name.clone(), kind: failing.kind, cycle, from, to });
            }
        }
    }
    differences.sort_by_key(|it| it.cycle);
    Some(ExplanationReport { distance, is_closest, differences })
}

fn value(bits: &[Bit]) -> String {
    number::from_bits(&bits.iter().map(|bit| bit.value).collect::<Vec<bool>>()).to_string()
}

/// Where a change would help; none for a design without words, with arrays that are too large, or for a run that goes on
/// forever.
pub fn localization(
    design: &Design,
    run: &Counterexample,
    origin: &Origin,
    budget: &Budget,
) -> Option<LocalizationReport> {
    let model = &design.words.as_ref()?.model;
    let serves = serving(model);
    let place = |node: usize| origin.place(model.nodes[node].line);
    let mut known: Vec<&Place> = Vec::new();
    let mut number = vec![None; model.nodes.len()];
    for node in (0..model.nodes.len()).filter(|&node| serves[node]) {
        let Some(place) = place(node) else { continue };
        number[node] = Some(known.iter().position(|it| *it == place).unwrap_or_else(|| {
            known.push(place);
            known.len() - 1
        }));
    }
    let found = mend::mend(design, run, &|node| number[node], budget)?;
    let mut places: Vec<PlaceReport> = Vec::new();
    for it in &found.places {
        let Some(place) = it.nodes.first().and_then(|&node| place(node)) else { continue };
        let fixes = it.fixes.iter().map(|fix| {
            let (what, new) = told(model, origin, place, &fix.change);
            let holds = match fix.holds {
                Holds::Always => None,
                Holds::UpTo(cycle) => Some(cycle),
            };
            FixReport { what, new, up_to: holds, differs: fix.differs }
        });
        let fixes: Vec<FixReport> = fixes.collect();
        match places.iter_mut().find(|known| known.place == *place) {
            Some(known) => known.fixes.extend(fixes),
            None => places.push(PlaceReport { place: place.clone(), fixes }),
        }
    }
    for it in &mut places {
        let mut known: Vec<(String, Option<String>)> = Vec::new();
        it.fixes.retain(|fix| {
            let told = (fix.what.clone(), fix.new.clone());
            let is_new = !known.contains(&told);
            known.push(told);
            is_new
        });
        it.fixes.sort_by_key(|fix| fix.differs.0);
    }
    let worth =
        |it: &PlaceReport| it.fixes.first().map_or((2, 0), |fix| (usize::from(fix.differs.0 > 0), fix.differs.0));
    places.sort_by_key(worth);
    Some(LocalizationReport { places, n_asked: found.n_asked, is_cut_short: found.is_cut_short })
}

/// Which nodes serve more than checking: some state, output or constraint depends on them.
fn serving(model: &Model) -> Vec<bool> {
    let mut serves = vec![false; model.nodes.len()];
    let states = model.states.iter().flat_map(|state| state.init.into_iter().chain(state.next));
    let outputs = model.outputs.iter().map(|root| root.operand);
    states.chain(outputs).for_each(|operand| serves[operand.node] = true);
    for node in (0..model.nodes.len()).rev() {
        if let (true, Kind::Apply(_, operands)) = (serves[node], &model.nodes[node].kind) {
            operands.iter().for_each(|operand| serves[operand.node] = true);
        }
    }
    serves
}

/// A change in words, and what would stand at the place, if that can be said.
fn told(model: &Model, origin: &Origin, place: &Place, change: &Change) -> (String, Option<String>) {
    let Some(&node) = change.nodes.first() else { return (String::new(), None) };
    let Kind::Apply(op, operands) = &model.nodes[node].kind else { return (String::new(), None) };
    let text = place.text.trim();
    let written = |node: usize| origin.place(model.nodes[node].line).map(|place| place.text.trim().to_owned());
    let number = |node: usize| match &model.nodes[node].kind {
        Kind::Const(value) => value.to_string(),
        Kind::Input | Kind::State | Kind::Apply(..) => format!("node {}", model.nodes[node].id),
    };
    let own = |node: usize| name(model, node).or_else(|| written(node)).unwrap_or_else(|| number(node));
    match &change.what {
        What::Operator(other) => (format!("`{}` for `{}`", sign(*other), sign(*op)), operator(text, *op, *other)),
        What::Exchanged(1, 2) if *op == Op::Ite => ("both branches exchanged".to_owned(), None),
        What::Exchanged(..) => ("the operands exchanged".to_owned(), None),
        What::Negated(0) if *op == Op::Ite => ("the condition negated".to_owned(), Some(format!("!({text})"))),
        What::Negated(at) => (format!("`{}` negated", own(operands[*at].node)), None),
        What::Signal { operand, other } => {
            let (old, new) = (own(operands[*operand].node), own(*other));
            let is_once = words(text).filter(|word| *word == old).count() == 1;
            let written = is_once.then(|| text.replacen(&old, &new, 1));
            (format!("`{new}` for `{old}`"), written)
        }
        What::Constant { operand, value } => {
            let old = match &model.nodes[operands[*operand].node].kind {
                Kind::Const(old) => old.to_string(),
                Kind::Input | Kind::State | Kind::Apply(..) => String::new(),
            };
            let is_once = words(text).filter(|word| *word == old).count() == 1;
            (format!("{value} for {old}"), is_once.then(|| text.replacen(&old, &value.to_string(), 1)))
        }
        What::Joined { sign: joined, with } => {
            let other = own(with.node);
            let other = if with.negated { format!("!{other}") } else { other };
            let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let text = if is_plain { text.to_owned() } else { format!("({text})") };
            let sign = if *joined == Op::And { "&&" } else { "||" };
            (format!("`{sign} {other}` is lacking"), Some(format!("{text} {sign} {other}")))
        }
    }
}

/// What a person calls a node.
fn name(model: &Model, node: usize) -> Option<String> {
    let is_own = |name: &&String| !name.starts_with('$');
    let own = model.nodes[node].name.as_ref().filter(is_own);
    let alias = || {
        model.nodes.iter().find_map(|it| match &it.kind {
            Kind::Apply(Op::Uext(0), operands) if operands[0].node == node && !operands[0].negated => {
                it.name.as_ref().filter(is_own)
            }
            _ => None,
        })
    };
    let output = || {
        let root = model.outputs.iter().find(|root| root.operand.node == node && !root.operand.negated)?;
        root.name.as_ref().filter(is_own)
    };
    own.or_else(alias).or_else(output).cloned()
}

/// The names and numbers of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// An operator as Verilog writes it.
fn sign(op: Op) -> &'static str {
    match op {
        Op::Ult | Op::Slt => "<",
        Op::Ulte | Op::Slte => "<=",
        Op::Ugt | Op::Sgt => ">",
        Op::Ugte | Op::Sgte => ">=",
        Op::Eq => "==",
        Op::Neq => "!=",
        Op::And => "&",
        Op::Or => "|",
        Op::Xor => "^",
        Op::Xnor => "~^",
        Op::Add => "+",
        Op::Sub => "-",
        Op::Sll => "<<",
        Op::Srl => ">>",
        Op::Sra => ">>>",
        _ => "another operator",
    }
}

/// The text with another operator, if it has the old one just once.
fn operator(text: &str, old: Op, new: Op) -> Option<String> {
    // A truth is joined by `&&` where a word is joined by `&`.
    for (doubled, times) in [(true, 2), (false, 1)] {
        let is_truth = |op: Op| matches!(op, Op::And | Op::Or);
        if doubled && !(is_truth(old) && is_truth(new)) {
            continue;
        }
        let (from, to) = (sign(old).repeat(times), sign(new).repeat(times));
        let is_part = |at: usize| {
            let (before, after) = (&text[..at], &text[at + from.len()..]);
            before.ends_with(['<', '>', '=', '!', '&', '|']) || after.starts_with(['<', '>', '=', '&', '|'])
        };
        let places: Vec<usize> = text.match_indices(&from).map(|(at, _)| at).filter(|at| !is_part(*at)).collect();
        if let [at] = places[..] {
            return Some(format!("{}{to}{}", &text[..at], &text[at + from.len()..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_exchanged_where_they_stand_once() {
        assert_eq!(operator("a < b", Op::Ult, Op::Ulte).as_deref(), Some("a <= b"));
        assert_eq!(operator("a && b", Op::And, Op::Or).as_deref(), Some("a || b"));
        assert_eq!(operator("a & b", Op::And, Op::Or).as_deref(), Some("a | b"));
        assert_eq!(operator("a + b + c", Op::Add, Op::Sub), None);
        assert_eq!(operator("a <= b", Op::Ult, Op::Ugt), None);
    }
}
