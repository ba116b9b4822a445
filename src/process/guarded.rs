//! A program under guard, spoken to in lines: one write, and one wait with a deadline for what it answers, on its
//! pipes themselves. No thread and no timer stands between.

use super::deadline::Deadline;
use super::stop::Stop;
use super::tail::Tail;
use super::{Launch, MAX_LINE};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The hidden subcommand of this program that is a guard.
pub const GUARD: &str = "guard";

/// Why no line came.
#[derive(Debug)]
pub enum Lapse {
    /// The deadline has passed.
    TimedOut,
    /// The program has closed its output, most likely since it has ended.
    Closed,
    /// A line is longer than [`MAX_LINE`] bytes.
    TooLong,
    /// The switch was pulled.
    Stopped,
    /// The system has failed.
    Failed(io::Error),
}

/// A program in a process group of its own, which dies with this value, or with this process.
#[derive(Debug)]
pub struct Guarded {
    guard: Child,
    group: Pid,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    said: Inbox,
    errors: Tail,
    status: Option<ExitStatus>,
}

impl Guarded {
    /// How long the guard of a program that has closed its output may take to tell how it ended.
    const LAST_BREATH: Duration = Duration::from_millis(100);

    /// Starts a program.
    ///
    /// # Errors
    /// The guard cannot be started; that the program itself cannot be is seen by what it says: nothing.
    pub fn start(launch: &Launch) -> io::Result<Guarded> {
        // By this name it is found even where its file has been replaced by a newer one meanwhile.
        let mut command = Command::new("/proc/self/exe");
        command
            .arg0("querni")
            .args([GUARD, &std::process::id().to_string(), "--", &launch.program])
            .args(&launch.args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut guard = command.process_group(0).spawn()?;
        let pipes = (guard.stdin.take(), guard.stdout.take(), guard.stderr.take());
        let (Some(stdin), Some(stdout), stderr) = pipes else {
            return Err(ErrorKind::BrokenPipe.into());
        };
        // A program that reads nothing, or floods, must not hold this one up.
        never_wait(&stdin)?;
        never_wait(&stdout)?;
        if let Some(stderr) = &stderr {
            never_wait(stderr)?;
        }
        let group = Pid::from_child(&guard);
        let (said, errors) = (Inbox::new(), Tail::default());
        Ok(Guarded { guard, group, stdin: Some(stdin), stdout, stderr, said, errors, status: None })
    }

    /// Sends lines, each with its LF, in one write.
    ///
    /// # Errors
    /// The program has closed its input, or has not read what it was sent before.
    pub fn send(&mut self, lines: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(ErrorKind::BrokenPipe)?;
        stdin.write_all(lines.as_bytes())
    }

    /// The next line without its LF, waited for until `deadline`, or until `stop` is pulled if there is one. What the
    /// program writes to standard error meanwhile is taken off its hands.
    ///
    /// # Errors
    /// No line came.
    pub fn receive(&mut self, deadline: &mut Deadline, stop: Option<&Stop>) -> Result<&[u8], Lapse> {
        let mut last_look = false;
        loop {
            if self.said.look()? {
                return Ok(self.said.take());
            }
            let left = deadline.left();
            // What has come while this thread was kept from running is still to be seen, once.
            if left.is_zero() && last_look && !deadline.put_off() {
                return Err(Lapse::TimedOut);
            }
            last_look = left.is_zero();
            self.wait(left, stop)?;
            if !last_look {
                deadline.wake();
            }
        }
    }

    fn wait(&mut self, left: Duration, stop: Option<&Stop>) -> Result<(), Lapse> {
        let wire = stop.map(Stop::wire);
        let mut fds = waited_for(&self.stdout, wire.as_ref(), self.stderr.as_ref());
        let left = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
        match poll(&mut fds, Some(&left)) {
            Ok(_) => {}
            Err(Errno::INTR) => return Ok(()),
            Err(error) => return Err(Lapse::Failed(error.into())),
        }
        let [said, stopped, complained] = [0, 1, 2].map(|i| !fds[i].revents().is_empty());
        // The end of the output is told by every entry of it, asked for or not.
        if stopped && stop.is_some() {
            return Err(Lapse::Stopped);
        }
        if complained {
            self.drain_errors();
        }
        if said && !self.said.fill(&mut self.stdout).map_err(Lapse::Failed)? {
            self.drain_errors();
            return Err(Lapse::Closed);
        }
        Ok(())
    }

    /// Takes what is there of standard error, but no more than a pipe holds: a flood must not be followed for ever.
    fn drain_errors(&mut self) {
        let mut chunk = [0; 4096];
        for _ in 0..16 {
            match self.stderr.as_mut().map(|stderr| stderr.read(&mut chunk)) {
                Some(Ok(0)) => self.stderr = None,
                Some(Ok(n)) => self.errors.push(&chunk[..n]),
                _ => return,
            }
        }
    }

    /// Whether it has said anything that nobody has asked for yet.
    pub fn has_unread(&self) -> bool {
        self.said.has_more()
    }

    /// Whether it has said anything that nobody has asked for yet, heard or not.
    pub fn has_said_more(&mut self) -> bool {
        // An end of its output or a failure is told by whoever waits for a line.
        self.said.has_more() || self.said.fill(&mut self.stdout).is_ok_and(|_| self.said.has_more())
    }

    /// What it has written to standard error so far.
    pub fn errors(&mut self) -> &Tail {
        self.drain_errors();
        &self.errors
    }

    /// How it has ended, if it does so in a moment.
    pub fn status(&mut self) -> Option<ExitStatus> {
        self.ended_within(Self::LAST_BREATH)
    }

    fn ended_within(&mut self, patience: Duration) -> Option<ExitStatus> {
        if self.status.is_none() && self.wait_for_end(patience).is_ok() {
            self.status = self.guard.try_wait().ok().flatten();
        }
        self.status
    }

    fn wait_for_end(&self, patience: Duration) -> io::Result<()> {
        let process = pidfd_open(self.group, PidfdFlags::empty())?;
        let time =
            Timespec { tv_sec: patience.as_secs() as i64, tv_nsec: i64::from(patience.subsec_nanos()) };
        poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&time))?;
        Ok(())
    }

    /// Waits for its end until `deadline`, taking what it still says; says whether it has ended.
    pub fn has_ended_by(&mut self, deadline: Instant) -> bool {
        self.stdin = None;
        loop {
            match self.receive(&mut Deadline::new(deadline, Duration::ZERO), None) {
                Ok(_) => {}
                Err(Lapse::Closed) => break,
                Err(_) => return false,
            }
        }
        self.ended_within(deadline.saturating_duration_since(Instant::now())).is_some()
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // The guard has not been waited for before its group is killed, so the number is still the group's own.
        if self.status.is_none() {
            let _ = kill_process_group(self.group, Signal::KILL);
            let _ = self.guard.wait();
        }
    }
}

