//! Source code of the firm.

use chrono::NaiveDateTime;
use mcp_ergo::Param;
use schemars::JsonSchema;
use serde::Serialize;

use super::people::{PersonId, Team, somebody};
use super::seed::{at, days_ago, index, number, pick};
use super::{OfficeError, Table, row};
use crate::repositories::{list_branches, list_pull_requests, list_repositories};

/// Name of a repository.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "flow-firmware", pattern = "^[a-z0-9-]+$", from = list_repositories)]
pub(crate) struct RepositoryId(pub(crate) String);

/// Name of a branch.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "fix/zero-drift", pattern = "^[a-z0-9./-]+$", from = list_branches)]
pub(crate) struct BranchName(pub(crate) String);

/// Pull request id.
#[derive(Param, Debug, Clone, PartialEq)]
#[param(example = "pr_118", pattern = "^pr_[0-9]+$", from = list_pull_requests)]
pub(crate) struct PullRequestId(pub(crate) String);

/// Where a pull request stands.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PullRequestState {
    /// waits for reviews or its merge
    Open,
    /// is part of its target branch
    Merged,
    /// was given up
    Abandoned,
}

/// What an issue is about.
#[derive(Param, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IssueKind {
    /// something is broken
    Bug,
    /// something is missing
    Wish,
}

/// One repository.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Repository {
    /// Name of the repository.
    pub(crate) id: RepositoryId,
    /// What it holds.
    pub(crate) about: String,
    /// Language that most of it is written in.
    pub(crate) language: String,
    /// Team that owns it.
    pub(crate) team: Team,
    #[serde(skip)]
    pub(crate) branches: Vec<Branch>,
    #[serde(skip)]
    pub(crate) files: Vec<SourceFile>,
    #[serde(skip)]
    pub(crate) issues: Vec<Issue>,
}

/// One branch.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Branch {
    /// Name of the branch.
    pub(crate) name: BranchName,
    /// Commits that the main branch has not.
    pub(crate) ahead: usize,
    #[serde(skip)]
    pub(crate) commits: Vec<Commit>,
}

/// One commit.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Commit {
    /// Hash.
    pub(crate) hash: String,
    /// First line of its message.
    pub(crate) subject: String,
    /// Who wrote it.
    pub(crate) author_id: PersonId,
    /// When it was made, local time.
    pub(crate) committed_at: NaiveDateTime,
}

/// One file.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct SourceFile {
    /// Path from the root of the repository.
    pub(crate) path: String,
    /// What is in it.
    pub(crate) text: String,
}

/// A line of source code.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct CodeLine {
    /// Repository of the file.
    pub(crate) repository: RepositoryId,
    /// Path of the file.
    pub(crate) path: String,
    /// Number of the line, from 1.
    pub(crate) line: usize,
    /// The line.
    pub(crate) text: String,
}

/// One issue.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Issue {
    /// Number within the repository.
    pub(crate) number: usize,
    /// What it is about.
    pub(crate) kind: IssueKind,
    /// Title.
    pub(crate) title: String,
    /// What happens, or what is wished for.
    pub(crate) text: String,
}

/// One pull request.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct PullRequest {
    /// Pull request id.
    pub(crate) id: PullRequestId,
    /// Where it belongs.
    pub(crate) repository: RepositoryId,
    /// Title.
    pub(crate) title: String,
    /// Branch with the changes.
    pub(crate) from_branch: BranchName,
    /// Branch that gets them.
    pub(crate) into_branch: BranchName,
    /// Where it stands.
    pub(crate) state: PullRequestState,
    /// Who approved it.
    pub(crate) approved_by: Vec<PersonId>,
    /// Whether the checks ran without a failure.
    pub(crate) checks_passed: bool,
}

row!(Repository by RepositoryId("repo"), else NoSuchRepository, words: |it| [&*it.about]);
row!(PullRequest by PullRequestId("pr"), else NoSuchPullRequest, words: |it| [&*it.title]);

impl Repository {
    pub(crate) fn branch(&self, name: &BranchName) -> Result<&Branch, OfficeError> {
        let found = self.branches.iter().find(|branch| branch.name == *name);
        found.ok_or_else(|| OfficeError::NoSuchBranch {
            repository: self.id.clone(),
            branch: name.clone(),
            near: self
                .branches
                .iter()
                .map(|it| it.name.clone())
                .take(3)
                .collect(),
        })
    }

    pub(crate) fn file(&self, path: &str) -> Result<&SourceFile, OfficeError> {
        let found = self.files.iter().find(|file| file.path == path);
        found.ok_or_else(|| OfficeError::NoSuchFile {
            repository: self.id.clone(),
            path: path.to_owned(),
            near: self
                .files
                .iter()
                .map(|file| file.path.clone())
                .take(3)
                .collect(),
        })
    }
}

