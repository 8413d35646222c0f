//! A real SMTP server on loopback: the library `mailin` speaks the protocol, and the test decides
//! how the server feels about each mail.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mailin::response::{INTERNAL_ERROR, NO_MAILBOX, OK};
use mailin::{Action, Handler, Response, SessionBuilder};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::common::PATIENCE;

/// What the server does with the next mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    /// Takes it.
    Takes,
    /// Has no time now: 451 after the mail.
    IsBusy,
    /// Knows no such reader: 550.
    KnowsNobody,
    /// Takes the mail and is gone before it says so.
    HangsUp,
    /// Takes the mail and never says so.
    SaysNothing,
}

/// A mail as the server got it.
#[derive(Clone)]
pub(crate) struct Got {
    pub(crate) to: String,
    pub(crate) source: String,
}

impl std::fmt::Debug for Got {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let line: String = self.line().chars().take(120).collect();
        write!(f, "to {}: {line}", self.to)
    }
}

impl Got {
    /// The value of a header, unfolded.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let message = mail_parser::MessageParser::default().parse(self.source.as_bytes())?;
        let found = message
            .headers_raw()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(found.1.replace("\r\n", "").trim().to_owned())
    }

    /// The plain text.
    pub(crate) fn text(&self) -> String {
        let message = mail_parser::MessageParser::default().parse(self.source.as_bytes());
        let text = message.unwrap().body_text(0).unwrap().into_owned();
        text.replace("\r\n", "\n")
    }

    /// The plain text in one line.
    pub(crate) fn line(&self) -> String {
        self.text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The first address in the text that holds this.
    pub(crate) fn link(&self, part: &str) -> String {
        let text = self.text();
        let mut words = text.split_whitespace();
        let found = words.find(|word| word.starts_with("http") && word.contains(part));
        found
            .unwrap_or_else(|| panic!("no link with {part}: {text}"))
            .to_owned()
    }
}

#[derive(Default)]
struct Shared {
    moods: VecDeque<Mood>,
    got: Vec<Got>,
}

/// The server.
pub(crate) struct PostOffice {
    pub(crate) address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

impl PostOffice {
    pub(crate) async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Mutex::new(Shared::default()));
        let inside = Arc::clone(&shared);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(stream, Arc::clone(&inside)));
            }
        });
        Self { address, shared }
    }

    /// How it feels about the next mails; after them it takes everything.
    pub(crate) fn feels(&self, moods: &[Mood]) {
        self.shared.lock().unwrap().moods = moods.iter().copied().collect();
    }

    pub(crate) fn got(&self) -> Vec<Got> {
        self.shared.lock().unwrap().got.clone()
    }

    /// Waits until there are so many mails to this address, and gives them.
    pub(crate) async fn mails_to(&self, address: &str, count: usize) -> Vec<Got> {
        let waiting = async {
            loop {
                let mut got = self.got();
                got.retain(|mail| mail.to.contains(address));
                if got.len() >= count {
                    assert_eq!(got.len(), count, "{got:#?}");
                    return got;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, waiting).await;
        waited.unwrap_or_else(|_| panic!("{count} mails to {address}: {:#?}", self.got()))
    }

    /// Waits for a mail to this address that says this, and gives the last such one.
    pub(crate) async fn mail_with(&self, address: &str, said: &str) -> Got {
        let waiting = async {
            loop {
                let mut got = self.got();
                got.retain(|mail| mail.to.contains(address) && mail.line().contains(said));
                if let Some(found) = got.pop() {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, waiting).await;
        waited.unwrap_or_else(|_| panic!("{said:?} to {address}: {:#?}", self.got()))
    }

    /// The last of so many mails to this address.
    pub(crate) async fn mail_to(&self, address: &str, count: usize) -> Got {
        self.mails_to(address, count).await.pop().unwrap()
    }
}

struct Clerk {
    shared: Arc<Mutex<Shared>>,
    mood: Mood,
    to: String,
    source: Vec<u8>,
}

impl Handler for Clerk {
    fn rcpt(&mut self, to: &str) -> Response {
        self.mood = self
            .shared
            .lock()
            .unwrap()
            .moods
            .pop_front()
            .unwrap_or(Mood::Takes);
        self.to = to.to_owned();
        self.source.clear();
        if self.mood == Mood::KnowsNobody {
            NO_MAILBOX
        } else {
            OK
        }
    }

    fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.source.extend_from_slice(bytes);
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        if self.mood == Mood::IsBusy {
            return INTERNAL_ERROR;
        }
        self.shared.lock().unwrap().got.push(Got {
            to: self.to.clone(),
            source: String::from_utf8(self.source.clone()).unwrap(),
        });
        match self.mood {
            Mood::HangsUp => Response::custom(421, "hangs up".to_owned()),
            Mood::SaysNothing => Response::custom(421, "says nothing".to_owned()),
            _ => OK,
        }
    }
}

async fn serve(mut stream: TcpStream, shared: Arc<Mutex<Shared>>) {
    let clerk = Clerk {
        shared,
        mood: Mood::Takes,
        to: String::new(),
        source: Vec::new(),
    };
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let mut session = SessionBuilder::new("office.example").build(here, clerk);
    let (read, mut write) = stream.split();
    let mut lines = BufReader::new(read);
    let mut answer = session.greeting();
    loop {
        let text = String::from_utf8(answer.buffer().unwrap()).unwrap();
        match answer.action {
            Action::NoReply => {}
            _ if text.contains("hangs up") => return,
            _ if text.contains("says nothing") => std::future::pending().await,
            _ => {
                if write.write_all(text.as_bytes()).await.is_err() {
                    return;
                }
            }
        }
        // After a mail that was not taken the library would take commands for its next lines.
        if answer.action == Action::Close || text.starts_with("451") {
            return;
        }
        let mut line = Vec::new();
        match lines.read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => answer = session.process(&line),
        }
    }
}
