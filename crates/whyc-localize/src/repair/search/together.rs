//! Many variants of a file in one program: read at once, tried one after the other.

use std::collections::BTreeSet;

use whyc_base::source::FileId;
use whyc_ir::property::{PropertyId, PropertyTable};

use super::{MANY_READS, MANY_SURVIVORS, STILL_BROKEN, Search, Survivor};
use crate::recompile::{Changed, Texts};
use crate::repair::fix::{is_much, penalty};
use crate::repair::schema::Schema;
use crate::repair::source::File;
use crate::repair::stage::{Act, Stage, Watch};
use crate::repair::variants::Variant;
use crate::repair::verdict::Known;

/// A program that holds many variants of itself.
pub(super) struct Prepared {
    file: FileId,
    variants: Vec<Variant>,
    /// What picks each of them.
    picks: Vec<u32>,
    pub(super) changed: Changed,
    pub(super) properties: PropertyTable,
}

impl Search<'_> {
    /// The variants of a file, in as few programs as the compiler allows: where it does not say which of them it refuses, each
    /// half is tried on its own.
    pub(super) fn prepare(&self, file: &File, variants: Vec<Variant>) -> Vec<Prepared> {
        let mut found = Vec::new();
        let mut waiting = vec![variants];
        let mut n_reads = 0;
        while let Some(mut some) = waiting.pop() {
            if some.is_empty() || n_reads >= MANY_READS || self.request.budget.check().is_err() {
                continue;
            }
            n_reads += 1;
            match self.read(file, &some) {
                Ok((changed, properties, picks)) => {
                    found.push(Prepared { file: file.id, variants: some, picks, changed, properties });
                }
                // Where the compiler names one at a time, those that it has nothing against are soon found by halves.
                Err(refused) if !refused.is_empty() && (refused.len() > 2 || n_reads < 4) => {
                    let mut k = 0;
                    some.retain(|_| {
                        k += 1;
                        !refused.contains(&(k - 1))
                    });
                    waiting.push(some);
                }
                Err(_) if some.len() == 1 => {}
                Err(_) => {
                    let other = some.split_off(some.len() / 2);
                    waiting.push(other);
                    waiting.push(some);
                }
            }
        }
        found
    }

    /// One program of all these variants; which of them are no C, as far as that is known.
    fn read(&self, file: &File, variants: &[Variant]) -> Result<(Changed, PropertyTable, Vec<u32>), BTreeSet<usize>> {
        let name = &self.request.program.sources.file(file.id).name;
        let schema = Schema::new(file.text(), variants);
        let texts: Texts = [(file.id, schema.text.clone())].into();
        match self.request.recompile.recompile(&texts) {
            Ok(changed) => {
                let options = self.request.recompile.options(&changed, self.request.budget.clone());
                let properties = PropertyTable::new(&changed.program, options.classes);
                Ok((changed, properties, schema.into_picks()))
            }
            Err(wrong) => {
                let places = wrong.places.iter().filter(|(at, _)| at == name);
                Err(places.filter_map(|(_, line)| schema.variant_at(*line)).collect())
            }
        }
    }

    /// The variants with which all runs pass.
    pub(super) fn try_all(&self, known: &Prepared, stage: &Stage<'_>) -> Vec<Survivor> {
        let Prepared { file, variants, picks, changed, properties } = known;
        let program = &changed.program;
        let judge = &self.judge;
        let awaited: Vec<PropertyId> = self.request.failed.map_or_else(Vec::new, |failed| {
            let failed = &self.request.properties.all()[failed];
            let name = &self.request.program.functions[failed.function].name;
            let is_same = |id: &PropertyId| {
                let it = &properties.all()[*id];
                it.class == failed.class
                    && it.description == failed.description
                    && program.functions[it.function].name == *name
            };
            properties.all().ids().filter(is_same).collect()
        });
        let mut order: Vec<&Act> = judge.failing.iter().chain(judge.passing.iter().map(|it| &it.act)).collect();
        // Where many give other results, there may still be some that do not.
        let (mut found, mut n_changing) = (Vec::new(), 0);
        for k in 0..variants.len() {
            if found.len() == MANY_SURVIVORS + n_changing.min(MANY_SURVIVORS)
                || self.steps.get() == 0
                || self.request.budget.check().is_err()
            {
                break;
            }
            let pick = picks[k];
            if let Some(refuter) = order.iter().position(|act| !self.run(stage, act, pick, Watch::Passes).passes) {
                order[..=refuter].rotate_right(1);
                continue;
            }
            let comes_there = |act: &Act| {
                let seen = self.run(stage, act, pick, Watch::Everything);
                awaited.is_empty() || awaited.iter().any(|id| seen.checked.contains(id))
            };
            let runs_come_there = judge.failing.iter().all(comes_there);
            let (mut n_changed, mut n_inner) = (0, 0);
            for passed in &judge.passing {
                let seen = self.run(stage, &passed.act, pick, Watch::Everything);
                let is_same = passed.is_turned_away || seen.is_as(&passed.seen);
                n_changed += usize::from(!is_same);
                n_inner += usize::from(is_same && seen.inner != passed.seen.inner);
            }
            let n_passing = judge.passing.len();
            let is_broken = |act: &Act| !self.run(stage, act, pick, Watch::Passes).passes;
            let n_broken = judge.apart.iter().filter(|(_, act)| is_broken(act)).count();
            let known = Known {
                comes_there: runs_come_there,
                runs_come_there,
                tests_pass: true,
                n_changed,
                n_inner,
                ..Known::default()
            };
            let against = penalty(&known, n_passing)
                + 4000 * u32::from(is_much(n_changed, n_passing))
                + STILL_BROKEN * n_broken as u32;
            let changes = n_changed > 0;
            n_changing += usize::from(changes);
            if changes && n_changing > MANY_SURVIVORS {
                continue;
            }
            let variant = variants[k].clone();
            found.push(Survivor { file: *file, variant, against, changes, widens: false, pick: Some(pick) });
        }
        found
    }
}
