//! How rare a failure is that no random run came to, from one failing run that somebody else found.
//!
//! Of that run some inputs matter. With these held, and the others drawn, runs fail: so the probability to fail is at least that of the held
//! values, times the share of runs that fail then. To make more of it, each held value is widened to a part of all values around it, as long
//! as runs keep failing often; the probability of such a box is known exactly. The box is chosen by looking at some runs and judged by others,
//! so that the bound is as sure as it is said to be. **It is a bound from below**: there may be other ways to fail.

use std::thread;

use whyc_base::budget::{Budget, Exhausted};
use whyc_session::Taken;

use crate::drive::Ended;
use crate::interval;
use crate::program::{Hold, Holds, Sampled, shown};
use crate::random::Purpose;

/// How many inputs are looked at; more of them stay as they are.
const MANY: usize = 12;
/// How many runs say whether the inputs suffice, and how strongly each counts.
const SOME: u64 = 400;
/// How many runs a trial has.
const TRIAL: u64 = 200;
/// How many runs judge the box.
const JUDGES: u64 = 4000;
/// Below this share a box is too wide.
const SHARE: f64 = 0.02;

/// How many of some runs fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// How many fail,
    pub hits: u64,
    /// of how many.
    pub n: u64,
}

impl Share {
    fn rate(self) -> f64 {
        self.hits as f64 / self.n.max(1) as f64
    }
}

/// An input of the failing run that matters.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// What a person calls it.
    pub name: String,
    /// Its value.
    pub value: String,
    /// How many runs fail if it alone is drawn anew; nothing if that was not looked into.
    pub anew: Option<Share>,
    /// To what it was widened: the least and the largest value of that part; nothing if it stays as it is.
    pub within: Option<(String, String)>,
    /// The common logarithm of the probability of that.
    pub log_mass: f64,
}

/// What was found out about a failing run.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The property that it violates, by its name.
    pub property: String,
    /// Its inputs that matter.
    pub kept: Vec<Kept>,
    /// The names of the others.
    pub others: Vec<String>,
    /// How many runs fail with these held and the others drawn.
    pub held: Share,
    /// How many fail in the box.
    pub inside: Share,
    /// The common logarithm of the probability of the box.
    pub log_mass: f64,
    /// The common logarithm of the bound; nothing if it is no bound at all.
    pub log_low: Option<f64>,
}

/// Why a failing run was not weighed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unweighed {
    /// One of its inputs has a value that is never drawn.
    NeverDrawn(String, String),
    /// With its inputs held, no run fails: it takes something else from outside, such as memory that was never set.
    Elsewhere,
}

/// How runs are made.
pub struct Making<'a> {
    /// How surely the bound is right.
    pub confidence: f64,
    /// On how many threads.
    pub jobs: usize,
    /// How much work there is for all runs together.
    pub work: u64,
    /// How much a run takes.
    pub each: u64,
    /// Time and memory.
    pub budget: &'a Budget,
}

struct Weighing<'a, 'p> {
    sampled: &'a Sampled<'p>,
    making: &'a Making<'a>,
    /// What part of the runs can be afforded.
    part: f64,
    n_questions: u32,
}

/// Weighs a run that reads `taken` and violates `property`.
///
/// # Errors
/// If a limit is reached.
pub fn weigh(
    sampled: &Sampled<'_>,
    property: &str,
    taken: &[Taken],
    making: &Making<'_>,
) -> Result<Result<Weighed, Unweighed>, Exhausted> {
    let mut kept: Vec<(u32, u32, u128)> = Vec::new();
    let mut others = Vec::new();
    for it in taken {
        let Some(site) = sampled.sites.at(it.function, it.instr) else { continue };
        let (label, drawn) = (&sampled.sites.all[site as usize].label, &sampled.sites.all[site as usize].drawn);
        let is_held = sampled.held.contains_key(&(site, it.occurrence));
        match drawn {
            Some(drawn) if it.matters && !is_held => {
                if !drawn.has(it.bits) {
                    return Ok(Err(Unweighed::NeverDrawn(label.clone(), value(sampled, site, it.bits))));
                }
                kept.push((site, it.occurrence, it.bits));
            }
            _ if !others.contains(label) => others.push(label.clone()),
            Some(_) | None => {}
        }
    }
    let mut weighing = Weighing { sampled, making, part: 1.0, n_questions: 0 };
    weighing.part = weighing.afforded(kept.len());
    weighing.weigh(property, &kept, others)
}

