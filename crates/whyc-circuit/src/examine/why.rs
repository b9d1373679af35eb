//! Why a circuit fails, and where it could be mended: from the engines' answers to what a person is told.

use whyc_aig::Edge;
use whyc_aig::circuit::Circuit;
use whyc_base::budget::Budget;

use super::change;
use crate::btor2::model::{Kind, Model, Sort};
use crate::btor2::number;
use crate::btor2::ops::Op;
use crate::design::Design;
use crate::finding::{Bit, Difference, ExplanationReport, FixReport, LocalizationReport, PlaceReport};
use crate::lift::{Lifted, Method};
use crate::mend::{self, Around, Holds};
use crate::near::{self, Kept, Passing};
use crate::origin::{Language, Origin, Place};
use crate::property::Property;
use crate::trace::Counterexample;
use crate::{vacuity, wave};

/// A condition that is written elsewhere may stand beside another one if it is not longer than this; so many are tried, the nearest
/// first.
const LONG_CONDITION: usize = 30;
const MANY_CONDITIONS: usize = 8;

/// The closest run that passes, and what differs; none for a run that goes on forever, or if there is none.
pub fn explanation(design: &Design, run: &Counterexample, budget: &Budget) -> Option<ExplanationReport> {
    if matches!(run.property, Property::Justice(_)) {
        return None;
    }
    let (passing, is_asked) = passing(design, run, budget)?;
    let Passing { initial, inputs, distance, is_closest } = passing;
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
    Some(ExplanationReport { distance, is_closest, is_asked, differences })
}

/// The closest run that passes, and whether the property is asked in it where the failing run fails. A run that passes because of a
/// reset in the last cycle explains nothing; it is told only if no other one passes.
fn passing(design: &Design, run: &Counterexample, budget: &Budget) -> Option<(Passing, bool)> {
    let of_inputs = near::asked_of_inputs(&design.circuit, &run.property);
    let asked = design.words.as_ref().filter(|_| !design.has_large_arrays()).and_then(|words| {
        let &Property::Bad(bad) = &run.property else { return None };
        let parts = vacuity::presupposed(&words.model, bad);
        let asking = vacuity::asking(&words.model, &[(bad, parts)], budget)?;
        // What is asked for more has no inputs and no state of its own.
        let fits = asking.circuit.inputs.len() == design.circuit.inputs.len()
            && asking.circuit.latches.len() == design.circuit.latches.len();
        let edges = vec![asking.circuit.bad.last()?.edge];
        fits.then_some((asking.circuit, edges))
    });
    let is_presupposed = asked.is_some() || !of_inputs.edges.is_empty();
    if let Some((circuit, edges)) = &asked
        && let Some(passing) = closest_without(circuit, run, edges, &of_inputs.inputs, budget)
    {
        return Some((passing, true));
    }
    if !of_inputs.edges.is_empty()
        && let Some(passing) = closest_without(&design.circuit, run, &of_inputs.edges, &of_inputs.inputs, budget)
    {
        return Some((passing, asked.is_none()));
    }
    near::closest(&design.circuit, run, &Kept::default(), budget).map(|passing| (passing, !is_presupposed))
}

/// The closest run that passes; of those that are as close, one that leaves these inputs alone: who asks nothing for a while explains
/// little, either.
fn closest_without(
    circuit: &Circuit,
    run: &Counterexample,
    edges: &[Edge],
    inputs: &[usize],
    budget: &Budget,
) -> Option<Passing> {
    let kept = Kept { edges: edges.to_vec(), inputs: Vec::new() };
    let any = near::closest(circuit, run, &kept, budget)?;
    if inputs.is_empty() {
        return Some(any);
    }
    let other = near::closest(circuit, run, &Kept { inputs: inputs.to_vec(), ..kept }, budget);
    Some(other.filter(|it| it.distance <= any.distance).unwrap_or(any))
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
    // What no output depends on is there to check the rest: to change it helps only if nothing else does.
    let shown = shown(model);
    let is_own = |node: usize| serves[node] && shown.as_ref().is_none_or(|shown| shown[node]);
    let mut found = localized(design, run, origin, &is_own, budget)?;
    if shown.is_some() && found.places.iter().all(|it| it.fixes.is_empty()) {
        let all = localized(design, run, origin, &|node| serves[node], budget)?;
        let is_new = |it: &PlaceReport| found.places.iter().all(|known| known.place != it.place);
        let more: Vec<PlaceReport> = all.places.into_iter().filter(is_new).collect();
        found.places.extend(more);
        // Who has a change comes first.
        found.places.sort_by_key(|it| it.fixes.is_empty());
        (found.n_asked, found.is_cut_short) = (all.n_asked, found.is_cut_short || all.is_cut_short);
    }
    Some(found)
}

