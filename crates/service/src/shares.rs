//! Fair shares: what each session and each address has used, so that the one that has used least
//! comes first.

use std::collections::HashMap;
use std::sync::Arc;

/// How long an account without work is remembered, with what it has used, in microseconds.
const MEMORY: u64 = 10_000_000;

/// Whom work is charged to: a session, and the address from which it comes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Account {
    pub address: Arc<str>,
    pub session: Arc<str>,
}

impl Account {
    pub fn new(address: &str, session: &str) -> Account {
        Account { address: address.into(), session: session.into() }
    }
}

/// What an address has used, and what a session of it has used. Addresses are compared first, so
/// that many sessions from one address get no more than one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Used {
    pub address: u64,
    pub session: u64,
}

#[derive(Debug, Default)]
struct Share {
    used: u64,
    /// How many pieces of work it has.
    active: usize,
    last_seen: u64,
}

#[derive(Debug, Default)]
struct AddressShare {
    share: Share,
    sessions: HashMap<Arc<str>, Share>,
    least: Least,
}

/// The least that those with work have used, and how many these are.
#[derive(Clone, Copy, Debug, Default)]
struct Least {
    used: u64,
    count: u64,
}

/// The accounts that have work, or had some recently. Times are in microseconds.
#[derive(Debug, Default)]
pub struct Shares {
    addresses: HashMap<Arc<str>, AddressShare>,
    least: Least,
    /// When accounts were last forgotten.
    cleaned: u64,
}

impl Shares {
    /// Adds a piece of work of an account. Time without work is not credited.
    pub fn begin(&mut self, account: &Account) {
        let address = self.addresses.entry(Arc::clone(&account.address)).or_default();
        address.share.begin(self.least.used);
        let session = address.sessions.entry(Arc::clone(&account.session)).or_default();
        session.begin(address.least.used);
    }

    /// Removes a piece of work. Now and then, accounts that have had none for a while are forgotten.
    pub fn end(&mut self, account: &Account, now: u64) {
        if let Some(address) = self.addresses.get_mut(&account.address) {
            address.share.end(now);
            address.sessions.get_mut(&account.session).into_iter().for_each(|it| it.end(now));
        }
        if now.saturating_sub(self.cleaned) >= MEMORY {
            self.cleaned = now;
            self.addresses.retain(|_, address| address.share.is_recent(now));
            for address in self.addresses.values_mut() {
                address.sessions.retain(|_, session| session.is_recent(now));
            }
        }
    }

    /// Charges an account for what it has used.
    pub fn charge(&mut self, account: &Account, used: u64) {
        let Some(address) = self.addresses.get_mut(&account.address) else { return };
        address.share.used += used;
        address.sessions.get_mut(&account.session).into_iter().for_each(|it| it.used += used);
    }

    /// Finds what the accounts that have used least have used. Until the next call, accounts are
    /// compared with that.
    pub fn settle(&mut self) {
        for address in self.addresses.values_mut() {
            address.least.update(address.sessions.values());
        }
        self.least.update(self.addresses.values().map(|address| &address.share));
    }

    /// What an account has used more than the least of those with work.
    pub fn used(&self, account: &Account) -> Used {
        let Some(address) = self.addresses.get(&account.address) else { return Used::default() };
        let session = address.sessions.get(&account.session).map_or(0, |session| session.used);
        Used {
            address: address.share.used.saturating_sub(self.least.used),
            session: session.saturating_sub(address.least.used),
        }
    }

    /// Whether an address, or a session of it, has work or had some recently.
    pub fn knows(&self, address: &Arc<str>, session: Option<&Arc<str>>) -> bool {
        let known = self.addresses.get(address);
        known.is_some_and(|it| session.is_none_or(|session| it.sessions.contains_key(session)))
    }

    /// How many pieces of work an account has.
    pub fn active(&self, account: &Account) -> usize {
        let address = self.addresses.get(&account.address);
        let session = address.and_then(|it| it.sessions.get(&account.session));
        session.map_or(0, |session| session.active)
    }

    /// The part of a whole that is due to a session: addresses with work share it equally, and so
    /// do the sessions of an address.
    pub fn part(&self, whole: u64, account: &Account) -> u64 {
        let sessions = self.addresses.get(&account.address).map_or(0, |it| it.least.count);
        whole / self.least.count.max(1) / sessions.max(1)
    }
}

impl Least {
    /// Takes the least of those with work. If there are none, it stays.
    fn update<'a>(&mut self, shares: impl Iterator<Item = &'a Share>) {
        let (mut least, mut count) = (u64::MAX, 0);
        for share in shares.filter(|share| share.active > 0) {
            (least, count) = (least.min(share.used), count + 1);
        }
        self.count = count;
        if count > 0 {
            self.used = least;
        }
    }
}

impl Share {
    fn begin(&mut self, least: u64) {
        if self.active == 0 {
            self.used = self.used.max(least);
        }
        self.active += 1;
    }

    fn end(&mut self, now: u64) {
        self.active = self.active.saturating_sub(1);
        self.last_seen = now;
    }

    fn is_recent(&self, now: u64) -> bool {
        self.active > 0 || now.saturating_sub(self.last_seen) < MEMORY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_of_one_address_share_its_part() {
        let mut shares = Shares::default();
        let many: Vec<Account> =
            (0..9).map(|number| Account::new("10.0.0.1", &number.to_string())).collect();
        let one = Account::new("10.0.0.2", "one");
        many.iter().chain([&one]).for_each(|account| shares.begin(account));
        shares.settle();
        assert_eq!(shares.part(900, &one), 450);
        assert_eq!(shares.part(900, &many[3]), 50);
        shares.charge(&many[0], 7);
        assert_eq!(shares.used(&many[0]), Used { address: 7, session: 7 });
        assert!(shares.used(&one) < shares.used(&many[1]), "its address has used nothing");
        assert!(shares.used(&many[1]) < shares.used(&many[0]));
    }

    #[test]
    fn time_without_work_is_not_credited_and_what_was_used_is_remembered_for_a_while() {
        let mut shares = Shares::default();
        let [one, two, three] = ["one", "two", "three"].map(|name| Account::new("a", name));
        [&one, &two].into_iter().for_each(|account| shares.begin(account));
        shares.charge(&one, 500);
        shares.charge(&two, 300);
        shares.settle();
        shares.begin(&three);
        assert_eq!(shares.used(&three).session, 0, "as the one that has used least");
        shares.end(&one, 0);
        shares.begin(&one);
        assert_eq!(shares.used(&one).session, 200, "leaving clears nothing");
        shares.end(&one, 0);
        shares.end(&two, MEMORY);
        shares.begin(&one);
        shares.settle();
        assert_eq!(shares.used(&one).session, 0, "it is forgotten");
    }
}
