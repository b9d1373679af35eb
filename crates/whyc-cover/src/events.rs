//! Who works beside whom: attributes of each entry into a module, from a log of entries and exits.

use std::collections::BTreeMap;

/// The attributes, in order.
pub const NAMES: [&str; 6] = ["Module", "MeOnThread", "MeOnSystem", "OtherOnThread", "OtherOnSystem", "MeNextOnThread"];

/// An entry into a module, or an exit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    module: String,
    thread: String,
    is_entry: bool,
}

impl Moved {
    /// A module is entered on a thread.
    #[must_use]
    pub fn enter(module: &str, thread: &str) -> Self {
        Self { module: module.to_owned(), thread: thread.to_owned(), is_entry: true }
    }

    /// It is left.
    #[must_use]
    pub fn leave(module: &str, thread: &str) -> Self {
        Self { is_entry: false, ..Self::enter(module, thread) }
    }
}

/// For each entry: the module; whether it was active already on its thread, and on another one; whether another module was, on its thread
/// and on another one; and whether it is the next one to be entered on its thread.
#[must_use]
pub fn attributes(log: &[Moved]) -> Vec<Vec<String>> {
    let mut active: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let mut rows = Vec::new();
    for (at, it) in log.iter().enumerate() {
        let (module, thread) = (it.module.as_str(), it.thread.as_str());
        if !it.is_entry {
            if let Some(n) = active.get_mut(&(module, thread)) {
                *n = n.saturating_sub(1);
            }
            continue;
        }
        let any = |me: bool, here: bool| {
            active.iter().any(|((m, t), n)| *n > 0 && (*m == module) == me && (*t == thread) == here)
        };
        let next = log[at + 1..].iter().find(|next| next.is_entry && next.thread == thread);
        let flags = [
            any(true, true),
            any(true, false),
            any(false, true),
            any(false, false),
            next.is_some_and(|next| next.module == module),
        ];
        let flags = flags.map(|it| u8::from(it).to_string());
        rows.push([module.to_owned()].into_iter().chain(flags).collect());
        *active.entry((module, thread)).or_insert(0) += 1;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_know_who_works_beside_them() {
        let log: Vec<Moved> = "E A1, E B1, E A2, X A2, E A2, X A2, X B1, E A1, X A1, X A1, E C3, X C3"
            .split(", ")
            .map(|it| {
                let (module, thread) = (&it[2..3], &it[3..4]);
                if it.starts_with('E') { Moved::enter(module, thread) } else { Moved::leave(module, thread) }
            })
            .collect();
        let told: Vec<String> = attributes(&log).into_iter().map(|row| row.join(",")).collect();
        assert_eq!(told, ["A,0,0,0,0,0", "B,0,0,1,0,0", "A,0,1,0,1,1", "A,0,1,0,1,0", "A,1,0,0,0,0", "C,0,0,0,0,0"]);
    }
}
