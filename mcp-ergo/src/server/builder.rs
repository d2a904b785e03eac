//! Puts a server together.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use mcp_ergo_rules::Policy;
use rmcp::model::{Implementation, MetaObject};
use serde_json::json;
use tokio_util::task::TaskTracker;

use super::cap::Cap;
use super::changes::Changes;
use super::connection::Connection;
use super::listing::Listing;
use super::rounds::{random_seal, seal_of};
use super::served::Served;
use super::{Inner, Server, Upgrade};
use crate::access::{Authorizer, Caller, ErasedAuthorizer, Grants, LocalGrants};
use crate::arguments::Coercion;
use crate::handle::{HandleStore, Kept};
use crate::hello::Hello;
use crate::limits::{Admission, Rate, Rates};
use crate::presentation::Presentation;
use crate::registry::{
    BootError, BootInput, PromptTemplate, Registry, Resource, StateKey, Tool, boot,
};
use crate::usage::{Usage, UsageStore};

/// The key under which results of 2026-07-28 say who answers.
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// How long a tool may take unless it says otherwise.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// What a server is made of. Nothing is checked before [`boot`](Self::boot), and then everything.
#[derive(Debug)]
#[must_use = "nothing is served before `.boot()?`"]
pub struct Builder {
    version: String,
    how_to_grant: Option<String>,
    timeout: Duration,
    coercion: Coercion,
    logging: bool,
    changes: Option<Changes>,
    cache: Option<Duration>,
    authorizer: Option<Arc<dyn ErasedAuthorizer>>,
    upgrade: Upgrade,
    usage: Option<Arc<dyn UsageStore>>,
    input: BootInput,
}

impl Builder {
    pub(super) fn new(name: String, version: String) -> Self {
        Self {
            version,
            how_to_grant: None,
            timeout: TIMEOUT,
            coercion: Coercion::default(),
            logging: false,
            changes: None,
            cache: None,
            authorizer: None,
            upgrade: Upgrade::default(),
            usage: None,
            input: BootInput::new(name),
        }
    }

    /// What the server is for, in one sentence. It opens the `instructions` that a model reads
    /// before it sees any tool.
    pub fn purpose(mut self, purpose: impl Into<String>) -> Self {
        self.input.opening.purpose = Some(purpose.into());
        self
    }

    /// The tool that a model calls first; `instructions` name it.
    pub fn start_with(mut self, tool: Tool) -> Self {
        self.input.opening.start_with = Some(tool);
        self
    }

    /// Serves the tool `_hello`, which tells each caller what it has to know before its first call.
    /// `instructions` send a model there, unless [`start_with`](Self::start_with) names another tool.
    pub fn hello(mut self, hello: Hello) -> Self {
        let tool = crate::hello::tool();
        self.input.opening.start_with.get_or_insert(tool);
        self.input.hello = Some(Arc::new(Hello {
            server: self.input.name.clone(),
            version: self.version.clone(),
            ..hello
        }));
        self.tool(tool)
    }

    /// Lends `state` to every tool, resource and prompt that borrows a `T`. A second state of one type
    /// replaces the first.
    pub fn state<T: Any + Send + Sync>(mut self, state: T) -> Self {
        self.input.states.insert(state);
        self
    }

    /// Grants a scope to whoever started the server: the caller on the standard streams. Reading is
    /// served without; tools that change something are served only where their scope is granted, and
    /// those that destroy only where it is granted by its name.
    pub fn grant(mut self, scope: impl Into<String>) -> Self {
        self.input.grants = self.input.grants.scope(scope);
        self
    }

    /// Says in full what whoever started the server holds, in place of reading.
    pub fn grants(mut self, grants: Grants) -> Self {
        self.input.grants = grants;
        self
    }

    /// Declares a role: a set of scopes with a name. [`Grants::role`] gives it to a caller.
    pub fn role<S: Into<String>>(
        mut self,
        name: impl Into<String>,
        scopes: impl IntoIterator<Item = S>,
    ) -> Self {
        let scopes = scopes.into_iter().map(Into::into).collect();
        self.input.roles.insert(name.into(), scopes);
        self
    }

    /// Asks `authorizer` what the caller of each request holds. Without one, everybody holds what
    /// the builder grants.
    pub fn authorizer(mut self, authorizer: impl Authorizer) -> Self {
        self.input.issued = authorizer.issued();
        self.authorizer = Some(Arc::new(authorizer));
        self
    }

    /// The scope of reading tools that name none; `read` unless told.
    pub fn read_scope(mut self, scope: impl Into<String>) -> Self {
        self.input.read_scope = scope.into();
        self
    }

