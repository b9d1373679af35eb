//! What is answered, and how.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use whyc_base::source::Span;
use whyc_report::sentences;

use super::adapter::{Adapter, After};
use super::breakpoints::{self, OnData, OnLine, Stop};
use super::debuggee::Debuggee;
use super::eval::Found;
use super::lines::Line;
use super::protocol::{self, Answer, FAILURE, Fault, Request, Which, capabilities};
use super::scopes::Handle;

/// The one thread.
const THREAD: i64 = 1;
/// A line that is visited more often is not listed further.
const MANY_VISITS: usize = 100;

/// Answers a request.
pub fn answer(adapter: &mut Adapter, request: &Request) -> Answer {
    match request.command.as_str() {
        "initialize" => {
            adapter.client = serde_json::from_value(request.arguments.clone()).unwrap_or_default();
            Ok(capabilities())
        }
        "configurationDone" => {
            adapter.is_configured = true;
            if adapter.run.is_some() {
                begin(adapter);
            }
            Ok(Value::Null)
        }
        "threads" => Ok(json!({"threads": [{"id": THREAD, "name": thread_name(adapter)}]})),
        "setBreakpoints" => set_breakpoints(adapter, arguments(request)?),
        "setFunctionBreakpoints" => Ok(json!({"breakpoints": []})),
        "setExceptionBreakpoints" => {
            let wanted: protocol::SetExceptionBreakpoints = arguments(request)?;
            adapter.breakpoints.failure = wanted.filters.iter().any(|filter| filter == FAILURE);
            Ok(
                json!({"breakpoints": wanted.filters.iter().map(|filter| json!({"verified": filter == FAILURE})).collect::<Vec<_>>()}),
            )
        }
        "dataBreakpointInfo" => data_breakpoint_info(adapter, &arguments(request)?),
        "setDataBreakpoints" => set_data_breakpoints(adapter, &arguments(request)?),
        "stackTrace" => stack_trace(adapter, &arguments(request)?),
        "scopes" => {
            let asked: protocol::Scopes = arguments(request)?;
            let activation = activation(run(adapter)?, Some(asked.frame_id))?;
            let Adapter { run: Some(run), handles, .. } = adapter else { return Err(no_run()) };
            Ok(json!({"scopes": run.scopes(handles, activation)}))
        }
        "variables" => variables(adapter, &arguments(request)?),
        "evaluate" => evaluate(adapter, &arguments(request)?),
        "readMemory" => run(adapter)?.read_memory(&arguments(request)?),
        "whyc/why" => {
            let asked: protocol::Why = arguments(request)?;
            why(adapter, &asked.name, asked.frame_id)
        }
        "whyc/back" => back(adapter),
        "gotoTargets" => goto_targets(adapter, &arguments(request)?),
        "goto" => goto(adapter, arguments(request)?),
        "exceptionInfo" => exception_info(adapter),
        "next" | "stepIn" | "stepOut" | "stepBack" | "continue" | "reverseContinue" | "pause" => go(adapter, request),
        "terminate" => {
            adapter.after.push(After::Terminated);
            Ok(Value::Null)
        }
        "disconnect" => {
            adapter.after.push(After::Gone);
            Ok(Value::Null)
        }
        "source" => Err("every source is a file".into()),
        other => Err(Fault(format!("whyc does not know the request `{other}`"))),
    }
}

fn arguments<T: DeserializeOwned>(request: &Request) -> Result<T, Fault> {
    // A request without arguments has an empty list of them.
    let given = if request.arguments.is_null() { json!({}) } else { request.arguments.clone() };
    serde_json::from_value(given).map_err(|error| Fault(format!("wrong arguments of `{}`: {error}", request.command)))
}

fn no_run() -> Fault {
    Fault("no run is being debugged yet".to_owned())
}

fn run(adapter: &mut Adapter) -> Result<&mut Debuggee, Fault> {
    adapter.run.as_deref_mut().ok_or_else(no_run)
}

fn thread_name(adapter: &Adapter) -> &'static str {
    match adapter.run.as_ref().map(|run| run.which) {
        Some(Which::Passing) => "the closest passing run",
        Some(Which::Failing) | None => "the failing run",
    }
}

/// The call that a frame is, the innermost one if none is given.
fn activation(run: &Debuggee, frame: Option<i64>) -> Result<u32, Fault> {
    let frames = run.frames();
    let found = match frame {
        None | Some(0) => frames.first(),
        Some(id) => frames.iter().find(|frame| i64::from(frame.activation) + 1 == id),
    };
    found.map(|frame| frame.activation).ok_or_else(|| "there is no such frame".into())
}

