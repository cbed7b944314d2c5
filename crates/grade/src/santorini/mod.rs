//! The Santorini assignment: seven functions in Haskell.

mod games;
mod question;
mod script;
mod scripts;
mod value;

use super::assignment::{Assignment, Function};
use super::language::{Haskell, Language};
use super::question::{Names, Question};

/// The Santorini assignment, with the points of its text.
pub struct SantoriniAssignment;

const FUNCTIONS: [Function; 7] = [
    Function::new("initializeGame", 20),
    Function::new("tryMove", 40),
    Function::new("screenshotGame", 10),
    Function::new("undoMove", 20),
    Function::new("redoMove", 10),
    Function::bonus("possibleMoves", 10),
    Function::bonus("evaluateState", 10),
];

/// The name of each function in the driver, its arguments, and its call with types. `{f}` stands
/// for the hand-in's function. If the types do not fit, the function counts as missing.
const CALLS: [(&str, &str, &str); 7] = [
    ("agonInit", "b r", "{f} (b :: {two}) (r :: {two})"),
    ("agonTry", "g m", "{f} g (m :: {three}) `Agon.asTypeOf` g"),
    ("agonScreenshot", "g", "({f} g) :: {screenshot}"),
    ("agonUndo", "g", "{f} g `Agon.asTypeOf` g"),
    ("agonRedo", "g", "{f} g `Agon.asTypeOf` g"),
    ("agonMoves", "g", "({f} g) :: [{three}]"),
    ("agonValue", "c g", "({f} (c :: Agon.Char) g) :: Agon.Int"),
];

/// Runs a script: a list of calls with their numbers. Each call yields a part of the answer.
const RUN: &str = "let { agonShot g = Agon.show (agonScreenshot g); \
    agonGo g [] = []; \
    agonGo g ((1,[a,b,c,d,e,f]):r) = let { h = agonTry g ((a,b),(c,d),(e,f)) } in agonShot h : agonGo h r; \
    agonGo g ((2,_):r) = let { h = agonUndo g } in agonShot h : agonGo h r; \
    agonGo g ((3,_):r) = let { h = agonRedo g } in agonShot h : agonGo h r; \
    agonGo g ((4,_):r) = Agon.show (agonMoves g) : agonGo g r; \
    agonGo g ((5,[s]):r) = Agon.show (agonValue (if s Agon.== 0 then 'B' else 'R') g) : agonGo g r; \
    agonGo g _ = []; \
    agonRun t = case (Agon.read t :: [(Agon.Int,[Agon.Int])]) of { \
    ((0,[a,b,c,d,e,f,i,j]):r) -> let { g = agonInit ((a,b),(c,d)) ((e,f),(i,j)) } in agonShot g : agonGo g r; \
    _ -> [] } }";

impl Assignment for SantoriniAssignment {
    fn name(&self) -> &'static str {
        "santorini"
    }

    fn title(&self) -> &'static str {
        "Santorini in Haskell"
    }

    fn file(&self) -> &'static str {
        "StudentCode.hs"
    }

    fn language(&self) -> &'static dyn Language {
        &Haskell
    }

    fn functions(&self) -> &'static [Function] {
        &FUNCTIONS
    }

    fn questions(&self, seed: u64, count: usize) -> Vec<Box<dyn Question>> {
        scripts::questions(seed, count)
    }

    fn definitions(&self, names: &Names) -> Vec<(String, Vec<String>)> {
        let typed = |text: &str| {
            let text = text
                .replace("{screenshot}", "(Agon.Bool,Agon.Char,{two},{two},[(Agon.Int,{one})])");
            let text =
                text.replace("{three}", "({one},{one},{one})").replace("{two}", "({one},{one})");
            text.replace("{one}", "(Agon.Int,Agon.Int)")
        };
        let mut definitions = Vec::new();
        for (place, (name, arguments, body)) in CALLS.into_iter().enumerate() {
            let function = names.of(place);
            // Of the same type, so that the other functions can still be called.
            let missing = format!("Agon.error {:?}", question::missing(function));
            let stub = match place {
                1 | 3 | 4 => format!("{missing} `Agon.asTypeOf` g"),
                _ => body
                    .rsplit_once("::")
                    .filter(|_| place != 0)
                    .map_or(missing.clone(), |(_, kind)| format!("({missing}) ::{kind}")),
            };
            let line = |body: &str| typed(&format!("let {{ {name} {arguments} = {body} }}"));
            let lines = vec![line(&stub), line(&body.replace("{f}", function))];
            definitions.push((function.to_string(), lines));
        }
        let stub =
            "let { agonRun t = [Agon.error \"the types of the functions do not fit together\"] }";
        definitions.push(("the functions together".into(), vec![stub.into(), RUN.into()]));
        definitions
    }
}
