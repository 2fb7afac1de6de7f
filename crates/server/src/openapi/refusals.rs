//! The errors an operation may answer with, by status: each has one shape and its own codes.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{
        ContentBuilder, HeaderBuilder, Ref, RefOr, Response, ResponseBuilder,
        schema::{ObjectBuilder, Type},
    },
};

use crate::{ApiError, error::Envelope};

type Responses = BTreeMap<String, RefOr<Response>>;

/// What every operation with a key may answer: 401, 429, 500 and 503.
pub struct Keyed;

/// 400: the request is wrong.
pub struct Invalid;

/// 404: nothing under that name for this caller.
pub struct Absent;

/// 413: more bytes than are taken.
pub struct Large;

/// 409 and 422: the idempotency key is in use, or another request's.
pub struct Repeated;

/// 422: the document cannot be read.
pub struct Unreadable;

/// 502: the model behind the endpoint failed.
pub struct Upstream;

impl IntoResponses for Upstream {
    fn responses() -> Responses {
        let error = ApiError::Upstream("The model did not answer in time. Retry with a pause.");
        [refusal(StatusCode::BAD_GATEWAY, "The model behind this endpoint failed, or none is configured.", &error)]
            .into()
    }
}

impl IntoResponses for Keyed {
    fn responses() -> Responses {
        let limited = refusal(
            StatusCode::TOO_MANY_REQUESTS,
            "The key's minute is used up.",
            &ApiError::RateLimited { rpm: 60, retry_after: 12 },
        );
        let key = refusal(StatusCode::UNAUTHORIZED, "No key, or none that is good.", &ApiError::InvalidKey);
        let failed = refusal(
            StatusCode::INTERNAL_SERVER_ERROR,
            "A failure of the server.",
            &ApiError::internal("the cause is in the log only"),
        );
        let busy = mirobody_store::StoreError::Busy.into();
        let busy = refusal(StatusCode::SERVICE_UNAVAILABLE, "The database cannot do it now, and may soon.", &busy);
        [key, with_limits(limited), failed, busy].into_iter().collect()
    }
}

impl IntoResponses for Invalid {
    fn responses() -> Responses {
        let error = ApiError::missing("records");
        [refusal(StatusCode::BAD_REQUEST, "The request is wrong; `param` names the field.", &error)].into()
    }
}

impl IntoResponses for Absent {
    fn responses() -> Responses {
        let error = ApiError::NotFound("No such file for this user: check the `file_key` and the `user`.");
        [refusal(StatusCode::NOT_FOUND, "Nothing under that name for this caller.", &error)].into()
    }
}

impl IntoResponses for Large {
    fn responses() -> Responses {
        let error = ApiError::TooLarge { megabytes: 100 };
        [refusal(StatusCode::PAYLOAD_TOO_LARGE, "More bytes than are taken.", &error)].into()
    }
}

impl IntoResponses for Repeated {
    fn responses() -> Responses {
        let under_way = "The request with this `Idempotency-Key` is under way.";
        let other = "The `Idempotency-Key` belongs to another request.";
        let conflict = refusal(StatusCode::CONFLICT, under_way, &ApiError::KeyInUse);
        [conflict, refusal(StatusCode::UNPROCESSABLE_ENTITY, other, &ApiError::KeyReused)].into_iter().collect()
    }
}

impl IntoResponses for Unreadable {
    fn responses() -> Responses {
        let error = ApiError::Unreadable(mirobody_collect::ParseError::Damaged);
        [refusal(
            StatusCode::UNPROCESSABLE_ENTITY,
            "The document cannot be read, or the `Idempotency-Key` belongs to another request.",
            &error,
        )]
        .into()
    }
}

fn refusal(status: StatusCode, description: &str, example: &ApiError) -> (String, RefOr<Response>) {
    let schema = Ref::from_schema_name(Envelope::name());
    let content = ContentBuilder::new().schema(Some(schema)).example(Some(example.body())).build();
    let response = ResponseBuilder::new().description(description).content("application/json", content).build();
    (status.as_str().to_owned(), RefOr::T(response))
}

fn with_limits((status, response): (String, RefOr<Response>)) -> (String, RefOr<Response>) {
    let RefOr::T(mut response) = response else { return (status, response) };
    for (name, what) in [
        ("Retry-After", "Seconds until the key is let in again."),
        ("X-RateLimit-Limit", "Requests a minute of this key."),
        ("X-RateLimit-Remaining", "Requests left in this minute: 0."),
        ("X-RateLimit-Reset", "Seconds until the next minute begins."),
    ] {
        let schema = ObjectBuilder::new().schema_type(Type::Integer);
        let header = HeaderBuilder::new().schema(Some(schema)).description(Some(what)).build();
        response.headers.insert(name.to_owned(), header.into());
    }
    (status, RefOr::T(response))
}
