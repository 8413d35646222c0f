//! Chess by letter, apart from the tables: vacations, and games by two addresses. What happens at a table
//! stands in `live/`; the mails themselves are written in `mail/`.

pub(crate) mod invitations;
pub(crate) mod vacation;
