//! A finding against the ledger: what is new, what is known, what has been mended.

use jiff::Timestamp;
use whyc_base::status::Status;
use whyc_base::verdict::Verdict;
use whyc_debug::finding::{Excuse, Excuser, Finding};
use whyc_report::identity::{Identity, identities};

use crate::allow::{self, Unused};
use crate::anchor;
use crate::identity::{cause, found, id, is_same_cause};
use crate::ledger::{Ledger, set};
use crate::record::{Kind, Record, State};
use crate::similarity::{ALIKE, alike};

/// Who a record is by that no person wrote.
const AUTHOR: &str = "whyc";

/// What a check shows about a violated property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody knew of it.
    New,
    /// It is in the ledger.
    Known(State),
    /// It had been mended, and fails again.
    Again,
    /// It is in the ledger, but fails in another way than then.
    OtherReason,
    /// A person said that it cannot happen; it does, although what they said holds.
    NoFalseAlarm(String),
    /// The source excuses it.
    Allowed(String),
}

impl Standing {
    /// Whether somebody has to look at it.
    #[must_use]
    pub fn is_news(&self) -> bool {
        match self {
            Standing::New | Standing::Again | Standing::OtherReason | Standing::NoFalseAlarm(_) => true,
            Standing::Known(_) | Standing::Allowed(_) => false,
        }
    }
}

/// A violated property and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Its index in the finding.
    pub property: usize,
    /// The name of its record, if there is a ledger.
    pub id: Option<String>,
    /// What is known of it.
    pub standing: Standing,
}

/// What a check shows, compared with what was known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// The violated properties.
    pub violated: Vec<Judged>,
    /// The records of findings that do not fail any more.
    pub fixed: Vec<Record>,
    /// Comments that excuse nothing.
    pub unused: Vec<Unused>,
    /// Whether it was compared with a ledger.
    pub has_ledger: bool,
}

impl Judgement {
    /// Whether somebody has to look at something.
    #[must_use]
    pub fn has_news(&self) -> bool {
        self.violated.iter().any(|judged| judged.standing.is_news())
    }

    /// Whether something fails, and all of it is known or excused.
    #[must_use]
    pub fn is_old(&self) -> bool {
        !self.violated.is_empty() && !self.has_news()
    }
}

/// What a judgement needs from outside.
pub struct Context<'a> {
    /// The folder that names of files are relative to.
    pub root: &'a str,
    /// When this is.
    pub now: Timestamp,
    /// Whether a property (by its id) holds where an expression of C does.
    pub holds_if: &'a mut dyn FnMut(&str, &str) -> bool,
}

/// Compares a finding with the ledger and with what its sources excuse. The ledger then has what is new, and the properties
/// of the finding have their excuses.
pub fn judge(finding: &mut Finding, ledger: Option<&mut Ledger>, context: &mut Context<'_>) -> Judgement {
    let (allowed, unused) = allow::allowed(finding);
    let mut judgement = Judgement { unused, has_ledger: ledger.is_some(), ..Judgement::default() };
    let all = identities(finding, context.root);
    let mut violated: Vec<usize> = (0..all.len()).filter(|&k| finding.properties[k].status.is_violated()).collect();
    violated.retain(|&property| match allowed.iter().find(|(excused, _)| *excused == property) {
        Some((_, reason)) => {
            let standing = Standing::Allowed(reason.clone());
            judgement.violated.push(Judged { property, id: None, standing });
            false
        }
        None => true,
    });
    match ledger {
        None => {
            let plain = violated.into_iter().map(|property| Judged { property, id: None, standing: Standing::New });
            judgement.violated.extend(plain);
        }
        Some(ledger) => {
            let mut comparison = Comparison { finding, all: &all, ledger, context };
            judgement.violated.extend(violated.into_iter().map(|property| comparison.judge(property)));
            judgement.fixed = comparison.mended(&judgement.violated);
            comparison.ledger.merge(Vec::new());
        }
    }
    judgement.violated.sort_by_key(|judged| judged.property);
    for Judged { property, standing, .. } in &judgement.violated {
        finding.properties[*property].excused = match standing {
            Standing::Allowed(reason) => Some(Excuse { by: Excuser::Source, why: reason.clone() }),
            Standing::Known(state) => Some(Excuse { by: Excuser::Ledger, why: state.name().to_owned() }),
            _ => None,
        };
    }
    judgement
}

struct Comparison<'a, 'c> {
    finding: &'a Finding,
    all: &'a [Identity],
    ledger: &'a mut Ledger,
    context: &'a mut Context<'c>,
}

