//! Statuses, bounds and reasons in words. Everything else knows them as values.

use whyc_base::budget::Exhausted;
use whyc_base::status::{Bound, Limit, Reason, Status};

use crate::words;

/// The name under which the turns that threads take are a loop.
pub const SWITCHES: &str = "switches";

/// Why something is not known, in a sentence without a full stop.
#[must_use]
pub fn sentence(reason: &Reason) -> String {
    match reason {
        Reason::Exhausted(limit) => limit.to_string(),
        Reason::TooManyObjects => "the program has more than 8 million variables at a time".to_owned(),
        Reason::Unmodelled { what } => format!("a run can reach what is not modelled: {what}"),
        Reason::BeyondBounds => "some runs go beyond the bounds".to_owned(),
        Reason::Limited(limits) => limits.iter().map(|&it| limit(it)).collect::<Vec<_>>().join("; "),
        Reason::NotAsked => "it was not asked for".to_owned(),
        Reason::FirstOnly => "only the first violation was looked for".to_owned(),
        Reason::Effort => "the first violation took less work than this one would; --all-properties goes on".to_owned(),
        Reason::Vacuous { what } => format!("the contract contradicts itself: no run meets {what}"),
        Reason::Hidden { behind } => {
            format!("every run that could come here fails before, at {}", words::list(behind, ", ", 120))
        }
        Reason::WrongInput(message) => message.clone(),
        Reason::Internal(fault) => fault.to_string(),
        Reason::Said(text) => text.clone(),
    }
}

/// What the world around the program is taken to be limited to, in a sentence without a full stop.
#[must_use]
pub fn limit(limit: Limit) -> String {
    match limit {
        Limit::Arguments { most, longest } => {
            format!("the arguments of main are followed up to {most} of {longest} characters each")
        }
        Limit::Input { longest } => format!("standard input is followed up to {longest} characters"),
        Limit::Environment { longest } => {
            format!("the values of environment variables are followed up to {longest} characters")
        }
        Limit::VolatileParameter => {
            "what a volatile parameter points to is taken to change only when the program changes it".to_owned()
        }
        Limit::Signals => {
            "signals are taken to come from the program alone, which ignores or blocks none when it starts".to_owned()
        }
        Limit::MemoryOrder => {
            "atomic operations are taken to be sequentially consistent, though some ask for a weaker order".to_owned()
        }
        Limit::LargeBlocks { largest } => {
            format!("what is done with blocks of memory is followed for blocks of at most {} GiB", largest >> 30)
        }
        Limit::Blocks { largest } => {
            format!("what a contract calls fresh is taken to have at most {} MiB", largest >> 20)
        }
    }
}

/// What bounds the runs that were looked at, in a few words.
#[must_use]
pub fn bound(bound: &Bound) -> String {
    match bound {
        Bound::Loop { name, rounds } if name == SWITCHES => {
            format!("every thread has {} besides its first", words::count(*rounds as usize, "turn"))
        }
        Bound::Loop { name, rounds } => format!("the loop {name} is followed {}", times(*rounds)),
        Bound::Recursion { function, calls } => {
            format!("`{function}` is followed {} within itself", times(*calls))
        }
        Bound::World(it) => limit(*it),
        Bound::Cycles(cycles) => format!("{} are followed", words::count(*cycles as usize, "cycle")),
    }
}

fn times(n: u32) -> String {
    if n == 1 { "once".to_owned() } else { format!("{n} times") }
}

/// What more there is to say of a status than its name: what bounds it, why it is unknown.
#[must_use]
pub fn more(status: &Status) -> Option<String> {
    match status {
        Status::Holds | Status::Violated | Status::Unreachable => None,
        Status::Bounded(bounds) => Some(bounds.iter().map(bound).collect::<Vec<_>>().join("; ")),
        Status::Unknown(reason) => Some(sentence(reason)),
    }
}

