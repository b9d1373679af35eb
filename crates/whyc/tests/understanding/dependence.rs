//! The graph of dependences between lines, on small programs.

use std::collections::BTreeSet;

use whyc_c::Input;
use whyc_localize::dependence::Graph;

fn graph(text: &str) -> Graph {
    let input = Input::text("program.c", text);
    let compiled = whyc_c::compile(&[input], &whyc_c::Options::for_main()).expect("the program should compile");
    Graph::new(&compiled.program)
}

fn edges(text: &str) -> BTreeSet<(u32, u32)> {
    graph(text).edges().map(|((_, from), (_, to))| (from, to)).collect()
}

fn lines(text: &str) -> Vec<u32> {
    graph(text).all_lines().map(|(_, line)| line).collect()
}

#[test]
fn a_value_that_is_written_over_does_not_arrive() {
    let found = edges(
        "int main(void) {
             int a = 1;
             int b = a;
             a = 2;
             b = a;
             return b;
         }",
    );
    assert!(found.contains(&(2, 3)) && found.contains(&(4, 5)) && found.contains(&(5, 6)), "{found:?}");
    assert!(!found.contains(&(2, 5)) && !found.contains(&(3, 6)), "{found:?}");
}

#[test]
fn both_branches_arrive_and_the_condition_decides() {
    let found = edges(
        "int main(int argc, char **argv) {
             int a;
             if (argc > 1)
                 a = 1;
             else
                 a = 2;
             return a;
         }",
    );
    assert!(found.is_superset(&[(3, 4), (3, 6), (4, 7), (6, 7), (1, 3), (1, 7)].into()), "{found:?}");
    assert!(!found.contains(&(3, 7)), "the return does not depend on the condition itself: {found:?}");
    assert!(!found.contains(&(2, 7)), "nothing of the declaration is left: {found:?}");
}

#[test]
fn a_loop_brings_its_values_back() {
    let found = edges(
        "int main(void) {
             int i = 0, s = 0;
             while (i < 3) {
                 s = s + i;
                 i = i + 1;
             }
             return s;
         }",
    );
    assert!(found.is_superset(&[(5, 3), (5, 4), (3, 4), (3, 5), (4, 7), (2, 7)].into()), "{found:?}");
    assert!(!found.contains(&(5, 7)), "{found:?}");
}

#[test]
fn leaving_early_decides_about_what_follows() {
    let found = edges(
        "int main(int argc, char **argv) {
             if (argc > 1)
                 return 1;
             argc = 2;
             return argc;
         }",
    );
    assert!(found.is_superset(&[(2, 3), (2, 4), (2, 5)].into()), "{found:?}");
}

#[test]
fn globals_pass_through_calls_in_both_directions() {
    let found = edges(
        "int in, out;
         void twice(void) {
             out = 2 * in;
         }
         int main(void) {
             in = 4;
             twice();
             in = 5;
             return out;
         }",
    );
    assert!(found.is_superset(&[(6, 3), (3, 9), (7, 2)].into()), "{found:?}");
    assert!(!found.contains(&(8, 3)), "what is written after the call does not arrive: {found:?}");
    assert!(!found.contains(&(1, 9)), "what the function replaces does not arrive: {found:?}");
}

#[test]
fn parameters_and_results() {
    let found = edges(
        "int half(int n) {
             return n / 2;
         }
         int main(void) {
             int n = 8;
             int h = half(n);
             return h;
         }",
    );
    assert_eq!(found, [(1, 2), (2, 6), (4, 5), (4, 6), (4, 7), (5, 6), (6, 1), (6, 7)].into());
}

#[test]
fn lines_are_statements_declarations_and_heads() {
    let text = "int unused;
        int used = 3;
        enum e { A, B };
        int twice(int);
        int main(void) {
            int n;

            n = twice(used);
            if (n)
            {
                n = 0;
            }
            else
                return n
                    + used;
            return 0;
        }
        int twice(int n) { return 2 * n; }";
    assert_eq!(lines(text), [1, 2, 5, 6, 8, 9, 11, 14, 16, 18]);
}

#[test]
fn recursion_ends() {
    let found = edges(
        "int total;
         void down(int n) {
             if (n > 0) {
                 total = total + n;
                 down(n - 1);
             }
         }
         int main(void) {
             down(3);
             return total;
         }",
    );
    assert!(found.is_superset(&[(5, 2), (4, 10), (1, 10)].into()), "{found:?}");
}

#[test]
fn the_score_counts_what_is_read_layer_by_layer() {
    let text = "int main(void) {
        int a = 1;
        int b = a;
        int c = b;
        int d = 7;
        return c;
    }";
    let graph = graph(text);
    let file = graph.all_lines().next().expect("a line").0;
    let score = |reported: &[u32], fault: u32| {
        let reported: Vec<_> = reported.iter().map(|&line| (file, line)).collect();
        graph.score(&reported, &[(file, fault)])
    };
    let is = |found: f64, n_read: f64| (found - (1.0 - n_read / 6.0)).abs() < 1e-9;
    assert!(is(score(&[4], 4), 1.0), "the fault itself");
    assert!(is(score(&[6, 4], 4), 2.0), "all reported lines are read");
    assert!(is(score(&[4], 3), 4.0), "its neighbours: 3 before it, 6 behind it, the head");
    assert!(is(score(&[4], 2), 5.0), "one step further back, without turning round to 5");
    assert!(is(score(&[], 2), 6.0), "nothing reported is as bad as everything");
    let in_order = graph.score_in_order(&[(file, 6), (file, 4), (file, 3)], &[(file, 4)]);
    assert!(is(in_order, 2.0));
}