impl Comparison<'_, '_> {
    /// What is known of a violated property; the ledger has it afterwards.
    fn judge(&mut self, property: usize) -> Judged {
        let name = id(&self.all[property], &self.finding.entry);
        let cause = cause(self.finding, property);
        let Some(k) = self.record_of(property, &name) else {
            let record = self.record(property, name.clone(), cause);
            self.ledger.add(record);
            return Judged { property, id: Some(name), standing: Standing::New };
        };
        let (root, now) = (self.context.root, self.context.now);
        let line = self.finding.sources.line(self.finding.properties[property].span);
        let anchor = self.anchor(property, line);
        let title = whyc_report::title(&self.finding.sources, &self.finding.properties[property]);
        let record = &mut self.ledger.records_mut()[k];
        let (state, id) = (record.status, Some(record.id.clone()));
        let Some(known) = &mut record.finding else { return Judged { property, id, standing: Standing::New } };
        let is_same = is_same_cause(&known.cause, &cause);
        let property_id = &self.finding.properties[property].id;
        let standing = match (state, known.assumption.clone()) {
            (State::Fixed, _) => Standing::Again,
            (State::FalseAlarm, Some(assumption)) if !(self.context.holds_if)(property_id, &assumption) => {
                Standing::NoFalseAlarm(assumption)
            }
            _ if !is_same => Standing::OtherReason,
            (state, _) => Standing::Known(state),
        };
        if standing.is_news() {
            set(record, State::Open, now);
        }
        if let Some(known) = record.finding.as_mut().filter(|known| known.cause.is_empty() || !is_same) {
            known.cause = cause;
        }
        // What it is about follows the text, so that it is found again after the next edit too.
        if let Some(known) = &mut record.finding {
            known.property = self.all[property].text.clone();
            known.nth = self.all[property].nth;
        }
        record.title = title;
        record.file = relative(&self.all[property].file, root);
        record.line = Some(line);
        record.anchor = anchor.or(record.anchor.take());
        Judged { property, id, standing }
    }

    /// The record of a violated property: that of its name, or one of the same function and class whose text is alike and
    /// which nothing else in the program is about.
    fn record_of(&self, property: usize, name: &str) -> Option<usize> {
        let here = &self.all[property];
        let records = self.ledger.records();
        if let Some(k) = records.iter().position(|record| record.id == name) {
            return Some(k);
        }
        let of_finding =
            records.iter().enumerate().filter_map(|(k, record)| Some((k, record, record.finding.as_ref()?)));
        let same = |known: &crate::record::Found| {
            known.entry == self.finding.entry && known.function == here.function && known.class == here.class
        };
        let candidates = of_finding.filter(|(_, record, known)| {
            let is_another = self.all.iter().enumerate().any(|(k, other)| k != property && is_about(known, other));
            same(known) && record.file == relative(&here.file, self.context.root) && !is_another
        });
        let exact = |known: &crate::record::Found| known.property == here.text && known.nth == here.nth;
        let span = self.finding.properties[property].span;
        let line = self.finding.sources.file(span.file).line_text(self.finding.sources.line(span));
        let scored = candidates.map(|(k, record, known)| {
            let of_line = record.anchor.as_ref().map_or(0.0, |anchor| alike(&anchor.text, line));
            let score = if exact(known) { 2.0 } else { alike(&known.property, &here.text).max(of_line) };
            (score, k)
        });
        let best = scored.filter(|(score, _)| *score >= ALIKE).max_by(|a, b| a.0.total_cmp(&b.0));
        best.map(|(_, k)| k)
    }

    /// The findings of this program that do not fail any more, marked so.
    fn mended(&mut self, violated: &[Judged]) -> Vec<Record> {
        let now = self.context.now;
        let mut fixed = Vec::new();
        if self.finding.head.verdict == Verdict::Unknown {
            return fixed;
        }
        let files: Vec<String> = self.all.iter().map(|it| relative(&it.file, self.context.root)).collect();
        let read: Vec<String> = self.finding.sources.files().map(|(_, file)| file.name.clone()).collect();
        for record in self.ledger.records_mut() {
            let Some(known) = &record.finding else { continue };
            let is_seen = violated.iter().any(|judged| judged.id.as_ref() == Some(&record.id));
            let is_of_this = files.contains(&record.file) || read.iter().any(|name| name.ends_with(&record.file));
            if is_seen || !is_of_this || known.entry != self.finding.entry || record.status.is_done() {
                continue;
            }
            // What nobody could look at has not been mended.
            let still = self.all.iter().position(|identity| is_about(known, identity));
            let is_hidden = still.is_some_and(|k| {
                let property = &self.finding.properties[k];
                !property.after.is_empty() || matches!(property.status, Status::Unknown(_) | Status::Violated)
            });
            if !is_hidden {
                set(record, State::Fixed, now);
                fixed.push(record.clone());
            }
        }
        fixed
    }

    fn record(&self, property: usize, id: String, cause: Vec<String>) -> Record {
        let (identity, report) = (&self.all[property], &self.finding.properties[property]);
        let line = self.finding.sources.line(report.span);
        Record {
            id,
            kind: Kind::Finding,
            file: relative(&identity.file, self.context.root),
            line: Some(line),
            anchor: self.anchor(property, line),
            title: whyc_report::title(&self.finding.sources, report),
            body: String::new(),
            author: AUTHOR.to_owned(),
            status: State::Open,
            created: self.context.now,
            changed: None,
            replies: Vec::new(),
            finding: Some(found(identity, &self.finding.entry, cause)),
        }
    }

    fn anchor(&self, property: usize, line: u32) -> Option<crate::record::Anchor> {
        let span = self.finding.properties[property].span;
        anchor::take(&self.finding.sources.file(span.file).text, line, None)
    }
}

/// Whether a record is about a property of this identity.
fn is_about(known: &crate::record::Found, identity: &Identity) -> bool {
    known.function == identity.function
        && known.class == identity.class
        && known.property == identity.text
        && known.nth == identity.nth
}

/// The name of a file as a ledger has it: from the root on.
fn relative(uri: &str, root: &str) -> String {
    let plain = decode(uri);
    let path = plain.strip_prefix("file://").unwrap_or(&plain);
    path.strip_prefix(root).map_or(path, |rest| rest.trim_start_matches('/')).to_owned()
}

/// A part of a URI as a path.
fn decode(uri: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = uri.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