    /// How a caller who lacks a scope gets it, e.g. `"restart the server with --allow SCOPE"`.
    /// `SCOPE` is replaced by the scope that is missing.
    pub fn how_to_grant(mut self, how: impl Into<String>) -> Self {
        self.how_to_grant = Some(how.into());
        self
    }

    /// Declares a credential that the server itself runs with, by what it is for and what it can do, in
    /// the scopes that tools name. One that can do more than the tools need refuses to boot.
    pub fn credential<S: Into<String>>(
        mut self,
        name: impl Into<String>,
        scopes: impl IntoIterator<Item = S>,
    ) -> Self {
        let scopes = scopes.into_iter().map(Into::into).collect();
        self.input.credentials.push((name.into(), scopes));
        self
    }

    /// What a caller would get beyond what it holds, in a sentence with where to get it; `None` where
    /// there is nothing. It is told in `_hello`, by tools marked `account`, and in denials, and
    /// nowhere else: a model in the middle of a task takes it for a part of the task.
    pub fn upgrade_hint(
        mut self,
        hint: impl Fn(&Caller) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.upgrade = Upgrade(Some(Arc::new(hint)));
        self
    }

    /// Adds one tool by hand. Tools of this program join by themselves; those in function bodies
    /// and in modules called `test` or `tests` do not.
    pub fn tool(mut self, tool: Tool) -> Self {
        self.input.by_hand.push(tool);
        self
    }

    /// Adds one resource, or one template of resources, by hand:
    /// `.resource(current_prices::resource())`. Which join by themselves is as with
    /// [tools](Self::tool).
    pub fn resource(mut self, resource: Resource) -> Self {
        self.input.resources.push(resource);
        self
    }

    /// Adds one prompt by hand: `.prompt(chase_overdue::prompt())`. Which join by themselves is as with
    /// [tools](Self::tool).
    pub fn prompt(mut self, prompt: PromptTemplate) -> Self {
        self.input.prompts.push(prompt);
        self
    }

    /// Narrows the server to the tools, resources and prompts of a module and the modules in it, by
    /// the path that `module_path!()` prints: `"billing::tools"`. May be given several times.
    pub fn tools_in(mut self, module: impl Into<String>) -> Self {
        self.input.modules.push(module.into());
        self
    }

    /// Drops a key that this server's clients add to arguments by themselves, beside the known ones.
    /// A parameter of that name is never dropped.
    pub fn client_key(mut self, key: impl Into<String>) -> Self {
        self.input.client_keys.push(key.into());
        self
    }

    /// How long a tool may take unless its `timeout` says otherwise; 60 seconds unless told.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How often one caller may call one tool; as often as it likes unless told. A tool's own
    /// `rate = "10/m"` counts before this. A call that comes up to two seconds early waits; one that
    /// comes earlier is refused with the time to wait. Who a caller is, the
    /// [authorizer](Self::authorizer) says; without one there is a single caller.
    pub fn rate_limit(mut self, rate: Rate) -> Self {
        self.input.limits.rate = Some(rate);
        self
    }

    /// Most calls that run at once; 512 unless told, as many as tokio has threads for tools that
    /// block. One that is too many waits up to two seconds for its place, then it is refused with
    /// `retry`. A tool that runs on after its time is over keeps its place. As many resources, prompts
    /// and completions may be read beside them, which take no place from the tools.
    pub fn calls_at_once(mut self, calls: usize) -> Self {
        self.input.limits.calls = calls;
        self
    }

    /// Most calls of one caller that run at once; 128 unless told, a quarter of
    /// [all](Self::calls_at_once), so that one caller cannot keep the others out.
    pub fn calls_at_once_by_caller(mut self, calls: usize) -> Self {
        self.input.limits.calls_by_caller = calls;
        self
    }

    /// Most tokens of an answer, four bytes each; 25,000 unless told, since Claude Code shows a model
    /// nothing of an answer that has more. The largest list or text of one that is too large is served
    /// in parts: at items, or at Markdown headings, else paragraphs; the outcome says which part it is,
    /// and the next action gets the rest. Texts of a [`Content`](crate::Content) are counted and
    /// cannot be cut: one with more is told as too large. `usize::MAX` cuts nothing.
    pub fn answer_limit(mut self, tokens: usize) -> Self {
        self.input.limits.answer_tokens = tokens;
        self
    }

    /// What happens to values that clients send as strings; they are refused unless told.
    pub fn coercion(mut self, coercion: Coercion) -> Self {
        self.coercion = coercion;
        self
    }

