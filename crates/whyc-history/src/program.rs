//! What whyc says about a state of the files: the oracle that knows all inputs.

mod place;
mod session;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use whyc_c::Input;
use whyc_check::{Effort, Given, Status, Verdict};
use whyc_debug::finding::{Counterexample, Finding, NamedValue, PropertyReport};
use whyc_ir::property::PropertyClass;
use whyc_reduce::syntax;
use whyc_reduce::wanted::{Failure, Kept};
use whyc_session::{Part, Refused, Request, Smallest, Wish};
use whyc_shrink::Stop;

use crate::change::Files;
use crate::oracle::{Answer, Oracle};
use crate::reads::Reader;
use place::Place;
use session::answer;

/// How files that stand in a folder are asked about: each state may say itself how it is to be read.
///
/// # Errors
/// What is wrong with what it says.
pub type Asking = Box<dyn Fn(&Files, &Path) -> Result<Request, String> + Send + Sync>;

/// The same request about whatever stands in a folder.
#[must_use]
pub fn always(request: Request, units: &[String]) -> Asking {
    let units = units.to_vec();
    Box::new(move |_, folder| Ok(within(request.clone(), &units, folder)))
}

/// A request about the units in a folder: its own folders for headers are looked for there.
#[must_use]
pub fn within(mut request: Request, units: &[String], folder: &Path) -> Request {
    request.inputs = units.iter().map(|unit| Input::Path(folder.join(unit))).collect();
    let inside = |dir: &PathBuf| if dir.is_absolute() { dir.clone() } else { folder.join(dir) };
    request.reading.include_dirs = request.reading.include_dirs.iter().map(inside).collect();
    request
}

