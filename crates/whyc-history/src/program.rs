//! What whyc says about a state of the files: the oracle that knows all inputs.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use rustc_hash::FxHashMap;
use whyc_base::source::SourceMap;
use whyc_c::Input;
use whyc_check::{Given, Status, Verdict};
use whyc_debug::finding::{Finding, NamedValue, PropertyReport};
use whyc_reduce::wanted::{Failure, Kept};
use whyc_session::{Cancel, Extent, Refused, Request, Session, Smallest, Watch, Wish};
use whyc_shrink::Stop;

use crate::change::Files;
use crate::oracle::{Answer, Oracle, write};

/// A check of a program, and how it fails in the newest state of its files.
pub struct Program {
    request: Request,
    /// How long each state of the files may take.
    limit: Option<Duration>,
    /// The paths of the translation units.
    units: Vec<String>,
    failure: Failure,
    /// What the failing check sees, and on which inputs.
    values: Vec<NamedValue>,
    given: Vec<Given>,
    known: Mutex<FxHashMap<Files, Answer>>,
}

/// Why there is no question.
#[derive(Debug)]
pub enum NoQuestion {
    /// The newest state is no program.
    Refused(Refused),
    /// Nothing fails in it.
    Holds(Box<Finding>),
    /// Files cannot be written.
    Folder(std::io::Error),
}

impl Program {
    /// The check that fails in the newest files.
    ///
    /// # Errors
    /// If none does.
    pub fn new(
        request: Request,
        limit: Option<Duration>,
        units: Vec<String>,
        newest: &Files,
    ) -> Result<(Self, Finding), NoQuestion> {
        let wish = Wish::Smallest(Some(Smallest::default()));
        let found = answer(&request, limit, &units, newest, &wish, &Stop::default()).map_err(NoQuestion::Folder)?;
        let finding = found.map_err(NoQuestion::Refused)?;
        let failure = Failure::of(&finding, Kept::Inputs);
        let (Some(failure), Some(run)) = (failure, &finding.counterexample) else {
            return Err(NoQuestion::Holds(Box::new(finding)));
        };
        let (values, given) = (run.witnesses.clone(), failure.given.clone());
        let mut request = request;
        // Numbers of properties change from revision to revision.
        request.deciding.only = None;
        Ok((Self { request, limit, units, failure, values, given, known: Mutex::default() }, finding))
    }

    /// What the check says, as the source has it.
    #[must_use]
    pub fn says(&self) -> &str {
        &self.failure.says
    }

    /// Whether every property holds in some files, in every run.
    #[must_use]
    pub fn is_safe(&self, files: &Files, stop: &Stop) -> bool {
        let found = answer(&self.request, self.limit, &self.units, files, &Wish::Verdict, stop);
        matches!(found, Ok(Ok(finding)) if finding.head.verdict == Verdict::Safe && finding.vacuity.is_none())
    }

    fn answer(&self, files: &Files, stop: &Stop) -> Answer {
        let finding = match answer(&self.request, self.limit, &self.units, files, &Wish::Verdict, stop) {
            Ok(Ok(finding)) => finding,
            Ok(Err(Refused::Internal(why))) => return Answer::Undecided(why),
            Ok(Err(refused)) => {
                return Answer::Unread(refused.to_string().lines().next().unwrap_or_default().to_owned());
            }
            Err(error) => return Answer::Undecided(error.to_string()),
        };
        // What the newest revision defines and this one does not: it cannot be linked.
        let lacks = |message: &&str| message.contains("has no body") && !self.failure.notes.contains(*message);
        if let Some(message) = finding.notes.iter().map(|note| note.message.as_str()).find(lacks) {
            return Answer::Unread(message.split(':').next().unwrap_or(message).to_owned());
        }
        let own: Vec<&PropertyReport> = finding.properties.iter().filter(|it| self.failure.is_of(it)).collect();
        let other = finding.properties.iter().find(|it| it.status.is_violated() && !self.failure.is_of(it));
        let words = |property: &PropertyReport| format!("`{}` ({})", property.description, property.class.name());
        if own.iter().any(|it| it.status.is_violated()) {
            return self.same_values(files, &finding, stop);
        }
        if own.is_empty() {
            return match other {
                Some(other) => Answer::Other(words(other)),
                None => Answer::Absent(format!("it has no check `{}`", self.failure.says)),
            };
        }
        // What comes after something that fails was not followed to its end.
        if let (Some(other), true) = (other, own.iter().any(|it| !it.after.is_empty() || !it.status.is_promised())) {
            return Answer::Other(words(other));
        }
        match own.iter().map(|it| &it.status).find(|status| !matches!(status, Status::Unreachable)) {
            Some(Status::Holds | Status::Bounded(_)) if finding.vacuity.is_none() => Answer::Holds,
            Some(Status::Holds | Status::Bounded(_)) | None => Answer::Absent("no run comes to the check".to_owned()),
            Some(Status::Unknown(reason)) => Answer::Undecided(format!("{reason:?}")),
            Some(Status::Violated | Status::Unreachable) => Answer::Other("it fails".to_owned()),
        }
    }