    /// Declares that tools write to the log of a client ([`Call::log`](crate::Call::log)). Without it
    /// what they write there goes nowhere.
    pub fn logging(mut self) -> Self {
        self.logging = true;
        self
    }

    /// Lets clients watch resources, and lends `changes` to tools, which say what has changed.
    pub fn changes(mut self, changes: Changes) -> Self {
        self.changes = Some(changes.clone());
        self.state(changes)
    }

    /// How long a client may keep the lists of tools, resources and prompts without asking again. A
    /// client is not told when they change, and they change when the server is started anew, or when
    /// its caller is granted something. Without it, clients ask each time.
    pub fn cache(mut self, lists: Duration) -> Self {
        self.cache = Some(lists);
        self
    }

    /// The key that seals what clients carry between the rounds of a call that asks them something
    /// ([`Call::elicit`](crate::Call::elicit)): at least 32 random bytes, kept secret. Give every
    /// replica the same, so that each can go on with what another began; without it each process
    /// makes its own, and a call that was asked by one is begun anew by the next.
    pub fn state_key(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.input.state_key = Some(StateKey(key.into()));
        self
    }

    /// Keeps the documents behind [`Handle`](crate::Handle)s here; in the memory of the process unless
    /// told, for 24 hours ([`MemoryStore`](crate::MemoryStore), [`Retention`](crate::Retention)).
    pub fn handles(mut self, store: impl HandleStore) -> Self {
        self.input.store = Arc::new(store);
        self
    }

    /// Records every call of a tool here: which one, how it ended, what was wrong and how long it took;
    /// never an argument or an answer. A call never waits for the store; see
    /// [`Usage`](crate::usage::Usage). Nothing is recorded unless told.
    pub fn usage(mut self, store: impl UsageStore) -> Self {
        self.usage = Some(Arc::new(store));
        self
    }

    /// What a model is shown of the catalog; every tool under its own name unless told, or the favourites
    /// of the policy file.
    pub fn presentation(mut self, presentation: Presentation) -> Self {
        self.input.presentation = Some(presentation);
        self
    }

    /// Judges by this policy instead of the `mcp-ergo.toml` that the macros read.
    pub fn policy(mut self, policy: Policy) -> Self {
        self.input.policy = Some(policy);
        self
    }

    /// Checks the whole catalog.
    ///
    /// # Errors
    ///
    /// When anything is wrong, with every violation at once; nothing is served then.
    pub fn boot(self) -> Result<Server, BootError> {
        let registry = boot(self.input())?;
        Ok(self.serving(registry, None))
    }

    /// What the catalog is made of, with what every server lends.
    pub(crate) fn input(&self) -> BootInput {
        let mut input = self.input.clone();
        if let Some(hello) = &input.hello {
            input.states.share(hello.clone());
        }
        input.states.insert(Kept(input.store.clone()));
        input
    }

    /// The server of a catalog. It tells clients of a `listing` when the catalog changes.
    pub(crate) fn serving(self, registry: Arc<Registry>, listing: Option<Listing>) -> Server {
        let BootInput {
            name,
            states,
            grants: local,
            limits,
            state_key,
            ..
        } = self.input();
        let states = Arc::new(states);
        let implementation = Implementation::new(name.clone(), self.version.clone());
        let signature = signature(&implementation);
        Server {
            inner: Arc::new(Inner {
                name,
                version: self.version,
                served: Served::new(registry),
                local,
                has_authorizer: self.authorizer.is_some(),
                authorizer: self.authorizer.unwrap_or_else(|| Arc::new(LocalGrants)),
                states,
                upgrade: self.upgrade,
                how_to_grant: self.how_to_grant,
                timeout: self.timeout,
                coercion: self.coercion,
                logging: self.logging,
                changes: self.changes,
                listing,
                cache: self.cache,
                seal: state_key.map_or_else(random_seal, seal_of),
                admission: Arc::new(Admission::new(&limits)),
                reading: Arc::new(Admission::new(&limits)),
                rates: Rates::default(),
                rate: limits.rate,
                cap: Cap::new(limits.answer_tokens),
                running_changes: TaskTracker::new(),
                usage: self.usage.map(Usage::with),
                signature,
            }),
            connection: Arc::new(Connection::default()),
        }
    }
}

/// Who answers, as results of 2026-07-28 say it.
pub(crate) fn signature(implementation: &Implementation) -> MetaObject {
    let mut signature = MetaObject::new();
    signature.insert(SERVER_INFO.to_owned(), json!(implementation));
    signature
}
