//! Waiting for a condition: in a loop, for what somebody says, and woken by whoever makes it true.

use super::change::{Change, Edits, Op, before};
use super::code::{At, Call, Code};
use super::orders::line;
use crate::repair::statements::Kind;
use whyc_ir::property::PropertyClass;

/// Waiting otherwise.
pub fn all(code: &Code, class: PropertyClass, found: &mut Vec<Change>) {
    for (function, it) in code.functions.iter().enumerate() {
        for wait in it.calls.iter().filter(|call| is_wait(call)) {
            in_a_loop(code, function, wait, found);
        }
        for call in &it.calls {
            let all = match &*call.name {
                "pthread_cond_signal" => "pthread_cond_broadcast",
                "cnd_signal" => "cnd_broadcast",
                _ => continue,
            };
            let means =
                format!("wake all that wait, in line {}", line(code, At { function, statement: call.statement }));
            let edits = vec![(call.name_bytes.clone(), all.to_owned())];
            found.push(one(function, edits, means, call.statement, 7));
        }
    }
    if class == PropertyClass::Deadlock {
        signals(code, found);
    }
    every_signal(code, found);
}

fn one(
    function: usize,
    edits: Vec<(std::ops::Range<usize>, String)>,
    means: String,
    statement: usize,
    cost: u32,
) -> Change {
    Change::one(Op::Text(Edits { function, edits, means, about: vec![statement] }), cost)
}

fn is_wait(call: &Call) -> bool {
    matches!(&*call.name, "pthread_cond_wait" | "pthread_cond_timedwait" | "cnd_wait" | "cnd_timedwait")
}

/// `while` where only `if` is, or nothing: whoever is woken has to look again.
fn in_a_loop(code: &Code, function: usize, wait: &Call, found: &mut Vec<Change>) {
    let statements = &code.functions[function].statements;
    let at = At { function, statement: wait.statement };
    let means = format!("look again after each wait, in line {}", line(code, at));
    let mut outer = statements.all[wait.statement].parent;
    if let Some(block) = outer.filter(|&it| matches!(&statements.all[it].kind, Kind::Block(inner) if inner.len() == 1))
    {
        outer = statements.all[block].parent;
    }
    if let Some(choice) = outer
        && let Kind::If { other: None, .. } = statements.all[choice].kind
    {
        let start = code.bytes(At { function, statement: choice }).start;
        found.push(one(function, vec![(start..start + 2, "while".to_owned())], means, choice, 2));
    } else if !statements.is_in_loop(wait.statement, false) && wait.is_alone {
        // What whoever wakes it makes true.
        for name in said_with_signals(code, wait.arg(0)) {
            let start = code.bytes(at).start;
            let means = format!("wait only while `{name}` is 0, in line {}", line(code, at));
            found.push(one(function, vec![(start..start, format!("while (!{name}) "))], means, wait.statement, 5));
        }
    }
}

/// The variables that functions speak of which wake whoever waits at a condition variable.
fn said_with_signals(code: &Code, cond: &str) -> Vec<String> {
    let wakes =
        |call: &Call| call.arg(0) == cond && (call.name.ends_with("_signal") || call.name.ends_with("_broadcast"));
    let mut found = Vec::new();
    for (function, it) in code.functions.iter().enumerate() {
        if it.calls.iter().any(wakes) {
            let named =
                |name: &&String| !code.mentions(function, &std::iter::once((*name).clone()).collect()).is_empty();
            found.extend(code.globals.iter().filter(named).cloned());
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Somebody to wake those that wait, wherever the lock that they wait with is given back.
fn signals(code: &Code, found: &mut Vec<Change>) {
    let waits = code.functions.iter().flat_map(|it| it.calls.iter().filter(|call| is_wait(call)));
    let mut pairs: Vec<(String, String, bool)> =
        waits.map(|call| (call.arg(0).to_owned(), call.arg(1).to_owned(), call.name.starts_with("cnd"))).collect();
    pairs.sort();
    pairs.dedup();
    for (cond, mutex, is_c11) in pairs {
        let (give, wake) =
            if is_c11 { ("mtx_unlock", "cnd_broadcast") } else { ("pthread_mutex_unlock", "pthread_cond_broadcast") };
        for (function, it) in code.functions.iter().enumerate() {
            let wakes =
                it.calls.iter().any(|call| call.arg(0) == cond && call.name.ends_with("_signal") || call.name == wake);
            let waits = it.calls.iter().any(|call| is_wait(call) && call.arg(0) == cond);
            if wakes {
                continue;
            }
            for call in it.calls.iter().filter(|call| call.is_alone && call.name == give && call.arg(0) == mutex) {
                let at = At { function, statement: call.statement };
                let means = format!(
                    "wake those that wait for `{}`, before line {}",
                    cond.trim_start_matches('&'),
                    line(code, at)
                );
                let edits = vec![before(code, at, &format!("{wake}({cond});"))];
                found.push(one(function, edits, means, call.statement, if waits { 14 } else { 8 }));
            }
        }
    }
}

/// All signals of a condition variable as broadcasts: it may be that several conditions share it.
fn every_signal(code: &Code, found: &mut Vec<Change>) {
    let is_signal = |call: &&Call| call.name == "pthread_cond_signal";
    let mut conds: Vec<&str> =
        code.functions.iter().flat_map(|it| it.calls.iter().filter(is_signal)).map(|call| call.arg(0)).collect();
    conds.sort_unstable();
    conds.dedup();
    for cond in conds {
        let mut ops = Vec::new();
        for (function, it) in code.functions.iter().enumerate() {
            let calls: Vec<&Call> = it.calls.iter().filter(is_signal).filter(|call| call.arg(0) == cond).collect();
            let edits =
                calls.iter().map(|call| (call.name_bytes.clone(), "pthread_cond_broadcast".to_owned())).collect();
            let means = format!("wake all that wait for `{}`, in `{}`", cond.trim_start_matches('&'), it.name);
            let about = calls.iter().map(|call| call.statement).collect();
            if !calls.is_empty() {
                ops.push(Op::Text(Edits { function, edits, means, about }));
            }
        }
        if ops.len() > 1 {
            found.push(Change { ops, cost: 8 });
        }
    }
}
