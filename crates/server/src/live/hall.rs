//! The hall: which tables are hot, and how to reach them. A table is loaded when it is first asked
//! for and leaves the memory when nobody needs it. What happens at a table stands in `keeper.rs`.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use futures_util::StreamExt as _;
use tabiya_arbiter::{Actor, GameRecord, Refusal, Seat, Table, Timestamp, View};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

use super::card::Card;
use super::examiner::Examiner;
use super::keeper::Keeper;
use super::letter::{
    Answer, Attach, Frame, Letter, NewPlan, PlanAnswer, PlanRefused, Reply, Ticket, Unavailable,
    Wish,
};
use super::showcase::Showcase;
use crate::clock::Clock;
use crate::computer::Computers;
use crate::ids::TableId;
use crate::limits;
use crate::store::{Letters, Outage, StoreError, Tables};

/// How often a table whose task has broken off is loaded anew without being asked for.
const REVIVALS: u32 = 3;
/// How many tables are brought back at a time when the service starts.
const REVIVED_TOGETHER: usize = 64;
/// How often a letter is posted again to a table that is just leaving the memory.
const POSTINGS: u32 = 3;

/// All tables of this service, hot or not.
pub(crate) struct Hall {
    pub(super) store: Arc<dyn Tables>,
    pub(super) letters: Arc<dyn Letters>,
    pub(super) clock: Arc<dyn Clock>,
    /// How many hot tables have a clock that runs.
    pub(super) running_clocks: Arc<AtomicUsize>,
    pub(super) examiner: Examiner,
    pub(crate) computers: Arc<Computers>,
    pub(crate) showcase: Showcase,
    /// The time before this service was started.
    outage: OnceLock<Outage>,
    /// The outages that games by letter have to hear of.
    pub(super) outages: OnceLock<Vec<Outage>>,
    mailboxes: Mutex<Mailboxes>,
}

/// The hot tables. A mailbox has a number, so that a task never takes another's for its own.
#[derive(Default)]
struct Mailboxes {
    open: HashMap<TableId, (u64, mpsc::Sender<Letter>)>,
    last_number: u64,
    tasks: JoinSet<()>,
    is_closed: bool,
}

/// A socket that follows a table. The frames are dropped before the ticket tells the table to look
/// who is gone.
pub(crate) struct Following {
    pub(crate) frames: mpsc::Receiver<Frame>,
    /// For answers; weak, so that the queue ends when the table drops this follower.
    pub(crate) queue: mpsc::WeakSender<Frame>,
    _ticket: Ticket,
}

/// Why a table could not be opened.
#[derive(Debug)]
pub(crate) enum NotOpened {
    Refused(Refusal),
    /// What was to be taken out of the lobby waits there no more.
    Gone(TableId),
    Fault(String),
}

impl Hall {
    pub(crate) fn new(
        store: Arc<dyn Tables>,
        letters: Arc<dyn Letters>,
        clock: Arc<dyn Clock>,
        computers: Arc<Computers>,
    ) -> Arc<Self> {
        let running_clocks = Arc::default();
        Arc::new(Self {
            store,
            letters,
            clock,
            running_clocks,
            examiner: Examiner::default(),
            computers,
            showcase: Showcase::default(),
            outage: OnceLock::new(),
            outages: OnceLock::new(),
            mailboxes: Mutex::default(),
        })
    }

    /// Has a command decided, and waits for the answer.
    pub(crate) async fn ask(
        self: &Arc<Self>,
        table: &TableId,
        wish: impl FnOnce(Reply) -> Wish,
    ) -> Result<Answer, Unavailable> {
        let (reply, answer) = oneshot::channel();
        self.post(table, Letter::Do(Box::new(wish(Reply::Caller(reply)))))
            .await?;
        answer.await.unwrap_or(Err(Unavailable::Away))
    }

    /// The table as this actor sees it, moves included.
    pub(crate) async fn look(
        self: &Arc<Self>,
        table: &TableId,
        actor: Actor,
    ) -> Result<View, Unavailable> {
        let (reply, answer) = oneshot::channel();
        self.post(table, Letter::Look { actor, reply }).await?;
        answer.await.unwrap_or(Err(Unavailable::Away))
    }

    /// The record of a game, if there has been such a game.
    pub(crate) async fn record(
        self: &Arc<Self>,
        table: &TableId,
        number: u32,
    ) -> Result<Option<GameRecord>, Unavailable> {
        let (reply, answer) = oneshot::channel();
        self.post(table, Letter::Record { number, reply }).await?;
        answer.await.unwrap_or(Err(Unavailable::Away))
    }

