//! Looks in the background whether anybody can still mate, for what the arbiter's glance after a
//! move leaves open. Only the search is here; whether its proof holds is judged by the arbiter.

use std::sync::Arc;

use tabiya_arbiter::nobody_can_mate;
use tabiya_rules::{ByColor, Position, Proof};
use tokio::sync::{Semaphore, oneshot};

/// The proofs that nobody can ever mate, if they were found.
type Found = Option<ByColor<Proof>>;

/// How many positions are looked into at a time, in the whole service.
pub(super) struct Examiner(Arc<Semaphore>);

/// A position that is being looked into.
pub(super) struct Examination {
    /// How many half-moves it comes after.
    ply: u32,
    found: oneshot::Receiver<Found>,
}

impl Default for Examiner {
    /// Half of the cores: tables come first.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new(cores.div_ceil(2))))
    }
}

impl Examiner {
    /// Begins to look into a position. Whoever drops the examination is not waited for.
    pub(super) fn examine(&self, ply: u32, position: Position) -> Examination {
        let (tell, found) = oneshot::channel();
        let permits = Arc::clone(&self.0);
        tokio::spawn(async move {
            let Ok(_permit) = permits.acquire().await else {
                return;
            };
            // The next move may have been played while this one waited.
            if tell.is_closed() {
                return;
            }
            if let Ok(proofs) =
                tokio::task::spawn_blocking(move || nobody_can_mate(&position)).await
            {
                let _ = tell.send(proofs);
            }
        });
        Examination { ply, found }
    }
}

impl Examination {
    /// Waits for the answer: the half-moves before the position, and the proofs. A search that
    /// broke off has found nothing.
    pub(super) async fn done(&mut self) -> Option<(u32, ByColor<Proof>)> {
        let found = (&mut self.found).await.unwrap_or_default();
        found.map(|proofs| (self.ply, proofs))
    }
}
