//! The wrong order: of locks, of statements, of what is given back, of threads that end.

use std::ops::Range;

use super::change::{Change, Edits, Hold, Op, before, leaving, without};
use super::code::{At, Call, Code};
use super::holds::{joined, new_mutex, sections, taken_in};
use super::locks::Lock;
use super::trouble::Trouble;
use crate::repair::statements::Kind;
use whyc_debug::finding::WaitReason;
use whyc_ir::property::PropertyClass;

/// Other orders.
pub fn all(code: &Code, trouble: &Trouble, found: &mut Vec<Change>) {
    match trouble.class {
        PropertyClass::Deadlock => {
            of_locks(code, trouble, found);
            one_at_a_time(code, trouble, found);
        }
        _ => of_statements(code, trouble, found),
    }
    joins(code, trouble, found);
    missing_unlocks(code, found);
}

fn text(function: usize, edits: Vec<(Range<usize>, String)>, means: String, about: Vec<usize>) -> Op {
    Op::Text(Edits { function, edits, means, about })
}

/// The locks of a circle in the other order in one of the threads; what is held not kept while waiting; what one holds itself not
/// taken again.
fn of_locks(code: &Code, trouble: &Trouble, found: &mut Vec<Change>) {
    for point in &trouble.points {
        let function = &code.functions[point.at.function];
        let taken = function.calls.iter().find(|call| call.statement == point.at.statement && call.is_alone);
        for (lock, at) in &point.holds {
            let held = function.calls.iter().find(|call| call.statement == at.statement);
            if at.function == point.at.function
                && let (Some(held), Some(taken)) = (held, taken)
                && let Some(wanted) = Lock::of(taken).filter(|wanted| !wanted.is(lock))
            {
                let swap = |one: &Call, other: &Call| {
                    (
                        code.bytes(At { statement: one.statement, ..point.at }),
                        code.slice(At { statement: other.statement, ..point.at }).to_owned(),
                    )
                };
                let means = format!("take `{}` before `{}` in `{}`", wanted.name(), lock.name(), function.name);
                let about = vec![held.statement, taken.statement];
                found.push(Change::one(
                    text(point.at.function, vec![swap(held, taken), swap(taken, held)], means, about),
                    4,
                ));
            }
            // Whoever waits for the end of a thread, or for another lock, need not hold this one meanwhile.
            let here = code.bytes(point.at).start;
            let given = function.calls.iter().find(|call| lock.is_given_by(call) && call.name_bytes.start > here);
            let target = lifted(code, point.at);
            if let (Some(given), Some(target)) = (given, target)
                && let Some(old) = without(code, At { statement: given.statement, ..point.at })
            {
                let means = format!("give `{}` back before line {}", lock.name(), line(code, target));
                let edits = vec![before(code, target, &lock.giving()), (old, String::new())];
                found.push(Change::one(text(point.at.function, edits, means, vec![given.statement]), 10));
            }
        }
        let by_itself = matches!(&point.waits, Some(WaitReason::Held { .. }));
        if let (true, Some(taken)) = (by_itself, taken)
            && let Some(lock) = Lock::of(taken)
        {
            let later = |call: &&Call| lock.is_given_by(call) && call.name_bytes.start > taken.name_bytes.start;
            let given = function.calls.iter().find(later).map(|given| given.statement);
            let statements: Vec<usize> = std::iter::once(taken.statement).chain(given).collect();
            let gone = statements.iter().map(|&statement| without(code, At { statement, ..point.at }));
            let means = format!("do not take `{}` in line {}", lock.name(), line(code, point.at));
            if let Some(gone) = gone.collect::<Option<Vec<_>>>() {
                let edits = gone.into_iter().map(|bytes| (bytes, String::new())).collect();
                found.push(Change::one(text(point.at.function, edits, means, statements), 9));
            }
        }
    }
}

