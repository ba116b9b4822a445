//! The questions about the game in progress: what is legal, what stands on the board, what was played, and counts.

use super::game::{Table, write_removed};
use super::refuse;
use crate::any::Listed;
use crate::game::{Fixed, Game, Legal as LegalTurn, NextKind, Occupant, Outcome, Query};
use crate::perft::Perft;
use crate::protocol::command::{Count, DEFAULT_LIST_LIMIT, Legal, LegalList};
use crate::protocol::key::{List, Number, Word};
use crate::protocol::refusal::Refusal;
use crate::protocol::reply::Reply;
use crate::record::Record;
use std::ops::ControlFlow;

impl<G: Listed> Table<'_, '_, G> {
    #[inline(never)]
    pub(super) fn legal(&mut self, asked: Legal<'_>) -> Result<(), Refusal> {
        let square = |word| G::parse_square(word).ok_or_else(|| refuse::no_square(word, Some(G::KIND)));
        let turn = |word| G::parse_turn(word).ok_or_else(|| refuse::no_turn(word, Some(G::KIND)));
        let query =
            Query { from: asked.from.map(square).transpose()?, after: asked.after.map(turn).transpose()? };
        if asked.list == LegalList::Chains && !G::HAS_CHAINS {
            return Err(refuse::foreign_list::<G>());
        }
        self.idle.clone()?;
        match asked.list {
            _ if self.game.outcome().is_some() => self.tell_listed(0, 0, asked.list),
            LegalList::Turns => self.legal_turns(query, asked.limit),
            LegalList::Moves if G::HAS_CHAINS => self.legal_moves(query, asked.limit),
            LegalList::Moves => self.legal_turns(query, asked.limit),
            LegalList::Next => self.legal_next(query, asked.limit),
            LegalList::Chains => self.legal_chains(asked.limit),
            LegalList::Count => self.tell_listed(self.game.count(), 0, asked.list),
        }
        Ok(())
    }

    fn tell_listed(&mut self, n: u64, listed: u64, list: LegalList) {
        self.replies.done(|reply| {
            reply.number(Number::N, n);
            if list != LegalList::Count {
                reply.number(Number::Listed, listed);
            }
        });
    }

    fn legal_turns(&mut self, query: Query<'_, G>, limit: u64) {
        let (position, pending) = (self.game.position(), self.game.pending());
        let mut listed = Counter::new(limit);
        let n = position.turns_with_outcomes(pending, &query, &mut |turn, outcome| {
            listed.take()?;
            self.replies.item(|reply| {
                reply.head(turn);
                write_over::<G>(outcome, reply);
            })
        });
        self.tell_listed(n, listed.taken, LegalList::Turns);
    }

    #[cold]
    fn legal_moves(&mut self, query: Query<'_, G>, limit: u64) {
        let (position, pending) = (self.game.position(), self.game.pending());
        let mut listed = Counter::new(limit);
        let n = position.movements(pending, &query, &mut |movement| {
            listed.take()?;
            self.replies.item(|reply| {
                reply.head(movement);
            })
        });
        self.tell_listed(n, listed.taken, LegalList::Moves);
    }

    #[cold]
    fn legal_next(&mut self, query: Query<'_, G>, limit: u64) {
        let (position, pending) = (self.game.position(), self.game.pending());
        let mut listed = Counter::new(limit);
        let mut n = 0;
        position.next(pending, query.from, &mut |next| {
            n += 1;
            if listed.take().is_continue() {
                let kind = match next.kind {
                    NextKind::Step => "step",
                    NextKind::Hop => "hop",
                    NextKind::Sow => "sow",
                };
                let _ = self.replies.item(|reply| {
                    reply.head(format_args!("{}-{}", next.from, next.to)).word(Word::Kind, kind);
                });
            }
        });
        self.tell_listed(n, listed.taken, LegalList::Next);
    }

    #[cold]
    fn legal_chains(&mut self, limit: u64) {
        let (position, pending) = (self.game.position(), self.game.pending());
        let mut listed = Counter::new(limit);
        let mut n = 0;
        position.chains(pending, &mut |removal| {
            n += 1;
            if listed.take().is_continue() {
                let _ = self.replies.item(|reply| {
                    reply.head(format_args!("{}", removal.chain));
                    reply.list(List::Squares, |list| {
                        removal.squares.iter().for_each(|square| list.push(square))
                    });
                    write_over::<G>(removal.outcome, reply);
                });
            }
        });
        self.tell_listed(n, listed.taken, LegalList::Chains);
    }

    #[cold]
    pub(super) fn why(&mut self, word: &str) -> Result<(), Refusal> {
        let turn = G::parse_turn(word).ok_or_else(|| refuse::no_turn(word, Some(G::KIND)))?;
        self.idle.clone()?;
        match self.game.judge(turn) {
            Ok(_) => self.replies.done(|reply| {
                reply.word(Word::Verdict, "legal");
            }),
            Err(refused) => {
                let refusal = refuse::refused::<G>(self.game, refused);
                self.replies.done(|reply| {
                    reply.word(Word::Verdict, "illegal").word(Word::Code, refusal.code.name());
                    refusal.write(reply);
                });
            }
        }
        Ok(())
    }

