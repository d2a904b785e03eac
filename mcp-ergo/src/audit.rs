mod read;

pub use read::{ReadError, catalog_facts};
