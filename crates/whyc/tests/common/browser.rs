//! A page in a real browser: Chromium without a window.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::protocol::cdp::{Emulation, Log, Network, Page, Runtime};
use headless_chrome::{Browser, LaunchOptions, Tab};
use serde_json::Value;

/// On a machine that is busy with other tests, everything takes its time.
const LIMIT: Duration = Duration::from_secs(120);

/// What a browser needs to hear: no network, no first steps, no sandbox (tests may run as root).
const FLAGS: [&str; 5] = [
    "--disable-quic",
    "--disable-component-update",
    "--hide-scrollbars",
    "--allow-file-access-from-files",
    "--mute-audio",
];

/// A page that is shown.
pub struct Screen {
    tab: Arc<Tab>,
    /// What went wrong, and what was asked of the network.
    complaints: Arc<Mutex<Vec<String>>>,
    requests: Arc<Mutex<Vec<String>>>,
    url: String,
    // The browser ends with the last reference to it.
    _browser: Browser,
}

/// Chromium, if it is installed.
pub fn chromium() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&folders).flat_map(|folder| names.map(|name| folder.join(name))).find(|path| path.is_file())
}

impl Screen {
    /// Shows a page; none, with a message, where there is no Chromium.
    #[expect(clippy::print_stderr, reason = "a test that is skipped should say so")]
    pub fn open(page: &Path) -> Option<Self> {
        let Some(path) = chromium() else {
            eprintln!("skipped: there is no Chromium");
            return None;
        };
        let options = LaunchOptions::default_builder()
            .path(Some(path))
            .sandbox(false)
            .window_size(Some((1400, 900)))
            .idle_browser_timeout(LIMIT)
            .args(FLAGS.iter().map(OsStr::new).collect())
            .build()
            .expect("the options should be complete");
        let browser = Browser::new(options).expect("Chromium should start");
        let tab = browser.new_tab().expect("there should be a tab");
        tab.set_default_timeout(LIMIT);
        let (complaints, requests) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
        let (complain, request) = (Arc::clone(&complaints), Arc::clone(&requests));
        let listener = move |event: &Event| match event {
            Event::RuntimeConsoleAPICalled(call) => push(&complain, format!("console: {:?}", call.params.args)),
            Event::RuntimeExceptionThrown(thrown) => push(&complain, format!("{:?}", thrown.params.exception_details)),
            Event::LogEntryAdded(entry) => push(&complain, format!("log: {}", entry.params.entry.text)),
            Event::NetworkRequestWillBeSent(sent) => push(&request, sent.params.request.url.clone()),
            _ => {}
        };
        tab.add_event_listener(Arc::new(listener)).expect("events should be listened to");
        tab.call_method(Runtime::Enable(None)).expect("the runtime should tell");
        tab.call_method(Log::Enable(None)).expect("the log should tell");
        tab.call_method(Network::Enable {
            max_total_buffer_size: None,
            max_resource_buffer_size: None,
            max_post_data_size: None,
            report_direct_socket_traffic: None,
            enable_durable_messages: None,
        })
        .expect("the network should tell");
        let page = page.canonicalize().expect("the page should be there");
        let url = format!("file://{}", page.display());
        tab.navigate_to(&url).expect("the page should load");
        tab.wait_until_navigated().expect("the page should load");
        Some(Self { tab, complaints, requests, url, _browser: browser })
    }

    /// The value of an expression.
    pub fn js(&self, expression: &str) -> Value {
        let told = self.tab.evaluate(&format!("JSON.stringify({expression}) ?? 'null'"), false);
        let told = told.unwrap_or_else(|error| panic!("{expression}: {error}")).value.unwrap_or_default();
        serde_json::from_str(told.as_str().unwrap_or("null")).expect("JSON")
    }

    /// Waits until an expression is true.
    pub fn until(&self, expression: &str) {
        let start = Instant::now();
        while self.js(expression) != Value::Bool(true) {
            assert!(start.elapsed() < LIMIT, "{expression} should become true; it is {}", self.js(expression));
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Presses a key.
    pub fn press(&self, key: &str) {
        self.tab.press_key(key).expect("the key should be pressed");
    }

    /// Clicks on the first element that a selector finds.
    pub fn click(&self, selector: &str) {
        self.tab.find_element(selector).and_then(|element| element.click().map(|_| ())).expect(selector);
    }

    /// Changes the size of the window.
    pub fn resize(&self, width: u32, height: u32) {
        let metrics = Emulation::SetDeviceMetricsOverride {
            width,
            height,
            device_scale_factor: 1.0,
            mobile: false,
            scale: None,
            screen_width: None,
            screen_height: None,
            position_x: None,
            position_y: None,
            dont_set_visible_size: None,
            screen_orientation: None,
            viewport: None,
            display_feature: None,
            device_posture: None,
        };
        self.tab.call_method(metrics).expect("the window should be resized");
        self.until(&format!("innerWidth === {width}"));
    }

    /// Lets the system prefer `light` or `dark`.
    pub fn prefer(&self, scheme: &str) {
        let feature = Emulation::MediaFeature { name: "prefers-color-scheme".to_owned(), value: scheme.to_owned() };
        let media = Emulation::SetEmulatedMedia { media: None, features: Some(vec![feature]) };
        self.tab.call_method(media).expect("the scheme should be set");
        self.until(&format!("matchMedia('(prefers-color-scheme: {scheme})').matches"));
    }

    /// Keeps a picture of what is shown.
    pub fn picture(&self, name: &str) {
        let png = self.tab.capture_screenshot(Page::CaptureScreenshotFormatOption::Png, None, None, true);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, png.expect("there should be a picture")).expect("the picture should be kept");
    }

    /// Nothing went wrong, and nothing but the page was asked for.
    pub fn is_content(&self) {
        let complaints = self.complaints.lock().expect("no listener should panic").clone();
        assert!(complaints.is_empty(), "the console should be empty: {complaints:?}");
        let requests = self.requests.lock().expect("no listener should panic").clone();
        assert!(requests.iter().all(|url| *url == self.url), "nothing else should be loaded: {requests:?}");
        assert!(!requests.is_empty(), "the page itself should have been seen to load");
    }
}

fn push(list: &Mutex<Vec<String>>, text: String) {
    list.lock().expect("no listener should panic").push(text);
}
