//! The service as a whole: opens the store, brings running games back, listens, and stops in good
//! order.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tabiya_arbiter::Timestamp;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, watch};
use tower_service::Service as _;

use crate::access::{self, Recalled};
use crate::accounts::Passwords;
use crate::clock::{Clock, SystemClock};
use crate::computer::Computers;
use crate::config::Config;
use crate::hosts::Hosts;
use crate::http::{self, Ceremonies, Pictures};
use crate::letters::invitations;
use crate::limits::{self, PerAddress, PerKey};
use crate::live::Hall;
use crate::lobby::Lobby;
use crate::mail::{BadMailSetting, MailReading, Postman};
use crate::secrets::Secret;
use crate::store::{Letters, OpenError, SqliteStore, Store, StoreError, Tables};

/// How long open connections may take to end when the service stops.
const STOPPING_TIME: Duration = Duration::from_secs(2);
/// How long to wait when the system can take no more connections.
const BREATHING_TIME: Duration = Duration::from_millis(100);

/// What the handlers share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) hall: Arc<Hall>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) hosts: Hosts,
    pub(crate) opens: PerAddress,
    pub(crate) joins: PerAddress,
    pub(crate) commands: PerAddress,
    pub(crate) sign_ins: PerAddress,
    pub(crate) tries: PerKey<String>,
    pub(crate) sign_ups: PerAddress,
    pub(crate) sign_ups_a_day: PerAddress,
    pub(crate) mailed_links: PerAddress,
    pub(crate) mailed_links_to: PerKey<String>,
    pub(crate) passwords: Passwords,
    pub(crate) visits: PerAddress,
    pub(crate) reports: PerAddress,
    pub(crate) puzzles: PerAddress,
    pub(crate) requests: PerAddress,
    /// One copy of the store at a time.
    pub(crate) backups: Arc<Semaphore>,
    /// When the service began.
    pub(crate) started: Timestamp,
    /// The places for connections.
    room: Arc<Semaphore>,
    pub(crate) ceremonies: Ceremonies,
    pub(crate) pictures: Pictures,
    pub(crate) invites: PerAddress,
    /// What mailed links are derived from.
    pub(crate) secret: Secret,
    /// Sockets that are to be looked at again.
    pub(crate) recalls: broadcast::Sender<Recalled>,
    /// The number of the last ban that was heeded.
    pub(crate) heeded: tokio::sync::Mutex<u64>,
    /// Turns true when the service stops.
    pub(crate) stopping: watch::Receiver<bool>,
}

impl App {
    /// Connections that are open now, WebSockets among them.
    pub(crate) fn connections(&self) -> usize {
        all_connections().saturating_sub(self.room.available_permits())
    }
}

fn all_connections() -> usize {
    usize::try_from(limits::CONNECTIONS).unwrap_or(Semaphore::MAX_PERMITS)
}

/// What the service stands on; tests bring their own.
pub struct Ports {
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// Where the tables write their logs: the same place, or one that a test lets fail.
    pub tables: Arc<dyn Tables>,
    /// Who tells the time.
    pub clock: Arc<dyn Clock>,
}

impl Ports {
    /// The real ones: SQLite in the data folder, and the machine's clock.
    pub async fn open(config: &Config) -> Result<Self, StartError> {
        let store = Arc::new(SqliteStore::open(&config.data)?);
        let earliest = store.last_alive().await?.unwrap_or(Timestamp(0));
        Ok(Self {
            tables: Arc::clone(&store) as Arc<dyn Tables>,
            store,
            clock: Arc::new(SystemClock::start(earliest)),
        })
    }
}

