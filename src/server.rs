//! The daemon's loop: bytes in, lines to the session, replies out. The one place that reads standard input.
//!
//! Replies are collected and written once for each batch of input that was already there, so they never wait for
//! more input. What is held at any time is bounded: one line of input and one batch of replies.

use crate::game::Shown;
use crate::protocol::MAX_LINE;
use crate::protocol::line::Received;
use crate::protocol::reply::Marker;
use crate::session::{Handled, Session, Sink};
use std::io::{self, ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;
use tracing::{debug, info, trace};

/// How the daemon behaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conduct {
    /// Stop at the first command that is refused.
    pub strict: bool,
    /// Print the commands too.
    pub echo: bool,
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
    output: impl Write,
    session: &mut Session,
    conduct: Conduct,
) -> io::Result<Ended> {
    let mut lines = Lines::new(input);
    let mut output = Output::new(output);
    let mut first = true;
    info!("started");
    let ended = loop {
        let Some(line) = lines.next(&mut output)? else {
            break Ended::Done;
        };
        let received = match line {
            Line::Whole(bytes) => Received::new(bytes, first),
            Line::TooLong => Received::TOO_LONG,
        };
        first = false;
        if conduct.echo {
            echo(line, received, &mut output);
        }
        trace!(?received);
        let handled = session.handle(received, &mut output);
        if handled == Handled::Refused {
            debug!(?received, "refused");
        }
        match handled {
            _ if output.is_closed() => break Ended::Done,
            Handled::Quit => break Ended::Done,
            Handled::Refused if conduct.strict => break Ended::Refused,
            Handled::Done | Handled::Refused => {}
        }
    };
    output.flush();
    info!(?ended);
    match output.error {
        Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(ended),
    }
}

/// Prints a line of input as a transcript shows it: as it was read where that can be shown, else as a comment.
fn echo(line: Line<'_>, received: Received<'_>, output: &mut Output<impl Write>) {
    let Line::Whole(bytes) = line else {
        let _ = output.line("# a line that is too long");
        return;
    };
    let raw = String::from_utf8_lossy(bytes);
    let text = match received {
        Received::Text(text) => text,
        Received::Silent | Received::Unreadable(_) => raw.trim_matches([' ', '\t', '\r']),
    };
    // Between words a tab is a space; within JSON it is not.
    let text = if text.starts_with('{') { text.to_owned() } else { text.replace('\t', " ") };
    let is_marker = text.starts_with(Marker::ALL.map(Marker::symbol));
    let can_be_shown = text.bytes().all(|b| matches!(b, b' '..=b'~')) && !is_marker;
    let _ = if can_be_shown && !matches!(received, Received::Unreadable(_)) {
        output.line(&text)
    } else {
        output.line(&format!("# {}", Shown(&text)))
    };
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
    /// A line over the limit, of which the rest is passed over.
    TooLong,
}

impl<R: Read> Lines<R> {
    fn new(input: R) -> Self {
        Lines {
            input,
            // Room for the longest line with its CR and one byte more, which shows that a line is too long.
            buffer: vec![0; 2 * (MAX_LINE + 2)],
            start: 0,
            end: 0,
            searched: 0,
            skipping: false,
        }
    }

    /// The next line; `None` at the end of input. Writes what is due before it waits for more.
    fn next(&mut self, output: &mut Output<impl Write>) -> io::Result<Option<Line<'_>>> {
        loop {
            let lf = self.buffer[self.searched..self.end].iter().position(|&b| b == b'\n');
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
                self.start = self.end;
                self.skipping = true;
                return Ok(Some(Line::TooLong));
            }
            output.flush();
            if output.is_closed() {
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
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.searched -= self.start;
            self.start = 0;
        }
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(n) => {
                    self.end += n;
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
    fn line(&mut self, line: &str) -> ControlFlow<()> {
        self.buffer.extend_from_slice(line.as_bytes());
        self.buffer.push(b'\n');
        if self.buffer.len() >= Self::BATCH {
            self.flush();
        }
        if self.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn flush(&mut self) {
        if self.error.is_none() && !self.buffer.is_empty() {
            self.error = self.write_buffer().err();
        }
        self.buffer.clear();
    }
}
