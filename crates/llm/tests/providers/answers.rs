//! An answer of each format, in pieces and whole, and how it goes back.

use mirobody_llm::{Choice, Delta, Effort, Kind, Message, Part, Reply, Request, Said, Stop, Usage};
use mirobody_testbed::{Ending, FakeModel, Reply as Scripted, Say};

use crate::support::{KINDS, ask, hello, models, provider, text, tool};

fn thinking() -> Say {
    Say { think: "Let me see.".into(), text: "It rains today.".into(), ..Say::default() }
}

#[tokio::test]
async fn pieces_and_whole_say_the_same() {
    let fake = FakeModel::start().unwrap();
    for kind in KINDS {
        let models = models(vec![provider(kind, &fake)]);
        fake.queue(Scripted::Say(thinking()));
        let (deltas, reply) = ask(&models, hello()).await;
        let reply = reply.unwrap();
        assert_eq!(text(&deltas), "It rains today.");
        assert_eq!(reply.said.text, "It rains today.");
        assert!(deltas.contains(&Delta::Reasoning("Let ".into())), "{kind:?}");
        assert_eq!(reply.said.reasoning[0].text, "Let me see.");
        assert_eq!((reply.stop, reply.provider.as_str()), (Stop::End, kind.as_str()));
        let reasoning = if kind == Kind::Anthropic { 0 } else { 3 };
        assert_eq!(reply.usage, Usage { input: 20, cached: 4, output: 6, reasoning, counted: true }, "{kind:?}");
    }
}

#[tokio::test]
async fn several_tools_are_called_at_once_and_their_results_go_back() {
    let fake = FakeModel::start().unwrap();
    for kind in KINDS {
        let models = models(vec![provider(kind, &fake)]);
        fake.forget();
        let calls = ["Paris", "Rome"].map(|city| ("weather".to_owned(), format!(r#"{{"city":"{city}"}}"#)));
        fake.queue(Scripted::Say(Say { text: "Let me look.".into(), calls: calls.to_vec(), ..thinking() }));
        let mut request = Request { tools: vec![tool("weather")], effort: Some(Effort::Low), ..hello() };
        let (deltas, reply) = ask(&models, request.clone()).await;
        let Reply { said, stop, .. } = reply.unwrap();
        assert_eq!(stop, Stop::Calls, "{kind:?}");
        let called: Vec<_> = said.calls.iter().map(|call| (call.name.as_str(), call.arguments.as_str())).collect();
        assert_eq!(called, [("weather", r#"{"city":"Paris"}"#), ("weather", r#"{"city":"Rome"}"#)]);
        for (index, call) in said.calls.iter().enumerate() {
            assert!(deltas.contains(&Delta::Call { index, id: call.id.clone(), name: "weather".into() }));
        }
        assert_ne!(said.calls[0].id, said.calls[1].id);
        let results = said.calls.iter().map(|call| Message::Tool {
            call_id: call.id.clone(),
            name: call.name.clone(),
            result: vec![Part::Text(format!("{} is 31.5 C", call.arguments))],
        });
        let results: Vec<_> = results.collect();
        request.messages.push(Message::Assistant(said));
        request.messages.extend(results);
        let (_, reply) = ask(&models, request).await;
        assert_eq!(reply.unwrap().said.text, "Based on the tool results, the numbers are: 31.5.", "{kind:?}");
        insta::assert_snapshot!(
            format!("goes_back_{}", kind.as_str()),
            serde_json::to_string_pretty(&without_ids(fake.seen()[1].body.clone())).unwrap()
        );
    }
}

/// Ids count up over all tests.
fn without_ids(body: serde_json::Value) -> serde_json::Value {
    let mut text = body.to_string();
    for prefix in ["call_", "toolu_", "fc_"] {
        let ids: Vec<String> = text
            .match_indices(prefix)
            .filter_map(|(at, _)| {
                let id = text.get(at..at + prefix.len() + 16)?;
                id[prefix.len()..].bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| id.to_owned())
            })
            .collect();
        let mut seen = Vec::new();
        for id in ids {
            if !seen.contains(&id) {
                text = text.replace(&id, &format!("{prefix}{}", seen.len() + 1));
                seen.push(id);
            }
        }
    }
    serde_json::from_str(&text).unwrap()
}

#[tokio::test]
async fn another_vendors_reasoning_is_not_sent() {
    let fake = FakeModel::start().unwrap();
    for kind in KINDS {
        for other in KINDS.into_iter().filter(|other| *other != kind) {
            let mut theirs = provider(other, &fake);
            theirs.name = "another".into();
            fake.queue(Scripted::Say(thinking()));
            let (_, reply) = ask(&models(vec![theirs]), hello()).await;
            let said = reply.unwrap().said;
            assert!(said.reasoning[0].raw.is_some() || other == Kind::Gemini);
            let messages = vec![Message::user("hello"), Message::Assistant(said), Message::user("and?")];
            fake.forget();
            ask(&models(vec![provider(kind, &fake)]), Request { messages, ..Request::default() }).await.1.unwrap();
            let sent = fake.seen()[0].body.to_string();
            assert!(!sent.contains("Let me see") && !sent.contains("c2lnbmVk"), "{sent}");
            fake.forget();
        }
    }
}

#[tokio::test]
async fn an_answer_says_why_it_ended() {
    let fake = FakeModel::start().unwrap();
    for kind in KINDS {
        let models = models(vec![provider(kind, &fake)]);
        for (ending, stop) in
            [(Ending::Length, Stop::Length), (Ending::Filtered, Stop::Filtered), (Ending::Unmarked, Stop::End)]
        {
            fake.queue(Scripted::Say(Say { ending, ..Say::text("one two") }));
            let reply = ask(&models, hello()).await.1.unwrap();
            assert_eq!((reply.stop, reply.said.text.as_str()), (stop, "one two"), "{kind:?}");
            // Anthropic counts at the beginning too.
            assert_eq!(reply.usage.counted, ending != Ending::Unmarked || kind == Kind::Anthropic);
        }
    }
}

#[tokio::test]
async fn a_demanded_tool_is_called() {
    let fake = FakeModel::start().unwrap();
    for kind in KINDS {
        let models = models(vec![provider(kind, &fake)]);
        let tools = vec![tool("weather"), tool("book")];
        for (choice, called) in [
            (Choice::Required, Some("weather")),
            (Choice::Named("book".into()), Some("book")),
            (Choice::None, None),
            (Choice::Auto, None),
        ] {
            let request = Request { tools: tools.clone(), choice, ..hello() };
            let said: Said = ask(&models, request).await.1.unwrap().said;
            assert_eq!(said.calls.first().map(|call| call.name.as_str()), called, "{kind:?}");
        }
    }
}
