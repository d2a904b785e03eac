//! The office: its catalog as it is written down, and its calls under every name.

mod catalog;
mod every;
mod presented;