/// The run begins, now that the client has set its breakpoints.
pub fn begin(adapter: &mut Adapter) {
    let Some(run) = &mut adapter.run else { return };
    let to = if adapter.stop_on_entry { run.first } else { run.last };
    run.tape.wind(to);
    stopped(adapter, "entry", None, &[]);
}

/// Notes that the run has stopped: at its end for what that means, elsewhere for the reason given.
fn stopped(adapter: &mut Adapter, reason: &str, description: Option<&str>, ids: &[i64]) {
    adapter.handles.clear();
    let Some(run) = &adapter.run else { return };
    let (is_last, is_first) = (run.tape.at() == run.last, run.tape.at() == run.first);
    let mut why = json!({"reason": reason, "threadId": THREAD, "allThreadsStopped": true});
    if let Some(description) = description {
        why["description"] = json!(description);
    }
    match run.which {
        Which::Failing if is_last => {
            why["reason"] = json!("exception");
            why["description"] = json!("The check fails.");
            why["text"] = json!(failure(run));
        }
        Which::Passing if is_last => why["description"] = json!("The run ends here, and passes."),
        Which::Failing | Which::Passing if is_first => why["description"] = json!("The run begins here."),
        Which::Failing | Which::Passing => {}
    }
    if !ids.is_empty() {
        why["hitBreakpointIds"] = json!(ids);
    }
    adapter.after.push(After::Stopped(why));
}

/// What fails, in a sentence.
fn failure(run: &Debuggee) -> String {
    let property = run.finding.counterexample.as_ref().map_or(0, |it| it.property);
    sentences::violation(&run.finding, property)
}

fn go(adapter: &mut Adapter, request: &Request) -> Answer {
    let by_instruction = request.arguments.get("granularity").and_then(Value::as_str) == Some("instruction");
    let Adapter { run: Some(run), breakpoints, .. } = adapter else { return Err(no_run()) };
    let command = request.command.as_str();
    let is_forward = matches!(command, "next" | "stepIn" | "stepOut" | "continue");
    if is_forward && run.tape.at() >= run.last {
        let said = match run.which {
            Which::Failing => "whyc: the run has failed, and goes no further.\n",
            Which::Passing => "whyc: the run has passed.\n",
        };
        adapter.say("console", said);
        adapter.after.push(After::Terminated);
        return Ok(json!({"allThreadsContinued": true}));
    }
    let mut stop = None;
    match command {
        "next" | "stepIn" if by_instruction => run.tape.wind(run.next_instruction()),
        "stepBack" if by_instruction => run.tape.wind(run.previous_instruction()),
        "next" => run.tape.wind(run.next(false)),
        "stepIn" => run.tape.wind(run.next(true)),
        "stepOut" => run.tape.wind(run.out()),
        "stepBack" => run.tape.wind(run.back()),
        "continue" => stop = Some(breakpoints.ahead(run)),
        "reverseContinue" => stop = Some(breakpoints.behind(run)),
        // It never runs by itself.
        _ => {}
    }
    let goes_past = command == "continue" && stop == Some(Stop::End) && run.which == Which::Failing;
    if goes_past && !breakpoints.failure {
        let text = failure(run);
        adapter.say("important", &format!("whyc: {text}\n"));
        adapter.after.push(After::Terminated);
        return Ok(json!({"allThreadsContinued": true}));
    }
    match stop {
        Some(Stop::Line(id)) => stopped(adapter, "breakpoint", None, &[id]),
        Some(Stop::Data(id)) => stopped(adapter, "data breakpoint", None, &[id]),
        Some(Stop::End) if command == "reverseContinue" => stopped(adapter, "entry", None, &[]),
        Some(Stop::End) | None if command == "pause" => stopped(adapter, "pause", None, &[]),
        Some(Stop::End) | None => stopped(adapter, "step", None, &[]),
    }
    Ok(json!({"allThreadsContinued": true}))
}

fn set_breakpoints(adapter: &mut Adapter, asked: protocol::SetBreakpoints) -> Answer {
    let base = i64::from(adapter.client.lines_start_at1);
    let Adapter { run: Some(run), breakpoints, .. } = adapter else { return Err(no_run()) };
    let file = asked.source.path.as_deref().and_then(|path| run.file(path));
    if let Some(file) = file {
        breakpoints.clear(file);
    }
    let mut told = Vec::new();
    for wanted in asked.breakpoints {
        let line = u32::try_from(wanted.line - base + 1).unwrap_or(0);
        let found = file.and_then(|file| Some((file, run.lines.with_code(file, line)?)));
        told.push(match found {
            Some((file, line)) => {
                let id = breakpoints.id();
                let condition = wanted.condition.filter(|condition| !condition.trim().is_empty());
                breakpoints.lines.push(OnLine { id, at: Line { file, line }, condition });
                json!({"id": id, "verified": true, "line": i64::from(line) - 1 + base})
            }
            None if file.is_none() => json!({"verified": false, "message": "The file is not part of the program."}),
            None => json!({"verified": false, "message": "There is no code at or behind this line."}),
        });
    }
    Ok(json!({"breakpoints": told}))
}

