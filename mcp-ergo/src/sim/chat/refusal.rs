//! Why a request has no answer: whether it may pass, and what to tell of it.

use std::time::{Duration, SystemTime};

use reqwest::Response;
use reqwest::header::{LOCATION, RETRY_AFTER};
use serde_json::Value;

use super::{Chat, Key, read, retry};
use crate::sim::Mistake;

/// Bytes of a refusal that are read.
const LONGEST_REFUSAL: usize = 64 << 10;

/// Characters of what an endpoint says that are repeated.
const LONGEST_QUOTE: usize = 300;

/// A request that has no answer, however often it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unanswered {
    /// Nor will any other have one.
    All(Mistake),
    /// Others may.
    One(String),
}

/// One try that failed.
#[derive(Debug)]
pub(super) struct Refusal {
    kind: Kind,
    said: String,
    after: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Status(u16),
    /// 429 of an account that has nothing left, which no wait brings back.
    Spent,
    TooSlow,
    Unreached,
    Unreadable,
}

impl Refusal {
    /// Whether the same request may be answered a little later. One that took too long is not sent
    /// again: the endpoint is busy with it still.
    pub(super) fn may_pass(&self) -> bool {
        match self.kind {
            Kind::Status(status) => status >= 500 || matches!(status, 408 | 409 | 425 | 429),
            Kind::Unreached | Kind::Unreadable => true,
            Kind::Spent | Kind::TooSlow => false,
        }
    }

    /// The wait that the endpoint asks for.
    pub(super) fn after(&self) -> Option<Duration> {
        self.after
    }

    /// The last word on a request, after so many retries. `known` is whether the endpoint has ever
    /// answered.
    pub(super) fn give_up(self, chat: &Chat, retries: u32, known: bool) -> Unanswered {
        let message = self.message(chat, retries);
        match self.help(chat, known) {
            Some(help) => Unanswered::All(Mistake { message, help }),
            None => Unanswered::One(message),
        }
    }

    fn message(&self, chat: &Chat, retries: u32) -> String {
        let at = chat.url.as_str();
        let what = match self.kind {
            Kind::Status(status) => format!("{at} answered {status}"),
            Kind::Spent => format!("{at} answered 429"),
            Kind::TooSlow => format!("{at} did not answer within {:?}", chat.timeout),
            Kind::Unreached => format!("{at} cannot be reached"),
            Kind::Unreadable => format!("{at} answered with what is no completion"),
        };
        let again = match retries {
            0 => String::new(),
            1 => ", also when asked again".to_owned(),
            more => format!(", also when asked again {more} times"),
        };
        if self.said.is_empty() {
            format!("{what}{again}")
        } else {
            format!("{what}{again}: {}", self.said)
        }
    }

    /// What to do, where no request will fare better.
    fn help(&self, chat: &Chat, known: bool) -> Option<String> {
        let model = &chat.model;
        Some(match self.kind {
            Kind::Status(401 | 403) if chat.key.0.is_none() => {
                "name the environment variable that holds the key: --key-env NAME".to_owned()
            }
            Kind::Status(401 | 403) => {
                "see whether the key is right, and whether it may use this model".to_owned()
            }
            Kind::Status(404) => {
                format!("see whether the URL is right and `{model}` is a model that it serves")
            }
            Kind::Spent => "see what the account has left".to_owned(),
            Kind::Status(300..=399) => "name the URL that it points to".to_owned(),
            // The first refusal of a request as such: they are all made alike.
            Kind::Status(400..=499) if !known && !self.may_pass() => {
                "see what it says of the request; another --mode may suit it, and some endpoints take \
                 no more than 128 tools"
                    .to_owned()
            }
            Kind::Unreached if !known => "see whether it runs and the URL is right".to_owned(),
            Kind::Unreadable if !known => {
                "see whether the URL is that of an OpenAI-compatible endpoint".to_owned()
            }
            _ => return None,
        })
    }

    #[cfg(test)]
    pub(super) fn status(status: u16, after: Option<Duration>) -> Self {
        Self {
            kind: Kind::Status(status),
            said: String::new(),
            after,
        }
    }
}

