//! How answers of `tabiya admin` look: a line for each thing, or JSON.

use std::io::Write as _;

use serde::Serialize;
use serde_json::Value;
use tabiya_arbiter::Timestamp;
use tabiya_server::{
    BanShape, InvitationShape, Invited, Page, PublicUrl, ReportShape, RulesShape, UserShape, utc,
};

use crate::output::{Ending, Output, remark};

/// The form that was asked for.
pub(super) struct Show {
    json: bool,
}

impl Show {
    pub(super) const fn new(json: bool) -> Self {
        Self { json }
    }

    pub(super) fn told(&self, body: &impl Serialize, text: &str) -> anyhow::Result<Ending> {
        self.told_as(body, text, Ending::Accepted)
    }

    pub(super) fn told_as(
        &self,
        body: &impl Serialize,
        text: &str,
        ending: Ending,
    ) -> anyhow::Result<Ending> {
        let mut out = Output::new();
        if self.json {
            out.json(body)?;
        } else {
            writeln!(out, "{text}")?;
        }
        out.end(ending)
    }

    pub(super) fn done(&self, sentence: &str) -> anyhow::Result<Ending> {
        self.told(&serde_json::json!({"ok": true}), sentence)
    }

    fn list<T: Serialize>(
        &self,
        items: &[T],
        none: &str,
        line: impl Fn(&T) -> String,
    ) -> anyhow::Result<Ending> {
        let mut out = Output::new();
        if self.json {
            for item in items {
                out.json(item)?;
            }
        } else if items.is_empty() {
            writeln!(out, "{none}")?;
        }
        for item in items.iter().filter(|_| !self.json) {
            writeln!(out, "{}", line(item))?;
        }
        out.end(Ending::Accepted)
    }

    pub(super) fn users(&self, users: &Page<UserShape>) -> anyhow::Result<Ending> {
        let ending = self.list(&users.items, "Nobody was found.", user_line)?;
        if users.next.is_some() {
            remark("these are the newest; others are found by letters of their name or address");
        }
        Ok(ending)
    }

    pub(super) fn user(&self, user: &UserShape) -> anyhow::Result<Ending> {
        let mut text = user_line(user);
        let (created, seen) = (utc(Timestamp(user.created)), utc(Timestamp(user.seen)));
        text += &format!("\nid {}, since {created}, last here {seen}", user.id);
        for rating in &user.ratings {
            let mark = if rating.provisional { "?" } else { "" };
            let (class, number, games) = (rating.class, rating.rating, rating.games);
            text += &format!("\n{class}: {number}{mark} after {games} rated games");
        }
        self.told(user, &text)
    }

    pub(super) fn banned(&self, ban: &BanShape) -> anyhow::Result<Ending> {
        self.told(ban, &ban_line(ban))
    }

    pub(super) fn bans(&self, bans: &[BanShape]) -> anyhow::Result<Ending> {
        self.list(bans, "Nobody is banned.", ban_line)
    }

    pub(super) fn password(&self, who: &str, password: &str) -> anyhow::Result<Ending> {
        let text = format!("The new password of {who} is {password}\nIt is shown this once.");
        self.told(&serde_json::json!({ "password": password }), &text)
    }

    pub(super) fn invited(
        &self,
        invited: &Invited,
        service: Option<&PublicUrl>,
    ) -> anyhow::Result<Ending> {
        let Invited { path, invitation } = invited;
        let (id, until) = (&invitation.id, utc(Timestamp(invitation.expires)));
        let link = service.map_or_else(|| path.clone(), |service| format!("{service}{path}"));
        let hint = match service {
            Some(_) => "",
            None => "Put the address of the service before it, or name that with --public-url. ",
        };
        let text = format!(
            "{link}\n{hint}It can be used until {until}; `tabiya admin revoke {id}` takes it back."
        );
        self.told(invited, &text)
    }

