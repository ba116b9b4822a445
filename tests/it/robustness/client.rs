//! A client out of control: seeded lines that mix sensible play with everything that a pipe can carry.
//!
//! It asks a session of its own what is legal, so games make progress, are won, lost and drawn.

use super::reading::Line;
use querni::game::{below, generator};
use querni::protocol::line::Received;
use querni::protocol::spec::Verb;
use querni::session::Session;
use rand::rngs::ChaCha8Rng;
use serde_json::{Map, Value};
use std::collections::VecDeque;
use std::num::NonZeroU32;

/// Words of the protocol, good and not so good ones.
const WORDS: &[&str] = &[
    "querni",
    "qawale",
    "a1",
    "b1",
    "b2",
    "b3",
    "c3",
    "d4",
    "e5",
    "i7",
    "j7",
    "k1",
    "a0",
    "a8",
    "b1-b3",
    "b2-b3",
    "a1-a2-a3-a4",
    "a1-b1-c1",
    "x4-7",
    "x16-1",
    "x1-3",
    "b1-b3-d5x4-7",
    "pass",
    "1",
    "3",
    "4",
    "7",
    "16",
    "17",
    "0",
    "-1",
    "18446744073709551615",
    "18446744073709551616",
    "blue",
    "red",
    "light",
    "dark",
    "draw",
    "turns",
    "moves",
    "next",
    "chains",
    "count",
    "last",
    "move",
    "chain",
    "all",
    "pos",
    "rev",
    "hands",
    "legal",
    "removed",
    "format",
    "takeback",
    "text",
    "json",
    "on",
    "off",
    "reason=time",
    "reason=agreed",
    "reason=line",
    "from=b2",
    "from=a1",
    "from=z9",
    "after=b2-b3",
    "after=a1-b1",
    "limit=5",
    "limit=-",
    "limit=0",
    "limit=30",
    "seed=7",
    "seed=x",
    "mirror=yes",
    "mirror=no",
    "if=0",
    "if=1",
    "if=-",
    "=",
    "\"",
    "\\",
    "\"b1\"",
    "@",
    "@7",
    "|",
    "?",
    "!",
    "#",
    "\u{e9}",
    "\u{a0}",
    "\u{2028}",
    "\u{1F600}",
    "{}",
    "[",
    "a=b=c",
];

/// Words for counts: a deep one, where every game ends before, goes through all games and reaches no limit.
const SMALL: &[&str] = &["0", "1", "2", "21", "-1", "x", "nodes=1", "nodes=", "if=1"];

const POSITIONS: &[&str] = &[
    "querni:1aoipdbgn1/1mjckefhl1/10/10/10/1MIBAPGCK1/1DOHJNLEF1:b:0/30:1",
    "querni:J1E2D3I/10/2A2Bd1H1/9h/1ef3L3/5GC3/3F2gK2:b:6/30:44",
    "querni:1j8/b4d2c1/h9/D1A7/2E3C3/2l2a4/7kBi:b:10/30:45",
    "querni:10/10/10/10/10/ABC7/abc7:b:0/30:1",
    "querni:10/10/3a6/2bc1DEF2/10/10/ABC7:r:29/30:999999",
    "querni:abc7/10/10/10/10/10/ABC7:b:0/-:1000000",
    "qawale:nn,2,nn/4/4/nn,2,nn:l",
    "qawale:nnnnnnnn,3/4/4/4:l",
    "qawale:nnnnnnn,l,n,1/2,d,1/4/4:l",
    "qawale:l,l,l,nnn/d,d,d,1/3,n/nn,2,nn:l",
    "qawale:n,dn,lnd,ln/d,ldd,ldl,ndll/4/n,1,nn,l:d",
];