/// What is known of an answer that never came.
pub(super) fn unreached(error: reqwest::Error) -> Refusal {
    let kind = if error.is_timeout() {
        Kind::TooSlow
    } else {
        Kind::Unreached
    };
    // What is under it tells more: "error sending request" alone says nothing.
    let error = error.without_url();
    let mut cause: &dyn std::error::Error = &error;
    while let Some(under) = cause.source() {
        cause = under;
    }
    let said = match kind {
        Kind::TooSlow => String::new(),
        _ => cause.to_string(),
    };
    Refusal {
        kind,
        said,
        after: None,
    }
}

/// Reads an answer whose status is no success.
pub(super) async fn refused(response: Response, key: &Key) -> Refusal {
    let status = response.status().as_u16();
    let header = |name| {
        let header = response.headers().get(name)?;
        header.to_str().ok().map(str::to_owned)
    };
    let after = header(RETRY_AFTER);
    let after = after.and_then(|after| retry::after(&after, SystemTime::now()));
    let location = header(LOCATION);
    let body = read(response, LONGEST_REFUSAL).await.unwrap_or_default();
    let (said, code) = words(&body);
    let said = match location {
        Some(location) if said.is_empty() => location,
        _ => said,
    };
    let kind = if status == 429 && code == "insufficient_quota" {
        Kind::Spent
    } else {
        Kind::Status(status)
    };
    Refusal {
        kind,
        said: quote(&key.hide(&said)),
        after,
    }
}

/// A success whose body is no completion.
pub(super) fn unreadable(body: &[u8], key: &Key) -> Refusal {
    Refusal {
        kind: Kind::Unreadable,
        said: quote(&key.hide(&String::from_utf8_lossy(body))),
        after: None,
    }
}

/// What a refusal says, and its code: `{"error": {"message", "code"}}`, or another form that some
/// endpoints have.
fn words(body: &[u8]) -> (String, String) {
    let Ok(json) = serde_json::from_slice::<Value>(body) else {
        return (String::from_utf8_lossy(body).into_owned(), String::new());
    };
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let error = json.get("error");
    let said = text(error.and_then(|error| error.get("message")))
        .or_else(|| text(error))
        .or_else(|| text(json.get("message")))
        .or_else(|| text(json.get("detail")))
        .unwrap_or_else(|| json.to_string());
    let code = text(error.and_then(|error| error.get("code"))).unwrap_or_default();
    (said, code)
}

/// A foreign text on one line, cut where it is long.
pub(crate) fn quote(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_refusal_says_is_found_in_each_form() {
        for body in [
            r#"{"error": {"message": "no such model", "code": "model_not_found"}}"#,
            r#"{"error": "no such model"}"#,
            r#"{"detail": "no such model"}"#,
            r#"{"object": "error", "message": "no such model"}"#,
            "no such model",
        ] {
            assert_eq!(words(body.as_bytes()).0, "no such model", "{body}");
        }
    }

    #[test]
    fn a_long_page_is_one_short_line() {
        let page = format!("<html>\n<body>\n{}", "x".repeat(1_000));
        let quoted = quote(&page);
        assert!(quoted.starts_with("<html> <body> xxx"), "{quoted}");
        assert_eq!(quoted.chars().count(), LONGEST_QUOTE + 1);
    }

    #[test]
    fn a_refused_request_ends_the_run_only_before_the_first_answer() {
        let chat = Chat::new("http://127.0.0.1:1/v1", "m").unwrap();
        let given_up = |status, known| Refusal::status(status, None).give_up(&chat, 0, known);
        assert!(matches!(given_up(400, false), Unanswered::All(_)));
        assert!(matches!(given_up(400, true), Unanswered::One(_)));
        assert!(matches!(given_up(404, true), Unanswered::All(_)));
        assert!(matches!(given_up(500, false), Unanswered::One(_)));
        let Unanswered::All(none) = given_up(401, true) else {
            panic!("401 ends the run");
        };
        assert!(none.help.contains("--key-env"), "{none:?}");
        let chat = chat.key("k").unwrap();
        let Unanswered::All(wrong) = Refusal::status(401, None).give_up(&chat, 0, true) else {
            panic!("401 ends the run");
        };
        assert!(wrong.help.contains("the key is right"), "{wrong:?}");
    }
}
