//! Games by two addresses over HTTP: inviting, looking, confirming, declining.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use tabiya_arbiter::{
    BySeat, ColorChoice, Preset, RatingRule, RuleSet, Seat, Settings, StartPosition, Table,
    TimeControl, Timestamp,
};

use super::body::Body;
use super::caller::{count, person_from};
use super::doors;
use super::error::ApiError;
use super::json_body;
use super::tables::Answered;
use crate::ids::TableId;
use crate::letters::invitations;
use crate::limits;
use crate::live::Refused;
use crate::service::{App, Peer};
use crate::store::{InvitationLimits, LetterInvitation, LetterState, Person};

/// How many days a move may take where two agree by mail.
const DAYS: [u64; 6] = [1, 2, 3, 5, 7, 14];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// What the one who invites is called; an account has its own name.
    name: Option<String>,
    /// Where he is written to; an account may have its own address.
    address: Option<String>,
    other_name: String,
    other_address: String,
    /// For each move; none: no limit.
    days: Option<u64>,
    /// The color of the one who invites.
    color: ColorChoice,
    rated: bool,
}

/// Which of the two has been written to.
#[derive(Serialize)]
struct Invited {
    /// Whether the one who invites has to confirm his own address first.
    confirm_first: bool,
}

pub(super) async fn invite(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    count(&app.invites, &app, &headers, &peer)?;
    let person = person_from(&app, &headers).await?;
    let wanted: Wanted = body.read()?;
    let invitation = invitation(&app, person.as_ref(), wanted)?;
    doors::check_address(&app, &invitation.addresses.owner).await?;
    let day_ms = 86_400_000;
    let most = InvitationLimits {
        since: Timestamp(invitation.created.0.saturating_sub(day_ms)),
        from_one: limits::INVITATIONS_FROM_ONE,
        to_one: limits::INVITATIONS_TO_ONE,
    };
    if !app.store.invite_by_letter(invitation.clone(), most).await? {
        let sentence = "There have been as many invitations from or to this address today as there \
                        may be; try again tomorrow.";
        return Err(ApiError::unfit("too_many_invitations", sentence));
    }
    let asked = invitations::ask(&app, &invitation).await?;
    Ok(json_body(&Invited {
        confirm_first: asked == Some(Seat::Owner),
    }))
}

fn invitation(
    app: &App,
    person: Option<&Person>,
    wanted: Wanted,
) -> Result<LetterInvitation, ApiError> {
    let own = |of: fn(&Person) -> Option<&String>| person.and_then(of).cloned();
    let missing = |what: &str| ApiError::unfit("missing", format!("Say {what}."));
    let name = own(|person| person.name.as_ref()).or(wanted.name);
    let confirmed = own(|person| person.address.as_ref());
    let address = wanted.address.or_else(|| confirmed.clone());
    let names = BySeat {
        owner: name.ok_or_else(|| missing("what you are called"))?,
        guest: wanted.other_name,
    };
    let addresses = BySeat {
        owner: checked_address(&address.ok_or_else(|| missing("your own mail address"))?)?,
        guest: checked_address(&wanted.other_address)?,
    };
    let alike = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
    if alike(&addresses.owner, &addresses.guest) {
        let sentence = "A game by two addresses needs two different ones.";
        return Err(ApiError::unfit("same_address", sentence));
    }
    let settings = settings(wanted.days, wanted.color, wanted.rated)?;
    for name in [&names.owner, &names.guest] {
        let opened = Table::open(settings.clone(), Some(name), 0);
        opened.map_err(|refusal| ApiError::Refused(Refused::ByArbiter(refusal)))?;
    }
    let now = app.clock.now();
    let id = || {
        TableId::random().map_err(|error| {
            tracing::error!(%error, "an invitation could not be named");
            ApiError::Away
        })
    };
    Ok(LetterInvitation {
        id: id()?,
        table: id()?,
        created: now,
        expires: now.plus_ms(limits::INVITATION_MS),
        settings,
        names,
        confirmed: BySeat {
            // Whoever is signed in has shown that before.
            owner: confirmed.is_some_and(|known| alike(&known, &addresses.owner)),
            guest: false,
        },
        addresses,
        state: LetterState::Open,
    })
}

