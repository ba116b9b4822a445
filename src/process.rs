//! The one place that spawns programs: pipes, deadlines, and an end for what does not end by itself.
//!
//! It knows lines and no protocol. A program of a few questions is an [`Engine`], on every system. Programs that play
//! by the clock, and may hang, flood or leave processes behind, are kept under guard (`Guarded`), on Linux.

#[cfg(target_os = "linux")]
pub mod cpu;
#[cfg(target_os = "linux")]
mod deadline;
#[cfg(target_os = "linux")]
pub mod files;
#[cfg(target_os = "linux")]
mod guard;
#[cfg(target_os = "linux")]
mod guarded;
#[cfg(target_os = "linux")]
mod stop;
mod tail;

#[cfg(target_os = "linux")]
pub use deadline::Deadline;
#[cfg(target_os = "linux")]
pub use guard::{Watched, guard};
#[cfg(target_os = "linux")]
pub use guarded::{GUARD, Guarded, Lapse};
#[cfg(target_os = "linux")]
pub use stop::Stop;
pub use tail::Tail;

use crate::lines::read_line;
use std::fmt;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is taken from a program under guard, in bytes without its LF.
pub const MAX_LINE: usize = 1 << 16;

/// How a program is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl Launch {
    /// Reads a command as a shell would split it; `None` if its quotes do not end, or it is empty.
    pub fn parse(command: &str) -> Option<Launch> {
        let mut words = shlex::split(command)?.into_iter();
        Some(Launch { program: words.next()?, args: words.collect() })
    }

    /// This program itself.
    ///
    /// # Errors
    /// The system does not tell where it is.
    pub fn myself() -> io::Result<Launch> {
        let program = std::env::current_exe()?.to_string_lossy().into_owned();
        Ok(Launch { program, args: Vec::new() })
    }
}

impl fmt::Display for Launch {
    /// The command as a shell would take it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = std::iter::once(&self.program).chain(&self.args).map(String::as_str);
        // Only a NUL cannot be quoted, and no program is started with one.
        f.write_str(&shlex::try_join(words).unwrap_or_else(|_| self.program.clone()))
    }
}

/// A program that runs beside this one, spoken to in lines.
#[derive(Debug)]
pub struct Engine {
    child: Child,
    /// `None` once it is closed.
    stdin: Option<ChildStdin>,
    lines: Receiver<io::Result<String>>,
    deadline: Duration,
}

impl Engine {
    /// The longest line that is taken from a program, in bytes.
    const MAX_LINE: u64 = 1 << 20;
    /// How many lines wait at most until they are asked for.
    const MAX_WAITING: usize = 1024;

    /// Starts a program. Each line that is waited for must come within `deadline`.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(launch: &Launch, deadline: Duration) -> io::Result<Engine> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| {
            io::Error::new(error.kind(), format!("{} cannot be started: {error}", launch.program))
        })?;
        let (sender, lines) = sync_channel(Self::MAX_WAITING);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &sender));
        }
        let stdin = child.stdin.take();
        Ok(Engine { child, stdin, lines, deadline })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// The program has closed its input.
    pub fn send(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(ErrorKind::BrokenPipe)?;
        stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| stdin.flush())
    }

    /// The next line, without its ending.
    ///
    /// # Errors
    /// `TimedOut`, or `UnexpectedEof` once the program has closed its output; `InvalidData` for a line that is too
    /// long or is not UTF-8.
    pub fn receive(&mut self) -> io::Result<String> {
        match self.lines.recv_timeout(self.deadline) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => {
                let waited = self.deadline.as_secs_f32();
                Err(io::Error::new(ErrorKind::TimedOut, format!("no line came within {waited} s")))
            }
            Err(RecvTimeoutError::Disconnected) => {
                Err(io::Error::new(ErrorKind::UnexpectedEof, "the program has closed its output"))
            }
        }
    }

    /// Ends its input and waits until it has ended; past the deadline it is killed.
    ///
    /// # Errors
    /// `TimedOut` if it had to be killed.
    pub fn finish(mut self) -> io::Result<ExitStatus> {
        self.stdin = None;
        let end = Instant::now() + self.deadline;
        while Instant::now() < end {
            // Whatever still comes is taken, so that a full pipe does not keep the program from ending.
            let _ = self.lines.recv_timeout(Duration::from_millis(5));
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
        }
        Err(io::Error::new(
            ErrorKind::TimedOut,
            "the program did not end at the end of its input and was killed",
        ))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(stdout: impl Read, sender: &SyncSender<io::Result<String>>) {
    let mut stdout = BufReader::new(stdout);
    while let Some(line) = read_line(&mut stdout, Engine::MAX_LINE).transpose() {
        let failed = line.is_err();
        if sender.send(line).is_err() || failed {
            return;
        }
    }
}
