//! `tabiya serve`: options and environment become the service's settings; the address to open is
//! printed.

use std::io::IsTerminal as _;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use clap::builder::BoolishValueParser;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use tabiya_server::engine_process::EngineCommand;
use tabiya_server::{
    ComputerConfig, Config, Incoming, MailConfig, Mailbox, PublicUrl, Rate, Rates, ReplyPattern,
    Service, SmtpUrl, Transport, lan_origin,
};
use tracing_subscriber::EnvFilter;

/// The word for no engine at all.
const NO_ENGINE: &str = "none";

const MINUTE: Duration = Duration::from_secs(60);

/// Every option can also be set in the environment; an option wins.
#[derive(Args)]
pub(crate) struct Options {
    /// Address and port to listen on; 127.0.0.1:8080 is for this computer only
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "TABIYA_LISTEN",
        default_value = "0.0.0.0:8080"
    )]
    listen: SocketAddr,
    /// Another port than that of --listen; 0 takes any free one
    #[arg(long, env = "TABIYA_PORT")]
    port: Option<u16>,
    /// Folder in which everything is kept; it is made if it is missing
    #[arg(
        long,
        value_name = "FOLDER",
        env = "TABIYA_DATA",
        default_value = "./data"
    )]
    data: PathBuf,
    /// Address that browsers use, if it is another one: https://chess.example.org
    #[arg(long, value_name = "URL", env = "TABIYA_PUBLIC_URL", value_parser = PublicUrl::parse)]
    public_url: Option<PublicUrl>,
    /// Believe the X-Forwarded-For header: only if every request comes through your proxy
    #[arg(long, env = "TABIYA_BEHIND_PROXY", value_parser = BoolishValueParser::new())]
    behind_proxy: bool,
    /// Tables that one address may open in a minute; 0 for no limit
    #[arg(
        long,
        value_name = "COUNT",
        env = "TABIYA_OPENS_PER_MINUTE",
        default_value_t = 30
    )]
    opens_per_minute: u32,
    /// Seats and links that one address may ask for in a minute; 0 for no limit
    #[arg(
        long,
        value_name = "COUNT",
        env = "TABIYA_JOINS_PER_MINUTE",
        default_value_t = 60
    )]
    joins_per_minute: u32,
    /// Messages a second on one connection, ten times as many at once; 0 for no limit
    #[arg(
        long,
        value_name = "COUNT",
        env = "TABIYA_COMMANDS_PER_SECOND",
        default_value_t = 10
    )]
    commands_per_second: u32,
    /// Requests to the API that one address may make in a minute; 0 for no limit
    #[arg(
        long,
        value_name = "COUNT",
        env = "TABIYA_REQUESTS_PER_MINUTE",
        default_value_t = 1200
    )]
    requests_per_minute: u32,
    /// Accounts that one address may make in ten minutes, fifteen times as many in a day; 0 for no
    /// limit
    #[arg(
        long,
        value_name = "COUNT",
        env = "TABIYA_SIGN_UPS",
        default_value_t = 10
    )]
    sign_ups: u32,
    /// Engine that plays where an owner seats a computer: any program that speaks UCI, or none;
    /// without this it is Tabiya's own
    #[arg(long, value_name = "PATH", env = "TABIYA_ENGINE")]
    engine: Option<PathBuf>,
    /// Option that the engine is given: NAME=VALUE; may be repeated, in the environment with a
    /// semicolon between
    #[arg(
        long,
        value_name = "NAME=VALUE",
        env = "TABIYA_ENGINE_OPTIONS",
        value_delimiter = ';',
        value_parser = engine_option
    )]
    engine_option: Vec<(String, String)>,
    /// Engines that think at once; more games wait. Without this, as many as there are processors
    #[arg(long, value_name = "COUNT", env = "TABIYA_ENGINES")]
    engines: Option<NonZeroUsize>,
    /// Server that takes mail: smtp://USER:PASSWORD@HOST:PORT or smtps://…; without it mails are
    /// written into the folder `mail` of the data folder
    #[arg(long, value_name = "URL", env = "TABIYA_SMTP_URL", hide_env_values = true, value_parser = SmtpUrl::parse)]
    smtp_url: Option<SmtpUrl>,
    /// File that holds the password for the mail server
    #[arg(long, value_name = "FILE", env = "TABIYA_SMTP_PASSWORD_FILE")]
    smtp_password_file: Option<PathBuf>,
    /// Sender of all mails: "Tabiya <chess@example.org>"; needed with --smtp-url
    #[arg(long, value_name = "SENDER", env = "TABIYA_MAIL_FROM", value_parser = MailConfig::read_from)]
    mail_from: Option<Mailbox>,
    /// Addresses that replies to mails go to, a secret in the place of the star:
    /// chess+*@example.org; with --mail-in a reply that holds a move plays it
    #[arg(long, value_name = "PATTERN", env = "TABIYA_MAIL_REPLY", value_parser = ReplyPattern::parse)]
    mail_reply: Option<ReplyPattern>,
    /// Where those replies are read: maildir:FOLDER or imaps://USER:PASSWORD@HOST/INBOX?move=FOLDER
    #[arg(long, value_name = "PLACE", env = "TABIYA_MAIL_IN", hide_env_values = true, value_parser = Incoming::parse)]
    mail_in: Option<Incoming>,
    /// File that holds the password for --mail-in
    #[arg(long, value_name = "FILE", env = "TABIYA_MAIL_IN_PASSWORD_FILE")]
    mail_in_password_file: Option<PathBuf>,
    /// Print the QR code of the address even if the output is not a terminal
    #[arg(long)]
    qr: bool,
}

