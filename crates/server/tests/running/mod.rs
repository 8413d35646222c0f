//! A service that runs in the test's own process, on a folder of its own, and can be stopped and
//! started.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use tabiya_server::{
    Config, ManualClock, PasswordCost, Ports, Service, SqliteStore, Tables, listen,
};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

/// Where a service keeps what it keeps.
pub(crate) struct Kept {
    pub(crate) store: Arc<SqliteStore>,
    pub(crate) tables: Arc<dyn Tables>,
}

impl From<&Arc<SqliteStore>> for Kept {
    fn from(store: &Arc<SqliteStore>) -> Self {
        Self {
            store: Arc::clone(store),
            tables: Arc::clone(store) as Arc<dyn Tables>,
        }
    }
}

/// Tests have nothing to hide, and are in a hurry.
const CHEAP: PasswordCost = PasswordCost {
    memory_kib: 8,
    passes: 1,
};

pub(crate) fn config(folder: &Path) -> Config {
    let usual = Config::new("127.0.0.1:0".parse().unwrap(), folder.to_owned());
    Config {
        passwords: CHEAP,
        ..usual
    }
}

impl Running {
    pub(crate) async fn start(folder: &Path) -> Self {
        Self::with_config(config(folder)).await
    }

    pub(crate) async fn with_config(config: Config) -> Self {
        Self::run(Service::start(config).await.unwrap())
    }

    pub(crate) async fn with_ports(store: impl Into<Kept>, clock: &Arc<ManualClock>) -> Self {
        Self::with_all(config(Path::new("unused")), store, clock).await
    }

    pub(crate) async fn with_all(
        config: Config,
        store: impl Into<Kept>,
        clock: &Arc<ManualClock>,
    ) -> Self {
        let listener = listen(config.listen).await.unwrap();
        let Kept { store, tables } = store.into();
        let clock = Arc::clone(clock);
        let ports = Ports {
            tables,
            store,
            clock,
        };
        Self::run(Service::with(config, ports, listener).await.unwrap())
    }

    fn run(service: Service) -> Self {
        let address = service.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(service.run(async {
            let _ = stopped.await;
        }));
        Self {
            address,
            stop: Some(stop),
            task,
        }
    }

    /// Stops in good order and waits for the end.
    pub(crate) async fn stop(mut self) {
        let _ = self.stop.take().unwrap().send(());
        self.task.await.unwrap();
    }
}
