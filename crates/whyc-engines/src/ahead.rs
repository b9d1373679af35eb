//! Looking ahead: by which choice a question is best cut.
//!
//! Both halves of each choice are built and counted in gates. The best choice leaves both small: a half that is as large as the
//! whole is as hard as the whole.

use whyc_term::{Assumed, Blaster, Fact, TermId, TermStore};

use crate::family::Choice;

/// How many gates a question has, its facts included; none if it cannot hold.
pub fn gates(assumed: &Assumed, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
    if assumed.terms.as_bool(assumed.cond).is_some() {
        return Some(0);
    }
    let mut blaster = Blaster::new();
    blaster.bits_while(&assumed.terms, assumed.cond, go_on)?;
    Some(blaster.aig().n_nodes() as u64)
}

/// The best of the choices; nothing if there is none, or it was ended.
pub fn best(
    terms: &TermStore,
    cond: TermId,
    facts: &[Fact],
    whole: u64,
    choices: &[Choice],
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Choice> {
    let mut best: Option<(u128, Choice)> = None;
    for &choice in choices {
        let mut saved = [0u128; 2];
        for (half, saved) in [choice.fact, choice.fact.negated()].into_iter().zip(&mut saved) {
            let facts = [facts, &[half]].concat();
            let left = gates(&Assumed::new(terms, cond, &facts), go_on)?;
            *saved = u128::from(whole.saturating_sub(left)) + 1;
        }
        // The product: what is saved on one side alone is little.
        let score = saved[0] * saved[1] + saved[0] + saved[1];
        if best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((score, choice));
        }
    }
    best.map(|(_, choice)| choice)
}
