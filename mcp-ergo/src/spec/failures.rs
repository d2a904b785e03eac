//! What goes wrong, and how a caller recovers.

use std::fmt;

use super::{Design, cell};
use crate::error::FailureMode;

const ENVELOPE: &str = "\
Every failure that a caller can mend is a result with `isError`, told in words first and then as one \
envelope: `error` (what is wrong, with the value), `hint` (what to do), `recovery`, and where they help \
`issues`, `candidates`, `nextAction`, `retryAfterMs`, `reference`. `fix`: change the call. `retry`: the \
same call may succeed later. `stop`: no call can succeed; tell the user.

| of every tool | recovery | the caller is told |
|---|---|---|
| arguments that the schema refuses | fix | each mistake with its place, the value, and what to send |
| a tool that is not there | fix | the nearest names, by the protocol's own error -32602 |
| a scope that the caller lacks | stop | which scope, and how to get it |
| a call that took too long | retry for a reading tool, fix for others | that a change may have happened |
| a failure inside the server | stop | a reference to the server's log, never the cause |
";

pub(super) fn write(design: &Design<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "\n## Errors\n")?;
    let Some(all) = &design.failure_modes else {
        return writeln!(f, "UNSEEN: a list of tools does not show how they fail.");
    };
    f.write_str(ENVELOPE)?;
    // What shares an error type shares its failures: they are told once.
    let mut groups: Vec<(&[FailureMode], Vec<String>)> = Vec::new();
    for (name, modes) in all {
        let name = cell::code(name);
        match groups.iter_mut().find(|(known, _)| *known == modes) {
            Some((_, tools)) => tools.push(name),
            None => groups.push((modes, vec![name])),
        }
    }
    for (modes, tools) in groups {
        if modes.is_empty() {
            writeln!(f, "\n{}: no failure of its own.", tools.join(", "))?;
            continue;
        }
        writeln!(
            f,
            "\n{}:\n\n| failure | error | recovery | hint | next |\n|---|---|---|---|---|",
            tools.join(", ")
        )?;
        modes.iter().try_for_each(|mode| row(mode, f))?;
    }
    Ok(())
}

fn row(mode: &FailureMode, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if mode.internal {
        let told = "never shown | stop | tell the user that it failed, with the reference | –";
        return writeln!(f, "| {} | {told} |", mode.name);
    }
    let next = match (mode.next, mode.candidates) {
        (Some(next), true) => format!("{}, with candidates", cell::code(next)),
        (Some(next), false) => cell::code(next),
        (None, true) => "candidates".to_owned(),
        (None, false) => "–".to_owned(),
    };
    // A message that a function writes (`fmt = show`) stands nowhere.
    let error = match mode.error {
        "" => "–".to_owned(),
        error => cell::text(error),
    };
    writeln!(
        f,
        "| {} | {error} | {} | {} | {next} |",
        mode.name,
        mode.recovery.word(),
        cell::text(mode.hint),
    )
}
