//! A script on its thread: QuickJS with nothing in it but the language, a console and the tools.

use std::{cell::RefCell, io, rc::Rc, thread};

use rquickjs::{
    CatchResultExt as _, CaughtError, Coerced, Context, Ctx, Error, Exception, Function, Object, Promise, Runtime,
    Value,
    context::{EvalOptions, intrinsic},
    function::Rest,
};
use serde_json::{Map, json};
use tokio::sync::{SemaphorePermit, mpsc::UnboundedSender};

use super::{
    desk::{Desk, Word},
    ended::{End, Ended},
    log::Log,
    time::Time,
};

/// The most memory of a script, in bytes.
const MEMORY: usize = 32 * 1024 * 1024;
/// The most stack of a script, and that of its thread.
const STACK: usize = 512 * 1024;
const THREAD: usize = 4 * 1024 * 1024;

/// What a script has of the language: no modules, no timers, no other threads, no way out. A proxy could lie to what
/// bounds it.
type Language = (
    intrinsic::Eval,
    intrinsic::RegExpCompiler,
    intrinsic::RegExp,
    intrinsic::Json,
    intrinsic::MapSet,
    intrinsic::TypedArrays,
    intrinsic::Promise,
    intrinsic::Date,
);

/// What a script is called where something in it went wrong.
const NAME: &str = "script";
/// What is put in place before a script runs.
const PRELUDE: &str = include_str!("prelude.js");

/// A script, and the tools it may call.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) code: String,
    pub(super) tools: Vec<String>,
}

impl Script {
    /// Runs it on a thread of its own, which keeps its room for as long as it lives. A thread of the runtime would keep
    /// the program from ending when a script cannot be ended.
    pub(super) fn start(self, words: UnboundedSender<Word>, room: SemaphorePermit<'static>) -> io::Result<()> {
        let run = move || {
            let _room = room;
            let ended = self.run(&words);
            // Nobody listens when the turn is over.
            drop(words.send(Word::Ended(ended)));
        };
        thread::Builder::new().name("script".to_owned()).stack_size(THREAD).spawn(run).map(drop)
    }

    fn run(&self, words: &UnboundedSender<Word>) -> Ended {
        let (time, log) = (Rc::new(Time::begin()), Rc::new(RefCell::new(Log::default())));
        let desk = Desk { words: words.clone(), time: Rc::clone(&time), calls: 0.into() };
        let end = self.end(Rc::new(desk), &time, &log).unwrap_or_else(|error| End::Threw(error.to_string()));
        Ended { end, log: log.take() }
    }

    fn end(&self, desk: Rc<Desk>, time: &Rc<Time>, log: &Rc<RefCell<Log>>) -> rquickjs::Result<End> {
        let runtime = Runtime::new()?;
        runtime.set_memory_limit(MEMORY);
        runtime.set_max_stack_size(STACK);
        let (watched, words) = (Rc::clone(time), desk.words.clone());
        runtime.set_interrupt_handler(Some(Box::new(move || watched.is_over() || words.is_closed())));
        let context = Context::custom::<Language>(&runtime)?;
        context.with(|ctx| {
            let json = self.furnish(&ctx, desk, Rc::clone(log)).and_then(|()| self.result(&ctx, time)).catch(&ctx);
            Ok(match json {
                Ok(json) => End::Value(json),
                Err(_) if time.is_over() => End::TooLong,
                Err(CaughtError::Error(Error::WouldBlock)) => End::Waits,
                Err(caught) => End::Threw(thrown(&ctx, caught)),
            })
        })
    }

