//! The commands that tell of the daemon itself: `hello`, `help`, `ping` and `get`.

use super::replies::Replies;
use super::{Idle, Options};
use crate::any::GameKind;
use crate::protocol::code::Code;
use crate::protocol::key::{List, Number, Word};
use crate::protocol::refusal::Refusal;
use crate::protocol::spec::{OptionName, Verb};
use crate::protocol::{MAJOR, MAX_LINE, VERSION, WINDOW};

#[cold]
pub(super) fn hello(major: Option<u32>, idle: Idle, replies: &mut Replies<'_>) -> Result<(), Refusal> {
    if let Some(other) = major.filter(|&major| major != MAJOR) {
        let msg = format!("major version {other} of the protocol is not spoken here; version {VERSION} is");
        return Err(Refusal::new(Code::Unsupported, msg));
    }
    idle?;
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

#[cold]
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

#[cold]
pub(super) fn options(wanted: Option<OptionName>, options: Options, replies: &mut Replies<'_>) {
    let mut n = 0u64;
    for option in OptionName::ALL.iter().filter(|&&option| wanted.is_none_or(|name| name == option)) {
        n += 1;
        let (value, default) = (options.value(*option), Options::default().value(*option));
        let _ = replies.item(|reply| option.describe(&value, &default, reply));
    }
    tell_all_listed(n, replies);
}

impl Options {
    #[cold]
    fn value(self, option: OptionName) -> String {
        match option {
            OptionName::Format => self.format.name().to_owned(),
            OptionName::Takeback => if self.takeback { "on" } else { "off" }.to_owned(),
            OptionName::Bot => self.bot.name().to_owned(),
            OptionName::BotSeed => self.bot_settings.seed.to_string(),
            OptionName::HashMb => self.bot_settings.hash_mb.to_string(),
        }
    }
}

#[cold]
fn tell_all_listed(n: u64, replies: &mut Replies<'_>) {
    replies.done(|reply| {
        reply.number(Number::N, n).number(Number::Listed, n);
    });
}
