//! `review`: the ledger on the command line.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use whyc_review::anchor::{self, Place};
use whyc_review::ledger::{remark, reply, set};
use whyc_review::record::State;
use whyc_review::stats::{FileStats, expected};
use whyc_review::{Ledger, Record, text, xml};

use crate::cli::{Review, ReviewVerb};
use crate::known::{ledger_path, now};
use crate::{Exit, git, output, project};

/// Does what is asked of the ledger.
pub fn run(args: &Review) -> anyhow::Result<Exit> {
    let root = project::root()?;
    let path = ledger_path(args.ledger.as_deref(), &root);
    let desk = Desk { ledger: Ledger::read(&path)?, path, author: author(args, &root), root };
    desk.answer(&args.verb)?;
    Ok(Exit::Holds)
}

fn author(args: &Review, root: &Path) -> String {
    let user = || std::env::var("USER").ok().filter(|name| !name.is_empty());
    args.author.clone().or_else(|| git::author(root)).or_else(user).unwrap_or_else(|| "somebody".to_owned())
}

/// A ledger that is being worked with.
struct Desk {
    ledger: Ledger,
    path: PathBuf,
    root: PathBuf,
    author: String,
}

impl Desk {
    fn answer(mut self, verb: &ReviewVerb) -> anyhow::Result<()> {
        match verb {
            ReviewVerb::List { files, all } => {
                let wanted: Vec<String> = files.iter().map(|file| self.name(file)).collect();
                let is_wanted = |record: &Record| {
                    (*all || !record.status.is_done()) && (wanted.is_empty() || wanted.contains(&record.file))
                };
                let listed: Vec<(&Record, Place)> =
                    self.places().into_iter().filter(|(record, _)| is_wanted(record)).collect();
                output::report(&text::list(&listed), None)
            }
            ReviewVerb::Show { id } => {
                let id = &self.ledger.find(id)?.id;
                let shown = self.places().into_iter().find(|(record, _)| record.id == *id);
                output::report(&shown.map_or_else(String::new, |(record, place)| text::show(record, place)), None)
            }
            ReviewVerb::Comment { place, text } => self.comment(place, text),
            ReviewVerb::Reply { id, text } => self.change(id, Some(text), |_| {}),
            ReviewVerb::Close { id, text, false_alarm, assume } => {
                if assume.is_some() && self.ledger.find(id)?.finding.is_none() {
                    bail!("{id} is a remark; only findings of whyc have assumptions");
                }
                let state = if *false_alarm { State::FalseAlarm } else { State::Closed };
                self.change(id, text.as_deref(), |record| {
                    set(record, state, now());
                    if let Some(found) = &mut record.finding {
                        found.assumption = assume.clone();
                    }
                })
            }
            ReviewVerb::Reopen { id, text } => {
                self.change(id, text.as_deref(), |record| set(record, State::Open, now()))
            }
            ReviewVerb::Accept { id, text } => {
                self.change(id, text.as_deref(), |record| set(record, State::Confirmed, now()))
            }
            ReviewVerb::Export { ids, format, output: path } => {
                let records: Vec<&Record> = match &ids[..] {
                    [] => self.ledger.records().iter().collect(),
                    ids => ids.iter().map(|id| self.ledger.find(id)).collect::<Result<_, _>>()?,
                };
                let text = match format {
                    crate::cli::Exported::Xml => xml::export(&records)?,
                    crate::cli::Exported::Text => text::export(&records),
                };
                output::report(&text, path.as_deref())
            }
            ReviewVerb::Import { file } => {
                let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
                let records = xml::import(&text).with_context(|| file.display().to_string())?;
                let before = self.ledger.clone();
                let count = records.len();
                self.ledger.merge(records);
                let added = self.ledger.records().len() - before.records().len();
                self.ledger.write(&self.path)?;
                output::message(&format!("{count} read, {added} of them new\n"));
                Ok(())
            }
            ReviewVerb::Stats { files } => self.stats(files),
        }
    }

    /// The name of a file as the ledger has it.
    fn name(&self, file: &str) -> String {
        project::relative(&self.root, Path::new(file))
    }

    fn text_of(&self, file: &str) -> Option<String> {
        let bytes = fs::read(self.root.join(file)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// All records with where they are now.
    fn places(&self) -> Vec<(&Record, Place)> {
        let mut by_file: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
        for record in self.ledger.records() {
            by_file.entry(&record.file).or_default().push(record);
        }
        let mut found = Vec::new();
        for (file, records) in by_file {
            let then = |revision: &str| git::text_at(&self.root, revision, file);
            let places = anchor::places(&records, self.text_of(file).as_deref(), &then);
            found.extend(records.into_iter().zip(places));
        }
        found
    }

    fn comment(mut self, place: &str, said: &str) -> anyhow::Result<()> {
        let (file, line) = match place.rsplit_once(':') {
            Some((file, line)) if !line.is_empty() && line.bytes().all(|c| c.is_ascii_digit()) => {
                (file, Some(line.parse::<u32>().with_context(|| format!("{line} is no line"))?))
            }
            _ => (place, None),
        };
        let name = self.name(file);
        let Some(whole) = self.text_of(&name) else { bail!("{file}: there is no such file") };
        let anchor = match line {
            None => None,
            Some(line) => match anchor::take(&whole, line, git::revision(&self.root, &name)) {
                Some(anchor) => Some(anchor),
                None => bail!("{file} has {} lines, no line {line}", whole.lines().count()),
            },
        };
        let record = remark(&name, line, anchor, said, &self.author, now());
        let id = record.id.clone();
        self.ledger.add(record);
        self.ledger.write(&self.path)?;
        output::message(&format!("{id}\n"));
        Ok(())
    }

    /// Changes a record, and says something to it.
    fn change(mut self, id: &str, said: Option<&str>, change: impl FnOnce(&mut Record)) -> anyhow::Result<()> {
        let record = self.ledger.find_mut(id)?;
        change(record);
        if let Some(said) = said {
            reply(record, &self.author, said, now());
        }
        let told = format!("{} {}: {}\n", record.id, record.status.name(), record.title);
        self.ledger.write(&self.path)?;
        output::message(&told);
        Ok(())
    }

    fn stats(&self, files: &[PathBuf]) -> anyhow::Result<()> {
        let mut names: Vec<String> = files.iter().map(|file| project::relative(&self.root, file)).collect();
        if names.is_empty() {
            names = self.ledger.records().iter().map(|record| record.file.clone()).collect();
            names.dedup();
        }
        let of_file = |file: String| {
            let here = || self.ledger.records().iter().filter(|record| record.file == file);
            let lines = self.text_of(&file).map_or(0, |text| text.lines().count());
            let (found, open) = (here().count(), here().filter(|record| !record.status.is_done()).count());
            FileStats { expected: expected(lines), found, open, file }
        };
        let all: Vec<FileStats> = names.into_iter().map(of_file).collect();
        output::report(&text::stats(&all), None)
    }
}
