//! How the HTTP API says no: one shape for all errors, made by meaning.

use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::accounts::Scope;
use crate::hosts::Stranger;
use crate::live::{Refused, Unavailable};
use crate::socket::protocol::STORE_AWAY;
use crate::store::{Ban, NotPosted, StoreError};

/// An answer that is not the one that was asked for.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// The request cannot be understood.
    Malformed(String),
    /// It asks for a host that this is not, or comes from another site.
    Stranger(Stranger),
    /// The token that was shown holds no seat here.
    NoSeat,
    /// There is no such thing.
    NotFound(&'static str),
    /// The body is larger than it may be.
    TooLarge,
    /// Too many of these in a short time.
    TooMany(Duration),
    /// Too many passwords for one account in a short time.
    TooManyTries(Duration),
    /// Too many wait for the same already.
    Busy,
    /// Nobody is signed in.
    NotSignedIn,
    /// The API token that was shown is none, or none any more.
    NoToken,
    /// The API token that was shown may not do this.
    MissingScope(Scope),
    /// No API token can do this: it takes somebody who is signed in.
    TokenCannot,
    /// This has to be confirmed by somebody who has just proved who he is.
    Unproved,
    /// There are as many as there may be.
    Full(&'static str),
    /// It cannot be done as things stand: a code, and a sentence that says why.
    Conflict(&'static str, &'static str),
    /// The name or the password is wrong; which of them is nobody's business.
    WrongPassword,
    /// What was sent can be read and is not fit: a code, and a sentence that says what is.
    Unfit(&'static str, String),
    /// Somebody is signed in who is no admin.
    NotAdmin,
    /// The host keeps this person out.
    Banned(Box<Ban>),
    /// The host lets nobody make an account.
    SignUpClosed,
    /// An account is made by invitation, and this is none.
    NotInvited,
    /// The seat has as many private links as a seat may have.
    TooManyLinks,
    /// There is one already, of somebody else.
    Taken(&'static str),
    /// A mail cannot be sent.
    NotMailed(NotPosted),
    /// The arbiter, or the table, does not grant it.
    Refused(Refused),
    /// The store, or the table, does not answer.
    Away,
}

impl ApiError {
    /// Something that was sent is not fit to be taken.
    pub(crate) fn unfit(code: &'static str, why: impl ToString) -> Self {
        Self::Unfit(code, why.to_string())
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Unfit(..) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::NotSignedIn | Self::NoToken => StatusCode::UNAUTHORIZED,
            Self::Stranger(_)
            | Self::NoSeat
            | Self::WrongPassword
            | Self::MissingScope(_)
            | Self::TokenCannot
            | Self::Unproved
            | Self::NotAdmin
            | Self::Banned(_)
            | Self::SignUpClosed
            | Self::NotInvited => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::NotMailed(NotPosted::Full) => StatusCode::SERVICE_UNAVAILABLE,
            Self::NotMailed(NotPosted::Refused) => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotMailed(NotPosted::TooMany) | Self::TooMany(_) | Self::TooManyTries(_) => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Self::Refused(Refused::StoreAway) | Self::Away | Self::Busy => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::Refused(_)
            | Self::TooManyLinks
            | Self::Taken(_)
            | Self::Full(_)
            | Self::Conflict(..) => StatusCode::CONFLICT,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "malformed",
            Self::Stranger(Stranger::Host) => "unknown_host",
            Self::Stranger(Stranger::Origin) => "foreign_origin",
            Self::NoSeat => "no_seat",
            Self::NotFound(_) => "not_found",
            Self::TooLarge => "too_large",
            Self::TooMany(_) => "too_many",
            Self::TooManyTries(_) => "too_many_tries",
            Self::Busy => "busy",
            Self::NotSignedIn => "not_signed_in",
            Self::NoToken => "no_token",
            Self::MissingScope(_) => "missing_scope",
            Self::TokenCannot => "token_cannot",
            Self::Unproved => "unproved",
            Self::Full(_) => "full",
            Self::Conflict(code, _) => code,
            Self::WrongPassword => "wrong_password",
            Self::NotAdmin => "not_admin",
            Self::Banned(_) => "banned",
            Self::SignUpClosed => "sign_up_closed",
            Self::NotInvited => "not_invited",
            Self::Unfit(code, _) => code,
            Self::TooManyLinks => "too_many_links",
            Self::Taken(_) => "taken",
            Self::NotMailed(NotPosted::Refused) => "mail_refused",
            Self::NotMailed(NotPosted::TooMany) => "too_many_mails",
            Self::NotMailed(NotPosted::Full) => "mail_full",
            Self::Refused(_) => "refused",
            Self::Away => "store_away",
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Malformed(what) => format!("The request cannot be understood: {what}"),
            Self::Stranger(Stranger::Host) => "This server does not know itself under that host \
                name. If it is reached under that name, start it with --public-url and the \
                address that browsers use."
                .to_owned(),
            Self::Stranger(Stranger::Origin) => "This request comes from another site than the \
                server's own. If the server is behind a proxy, start it with --public-url and the \
                address that browsers use."
                .to_owned(),
            Self::NoSeat => "This token holds no seat at this table.".to_owned(),
            Self::NotFound(what) => format!("There is no such {what}."),
            Self::Taken(what) => format!("That {what} is taken already; choose another one."),
            Self::TooLarge => "The request is too large.".to_owned(),
            Self::TooMany(_) => "Too many requests from this address; wait a little.".to_owned(),
            Self::TooManyTries(_) => {
                "Too many tries to sign in to this account; wait a little.".to_owned()
            }
            Self::Busy => "Too many people sign in at this moment; try again.".to_owned(),
            Self::NotSignedIn => "Nobody is signed in here; sign in first.".to_owned(),
            Self::NoToken => "This API token is unknown, revoked or past its end.".to_owned(),
            Self::MissingScope(scope) => {
                format!("This API token lacks the scope {}.", scope.name())
            }
            Self::TokenCannot => "No API token can do this; sign in with a browser.".to_owned(),
            Self::Unproved => "Confirm this with the password, or sign in again with a mailed \
                link or a passkey first."
                .to_owned(),
            Self::Full(what) => {
                format!("There are as many {what} as there may be; remove one first.")
            }
            Self::Conflict(_, message) => (*message).to_owned(),
            Self::WrongPassword => "The name or the password is wrong.".to_owned(),
            Self::NotAdmin => "Only an admin of this house may do that.".to_owned(),
            Self::Banned(ban) => ban.sentence(),
            Self::SignUpClosed => {
                "The host of this house makes no new accounts; you can play as a guest.".to_owned()
            }
            Self::NotInvited => {
                "An account is made here by invitation; this link is none, or is used up."
                    .to_owned()
            }
            Self::Unfit(_, message) => message.clone(),
            Self::TooManyLinks => {
                "This seat has as many private links as it may have; use one of those.".to_owned()
            }
            Self::NotMailed(why) => why.to_string(),
            Self::Refused(_) => "It was refused.".to_owned(),
            Self::Away => STORE_AWAY.to_owned(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        let body = match &self {
            Self::Refused(refused) if status == StatusCode::CONFLICT => {
                json!({ "refusal": refused })
            }
            _ => json!({ "error": { "code": self.code(), "message": self.message() } }),
        };
        let mut response = (status, super::json_body(&body)).into_response();
        let retry_s = match &self {
            Self::TooMany(wait) | Self::TooManyTries(wait) => {
                Some(wait.as_secs().saturating_add(1))
            }
            _ if status == StatusCode::SERVICE_UNAVAILABLE => Some(1),
            _ => None,
        };
        if let Some(seconds) = retry_s {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<Unavailable> for ApiError {
    fn from(why: Unavailable) -> Self {
        match why {
            Unavailable::NoSuchTable => Self::NotFound("table"),
            Unavailable::Away => Self::Away,
            Unavailable::Crowded => Self::TooMany(Duration::from_secs(10)),
        }
    }
}

impl From<NotPosted> for ApiError {
    fn from(why: NotPosted) -> Self {
        Self::NotMailed(why)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::TooManyTokens => Self::TooManyLinks,
            StoreError::Conflict | StoreError::Gone(_) => Self::NotFound("table"),
            StoreError::Taken(what) => Self::Taken(what),
            StoreError::Opponents => Self::Conflict(
                "opponents",
                "This address plays a game against your account; confirm it when that is over.",
            ),
            StoreError::SpentLink => super::account::spent(),
            StoreError::SpentInvitation => Self::NotInvited,
            StoreError::Away(_) | StoreError::Unreadable(_) => {
                tracing::error!(%error, "the store failed");
                Self::Away
            }
        }
    }
}
