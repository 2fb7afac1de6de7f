//! What the handlers share, and the table of routes.

use std::{path::PathBuf, sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    extract::DefaultBodyLimit,
    middleware::{from_fn, from_fn_with_state, map_response},
};
use mirobody_agent::{prompt::Prompts, toolbox::Skills};
use mirobody_evidence::Library;
use mirobody_ingest::Ingest;
use mirobody_llm::Models;
use mirobody_query::Embedder;
use mirobody_store::{AccountScope, Store};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    ApiError, Clock, admin, aliases, auth, chat, complaints, data, fhir, files, health, lifecycle, limit::RateLimits,
    mcp, mcp::Origins, models, oauth, observe, openapi, profile, responses, spool::Spools, standardize, stream,
    usage::Ledger,
};

const MEGABYTE: usize = 1024 * 1024;

/// What the caller decides about the server. Where it listens is decided by the listener.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// The largest file taken, in bytes.
    pub max_upload: usize,
    /// The largest JSON body taken, in bytes.
    pub max_json: usize,
    /// Requests per minute of a key that carries no number of its own.
    pub default_rpm: u32,
    /// SHA-256 of the token of `/admin`; none: there is no `/admin`.
    pub admin_token: Option<[u8; 32]>,
    /// Requests a minute to `/admin`.
    pub admin_rpm: u32,
    /// Where uploads lie while they come in: the data directory. Their files have no name there.
    pub spool: PathBuf,
    /// How long an upload socket may be silent.
    pub idle: Duration,
    /// The names this server goes by, for MCP and its sign-in.
    pub origins: Origins,
    /// What tells names by their meaning; none: nobody is asked.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// The models that answer, by tier; none: the built-in answerer does.
    pub models: Option<Arc<Models>>,
    /// What a model works by.
    pub prompts: Prompts,
    /// The skills that a model may read up on.
    pub skills: Arc<Skills>,
    /// Where published evidence is looked up; none: a turn has no tools for it.
    pub evidence: Option<Arc<Library>>,
    /// Which MCP servers a request may attach.
    pub attach: mirobody_attach::Policy,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            max_upload: 100 * MEGABYTE,
            max_json: 16 * MEGABYTE,
            default_rpm: 60,
            admin_token: None,
            admin_rpm: 300,
            spool: std::env::temp_dir(),
            idle: Duration::from_mins(1),
            origins: Origins::default(),
            embedder: None,
            models: None,
            prompts: Prompts::shipped(),
            skills: Arc::new(Skills::shipped()),
            evidence: None,
            attach: mirobody_attach::Policy::default(),
        }
    }
}

/// What every handler can reach.
#[derive(Debug, Clone)]
pub struct AppState {
    /// The record.
    pub store: Store,
    /// The write pipeline.
    pub ingest: Ingest,
    /// The time.
    pub clock: Clock,
    /// The caller's decisions.
    pub config: ServerConfig,
    /// Where uploads come in.
    pub(crate) spools: Spools,
    pub(crate) limits: Arc<RateLimits<Option<i64>>>,
    pub(crate) admin_limit: Arc<RateLimits<()>>,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) sign_ins: Arc<oauth::Failures>,
}

impl AppState {
    /// A server over `store`, on the machine's own clock.
    pub fn new(store: Store, ingest: Ingest, config: ServerConfig) -> Self {
        let spools = Spools::new(config.spool.clone());
        Self {
            store,
            ingest,
            clock: Clock::system(),
            config,
            spools,
            limits: Arc::default(),
            admin_limit: Arc::default(),
            ledger: Arc::default(),
            sign_ins: Arc::default(),
        }
    }

    /// The same server on another clock.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Counts one request against the allowance of the key it came with.
    pub fn count(&self, account: &AccountScope) -> Result<(), ApiError> {
        let (key, rpm) = account.key().map_or((None, self.config.default_rpm), |key| (Some(key.id), key.rpm));
        self.limits.count(key, rpm, self.clock.now())?;
        self.ledger.count(account)
    }
}