    pub(super) fn invitations(&self, invitations: &[InvitationShape]) -> anyhow::Result<Ending> {
        self.list(invitations, "There are no invitations.", |invitation| {
            let (id, note, uses) = (&invitation.id, &invitation.note, invitation.uses_left);
            let until = utc(Timestamp(invitation.expires));
            format!("{id}  {uses} left until {until}  {note}")
        })
    }

    pub(super) fn rules(&self, rules: &RulesShape) -> anyhow::Result<Ending> {
        let words = match rules.refused_words.as_slice() {
            [] => "none".to_owned(),
            words => words.join(", "),
        };
        let quiet = if rules.quiet { "yes" } else { "no" };
        let text = format!(
            "sign-up: {}\nquiet: {quiet}\nwords refused in names: {words}",
            rules.sign_up
        );
        self.told(rules, &text)
    }

    pub(super) fn reports(&self, reports: &Page<ReportShape>) -> anyhow::Result<Ending> {
        let ending = self.list(&reports.items, "There are no reports.", report_lines)?;
        if reports.next.is_some() {
            remark("these are the newest; there are more");
        }
        Ok(ending)
    }

    pub(super) fn health(&self, health: &Value) -> anyhow::Result<Ending> {
        let mut text = Vec::new();
        lines("", health, &mut text);
        self.told(health, &text.join("\n"))
    }
}

fn user_line(user: &UserShape) -> String {
    let name = user.name.as_deref().unwrap_or("(no account)");
    let mut line = format!("{name}  {}  {} games", user.role, user.games);
    if let Some(address) = &user.address {
        line += &format!("  {address}");
    }
    if user.closed {
        line += "  closed";
    }
    if let Some(ban) = &user.ban {
        line += &format!("  banned: {}", ban.reason);
    }
    line
}

fn ban_line(ban: &BanShape) -> String {
    let until = match ban.until {
        Some(until) => format!("until {}", utc(Timestamp(until))),
        None => "until it is lifted".to_owned(),
    };
    let (kind, whom, reason, id) = (ban.kind, &ban.whom, &ban.reason, &ban.id);
    format!("{whom} ({kind}) is banned {until}: {reason} [{id}]")
}

fn report_lines(report: &ReportShape) -> String {
    let guest = || "a guest".to_owned();
    let who = report.reporter.clone().unwrap_or_else(guest);
    let whom = report.person.clone().unwrap_or_else(guest);
    let (made, reason, id) = (utc(Timestamp(report.made)), &report.reason, &report.id);
    let mut lines = vec![format!("{id}  {made}  {who} about {whom}: {reason}")];
    if let Some(table) = &report.table {
        lines.push(format!("  table /t/{table}"));
    }
    if !report.text.is_empty() {
        lines.push(format!("  {:?}", report.text));
    }
    // Quoted: what people write may hold anything that a terminal obeys.
    lines.extend(report.said.iter().map(|line| format!("  > {line:?}")));
    if let Some(note) = report.note.as_ref().filter(|note| !note.is_empty()) {
        lines.push(format!("  closed: {note}"));
    }
    lines.join("\n")
}

/// A line for each value that is there.
fn lines(name: &str, value: &Value, text: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let name = if name.is_empty() {
                    key.clone()
                } else {
                    format!("{name}.{key}")
                };
                lines(&name, value, text);
            }
        }
        Value::Null => {}
        Value::Number(number) if name.ends_with("bytes") => {
            let bytes = number.as_u64().unwrap_or_default();
            text.push(format!("{name}: {}", size(bytes)));
        }
        Value::Number(number) if name.ends_with("since") => {
            let at = Timestamp(number.as_u64().unwrap_or_default());
            text.push(format!("{name}: {}", utc(at)));
        }
        Value::String(word) => text.push(format!("{name}: {word}")),
        other => text.push(format!("{name}: {other}")),
    }
}

/// A size as people read it.
pub(super) fn size(bytes: u64) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    let unit = units.into_iter().find(|(unit, _)| bytes >= *unit);
    match unit {
        Some((unit, name)) => {
            let tenths = bytes / (unit / 10);
            format!("{}.{} {name}", tenths / 10, tenths % 10)
        }
        None => format!("{bytes} bytes"),
    }
}
