//! Signed messages: a line with the sender's public key and signature, then the signed bytes.

use crate::message::{MAX_MESSAGE, Message, MessageRefusal};
use crate::signing_key::{SigningKey, is_signed_by};

/// The first word of a signed message, with the version of its form.
const FORM: &str = "agon-signed-1";

/// The number of bytes of a public key and of a signature, as text.
const KEY: usize = 56;
const SIGNATURE: usize = 128;

/// A message with a valid signature.
#[derive(Clone, Debug, PartialEq)]
pub struct Signed<T> {
    /// The public key of the sender.
    pub key: String,
    pub message: T,
    bytes: Vec<u8>,
}

impl<T: Message> Signed<T> {
    pub fn new(key: &SigningKey, message: T) -> Signed<T> {
        let payload = message.to_bytes();
        let signature = key.sign(&context::<T>(&payload));
        let signature: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut bytes = format!("{FORM} {} {signature}\n", key.public()).into_bytes();
        bytes.extend(payload);
        Signed { key: key.public().into(), message, bytes }
    }

    /// Reads a message and checks its signature.
    pub fn read(bytes: &[u8]) -> Result<Signed<T>, MessageRefusal> {
        let unchecked = Unchecked::read(bytes)?;
        let key = unchecked.key.to_string();
        Ok(Signed { message: unchecked.check()?, key, bytes: bytes.to_vec() })
    }

    /// The message as it is sent.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// A message whose signature is not checked yet.
pub struct Unchecked<'a> {
    /// The public key that the sender claims to have.
    pub key: &'a str,
    signature: Vec<u8>,
    payload: &'a [u8],
}

impl<'a> Unchecked<'a> {
    /// Parses the first line.
    pub fn read(bytes: &'a [u8]) -> Result<Unchecked<'a>, MessageRefusal> {
        if bytes.len() > MAX_MESSAGE {
            return Err(MessageRefusal::TooLong(bytes.len()));
        }
        let parse = || {
            let end = FORM.len() + KEY + SIGNATURE + 2;
            let (line, payload) = (bytes.get(..end)?, bytes.get(end..)?.strip_prefix(b"\n")?);
            let line = std::str::from_utf8(line).ok()?.strip_prefix(FORM)?.strip_prefix(' ')?;
            let (key, digits) = line.split_once(' ')?;
            if !key.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
                return None;
            }
            let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
            let signature: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(byte).collect();
            Some(Unchecked { key, signature: signature?, payload })
        };
        parse().ok_or_else(|| MessageRefusal::Malformed("it is not signed".into()))
    }

    /// The message, if the signature is that of the claimed key.
    pub fn check<T: Message>(&self) -> Result<T, MessageRefusal> {
        if !is_signed_by(self.key, &context::<T>(self.payload), &self.signature) {
            return Err(MessageRefusal::BadSignature);
        }
        let message = T::read(self.payload)?;
        match message.may_be_by(self.key) {
            true => Ok(message),
            false => Err(MessageRefusal::BadSignature),
        }
    }
}

/// The bytes that are signed: those of the payload after the kind of the message, so that none can
/// be passed off as one of another kind.
fn context<T: Message>(payload: &[u8]) -> Vec<u8> {
    [T::KIND.as_bytes(), b"\n", payload].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{Chunk, RunNotice, SentItem};

    fn chunk(run: &str) -> Chunk {
        let items = vec![SentItem { key: "a".into(), body: serde_json::Value::Null }];
        Chunk { run: run.into(), task: "t".into(), number: 1, token: "x".into(), items }
    }

    #[test]
    fn a_message_is_read_only_with_the_signature_of_its_sender() {
        let [own, other] = [(); 2].map(|()| SigningKey::random());
        let sent = Signed::new(&own, chunk(own.public()));
        assert_eq!(Signed::<Chunk>::read(sent.bytes()).as_ref(), Ok(&sent));
        assert_eq!(SigningKey::from_seed(&own.seed()).unwrap().public(), own.public());
        // Another payload, another key, another kind of message, and a run of another key.
        let mut changed = sent.bytes().to_vec();
        *changed.last_mut().unwrap() = b' ';
        let text = String::from_utf8(sent.bytes().to_vec()).unwrap();
        let renamed = text.replacen(own.public(), other.public(), 1).into_bytes();
        let foreign = Signed::new(&other, chunk(own.public()));
        for bytes in [&changed[..], &renamed, foreign.bytes()] {
            assert_eq!(Signed::<Chunk>::read(bytes), Err(MessageRefusal::BadSignature));
        }
        let as_notice = Signed::<RunNotice>::read(sent.bytes());
        assert_eq!(as_notice, Err(MessageRefusal::BadSignature));
        for length in 0..sent.bytes().len() {
            assert!(Signed::<Chunk>::read(&sent.bytes()[..length]).is_err(), "{length}");
        }
        let unsigned = Signed::<Chunk>::read(&sent.message.to_bytes());
        assert!(
            matches!(unsigned, Err(MessageRefusal::Malformed(what)) if what.contains("signed"))
        );
    }
}
