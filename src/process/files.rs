//! How many files this process may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the limit as far as the system lets it; pipes of many programs are many files.
pub fn allow_most() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // Where it is not let, it goes on with what it has.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}
