//! What random runs cover, for programs that are too large for the solver.
//!
//! Inputs are drawn with weights. What was drawn in a run and what came of it are samples, of which networks are learnt ([`whyc_bayes`]); these
//! are asked with which weights runs come to where a goal is open, again and again. A goal of a cross product is asked for by its values;
//! another one by coming to its place, as near to the other outcome as runs have come so far ([`learn`]). Runs are counted, so that the
//! same command covers the same. **What is covered, a run has covered; of the rest nothing is proved.**

mod learn;
mod look;

use std::collections::{BTreeMap, BTreeSet};

use whyc_base::budget::Budget;
use whyc_bayes::quantise;
use whyc_ir::program::Program;
use whyc_ir::property::{PropertyId, PropertyTable};
use whyc_sample::directive::{self, Directive, Weights};
use whyc_sample::drive::Ended;
use whyc_sample::program::{Draws, Sampled, Watched, Watcher};
use whyc_sample::random::{Numbers, Purpose};
use whyc_unroll::loops::LoopTable;

use crate::coverage::{Coverage, Covering, Crossed, Extent, RunEnd, Status, Tuples};
use crate::cross::{Cross, MOST_VALUES};
use crate::goal::{Goals, Key, Kind};
use crate::holes;
use crate::suite;

use learn::Samples;
use look::Looking;

/// Who chooses the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steering {
    /// Nobody: inputs are drawn as they are distributed.
    Plain,
    /// Chance.
    Random,
    /// Networks that are learnt.
    Learnt,
}

impl Steering {
    /// The name for programs and options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Steering::Plain => "plain",
            Steering::Random => "random",
            Steering::Learnt => "learnt",
        }
    }
}

/// What is wanted.
pub struct Wanted {
    /// The kinds of goals.
    pub kinds: Vec<Kind>,
    /// The cross products, as they stand in the text.
    pub crosses: Vec<Cross>,
    /// The files that were given.
    pub files: Vec<String>,
    /// Who chooses the weights.
    pub steering: Steering,
    /// How many runs are made.
    pub runs: u64,
    /// Which random numbers.
    pub seed: u64,
}

/// How random runs were made.
#[derive(Clone, Debug)]
pub struct Boosted {
    /// Who chose the weights.
    pub steering: Steering,
    /// How many runs were made,
    pub runs: u64,
    /// how many of these do not count, since an assumption does not hold,
    pub rejected: u64,
    /// and how many were not followed to their end.
    pub lost: u64,
    /// How many instructions they took.
    pub work: u64,
    /// Which random numbers.
    pub seed: u64,
    /// How many networks were learnt.
    pub networks: u64,
    /// What was weighed because it mattered: its name, its parts, in how many networks it was.
    pub mattered: Vec<(String, Vec<String>, u64)>,
    /// How many goals were covered after so many runs, whenever there were more.
    pub curve: Vec<(u64, usize)>,
}

/// So many runs are made before anything is learnt, unless all are few.
const FIRST: u64 = 256;
/// So often weights are tried that a network proposes.
const EACH: u64 = 8;

/// Makes runs, and says what they cover.
pub fn boost(
    sampled: &Sampled<'_>,
    properties: &PropertyTable,
    loops: &LoopTable,
    wanted: Wanted,
    budget: &Budget,
    tell: &mut dyn FnMut(&str),
) -> Coverage {
    let program = sampled.program();
    let goals = Goals::new(program, loops, &wanted.kinds, &wanted.crosses);
    let directives = directive::directives(program, &sampled.sites);
    let boosted = Boosted {
        steering: wanted.steering,
        runs: 0,
        rejected: 0,
        lost: 0,
        work: 0,
        seed: wanted.seed,
        networks: 0,
        mattered: directives.iter().map(|it| (it.name.clone(), it.texts.clone(), 0)).collect(),
        curve: Vec::new(),
    };
    let samples = Samples::new(directives.iter().map(|it| it.parts.len()).collect());
    let mut boosting = Boosting {
        program,
        properties,
        watcher: sampled.watcher(properties),
        goals,
        directives,
        crosses: wanted.crosses,
        samples,
        runs: Vec::new(),
        covered: BTreeSet::new(),
        boosted,
        stopped: None,
        limit: wanted.runs,
    };
    boosting.domains();
    boosting.go(budget, sampled, tell);
    boosting.told(sampled, wanted.files)
}

