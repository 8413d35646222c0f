//! How long messages of one WebSocket are on the wire, as the server measures it: by pings that the
//! other side's WebSocket answers by itself. What is forgiven of it is the arbiter's to say.

use std::time::{Duration, Instant};

use axum::body::Bytes;

/// The lag of one WebSocket.
#[derive(Debug, Default)]
pub(super) struct Lag {
    /// The ping that has no answer yet.
    sent: Option<(u64, Instant)>,
    pings: u64,
    /// One way, smoothed; none before the first answer.
    one_way: Option<Duration>,
}

impl Lag {
    /// The part of a new measurement in the mean is one to this many.
    const SMOOTHING: u32 = 4;

    /// What to send as a ping now.
    pub(super) fn ping(&mut self, now: Instant) -> Bytes {
        self.pings = self.pings.wrapping_add(1);
        self.sent = Some((self.pings, now));
        Bytes::copy_from_slice(&self.pings.to_be_bytes())
    }

    /// Takes note of an answer; those to older pings, or to none, say nothing.
    pub(super) fn pong(&mut self, payload: &[u8], now: Instant) {
        let Some((_, sent)) = self
            .sent
            .take_if(|(number, _)| number.to_be_bytes() == payload)
        else {
            return;
        };
        let found = now.saturating_duration_since(sent) / 2;
        self.one_way = Some(self.one_way.map_or(found, |mean| {
            (mean * (Self::SMOOTHING - 1) + found) / Self::SMOOTHING
        }));
    }

    /// How long a message is on its way here; 0 as long as that is not known.
    pub(super) fn one_way_ms(&self) -> u64 {
        let one_way = self.one_way.unwrap_or_default();
        u64::try_from(one_way.as_millis()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(lag: &mut Lag, start: Instant, round_ms: u64) -> u64 {
        let ping = lag.ping(start);
        lag.pong(&ping, start + Duration::from_millis(round_ms));
        lag.one_way_ms()
    }

    #[test]
    fn the_first_answer_counts_whole_and_later_ones_smooth_it() {
        let (mut lag, start) = (Lag::default(), Instant::now());
        assert_eq!(lag.one_way_ms(), 0);
        assert_eq!(measured(&mut lag, start, 200), 100);
        assert_eq!(measured(&mut lag, start, 1_000), 200);
        assert_eq!(measured(&mut lag, start, 400), 200);
        assert_eq!(measured(&mut lag, start, 0), 150);
    }

    #[test]
    fn only_the_answer_to_the_last_ping_counts_and_only_once() {
        let (mut lag, start) = (Lag::default(), Instant::now());
        let late = start + Duration::from_secs(9);
        lag.pong(b"", late);
        let old = lag.ping(start);
        let new = lag.ping(start);
        lag.pong(&old, late);
        assert_eq!(lag.one_way_ms(), 0);
        lag.pong(&new, start + Duration::from_millis(60));
        lag.pong(&new, late);
        assert_eq!(lag.one_way_ms(), 30);
    }
}