/// What a person can do about it, if anything helps.
#[must_use]
pub fn way_on(reason: &Reason) -> Option<&'static str> {
    match reason {
        Reason::Internal(_) => Some("this is a bug in whyc: please report it, with the program if you can"),
        Reason::Exhausted(Exhausted::Time) => {
            Some("more time: --timeout SECONDS · less to do: --property ID, --only-check CLASS, --unwind N")
        }
        Reason::Exhausted(Exhausted::Memory) => {
            Some("more memory: --memory MIB · less to do: --property ID, --only-check CLASS, --unwind N")
        }
        Reason::Limited(limits) if limits.contains(&Limit::VolatileParameter) => {
            Some("to say more: a main that calls the function with what it should get")
        }
        Reason::Limited(limits) if limits.iter().all(|limit| matches!(limit, Limit::Blocks { .. })) => {
            Some("to say more: let the contract require a size that is small enough")
        }
        Reason::Limited(limits) if limits.iter().all(|limit| matches!(limit, Limit::LargeBlocks { .. })) => {
            Some("to say more: ask for fewer bytes, or assume that they are fewer")
        }
        Reason::Limited(limits) if limits.contains(&Limit::MemoryOrder) => {
            Some("what only weaker orders allow is not looked at; memory_order_seq_cst is followed as it is")
        }
        Reason::Limited(limits) if limits.iter().all(|limit| matches!(limit, Limit::Signals)) => {
            Some("what a handler does to a program that it interrupts at any place is not looked at")
        }
        Reason::Vacuous { .. } => Some("what is said to hold holds only because no run comes there"),
        Reason::Limited(limits) if limits.iter().all(|limit| matches!(limit, Limit::Input { .. })) => {
            Some("to say more: --max-input-length N, or --stdin FILE for what the program gets")
        }
        Reason::Limited(_) => Some("to say more: --args WORDS and --stdin FILE fix what the program gets"),
        Reason::Exhausted(Exhausted::Interrupted | Exhausted::Work)
        | Reason::TooManyObjects
        | Reason::Unmodelled { .. }
        | Reason::BeyondBounds
        | Reason::NotAsked
        | Reason::FirstOnly
        | Reason::Effort
        | Reason::Hidden { .. }
        | Reason::WrongInput(_)
        | Reason::Said(_) => None,
    }
}

/// How many have which status: `1 fails, 5 hold, 1 not decided`.
#[must_use]
pub fn counts<'s>(statuses: impl Iterator<Item = &'s Status>) -> String {
    let [mut fail, mut hold, mut bounded, mut unreachable, mut undecided] = [0usize; 5];
    for status in statuses {
        match status {
            Status::Violated => fail += 1,
            Status::Holds => hold += 1,
            Status::Bounded(_) => bounded += 1,
            Status::Unreachable => unreachable += 1,
            Status::Unknown(_) => undecided += 1,
        }
    }
    let verb = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let mut parts = Vec::new();
    if fail > 0 {
        parts.push(verb(fail, "fails", "fail"));
    }
    if hold > 0 {
        parts.push(verb(hold, "holds", "hold"));
    }
    if bounded > 0 {
        parts.push(format!("{} within the bounds", verb(bounded, "holds", "hold")));
    }
    if unreachable > 0 {
        parts.push(format!("{unreachable} unreachable"));
    }
    if undecided > 0 {
        parts.push(format!("{undecided} not decided"));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_counted_in_words() {
        let bounded = || Status::Bounded(vec![Bound::Cycles(3)]);
        let all = [Status::Holds, Status::Violated, Status::Unknown(Reason::Effort), Status::Holds, bounded()];
        assert_eq!(counts(all.iter()), "1 fails, 2 hold, 1 holds within the bounds, 1 not decided");
        assert_eq!(counts([Status::Violated, Status::Violated, Status::Unreachable].iter()), "2 fail, 1 unreachable");
    }

    #[test]
    fn a_bound_says_what_it_bounds() {
        let bounds = vec![
            Bound::Loop { name: "main.1".to_owned(), rounds: 1 },
            Bound::Recursion { function: "f".to_owned(), calls: 4 },
            Bound::World(Limit::Arguments { most: 3, longest: 7 }),
        ];
        let expected = "the loop main.1 is followed once; `f` is followed 4 times within itself; \
                        the arguments of main are followed up to 3 of 7 characters each";
        assert_eq!(more(&Status::Bounded(bounds)).as_deref(), Some(expected));
    }
}