/// The same among the nodes that may be blamed.
fn localized(
    design: &Design,
    run: &Counterexample,
    origin: &Origin,
    is_blamed: &dyn Fn(usize) -> bool,
    budget: &Budget,
) -> Option<LocalizationReport> {
    let model = &design.words.as_ref()?.model;
    let place = |node: usize| origin.place(model.nodes[node].line);
    let mut known: Vec<&Place> = Vec::new();
    let mut number = vec![None; model.nodes.len()];
    for node in (0..model.nodes.len()).filter(|&node| is_blamed(node)) {
        let Some(place) = place(node) else { continue };
        number[node] = Some(known.iter().position(|it| *it == place).unwrap_or_else(|| {
            known.push(place);
            known.len() - 1
        }));
    }
    let conditions = conditions(model, origin, is_blamed);
    let near = |node: usize| {
        let line = place(node).map_or(0, |place| place.line);
        let mut near: Vec<&(usize, &Place)> = conditions.iter().collect();
        near.sort_by_key(|(_, place)| place.line.abs_diff(line));
        near.into_iter().take(MANY_CONDITIONS).map(|(node, _)| *node).collect::<Vec<usize>>()
    };
    let is_known = |node: usize| is_blamed(node) || model.nodes[node].kind == Kind::Input;
    let around = Around { conditions: &near, is_known: &is_known };
    let found = mend::mend(design, run, &|node| number[node], &around, budget)?;
    let mut places: Vec<PlaceReport> = Vec::new();
    for it in &found.places {
        let Some(place) = it.nodes.first().and_then(|&node| place(node)) else { continue };
        let fixes = it.fixes.iter().filter_map(|fix| {
            let (what, new) = change::told(model, origin, &conditions, place, &fix.change)?;
            let holds = match fix.holds {
                Holds::Always => None,
                Holds::UpTo(cycle) => Some(cycle),
            };
            Some(FixReport { what, new, up_to: holds, differs: fix.differs })
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

/// The conditions that are written in a design, one node for each text that is short enough to stand beside another one.
fn conditions<'o>(model: &Model, origin: &'o Origin, is_blamed: &dyn Fn(usize) -> bool) -> Vec<(usize, &'o Place)> {
    let mut found: Vec<(usize, &Place)> = Vec::new();
    for (node, it) in model.nodes.iter().enumerate().filter(|(node, _)| is_blamed(*node)) {
        let Some(place) = origin.place(it.line).filter(|_| origin.language == Language::Verilog) else { continue };
        let condition = match &it.kind {
            // The place of a choice is its condition.
            Kind::Apply(Op::Ite, operands) if !operands[0].negated => operands[0].node,
            // A complement is one of something else.
            Kind::Apply(Op::Ite | Op::Not, _) | Kind::Const(_) | Kind::Input | Kind::State => continue,
            Kind::Apply(..) => node,
        };
        let is_new = found.iter().all(|(known, other)| *known != condition && other.text != place.text);
        let is_short = place.text.len() <= LONG_CONDITION && !place.text.starts_with("case");
        if is_new && is_short && model.nodes[condition].sort == Sort::Bits(1) {
            found.push((condition, place));
        }
    }
    found
}

/// Which nodes an output depends on, in any number of cycles; none if there is no output.
fn shown(model: &Model) -> Option<Vec<bool>> {
    if model.outputs.is_empty() {
        return None;
    }
    let mut shown = vec![false; model.nodes.len()];
    let mut open: Vec<usize> = model.outputs.iter().map(|root| root.operand.node).collect();
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut shown[node], true) {
            continue;
        }
        match &model.nodes[node].kind {
            Kind::Apply(_, operands) => open.extend(operands.iter().map(|it| it.node)),
            Kind::State => {
                let states = model.states.iter().filter(|state| state.node == node);
                open.extend(states.flat_map(|state| state.init.into_iter().chain(state.next)).map(|it| it.node));
            }
            Kind::Const(_) | Kind::Input => {}
        }
    }
    Some(shown)
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
