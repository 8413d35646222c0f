//! Games by two addresses: somebody invites, both confirm their addresses by the links that are mailed to
//! them, and then the table is there. First the one who invites has to confirm, so that nobody has
//! mails sent to others without an address of his own. Every step may be done again after a crash.

use std::sync::Arc;

use tabiya_arbiter::{Actor, BySeat, Seat};

use crate::http::ApiError;
use crate::ids::{SeatToken, TableId};
use crate::limits;
use crate::live::{Agreed, NotOpened, first_reminder};
use crate::mail::{LinkPurpose, Mail};
use crate::service::App;
use crate::store::{Grant, LetterInvitation, LetterState, MailTo, NewMail};

/// The other of the two.
fn other(of: &BySeat<String>, seat: Seat) -> &str {
    of.get(seat.other())
}

/// What the link to one side of an invitation holds.
pub(crate) fn key(app: &App, id: &TableId, seat: Seat) -> SeatToken {
    app.secret
        .derive("letter", &[id.as_str(), &seat.to_string()])
}

/// The invitation and the side that a key opens.
pub(crate) async fn opened_by(app: &App, text: &str) -> Result<(LetterInvitation, Seat), ApiError> {
    let unknown = || ApiError::NotFound("invitation");
    let (id, secret) = text.split_once('.').ok_or_else(unknown)?;
    let id = TableId::parse(id).ok_or_else(unknown)?;
    let shown = SeatToken::parse(secret).ok_or_else(unknown)?;
    let seat = Seat::ALL
        .into_iter()
        .find(|seat| key(app, &id, *seat).hash() == shown.hash());
    let seat = seat.ok_or_else(unknown)?;
    let invitation = app.store.letter_invitation(id).await?.ok_or_else(unknown)?;
    Ok((invitation, seat))
}

/// Sends a mail with one link about an invitation to one side, once of its kind.
async fn post(
    app: &App,
    invitation: &LetterInvitation,
    seat: Seat,
    (purpose, path): (LinkPurpose, String),
    once: &str,
) -> Result<(), ApiError> {
    let mail = NewMail {
        to: MailTo::Address(invitation.addresses.get(seat).clone()),
        mail: Mail::Link { purpose, path },
        due: app.clock.now(),
        once: Some(format!("letter {} {seat} {once}", invitation.id)),
    };
    app.store
        .post(mail)
        .await?
        .map_err(|why| ApiError::unfit("no_mail", why))
}

/// The same, where a mail that is not taken undoes nothing.
async fn tell(
    app: &App,
    invitation: &LetterInvitation,
    seat: Seat,
    told: (LinkPurpose, String),
    once: &str,
) {
    if let Err(why) = post(app, invitation, seat, told, once).await {
        tracing::warn!(invitation.id = %invitation.id, ?why, "somebody was not told of it by mail");
    }
}

/// Asks whoever has to confirm next: first the one who invites, then the one who is invited.
pub(crate) async fn ask(
    app: &App,
    invitation: &LetterInvitation,
) -> Result<Option<Seat>, ApiError> {
    let seat = match invitation.confirmed {
        BySeat { owner: false, .. } => Seat::Owner,
        BySeat { guest: false, .. } => Seat::Guest,
        _ => return Ok(None),
    };
    let with = other(&invitation.names, seat).to_owned();
    let purpose = match seat {
        Seat::Owner => LinkPurpose::InviteByLetter { with },
        Seat::Guest => LinkPurpose::ConfirmLetter { from: with },
    };
    let secret = key(app, &invitation.id, seat);
    let path = format!("/letter/confirm#{}.{}", invitation.id, secret.secret());
    post(app, invitation, seat, (purpose, path), "ask").await?;
    Ok(Some(seat))
}

/// Where one side plays, as a path with its secret.
pub(crate) fn seat_path(app: &App, invitation: &LetterInvitation, seat: Seat) -> String {
    let token = app.secret.seat_token(&invitation.table, seat);
    format!("/t/{}#seat={}", invitation.table, token.secret())
}

