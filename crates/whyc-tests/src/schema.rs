//! Holds JSON reports against their definition, `docs/report.schema.json`.

use std::fs;
use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::Value;

use crate::repository;

fn validator() -> &'static Validator {
    static VALIDATOR: OnceLock<Validator> = OnceLock::new();
    VALIDATOR.get_or_init(|| {
        let path = repository().join("docs/report.schema.json");
        let text = fs::read_to_string(path).expect("the schema should be there");
        let schema: Value = serde_json::from_str(&text).expect("the schema should be JSON");
        jsonschema::validator_for(&schema).expect("the schema should be one")
    })
}

/// What is wrong with a report, and what no schema can say: that every violated property has a run of its own.
#[must_use]
pub fn faults(report: &Value) -> Vec<String> {
    let mut faults: Vec<String> =
        validator().iter_errors(report).map(|error| format!("{}: {error}", error.instance_path())).collect();
    let list = |key: &str| report[key].as_array().cloned().unwrap_or_default();
    let runs = list("counterexamples");
    if *runs.first().unwrap_or(&Value::Null) != report["counterexample"] {
        faults.push("the first of `counterexamples` should be `counterexample`".to_owned());
    }
    for property in list("properties").iter().filter(|property| property["status"] == "violated") {
        let n = runs.iter().filter(|run| run["property"] == property["id"]).count();
        if n != 1 {
            faults.push(format!("{} is violated and has {n} runs", property["id"]));
        }
    }
    faults
}

/// Fails unless the report is as the schema wants it.
///
/// # Panics
/// If it is not.
pub fn assert_valid(report: &Value) {
    let faults = faults(report);
    assert!(faults.is_empty(), "the report should fit its schema:\n{}\n{report:#}", faults.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_with_missing_or_unknown_parts_is_refused() {
        let faults = faults(&serde_json::json!({"schema": "whyc-report/1", "other": 1}));
        assert!(faults.iter().any(|fault| fault.contains("\"verdict\" is a required property")), "{faults:?}");
        assert!(faults.iter().any(|fault| fault.contains("other")), "{faults:?}");
    }
}