/// Lines on the edge of what may be sent, and beyond.
const ODD: &[&[u8]] = &[
    b"\xEF\xBB\xBFping",
    b"state\0",
    b"# \0",
    b"# \xFF",
    b"ping \x7f",
    b"ping\r\r",
    b"\rping",
    b"\x1b[A",
    b"@",
    b"@ ping",
    b"@7",
    b"@a:b ping",
    b"@\xC3\xA9 ping",
    b"{",
    b"{}",
    b"[]",
    b"null",
    b"{\"cmd\":3}",
    b"{\"cmd\":\"ping\",\"id\":7}",
    b"{\"cmd\":\"ping\",\"id\":\"\"}",
    b"{\"cmd\":\"ping\",\"args\":\"x\"}",
    b"{\"cmd\":\"ping\",\"args\":[\"a b\"]}",
    b"{\"cmd\":\"ping\",\"args\":[\"\\n\\u0000\"]}",
    b"{\"cmd\":\"state\",\"args\":[null]}",
    b"{\"cmd\":\"end\",\"if\":-1}",
    b"{\"cmd\":\"end\",\"if\":1e99}",
    b"{\"cmd\":\"ping\"} x",
    b"{\"cmd\":\"\\ud800\"}",
    b"= rev=1",
    b"| b1",
    b"? syntax",
    b"! info",
    b"=~ .*",
];

const CHOICES: &[&str] =
    &["format text", "format text", "format json", "takeback on", "takeback off", "format", "x y"];

/// The client.
pub(super) struct Client {
    rng: ChaCha8Rng,
    guide: Session,
    lines: u64,
    /// Lines that carry out what was begun, sent as long as nothing comes between.
    plan: VecDeque<String>,
    /// The last command in text, to be sent again with faults.
    last: String,
    /// Whether the daemon may draw a seed, which another process would draw otherwise.
    draws_seeds: bool,
}

impl Client {
    pub(super) fn new(seed: u64) -> Client {
        Client {
            rng: generator(seed),
            guide: Session::new(generator(seed)),
            lines: 0,
            plan: VecDeque::new(),
            last: String::new(),
            draws_seeds: true,
        }
    }

    /// A client whose lines any daemon answers alike: none leaves anything to chance.
    pub(super) fn of_a_process(seed: u64) -> Client {
        Client { draws_seeds: false, ..Client::new(seed) }
    }

    /// The next line, without LF, and the replies that are due.
    pub(super) fn line(&mut self) -> (Vec<u8>, Vec<String>) {
        let mut line = self.any_line();
        line.iter_mut().filter(|b| **b == b'\n').for_each(|b| *b = b' ');
        let draws = |line: &[u8]| contains(line, b"new") && !contains(line, b"seed");
        // A search would answer in its own time; tests of its own try it.
        let searches = contains(&line, b"go");
        if contains(&line, b"quit") || searches || (!self.draws_seeds && draws(&line)) {
            line = b"ping instead".to_vec();
        }
        let mut replies = Vec::new();
        self.guide.handle(Received::new(&line, self.lines == 0), &mut replies);
        self.lines += 1;
        (line, replies)
    }

    fn any_line(&mut self) -> Vec<u8> {
        if self.draw(250) == 0 {
            return self.long_line();
        }
        match self.draw(100) {
            0..=74 => {
                let command = self.command();
                self.dressed(command)
            }
            75..=82 => self.faulty(),
            83..=88 => self.noise(),
            89..=94 => self.odd(),
            _ => self.pick(&["", " ", "\t \t", "# a comment", "  # \u{e9}", "#\t", "\r"]).into(),
        }
    }

    /// A command in text, most often one that makes sense.
    fn command(&mut self) -> String {
        let command = match self.draw(100) {
            0..=29 => self.progress(),
            30..=49 => self.question(),
            50..=64 => "state".to_owned(),
            65..=72 => self.upheaval(),
            73..=76 => format!("set {}", self.pick(CHOICES)),
            _ => self.soup(),
        };
        self.last.clone_from(&command);
        command
    }

    /// The next step of a game that is played out.
    fn progress(&mut self) -> String {
        if self.draw(4) > 0
            && let Some(planned) = self.plan.pop_front()
        {
            return planned;
        }
        let Some(turn) = self.legal_turn() else {
            return self.upheaval();
        };
        match self.draw(6) {
            0 => format!("why {turn}"),
            1 => format!("play {turn} {turn}"),
            2 | 3 => format!("play {turn}"),
            _ => {
                self.plan = staged(&turn);
                self.plan.pop_front().unwrap_or_default()
            }
        }
    }