    /// The running game in few words, if one is running.
    pub(crate) async fn card(
        self: &Arc<Self>,
        table: &TableId,
    ) -> Result<Option<Card>, Unavailable> {
        let (reply, answer) = oneshot::channel();
        self.post(table, Letter::Card { reply }).await?;
        answer.await.unwrap_or(Err(Unavailable::Away))
    }

    /// The answers that a player has prepared; with `wanted`, others from now on.
    pub(crate) async fn plan(
        self: &Arc<Self>,
        table: &TableId,
        seat: Seat,
        wanted: Option<NewPlan>,
    ) -> Result<Result<PlanAnswer, PlanRefused>, Unavailable> {
        let (reply, answer) = oneshot::channel();
        let letter = Letter::Plan {
            seat,
            wanted,
            reply,
        };
        self.post(table, letter).await?;
        answer.await.unwrap_or(Err(Unavailable::Away))
    }

    /// Has a socket follow a table. The first frame is in the queue when this returns.
    pub(crate) async fn attach(
        self: &Arc<Self>,
        table: &TableId,
        actor: Actor,
        since: Option<u64>,
    ) -> Result<Following, Unavailable> {
        let (sender, frames) = mpsc::channel(limits::SOCKET_QUEUE);
        let queue = sender.downgrade();
        let (reply, answer) = oneshot::channel();
        self.post(
            table,
            Letter::Attach(Attach {
                actor,
                since,
                queue: sender,
                reply,
            }),
        )
        .await?;
        let ticket = answer.await.unwrap_or(Err(Unavailable::Away))?;
        Ok(Following {
            frames,
            queue,
            _ticket: ticket,
        })
    }

    /// Puts a letter into the mailbox of a table, which is loaded if it is not hot.
    pub(crate) async fn post(
        self: &Arc<Self>,
        table: &TableId,
        mut letter: Letter,
    ) -> Result<(), Unavailable> {
        for _ in 0..POSTINGS {
            let mailbox = self.mailbox(table).ok_or(Unavailable::Away)?;
            match mailbox.send(letter).await {
                Ok(()) => return Ok(()),
                // The table left the memory in this very moment: it is loaded again.
                Err(mpsc::error::SendError(returned)) => letter = returned,
            }
        }
        Err(Unavailable::Away)
    }

    /// Has a table read its log anew, if it is in memory: another reads what is there in any case.
    pub(crate) async fn reread(&self, table: &TableId) {
        let known = {
            let mailboxes = self.lock();
            let known = mailboxes.open.get(table);
            known.map(|(_, mailbox)| mailbox.clone())
        };
        if let Some(mailbox) = known {
            // One that leaves the memory in this moment is read anew by whoever comes next.
            let _ = mailbox.send(Letter::Reread).await;
        }
    }

    /// A table as its log has it, for whoever looks at it once: it does not come into the memory.
    pub(crate) async fn read(&self, table: &TableId) -> Result<Option<Table>, StoreError> {
        let Some(log) = self.store.load(table.clone()).await? else {
            return Ok(None);
        };
        let replayed = tokio::task::block_in_place(|| Table::replay(&log.events));
        let replayed = replayed.map_err(|error| StoreError::Unreadable(error.to_string()))?;
        Ok(Some(replayed))
    }

    /// After a restart: stops the clocks of all running games as of the moment when the service was
    /// last known to be there, so that nobody is charged for the outage. Games by letter are looked
    /// after when they are loaded.
    pub(crate) async fn revive(self: &Arc<Self>) -> Result<usize, StoreError> {
        let tables = self.store.running().await?;
        let now = self.clock.now();
        let since = self.store.last_alive().await?.unwrap_or(now).min(now);
        let until = Timestamp(now.0.saturating_add(limits::OUTAGE_GRACE_MS));
        self.outage.get_or_init(|| Outage { since, until: now });
        self.note_outage(since, now).await?;
        let count = tables.len();
        let pauses = tables.into_iter().map(|table| async move {
            let (reply, answer) = oneshot::channel();
            let posted = self
                .post(
                    &table,
                    Letter::Pause {
                        since,
                        until,
                        reply,
                    },
                )
                .await;
            if posted.is_err() || !matches!(answer.await, Ok(Ok(()))) {
                tracing::error!(table.id = %table, "a running game could not be brought back");
            }
        });
        futures_util::stream::iter(pauses)
            .buffer_unordered(REVIVED_TOGETHER)
            .collect::<()>()
            .await;
        Ok(count)
    }

    pub(super) fn outage(&self) -> Option<Outage> {
        self.outage.get().copied()
    }

