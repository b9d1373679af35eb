use super::*;
use crate::random::{Numbers as Random, Purpose};

fn kind(bits: u32, is_signed: bool) -> Kind {
    Kind { numbers: Numbers::Whole { bits, is_signed }, names: Vec::new(), text: format!("{bits} bits") }
}

fn double() -> Kind {
    Kind { numbers: Numbers::Double, names: Vec::new(), text: "double".to_owned() }
}

fn of(text: &str, kind: &Kind) -> Drawn {
    Distribution::read(text).and_then(|it| it.over(kind)).expect("a distribution")
}

/// What 100,000 draws come to: how often each value, as C's number.
fn drawn(text: &str, kind: &Kind) -> Vec<f64> {
    let dist = of(text, kind);
    let mut numbers = Random::of(5, Purpose::Plain, 0);
    (0..100_000).map(|_| kind.numbers.value(dist.draw(numbers.fraction()))).collect()
}

/// Whether the share of a value is what it should be, within four and a half deviations.
fn has_share(all: &[f64], value: f64, p: f64) -> bool {
    let n = all.len() as f64;
    let share = all.iter().filter(|it| **it == value).count() as f64;
    (share - n * p).abs() <= 4.5 * (n * p * (1.0 - p)).sqrt().max(1.0)
}

#[test]
fn values_are_as_likely_as_they_should_be() {
    let int = kind(32, true);
    let dice = drawn("uniform(1, 6)", &int);
    assert!((1..=6).all(|it| has_share(&dice, f64::from(it), 1.0 / 6.0)) && has_share(&dice, 0.0, 0.0));
    let coin = drawn("bernoulli(0.2)", &kind(1, false));
    assert!(has_share(&coin, 1.0, 0.2) && has_share(&coin, 0.0, 0.8));
    let some = drawn("choice(-7:1, 3:2, 9:0, 0x10)", &int);
    assert!(has_share(&some, -7.0, 0.25) && has_share(&some, 3.0, 0.5) && has_share(&some, 16.0, 0.25));
    assert!(!some.contains(&9.0));
    let waits = drawn("geometric(0.5)", &int);
    assert!((0..8).all(|it| has_share(&waits, f64::from(it), 0.5f64.powi(it + 1))));
    assert!(drawn("-4", &int).iter().all(|it| *it == -4.0));
}

#[test]
fn numbers_with_a_fraction_have_mean_and_deviation() {
    let moments = |all: &[f64]| {
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        (mean, (all.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / all.len() as f64).sqrt())
    };
    let (mean, deviation) = moments(&drawn("normal(10, 2)", &double()));
    assert!((mean - 10.0).abs() < 0.03 && (deviation - 2.0).abs() < 0.03, "{mean} {deviation}");
    let even = drawn("uniform(-1, 1)", &double());
    let (mean, deviation) = moments(&even);
    assert!(mean.abs() < 0.01 && (deviation - 1.0 / 3f64.sqrt()).abs() < 0.01, "{mean} {deviation}");
    assert!(even.iter().all(|it| (-1.0..=1.0).contains(it)));
}

#[test]
fn the_whole_of_a_type_is_drawn_evenly() {
    let byte = kind(8, true);
    let dist = Drawn::any(&byte);
    let values: Vec<i128> = (0..256u128).map(|it| byte.numbers.whole(dist.draw(it << 120 | 12345))).collect();
    assert_eq!(values, (-128..128).collect::<Vec<i128>>());
    assert_eq!(Drawn::any(&kind(64, false)).draw(u128::MAX), u128::from(u64::MAX));
    assert_eq!(Drawn::any(&kind(128, true)).draw(0), 1 << 127);
    assert_eq!(Drawn::any(&kind(128, false)).draw(u128::MAX), u128::MAX);
    let colours = Kind { names: vec![("RED".to_owned(), 3), ("BLUE".to_owned(), -1)], ..kind(32, true) };
    let dist = Drawn::any(&colours);
    assert_eq!((dist.draw(0), dist.draw(u128::MAX)), (3, u128::from(u32::MAX)));
}

/// What a value's probability is said to be agrees with how many numbers stand for it, and its place is one of those.
#[test]
fn masses_and_places_agree_with_the_draws() {
    let small = kind(4, true);
    for text in ["uniform(-3, 5)", "choice(1:1, 2:5, -8:2)", "normal(1, 3)", "bernoulli(0.3)", "geometric(0.4)", "7"] {
        let dist = of(text, &small);
        const PARTS: u128 = 1 << 16;
        let mut found = [0u32; 16];
        for part in 0..PARTS {
            found[dist.draw(part << 112 | 1 << 111) as usize] += 1;
        }
        for (bits, n) in found.into_iter().enumerate() {
            let (share, mass) = (f64::from(n) / PARTS as f64, dist.mass(bits as u128));
            assert!((share - mass).abs() < 1e-4, "{text}: {bits} has {share}, not {mass}");
            if n > 0 {
                let place = u128::from(dist.place(bits as u128)) << 64 | u128::from(u64::MAX >> 1);
                assert_eq!(dist.draw(place), bits as u128, "{text}");
            }
        }
    }
    for (text, value) in [("uniform(-1, 1)", 0.3), ("normal(2, 5)", -4.0)] {
        let dist = of(text, &double());
        let bits = u128::from(f64::to_bits(value));
        let back = double().numbers.value(dist.draw(u128::from(dist.place(bits)) << 64));
        assert!((back - value).abs() < 1e-9, "{text}: {back}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let of = |text: &str, kind: &Kind| Distribution::read(text).and_then(|it| it.over(kind)).err().unwrap_or_default();
    let byte = kind(8, false);
    for (text, words) in [
        ("uniform(0, 300)", "300 is no value of type `8 bits`: these are 0 to 255"),
        ("uniform(5, 4)", "nothing is between 5 and 4"),
        ("uniform(0, x)", "`x` is no value"),
        ("uniform(1)", "expected uniform(LOW, HIGH)"),
        ("uniform(1, 2", "a `)` is missing"),
        ("gauss(0, 1)", "there is no distribution `gauss`"),
        ("normal(0, 0)", "the deviation should be more than 0"),
        ("bernoulli(2)", "`2` is no probability"),
        ("geometric(0)", "what never happens"),
        ("choice(1:0)", "nothing has any weight"),
        ("choice()", "expected uniform"),
        ("choice(1:-1, 2)", "less than 0"),
        ("", "expected uniform"),
        ("-1", "-1 is no value"),
    ] {
        assert!(of(text, &byte).contains(words), "{text}: {}", of(text, &byte));
    }
    assert!(of("uniform(1, inf)", &double()).contains("no number"));
}
