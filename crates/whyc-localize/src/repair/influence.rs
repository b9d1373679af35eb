//! Whether a change makes the program ignore what it was given.
//!
//! Who sets a parameter to zero, or skips the first element, may pass every check: nothing is wrong any more because nothing is
//! looked at. Known runs are made once more with one input a little larger or smaller. If what a function then gives or writes
//! differs, that input matters to it. A change after which fewer inputs matter than before has lost something.

use rustc_hash::FxHashSet;
use whyc_ir::property::PropertyTable;

use whyc_debug::finding::EditReport;

use super::stage::{Act, Asked, Seen, Stage, hash};
use super::verdict::Judge;
use crate::recompile::changed;

/// Makes a run, unless enough has been run.
type Run<'a> = &'a dyn Fn(&Stage<'_>, &Act) -> Option<Seen>;

/// Which inputs matter to what functions give, and to the variables and fields that they write, by hashes of their names.
pub type Influence = FxHashSet<(Asked, u64)>;

/// So many failing and so many passing runs are looked at, and so many inputs of each.
const MANY_FAILING: usize = 4;
const MANY_PASSING: usize = 10;
const MANY_INPUTS: usize = 12;

/// How much larger inputs are made.
const STEPS: [u128; 3] = [1, u128::MAX, 5];

/// What matters in the program as it is; none if that takes too many steps.
pub fn of_program(judge: &Judge<'_>, run: Run<'_>) -> Option<Influence> {
    influence(judge, &Stage::new(judge.program, judge.properties, judge.blame, &judge.numbers), run)
}

/// Whether fewer inputs matter after a change than before, as far as the known runs tell.
pub fn ignores(judge: &Judge<'_>, before: &Influence, edits: &[EditReport], run: Run<'_>) -> bool {
    let texts = changed(&judge.program.sources, edits.iter());
    let Ok(compiled) = judge.recompile.recompile(&texts) else { return false };
    let options = judge.recompile.options(&compiled, judge.budget.clone());
    let properties = PropertyTable::new(&compiled.program, options.classes);
    let stage = Stage::new(&compiled.program, &properties, judge.blame, &judge.numbers);
    let after = influence(judge, &stage, run);
    after.is_some_and(|after| before.difference(&after).count() > after.difference(before).count())
}

fn influence(judge: &Judge<'_>, stage: &Stage<'_>, run: Run<'_>) -> Option<Influence> {
    let mut found = Influence::default();
    let failing = judge.failing.iter().take(MANY_FAILING);
    let passing = judge.passing.iter().take(MANY_PASSING).map(|passed| &passed.act);
    for act in failing.chain(passing) {
        let plain = run(stage, act)?;
        for &input in plain.inputs.iter().take(MANY_INPUTS) {
            for more in STEPS {
                let shaken = run(stage, &Act { shaken: Some((input, more)), ..act.clone() })?;
                // Where another function is called, whoever tries the program went another way.
                let pairs = plain.outcomes.iter().zip(&shaken.outcomes).take_while(|(a, b)| a.function == b.function);
                for (a, b) in pairs {
                    found.extend((a.result != b.result).then_some((input, a.function)));
                    let differs = |it: &&(u64, u64)| !b.written.contains(it);
                    found.extend(a.written.iter().filter(differs).map(|(place, _)| (input, hash((a.function, place)))));
                }
            }
        }
    }
    Some(found)
}
