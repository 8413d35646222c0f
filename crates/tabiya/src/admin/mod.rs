//! `tabiya admin`: what a host does from the command line, whether the service runs on the data
//! folder at that moment or not. What is done stands in the server's `office`.

mod backup;
mod ratings;
mod show;

use std::path::PathBuf;

use clap::builder::BoolishValueParser;
use clap::{Args, Subcommand};
use tabiya_server::{Office, OfficeError, PublicUrl, RulesWish, StoreError};

use crate::output::{Ending, Format, Output, complain};

/// It works beside a running service, on the same data folder.
///
/// Examples:
///   tabiya admin users ana
///   tabiya admin ban Eve --reason "insults" --days 7
///   tabiya admin backup copy.sqlite3
#[derive(Args)]
#[command(verbatim_doc_comment, arg_required_else_help = true)]
pub(crate) struct Options {
    /// Folder in which the service keeps everything
    #[arg(
        long,
        global = true,
        value_name = "FOLDER",
        env = "TABIYA_DATA",
        default_value = "./data"
    )]
    data: PathBuf,
    #[command(flatten)]
    format: Format,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List people, newest first
    Users {
        /// Letters of the name or of the mail address
        #[arg(default_value = "")]
        search: String,
    },
    /// Show one person
    User {
        /// Name, mail address or id
        who: String,
    },
    /// Make somebody an admin, or a member again
    Role {
        /// Name, mail address or id
        who: String,
        /// admin or member
        role: String,
    },
    /// Keep somebody out: a person, a network address, a mail address. A running service ends what is
    /// open within a second; opponents lose no result
    Ban {
        /// Name, id, mail address or network address
        whom: String,
        /// Why, as the banned person reads it
        #[arg(long)]
        reason: String,
        /// For how long; without this, until the ban is lifted
        #[arg(long, allow_negative_numbers = true)]
        days: Option<u32>,
    },
    /// Lift a ban
    Unban {
        /// Name, id, mail address or network address; or the id of the ban
        whom: String,
    },
    /// List the bans in force
    Bans,
    /// Give an account a new password, for somebody who has lost the own one; it is shown this once.
    /// Sessions, API tokens and private links to seats end
    Password {
        /// Name, mail address or id
        who: String,
    },
    /// Give an account another name
    Rename {
        /// Name, mail address or id
        who: String,
        /// The new name
        name: String,
    },
    /// Make an invitation; its link is shown this once
    Invite {
        /// For whom it is
        #[arg(default_value = "")]
        note: String,
        /// For how many days it can be used
        #[arg(long, default_value_t = 14, allow_negative_numbers = true)]
        days: u32,
        /// Accounts that can be made with it
        #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
        uses: u32,
        /// The address of the service, for a link that is whole
        #[arg(long, value_name = "URL", env = "TABIYA_PUBLIC_URL", value_parser = PublicUrl::parse)]
        public_url: Option<PublicUrl>,
    },
    /// List the invitations that can be used
    Invitations,
    /// Take an invitation back
    Revoke {
        /// The id of the invitation
        id: String,
    },
    /// Show the rules of the house, or change them
    Rules {
        /// Who can make an account: open, invitation or closed
        #[arg(long, value_name = "WAY")]
        sign_up: Option<String>,
        /// Whether people say only what is on offer: yes or no
        #[arg(long, value_name = "YES", value_parser = BoolishValueParser::new())]
        quiet: Option<bool>,
        /// Words that no name may hold, with commas between; an empty text removes all
        #[arg(long, value_name = "WORDS")]
        refuse: Option<String>,
    },
    /// List reports that are open
    Reports {
        /// Those that were closed instead
        #[arg(long)]
        closed: bool,
    },
    /// Close a report
    Close {
        /// The id of the report
        id: String,
        /// What was done
        #[arg(default_value = "")]
        note: String,
    },
    /// Copy everything into one file, as it is at this moment, and check the copy
    Backup(backup::Options),
    /// Work all ratings out again from the list of games, and show what differs
    RecomputeRatings(ratings::Options),
    /// Have a mail sent that says that mail works
    MailTest {
        /// To whom
        address: String,
    },
    /// Show how things stand
    Health,
}

