//! A client that knows one thing: call `_hello`, then follow the next action of each answer, and
//! where there are blockers, theirs.

use serde_json::{Value, json};
use wire_tests::Answer;
use wire_tests::line::InProcess;

/// Which of several blockers it removes first.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pick {
    First,
    Last,
}

/// A call as an answer names it.
pub(crate) type Named = (String, Value);

/// Far more than the longest way there is.
const MOST_CALLS: usize = 200;

/// Follows until `_hello` leads where it led before, since there is nothing left but to look. Returns
/// every call that was made.
///
/// # Panics
///
/// When an answer is an error, as that of a call which its tool does not take would be, or the way
/// does not end.
pub(crate) async fn follow(client: &mut InProcess, pick: Pick) -> Vec<Named> {
    let (mut all, mut last) = (Vec::new(), Vec::new());
    loop {
        let mut walk = Vec::new();
        let mut next = Some(("_hello".to_owned(), json!({})));
        while let Some((tool, args)) = next {
            let answer = client.call(&tool, args.clone()).await;
            assert!(!answer.is_error(), "{tool} {args}: {}", answer.words());
            walk.push((tool, args));
            next = named(&answer, pick);
            assert!(all.len() + walk.len() < MOST_CALLS, "no end: {walk:#?}");
        }
        all.extend(walk.clone());
        if walk == last {
            return all;
        }
        last = walk;
    }
}

/// The call that an answer names.
pub(crate) fn named(answer: &Answer, pick: Pick) -> Option<Named> {
    let data = answer.data();
    let of_blockers = data["blockers"].as_array().and_then(|blockers| match pick {
        Pick::First => blockers.first(),
        Pick::Last => blockers.last(),
    });
    let next = of_blockers.map_or(&data["nextAction"], |blocker| &blocker["nextAction"]);
    let tool = next["tool"].as_str()?;
    Some((tool.to_owned(), next["args"].clone()))
}

/// Every project with its stage.
pub(crate) async fn stages(client: &mut InProcess) -> Vec<String> {
    let list = client.call("list_projects", json!({"limit": 100})).await;
    let rows = list.data()["items"].as_array().cloned().unwrap_or_default();
    let stages = rows.iter().filter_map(|row| row["stage"].as_str());
    stages.map(str::to_owned).collect()
}
