//! Quotas of new games, by session and by address: some at once, and then one after the other.

use std::collections::HashMap;
use std::sync::Arc;

use crate::ServiceRefusal;
use crate::shares::Account;

/// How many games a session and an address create at once, and after how many milliseconds each of
/// them may create another.
const SESSION: Rate = Rate { burst: 100, every: 30_000 };
const ADDRESS: Rate = Rate { burst: 2000, every: 10_000 };

/// How many quotas are remembered before those that are whole again are forgotten.
const MAX_REMEMBERED: usize = 10_000;

#[derive(Clone, Copy)]
struct Rate {
    burst: u64,
    every: u64,
}

/// When the quotas of sessions and addresses will be whole again, in milliseconds since 1970.
#[derive(Debug, Default)]
pub struct Quotas([HashMap<Arc<str>, u64>; 2]);

impl Quotas {
    /// Takes a new game from the quotas of an account. An empty address has none.
    pub fn take(&mut self, account: &Account, now: u64) -> Result<(), ServiceRefusal> {
        let parts = [(SESSION, &account.session), (ADDRESS, &account.address)];
        let parts = parts.map(|(rate, name)| (rate, name, name.is_empty()));
        for (whole_at, (rate, name, is_free)) in self.0.iter().zip(parts) {
            let used = whole_at.get(name).map_or(0, |at| at.saturating_sub(now));
            let left = (rate.burst * rate.every).checked_sub(used + rate.every);
            if left.is_none() && !is_free {
                let wait = used + rate.every - rate.burst * rate.every;
                return Err(ServiceRefusal::TooFast { seconds: wait.div_ceil(1000) });
            }
        }
        for (whole_at, (rate, name, _)) in self.0.iter_mut().zip(parts) {
            if whole_at.len() > MAX_REMEMBERED {
                whole_at.retain(|_, at| *at > now);
            }
            let at = whole_at.entry(Arc::clone(name)).or_default();
            *at = (*at).max(now) + rate.every;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_and_an_address_create_some_games_at_once_and_then_one_after_the_other() {
        let mut quotas = Quotas::default();
        let one = Account::new("address", "one");
        for _ in 0..SESSION.burst {
            assert_eq!(quotas.take(&one, 5000), Ok(()));
        }
        let later = Err(ServiceRefusal::TooFast { seconds: 30 });
        assert_eq!(quotas.take(&one, 5000), later);
        assert_eq!(quotas.take(&one, 5000 + SESSION.every), Ok(()));
        assert_eq!(quotas.take(&one, 5000 + SESSION.every), later);
        // New sessions help no further than the address goes.
        let taken = (0..3000).filter(|number| {
            quotas.take(&Account::new("address", &number.to_string()), 5000).is_ok()
        });
        assert_eq!(taken.count() as u64, ADDRESS.burst - SESSION.burst - 1);
        assert_eq!(quotas.take(&Account::new("other", "two"), 5000), Ok(()));
    }
}