    fn furnish<'js>(&self, ctx: &Ctx<'js>, desk: Rc<Desk>, log: Rc<RefCell<Log>>) -> rquickjs::Result<()> {
        let call = Function::new(ctx.clone(), move |ctx: Ctx<'js>, name: String, given: Value<'js>| {
            called(&ctx, &desk, name, given)
        })?;
        let write = Function::new(ctx.clone(), move |ctx: Ctx<'js>, values: Rest<Value<'js>>| {
            let words = values.0.iter().map(|value| shown(&ctx, value)).collect::<rquickjs::Result<Vec<_>>>()?;
            log.borrow_mut().write(&words.join(" "));
            Ok::<(), Error>(())
        })?;
        ctx.eval_with_options::<Function<'js>, _>(PRELUDE, options("prelude"))?.call((self.tools.clone(), call, write))
    }

    /// The value of its last expression as JSON.
    fn result(&self, ctx: &Ctx<'_>, time: &Time) -> rquickjs::Result<Option<String>> {
        let mut options = options(NAME);
        options.strict = false;
        options.promise = true;
        let promise: Promise<'_> = ctx.eval_with_options(self.code.as_str(), options)?;
        let mut value: Value<'_> = settled::<Object<'_>>(&promise, time)?.get("value")?;
        while let Some(promise) = value.as_promise() {
            value = settled(promise, time)?;
        }
        ctx.json_stringify(value)?.map(|json| json.to_string()).transpose()
    }
}

/// How text of this name is read.
fn options(name: &str) -> EvalOptions {
    let mut options = EvalOptions::default();
    options.filename = Some(name.to_owned());
    options
}

/// What a promise comes to, with all that is done for it.
fn settled<'js, T: rquickjs::FromJs<'js>>(promise: &Promise<'js>, time: &Time) -> rquickjs::Result<T> {
    while !time.is_over() {
        if let Some(result) = promise.result() {
            return result;
        }
        if !promise.ctx().execute_pending_job() {
            break;
        }
    }
    Err(Error::WouldBlock)
}

/// A call of a tool: `{text, data}`, or what went wrong thrown.
fn called<'js>(ctx: &Ctx<'js>, desk: &Desk, name: String, given: Value<'js>) -> rquickjs::Result<Value<'js>> {
    let arguments = object(ctx, given)?;
    match desk.call(name, arguments) {
        Ok(output) if output.failed => Err(Exception::throw_message(ctx, &output.text)),
        Ok(output) => ctx.json_parse(json!({"text": output.text, "data": output.structured}).to_string()),
        Err(reason) => Err(Exception::throw_message(ctx, reason)),
    }
}

fn object<'js>(ctx: &Ctx<'js>, given: Value<'js>) -> rquickjs::Result<Map<String, serde_json::Value>> {
    if given.is_undefined() {
        return Ok(Map::new());
    }
    let json = ctx.json_stringify(given)?.map(|json| json.to_string()).transpose()?;
    let object = json.and_then(|json| serde_json::from_str(&json).ok());
    object.ok_or_else(|| Exception::throw_type(ctx, "a tool is called with one object, of its parameters"))
}

/// A value as the console shows it.
fn shown<'js>(ctx: &Ctx<'js>, value: &Value<'js>) -> rquickjs::Result<String> {
    if let Some(text) = value.as_string() {
        return text.to_string();
    }
    let json = if value.is_error() { None } else { ctx.json_stringify(value.clone())? };
    json.map_or_else(|| words(ctx, value), |json| json.to_string())
}

fn words<'js>(ctx: &Ctx<'js>, value: &Value<'js>) -> rquickjs::Result<String> {
    Ok(<Coerced<String> as rquickjs::FromJs<'js>>::from_js(ctx, value.clone())?.0)
}

/// What was thrown, and where.
fn thrown<'js>(ctx: &Ctx<'js>, caught: CaughtError<'js>) -> String {
    let (value, stack) = match caught {
        CaughtError::Error(error) => return error.to_string(),
        // There is no room for an exception either.
        CaughtError::Value(value) if value.is_null() => return "null: its memory may be used up".to_owned(),
        CaughtError::Value(value) => (value, None),
        CaughtError::Exception(exception) => {
            let stack = exception.stack();
            (exception.into_value(), stack)
        }
    };
    let what = words(ctx, &value).unwrap_or_else(|_| "something that has no words".to_owned());
    let place = stack.as_deref().and_then(|stack| stack.lines().find(|line| line.contains(&format!("({NAME}:"))));
    place.map_or_else(|| what.clone(), |place| format!("{what} ({})", place.trim()))
}
