//! Who may come in: bans, and how the host lets accounts be made.

use axum::http::HeaderMap;

use super::caller::client_address;
use super::error::ApiError;
use crate::ids::SeatToken;
use crate::service::{App, Peer};
use crate::store::{Ban, Person, SignUp, Visitor};

/// Refuses whoever comes from a network address that is banned.
pub(super) async fn check_network(
    app: &App,
    headers: &HeaderMap,
    peer: &Peer,
) -> Result<(), ApiError> {
    refuse(
        app.ban_on_network(client_address(app, headers, peer))
            .await?,
    )
}

/// Refuses a person who is banned, or whose mail address is.
pub(super) async fn check_person(app: &App, person: &Person) -> Result<(), ApiError> {
    refuse(app.ban_on_person(person).await?)
}

/// Refuses a mail address that is banned, or whose person is.
pub(super) async fn check_address(app: &App, address: &str) -> Result<(), ApiError> {
    let person = app.store.by_address(address.to_owned()).await?;
    let visitor = Visitor {
        person: person.map(|person| person.id),
        address: Some(address.to_owned()),
        network: None,
    };
    refuse(app.store.ban_on(visitor, app.clock.now()).await?)
}

fn refuse(ban: Option<Ban>) -> Result<(), ApiError> {
    match ban {
        Some(ban) => Err(ApiError::Banned(Box::new(ban))),
        None => Ok(()),
    }
}

/// Whether an account of this name can be made as the house is now. Gives the invitation that is
/// used up by it.
pub(super) async fn check_sign_up(
    app: &App,
    name: &str,
    invitation: Option<&str>,
) -> Result<Option<SeatToken>, ApiError> {
    let rules = app.store.rules().await?;
    let small = name.to_lowercase();
    let has_refused = |word: &String| small.contains(word.as_str());
    if rules.refused_words.iter().any(has_refused) {
        let why =
            "This name holds a word that the host does not want in names; choose another one.";
        return Err(ApiError::unfit("bad_name", why));
    }
    match rules.sign_up {
        SignUp::Open => Ok(None),
        SignUp::Closed => Err(ApiError::SignUpClosed),
        SignUp::Invitation => {
            let token = invitation.and_then(SeatToken::parse);
            let token = token.ok_or(ApiError::NotInvited)?;
            let is_good = app.store.is_invited(token.hash(), app.clock.now()).await?;
            is_good.then_some(Some(token)).ok_or(ApiError::NotInvited)
        }
    }
}
