//! A model of sentences.

use std::fmt::Display;
use std::path::Path;

use rten::{Model, NodeId, Value, ValueOrView};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};
use rten_text::Tokenizer;
use rten_text::tokenizer::EncodeOptions;

use crate::sim::SimError;

/// Tokens of a text, where the tokenizer's own file sets no limit: what BERT was trained on.
const LONGEST: usize = 512;

pub(super) struct Encoder {
    model: Model,
    tokenizer: Tokenizer,
    longest: usize,
    inputs: Vec<(NodeId, Input)>,
    output: NodeId,
}

/// What a model of sentences may ask for.
#[derive(Debug, Clone, Copy)]
enum Input {
    Tokens,
    /// Which tokens are the text's: all, since each text is embedded by itself.
    Mask,
    /// Which of two texts a token is of: there is one.
    Segment,
    Position,
}

impl Input {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "input_ids" => Self::Tokens,
            "attention_mask" => Self::Mask,
            "token_type_ids" => Self::Segment,
            "position_ids" => Self::Position,
            _ => return None,
        })
    }

    fn of(self, tokens: &[i32]) -> Vec<i32> {
        match self {
            Self::Tokens => tokens.to_vec(),
            Self::Mask => vec![1; tokens.len()],
            Self::Segment => vec![0; tokens.len()],
            Self::Position => (0..).take(tokens.len()).collect(),
        }
    }
}

impl Encoder {
    pub(super) fn open(onnx: &Path, tokenizer: &Path) -> Result<Self, SimError> {
        let model = Model::load_file(onnx).map_err(|error| {
            let help = "name the ONNX file of a sentence embedding model by --onnx";
            unread(onnx, &error, help)
        })?;
        let help = "name the tokenizer.json that belongs to the model by --tokenizer";
        let json = std::fs::read_to_string(tokenizer);
        let json = json.map_err(|error| unread(tokenizer, &error, help))?;
        let read = Tokenizer::from_json(&json).map_err(|error| unread(tokenizer, &error, help))?;
        let inputs = inputs(&model).map_err(|why| unread(onnx, &why, BERT))?;
        let output = output(&model).ok_or_else(|| unread(onnx, &"it has no output", BERT))?;
        Ok(Self {
            tokenizer: read,
            longest: longest(&json),
            inputs,
            output,
            model,
        })
    }

    /// The embedding of a text, at any length.
    pub(super) fn encode(&self, text: &str) -> Result<Vec<f32>, String> {
        let options = EncodeOptions {
            max_chunk_len: Some(self.longest),
            ..EncodeOptions::default()
        };
        let encoded = self.tokenizer.encode(text, Some(options));
        let encoded = encoded.map_err(|error| error.to_string())?;
        let tokens = encoded
            .token_ids()
            .iter()
            .map(|token| i32::try_from(*token));
        let tokens: Vec<i32> = tokens
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())?;
        let inputs = self.inputs.iter().map(|(node, input)| {
            let row = NdTensor::from_data([1, tokens.len()], input.of(&tokens));
            (*node, ValueOrView::from(Value::from(row)))
        });
        let answer = self.model.run_n(inputs.collect(), [self.output], None);
        let [answer] = answer.map_err(|error| error.to_string())?;
        let answer: Tensor<f32> = answer.try_into().map_err(|error| format!("{error}"))?;
        pooled(&answer)
    }
}

const BERT: &str = "name a model of the BERT family, with input_ids and attention_mask";

fn inputs(model: &Model) -> Result<Vec<(NodeId, Input)>, String> {
    let inputs = model.input_ids().iter().map(|node| {
        let info = model.node_info(*node);
        let name = info.and_then(|info| info.name().map(str::to_owned));
        let name = name.unwrap_or_default();
        let input = Input::named(&name);
        let input = input.ok_or_else(|| format!("it asks for `{name}`, which no sentence has"))?;
        Ok((*node, input))
    });
    inputs.collect()
}

/// What is said of the sentence itself, or else of its tokens, which models give first.
fn output(model: &Model) -> Option<NodeId> {
    let of_sentence = model.find_node("sentence_embedding");
    let of_sentence = of_sentence.filter(|node| model.output_ids().contains(node));
    of_sentence.or_else(|| model.output_ids().first().copied())
}

/// How many tokens the tokenizer's own file says.
fn longest(json: &str) -> usize {
    let read = serde_json::from_str::<serde_json::Value>(json).ok();
    let says = read.and_then(|read| read["truncation"]["max_length"].as_u64());
    let says = says.and_then(|tokens| usize::try_from(tokens).ok());
    says.filter(|tokens| *tokens > 2).unwrap_or(LONGEST)
}

/// The mean over the tokens, where a model says something of each.
fn pooled(answer: &Tensor<f32>) -> Result<Vec<f32>, String> {
    let shape = answer.shape();
    let values = answer.to_vec();
    match *shape {
        [1, _] => Ok(values),
        [1, tokens, width] if tokens > 0 && width > 0 => {
            let mut sums = vec![0.0; width];
            for token in values.chunks_exact(width) {
                for (sum, value) in sums.iter_mut().zip(token) {
                    *sum += value;
                }
            }
            // The mean has the direction of the sum, and lengths are set to 1.
            Ok(sums)
        }
        _ => Err(format!("it answers with a tensor of shape {shape:?}")),
    }
}

fn unread(path: &Path, why: &dyn Display, help: &str) -> SimError {
    SimError::new(format!("{} cannot be used: {why}", path.display()), help)
}
