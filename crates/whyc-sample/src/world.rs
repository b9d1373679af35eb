//! The environment of one run: draws its inputs, and measures what is to be measured.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_ir::interp::env::set_bits;
use whyc_ir::interp::{At, Environment, Event, Target, Value};
use whyc_ir::layout;
use whyc_ir::program::{FunctionId, GlobalId, LocalId, Program};
use whyc_ir::types::TypeId;
use whyc_unroll::step::part_name;

use crate::directive::{Directive, Weights};
use crate::dist::Drawn;
use crate::measure::{Gauge, Measure};
use crate::random::{Numbers, narrowed, scaled};
use crate::site::{Sites, kind_of};

/// How an input is held: by its site, and how often that was read before.
pub type Holds = FxHashMap<(u32, u32), Hold>;

/// What an input is held at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hold {
    /// This value.
    Value(u128),
    /// The values of these numbers, by their first 64 bits.
    Within(u64, u64),
    /// Nothing: it is drawn as ever.
    Free,
}

/// An input that a run read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its site; nothing for a toss.
    pub site: Option<u32>,
    /// How often that was read before.
    pub occurrence: u32,
    /// What a person calls it.
    pub name: String,
    /// Its value.
    pub bits: u128,
    /// Its type.
    pub ty: TypeId,
}

/// Who weighs what, and what was drawn of it.
pub(crate) struct Steered<'a> {
    pub directives: &'a [Directive],
    pub weights: &'a Weights,
    /// By directive and part, how often it was drawn.
    pub drawn: Vec<Vec<u32>>,
}

pub(crate) struct World<'a> {
    program: &'a Program,
    sites: &'a Sites,
    holds: [&'a Holds; 2],
    measures: &'a [Measure],
    pub numbers: Numbers,
    pub steered: Option<Steered<'a>>,
    occurrences: FxHashMap<u32, u32>,
    /// The arguments of the toss at hand.
    arguments: Vec<u128>,
    tosses: bool,
    /// Which of the first inputs were read.
    pub used: u128,
    /// Whether a function without body was called that may have changed something.
    pub is_changed: bool,
    pub gauges: Vec<Gauge>,
    owners: FxHashSet<u64>,
    /// What was read, if that is to be told; and whether the last one waits for where it goes.
    pub notes: Option<Vec<Note>>,
    is_waiting: bool,
}

impl Steered<'_> {
    /// The number that is drawn instead of `fraction`, as the weights say.
    fn draw(&mut self, site: u32, fraction: u128, numbers: &mut Numbers) -> u128 {
        let Some(at) = self.directives.iter().position(|it| it.site == site) else { return fraction };
        let directive = &self.directives[at];
        let (fraction, part) = match self.weights.get(&site) {
            Some(weights) => directive.weighed(weights, numbers.bits(), fraction),
            None => (fraction, directive.part(fraction)),
        };
        self.drawn[at][part] += 1;
        fraction
    }
}

