//! A good call of every operation, and how to spoil it.

use axum::{body::Body, http::Request};
use serde_json::{Value, json};

use super::values::Raw;
use crate::support::{ADMIN, Reply, Server, form, request};

/// Where a parameter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    Query,
    Path,
    Header,
    Body,
    Form,
}

/// A call that succeeds.
#[derive(Debug, Clone)]
pub struct Call {
    pub id: &'static str,
    method: &'static str,
    path: &'static str,
    path_values: Vec<(String, String)>,
    query: Vec<(String, String)>,
    headers: Vec<(String, String)>,
    body: Option<String>,
    form: Option<Vec<(String, String)>>,
}

/// Two tenants with a canary in one, and the document of the API.
pub struct World {
    server: Server,
    document: Value,
    /// A record of the other tenant.
    pub other_record: String,
    /// A file of the other tenant.
    pub other_file: String,
    /// A complaint of the other tenant.
    other_complaint: String,
    own_file: String,
    own_patient: String,
}

/// What the other tenant has.
pub struct Others {
    record: String,
    file: String,
    complaint: String,
}

impl Others {
    pub fn paths(&self) -> Vec<(String, String)> {
        let calls = [
            ("DELETE", format!("/v1/data?user=alice&id={}", self.record)),
            ("DELETE", "/v1/data?user=nobody".to_owned()),
            ("DELETE", format!("/v1/complaints?user=alice&id={}", self.complaint)),
            ("DELETE", "/v1/complaints?user=nobody".to_owned()),
            ("GET", format!("/v1/data/{}/history?user=alice", self.record)),
            ("GET", format!("/v1/files/{}?user=alice", self.file)),
            ("DELETE", format!("/v1/files/{}?user=alice", self.file)),
            ("DELETE", format!("/v1/sessions/{}?user=alice", World::OTHER_SESSION)),
            ("DELETE", "/v1/subjects/only-bobs".to_owned()),
            ("DELETE", "/v1/subjects/only-bobs/aliases?name=x".to_owned()),
        ];
        calls.into_iter().map(|(method, path)| (method.to_owned(), path)).collect()
    }
}

impl World {
    /// In everything the other tenant has.
    pub const CANARY: &str = "canary7731";
    pub const OTHER_SESSION: &str = "session-of-another";

    pub async fn start() -> Self {
        let server = Server::start().await;
        let records = json!([{"indicator": format!("{} glucose", Self::CANARY), "value": 97, "time": "2026-06-15"}]);
        for user in ["alice", "only-bobs"] {
            server.write(&server.bob, user, records.clone()).await;
        }
        let body =
            json!({"user": "alice", "retention": "session", "session_id": Self::OTHER_SESSION, "records": records});
        assert_eq!(server.post(&server.bob, "/v1/data", body).await.status, 200);
        let text = format!("{} Hemoglobin: 13.5 g/dL", Self::CANARY);
        let other = server
            .form(&server.bob, "/v1/files", &[("user", "alice")], Some(("canary7731.txt", text.as_bytes())))
            .await;
        let own = server
            .form(&server.ann, "/v1/files", &[("user", "alice")], Some(("a.txt", b"Hemoglobin: 13.5 g/dL")))
            .await;
        let record = server.rows(&server.bob, "alice").await[0]["id"].to_string();
        let told = json!({"user": "alice", "retention": "permanent", "text": format!("headache {}", Self::CANARY)});
        let told = server.post(&server.bob, "/v1/complaints", told).await.json();
        let other_complaint = told["data"][0]["id"].to_string();
        let document = server.send(Request::get("/openapi.json").body(Body::empty()).unwrap()).await.json();
        let patient = server.get(&server.ann, "/v1/fhir/Patient?user=alice").await.json();
        let own_patient = patient["entry"][0]["resource"]["id"].as_str().unwrap().to_owned();
        let id = |reply: &Reply| reply.json()["id"].as_str().unwrap().to_owned();
        let (other_file, own_file) = (id(&other), id(&own));
        Self { other_file, own_file, own_patient, other_record: record, other_complaint, server, document }
    }

    pub fn others(&self) -> Others {
        Others {
            record: self.other_record.clone(),
            file: self.other_file.clone(),
            complaint: self.other_complaint.clone(),
        }
    }

