//! Records as XML, to be sent and taken in elsewhere.

use jiff::Timestamp;
use quick_xml::escape::{escape, unescape};
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};
use quick_xml::name::QName;
use quick_xml::{Reader, Writer};
use thiserror::Error;

use crate::record::{Anchor, Found, Kind, Record, Reply, State};

/// What can go wrong with a text that should hold records.
#[derive(Debug, Error)]
pub enum Error {
    /// It is no XML.
    #[error("this is no XML: {0}")]
    Syntax(String),
    /// It is XML of something else.
    #[error("this holds no review comments: {0}")]
    Meaning(String),
}

/// The records as XML.
///
/// # Errors
/// Never in practice: writing into memory does not fail.
pub fn export(records: &[&Record]) -> Result<String, Error> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    write(&mut writer, records).map_err(|error| Error::Syntax(error.to_string()))?;
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.push_str(&String::from_utf8_lossy(&writer.into_inner()));
    text.push('\n');
    Ok(text)
}

type Out = Writer<Vec<u8>>;

fn write(writer: &mut Out, records: &[&Record]) -> std::io::Result<()> {
    writer.write_event(Event::Start(BytesStart::new("comments")))?;
    for record in records {
        let created = record.created.to_string();
        let line = record.line.map(|line| line.to_string());
        let changed = record.changed.map(|time| time.to_string());
        let mut start = BytesStart::new("comment");
        let pairs = [
            ("id", Some(record.id.as_str())),
            ("type", Some(record.kind.name())),
            ("file", Some(record.file.as_str())),
            ("line", line.as_deref()),
            ("author", Some(record.author.as_str())),
            ("status", Some(record.status.name())),
            ("created", Some(created.as_str())),
            ("changed", changed.as_deref()),
        ];
        push(&mut start, &pairs);
        writer.write_event(Event::Start(start))?;
        element(writer, "title", &[], &record.title)?;
        if !record.body.is_empty() {
            element(writer, "body", &[], &record.body)?;
        }
        if let Some(anchor) = &record.anchor {
            let pairs = [
                ("ctx", Some(anchor.ctx.as_str())),
                ("fn", Some(anchor.function.as_str())),
                ("commit", anchor.commit.as_deref()),
            ];
            element(writer, "anchor", &pairs, &anchor.text)?;
        }
        if let Some(found) = &record.finding {
            let nth = found.nth.to_string();
            let pairs = [
                ("class", Some(found.class.as_str())),
                ("function", Some(found.function.as_str())),
                ("entry", Some(found.entry.as_str())),
                ("nth", Some(nth.as_str())),
                ("assumption", found.assumption.as_deref()),
            ];
            element(writer, "finding", &pairs, &found.property)?;
            for link in &found.cause {
                element(writer, "cause", &[], link)?;
            }
        }
        for reply in &record.replies {
            let at = reply.at.to_string();
            element(
                writer,
                "reply",
                &[("author", Some(reply.author.as_str())), ("at", Some(at.as_str()))],
                &reply.body,
            )?;
        }
        writer.write_event(Event::End(BytesEnd::new("comment")))?;
    }
    writer.write_event(Event::End(BytesEnd::new("comments")))
}

fn push(start: &mut BytesStart<'_>, pairs: &[(&str, Option<&str>)]) {
    for (name, value) in pairs {
        if let Some(value) = value {
            // Line ends in attributes would come back as spaces.
            let value = escape(*value).replace('\n', "&#10;").replace('\r', "&#13;").replace('\t', "&#9;");
            start.push_attribute(Attribute { key: QName(name), value: value.into() });
        }
    }
}

fn element(writer: &mut Out, name: &str, pairs: &[(&str, Option<&str>)], text: &str) -> std::io::Result<()> {
    let mut start = BytesStart::new(name);
    push(&mut start, pairs);
    writer.write_event(Event::Start(start))?;
    let text = escape(text).replace('\r', "&#13;");
    writer.write_event(Event::Text(BytesText::from_escaped(text)))?;
    writer.write_event(Event::End(BytesEnd::new(name)))
}

