//! `whyc check`, `whyc minimize` and `whyc explain`: from files to a finding.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{anyhow, bail};
use whyc_base::budget::Budget;
use whyc_check::{Analysis, Outcome, Run, Verdict};
use whyc_debug::explain;
use whyc_debug::finding::{Explanation, Narrowing};
use whyc_debug::minimise::Minimised;
use whyc_ir::property::PropertyId;

use crate::Exit;
use crate::cli::{Check, Explain, Format, Method, Minimize};
use crate::localize::Reader;
use crate::narrowed::narrowed;
use crate::progress::Progress;
use crate::whole::{self, Whole};
use crate::{answer, asked, assume, edge, fallback, formats, minimise, repeated};

/// What is wanted beyond the verdict.
#[derive(Clone, Copy, Debug)]
pub enum Wish<'a> {
    /// Nothing.
    Verdict,
    /// The smallest failing run.
    Smallest(&'a Minimize),
    /// Why it fails.
    Reason(&'a Explain),
}

impl Wish<'_> {
    fn command(self) -> &'static str {
        match self {
            Wish::Verdict => "check",
            Wish::Smallest(_) => "minimize",
            Wish::Reason(_) => "explain",
        }
    }
}

/// Checks the program and reports; a failing run is minimised or explained first, if that is asked for.
pub fn run(args: &Check, wish: Wish<'_>) -> anyhow::Result<Exit> {
    let start = Instant::now();
    for file in &args.files {
        asked::refuse_circuit(file)?;
    }
    if args.output.format == Format::Vcd {
        bail!("--format vcd is for circuits");
    }
    let budget = asked::budget(args);
    edge::hold(&budget);
    let sources = sources(args, wish, &budget)?;
    let c_options = asked::c_options(args)?;
    let compiled = match edge::reading(|| whyc_c::compile(&sources, &c_options)) {
        Ok(compiled) => compiled,
        Err(failure) => return answer::refuse(args, failure),
    };
    let program = Arc::new(compiled.program);
    fallback::of_program(args, wish.command(), &program);
    let parse_time = start.elapsed();
    let progress = Progress::new(args.output.quiet);
    let how = asked::options(args, &compiled.limits, budget.clone());
    let mut narrowed = narrowed(&c_options, &how);
    if matches!(wish, Wish::Reason(Explain { assume: Some(_), .. })) {
        narrowed.push(Narrowing::Assumption);
    }
    let mut analysis = Analysis::new(Arc::clone(&program), how).map_err(anyhow::Error::msg)?;
    if let Wish::Smallest(Minimize { method: Method::None, .. }) = wish {
        analysis = analysis.unsteered();
    }
    if formats::shows_every_run(args.output.format) {
        analysis = analysis.keeping_every_run();
    }
    progress.phase("looking for a failing run");
    let mut outcome = analysis.decide();
    if let Some(message) = analysis.wrong_input() {
        bail!("--input: {message}");
    }
    let debug_start = Instant::now();
    let files: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
    if outcome.counterexample.is_some() && (args.output.format == Format::Html || !matches!(wish, Wish::Verdict)) {
        let notes = compiled.diagnostics.clone();
        let finding = whyc_debug::report(&analysis, &outcome, None, wish.command(), &files, notes);
        fallback::of_finding(args, wish.command(), finding);
    }
    let mut further = Further { args, wish, budget: &budget, progress: &progress, analysis: &mut analysis };
    let smallest = further.smallest(&mut outcome)?;
    let minimised = smallest.as_ref().and_then(minimise::Smallest::first);
    let failing =
        outcome.counterexample.as_ref().map(|(property, run)| (*property, minimised.map_or(run, |it| &it.run)));
    let explained = failing.map(|failing| further.explained(failing)).transpose()?.flatten();
    let relevant = if minimised.is_none() { failing.and_then(|failing| further.relevant(failing)) } else { None };
    let minimised = minimised.or(relevant.as_ref());
    let mut finding = whyc_debug::report(&analysis, &outcome, minimised, wish.command(), &files, compiled.diagnostics);
    finding.options = repeated::options(args);
    finding.narrowed = narrowed;
    if let Some(smallest) = &smallest {
        smallest.complete(&analysis, &outcome, &mut finding);
    }
    if args.output.format == Format::Witness && finding.verdict == Verdict::Safe && finding.narrowed.is_empty() {
        finding.invariants = whyc_debug::invariants::invariants(&mut analysis);
    }
    if let (Wish::Reason(_), Some(Err(reason))) = (wish, &explained) {
        finding.reason = Some(reason.clone().into());
    }
    if let Some(explained) = explained {
        whole::add_explanation(&mut finding, explained);
    }
    if let (Format::Html, Some(failing)) = (args.output.format, failing) {
        progress.phase("looking for places where a change would help");
        let reader = Reader { args, sources: &sources, options: &c_options, program: &program };
        Whole::new(&mut analysis, &budget, args).add_places(&reader, failing, &mut finding, &progress);
    }
    finding.stats.debug = debug_start.elapsed();
    drop(progress);
    finding.stats.parse = parse_time;
    finding.stats.total = start.elapsed();
    answer::publish(args, &finding)?;
    // The process is about to end: giving back millions of terms one by one would only take time.
    std::mem::forget(analysis);
    match answer::exit(finding.verdict, args.limits.unwind.is_some()) {
        // To look at a violation is all that is asked of the other verbs.
        Exit::Violated if !matches!(wish, Wish::Verdict) => Ok(Exit::Holds),
        exit => Ok(exit),
    }
}