    fn question(&mut self) -> String {
        let square = self.pick(WORDS);
        let turn = self.legal_turn().unwrap_or_default();
        let limit = self.pick(&["0", "1", "5", "40"]);
        let depth = self.pick(&["0", "1", "2", "21"]);
        match self.draw(15) {
            0 => format!("legal turns limit={limit}"),
            1 => format!("legal from={square} limit={limit}"),
            2 => format!("legal after={turn} limit={limit}"),
            3 => format!("legal moves limit={limit}"),
            4 => format!("legal next limit={limit}"),
            5 => "legal chains".to_owned(),
            6 => "legal count".to_owned(),
            7 => format!("perft {depth} nodes=2000"),
            8 => format!("divide {depth} nodes=2000"),
            9 => "state rev pos hands".to_owned(),
            10 => self.pick(&["hello", "hello 1", "hello 2", "help", "help sow", "get", "get format"]).into(),
            11 => format!("ping {square}"),
            12 => "board".to_owned(),
            13 => "show".to_owned(),
            _ => "history".to_owned(),
        }
    }

    /// Something that ends a game, starts one or goes back.
    fn upheaval(&mut self) -> String {
        let (position, seed) = (self.pick(POSITIONS), self.draw(1_000));
        match self.draw(10) {
            0 => "new qawale".to_owned(),
            1 if self.draws_seeds => "new querni".to_owned(),
            1 | 2 => format!("new seed={seed}"),
            3 => format!("new mirror=yes limit=6 seed={seed}"),
            4 => format!("position {position}"),
            5 => {
                let turn = self.legal_turn().unwrap_or_default();
                format!("position {position} turns {turn}")
            }
            6 => self.pick(&["resign", "resign blue", "adjudicate draw reason=agreed", "pass"]).into(),
            7 => format!("cancel {}", self.pick(&["", "last", "move", "chain", "all"])),
            8 => format!("undo {}", self.pick(&["", "1", "2", "50"])),
            _ => "end".to_owned(),
        }
    }

    /// A command followed by any words at all.
    fn soup(&mut self) -> String {
        let verb = self.pick(Verb::ALL).name();
        let (words, nodes) = if is_costly(verb.as_bytes()) { (SMALL, " nodes=500") } else { (WORDS, "") };
        let words: Vec<&str> = (0..self.draw(4)).map(|_| self.pick(words)).collect();
        format!("{verb} {}{nodes}", words.join(" "))
    }

    /// A command as it goes over the wire: with an id or without, in either form, with spaces that are forgiven.
    fn dressed(&mut self, mut command: String) -> Vec<u8> {
        if self.draw(25) == 0 {
            command += &format!(" if={}", self.draw(50));
        }
        let id = (self.draw(4) > 0).then(|| format!("c{}", self.lines));
        let mut line = match (self.draw(8), id) {
            (0, id) => as_json(&command, id),
            (_, Some(id)) => format!("@{id} {command}"),
            (_, None) => command,
        };
        match self.draw(30) {
            0 => line += "\r",
            1 => line = line.replace(' ', "\t"),
            2 => line = format!("  {line} \t"),
            _ => {}
        }
        line.into_bytes()
    }

    /// A command with a few bytes changed, lost, doubled or moved.
    fn faulty(&mut self) -> Vec<u8> {
        let last = self.last.clone();
        let mut line = self.dressed(last);
        if is_costly(&line) {
            return line;
        }
        for _ in 0..=self.draw(3) {
            let at = self.draw(line.len() as u32 + 1) as usize;
            let other = self.draw(256) as u8;
            let near = b' ' + self.draw(95) as u8;
            match self.draw(6) {
                0 => line.insert(at, other),
                1 => line.insert(at, near),
                2 => line.truncate(at),
                3 if at < line.len() => line[at] = near,
                4 if at < line.len() => drop(line.remove(at)),
                _ => line.rotate_left(at),
            }
        }
        if is_costly(&line) { Vec::new() } else { line }
    }

    fn noise(&mut self) -> Vec<u8> {
        let bound = self.pick(&[256, 256, 128, 40]);
        (0..self.draw(80)).map(|_| self.draw(bound) as u8).collect()
    }

    /// A line on the edge of what may be sent.
    fn odd(&mut self) -> Vec<u8> {
        let id = "i".repeat(self.draw(35) as usize);
        match self.draw(4) {
            0 => format!("@{id} ping").into_bytes(),
            1 => ["{\"a\":".repeat(self.draw(300) as usize), "1".to_owned()].concat().into_bytes(),
            _ => self.pick(ODD).to_vec(),
        }
    }

