//! The thread where the model is: its tokenizer cannot be lent to others.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::encoder::Encoder;
use crate::sim::SimError;

/// Whom texts are handed to. The thread ends with it.
#[derive(Debug)]
pub(super) struct Desk(Sender<Letter>);

struct Letter {
    text: String,
    answer: Sender<Result<Vec<f32>, String>>,
}

impl Desk {
    /// Opens the encoder in a thread of its own.
    pub(super) fn open(
        encoder: impl FnOnce() -> Result<Encoder, SimError> + Send + 'static,
    ) -> Result<Self, SimError> {
        let (letters, inbox) = channel();
        let (opened, is_open) = channel();
        thread::spawn(move || match encoder() {
            Ok(encoder) => {
                let _waits = opened.send(Ok(()));
                work(&encoder, &inbox);
            }
            Err(error) => {
                let _waits = opened.send(Err(error));
            }
        });
        let opened = is_open.recv().unwrap_or_else(|_| {
            let help = "see whether the file is whole";
            Err(SimError::new(
                "the model broke down while it was read",
                help,
            ))
        });
        opened.map(|()| Self(letters))
    }

    /// What a text is embedded as.
    pub(super) fn ask(&self, text: &str) -> Result<Vec<f32>, String> {
        let (answer, comes) = channel();
        let text = text.to_owned();
        let broken = || "the model broke down".to_owned();
        self.0.send(Letter { text, answer }).map_err(|_| broken())?;
        comes.recv().map_err(|_| broken())?
    }
}

fn work(encoder: &Encoder, inbox: &Receiver<Letter>) {
    while let Ok(Letter { text, answer }) = inbox.recv() {
        // Whoever asked may have gone.
        let _gone = answer.send(encoder.encode(&text));
    }
}
