//! Repositories: source code, branches, pull requests and issues.

use mcp_ergo::prelude::*;

use crate::store::people::me;
use crate::store::repositories::{
    Branch, BranchName, CodeLine, Commit, Issue, IssueKind, PullRequest, PullRequestId,
    PullRequestState, Repository, RepositoryId, SourceFile, main_branch,
};
use crate::store::{Answer, Limit, Office, OfficeError, Query, expect, keeps, listed};

/// List source repositories with their language and owning team.
#[tool(
    read,
    when = "the user asks what code there is, or a repository's name is needed",
    instead(search_code = "to find code by its text"),
    returns = "repositories with language and team",
    scope = "repositories:read"
)]
pub(crate) fn list_repositories(office: &Office) -> Reply<Page<Repository>> {
    listed(
        office.repositories.select(|_| true),
        Limit(100),
        "repository",
    )
}

/// Find lines of source code by a text in them, across repositories.
#[tool(
    read,
    core,
    when = "the user asks where something stands in the code",
    instead(get_file = "to read a file whose path is known"),
    returns = "lines with repository, path and number",
    scope = "repositories:read"
)]
pub(crate) fn search_code(
    office: &Office,
    #[param(example = "radio_7")] query: Query,
    /// Repository to look through; all of them when left out.
    repository: Option<RepositoryId>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<CodeLine>> {
    let wanted = query.0.to_lowercase();
    let looked = office
        .repositories
        .select(|it| keeps(repository.as_ref(), &it.id));
    let lines = looked.iter().flat_map(lines_of);
    let found: Vec<CodeLine> = lines
        .filter(|line| line.text.to_lowercase().contains(&wanted))
        .collect();
    listed(found, limit, "line")
}

fn lines_of(repository: &Repository) -> impl Iterator<Item = CodeLine> + '_ {
    let lines = repository
        .files
        .iter()
        .flat_map(|file| file.text.lines().enumerate().map(move |line| (file, line)));
    lines.map(|(file, (at, text))| CodeLine {
        repository: repository.id.clone(),
        path: file.path.clone(),
        line: at + 1,
        text: text.to_owned(),
    })
}

/// Get the text of one file of a repository.
#[tool(
    read,
    when = "the path of a file is known",
    instead(search_code = "to find the path"),
    returns = "the file with its text",
    scope = "repositories:read"
)]
pub(crate) fn get_file(
    office: &Office,
    repository: RepositoryId,
    /// Path from the root of the repository.
    #[param(example = "src/radio.rs", pattern = "^[a-zA-Z0-9_.][a-zA-Z0-9_./-]*$")]
    path: String,
) -> Answer<SourceFile> {
    let file = office.repositories.get(&repository)?.file(&path)?.clone();
    Ok(Reply::new(
        format!("{path} has {} lines.", file.text.lines().count()),
        file,
    ))
}

/// List the branches of a repository.
#[tool(
    read,
    when = "the user asks what is being worked on in a repository",
    instead(list_pull_requests = "for what is proposed for merging"),
    returns = "branches with their lead over main",
    scope = "repositories:read"
)]
pub(crate) fn list_branches(office: &Office, repository: RepositoryId) -> Answer<Page<Branch>> {
    let found = office.repositories.get(&repository)?;
    Ok(listed(found.branches, Limit(1000), "branch"))
}

/// Create a branch from the head of another.
#[tool(
    write,
    when = "the user begins a change",
    instead(create_pull_request = "where the change is done"),
    returns = "the branch",
    scope = "repositories:write"
)]
pub(crate) fn create_branch(
    office: &Office,
    repository: RepositoryId,
    /// Name of the new branch.
    #[param(from = user("as they want to call it"))]
    branch: BranchName,
    /// Branch that it begins at.
    #[param(default = main_branch())]
    from_branch: BranchName,
) -> Answer<Branch> {
    let changed = office.repositories.change(&repository, |it| {
        if it.branches.iter().any(|old| old.name == branch) {
            let branch = branch.clone();
            return Err(OfficeError::BranchTaken {
                repository: it.id.clone(),
                branch,
            });
        }
        let name = branch.clone();
        let begun = Branch {
            name,
            ..it.branch(&from_branch)?.clone()
        };
        it.branches.push(begun);
        Ok(())
    })?;
    let begun = changed.branch(&branch)?.clone();
    Ok(Reply::new(
        format!("Created {branch} from {from_branch}."),
        begun,
    ))
}

/// Delete a branch of a repository.
#[tool(
    destructive,
    when = "a branch is merged or given up",
    instead(merge_pull_request = "to merge it first"),
    returns = "the branch that is gone",
    scope = "repositories:delete"
)]
pub(crate) fn delete_branch(
    office: &Office,
    repository: RepositoryId,
    /// Branch to delete.
    branch: BranchName,
) -> Answer<Branch> {
    expect(
        branch != main_branch(),
        &branch,
        &"the main branch",
        "any other branch",
    )?;
    let gone = office
        .repositories
        .get(&repository)?
        .branch(&branch)?
        .clone();
    office.repositories.change(&repository, |it| {
        it.branches.retain(|old| old.name != branch);
        Ok(())
    })?;
    Ok(Reply::new(
        format!("Deleted {branch} of {repository}."),
        gone,
    ))
}