/// A value of an input, as C writes it.
fn value(sampled: &Sampled<'_>, site: u32, bits: u128) -> String {
    sampled.sites.all[site as usize].kind.as_ref().map_or_else(|| "NULL".to_owned(), |kind| shown(kind, bits))
}

impl Weighing<'_, '_> {
    /// What part of all runs there is work for.
    fn afforded(&self, n_kept: usize) -> f64 {
        let n = n_kept.min(MANY) as u64;
        let all = SOME * (n + 1) + TRIAL * 7 * n + JUDGES;
        (self.making.work as f64 / (all as f64 * self.making.each.max(1) as f64)).min(1.0)
    }

    fn weigh(
        &mut self,
        property: &str,
        kept: &[(u32, u32, u128)],
        others: Vec<String>,
    ) -> Result<Result<Weighed, Unweighed>, Exhausted> {
        let mut holds: Holds = kept.iter().map(|&(site, at, bits)| ((site, at), Hold::Value(bits))).collect();
        let held = self.judge(&holds, SOME)?;
        if held.hits == 0 {
            return Ok(Err(Unweighed::Elsewhere));
        }
        let mut anew: Vec<Option<Share>> = Vec::new();
        for &(site, at, bits) in kept.iter().take(MANY) {
            holds.insert((site, at), Hold::Free);
            anew.push(Some(self.judge(&holds, SOME)?));
            holds.insert((site, at), Hold::Value(bits));
        }
        anew.resize(kept.len(), None);
        self.widen(kept, &anew, held.rate(), &mut holds)?;
        let inside = self.judge(&holds, JUDGES)?;
        let told = |(k, &(site, at, bits)): (usize, &(u32, u32, u128))| {
            let hold = holds.get(&(site, at)).copied().unwrap_or(Hold::Free);
            let it = &self.sampled.sites.all[site as usize];
            let again = kept.iter().filter(|other| other.0 == site).count() > 1;
            Kept {
                name: if again { format!("{} ({})", it.label, ordinal(at)) } else { it.label.clone() },
                value: value(self.sampled, site, bits),
                anew: anew[k],
                within: self.ends(site, hold),
                log_mass: self.mass(site, hold).log10(),
            }
        };
        let kept: Vec<Kept> = kept.iter().enumerate().map(told).collect();
        let log_mass: f64 = kept.iter().map(|it| it.log_mass).sum();
        let share = interval::lower(inside.hits, inside.n, (1.0 - self.making.confidence) / 2.0);
        let log_low = Some(log_mass + share.log10()).filter(|it| it.is_finite());
        Ok(Ok(Weighed { property: property.to_owned(), kept, others, held, inside, log_mass, log_low }))
    }

