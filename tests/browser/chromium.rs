//! A headless Chromium that is driven through pipes by the DevTools protocol.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// The options of every run: no display, no profile of the user's, nothing from the network.
const OPTIONS: &str = "--headless --no-sandbox --disable-gpu --disable-background-networking \
                       --disable-component-update --no-first-run --remote-debugging-pipe";

pub(crate) struct Browser {
    child: Child,
    to: File,
    from: BufReader<File>,
    session: String,
    next: u64,
    /// The events so far: method and parameters.
    pub(crate) events: Vec<(String, Value)>,
    _profile: TempDir,
}

impl Browser {
    /// Starts the program named by `CHROMIUM`, or `chromium`, with one empty tab.
    pub(crate) fn start() -> Self {
        let profile = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| profile.path().join(name);
        let made = Command::new("mkfifo").args([at("to"), at("from")]).status();
        assert!(made.expect("mkfifo runs").success());
        let program = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into());
        let script = format!(
            "exec \"$1\" {OPTIONS} --user-data-dir=\"$2/profile\" about:blank \
                              3<\"$2/to\" 4>\"$2/from\""
        );
        let child = Command::new("sh")
            .args(["-c", &script, "sh", &program])
            .arg(profile.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell runs");
        let to = OpenOptions::new().write(true).open(at("to")).expect("the browser reads");
        let from = BufReader::new(File::open(at("from")).expect("the browser writes"));
        let (session, events) = (String::new(), Vec::new());
        let mut browser = Self { child, to, from, session, next: 0, events, _profile: profile };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", &attach);
        browser.session = session["sessionId"].as_str().expect("a session").into();
        for domain in ["Page", "Runtime", "Network", "Log", "Accessibility"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser
    }

    /// Calls a method and returns its result.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser reads");
        loop {
            let answer = self.read();
            if answer["id"] == id {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
        }
    }

    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).expect("the browser writes");
        assert_eq!(bytes.pop(), Some(0), "the browser ended");
        let message: Value = serde_json::from_slice(&bytes).expect("JSON");
        if let Some(method) = message["method"].as_str() {
            self.events.push((method.into(), message["params"].clone()));
        }
        message
    }

    /// Opens a file and waits until it has loaded.
    pub(crate) fn open(&mut self, path: &Path) {
        self.events.clear();
        self.call("Page.navigate", &json!({ "url": format!("file://{}", path.display()) }));
        while !self.events.iter().any(|(method, _)| method == "Page.loadEventFired") {
            self.read();
        }
    }

    /// The value of an expression in the page.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let wanted = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true,
        });
        let result = self.call("Runtime.evaluate", &wanted);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// Presses and releases a key.
    pub(crate) fn press(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            other => panic!("{other} has no code here"),
        };
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let event = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text,
            });
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Light or dark.
    pub(crate) fn prefer(&mut self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Sets the size of the window.
    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Writes what the window shows into the folder that `WARPCC_SCREENSHOTS` names, if it does.
    pub(crate) fn screenshot(&mut self, name: &str) {
        use base64::Engine;
        let Some(folder) = std::env::var_os("WARPCC_SCREENSHOTS") else { return };
        let picture = self.call("Page.captureScreenshot", &json!({ "format": "png" }));
        let picture = picture["data"].as_str().expect("a picture");
        let engine = base64::engine::general_purpose::STANDARD;
        let bytes = engine.decode(picture).expect("base64");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(Path::new(&folder).join(name), bytes).expect("a file");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
