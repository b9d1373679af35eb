//! Why a run of several threads fails: what the threads do to each other, and which order would do.
//!
//! In: an [`Analysis`] that has found a violation, and its run. Out: a [`ScheduleReport`] by [`explain`]. A race is told as its two
//! accesses with what their threads hold (`locks`), a deadlock as who holds what and waits for what. For all other failures, and for
//! deadlocks, the solver is asked for the closest schedule that passes with the same inputs, and for the order of two places that
//! makes the difference (`orders`): what two threads do with the same memory or the same lock (`events`), in the other order than in
//! the failing run; within larger bounds (`deeper`) if there is no such schedule. **Nothing is said that was not asked of the solver, and no run is shown that the interpreter has not replayed.**

mod deeper;

mod events;

mod locks;

mod orders;

use whyc_base::source::Span;
use whyc_check::{Analysis, Run};
use whyc_ir::instr::InstrId;
use whyc_ir::program::Origin;
use whyc_ir::property::{PropertyClass, PropertyId};
use whyc_ir::woven::Woven;
use whyc_unroll::step::{ObjectRoot, Unrolling};

use self::events::Event;
use self::locks::HeldWord;
use self::orders::Orders;
use crate::dynamic::{Graph, MomentId, Root, Scene};
use crate::failure::Look;
use crate::failure::threads::{Access, Reason, Waiting};
use crate::finding::{AccessReport, Held, ScheduleReport, ThreadPlace, WaitReason, WaitReport};

/// Explains `run`, which violates `property`; nothing if there are no threads, or the run is too long to be looked at.
///
/// # Errors
/// What is different when the interpreter executes a run once more: an internal error.
pub fn explain(analysis: &mut Analysis, property: PropertyId, run: &Run) -> Result<Option<ScheduleReport>, String> {
    let (Some(unrolling), true) = (analysis.unrolling.clone(), analysis.program.woven.is_some()) else {
        return Ok(None);
    };
    let class = analysis.properties.all()[property].class;
    let Some((mut report, events)) = look(analysis, &unrolling, run, property)? else { return Ok(None) };
    // After a race, no order means anything.
    if class != PropertyClass::Race
        && let Some(chain) = analysis.chain.clone()
    {
        let mut scene = deeper::Scene { unrolling, chain, failing: run.clone() };
        let mut bounds = analysis.bounds().clone();
        loop {
            report.without_passing = None;
            let mut orders = Orders::new(analysis, &scene.unrolling, scene.chain.clone(), &scene.failing);
            if let Some(passing) = orders.closest(&mut report)? {
                let others = others(orders.analysis(), &scene.unrolling, &passing, property)?;
                report.reorderings = orders.that_pass(&events::pairs(events, others))?;
                break;
            }
            // Where a schedule fails after few turns, those that pass may have more.
            if !report.bounded || report.passing.is_some() {
                break;
            }
            match deeper::deeper(analysis, &scene, &mut bounds, property) {
                Some(further) => scene = further,
                None => break,
            }
        }
    }
    Ok(Some(report))
}

/// What threads do in a passing run with what they share: some of it the failing run does not come to.
fn others(
    analysis: &Analysis,
    unrolling: &Unrolling,
    passing: &Run,
    property: PropertyId,
) -> Result<Vec<Event>, String> {
    let Some(woven) = &analysis.program.woven else { return Ok(Vec::new()) };
    let graph = Scene::new(analysis, unrolling, passing, property).record_passing()?.unwrap_or_default();
    let property = &analysis.properties.all()[property];
    let sight = Sight { look: Look { analysis, unrolling, graph: &graph, property }, woven };
    Ok(match property.class {
        PropertyClass::Deadlock => events::of_locks(&sight, &[]),
        _ => events::of_memory(&sight),
    })
}

