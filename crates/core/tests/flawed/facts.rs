//! The facts of the flawed game.

use agon_core::{ColumnType, Domain, Facts, Game as _, NodeId, Relation, Vocabulary};

use super::Flaw;
use super::game::Flawed;

/// The side to move, a number, two ends that are beside each other, and who holds one of them.
impl Facts for Flawed {
    fn vocabulary(&self) -> Vocabulary {
        let right = if Self::is(Flaw::MemberInCapitals) { "RIGHT" } else { "right" };
        let end = Domain {
            name: "end",
            about: "An end.",
            members: ["left", right].map(String::from).into(),
        };
        let lead = if Self::is(Flaw::NamedTwice) { "mover" } else { "lead" };
        let lead = if Self::is(Flaw::NamedInCapitals) { "Lead" } else { lead };
        let beside = if Self::is(Flaw::NotDescribed) { "" } else { "They are beside each other." };
        let held = ColumnType::Member(usize::from(Self::is(Flaw::NoSuchType)));
        let side = ("side", ColumnType::Side);
        let mover = &[side][usize::from(Self::is(Flaw::NoColumns))..];
        let relations = vec![
            Relation::new("mover", mover, "The side moves.").function(),
            Relation::new(
                lead,
                &[side, ("points", ColumnType::Number { least: -1, most: 1 })],
                "The side leads by so many points.",
            )
            .function(),
            Relation::new("beside", &[("one", ColumnType::Member(0)), ("other", held)], beside)
                .fixed(),
            Relation::new("held", &[("one", ColumnType::Member(0)), side], "The side holds it.")
                .coded(
                    usize::from(Self::is(Flaw::CodedSide)),
                    if Self::is(Flaw::LongCodes) { 33 } else { 2 },
                )
                .in_sets(usize::from(Self::is(Flaw::SetsOfSides))),
        ];
        Vocabulary { domains: vec![end], relations }
    }

    fn facts(&self, position: &NodeId, relation: usize, mut tell: impl FnMut(&[i32])) {
        let mover = self.to_move(position).index() as i32;
        match (relation, Self::flaw()) {
            (0, Flaw::TooFewColumns) => tell(&[]),
            (0, Flaw::TwoValues) => [0, 1].iter().for_each(|&side| tell(&[side])),
            (0, _) => tell(&[mover]),
            (1, Flaw::NumberTooLarge) => tell(&[mover, 2]),
            (1, _) => [[0, 1], [1, -1]].iter().for_each(|row| tell(row)),
            (3, _) => tell(&[mover, mover]),
            (_, Flaw::MemberTooMany) => tell(&[0, 2]),
            (_, Flaw::ListedTwice) => [[0, 1], [0, 1]].iter().for_each(|row| tell(row)),
            (_, Flaw::FixedChanges) => tell(&[mover, 1 - mover]),
            _ => [[0, 1], [1, 0]].iter().for_each(|row| tell(row)),
        }
    }

    fn fact_sets(&self, position: &NodeId, _: usize, mut tell: impl FnMut(&[i32], u64)) {
        let mover = self.to_move(position).index() as i32;
        tell(&[0, mover], if Self::is(Flaw::SetTooLarge) { 3 } else { 1 << mover });
    }

    fn codes(&self, position: &NodeId, _: usize, members: u64, codes: &mut [u32]) -> u64 {
        let mover = self.to_move(position).index();
        let code = if Self::is(Flaw::CodeTooLarge) { 4 } else { 1 + mover as u32 };
        let other = u32::from(Self::is(Flaw::CodeOfNothing));
        for (member, found) in codes.iter_mut().enumerate() {
            if members >> member & 1 == 1 || Self::is(Flaw::CodesOfOthers) {
                *found = if member == mover { code } else { other };
            }
        }
        let reported = if Self::is(Flaw::CodeNotReported) { 0 } else { 1 << mover };
        members & (reported | u64::from(other) << (1 - mover))
    }

    fn changed_members(&self, _: &NodeId, _: &NodeId, _: usize) -> u64 {
        if Self::is(Flaw::ChangesUnsaid) { 0 } else { 3 }
    }

    fn facts_about(
        &self,
        position: &NodeId,
        relation: usize,
        column: usize,
        member: usize,
        mut tell: impl FnMut(&[i32]),
    ) {
        let member = if Self::is(Flaw::FactsOfAnother) { 1 - member } else { member };
        self.facts(position, relation, |row| {
            if row[column] == member as i32 {
                tell(row);
            }
        });
    }
}
