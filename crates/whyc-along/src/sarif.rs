//! Places in reports of other tools, in the format SARIF: the way of a warning (its code flow) as lines, in order; without one, the line of
//! the warning alone.

use serde_json::Value;

use crate::Place;

/// A warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What it says.
    pub message: String,
    /// Its way through the program, a line at a time.
    pub places: Vec<Place>,
}

/// The warnings of a report that have a place.
///
/// # Errors
/// If it is no such report, in words.
pub fn warnings(text: &str) -> Result<Vec<Warning>, String> {
    let report: Value = serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
    let Some(runs) = report.get("runs").and_then(Value::as_array) else {
        return Err("it is no SARIF: it has no \"runs\"".to_owned());
    };
    let mut all = Vec::new();
    for run in runs {
        for result in list(run, "results") {
            let places = lines(run, result)?;
            if !places.is_empty() {
                let message = result.pointer("/message/text").and_then(Value::as_str).unwrap_or("a warning");
                all.push(Warning { message: message.to_owned(), places });
            }
        }
    }
    Ok(all)
}

fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn lines(run: &Value, result: &Value) -> Result<Vec<Place>, String> {
    let flows: Vec<&Value> = list(result, "codeFlows").take(1).flat_map(|flow| list(flow, "threadFlows")).collect();
    let mut steps: Vec<&Value> = flows.iter().flat_map(|flow| list(flow, "locations")).collect();
    let order = |step: &Value| step.get("executionOrder").and_then(Value::as_i64).filter(|&it| it >= 0);
    if steps.iter().all(|step| order(step).is_some()) {
        steps.sort_by_key(|step| order(step));
    } else if flows.len() > 1 {
        return Err(
            "a warning goes through several threads, and does not say in which order (executionOrder)".to_owned()
        );
    }
    let ways: Vec<&Value> = if steps.is_empty() {
        list(result, "locations").take(1).collect()
    } else {
        steps.iter().filter_map(|step| step.get("location")).collect()
    };
    let mut places: Vec<Place> = ways.iter().filter_map(|location| place(run, location)).collect();
    // What is said of a line in several sentences is one visit of it.
    places.dedup();
    Ok(places)
}

fn place(run: &Value, location: &Value) -> Option<Place> {
    let physical = location.get("physicalLocation")?;
    let line = physical.pointer("/region/startLine")?.as_u64()?;
    let artifact = physical.get("artifactLocation")?;
    let uri = match artifact.get("uri").and_then(Value::as_str) {
        Some(uri) => uri,
        None => {
            let index = artifact.get("index")?.as_u64()?;
            run.pointer(&format!("/artifacts/{index}/location/uri"))?.as_str()?
        }
    };
    let line = u32::try_from(line).ok().filter(|&line| line > 0)?;
    Some(Place { file: path(uri), line })
}

/// The path that a URI says.
fn path(uri: &str) -> String {
    let rest = uri.strip_prefix("file://").unwrap_or(uri);
    let mut bytes = Vec::with_capacity(rest.len());
    let mut left = rest.as_bytes();
    while let [first, tail @ ..] = left {
        let escaped = (*first == b'%').then(|| tail.get(..2)).flatten().and_then(|two| std::str::from_utf8(two).ok());
        match escaped.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                left = &tail[2..];
            }
            None => {
                bytes.push(*first);
                left = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(line: u32, order: Option<u32>) -> String {
        let order = order.map(|it| format!(",\"executionOrder\":{it}")).unwrap_or_default();
        format!(
            "{{\"location\":{{\"physicalLocation\":{{\"artifactLocation\":{{\"uri\":\"file:///my%20src/a.c\"}},\"region\":{{\"startLine\":{line}}}}}}}{order}}}"
        )
    }

    fn report(flows: &[Vec<String>]) -> String {
        let flows: Vec<String> = flows.iter().map(|it| format!("{{\"locations\":[{}]}}", it.join(","))).collect();
        format!(
            "{{\"runs\":[{{\"results\":[{{\"message\":{{\"text\":\"m\"}},\"codeFlows\":[{{\"threadFlows\":[{}]}}]}}]}}]}}",
            flows.join(",")
        )
    }

    fn found(text: &str) -> Result<Vec<String>, String> {
        Ok(warnings(text)?.iter().flat_map(|it| it.places.iter().map(Place::to_string)).collect())
    }

    #[test]
    fn a_way_is_its_lines_in_order_each_once_in_a_row() {
        let plain = report(&[vec![step(3, None), step(3, None), step(7, None), step(3, None)]]);
        assert_eq!(found(&plain), Ok(["/my src/a.c:3", "/my src/a.c:7", "/my src/a.c:3"].map(str::to_owned).to_vec()));
        let threads = report(&[vec![step(3, Some(1)), step(4, Some(3))], vec![step(9, Some(2))]]);
        assert_eq!(
            found(&threads),
            Ok(["/my src/a.c:3", "/my src/a.c:9", "/my src/a.c:4"].map(str::to_owned).to_vec())
        );
        assert!(found(&report(&[vec![step(3, None)], vec![step(9, None)]])).is_err_and(|why| why.contains("threads")));
    }

    #[test]
    fn without_a_way_the_warning_itself_is_the_place() {
        let text = r#"{"runs":[{"artifacts":[{"location":{"uri":"b.c"}}],"results":[
            {"message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"index":0},"region":{"startLine":5}}}]},
            {"message":{"text":"without a place"}}]}]}"#;
        assert_eq!(found(text), Ok(vec!["b.c:5".to_owned()]));
        assert!(found("{}").is_err_and(|why| why.contains("no SARIF")));
        assert!(found("{").is_err_and(|why| why.contains("not JSON")));
    }

    #[test]
    fn what_is_no_escape_stays() {
        assert_eq!(path("a%2Eb%zz%4"), "a.b%zz%4");
    }
}
