//! The process that watches over the one that does the work.
//!
//! libclang can crash or hang, and the system can end a process that is too large: none of that can be caught inside the
//! process it happens to. So whyc starts itself once more, hands all the work to that child, and waits. If the child ends in
//! the ordinary way, its exit status is all there is to pass on. If it does not, there is still a message and a verdict.
//!
//! The child ends by itself when a limit is reached (`watchdog`), and knows what was decided by then; here is the last
//! resort. Child and parent talk through a pipe: one letter for each [`Stage`].

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, getpid, kill_process, pidfd_open, pidfd_send_signal, set_parent_process_death_signal,
};
use whyc_base::budget::Exhausted;

use crate::Exit;

/// Names the pipe to the parent; who has it is the child.
const PIPE: &str = "WHYC_SUPERVISED";
/// How long after its time limit, or a signal, the child is waited for.
const PATIENCE: Duration = Duration::from_millis(850);
/// How much longer if it has begun to put together what it knows.
const MORE_PATIENCE: Duration = Duration::from_secs(4);

/// What the child is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// libclang reads the program.
    Reading,
    /// Everything else.
    Working,
    /// A limit was reached, and what is known by then is being put together.
    Composing,
    /// The answer is being written.
    Answering,
    /// The answer is complete.
    Done,
    /// So is the message that there is none.
    Refused,
}

impl Stage {
    const ALL: [Stage; 6] =
        [Stage::Reading, Stage::Working, Stage::Composing, Stage::Answering, Stage::Done, Stage::Refused];

    /// Whether nobody else may answer any more: some of the answer may have been read already.
    fn is_answer(self) -> bool {
        matches!(self, Stage::Answering | Stage::Done | Stage::Refused)
    }

    fn letter(self) -> u8 {
        match self {
            Stage::Reading => b'r',
            Stage::Working => b'w',
            Stage::Composing => b'c',
            Stage::Answering => b'a',
            Stage::Done => b'd',
            Stage::Refused => b'x',
        }
    }
}

/// How the child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With an answer, and this status.
    Answered(u8),
    /// It did not keep to a limit, or to a wish to stop.
    Overran(Exhausted),
    /// Someone else ended it: where memory is short, the system does.
    Killed,
    /// It crashed.
    Crashed {
        /// What it was doing.
        stage: Stage,
        /// By which signal, if by one.
        signal: Option<i32>,
    },
}

static TO_PARENT: OnceLock<Mutex<File>> = OnceLock::new();
static IS_READING: AtomicBool = AtomicBool::new(false);

/// Starts the child and waits for it; nothing if this process is the child, or if none can be started: then the work is to be
/// done here.
pub fn watch(timeout: Option<Duration>) -> Option<End> {
    if let Some(path) = std::env::var_os(PIPE) {
        be_watched(&path);
        return None;
    }
    let start = Instant::now();
    let (reader, writer) = io::pipe().ok()?;
    let path = format!("/proc/{}/fd/{}", std::process::id(), writer.as_raw_fd());
    let mut arguments = std::env::args_os();
    let mut command = Command::new("/proc/self/exe");
    command.arg0(arguments.next()?).args(arguments).env(PIPE, path);
    // libclang would parse on a thread with a small stack of its own, and die of deep nesting; ours is large.
    command.env("LIBCLANG_NOTHREADS", "1");
    let child = command.spawn().ok()?;
    let reason = Arc::new(Mutex::new(None));
    let heard = Arc::new(Mutex::new(Heard { reader, last: None }));
    wait(&child, timeout.and_then(|timeout| start.checked_add(timeout)), &reason, &heard);
    Some(end(child, writer, &reason, &heard))
}

/// What the child has said.
struct Heard {
    reader: PipeReader,
    last: Option<Stage>,
}

impl Heard {
    /// Takes in what there is to hear, without waiting.
    fn listen(&mut self) -> Option<Stage> {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        while matches!(poll(&mut [PollFd::new(&self.reader, PollFlags::IN)], Some(&now)), Ok(1..)) {
            let mut letter = [0];
            if self.reader.read_exact(&mut letter).is_err() {
                break;
            }
            self.take(letter[0]);
        }
        self.last
    }

    fn take(&mut self, letter: u8) {
        self.last = Stage::ALL.into_iter().find(|stage| stage.letter() == letter).or(self.last);
    }
}

/// The child's side: connects to the parent, and goes when that goes.
fn be_watched(path: &OsStr) {
    // Without either the child works as well; it is only known less well how it ended.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    if let Ok(pipe) = OpenOptions::new().write(true).open(path) {
        let _ = TO_PARENT.set(Mutex::new(pipe));
    }
}

/// Whether libclang is at work just now.
pub fn is_reading() -> bool {
    IS_READING.load(Ordering::Relaxed)
}

/// Tells the parent what is being done now.
pub fn tell(stage: Stage) {
    IS_READING.store(stage == Stage::Reading, Ordering::Relaxed);
    if let Some(pipe) = TO_PARENT.get() {
        // If the parent is gone, so is this process.
        let _ = pipe.lock().unwrap_or_else(PoisonError::into_inner).write_all(&[stage.letter()]);
    }
}

/// Ends this process, whatever its other threads do: what ends of its own accord takes down what libraries have set up, which
/// libclang does not survive while it reads.
pub fn leave(exit: Exit) -> ! {
    tell(if exit == Exit::Bad { Stage::Refused } else { Stage::Done });
    if TO_PARENT.get().is_some() {
        let _ = kill_process(getpid(), Signal::KILL);
    }
    std::process::exit(exit as i32)
}

