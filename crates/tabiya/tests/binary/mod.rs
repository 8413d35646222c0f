//! The real binary as a child process, on a folder and a port of the test's choice.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

pub(crate) struct Binary {
    child: Child,
    pub(crate) address: SocketAddr,
}

pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command
        .args(arguments)
        .arg("--data")
        .arg(folder)
        .env("TABIYA_LOG", "warn");
    command
}

impl Binary {
    /// Starts it on a free port and waits until it says where it is.
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Self {
        Self::start_on(folder, 0, arguments)
    }

    pub(crate) fn start_on(folder: &Path, port: u16, arguments: &[&str]) -> Self {
        let listen = format!("127.0.0.1:{port}");
        let mut command = command(folder, &["--listen", &listen]);
        let mut child = command
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = output.find_map(|line| {
            let line = line.unwrap();
            line.split_once("http://localhost:")?
                .1
                .trim()
                .parse::<u16>()
                .ok()
        });
        let port = port.expect("the binary names its address");
        Self {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], port)),
        }
    }

    /// SIGKILL: the process gets no chance to say goodbye, as in a power cut.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM, and how it ended.
    pub(crate) fn terminate(mut self) -> ExitStatus {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &id])
                .status()
                .unwrap()
                .success()
        );
        self.child.wait().unwrap()
    }
}

impl Drop for Binary {
    fn drop(&mut self) {
        // Where a test has failed in between; else it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