/// Why the service does not start, each in one sentence for whoever starts it.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The store can be opened and not read.
    #[error("the store cannot be read: {0}")]
    Reading(#[from] StoreError),
    /// Mail cannot be sent as it is set.
    #[error(transparent)]
    Mail(#[from] BadMailSetting),
    /// The port is taken.
    #[error("port {0} is already in use; choose another one with --port")]
    PortTaken(u16),
    /// The address cannot be listened on for another reason.
    #[error("cannot listen on {address}: {cause}")]
    Listening {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        cause: std::io::Error,
    },
}

/// A service that listens but does not answer yet.
pub struct Service {
    app: Arc<App>,
    postman: Postman,
    listener: TcpListener,
    address: SocketAddr,
    stop: watch::Sender<bool>,
}

impl Service {
    /// Listens, opens the store, and brings back the games that were running.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        // First the port: a second start by mistake must not touch the store.
        let listener = listen(config.listen).await?;
        let ports = Ports::open(&config).await?;
        Self::with(config, ports, listener).await
    }

    /// The same, on ports of the caller's choice.
    pub async fn with(
        config: Config,
        ports: Ports,
        listener: TcpListener,
    ) -> Result<Self, StartError> {
        let unknown = |cause| StartError::Listening {
            address: config.listen,
            cause,
        };
        let address = listener.local_addr().map_err(unknown)?;
        let (stop, stopping) = watch::channel(false);
        let computers = Computers::new(config.computer.clone());
        let hall = Hall::new(
            ports.tables,
            Arc::clone(&ports.store) as Arc<dyn Letters>,
            Arc::clone(&ports.clock),
            computers,
        );
        let revived = hall.revive().await?;
        tracing::info!(tables = revived, "running games brought back");
        let (store, clock) = (Arc::clone(&ports.store), Arc::clone(&ports.clock));
        let lobby = Lobby::open(store, clock, Arc::clone(&hall)).await?;
        let app = Arc::new(App {
            lobby,
            hosts: Hosts::new(address, config.public_url.clone()),
            opens: PerAddress::new(config.rates.opens),
            joins: PerAddress::new(config.rates.joins),
            commands: PerAddress::new(config.rates.commands),
            sign_ins: PerAddress::new(config.rates.sign_ins),
            tries: PerKey::new(config.rates.tries),
            sign_ups: PerAddress::new(config.rates.sign_ups),
            sign_ups_a_day: PerAddress::new(config.rates.sign_ups_a_day),
            mailed_links: PerAddress::new(config.rates.mailed_links),
            mailed_links_to: PerKey::new(config.rates.mailed_links),
            passwords: Passwords::new(config.passwords),
            visits: PerAddress::new(config.rates.visits),
            reports: PerAddress::new(limits::reports()),
            puzzles: PerAddress::new(limits::puzzles()),
            requests: PerAddress::new(config.rates.requests),
            backups: Arc::new(Semaphore::new(1)),
            started: ports.clock.now(),
            room: Arc::new(Semaphore::new(all_connections())),
            ceremonies: Ceremonies::default(),
            pictures: Pictures::default(),
            invites: PerAddress::new(limits::invites()),
            secret: ports.store.secret().await?,
            store: ports.store,
            clock: ports.clock,
            hall,
            recalls: broadcast::Sender::new(limits::RECALLS),
            heeded: tokio::sync::Mutex::new(0),
            stopping,
            config,
        });
        let postman = Postman::new(Arc::clone(&app))?;
        Ok(Self {
            app,
            postman,
            listener,
            address,
            stop,
        })
    }

    /// Where it listens, with the port that was taken.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `until` is done; then says goodbye to all sockets and ends.
    pub async fn run(self, until: impl Future<Output = ()>) {
        let hall = Arc::clone(&self.app.hall);
        let heartbeat = tokio::spawn(Arc::clone(&hall).beat());
        let lobby = tokio::spawn(Arc::clone(&self.app.lobby).run());
        let waking = tokio::spawn(Arc::clone(&hall).wake());
        let inviting = tokio::spawn(invitations::look_after(Arc::clone(&self.app)));
        let tidying = tokio::spawn(Arc::clone(&hall.computers).tidy());
        let watching = tokio::spawn(access::watch_bans(Arc::clone(&self.app)));
        let mut postman = tokio::spawn(self.postman.run());
        let mut reading = tokio::spawn(MailReading::new(Arc::clone(&self.app)).run());
        let router = http::router(Arc::clone(&self.app));
        let room = Arc::clone(&self.app.room);
        let mut until = pin!(until);
        loop {
            let Ok(place) = Arc::clone(&room).acquire_owned().await else {
                break;
            };
            tokio::select! {
                () = &mut until => break,
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        let (router, stopping) = (router.clone(), self.app.stopping.clone());
                        let peer = Peer { address: peer, place: Arc::new(place) };
                        tokio::spawn(serve(stream, peer, router, stopping));
                    }
                    Err(error) => {
                        tracing::warn!(%error, "a connection could not be accepted");
                        tokio::time::sleep(BREATHING_TIME).await;
                    }
                }
            }
        }
        drop(self.listener);
        let _ = self.stop.send(true);
        // Every connection gives its place back when it has ended.
        let ended = room.acquire_many(limits::CONNECTIONS);
        let _ = tokio::time::timeout(STOPPING_TIME, ended).await;
        hall.beat_once().await;
        lobby.abort();
        // It holds the store, which somebody may open the next moment.
        let _ = lobby.await;
        heartbeat.abort();
        let _ = heartbeat.await;
        waking.abort();
        let _ = waking.await;
        inviting.abort();
        let _ = inviting.await;
        watching.abort();
        let _ = watching.await;
        if tokio::time::timeout(STOPPING_TIME, hall.close())
            .await
            .is_err()
        {
            tracing::warn!("a table was still busy when the service stopped");
        }
        // What is half handed over shall not have to be sent again.
        let both = async { tokio::join!(&mut postman, &mut reading) };
        if tokio::time::timeout(STOPPING_TIME, both).await.is_err() {
            postman.abort();
            reading.abort();
        }
        tidying.abort();
        hall.computers.close().await;
    }
}

/// Waits until the service stops.
pub(crate) async fn stops(stopping: &mut watch::Receiver<bool>) {
    // An error says that the service is gone altogether.
    drop(stopping.wait_for(|stops| *stops).await);
}

/// Takes the port, with a sentence of its own for the commonest reason why that fails.
pub async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address)
        .await
        .map_err(|cause| match cause.kind() {
            std::io::ErrorKind::AddrInUse => StartError::PortTaken(address.port()),
            _ => StartError::Listening { address, cause },
        })
}

/// Who is at the other end of a connection, and the connection's place among all that there may be.
/// A WebSocket keeps the place for as long as it lives.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    #[expect(dead_code, reason = "it is held, not read")]
    place: Arc<OwnedSemaphorePermit>,
}

async fn serve(stream: TcpStream, peer: Peer, router: Router, mut stopping: watch::Receiver<bool>) {
    // A move must not wait for more bytes to come.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        answer(router.clone(), peer.clone(), request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD_TIME)
        .max_buf_size(limits::HEAD_BYTES)
        .max_headers(limits::HEADERS);
    let connection = http
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // What a client does wrong with its connection is its own business.
    tokio::select! {
        _ = &mut connection => return,
        () = stops(&mut stopping) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

async fn answer(
    mut router: Router,
    peer: Peer,
    mut request: Request<Incoming>,
) -> Result<Response, Infallible> {
    request.extensions_mut().insert(peer);
    router.call(request).await
}