    /// Makes what is held as wide as it can be; what counts least comes first.
    fn widen(
        &mut self,
        kept: &[(u32, u32, u128)],
        anew: &[Option<Share>],
        held: f64,
        holds: &mut Holds,
    ) -> Result<(), Exhausted> {
        let mut order: Vec<usize> = (0..kept.len()).filter(|&it| anew[it].is_some()).collect();
        order.sort_by_key(|&it| (std::cmp::Reverse(anew[it].map(|share| share.hits)), it));
        let mut rate = held;
        for at in order {
            let (site, occurrence, bits) = kept[at];
            let Some(drawn) = &self.sampled.sites.all[site as usize].drawn else { continue };
            let place = drawn.place(bits);
            let least = (rate / 4.0).max(SHARE);
            let mut found: Vec<(Hold, f64)> = Vec::new();
            // Halves: none at all, or as few as are enough.
            let (mut too_few, mut enough) = (0, 63);
            let mut halves = 0;
            loop {
                let hold = around(place, halves);
                holds.insert((site, occurrence), hold);
                let share = self.trial(holds)?.rate();
                if share >= least {
                    found.push((hold, share));
                    enough = halves;
                } else {
                    too_few = halves;
                }
                if enough == 0 || enough - too_few <= 1 {
                    break;
                }
                halves = u32::midpoint(too_few, enough);
            }
            // Of boxes that come to about the same, the one in which most runs fail says most; a value alone says it best.
            let worth = |it: &(Hold, f64)| self.mass(site, it.0) * it.1;
            let best = found.iter().map(worth).fold(0.0, f64::max);
            let exactly = (Hold::Value(bits), rate);
            let wider = found.into_iter().filter(|it| worth(it) >= 0.7 * best && worth(it) > 1.5 * worth(&exactly));
            let (hold, share) = wider.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(exactly);
            holds.insert((site, occurrence), hold);
            rate = share;
        }
        Ok(())
    }

    /// The probability of what an input is held at.
    fn mass(&self, site: u32, hold: Hold) -> f64 {
        match hold {
            Hold::Value(bits) => self.sampled.sites.all[site as usize].drawn.as_ref().map_or(1.0, |it| it.mass(bits)),
            Hold::Within(low, high) => ((high - low) as f64 + 1.0) / 2f64.powi(64),
            Hold::Free => 1.0,
        }
    }

    /// The least and the largest value of a part.
    fn ends(&self, site: u32, hold: Hold) -> Option<(String, String)> {
        let drawn = self.sampled.sites.all[site as usize].drawn.as_ref()?;
        let (low, high) = match hold {
            Hold::Value(_) => return None,
            Hold::Within(low, high) => (u128::from(low) << 64, u128::from(high) << 64 | u128::from(u64::MAX)),
            Hold::Free => (0, u128::MAX),
        };
        Some((value(self.sampled, site, drawn.draw(low)), value(self.sampled, site, drawn.draw(high))))
    }

    fn trial(&mut self, holds: &Holds) -> Result<Share, Exhausted> {
        self.n_questions += 1;
        self.share(Purpose::Trial(self.n_questions), holds, TRIAL)
    }

    fn judge(&mut self, holds: &Holds, n: u64) -> Result<Share, Exhausted> {
        self.n_questions += 1;
        self.share(Purpose::Judge(self.n_questions), holds, n)
    }

    /// How many of some runs fail; those that do not count, and those that were lost, do not.
    fn share(&self, purpose: Purpose, holds: &Holds, n: u64) -> Result<Share, Exhausted> {
        let n = ((n as f64 * self.part) as u64).max(20);
        let jobs = self.making.jobs.clamp(1, 64) as u64;
        let part = |from: u64| -> Result<u64, Exhausted> {
            let mut hits = 0;
            for number in (from..n).step_by(jobs as usize) {
                self.making.budget.check()?;
                hits += u64::from(matches!(self.sampled.run(purpose, number, holds).ended, Ended::Failed(_)));
            }
            Ok(hits)
        };
        if jobs == 1 {
            return part(0).map(|hits| Share { hits, n });
        }
        thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs).map(|from| scope.spawn(move || part(from))).collect();
            let mut hits = 0;
            for thread in threads {
                hits += thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            }
            Ok(Share { hits, n })
        })
    }
}

/// A part of all numbers around one: the whole, halved so often.
fn around(place: u64, halves: u32) -> Hold {
    if halves == 0 {
        return Hold::Free;
    }
    let half = 1u64 << (63 - halves.min(63));
    Hold::Within(place.saturating_sub(half), place.saturating_add(half))
}

/// Which time something is read.
fn ordinal(occurrence: u32) -> String {
    let n = u64::from(occurrence) + 1;
    let end = match (n % 10, n % 100) {
        (1, it) if it != 11 => "st",
        (2, it) if it != 12 => "nd",
        (3, it) if it != 13 => "rd",
        _ => "th",
    };
    format!("{n}{end} time")
}
