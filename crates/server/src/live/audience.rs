//! Who follows a hot table: sockets with their queues. What they are sent is made in `keeper.rs`.

use tabiya_arbiter::{Actor, Seat};
use tokio::sync::mpsc;

use super::letter::Frame;
use crate::limits;

struct Follower {
    actor: Actor,
    queue: mpsc::Sender<Frame>,
}

/// The sockets that follow one table.
#[derive(Default)]
pub(super) struct Audience {
    followers: Vec<Follower>,
}

impl Audience {
    /// Whether there is no room for one more of this kind. Each player is counted apart from those
    /// who watch, so that no crowd keeps a player from the game.
    pub(super) fn is_full_for(&self, actor: Actor) -> bool {
        let room = match actor.seat() {
            Some(_) => limits::SOCKETS_PER_SEAT,
            None => limits::WATCHERS_PER_TABLE,
        };
        let alike = |follower: &&Follower| follower.actor == actor;
        self.followers.iter().filter(alike).count() >= room
    }

    pub(super) fn is_empty(&self) -> bool {
        self.followers.is_empty()
    }

    /// Whether a player is here with at least one socket.
    pub(super) fn has(&self, seat: Seat) -> bool {
        self.has_kind(Actor::Seat(seat))
    }

    /// How many only watch.
    pub(super) fn watchers(&self) -> usize {
        let watches = |follower: &&Follower| follower.actor.seat().is_none();
        self.followers.iter().filter(watches).count()
    }

    /// Sends to the players only.
    pub(super) fn send_to_players(&mut self, frame: &Frame) {
        self.followers.retain(|follower| {
            follower.actor.seat().is_none() || follower.queue.try_send(frame.clone()).is_ok()
        });
    }

    /// Whether anybody follows as this actor.
    pub(super) fn has_kind(&self, actor: Actor) -> bool {
        self.followers
            .iter()
            .any(|follower| follower.actor == actor)
    }

    pub(super) fn add(&mut self, actor: Actor, queue: mpsc::Sender<Frame>) {
        self.followers.push(Follower { actor, queue });
    }

    /// Drops one that has left no room for an answer in its queue.
    pub(super) fn drop_follower(&mut self, queue: &mpsc::Sender<Frame>) {
        self.followers
            .retain(|follower| !follower.queue.same_channel(queue));
    }

    /// Forgets those whose socket is gone.
    pub(super) fn forget_gone(&mut self) {
        self.followers
            .retain(|follower| !follower.queue.is_closed());
    }

    /// Sends to all. Nobody is waited for: whoever has not taken as many frames as the queue holds
    /// is dropped, sees its queue end, and comes back to resync.
    pub(super) fn send(&mut self, frame: &Frame) {
        self.followers
            .retain(|follower| follower.queue.try_send(frame.clone()).is_ok());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_crowd_that_watches_leaves_the_players_their_room() {
        let (queue, _reads) = mpsc::channel(limits::SOCKET_QUEUE);
        let mut audience = Audience::default();
        for _ in 0..limits::WATCHERS_PER_TABLE {
            audience.add(Actor::Spectator, queue.clone());
        }
        assert!(audience.is_full_for(Actor::Spectator));
        assert!(!audience.is_full_for(Actor::Seat(Seat::Owner)));
        for _ in 0..limits::SOCKETS_PER_SEAT {
            audience.add(Actor::Seat(Seat::Guest), queue.clone());
        }
        assert!(audience.is_full_for(Actor::Seat(Seat::Guest)));
        assert!(!audience.is_full_for(Actor::Seat(Seat::Owner)));
    }

    #[test]
    fn a_follower_that_does_not_read_is_dropped_and_the_others_are_not() {
        let (fast, mut reads) = mpsc::channel(limits::SOCKET_QUEUE);
        let (slow, sleeps) = mpsc::channel(limits::SOCKET_QUEUE);
        let mut audience = Audience::default();
        audience.add(Actor::Seat(Seat::Owner), fast);
        audience.add(Actor::Seat(Seat::Guest), slow);
        let frame = Frame::Answer {
            id: "c1".to_owned(),
            answer: Arc::new(Ok(1)),
        };
        for _ in 0..=limits::SOCKET_QUEUE {
            audience.send(&frame);
            reads.try_recv().unwrap();
        }
        assert!(audience.has(Seat::Owner) && !audience.has(Seat::Guest));
        assert_eq!(
            sleeps.len(),
            limits::SOCKET_QUEUE,
            "what was sent before is still to be read"
        );
        drop(reads);
        audience.forget_gone();
        assert!(audience.is_empty());
    }
}
