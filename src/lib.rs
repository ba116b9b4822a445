//! A rules daemon for the board games Querni and Qawale: whole knowledge of the rules behind a line protocol.
//!
//! The program of the same name answers commands on standard input and output (`protocol/PROTOCOL.md`). This
//! library is what it is made of:
//!
//! | room | what it is |
//! |---|---|
//! | [`game`] | what every game shares: the trait [`game::Game`] with its laws, a game in progress, outcomes, refusals |
//! | [`querni`], [`qawale`] | the rules of the two games; neither knows the other |
//! | [`any`] | the one place that lists the games |
//! | [`perft`] | counting sequences of turns, of any game |
//! | [`record`] | games as lines of JSON, and whether the rules allow them |
//! | [`protocol`] | the text of commands and replies as types, and back |
//! | [`bot`] | programs that find a turn |
//! | [`session`] \| [`process`], [`lines`] | all state of the daemon, no I/O \| the one place that spawns programs, lines of bounded length |
//! | [`arena`], [`check`], [`replay`], [`mod@bench`] | matches between bots; transcripts as tests; files of records; how fast the rules are |
//! | [`duel`] | matches within the program, as the arena plans and counts them |
//! | [`server`] | the daemon's loop, the one place that reads standard input |
//! | [`cli`], [`run`] | the command line as plain data, and what it asks for |
//!
//! A room uses only those of its own row and of rows above. The first three rows do no I/O, read no clock, log
//! nothing and know no serialization; a test reads the sources and holds them to it.
//!
//! Text becomes a turn in three steps with three types: a word has the form of a turn
//! ([`game::Game::parse_turn`]), it is legal in a position ([`game::Legal`]), and then playing it cannot fail.
//!
//! ```
//! use querni::game::Game;
//! use querni::querni::Position;
//!
//! let start = Position::parse("querni:1aoipdbgn1/1mjckefhl1/10/10/10/1MIBAPGCK1/1DOHJNLEF1:b:0/30:1")?;
//! let text = Position::parse_turn("b1-b3").ok_or("no turn")?;
//! let after = start.legalize(text)?.play();
//! assert_eq!(after.to_string(), "querni:1aoipdbgn1/1mjckefhl1/10/10/1D8/1MIBAPGCK1/2OHJNLEF1:r:1/30:2");
//!
//! let refused = Position::parse_turn("b1-b4").ok_or("no turn")?;
//! assert!(start.legalize(refused).is_err_and(|illegal| illegal.to_string().ends_with("(Q7)")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How to add a third game
//!
//! 1. A folder beside `querni` and `qawale` with the same modules where the thing is the same, and a `Position` that
//!    implements [`game::Game`]. Rule ids go to [`game::RuleId`], new reasons for an end to [`game::Reason`].
//! 2. [`any`]: a variant of each enum there, a line of [`with_match!`], and [`any::Listed`] for the position;
//!    [`bot::Sighted`] and [`bot::Playable`] for the bots, [`arena::schedule::Opening`] for matches between them.
//! 3. [`protocol::spec`] and [`protocol::command`], if it has staged commands or options of `new` of its own.
//! 4. The tests: a naive second generator, a line in each list of games in the suite of laws, tables in `tests/data`.
//! 5. `protocol/RULES.md`, `NOTATION.md` and `PROTOCOL.md`, and transcripts.
//!
//! Session, server, perft, check and the law suite stay as they are.

pub mod any;
pub mod arena;
pub mod bench;
pub mod bot;
pub mod check;
pub mod cli;
pub mod duel;
pub mod game;
pub mod lines;
pub mod perft;
pub mod process;
pub mod protocol;
pub mod qawale;
pub mod querni;
pub mod record;
pub mod replay;
pub mod run;
pub mod server;
pub mod session;
