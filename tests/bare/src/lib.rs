//! Parameters and a tool, [`plan_jobs`], without serde, schemars or thiserror at hand.

use std::fmt::{self, Display, Formatter};

use mcp_ergo::prelude::*;

/// How urgent it is.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// within the hour
    High,
    /// some day
    Low,
}

/// Room number.
#[derive(Param, Debug, Clone, PartialEq, Eq)]
#[param(example = "B-204", pattern = "^[A-C]-[0-9]{3}$", from = user("the sign on the door"))]
pub struct RoomId(pub String);

/// What has to be mended.
#[derive(Param, Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// What is broken.
    #[param(example = "the window does not close")]
    pub fault: String,
    /// How urgent it is.
    #[param(default = Urgency::Low)]
    pub urgency: Urgency,
    /// Hours that it may take; no bound when left out.
    #[param(unit = "hours", range = 1..=40)]
    pub hours: Option<u8>,
}

/// Why a job was not taken.
#[derive(Debug, ToolError)]
pub enum JobError {
    /// No such room.
    #[tool_error(fix, hint = "read the sign on the door of {0} again")]
    NoRoom(RoomId),
}

impl Display for JobError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self::NoRoom(id) = self;
        write!(f, "no room {id}")
    }
}

/// Plan jobs in one room.
#[tool(
    write,
    when = "the user reports what is broken",
    returns = "each job, planned or why not",
    scope = "jobs:write"
)]
pub fn plan_jobs(
    room: RoomId,
    /// What has to be mended, the worst first.
    #[param(len = 1..=5)]
    jobs: Vec<Job>,
) -> Reply<Batch<Job>> {
    let mut batch = Batch::new();
    for job in jobs {
        let is_there = !room.0.ends_with("000");
        let planned = is_there.then(|| job.clone());
        batch.push(
            job.fault,
            planned.ok_or_else(|| JobError::NoRoom(room.clone())),
        );
    }
    Reply::new(batch.sentence("jobs", "planned"), batch)
}