    /// What the other tenant had is still there.
    pub async fn nothing_is_lost(&self) {
        assert_eq!(self.server.rows(&self.server.bob, "alice").await.len(), 3);
        assert_eq!(self.server.rows(&self.server.bob, "only-bobs").await.len(), 1);
        let complaints = self.server.get(&self.server.bob, "/v1/complaints?user=alice").await;
        assert!(complaints.text.contains(Self::CANARY));
        let path = format!("/v1/files/{}?user=alice", self.other_file);
        assert!(self.server.get(&self.server.bob, &path).await.text.contains(Self::CANARY));
    }

    pub async fn ask(&self, method: &str, path: &str) -> Reply {
        self.server.call(&self.server.ann, method, path, Value::Null).await
    }

    /// A good call of every operation that takes anything.
    pub fn calls(&self) -> Vec<Call> {
        let alice = || vec![("user".to_owned(), "alice".to_owned())];
        let user = || vec![("user".to_owned(), "zq-person".to_owned())];
        let file = || vec![("file_key".to_owned(), self.own_file.clone())];
        let id = || vec![("id".to_owned(), self.own_patient.clone())];
        let call = Call::new;
        let json = |id, method, path, body: Value| Call { body: Some(body.to_string()), ..call(id, method, path) };
        let number = || vec![("id".to_owned(), "3".to_owned())];
        let nobody = || vec![("id".to_owned(), "987654".to_owned())];
        let amendment = json!({"user": "alice", "indicator": "glucose", "value": 97, "unit": "mg/dL",
            "time": "2026-06-15T07:30:00Z", "end_time": "2026-06-16T07:30:00Z"});
        let record = json!({"indicator": "glucose", "value": 97, "unit": "mg/dL", "time": "2026-06-15T07:30:00Z",
            "end_time": "2026-06-16T07:30:00Z", "source": "x"});
        let complaint = json!({"user": "w", "text": "headache", "language": "en", "time": "2026-06-15T07:30:00Z",
            "source": "x", "retention": "session", "session_id": "s"});
        let records = json!({"user": "w", "retention": "session", "session_id": "s", "records": [record]});
        let document = json!({"user": "w", "text": "Hemoglobin: 13.5 g/dL", "store": true, "retention": "permanent"});
        let chat = json!({"user": "w", "model": "mirobody-flash", "messages": [{"role": "user", "content": "hi"}]});
        let alias = json!({"name": "Hb", "loinc": "718-7", "unit": "g/dL", "specimen": "blood", "laboratory": "x"});
        let pairs =
            |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect::<Vec<_>>();
        vec![
            json("writeRecords", "POST", "/v1/data", records),
            Call { query: alice(), ..call("listRecords", "GET", "/v1/data") },
            Call { path_values: number(), ..json("amendRecord", "POST", "/v1/data/{id}/amend", amendment) },
            Call {
                path_values: number(),
                ..json("retractRecord", "POST", "/v1/data/{id}/retract", json!({"user": "alice"}))
            },
            Call { query: alice(), path_values: number(), ..call("recordHistory", "GET", "/v1/data/{id}/history") },
            json("adminMakeKey", "POST", "/admin/keys", json!({"account": "x", "label": "y", "rpm": 60})),
            Call { path_values: number(), ..json("adminSetKey", "PUT", "/admin/keys/{id}", json!({"rpm": 60})) },
            Call { path_values: nobody(), ..call("adminRevokeKey", "DELETE", "/admin/keys/{id}") },
            Call {
                path_values: number(),
                ..json("adminSetCap", "PUT", "/admin/accounts/{id}/cap", json!({"usd": "20.50"}))
            },
            Call { path_values: number(), ..call("adminRemoveCap", "DELETE", "/admin/accounts/{id}/cap") },
            call("adminUsage", "GET", "/admin/usage"),
            call("adminAudit", "GET", "/admin/audit"),
            Call { query: user(), ..call("eraseRecords", "DELETE", "/v1/data") },
            json("writeComplaints", "POST", "/v1/complaints", complaint),
            Call { query: alice(), ..call("listComplaints", "GET", "/v1/complaints") },
            Call { query: user(), ..call("eraseComplaints", "DELETE", "/v1/complaints") },
            json("standardize", "POST", "/v1/standardize", document.clone()),
            json("extract", "POST", "/v1/extract", document),
            Call {
                form: Some(pairs(&[("user", "w"), ("retention", "permanent")])),
                ..call("uploadFile", "POST", "/v1/files")
            },
            Call { query: alice(), ..call("listFiles", "GET", "/v1/files") },
            Call { query: alice(), path_values: file(), ..call("readFile", "GET", "/v1/files/{file_key}") },
            Call { query: user(), path_values: file(), ..call("deleteFile", "DELETE", "/v1/files/{file_key}") },
            Call { query: user(), ..call("uploadStream", "GET", "/v1/files/stream") },
            Call {
                query: user(),
                path_values: pairs(&[("session_id", "s")]),
                ..call("endSession", "DELETE", "/v1/sessions/{session_id}")
            },
            Call { path_values: user(), ..call("eraseSubject", "DELETE", "/v1/subjects/{user}") },
            Call { path_values: user(), ..call("listAliases", "GET", "/v1/subjects/{user}/aliases") },
            Call { path_values: user(), ..json("putAlias", "PUT", "/v1/subjects/{user}/aliases", alias) },
            Call {
                path_values: user(),
                query: pairs(&[("name", "Hb")]),
                ..call("removeAliases", "DELETE", "/v1/subjects/{user}/aliases")
            },
            json("chat", "POST", "/v1/chat/completions", chat),
            Call { query: alice(), ..call("fhirSearchObservations", "GET", "/v1/fhir/Observation") },
            Call { query: alice(), ..call("fhirSearchPatients", "GET", "/v1/fhir/Patient") },
            Call { query: alice(), ..call("fhirSearchDocuments", "GET", "/v1/fhir/DocumentReference") },
            Call { query: alice(), ..call("fhirSearchReports", "GET", "/v1/fhir/DiagnosticReport") },
            Call {
                query: alice(),
                path_values: id(),
                ..call("fhirReadObservation", "GET", "/v1/fhir/Observation/{id}")
            },
            Call {
                query: alice(),
                path_values: id(),
                ..call("fhirReadDocument", "GET", "/v1/fhir/DocumentReference/{id}")
            },
            Call {
                query: alice(),
                path_values: id(),
                ..call("fhirReadReport", "GET", "/v1/fhir/DiagnosticReport/{id}")
            },
            Call { query: alice(), path_values: id(), ..call("fhirReadPatient", "GET", "/v1/fhir/Patient/{id}") },
            Call { query: alice(), path_values: id(), ..call("fhirSummary", "GET", "/v1/fhir/Patient/{id}/$summary") },
            Call {
                query: alice(),
                path_values: id(),
                ..call("fhirEverything", "GET", "/v1/fhir/Patient/{id}/$everything")
            },
        ]
    }

