//! How much room a text takes in a prompt.

/// Some 8 % too much for English, and near enough for every model.
const BYTES_OF_A_TOKEN: usize = 4;

/// About how many tokens so many bytes are.
pub const fn tokens(bytes: usize) -> usize {
    bytes.div_ceil(BYTES_OF_A_TOKEN)
}
