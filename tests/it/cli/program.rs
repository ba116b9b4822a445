//! The built program as a child process that cannot outlive its test or hold it up.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long any test may wait; far more than any needs.
const DEADLINE: Duration = Duration::from_secs(30);

/// A running program.
pub(crate) struct Program {
    child: Arc<Mutex<Child>>,
    stdin: Option<ChildStdin>,
    stdout: Option<BufReader<ChildStdout>>,
    stderr: Option<ChildStderr>,
    /// Dropped with the program, which calls the watch off.
    _watch: Sender<()>,
}

/// How a program ended and what it wrote that was not read before.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Program {
    pub(crate) fn start(args: &[&str]) -> Program {
        Program::start_within(args, DEADLINE)
    }

    /// A program that is killed at a deadline, so that whoever waits for it sees the end of its output.
    pub(crate) fn start_within(args: &[&str], deadline: Duration) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_querni"));
        command.args(args);
        Program::spawn(command, deadline)
    }

    /// The same for a command that was made elsewhere.
    pub(crate) fn spawn(mut command: Command, deadline: Duration) -> Program {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program is built");
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        let (watch, over) = channel::<()>();
        let watched = Arc::clone(&child);
        thread::spawn(move || {
            if over.recv_timeout(deadline) == Err(RecvTimeoutError::Timeout) {
                let _ = watched.lock().unwrap_or_else(PoisonError::into_inner).kill();
            }
        });
        Program { child, stdin, stdout: stdout.map(BufReader::new), stderr, _watch: watch }
    }

    /// Writes and does not wait.
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.try_send(bytes).expect("it reads");
    }

    /// The same to a program that may have ended.
    pub(crate) fn try_send(&mut self, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        self.stdin.as_mut().expect("not closed yet").write_all(bytes.as_ref())
    }

    /// The next line of standard output, without LF.
    pub(crate) fn reply(&mut self) -> String {
        let mut line = String::new();
        self.stdout.as_mut().expect("not closed yet").read_line(&mut line).expect("UTF-8");
        assert!(line.ends_with('\n'), "the program ended or missed the deadline; its last words: {line:?}");
        line.pop();
        line
    }

    /// Its two pipes, to be written and read at the same time.
    pub(crate) fn pipes(&mut self) -> (&mut ChildStdin, &mut BufReader<ChildStdout>) {
        let stdin = self.stdin.as_mut().expect("not closed yet");
        (stdin, self.stdout.as_mut().expect("not closed yet"))
    }

    /// Closes the reading end of its standard output.
    pub(crate) fn close_stdout(&mut self) {
        self.stdout = None;
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.lock().unwrap_or_else(PoisonError::into_inner).id()
    }

    /// Closes its input and waits for the end of its output.
    pub(crate) fn finish(mut self) -> Ended {
        self.stdin = None;
        self.wait()
    }

    /// Waits for the end of its output without closing its input.
    pub(crate) fn wait(mut self) -> Ended {
        let (stdout, stderr) = (self.stdout.take(), self.stderr.take());
        let errors = thread::spawn(move || read_all(stderr));
        let stdout = read_all(stdout);
        let stderr = errors.join().expect("no panic");
        loop {
            let ended = self.child.lock().unwrap_or_else(PoisonError::into_inner).try_wait();
            if let Some(status) = ended.expect("a child") {
                return Ended { status, stdout, stderr };
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}

fn read_all(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes).expect("a pipe");
    }
    String::from_utf8(bytes).expect("UTF-8")
}

/// Runs the program on this input to its end.
pub(crate) fn run(args: &[&str], input: impl AsRef<[u8]>) -> Ended {
    let mut program = Program::start(args);
    let mut stdin = program.stdin.take();
    let input = input.as_ref().to_vec();
    let writer = thread::spawn(move || {
        // It may end before it has read everything.
        let _ = stdin.as_mut().map(|stdin| stdin.write_all(&input));
    });
    let ended = program.wait();
    writer.join().expect("no panic");
    ended
}
