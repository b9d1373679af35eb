//! Parts on other machines, with a real server and real workers: whatever happens to them, the verdict stays right.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;
use whyc_base::budget::Budget;
use whyc_cluster::wire::{Input, Outcome, Said};
use whyc_cluster::worker::{self, Event, Look, Proof};
use whyc_cluster::{Address, Worker};
use whyc_engines::portable::Portable;
use whyc_term::Fact;

/// Eight ways, of which one fails.
const WAYS: &str = "extern unsigned nondet(void);
int main(void) {
    unsigned a = nondet(), b = nondet(), s = 0;
    if (a & 1)
        s += 1;
    if (a & 2)
        s += 2;
    if (b & 4)
        s += 4;
    if (s == 7)
        s = (a * b) ^ (a >> 7);
    __CPROVER_assert(s != 0x3a57, \"not that\");
    return 0;
}
";

/// Nothing fails, but it takes a while to know: products in two orders, behind branches.
fn hard(bits: u32) -> String {
    format!(
        "extern unsigned nondet(void);
int main(void) {{
    unsigned a = nondet() & {mask}, b = nondet() & {mask}, c = 0;
    if (a > b)
        c = a - b;
    else
        c = b - a;
    if (a & 1)
        c ^= 0;
    __CPROVER_assert((a + b) * (a + b) - c * c == 4 * a * b, \"binomial\");
    return 0;
}}
",
        mask = (1u64 << bits) - 1
    )
}

/// A server of the test's own; it goes with the test.
struct Server {
    child: Child,
    port: u16,
    store: tempfile::TempDir,
}

fn program() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let usual = [PathBuf::from("/usr/sbin"), PathBuf::from("/usr/local/bin")];
    std::env::split_paths(&folders).chain(usual).map(|folder| folder.join("nats-server")).find(|path| path.is_file())
}

fn serve(port: u16, store: &Path, options: &[&str]) -> Option<Child> {
    let mut command = Command::new(program()?);
    command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(store).args(options);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let until = Instant::now() + Duration::from_secs(20);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < until, "the server should start");
        thread::sleep(Duration::from_millis(20));
    }
    Some(child)
}

impl Server {
    fn start() -> Option<Self> {
        Self::start_with(&[])
    }

