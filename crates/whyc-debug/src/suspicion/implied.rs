//! Assertions that follow from others: whoever gets past the one cannot fail the other, whatever the program does.

use whyc_check::Analysis;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId};
use whyc_ir::property::PropertyClass;

use super::goals::can_be;
use super::look::{Look, Seen};
use super::{Because, How, Kind, Suspicion, bodies, clauses};

/// Assertions that are come to more often than this are not looked at, nor more pairs of them than that.
const OFTEN: usize = 8;
const MANY_PAIRS: usize = 200;

/// For each assertion that follows from an earlier one of its function, the nearest such one.
pub fn implied(analysis: &mut Analysis, look: &Look, conflicts: u32, found: &mut Vec<Suspicion>) {
    let mut n_pairs = 0;
    for (function, body) in bodies(analysis) {
        let asserted = assertions(&body);
        for (at, &later) in asserted.iter().enumerate() {
            for &earlier in asserted[..at].iter().rev() {
                n_pairs += 1;
                if n_pairs > MANY_PAIRS {
                    return;
                }
                let (given, follows) = (look.at(function, earlier), look.at(function, later));
                if says_nothing_new(analysis, given, follows, conflicts) {
                    let span = |instr: InstrId| property_span(analysis, function, &body, instr);
                    let because = vec![Because { span: span(earlier), how: How::Follows }];
                    found.push(Suspicion { kind: Kind::Implied, span: span(later), part: None, because });
                    break;
                }
            }
        }
    }
}

/// The assertions of a function that can fail at all.
fn assertions(body: &Body) -> Vec<InstrId> {
    let is_one = |(_, it): &(InstrId, &whyc_ir::instr::Instr)| matches!(it.kind, InstrKind::Assert { cond, class: PropertyClass::Assertion, .. } if !clauses::is_ruled_out(body, cond));
    body.instrs.iter_enumerated().filter(is_one).map(|(id, _)| id).collect()
}

fn property_span(analysis: &Analysis, function: FunctionId, body: &Body, instr: InstrId) -> whyc_base::source::Span {
    let site = whyc_ir::property::Site::Instr(instr);
    let property = analysis.properties.at(function, site, PropertyClass::Assertion);
    property.map_or(body.instrs[instr].span, |id| analysis.properties.all()[id].span)
}

/// Whether each time the later one is come to, the earlier one was come to before, and what it says is enough for the later one: for
/// all values, not only for those that the program gives.
fn says_nothing_new(analysis: &mut Analysis, earlier: &[Seen], later: &[Seen], conflicts: u32) -> bool {
    if later.is_empty() || later.len() > OFTEN || earlier.len() != later.len() {
        return false;
    }
    let mut says_something = false;
    for (earlier, later) in earlier.iter().zip(later) {
        let terms = &mut analysis.engine.terms;
        // What was computed in between is worth a look of its own, even if it could not come out otherwise.
        let is_computed = later.about.iter().any(|value| !earlier.about.contains(value));
        if earlier.step > later.step || is_computed || terms.as_bool(later.truth).is_some() {
            return false;
        }
        let (fails, passed_by) = (terms.not(later.truth), terms.not(earlier.here));
        let is_sure = can_be(analysis, &[earlier.truth, fails], conflicts) == Some(false)
            && can_be(analysis, &[later.here, passed_by], conflicts) == Some(false);
        if !is_sure {
            return false;
        }
        // What holds by itself follows from nothing in particular.
        says_something |= can_be(analysis, &[fails], conflicts) == Some(true);
    }
    says_something
}
