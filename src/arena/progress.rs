//! How far a match is, on one line of the terminal that is written over and over.
//!
//! It is written here since the library for such bars makes every start of the daemon wait for the system's
//! mathematics.

use std::fmt::Write as _;
use std::io::Write;
use std::time::{Duration, Instant};

/// What the line tells.
pub(super) struct Progress {
    began: Instant,
    /// How many games there were when it began, and are to be.
    before: u64,
    total: u64,
    /// What is told after the numbers.
    message: String,
    shown: Option<Instant>,
}

impl Progress {
    /// How long a line stands at least.
    const PAUSE: Duration = Duration::from_millis(100);
    /// How many characters of the line are the bar.
    const BAR: usize = 24;

    pub(super) fn new(before: u64, total: u64, message: String) -> Progress {
        Progress { began: Instant::now(), before, total, message, shown: None }
    }

    /// Tells another message from the next line on.
    pub(super) fn set_message(&mut self, message: String) {
        self.message = message;
    }

    /// Shows on a terminal of some width that so many games have been played, unless it has shown something just now.
    pub(super) fn show(&mut self, games: u64, width: usize, terminal: &mut dyn Write) {
        let now = Instant::now();
        if self.shown.is_some_and(|shown| now - shown < Self::PAUSE) {
            return;
        }
        self.shown = Some(now);
        let line: String = self.line(games, now - self.began).chars().take(width.saturating_sub(1)).collect();
        // A terminal that has gone away is no reason to stop the match.
        let _ = write!(terminal, "\r{line}\x1b[K").and_then(|()| terminal.flush());
    }

    /// Takes the line away.
    pub(super) fn clear(terminal: &mut dyn Write) {
        let _ = write!(terminal, "\r\x1b[K").and_then(|()| terminal.flush());
    }

    fn line(&self, games: u64, passed: Duration) -> String {
        let full = (games.min(self.total) as usize * Self::BAR).checked_div(self.total as usize).unwrap_or(0);
        let mut line = format!("[{}{}]", "#".repeat(full), "-".repeat(Self::BAR - full));
        let (played, left) = (games.saturating_sub(self.before), self.total.saturating_sub(games));
        let _ = write!(line, " {games}/{} games, ", self.total);
        let _ = match u32::try_from(played) {
            Ok(played @ 1..) => write!(line, "{} left", in_words(passed.mul_f64(left as f64) / played)),
            _ => write!(line, "? left"),
        };
        let _ = write!(line, "  {}", self.message);
        line
    }
}

/// A span of time as people say it, to the second or the minute.
fn in_words(span: Duration) -> String {
    let seconds = span.as_secs();
    match seconds / 3600 {
        0 if seconds < 60 => format!("{seconds} s"),
        0 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        hours => format!("{hours} h {:02} min", seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Instant, Progress};

    fn progress(before: u64, total: u64) -> Progress {
        Progress { began: Instant::now(), before, total, message: "+1 =0 -0".to_owned(), shown: None }
    }

    #[test]
    fn the_line_tells_how_far_it_is_and_how_long_it_will_be() {
        let line = |games, seconds| progress(100, 400).line(games, Duration::from_secs(seconds));
        assert_eq!(line(100, 5), "[######------------------] 100/400 games, ? left  +1 =0 -0");
        assert_eq!(line(200, 10), "[############------------] 200/400 games, 20 s left  +1 =0 -0");
        assert!(line(200, 1000).contains("33 min 20 s left"));
        assert!(line(110, 1000).contains("8 h 03 min left"));
        assert!(line(400, 1000).starts_with("[########################] 400/400 games, 0 s left"));
    }

    #[test]
    fn a_match_without_games_has_a_line_too() {
        assert!(progress(0, 0).line(0, Duration::ZERO).contains("0/0 games, ? left"));
    }
}
