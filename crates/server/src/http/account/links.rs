//! The handlers of mailed links: signing in without a password, and showing that an address is one's
//! own. Whether an address is known here nobody learns from the answers.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tabiya_arbiter::Timestamp;

use super::session::{enter, new_id, prove};
use crate::accounts::{Address, Name};
use crate::http::body::Body;
use crate::http::caller::{count, new_token, signed_in};
use crate::http::doors;
use crate::http::error::ApiError;
use crate::http::json_body;
use crate::ids::SeatToken;
use crate::limits;
use crate::mail::{LinkPurpose, Mail};
use crate::service::{App, Peer};
use crate::store::{
    MailTo, MailedLink, NewAccount, NewLink, NewMail, NotPosted, Person, PersonId, Uses,
};

type Answered = Result<Response, ApiError>;

/// `POST /api/account/links`: mails a link that signs in whoever reads it.
pub(super) async fn mail(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        address: String,
    }
    let wanted: Wanted = body.read()?;
    let address = Address::parse(&wanted.address).ok_or_else(bad_address)?;
    count(&app.mailed_links, &app, &headers, &peer)?;
    count_to(&app, &address)?;
    post(&app, &address, None).await?;
    Ok(sent())
}

/// `POST /api/account/address`: mails a link that makes an address that of the account.
pub(super) async fn confirm(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wanted {
        address: String,
        password: Option<String>,
    }
    let person = signed_in(&app, &headers).await?;
    let wanted: Wanted = body.read()?;
    let address = Address::parse(&wanted.address).ok_or_else(bad_address)?;
    prove(&app, &headers, &peer, &person, wanted.password).await?;
    count(&app.mailed_links, &app, &headers, &peer)?;
    count_to(&app, &address)?;
    post(&app, &address, Some(person.id)).await?;
    Ok(sent())
}

fn sent() -> Response {
    (StatusCode::ACCEPTED, json_body(&json!({"sent": true}))).into_response()
}

fn bad_address() -> ApiError {
    ApiError::unfit("bad_address", "A mail address looks like ana@example.org.")
}

/// Whoever asks from many places fills nobody's mailbox.
fn count_to(app: &App, address: &Address) -> Result<(), ApiError> {
    let taken = app.mailed_links_to.take_for(address.key());
    taken.map_err(ApiError::TooManyTries)
}

async fn post(app: &App, address: &Address, person: Option<PersonId>) -> Result<(), ApiError> {
    let token = new_token()?;
    let now = app.clock.now();
    let purpose = match &person {
        Some(_) => LinkPurpose::ConfirmAddress,
        None => LinkPurpose::SignIn,
    };
    let link = NewLink {
        token: token.hash(),
        address: address.as_str().to_owned(),
        person,
        expires: Timestamp(now.0.saturating_add(limits::LINK_LIFE_MS)),
    };
    app.store.add_link(link, now).await?;
    let mail = NewMail {
        to: MailTo::Address(address.as_str().to_owned()),
        mail: Mail::Link {
            purpose,
            path: format!("/account/enter#token={}", token.secret()),
        },
        due: now,
        once: None,
    };
    match app.store.post(mail).await? {
        Ok(()) => Ok(()),
        Err(NotPosted::Full) => Err(ApiError::Busy),
        // To say so would tell who is known here and who does not want to be.
        Err(why) => {
            tracing::info!(%why, "a link was not mailed");
            Ok(())
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shown {
    token: String,
    name: Option<String>,
    invitation: Option<String>,
}

/// `POST /api/account/links/look`: what a link is for. That uses nothing up.
pub(super) async fn look(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    #[derive(Serialize)]
    struct Link {
        address: String,
        /// The account whose address this shall become; null: the link signs in.
        becomes_of: Option<String>,
        /// The account that the link signs in to; null where it makes one.
        account: Option<String>,
    }
    let shown: Shown = body.read()?;
    count(&app.sign_ins, &app, &headers, &peer)?;
    let (_, link) = find(&app, &shown.token).await?;
    let known = match &link.person {
        Some(_) => None,
        None => app.store.by_address(link.address.clone()).await?,
    };
    Ok(json_body(&Link {
        address: link.address,
        becomes_of: link.person.map(|person| person.name.unwrap_or_default()),
        account: known.and_then(|person| person.name),
    }))
}

/// `POST /api/account/links/open`: does what the link is for; then it is used up.
pub(super) async fn open(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Body,
) -> Answered {
    let shown: Shown = body.read()?;
    count(&app.sign_ins, &app, &headers, &peer)?;
    let (token, link) = find(&app, &shown.token).await?;
    if let Some(of) = link.person {
        let person = signed_in(&app, &headers).await?;
        if person.id != of.id {
            return Err(ApiError::Conflict(
                "other_account",
                "This link is for another account than the one that is signed in here.",
            ));
        }
        app.store
            .set_address(person.id.clone(), link.address)
            .await?;
        take(&app, &token).await?;
        let person = app.store.person(person.id).await?;
        let person = person.ok_or(ApiError::NotSignedIn)?;
        return enter(&app, &headers, person, StatusCode::OK, true).await;
    }
    let known = app.store.by_address(link.address.clone()).await?;
    let account = known.filter(|person| person.name.is_some());
    let (person, status) = match account {
        Some(person) => {
            take(&app, &token).await?;
            (person, StatusCode::OK)
        }
        None => {
            let name = shown.name.ok_or_else(nameless)?;
            let wish = Wish {
                name,
                invitation: shown.invitation,
            };
            let made = make(&app, &headers, &peer, (&token, link.address), wish);
            (made.await?, StatusCode::CREATED)
        }
    };
    enter(&app, &headers, person, status, true).await
}

fn nameless() -> ApiError {
    let why = "This address has no account yet; choose a name for it.";
    ApiError::unfit("name_wanted", why)
}

/// The account that shall be made.
struct Wish {
    name: String,
    invitation: Option<String>,
}

/// Makes an account of an address that has just been confirmed.
async fn make(
    app: &App,
    headers: &HeaderMap,
    peer: &Peer,
    (token, address): (&SeatToken, String),
    wish: Wish,
) -> Result<Person, ApiError> {
    let name = Name::parse(&wish.name).map_err(|bad| ApiError::unfit("bad_name", bad))?;
    count(&app.sign_ups, app, headers, peer)?;
    count(&app.sign_ups_a_day, app, headers, peer)?;
    let invitation = doors::check_sign_up(app, name.as_str(), wish.invitation.as_deref()).await?;
    let account = NewAccount {
        id: new_id()?,
        name: name.as_str().to_owned(),
        password: None,
        address: Some(address),
        uses: Uses {
            link: Some(token.hash()),
            invitation: invitation.map(|token| token.hash()),
        },
        at: app.clock.now(),
    };
    Ok(app.store.create_account(account).await?)
}

async fn find(app: &App, token: &str) -> Result<(SeatToken, MailedLink), ApiError> {
    let token = SeatToken::parse(token).ok_or_else(spent)?;
    let link = app.store.mailed_link(token.hash(), app.clock.now(), false);
    let link = link.await?.ok_or_else(spent)?;
    Ok((token, link))
}

async fn take(app: &App, token: &SeatToken) -> Result<MailedLink, ApiError> {
    let link = app.store.mailed_link(token.hash(), app.clock.now(), true);
    link.await?.ok_or_else(spent)
}

pub(in crate::http) fn spent() -> ApiError {
    let why = "This link was opened already or is older than half an hour; ask for another one.";
    ApiError::unfit("spent_link", why)
}
