//! MCP servers attached to a request: real ones of both ways of the protocol, and those that mean no good.

#[cfg(test)]
mod reach;
#[cfg(test)]
mod support;
#[cfg(test)]
mod tools;
