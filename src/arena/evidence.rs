//! The folder that a forfeit leaves: enough to see what happened, and to play it again.

use super::entry::Blame;
use crate::record::Record;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The folder of the folders, beside `games.jsonl`.
const FORFEITS: &str = "forfeits";

/// The most folders that a match leaves: a bot that never plays right would fill the disk.
const MOST: usize = 100;

/// Asks as the arena did: after a `go` nothing is sent before the turn is there.
const ASK: &str = r#"pipes=$(mktemp -d) || exit
trap 'rm -r "$pipes"' EXIT
mkfifo "$pipes/asked" "$pipes/said" || exit
ask() {
    while IFS= read -r line; do
        printf '%s\n' "$line"
        case $line in go*) hear || return ;; esac
    done
}
hear() {
    while IFS= read -r said <&3; do
        printf '%s\n' "$said" >&4
        case $said in '! '*best=*) return 0 ;; esac
    done
    return 1
}
input=$(dirname "$0")/input.txt
{ (ask < "$input" > "$pipes/asked"); cat <&3 >&4; } 3< "$pipes/said" 4>&1 &
"#;

/// How many folders there are already.
pub(super) fn count(dir: &Path) -> usize {
    fs::read_dir(dir.join(FORFEITS)).map_or(0, Iterator::count)
}

/// Writes the folder of a game, and names it in `blame`. A disk that does not take it does not end the match.
///
/// # Errors
/// The folder cannot be written.
pub(super) fn leave(
    dir: &Path,
    id: &str,
    record: &Record,
    blame: &mut Blame,
    sent: &str,
    there: usize,
) -> io::Result<()> {
    if there >= MOST {
        return Ok(());
    }
    let name = format!("{FORFEITS}/{id}");
    let folder = dir.join(&name);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("input.txt"), sent)?;
    fs::write(folder.join("stderr.txt"), lines(&blame.stderr))?;
    fs::write(folder.join("game.jsonl"), format!("{record}\n"))?;
    let Blame { engine, what, position, command, .. } = &*blame;
    let script = format!(
        "#!/bin/sh\n# {engine}: {what}\n# The position: {position}\n# The game: querni replay --show game.jsonl\n\
         {ASK}# A relative path is one from the folder in which the arena was started.\n\
         {command} > \"$pipes/said\" < \"$pipes/asked\"\nstatus=$?\nwait\nexit $status\n"
    );
    let path = folder.join("again.sh");
    fs::write(&path, script)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    blame.folder = Some(name);
    Ok(())
}

fn lines(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}
