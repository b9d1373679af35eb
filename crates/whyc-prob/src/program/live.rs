//! Which variables of a function may still be read by name, at each instruction: the others are no part of a state.

use std::collections::BTreeSet;

use whyc_ir::expr::{ExprId, PlaceBase};
use whyc_ir::flow;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::parts::Part;
use whyc_ir::program::{Body, Function, LocalId};

/// The variables that may be read from each instruction on.
#[derive(Clone, Debug, Default)]
pub struct Live {
    at: Vec<BTreeSet<LocalId>>,
}

impl Live {
    /// Those of a function; none where there is no body.
    pub fn new(function: &Function) -> Self {
        let Some(body) = &function.body else { return Self::default() };
        let mut at: Vec<BTreeSet<LocalId>> = vec![BTreeSet::new(); body.instrs.len()];
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for (id, instr) in body.instrs.iter_enumerated().rev() {
                let mut live = BTreeSet::new();
                for next in flow::successors(body, id) {
                    live.extend(at[next.0 as usize].iter().copied());
                }
                before(body, &instr.kind, &mut live);
                if live != at[id.0 as usize] {
                    at[id.0 as usize] = live;
                    is_changed = true;
                }
            }
        }
        Self { at }
    }

    /// Whether a variable may be read from an instruction on.
    pub fn is_live(&self, at: InstrId, local: LocalId) -> bool {
        self.at.get(at.0 as usize).is_none_or(|it| it.contains(&local))
    }
}

/// Turns what is live after an instruction into what is live before it.
fn before(body: &Body, kind: &InstrKind, live: &mut BTreeSet<LocalId>) {
    let parts = kind.parts();
    let whole = |place| {
        let place = &body.places[place];
        match (place.base, place.projections.is_empty()) {
            (PlaceBase::Local(local), true) => Some(local),
            _ => None,
        }
    };
    // What is written as a whole was not needed before, unless the same instruction reads it: writes first.
    for part in &parts {
        match *part {
            Part::Begin(local) | Part::End(local) => {
                live.remove(&local);
            }
            Part::Write(place) => {
                if let Some(local) = whole(place) {
                    live.remove(&local);
                }
            }
            Part::Value(_) | Part::Read(_) | Part::WriteFrom(_) | Part::Release(_) => {}
        }
    }
    for part in parts {
        match part {
            Part::Value(expr) => read(body, [expr], live),
            Part::Write(place) if whole(place).is_some() => {}
            Part::Write(place) | Part::WriteFrom(place) | Part::Read(place) => {
                if let PlaceBase::Local(local) = body.places[place].base {
                    live.insert(local);
                }
                read(body, body.places[place].exprs(), live);
            }
            Part::Release(local) => {
                live.insert(local);
            }
            Part::Begin(_) | Part::End(_) => {}
        }
    }
}

/// The values of these expressions are needed.
fn read(body: &Body, exprs: impl IntoIterator<Item = ExprId>, live: &mut BTreeSet<LocalId>) {
    flow::below(body, exprs, &mut |expr| {
        if let Some(place) = body.exprs[expr].kind.place()
            && let PlaceBase::Local(local) = body.places[place].base
        {
            live.insert(local);
        }
    });
}
