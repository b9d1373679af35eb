//! Messages as bytes: a head with their length, then JSON.
//!
//! What is no message is told apart from the end of the input, so that one wrong message does not end the server.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use lsp_server::{Message, RequestId};
use serde_json::Value;

/// A message is no longer than this: who sends more is not talking to us.
const LONGEST: u64 = 256 << 20;

/// What came in.
#[derive(Debug)]
pub enum Heard {
    /// A message.
    Message(Message),
    /// Something else.
    Garbled {
        /// What it wants to be the answer to, as far as that can be told.
        id: Option<RequestId>,
        /// Whether it is JSON at all.
        is_json: bool,
        /// What is wrong with it.
        what: String,
    },
}

/// The next message; none at the end of the input.
///
/// # Errors
/// If the input cannot be read, or no head of a message can be found in it.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Heard>> {
    Ok(body(input)?.map(|body| parse(&body)))
}

/// The bytes of the next message; none at the end of the input.
///
/// # Errors
/// As [`read`].
pub fn body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let Some(length) = head(input)? else { return Ok(None) };
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    Ok(Some(body).filter(|body| body.len() as u64 == length))
}

/// A message with its head.
pub fn framed(body: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

fn parse(body: &[u8]) -> Heard {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return Heard::Garbled { id: None, is_json: false, what: error.to_string() },
    };
    let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
    match serde_json::from_value(value) {
        Ok(message) => Heard::Message(message),
        Err(error) => Heard::Garbled { id, is_json: true, what: error.to_string() },
    }
}

/// The length that the next head gives; none at the end of the input.
fn head(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        // A line of a head is short; what is not is cut into several, none of which says anything.
        if input.take(1 << 12).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        match line.split_once(':') {
            Some((name, value)) if name.trim().eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok().filter(|&length| length <= LONGEST);
            }
            // The end of the head. Without a length there is nothing to read: the next line may begin another one.
            None if line.is_empty() && length.is_some() => return Ok(length),
            Some(_) | None => {}
        }
    }
}

/// A thread that writes what is sent to it, message by message; it ends when nobody is left to send.
pub fn writer(mut output: impl Write + Send + 'static) -> io::Result<(Sender<Vec<u8>>, JoinHandle<()>)> {
    let (out, written) = channel::<Vec<u8>>();
    let writer = thread::Builder::new().spawn(move || {
        for bytes in written {
            if output.write_all(&bytes).and_then(|()| output.flush()).is_err() {
                break;
            }
        }
    })?;
    Ok((out, writer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_does_not_end_the_others() {
        let text = [
            framed("{"),
            framed(r#"{"id": 3}"#),
            b"nonsense\r\n\r\nContent-Length: x\r\n\r\n".to_vec(),
            framed(r#"{"jsonrpc": "2.0", "method": "exit"}"#),
        ];
        let mut input = io::Cursor::new(text.concat());
        let mut next = || read(&mut input).expect("a cursor can be read");
        assert!(matches!(next(), Some(Heard::Garbled { id: None, is_json: false, .. })));
        let Some(Heard::Garbled { id, is_json: true, .. }) = next() else { unreachable!("it has no method") };
        assert_eq!(id, Some(RequestId::from(3)));
        let Some(Heard::Message(Message::Notification(last))) = next() else { unreachable!("it is a message") };
        assert_eq!(last.method, "exit");
        assert!(next().is_none());
    }
}
