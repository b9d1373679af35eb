//! Values instead of weights: the even distributions over the subsets of a directive's values.

/// The even distributions over all subsets of `n` values but the empty one, smaller subsets first.
///
/// # Panics
/// If there are more than 16 values: nobody wants so many subsets.
#[must_use]
pub fn settings(n: usize) -> Vec<Vec<f64>> {
    assert!(n <= 16, "only few values should be quantised");
    let mut sets: Vec<u32> = (1..1u32 << n).collect();
    // By size, then in the order of the values.
    sets.sort_by_key(|set| (set.count_ones(), u32::MAX - set.reverse_bits()));
    let even = |set: u32| {
        let share = 1.0 / f64::from(set.count_ones());
        (0..n).map(|value| if set >> value & 1 == 1 { share } else { 0.0 }).collect()
    };
    sets.into_iter().map(even).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subset_is_a_setting() {
        assert_eq!(settings(2), [vec![1.0, 0.0], vec![0.0, 1.0], vec![0.5, 0.5]]);
        let third = 1.0 / 3.0;
        let wanted = [
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [0.5, 0.5, 0.0],
            [0.5, 0.0, 0.5],
            [0.0, 0.5, 0.5],
            [third, third, third],
        ];
        assert_eq!(settings(3), wanted);
        assert_eq!(settings(5).len(), 31);
    }
}