/// One more mutex over taking several locks: whoever takes them has all to himself until he has them.
fn one_at_a_time(code: &Code, trouble: &Trouble, found: &mut Vec<Change>) {
    let functions: Vec<usize> = trouble.points.iter().map(|point| point.at.function).collect();
    let Some((declared, gate)) = new_mutex(code, &functions) else { return };
    let mut ops = vec![declared];
    for point in &trouble.points {
        let around = point.holds.iter().filter(|(_, at)| at.function == point.at.function).find_map(|(_, at)| {
            let (first, last) = (code.blocks(*at), code.blocks(point.at));
            let &(block, first) = first.first()?;
            let (_, last) = last.into_iter().find(|(other, _)| *other == block)?;
            (first < last).then(|| Hold { lock: gate.clone(), function: at.function, block, first, last })
        });
        ops.extend(around.map(Op::Hold));
    }
    if ops.len() > 1 {
        found.extend(joined(ops, 12));
    }
}

/// The statement of a block that something is part of.
fn lifted(code: &Code, at: At) -> Option<At> {
    let &(block, position) = code.blocks(at).first()?;
    Some(At { statement: code.inside(at.function, block)[position], ..at })
}

/// The line of a statement.
pub fn line(code: &Code, at: At) -> usize {
    let text = &code.files[code.functions[at.function].file].text;
    text[..code.bytes(at).start].matches('\n').count() + 1
}

/// Neighbours the other way round: sections as a whole.
fn of_statements(code: &Code, trouble: &Trouble, found: &mut Vec<Change>) {
    for function in trouble.functions(code).into_iter().filter(|&it| !code.starts_threads(it)) {
        let mentioned = code.mentions(function, &trouble.names);
        for block in 0..code.functions[function].statements.all.len() {
            let units = units(code, function, block);
            for pair in units.windows(2) {
                let both = [&pair[0], &pair[1]].map(|unit| bytes_of(code, function, block, unit));
                let speaks = |bytes: &Range<usize>| {
                    mentioned.iter().any(|&it| bytes.contains(&code.bytes(At { function, statement: it }).start))
                };
                if !both.iter().any(speaks) {
                    continue;
                }
                let slice =
                    |bytes: &Range<usize>| code.files[code.functions[function].file].text[bytes.clone()].to_owned();
                let edits = vec![(both[0].clone(), slice(&both[1])), (both[1].clone(), slice(&both[0]))];
                let first = |unit: &Range<usize>| At { function, statement: code.inside(function, block)[unit.start] };
                let (one, other) = (line(code, first(&pair[0])), line(code, first(&pair[1])));
                let means = match one == other {
                    true => format!("the other order in line {one}"),
                    false => format!("line {other} before line {one}"),
                };
                let about = pair.iter().flat_map(|unit| code.inside(function, block)[unit.clone()].to_vec()).collect();
                found.push(Change::one(text(function, edits, means, about), 9));
            }
        }
    }
}

fn bytes_of(code: &Code, function: usize, block: usize, unit: &Range<usize>) -> Range<usize> {
    let inside = code.inside(function, block);
    let at = |position: usize| code.bytes(At { function, statement: inside[position] });
    at(unit.start).start..at(unit.end - 1).end
}

/// What of a block can be somewhere else in it, as positions: sections as a whole, and statements that do something.
fn units(code: &Code, function: usize, block: usize) -> Vec<Range<usize>> {
    let (inside, sections) = (code.inside(function, block), sections(code, function, block));
    let (mut found, mut position) = (Vec::new(), 0);
    while position < inside.len() {
        let section = sections.iter().filter(|(_, first, _)| *first == position).map(|(.., last)| *last).max();
        let end = section.map_or(position, |last| last) + 1;
        let moves = |statement: &usize| {
            matches!(code.functions[function].statements.all[*statement].kind, Kind::Expression(_) | Kind::If { .. })
        };
        if inside[position..end].iter().all(moves) {
            found.push(position..end);
        }
        position = end;
    }
    let is_apart = found.windows(2).any(|pair| pair[0].end != pair[1].start);
    if is_apart {
        // Only neighbours change places.
        let ends: Vec<usize> = found.iter().map(|unit| unit.end).collect();
        let starts: Vec<usize> = found.iter().map(|unit| unit.start).collect();
        found.retain(|unit| ends.contains(&unit.start) || starts.contains(&unit.end));
    }
    found
}