    /// A line about as long as a line may be, or far longer.
    fn long_line(&mut self) -> Vec<u8> {
        let length = match self.draw(3) {
            0 => 65_530 + self.draw(12),
            1 => 65_536 + self.draw(3),
            _ => self.draw(200_000),
        };
        let head =
            self.pick(&["ping ", "# ", "play ", "why ", "position ", "state ", "{\"cmd\":\"", "@7 sow ", ""]);
        let filler = self.pick(&["a1 ", "x", "pass ", "rev ", "b1-", "[", "1", "\t", "\u{e9}"]);
        let mut line = head.as_bytes().to_vec();
        line.extend(filler.bytes().cycle().take((length as usize).saturating_sub(line.len())));
        if self.draw(2) == 0 {
            line.push(b'\r');
        }
        line
    }

    /// A legal turn of the game in progress, if there is one.
    fn legal_turn(&mut self) -> Option<String> {
        let file = char::from(b'a' + self.draw(10) as u8);
        let after = self.pick(&["", " after=b2-b3", " after=c1-c2", " after=h7-h6", " after=x1-3"]);
        let queries =
            [format!("legal from={file}{} limit=60", 1 + self.draw(7)), format!("legal limit=60{after}")];
        let turns = queries.iter().map(|query| self.ask(query)).find(|turns| !turns.is_empty())?;
        Some(self.pick(&turns.iter().map(String::as_str).collect::<Vec<_>>()).to_owned())
    }

    /// The subjects of the items that the guide answers with.
    fn ask(&mut self, question: &str) -> Vec<String> {
        let mut lines = Vec::new();
        self.guide.handle(Received::Text(question), &mut lines);
        lines.pop();
        lines.iter().filter_map(|line| Line::read(line).ok()?.head).collect()
    }

    fn draw(&mut self, bound: u32) -> u32 {
        below(&mut self.rng, NonZeroU32::new(bound).expect("a bound above 0"))
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.draw(from.len() as u32) as usize]
    }
}

/// The staged commands that make up a turn of either game.
fn staged(turn: &str) -> VecDeque<String> {
    let (path, chain) = turn.split_once('x').map_or((turn, None), |(path, chain)| (path, Some(chain)));
    let squares: Vec<&str> = path.split('-').collect();
    let mut plan = VecDeque::new();
    match squares[..] {
        [""] => {}
        ["pass"] => return ["pass".to_owned()].into(),
        [from, to] => plan.push_back(format!("move {from} {to}")),
        // Either game refuses the other's, and the first square of a stack can be chosen alone.
        [from, ref rest @ ..] => {
            plan.push_back(format!("jump-path {from} {}", rest.join(" ")));
            plan.push_back(format!("sow {from}"));
            plan.push_back(format!("sow {from} {}", rest.join(" ")));
        }
        [] => {}
    }
    plan.extend(chain.map(|chain| format!("chain {}", chain.replace('-', " "))));
    plan.push_back("end".to_owned());
    plan
}

/// The JSON form of a command in text.
fn as_json(command: &str, id: Option<String>) -> String {
    let mut object = Map::new();
    let mut words = command.split_whitespace();
    object.insert("cmd".to_owned(), words.next().unwrap_or_default().into());
    object.extend(id.map(|id| ("id".to_owned(), Value::from(id))));
    let mut args: Vec<Value> = Vec::new();
    for word in words {
        match word.split_once('=') {
            Some((name, value)) if !["", "id", "cmd", "args"].contains(&name) => {
                let value = value.parse::<u64>().map_or_else(|_| value.into(), Value::from);
                object.insert(name.to_owned(), value);
            }
            _ => args.push(word.into()),
        }
    }
    if !args.is_empty() {
        object.insert("args".to_owned(), args.into());
    }
    Value::from(object).to_string()
}

fn contains(line: &[u8], word: &[u8]) -> bool {
    line.windows(word.len()).any(|window| window == word)
}

/// Counts may take as long as they like; no line asks for one without a bound.
fn is_costly(line: &[u8]) -> bool {
    contains(line, b"perft") || contains(line, b"divide")
}
