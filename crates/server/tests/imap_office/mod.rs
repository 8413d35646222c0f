//! An IMAP server on loopback with one mailbox: as much of RFC 3501 and RFC 6851 as whoever reads mails
//! needs, and it fails where the test wants that. No test stands here.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;
use tokio::net::tcp::WriteHalf;

use crate::common::PATIENCE;

/// Where the server hangs up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breaks {
    /// In the middle of a mail that it hands out.
    InAMail,
    /// Before it has marked a mail.
    BeforeTheMark,
    /// After it has marked a mail, before it has moved it.
    BeforeTheMove,
}

/// A mail in the mailbox.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) uid: u32,
    pub(crate) folder: String,
    pub(crate) flags: Vec<String>,
    source: String,
    /// Whether the server hands it out.
    readable: bool,
}

impl Kept {
    pub(crate) fn is_seen(&self) -> bool {
        self.flags.iter().any(|flag| flag == "\\Seen")
    }
}

#[derive(Default)]
struct Shared {
    mails: Vec<Kept>,
    breaks: VecDeque<Breaks>,
    can_move: bool,
    has_folder: bool,
    logins: u32,
}

impl Shared {
    /// Whether the server hangs up here.
    fn breaks(&mut self, here: Breaks) -> bool {
        let is_here = self.breaks.front() == Some(&here);
        if is_here {
            self.breaks.pop_front();
        }
        is_here
    }

    fn inbox(&mut self, uid: &str) -> Option<&mut Kept> {
        let uid: u32 = uid.parse().ok()?;
        let mut mails = self.mails.iter_mut();
        mails.find(|mail| mail.uid == uid && mail.folder == "INBOX")
    }
}

/// The server.
pub(crate) struct ImapOffice {
    pub(crate) address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

impl ImapOffice {
    pub(crate) async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Mutex::new(Shared {
            can_move: true,
            has_folder: true,
            ..Shared::default()
        }));
        let inside = Arc::clone(&shared);
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let inside = Arc::clone(&inside);
                tokio::spawn(async move {
                    let (read, write) = stream.split();
                    // Whoever hangs up first ends it.
                    let _ = serve(BufReader::new(read), write, &inside).await;
                });
            }
        });
        Self { address, shared }
    }

    /// Where the next connections break off, in order.
    pub(crate) fn breaks(&self, breaks: &[Breaks]) {
        self.shared.lock().unwrap().breaks = breaks.iter().copied().collect();
    }

    /// A server that does not know how to move a mail.
    pub(crate) fn cannot_move(&self) {
        self.shared.lock().unwrap().can_move = false;
    }

    /// Nor has it the folder to which one could be moved.
    pub(crate) fn has_no_folder(&self) {
        self.shared.lock().unwrap().has_folder = false;
    }

    /// How often somebody has come in.
    pub(crate) fn logins(&self) -> u32 {
        self.shared.lock().unwrap().logins
    }

    /// A mail comes in.
    pub(crate) fn put(&self, source: &str) -> u32 {
        self.add(source, true)
    }

    /// One comes in that the server does not hand out.
    pub(crate) fn put_unreadable(&self) -> u32 {
        self.add("", false)
    }

    fn add(&self, source: &str, readable: bool) -> u32 {
        let mut shared = self.shared.lock().unwrap();
        let uid = u32::try_from(shared.mails.len()).unwrap() + 11;
        shared.mails.push(Kept {
            uid,
            folder: "INBOX".to_owned(),
            flags: Vec::new(),
            source: source.to_owned(),
            readable,
        });
        uid
    }

    /// The mail of this number, wherever it is; of one that was copied the first.
    pub(crate) fn mail(&self, uid: u32) -> Kept {
        let shared = self.shared.lock().unwrap();
        let mut mails = shared.mails.iter();
        mails.find(|mail| mail.uid == uid).unwrap().clone()
    }

    /// The folders in which a mail of this number lies.
    pub(crate) fn folders(&self, uid: u32) -> Vec<String> {
        let shared = self.shared.lock().unwrap();
        let mails = shared.mails.iter().filter(|mail| mail.uid == uid);
        mails.map(|mail| mail.folder.clone()).collect()
    }

    /// Waits until this is so of the mail of this number.
    pub(crate) async fn wait(&self, uid: u32, what: &str, is_so: impl Fn(&Kept) -> bool) {
        let waiting = async {
            while !is_so(&self.mail(uid)) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, waiting).await;
        waited.unwrap_or_else(|_| panic!("{what}: {:?}", self.mail(uid)));
    }
}