/// The records that a text holds.
///
/// # Errors
/// If it is no XML, or holds something else.
pub fn import(text: &str) -> Result<Vec<Record>, Error> {
    let mut reader = Reader::from_str(text);
    let mut records: Vec<Record> = Vec::new();
    let mut open: Option<Record> = None;
    // The element inside a comment that is being read, and its text so far.
    let mut inner: Option<(Attributes, String)> = None;
    let mut is_list = false;
    loop {
        let event = reader.read_event().map_err(|error| Error::Syntax(error.to_string()))?;
        match event {
            Event::Start(start) => {
                let attributes = Attributes::of(&start)?;
                match (attributes.name.as_str(), &open, &inner) {
                    ("comments", None, None) => is_list = true,
                    ("comment", None, None) if is_list => open = Some(attributes.record()?),
                    (_, Some(_), None) => inner = Some((attributes, String::new())),
                    (other, ..) => return Err(Error::Meaning(format!("<{other}> does not belong there"))),
                }
            }
            Event::Text(text) => {
                if let Some((_, so_far)) = &mut inner {
                    so_far.push_str(&text);
                }
            }
            Event::GeneralRef(reference) => {
                let plain = unescape(&format!("&{};", &*reference))
                    .map_err(|error| Error::Syntax(error.to_string()))?
                    .into_owned();
                if let Some((_, so_far)) = &mut inner {
                    so_far.push_str(&plain);
                }
            }
            Event::End(_) => match (inner.take(), &mut open) {
                (Some((attributes, text)), Some(record)) => attributes.put(text, record)?,
                (None, _) => records.extend(open.take()),
                (Some(_), None) => {}
            },
            Event::Eof if open.is_some() || !is_list => {
                return Err(Error::Meaning("it ends too early, or has no <comments>".to_owned()));
            }
            Event::Eof => return Ok(records),
            Event::Empty(start) => {
                let attributes = Attributes::of(&start)?;
                match &mut open {
                    Some(record) => attributes.put(String::new(), record)?,
                    None if attributes.name == "comments" => is_list = true,
                    None => return Err(Error::Meaning(format!("<{}/> does not belong there", attributes.name))),
                }
            }
            Event::Decl(_) | Event::Comment(_) | Event::PI(_) | Event::DocType(_) | Event::CData(_) => {}
        }
    }
}

/// The name of an element and what stands in its tag.
struct Attributes {
    name: String,
    values: Vec<(String, String)>,
}