/// Waits until the child is gone, passes signals on to it, and ends it if it overruns.
fn wait(child: &Child, deadline: Option<Instant>, reason: &Arc<Mutex<Option<Exhausted>>>, heard: &Arc<Mutex<Heard>>) {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // An old system: then there is nothing but to wait.
    let Some(Ok(handle)) = pid.map(|pid| pidfd_open(pid, PidfdFlags::empty())) else { return };
    let handle = Arc::new(handle);
    let kill = {
        let (handle, reason, heard) = (Arc::clone(&handle), Arc::clone(reason), Arc::clone(heard));
        let listen = move || heard.lock().unwrap_or_else(PoisonError::into_inner).listen();
        move |why| {
            if listen() == Some(Stage::Composing) {
                let limit = Timespec::try_from(MORE_PATIENCE).ok();
                let _ = poll(&mut [PollFd::new(&*handle, PollFlags::IN)], limit.as_ref());
            }
            // Who reads the answer may be slow, and is not to get half of it.
            if listen().is_some_and(Stage::is_answer) {
                return;
            }
            reason.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
            let _ = pidfd_send_signal(&handle, Signal::KILL);
        }
    };
    let (for_child, kill_later, is_told) = (Arc::clone(&handle), kill.clone(), AtomicBool::new(false));
    let _ = ctrlc::set_handler(move || {
        // The terminal tells all processes of a group, `kill` only one: the child takes being told twice as being told once.
        let _ = pidfd_send_signal(&for_child, Signal::TERM);
        if !is_told.swap(true, Ordering::Relaxed) {
            thread::sleep(PATIENCE);
            kill_later(Exhausted::Interrupted);
        }
    });
    loop {
        let left = deadline.map(|deadline| (deadline + PATIENCE).saturating_duration_since(Instant::now()));
        let limit = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(&mut [PollFd::new(&*handle, PollFlags::IN)], limit.as_ref()) {
            Err(rustix::io::Errno::INTR) => {}
            Ok(0) => {
                kill(Exhausted::Time);
                // What was not ended for this is about to end.
                let _ = poll(&mut [PollFd::new(&*handle, PollFlags::IN)], None);
                return;
            }
            Ok(_) | Err(_) => return,
        }
    }
}

/// What became of the child.
fn end(mut child: Child, writer: PipeWriter, reason: &Mutex<Option<Exhausted>>, heard: &Mutex<Heard>) -> End {
    let status = child.wait();
    let (stage, is_connected) = last_stage(&mut heard.lock().unwrap_or_else(PoisonError::into_inner), writer);
    let reason = *reason.lock().unwrap_or_else(PoisonError::into_inner);
    match status {
        Ok(status) => judge(status, stage, is_connected, reason),
        Err(_) => End::Crashed { stage, signal: None },
    }
}

fn judge(status: ExitStatus, stage: Stage, is_connected: bool, reason: Option<Exhausted>) -> End {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    let is_killed = status.signal() == Some(Signal::KILL.as_raw());
    match (code, reason) {
        // A library that calls `exit` has not answered for us.
        (Some(code), _) if matches!(stage, Stage::Done | Stage::Refused) || !is_connected => End::Answered(code),
        (None, _) if is_killed && stage == Stage::Refused => End::Answered(Exit::Bad as u8),
        (None, _) if is_killed && stage.is_answer() => End::Answered(Exit::Undecided as u8),
        (None, Some(reason)) => End::Overran(reason),
        (None, None) if is_killed => End::Killed,
        (_, _) => End::Crashed { stage, signal: status.signal() },
    }
}

/// What the child was doing last, and whether it has said anything at all.
fn last_stage(heard: &mut Heard, mut writer: PipeWriter) -> (Stage, bool) {
    // The child's own children may hold the pipe: a mark says where to stop reading.
    const MARK: u8 = b'.';
    if writer.write_all(&[MARK]).is_ok() {
        let mut letter = [0];
        while heard.reader.read_exact(&mut letter).is_ok() && letter[0] != MARK {
            heard.take(letter[0]);
        }
    }
    (heard.last.unwrap_or(Stage::Working), heard.last.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_child_that_says_so_has_answered() {
        let exited = |code: i32| ExitStatus::from_raw(code << 8);
        let by = ExitStatus::from_raw;
        let judged = |status, stage| judge(status, stage, true, None);
        assert_eq!(judged(exited(1), Stage::Done), End::Answered(1));
        assert_eq!(judged(exited(1), Stage::Reading), End::Crashed { stage: Stage::Reading, signal: None });
        assert_eq!(judged(by(11), Stage::Reading), End::Crashed { stage: Stage::Reading, signal: Some(11) });
        assert_eq!(judged(by(9), Stage::Working), End::Killed);
        assert_eq!(judge(by(9), Stage::Working, true, Some(Exhausted::Time)), End::Overran(Exhausted::Time));
        assert_eq!(judge(exited(3), Stage::Working, false, None), End::Answered(3));
        assert_eq!(judge(exited(3), Stage::Done, true, Some(Exhausted::Time)), End::Answered(3));
        assert_eq!(judged(by(9), Stage::Done), End::Answered(3));
        assert_eq!(judged(by(9), Stage::Refused), End::Answered(2));
        assert_eq!(judge(by(9), Stage::Answering, true, Some(Exhausted::Time)), End::Answered(3));
    }

    #[test]
    fn the_last_stage_is_read_off_the_pipe() {
        let (reader, mut writer) = io::pipe().expect("a pipe");
        writer.write_all(b"rwr").expect("a pipe takes a few bytes");
        let kept = writer.try_clone().expect("a pipe");
        assert_eq!(last_stage(&mut Heard { reader, last: None }, writer), (Stage::Reading, true));
        drop(kept);
        let (reader, writer) = io::pipe().expect("a pipe");
        assert_eq!(last_stage(&mut Heard { reader, last: None }, writer), (Stage::Working, false));
    }
}
