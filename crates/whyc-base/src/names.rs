//! Names that are nearly right: what somebody meant who wrote a name that does not exist.

/// The known names from the most to the least similar; equally similar ones stay in order.
#[must_use]
pub fn by_similarity<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
    let mut known = known.to_vec();
    known.sort_by_key(|other| distance(name, other));
    known
}

/// The known name that was probably meant, if one is similar enough.
#[must_use]
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let nearest = by_similarity(name, known).into_iter().next()?;
    // A third of the letters may be wrong; of a short name, one.
    let allowed = (name.chars().count().max(nearest.chars().count()) / 3).max(1);
    (distance(name, nearest) <= allowed).then_some(nearest)
}

/// The end of a sentence that says that there is no such name: what was meant, or else what there is. `kinds` is what the
/// names are called in the plural.
#[must_use]
pub fn hint(name: &str, known: &[&str], kinds: &str) -> String {
    const MANY: usize = 12;
    match (nearest(name, known), known) {
        (_, []) => "the program has none".to_owned(),
        (Some(nearest), _) => format!("did you mean `{nearest}`?"),
        (None, known) => {
            let rest = known.len().saturating_sub(MANY);
            let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
            format!("the {kinds} are: {}{more}", known[..known.len() - rest].join(", "))
        }
    }
}

/// How many letters are wrong, missing, too many or exchanged; capitals count as right.
fn distance(a: &str, b: &str) -> usize {
    strsim::damerau_levenshtein(&a.to_lowercase(), &b.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_meant_if_it_is_near() {
        let known = ["main.assertion.1", "main.assertion.2", "main.bounds.1"];
        assert_eq!(nearest("main.assertoin.2", &known), Some("main.assertion.2"));
        assert_eq!(nearest("main.assertion.9", &known), Some("main.assertion.1"));
        assert_eq!(nearest("MAIN.BOUNDS.1", &known), Some("main.bounds.1"));
        assert_eq!(nearest("elsewhere", &known), None);
        assert_eq!(nearest("X", &["x", "y"]), Some("x"));
        assert_eq!(nearest("x", &[]), None);
    }

    #[test]
    fn hints_name_one_or_all() {
        assert_eq!(hint("mian.1", &["main.1", "main.2"], "loops"), "did you mean `main.1`?");
        assert_eq!(hint("other", &["main.1", "main.2"], "loops"), "the loops are: main.1, main.2");
        assert_eq!(hint("other", &[], "loops"), "the program has none");
        let many: Vec<String> = (0..20).map(|k| format!("input_{k}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(hint("q", &many, "inputs").ends_with("input_11 and 8 more"));
    }
}
