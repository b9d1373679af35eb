//! What is said of a minimised run beyond its inputs: the bits that matter, how few inputs can, and the other
//! ways to fail.

use whyc_debug::finding::{Bits, Counterexample, Finding, Method};
use whyc_debug::minimise::Scope;

use super::{TextOptions, input_notes, trace};
use crate::paint::{Paint, Role};
use crate::words;

/// What stands below the inputs.
pub fn notes(run: &Counterexample, options: &TextOptions) -> Vec<String> {
    let partial = run.inputs.iter().filter_map(|input| {
        let bits = input.relevant_bits.filter(|bits| input.relevant && bits.mask.count_ones() < bits.width)?;
        Some(format!("{}: {}", words::one_line(&input.name, 60), mattering(bits)))
    });
    let partial: Vec<String> = partial.collect();
    let mut notes = Vec::new();
    if !partial.is_empty() {
        let width = if options.all { usize::MAX } else { options.width.saturating_sub(30).max(40) };
        notes.push(format!("not every bit matters; of {}", words::list(&partial, "; ", width)));
    }
    notes.extend(fewest(run));
    if run.method == Method::Optimal && !run.optimal && run.fewest.is_none() {
        notes.push("a limit was reached: it is not proved that there is no smaller one".to_owned());
    }
    notes
}

/// What is known about how few inputs can matter.
pub fn fewest(run: &Counterexample) -> Option<String> {
    let fewest = run.fewest?;
    let inputs = words::count(fewest.n, "input");
    Some(match (fewest.scope, fewest.n <= fewest.lower) {
        (Scope::AllRuns, true) => format!("there is no failing run in which fewer than {inputs} matter"),
        (Scope::ThisRun, true) => format!("in this run, no fewer than {inputs} matter; in others there may be fewer"),
        (_, false) => format!(
            "in this run, {inputs} matter; a limit was reached, and {} may be enough",
            words::count(fewest.lower, "input")
        ),
    })
}

/// `only bits 0 and 2`, `all but bits 4–7`: whichever is shorter.
pub fn mattering(bits: Bits) -> String {
    let all = u128::MAX >> (128 - bits.width);
    if 2 * bits.mask.count_ones() <= bits.width {
        format!("only {}", named(bits.mask))
    } else {
        format!("all but {}", named(all & !bits.mask))
    }
}

/// `bit 3`, `bits 0, 2 and 4–7`.
fn named(mask: u128) -> String {
    let mut ranges: Vec<String> = Vec::new();
    let mut at = 0;
    while at < 128 && mask >> at != 0 {
        at += (mask >> at).trailing_zeros();
        let n = (mask >> at).trailing_ones();
        ranges.push(match n {
            1 => at.to_string(),
            _ => format!("{at}–{}", at + n - 1),
        });
        at += n;
    }
    let noun = if mask.count_ones() == 1 { "bit" } else { "bits" };
    match &ranges[..] {
        [] => "no bit".to_owned(),
        [only] => format!("{noun} {only}"),
        [rest @ .., last] => format!("{noun} {} and {last}", rest.join(", ")),
    }
}

/// The other ways to fail, each with its smallest run.
pub fn other_ways(finding: &Finding, options: &TextOptions) -> String {
    let Some(classes) = &finding.classes else { return String::new() };
    let paint = Paint { color: options.color };
    let n = classes.runs.len();
    let mut out = String::new();
    for (idx, run) in classes.runs.iter().enumerate().skip(1) {
        let title = format!("Another way to fail ({} of {n}):", idx + 1);
        out.push_str(&format!("{}\n", paint.apply(Role::Strong, title)));
        for note in input_notes(finding, run, options) {
            out.push_str(&format!("  {note}\n"));
        }
        out.push_str(&format!("\n{}\n", trace::render(finding, run, options)));
    }
    out.push_str(match (classes.complete, n) {
        (true, 1) => "This is the only way to fail, but for what happens inside loops.\n",
        (true, _) => "There is no other way to fail, but for what happens inside loops.\n",
        (false, _) => "There may be other ways to fail (--max-classes N, --timeout SECONDS).\n",
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_named_in_the_shorter_way() {
        let of = |mask, width| mattering(Bits { mask, width });
        assert_eq!(of(0b101, 32), "only bits 0 and 2");
        assert_eq!(of(0b1000, 32), "only bit 3");
        assert_eq!(of(0xf000_00f1, 32), "only bits 0, 4–7 and 28–31");
        assert_eq!(of(0xffff_ff0f, 32), "all but bits 4–7");
        assert_eq!(of(u128::MAX >> 1, 128), "all but bit 127");
        assert_eq!(of(1 << 127, 128), "only bit 127");
    }
}
