//! Connections and their answers.

use std::{
    io,
    net::TcpListener,
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{sync::oneshot, time::sleep};

use super::{Asked, Ending, Reply, Say, Shared, wire};
use crate::http::Connection;

/// Serves until it is told to end, or nobody is left to tell it.
pub(super) async fn until(ended: oneshot::Receiver<()>, listener: TcpListener, shared: Arc<Shared>) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
    let accept = async {
        while let Ok((stream, _)) = listener.accept().await {
            let shared = Arc::clone(&shared);
            // A client that goes away is no matter.
            tokio::spawn(async move { drop(serve(Connection::new(stream), &shared).await) });
        }
    };
    tokio::select! {
        _ = ended => {}
        () = accept => {}
    }
}

/// Answers the requests of a connection until it ends.
async fn serve(mut connection: Connection, shared: &Shared) -> io::Result<()> {
    while let Some(request) = connection.next().await? {
        let begun = Instant::now();
        let Some(asked) = Asked::read(request) else {
            connection.answer(404, &[], r#"{"error":{"message":"no such path"}}"#).await?;
            continue;
        };
        let (wire, model, said) = (asked.wire, asked.model.clone(), asked.said());
        match shared.reply_to(asked) {
            Reply::Status(status, headers, body) => connection.answer(status, &headers, &body).await?,
            Reply::Document(body) => {
                connection.answer(200, &[("content-type", "application/json".to_owned())], &body).await?;
            }
            Reply::Events(events) => {
                let blocks: Vec<String> = events.iter().map(|event| format!("data: {event}\n\n")).collect();
                send(&mut connection, &blocks, Duration::ZERO).await?;
                connection.end().await?;
            }
            Reply::Say(say) if !stream(&mut connection, wire, &model, &say).await? => return Ok(()),
            Reply::Say(_) => {}
            Reply::Cut => return Ok(()),
        }
        shared.answered(said, connection.written().saturating_duration_since(begun));
    }
    Ok(())
}

/// Streams an answer; whether the connection is still good.
async fn stream(connection: &mut Connection, wire: super::Wire, model: &str, say: &Say) -> io::Result<bool> {
    sleep(say.stall).await;
    let mut blocks = wire::blocks(wire, model, say);
    let is_flawed = !matches!(say.ending, Ending::Whole | Ending::Unmarked | Ending::Length | Ending::Filtered);
    if is_flawed {
        blocks.truncate(3.min(blocks.len().saturating_sub(1)));
    }
    send(connection, &blocks, say.pace).await?;
    match say.ending {
        Ending::Cut => return Ok(false),
        Ending::Stall => sleep(Duration::from_hours(1)).await,
        Ending::Garbage => connection.chunk("data: {\"choices\": [{\"del\n\n").await?,
        Ending::Overloaded => connection.chunk(&wire::overloaded(wire)).await?,
        Ending::Endless(bytes) => endless(connection, wire, bytes).await?,
        _ => {}
    }
    connection.end().await?;
    Ok(true)
}

/// Without a pace all of it is one write, which is what many streams at once need.
async fn send(connection: &mut Connection, blocks: &[String], pace: Duration) -> io::Result<()> {
    connection.begin().await?;
    if pace.is_zero() {
        return if blocks.is_empty() { Ok(()) } else { connection.chunk(&blocks.concat()).await };
    }
    for (place, block) in blocks.iter().enumerate() {
        if place > 0 {
            sleep(pace).await;
        }
        connection.chunk(block).await?;
    }
    Ok(())
}

async fn endless(connection: &mut Connection, wire: super::Wire, bytes: usize) -> io::Result<()> {
    let piece = wire::text(wire, &"all work and no play ".repeat(3000));
    let mut sent = 0;
    while sent < bytes {
        connection.chunk(&piece).await?;
        sent += piece.len();
    }
    Ok(())
}