    /// The check fails: in the same way, if it sees the same on the same inputs.
    fn same_values(&self, files: &Files, finding: &Finding, stop: &Stop) -> Answer {
        let is_same = |finding: &Finding| {
            let is_own = |run: &&whyc_debug::finding::Counterexample| {
                finding.properties.get(run.property).is_some_and(|property| self.failure.is_of(property))
            };
            finding.failing_runs().filter(is_own).any(|run| run.witnesses == self.values)
        };
        if is_same(finding) {
            return Answer::Same;
        }
        let mut request = self.request.clone();
        request.deciding.given.extend(self.given.iter().cloned());
        request.every_run = true;
        match answer(&request, self.limit, &self.units, files, &Wish::Smallest(None), stop) {
            Ok(Ok(finding)) if is_same(&finding) => Answer::Same,
            Ok(_) => Answer::Other("the check sees other values".to_owned()),
            Err(error) => Answer::Undecided(error.to_string()),
        }
    }
}

/// What a session says about some files.
fn answer(
    request: &Request,
    limit: Option<Duration>,
    units: &[String],
    files: &Files,
    wish: &Wish,
    stop: &Stop,
) -> std::io::Result<Result<Finding, Refused>> {
    let folder = tempfile::Builder::new().prefix("whyc-history-").tempdir()?;
    write(folder.path(), files)?;
    let mut request = request.clone();
    request.inputs = units.iter().map(|unit| Input::Path(folder.path().join(unit))).collect();
    let inside = |dir: &PathBuf| if dir.is_absolute() { dir.clone() } else { folder.path().join(dir) };
    request.reading.include_dirs = request.reading.include_dirs.iter().map(inside).collect();
    let cancel = Cancel::by(stop.flag());
    let budget = request.deciding.budget.ended_by(cancel.flag());
    request.deciding.budget = match limit {
        Some(limit) => budget.with_timeout(limit),
        None => budget,
    };
    let opened = Session::open(request, Watch::silent().ended_by(cancel));
    let found = opened.and_then(|mut session| session.answer(wish, Extent::Asked));
    let place = format!("{}/", folder.path().display());
    let found = found.map(|mut finding| {
        // Where the files are is another place each time; reports name them as the repository does.
        let mut sources = SourceMap::new();
        for (_, file) in finding.sources.files() {
            sources.add(file.name.strip_prefix(&place).unwrap_or(&file.name), file.bytes().to_vec());
        }
        finding.sources = sources;
        finding.head.files = units.to_vec();
        finding
    });
    Ok(found.map_err(|refused| match refused {
        Refused::Invalid { .. } => {
            Refused::Mistaken { part: whyc_session::Part::Scope, message: refused.to_string().replace(&place, "") }
        }
        refused => refused,
    }))
}

impl Oracle for Program {
    fn ask(&self, files: &Files, stop: &Stop) -> Answer {
        let known = self.known.lock().map(|known| known.get(files).cloned());
        if let Ok(Some(known)) = known {
            return known;
        }
        let found = self.answer(files, stop);
        if !stop.is_set()
            && let Ok(mut known) = self.known.lock()
        {
            known.insert(files.clone(), found.clone());
        }
        found
    }

    /// Every property holds, not only this one.
    fn is_right(&self, files: &Files, stop: &Stop) -> bool {
        self.is_safe(files, stop)
    }

    /// The function that the check is in.
    fn is_of_check(&self, files: &Files, path: &str, line: usize) -> bool {
        let Some(text) = files.get(path) else { return false };
        let Some(file) = whyc_reduce::syntax::File::new(0, text) else { return false };
        let functions = file.nodes().into_iter().filter(|node| node.kind() == "function_definition");
        let mut own =
            functions.filter(|node| whyc_reduce::syntax::normal(file.says(*node)).contains(&self.failure.says));
        own.any(|node| node.start_position().row < line && line <= node.end_position().row + 1)
    }
}
