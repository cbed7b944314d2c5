//! Runs the fuzzing in a process of its own, and examines what that process died of.

use std::env;
use std::fs;
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};

use crate::campaign::{STUCK, SWOLLEN};
use crate::corpus::Folders;
use crate::execution::read_running;
use crate::minimise::minimise;

/// How often the input of a crash is run to make it smaller: each time is a process.
const MINIMISE_TRIES: usize = 150;

/// The argument that makes a process the fuzzing one.
pub const INSIDE: &str = "--inside";

/// Runs this program again as the fuzzing process, with the same arguments.
pub struct Supervisor<'a> {
    /// The arguments.
    pub arguments: &'a [String],
    /// How many seconds an input may run.
    pub limit: u64,
    /// Where inputs are.
    pub folders: &'a Folders,
}

impl Supervisor<'_> {
    /// Returns whether the run ended without findings.
    pub fn run(&self) -> io::Result<bool> {
        let mut child = again()?.arg(INSIDE).args(self.arguments).spawn()?;
        let (status, inputs) = self.wait(&mut child)?;
        match status.code() {
            Some(0) => return Ok(true),
            Some(1 | 2) => return Ok(false),
            _ => (),
        }
        println!("the fuzzing process {}; its inputs are run one by one", self.cause(status));
        let mut findings = 0;
        for bytes in &inputs {
            let Some((target, input)) = read_running(bytes) else { continue };
            findings += usize::from(self.examine(target, input)?);
        }
        match findings {
            0 => println!("none of the {} inputs that were running does it alone", inputs.len()),
            _ => println!("findings: {findings}; the run ended early"),
        }
        Ok(false)
    }

    /// Runs one input alone; writes a finding if its process does not end well.
    fn examine(&self, target: &str, input: &[u8]) -> io::Result<bool> {
        let status = self.replay(target, input)?;
        if status.success() {
            return Ok(false);
        }
        let fails = |input: &[u8]| self.replay(target, input).is_ok_and(|other| other == status);
        // To make an endless input smaller would take the limit each time.
        let is_slow = status.code() == Some(STUCK);
        let input = if is_slow { input.to_vec() } else { minimise(input, MINIMISE_TRIES, fails) };
        let what = format!("the process {}", self.cause(status));
        let path = self.folders.add_finding(target, &input, &what)?;
        println!("finding: {target}: {what}\n  {}", path.display());
        Ok(true)
    }

    /// Runs one input in a process of its own.
    fn replay(&self, target: &str, input: &[u8]) -> io::Result<ExitStatus> {
        let file = self.folders.work.join(format!("replayed-{}", std::process::id()));
        fs::write(&file, input)?;
        let mut command = again()?;
        command.arg(INSIDE).arg("--limit").arg(self.limit.to_string());
        command.arg("--work").arg(&self.folders.work);
        command.arg("--replay").arg(&file).arg(target);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let (status, _) = self.wait(&mut child)?;
        fs::remove_file(&file)?;
        Ok(status)
    }

    /// Waits for a process; returns also what its threads were running, if it did not end well.
    fn wait(&self, child: &mut Child) -> io::Result<(ExitStatus, Vec<Vec<u8>>)> {
        let status = child.wait()?;
        let running = self.folders.running(child.id());
        let mut inputs = Vec::new();
        if running.is_dir() {
            for entry in fs::read_dir(&running)? {
                inputs.push(fs::read(entry?.path())?);
            }
            fs::remove_dir_all(&running)?;
        }
        Ok((status, inputs))
    }

    /// Why a process ended, in words.
    fn cause(&self, status: ExitStatus) -> String {
        match status.code() {
            Some(STUCK) => format!("ran longer than {} s on one input", self.limit),
            Some(SWOLLEN) => "took too much memory".into(),
            Some(1) => "panicked".into(),
            Some(code) => format!("ended with the code {code}"),
            None => format!("was ended by a signal, such as a stack overflow ({status})"),
        }
    }
}

fn again() -> io::Result<Command> {
    Ok(Command::new(env::current_exe()?))
}