impl<'a> World<'a> {
    pub fn new(
        (program, sites): (&'a Program, &'a Sites),
        holds: [&'a Holds; 2],
        measures: &'a [Measure],
        numbers: Numbers,
    ) -> Self {
        Self {
            program,
            sites,
            holds,
            measures,
            numbers,
            steered: None,
            occurrences: FxHashMap::default(),
            arguments: Vec::new(),
            tosses: sites.choice.is_some() || sites.pick.is_some(),
            used: 0,
            is_changed: false,
            gauges: measures.iter().map(|_| Gauge::new()).collect(),
            owners: FxHashSet::default(),
            notes: None,
            is_waiting: false,
        }
    }

    /// The next value of an input.
    fn draw(&mut self, site: u32) -> u128 {
        if let Some(bit) = 1u128.checked_shl(site) {
            self.used |= bit;
        }
        let mut fraction = self.numbers.fraction();
        let Some(drawn) = &self.sites.all[site as usize].drawn else { return 0 };
        if let Some(steered) = &mut self.steered {
            fraction = steered.draw(site, fraction, &mut self.numbers);
        }
        let is_plain = self.notes.is_none() && self.holds.iter().all(|it| it.is_empty());
        if is_plain { drawn.draw(fraction) } else { self.draw_held(site, drawn, fraction) }
    }

    fn draw_held(&mut self, site: u32, drawn: &Drawn, fraction: u128) -> u128 {
        let next = self.occurrences.entry(site).or_default();
        let occurrence = *next;
        *next += 1;
        match self.holds.iter().find_map(|it| it.get(&(site, occurrence))) {
            Some(Hold::Value(bits)) => *bits,
            Some(Hold::Within(low, high)) => drawn.draw(narrowed(fraction, *low, *high)),
            Some(Hold::Free) | None => drawn.draw(fraction),
        }
    }

    fn note(&mut self, site: Option<u32>, name: String, bits: u128, ty: TypeId) {
        let occurrence = site.map_or(0, |it| self.occurrences.get(&it).map_or(0, |next| next.saturating_sub(1)));
        if let Some(notes) = &mut self.notes {
            notes.push(Note { site, occurrence, name, bits, ty });
        }
    }

    /// A toss: what its arguments say.
    fn toss(&mut self, at: At, ty: TypeId) -> Option<u128> {
        let argument = |k: usize| self.arguments.get(k).copied().unwrap_or(0);
        let outcome = if Some(at.function) == self.sites.choice {
            let (above, below) = (argument(0), argument(1));
            // What is no probability is no outcome either: the assumption behind it ends the run.
            if below == 0 || above > below {
                u128::from(u32::MAX)
            } else {
                u128::from(scaled(self.numbers.fraction(), below) < above)
            }
        } else if Some(at.function) == self.sites.pick {
            match argument(0) {
                0 => u128::from(u32::MAX),
                n => scaled(self.numbers.fraction(), n),
            }
        } else {
            return None;
        };
        if self.notes.is_some() {
            let name = self.program.functions[at.function].name.clone();
            self.note(None, format!("{name}()"), outcome, ty);
        }
        Some(outcome)
    }

    fn fill(&mut self, site: Option<u32>, ty: TypeId, bytes: &mut [u8]) {
        let Some(site) = site else { return };
        if self.sites.all[site as usize].drawn.is_some() {
            let bits = self.draw(site);
            self.note_named(site, bits, ty);
            set_bits(bytes, 0, (bytes.len() as u32 * 8).min(128), bits);
            return;
        }
        for leaf in layout::leaves(&self.program.types, ty) {
            if let Some(drawn) = kind_of(&self.program.types, leaf.ty).map(|kind| Drawn::any(&kind)) {
                let bits = drawn.draw(self.numbers.fraction());
                set_bits(bytes, leaf.offset_bits, leaf.bits, bits);
            }
        }
    }

    fn note_named(&mut self, site: u32, bits: u128, ty: TypeId) {
        if self.notes.is_some() {
            self.note(Some(site), self.sites.all[site as usize].label.clone(), bits, ty);
        }
    }

    /// The last input went here: now its name is known to the element.
    fn name_last(&mut self, at: At, target: Target, offset_bits: u64, bits: u64) {
        self.is_waiting = false;
        let (name, ty) = match target {
            Target::Local { activation, local } if activation == at.activation => {
                let local = &self.program.functions[at.function].locals[local];
                (&local.name, local.ty)
            }
            Target::Global(global) => (&self.program.globals[global].name, self.program.globals[global].ty),
            Target::Local { .. } | Target::Block(_) => return,
        };
        let is_users = |site: u32| self.sites.all[site as usize].is_users;
        let last = self.notes.as_mut().and_then(|notes| notes.last_mut());
        if let Some(last) = last.filter(|it| !name.is_empty() && it.site.is_some_and(is_users)) {
            last.name = part_name(self.program, name.clone(), Some(ty), offset_bits, bits as u32);
        }
    }

    fn measure(&mut self, target: Target, bits: u64, value: u128) {
        for (measure, gauge) in self.measures.iter().zip(&mut self.gauges) {
            if let Some(value) = measure.value(target, bits, value, |it| self.owners.contains(&it)) {
                gauge.see(measure, value);
            }
        }
    }
}

impl Environment for World<'_> {
    fn nondet(&mut self, at: At, ty: TypeId) -> u128 {
        if self.tosses
            && let Some(outcome) = self.toss(at, ty)
        {
            return outcome;
        }
        let Some(site) = self.sites.at(at.function, at.instr) else { return 0 };
        let bits = self.draw(site);
        if self.notes.is_some() {
            self.note_named(site, bits, ty);
            self.is_waiting = true;
        }
        bits
    }

    fn storage(&mut self, at: At, local: LocalId, bytes: &mut [u8]) {
        for fill in self.sites.fills(at.function, local) {
            let Some(part) = bytes.get_mut(fill.start..fill.end) else { continue };
            self.numbers.fill(part);
            if fill.is_bool {
                part.iter_mut().for_each(|byte| *byte &= 1);
            }
        }
    }

    fn external(&mut self, global: GlobalId, bytes: &mut [u8]) {
        self.fill(self.sites.external(global), self.program.globals[global].ty, bytes);
    }

    fn missing_result(&mut self, _: At, function: FunctionId, bytes: &mut [u8]) {
        self.fill(self.sites.result(function), self.program.functions[function].ret, bytes);
    }

    fn havoc_starts(&mut self, _: At) {
        self.is_changed = true;
    }

    fn event(&mut self, at: At, event: Event<'_>) {
        match event {
            Event::Assign { target, offset_bits, bits, value } => {
                if self.is_waiting {
                    self.name_last(at, target, offset_bits, bits);
                }
                if !self.measures.is_empty()
                    && let Value::Scalar(value) = value
                {
                    self.measure(target, bits, value);
                }
            }
            Event::Enter { function, activation, .. } => {
                if self.tosses {
                    self.arguments.clear();
                }
                if self.measures.iter().any(|it| it.function() == Some(function)) {
                    self.owners.insert(activation);
                }
            }
            Event::Param { value: Value::Scalar(value), .. } if self.tosses => self.arguments.push(value),
            _ => {}
        }
    }
}
