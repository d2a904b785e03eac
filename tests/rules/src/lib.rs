//! The rules on the examples of their docs and of the documents they come from: see `tests/`.
