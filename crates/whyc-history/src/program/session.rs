//! Files are written to a folder, and a session is asked about them there.

use std::path::Path;
use std::time::Duration;

use whyc_base::source::SourceMap;
use whyc_c::Input;
use whyc_debug::finding::{Counterexample, Finding, PropertyReport};
use whyc_session::{Cancel, Extent, Part, Refused, Request, Session, Watch, Wish};
use whyc_shrink::Stop;

use super::Asking;
use crate::change::Files;
use crate::oracle::write;

/// What a session says about some files, and the request that it answers, with folders as they were named.
pub fn answer(
    asking: &Asking,
    change: &dyn Fn(Request) -> Request,
    (limit, units): (Option<Duration>, &[String]),
    files: &Files,
    wish: &Wish,
    stop: &Stop,
) -> std::io::Result<Result<(Finding, Request), Refused>> {
    with(asking, change, (limit, units), files, stop, &mut |session| {
        let finding = session.answer(wish, Extent::Asked)?;
        Ok((finding, session.request().clone()))
    })
    .map(|found| found.map(|((finding, request), place)| (placed(finding, &place, units), request)))
}

/// A run that comes to one of the properties that are meant, and violates nothing.
pub fn passing(
    asking: &Asking,
    change: &dyn Fn(Request) -> Request,
    (limit, units): (Option<Duration>, &[String]),
    files: &Files,
    is_meant: &dyn Fn(&PropertyReport) -> bool,
    stop: &Stop,
) -> Option<(Finding, Counterexample)> {
    let found = with(asking, change, (limit, units), files, stop, &mut |session| {
        let finding = session.answer(&Wish::Smallest(None), Extent::Asked)?;
        let meant = finding.properties.iter().filter(|it| is_meant(it)).map(|it| it.id.clone());
        let run = meant.collect::<Vec<_>>().iter().find_map(|id| session.passing_run(id));
        Ok((finding, run))
    });
    let ((finding, run), place) = found.ok()?.ok()?;
    Some((placed(finding, &place, units), run?))
}

/// Opens a session on some files, and asks it.
fn with<T>(
    asking: &Asking,
    change: &dyn Fn(Request) -> Request,
    (limit, units): (Option<Duration>, &[String]),
    files: &Files,
    stop: &Stop,
    ask: &mut dyn FnMut(&mut Session) -> Result<T, Refused>,
) -> std::io::Result<Result<(T, String), Refused>> {
    // What has none of the units need not be written. What has some of them is a program without the others: what they define may have been
    // somewhere else then.
    if let (Some(unit), false) = (units.first(), units.iter().any(|unit| files.contains_key(unit))) {
        let message = format!("there is no file {unit}");
        return Ok(Err(Refused::Mistaken { part: Part::Scope, message }));
    }
    let folder = tempfile::Builder::new().prefix("whyc-history-").tempdir()?;
    write(folder.path(), files)?;
    let place = format!("{}/", folder.path().display());
    Ok(opened(asking, change, limit, files, folder.path(), stop)
        .and_then(|mut session| ask(&mut session))
        .map(|found| (found, place.clone()))
        .map_err(|refused| match refused {
            Refused::Invalid { .. } => {
                Refused::Mistaken { part: Part::Scope, message: refused.to_string().replace(&place, "") }
            }
            refused => refused,
        }))
}

fn opened(
    asking: &Asking,
    change: &dyn Fn(Request) -> Request,
    limit: Option<Duration>,
    files: &Files,
    folder: &Path,
    stop: &Stop,
) -> Result<Session, Refused> {
    let request = asking(files, folder).map_err(|message| Refused::Mistaken { part: Part::Scope, message })?;
    let mut request = change(request);
    request.inputs.retain(|input| match input {
        Input::Path(path) => path.exists(),
        Input::Command(command) => command.file.exists(),
        Input::Text { .. } => true,
    });
    let cancel = Cancel::by(stop.flag());
    let budget = request.deciding.budget.ended_by(cancel.flag());
    request.deciding.budget = match limit {
        Some(limit) => budget.with_timeout(limit),
        None => budget,
    };
    Session::open(request, Watch::silent().ended_by(cancel))
}

/// A finding that names files as the repository does: where they are is another place each time.
fn placed(mut finding: Finding, place: &str, units: &[String]) -> Finding {
    let mut sources = SourceMap::new();
    for (_, file) in finding.sources.files() {
        sources.add(file.name.strip_prefix(place).unwrap_or(&file.name), file.bytes().to_vec());
    }
    finding.sources = sources;
    finding.head.files = units.to_vec();
    finding
}
