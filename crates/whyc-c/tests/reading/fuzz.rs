//! Mutated sources: whatever comes in, there is an answer and no panic, and what is compiled
//! keeps the invariants of a program.

use crate::support::try_compile;
use whyc_c::Options;

const SEEDS: [&str; 5] = [
    "#define MAX(a, b) ((a) > (b) ? (a) : (b))
     struct s { int a, b[3]; struct s *next; union { char c; long l; }; unsigned f : 3; };
     struct s g = { 1, { 2, [2] = 3 }, &g, .f = 5 };
     int main(void) { struct s x = g; x.b[x.a] = MAX(x.a, 2); return g.next->b[2] + x.f++; }",
    "enum e { A, B = 4 }; typedef int (*fn)(int, ...);
     static int twice(int n) { static int calls; return calls++, n * 2; }
     int main(void) { int (*p)(int) = twice; enum e k = B; switch (k) { case A: default: k = A; case 1 ... 3: break; }
       for (int i = 0, j = 9; i < j; i++, --j) { if (i == 3) continue; do { k ^= p(i); } while (k < 0); } return k ?: 1; }",
    "char *names[] = { \"a\\n\", \"b\" \"c\" }; int nondet_int(void);
     int main(int argc, char **argv) { int n = nondet_int(), a[4] = { 0 }; int *q = &a[1];
       again: if (n > 3 || n < 0) { n = ({ int t = n / 2; t < 0 ? -t : t; }); goto again; }
       a[n] += *(q - 1) << (n & 3); *q++ = (char)a[0]; return names[n % 2][0] + sizeof a + (q != a); }",
    "old(a, b) char a; double b; { return a + (int) b; }
     main() { float f = 1.5e3f; long double l = 0x1p-3L; _Bool t = f > l; return old('x', f) && !t, ~0u >> 1; }",
    "int f(int n) { return n <= 1 ? 1 : n * f(n - 1); }
     int main(void) { int r; __builtin_add_overflow(f(3), 1u, &r); int *p = (int[]){ [2] = f(2), 1 };
       return _Generic(r, int: p[2], default: 0) + __builtin_popcount(r) + (int){ 3 } + \"xyz\"[1]; }",
];

const SNIPPETS: [&str; 24] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "=",
    "*",
    "&",
    "->",
    ".",
    "int ",
    "struct s ",
    "return ",
    "0",
    "-1",
    "\"",
    "'",
    "...",
    "for (",
    "goto again; ",
    "sizeof ",
];

/// A small generator with a fixed seed: the same mutations in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

fn mutate(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(2) {
        let at = random.below(chars.len());
        match random.below(8) {
            0 => {
                chars.remove(at);
            }
            4.. => replace_alike(&mut chars, at, random),
            2 => {
                let snippet = SNIPPETS[random.below(SNIPPETS.len())];
                chars.splice(at..at, snippet.chars());
            }
            3 => {
                let end = (at + 1 + random.below(12)).min(chars.len());
                let cut: Vec<char> = chars.drain(at..end).collect();
                let to = random.below(chars.len() + 1);
                chars.splice(to..to, cut);
            }
            1 => {
                // Exchange two words: often still C, with another meaning.
                let words: Vec<&str> = text.split_inclusive(' ').collect();
                let (a, b) = (random.below(words.len()), random.below(words.len()));
                let mut words = words;
                words.swap(a, b);
                chars = words.concat().chars().collect();
            }
        }
        if chars.is_empty() {
            break;
        }
    }
    chars.into_iter().collect()
}

/// Another character of the same class where there is one, so that many mutations are still C.
fn replace_alike(chars: &mut [char], at: usize, random: &mut Random) {
    let Some(found) = (at..chars.len()).find(|&i| CLASSES.iter().any(|class| class.contains(chars[i]))) else { return };
    for class in CLASSES {
        if class.contains(chars[found]) {
            let alike: Vec<char> = class.chars().collect();
            chars[found] = alike[random.below(alike.len())];
        }
    }
}

const CLASSES: [&str; 4] = ["0123456789", "+-*/%&|^", "<>", "abnxpqgs"];

#[test]
fn mutated_sources_are_compiled_or_refused() {
    let mut random = Random(20_240_229);
    let mut n_compiled = 0;
    for round in 0..400 {
        let text = mutate(SEEDS[round % SEEDS.len()], &mut random);
        if try_compile(&text, &Options::for_main()).is_ok() {
            n_compiled += 1;
        }
    }
    assert!(n_compiled > 40, "too few mutations compile to be worth it: {n_compiled}");
}

#[test]
fn the_seeds_compile() {
    for seed in SEEDS {
        crate::support::compiled(seed);
    }
}

#[test]
fn truncated_sources_are_compiled_or_refused() {
    for seed in SEEDS {
        for end in (0..seed.len()).step_by(29) {
            let _ = try_compile(&seed[..end], &Options::for_main());
        }
    }
}
