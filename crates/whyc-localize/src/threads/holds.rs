//! Locks that are lacking, that are given back too early, or that are not the ones that others take.

use std::collections::BTreeSet;

use super::change::{Change, Edits, Hold, Op};
use super::code::{At, Code};
use super::locks::{self, Lock};
use super::trouble::{Point, Trouble};
use whyc_ir::property::PropertyClass;

/// What the locks of the program could be held over.
pub fn all(code: &Code, globals: &BTreeSet<String>, trouble: &Trouble, found: &mut Vec<Change>) {
    let held: Vec<Lock> = trouble.points.iter().flat_map(|it| it.holds.iter().map(|(lock, _)| lock.clone())).collect();
    let locks = locks::all(code, &held);
    for (k, lock) in locks.iter().enumerate() {
        let knows = |function: usize| lock.is_known_in(code, function, globals);
        let rest = if held.iter().any(|it| it.is(lock)) { 0 } else { 2 * k as u32 + 2 };
        over(code, trouble, lock, &knows, rest, found);
        instead(code, trouble, lock, &knows, found);
    }
    together(code, trouble, found);
    for_writing(code, trouble, found);
    if locks.is_empty() {
        with_new_mutex(code, trouble, found);
    }
}

/// A lock held over accesses, over all that a function does with the same variables, and over that in all functions.
fn over(
    code: &Code,
    trouble: &Trouble,
    lock: &Lock,
    knows: &dyn Fn(usize) -> bool,
    rest: u32,
    found: &mut Vec<Change>,
) {
    let is_race = trouble.class == PropertyClass::Race;
    let lacks = |point: &&Point| !point.holds.iter().any(|(it, _)| it.is(lock) && it.take == lock.take);
    if is_race {
        let points = trouble.points.iter().filter(lacks).map(|it| it.at).collect::<Vec<_>>();
        if points.iter().all(|at| knows(at.function)) {
            let each: Option<Vec<Op>> = points.iter().map(|&at| Some(Op::Hold(alone(code, lock, at)?))).collect();
            found.extend(each.and_then(|ops| joined(ops, 8 + rest)));
            let hulls = points.iter().map(|at| Some(Op::Hold(hull(code, lock, at.function, trouble)?)));
            let hulls: Option<Vec<Op>> = hulls.collect();
            found.extend(hulls.and_then(|ops| joined(ops, 9 + rest)));
        }
    }
    let functions: Vec<usize> = trouble.functions(code).into_iter().filter(|&it| knows(it)).collect();
    let mut all = Vec::new();
    for &function in &functions {
        let Some(hold) = hull(code, lock, function, trouble) else { continue };
        if !is_race {
            found.push(Change::one(Op::Hold(hold.clone()), 10 + rest));
        }
        all.push(Op::Hold(hold));
    }
    found.extend(joined(all, 16 + rest));
}

/// Several holds as one change.
pub fn joined(ops: Vec<Op>, cost: u32) -> Option<Change> {
    let mut ops = ops.into_iter();
    let first = Change::one(ops.next()?, cost);
    let more = ops.map(|op| Change::one(op, 0));
    Some(more.fold(first, |sum, one| sum.and(&one)))
}

/// A lock over one statement.
fn alone(code: &Code, lock: &Lock, at: At) -> Option<Hold> {
    let &(block, position) = code.blocks(at).first()?;
    let hold = Hold { lock: lock.clone(), function: at.function, block, first: position, last: position };
    Some(hold.widened(code))
}

/// A lock over all that a function does with what threads share; in a function that starts threads, only where they came into its way.
pub fn hull(code: &Code, lock: &Lock, function: usize, trouble: &Trouble) -> Option<Hold> {
    let here = trouble.points.iter().filter(|point| point.at.function == function).map(|point| point.at.statement);
    let mut statements: Vec<usize> = here.collect();
    if !code.starts_threads(function) {
        statements.extend(code.mentions(function, &trouble.names));
    }
    let blocks: Vec<Vec<(usize, usize)>> =
        statements.iter().map(|&statement| code.blocks(At { function, statement })).collect();
    let (first, others) = blocks.split_first()?;
    let common = first.iter().find(|(block, _)| others.iter().all(|it| it.iter().any(|(other, _)| other == block)))?;
    let positions = blocks.iter().flatten().filter(|(block, _)| *block == common.0).map(|(_, position)| *position);
    let (first, last) = (positions.clone().min()?, positions.max()?);
    Some(Hold { lock: lock.clone(), function, block: common.0, first, last }.widened(code))
}

