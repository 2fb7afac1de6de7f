//! The bucket of the `S3_` keys. One that is half set is refused, never passed over: files would go where nobody looks.

use mirobody_store::BucketSettings;

use super::{ConfigError, Layers, truth};

/// The bucket; none when no key of it is set.
pub(super) fn settings(layers: &Layers) -> Result<Option<BucketSettings>, ConfigError> {
    let text = |key| layers.get(key).unwrap_or_default().trim().to_owned();
    let endpoint = Some(text("S3_ENDPOINT")).filter(|endpoint| !endpoint.is_empty());
    let settings = BucketSettings {
        key: text("S3_KEY"),
        secret: text("S3_TOKEN"),
        region: text("S3_REGION"),
        bucket: text("S3_BUCKET"),
        prefix: text("S3_PREFIX"),
        path_style: truth(layers, "S3_PATH_STYLE")?.unwrap_or(endpoint.is_some()),
        allow_http: truth(layers, "S3_ALLOW_HTTP")?.unwrap_or(false),
        endpoint,
    };
    let named = [&settings.key, &settings.secret, &settings.region, &settings.bucket, &settings.prefix];
    let is_set = settings.endpoint.is_some() || named.iter().any(|value| !value.is_empty());
    Ok(is_set.then_some(settings))
}
