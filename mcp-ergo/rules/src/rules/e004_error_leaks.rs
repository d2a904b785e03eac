use crate::{ErrorFacts, Fact, FieldFacts, Judge, Part, Recovery, quoted_list, rule::declare_rule};

declare_rule! {
    /// ## What it does
    ///
    /// Finds messages that show the caller a `{:?}`, a source error or a secret.
    ///
    /// `internal` variants are logged and never shown.
    ///
    /// ## Why it matters
    ///
    /// What a library says about itself is not written for a model: paths, statements, stacks, now
    /// and then a password. It distracts from the fix and ends up in transcripts.
    ///
    /// ## Bad
    ///
    /// ```rust,ignore
    /// #[error(transparent)]
    /// #[tool_error(stop, hint = "tell the user")]
    /// Storage(#[from] rusqlite::Error),
    /// ```
    ///
    /// ## Good
    ///
    /// ```rust,ignore
    /// #[error(transparent)]
    /// #[tool_error(internal)] // logged under a reference; the caller never sees the cause
    /// Storage(#[from] rusqlite::Error),
    /// ```
    ERROR_LEAKS, "E004", "error-leaks";
    own: Deny, foreign: Off, rubric: ErrorErgonomics, at: [Macro],
    evidence: [
        Practice("mcp-interface-design, phase 3: never leak stack traces or secrets"),
    ],
    check: Error(check),
}

fn check(variant: &ErrorFacts, judge: &mut Judge<'_>) {
    let visible = variant
        .recovery
        .seen()
        .is_some_and(|known| *known != Some(Recovery::Internal));
    if !visible {
        return;
    }
    let name = &variant.name;
    let internal =
        "class it `#[tool_error(internal)]`, or write a message of your own for the caller";
    if variant.message.is_absent() {
        // Without a recovery, E003 asks first who tells of the error inside.
        if variant.recovery.is_absent() {
            return;
        }
        let message = format!("`{name}` shows the caller the message of its source error");
        judge.report(Part::Message, message, internal);
        return;
    }
    let shown: Vec<&str> = seen(&variant.shown)
        .chain(seen(&variant.debugged))
        .collect();
    let of = |wanted: fn(&FieldFacts) -> bool| {
        let fields = variant.fields.each();
        let leaked = fields.filter(|field| wanted(field) && shown.contains(&field.name.as_str()));
        leaked.map(|field| field.name.as_str()).collect::<Vec<_>>()
    };
    let (secrets, sources) = (of(|field| field.secret), of(|field| field.source));
    let debugged: Vec<&str> = seen(&variant.debugged)
        .filter(|name| !secrets.contains(name) && !sources.contains(name))
        .collect();
    for (leaked, kind, help) in [
        (secrets, "a secret", "leave it out of the message"),
        (sources, "a source error", internal),
        (
            debugged,
            "with `{:?}`",
            "show it with `{}`, in words that the caller knows",
        ),
    ] {
        if !leaked.is_empty() {
            let list = quoted_list(leaked, "and");
            let message = if kind.starts_with("with") {
                format!("the message of `{name}` shows {list} {kind}")
            } else {
                format!("the message of `{name}` shows {kind}: {list}")
            };
            judge.report(Part::Message, message, help);
        }
    }
}

fn seen(names: &Fact<Vec<String>>) -> impl Iterator<Item = &str> {
    names.each().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use crate::samples::of_rule;
    use crate::{ErrorFacts, Fact, FieldFacts, Part, Policy, Recovery, judge_error};

    fn variant() -> ErrorFacts {
        let field = |name: &str| FieldFacts {
            name: name.into(),
            source: name == "source",
            machinery: false,
            secret: name == "token",
        };
        ErrorFacts {
            name: "Storage".into(),
            message: Fact::Seen(Some("x".into())),
            shown: Fact::Seen(vec![]),
            debugged: Fact::Seen(vec![]),
            fields: Fact::Seen(["id", "source", "token"].map(field).to_vec()),
            recovery: Fact::Seen(Some(Recovery::Stop)),
            candidates: Fact::Seen(false),
            hint: Fact::Seen(Some("tell the user".into())),
            allows: Vec::new(),
        }
    }

    fn said(variant: &ErrorFacts) -> Vec<String> {
        let found = of_rule("E004", judge_error(variant, &Policy::strict()));
        assert!(found.iter().all(|finding| finding.part == Part::Message));
        found.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn each_leak_is_named() {
        let show = |names: &[&str]| Fact::Seen(names.iter().map(ToString::to_string).collect());
        let transparent = ErrorFacts {
            message: Fact::Seen(None),
            ..variant()
        };
        assert_eq!(
            said(&transparent),
            ["`Storage` shows the caller the message of its source error"]
        );
        let shown = ErrorFacts {
            shown: show(&["id", "source"]),
            ..variant()
        };
        assert_eq!(
            said(&shown),
            ["the message of `Storage` shows a source error: `source`"]
        );
        let shown = ErrorFacts {
            debugged: show(&["token"]),
            ..variant()
        };
        assert_eq!(
            said(&shown),
            ["the message of `Storage` shows a secret: `token`"]
        );
        let shown = ErrorFacts {
            debugged: show(&["id"]),
            ..variant()
        };
        assert_eq!(
            said(&shown),
            ["the message of `Storage` shows `id` with `{:?}`"]
        );
    }

    #[test]
    fn what_the_caller_never_sees_may_say_anything() {
        let leaking = ErrorFacts {
            message: Fact::Seen(None),
            ..variant()
        };
        let internal = Fact::Seen(Some(Recovery::Internal));
        assert!(
            said(&ErrorFacts {
                recovery: internal,
                ..leaking.clone()
            })
            .is_empty()
        );
        assert!(
            said(&ErrorFacts {
                recovery: Fact::Unseen,
                ..leaking
            })
            .is_empty()
        );
        assert!(
            said(&ErrorFacts {
                shown: Fact::Seen(vec!["id".into()]),
                ..variant()
            })
            .is_empty()
        );
    }
}