/// What is read: the files, or their text with an assumption in it.
fn sources(args: &Check, wish: Wish<'_>, budget: &Budget) -> anyhow::Result<Vec<whyc_c::Input>> {
    if let Wish::Reason(Explain { assume: Some(expr), .. }) = wish
        && let Some(changed) = assume::with_assumption(args, expr, budget)?
    {
        return Ok(changed);
    }
    asked::inputs(args)
}

/// What is looked for beyond the verdict: what the verb asks for, and on a page all of it.
struct Further<'a> {
    args: &'a Check,
    wish: Wish<'a>,
    budget: &'a Budget,
    progress: &'a Progress,
    analysis: &'a mut Analysis,
}

impl Further<'_> {
    fn is_page(&self) -> bool {
        self.args.output.format == Format::Html
    }

    fn whole(&mut self) -> Whole<'_> {
        Whole::new(self.analysis, self.budget, self.args)
    }

    fn smallest(&mut self, outcome: &mut Outcome) -> anyhow::Result<Option<minimise::Smallest>> {
        match (self.wish, &outcome.counterexample) {
            (Wish::Smallest(how), _) => {
                minimise::others(self.analysis, outcome, how)?;
                minimise::smallest(self.analysis, outcome, how, self.progress)
            }
            (Wish::Verdict | Wish::Reason(_), Some((property, run)))
                if self.is_page() || matches!(self.wish, Wish::Reason(_)) =>
            {
                self.progress.phase("looking for the smallest failing run");
                let smallest = self.whole().smallest((*property, run));
                self.analysis.set_budget(self.budget.clone());
                let wrong = |difference| anyhow!("internal error: the minimised run does not replay: {difference}");
                Ok(Some(minimise::Smallest::One(Box::new(smallest.map_err(wrong)?))))
            }
            (Wish::Verdict | Wish::Reason(_), _) => Ok(None),
        }
    }

    /// Why a run fails, or why that is not known; nothing if nobody asks.
    fn explained(
        &mut self,
        (property, run): (PropertyId, &Run),
    ) -> anyhow::Result<Option<Result<Box<Explanation>, String>>> {
        if !self.is_page() && !matches!(self.wish, Wish::Reason(_)) {
            return Ok(None);
        }
        self.progress.phase("looking for the closest passing run");
        let Wish::Reason(how) = self.wish else { return Ok(Some(self.whole().explained((property, run)))) };
        let explained = explain::explain(self.analysis, property, run, asked::explain_options(how), &mut |_| {});
        let wrong = |difference| anyhow!("internal error: the passing run does not replay: {difference}");
        Ok(Some(match explained.map_err(wrong)? {
            explain::Outcome::Explained(explanation) => Ok(explanation),
            explain::Outcome::Unexplained(reason) => Err(reason),
        }))
    }

    /// Which inputs of a run matter, for a page that has no smaller run.
    fn relevant(&mut self, failing: (PropertyId, &Run)) -> Option<Minimised> {
        self.is_page().then(|| self.whole().relevant(failing))
    }
}