struct Boosting<'s, 'a> {
    program: &'a Program,
    properties: &'a PropertyTable,
    watcher: Watcher<'s, 'a>,
    goals: Goals,
    directives: Vec<Directive>,
    crosses: Vec<Cross>,
    samples: Samples,
    runs: Vec<Covering>,
    covered: BTreeSet<Key>,
    boosted: Boosted,
    stopped: Option<String>,
    limit: u64,
}

/// The weights of a run, and which of them are subsets of few values.
#[derive(Clone, Default)]
struct Chosen {
    weights: Weights,
    sets: Vec<Option<usize>>,
}

impl Boosting<'_, '_> {
    fn is_over(&self) -> bool {
        self.stopped.is_some() || self.boosted.runs >= self.limit || !self.is_open()
    }

    /// Whether more may be covered: of values that occur, nobody knows how many there are.
    fn is_open(&self) -> bool {
        self.goals.all.iter().any(|goal| !self.covered.contains(&goal.key))
            || self.crosses.iter().any(|cross| cross.attributes.iter().any(|it| it.wanted.is_none()))
    }

    fn go(&mut self, budget: &Budget, sampled: &Sampled<'_>, tell: &mut dyn FnMut(&str)) {
        let first = FIRST.min(self.limit / 4).max(1);
        while !self.is_over() {
            let n = self.boosted.runs;
            tell(&format!("{} of {} goals covered, {n} runs", self.covered.len(), self.goals.all.len()));
            match self.boosted.steering {
                Steering::Plain => self.run(&Chosen::default(), budget, sampled),
                Steering::Random => self.explore(budget, sampled),
                Steering::Learnt if n < first => self.explore(budget, sampled),
                Steering::Learnt => self.round(budget, sampled),
            }
        }
    }

    /// A run with random weights, or now and then none.
    fn explore(&mut self, budget: &Budget, sampled: &Sampled<'_>) {
        let chosen = if self.boosted.runs.is_multiple_of(4) { Chosen::default() } else { self.random() };
        self.run(&chosen, budget, sampled);
    }

    /// Some directives are drawn from few of their parts.
    fn random(&self) -> Chosen {
        let mut numbers = Numbers::of(self.boosted.seed, Purpose::Trial(u32::MAX), self.boosted.runs);
        let mut below = |n: usize| ((u128::from(numbers.bits()) * n as u128) >> 64) as usize;
        let mut chosen = Chosen { weights: Weights::default(), sets: vec![None; self.directives.len()] };
        for (at, directive) in self.directives.iter().enumerate() {
            let n = directive.parts.len();
            if below(2) == 0 {
                continue;
            }
            let weights = if n <= whyc_bayes::booster::QUANTISED {
                let all = quantise::settings(n);
                let set = below(all.len());
                chosen.sets[at] = Some(set);
                all[set].clone()
            } else {
                let mut weights = vec![0.0; n];
                for _ in 0..=below(3) {
                    weights[below(n)] = 1.0;
                }
                weights
            };
            chosen.weights.insert(directive.site, weights);
        }
        chosen
    }

    /// Learns, tries what is proposed, and looks around a little.
    fn round(&mut self, budget: &Budget, sampled: &Sampled<'_>) {
        // No round is so long that nothing would be learnt of what it shows.
        let most = (self.limit / 8).max(64);
        let number = self.boosted.networks;
        let open: Vec<Key> =
            self.goals.all.iter().map(|goal| goal.key).filter(|key| !self.covered.contains(key)).collect();
        let learnt = self.samples.propose(&open, &self.crosses, number);
        self.boosted.networks += learnt.networks.max(1);
        for at in learnt.kept {
            self.boosted.mattered[at].2 += 1;
        }
        let proposed: Vec<Chosen> = learnt.weights.into_iter().map(|it| self.named(it)).collect();
        let end = self.boosted.runs + most;
        for chosen in proposed {
            let before = self.covered.len();
            for k in 0..EACH {
                if self.is_over() || self.boosted.runs >= end {
                    break;
                }
                self.run(&chosen, budget, sampled);
                // What has helped may help again; what has not may be the wrong way.
                if k >= EACH / 2 && self.covered.len() == before {
                    break;
                }
            }
        }
        for _ in 0..(most / 4).max(16) {
            if self.is_over() {
                break;
            }
            self.explore(budget, sampled);
        }
    }

