//! Regions as a system with may and must steps: `d` for delays of any length, `e` for jumps.

use std::collections::{BTreeMap, BTreeSet};

use whyc_base::ids::{Id, IdVec};
use whyc_modal::system::{Must, State, StateId, Step, System};

use crate::automaton::{Automaton, LocationId};
use crate::effort::{Effort, Limit};
use crate::flow::before_delay;
use crate::polyhedron::{Region, is_inside, meet};
use crate::regions::{Class, before_jumps};

/// The system of some regions; its states are numbered as they are.
///
/// # Errors
/// If that is too much.
pub fn system(automaton: &Automaton, classes: &[Class], effort: &Effort<'_>) -> Result<System, Limit> {
    let mut system = System::new();
    let mut n_of_location: BTreeMap<LocationId, usize> = BTreeMap::new();
    for class in classes {
        let n = n_of_location.entry(class.location).or_default();
        *n += 1;
        let location = &automaton.locations[class.location].name;
        let mut labels: BTreeSet<String> = class.labels.iter().map(|&it| automaton.labels[it].name.clone()).collect();
        labels.insert(location.clone());
        system.add_state(State { name: format!("{location}{n}"), labels, is_initial: class.is_initial });
    }
    delays(automaton, classes, &mut system, effort)?;
    jumps(automaton, classes, &mut system, effort)?;
    Ok(system)
}

/// What some state of a region reaches by a delay, all do: they were told apart by it until this was so.
fn delays(automaton: &Automaton, classes: &[Class], system: &mut System, effort: &Effort<'_>) -> Result<(), Limit> {
    let action = system.action("d");
    for (to, target) in classes.iter().enumerate() {
        let source = before_delay(&automaton.locations[target.location], &target.region, effort)?;
        for (from, class) in classes.iter().enumerate().filter(|(_, it)| it.location == target.location) {
            if !meet(&class.region, &source, effort)? {
                continue;
            }
            assert!(
                is_inside(&class.region, &source, effort)?,
                "delays should lead from all of a region or from nothing of it"
            );
            let (from, to) = (StateId::from_index(from), BTreeSet::from([StateId::from_index(to)]));
            system.add_must(Must { from, action, to });
        }
    }
    Ok(())
}

fn jumps(automaton: &Automaton, classes: &[Class], system: &mut System, effort: &Effort<'_>) -> Result<(), Limit> {
    let action = system.action("e");
    // By location and target; the same for all regions of a location.
    let mut sources: IdVec<LocationId, Vec<Region>> = IdVec::new();
    for location in automaton.locations.ids() {
        let all = classes.iter().map(|target| before_jumps(automaton, location, target, effort));
        sources.push(all.collect::<Result<_, _>>()?);
    }
    for (from, class) in classes.iter().enumerate() {
        let from_id = StateId::from_index(from);
        // By the region of the level before: the targets, and from where they are reached.
        let mut blocks: BTreeMap<usize, Vec<(StateId, Region)>> = BTreeMap::new();
        for (to, target) in classes.iter().enumerate() {
            let source = &sources[class.location][to];
            if !meet(&class.region, source, effort)? {
                continue;
            }
            let to = StateId::from_index(to);
            system.add_may(Step { from: from_id, action, to });
            if is_inside(&class.region, source, effort)? {
                system.add_must(Must { from: from_id, action, to: BTreeSet::from([to]) });
            }
            blocks.entry(target.before).or_default().push((to, source.clone()));
        }
        let mut all: Vec<Vec<(StateId, Region)>> = blocks.into_values().collect();
        all.push(all.concat());
        for targets in all.iter().filter(|it| it.len() > 1) {
            let source: Region = targets.iter().flat_map(|(_, it)| it.clone()).collect();
            if is_inside(&class.region, &source, effort)? {
                let to = targets.iter().map(|(to, _)| *to).collect();
                system.add_must(Must { from: from_id, action, to });
            }
        }
    }
    Ok(())
}