/// A check of a program, and how it fails in the newest state of its files.
pub struct Program {
    asking: Asking,
    /// How long each state of the files may take.
    limit: Option<Duration>,
    /// The paths of the translation units.
    units: Vec<String>,
    failure: Failure,
    /// Where it is in the newest state.
    place: Place,
    /// What the failing check sees, and on which inputs.
    values: Vec<NamedValue>,
    given: Vec<Given>,
    reader: Reader,
    /// What is asked.
    question: String,
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
        asking: Asking,
        limit: Option<Duration>,
        units: Vec<String>,
        newest: &Files,
    ) -> Result<(Self, Finding), NoQuestion> {
        let wish = Wish::Smallest(Some(Smallest::default()));
        let plain = |request: Request| request;
        let found =
            answer(&asking, &plain, (limit, &units), newest, &wish, &Stop::default()).map_err(NoQuestion::Folder)?;
        let (finding, request) = found.map_err(NoQuestion::Refused)?;
        let failure = Failure::of(&finding, Kept::Inputs);
        let (Some(failure), Some(run)) = (failure, &finding.counterexample) else {
            return Err(NoQuestion::Holds(Box::new(finding)));
        };
        let (values, given) = (run.witnesses.clone(), failure.given.clone());
        let place = Place::of(&finding, run.property, newest);
        let reader = Reader::new(&units, &outside(&request));
        let question = question(&request, limit, &units, &failure, &values, &place);
        Ok((Self { asking, limit, units, failure, place, values, given, reader, question }, finding))
    }

    /// What the check says, as the source has it.
    #[must_use]
    pub fn says(&self) -> &str {
        &self.failure.says
    }

    /// The inputs of the newest failing run that matter: their names and values.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.given.iter().map(|it| (it.name.as_str(), it.value.as_str()))
    }

    /// Whether every property holds in some files, in every run.
    #[must_use]
    pub fn is_safe(&self, files: &Files, stop: &Stop) -> bool {
        let found = self.found(files, &open, &Wish::Verdict, stop);
        matches!(found, Ok(Ok(finding)) if finding.head.verdict == Verdict::Safe && finding.vacuity.is_none())
    }

    /// The run with the inputs of the newest failing run in some files: the one that fails there, or else one that comes to the check and
    /// passes. Runs are replayed before they are told.
    #[must_use]
    pub fn run_in(&self, files: &Files, stop: &Stop) -> Option<(Finding, Counterexample)> {
        let found = self.found(files, &|request| self.fixed(request), &Wish::Smallest(None), stop);
        let finding = found.ok()?.ok()?;
        let own = |run: &&Counterexample| {
            finding.properties.get(run.property).is_some_and(|property| self.failure.is_of(property))
        };
        if let Some(run) = finding.failing_runs().find(own) {
            return Some((finding.clone(), run.clone()));
        }
        // What is done in another way has other checks, in the same function.
        let is_near = |it: &PropertyReport| !is_written(self.failure.class) && it.function == self.place.function();
        let is_own = |property: &PropertyReport| self.failure.is_of(property) || is_near(property);
        session::passing(&self.asking, &|request| self.fixed(request), (self.limit, &self.units), files, &is_own, stop)
    }

    /// A request in which the inputs are those of the newest failing run.
    fn fixed(&self, request: Request) -> Request {
        let mut request = open(request);
        request.deciding.given.extend(self.given.iter().cloned());
        request.every_run = true;
        request
    }

    fn found(
        &self,
        files: &Files,
        change: &dyn Fn(Request) -> Request,
        wish: &Wish,
        stop: &Stop,
    ) -> std::io::Result<Result<Finding, Refused>> {
        let found = answer(&self.asking, change, (self.limit, &self.units), files, wish, stop)?;
        Ok(found.map(|(finding, _)| finding))
    }

    fn answer(&self, files: &Files, stop: &Stop) -> Answer {
        // Most revisions fail as the newest does: its run shows that, without a question to a solver.
        let quick = |request: Request| {
            let mut request = self.fixed(request);
            request.deciding.effort = Effort::First;
            request
        };
        let mut seen = false;
        match self.found(files, &quick, &Wish::Smallest(None), stop) {
            Ok(Ok(finding)) if self.lacks(&finding).is_none() && self.is_same(&finding, files) => return Answer::Same,
            Ok(Ok(finding)) => seen = self.own(&finding, files).iter().any(|it| it.status.is_violated()),
            // An input that is not there, say.
            Ok(Err(Refused::Mistaken { part: Part::Input, .. } | Refused::Internal(_))) => {}
            Ok(Err(refused)) => return unread(&refused),
            Err(error) => return Answer::Undecided(error.to_string()),
        }
        let finding = match self.found(files, &open, &Wish::Verdict, stop) {
            Ok(Ok(finding)) => finding,
            Ok(Err(Refused::Internal(why))) => return Answer::Undecided(why),
            Ok(Err(refused)) => return unread(&refused),
            Err(error) => return Answer::Undecided(error.to_string()),
        };
        self.judged(&finding, files, seen, stop)
    }

    /// What a finding about all runs says.
    fn judged(&self, finding: &Finding, files: &Files, is_seen: bool, stop: &Stop) -> Answer {
        if let Some(lacking) = self.lacks(finding) {
            return Answer::Unread(lacking);
        }
        let own = self.own(finding, files);
        let other = finding.properties.iter().find(|it| it.status.is_violated() && !self.failure.is_of(it));
        let words = |property: &PropertyReport| format!("`{}` ({})", property.description, property.class.name());
        if own.iter().any(|it| it.status.is_violated()) {
            return self.same_values(files, finding, is_seen, stop);
        }
        if own.is_empty() {
            return match other {
                Some(other) => Answer::Other(words(other)),
                None if self.is_done_otherwise(finding) => Answer::Holds,
                None => Answer::Absent(format!("it has no check `{}`", self.failure.says)),
            };
        }
        // What comes after something that fails was not followed to its end.
        if let (Some(other), true) = (other, own.iter().any(|it| !it.after.is_empty() || !it.status.is_promised())) {
            return Answer::Other(words(other));
        }
        let is_open = |status: &Status| matches!(status, Status::Unknown(_));
        if own.iter().any(|it| is_open(&it.status)) {
            return Answer::Undecided("it is not known whether the check holds".to_owned());
        }
        match own.iter().any(|it| matches!(it.status, Status::Holds | Status::Bounded(_))) {
            true if finding.vacuity.is_none() => Answer::Holds,
            true | false => Answer::Absent("no run comes to the check".to_owned()),
        }
    }

    /// The checks of a finding that are this one: by what they say and their class, and where several are, by their place.
    fn own<'f>(&self, finding: &'f Finding, files: &Files) -> Vec<&'f PropertyReport> {
        let own: Vec<&PropertyReport> = finding.properties.iter().filter(|it| self.failure.is_of(it)).collect();
        if own.len() > 1 { self.place.nearest(finding, own, files) } else { own }
    }

    /// Whether the function that the check is in is come to and keeps every rule, though it does not do what is checked. A check that nobody
    /// wrote belongs to what is done: where that is done in another way, it is another check, and it is the same question. A check
    /// that somebody wrote is carried back instead: where it is not there, nothing was asked.
    fn is_done_otherwise(&self, finding: &Finding) -> bool {
        let there = finding.properties.iter().filter(|it| it.function == self.place.function());
        let mut there = there.map(|it| &it.status).peekable();
        !is_written(self.failure.class)
            && finding.vacuity.is_none()
            && finding.head.verdict == Verdict::Safe
            && there.peek().is_some()
            && there.any(|status| matches!(status, Status::Holds))
    }

    /// What the newest revision defines and this one does not: it cannot be linked.
    fn lacks(&self, finding: &Finding) -> Option<String> {
        let lacks = |message: &&str| message.contains("has no body") && !self.failure.notes.contains(*message);
        let message = finding.notes.iter().map(|note| note.message.as_str()).find(lacks)?;
        Some(message.split(':').next().unwrap_or(message).to_owned())
    }

    /// Whether the check fails with the same values.
    fn is_same(&self, finding: &Finding, files: &Files) -> bool {
        let own: Vec<&str> = self.own(finding, files).iter().map(|it| it.id.as_str()).collect();
        let is_own = |run: &&Counterexample| {
            finding.properties.get(run.property).is_some_and(|property| own.contains(&property.id.as_str()))
        };
        finding.failing_runs().filter(is_own).any(|run| run.witnesses == self.values)
    }

    /// The check fails: in the same way, if it sees the same on the same inputs.
    fn same_values(&self, files: &Files, finding: &Finding, is_seen: bool, stop: &Stop) -> Answer {
        let other = || Answer::Other("the check sees other values".to_owned());
        if self.is_same(finding, files) {
            return Answer::Same;
        }
        // On these inputs it was seen to fail, with other values.
        if is_seen {
            return other();
        }
        match self.found(files, &|request| self.fixed(request), &Wish::Smallest(None), stop) {
            Ok(Ok(finding)) if self.is_same(&finding, files) => Answer::Same,
            Ok(_) => other(),
            Err(error) => Answer::Undecided(error.to_string()),
        }
    }
}

