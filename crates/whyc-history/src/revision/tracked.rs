//! Files that are called differently in older revisions.

use super::{Repository, Revision, TroubleWithGit};
use crate::change::Files;
use crate::reads::is_setting;

/// The files of a line of revisions: the units keep their newest names.
pub struct Tracked<'a> {
    repository: &'a Repository,
    revisions: &'a [Revision],
    is_wanted: &'a dyn Fn(&str) -> bool,
    units: Vec<String>,
    /// What the units, and other files that were called differently, are called in each revision, as far as that was asked: the newest
    /// name and the one that it has there.
    names: Vec<Vec<(String, String)>>,
}

impl<'a> Tracked<'a> {
    /// The files of `revisions` that `is_wanted` names. Without units nobody is looked for under another name.
    #[must_use]
    pub fn new(
        repository: &'a Repository,
        revisions: &'a [Revision],
        units: &[String],
        is_wanted: &'a dyn Fn(&str) -> bool,
    ) -> Self {
        let names = units.iter().map(|unit| (unit.clone(), unit.clone())).collect();
        Self { repository, revisions, is_wanted, units: units.to_vec(), names: vec![names] }
    }

    /// What the units are called in the revision at `position`, as far as it was asked.
    #[must_use]
    pub fn units(&self, position: usize) -> Vec<String> {
        let names = self.names.get(position).map_or(&[][..], Vec::as_slice);
        let now = |unit: &String| names.iter().find(|(newest, _)| newest == unit).map(|(_, now)| now.clone());
        self.units.iter().map(|unit| now(unit).unwrap_or_else(|| unit.clone())).collect()
    }

    /// The files of the revision at `position`.
    ///
    /// # Errors
    /// If git has trouble.
    pub fn files(&mut self, position: usize) -> Result<Files, TroubleWithGit> {
        while !self.units.is_empty() && self.names.len() <= position.min(self.revisions.len().saturating_sub(1)) {
            let at = self.names.len();
            let mut names = self.names[at - 1].clone();
            for (new, old) in self.repository.renamed(&self.revisions[at].id, &self.revisions[at - 1].id)? {
                match names.iter_mut().find(|(_, now)| *now == new) {
                    Some((_, now)) => *now = old,
                    None if (self.is_wanted)(&new) && !is_setting(&new) => names.push((new, old)),
                    None => {}
                }
            }
            self.names.push(names);
        }
        let Some(revision) = self.revisions.get(position) else { return Ok(Files::new()) };
        let mut files = self.repository.files(&revision.id, self.is_wanted)?;
        let names = self.names.get(position).into_iter().flatten().filter(|(newest, now)| newest != now);
        for (newest, now) in names {
            let is_unit = self.units.contains(newest);
            // Another file is also left where it was: whoever includes it by its old name finds it there.
            let text = if is_unit { files.remove(now) } else { files.get(now).cloned() };
            if let Some(text) = text
                && (is_unit || !files.contains_key(newest))
            {
                files.insert(newest.clone(), text);
            }
        }
        Ok(files)
    }
}
