//! One server: connecting to it in either way of the protocol, its tools, its calls.

use std::{
    collections::{HashMap, HashSet},
    error::Error as StdError,
    fmt,
    sync::Arc,
};

use reqwest::{
    Client,
    header::{AUTHORIZATION, HeaderValue},
};
use rmcp::{
    RoleClient,
    model::{
        CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, PaginatedRequestParams,
        ProtocolVersion, Tool,
    },
    service::{ClientInitializeError, ClientLifecycleMode, ClientServiceExt as _, RunningService, ServiceError},
    transport::{
        StreamableHttpClientTransport,
        common::client_side_sse::FixedInterval,
        streamable_http_client::{
            AuthRequiredError, InsufficientScopeError, StreamableHttpClientTransportConfig, StreamableHttpError,
        },
    },
};
use serde_json::{Map, Value};
use tokio::time::{Instant, timeout, timeout_at};

use crate::{
    AttachError, CallFault, Output, Patience, Policy, ServerSpec, Why,
    limits::{LARGEST_MESSAGE, LONGEST_FAULT, MOST_PAGES, MOST_TOOLS},
    lookup::NotPublic,
    policy,
};

/// How often a stream that breaks off is taken up again.
const RECONNECTS: usize = 3;

/// A server that is connected to.
pub(crate) struct Server {
    running: RunningService<RoleClient, ClientConfig>,
    patience: Patience,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Server")
    }
}

impl Server {
    /// Connects, and asks which of the wanted tools there are.
    pub async fn attach(spec: &ServerSpec, policy: &Policy) -> Result<(Self, Vec<Tool>), AttachError> {
        let url = policy::url(&spec.url)?;
        let unusable = |why| AttachError::Unusable { label: spec.label.clone(), why };
        let authorization = spec.header().map(|text| HeaderValue::from_str(&text)).transpose();
        let authorization = authorization.map_err(|_| AttachError::Authorization)?;
        let end = Instant::now() + policy.patience.attach;
        let silent = |_| unusable(Why::Silent);
        let client = timeout_at(end, policy.client(&url)).await.map_err(silent)??;
        let door = Door { client, url: url.as_str().into(), authorization, patience: policy.patience };
        let attached = timeout_at(end, door.attach(spec)).await.map_err(silent)?;
        attached.map_err(|fault| match fault {
            Fault::NotPublic => AttachError::NotPublic,
            Fault::Unusable(why) => unusable(why),
        })
    }

    /// Calls a tool by the server's own name for it.
    pub async fn call(&self, tool: &str, arguments: Map<String, Value>) -> Result<Output, CallFault> {
        let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        match timeout(self.patience.call, self.running.call_tool(params)).await {
            Err(_) => Err(CallFault::Silent),
            Ok(Ok(result)) => Ok(Output::of(&result)),
            Ok(Err(ServiceError::McpError(error))) => Ok(Output::refused(&error.message)),
            Ok(Err(_)) => Err(CallFault::Broken),
        }
    }

    /// Says goodbye, if there is time.
    pub async fn close(mut self) {
        // A server that does not answer to it is left all the same.
        drop(self.running.close_with_timeout(self.patience.close).await);
    }

    /// Its tools, page by page: those that are wanted, and no more than a request may have.
    async fn tools(&self, spec: &ServerSpec) -> Result<Vec<Tool>, Fault> {
        let (mut tools, mut seen, mut cursor) = (Vec::new(), HashSet::new(), None);
        for _ in 0..MOST_PAGES {
            let params = PaginatedRequestParams::default().with_cursor(cursor);
            let page = self.running.list_tools(Some(params)).await.map_err(|error| Fault::of(&error))?;
            let wanted = page.tools.into_iter().filter(|tool| spec.allows(&tool.name));
            tools.extend(wanted.filter(|tool| seen.insert(tool.name.clone())));
            cursor = page.next_cursor;
            if cursor.is_none() || tools.len() > MOST_TOOLS {
                break;
            }
        }
        Ok(tools)
    }
}

/// Where and how a server is connected to.
struct Door {
    client: Client,
    url: Arc<str>,
    authorization: Option<HeaderValue>,
    patience: Patience,
}

