//! BM25: picks by the words that a task and a tool share.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use bm25::{Embedder, EmbedderBuilder, Embedding, Scorer, TokenEmbedder, Tokenizer};
use mcp_ergo_rules::words;
use serde_json::Value;
use snowball_stemmers_rs::{Algorithm, Stemmer};

use super::picker::{Pick, PickError, Picker, Prepared, Scored};
use super::toolset::{ShownTool, ToolSet};

/// How often the words of a name count: a name is a summary, and shorter than any description.
const NAME: usize = 3;

/// Picks tools by BM25 over their names, titles, descriptions and parameters, as a client's search
/// does. Its usual constants: k1 1.2, b 0.75; words are stemmed as English.
///
/// It knows tools by their own names whatever prefix lists them, and each counts once however often
/// it is listed, so that all that a presentation changes for it is which tools there are and their
/// [prior](ToolSet::rank).
#[derive(Debug, Clone, Copy, Default)]
pub struct Bm25;

impl Picker for Bm25 {
    fn name(&self) -> String {
        "bm25".to_owned()
    }

    fn note(&self) -> String {
        "bm25 compares words and pays no attention to the order of a list or to instructions; what \
         it says of favourites is what the prior makes of use. Only a model measures a presentation \
         itself."
            .to_owned()
    }

    fn prepare<'a>(&'a self, tools: &'a ToolSet) -> Result<Box<dyn Prepared + 'a>, PickError> {
        Ok(Box::new(Words::of(tools)))
    }
}

/// The words of a set of tools.
struct Words<'a> {
    tools: &'a ToolSet,
    index: Index,
    /// Which text of the index each listed tool has.
    texts: Vec<usize>,
    /// The switch of each tool that has one: its values, and their words.
    actions: BTreeMap<usize, (Vec<&'a str>, Index)>,
}

impl<'a> Words<'a> {
    fn of(tools: &'a ToolSet) -> Self {
        let (mut texts, mut of_tool) = (Vec::new(), BTreeMap::new());
        let places = tools.unprefixed().map(|tool| {
            *of_tool.entry(tool.at()).or_insert_with(|| {
                texts.push(text_of(&tool));
                texts.len() - 1
            })
        });
        let places = places.collect();
        let actions = tools.tools().iter().enumerate().filter_map(|(at, tool)| {
            let (_, values) = tool.actions()?;
            let index = Index::of(&values);
            Some((at, (values, index)))
        });
        Self {
            tools,
            index: Index::of(&texts),
            texts: places,
            actions: actions.collect(),
        }
    }

    /// The tool once for each of its actions, the likeliest first; or once, where it has none.
    fn choices(&self, at: usize, score: f64, task: &str) -> Vec<Scored> {
        let scored = |action| Scored { at, action, score };
        let Some((values, index)) = self.actions.get(&at) else {
            return vec![scored(None)];
        };
        let fits = index.scores(task).into_iter();
        let mut order: Vec<(f64, &str)> = fits.zip(values.iter().copied()).collect();
        order.sort_by(|left, right| right.0.total_cmp(&left.0));
        let actions = order.into_iter();
        actions
            .map(|(_, action)| scored(Some(action.to_owned())))
            .collect()
    }
}

impl Prepared for Words<'_> {
    fn pick(&self, task: &str) -> Result<Pick, PickError> {
        let scores = self.index.scores(task);
        let listed = self.texts.iter().enumerate();
        let found = listed.filter(|(_, text)| scores[**text] > 0.0);
        let choices = found.flat_map(|(at, text)| self.choices(at, scores[*text], task));
        Ok(self.tools.rank(0.0, choices))
    }
}

/// Texts that can be searched by BM25.
pub(crate) struct Index {
    scorer: Scorer<usize, String>,
    embedder: Embedder<Term, Terms>,
    len: usize,
}

impl Index {
    pub(crate) fn of<T: AsRef<str>>(texts: &[T]) -> Self {
        let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
        let builder =
            EmbedderBuilder::<Term, Terms>::with_tokenizer_and_fit_to_corpus(Terms, &texts);
        let embedder = builder.build();
        let mut scorer = Scorer::new();
        for (at, text) in texts.iter().enumerate() {
            scorer.upsert(&at, once(embedder.embed(text)));
        }
        Self {
            scorer,
            embedder,
            len: texts.len(),
        }
    }

    /// How well each text fits; 0 where it shares no word.
    fn scores(&self, text: &str) -> Vec<f64> {
        let mut scores = vec![0.0; self.len];
        for found in self.scorer.matches(&self.embedder.embed(text)) {
            scores[found.id] = f64::from(found.score);
        }
        scores
    }

