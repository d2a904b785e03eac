//! `mcp-ergo`: judges any server's `tools/list`, tells of the rules, and of how tools are used.

mod audit;
mod catalog;
mod explain;
mod favourites;
#[cfg(feature = "gateway")]
mod gateway;
mod output;
mod policy;
mod rules;
#[cfg(feature = "sim")]
mod sim;
mod spec;
mod usage;

use std::process::ExitCode;

use clap::{Parser, ValueEnum};

/// Judges any MCP server's list of tools by the rules of mcp-ergo.
#[derive(Debug, Parser)]
#[command(name = "mcp-ergo", bin_name = "mcp-ergo", version)]
enum Command {
    Audit(audit::Audit),
    Explain(explain::Explain),
    #[command(subcommand)]
    Favourites(favourites::Favourites),
    #[cfg(feature = "gateway")]
    Gateway(gateway::Serve),
    Rules(rules::Rules),
    #[cfg(feature = "sim")]
    Sim(Box<sim::Sim>),
    Spec(spec::DesignSpec),
    Usage(usage::Usage),
}

/// How to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Nothing is wrong; something is; the command could not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Clean,
    Found,
}

fn main() -> ExitCode {
    let ran = match Command::parse() {
        Command::Audit(audit) => audit.run(),
        Command::Explain(explain) => explain.run(),
        #[cfg(feature = "gateway")]
        Command::Gateway(serve) => serve.run(),
        Command::Favourites(favourites) => favourites.run(),
        Command::Rules(rules) => rules.run(),
        #[cfg(feature = "sim")]
        Command::Sim(sim) => sim.run(),
        Command::Spec(spec) => spec.run(),
        Command::Usage(usage) => usage.run(),
    };
    match ran {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::Found) => ExitCode::from(1),
        Err(failure) => {
            output::complain(&failure);
            ExitCode::from(2)
        }
    }
}
