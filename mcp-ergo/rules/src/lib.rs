//! The rules of mcp-ergo, pure and without dependencies.
//!
//! A rule reads *facts* about a tool, a parameter, an error variant or a whole catalog, and
//! reports *findings* about *parts* of them. Where the facts come from is the business of a front
//! end: the macros read tokens, boot reads the registered catalog, the audit reads a foreign
//! `tools/list`. What a front end cannot see is [`Fact::Unseen`], and rules say nothing about it.
//!
//! ```
//! use mcp_ergo_rules::{Fact, Policy, ToolFacts, judge_tool};
//!
//! let tool = ToolFacts {
//!     name: Fact::Seen("search_invoices".into()),
//!     description: Fact::Seen(None),
//!     ..ToolFacts::default()
//! };
//! let findings = judge_tool(&tool, &Policy::strict());
//! assert_eq!(findings[0].rule.code, "D001");
//! ```

mod answer;
mod breadth;
mod dialect;
mod duration;
mod facts;
mod finding;
mod judge;
mod meaning;
mod names;
mod phrase;
mod policy;
mod policy_file;
#[doc(hidden)]
pub mod predicate;
#[doc(hidden)]
pub mod prose;
mod render;
mod rule;
mod rules;
#[cfg(test)]
mod samples;
mod suggest;
mod switch;
mod texts;
mod tokens;
#[doc(hidden)]
pub mod uri;
mod vocabulary;
#[doc(hidden)]
pub mod wording;
#[doc(hidden)]
pub mod words;

#[doc(hidden)]
pub use duration::{DURATION_HELP, duration, duration_text};
pub use facts::{
    Allow, Beyond, BootFacts, BranchFacts, CatalogFacts, Class, CredentialFacts, ErrorFacts, Fact,
    FieldFacts, Hints, Kind, ParamFacts, PresentationFacts, Presented, PromptFacts, Recovery,
    ResourceFacts, Source, StateFacts, ToolFacts,
};
pub use finding::{Finding, Part};
pub use judge::{
    Judge, judge_catalog, judge_catalog_by, judge_error, judge_fields, judge_prompt,
    judge_resource, judge_tool,
};
pub use policy::{Favourites, Grammar, Limits, Policy, PolicyError, PolicyValue, Words};
pub use render::Rendered;
#[doc(hidden)]
pub use render::{plural, quoted_list};
pub use rule::{Check, Evidence, Front, Level, Rubric, Rule};
pub use rules::*;
#[doc(hidden)]
pub use suggest::{did_you_mean, distance, nearest};
#[doc(hidden)]
pub use switch::{Jobs, jobs, switched_by_type};
#[doc(hidden)]
pub use tokens::tokens;
