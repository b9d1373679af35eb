//! Numbers of steps.

use super::{MAX_COUNT, Parser};
use crate::lex::{Mistake, Token};

impl Parser {
    pub(super) fn small_number(&mut self, what: &str) -> Result<u32, Mistake> {
        let Token::Number(number) = *self.peek() else { return self.fail(&format!("{what} should stand here")) };
        let Ok(small) = u32::try_from(number) else { return self.fail("this number is too large") };
        self.advance();
        Ok(small)
    }

    fn counted(&mut self) -> Result<u32, Mistake> {
        let place = self.place();
        let n = self.small_number("a number of steps")?;
        self.count += u64::from(n);
        if self.count > MAX_COUNT {
            return Err(Mistake::at(
                place,
                format!("more than {MAX_COUNT} repetitions in a property are not supported"),
            ));
        }
        Ok(n)
    }

    /// `2]`, `2:3]`, `2:$]`
    pub(super) fn range(&mut self) -> Result<(u32, Option<u32>), Mistake> {
        let least = self.counted()?;
        let most = if !self.take(&[":", "to"]) {
            Some(least)
        } else if self.take(&["$", "inf"]) {
            None
        } else {
            let most = self.counted()?;
            if most < least {
                return self.fail("the smaller number comes first");
            }
            Some(most)
        };
        self.expect("]", "")?;
        Ok((least, most))
    }

    /// `]`, `2]` or `2:3]`: which occurrences.
    pub(super) fn occurrences(&mut self) -> Result<(u32, u32), Mistake> {
        if self.take(&["]"]) {
            return Ok((1, 1));
        }
        match self.range()? {
            (0, _) => self.fail("occurrences are counted from one"),
            (_, None) => self.fail("`$` has no meaning here"),
            (least, Some(most)) => Ok((least, most)),
        }
    }

    /// The `[3]` of `X[3]`.
    pub(super) fn steps_ahead(&mut self) -> Result<u32, Mistake> {
        if !self.take(&["["]) {
            return Ok(1);
        }
        let n = self.counted()?;
        self.expect("]", "")?;
        Ok(n)
    }

    /// What stands behind `##`.
    pub(super) fn delay(&mut self) -> Result<(u32, Option<u32>), Mistake> {
        if self.take(&["[*]"]) {
            return Ok((0, None));
        }
        if self.take(&["[+]"]) {
            return Ok((1, None));
        }
        if self.take(&["["]) {
            return self.range();
        }
        let n = self.counted()?;
        Ok((n, Some(n)))
    }
}