/// Threads whose end is waited for too late, or not at all; what is done while they run already.
fn joins(code: &Code, trouble: &Trouble, found: &mut Vec<Change>) {
    for point in trouble.points.iter().filter(|point| code.starts_threads(point.at.function)) {
        let function = point.at.function;
        let calls = &code.functions[function].calls;
        let here = code.bytes(point.at).start;
        // What is done under a lock that the thread needs is done before, or after, all of it.
        let targets: Vec<At> = [section_around(code, point.at), lifted(code, point.at)].into_iter().flatten().collect();
        let is_join = |call: &&Call| matches!(&*call.name, "pthread_join" | "thrd_join");
        for target in &targets {
            let mut all: Option<Change> = None;
            for join in calls.iter().filter(is_join).filter(|join| join.name_bytes.start > here) {
                let Some(moved) = beside(code, At { function, statement: join.statement }, *target) else { continue };
                let Some(old) = without(code, moved) else { continue };
                let new = before(code, *target, code.slice(moved));
                let means = format!("wait for the end of `{}` before line {}", join.arg(0), line(code, *target));
                let change =
                    Change::one(text(function, vec![new, (old, String::new())], means, vec![moved.statement]), 6);
                all = all.map(|all| merged(&all, &change));
                found.push(change.clone());
                found.extend(all.clone());
                all = all.or(Some(change));
            }
            for create in calls.iter().filter(|call| matches!(&*call.name, "pthread_create" | "thrd_create")) {
                let is_joined = calls.iter().filter(is_join).any(|join| format!("&{}", join.arg(0)) == create.arg(0));
                let name = create.arg(0).trim_start_matches('&');
                let is_name = create.arg(0).starts_with('&') && super::code::base(name) == name;
                if create.name_bytes.start < here && is_name && !is_joined {
                    let posix = create.name == "pthread_create";
                    let null =
                        if code.files[code.functions[function].file].text.contains("NULL") { "NULL" } else { "0" };
                    let join = if posix {
                        format!("pthread_join({name}, {null});")
                    } else {
                        format!("thrd_join({name}, {null});")
                    };
                    let mut means = format!("wait for the end of `{name}` before line {}", line(code, *target));
                    let mut edits = vec![before(code, *target, &join)];
                    // Who is let go cannot be waited for.
                    let lets_go = |call: &&Call| matches!(&*call.name, "pthread_detach" | "thrd_detach");
                    let detach = calls.iter().filter(lets_go).find(|call| call.is_alone && call.arg(0) == name);
                    if let Some(old) = detach.and_then(|it| without(code, At { function, statement: it.statement })) {
                        edits.push((old, String::new()));
                        means.push_str(", do not let it go");
                    }
                    found.push(Change::one(text(function, edits, means, vec![target.statement]), 7));
                }
                let created = lifted(code, At { function, statement: create.statement });
                if let Some(created) = created.filter(|_| create.name_bytes.start < here)
                    && beside(code, *target, created) == Some(*target)
                    && matches!(code.functions[function].statements.all[target.statement].kind, Kind::Expression(_))
                    && let Some(old) = without(code, *target)
                {
                    let edits = vec![before(code, created, code.slice(*target)), (old, String::new())];
                    let means = format!("line {} before line {}", line(code, *target), line(code, created));
                    found.push(Change::one(text(function, edits, means, vec![target.statement]), 9));
                }
            }
        }
    }
}

/// Two changes that put something before the same place: one after the other.
fn merged(all: &Change, one: &Change) -> Change {
    let mut sum = all.clone();
    if let ([Op::Text(known)], [Op::Text(new)]) = (&mut sum.ops[..], &one.ops[..]) {
        for (bytes, text) in &new.edits {
            match known.edits.iter_mut().find(|(other, _)| other == bytes && bytes.is_empty()) {
                Some((_, known)) => known.push_str(text),
                None => known.edits.push((bytes.clone(), text.clone())),
            }
        }
        known.means = format!("{}, {}", known.means, new.means);
        known.about.extend(&new.about);
    }
    sum.cost += 2;
    sum
}

