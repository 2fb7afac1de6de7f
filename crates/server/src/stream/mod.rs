//! `GET /v1/files/stream`: uploads over one WebSocket, in chunks, with progress. What becomes of the bytes is decided
//! where it is for `POST /v1/files`.
//!
//! Every mistake is answered by a frame `{"type": "error", "messageId", "error": {message, type, code, param}}` and the
//! socket stays open, except after silence and after what is no frame of this protocol at all. A batch is stored when
//! it is whole; one with a mistake is dropped, its further chunks are passed over, and its end is answered by the same
//! error, so that every `upload_end` has an answer.

mod batch;
mod frame;
mod session;

use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{CloseFrame, Message, WebSocket, close_code, rejection::WebSocketUpgradeRejection},
    },
    http::HeaderMap,
    response::Response,
};
use serde_json::{Value, json};
use session::{PATIENCE_TO_SEND, Session};
use tokio::time::timeout;
use tracing::{Instrument, Span};

use crate::{
    ApiError, AppState, auth,
    auth::Caller,
    error::Code,
    openapi::{Invalid, Keyed, Socket, User},
    params::Params,
    retention::Keep,
};

/// A chunk of 256 KB is 350 KB in base64; nobody needs frames of a multiple of that.
const MAX_FRAME: usize = 1024 * 1024;

/// Upload over a WebSocket
///
/// Frames are JSON text. The server begins with `connection_established`. Then, for each batch of up to 32 files:
/// `{"type": "upload_start", "messageId", "files": [{"filename", "contentType", "size"}]}`; for each 256 KB of a file, in
/// order, `{"type": "upload_chunk", "messageId", "filename", "chunk" (base64), "chunkIndex" (from 0), "totalChunks"}`; and
/// `{"type": "upload_end", "messageId"}`, which is answered by `upload_end_response` with `files` as `POST /v1/files`
/// answers them. `upload_progress` frames come in between, about one for each megabyte. A mistake is answered by
/// `{"type": "error", "messageId", "error"}` with the error's shape; its batch is dropped and nothing of it is stored. A
/// silent minute closes the socket.
#[utoipa::path(
    get,
    path = "/files/stream",
    operation_id = "uploadStream",
    tag = "files",
    params(Socket, User),
    responses((status = 101, description = "The socket is open."), Invalid, Keyed)
)]
pub async fn open(
    State(app): State<AppState>,
    Caller(account): Caller,
    params: Params,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let text = |name| params.text(name).map(str::to_owned);
    let keep = Keep { retention: text("retention"), session: text("session_id") };
    keep.or_permanent(app.clock.now())?;
    account.find_subject(&app.store, params.user()).await?;
    let secret = auth::socket_secret(&headers, &params).ok_or(ApiError::MissingKey)?.to_owned();
    let upgrade = upgrade.map_err(|_| ApiError::coded(Code::NotAWebsocket, NOT_A_SOCKET, None))?;
    let session = Session::new(app, secret, params.user().to_owned(), keep);
    let upgrade = upgrade.max_message_size(MAX_FRAME).max_frame_size(MAX_FRAME);
    Ok(upgrade.on_upgrade(move |socket| run(socket, session).instrument(Span::current())))
}

const NOT_A_SOCKET: &str = "Open this address as a WebSocket (version 13), or send the file to `POST /v1/files`.";

/// How a conversation goes on after a frame.
enum Next {
    Say(Value),
    Wait,
    Close(ApiError, u16),
    Gone,
}

async fn run(mut socket: WebSocket, mut session: Session) {
    if !say(&mut socket, &json!({"type": "connection_established"})).await {
        return;
    }
    loop {
        let open = match hear(&mut socket, &mut session).await {
            Next::Say(frame) => say(&mut socket, &frame).await,
            Next::Wait => true,
            Next::Close(error, code) => {
                close(&mut socket, &error, code).await;
                false
            }
            Next::Gone => false,
        };
        if !open {
            return;
        }
    }
}

async fn hear(socket: &mut WebSocket, session: &mut Session) -> Next {
    let Ok(heard) = timeout(session.patience(), socket.recv()).await else {
        let error = ApiError::coded(Code::IdleTimeout, "Nothing was sent for too long. Connect again.", None);
        return Next::Close(error, close_code::AWAY);
    };
    match heard {
        Some(Ok(Message::Text(text))) => session.take(text.as_str()).await.map_or(Next::Wait, Next::Say),
        Some(Ok(Message::Binary(_))) => Next::Say(error_frame(None, &no_binary())),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Next::Wait,
        Some(Ok(Message::Close(_))) | None => Next::Gone,
        Some(Err(_)) => Next::Close(bad_frame(), close_code::PROTOCOL),
    }
}

/// Sends a frame; false when the other side is gone or does not read.
async fn say(socket: &mut WebSocket, frame: &Value) -> bool {
    let sent = timeout(PATIENCE_TO_SEND, socket.send(Message::text(frame.to_string()))).await;
    matches!(sent, Ok(Ok(())))
}

async fn close(socket: &mut WebSocket, error: &ApiError, code: u16) {
    if say(socket, &error_frame(None, error)).await {
        let reason = error.code().map_or("", Code::as_str).into();
        let last = socket.send(Message::Close(Some(CloseFrame { code, reason })));
        // The other side may be gone before it hears why.
        drop(timeout(PATIENCE_TO_SEND, last).await);
    }
}

/// The frame of a mistake, in the envelope of every other answer.
fn error_frame(message: Option<&str>, error: &ApiError) -> Value {
    if let ApiError::Internal(cause) = error {
        tracing::error!(cause = cause.0, "an upload over a socket failed");
    }
    let mut frame = json!({"type": "error", "messageId": message});
    frame["error"] = error.body()["error"].take();
    frame
}

fn no_binary() -> ApiError {
    ApiError::coded(Code::BinaryFrame, "Send JSON text frames; a chunk's bytes go into `chunk`, in base64.", None)
}

fn bad_frame() -> ApiError {
    ApiError::coded(
        Code::InvalidFrame,
        "A frame was above 1 MiB or broke the WebSocket protocol. Send smaller chunks.",
        None,
    )
}
