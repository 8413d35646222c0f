//! Whose name it is: nobody plays under the name of an account that is not the own one, or under one
//! that looks like it.

use tabiya_arbiter::{Command, Seat};

use crate::accounts::Name;
use crate::ids::TableId;
use crate::live::Refused;
use crate::store::{PersonId, Store, StoreError};

/// Whether a name is that of an account other than `person`'s.
pub(crate) async fn is_borrowed(
    store: &dyn Store,
    name: &str,
    person: Option<&PersonId>,
) -> Result<bool, StoreError> {
    // What cannot be the name of an account is nobody's.
    let Ok(name) = Name::parse(name) else {
        return Ok(false);
    };
    let account = store.by_name(name.as_str().to_owned()).await?;
    Ok(account.is_some_and(|account| Some(&account.id) != person))
}

/// Refuses a name that is somebody else's.
pub(crate) async fn check(
    store: &dyn Store,
    name: Option<&str>,
    person: Option<&PersonId>,
) -> Result<(), Refused> {
    let Some(name) = name else { return Ok(()) };
    match is_borrowed(store, name, person).await {
        Ok(false) => Ok(()),
        Ok(true) => Err(Refused::NameOfAccount),
        Err(_) => Err(Refused::StoreAway),
    }
}

/// Refuses a command by which a player would be called what somebody else is called.
pub(crate) async fn check_command(
    store: &dyn Store,
    table: &TableId,
    seat: Option<Seat>,
    command: &Command,
) -> Result<(), Refused> {
    let (Command::SetName { name }, Some(seat)) = (command, seat) else {
        return Ok(());
    };
    let people = store.people_at(table.clone()).await;
    let people = people.map_err(|_| Refused::StoreAway)?;
    let person = people.get(seat).as_ref().map(|person| &person.id);
    check(store, Some(name), person).await
}
