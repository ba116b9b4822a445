//! The daemon's loop: bytes in, lines to the session, replies out. The one place that reads standard input.
//!
//! Replies are collected and written once for each batch of input that was already there, so they never wait for
//! more input. What is held at any time is bounded: one line of input and one batch of replies.
//!
//! A search runs on a thread of its own and writes its events itself. Both threads write whole lines, and only while
//! they hold the output; a search that nobody has started costs nothing but a lock that nobody contends for.

use crate::game::{Shown, first_of};
use crate::protocol::MAX_LINE;
use crate::protocol::code::Code;
use crate::protocol::json;
use crate::protocol::line::{Received, without_blanks, without_cr, without_mark};
use crate::protocol::reply::Marker;
use crate::session::{Handled, Search, Session, Sink};
use std::io::{self, ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;
use tracing::level_filters::LevelFilter;
use tracing::{debug, info, trace, warn};

/// How the daemon behaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conduct {
    /// Stop at the first command that is refused.
    pub strict: bool,
    /// Print the commands too.
    pub echo: bool,
    /// The process is there for this daemon alone, and ends where a search finds that nobody reads any more.
    pub owns_process: bool,
}

/// Why the daemon ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// `quit`, the end of input, or nobody reads the replies any more.
    Done,
    /// A command was refused and the daemon is strict.
    Refused,
}

/// Answers every line of `input` on `output`, until `quit` or the end of input.
///
/// # Errors
/// `input` cannot be read, or `output` cannot be written although it is not closed.
pub fn serve(
    input: impl Read,
    output: impl Write + Send,
    session: &mut Session,
    conduct: Conduct,
) -> io::Result<Ended> {
    let output = Mutex::new(Output::new(output));
    info!("started");
    // A search that is running is waited for at the end of the scope.
    let ended = thread::scope(|scope| {
        let ended = answer(input, &output, session, conduct, scope);
        let _ = lock(&output).flush();
        match ended {
            Ok(Some(ended)) => {
                session.drop_search();
                Ok(ended)
            }
            Ok(None) => {
                session.end_of_input();
                Ok(Ended::Done)
            }
            Err(error) => {
                session.drop_search();
                Err(error)
            }
        }
    })?;
    info!(?ended);
    match output.into_inner().unwrap_or_else(PoisonError::into_inner).error {
        Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(ended),
    }
}

/// Answers line by line; `None` at the end of input.
///
/// It is kept apart from what starts the daemon, and from all that is rare: after each change of process its code has to
/// be fetched anew, which costs more than to run it.
#[inline(never)]
fn answer<'s, W: Write + Send>(
    input: impl Read,
    output: &'s Mutex<Output<W>>,
    session: &mut Session,
    conduct: Conduct,
    scope: &'s Scope<'s, '_>,
) -> io::Result<Option<Ended>> {
    let mut lines = Lines::new(input);
    let mut first = true;
    while let Some(line) = lines.next(|| lock(output).flush())? {
        let received = match line {
            Line::Whole(bytes) => Received::new(bytes, first),
            Line::TooLong(_) => Received::TOO_LONG,
        };
        let mut output_held = lock(output);
        if conduct.echo {
            echo(line, received, first, &mut output_held);
        }
        if LevelFilter::current() == LevelFilter::TRACE {
            log_received(received);
        }
        first = false;
        let handled = session.handle(received, &mut *output_held);
        match handled {
            _ if output_held.is_closed() => return Ok(Some(Ended::Done)),
            Handled::Done => {}
            Handled::Quit => return Ok(Some(Ended::Done)),
            Handled::Refused => {
                log_refused(received);
                if conduct.strict {
                    return Ok(Some(Ended::Refused));
                }
            }
            Handled::Search(search) => {
                let _ = output_held.flush();
                drop(output_held);
                start_search(search, output, conduct, scope);
            }
        }
    }
    Ok(lock(output).is_closed().then_some(Ended::Done))
}