/// Every route. Under `/v1` only the list of models is reached without a key.
pub fn router(app: AppState) -> Router {
    let (open, document) = open_routes().split_for_parts();
    let (keyed, keyed_document) = keyed_routes().split_for_parts();
    let (sockets, sockets_document) = OpenApiRouter::new().routes(routes!(stream::open)).split_for_parts();
    let (fhir, fhir_document) = fhir_routes().split_for_parts();
    let (admin, admin_document) = admin_routes().split_for_parts();
    let (personal, personal_document) =
        OpenApiRouter::new().routes(routes!(mcp::personal::make, mcp::personal::end)).split_for_parts();
    let document = document.nest("/v1", keyed_document).nest("/v1", sockets_document).nest("/v1/fhir", fhir_document);
    let mut document = document.nest("/admin", admin_document);
    document.merge(personal_document);
    let v1 = authenticated(app.clone(), keyed)
        .merge(authenticated_sockets(app.clone(), sockets))
        .nest("/fhir", authenticated_fhir(app.clone(), fhir));
    open.nest("/v1", v1)
        .nest("/admin", administered(app.clone(), admin))
        .merge(authenticated_personal(app.clone(), personal))
        .merge(mcp::routes(&app))
        .merge(oauth::routes())
        .fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        .layer(Extension(openapi::finished(document)))
        .layer(from_fn(observe::observe))
        .with_state(app)
}

fn open_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(openapi::base())
        .routes(routes!(health::pointer))
        .routes(routes!(health::health))
        .routes(routes!(models::list))
        .routes(routes!(openapi::document))
        .routes(routes!(openapi::reader::page))
        .routes(routes!(openapi::reader::script))
}

fn keyed_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(data::write::write, data::read::read, data::erase::erase))
        .routes(routes!(data::amend::amend))
        .routes(routes!(data::amend::retract))
        .routes(routes!(data::amend::history))
        .routes(routes!(complaints::write, complaints::list, complaints::erase))
        .routes(routes!(standardize::standardize))
        .routes(routes!(standardize::extract))
        .routes(routes!(files::upload, files::list))
        .routes(routes!(files::fetch, files::remove))
        .routes(routes!(lifecycle::end_session))
        .routes(routes!(lifecycle::erase_subject))
        .routes(routes!(profile::show, profile::put))
        .routes(routes!(aliases::list, aliases::put, aliases::remove))
        .routes(routes!(chat::complete))
        .routes(routes!(responses::create))
        .routes(routes!(responses::fetch, responses::remove))
}

fn admin_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(admin::keys::make, admin::keys::list))
        .routes(routes!(admin::keys::set, admin::keys::revoke))
        .routes(routes!(admin::accounts::list))
        .routes(routes!(admin::accounts::cap, admin::accounts::uncap))
        .routes(routes!(admin::accounts::usage))
        .routes(routes!(admin::accounts::audit))
}

fn fhir_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(fhir::capability::metadata))
        .routes(routes!(fhir::observations::observations))
        .routes(routes!(fhir::observations::observation))
        .routes(routes!(fhir::patients::patients))
        .routes(routes!(fhir::patients::patient))
        .routes(routes!(fhir::everything::everything))
        .routes(routes!(fhir::patients::summary))
        .routes(routes!(fhir::documents::documents))
        .routes(routes!(fhir::documents::document))
        .routes(routes!(fhir::documents::reports))
        .routes(routes!(fhir::documents::report))
}

fn authenticated(app: AppState, keyed: Router<AppState>) -> Router<AppState> {
    keyed
        .fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        // The bodies are counted where they are read, so that a refusal is in the envelope.
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(app, auth::authenticate))
}

fn authenticated_personal(app: AppState, personal: Router<AppState>) -> Router<AppState> {
    personal
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(app, auth::authenticate))
}

/// Reached with the key in the query too.
fn authenticated_sockets(app: AppState, sockets: Router<AppState>) -> Router<AppState> {
    sockets.method_not_allowed_fallback(wrong_method).layer(from_fn_with_state(app, auth::authenticate_socket))
}

/// Errors of these are FHIR's own, those of the key too.
fn authenticated_fhir(app: AppState, fhir: Router<AppState>) -> Router<AppState> {
    fhir.fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(app, auth::authenticate))
        .layer(map_response(fhir::as_outcomes))
}

/// Reached with the token of administration and nothing else.
fn administered(app: AppState, admin: Router<AppState>) -> Router<AppState> {
    admin
        .fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(app, admin::authenticate))
}

async fn unknown_path() -> ApiError {
    ApiError::NotFound("No such endpoint.")
}

async fn wrong_method() -> ApiError {
    ApiError::MethodNotAllowed
}