pub(crate) fn main_branch() -> BranchName {
    BranchName("main".to_owned())
}

const REPOSITORIES: &[(&str, &str, &str, Team)] = &[
    (
        "flow-firmware",
        "Firmware of the flow meters",
        "Rust",
        Team::Firmware,
    ),
    (
        "gateway-firmware",
        "Firmware of the radio gateway",
        "Rust",
        Team::Firmware,
    ),
    (
        "test-bench",
        "Drives the calibration bench",
        "Python",
        Team::Firmware,
    ),
    (
        "billing-api",
        "Invoices and payments",
        "Rust",
        Team::Platform,
    ),
    (
        "customer-portal",
        "Where customers read their meters",
        "TypeScript",
        Team::Platform,
    ),
    (
        "telemetry-store",
        "Keeps what the meters send",
        "Rust",
        Team::Platform,
    ),
    (
        "warehouse-app",
        "Stock and shipments",
        "TypeScript",
        Team::Platform,
    ),
    (
        "infrastructure",
        "Machines, networks and backups",
        "HCL",
        Team::Platform,
    ),
];

const SUBJECTS: &[&str] = &[
    "Retry when the radio is busy",
    "Round half a litre up",
    "Drop the old pairing",
    "Read the serial number once",
    "Log less on a quiet line",
    "Name the tariff in the error",
    "Check the seal before a reset",
    "Keep readings over a power cut",
    "Tidy the build",
];

fn commits(place: usize, count: usize) -> Vec<Commit> {
    let commit = |nth: usize| {
        let seed = place * 10_000 + nth;
        Commit {
            hash: format!("{:07x}", index(seed, "hash", 0x0fff_ffff)),
            subject: pick(seed, "subject", SUBJECTS).to_owned(),
            author_id: somebody(seed % 29, "author"),
            committed_at: at(days_ago(1 + nth / 2), 9 + number(seed, "hour", 8), 20),
        }
    };
    (0..count).map(commit).collect()
}

fn source(language: &str, module: &str) -> String {
    let (open, close) = if language == "Python" {
        ("def", "")
    } else {
        ("fn", "}")
    };
    let body = |nth: usize| {
        let subject = pick(nth, module, SUBJECTS);
        let brace = if close.is_empty() { ":" } else { " {" };
        format!("{open} {module}_{nth}(){brace}\n    // {subject}.\n    step({nth})\n{close}\n")
    };
    (1..=12).map(body).collect()
}

pub(crate) fn repositories() -> Table<Repository> {
    let repository =
        |(place, &(name, about, language, team)): (usize, &(&str, &str, &str, Team))| {
            let branch = |nth: usize, name: &str, count: usize, ahead: usize| Branch {
                name: BranchName(name.to_owned()),
                ahead,
                commits: commits(place * 10 + nth, count),
            };
            let modules = ["radio", "reading", "settings", "tariff"];
            let ending = match language {
                "Python" => "py",
                "TypeScript" => "ts",
                "HCL" => "tf",
                _ => "rs",
            };
            let file = |module: &&str| SourceFile {
                path: format!("src/{module}.{ending}"),
                text: source(language, module),
            };
            Repository {
                id: RepositoryId(name.to_owned()),
                about: about.to_owned(),
                language: language.to_owned(),
                team,
                branches: vec![
                    branch(0, "main", 1_100, 0),
                    branch(1, "release/2.4", 60, 3),
                    branch(2, "fix/zero-drift", 8, 2),
                    branch(3, "feature/tariffs", 14, 9),
                ],
                files: modules.iter().map(file).collect(),
                issues: Vec::new(),
            }
        };
    Table::of(REPOSITORIES.iter().enumerate().map(repository).collect())
}

pub(crate) fn pull_requests() -> Table<PullRequest> {
    use PullRequestState::{Abandoned, Merged, Open};
    Table::filled(240, |place, id| {
        let state = pick(place, "state", &[Open, Merged, Merged, Merged, Abandoned]);
        let approved = usize::from(state == Merged) + index(place, "approved", 2);
        PullRequest {
            id,
            repository: RepositoryId(REPOSITORIES[place % REPOSITORIES.len()].0.to_owned()),
            title: pick(place, "title", SUBJECTS).to_owned(),
            from_branch: BranchName(
                pick(place, "from", &["fix/zero-drift", "feature/tariffs"]).to_owned(),
            ),
            into_branch: main_branch(),
            state,
            approved_by: (0..approved)
                .map(|nth| somebody(place + nth, "review"))
                .collect(),
            checks_passed: state == Merged || place % 4 > 0,
        }
    })
}