/// Makes the table of an invitation that both have confirmed.
pub(crate) async fn make(app: &App, invitation: &LetterInvitation) -> Result<(), ApiError> {
    let now = app.clock.now();
    let table = &invitation.table;
    let grant = async |seat: Seat| -> Result<Grant, ApiError> {
        let address = invitation.addresses.get(seat).clone();
        let person = app.store.of_address(address, now).await?;
        Ok(Grant {
            seat,
            token: app.secret.seat_token(table, seat).hash(),
            person: Some(person.id),
        })
    };
    let grants = BySeat {
        owner: grant(Seat::Owner).await?,
        guest: grant(Seat::Guest).await?,
    };
    let guest = grants.guest.clone();
    let agreed = Agreed {
        table: table.clone(),
        settings: invitation.settings.clone(),
        names: BySeat {
            owner: Some(&*invitation.names.owner),
            guest: Some(&*invitation.names.guest),
        },
        grants,
        takes: Vec::new(),
        // The mails that say so go to the addresses of the invitation.
        is_mailed: false,
    };
    app.hall.open_begun(agreed).await.map_err(|why| match why {
        NotOpened::Refused(refusal) => ApiError::Refused(crate::live::Refused::ByArbiter(refusal)),
        why @ (NotOpened::Gone(_) | NotOpened::Fault(_)) => {
            tracing::error!(table.id = %table, ?why, "a game by letter could not be made");
            ApiError::Away
        }
    })?;
    // An older version wrote the two seats one after the other.
    if app
        .store
        .seat_of(table.clone(), guest.token)
        .await?
        .is_none()
    {
        app.store.add_token(table.clone(), guest).await?;
    }
    let view = app.hall.look(table, Actor::Spectator).await?;
    if let Some(reminder) = first_reminder(table, &view, now)
        && let Err(why) = app.store.post(reminder).await?
    {
        tracing::warn!(table.id = %table, %why, "a reminder is left out");
    }
    for seat in Seat::ALL {
        let with = other(&invitation.names, seat).to_owned();
        let path = seat_path(app, invitation, seat);
        let told = (LinkPurpose::LetterBegins { with }, path);
        tell(app, invitation, seat, told, "begins").await;
    }
    app.store
        .close_letter(invitation.id.clone(), LetterState::Made)
        .await?;
    Ok(())
}

/// The one who was invited does not want to, or the one who invited not any more.
pub(crate) async fn decline(
    app: &App,
    invitation: &LetterInvitation,
    seat: Seat,
) -> Result<(), ApiError> {
    let id = invitation.id.clone();
    let was_open = app.store.close_letter(id, LetterState::Declined).await?;
    if was_open && seat == Seat::Guest {
        let by = invitation.names.guest.clone();
        let told = (LinkPurpose::LetterDeclined { by }, "/letter".to_owned());
        tell(app, invitation, Seat::Owner, told, "declined").await;
    }
    Ok(())
}

/// Nobody has answered in time.
async fn expire(app: &App, invitation: &LetterInvitation) -> Result<(), ApiError> {
    if invitation.confirmed.owner {
        let with = invitation.names.guest.clone();
        let told = (LinkPurpose::LetterExpired { with }, "/letter".to_owned());
        tell(app, invitation, Seat::Owner, told, "expired").await;
    }
    let id = invitation.id.clone();
    app.store.close_letter(id, LetterState::Expired).await?;
    Ok(())
}

/// Makes the games that a crash has left half made and lets old invitations go, again and again. Never
/// ends.
pub(crate) async fn look_after(app: Arc<App>) {
    let mut rounds = tokio::time::interval(limits::INVITATIONS_TIME);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        rounds.tick().await;
        let unsettled = app.store.unsettled_letters(app.clock.now()).await;
        let unsettled = match unsettled {
            Ok(unsettled) => unsettled,
            Err(error) => {
                tracing::error!(%error, "invitations could not be looked after");
                continue;
            }
        };
        for invitation in unsettled {
            let is_agreed = invitation.confirmed.owner && invitation.confirmed.guest;
            let done = if is_agreed {
                make(&app, &invitation).await
            } else {
                expire(&app, &invitation).await
            };
            if let Err(why) = done {
                tracing::warn!(invitation.id = %invitation.id, ?why, "an invitation waits on");
            }
        }
    }
}
