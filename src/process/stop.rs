//! The one switch that ends whatever waits: pulled by SIGINT, SIGTERM, or from inside.

use rustix::fd::{AsFd, BorrowedFd};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level::pipe};
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A switch that can be waited for together with other things, by any number of threads.
#[derive(Debug)]
pub struct Stop {
    /// Nobody reads it, so once it can be read it stays so.
    wire: UnixStream,
    puller: UnixStream,
    signalled: Arc<AtomicBool>,
    pulled: AtomicBool,
}

impl Stop {
    /// A switch that no signal pulls.
    ///
    /// # Errors
    /// The system has no more files to give.
    pub fn new() -> io::Result<Stop> {
        let (wire, puller) = UnixStream::pair()?;
        // Signals may come by the thousand; a full wire is not to be waited for.
        puller.set_nonblocking(true)?;
        Ok(Stop { wire, puller, signalled: Arc::default(), pulled: AtomicBool::new(false) })
    }

    /// The first SIGINT or SIGTERM pulls the switch from now on; a second one ends the program at once with `status`.
    ///
    /// # Errors
    /// The system refuses the handlers.
    pub fn on_signals(&self, status: u8) -> io::Result<()> {
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag down, and raises it.
            flag::register_conditional_shutdown(signal, i32::from(status), Arc::clone(&self.signalled))?;
            flag::register(signal, Arc::clone(&self.signalled))?;
            pipe::register(signal, self.puller.try_clone()?)?;
        }
        Ok(())
    }

    /// Pulls the switch.
    pub fn pull(&self) {
        self.pulled.store(true, Ordering::SeqCst);
        // Where the wire is full it can be read already.
        let _ = (&self.puller).write(b"x");
    }

    /// Whether a signal has pulled it.
    pub fn is_signalled(&self) -> bool {
        self.signalled.load(Ordering::SeqCst)
    }

    /// Whether anybody has pulled it.
    pub fn is_pulled(&self) -> bool {
        self.is_signalled() || self.pulled.load(Ordering::SeqCst)
    }

    /// What can be read once the switch is pulled.
    pub(super) fn wire(&self) -> BorrowedFd<'_> {
        self.wire.as_fd()
    }
}
