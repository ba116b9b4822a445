//! The folder of a match: `games.jsonl`, to which each game is appended when it ends and from which everything is
//! computed anew, and `config.json`, which says what was played.

use super::config::{Config, Settings, differences, hash};
use super::entry::Entry;
use super::schedule::GameId;
use crate::record::Record;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The name of the file of games.
pub const GAMES: &str = "games.jsonl";
/// The name of the file of the configuration.
pub const CONFIG: &str = "config.json";

/// Why the folder of a match cannot be used.
#[derive(Debug)]
pub enum StoreError {
    /// A file cannot be read or written.
    Io(PathBuf, io::Error),
    /// Another arena plays in this folder.
    Locked(PathBuf),
    /// Games of another configuration are there; in what it differs.
    Another(PathBuf, Vec<String>),
    /// A line is no record of a game of an arena.
    Line(PathBuf, u64, String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            StoreError::Locked(path) => {
                write!(
                    f,
                    "{}: another arena plays there; wait for its end, or take another --out",
                    path.display()
                )
            }
            StoreError::Another(path, differ) => {
                let differ = differ.join("; ");
                write!(
                    f,
                    "{} has games of another configuration ({differ}); take another --out",
                    path.display()
                )
            }
            StoreError::Line(path, line, what) => write!(f, "{}:{line}: {what}", path.display()),
        }
    }
}

impl std::error::Error for StoreError {}

/// A game as it was kept.
#[derive(Debug)]
pub struct Kept {
    /// The game.
    pub record: Record,
    /// What the arena says of it.
    pub entry: Entry,
    /// Its id.
    pub id: GameId,
}

/// Reads the games of a folder. A last line without its end was torn when an arena died, and is passed over.
/// Returns the number of bytes up to the end of the last whole line.
///
/// # Errors
/// The file cannot be read, or a whole line is no record of a game.
pub fn read(dir: &Path, mut visit: impl FnMut(Kept) -> Result<(), String>) -> Result<u64, StoreError> {
    let path = dir.join(GAMES);
    let failed = |error| StoreError::Io(path.clone(), error);
    let mut input = BufReader::new(File::open(&path).map_err(failed)?);
    let (mut whole, mut line) = (0, Vec::new());
    for number in 1.. {
        line.clear();
        input.read_until(b'\n', &mut line).map_err(failed)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        whole += line.len() as u64;
        let kept = parse(&line).and_then(&mut visit);
        kept.map_err(|what| StoreError::Line(path.clone(), number, what))?;
    }
    Ok(whole)
}

fn parse(line: &[u8]) -> Result<Kept, String> {
    let text = std::str::from_utf8(line).map_err(|_| "the line is not UTF-8".to_owned())?;
    let record = Record::parse(text).map_err(|error| error.to_string())?;
    let (entry, id) = Entry::of(&record)?;
    Ok(Kept { record, entry, id })
}

/// The settings that a folder was made with, if it says.
///
/// # Errors
/// The file is there and cannot be read.
pub fn settings(dir: &Path) -> Result<Option<Settings>, StoreError> {
    let path = dir.join(CONFIG);
    match fs::read_to_string(&path) {
        Ok(text) => match serde_json::from_str(&text) {
            Ok(settings) => Ok(Some(settings)),
            Err(error) => {
                let what = format!(
                    "this does not say what was played ({error}); the command of the match writes it anew"
                );
                Err(StoreError::Line(path, error.line() as u64, what))
            }
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreError::Io(path, error)),
    }
}

/// The folder of a match that is played now; nobody else plays in it while this is there.
#[derive(Debug)]
pub struct Store {
    dir: PathBuf,
    games: File,
}

impl Store {
    /// Opens the folder of a match, or makes it, and visits the games that are there.
    ///
    /// # Errors
    /// Another arena plays there, games of another configuration are there, or a file cannot be used.
    pub fn open(
        dir: &Path,
        config: &Config,
        mut visit: impl FnMut(Kept) -> Result<(), String>,
    ) -> Result<Store, StoreError> {
        fs::create_dir_all(dir).map_err(|error| StoreError::Io(dir.to_owned(), error))?;
        let path = dir.join(GAMES);
        let failed = |error| StoreError::Io(path.clone(), error);
        let games = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(failed)?;
        if !lock(&games).map_err(failed)? {
            return Err(StoreError::Locked(dir.to_owned()));
        }
        let known = config.hash();
        let mut another = None;
        let whole = read(dir, |kept| {
            if kept.entry.config != known {
                another = Some(kept.entry.config);
                return Err("another configuration".to_owned());
            }
            visit(kept)
        });
        let whole = match another {
            Some(there) => Err(StoreError::Another(dir.to_owned(), what_differs(dir, config, &there))),
            None => whole,
        }?;
        games.set_len(whole).map_err(failed)?;
        write_down(dir, config)?;
        Ok(Store { dir: dir.to_owned(), games })
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Appends a game. Once this returns the system has it, and the death of this program does not lose it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<(), StoreError> {
        let written = self.games.write_all(format!("{record}\n").as_bytes());
        written.map_err(|error| StoreError::Io(self.dir.join(GAMES), error))
    }
}

/// In what the games that are there were played otherwise. Only their hash is known where the file that says it is
/// not there, cannot be understood, or is not theirs.
fn what_differs(dir: &Path, config: &Config, there: &str) -> Vec<String> {
    match settings(dir) {
        Ok(Some(settings)) if hash(&settings) == there => differences(&settings, &config.settings),
        _ => vec![format!("hash: {there} there, {} now", config.hash())],
    }
}

/// Writes the configuration down. The games alone say whether it is theirs: what a match without games left there,
/// or a disk that was full, is written over.
fn write_down(dir: &Path, config: &Config) -> Result<(), StoreError> {
    if settings(dir).is_ok_and(|there| there.as_ref() == Some(&config.settings)) {
        return Ok(());
    }
    let (path, new) = (dir.join(CONFIG), dir.join(format!("{CONFIG}.new")));
    let text = serde_json::to_string_pretty(&config.settings).unwrap_or_default();
    // Renamed, so that it is there whole or not at all.
    let written = fs::write(&new, text + "\n").and_then(|()| fs::rename(&new, &path));
    written.map_err(|error| StoreError::Io(path, error))
}

/// The lock goes with the file, so with this process, however it dies. A process that was killed a moment ago may
/// still be on its way out.
#[cfg(target_os = "linux")]
fn lock(file: &File) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    const TRIES: u32 = 20;
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(10);
    for _ in 0..TRIES {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(true),
            Err(Errno::WOULDBLOCK) => std::thread::sleep(PAUSE),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(false)
}

/// Nothing plays on other systems.
#[cfg(not(target_os = "linux"))]
fn lock(_: &File) -> io::Result<bool> {
    Ok(true)
}
