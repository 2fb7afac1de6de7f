//! Calling the tools that a model asked for.

use futures::future::join_all;
use mirobody_llm::{Call, Message, Part};
use mirobody_query::ErrorKind;
use serde_json::{Map, Value};

use super::{
    Progress, Run, UnderWay,
    among::{Among, Made},
    offered::Offered,
};
use crate::{
    governance::{Admitted, Given, contained},
    toolbox::Family,
    tools::Output,
    turn::ToolStep,
};

/// So much of one answer is told to a model, in bytes.
const MOST_TOLD: usize = 100_000;

/// A step that was made.
pub(super) struct Returned {
    pub(super) step: ToolStep,
    pub(super) family: Family,
}

/// A call that may be made, or what is answered in its place.
type Judged = Result<Admitted, Output>;

impl UnderWay<'_> {
    /// Makes the calls of one reply, all at once, and tells the model what each gave back, in its order.
    pub(super) async fn call(&mut self, calls: &[Call]) {
        let elapsed = self.elapsed();
        let first = self.steps.len();
        let mut judged: Vec<Judged> = Vec::with_capacity(calls.len());
        for (nth, call) in calls.iter().enumerate() {
            let one = self.governor().admit(&call.name, Given::Text(&call.arguments), elapsed);
            let arguments = shown(&one, call);
            let (id, name) = (call.id.clone(), call.name.clone());
            (self.watch)(Progress::Called { place: first + nth, id, name, arguments });
            judged.push(one);
        }
        let outputs = {
            let among = || Among::of(&self.turn, &self.offered, &self.governor, self.began);
            join_all(judged.iter().map(|one| output(&self.turn, &self.offered, among(), one))).await
        };
        let mut inner = Vec::new();
        for (nth, (call, (one, (output, made)))) in calls.iter().zip(judged.iter().zip(outputs)).enumerate() {
            if let Ok(admitted) = one {
                self.governor().settle(admitted, &output);
            }
            self.told(first + nth, call, shown(one, call), output);
            inner.extend(made.into_iter().enumerate().map(|(nth, made)| made.returned(&call.id, nth)));
        }
        for returned in inner {
            self.step_within(returned);
        }
    }

    /// A call that a tool made: a step after those of the reply. A model is told of it by that tool alone.
    fn step_within(&mut self, returned: Returned) {
        let (place, step) = (self.steps.len(), &returned.step);
        let (id, name) = (step.id.clone(), step.name.clone());
        let (arguments, result) = (step.arguments.clone(), step.result.clone());
        (self.watch)(Progress::Called { place, id: id.clone(), name: name.clone(), arguments });
        (self.watch)(Progress::Returned { place, id, name, result });
        self.keep(returned);
    }

    fn told(&mut self, place: usize, call: &Call, arguments: Value, output: Output) {
        let family = self.tool(&call.name).map_or(Family::Means, |tool| tool.family());
        let mut result = vec![Part::Text(cut(&output.text))];
        result.extend(output.parts.iter().cloned());
        self.said.push(Message::Tool { call_id: call.id.clone(), name: call.name.clone(), result });
        let (id, name) = (call.id.clone(), call.name.clone());
        (self.watch)(Progress::Returned { place, id, name, result: output.text.clone() });
        let step = ToolStep {
            id: call.id.clone(),
            name: call.name.clone(),
            arguments,
            result: output.text,
            data: output.structured,
        };
        self.keep(Returned { step, family });
    }

    /// The calls that can be handed to the caller. One whose arguments cannot be read is told to the model instead: the
    /// caller could do no more with it.
    pub(super) fn handed(&mut self, calls: Vec<Call>) -> Vec<Call> {
        let mut handed = Vec::with_capacity(calls.len());
        self.refused = 0;
        for call in calls {
            match Given::Text(&call.arguments).read() {
                Ok((arguments, _)) => handed.push(Call { arguments: Value::Object(arguments).to_string(), ..call }),
                Err(reason) => {
                    self.refused += 1;
                    let output = Output::error(ErrorKind::InvalidArguments, reason);
                    let result = vec![Part::Text(output.text)];
                    self.said.push(Message::Tool { call_id: call.id, name: call.name, result });
                }
            }
        }
        handed
    }
}

/// What a call gives back, and the calls it made itself.
async fn output(turn: &Run, offered: &Offered, among: Among<'_>, one: &Judged) -> (Output, Vec<Made>) {
    let admitted = match one {
        Ok(admitted) => admitted,
        Err(refusal) => return (refusal.clone(), Vec::new()),
    };
    let output = match offered.find(&admitted.tool) {
        Some(tool) => contained(tool.call_among(&turn.place, &among, &admitted.arguments), Output::fault).await,
        None => Output::refused("name: there is no such tool"),
    };
    (output, among.made())
}

/// The arguments as they are shown: an object, whatever the model wrote.
fn shown(one: &Judged, call: &Call) -> Value {
    match one {
        Ok(admitted) => Value::Object(admitted.arguments.clone()),
        Err(_) => serde_json::from_str::<Map<String, Value>>(&call.arguments).unwrap_or_default().into(),
    }
}

/// What a model is told of an answer that is too long for it.
fn cut(text: &str) -> String {
    if text.len() <= MOST_TOLD {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(MOST_TOLD);
    let (told, all) = (text.get(..end).unwrap_or_default(), text.len());
    format!("(cut: {end} of {all} bytes are shown; ask for less at once)\n{told}")
}
