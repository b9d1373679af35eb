//! What both sides need of NATS: a connection, the queue, the object store.

use std::time::Duration;

use async_nats::client::Request;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::object_store::{Config as BucketConfig, ObjectStore};
use async_nats::jetstream::stream::{Config as StreamConfig, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, RequestErrorKind, ServerAddr};
use tokio::io::AsyncReadExt as _;

use crate::address::Address;
use crate::wire::{Order, Report};

/// How long a server may take to answer.
pub const PATIENCE: Duration = Duration::from_secs(5);
/// A job of which nothing is heard for so long is given to another worker.
pub const ACK_WAIT: Duration = Duration::from_secs(5);
/// So often a job is given out before it is left to whoever asked.
const DELIVERIES: i64 = 6;
/// What nobody has fetched for so long is not wanted any more.
const OLDEST: Duration = Duration::from_secs(24 * 60 * 60);
/// How often it is looked whether a server is still there.
const PING: Duration = Duration::from_secs(5);

/// A connection, with the queue and the store of a team.
#[derive(Clone)]
pub struct Net {
    /// The connection.
    pub client: Client,
    /// JetStream on it.
    pub context: Context,
    /// Questions and proofs.
    pub store: ObjectStore,
}

impl Net {
    /// Connects, and makes what is not there yet.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub async fn connect(address: &Address) -> Result<Self, String> {
        let mut options = ConnectOptions::new()
            .name("whyc")
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .ping_interval(PING)
            .reconnect_delay_callback(|attempts| Duration::from_millis(100 * attempts.min(20) as u64));
        if let Some(file) = &address.credentials {
            let read = options.credentials_file(file).await;
            options = read.map_err(|error| format!("{}: {error}", file.display()))?;
        }
        if let Some(file) = &address.authority {
            options = options.add_root_certificates(file.clone());
        }
        if let Some((certificate, key)) = &address.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let servers: Result<Vec<ServerAddr>, _> = address.url.split(',').map(str::parse).collect();
        let servers = servers.map_err(|error| format!("{} is no address: {}", address.told(), causes(&error)))?;
        // Who is named in the address is who connects; the client does not do that by itself.
        if let Some(name) = servers.iter().find_map(ServerAddr::username) {
            let name = decoded(name);
            options = match servers.iter().find_map(ServerAddr::password) {
                Some(password) => options.user_and_password(name, decoded(password)),
                None => options.token(name),
            };
        }
        let client = options.connect(servers).await;
        let client = client.map_err(|error| format!("{} cannot be reached: {}", address.told(), causes(&error)))?;
        let context = jetstream::new(client.clone());
        let unusable = |error: &dyn std::error::Error| {
            format!("{} has no use for jobs: {} (is JetStream on?)", address.told(), causes(error))
        };
        let stream = StreamConfig {
            name: address.stream(),
            subjects: vec![address.all_jobs()],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            max_age: OLDEST,
            ..StreamConfig::default()
        };
        context.get_or_create_stream(stream).await.map_err(|error| unusable(&error))?;
        let bucket = BucketConfig { bucket: address.bucket(), max_age: OLDEST, ..BucketConfig::default() };
        let store = match context.get_object_store(address.bucket()).await {
            Ok(store) => store,
            Err(_) => context.create_object_store(bucket).await.map_err(|error| unusable(&error))?,
        };
        Ok(Self { client, context, store })
    }

    /// The queue of jobs for this version.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub async fn queue(&self, address: &Address) -> Result<Consumer<pull::Config>, String> {
        let stream = self.context.get_stream(address.stream()).await.map_err(|error| causes(&error))?;
        let config = pull::Config {
            durable_name: Some(Address::consumer()),
            filter_subject: address.jobs(),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_deliver: DELIVERIES,
            ..pull::Config::default()
        };
        stream.get_or_create_consumer(&Address::consumer(), config).await.map_err(|error| causes(&error))
    }

    /// Keeps bytes under a name.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let mut from = bytes;
        self.store.put(name, &mut from).await.map(|_| ()).map_err(|error| causes(&error))
    }

    /// The bytes that have this name.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub async fn get(&self, name: &str) -> Result<Vec<u8>, String> {
        let mut object = self.store.get(name).await.map_err(|error| causes(&error))?;
        let mut bytes = Vec::new();
        object.read_to_end(&mut bytes).await.map_err(|error| causes(&error))?;
        Ok(bytes)
    }

    /// Tells whoever asked about a part; what is to be done then. Nothing if that could not be found out.
    pub async fn report(&self, subject: &str, report: &Report) -> Option<Order> {
        /// How long an answer is waited for, how often it is asked, and how often nobody has to be there until nobody is.
        const WAIT: Duration = Duration::from_secs(2);
        const TIMES: usize = 5;
        const NOBODY: usize = 3;
        let payload = serde_json::to_vec(report).ok()?;
        let mut nobody = 0;
        for _ in 0..TIMES {
            let request = Request::new().payload(payload.clone().into()).timeout(Some(WAIT));
            match self.client.send_request(subject.to_owned(), request).await {
                Ok(answer) => return Some(serde_json::from_slice(&answer.payload).unwrap_or(Order::Stop)),
                Err(error) if error.kind() == RequestErrorKind::NoResponders => {
                    // After a server was started again, who asks may take longer to come back than who answers.
                    nobody += 1;
                    if nobody == NOBODY {
                        return Some(Order::Stop);
                    }
                    tokio::time::sleep(Duration::from_millis(500)).await;
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
            }
        }
        None
    }
}

/// A part of an address without its escapes (`%40`).
fn decoded(text: &str) -> String {
    let (bytes, mut out, mut at) = (text.as_bytes(), Vec::new(), 0);
    while let Some(&byte) = bytes.get(at) {
        let escaped = text.get(at + 1..at + 3).filter(|_| byte == b'%').and_then(|it| u8::from_str_radix(it, 16).ok());
        out.push(escaped.unwrap_or(byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// An error with what caused it.
pub fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text.push_str(": ");
            text.push_str(&cause_text);
        }
        next = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_read() {
        assert_eq!(decoded("a%40b%"), "a@b%");
        assert_eq!(decoded("%e4%zz"), "\u{fffd}%zz");
        assert_eq!(decoded("plain"), "plain");
    }
}
