//! The guard of a program: a small process that starts it, sleeps until it or its master ends, and lets nothing of
//! its process group live on.
//!
//! The guard leads the group, so the master knows the group by the guard's id. It hands its own pipes on to the
//! program and keeps none, so it is not on the way of what they say to each other. It notices the death of its
//! master, whatever the cause, since it waits for the master's process itself.

use super::Launch;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, getpgid, getpid, getppid, kill_current_process_group,
    kill_process_group, pidfd_open, setpgid, setrlimit,
};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use signal_hook::low_level::emulate_default_handler;
use std::fs::OpenOptions;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus};

/// How a guarded program ended.
#[derive(Debug)]
pub enum Watched {
    /// It could not be started.
    NotStarted(io::Error),
    /// It has ended by itself with this status.
    Ended(u8),
}

/// Starts a program in the process group that this process leads, and waits for its end. If the process `master`,
/// which must be the parent of this one, ends first, the whole group is killed, this process included.
///
/// # Errors
/// The system refuses to watch processes, or this process is not a child of `master`, which may have died.
pub fn guard(master: u32, launch: &Launch) -> io::Result<Watched> {
    let master = i32::try_from(master).ok().and_then(Pid::from_raw).ok_or(io::ErrorKind::InvalidInput)?;
    let its_end = pidfd_open(master, PidfdFlags::empty())?;
    // Asked after the process is held, so that a number that is given anew deceives nobody.
    if getppid() != Some(master) {
        return Err(io::Error::other("the process that asked for a guard has gone"));
    }
    let mut command = Command::new(&launch.program);
    let mut child = match command.args(&launch.args).spawn() {
        Ok(child) => child,
        Err(error) => return Ok(Watched::NotStarted(error)),
    };
    let program = Pid::from_child(&child);
    let ended = pidfd_open(program, PidfdFlags::empty())?;
    let_go_of_pipes()?;
    let mut waited = [PollFd::new(&its_end, PollFlags::IN), PollFd::new(&ended, PollFlags::IN)];
    while let Err(error) = poll(&mut waited, None) {
        if error != Errno::INTR {
            break;
        }
    }
    if waited[1].revents().is_empty() {
        kill_current_process_group(Signal::KILL)?;
    }
    end_like(&mut child, master)
}

/// The program alone is to hold the pipes: its end must be seen by whoever reads them.
fn let_go_of_pipes() -> io::Result<()> {
    let null = OpenOptions::new().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    Ok(())
}

/// Kills what the program has left behind, and ends as it has ended.
fn end_like(child: &mut Child, master: Pid) -> io::Result<Watched> {
    let status = child.wait()?;
    let group = getpid();
    // To outlive its group this process must leave it first. Where it cannot, it dies with it.
    let _ = getpgid(Some(master)).and_then(|other| setpgid(None, Some(other)));
    let _ = kill_process_group(group, Signal::KILL);
    Ok(Watched::Ended(code_of(status)))
}

/// The exit code; after a signal this process ends itself by the same one.
fn code_of(status: ExitStatus) -> u8 {
    let signal = status.signal();
    if let Some(signal) = signal {
        // The program has left its core file, if any; a second one would tell nothing.
        let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
        // Some signals are ignored or handled here from the start, so what they do by default is put back.
        let _ = emulate_default_handler(signal);
    }
    let code = status.code().or_else(|| signal.map(|signal| 128 + signal)).unwrap_or(1);
    u8::try_from(code).unwrap_or(u8::MAX)
}