fn settings(days: Option<u64>, color: ColorChoice, rated: bool) -> Result<Settings, ApiError> {
    let clock = match days {
        None => TimeControl::Untimed,
        Some(days) if DAYS.contains(&days) => TimeControl::Days { days },
        Some(_) => {
            let sentence = "A move takes 1, 2, 3, 5, 7 or 14 days, or as long as it likes.";
            return Err(ApiError::unfit("bad_days", sentence));
        }
    };
    let mut rules = RuleSet::preset(Preset::Letter);
    if !rated {
        rules.rating = RatingRule::None;
    }
    Ok(Settings {
        rules,
        clock,
        owner_color: color,
        start: StartPosition::Standard,
    })
}

fn checked_address(text: &str) -> Result<String, ApiError> {
    let text = text.trim();
    let is_one = text.len() <= limits::ADDRESS_BYTES && text.parse::<lettre::Address>().is_ok();
    if is_one {
        Ok(text.to_owned())
    } else {
        let sentence = "That is no mail address; one looks like ana@example.org.";
        Err(ApiError::unfit("bad_address", sentence))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shown {
    /// What stands behind the `#` of the mailed link.
    token: String,
}

/// An invitation as one of its two sides sees it.
#[derive(Serialize)]
struct InvitationBody<'a> {
    state: &'static str,
    you: Seat,
    names: &'a BySeat<String>,
    settings: &'a Settings,
    confirmed: BySeat<bool>,
    expires: Timestamp,
    /// Where to play, once the table is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

fn shown(app: &App, invitation: &LetterInvitation, seat: Seat) -> axum::response::Response {
    let is_made = invitation.state == LetterState::Made;
    json_body(&InvitationBody {
        state: match invitation.state {
            LetterState::Open => "open",
            LetterState::Made => "made",
            LetterState::Declined => "declined",
            LetterState::Expired => "expired",
        },
        you: seat,
        names: &invitation.names,
        settings: &invitation.settings,
        confirmed: invitation.confirmed,
        expires: invitation.expires,
        path: is_made.then(|| invitations::seat_path(app, invitation, seat)),
    })
}

async fn opened(
    app: &App,
    peer: &Peer,
    headers: &HeaderMap,
    body: Body,
) -> Result<(LetterInvitation, Seat), ApiError> {
    count(&app.joins, app, headers, peer)?;
    let Shown { token } = body.read()?;
    invitations::opened_by(app, &token).await
}

pub(super) async fn look(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    let (invitation, seat) = opened(&app, &peer, &headers, body).await?;
    Ok(shown(&app, &invitation, seat))
}

pub(super) async fn confirm(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    let (invitation, seat) = opened(&app, &peer, &headers, body).await?;
    let is_late = invitation.expires <= app.clock.now();
    if invitation.state != LetterState::Open || is_late {
        return Ok(shown(&app, &invitation, seat));
    }
    doors::check_address(&app, invitation.addresses.get(seat)).await?;
    let known = app
        .store
        .confirm_letter(invitation.id.clone(), seat)
        .await?;
    let known = known.ok_or(ApiError::NotFound("invitation"))?;
    // From here on the address is a person's.
    let address = known.addresses.get(seat).clone();
    app.store.of_address(address, app.clock.now()).await?;
    if invitations::ask(&app, &known).await?.is_none() {
        invitations::make(&app, &known).await?;
    }
    let now = app.store.letter_invitation(known.id).await?;
    let now = now.ok_or(ApiError::NotFound("invitation"))?;
    Ok(shown(&app, &now, seat))
}

pub(super) async fn decline(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    let (invitation, seat) = opened(&app, &peer, &headers, body).await?;
    invitations::decline(&app, &invitation, seat).await?;
    let now = app.store.letter_invitation(invitation.id).await?;
    let now = now.ok_or(ApiError::NotFound("invitation"))?;
    Ok(shown(&app, &now, seat))
}
