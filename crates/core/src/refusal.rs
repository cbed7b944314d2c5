//! Refusals: why a move, a text or a setting is rejected, as data.

use std::error::Error;
use std::fmt::{self, Display};

/// The reason why a move, a text or a setting is rejected: a kind with arguments.
///
/// `Display` is the English message; other languages build theirs from the kind and the
/// arguments. Enums declared with [`refusals!`](crate::refusals) implement it.
///
/// ```
/// use agon_core::Refusal;
///
/// agon_core::refusals! {
///     /// Why a coin is refused.
///     enum CoinRefusal {
///         Foreign { name: String } => "{name} is not a coin of this country",
///     }
/// }
///
/// let refusal: Box<dyn Refusal> = CoinRefusal::Foreign { name: "drachma".into() }.into();
/// assert_eq!(refusal.to_string(), "drachma is not a coin of this country");
/// assert_eq!((refusal.kind(), refusal.arguments()[0].0), ("Foreign", "name"));
/// ```
pub trait Refusal: Error + Send + Sync + 'static {
    /// The name of the reason, the same in every language.
    fn kind(&self) -> &'static str;
    /// The values in the message, by name.
    fn arguments(&self) -> Vec<(&'static str, String)>;
}

/// Why something is refused, as an argument of another refusal: the words, from which they follow in
/// other languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The kind of the refusal.
    pub kind: &'static str,
    /// Its arguments.
    pub arguments: Vec<(&'static str, String)>,
    text: String,
}

impl From<&dyn Refusal> for Cause {
    fn from(refusal: &dyn Refusal) -> Cause {
        let (kind, arguments) = (refusal.kind(), refusal.arguments());
        Cause { kind, arguments, text: refusal.to_string() }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<R: Refusal> From<R> for Box<dyn Refusal> {
    fn from(refusal: R) -> Box<dyn Refusal> {
        Box::new(refusal)
    }
}

/// Untrusted text for a message: in quotes, with control characters escaped, and cut
/// after 40 characters.
///
/// ```
/// assert_eq!(agon_core::quote("a\tb"), r#""a\tb""#);
/// assert!(agon_core::quote(&"x".repeat(1000)).len() < 50);
/// ```
pub fn quote(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", &text[..end]),
    }
}

/// A count with its noun in the singular or plural.
///
/// ```
/// assert_eq!(agon_core::counted(1, "move"), "1 move");
/// assert_eq!(agon_core::counted(20, "move"), "20 moves");
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// Declares an enum of refusals from one table: each variant with its fields and its
/// English message.
///
/// ```
/// use agon_core::Refusal as _;
///
/// agon_core::refusals! {
///     /// Why a die is refused.
///     pub enum DieRefusal {
///         TooLarge { thrown: u8, sides: u8 } => "a die of {sides} sides cannot show {thrown}",
///         Lost => "the die is lost",
///     }
/// }
///
/// let refusal = DieRefusal::TooLarge { thrown: 7, sides: 6 };
/// assert_eq!(refusal.to_string(), "a die of 6 sides cannot show 7");
/// assert_eq!(refusal.kind(), "TooLarge");
/// assert_eq!(refusal.arguments(), [("thrown", "7".to_string()), ("sides", "6".to_string())]);
/// assert!(DieRefusal::Lost.arguments().is_empty());
/// ```
#[macro_export]
macro_rules! refusals {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($variant:ident $({ $($field:ident: $type:ty),+ $(,)? })? => $message:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis enum $name {
            $(
                #[doc = concat!("Message: ", $message, ".")]
                $variant $({
                    $(
                        #[doc = concat!("The `", stringify!($field), "` of the message.")]
                        $field: $type
                    ),+
                })?
            ),+
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $(Self::$variant $({ $($field),+ })? => ::std::write!(f, $message)),+
                }
            }
        }

        impl ::std::error::Error for $name {}

        impl $crate::Refusal for $name {
            fn kind(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => stringify!($variant)),+
                }
            }

            fn arguments(&self) -> Vec<(&'static str, String)> {
                match self {
                    $(
                        Self::$variant $({ $($field),+ })? =>
                            ::std::vec![$($((stringify!($field), $field.to_string())),+)?]
                    ),+
                }
            }
        }
    };
}
