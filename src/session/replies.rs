//! Writing the lines of a reply, in the form that was asked for, to whoever takes them.

use crate::protocol::line::Id;
use crate::protocol::refusal::Refusal;
use crate::protocol::reply::{Marker, Reply};
use crate::protocol::spec::Format;
use std::ops::ControlFlow;

/// Takes the lines of replies.
pub trait Sink {
    /// Takes one or more lines, each with its LF. `Break` says that nobody reads any more, so a long list may stop.
    fn lines(&mut self, lines: &str) -> ControlFlow<()>;

    /// Hands on what was taken, as before a command that may take long. `Break` says that nobody reads any more.
    fn flush(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Sink for Vec<String> {
    fn lines(&mut self, lines: &str) -> ControlFlow<()> {
        self.extend(lines.lines().map(str::to_owned));
        ControlFlow::Continue(())
    }
}

/// The reply to one command while it is written.
pub(super) struct Replies<'s> {
    sink: &'s mut dyn Sink,
    reply: &'s mut Reply,
    json: &'s mut String,
    pub(super) format: Format,
}

impl<'s> Replies<'s> {
    /// Items are collected up to about so many bytes before they are handed on.
    const BATCH: usize = 16_384;

    pub(super) fn new(
        sink: &'s mut dyn Sink,
        reply: &'s mut Reply,
        json: &'s mut String,
        format: Format,
    ) -> Self {
        reply.clear();
        reply.answer_to(None);
        json.clear();
        Replies { sink, reply, json, format }
    }

    /// Says which command is answered.
    pub(super) fn answer_to(&mut self, id: Option<Id>) {
        self.reply.answer_to(id);
    }

    /// The id of the command that is answered.
    pub(super) fn id(&self) -> Option<Id> {
        self.reply.id()
    }

    /// Writes an item; `fill` gives it its subject and keys.
    pub(super) fn item(&mut self, fill: impl FnOnce(&mut Reply)) -> ControlFlow<()> {
        self.send(Marker::Item, fill)
    }

    /// Writes the status line of a command that was done.
    pub(super) fn done(&mut self, fill: impl FnOnce(&mut Reply)) {
        let _ = self.send(Marker::Done, fill);
    }

    /// Writes the status line of a command that was refused.
    pub(super) fn refuse(&mut self, refusal: &Refusal) {
        let _ = self.send(Marker::Refused, |reply| {
            reply.head(refusal.code.name());
            refusal.write(reply);
        });
    }

    pub(super) fn flush(&mut self) {
        let _ = self.sink.flush();
    }

    fn send(&mut self, marker: Marker, fill: impl FnOnce(&mut Reply)) -> ControlFlow<()> {
        fill(self.reply.begin(marker));
        let lines = match self.format {
            Format::Text => {
                self.reply.finish();
                self.reply.finished()
            }
            Format::Json => {
                self.reply.write_json(self.json);
                self.json.push('\n');
                &*self.json
            }
        };
        if marker == Marker::Item && lines.len() < Self::BATCH {
            return ControlFlow::Continue(());
        }
        let flow = self.sink.lines(lines);
        self.reply.clear();
        self.json.clear();
        flow
    }
}
