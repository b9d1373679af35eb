//! The questions about cross products: which values occur, which go together.

use whyc_term::{Evaluator, TermId};

use super::{MANY, Round, Search};
use crate::coverage::{Crossed, Status};
use crate::cross::{MOST_VALUES, type_of};
use crate::goal::Key;
use crate::holes;
use crate::watch::Met;

impl Search<'_, '_> {
    /// The values of expressions that have no set of values: those that occur.
    pub(super) fn values(&mut self, met: &Met) {
        let program = self.analysis.program.clone();
        for cross in 0..self.crosses.len() {
            let visits: Vec<(TermId, Vec<TermId>)> =
                met.tuples.iter().filter(|it| it.0 as usize == cross).map(|it| (it.1, it.2.clone())).collect();
            for k in 0..self.crosses[cross].attributes.len() {
                let Some(ty) = type_of(&program, cross as u32, k as u32) else { continue };
                let shown = |bits: u128| {
                    let text = whyc_debug::show::plain(&program.types, ty, bits);
                    if text.is_empty() { format!("{bits:#x}") } else { text }
                };
                let Some(width) = visits
                    .first()
                    .and_then(|(_, values)| values.get(k))
                    .map(|&it| self.analysis.engine.terms.width(it))
                else {
                    continue;
                };
                let mask = if width < 128 { (1u128 << width) - 1 } else { u128::MAX };
                if let Some(wanted) = &self.crosses[cross].attributes[k].wanted {
                    let domain =
                        wanted.iter().map(|&value| (value as u128 & mask, shown(value as u128 & mask))).collect();
                    self.crosses[cross].attributes[k].domain = domain;
                    continue;
                }
                self.occurring(cross, k, &visits, &shown);
            }
        }
    }

    fn occurring(&mut self, cross: usize, k: usize, visits: &[(TermId, Vec<TermId>)], shown: &dyn Fn(u128) -> String) {
        let mut domain = self.crosses[cross].attributes[k].domain.clone();
        while domain.len() < MOST_VALUES {
            let terms = &mut self.analysis.engine.terms;
            let mut others = Vec::new();
            for (here, values) in visits {
                let mut other = *here;
                for (known, _) in &domain {
                    let width = terms.width(values[k]);
                    let known = terms.bits(width, *known);
                    let differs = terms.ne(values[k], known);
                    other = terms.and(other, differs);
                }
                others.push((other, values[k]));
            }
            let any: Vec<TermId> = others.iter().map(|(other, _)| *other).collect();
            let any = terms.or_all(&any);
            let Ok(Some(inputs)) = self.analysis.inputs_for(any, MANY) else { break };
            let mut eval = Evaluator::new(&self.analysis.engine.terms, &inputs);
            let Some(value) = others.iter().find(|(other, _)| eval.bool(*other)).map(|(_, value)| eval.bits(*value))
            else {
                break;
            };
            domain.push((value, shown(value)));
        }
        domain.sort_by_key(|(value, text)| (text.parse::<i128>().unwrap_or(*value as i128), *value));
        self.crosses[cross].attributes[k].domain = domain;
    }

    /// The goals of cross products, and their terms.
    pub(super) fn tuples(&mut self, met: &mut Met) {
        self.goals.set_tuples(&mut self.crosses);
        for cross in 0..self.crosses.len() {
            for tuple in self.crosses[cross].tasks() {
                let terms = &mut self.analysis.engine.terms;
                let mut any = Vec::new();
                for (_, here, values) in met.tuples.iter().filter(|it| it.0 as usize == cross) {
                    let mut so = *here;
                    for (&value, &wanted) in values.iter().zip(&tuple) {
                        let width = terms.width(value);
                        let wanted = terms.bits(width, wanted);
                        let equal = terms.eq(value, wanted);
                        so = terms.and(so, equal);
                    }
                    any.push(so);
                }
                let any = terms.or_all(&any);
                let key = Key::Tuple(cross as u32, self.crosses[cross].id(&tuple));
                met.terms.insert(key, any);
            }
        }
    }

    /// What is known of the cross products.
    pub(super) fn crossed(&mut self, statuses: &[Status], round: Option<&Round>) -> Vec<Crossed> {
        let mut all = Vec::new();
        for (number, cross) in self.crosses.clone().iter_mut().enumerate() {
            let mut tasks: Vec<(Vec<usize>, usize)> = Vec::new();
            for tuple in cross.tasks() {
                let key = Key::Tuple(number as u32, cross.id(&tuple));
                let Some(at) = self.goals.all.iter().position(|goal| goal.key == key) else { continue };
                let values = tuple.iter().zip(&cross.attributes).map(|(value, attribute)| {
                    attribute.domain.iter().position(|(known, _)| known == value).unwrap_or(0)
                });
                tasks.push((values.collect(), at));
            }
            let sizes: Vec<usize> = cross.attributes.iter().map(|it| it.domain.len()).collect();
            let is_met = |status: &Status| matches!(status, Status::Covered(_) | Status::Undecided(_));
            let met: Vec<Vec<usize>> =
                tasks.iter().filter(|(_, at)| is_met(&statuses[*at])).map(|(values, _)| values.clone()).collect();
            let is_promise = tasks.iter().all(|(_, at)| !matches!(statuses[*at], Status::NotWithin));
            let mut told = Vec::new();
            let missing = if tasks.is_empty() { Vec::new() } else { holes::maximal(&sizes, &met) };
            for hole in missing {
                let because = match round {
                    Some(round) => crate::reason::of_hole(self.analysis, &round.met, number as u32, cross, &hole),
                    None => Vec::new(),
                };
                told.push((hole, because));
            }
            let attributes = cross
                .attributes
                .iter()
                .map(|it| (it.text.clone(), it.domain.iter().map(|(_, text)| text.clone()).collect()));
            all.push(Crossed { attributes: attributes.collect(), line: cross.line, tasks, holes: told, is_promise });
        }
        all
    }
}