impl Command {
    /// What was asked for, as it was typed.
    fn whom(&self) -> Option<&str> {
        match self {
            Self::User { who }
            | Self::Role { who, .. }
            | Self::Password { who }
            | Self::Rename { who, .. } => Some(who),
            Self::Ban { whom, .. } | Self::Unban { whom } => Some(whom),
            Self::Revoke { id } | Self::Close { id, .. } => Some(id),
            _ => None,
        }
    }
}

pub(crate) fn run(options: Options) -> anyhow::Result<Ending> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let office = Office::open(&options.data)?;
        match answer(&office, &options).await {
            Ok(ending) => Ok(ending),
            // The host's wish cannot be done as it is: an answer, not a fault.
            Err(error) => match error.downcast_ref::<OfficeError>() {
                Some(OfficeError::Missing(what)) => {
                    let whom = options.command.whom().unwrap_or_default();
                    refuse(&options, &format!("There is no such {what}: {whom:?}."))
                }
                Some(OfficeError::Store(StoreError::Taken(what))) => {
                    let why = "is another account's, or looks like it; choose another one";
                    refuse(&options, &format!("That {what} {why}."))
                }
                Some(OfficeError::Unfit(..)) => refuse(&options, &error.to_string()),
                _ => Err(error),
            },
        }
    })
}

fn refuse(options: &Options, sentence: &str) -> anyhow::Result<Ending> {
    let mut out = Output::new();
    if options.format.json {
        out.json(&serde_json::json!({"ok": false, "message": sentence}))?;
    } else {
        complain(sentence);
    }
    out.end(Ending::Refused)
}

async fn answer(office: &Office, options: &Options) -> anyhow::Result<Ending> {
    let show = show::Show::new(options.format.json);
    match &options.command {
        Command::Users { search } => show.users(&office.users(search, None).await?),
        Command::User { who } => show.user(&office.user(who).await?),
        Command::Role { who, role } => {
            office.set_role(who, role).await?;
            let a = if role == "admin" { "an" } else { "a" };
            show.done(&format!("{who} is {a} {role} now."))
        }
        Command::Ban { whom, reason, days } => show.banned(&office.ban(whom, reason, *days).await?),
        Command::Unban { whom } => {
            office.unban(whom).await?;
            show.done(&format!("{whom} is not banned any more."))
        }
        Command::Bans => show.bans(&office.bans().await?),
        Command::Password { who } => show.password(who, &office.new_password(who).await?),
        Command::Rename { who, name } => {
            office.rename(who, name).await?;
            show.done(&format!("{who} is now called {name}."))
        }
        Command::Invite {
            note,
            days,
            uses,
            public_url,
        } => {
            let invited = office.invite(note, *days, *uses).await?;
            show.invited(&invited, public_url.as_ref())
        }
        Command::Invitations => show.invitations(&office.invitations().await?),
        Command::Revoke { id } => {
            office.revoke_invitation(id).await?;
            show.done("The invitation cannot be used any more.")
        }
        Command::Rules {
            sign_up,
            quiet,
            refuse,
        } => {
            let words = |words: &String| words.split(',').map(str::to_owned).collect();
            let wish = RulesWish {
                sign_up: sign_up.clone(),
                quiet: *quiet,
                refused_words: refuse.as_ref().map(words),
            };
            show.rules(&office.set_rules(wish).await?)
        }
        Command::Reports { closed } => show.reports(&office.reports(!closed, None).await?),
        Command::Close { id, note } => {
            office.close_report(id, note).await?;
            show.done("The report is closed.")
        }
        Command::Backup(backup) => backup::run(office, backup, &show).await,
        Command::RecomputeRatings(ratings) => ratings::run(office, ratings, &show).await,
        Command::MailTest { address } => {
            office.test_mail(address).await?;
            show.done("The mail is in the outbox; a running service sends it within seconds.")
        }
        Command::Health => show.health(&office.health().await?),
    }
}
