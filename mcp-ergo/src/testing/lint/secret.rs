//! Secrets: what looks like one, and what was given as one.

use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::Value;

use super::text::{Said, Texts};
use super::{Lint, Report};
use crate::schema::{Kind, Shape};

/// Forms that only secrets have, each with what it is. They are as strict as their issuers document
/// them, so that an id of somebody's own is none.
const FORMS: &[(&str, &str)] = &[
    (
        "a private key",
        r"-----BEGIN ([A-Z0-9]+ )*PRIVATE KEY( BLOCK)?-----",
    ),
    ("a key of AWS", r"\b(AKIA|ASIA)[0-9A-Z]{16}\b"),
    (
        "a token of GitHub",
        r"\b(gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{50})",
    ),
    ("a token of GitLab", r"\bglpat-[A-Za-z0-9_-]{20}"),
    ("a token of Slack", r"\bxox[abeprs]-[A-Za-z0-9-]{20}"),
    ("a key of Stripe", r"\b[rs]k_live_[A-Za-z0-9]{16}"),
    ("a key of Google", r"\bAIza[A-Za-z0-9_-]{35}"),
    (
        "a key of OpenAI or Anthropic",
        r"\bsk-(ant-|proj-)?[A-Za-z0-9_-]{40}",
    ),
    ("a token of npm", r"\bnpm_[A-Za-z0-9]{36}"),
    (
        "a signed token (JWT)",
        r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20}",
    ),
    ("a bearer token", r"\bBearer [A-Za-z0-9._~+/-]{20}"),
    (
        "a password in a URL",
        r"\b[a-z][a-z0-9+.-]*://[^\s/:@]+:[^\s/:@]+@[a-zA-Z0-9\[]",
    ),
];

static KNOWN: LazyLock<Vec<(&str, Regex)>> = LazyLock::new(|| {
    let compile = |&(what, form): &(&'static str, &str)| {
        let form = Regex::new(form).expect("the expression is a constant");
        (what, form)
    };
    FORMS.iter().map(compile).collect()
});

/// Whether a value stands in a text by no accident: `token`, which a test may well give, is a word.
fn is_telling(value: &str) -> bool {
    let worded = value.chars().all(char::is_alphabetic);
    value.len() >= if worded { 12 } else { 4 }
}

/// The secret itself is not shown: reports of tests are kept where many read them.
pub(super) fn lint(given: &[(String, String)], texts: &Texts<'_>, report: &mut Report) {
    for Said { place, text, .. } in &texts.said {
        for (what, form) in &*KNOWN {
            if form.is_match(text) {
                let message = format!("{what} stands in {place}");
                let help = "leave it out, or name it by an id: what a model reads stays in its \
                            conversation, and in its logs";
                report.add(Lint::Secret, what, place, message, help);
            }
        }
        for (param, value) in given {
            if *text == value || is_telling(value) && text.contains(&**value) {
                let message = format!("{place} repeats what was given for `{param}`, a secret");
                let help = format!("say that `{param}` was used without showing it");
                report.add(Lint::Secret, param, place, message, help);
            }
        }
    }
}

/// Gathers the texts that were given for secret parameters.
pub(super) fn given(name: &str, shape: &Shape, value: &Value, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) if shape.secret && !text.is_empty() => {
            found.push((name.to_owned(), text.clone()));
        }
        Value::Number(number) if shape.secret => {
            found.push((name.to_owned(), number.to_string()));
        }
        Value::Array(values) => {
            if let Kind::List { items, .. } = &shape.kind {
                let items = if shape.secret {
                    &items.as_ref().clone().secret()
                } else {
                    items
                };
                for value in values {
                    given(name, items, value, found);
                }
            }
        }
        Value::Object(members) => {
            for (member, value) in members {
                let field = shape.as_record().and_then(|record| record.field(member));
                if let Some(field) = field {
                    given(&format!("{name}.{member}"), &field.shape, value, found);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(text: &str) -> Vec<&'static str> {
        let found = KNOWN.iter().filter(|(_, form)| form.is_match(text));
        found.map(|(what, _)| *what).collect()
    }

    /// Put together here, so that no scanner of repositories takes them for real ones.
    #[test]
    fn secrets_are_known_by_their_forms() {
        let a = |count: usize| "a1B2".repeat(count);
        for (text, what) in [
            (
                format!("-----BEGIN {}-----", "RSA PRIVATE KEY"),
                "a private key",
            ),
            (
                format!("-----BEGIN {}-----", "PRIVATE KEY"),
                "a private key",
            ),
            (format!("key AKIA{}", "ABCD".repeat(4)), "a key of AWS"),
            (format!("ghp_{}", a(9)), "a token of GitHub"),
            (format!("glpat-{}", a(5)), "a token of GitLab"),
            (format!("xoxb-{}", a(6)), "a token of Slack"),
            (format!("sk_live_{}", a(5)), "a key of Stripe"),
            (format!("AIza{}abc", a(8)), "a key of Google"),
            (format!("sk-ant-{}", a(12)), "a key of OpenAI or Anthropic"),
            (format!("npm_{}", a(9)), "a token of npm"),
            (format!("eyJ{0}.eyJ{0}.{0}", a(5)), "a signed token (JWT)"),
            (format!("Authorization: Bearer {}", a(6)), "a bearer token"),
            (
                "postgres://bob:hunter2@db/x".to_owned(),
                "a password in a URL",
            ),
        ] {
            assert_eq!(known(&text), [what], "{text}");
        }
        for text in [
            "inv_01H8XK",
            "task-based",
            "sk-1",
            "https://example.com:8080/a@b",
            "mailto:bob@example.com",
            "Bearer bonds are kept apart.",
            "-----BEGIN CERTIFICATE-----",
            "d290f1ee-6c54-4b01-90e6-d701748f0851",
            "sk_test_a1B2a1B2a1B2a1B2a1B2",
        ] {
            assert_eq!(known(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn words_and_short_values_stand_in_texts_by_accident() {
        for value in ["token", "password", "a1", "7"] {
            assert!(!is_telling(value), "{value}");
        }
        for value in ["4711", "open-sesame", "correcthorsebattery"] {
            assert!(is_telling(value), "{value}");
        }
    }

    #[test]
    fn what_is_given_for_secrets_is_gathered_at_any_depth() {
        use crate::schema::Field;
        use serde_json::json;

        let shape = Shape::record([
            Field::required("name", Shape::text()),
            Field::required("pin", Shape::integer(None, None).secret()),
            Field::required("keys", Shape::list(Shape::text()).secret()),
        ]);
        let value = json!({"name": "ada", "pin": 4711, "keys": ["abc", "def"]});
        let mut found = Vec::new();
        given("login", &shape, &value, &mut found);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            found,
            [
                pair("login.pin", "4711"),
                pair("login.keys", "abc"),
                pair("login.keys", "def")
            ]
        );
    }
}
