//! What a user can set, in the client's initialization options.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

/// What a user can set.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// How long a check of one file may take.
    pub timeout_seconds: u64,
    /// How much memory the server may take, in MiB: what would take more is undecided.
    pub memory_mib: u64,
    /// How long it waits for more to be typed.
    pub debounce_milliseconds: u64,
    /// Where files start that have no `main`.
    pub function: Option<String>,
    /// Whether the values of the failing run are shown beside the lines.
    pub values: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { timeout_seconds: 10, memory_mib: 4096, debounce_milliseconds: 400, function: None, values: true }
    }
}

impl Settings {
    /// The settings in a client's options, and what is wrong with them: then they are as if none were given.
    pub fn read(options: Option<Value>) -> (Self, Option<String>) {
        let Some(options) = options.filter(|options| !options.is_null()) else { return (Self::default(), None) };
        match serde_json::from_value(options) {
            Ok(settings) => (settings, None),
            Err(error) => (Self::default(), Some(format!("whyc does not understand its options: {error}"))),
        }
    }

    /// How long a check of one file may take.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout_seconds.clamp(1, 24 * 60 * 60))
    }

    /// How long it waits for more to be typed.
    pub fn debounce(&self) -> Duration {
        Duration::from_millis(self.debounce_milliseconds.min(60_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_not_set_is_as_usual_and_what_is_wrong_is_said() {
        let (settings, wrong) = Settings::read(Some(json!({"timeoutSeconds": 3, "other": [1]})));
        assert_eq!((settings.timeout(), settings.function, wrong), (Duration::from_secs(3), None, None));
        let (settings, wrong) = Settings::read(Some(json!({"timeoutSeconds": "soon"})));
        assert_eq!(settings, Settings::default());
        assert!(wrong.is_some_and(|wrong| wrong.contains("options")));
    }
}
