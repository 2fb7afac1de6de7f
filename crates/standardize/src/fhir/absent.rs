//! Why there is no result, in R4's words: from what was printed in its place.

use super::{
    element::{CodeableConcept, Coding},
    resource::Status,
    text, urls,
};

/// A reason, by what is printed for it. Lower case, matched whole; what is in no list is `unknown`.
struct Reason {
    code: &'static str,
    display: &'static str,
    status: Status,
    words: &'static [&'static str],
}

const REASONS: [Reason; 4] = [
    Reason {
        code: "temp-unknown",
        display: "Temporarily Unknown",
        status: Status::Registered,
        words: &[
            "pending",
            "to follow",
            "待检",
            "待测",
            "待报告",
            "未出",
            "検査中",
            "報告待ち",
            "volgt",
            "volgt nog",
            "en cours",
            "à suivre",
            "folgt",
            "steht aus",
            "ausstehend",
            "pendiente",
            "in corso",
            "pendente",
        ],
    },
    Reason {
        code: "not-performed",
        display: "Not Performed",
        status: Status::Cancelled,
        words: &[
            "not done",
            "not tested",
            "not performed",
            "not measured",
            "cancelled",
            "canceled",
            "tnp",
            "未做",
            "未检",
            "未测",
            "未检测",
            "未查",
            "未実施",
            "未検査",
            "niet uitgevoerd",
            "niet bepaald",
            "niet gemeten",
            "geannuleerd",
            "non effectué",
            "non réalisé",
            "annulé",
            "nicht durchgeführt",
            "nicht gemessen",
            "no realizado",
            "no efectuado",
            "non eseguito",
            "não realizado",
            "não efetuado",
        ],
    },
    Reason {
        code: "error",
        display: "Error",
        status: Status::Cancelled,
        words: &[
            "qns",
            "quantity not sufficient",
            "no sample",
            "specimen rejected",
            "hemolyzed",
            "拒检",
            "标本溶血",
            "non pervenuto",
        ],
    },
    Reason { code: "not-applicable", display: "Not Applicable", status: Status::Unknown, words: &["n/a", "n.a."] },
];

const UNKNOWN: Reason = Reason { code: "unknown", display: "Unknown", status: Status::Unknown, words: &[] };

fn of(printed: &str) -> &'static Reason {
    let lower = printed.trim().to_lowercase();
    REASONS.iter().find(|reason| reason.words.contains(&lower.as_str())).unwrap_or(&UNKNOWN)
}

/// The reason, with what was printed.
pub(super) fn reason(printed: &str) -> CodeableConcept {
    let Reason { code, display, .. } = of(printed);
    let coding = vec![Coding::of(urls::ABSENT_REASON, code, display)];
    CodeableConcept { coding, text: text::string(printed), ..CodeableConcept::default() }
}

/// How far an observation without a result has come.
pub(super) fn status(printed: &str) -> Status {
    of(printed).status
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NumberStyle, Value, value};

    #[test]
    fn every_word_here_is_read_as_no_result() {
        for word in REASONS.iter().flat_map(|reason| reason.words) {
            assert_eq!(value::read(word, NumberStyle::Unknown).value, Value::Absent, "{word}");
            assert_eq!(*word, word.to_lowercase());
        }
    }

    #[test]
    fn a_pending_result_is_registered_and_a_dash_says_nothing() {
        assert_eq!((of(" Pending").code, status("Pending")), ("temp-unknown", Status::Registered));
        assert_eq!((of("QNS").code, status("QNS")), ("error", Status::Cancelled));
        assert_eq!((of("-").code, status("-")), ("unknown", Status::Unknown));
    }
}