impl Attributes {
    fn of(start: &BytesStart<'_>) -> Result<Self, Error> {
        let name = start.name().as_ref().to_owned();
        let mut values = Vec::new();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| Error::Syntax(error.to_string()))?;
            let value = unescape(&attribute.value).map_err(|error| Error::Syntax(error.to_string()))?.into_owned();
            values.push((attribute.key.as_ref().to_owned(), value));
        }
        Ok(Self { name, values })
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn need(&self, name: &str) -> Result<&str, Error> {
        self.get(name).ok_or_else(|| Error::Meaning(format!("<{}> has no {name}", self.name)))
    }

    fn time(&self, name: &str) -> Result<Timestamp, Error> {
        let text = self.need(name)?;
        text.parse().map_err(|_| Error::Meaning(format!("{text} is no time")))
    }

    fn record(&self) -> Result<Record, Error> {
        let wrong = |what: &str, text: &str| Error::Meaning(format!("{text} is no {what}"));
        let kind = self.need("type")?;
        let status = self.need("status")?;
        let line = match self.get("line") {
            Some(text) => Some(text.parse().map_err(|_| wrong("line", text))?),
            None => None,
        };
        Ok(Record {
            id: self.need("id")?.to_owned(),
            kind: [Kind::Local, Kind::Global, Kind::Finding]
                .into_iter()
                .find(|it| it.name() == kind)
                .ok_or_else(|| wrong("type of comment", kind))?,
            file: self.need("file")?.to_owned(),
            line,
            anchor: None,
            title: String::new(),
            body: String::new(),
            author: self.need("author")?.to_owned(),
            status: State::named(status).ok_or_else(|| wrong("status", status))?,
            created: self.time("created")?,
            changed: self.get("changed").is_some().then(|| self.time("changed")).transpose()?,
            replies: Vec::new(),
            finding: None,
        })
    }

    /// Adds an element of a comment to it.
    fn put(&self, text: String, record: &mut Record) -> Result<(), Error> {
        let owned = |name: &str| self.get(name).map(str::to_owned);
        match self.name.as_str() {
            "title" => record.title = text,
            "body" => record.body = text,
            "anchor" => {
                let (ctx, function) = (owned("ctx").unwrap_or_default(), owned("fn").unwrap_or_default());
                record.anchor = Some(Anchor { text, ctx, function, commit: owned("commit") });
            }
            "finding" => {
                record.finding = Some(Found {
                    class: self.need("class")?.to_owned(),
                    property: text,
                    function: self.need("function")?.to_owned(),
                    entry: self.need("entry")?.to_owned(),
                    nth: self.need("nth")?.parse().map_err(|_| Error::Meaning("nth is no number".to_owned()))?,
                    cause: Vec::new(),
                    assumption: owned("assumption"),
                });
            }
            "cause" => {
                if let Some(found) = &mut record.finding {
                    found.cause.push(text);
                }
            }
            "reply" => {
                record.replies.push(Reply { at: self.time("at")?, author: self.need("author")?.to_owned(), body: text })
            }
            other => return Err(Error::Meaning(format!("<{other}> is no part of a comment"))),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{Ledger, remark, reply};
    use crate::text;

    fn time(text: &str) -> Timestamp {
        text.parse().expect("it is a time")
    }

    #[test]
    fn a_list_comes_back_as_it_was() {
        let author = "Moran Shochat";
        let mut ledger = Ledger::default();
        ledger.add(remark("Bank.java", None, None, "This is a global comment", author, time("2008-10-05T10:31:56Z")));
        ledger.add(remark(
            "Bank.java",
            Some(12),
            None,
            "This is a local comment",
            author,
            time("2008-10-05T10:33:47Z"),
        ));
        ledger.add(remark(
            "Account.java",
            Some(7),
            None,
            "yet another review comment",
            author,
            time("2008-10-08T09:03:04Z"),
        ));
        let all: Vec<&Record> = ledger.records().iter().collect();
        let listed = text::export(&all);
        assert_eq!(
            listed,
            "Account.java\n  LOCAL line 7 OPEN 09:03:04 2008.10.08 Moran Shochat: yet another review comment\n\n\
             Bank.java\n  GLOBAL OPEN 10:31:56 2008.10.05 Moran Shochat: This is a global comment\n  \
             LOCAL line 12 OPEN 10:33:47 2008.10.05 Moran Shochat: This is a local comment\n"
        );
        let again = Ledger::of(import(&export(&all).expect("it is written")).expect("it is read"));
        assert_eq!(again, ledger);
        assert_eq!(text::export(&again.records().iter().collect::<Vec<_>>()), listed);
    }

    #[test]
    fn every_character_comes_back() {
        let odd = "a < b && c > \"d\" 'e' ]]> é \u{1F980}\n\tnext line & <!-- no comment -->";
        let mut record = remark("ä&\"<.c", Some(1), None, odd, "O'Neil <o@x>", time("2008-10-05T10:31:56Z"));
        record.body = odd.to_owned();
        record.anchor = Some(Anchor {
            text: "if (a<b&&c>d)".to_owned(),
            ctx: "1".to_owned(),
            function: "f".to_owned(),
            commit: Some("ab12".to_owned()),
        });
        record.finding = Some(Found {
            class: "assertion".to_owned(),
            property: "x < 5 && y".to_owned(),
            function: "f".to_owned(),
            entry: "main".to_owned(),
            nth: 2,
            cause: vec!["x = y & 3;".to_owned(), "if (x < y)".to_owned()],
            assumption: Some("n > 0".to_owned()),
        });
        reply(&mut record, "<é>", odd, time("2008-10-05T10:31:57Z"));
        assert_eq!(import(&export(&[&record]).expect("it is written")).expect("it is read"), [record]);
    }

    #[test]
    fn what_holds_no_records_is_refused() {
        for text in [
            "",
            "<x/>",
            "<comments><comment/></comments>",
            "<comments><comment id='1'>",
            "no",
            "<comments><x></x></comments>",
        ] {
            assert!(import(text).is_err(), "{text}");
        }
        assert_eq!(import("<comments></comments>").expect("it is an empty list"), []);
    }
}