    /// The texts that fit best, at most so many, the best first; of equals the earlier.
    pub(crate) fn nearest(&self, text: &str, most: usize) -> Vec<usize> {
        let scores = self.scores(text).into_iter().enumerate();
        let mut found: Vec<(usize, f64)> = scores.filter(|(_, score)| *score > 0.0).collect();
        found.sort_by(|left, right| right.1.total_cmp(&left.1));
        let places = found.into_iter().map(|(at, _)| at);
        places.take(most).collect()
    }
}

/// The words of a text, each once: all that stand for one word have the same weight already, and each
/// is looked for from the first.
fn once(mut words: Embedding<String>) -> Embedding<String> {
    let mut seen = HashSet::new();
    words.0.retain(|word| seen.insert(word.index.clone()));
    words
}

/// A word as it is: hashes of words may collide.
struct Term;

impl TokenEmbedder for Term {
    type EmbeddingSpace = String;

    fn embed(token: &str) -> String {
        token.to_owned()
    }
}

#[derive(Debug)]
struct Terms;

impl Tokenizer for Terms {
    fn tokenize(&self, text: &str) -> Vec<String> {
        terms(text)
    }
}

/// The words of a text that mean something, as their stems. `search_invoices` is two.
fn terms(text: &str) -> Vec<String> {
    let stemmer = Stemmer::create(Algorithm::English);
    let words = words::split(text).into_iter();
    words
        .filter(|word| !words::is_filler(word))
        .map(|word| stemmer.stem(&word).into_owned())
        .collect()
}

/// What is searched of a tool.
pub(crate) fn text_of(tool: &ShownTool) -> String {
    let mut text = format!("{} ", tool.canonical()).repeat(NAME);
    let _ = writeln!(text, "{}\n{}", tool.title(), tool.description());
    let properties = tool.input_schema().get("properties");
    for (name, schema) in properties.and_then(Value::as_object).into_iter().flatten() {
        let said = schema.get("description").and_then(Value::as_str);
        let _ = write!(text, "{name}: {}", said.unwrap_or_default());
        let values = schema.get("enum").and_then(Value::as_array);
        for value in values.into_iter().flatten().filter_map(Value::as_str) {
            let _ = write!(text, " {value}");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::catalog::Catalog;
    use crate::sim::picker::Choice;

    fn picked(catalog: &[u8], task: &str) -> Vec<(usize, Option<String>)> {
        let set = ToolSet::flat(&Catalog::read("desk", catalog).unwrap());
        let pick = Bm25.prepare(&set).unwrap().pick(task).unwrap();
        let choices = pick.choices.into_iter();
        choices
            .map(|choice| match choice {
                Choice::Tool { at, action } => (at, action),
                Choice::Unlisted(name) => panic!("{name} is not listed"),
            })
            .collect()
    }

    fn places(catalog: &[u8], task: &str) -> Vec<usize> {
        let picked = picked(catalog, task).into_iter();
        picked.map(|(at, _)| at).collect()
    }

    const CATALOG: &[u8] = br#"[
        {"name": "searchInvoices", "description": "", "inputSchema": {"properties": {
            "state": {"description": "Kind.", "enum": ["overdue"]}}}},
        {"name": "create_event", "title": "Plan a meeting", "description": "Put it down."},
        {"name": "cancel_event", "description": "Call off what was planned."}
    ]"#;

    #[test]
    fn names_titles_texts_and_parameters_are_searched_by_stems() {
        assert_eq!(places(CATALOG, "an invoice, please"), [0]);
        assert_eq!(places(CATALOG, "overdue"), [0]);
        assert_eq!(places(CATALOG, "meetings"), [1]);
        assert_eq!(places(CATALOG, "planning"), [1, 2]);
        assert_eq!(places(CATALOG, "cancelling events"), [2, 1]);
        assert!(places(CATALOG, "the of").is_empty());
        assert!(places(CATALOG, "weather").is_empty());
    }

    /// Three texts of two words each, so that every length is the mean one: one occurrence weighs
    /// (1.2 + 1) / (1 + 1.2) = 1, and two weigh 2 * 2.2 / (2 + 1.2) = 1.375.
    #[test]
    fn scores_are_those_of_the_formula() {
        let scores = Index::of(&["red fox", "red red", "blue hen"]).scores("red");
        // Two of three texts have it: ln(1 + (3 - 2 + 0.5) / (2 + 0.5)).
        let rarity = 1.6f64.ln();
        for (score, wanted) in scores.iter().zip([rarity, rarity * 1.375, 0.0]) {
            assert!((score - wanted).abs() < 1e-6, "{scores:?}");
        }
    }

    #[test]
    fn a_tool_that_switches_is_picked_with_the_likeliest_action_first() {
        let catalog =
            br#"[{"name": "manage_issue", "description": "", "inputSchema": {"properties": {
            "action": {"enum": ["open_issue", "close_issue"]}}}}]"#;
        let actions = picked(catalog, "close this issue");
        assert_eq!(
            actions,
            [
                (0, Some("close_issue".to_owned())),
                (0, Some("open_issue".to_owned()))
            ]
        );
    }
}