/// What the run itself tells: accesses, who waits, and what threads do with what they share.
fn look(
    analysis: &Analysis,
    unrolling: &Unrolling,
    run: &Run,
    property: PropertyId,
) -> Result<Option<(ScheduleReport, Vec<Event>)>, String> {
    let Some(woven) = &analysis.program.woven else { return Ok(None) };
    let Some(graph) = Scene::new(analysis, unrolling, run, property).record()? else { return Ok(None) };
    let Some(end) = graph.end else { return Ok(None) };
    let property = &analysis.properties.all()[property];
    let scene = Sight { look: Look { analysis, unrolling, graph: &graph, property }, woven };
    let mut report = ScheduleReport::default();
    let held = locks::held(&scene);
    match property.class {
        PropertyClass::Race => {
            let accesses = scene.look.accesses(woven, end).into_iter().flatten();
            report.accesses = accesses.map(|access| scene.access(&access, &held)).collect();
            Ok(Some((report, Vec::new())))
        }
        PropertyClass::Deadlock => {
            let waiting = scene.look.waiting(woven);
            let reports = waiting.iter().map(|one| scene.waiting(one, &held)).collect();
            (report.waiting, report.n_in_cycle) = in_cycle(reports);
            let events = events::of_locks(&scene, &waiting);
            Ok(Some((report, events)))
        }
        _ => {
            let events = events::of_memory(&scene);
            Ok(Some((report, events)))
        }
    }
}

/// A failing run of a woven program, as it is looked at.
struct Sight<'a> {
    look: Look<'a>,
    woven: &'a Woven,
}