/// Whether somebody has to write a check of this class, so that it is there.
fn is_written(class: PropertyClass) -> bool {
    match class {
        PropertyClass::Assertion
        | PropertyClass::Unreachable
        | PropertyClass::Precondition
        | PropertyClass::Postcondition
        | PropertyClass::Assigns
        | PropertyClass::LoopInvariant
        | PropertyClass::Decreases => true,
        PropertyClass::Bounds
        | PropertyClass::NullDereference
        | PropertyClass::OutOfObject
        | PropertyClass::UseAfterScope
        | PropertyClass::UseAfterFree
        | PropertyClass::DoubleFree
        | PropertyClass::InvalidFree
        | PropertyClass::ReadOnly
        | PropertyClass::Overlap
        | PropertyClass::Leak
        | PropertyClass::DivisionByZero
        | PropertyClass::Overflow
        | PropertyClass::Shift
        | PropertyClass::PointerCompare
        | PropertyClass::FunctionPointer
        | PropertyClass::Conversion
        | PropertyClass::Alignment
        | PropertyClass::PointerPrimitive
        | PropertyClass::MissingReturn
        | PropertyClass::Unsequenced
        | PropertyClass::Race
        | PropertyClass::Deadlock
        | PropertyClass::ThreadMisuse => false,
    }
}

/// Folders in which a request looks for headers, also by the commands of a build.
fn outside(request: &Request) -> Vec<PathBuf> {
    let commanded = request.inputs.iter().flat_map(|input| match input {
        Input::Command(command) => command.args.iter().map(PathBuf::from).filter(|it| it.is_absolute()).collect(),
        Input::Path(_) | Input::Text { .. } => Vec::new(),
    });
    request.reading.include_dirs.iter().cloned().chain(commanded).collect()
}

/// A request for any property: their numbers change from revision to revision.
fn open(mut request: Request) -> Request {
    request.deciding.only = None;
    request
}

fn unread(refused: &Refused) -> Answer {
    Answer::Unread(refused.to_string().lines().next().unwrap_or_default().to_owned())
}

/// What is asked, to the last detail. Options that a revision has itself are in its files.
fn question(
    request: &Request,
    limit: Option<Duration>,
    units: &[String],
    failure: &Failure,
    values: &[NamedValue],
    place: &Place,
) -> String {
    // Folders are those of this time only.
    let mut reading = request.reading.clone();
    reading.include_dirs.clear();
    let deciding = &request.deciding;
    let options = (&deciding.classes, &deciding.unwind, &deciding.unwind_loops, &deciding.given, &deciding.effort);
    let check = (failure.class.name(), &failure.says, values, &failure.given, &failure.unset, &failure.notes, place);
    format!(
        "{} in {units:?} {:?} | {check:?} {limit:?} {options:?} {:?} {reading:?}",
        failure.says, request.words, deciding.arith
    )
}

impl Oracle for Program {
    fn ask(&self, files: &Files, stop: &Stop) -> Answer {
        self.answer(files, stop)
    }

    /// Every property holds, not only this one.
    fn is_right(&self, files: &Files, stop: &Stop) -> bool {
        self.is_safe(files, stop)
    }

    fn reads(&self, files: &Files) -> BTreeMap<String, String> {
        self.reader.read(files)
    }

    fn question(&self) -> Option<String> {
        Some(self.question.clone())
    }

    /// The function that the check is in.
    fn is_of_check(&self, files: &Files, path: &str, line: usize) -> bool {
        let Some(text) = files.get(path) else { return false };
        let Some(file) = syntax::File::new(0, text) else { return false };
        let functions = file.nodes().into_iter().filter(|node| node.kind() == "function_definition");
        let mut own = functions.filter(|node| syntax::normal(file.says(*node)).contains(&self.failure.says));
        own.any(|node| node.start_position().row < line && line <= node.end_position().row + 1)
    }
}
