//! The body of a request in JSON. It has come when a handler begins, and is read when the handler asks
//! for it: what costs something is counted first, whatever is in it.

use std::convert::Infallible;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::Deserialize;

use super::error::ApiError;

/// The body of a request.
pub(super) struct Body(Result<Bytes, BytesRejection>);

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        Ok(Self(Bytes::from_request(request, state).await))
    }
}

impl Body {
    /// As it was sent.
    pub(super) fn bytes(self) -> Result<Bytes, ApiError> {
        self.0.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
            _ => ApiError::Malformed("the body could not be read".to_owned()),
        })
    }

    /// What it says.
    pub(super) fn read<T: for<'a> Deserialize<'a>>(self) -> Result<T, ApiError> {
        parse(&self.bytes()?)
    }

    /// What it says, where it may be left out.
    pub(super) fn read_or_default<T: Default + for<'a> Deserialize<'a>>(
        self,
    ) -> Result<T, ApiError> {
        let body = self.bytes()?;
        if body.is_empty() {
            Ok(T::default())
        } else {
            parse(&body)
        }
    }
}

fn parse<T: for<'a> Deserialize<'a>>(body: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(body).map_err(|error| ApiError::Malformed(error.to_string()))
}