    fn named(&self, weights: Vec<(usize, Vec<f64>)>) -> Chosen {
        let mut chosen = Chosen { weights: Weights::default(), sets: vec![None; self.directives.len()] };
        for (at, weights) in weights {
            chosen.weights.insert(self.directives[at].site, weights);
        }
        chosen
    }

    /// One run, and what is to be learnt of it.
    fn run(&mut self, chosen: &Chosen, budget: &Budget, sampled: &Sampled<'_>) {
        if let Err(limit) = budget.check() {
            self.stopped = Some(limit.to_string());
            return;
        }
        let number = self.boosted.runs;
        self.boosted.runs += 1;
        let (watched, looking) = self.watched(chosen, number, false);
        self.boosted.work += watched.work;
        let end = match &watched.ended {
            Ended::Passed => RunEnd::Passes,
            Ended::Failed(property) => {
                let failed = &self.properties.all()[PropertyId(*property)];
                RunEnd::Fails { property: failed.name.clone(), line: self.program.sources.line(failed.span) }
            }
            Ended::Rejected(_) => {
                self.boosted.rejected += 1;
                return;
            }
            Ended::Lost { .. } => {
                self.boosted.lost += 1;
                RunEnd::GoesOn
            }
        };
        let (mut keys, tuples, gaps) = looking;
        self.occurring(&tuples);
        for (cross, values) in tuples.keys() {
            keys.insert(Key::Tuple(*cross, self.crosses[*cross as usize].id(values)));
        }
        self.samples.take(&watched.drawn, &chosen.sets, &keys, gaps, &tuples);
        let asked: Vec<Key> = self.goals.all.iter().map(|goal| goal.key).collect();
        let n_new = asked.iter().filter(|key| keys.contains(key) && !self.covered.contains(key)).count();
        if n_new == 0 {
            return;
        }
        self.covered.extend(asked.into_iter().filter(|key| keys.contains(key)));
        self.boosted.curve.push((self.boosted.runs, self.covered.len()));
        let (told, _) = self.watched(chosen, number, true);
        let inputs = told.inputs.iter().map(|note| (note.name.clone(), sampled.shown(note))).collect();
        self.runs.push(Covering {
            inputs,
            plain: None,
            end,
            keys,
            tuples,
            output: Vec::new(),
            status: None,
            script: whyc_debug::replay::ReplayScript::default(),
        });
    }

    #[allow(clippy::type_complexity)]
    fn watched(
        &self,
        chosen: &Chosen,
        number: u64,
        is_told: bool,
    ) -> (Watched, (BTreeSet<Key>, Tuples, BTreeMap<Key, f64>)) {
        let mut looking = Looking::new(self.program, &self.goals);
        let draws = Draws {
            numbers: Numbers::of(self.boosted.seed, Purpose::Weighed(0), number),
            directives: &self.directives,
            weights: &chosen.weights,
            is_told,
        };
        let watched = self.watcher.run(draws, &mut looking);
        let is_lost = matches!(watched.ended, Ended::Lost { .. });
        (watched, looking.seen(!is_lost))
    }

    /// The values of expressions that have a set of values.
    fn domains(&mut self) {
        for cross in 0..self.crosses.len() {
            for k in 0..self.crosses[cross].attributes.len() {
                let Some(wanted) = self.crosses[cross].attributes[k].wanted.clone() else { continue };
                self.crosses[cross].attributes[k].domain =
                    wanted.iter().filter_map(|&value| self.valued(cross, k, value as u128)).collect();
            }
        }
        self.goals.set_tuples(&mut self.crosses);
    }