    /// Notes about once a second that the service is there, while a clock runs. Never ends.
    pub(crate) async fn beat(self: Arc<Self>) {
        let mut seconds = tokio::time::interval(limits::HEARTBEAT);
        seconds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            seconds.tick().await;
            if self.running_clocks.load(Ordering::Relaxed) > 0 {
                self.beat_once().await;
            }
        }
    }

    /// Notes that the service is there now.
    pub(crate) async fn beat_once(&self) {
        if let Err(error) = self.store.beat(self.clock.now()).await {
            tracing::error!(%error, "the heartbeat could not be recorded");
        }
    }

    /// Lets a table leave the memory, unless a letter is waiting for it.
    pub(super) fn retire(&self, table: &TableId, mailbox: &mut mpsc::Receiver<Letter>) -> bool {
        let mut mailboxes = self.lock();
        if !mailbox.is_empty() {
            return false;
        }
        mailbox.close();
        mailboxes.open.remove(table);
        self.showcase.forget(table);
        true
    }

    /// Lets all tables end what they are doing and leave the memory. None is loaded any more.
    pub(crate) async fn close(&self) {
        let mut tasks = {
            let mut mailboxes = self.lock();
            mailboxes.is_closed = true;
            mailboxes.open.clear();
            std::mem::take(&mut mailboxes.tasks)
        };
        while tasks.join_next().await.is_some() {}
    }

    /// How many tables are in memory.
    pub(crate) fn hot_tables(&self) -> usize {
        self.lock().open.len()
    }

    fn mailbox(self: &Arc<Self>, table: &TableId) -> Option<mpsc::Sender<Letter>> {
        let mut mailboxes = self.lock();
        if mailboxes.is_closed {
            return None;
        }
        let known = mailboxes.open.get(table);
        if let Some((_, mailbox)) = known.filter(|(_, mailbox)| !mailbox.is_closed()) {
            return Some(mailbox.clone());
        }
        let (mailbox, letters) = mpsc::channel(limits::TABLE_MAILBOX);
        mailboxes.last_number += 1;
        let number = mailboxes.last_number;
        mailboxes
            .open
            .insert(table.clone(), (number, mailbox.clone()));
        // Those that have ended must not pile up.
        while mailboxes.tasks.try_join_next().is_some() {}
        mailboxes
            .tasks
            .spawn(Arc::clone(self).keep(table.clone(), number, letters));
        Some(mailbox)
    }

    /// Keeps a table hot; when its task breaks off, loads it again from its log.
    async fn keep(
        self: Arc<Self>,
        table: TableId,
        number: u64,
        mut letters: mpsc::Receiver<Letter>,
    ) {
        for _ in 0..REVIVALS {
            let task = tokio::spawn(Arc::clone(&self).keep_once(table.clone(), letters));
            match task.await {
                Ok(()) => return,
                // The runtime is going down.
                Err(error) if !error.is_panic() => return,
                // The panic itself was reported where it happened.
                Err(_) => tracing::error!(table.id = %table, "the task of a table broke off"),
            }
            let (mailbox, fresh) = mpsc::channel(limits::TABLE_MAILBOX);
            match self.lock().open.get_mut(&table) {
                Some(entry) if entry.0 == number => entry.1 = mailbox,
                // Somebody has asked for the table since, and it has a new task already.
                _ => return,
            }
            letters = fresh;
        }
        tracing::error!(table.id = %table, "the table rests until somebody asks for it again");
        self.leave(&table, letters, Unavailable::Away).await;
    }

    async fn keep_once(self: Arc<Self>, table: TableId, mut letters: mpsc::Receiver<Letter>) {
        match Keeper::load(Arc::clone(&self), table.clone()).await {
            Ok(Some(keeper)) => {
                keeper.keep(&mut letters).await;
                // What came in the last moment, after the mailbox was seen to be empty.
                refuse_all(letters, Unavailable::Away).await;
            }
            Ok(None) => self.leave(&table, letters, Unavailable::NoSuchTable).await,
            Err(error) => {
                tracing::error!(table.id = %table, %error, "a table could not be loaded");
                self.leave(&table, letters, Unavailable::Away).await;
            }
        }
    }

    async fn leave(&self, table: &TableId, mut letters: mpsc::Receiver<Letter>, why: Unavailable) {
        {
            let mut mailboxes = self.lock();
            letters.close();
            mailboxes.open.remove(table);
        }
        refuse_all(letters, why).await;
    }

    /// How many tables are in memory.
    #[cfg(test)]
    pub(super) fn hot(&self) -> usize {
        self.lock().open.len()
    }

    fn lock(&self) -> MutexGuard<'_, Mailboxes> {
        // Nothing panics while it is held; and a map of mailboxes cannot be half changed.
        self.mailboxes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

async fn refuse_all(mut letters: mpsc::Receiver<Letter>, why: Unavailable) {
    letters.close();
    while let Some(letter) = letters.recv().await {
        letter.fail(why);
    }
}
