//! The smallest failing run is the smallest: exhaustive search over small inputs confirms it.
//!
//! Each program stands here twice: as C, and as a function that follows the same path and keeps
//! count. Length first, then, on the path that was chosen, the sum of |x|.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use whyc_tests::native::Scratch;
use whyc_tests::tool;

const LIMIT: Duration = Duration::from_secs(60);

/// A run, followed by hand: what was tested, and what it cost.
#[derive(Default)]
struct Count {
    path: String,
    length: u64,
    sum: u128,
}

impl Count {
    /// A variable gets a value, from outside or by assignment.
    fn value(&mut self, x: i64) -> i64 {
        self.length += 1;
        self.sum += u128::from(x.unsigned_abs());
        x
    }

    /// A condition is tested.
    fn test(&mut self, truth: bool) -> bool {
        self.length += 1;
        self.path.push(if truth { '1' } else { '0' });
        truth
    }
}

/// Follows a run; true if the assertion at its end holds.
type Follow = fn(&[i64], &mut Count) -> bool;

fn sorter(x: &[i64], n: &mut Count) -> bool {
    let (mut a, mut b, mut c) = (n.value(x[0]), n.value(x[1]), n.value(x[2]));
    if n.test(a > b) {
        let temp = n.value(a);
        a = n.value(b);
        b = n.value(temp);
    }
    if n.test(b > c) {
        let temp = n.value(b);
        b = n.value(c);
        c = n.value(temp);
    }
    if n.test(a < b) {
        let temp = n.value(a);
        a = n.value(b);
        b = n.value(temp);
    }
    a <= b && b <= c
}

const SORTER: &str = "#include <assert.h>
int main(void) {
    int a, b, c, temp;
    if (a > b) { temp = a; a = b; b = temp; }
    if (b > c) { temp = b; b = c; c = temp; }
    if (a < b) { temp = a; a = b; b = temp; }
    assert(a <= b && b <= c);
    return 0;
}
";

fn clamp(x: &[i64], n: &mut Count) -> bool {
    let (v, low, high) = (n.value(x[0]), n.value(x[1]), n.value(x[2]));
    let mut r = n.value(v);
    if n.test(r < low) {
        r = n.value(low);
    }
    if n.test(r > high) {
        r = n.value(high);
    }
    r >= low && r <= high
}

const CLAMP: &str = "#include <assert.h>
int main(void) {
    int v, low, high;
    int r = v;
    if (r < low)
        r = low;
    if (r > high)
        r = high;
    assert(r >= low && r <= high);
    return 0;
}
";

fn countdown(x: &[i64], n: &mut Count) -> bool {
    let mut k = n.value(x[0]);
    let step = n.value(x[1]);
    if n.test(!(0..=6).contains(&k) || !(1..=3).contains(&step)) {
        return true;
    }
    let mut turns = n.value(0);
    while n.test(k > 0) {
        k = n.value(k - step);
        turns = n.value(turns + 1);
    }
    k == 0 || turns < 2
}

const COUNTDOWN: &str = "#include <assert.h>
int main(void) {
    int k, step;
    if (k < 0 || k > 6 || step < 1 || step > 3)
        return 0;
    int turns = 0;
    while (k > 0) {
        k -= step;
        turns++;
    }
    assert(k == 0 || turns < 2);
    return 0;
}
";

/// All vectors of `n` numbers from -4 to 7.
fn small_inputs(n: usize) -> Vec<Vec<i64>> {
    let longer = |vectors: Vec<Vec<i64>>| {
        let extend = |v: Vec<i64>| (-4..8).map(move |x| v.iter().copied().chain([x]).collect());
        vectors.into_iter().flat_map(extend).collect()
    };
    (0..n).fold(vec![Vec::new()], |vectors, _| longer(vectors))
}

fn minimize(scratch: &Scratch, text: &str, options: &[&str]) -> Value {
    let source = scratch.write("program.c", text);
    let name = source.display().to_string();
    let mut command = Command::new(Path::new(env!("CARGO_BIN_EXE_whyc")));
    let answer = tool::run(command.args(["minimize", "--format", "json", &name]).args(options), LIMIT);
    assert_eq!(answer.status, Some(0), "{}", answer.stderr);
    answer.report.expect("there should be a report")["counterexample"].clone()
}

fn path_of(run: &Value) -> String {
    let steps = run["steps"].as_array().expect("a run should have steps");
    let tests = steps.iter().filter(|step| step["kind"] == "branch");
    tests.map(|step| if step["value"] == "true" { '1' } else { '0' }).collect()
}

fn confirm(text: &str, n_inputs: usize, follow: Follow) {
    let scratch = Scratch::new();
    let failing: Vec<Count> = small_inputs(n_inputs)
        .iter()
        .filter_map(|inputs| {
            let mut count = Count::default();
            (!follow(inputs, &mut count)).then_some(count)
        })
        .collect();
    // The failing check is a statement, too.
    let shortest = failing.iter().map(|count| count.length).min().expect("some run should fail") + 1;
    let optimal = minimize(&scratch, text, &[]);
    assert_eq!(optimal["optimal"], true);
    assert_eq!(optimal["length"].as_u64(), Some(shortest), "{optimal:#}");
    let path = path_of(&optimal);
    let least = failing.iter().filter(|count| count.path == path).map(|count| count.sum).min();
    assert_eq!(optimal["sum_abs"].as_u64().map(u128::from), least, "{optimal:#}");

    let greedy = minimize(&scratch, text, &["--method", "greedy"]);
    assert!(greedy["length"].as_u64() >= optimal["length"].as_u64());
    let values_first = minimize(&scratch, text, &["--goal", "values,length"]);
    let least_of_all = failing.iter().map(|count| count.sum).min();
    assert_eq!(values_first["sum_abs"].as_u64().map(u128::from), least_of_all, "{values_first:#}");
}

#[test]
fn three_values_sorted_wrongly() {
    confirm(SORTER, 3, sorter);
}

#[test]
fn a_clamp_between_crossed_limits() {
    confirm(CLAMP, 3, clamp);
}

#[test]
fn a_countdown_that_steps_over_zero() {
    confirm(COUNTDOWN, 2, countdown);
}
