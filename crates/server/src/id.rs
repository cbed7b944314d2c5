//! Identifiers that cannot be guessed.

/// A random id of more than 128 bits.
pub fn new_id() -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bytes = [0; 22];
    fill_random(&mut bytes);
    bytes.map(|byte| char::from(LETTERS[usize::from(byte % 64)])).iter().collect()
}

/// Fills a buffer from the operating system's random generator.
pub fn fill_random(bytes: &mut [u8]) {
    // Ids and keys must be unpredictable, so there is no fallback.
    getrandom::fill(bytes).expect("the operating system's random generator is unavailable");
}