    /// A value as bits of the type of an expression, and as C writes it.
    fn valued(&self, cross: usize, k: usize, value: u128) -> Option<(u128, String)> {
        let ty = crate::cross::type_of(self.program, cross as u32, k as u32)?;
        let bits = self.program.types.value_bits(ty).filter(|bits| *bits < 128);
        let value = bits.map_or(value, |bits| value & ((1 << bits) - 1));
        let text = whyc_debug::show::plain(&self.program.types, ty, value);
        Some((value, if text.is_empty() { format!("{value:#x}") } else { text }))
    }

    /// Values that occur, of expressions without a set of values.
    fn occurring(&mut self, tuples: &Tuples) {
        let mut is_new = false;
        for (cross, values) in tuples.keys() {
            let cross = *cross as usize;
            for (k, &value) in values.iter().enumerate() {
                let attribute = &self.crosses[cross].attributes[k];
                let is_known = attribute.domain.iter().any(|it| it.0 == value);
                if attribute.wanted.is_some() || is_known || attribute.domain.len() >= MOST_VALUES {
                    continue;
                }
                let Some(named) = self.valued(cross, k, value) else { continue };
                let domain = &mut self.crosses[cross].attributes[k].domain;
                domain.push((value, named.1));
                domain.sort_by_key(|(value, text)| (text.parse::<i128>().unwrap_or(*value as i128), *value));
                is_new = true;
            }
        }
        if is_new {
            self.goals.set_tuples(&mut self.crosses);
        }
    }

    fn told(mut self, sampled: &Sampled<'_>, files: Vec<String>) -> Coverage {
        let n_found = self.runs.len();
        let asked: BTreeSet<Key> = self.goals.all.iter().map(|goal| goal.key).collect();
        let (runs, covered) = suite::smallest(std::mem::take(&mut self.runs), &asked);
        let why = format!("none of {} random runs comes there", self.boosted.runs);
        let status = |key: &Key| covered.get(key).map_or(Status::Undecided(why.clone()), |&run| Status::Covered(run));
        let program = sampled.program();
        let crosses = self.crossed(&covered);
        let name = |id: whyc_ir::program::FunctionId| program.functions[id].name.clone();
        let functions = self.goals.all.iter().map(|goal| name(goal.place.0)).collect();
        let uncalled = self.goals.uncalled.iter().map(|&id| name(id)).collect();
        self.boosted.mattered.retain(|it| it.2 > 0);
        let goals = self.goals.all.into_iter().map(|goal| {
            let status = status(&goal.key);
            (goal, status)
        });
        Coverage {
            sources: program.sources.clone(),
            files,
            goals: goals.collect(),
            functions,
            runs,
            n_found,
            uncalled,
            extent: Extent { stopped: self.stopped, ..Extent::default() },
            crosses,
            boosted: Some(self.boosted),
        }
    }

    /// What is known of the cross products: what no run has met may still be met.
    fn crossed(&mut self, covered: &BTreeMap<Key, usize>) -> Vec<Crossed> {
        let mut all = Vec::new();
        for number in 0..self.crosses.len() {
            let cross = &mut self.crosses[number];
            let (mut tasks, mut met) = (Vec::new(), Vec::new());
            for tuple in cross.tasks() {
                let key = Key::Tuple(number as u32, cross.id(&tuple));
                let Some(at) = self.goals.all.iter().position(|goal| goal.key == key) else { continue };
                let values: Vec<usize> = tuple
                    .iter()
                    .zip(&cross.attributes)
                    .map(|(value, attribute)| attribute.domain.iter().position(|it| it.0 == *value).unwrap_or(0))
                    .collect();
                if covered.contains_key(&key) {
                    met.push(values.clone());
                }
                tasks.push((values, at));
            }
            let sizes: Vec<usize> = cross.attributes.iter().map(|it| it.domain.len()).collect();
            let missing = if tasks.is_empty() { Vec::new() } else { holes::maximal(&sizes, &met) };
            let named = |it: &crate::cross::Attribute| {
                (it.text.clone(), it.domain.iter().map(|(_, text)| text.clone()).collect())
            };
            all.push(Crossed {
                attributes: cross.attributes.iter().map(named).collect(),
                line: cross.line,
                tasks,
                holes: missing.into_iter().map(|hole| (hole, Vec::new())).collect(),
                is_promise: false,
            });
        }
        all
    }
}