    pub fn call(&self, id: &str) -> Call {
        self.calls().into_iter().find(|call| call.id == id).unwrap()
    }

    fn operation(&self, call: &Call) -> &Value {
        let operation = &self.document["paths"][call.path][call.method.to_ascii_lowercase()];
        assert_eq!(operation["operationId"], call.id);
        operation
    }

    /// Every parameter the document gives an operation.
    pub fn parameters(&self, call: &Call) -> Vec<(Place, String)> {
        let operation = self.operation(call);
        let mut all: Vec<(Place, String)> = Vec::new();
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let place = match parameter["in"].as_str().unwrap() {
                "query" => Place::Query,
                "path" => Place::Path,
                _ => Place::Header,
            };
            all.push((place, parameter["name"].as_str().unwrap().to_owned()));
        }
        all.extend(self.fields(call).into_iter().map(|(name, _)| (Place::Body, name)));
        if call.form.is_some() {
            let form = self.properties(&operation["requestBody"]["content"]["multipart/form-data"]["schema"]);
            all.extend(form.into_iter().map(|(name, _)| (Place::Form, name)));
        }
        all
    }

    /// Every field of an operation's JSON body, those of its records too, with the types it takes.
    pub fn fields(&self, call: &Call) -> Vec<(String, Vec<&'static str>)> {
        if call.body.is_none() {
            return Vec::new();
        }
        let schema = &self.operation(call)["requestBody"]["content"]["application/json"]["schema"];
        let mut fields = Vec::new();
        for (name, property) in self.properties(schema) {
            if matches!(name.as_str(), "records" | "messages") {
                let inner = self.properties(&property["items"]);
                fields.extend(inner.iter().map(|(name, property)| (name.clone(), self.kinds(property))));
            }
            fields.push((name.clone(), self.kinds(&property)));
        }
        fields
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(pointer) => self.document.pointer(&pointer[1..]).unwrap(),
            None => schema,
        }
    }

    fn properties(&self, schema: &Value) -> Vec<(String, Value)> {
        let properties = self.resolved(schema)["properties"].as_object().unwrap();
        properties.iter().map(|(name, property)| (name.clone(), property.clone())).collect()
    }

    fn kinds(&self, schema: &Value) -> Vec<&'static str> {
        let schema = self.resolved(schema);
        let options = ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array());
        if let Some(options) = options {
            return options.iter().flat_map(|option| self.kinds(option)).collect();
        }
        let types = match &schema["type"] {
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            one => one.as_str().into_iter().collect::<Vec<_>>(),
        };
        let known = ["string", "integer", "number", "boolean", "array", "object", "null"];
        let mut kinds: Vec<_> = known.into_iter().filter(|kind| types.contains(kind)).collect();
        if kinds.contains(&"number") {
            kinds.push("integer");
        }
        // A word outside the list is refused, as a value.
        if schema["enum"].is_array() {
            kinds.retain(|kind| *kind != "string");
        }
        kinds
    }

    pub async fn send(&self, call: &Call) -> Reply {
        let key = if call.path.starts_with("/admin") { ADMIN } else { &self.server.ann };
        self.server.send(call.request(key)).await
    }
}