    #[expect(clippy::print_stderr, reason = "a test that is skipped should say so")]
    fn start_with(options: &[&str]) -> Option<Self> {
        let port = TcpListener::bind(("127.0.0.1", 0)).and_then(|it| it.local_addr()).expect("a free port").port();
        let store = tempfile::tempdir().expect("a folder");
        let child = serve(port, store.path(), options);
        if child.is_none() {
            eprintln!("skipped: there is no nats-server");
        }
        Some(Self { child: child?, port, store })
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn restart(&mut self) {
        self.end();
        self.child = serve(self.port, self.store.path(), &[]).expect("it was there before");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// A worker in a process of its own.
struct Process {
    child: Child,
    /// What it has said.
    said: Arc<Mutex<String>>,
}

impl Process {
    fn start(server: &Server) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
        command.args(["worker", "--jobs", "1", "--cluster", &server.url()]).stdout(Stdio::null());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("whyc starts");
        let said = Arc::new(Mutex::new(String::new()));
        let (stderr, heard) = (child.stderr.take().expect("it is piped"), Arc::clone(&said));
        thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let mut heard = heard.lock().expect("nobody fails");
                heard.push_str(&line);
                heard.push('\n');
            }
        });
        let it = Self { child, said };
        it.wait_for("is ready");
        it
    }

    fn said(&self) -> String {
        self.said.lock().expect("nobody fails").clone()
    }

    fn wait_for(&self, word: &str) {
        let until = Instant::now() + Duration::from_secs(30);
        while !self.said().contains(word) {
            assert!(Instant::now() < until, "the worker should say `{word}`: {}", self.said());
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(sent.expect("kill is there").success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A worker in this process, which looks at parts as the test says.
struct Double {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Double {
    fn start(server: &Server, look: Arc<Look>) -> Self {
        let address = Address::new(server.url(), "whyc");
        let it = Worker { address, name: "double".to_owned(), jobs: 1, memory: None };
        let stop = Arc::new(AtomicBool::new(false));
        let ready = Arc::new(AtomicBool::new(false));
        let (stopped, is_ready) = (Arc::clone(&stop), Arc::clone(&ready));
        let tell = move |event: Event| {
            if event == Event::Ready {
                is_ready.store(true, Ordering::Relaxed);
            }
        };
        let thread = thread::spawn(move || worker::run(it, look, &stopped, Arc::new(tell)).expect("it works"));
        let until = Instant::now() + Duration::from_secs(30);
        while !ready.load(Ordering::Relaxed) {
            assert!(Instant::now() < until, "the double should be ready");
            thread::sleep(Duration::from_millis(20));
        }
        // Its subscriptions are there once the server has seen them.
        thread::sleep(Duration::from_millis(200));
        Self { stop, thread: Some(thread) }
    }
}

impl Drop for Double {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Someone who speaks the protocol by hand: says what is heard under a subject, with where an answer is to go.
fn listen(server: &Server, subject: &str, mut hear: impl FnMut(&str, Option<&str>, &[u8]) -> Vec<u8> + Send + 'static) {
    let stream = TcpStream::connect(("127.0.0.1", server.port)).expect("the server is there");
    let (mut reader, mut writer) = (BufReader::new(stream.try_clone().expect("a second handle")), stream);
    writer.write_all(b"CONNECT {\"verbose\":false}\r\n").expect("it is sent");
    writer.write_all(format!("SUB {subject} 1\r\nPING\r\n").as_bytes()).expect("it is sent");
    let mut line = String::new();
    // Until the server has understood all that.
    while !line.starts_with("PONG") {
        line.clear();
        reader.read_line(&mut line).expect("the server answers");
    }
    thread::spawn(move || {
        loop {
            let mut line = String::new();
            match reader.read_line(&mut line) {
                Ok(n) if n > 0 => {}
                Ok(_) | Err(_) => return,
            }
            if line.starts_with("PING") && writer.write_all(b"PONG\r\n").is_err() {
                return;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            let (reply, n) = match words.as_slice() {
                ["MSG", _, _, n] => (None, *n),
                ["MSG", _, _, reply, n] => (Some(*reply), *n),
                ["HMSG", _, _, _, n] => (None, *n),
                ["HMSG", _, _, reply, _, n] => (Some(*reply), *n),
                _ => continue,
            };
            let head: usize = match words.as_slice() {
                ["HMSG", .., head, _] => head.parse().expect("a number"),
                _ => 0,
            };
            let mut payload = vec![0; n.parse::<usize>().expect("a number") + 2];
            if reader.read_exact(&mut payload).is_err() {
                return;
            }
            let said = hear(words[1], reply, &payload[head..payload.len() - 2]);
            if writer.write_all(&said).is_err() {
                return;
            }
        }
    });
}

fn publish(subject: &str, payload: &[u8]) -> Vec<u8> {
    [format!("PUB {subject} {}\r\n", payload.len()).as_bytes(), payload, b"\r\n"].concat()
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("it can be written");
    }
    folder
}

fn begin(server: &Server, folder: &Path, args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
    command
        .current_dir(folder)
        .args(["check", "--jobs", "1", "--patience", "50", "--cluster", &server.url()])
        .args(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("whyc starts")
}

fn check(server: &Server, folder: &Path, args: &[&str]) -> Output {
    begin(server, folder, args).wait_with_output().expect("whyc ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The report without what may depend on times.
fn timeless(output: &Output) -> Value {
    let report: Result<Value, _> = serde_json::from_slice(&output.stdout);
    let mut report = report.unwrap_or_else(|_| panic!("a report: {}", text(&output.stderr)));
    report["stats"] = Value::Null;
    report["engine"] = Value::Null;
    report
}

/// A worker that says the same of every part, whatever is asked.
fn saying(said: Said, proof: Option<&'static [u8]>) -> Arc<Look> {
    Arc::new(move |_: &Portable, _: &[Fact], _: Proof, _: &Budget| {
        Ok((Outcome { said: said.clone(), work: 1, gates: 1 }, proof.map(<[u8]>::to_vec)))
    })
}

#[test]
fn workers_say_what_would_be_said_here() {
    let Some(server) = Server::start() else { return };
    let folder = folder(&[("ways.c", WAYS), ("hard.c", &hard(5))]);
    let json = |args: &[&str]| check(&server, folder.path(), &[&["--format", "json"], args].concat());
    let alone = [json(&["ways.c"]), json(&["hard.c"])];
    assert!(text(&alone[0].stderr).contains("cluster: no worker is there"), "{}", text(&alone[0].stderr));
    let _workers = [Process::start(&server), Process::start(&server)];
    for (here, program) in alone.iter().zip(["ways.c", "hard.c"]) {
        for proofs in [&[][..], &["--cluster-proofs"]] {
            let there = json(&[proofs, &[program]].concat());
            assert_eq!(timeless(&there), timeless(here), "{program}");
            let told = text(&there.stderr);
            assert!(told.contains("were answered by workers, 0 here"), "{told}");
            assert_eq!(told.contains("proofs were checked"), !proofs.is_empty() && program == "hard.c", "{told}");
        }
    }
    assert_eq!((alone[0].status.code(), alone[1].status.code()), (Some(1), Some(0)));
}

#[test]
fn workers_that_die_or_stall_change_nothing() {
    let Some(server) = Server::start() else { return };
    let folder = folder(&[("hard.c", &hard(7))]);
    let killed = Process::start(&server);
    let check = begin(&server, folder.path(), &["--timeout", "100", "hard.c"]);
    killed.wait_for("cut in two");
    let stalled = Process::start(&server);
    drop(killed);
    stalled.wait_for("p0");
    stalled.signal("STOP");
    let _helper = Process::start(&server);
    let output = check.wait_with_output().expect("whyc ends");
    stalled.signal("CONT");
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn a_server_that_is_started_again_loses_nothing() {
    let Some(mut server) = Server::start() else { return };
    let folder = folder(&[("hard.c", &hard(6))]);
    let worker = Process::start(&server);
    let check = begin(&server, folder.path(), &["--timeout", "100", "hard.c"]);
    worker.wait_for("p00");
    server.restart();
    let output = check.wait_with_output().expect("whyc ends");
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn when_all_are_gone_the_limit_still_holds() {
    let Some(mut server) = Server::start() else { return };
    let folder = folder(&[("hard.c", &hard(14))]);
    let mut worker = Process::start(&server);
    let started = Instant::now();
    let check = begin(&server, folder.path(), &["--timeout", "4", "hard.c"]);
    worker.wait_for("p0");
    server.end();
    // It goes when it is told to, whether there is a server or not.
    worker.signal("TERM");
    let output = check.wait_with_output().expect("whyc ends");
    assert_eq!(output.status.code(), Some(3), "{}{}", text(&output.stdout), text(&output.stderr));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    while worker.child.try_wait().expect("it is ours").is_none() {
        assert!(started.elapsed() < Duration::from_secs(40), "the worker should go");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn who_lies_is_not_believed() {
    let Some(server) = Server::start() else { return };
    let folder = folder(&[("ways.c", WAYS), ("hard.c", &hard(4))]);
    // It says that nothing fails, without looking: with no proof, and with one that is none.
    for proof in [None, Some(&b"9 0 1 2 0\n"[..])] {
        let _liar = Double::start(&server, saying(Said::Nothing(None), proof));
        let output = check(&server, folder.path(), &["--cluster-proofs", "ways.c"]);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("worker double is not believed any more"), "{told}");
    }
    // It has found something where there is nothing.
    let three = Input { id: 0, value: "3".to_owned(), elements: None };
    let _liar = Double::start(&server, saying(Said::Found(vec![three]), None));
    let output = check(&server, folder.path(), &["hard.c"]);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("it has found a run that is none"), "{told}");
}

#[test]
fn what_is_delivered_twice_counts_once() {
    let Some(server) = Server::start() else { return };
    let folder = folder(&[("ways.c", WAYS), ("hard.c", &hard(5))]);
    let alone = check(&server, folder.path(), &["--format", "json", "ways.c"]);
    let _workers = [Process::start(&server), Process::start(&server)];
    let (n_jobs, mut seen) = (Arc::new(AtomicUsize::new(0)), std::collections::HashSet::new());
    let counted = Arc::clone(&n_jobs);
    listen(&server, "whyc.whyc.jobs.*", move |subject, _, payload| {
        counted.fetch_add(1, Ordering::Relaxed);
        if seen.insert(payload.to_vec()) { publish(subject, payload) } else { Vec::new() }
    });
    let output = check(&server, folder.path(), &["--format", "json", "ways.c"]);
    assert_eq!(timeless(&output), timeless(&alone));
    assert_eq!(check(&server, folder.path(), &["hard.c"]).status.code(), Some(0));
    assert!(n_jobs.load(Ordering::Relaxed) > 10, "{n_jobs:?}");
}

#[test]
fn another_version_is_refused_in_words() {
    let Some(server) = Server::start() else { return };
    let folder = folder(&[("ways.c", WAYS)]);
    // The stream is there once somebody was.
    let empty = check(&server, folder.path(), &["ways.c"]);
    assert_eq!(empty.status.code(), Some(1));
    listen(&server, "whyc.whyc.hello", |_, reply, _| {
        let hello = br#"{"worker":"old","version":"0.0.9+1","jobs":4}"#;
        reply.map(|reply| publish(reply, hello)).unwrap_or_default()
    });
    let output = check(&server, folder.path(), &["ways.c"]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.contains("no worker has version 0.1.0+1, only 0.0.9+1"), "{told}");
    // A job of another version that comes to a worker nevertheless.
    let worker = Process::start(&server);
    let job = br#"{"version":"0.0.9+1","check":"x","part":"p","question":"q","facts":[],"proof":false}"#;
    let mut sent = false;
    listen(&server, "whyc.whyc.hello", move |_, _, _| {
        let word = whyc_cluster::address::VERSION.replace(['.', '+'], "_");
        let again = std::mem::replace(&mut sent, true);
        if again { Vec::new() } else { publish(&format!("whyc.whyc.jobs.{word}"), job) }
    });
    check(&server, folder.path(), &["ways.c"]);
    worker.wait_for("a job was refused: it is for version 0.0.9+1, and this is 0.1.0+1");
}

#[test]
fn what_cannot_be_reached_is_said_at_once() {
    let folder = folder(&[("ways.c", WAYS)]);
    let port = TcpListener::bind(("127.0.0.1", 0)).and_then(|it| it.local_addr()).expect("a free port").port();
    let whyc = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_whyc")).current_dir(folder.path()).args(args).output().expect("whyc starts")
    };
    let started = Instant::now();
    let url = format!("nats://me:secret@127.0.0.1:{port}");
    let output = whyc(&["check", "--cluster", &url, "ways.c"]);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains(&format!("nats://127.0.0.1:{port} cannot be reached")) && !told.contains("secret"), "{told}");
    assert!(started.elapsed() < Duration::from_secs(20));
    for args in [
        &["check", "--cluster", &url, "--split", "none", "ways.c"][..],
        &["check", "--cluster-proofs", "ways.c"],
        &["check", "--cluster", &url, "--cluster-team", "a.b", "ways.c"],
        &["worker"],
    ] {
        assert_eq!(whyc(args).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn the_server_decides_who_gets_in() {
    let Some(server) = Server::start_with(&["--user", "me", "--pass", "se:cr@t"]) else { return };
    let folder = folder(&[("ways.c", WAYS)]);
    let check = |user: &str| {
        let url = format!("nats://{user}127.0.0.1:{}", server.port);
        let mut command = Command::new(env!("CARGO_BIN_EXE_whyc"));
        command.current_dir(folder.path()).args(["check", "--cluster", &url, "ways.c"]);
        command.output().expect("whyc starts")
    };
    assert_eq!(check("me:se%3acr%40t@").status.code(), Some(1));
    for user in ["", "me:wrong@"] {
        let output = check(user);
        assert_eq!(output.status.code(), Some(2), "{user}");
        assert!(text(&output.stderr).contains("authorization violation"), "{}", text(&output.stderr));
    }
}

#[test]
fn all_targets_of_a_project_go_to_the_cluster() {
    let Some(server) = Server::start() else { return };
    let target = |name: &str| {
        format!("[[target]]\nname = \"{name}\"\nfiles = [\"{name}.c\"]\noptions = [\"--patience\", \"50\"]\n")
    };
    let toml = target("ways") + &target("hard");
    let folder = folder(&[("ways.c", WAYS), ("hard.c", &hard(5)), ("whyc.toml", &toml)]);
    let worker = Process::start(&server);
    let output = check(&server, folder.path(), &[]);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}{}", text(&output.stderr));
    assert!(told.contains("2 targets: 1 fails, 1 holds"), "{told}");
    worker.wait_for("found");
}