/// Another lock, where the others hold this one.
fn instead(code: &Code, trouble: &Trouble, lock: &Lock, knows: &dyn Fn(usize) -> bool, found: &mut Vec<Change>) {
    let is_held = trouble.points.iter().any(|point| point.holds.iter().any(|(it, _)| it.is(lock)));
    let functions = trouble.functions(code);
    for &function in functions.iter().filter(|&&function| knows(function)) {
        for other in taken_in(code, function).iter().filter(|other| !other.is(lock) && other.give == lock.give) {
            let calls = code.functions[function].calls.iter();
            let calls = calls.filter(|call| other.is_taken_by(call) || other.is_given_by(call));
            let (mut edits, mut about) = (Vec::new(), Vec::new());
            for call in calls {
                if let Some((_, bytes)) = call.args.first() {
                    edits.push((bytes.clone(), lock.arg.clone()));
                    about.push(call.statement);
                }
            }
            let means =
                format!("hold `{}` instead of `{}` in `{}`", lock.name(), other.name(), code.functions[function].name);
            let cost = if is_held { 6 } else { 12 };
            found.push(Change::one(Op::Text(Edits { function, edits, means, about }), cost));
        }
    }
}

/// The locks that a function takes.
pub fn taken_in(code: &Code, function: usize) -> Vec<Lock> {
    let mut found: Vec<Lock> = Vec::new();
    for lock in code.functions[function].calls.iter().filter(|call| call.is_alone).filter_map(Lock::of) {
        if !found.iter().any(|known| known.is(&lock)) {
            found.push(lock);
        }
    }
    found
}

/// Two sections as one: what was decided in the first may not be true any more in the second.
fn together(code: &Code, trouble: &Trouble, found: &mut Vec<Change>) {
    for function in trouble.functions(code) {
        for (block, statement) in code.functions[function].statements.all.iter().enumerate() {
            if !matches!(statement.kind, crate::repair::statements::Kind::Block(_)) {
                continue;
            }
            let sections = sections(code, function, block);
            for pair in sections.windows(2) {
                let [(lock, first, _), (other, _, last)] = pair else { continue };
                let cost = if lock.is(other) { 5 } else { 11 };
                let hold = Hold { lock: lock.clone(), function, block, first: *first, last: *last };
                found.push(Change::one(Op::Hold(hold), cost));
            }
        }
    }
}

/// The sections of a block, by the positions of what takes and of what gives back.
pub fn sections(code: &Code, function: usize, block: usize) -> Vec<(Lock, usize, usize)> {
    let inside = code.inside(function, block);
    let call_at = |position: usize| {
        code.functions[function].calls.iter().find(|call| call.is_alone && call.statement == inside[position])
    };
    let mut found = Vec::new();
    let mut open: Vec<(Lock, usize)> = Vec::new();
    for position in 0..inside.len() {
        let Some((call, lock)) = call_at(position).and_then(|call| Some((call, Lock::of(call)?))) else { continue };
        if lock.is_taken_by(call) && !lock.is_given_by(call) {
            open.push((lock, position));
        } else if let Some(at) = open.iter().rposition(|(it, _)| it.is(&lock)) {
            let (lock, first) = open.remove(at);
            found.push((lock, first, position));
        }
    }
    found
}

/// Held for writing where several may read.
fn for_writing(code: &Code, trouble: &Trouble, found: &mut Vec<Change>) {
    for function in trouble.functions(code) {
        let calls = code.functions[function].calls.iter();
        let reads: Vec<_> = calls.filter(|call| call.is_alone && call.name == "pthread_rwlock_rdlock").collect();
        let new = "pthread_rwlock_wrlock".to_owned();
        let edits = reads.iter().map(|call| (call.name_bytes.clone(), new.clone())).collect();
        let means = format!("take it for writing in `{}`", code.functions[function].name);
        let about = reads.iter().map(|call| call.statement).collect();
        if !reads.is_empty() {
            found.push(Change::one(Op::Text(Edits { function, edits, means, about }), 7));
        }
    }
}

/// A mutex of its own, in a program that has none.
fn with_new_mutex(code: &Code, trouble: &Trouble, found: &mut Vec<Change>) {
    let Some((declared, lock)) = new_mutex(code, &trouble.functions(code)) else { return };
    let mut holds = Vec::new();
    over(code, trouble, &lock, &|_| true, 10, &mut holds);
    found.extend(holds.into_iter().map(|hold| Change::one(declared.clone(), 0).and(&hold)));
}

/// A mutex that functions of one file can use, and what declares it.
pub fn new_mutex(code: &Code, functions: &[usize]) -> Option<(Op, Lock)> {
    let uses_posix = code.functions.iter().flat_map(|it| &it.calls).any(|call| call.name == "pthread_create");
    let file = code.functions[*functions.first()?].file;
    if !uses_posix || functions.iter().any(|&function| code.functions[function].file != file) {
        return None;
    }
    let in_file = code.functions.iter().enumerate().filter(|(_, it)| it.file == file);
    let (function, start) = in_file.map(|(k, it)| (k, it.start)).min_by_key(|(_, start)| *start)?;
    let name = code.unused("mutex");
    let declaration = format!("static pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;\n\n");
    let means = format!("declare a mutex `{name}`");
    let edits = vec![(start..start, declaration)];
    Some((Op::Text(Edits { function, edits, means, about: Vec::new() }), Lock::new_mutex(&name)))
}
