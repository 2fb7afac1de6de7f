//! Every code an error may carry, and what it means. The list is closed: the document of the API is made from it.

use serde::{Serialize, Serializer};
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, Type},
    },
};

macro_rules! codes {
    ($($name:ident $wire:literal $meaning:literal,)*) => {
        /// The stable name of a mistake.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Code {
            $(#[doc = $meaning] $name,)*
        }

        impl Code {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The name on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $wire,)* }
            }

            /// What it means.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning,)* }
            }
        }
    };
}

codes! {
    InvalidApiKey "invalid_api_key" "the key is unknown or revoked",
    RateLimitExceeded "rate_limit_exceeded" "the key's minute is used up; `Retry-After` says how long to wait",
    InsufficientQuota "insufficient_quota" "the account's monthly limit is reached",
    MissingRequiredParameter "missing_required_parameter" "`param` is required",
    InvalidValue "invalid_value" "`param` holds what it cannot hold",
    UnsupportedParameter "unsupported_parameter" "this endpoint does not take `param`",
    InvalidRetention "invalid_retention" "`retention` is missing or none of the choices",
    InvalidSession "invalid_session" "`retention=session` without a `session_id`",
    InvalidJson "invalid_json" "the body is not a JSON object",
    InvalidBody "invalid_body" "the body was cut off",
    InvalidMultipart "invalid_multipart" "the form is malformed or was cut off",
    NotFound "not_found" "nothing under that name for this caller",
    MethodNotAllowed "method_not_allowed" "the path exists, the method does not",
    FileTooLarge "file_too_large" "more bytes than are taken",
    EmptyFile "empty_file" "the file has no byte",
    UnsupportedFile "unsupported_file" "not a kind of document that is read",
    EncryptedFile "encrypted_file" "the document has a password",
    DamagedFile "damaged_file" "the document is damaged",
    NoText "no_text" "the document is a scan without text",
    TooSlow "too_slow" "reading the document took too long",
    IdempotencyKeyReused "idempotency_key_reused" "the key belongs to another request",
    IdempotencyKeyInUse "idempotency_key_in_use" "the request with this key is under way",
    StoreBusy "store_busy" "the database is busy; try again",
    StoreFull "store_full" "the server's disk is full",
    StoreReadOnly "store_read_only" "the server's database takes no writes",
    StoreUnreachable "store_unreachable" "the server cannot reach its database",
    StoreBucketUnreachable "store_bucket_unreachable" "the server cannot reach the bucket its files are in",
    StoreBucketRefuses "store_bucket_refuses" "the bucket that the server's files are in refuses it",
    UpstreamError "upstream_error" "the model behind this endpoint failed; retry with a pause",
    UpstreamRejected "upstream_rejected" "the model refused the request itself; do not retry it unchanged",
    InternalError "internal_error" "a failure of the server; the log has the cause under the `X-Request-Id`",
    NotAWebsocket "not_a_websocket" "the address is for WebSockets only",
    BinaryFrame "binary_frame" "a socket was sent binary; frames are JSON text",
    InvalidFrame "invalid_frame" "a frame was too large or broke the WebSocket protocol",
    IdleTimeout "idle_timeout" "the socket was silent too long",
    UnknownMessage "unknown_message" "no `upload_start` with this `messageId` is open",
    DuplicateMessage "duplicate_message" "the `messageId` is in use",
    TooManyUploads "too_many_uploads" "too much is open on this socket",
    UnknownFile "unknown_file" "the `upload_start` did not announce this file",
    ChunkOutOfOrder "chunk_out_of_order" "a chunk came before its turn",
    DuplicateChunk "duplicate_chunk" "a chunk came twice",
    MissingChunks "missing_chunks" "`upload_end` came before every chunk did",
    SizeMismatch "size_mismatch" "a file has another size than was announced",
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A word of the list.
impl PartialSchema for Code {
    fn schema() -> RefOr<Schema> {
        let words = Self::ALL.iter().map(|code| Value::from(code.as_str()));
        let meanings = Self::ALL.iter().map(|code| format!("- `{}`: {}", code.as_str(), code.meaning()));
        let description = format!("The stable name of the mistake.\n\n{}", meanings.collect::<Vec<_>>().join("\n"));
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words)).description(Some(description)).into()
    }
}

impl ToSchema for Code {
    fn name() -> std::borrow::Cow<'static, str> {
        "ErrorCode".into()
    }
}
