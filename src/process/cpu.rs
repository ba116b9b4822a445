//! On which processors a thread runs, how much of their time this process has used, and how long a thread has waited
//! for one.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::time::Duration;

/// The numbers of the processors that this thread may run on.
///
/// # Errors
/// The system does not tell.
pub fn processors() -> io::Result<Vec<usize>> {
    let allowed = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU).filter(|&number| allowed.is_set(number)).collect())
}

/// Keeps this thread, and every program that it starts, on one processor: a question and its answer then need no
/// second one to wake up.
///
/// # Errors
/// There is no such processor for this process.
pub fn pin_to(number: usize) -> io::Result<()> {
    let mut only = CpuSet::new();
    only.set(number);
    Ok(sched_setaffinity(None, &only)?)
}

/// The time of processors that all threads of this process have used.
pub fn used() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// How long one thread has been ready to run and was not run, since others were.
#[derive(Debug)]
pub struct Queue(Option<File>);

impl Queue {
    /// That of the thread that asks.
    pub fn of_this_thread() -> Queue {
        Queue(File::open("/proc/thread-self/schedstat").ok())
    }

    /// The time until now; nothing where the system does not count it.
    pub fn waited(&self) -> Duration {
        let mut text = [0; 64];
        let read = self.0.as_ref().and_then(|file| file.read_at(&mut text, 0).ok()).unwrap_or(0);
        // Time on the processor, time in the queue, how often it was run.
        let second = text[..read].split(|byte| *byte == b' ').nth(1).unwrap_or_default();
        let digits = second.iter().filter(|byte| byte.is_ascii_digit());
        Duration::from_nanos(
            digits.fold(0, |n: u64, digit| n.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'))),
        )
    }
}
