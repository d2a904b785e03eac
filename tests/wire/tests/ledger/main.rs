//! The example server as its clients meet it: in process, as a program over pipes, and over HTTP.

mod context;
mod contract;
mod http;
mod presented;
mod program;
mod stdio;
