//! A verifier that answers obligato's protocol: put yours into `decide`.

use serde_json::{json, Value};
use std::io::{self, BufRead, Write};

fn declared() -> Value {
    json!({
        "version": "obligato/verifier/1",
        "name": "kit",
        "language": "Rust",
        "decides": ["plan", "finish"],
        "claims": [],
        "limits": {"batch": 64}
    })
}

/// A verdict on a case: here is the place for your verifier.
fn decide(document: &Value) -> Value {
    match document["schema"].as_str() {
        Some("obligato/case/1") => json!({"verdict": "reject"}),
        Some("obligato/finish/1") => {
            let claims = document["certificate"]["claims"].as_array();
            if claims.map_or(true, |claims| claims.is_empty()) {
                json!({"verdict": "continue", "codes": ["MISSING_SLOT"]})
            } else {
                json!({"verdict": "continue"})
            }
        }
        _ => json!({"errored": {"message": "unknown schema"}}),
    }
}

fn answer(asked: &Value) -> Value {
    let mut said = decide(&asked["case"]);
    said["seq"] = asked["seq"].clone();
    said
}

fn reply(message: &Value) -> Value {
    match message["cmd"].as_str() {
        Some("start") => declared(),
        Some("run") => match message["batch"].as_array() {
            Some(batch) => json!({"batch": batch.iter().map(answer).collect::<Vec<_>>()}),
            None => answer(message),
        },
        _ => json!({"error": {"message": "unknown message"}}),
    }
}

fn main() -> io::Result<()> {
    let (stdin, mut stdout) = (io::stdin(), io::stdout());
    for line in stdin.lock().split(b'\n') {
        let message: Value = serde_json::from_slice(&line?).unwrap_or_default();
        if message["cmd"] == "stop" {
            break;
        }
        writeln!(stdout, "{}", reply(&message))?;
        stdout.flush()?;
    }
    Ok(())
}
