//! The commands that tell of the daemon itself: `hello`, `help`, `ping` and `get`.

use super::Options;
use super::replies::Replies;
use crate::any::GameKind;
use crate::protocol::code::Code;
use crate::protocol::key::{List, Number, Word};
use crate::protocol::refusal::Refusal;
use crate::protocol::spec::{Format, OptionName, Verb};
use crate::protocol::{MAJOR, MAX_LINE, VERSION, WINDOW};

pub(super) fn hello(major: Option<u32>, replies: &mut Replies<'_>) -> Result<(), Refusal> {
    if let Some(other) = major.filter(|&major| major != MAJOR) {
        let msg = format!("major version {other} of the protocol is not spoken here; version {VERSION} is");
        return Err(Refusal::new(Code::Unsupported, msg));
    }
    replies.done(|reply| {
        reply
            .word(Word::Protocol, VERSION)
            .word(Word::Name, env!("CARGO_PKG_NAME"))
            .word(Word::Version, env!("CARGO_PKG_VERSION"))
            .list(List::Games, |list| GameKind::ALL.iter().for_each(|kind| list.push(kind.name())))
            .number(Number::MaxLine, MAX_LINE as u64)
            .number(Number::Window, WINDOW as u64);
    });
    Ok(())
}

pub(super) fn help(command: Option<Verb>, replies: &mut Replies<'_>) {
    let verbs = Verb::ALL.iter().filter(|&&verb| command.is_none_or(|wanted| wanted == verb));
    let mut n = 0u64;
    for verb in verbs {
        n += 1;
        let _ = replies.item(|reply| {
            reply.head(verb.name()).word(Word::Args, verb.usage()).word(Word::Does, verb.does());
        });
    }
    tell_all_listed(n, replies);
}

pub(super) fn ping(token: Option<&str>, replies: &mut Replies<'_>) {
    replies.done(|reply| {
        if let Some(token) = token {
            reply.word(Word::Pong, token);
        }
    });
}

pub(super) fn options(wanted: Option<OptionName>, options: Options, replies: &mut Replies<'_>) {
    let mut n = 0u64;
    for option in OptionName::ALL.iter().filter(|&&option| wanted.is_none_or(|name| name == option)) {
        n += 1;
        let _ = replies.item(|reply| option.describe(options.value(*option), reply));
    }
    tell_all_listed(n, replies);
}

impl Options {
    fn value(self, option: OptionName) -> &'static str {
        match option {
            OptionName::Format => match self.format {
                Format::Text => "text",
                Format::Json => "json",
            },
            OptionName::Takeback if self.takeback => "on",
            OptionName::Takeback => "off",
        }
    }
}

fn tell_all_listed(n: u64, replies: &mut Replies<'_>) {
    replies.done(|reply| {
        reply.number(Number::N, n).number(Number::Listed, n);
    });
}
