//! The names that people give themselves.

use agon_arena::GameEntry;
use agon_core::quote;

use crate::refusal::ServiceRefusal;

/// The longest name, in characters.
const MAX_LENGTH: usize = 40;

/// The trimmed name of a person; `None` if it is empty. Refused if it is too long, has invisible
/// characters, or is that of a computer player of the game: a record could not tell them apart.
pub(crate) fn read_name(text: &str, game: &GameEntry) -> Result<Option<String>, ServiceRefusal> {
    let name = text.trim();
    let is_shown = |letter: char| !letter.is_control() && !is_invisible(letter);
    let is_player = name.split(':').next().is_some_and(|it| (game.players)().contains(&it));
    if name.chars().count() > MAX_LENGTH || !name.chars().all(is_shown) || is_player {
        return Err(ServiceRefusal::Name { found: quote(name), most: MAX_LENGTH });
    }
    Ok((!name.is_empty()).then(|| name.to_string()))
}

/// The name of a person in a record, if it is a valid name.
pub(crate) fn name_of_record(text: &str, game: &GameEntry) -> Option<String> {
    read_name(&shown_name(text)?, game).ok().flatten()
}

/// The visible part of a name; `None` if it is empty.
pub(crate) fn shown_name(text: &str) -> Option<String> {
    let shown: String = text.chars().filter(|&it| !it.is_control() && !is_invisible(it)).collect();
    let short: String = shown.trim().chars().take(MAX_LENGTH).collect();
    (!short.is_empty()).then_some(short)
}

/// Characters without width or that change the order of others, by which one name could look like
/// another.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_bounded_and_shown_as_they_are() {
        let game = agon_arena::find("theseus").expect("a game");
        let name = |text: &str| read_name(text, game);
        for good in ["Άννα", "Jovan Đ.", "a b", &"ž".repeat(40), "levels"] {
            assert_eq!(name(&format!("  {good} ")), Ok(Some(good.into())), "{good}");
        }
        assert_eq!(name("  "), Ok(None));
        for bad in
            ["a\nb", "\u{202e}anna", "a\u{200b}", &"ž".repeat(41), "level:5", "minmax", "person"]
        {
            assert!(matches!(name(bad), Err(ServiceRefusal::Name { .. })), "{bad:?}");
        }
        assert_eq!(name_of_record("an\u{7}na", game), Some("anna".into()));
        assert_eq!(name_of_record("level:5", game), None);
    }
}