fn data_breakpoint_info(adapter: &mut Adapter, asked: &protocol::DataBreakpointInfo) -> Answer {
    let frame = activation(run(adapter)?, asked.frame_id)?;
    let place = match asked.variables_reference.filter(|&reference| reference > 0) {
        Some(reference) => {
            let handle = adapter.handles.get(reference)?;
            let Adapter { run: Some(run), handles, .. } = adapter else { return Err(no_run()) };
            let found = run.variables(handles, &handle, 0, 0);
            let named = found.iter().find(|it| it["name"] == asked.name.as_str());
            let name = named.and_then(|it| it["evaluateName"].as_str()).map(str::to_owned);
            let whose = match handle {
                Handle::Locals(it) | Handle::Globals(it) | Handle::Matters(it) => it,
                Handle::Parts(it, ..) | Handle::Row(it, ..) => it,
                Handle::Inputs => frame,
            };
            name.ok_or_else(|| format!("`{}` is not something that can change", asked.name))
                .and_then(|name| run.place(&name, Some(whose)))
        }
        None => run(adapter)?.place(&asked.name, Some(frame)),
    };
    let run = run(adapter)?;
    let part = place.and_then(|place| run.stretch(place).ok_or_else(|| "it has no size".to_owned()));
    Ok(match part {
        Ok(part) => {
            let id = breakpoints::data_id(part);
            json!({"dataId": id, "description": format!("`{}` changes", asked.name), "accessTypes": ["write"], "canPersist": false})
        }
        Err(reason) => json!({"dataId": null, "description": reason}),
    })
}

fn set_data_breakpoints(adapter: &mut Adapter, asked: &protocol::SetDataBreakpoints) -> Answer {
    let Adapter { run: Some(run), breakpoints, .. } = adapter else { return Err(no_run()) };
    breakpoints.data.clear();
    let mut told = Vec::new();
    for wanted in &asked.breakpoints {
        told.push(match breakpoints::part_of(run, &wanted.data_id) {
            Some(part) => {
                let id = breakpoints.id();
                breakpoints.data.push(OnData { id, part });
                json!({"id": id, "verified": true})
            }
            None => json!({"verified": false, "message": "There is no such place in memory."}),
        });
    }
    Ok(json!({"breakpoints": told}))
}

fn stack_trace(adapter: &mut Adapter, asked: &protocol::StackTrace) -> Answer {
    let client = adapter.client;
    let run = run(adapter)?;
    let frames = run.frames();
    let start = usize::try_from(asked.start_frame.unwrap_or(0)).unwrap_or(0);
    let levels = usize::try_from(asked.levels.unwrap_or(0)).ok().filter(|&levels| levels > 0).unwrap_or(usize::MAX);
    let told = frames.iter().skip(start).take(levels).map(|frame| {
        let (line, column) = place_of(run, frame.span, false, client);
        let (end_line, end_column) = place_of(run, frame.span, true, client);
        json!({
            "id": i64::from(frame.activation) + 1,
            "name": run.program.functions[frame.function].name,
            "source": source(run, frame.span),
            "line": line,
            "column": column,
            "endLine": end_line,
            "endColumn": end_column,
        })
    });
    Ok(json!({"stackFrames": told.collect::<Vec<_>>(), "totalFrames": frames.len()}))
}

fn source(run: &Debuggee, span: Span) -> Value {
    let path = run.path(span.file);
    let name = path.and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    json!({"name": name, "path": path.map(|path| path.display().to_string())})
}

/// Where a span starts or ends, as the client counts; columns are units of UTF-16.
fn place_of(run: &Debuggee, span: Span, is_end: bool, client: protocol::Client) -> (i64, i64) {
    let sources = &run.program.sources;
    let at = if is_end { sources.end(span) } else { sources.start(span) };
    let text = sources.file(span.file).line_text(at.line);
    let before: usize = text.chars().take(at.column as usize - 1).map(char::len_utf16).sum();
    let line = i64::from(at.line) - i64::from(!client.lines_start_at1);
    (line, before as i64 + i64::from(client.columns_start_at1))
}

fn variables(adapter: &mut Adapter, asked: &protocol::Variables) -> Answer {
    let handle = adapter.handles.get(asked.variables_reference)?;
    let Adapter { run: Some(run), handles, .. } = adapter else { return Err(no_run()) };
    let number = |it: Option<i64>| u64::try_from(it.unwrap_or(0)).unwrap_or(0);
    Ok(json!({"variables": run.variables(handles, &handle, number(asked.start), number(asked.count))}))
}