/// List the commits of a branch, newest first.
#[tool(
    read,
    when = "the user asks what changed on a branch, and who changed it",
    instead(list_pull_requests = "for changes as they were proposed"),
    returns = "commits with subject, author and time",
    scope = "repositories:read"
)]
pub(crate) fn list_commits(
    office: &Office,
    repository: RepositoryId,
    /// Branch whose commits to list.
    #[param(default = main_branch())]
    branch: BranchName,
    #[param(default = 20)] limit: Limit,
) -> Answer<Page<Commit>> {
    let found = office.repositories.get(&repository)?;
    Ok(listed(
        found.branch(&branch)?.commits.clone(),
        limit,
        "commit",
    ))
}

/// List the pull requests of a repository by state.
#[tool(
    read,
    core,
    when = "the user asks what waits for a review or was merged",
    instead(get_pull_request = "for one whose id is known"),
    returns = "pull requests, newest first",
    scope = "repositories:read"
)]
pub(crate) fn list_pull_requests(
    office: &Office,
    /// Repository to keep; every repository when left out.
    repository: Option<RepositoryId>,
    /// State to keep; every state when left out.
    state: Option<PullRequestState>,
    #[param(default = 20)] limit: Limit,
) -> Reply<Page<PullRequest>> {
    let mut found = office.pull_requests.select(|it| {
        keeps(repository.as_ref(), &it.repository) && keeps(state.as_ref(), &it.state)
    });
    found.reverse();
    let first = found.first().map(|it| it.id.clone());
    listed(found, limit, "pull request").next_if(
        first,
        get_pull_request::call,
        "to see its reviews",
    )
}

/// Get one pull request with its reviews and checks.
#[tool(
    read,
    core,
    when = "the user asks whether a change can be merged",
    instead(list_pull_requests = "to find the id"),
    returns = "the pull request",
    scope = "repositories:read"
)]
pub(crate) fn get_pull_request(
    office: &Office,
    pull_request_id: PullRequestId,
) -> Answer<PullRequest> {
    Ok(told(office.pull_requests.get(&pull_request_id)?))
}

fn told(it: PullRequest) -> Reply<PullRequest> {
    let checks = if it.checks_passed { "passed" } else { "failed" };
    let sentence = format!(
        "{} ('{}') is {}; approved by {}; checks {checks}.",
        it.id,
        it.title,
        it.state,
        it.approved_by.len()
    );
    Reply::new(sentence, it)
}

/// Propose a branch for merging into another.
#[tool(
    write,
    when = "a branch is ready for review",
    after(create_branch),
    returns = "the pull request with its id",
    scope = "repositories:write"
)]
pub(crate) fn create_pull_request(
    office: &Office,
    repository: RepositoryId,
    /// Branch with the changes.
    from_branch: BranchName,
    /// Branch that gets them.
    #[param(default = main_branch())]
    into_branch: BranchName,
    /// What the change does.
    #[param(example = "Round half a litre up", len = 1..=120)]
    title: String,
) -> Answer<PullRequest> {
    let found = office.repositories.get(&repository)?;
    found.branch(&from_branch)?;
    found.branch(&into_branch)?;
    Ok(told(office.pull_requests.add(|id| PullRequest {
        id,
        repository,
        title,
        from_branch,
        into_branch,
        state: PullRequestState::Open,
        approved_by: Vec::new(),
        checks_passed: true,
    })))
}

/// Changes a pull request that is open.
fn change(
    office: &Office,
    id: &PullRequestId,
    change: impl FnOnce(&mut PullRequest) -> Result<(), OfficeError>,
) -> Answer<PullRequest> {
    let changed = office.pull_requests.change(id, |it| {
        expect(
            it.state == PullRequestState::Open,
            &it.id,
            &it.state,
            "open",
        )?;
        change(it)
    })?;
    Ok(told(changed))
}

/// Add an approving review to a pull request.
#[tool(
    write,
    when = "the user is content with a change",
    instead(merge_pull_request = "to bring it in"),
    returns = "the pull request with its approvals",
    scope = "repositories:write"
)]
pub(crate) fn approve_pull_request(
    office: &Office,
    pull_request_id: PullRequestId,
) -> Answer<PullRequest> {
    change(office, &pull_request_id, |it| {
        it.approved_by.push(me());
        Ok(())
    })
}

/// Merge a pull request into its target branch, which closes it.
#[tool(
    destructive,
    when = "a change that was approved goes in",
    after(approve_pull_request),
    returns = "the merged pull request",
    scope = "repositories:delete"
)]
pub(crate) fn merge_pull_request(
    office: &Office,
    pull_request_id: PullRequestId,
) -> Answer<PullRequest> {
    change(office, &pull_request_id, |it| {
        expect(
            !it.approved_by.is_empty() && it.checks_passed,
            &it.id,
            &"unapproved or failing",
            "approved with passing checks",
        )?;
        it.state = PullRequestState::Merged;
        Ok(())
    })
}

/// File a bug or a wish for a repository.
#[tool(
    write,
    when = "a developer should mend or build something",
    not_for = "what a customer asks support",
    returns = "the issue with its number",
    scope = "repositories:write"
)]
pub(crate) fn create_issue(
    office: &Office,
    repository: RepositoryId,
    /// Whether something is broken or missing.
    kind: IssueKind,
    /// Title of the issue.
    #[param(example = "Totals are a cent off", len = 1..=120)]
    title: String,
    /// What happens, or what is wished for.
    #[param(example = "Round to whole cents last, not first.")]
    text: String,
) -> Answer<Issue> {
    let number = office.repositories.get(&repository)?.issues.len() + 1;
    let issue = Issue {
        number,
        kind,
        title,
        text,
    };
    office.repositories.change(&repository, |it| {
        it.issues.push(issue.clone());
        Ok(())
    })?;
    Ok(Reply::new(
        format!("Filed '{}' as number {number}.", issue.title),
        issue,
    ))
}