fn never_wait(pipe: &impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(pipe)?;
    Ok(fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}

/// What is waited for: the answer, the switch, and complaints while there can be any.
fn waited_for<'f>(
    stdout: &'f ChildStdout,
    wire: Option<&'f BorrowedFd<'_>>,
    stderr: Option<&'f ChildStderr>,
) -> [PollFd<'f>; 3] {
    // An entry of which nothing is wanted stands for none.
    let nothing = || PollFd::new(stdout, PollFlags::empty());
    let switch = wire.map_or_else(nothing, |wire| PollFd::new(wire, PollFlags::IN));
    let complaints = stderr.map_or_else(nothing, |stderr| PollFd::new(stderr, PollFlags::IN));
    [PollFd::new(stdout, PollFlags::IN), switch, complaints]
}

/// Bytes that have come and were not taken yet.
#[derive(Debug)]
struct Inbox {
    bytes: Box<[u8]>,
    /// Where the next line starts, and where the bytes that have come end.
    start: usize,
    end: usize,
    /// Up to where there is no LF.
    looked: usize,
}

impl Inbox {
    fn new() -> Inbox {
        Inbox { bytes: vec![0; MAX_LINE + 1].into_boxed_slice(), start: 0, end: 0, looked: 0 }
    }

    /// Whether a whole line is there.
    fn look(&mut self) -> Result<bool, Lapse> {
        let found = self.bytes[self.looked..self.end].iter().position(|&byte| byte == b'\n');
        self.looked = found.map_or(self.end, |at| self.looked + at);
        if found.is_none() && self.end - self.start > MAX_LINE {
            return Err(Lapse::TooLong);
        }
        Ok(found.is_some())
    }

    /// The line that [`Inbox::look`] has found.
    fn take(&mut self) -> &[u8] {
        let line = &self.bytes[self.start..self.looked];
        self.looked += 1;
        self.start = self.looked;
        line
    }

    fn has_more(&self) -> bool {
        self.start < self.end
    }

    /// Reads once; false at the end of the stream.
    fn fill(&mut self, from: &mut impl Read) -> io::Result<bool> {
        if self.start == self.end {
            (self.start, self.end, self.looked) = (0, 0, 0);
        } else if self.end == self.bytes.len() {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.end, self.looked) = (self.end - self.start, self.looked - self.start);
            self.start = 0;
        }
        match from.read(&mut self.bytes[self.end..]) {
            Ok(n) => {
                self.end += n;
                Ok(n > 0)
            }
            Err(error) if [ErrorKind::WouldBlock, ErrorKind::Interrupted].contains(&error.kind()) => Ok(true),
            Err(error) => Err(error),
        }
    }
}
