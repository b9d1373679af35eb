//! A debugger that speaks the protocol byte by byte, and remembers what it was told.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// Who waits longer waits for what does not come. On a machine that is busy with other tests, everything takes its time.
const LIMIT: Duration = Duration::from_secs(300);

/// A debugger.
pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    seq: i64,
    /// What the adapter has told, in order, and was not looked at yet.
    pub told: Vec<Value>,
}

impl Client {
    /// Starts the adapter and says hello.
    pub fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
        command.arg("dap").stdin(Stdio::piped()).stdout(Stdio::piped());
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
        let mut client = Self { child, stdin, messages, seq: 0, told: Vec::new() };
        let able =
            client.ask("initialize", json!({"adapterID": "whyc", "linesStartAt1": true, "columnsStartAt1": true}));
        assert_eq!(
            (&able["supportsStepBack"], &able["supportsDataBreakpoints"]),
            (&json!(true), &json!(true)),
            "{able}"
        );
        client
    }

    /// Starts the adapter with a run of a program; it has stopped at its beginning.
    pub fn debug(path: &Path, more: Value) -> Self {
        let mut client = Self::start();
        client.launch(path, more).unwrap_or_else(|error| panic!("it should be launched: {error}"));
        client.wait_for("initialized");
        client.ask("configurationDone", json!({}));
        client.wait_for("stopped");
        client
    }

    /// Launches a program.
    pub fn launch(&mut self, path: &Path, more: Value) -> Result<Value, Value> {
        let mut arguments = json!({"type": "whyc", "program": path, "timeoutSeconds": 120});
        for (key, value) in more.as_object().expect("an object") {
            arguments[key] = value.clone();
        }
        self.try_ask("launch", arguments)
    }

    /// Sends bytes.
    pub fn write(&mut self, body: &str) {
        let stdin = self.stdin.as_mut().expect("the adapter should be listening");
        write!(stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("the adapter should read");
        stdin.flush().expect("the adapter should read");
    }

    /// Asks the adapter something; what it answers, or what it complains of.
    pub fn try_ask(&mut self, command: &str, arguments: Value) -> Result<Value, Value> {
        self.seq += 1;
        let seq = self.seq;
        self.write(&json!({"type": "request", "seq": seq, "command": command, "arguments": arguments}).to_string());
        let answer = self.until(|message| message["request_seq"] == seq);
        assert_eq!(answer["command"], command);
        match answer["success"] == true {
            true => Ok(answer["body"].clone()),
            false => Err(answer["message"].clone()),
        }
    }

    /// Asks the adapter something that it knows.
    pub fn ask(&mut self, command: &str, arguments: Value) -> Value {
        self.try_ask(command, arguments).unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// The next message that is meant; those before it are kept.
    pub fn until(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.messages.recv_timeout(LIMIT);
            let message = message.unwrap_or_else(|_| panic!("it should have come; what did: {:#?}", self.told));
            if is_meant(&message) {
                return message;
            }
            self.told.push(message);
        }
    }

    /// The next event of a kind.
    pub fn wait_for(&mut self, event: &str) -> Value {
        let known = self.told.iter().position(|message| message["event"] == event);
        let message = match known {
            Some(at) => self.told.remove(at),
            None => self.until(|message| message["event"] == event),
        };
        message["body"].clone()
    }

    /// Goes somewhere; why the run has stopped there.
    pub fn go(&mut self, command: &str) -> Value {
        self.ask(command, json!({"threadId": 1}));
        self.wait_for("stopped")
    }

    /// The calls that are going on: names and lines, the innermost first.
    pub fn stack(&mut self) -> Vec<(String, u64)> {
        let trace = self.ask("stackTrace", json!({"threadId": 1}));
        let frames = trace["stackFrames"].as_array().expect("a list");
        frames
            .iter()
            .map(|it| (it["name"].as_str().unwrap_or("").to_owned(), it["line"].as_u64().unwrap_or(0)))
            .collect()
    }

    /// The line of the innermost call.
    pub fn line(&mut self) -> u64 {
        self.stack().first().map_or(0, |(_, line)| *line)
    }

    /// The variables in a scope of the innermost call.
    pub fn scope(&mut self, name: &str) -> Vec<Value> {
        let trace = self.ask("stackTrace", json!({"threadId": 1, "levels": 1}));
        let scopes = self.ask("scopes", json!({"frameId": trace["stackFrames"][0]["id"]}));
        let scope = scopes["scopes"].as_array().expect("a list").iter().find(|it| it["name"] == name).cloned();
        let scope = scope.unwrap_or_else(|| panic!("{name} should be one of {scopes}"));
        self.open(&scope)
    }

    /// The parts of a variable.
    pub fn open(&mut self, variable: &Value) -> Vec<Value> {
        let reference = &variable["variablesReference"];
        assert!(reference.as_i64() > Some(0), "{variable} should have parts");
        let told = self.ask("variables", json!({"variablesReference": reference}));
        told["variables"].as_array().expect("a list").clone()
    }

    /// A local.
    pub fn local(&mut self, name: &str) -> Value {
        let locals = self.scope("Locals");
        locals
            .iter()
            .find(|it| it["name"] == name)
            .cloned()
            .unwrap_or_else(|| panic!("{name} should be one of {locals:#?}"))
    }

    /// The value of an expression.
    pub fn value(&mut self, expression: &str) -> String {
        let told = self.ask("evaluate", json!({"expression": expression, "context": "watch"}));
        told["result"].as_str().expect("a text").to_owned()
    }

    /// Why an expression has no value.
    pub fn refusal(&mut self, expression: &str) -> String {
        match self.try_ask("evaluate", json!({"expression": expression, "context": "watch"})) {
            Ok(told) => panic!("{expression} should be refused: {told}"),
            Err(message) => message.as_str().expect("a text").to_owned(),
        }
    }

    /// Says goodbye; the exit status.
    pub fn leave(mut self) -> Option<i32> {
        self.ask("disconnect", json!({}));
        self.child.wait().expect("the adapter should end").code()
    }

    /// Goes without a word; the exit status.
    pub fn vanish(mut self) -> Option<i32> {
        drop(self.stdin.take());
        self.child.wait().expect("the adapter should end").code()
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
    Some(serde_json::from_slice(&body).expect("the adapter should write JSON"))
}

/// A program in a folder of its own, below the one for tests.
pub fn program(name: &str, text: &str) -> PathBuf {
    // Tests run beside each other, in one process or in many, and several debug the same program: one must not read it while
    // another writes it.
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("{name}-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dap").join(name);
    std::fs::create_dir_all(&folder).expect("a folder should be made");
    let path = folder.canonicalize().expect("it was made").join("program.c");
    std::fs::write(&path, text).expect("the program should be written");
    path
}
