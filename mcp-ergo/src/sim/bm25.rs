//! BM25: picks by the words that a task and a tool share.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bm25::{Embedder, EmbedderBuilder, Scorer, TokenEmbedder, Tokenizer};
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
        let places = tools.tools().iter().map(|tool| {
            *of_tool.entry(tool.at()).or_insert_with(|| {
                texts.push(text_of(tool));
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
        let mut order: Vec<(f64, &str)> = index.scores(task).zip(values.iter().copied()).collect();
        order.sort_by(|left, right| right.0.total_cmp(&left.0));
        let actions = order.into_iter();
        actions
            .map(|(_, action)| scored(Some(action.to_owned())))
            .collect()
    }
}

impl Prepared for Words<'_> {
    fn pick(&self, task: &str) -> Result<Pick, PickError> {
        let scores: Vec<f64> = self.index.scores(task).collect();
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
            scorer.upsert(&at, embedder.embed(text));
        }
        Self {
            scorer,
            embedder,
            len: texts.len(),
        }
    }

    /// How well each text fits; 0 where it shares no word.
    fn scores(&self, text: &str) -> impl Iterator<Item = f64> {
        let query = self.embedder.embed(text);
        (0..self.len).map(move |at| self.scorer.score(&at, &query).map_or(0.0, f64::from))
    }

    /// The texts that fit best, at most so many, the best first; of equals the earlier.
    pub(crate) fn nearest(&self, text: &str, most: usize) -> Vec<usize> {
        let scores = self.scores(text).enumerate();
        let mut found: Vec<(usize, f64)> = scores.filter(|(_, score)| *score > 0.0).collect();
        found.sort_by(|left, right| right.1.total_cmp(&left.1));
        let places = found.into_iter().map(|(at, _)| at);
        places.take(most).collect()
    }
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
