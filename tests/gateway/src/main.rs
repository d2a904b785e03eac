//! A server for the tests of the gateway.
fn main() {}
