//! Picks by what sentences mean, as a model that the user names embeds them.

mod desk;
mod encoder;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use mcp_ergo_rules::words;

use self::desk::Desk;
use self::encoder::Encoder;
use super::picker::{Pick, PickError, Picker, Prepared, Scored};
use super::{ShownTool, SimError, ToolSet};

/// Picks the tool whose name and description are nearest to the task, by the cosine of their sentence
/// embeddings.
///
/// The model is an ONNX file of the BERT family (`MiniLM`, `BGE`, `GTE`, `E5`) with its `tokenizer.json`;
/// nothing is ever downloaded. What it says of each token is averaged, unless it has one output for the
/// sentence itself.
#[derive(Debug)]
pub struct Embeddings {
    desk: Desk,
    name: String,
    /// The same tools are asked about under each presentation, and the same tasks.
    known: Mutex<HashMap<String, Arc<Embedding>>>,
}

/// A vector of length 1, or of zeros where the model said nothing.
type Embedding = [f32];

impl Embeddings {
    /// Reads the model and its tokenizer.
    ///
    /// # Errors
    ///
    /// Where one of the files cannot be read, or is not what it should be.
    pub fn open(onnx: &Path, tokenizer: &Path) -> Result<Self, SimError> {
        let encoder = {
            let (onnx, tokenizer) = (onnx.to_owned(), tokenizer.to_owned());
            move || Encoder::open(&onnx, &tokenizer)
        };
        let name = onnx.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Self {
            desk: Desk::open(encoder)?,
            name: format!("embeddings ({name})"),
            known: Mutex::default(),
        })
    }

    fn embed(&self, text: &str) -> Result<Arc<Embedding>, PickError> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(embedding) = known().get(text) {
            return Ok(Arc::clone(embedding));
        }
        let embedding = self.desk.ask(text).map_err(|why| {
            let help = "see whether the tokenizer is that of the model";
            PickError::of_all(format!("{text:?} cannot be embedded: {why}"), help)
        })?;
        let embedding: Arc<Embedding> = unit(embedding).into();
        known().insert(text.to_owned(), Arc::clone(&embedding));
        Ok(embedding)
    }
}

impl Picker for Embeddings {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn note(&self) -> String {
        "Embeddings compare meanings and pay no attention to the order of a list or to instructions; \
         what they say of favourites is what the prior makes of use."
            .to_owned()
    }

    fn prepare<'a>(&'a self, tools: &'a ToolSet) -> Result<Box<dyn Prepared + 'a>, PickError> {
        let read = tools.unprefixed().map(|tool| Meaning::of(self, &tool));
        Ok(Box::new(Meanings {
            embeddings: self,
            tools,
            read: read.collect::<Result<_, _>>()?,
        }))
    }
}

struct Meanings<'a> {
    embeddings: &'a Embeddings,
    tools: &'a ToolSet,
    read: Vec<Meaning>,
}

/// What a tool means, and each value of its switch.
struct Meaning {
    tool: Arc<Embedding>,
    actions: Vec<(String, Arc<Embedding>)>,
}

impl Meaning {
    fn of(embeddings: &Embeddings, tool: &ShownTool) -> Result<Self, PickError> {
        let name = words::split(tool.canonical()).join(" ");
        let text = format!("{name}. {}", tool.description());
        let (_, values) = tool.actions().unwrap_or_default();
        let actions = values.into_iter().map(|value| {
            let words = words::split(value).join(" ");
            let embedding = embeddings.embed(&format!("{words} {name}"))?;
            Ok((value.to_owned(), embedding))
        });
        Ok(Self {
            actions: actions.collect::<Result<_, PickError>>()?,
            tool: embeddings.embed(&text)?,
        })
    }

    /// The tool once for each of its actions, the likeliest first; or once, where it has none.
    fn choices(&self, at: usize, task: &Embedding) -> Vec<Scored> {
        let score = cosine(task, &self.tool);
        let scored = |action| Scored { at, action, score };
        let mut actions: Vec<_> = self.actions.iter().collect();
        actions.sort_by(|left, right| cosine(task, &right.1).total_cmp(&cosine(task, &left.1)));
        if actions.is_empty() {
            return vec![scored(None)];
        }
        let actions = actions.into_iter().map(|(action, _)| action.clone());
        actions.map(|action| scored(Some(action))).collect()
    }
}

impl Prepared for Meanings<'_> {
    fn pick(&self, task: &str) -> Result<Pick, PickError> {
        let task = self.embeddings.embed(task)?;
        let likenesses: Vec<f64> = self
            .read
            .iter()
            .map(|one| cosine(&task, &one.tool))
            .collect();
        let count = f64::from(u32::try_from(likenesses.len()).unwrap_or(u32::MAX));
        let mean = likenesses.iter().sum::<f64>() / count.max(1.0);
        let tools = self.read.iter().enumerate();
        let choices = tools.flat_map(|(at, tool)| tool.choices(at, &task));
        Ok(self.tools.rank(mean, choices))
    }
}

/// Of vectors of length 1.
fn cosine(left: &Embedding, right: &Embedding) -> f64 {
    let products = left.iter().zip(right);
    products.map(|(left, right)| f64::from(left * right)).sum()
}

/// The same direction at length 1.
fn unit(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        for value in &mut vector {
            *value /= length;
        }
    }
    vector
}