    #[cold]
    pub(super) fn board(&mut self) {
        let mut n = 0u64;
        self.game.position().board(self.game.pending(), &mut |square, occupant| {
            n += 1;
            let _ = self.replies.item(|reply| {
                reply.head(square);
                match occupant {
                    Occupant::Piece { side, number } => {
                        reply.word(Word::Side, G::SIDES[side]);
                        reply.number(Number::Piece, number.get());
                    }
                    Occupant::Stack(pebbles) => {
                        reply.word(Word::Stack, pebbles);
                    }
                }
            });
        });
        self.replies.done(|reply| {
            reply.number(Number::N, n).number(Number::Listed, n);
        });
    }

    #[cold]
    pub(super) fn show(&mut self) {
        let mut emptied = Vec::new();
        if let Some(last) = self.game.last() {
            last.before.removed(&last.turn, &mut |square| emptied.push(square));
        }
        let position = self.game.position();
        let mut lines = position.picture(self.game.pending(), &emptied);
        lines.push(match self.game.outcome() {
            None => format!("turn {}, {} to move", position.turn_number(), G::SIDES[position.side_to_move()]),
            Some(outcome) => format!("the game is over: {}", refuse::in_words::<G>(outcome)),
        });
        for line in lines {
            let _ = self.replies.item(|reply| {
                reply.free_text(line);
            });
        }
        self.replies.done(|_| {});
    }

    /// It has no limit: a game holds no more turns than a list has items.
    #[cold]
    pub(super) fn history(&mut self) {
        let played = self.game.played();
        let _ = played.iter().try_for_each(|turn| {
            self.replies.item(|reply| {
                reply.head(&turn.turn).word(Word::By, G::SIDES[turn.before.side_to_move()]);
                write_removed(turn, reply);
            })
        });
        let (n, start) = (played.len() as u64, self.game.start());
        self.replies.done(|reply| {
            reply.number(Number::N, n).number(Number::Listed, n).word(Word::Start, start);
        });
    }

    #[cold]
    pub(super) fn record(&mut self) {
        let record = Record::of(self.game);
        let _ = self.replies.item(|reply| {
            reply.free_text(format_args!("{record}"));
        });
        self.replies.done(|_| {});
    }

    #[cold]
    pub(super) fn perft(&mut self, count: Count) -> Result<(), Refusal> {
        let nodes = self.sequences(count)?;
        self.replies.done(|reply| {
            reply.number(Number::Depth, count.depth).number(Number::Nodes, nodes);
        });
        Ok(())
    }

    #[cold]
    pub(super) fn divide(&mut self, count: Count) -> Result<(), Refusal> {
        let nodes = self.sequences(count)?;
        let mut listed = Counter::new(DEFAULT_LIST_LIMIT);
        let mut n = 0;
        if count.depth > 0 && self.game.outcome().is_none() {
            let position = self.game.position();
            n = position.turns(&G::Pending::default(), &Query::ALL, &mut |legal: LegalTurn<'_, G>| {
                listed.take()?;
                // What the whole count has passed, its parts pass too.
                let after = Perft::new(u64::MAX).count(&legal.play(), count.depth - 1).unwrap_or(0);
                self.replies.item(|reply| {
                    reply.head(legal.turn()).number(Number::Nodes, after);
                })
            });
        }
        self.replies.done(|reply| {
            reply
                .number(Number::Depth, count.depth)
                .number(Number::Nodes, nodes)
                .number(Number::N, n)
                .number(Number::Listed, listed.taken);
        });
        Ok(())
    }

    /// Counts start at a turn's start; a game that is over has no turn to count.
    fn sequences(&self, count: Count) -> Result<u64, Refusal> {
        if self.game.has_pending() {
            return Err(refuse::pending(self.game));
        }
        if self.game.outcome().is_some() && count.depth > 0 {
            return Ok(0);
        }
        let nodes = Perft::new(count.nodes).count(self.game.position(), count.depth);
        nodes.map_err(|_| refuse::too_many_nodes(count))
    }
}

fn write_over<G: Game>(outcome: Option<Outcome>, reply: &mut Reply) {
    if let Some(outcome) = outcome {
        let (result, reason) = (outcome.result.name::<G>(), outcome.reason.name());
        reply.word(Word::Over, Fixed(result)).word(Word::Reason, Fixed(reason));
    }
}

/// Counts the items of a list up to its limit.
struct Counter {
    limit: u64,
    taken: u64,
}

impl Counter {
    fn new(limit: u64) -> Counter {
        Counter { limit, taken: 0 }
    }

    /// `Break` once the limit is reached.
    fn take(&mut self) -> ControlFlow<()> {
        if self.taken == self.limit {
            return ControlFlow::Break(());
        }
        self.taken += 1;
        ControlFlow::Continue(())
    }
}
