//! Tests of servers: a client in the test's own process, and the catalog held to its promises.
//!
//! Enabled for tests alone, so that no server carries it:
//!
//! ```toml
//! [dev-dependencies]
//! mcp-ergo = { path = "../mcp-ergo/mcp-ergo", features = ["testing"] }
//! ```
//!
//! A whole server with its test:
//!
//! ```standalone_crate
//! use mcp_ergo::prelude::*;
//! use mcp_ergo::testing::{Client, json};
//!
//! #[derive(Debug, thiserror::Error, ToolError)]
//! enum ShelfError {
//!     #[error("no book with id '{id}'; ids look like 'b_12'")]
//!     #[tool_error(fix, hint = "find the id first", next = list_books, candidates = near)]
//!     NoSuchBook { id: BookId, near: Vec<BookId> },
//! }
//!
//! /// Book id.
//! #[derive(Param, Debug, Clone, PartialEq)]
//! #[param(example = "b_12", pattern = "^b_[0-9]+$", from = list_books)]
//! struct BookId(String);
//!
//! /// One book.
//! #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
//! struct Book {
//!     /// Book id.
//!     id: String,
//!     /// Title.
//!     title: String,
//! }
//!
//! fn dune() -> Book {
//!     Book { id: "b_1".into(), title: "Dune".into() }
//! }
//!
//! /// List the books of the shelf.
//! #[tool(read, when = "a book's id is needed", returns = "books with id and title")]
//! fn list_books() -> Reply<Page<Book>> {
//!     Reply::new("1 book.", Page::whole(vec![dune()]))
//!         .next(get_book::call(BookId("b_1".into())), "to read about it")
//! }
//!
//! /// Get one book.
//! #[tool(read, when = "a book's id is known", returns = "the book")]
//! fn get_book(book_id: BookId) -> Result<Reply<Book>, ShelfError> {
//!     let near = BookId("b_1".into());
//!     if book_id != near {
//!         return Err(ShelfError::NoSuchBook { id: book_id, near: vec![near] });
//!     }
//!     Ok(Reply::new("'Dune' is on the shelf.", dune()))
//! }
//!
//! fn server() -> Server {
//!     let server = Server::builder("shelf", "1.0.0").start_with(list_books::tool());
//!     server.boot().expect("the shelf boots")
//! }
//!
//! // #[tokio::test]
//! async fn books_are_found() {
//!     let client = Client::connect(server()).await;
//!
//!     let listed = client.call("list_books", json!({})).await;
//!     assert_eq!(listed.outcome(), "1 book.");
//!     assert_eq!(listed.data::<Page<Book>>().items[0].title, "Dune");
//!
//!     // What an answer says to do next works as it stands.
//!     let next = listed.next_action().expect("the list says how to read on");
//!     let book = client.follow(next).await;
//!     assert_eq!(book.outcome(), "'Dune' is on the shelf.");
//!
//!     // The compiler checks a call that is written as one.
//!     let missing = client.run_to_error(get_book::call(BookId("b_9".into()))).await;
//!     assert_eq!(missing.candidates(), ["b_1"]);
//!     assert_eq!(missing.next_action().expect("a next call").tool(), "list_books");
//! }
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! #     books_are_found().await;
//! # }
//! ```
//!
//! # What every answer is looked at for
//!
//! Each [`call`](Client::call) and [`expect_error`](Client::expect_error) looks at what came back,
//! and fails the test with what is wrong, where, and what to write instead.
//! [`allow`](Request::allow) lets one answer pass, with a reason.
//!
//! | [`Lint`] | what fails the test | where |
//! |---|---|---|
//! | `Decoration` | boxes, banners, progress bars, rows of emoji: what rule [S007](crate::rulebook#s007) finds in a catalog | every text |
//! | `StaleName` | the name of a tool that this caller is not served, as rule [D009](crate::rulebook#d009) reads it; a next call of one | the server's own words |
//! | `Upsell` | `upgradeHint`, "upgrade to Pro", "… in the paid plan", outside of `_hello`, of tools about the account, and of denials | the server's own words |
//! | `Secret` | private keys, keys and tokens of well-known forms, passwords in URLs; what was given for a parameter that is `secret` | every text |
//! | `Schema` | data that breaks the tool's own output schema, or is missing beside one | the structured content |
//! | `Outcome` | a first text that does not say the outcome, the error or the next call; a JSON text that is not the structured content | the texts |
//!
//! The server's own words are the sentence, reasons, blockers, errors and hints; data may quote
//! anybody, so only drawings and secrets are looked for in it.
//!
//! # What a catalog promises
//!
//! [`assert_catalog_compatible`] keeps the catalog in a file beside the tests, and fails where a
//! change breaks those who know it.

mod answer;
mod catalog;
mod client;
mod lint;

pub use answer::{Answer, Error, Reply};
pub use catalog::assert_catalog_compatible;
pub use client::{Client, Era, Request};
pub use lint::{Finding, Lint};
#[doc(no_inline)]
pub use serde_json::json;