#[cold]
fn log_received(received: Received<'_>) {
    trace!(?received);
}

#[cold]
fn log_refused(received: Received<'_>) {
    debug!(?received, "refused");
}

/// Runs a search on a thread of its own. Where none can be had the search has failed, and the daemon goes on.
#[cold]
fn start_search<'s, W: Write + Send>(
    search: Search,
    output: &'s Mutex<Output<W>>,
    conduct: Conduct,
    scope: &'s Scope<'s, '_>,
) {
    let job = Arc::new(Mutex::new(Some(search)));
    let taken = Arc::clone(&job);
    let take = |job: &Mutex<Option<Search>>| lock(job).take();
    let run = move || take(&taken).into_iter().for_each(|search| run_search(search, output, conduct));
    if let Err(error) = thread::Builder::new().spawn_scoped(scope, run) {
        warn!(%error, "no thread for the search");
        take(&job).into_iter().for_each(|search| search.fail(output));
    }
}

/// Runs a search to its end, and ends the process after it if that finds that nobody reads any more.
fn run_search(search: Search, output: &Mutex<Output<impl Write + Send>>, conduct: Conduct) {
    search.run(output);
    if conduct.owns_process && lock(output).is_broken() {
        info!("nobody reads any more");
        // The main thread may be waiting for a command that never comes, and a read cannot be given up.
        std::process::exit(0);
    }
}

fn lock<T>(output: &Mutex<T>) -> MutexGuard<'_, T> {
    output.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints a line of input as a transcript shows it: as it was judged where that can be shown, else as a comment.
#[cold]
fn echo(line: Line<'_>, received: Received<'_>, first: bool, output: &mut Output<impl Write>) {
    let (Line::Whole(bytes) | Line::TooLong(bytes)) = line;
    let judged = without_blanks(match received {
        Received::Unreadable(Code::TooLong) => bytes,
        _ if first => without_mark(without_cr(bytes)),
        _ => without_cr(bytes),
    });
    let shown: Vec<u8> = judged.iter().map(|&byte| if byte == b'\t' { b' ' } else { byte }).collect();
    let can_be_read =
        !matches!(received, Received::Unreadable(_)) && shown.iter().all(|b| matches!(b, b' '..=b'~'));
    let is_marker = Marker::ALL.iter().any(|marker| shown.starts_with(marker.symbol().as_bytes()));
    // Between words a tab is a space, but within a string of JSON it is a fault that a space would hide.
    let hides = shown.starts_with(b"{") && shown != judged && !is_json(judged);
    let _ = match std::str::from_utf8(&shown) {
        _ if hides => output.lines(&format!("# {}\n", Shown(judged))),
        Ok(text) if can_be_read && !is_marker => output.lines(&format!("{text}\n")),
        _ => output.lines(&format!("# {}\n", Shown(&shown[..]))),
    };
}

fn is_json(line: &[u8]) -> bool {
    let text = std::str::from_utf8(line).unwrap_or_default();
    json::Object::parse(text).and_then(json::Object::command).is_ok()
}

/// Splits input into lines and never holds more than one of the longest.
struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where the next line starts in the buffer, and where the bytes end that were read.
    start: usize,
    end: usize,
    /// Where to go on looking for its LF.
    searched: usize,
    /// Whether the rest of a line that is too long is being passed over.
    skipping: bool,
}

