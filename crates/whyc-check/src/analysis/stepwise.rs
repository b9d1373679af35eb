//! A hard question, asked piece by piece.
//!
//! Whether *any* obligation can be met is one question, and mostly an easy one. Where it is hard, what makes it so is that
//! every obligation may lean on all earlier ones: that a list is still a list in its third round follows from its being one in
//! the second. So the obligations are asked in the order of their steps, a few at a time, and what is refuted is kept for the
//! solver to build on.

use whyc_base::status::Reason;
use whyc_term::TermId;

use super::Analysis;
use crate::obligation::Obligation;
use crate::run::Run;

/// How many conflicts the question as a whole may cost before it is asked piece by piece.
const WHOLE: u32 = 2_000;
/// How many conflicts one piece may cost in the first round, and by how much that grows from round to round.
const PIECE: u32 = 2_000;
const GROWS: u32 = 8;
/// In how many rounds the pieces are asked before the rest is asked as a whole again.
const ROUNDS: u32 = 3;
/// Into how many pieces a question is cut at most: each has a price of its own, however easy it is.
const PIECES: usize = 64;

impl Analysis {
    /// A run that meets one of the obligations, if there is one; found within so many conflicts, if a number is given.
    pub(super) fn run_to_any(&mut self, among: &[Obligation], most: Option<u32>) -> Result<Option<Run>, Reason> {
        let whole = self.any_of(among);
        if among.len() == 1 || most.is_some_and(|most| most <= WHOLE) {
            return self.model_of(whole, most);
        }
        let before = self.engine.sat.stats().conflicts;
        match self.model_of(whole, Some(WHOLE)) {
            Err(Reason::Effort) => {}
            answered => return answered,
        }
        let mut open: Vec<TermId> =
            among.chunks(among.len().div_ceil(PIECES)).map(|piece| self.any_of(piece)).collect();
        let mut allowed = PIECE;
        for _ in 0..ROUNDS {
            let mut left = Vec::new();
            for piece in open {
                let spent = self.engine.sat.stats().conflicts - before;
                if most.is_some_and(|most| spent >= u64::from(most)) {
                    return Err(Reason::Effort);
                }
                match self.model_of(piece, Some(allowed)) {
                    Ok(None) => self.refuted(piece),
                    Ok(Some(run)) => return Ok(Some(run)),
                    Err(Reason::Effort) => left.push(piece),
                    Err(stop) => return Err(stop),
                }
            }
            if left.is_empty() {
                return Ok(None);
            }
            open = left;
            allowed = allowed.saturating_mul(GROWS);
        }
        let rest = self.engine.terms.or_all(&open);
        let spent = self.engine.sat.stats().conflicts - before;
        let most = most.map(|most| u64::from(most).saturating_sub(spent) as u32);
        self.model_of(rest, most)
    }

    fn any_of(&mut self, among: &[Obligation]) -> TermId {
        let terms: Vec<TermId> = among.iter().map(|it| it.term).collect();
        self.engine.terms.or_all(&terms)
    }

    /// Lets the solver build on this: `term` cannot hold with the inputs that are given.
    fn refuted(&mut self, term: TermId) {
        let term = self.engine.terms.and(term, self.given);
        if self.engine.terms.as_bool(term).is_none() {
            let lit = self.engine.lit(term);
            self.engine.sat.add_unit(!lit);
        }
    }
}
