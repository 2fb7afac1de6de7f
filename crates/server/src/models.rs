//! `GET /v1/models`: the capability tiers. Public, and the same for everyone.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// A tier that can be passed as `model`.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = Model)]
pub struct Tier {
    /// The name callers pass.
    #[schema(example = "mirobody-flash")]
    pub id: &'static str,
    object: &'static str,
    owned_by: &'static str,
    context_window: u32,
    max_output_tokens: u32,
    pricing: Pricing,
}

/// What a tier costs.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = ModelPricing)]
pub struct Pricing {
    input_per_1m_tokens: f64,
    output_per_1m_tokens: f64,
    currency: &'static str,
}

/// The tiers, the default first. A server of one's own charges nothing.
pub static TIERS: [Tier; 2] = [tier("mirobody-flash"), tier("mirobody-expert")];

const fn tier(id: &'static str) -> Tier {
    let pricing = Pricing { input_per_1m_tokens: 0.0, output_per_1m_tokens: 0.0, currency: "USD" };
    Tier { id, object: "model", owned_by: "mirobody", context_window: 65_536, max_output_tokens: 8_192, pricing }
}

/// The tier of that name; the default when none is named.
pub fn named(id: Option<&str>) -> Option<Tier> {
    let id = id.unwrap_or(TIERS[0].id);
    TIERS.into_iter().find(|tier| tier.id == id)
}

/// The tiers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModelList)]
pub struct List {
    object: &'static str,
    data: &'static [Tier],
}

/// List the models
///
/// The tiers that can be passed as `model`. Needs no key; one that is sent is not looked at.
#[utoipa::path(
    get,
    path = "/v1/models",
    operation_id = "listModels",
    tag = "answers",
    security(()),
    responses((status = 200, description = "The tiers, the default first.", body = List))
)]
pub async fn list() -> Json<List> {
    Json(List { object: "list", data: &TIERS })
}