impl Sight<'_> {
    fn graph(&self) -> &Graph {
        self.look.graph
    }

    /// Where an instruction of the woven function is in the user's text.
    fn place(&self, instr: InstrId) -> Option<ThreadPlace> {
        let program = &self.look.analysis.program;
        let (function, _) = self.woven.user_place(program, instr)?;
        Some(ThreadPlace {
            thread: self.woven.thread_of(instr)?,
            function: program.functions[function].name.clone(),
            span: self.look.place_in_text(self.woven, instr)?,
        })
    }

    fn place_at(&self, instr: InstrId, thread: u32, span: Span) -> ThreadPlace {
        let function = self.place(instr).map_or(String::new(), |place| place.function);
        ThreadPlace { thread, function, span }
    }

    /// The value of a parameter of an activation.
    fn argument(&self, activation: u64, param: usize) -> Option<u128> {
        events::argument(self.graph(), activation, param)
    }

    /// What a pointer points to: an object, and from which bit on.
    fn target(&self, pointer: u128) -> Option<(Root, u64)> {
        let program = &self.look.analysis.program;
        let (number, offset) = program.types.target.pointers.split(pointer as u64);
        Some((self.graph().root_of(program, number)?, u64::try_from(offset).ok()? * 8))
    }

    /// A part of an object as a person writes it; empty if it has no name.
    fn name(&self, root: Root, offset_bits: u64, bits: u32) -> String {
        let (program, unrolling) = (&*self.look.analysis.program, self.look.unrolling);
        match root {
            Root::Global(global) => unrolling.object_part_name(program, ObjectRoot::Global(global), offset_bits, bits),
            Root::Block(number) => match unrolling.objects.get(number as usize).map(|object| object.root) {
                Some(root @ ObjectRoot::Block(_)) => unrolling.object_part_name(program, root, offset_bits, bits),
                _ => String::new(),
            },
            Root::Local(activation, local) => {
                let activation = usize::try_from(activation).ok().and_then(|at| self.graph().activations.get(at));
                let Some(activation) = activation else { return String::new() };
                let local = &program.functions[activation.function].locals[local];
                whyc_unroll::step::part_name(program, local.name.clone(), Some(local.ty), offset_bits, bits)
            }
        }
    }

    /// A lock as a person writes it: what it is made of is the library's.
    fn lock_name(&self, root: Root, offset_bits: u64) -> String {
        let name = self.name(root, offset_bits, 32);
        name.split(".__").next().unwrap_or_default().to_owned()
    }

    fn access(&self, access: &Access, held: &[HeldWord]) -> AccessReport {
        let bits = self.argument(access.activation, 1).and_then(|size| u32::try_from(size * 8).ok()).unwrap_or(0);
        let target = self.argument(access.activation, 0).and_then(|pointer| self.target(pointer));
        AccessReport {
            place: self.place_at(access.instr, access.thread, access.span),
            writes: access.writes,
            name: target.map_or(String::new(), |(root, offset_bits)| self.name(root, offset_bits, bits)),
            callers: self.callers(access.instr),
            holds: self.holds(access.thread, held),
        }
    }

    fn holds(&self, thread: u32, held: &[HeldWord]) -> Vec<Held> {
        let own = held.iter().filter(|word| word.thread == thread);
        let told = own.filter_map(|word| {
            let span = self.look.place_in_text(self.woven, word.instr)?;
            Some(Held { name: self.lock_name(word.root, word.offset_bits), span, is_shared: word.is_shared })
        });
        told.collect()
    }

    /// The calls in the user's code that led to an instruction, innermost first.
    fn callers(&self, instr: InstrId) -> Vec<(String, Span)> {
        let program = &self.look.analysis.program;
        let Some((segment, ..)) = self.woven.origin(self.woven.function, instr) else { return Vec::new() };
        let mut at = segment as usize;
        let mut callers = Vec::new();
        while let Some((caller, call)) = self.woven.segments[at].caller {
            let (inner, outer) = (self.woven.segments[at].function, self.woven.segments[caller as usize].function);
            let is_users = |function| program.functions[function].origin == Origin::User;
            if is_users(inner)
                && is_users(outer)
                && let Some(body) = &program.functions[outer].body
            {
                callers.push((program.functions[outer].name.clone(), body.instrs[call].span));
            }
            at = caller as usize;
        }
        callers
    }

    fn waiting(&self, one: &Waiting, held: &[HeldWord]) -> WaitReport {
        let reason = match one.reason {
            Reason::End(other) => WaitReason::End(other),
            Reason::Held(by, _) => {
                let name = one.word.map_or(String::new(), |(root, offset_bits)| self.lock_name(root, offset_bits));
                WaitReason::Held { by, name }
            }
            Reason::Signal => WaitReason::Signal,
            Reason::Other => WaitReason::Other,
        };
        let place = self.place_at(one.instr, one.thread, one.span);
        WaitReport { place, holds: self.holds(one.thread, held), reason }
    }

    /// The instruction of the woven function that a moment belongs to, and its segment with the original's.
    fn origin_of(&self, moment: MomentId) -> Option<(InstrId, u32, InstrId)> {
        let instr = self.look.woven_instr(self.woven, moment)?;
        let (segment, _, original) = self.woven.origin(self.woven.function, instr)?;
        Some((instr, segment, original))
    }
}

/// Puts those that wait for each other in a circle first, and says how many they are.
fn in_cycle(mut waiting: Vec<WaitReport>) -> (Vec<WaitReport>, usize) {
    let next = |one: &WaitReport| match one.reason {
        WaitReason::End(other) | WaitReason::Held { by: other, .. } => Some(other),
        WaitReason::Signal | WaitReason::Other => None,
    };
    let edges: Vec<(u32, Option<u32>)> = waiting.iter().map(|one| (one.place.thread, next(one))).collect();
    let follow = |thread: u32| edges.iter().find(|edge| edge.0 == thread).and_then(|edge| edge.1);
    for &(start, _) in &edges {
        let mut cycle = vec![start];
        while let Some(thread) = follow(cycle[cycle.len() - 1]).filter(|thread| !cycle.contains(thread)) {
            cycle.push(thread);
        }
        if follow(cycle[cycle.len() - 1]) == Some(start) {
            let position = |one: &WaitReport| cycle.iter().position(|&thread| thread == one.place.thread);
            waiting.sort_by_key(|one| position(one).unwrap_or(usize::MAX));
            return (waiting, cycle.len());
        }
    }
    (waiting, 0)
}
