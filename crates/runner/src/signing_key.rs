//! Key pairs of workers and runs (ed25519, in the text form of NATS), and checks of signatures.

use std::fmt;

use nkeys::{KeyPair, KeyPairType};

/// A key pair. Its public key is the identity of a worker, and the name of a run.
#[derive(Clone)]
pub struct SigningKey {
    pair: KeyPair,
    public: String,
}

impl SigningKey {
    /// A new random key pair.
    pub fn random() -> SigningKey {
        SigningKey::of(KeyPair::new_user())
    }

    /// The key pair of 32 secret bytes; for tests, which need the same keys every time.
    pub fn from_bytes(secret: [u8; 32]) -> Option<SigningKey> {
        KeyPair::new_from_raw(KeyPairType::User, secret).ok().map(SigningKey::of)
    }

    /// The key pair of a seed, a text that begins with SU.
    pub fn from_seed(seed: &str) -> Option<SigningKey> {
        let pair = KeyPair::from_seed(seed).ok()?;
        (pair.key_pair_type() == KeyPairType::User).then(|| SigningKey::of(pair))
    }

    fn of(pair: KeyPair) -> SigningKey {
        SigningKey { public: pair.public_key(), pair }
    }

    /// The secret seed.
    pub fn seed(&self) -> String {
        // Only a pair without a secret has no seed.
        self.pair.seed().unwrap_or_default()
    }

    /// The public key: 56 letters and digits that begin with U.
    pub fn public(&self) -> &str {
        &self.public
    }

    pub(crate) fn sign(&self, bytes: &[u8]) -> Vec<u8> {
        // Only a pair without a secret cannot sign.
        self.pair.sign(bytes).unwrap_or_default()
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({})", self.public)
    }
}

/// Whether a text is a public key. Its last letters are a checksum, so a slip is found.
pub fn is_public_key(text: &str) -> bool {
    text.starts_with('U') && KeyPair::from_public_key(text).is_ok()
}

/// Whether the owner of a public key has signed these bytes.
pub(crate) fn is_signed_by(key: &str, bytes: &[u8], signature: &[u8]) -> bool {
    KeyPair::from_public_key(key).is_ok_and(|pair| pair.verify(bytes, signature).is_ok())
}

/// A random text that nobody can guess.
pub fn random_token() -> String {
    random_bytes::<16>().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a die with this many sides shows a one. With 0 sides it never does.
pub(crate) fn one_in(sides: u32) -> bool {
    sides > 0 && u32::from_le_bytes(random_bytes()) % sides == 0
}

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    assert!(getrandom::fill(&mut bytes).is_ok(), "this system has no random numbers");
    bytes
}