fn evaluate(adapter: &mut Adapter, asked: &protocol::Evaluate) -> Answer {
    let text = asked.expression.trim();
    if asked.context.as_deref() == Some("repl") {
        if text == "back" {
            return back(adapter).map(|told| json!({"result": told["text"], "variablesReference": 0}));
        }
        if let Some(name) = text.strip_prefix("why ") {
            return why(adapter, name.trim(), asked.frame_id)
                .map(|told| json!({"result": told["text"], "variablesReference": 0}));
        }
    }
    let activation = activation(run(adapter)?, asked.frame_id)?;
    let Adapter { run: Some(run), handles, .. } = adapter else { return Err(no_run()) };
    let found = run.evaluate(text, Some(activation)).map_err(Fault)?;
    if let Found::Value(value) = found
        && !run.types.is_pointer(value.ty)
    {
        return Ok(json!({"result": run.show_found(found), "type": run.types.name(value.ty), "variablesReference": 0}));
    }
    let mut told = run.told_found(handles, activation, found, text);
    told["result"] = told["value"].take();
    Ok(told)
}

/// Goes to where a variable got the value that it has.
fn why(adapter: &mut Adapter, name: &str, frame: Option<i64>) -> Answer {
    let run = run(adapter)?;
    let whose = activation(run, frame)?;
    let place = run.place(name, Some(whose)).map_err(Fault)?;
    let value = run.show(place);
    let part = run.stretch(place).ok_or_else(|| Fault(format!("`{name}` has no size")))?;
    let now = run.tape.at();
    let writer = run.tape.writer(now, part).filter(|&moment| moment >= run.first);
    let Some(moment) = writer else {
        let text = format!("`{name}` has been {value} since before the program began");
        return Ok(json!({"text": text, "moved": false}));
    };
    run.tape.wind(moment);
    let span = run.frames().first().map(|frame| frame.span);
    let line = span.map_or(0, |span| run.program.sources.line(span));
    let statement = span.map_or("", |span| run.program.sources.text(span));
    let statement = statement.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = format!("`{name}` is {value} because of line {line}: `{statement}`. `back` goes back.");
    let told = json!({"text": text, "moved": true, "line": line, "source": span.map(|span| source(run, span))});
    adapter.history.push(now);
    stopped(adapter, "goto", Some(&format!("`{name}` gets its value here.")), &[]);
    Ok(told)
}

/// Goes back to where `why` was asked.
fn back(adapter: &mut Adapter) -> Answer {
    run(adapter)?;
    let Some(moment) = adapter.history.pop() else { return Err("there is nowhere to go back to".into()) };
    run(adapter)?.tape.wind(moment);
    stopped(adapter, "goto", Some("Back from where a value came from."), &[]);
    Ok(json!({"text": "back", "moved": true}))
}

fn goto_targets(adapter: &mut Adapter, asked: &protocol::GotoTargets) -> Answer {
    let base = i64::from(adapter.client.lines_start_at1);
    let run = run(adapter)?;
    let file = asked.source.path.as_deref().and_then(|path| run.file(path));
    let Some(file) = file else { return Err("the file is not part of the program".into()) };
    let line = u32::try_from(asked.line - base + 1).unwrap_or(0);
    let line = Line { file, line };
    let is_it = |moment: &usize| run.lines.begins(*moment) && run.lines.line(&run.tape.moments[*moment]) == Some(line);
    let visits: Vec<usize> = (run.first..=run.last).filter(is_it).collect();
    let told = visits.iter().enumerate().take(MANY_VISITS).map(|(k, moment)| {
        json!({"id": moment, "label": format!("visit {} of {}", k + 1, visits.len()), "line": asked.line})
    });
    Ok(json!({"targets": told.collect::<Vec<_>>()}))
}

fn goto(adapter: &mut Adapter, asked: protocol::Goto) -> Answer {
    let run = run(adapter)?;
    let moment = usize::try_from(asked.target_id).ok().filter(|&moment| run.first <= moment && moment <= run.last);
    let Some(moment) = moment.filter(|&moment| run.lines.begins(moment)) else {
        return Err("there is no such target".into());
    };
    run.tape.wind(moment);
    stopped(adapter, "goto", None, &[]);
    Ok(Value::Null)
}

fn exception_info(adapter: &mut Adapter) -> Answer {
    let run = run(adapter)?;
    if run.which == Which::Passing || run.tape.at() != run.last {
        return Err("nothing fails here".into());
    }
    let property = run.finding.counterexample.as_ref().and_then(|it| run.finding.properties.get(it.property));
    let class = property.map_or("failure", |it| it.class.name());
    let text = failure(run);
    Ok(
        json!({"exceptionId": class, "description": text, "breakMode": "always", "details": {"message": text, "typeName": class}}),
    )
}