/// One connection from greeting to goodbye; none: it breaks off.
async fn serve(
    mut read: impl tokio::io::AsyncBufRead + Unpin,
    mut write: WriteHalf<'_>,
    shared: &Mutex<Shared>,
) -> Option<()> {
    say(&mut write, "* OK IMAP4rev1 ready\r\n").await?;
    loop {
        let mut line = String::new();
        if read.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        let (tag, command) = line.split_once(' ')?;
        let answer = answer(command, &mut shared.lock().unwrap())?;
        if let Answer::Half(text) = answer {
            say(&mut write, &text).await?;
            return None;
        }
        let (untagged, result) = match answer {
            Answer::Whole(untagged, result) => (untagged, result),
            Answer::Half(_) => return None,
        };
        say(&mut write, &format!("{untagged}{tag} {result}\r\n")).await?;
        if command == "LOGOUT" {
            return Some(());
        }
    }
}

async fn say(write: &mut WriteHalf<'_>, text: &str) -> Option<()> {
    write.write_all(text.as_bytes()).await.ok()
}

enum Answer {
    /// What stands before the tag, and behind it.
    Whole(String, &'static str),
    /// The beginning of an answer, and then nothing more.
    Half(String),
}

fn answer(command: &str, shared: &mut Shared) -> Option<Answer> {
    let words: Vec<&str> = command.split(' ').collect();
    let done = |untagged: String| Some(Answer::Whole(untagged, "OK done"));
    match words.as_slice() {
        ["LOGIN", "\"chess\"", "\"se", "cret\""] => {
            shared.logins += 1;
            done(String::new())
        }
        ["SELECT", "\"INBOX\""] => {
            let count = shared.mails.len();
            done(format!(
                "* FLAGS (\\Seen \\Deleted)\r\n* {count} EXISTS\r\n* 0 RECENT\r\n\
                 * OK [UIDVALIDITY 7] valid\r\n"
            ))
        }
        ["UID", "SEARCH", "UNSEEN"] => {
            let unseen = shared.mails.iter();
            let unseen = unseen.filter(|mail| mail.folder == "INBOX" && !mail.is_seen());
            let uids: String = unseen.map(|mail| format!(" {}", mail.uid)).collect();
            done(format!("* SEARCH{uids}\r\n"))
        }
        ["UID", "FETCH", uid, query] => fetch(shared, uid, query),
        ["UID", "STORE", uid, "+FLAGS", flag] => {
            if shared.breaks(Breaks::BeforeTheMark) {
                return None;
            }
            let flag = flag.trim_matches(['(', ')']).to_owned();
            let mail = shared.inbox(uid)?;
            mail.flags.push(flag.clone());
            let uid = mail.uid;
            done(format!("* 1 FETCH (UID {uid} FLAGS ({flag}))\r\n"))
        }
        ["UID", "MOVE", uid, folder] => {
            if shared.breaks(Breaks::BeforeTheMove) {
                return None;
            }
            if !shared.can_move {
                return Some(Answer::Whole(String::new(), "BAD unknown command"));
            }
            shared.inbox(uid)?.folder = folder.trim_matches('"').to_owned();
            done("* 1 EXPUNGE\r\n".to_owned())
        }
        ["UID", "COPY", uid, folder] => {
            if !shared.has_folder {
                return Some(Answer::Whole(
                    String::new(),
                    "NO [TRYCREATE] no such folder",
                ));
            }
            let mut copy = shared.inbox(uid)?.clone();
            copy.folder = folder.trim_matches('"').to_owned();
            shared.mails.push(copy);
            done(String::new())
        }
        ["LOGOUT"] => done("* BYE\r\n".to_owned()),
        _ => Some(Answer::Whole(String::new(), "BAD unknown command")),
    }
}

/// A mail is handed out without being marked, and no more of it than was asked for.
fn fetch(shared: &mut Shared, uid: &str, query: &str) -> Option<Answer> {
    let most = query.strip_prefix("(BODY.PEEK[]<0.")?.strip_suffix(">)")?;
    let most: usize = most.parse().ok()?;
    let breaks = shared.breaks(Breaks::InAMail);
    let Some(mail) = shared.inbox(uid) else {
        return Some(Answer::Whole(String::new(), "OK there is none"));
    };
    if !mail.readable {
        return Some(Answer::Whole(String::new(), "NO it is in use"));
    }
    let text = mail.source.get(..most).unwrap_or(&mail.source);
    let (uid, length) = (mail.uid, text.len());
    let begin = format!("* 1 FETCH (UID {uid} BODY[]<0> {{{length}}}\r\n");
    Some(if breaks {
        let half = text.get(..length / 2).unwrap_or_default();
        Answer::Half(format!("{begin}{half}"))
    } else {
        Answer::Whole(format!("{begin}{text})\r\n"), "OK done")
    })
}