impl Options {
    fn config(self) -> anyhow::Result<Config> {
        let mut listen = self.listen;
        if let Some(port) = self.port {
            listen.set_port(port);
        }
        let computer = self.computer()?;
        let mail = self.mail()?;
        Ok(Config {
            computer,
            mail,
            public_url: self.public_url,
            behind_proxy: self.behind_proxy,
            rates: Rates {
                opens: Rate::per_minute(self.opens_per_minute),
                joins: Rate::per_minute(self.joins_per_minute),
                commands: Rate::per_second(self.commands_per_second),
                requests: Rate::per_minute(self.requests_per_minute),
                sign_ups: Rate::per(10 * MINUTE, self.sign_ups),
                sign_ups_a_day: Rate::per(24 * 60 * MINUTE, self.sign_ups.saturating_mul(15)),
                ..Rates::default()
            },
            ..Config::new(listen, self.data)
        })
    }

    /// How mail leaves.
    fn mail(&self) -> anyhow::Result<MailConfig> {
        let mut mail = MailConfig::default();
        if let Some(url) = &self.smtp_url {
            anyhow::ensure!(
                self.mail_from.is_some(),
                "with --smtp-url, --mail-from has to say whose mails they are"
            );
            let url = match &self.smtp_password_file {
                Some(file) => url.clone().with_password(&password(file)?),
                None => url.clone(),
            };
            mail.transport = Transport::Smtp(url);
        }
        if let Some(from) = &self.mail_from {
            mail.from = from.clone();
        }
        anyhow::ensure!(
            self.mail_reply.is_some() == self.mail_in.is_some(),
            "--mail-reply and --mail-in belong together: where replies go, and where they are read"
        );
        mail.reply.clone_from(&self.mail_reply);
        mail.incoming = match (&self.mail_in, &self.mail_in_password_file) {
            (Some(place), Some(file)) => Some(place.clone().with_password(&password(file)?)),
            (place, _) => place.clone(),
        };
        Ok(mail)
    }

    /// The engine that was chosen; none where no computer shall play.
    fn computer(&self) -> anyhow::Result<Option<ComputerConfig>> {
        let command = match &self.engine {
            Some(path) if path.as_os_str() == NO_ENGINE => return Ok(None),
            Some(path) => EngineCommand::new(path),
            None => {
                let own = std::env::current_exe().context("the own program cannot be found")?;
                EngineCommand::new(own).arg("uci")
            }
        };
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Some(ComputerConfig {
            command,
            options: self.engine_option.clone(),
            at_once: self.engines.map_or_else(cores, usize::from),
            retry_after: ComputerConfig::RETRY_AFTER,
        }))
    }
}

/// The first line of a file.
fn password(file: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("the password in {} cannot be read", file.display()))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

fn engine_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("an option is written NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Serves until the process is told to stop.
pub(crate) fn run(options: Options) -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_env("TABIYA_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    let wants_qr = options.qr || std::io::stdout().is_terminal();
    let config = options.config()?;
    let public_url = config.public_url.clone();
    let runtime = tokio::runtime::Runtime::new().context("the service cannot start its threads")?;
    runtime.block_on(async {
        // Before the address is printed: whoever reads it may already send a signal.
        let stop = stop_signal()?;
        let service = Service::start(config).await?;
        print!(
            "{}",
            welcome(service.address(), public_url.as_ref(), wants_qr)?
        );
        service.run(stop).await;
        Ok(())
    })
}

/// Where to open the board, for whoever has started the service.
fn welcome(
    address: SocketAddr,
    public_url: Option<&PublicUrl>,
    wants_qr: bool,
) -> anyhow::Result<String> {
    let port = address.port();
    let mut text = String::from("\nTabiya is ready. Open it in a browser:\n\n");
    text += &format!("  on this computer       http://localhost:{port}\n");
    let lan = lan_origin(address);
    if let Some(lan) = &lan {
        text += &format!("  in the local network   {lan}\n");
    }
    if let Some(url) = public_url {
        text += &format!("  from everywhere        {url}\n");
    }
    text += "\nStop it with Ctrl-C; games go on where they were when it is started again.\n";
    let for_others = public_url.map(ToString::to_string).or(lan);
    if let Some(link) = for_others.filter(|_| wants_qr) {
        text += &format!("\n{}\n", qr_code(&link)?);
    }
    Ok(text)
}

/// A QR code in half blocks, light on dark as terminals are; readers take both.
fn qr_code(link: &str) -> anyhow::Result<String> {
    let code = QrCode::new(link).context("the address does not fit into a QR code")?;
    let drawing = code
        .render::<Dense1x2>()
        .dark_color(Dense1x2::Light)
        .light_color(Dense1x2::Dark)
        .build();
    Ok(drawing)
}

/// Done when the process is asked to end.
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::terminate()).context("the service cannot hear signals")?
    };
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_welcome_names_the_address_and_draws_a_code_on_request() {
        let url = PublicUrl::parse("https://chess.example.org").unwrap();
        let address = "127.0.0.1:8081".parse().unwrap();
        let plain = welcome(address, None, true).unwrap();
        assert!(
            plain.contains("http://localhost:8081\n") && !plain.contains('█'),
            "{plain}"
        );
        let drawn = welcome(address, Some(&url), true).unwrap();
        assert!(
            drawn.contains("https://chess.example.org\n") && drawn.contains('█'),
            "{drawn}"
        );
        assert!(!welcome(address, Some(&url), false).unwrap().contains('█'));
    }
}
