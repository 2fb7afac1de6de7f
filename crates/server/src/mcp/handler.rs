//! The server as `rmcp` sees it: what it offers to whom, and a call of it.

use std::sync::{Arc, LazyLock};

use axum::http::request::Parts;
use mirobody_agent::tools::{self, Declared, Holds, Needs, Output, Record};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
        ErrorCode, Extensions, GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult,
        ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
        ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
    },
    service::RequestContext,
};
use serde_json::json;

use super::{caller::Asker, stdio::LocalRecord};
use crate::AppState;

/// How long a client may go on with a list of tools: data that came in meanwhile may add one.
const LIST_KEPT_MS: u64 = 60_000;

const INSTRUCTIONS: &str = "A person's own health record, coded in LOINC and UCUM, and the vocabularies it is coded \
    with. A tool over the record is listed when the account has data for it. Give numbers with their unit and day. What \
    was never recorded is not thereby normal. Nothing here is a diagnosis.";

/// The methods there are, whatever the revision: with other parameters than these take, the parameters are wrong.
const METHODS: [&str; 14] = [
    "initialize",
    "server/discover",
    "ping",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "logging/setLevel",
    "subscriptions/listen",
    "resources/subscribe",
];

/// The tools of one surface.
#[derive(Debug, Clone)]
pub enum Handler {
    /// Over HTTP: who is asking is told with each request.
    Http(Arc<AppState>),
    /// Over the standard input and output of a program on the person's own machine.
    Stdio(Option<LocalRecord>),
}

/// A tool in `rmcp`'s terms, made once.
struct Offered {
    declared: &'static Declared,
    tool: Tool,
}

static OFFERED: LazyLock<Vec<Offered>> = LazyLock::new(|| tools::all().iter().map(offered).collect());

fn offered(declared: &'static Declared) -> Offered {
    let tool = Tool::new(declared.name, declared.description, declared.schema.clone());
    let hints = ToolAnnotations::with_title(declared.title).read_only(true).destructive(false).idempotent(true);
    Offered { declared, tool: tool.with_title(declared.title).with_annotations(hints.open_world(false)) }
}

impl Handler {
    /// What this surface is and can do.
    pub fn about() -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        let implementation = Implementation::new("mirobody", env!("CARGO_PKG_VERSION")).with_title("Mirobody");
        ServerConfig::new(capabilities).with_server_info(implementation).with_instructions(INSTRUCTIONS)
    }

    /// Whether this surface has the tool at all.
    const fn has(&self, needs: Needs) -> bool {
        match self {
            Self::Http(_) => !matches!(needs, Needs::Machine),
            Self::Stdio(record) => matches!(needs, Needs::Machine | Needs::Nothing) || record.is_some(),
        }
    }

    fn find(&self, name: &str) -> Option<&'static Declared> {
        tools::find(name).filter(|declared| self.has(declared.needs))
    }

    async fn list(&self, extensions: &Extensions) -> ListToolsResult {
        let holds = match self.record(extensions) {
            Some(record) => Holds::of(record.store, record.scope, record.now).await,
            None => Holds::NOTHING,
        };
        let mine = matches!(self, Self::Stdio(_));
        let shown = |needs| holds.meet(needs) || (mine && needs == Needs::Machine);
        let tools = OFFERED.iter().filter(|offered| shown(offered.declared.needs));
        let scope = if self.record(extensions).is_some() { CacheScope::Private } else { CacheScope::Public };
        let tools = tools.map(|offered| offered.tool.clone()).collect();
        ListToolsResult::with_all_items(tools).with_ttl_ms(LIST_KEPT_MS).with_cache_scope(scope)
    }

    /// The record of whoever asks; none for a caller without an account.
    fn record<'a>(&'a self, extensions: &'a Extensions) -> Option<Record<'a>> {
        match self {
            Self::Http(app) => {
                let asker = extensions.get::<Parts>()?.extensions.get::<Asker>()?;
                let embedder = app.config.embedder.as_deref();
                Some(Record { store: &app.store, scope: asker.scope()?, now: app.clock.now(), embedder })
            }
            Self::Stdio(local) => local.as_ref().map(LocalRecord::record),
        }
    }

    async fn call(
        &self,
        declared: &'static Declared,
        request: CallToolRequestParams,
        extensions: &Extensions,
    ) -> Output {
        let arguments = request.arguments.unwrap_or_default();
        if !declared.needs_record() {
            let work = tokio::task::spawn_blocking(move || declared.call_here(&arguments));
            return work.await.unwrap_or_else(|_| Output::fault());
        }
        match self.record(extensions) {
            Some(record) => declared.call(record, &arguments).await,
            None => Output::unavailable(),
        }
    }
}

fn answer(output: Output) -> CallToolResult {
    let content = vec![ContentBlock::text(output.text)];
    let mut result = if output.failed { CallToolResult::error(content) } else { CallToolResult::success(content) };
    result.structured_content = Some(output.structured);
    result
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        Self::about()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(self.list(&context.extensions).await)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(declared) = self.find(&request.name) else {
            return Err(ErrorData::invalid_params("no such tool; tools/list has those there are", None));
        };
        Ok(answer(self.call(declared, request, &context.extensions).await).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let none = ListPromptsResult::with_all_items(Vec::new());
        Ok(none.with_ttl_ms(LIST_KEPT_MS).with_cache_scope(CacheScope::Public))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let none = ListResourcesResult::with_all_items(Vec::new());
        Ok(none.with_ttl_ms(LIST_KEPT_MS).with_cache_scope(CacheScope::Public))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        Err(ErrorData::resource_not_found("no such resource; there are none", Some(json!({"uri": request.uri}))))
    }

    async fn get_prompt(
        &self,
        _: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        Err(ErrorData::invalid_params("no such prompt; there are none", None))
    }

    /// What `rmcp` could not read as any of its requests.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if METHODS.contains(&request.method.as_str()) {
            return Err(ErrorData::invalid_params("`params` are missing or do not fit this method", None));
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "no such method", None))
    }
}