impl Call {
    fn new(id: &'static str, method: &'static str, path: &'static str) -> Self {
        Self {
            id,
            method,
            path,
            path_values: Vec::new(),
            query: Vec::new(),
            headers: Vec::new(),
            body: None,
            form: None,
        }
    }

    /// Whether its errors are FHIR's own.
    pub fn is_fhir(&self) -> bool {
        self.path.starts_with("/v1/fhir/")
    }

    /// The name an error gives a field.
    pub fn full_name(&self, field: &str) -> String {
        match (self.id, field) {
            ("writeRecords", "indicator" | "value" | "unit" | "time" | "end_time" | "source") => {
                format!("records[0].{field}")
            }
            ("chat", "role" | "content") => format!("messages[0].{field}"),
            _ => field.to_owned(),
        }
    }

    /// The same call with one value in place of what was there.
    pub fn with(&self, place: Place, name: &str, value: &Raw) -> Self {
        let mut call = self.clone();
        let pair = (name.to_owned(), value.text.clone());
        match place {
            Place::Query => set(&mut call.query, pair),
            Place::Path => set(&mut call.path_values, pair),
            Place::Header => set(&mut call.headers, pair),
            Place::Form => {
                call.form = call.form.map(|mut form| {
                    set(&mut form, pair);
                    form
                });
            }
            Place::Body => call.body = Some(replaced(self.body.as_deref().unwrap_or("{}"), name, &value.json)),
        }
        call
    }

    pub fn body_text(&self) -> Option<&str> {
        self.body.as_deref()
    }

    pub fn with_body(&self, body: &str) -> Self {
        Self { body: Some(body.to_owned()), ..self.clone() }
    }

    fn request(&self, key: &str) -> Request<Body> {
        let mut path = self.path.to_owned();
        for (name, value) in &self.path_values {
            path = path.replace(&format!("{{{name}}}"), &escaped(value));
        }
        let query: Vec<String> = self.query.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
        let mut request = request(key, self.method, &format!("{path}?{}", query.join("&")));
        for (name, value) in &self.headers {
            // What HTTP itself cannot carry never reaches a server.
            if let Ok(value) = axum::http::HeaderValue::from_bytes(value.as_bytes()) {
                request = request.header(name.as_str(), value);
            }
        }
        if let Some(fields) = &self.form {
            let pairs: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
            let body = form(&pairs, Some(("a.txt", b"Hemoglobin: 13.5 g/dL")));
            return request.header("content-type", "multipart/form-data; boundary=XX").body(body.into()).unwrap();
        }
        request.body(self.body.clone().map_or_else(Body::empty, Body::from)).unwrap()
    }
}

fn set(pairs: &mut Vec<(String, String)>, pair: (String, String)) {
    pairs.retain(|(name, _)| *name != pair.0);
    pairs.push(pair);
}

/// Escapes are left as they are where a value holds some, so that bytes that are no UTF-8 can be sent.
fn escaped(text: &str) -> String {
    if text.contains("%ED") {
        return text.to_owned();
    }
    // An address has an end: what is longer never reaches a server.
    let text: String = text.chars().take(8_000).collect();
    percent_encoding::utf8_percent_encode(&text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// The JSON with this raw value in place of a field, at the top or in its first element.
fn replaced(body: &str, field: &str, raw: &str) -> String {
    const HERE: &str = "\"@@here@@\"";
    let mut json: Value = serde_json::from_str(body).unwrap();
    let inner = ["records", "messages"].into_iter().find(|list| json[*list][0].get(field).is_some());
    match inner {
        Some(list) => json[list][0][field] = json!("@@here@@"),
        None => json[field] = json!("@@here@@"),
    }
    json.to_string().replace(HERE, raw)
}