/// What of the block that `target` stands in `at` is part of.
fn beside(code: &Code, at: At, target: At) -> Option<At> {
    let &(block, _) = code.blocks(target).first()?;
    let blocks = code.blocks(at);
    let (_, position) = blocks.iter().find(|(other, _)| *other == block)?;
    Some(At { statement: code.inside(at.function, block)[*position], ..at })
}

/// What takes a lock that is held around a statement, in the same block.
fn section_around(code: &Code, at: At) -> Option<At> {
    code.blocks(at).into_iter().find_map(|(block, position)| {
        let sections = sections(code, at.function, block);
        let (_, first, _) = sections.into_iter().find(|(_, first, last)| *first < position && position < *last)?;
        Some(At { statement: code.inside(at.function, block)[first], ..at })
    })
}

/// A lock given back where a function leaves, jumps or ends with it.
fn missing_unlocks(code: &Code, found: &mut Vec<Change>) {
    for function in 0..code.functions.len() {
        for lock in taken_in(code, function).into_iter().filter(|lock| lock.take != "sem_wait") {
            let mut ways = Ways { code, function, lock: &lock, exits: Vec::new() };
            let Some(body) = code.functions[function].statements.all.len().checked_sub(1) else { continue };
            let is_held = ways.after(body, false);
            let exits = ways.exits;
            let mut all = Vec::new();
            for &statement in &exits {
                let at = At { function, statement };
                let means = format!("give `{}` back before line {}", lock.name(), line(code, at));
                let change = Change::one(text(function, vec![leaving(code, at, &lock)], means, vec![statement]), 5);
                all.push(change);
            }
            let last = code.inside(function, body).last();
            if let (true, Some(&last)) = (is_held, last) {
                let at = At { function, statement: last };
                let means = format!("give `{}` back at the end of `{}`", lock.name(), code.functions[function].name);
                let edits = vec![super::change::after(code, at, &lock.giving())];
                all.push(Change::one(text(function, edits, means, vec![last]), 5));
            }
            if all.len() > 1 {
                let (first, rest) = all.split_at(1);
                found
                    .push(rest.iter().fold(first[0].clone(), |sum, one| Change { cost: sum.cost + 1, ..sum.and(one) }));
            }
            found.append(&mut all);
        }
    }
}

/// The ways through a function, and where they leave with a lock.
struct Ways<'c> {
    code: &'c Code,
    function: usize,
    lock: &'c Lock,
    exits: Vec<usize>,
}

impl Ways<'_> {
    /// Whether the lock may be held behind a statement, if it may before.
    fn after(&mut self, statement: usize, is_held: bool) -> bool {
        let function = &self.code.functions[self.function];
        match &function.statements.all[statement].kind {
            Kind::Block(inner) => inner.iter().fold(is_held, |held, &it| self.after(it, held)),
            Kind::If { then, other, .. } => {
                let then = self.after(*then, is_held);
                let other = other.map_or(is_held, |other| self.after(other, is_held));
                then || other
            }
            Kind::While { body, .. } | Kind::For { body, .. } | Kind::Switch { body, .. } => {
                self.after(*body, is_held) || is_held
            }
            Kind::Return(_) | Kind::Jump => {
                if is_held {
                    self.exits.push(statement);
                }
                // Nobody comes behind it.
                false
            }
            Kind::Label | Kind::Declaration(_) | Kind::Expression(_) | Kind::Nothing => {
                let call = function.calls.iter().find(|call| call.statement == statement && call.is_alone);
                match call {
                    Some(call) if self.lock.is_taken_by(call) => true,
                    Some(call) if self.lock.is_given_by(call) => false,
                    _ => is_held,
                }
            }
        }
    }
}
