//! A client that speaks the protocol byte by byte, and remembers what it was told.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Who waits longer waits for what does not come. On a machine that is busy with other tests, everything takes its time.
const LIMIT: Duration = Duration::from_secs(300);

/// An editor.
pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    next: i64,
    /// What the server has told and asked, in order.
    pub told: Vec<Value>,
}

/// What a modern editor says of itself.
pub fn abilities() -> Value {
    json!({
        "textDocument": {"publishDiagnostics": {"relatedInformation": true, "versionSupport": true}},
        "window": {"showDocument": {"support": true}, "workDoneProgress": true},
        "workspace": {
            "workspaceEdit": {"documentChanges": true},
            "inlayHint": {"refreshSupport": true},
            "codeLens": {"refreshSupport": true},
        },
    })
}

/// The name of a file for the protocol.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

impl Client {
    /// Starts the server; nothing is said yet.
    pub fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("whyc should start");
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take().expect("piped"));
        let (out, messages) = channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Some(message) = read(&mut stdout) {
                if out.send(message).is_err() {
                    return;
                }
            }
        });
        Self { child, stdin, messages, next: 0, told: Vec::new() }
    }

    /// Starts the server for an editor that can do this, with these options.
    pub fn with(abilities: &Value, options: &Value) -> Self {
        let mut client = Self::start();
        let params =
            json!({"processId": null, "rootUri": null, "capabilities": abilities, "initializationOptions": options});
        let answer = client.ask("initialize", params);
        assert!(answer["capabilities"]["textDocumentSync"].is_object(), "{answer}");
        client.tell("initialized", json!({}));
        client
    }

    /// Sends bytes.
    pub fn write(&mut self, body: &str) {
        let stdin = self.stdin.as_mut().expect("the server should be listening");
        write!(stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("the server should read");
        stdin.flush().expect("the server should read");
    }

    /// Tells the server something.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string());
    }

    /// Asks the server something; what it answers, result or error.
    pub fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.next += 1;
        let id = self.next;
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        let answer = self.until(|message| message["id"] == id && message.get("method").is_none());
        match answer.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(answer["result"].clone()),
        }
    }

    /// Asks the server something that it knows.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The next message that is meant. What the server asks on the way is granted.
    pub fn until(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.messages.recv_timeout(LIMIT);
            let message = message.unwrap_or_else(|_| panic!("it should have come; all that did: {:#?}", self.told));
            if let (Some(_), Some(id)) = (message.get("method"), message.get("id")) {
                self.write(&json!({"jsonrpc": "2.0", "id": id, "result": null}).to_string());
            }
            self.told.push(message.clone());
            if is_meant(&message) {
                return message;
            }
        }
    }

    /// Opens a text.
    pub fn open(&mut self, path: &Path, text: &str) {
        let document = json!({"uri": uri(path), "languageId": "c", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Changes a text.
    pub fn change(&mut self, path: &Path, version: i32, text: &str) {
        let document = json!({"uri": uri(path), "version": version});
        self.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": [{"text": text}]}));
    }

    /// The next diagnostics of a file.
    pub fn diagnostics(&mut self, path: &Path) -> Vec<Value> {
        let name = uri(path);
        let is_meant = |message: &Value| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == name.as_str()
        };
        let told = self.until(is_meant);
        told["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// Opens a text, and waits for its diagnostics.
    pub fn diagnose(&mut self, path: &Path, text: &str) -> Vec<Value> {
        self.open(path, text);
        self.diagnostics(path)
    }

    /// The changes that are offered for a place, as soon as there are some.
    pub fn fixes(&mut self, path: &Path, diagnostic: &Value) -> Vec<Value> {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < LIMIT, "there should be a fix for {diagnostic:#}");
            let actions = self.actions(path, diagnostic);
            let is_excuse = |action: &Value| action["title"].as_str().is_some_and(|title| title.starts_with("allow "));
            let is_fix = |action: &Value| action.get("edit").is_some() && !is_excuse(action);
            let fixes: Vec<Value> = actions.into_iter().filter(is_fix).collect();
            if !fixes.is_empty() {
                return fixes;
            }
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// What can be done about a diagnostic.
    pub fn actions(&mut self, path: &Path, diagnostic: &Value) -> Vec<Value> {
        let params = json!({
            "textDocument": {"uri": uri(path)},
            "range": diagnostic["range"],
            "context": {"diagnostics": [diagnostic]},
        });
        self.ask("textDocument/codeAction", params).as_array().expect("a list").clone()
    }

    /// Says goodbye; the exit status.
    pub fn leave(mut self) -> Option<i32> {
        self.ask("shutdown", Value::Null);
        self.go()
    }

    /// Goes; the exit status.
    pub fn go(mut self) -> Option<i32> {
        self.tell("exit", Value::Null);
        self.wait()
    }

    /// Goes without a word; the exit status.
    pub fn vanish(mut self) -> Option<i32> {
        drop(self.stdin.take());
        self.wait()
    }

    fn wait(mut self) -> Option<i32> {
        self.child.wait().expect("the server should end").code()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Where a test has failed, nobody has said goodbye.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(input: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().ok()?,
            None if line.trim().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("the server should write JSON"))
}

/// A text with an edit of the protocol made; columns are units of UTF-16.
pub fn edited(text: &str, edits: &[Value]) -> String {
    let offset = |place: &Value| {
        let line = place["line"].as_u64().expect("a number") as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut left = place["character"].as_u64().expect("a number") as usize;
        let rest = &text[start..];
        let at = rest.char_indices().find(|(_, c)| {
            let is_there = left == 0;
            left = left.saturating_sub(c.len_utf16());
            is_there
        });
        start + at.map_or(rest.len(), |(at, _)| at)
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let (start, end) = (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]));
            (start, end, edit["newText"].as_str().expect("a text"))
        })
        .collect();
    edits.sort_unstable();
    let mut out = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}

/// A folder of its own, below the one for tests.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(name);
    // What an earlier run has left is not what this one writes.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder should be made");
    folder.canonicalize().expect("it was made")
}