#[derive(Clone, Copy)]
enum Line<'l> {
    /// A line without its LF.
    Whole(&'l [u8]),
    /// The beginning of a line over the limit, of which the rest is passed over.
    TooLong(&'l [u8]),
}

impl<R: Read> Lines<R> {
    /// Room for a few commands, so that a daemon that is given no more takes no more.
    const LEAST: usize = 4096;
    /// Room for the longest line with its CR and one byte more, which shows that a line is too long; and for as much
    /// again.
    const MOST: usize = 2 * (MAX_LINE + 2);

    fn new(input: R) -> Self {
        Lines { input, buffer: vec![0; Self::LEAST], start: 0, end: 0, searched: 0, skipping: false }
    }

    /// The next line; `None` at the end of input, or where `before_waiting` says that no more is wanted.
    fn next(&mut self, before_waiting: impl Fn() -> ControlFlow<()>) -> io::Result<Option<Line<'_>>> {
        loop {
            let lf = first_of([b'\n'], &self.buffer[self.searched..self.end]);
            if let Some(offset) = lf {
                let (start, lf) = (self.start, self.searched + offset);
                self.start = lf + 1;
                self.searched = self.start;
                if std::mem::take(&mut self.skipping) {
                    continue;
                }
                return Ok(Some(Line::Whole(&self.buffer[start..lf])));
            }
            self.searched = self.end;
            if self.skipping {
                self.start = self.end;
            } else if self.end - self.start > MAX_LINE + 1 {
                let beginning = self.start..self.end;
                self.start = self.end;
                self.skipping = true;
                return Ok(Some(Line::TooLong(&self.buffer[beginning])));
            }
            if before_waiting().is_break() {
                return Ok(None);
            }
            if self.fill()? == 0 {
                let last = self.start..self.end;
                self.start = self.end;
                return Ok((!last.is_empty()).then(|| Line::Whole(&self.buffer[last])));
            }
        }
    }

    fn fill(&mut self) -> io::Result<usize> {
        if self.start > 0 {
            if self.start < self.end {
                self.buffer.copy_within(self.start..self.end, 0);
            }
            self.end -= self.start;
            self.searched -= self.start;
            self.start = 0;
        }
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(n) => {
                    self.end += n;
                    if self.end == self.buffer.len() && self.end < Self::MOST {
                        self.buffer.resize(Self::MOST.min(2 * self.end), 0);
                    }
                    return Ok(n);
                }
                Err(error) => wait_out(error)?,
            }
        }
    }
}

/// Waits until a read or a write that could not be done now may be tried again; any other error is given back.
fn wait_out(error: io::Error) -> io::Result<()> {
    match error.kind() {
        ErrorKind::Interrupted => Ok(()),
        // Whoever shares the other end has made it non-blocking.
        ErrorKind::WouldBlock => {
            thread::sleep(Duration::from_millis(1));
            Ok(())
        }
        _ => Err(error),
    }
}

/// Collects replies and writes them together.
struct Output<W> {
    writer: W,
    buffer: Vec<u8>,
    error: Option<io::Error>,
}

impl<W: Write> Output<W> {
    /// A long list is written in pieces of about this size.
    const BATCH: usize = 65_536;

    fn new(writer: W) -> Self {
        Output { writer, buffer: Vec::with_capacity(Self::BATCH + 4096), error: None }
    }

    fn is_closed(&self) -> bool {
        self.error.is_some()
    }

    /// Whether nobody reads any more, all other errors left out.
    fn is_broken(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    }

    fn write_buffer(&mut self) -> io::Result<()> {
        let mut rest = &self.buffer[..];
        while !rest.is_empty() {
            match self.writer.write(rest) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(n) => rest = &rest[n..],
                Err(error) => wait_out(error)?,
            }
        }
        loop {
            match self.writer.flush() {
                Ok(()) => return Ok(()),
                Err(error) => wait_out(error)?,
            }
        }
    }
}

impl<W: Write> Sink for Output<W> {
    fn lines(&mut self, lines: &str) -> ControlFlow<()> {
        self.buffer.extend_from_slice(lines.as_bytes());
        if self.buffer.len() >= Self::BATCH {
            return self.flush();
        }
        if self.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn flush(&mut self) -> ControlFlow<()> {
        if self.error.is_none() && !self.buffer.is_empty() {
            self.error = self.write_buffer().err();
        }
        self.buffer.clear();
        if self.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