impl Door {
    /// First as the protocol is today. Servers of before answer that in many ways, or not at all, so whatever the answer
    /// was but a refusal of who is asking, they are then asked in theirs.
    async fn attach(&self, spec: &ServerSpec) -> Result<(Server, Vec<Tool>), Fault> {
        let today = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::LATEST] };
        let fault = match timeout(self.patience.discover, self.connect(today, spec)).await {
            Ok(Ok(attached)) => return Ok(attached),
            Ok(Err(fault)) => fault,
            Err(_) => Fault::Unusable(Why::Silent),
        };
        match fault {
            Fault::NotPublic | Fault::Unusable(Why::Unreachable | Why::Unauthorized | Why::Redirects) => Err(fault),
            Fault::Unusable(_) => self.connect(ClientLifecycleMode::Initialize, spec).await,
        }
    }

    async fn connect(&self, mode: ClientLifecycleMode, spec: &ServerSpec) -> Result<(Server, Vec<Tool>), Fault> {
        let transport = StreamableHttpClientTransport::with_client(self.client.clone(), self.config());
        let ours = Implementation::new("mirobody", env!("CARGO_PKG_VERSION"));
        let config = ClientConfig::new(ClientCapabilities::default(), ours);
        let running = config.serve_with_lifecycle(transport, mode).await.map_err(|error| Fault::of_start(&error))?;
        let server = Server { running, patience: self.patience };
        let tools = server.tools(spec).await?;
        Ok((server, tools))
    }

    fn config(&self) -> StreamableHttpClientTransportConfig {
        let mut config = StreamableHttpClientTransportConfig::with_uri(Arc::clone(&self.url))
            .max_sse_event_size(LARGEST_MESSAGE)
            .max_json_response_size(LARGEST_MESSAGE)
            .max_error_response_size(LONGEST_FAULT);
        let mut again = FixedInterval::default();
        again.max_times = Some(RECONNECTS);
        config.retry_config = Arc::new(again);
        if let Some(value) = &self.authorization {
            let mut value = value.clone();
            value.set_sensitive(true);
            config = config.custom_headers(HashMap::from([(AUTHORIZATION, value)]));
        }
        config
    }
}

/// Why a server could not be attached.
#[derive(Debug, Clone, Copy)]
enum Fault {
    NotPublic,
    Unusable(Why),
}

impl Fault {
    fn of_start(error: &ClientInitializeError) -> Self {
        match error {
            // Its causes are not chained.
            ClientInitializeError::TransportError { error, .. } => Self::of(error),
            ClientInitializeError::LegacyFallbackFailed { fallback, .. } => Self::of_start(fallback),
            other => Self::of(other),
        }
    }

    /// By the first cause that says something.
    fn of(error: &(dyn StdError + 'static)) -> Self {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if let Some(fault) = Self::said_by(error) {
                return fault;
            }
            cause = error.source();
        }
        Self::Unusable(Why::NotMcp)
    }

    fn said_by(error: &(dyn StdError + 'static)) -> Option<Self> {
        if error.is::<AuthRequiredError>() || error.is::<InsufficientScopeError>() {
            return Some(Self::Unusable(Why::Unauthorized));
        }
        match error.downcast_ref::<StreamableHttpError<reqwest::Error>>()? {
            StreamableHttpError::HttpStatus(error) => Some(Self::Unusable(of_status(error.status))),
            StreamableHttpError::Client(error) => Self::of_client(error),
            StreamableHttpError::UnexpectedServerResponse(text) => of_text(text).map(of_status).map(Self::Unusable),
            _ => None,
        }
    }

    fn of_client(error: &reqwest::Error) -> Option<Self> {
        if let Some(status) = error.status() {
            return Some(Self::Unusable(of_status(status.as_u16())));
        }
        match () {
            () if is_caused_by_guard(error) => Some(Self::NotPublic),
            () if error.is_timeout() => Some(Self::Unusable(Why::Silent)),
            () if error.is_connect() || error.is_request() => Some(Self::Unusable(Why::Unreachable)),
            () => None,
        }
    }
}

/// The status in `HTTP 403 Forbidden: …`: of some, the library tells no other way.
fn of_text(text: &str) -> Option<u16> {
    text.strip_prefix("HTTP ")?.split(' ').next()?.parse().ok()
}

fn is_caused_by_guard(error: &(dyn StdError + 'static)) -> bool {
    error.is::<NotPublic>() || error.source().is_some_and(is_caused_by_guard)
}

const fn of_status(status: u16) -> Why {
    match status {
        300..=399 => Why::Redirects,
        401 | 403 => Why::Unauthorized,
        _ => Why::Status(status),
    }
}
