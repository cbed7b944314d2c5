// The messages between the page and the program. This file is generated from the types of
// crates/service/src/protocol by `cargo xtask protocol`; docs/protocol.md describes them.
// Only for type checks: it is neither served nor carried in the program.

/**
 * One of the two sides. `First` is the side that moves first by default.
 */
export type Side = "p1" | "p2";

/**
 * The result of a finished game. It is absolute: it names the winner instead of having
 * a sign that depends on a point of view.
 */
export type Outcome = "p1" | "p2" | "draw";

/**
 * A value from one side's point of view: more is better for that side.
 *
 * Estimates of an evaluation lie strictly between the proven losses and the
 * proven wins, so a win, however late, beats every estimate. Sooner wins and
 * later losses are better.
 */
export type Score = { "points": number } | { "win": number } | { "lose": number };

/**
 * What a position is worth to the side to move under perfect play by both.
 */
export type VerdictKind = "win" | "draw" | "lose";

/**
 * A cell of the board.
 */
export type Cell = { 
/**
 * Its name.
 */
id: string, 
/**
 * Its row, 0 at the top.
 */
row: number, 
/**
 * Its column, 0 at the left.
 */
column: number, 
/**
 * How high it is built, in games where that means something.
 */
height: number | null, 
/**
 * The translation key of its name.
 */
label: string, };

/**
 * A wall between two neighbouring cells.
 */
export type Edge = { 
/**
 * The two cells that it separates.
 */
between: [string, string], 
/**
 * The translation key of its name.
 */
label: string, };

/**
 * A piece on a cell.
 */
export type Token = { 
/**
 * Its name.
 */
id: string, 
/**
 * The cell it stands on.
 */
cell: string, 
/**
 * Its level in a stack, 0 at the bottom.
 */
order: number, 
/**
 * The side that owns it, if any.
 */
owner: Side | null, 
/**
 * The translation key of its name.
 */
label: string, 
/**
 * The letter that is drawn for it in text.
 */
symbol: string, };

/**
 * A highlight of a cell or token.
 */
export type Mark = { 
/**
 * The element.
 */
element: string, 
/**
 * The translation key of the reason.
 */
label: string, };

/**
 * A counter beside the board.
 */
export type Count = { 
/**
 * The translation key of its name.
 */
label: string, 
/**
 * The side that owns it, if any.
 */
owner: Side | null, 
/**
 * How many there are.
 */
count: number, 
/**
 * The largest possible count, if there is one.
 */
of: number | null, };

/**
 * A place of the board by row and column, both counted from 0.
 */
export type Place = { 
/**
 * Its row, 0 at the top.
 */
row: number, 
/**
 * Its column, 0 at the left.
 */
column: number, };

/**
 * A position as it is shown: what is where, but not how it looks. The terminal and the
 * page both draw it, and neither needs the rules.
 */
export type Scene = { 
/**
 * The labels of the rows, from the top.
 */
rows: Array<string>, 
/**
 * The labels of the columns, from the left.
 */
columns: Array<string>, 
/**
 * The cells of the board.
 */
cells: Array<Cell>, 
/**
 * The walls between neighbouring cells.
 */
edges: Array<Edge>, 
/**
 * The pieces on the cells.
 */
tokens: Array<Token>, 
/**
 * Highlights of cells and tokens.
 */
marks: Array<Mark>, 
/**
 * Counters beside the board.
 */
counts: Array<Count>, 
/**
 * The places from which the last move took pieces, where the game shows them.
 */
taken: Array<Place>, };

/**
 * An argument of the words of a move.
 */
export type MoveArg = { "place": { 
/**
 * The label of the row.
 */
row: string, 
/**
 * The label of the column.
 */
column: string, } } | { "name": string } | { "number": number } | { "numbers": Array<number> } | { "key": string };

/**
 * A move as a kind with arguments: the page words it in the language of its visitor.
 */
export type MoveWords = { 
/**
 * What the move does, such as `step`: a translation key.
 */
kind: string, 
/**
 * The arguments of the wording, by name.
 */
args: { [key in string]: MoveArg }, };

/**
 * What moves do, by their notation.
 */
export type MoveDictionary = { [key in string]: MoveWords };

/**
 * A legal move, and the ways to point it out on the board.
 */
export type ListedMove = { 
/**
 * The move in the game's notation.
 */
text: string, 
/**
 * The ways to point it out.
 */
paths: Array<Array<string>>, };

/**
 * A note of a player: a kind with arguments.
 */
export type Note = { 
/**
 * What is said, such as `wall`.
 */
kind: string, 
/**
 * The arguments of the wording, by name.
 */
args: Record<string, string>, };

/**
 * A number of the statistics of a side.
 */
export type Tally = { 
/**
 * What is counted, such as `loot`.
 */
label: string, 
/**
 * How often.
 */
count: number, };

/**
 * What a computer thought of its last move.
 */
export type Thought = { 
/**
 * The move.
 */
mv: string, 
/**
 * Its score for the first side.
 */
score: Score | null, 
/**
 * A note of the player.
 */
note: string | null, 
/**
 * The same as a kind with arguments.
 */
said: Note | null, };

/**
 * A rule file of a game.
 */
export type RulesName = { 
/**
 * Its name.
 */
name: string, };

/**
 * Who has claimed a side.
 */
export type Claimant = "you" | "other";

/**
 * What a page may do with a game.
 */
export type Rights = { 
/**
 * Whether it owns the game: it may change players, and delete the game.
 */
owner: boolean, 
/**
 * The sides it may move.
 */
moves: [boolean, boolean], 
/**
 * Who has claimed each side.
 */
claims: [Claimant | null, Claimant | null], 
/**
 * The sides it may claim.
 */
claimable: [boolean, boolean], 
/**
 * The key of the owner's link, for the owner.
 */
key: string | null, };

/**
 * The contest of a game that is watched.
 */
export type WatchedGame = { 
/**
 * The number of the contest.
 */
number: number, 
/**
 * Its name.
 */
name: string, 
/**
 * Why the game ended, if not by the rules.
 */
reason: string | null, };

/**
 * How much time a side has, in microseconds; files and messages of the page have milliseconds.
 */
export type TimeControl = { "kind": "fischer", 
/**
 * The time at the start.
 */
initial: number, 
/**
 * What a move adds.
 */
increment: number, } | { "kind": "move", 
/**
 * That time.
 */
time: number, };

/**
 * The clock of a game.
 */
export type Clock = { 
/**
 * The time control.
 */
control: TimeControl, 
/**
 * What each side had left when this was sent, in milliseconds; computers have no clock.
 */
left: [number | null, number | null], 
/**
 * The side whose clock runs.
 */
running: Side | null, };

/**
 * What can be offered.
 */
export type OfferKind = "draw" | "takeback" | "rematch" | "swap";

/**
 * What a player offers the other.
 */
export type Offer = { 
/**
 * What is offered.
 */
what: OfferKind, 
/**
 * The side that offers it.
 */
by: Side, };

/**
 * The game that follows one that is over.
 */
export type NextGame = { 
/**
 * Its id.
 */
game: string, 
/**
 * Whether the players have swapped sides.
 */
swapped: boolean, };

/**
 * A game in progress or finished, as a page sees it.
 */
export type Game = { 
/**
 * Its id, which is part of its address.
 */
id: string, 
/**
 * The name of the game that is played.
 */
game: string, 
/**
 * The title of that game.
 */
title: string, 
/**
 * The names of its sides.
 */
sides: [string, string], 
/**
 * The players.
 */
seats: [string, string], 
/**
 * The names of the people who play.
 */
names: [string | null, string | null], 
/**
 * The clock, if there is one.
 */
clock: Clock | null, 
/**
 * The rule files of the game.
 */
rules: Array<RulesName>, 
/**
 * The position it started from, unless that is hidden.
 */
start: string | null, 
/**
 * The present position, unless that is hidden.
 */
position: string | null, 
/**
 * The whole line, without hidden moves.
 */
line: Array<string | null>, 
/**
 * What the moves of the line do.
 */
words: MoveDictionary, 
/**
 * The sides that made its moves.
 */
by: Array<Side>, 
/**
 * How many of its moves have been made.
 */
ply: number, 
/**
 * The side to move, unless the game is over.
 */
to_move: Side | null, 
/**
 * How the game ended.
 */
outcome: Outcome | null, 
/**
 * The board.
 */
scene: Scene, 
/**
 * The legal moves, if this page may make one.
 */
moves: Array<ListedMove>, 
/**
 * What each element of a path selects here, such as `pawn`, `step`, `build`.
 */
phases: Array<string>, 
/**
 * How the game ended, such as `climbed`.
 */
ending: string | null, 
/**
 * The elements that select the last move.
 */
last: Array<string> | null, 
/**
 * What each of them selects.
 */
last_phases: Array<string>, 
/**
 * Whether computers move without being asked.
 */
running: boolean, 
/**
 * The pause between two moves of computers, in milliseconds.
 */
pace: number, 
/**
 * Whether a computer is searching.
 */
thinking: boolean, 
/**
 * Whether a move can be taken back.
 */
can_undo: boolean, 
/**
 * Whether a move can be made again.
 */
can_redo: boolean, 
/**
 * Whether the game hides information from the sides.
 */
hides: boolean, 
/**
 * The side whose view this is; `None` shows everything.
 */
viewer: Side | null, 
/**
 * Whether the game is solved, so that there is a perfect player.
 */
solved: boolean, 
/**
 * The names of the evaluations.
 */
evaluations: Array<string>, 
/**
 * The players of the game whose own trees can be shown.
 */
trees: Array<string>, 
/**
 * What a computer thought of its last move.
 */
thought: Thought | null, 
/**
 * The round that has just ended.
 */
round: string | null, 
/**
 * Statistics of each side's play.
 */
statistics: [string | null, string | null], 
/**
 * The same as numbers.
 */
tallies: [Array<Tally>, Array<Tally>], 
/**
 * Whether games are kept on disk.
 */
stored: boolean, 
/**
 * What a player offers the other.
 */
offer: Offer | null, 
/**
 * Whether the game can end in a draw.
 */
can_be_drawn: boolean, 
/**
 * The next game between the same players.
 */
next: NextGame | null, 
/**
 * The contest that it belongs to, if it is only watched.
 */
contest: WatchedGame | null, 
/**
 * What this page may do.
 */
rights: Rights, };

/**
 * A position of a game or of a variation of it, as a page looks at it.
 */
export type PositionAt = { 
/**
 * How many moves lead to it.
 */
ply: number, 
/**
 * The moves of the variation, in the game's notation.
 */
after: Array<string>, 
/**
 * What these moves do.
 */
words: MoveDictionary, 
/**
 * The sides that made them.
 */
by: Array<Side>, 
/**
 * The position, unless that is hidden.
 */
position: string | null, 
/**
 * The side to move, unless the game is over there.
 */
to_move: Side | null, 
/**
 * How the game ended there.
 */
outcome: Outcome | null, 
/**
 * In which way, such as `climbed`.
 */
ending: string | null, 
/**
 * The board.
 */
scene: Scene, 
/**
 * The legal moves, unless they are hidden.
 */
moves: Array<ListedMove>, 
/**
 * What each element of a path selects, such as `pawn`, `step`, `build`.
 */
phases: Array<string>, 
/**
 * The elements that select the move that led to it.
 */
last: Array<string> | null, 
/**
 * What each of them selects.
 */
last_phases: Array<string>, };

/**
 * What a puzzle asks for.
 */
export type PuzzleGoal = "win" | "hold" | "only";

/**
 * A puzzle in the list of a game, without its solution.
 */
export type PuzzleSummary = { 
/**
 * Its name.
 */
id: string, 
/**
 * The side to move.
 */
side: Side, 
/**
 * What it asks for.
 */
goal: PuzzleGoal, 
/**
 * With how many moves, unless the goal has no number.
 */
moves: number | null, 
/**
 * How hard it is.
 */
difficulty: number, };

/**
 * The puzzles of a game, the easiest first.
 */
export type Puzzles = { 
/**
 * The game.
 */
game: string, 
/**
 * The names of its sides.
 */
sides: [string, string], 
/**
 * The puzzles.
 */
puzzles: Array<PuzzleSummary>, };

/**
 * What came of a move.
 */
export type PuzzleVerdict = "open" | "right" | "solved" | "wrong";

/**
 * The state of a puzzle after the moves of a solver.
 */
export type PuzzleAttempt = { 
/**
 * What came of the last move.
 */
verdict: PuzzleVerdict, 
/**
 * The board after it.
 */
board: PositionAt, 
/**
 * The boards that follow: after the reply to a right move, or after each move that refutes
 * a wrong one.
 */
line: Array<PositionAt>, 
/**
 * After a wrong move, whether the other side wins by force.
 */
loses: boolean | null, 
/**
 * The elements that select the right move, if a hint was asked for.
 */
hint: Array<string> | null, };

/**
 * What counts as done.
 */
export type LessonTask = { "kind": "move", 
/**
 * One of these, or any.
 */
right: Array<string> | null, 
/**
 * One that fits this regular expression.
 */
form: string | null, } | { "kind": "end", } | { "kind": "read", } | { "kind": "open", } | { "kind": "answer", 
/**
 * The answers.
 */
options: Array<string>, 
/**
 * The number of the right one, from 0.
 */
right: number, } | { "kind": "rules", 
/**
 * What the editor begins with.
 */
source: string, 
/**
 * How many value lines there must be.
 */
lines: number, };

/**
 * A step of a lesson.
 */
export type LessonStep = { 
/**
 * What is explained and asked for.
 */
text: string, 
/**
 * The position on the board.
 */
position: string | null, 
/**
 * A small game tree instead of the board.
 */
tree: unknown, 
/**
 * What counts as done.
 */
task: LessonTask, };

/**
 * A lesson in one language.
 */
export type Lesson = { 
/**
 * The game whose board it uses.
 */
game: string, 
/**
 * Its steps.
 */
steps: Array<LessonStep>, };

/**
 * What a value line of a rule file contributes.
 */
export type ExplainedLine = { 
/**
 * Its line in the file, counted from 1.
 */
line: number, 
/**
 * Its text.
 */
text: string, 
/**
 * How often it holds for the side to move and for the other.
 */
counts: [number, number], 
/**
 * How many points that gives each.
 */
points: [number, number], 
/**
 * Why it holds: some of the proofs.
 */
proofs: Array<string>, };

/**
 * What a rule file says of a position.
 */
export type ExplainedRules = { 
/**
 * The value for the side to move, in points.
 */
score: number, 
/**
 * Its value lines.
 */
lines: Array<ExplainedLine>, };

/**
 * The facts of one relation.
 */
export type RelationFacts = { 
/**
 * How it is written, with the names of its columns.
 */
signature: string, 
/**
 * What such a fact says, in English.
 */
about: string, 
/**
 * How many facts there are.
 */
count: number, 
/**
 * The first of them, as rules write them.
 */
rows: Array<string>, };

/**
 * The facts of a position for the side to move, which is `me`.
 */
export type PositionFacts = { 
/**
 * All relations of the game.
 */
relations: Array<RelationFacts>, };

/**
 * The score of a rule file against another version of it.
 */
export type TrialScore = { 
/**
 * Games won.
 */
wins: number, 
/**
 * Games drawn.
 */
draws: number, 
/**
 * Games lost.
 */
losses: number, 
/**
 * How many games the match has if it is not cut short.
 */
games: number, 
/**
 * The share of the points, from 0 to 1.
 */
score: number, 
/**
 * Its 95 % confidence interval.
 */
interval: [number, number], };

/**
 * A game in the list of stored games.
 */
export type StoredGame = { 
/**
 * Its id.
 */
id: string, 
/**
 * The name of the game that is played.
 */
game: string, 
/**
 * The players.
 */
seats: [string, string], 
/**
 * How many moves were made.
 */
moves: number, 
/**
 * How it ended.
 */
outcome: Outcome | null, 
/**
 * The names of the people who play.
 */
names: [string | null, string | null], 
/**
 * When it last changed, in seconds since 1970.
 */
changed: number, 
/**
 * When it was begun, or last changed if that is not known.
 */
date: number, 
/**
 * The board, as the persons who play it may see it.
 */
scene: Scene, 
/**
 * Whether the session that asks may delete it.
 */
owned: boolean, };

/**
 * Which values a parameter can have.
 */
export type ParameterKind = "number" | "choice" | "text" | "seed";

/**
 * A parameter of a game.
 */
export type ParameterInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it sets, in English.
 */
about: string, 
/**
 * Which values it can have.
 */
kind: ParameterKind, 
/**
 * The least, most and step of a number.
 */
range: [number, number, number] | null, 
/**
 * The values that can be listed.
 */
values: Array<string>, 
/**
 * Its default; empty if that depends on something else.
 */
default: string, 
/**
 * Another parameter and the value that it must have for this one to matter.
 */
needs: [string, string] | null, };

/**
 * A kind of game that the program knows.
 */
export type GameInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its title.
 */
title: string, 
/**
 * What it is about.
 */
summary: string, 
/**
 * The names of its sides.
 */
sides: [string, string], 
/**
 * Whether it hides information from the sides.
 */
hides: boolean, 
/**
 * Whether it is solved as it is usually played.
 */
solved: boolean, 
/**
 * The values of its parameters with which it is solved, where that depends on them.
 */
solved_with: { [name: string]: string }[], 
/**
 * Its parameters.
 */
parameters: Array<ParameterInfo>, 
/**
 * The computer that plays when none is named.
 */
opponent: string, 
/**
 * Its own texts by language and key.
 */
texts: { [key in string]: { [key in string]: string } }, 
/**
 * The position that represents it.
 */
emblem: string, 
/**
 * The positions that illustrate its rules.
 */
pictures: Array<string>, 
/**
 * Whether its positions can be edited.
 */
edited: boolean, 
/**
 * Whether it has puzzles.
 */
puzzles: boolean, 
/**
 * Whether rules can ask about its positions.
 */
facts: boolean, 
/**
 * Its players.
 */
players: Array<string>, 
/**
 * Its evaluations.
 */
evaluations: Array<string>, 
/**
 * Its start.
 */
start: Scene, };

/**
 * Where games are kept.
 */
export type StorageKind = "disk" | "memory";

/**
 * Where games are kept, and why not on disk.
 */
export type Storage = { 
/**
 * Where they are.
 */
kind: StorageKind, 
/**
 * Why the disk cannot be used.
 */
why: string | null, };

/**
 * What the program says about itself.
 */
export type ServerInfo = { 
/**
 * The version of the program.
 */
version: string, 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The games it knows.
 */
games: Array<GameInfo>, 
/**
 * The names of the lessons.
 */
lessons: Array<string>, 
/**
 * The names of the levels.
 */
levels: Array<string>, 
/**
 * Where games are kept.
 */
storage: Storage, 
/**
 * How many contests it shows.
 */
contests: number, 
/**
 * Whether other people use this server, so that games have owners.
 */
shared: boolean, };

/**
 * A rule file.
 */
export type RuleFile = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its text.
 */
source: string, };

/**
 * The values of a game's parameters by name, and under `position` the text of a position from
 * which it begins.
 */
export type Settings = { [name: string]: string | number };

/**
 * A game to create.
 */
export type CreateRequest = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * Its parameters.
 */
settings?: Settings, 
/**
 * The players.
 */
seats?: [string, string] | null, 
/**
 * The side of whoever creates it, if people play both.
 */
side?: Side | null, 
/**
 * The name of whoever creates it.
 */
name?: string | null, 
/**
 * The clock of the people who play; none if it is left out.
 */
clock?: TimeControl | null, 
/**
 * Moves to make at once.
 */
moves?: string, 
/**
 * The rule files that the players name.
 */
rules?: Array<RuleFile>, };

/**
 * A minimax tree to show.
 */
export type TreeRequest = { 
/**
 * Its depth in plies.
 */
depth: number, 
/**
 * Whether it is searched with alpha-beta.
 */
pruning: boolean, 
/**
 * The most moves that are shown of each node.
 */
top: number, 
/**
 * Whether all moves are shown, also those that were pruned; then `top` does not matter.
 */
whole?: boolean, 
/**
 * The evaluation.
 */
eval?: string | null, 
/**
 * A player whose own tree is shown, to this depth; then nothing is searched.
 */
player?: string | null, 
/**
 * The moves from the present position to the root.
 */
moves?: Array<string>, 
/**
 * Whether it becomes a branch of a tree of the present position: its values are those of the
 * side to move there, and plies count from there.
 */
branch?: boolean, };

/**
 * How far a search has got.
 */
export type SearchInfo = { 
/**
 * The depth that is finished.
 */
depth: number, 
/**
 * The deepest line looked at.
 */
seldepth: number, 
/**
 * How many nodes were visited.
 */
nodes: number, 
/**
 * How many of them a second.
 */
nps: number, 
/**
 * The value for the first side.
 */
score: Score, 
/**
 * The winning chance of the first side, from 0 to 1.
 */
chance: number, 
/**
 * The line.
 */
moves: Array<string>, 
/**
 * The elements that select its first move, in an analysis.
 */
path: Array<string>, 
/**
 * What the moves of the line do, in an analysis.
 */
words: MoveDictionary, };

/**
 * What a move gave away.
 */
export type Slip = "win" | "draw";

/**
 * How good a move is.
 */
export type MoveQuality = "only" | "fine" | "inaccuracy" | "mistake" | "blunder";

/**
 * What the review of a game says about the position after `ply` moves.
 */
export type ReviewPoint = { 
/**
 * How many moves were made.
 */
ply: number, 
/**
 * The position as text.
 */
position: string, 
/**
 * The value of the position for the first side.
 */
score: Score, 
/**
 * The winning chance of the first side, from 0 to 1.
 */
chance: number, 
/**
 * The best move in it.
 */
best: string | null, 
/**
 * The line that it begins.
 */
line: Array<string>, 
/**
 * What the moves of the line do.
 */
words: MoveDictionary, 
/**
 * What the move made there gave away.
 */
slip: Slip | null, 
/**
 * How much of the winning chance of its side that move lost, 0 or more.
 */
loss: number | null, 
/**
 * How good that move was.
 */
quality: MoveQuality | null, 
/**
 * The accuracy of both sides up to and with that move, from 0 to 100.
 */
accuracy: [number | null, number | null], };

/**
 * A legal move and its proven value.
 */
export type MoveVerdict = { 
/**
 * The move in the game's notation.
 */
text: string, 
/**
 * Who wins.
 */
verdict: VerdictKind, 
/**
 * In how many plies, if that is known; draws have no distance.
 */
plies: number | null, };

/**
 * A proven result of a position: the side that wins, or a draw.
 */
export type ProvenValue = { 
/**
 * How the game ends with best play.
 */
outcome: Outcome, 
/**
 * In how many plies, if that is known.
 */
plies: number | null, };

/**
 * The bound that a value has reached.
 */
export type CutWord = "alpha" | "beta";

/**
 * Why the moves that follow were left out.
 */
export type Cutoff = { by: CutWord, bound: Score, at: Array<string>, left: number, };

/**
 * What a search result says about the true value: alpha-beta often proves only a bound.
 */
export type BoundWord = "most" | "least" | "exact";

/**
 * A node of the minimax tree. Its values are those of the side to move at the root.
 */
export type TreeNode = { n: number, mv: string | null, 
/**
 * In a player's own tree: row and column of the tile that is left, and the die.
 */
node_move: [number, number, number] | null, position: string, mover: Side, 
/**
 * In a player's own tree: the evaluation of the node itself, beside its minimax value.
 */
evaluation: Score | null, value: Score, is: BoundWord, alpha: Score | null, beta: Score | null, cut: Cutoff | null, chosen: boolean, more: number, 
/**
 * Whether it was pruned: then its value means nothing.
 */
pruned: boolean, children: Array<TreeNode>, };

/**
 * A minimax tree.
 */
export type Tree = { 
/**
 * Its root.
 */
tree: TreeNode, 
/**
 * How many nodes were visited.
 */
nodes: number, 
/**
 * How many there are without pruning, if they were counted.
 */
plain: number | null, 
/**
 * How many points are 1: values are shown divided by it.
 */
scale: number, 
/**
 * What the moves of the tree do.
 */
words: MoveDictionary, };

/**
 * A line of the standings.
 */
export type Standing = { 
/**
 * The place.
 */
place: number, 
/**
 * The name of the entrant.
 */
name: string | null, 
/**
 * Its points.
 */
points: string, 
/**
 * Its games won.
 */
wins: number, 
/**
 * Its games drawn.
 */
draws: number, 
/**
 * Its games lost.
 */
losses: number, 
/**
 * Its rating.
 */
rating: number, 
/**
 * The lower end of the rating's interval.
 */
low: number, 
/**
 * The upper end of the rating's interval.
 */
high: number, };

/**
 * A finished game of a contest.
 */
export type ContestGame = { 
/**
 * The key by which it is asked for.
 */
key: string, 
/**
 * The players.
 */
players: [string, string], 
/**
 * The result, as `1-0`.
 */
result: string, 
/**
 * Why it ended, if not by the rules.
 */
reason: string | null, 
/**
 * How many moves were made.
 */
moves: number, };

/**
 * Two entrants who play each other, or one who has a bye.
 */
export type ContestPairing = { 
/**
 * The names; the second has none in a bye.
 */
players: [string | null, string | null], 
/**
 * Their points.
 */
points: [number, number], 
/**
 * How many of the games are finished.
 */
played: number, 
/**
 * How many games there are.
 */
games: number, 
/**
 * Which of the two has won it, 0 or 1, once that is known.
 */
winner: number | null, 
/**
 * Whether it is for the third place.
 */
third: boolean, };

/**
 * A round of a contest.
 */
export type ContestRound = { 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * Who plays whom.
 */
pairings: Array<ContestPairing>, };

/**
 * A game of a contest that is being played.
 */
export type GameInProgress = { 
/**
 * Its key.
 */
key: string, 
/**
 * The players.
 */
players: [string, string], 
/**
 * The name of the game that is played.
 */
game: string, 
/**
 * How many moves were made.
 */
moves: number, 
/**
 * The side to move.
 */
to_move: Side, 
/**
 * The board.
 */
scene: Scene, };

/**
 * A contest in the list; one that cannot be read has only the reason.
 */
export type ContestSummary = { 
/**
 * Its number.
 */
number: number, 
/**
 * Its name.
 */
name?: string, 
/**
 * How many games are finished.
 */
games?: number, 
/**
 * Why it cannot be read.
 */
why?: string, };

/**
 * The contests that the page shows.
 */
export type Contests = { 
/**
 * The contests by number.
 */
contests: Array<ContestSummary>, };

/**
 * The standings and games of a contest.
 */
export type Contest = { 
/**
 * Why its file cannot be read now; the rest is what was read last.
 */
why: string | null, 
/**
 * Its name.
 */
name: string, 
/**
 * Whether all games are played.
 */
over: boolean, 
/**
 * How many games are finished.
 */
played: number, 
/**
 * The standings.
 */
standings: Array<Standing>, 
/**
 * The latest games.
 */
games: Array<ContestGame>, 
/**
 * What the id of each of its games begins with; the key follows, with `-` in place of `.`.
 */
prefix: string, 
/**
 * The format, such as `swiss`.
 */
format: string, 
/**
 * The round that is played, from 1; `None` when all are over.
 */
round: number | null, 
/**
 * How many rounds there will be.
 */
of_rounds: number, 
/**
 * The rounds with their pairings, as far as they are known; of many, those up to the one
 * that is played.
 */
rounds: Array<ContestRound>, 
/**
 * What each entrant scored against each other one, in the order of the standings: points and
 * games; empty with many entrants.
 */
crosstable: Array<Array<[number, number] | null>>, 
/**
 * Games that are being played, some of them if there are many.
 */
live: Array<GameInProgress>, };

/**
 * An error in a rule file.
 */
export type Diagnostic = { line: number, column: number, 
/**
 * The kind of the error, by which the page translates it.
 */
kind: string, 
/**
 * The arguments of the wording, by name.
 */
args: Record<string, string | number>, 
/**
 * The English wording.
 */
text: string, 
/**
 * How to fix it, in English.
 */
hint: string | null, 
/**
 * The known name that was probably meant; the hint says so too.
 */
meant: string | null, };

/**
 * Why a request was refused.
 */
export type Problem = { 
/**
 * The kind of the refusal, by which the page translates it.
 */
kind: string, 
/**
 * The arguments of the wording, by name.
 */
args: Record<string, string | number>, 
/**
 * The English wording.
 */
text: string, 
/**
 * The errors of a rule file.
 */
troubles?: Array<Diagnostic>, };

/**
 * Nothing more to say.
 */
export type Done = Record<symbol, never>;

/**
 * Stored games, the latest first.
 */
export type GameList = { 
/**
 * The games.
 */
games: Array<StoredGame>, 
/**
 * What to send as `before` for the next ones, if there are more.
 */
next: number | null, };

/**
 * A game.
 */
export type GameReply = { 
/**
 * The game as the page sees it.
 */
game: Game, };

/**
 * How good a move is.
 */
export type Grade = { 
/**
 * What a review says about the position and the move.
 */
point: ReviewPoint, 
/**
 * The best line after the move.
 */
line: Array<string>, };

/**
 * A good move.
 */
export type Hint = { 
/**
 * The move.
 */
mv: string, 
/**
 * The elements that select it.
 */
path: Array<string>, 
/**
 * Its score for the first side.
 */
score: Score, 
/**
 * The line that it begins.
 */
line: Array<string>, 
/**
 * What the moves of the line do.
 */
words: MoveDictionary, };

/**
 * What the other side would do if it were its turn.
 */
export type Threat = { 
/**
 * The move, unless there is none or the question has no meaning.
 */
threat: Hint | null, };

/**
 * The proven results of moves.
 */
export type Verdicts = { 
/**
 * The moves with a proven result.
 */
moves: Array<MoveVerdict>, 
/**
 * What these moves do.
 */
words: MoveDictionary, 
/**
 * The proven result of the position, if that is known.
 */
value: ProvenValue | null, };

/**
 * Boards of positions.
 */
export type Scenes = { 
/**
 * The boards of the first positions: as many as fit into one reply.
 */
scenes: Array<Scene>, };

/**
 * What a click on the board does in an editor, or an action without a click.
 */
export type Brush = { 
/**
 * Its translation key, unique in its game.
 */
name: string, 
/**
 * The letter or sign that is drawn for it.
 */
symbol: string, 
/**
 * The side whose piece it places, if any.
 */
owner: Side | null, 
/**
 * Whether it needs an element of the board.
 */
on_board: boolean, };

/**
 * A draft of a position.
 */
export type EditedPosition = { 
/**
 * Its text.
 */
position: string, 
/**
 * Its board.
 */
scene: Scene, 
/**
 * The side to move, if the position can occur.
 */
to_move: Side | null, 
/**
 * How the game ended there.
 */
outcome: Outcome | null, 
/**
 * Whether the game is solved on its board.
 */
solved: boolean, 
/**
 * Why the position cannot occur.
 */
problem: Problem | null, 
/**
 * What can be done with it.
 */
brushes: Array<Brush>, };

/**
 * A game as text.
 */
export type RecordText = { 
/**
 * The game record.
 */
text: string, };

/**
 * Why no legal move begins with some elements.
 */
export type Why = { 
/**
 * The reason, if there is one to give.
 */
reason: Problem | null, };

/**
 * The result by which stored games are listed.
 */
export type ListedResult = "open" | "p1" | "p2" | "draw";

/**
 * A request of no game in particular. Unknown fields are refused, so that typing errors are
 * found.
 */
export type LobbyRequest = { "do": "welcome", 
/**
 * The version that the page speaks.
 */
protocol?: number | null, } | { "do": "list", 
/**
 * Only games that changed before this.
 */
before?: number | null, 
/**
 * At most so many.
 */
limit?: number | null, 
/**
 * Only this game, by its name.
 */
game?: string | null, 
/**
 * Only games that ended so, or are still open.
 */
result?: ListedResult | null, 
/**
 * Only games of which a player has this in its name.
 */
player?: string | null, 
/**
 * Only games that were begun at this time or later, in seconds since 1970.
 */
since?: number | null, 
/**
 * Only games that were begun before this time.
 */
until?: number | null, } | { "do": "create" } & CreateRequest | { "do": "import", 
/**
 * The text.
 */
text: string, 
/**
 * The game of a bare position.
 */
game?: string | null, } | { "do": "scenes", 
/**
 * The id of a game, or the name of one.
 */
game: string, 
/**
 * The positions.
 */
positions: Array<string>, } | { "do": "edit", 
/**
 * The name of the game.
 */
game: string, 
/**
 * The draft; `startpos` for the start.
 */
position: string, 
/**
 * The brush; without one the draft is only checked and drawn.
 */
brush?: string | null, 
/**
 * The element.
 */
element?: string | null, } | { "do": "contests", } | { "do": "contest", 
/**
 * Its number.
 */
number: number, } | { "do": "replay", 
/**
 * The number of the contest.
 */
number: number, 
/**
 * The key of the game.
 */
key: string, } | { "do": "starter", 
/**
 * The name of the game.
 */
game: string, };

/**
 * A request of a game. Unknown fields are refused, so that typing errors are found.
 */
export type GameRequest = { "do": "open", 
/**
 * The key of the owner's link.
 */
key?: string | null, } | { "do": "close", } | { "do": "remove", } | { "do": "view", 
/**
 * The side; `None` for everything.
 */
viewer: Side | null, } | { "do": "move", 
/**
 * The move.
 */
mv: string, 
/**
 * The ply that the page shows.
 */
ply: number, 
/**
 * Whether later moves may be discarded.
 */
cut?: boolean, 
/**
 * The elements by which it was selected, where several select it.
 */
path?: Array<string> | null, } | { "do": "undo", } | { "do": "redo", } | { "do": "jump", 
/**
 * How many moves of the line are made there.
 */
ply: number, } | { "do": "look", 
/**
 * How many moves of the line lead there; `None` follows the game again.
 */
ply: number | null, 
/**
 * The moves of the variation that begins there.
 */
moves?: Array<string>, 
/**
 * The elements by which the last of these was selected, where several select it.
 */
path?: Array<string> | null, } | { "do": "resign", } | { "do": "offer", 
/**
 * What.
 */
what: OfferKind, } | { "do": "answer", 
/**
 * Whether it is accepted.
 */
accept: boolean, } | { "do": "why", 
/**
 * The elements.
 */
path: Array<string>, } | { "do": "seat", 
/**
 * The side.
 */
side: Side, 
/**
 * The player.
 */
seat: string, 
/**
 * The rule file that the player names.
 */
rules?: RuleFile | null, } | { "do": "claim", 
/**
 * The side.
 */
side: Side, 
/**
 * The name of the person.
 */
name?: string | null, } | { "do": "name", 
/**
 * The side.
 */
side: Side, 
/**
 * The name.
 */
name: string, } | { "do": "rematch", 
/**
 * Whether the sides are swapped.
 */
swap?: boolean, 
/**
 * Other players than now, if nobody has to agree.
 */
seats?: [string, string] | null, } | { "do": "release", 
/**
 * The side.
 */
side: Side, } | { "do": "run", 
/**
 * Whether they do.
 */
on: boolean, 
/**
 * The pause between two moves of computers, in milliseconds.
 */
pace?: number | null, } | { "do": "step", 
/**
 * Whether later moves may be discarded.
 */
cut?: boolean, } | { "do": "hint", } | { "do": "threat", } | { "do": "analyse", 
/**
 * How many lines; 0 ends it.
 */
lines: number, } | { "do": "review", } | { "do": "trial", 
/**
 * The new version and the old one.
 */
versions?: [RuleFile, RuleFile] | null, 
/**
 * How many pairs of games, from 1 to 20; 15 if it is not given.
 */
pairs?: number | null, } | { "do": "grade", 
/**
 * The move.
 */
mv: string, } | { "do": "verdicts", } | { "do": "tree" } & TreeRequest | { "do": "record", 
/**
 * Comments on moves, by how many moves were made with them.
 */
comments?: { [key in string]: string }, };

/**
 * A request about puzzles and lessons. Unknown fields are refused, so that typing errors are
 * found.
 */
export type ExerciseRequest = { "do": "puzzles", 
/**
 * The name of the game.
 */
game: string, } | { "do": "puzzle_try", 
/**
 * The name of the game.
 */
game: string, 
/**
 * The puzzle.
 */
puzzle: string, 
/**
 * The moves of both sides; without any, the position of the puzzle.
 */
moves?: Array<string>, 
/**
 * Whether the next move of the solution is to be named.
 */
hint?: boolean, } | { "do": "reason", 
/**
 * The name of the game.
 */
game: string, 
/**
 * The position.
 */
position: string, 
/**
 * The moves.
 */
moves?: Array<string>, 
/**
 * The elements.
 */
path: Array<string>, } | { "do": "lesson", 
/**
 * Its name: that of a game, `minimax` or `rules`.
 */
name: string, 
/**
 * The language of its texts: `en`, `el` or `sr`.
 */
language: string, } | { "do": "explain", 
/**
 * The name of the game.
 */
game: string, 
/**
 * The position.
 */
position: string, 
/**
 * The rule file.
 */
rules: RuleFile, } | { "do": "facts", 
/**
 * The name of the game.
 */
game: string, 
/**
 * The position.
 */
position: string, } | { "do": "board", 
/**
 * The name of the game.
 */
game: string, 
/**
 * The position.
 */
position: string, 
/**
 * The moves.
 */
moves?: Array<string>, };

/**
 * The type of the reply to each request, by its name.
 */
export type Ok = { welcome: ServerInfo, list: GameList, create: GameReply, import: GameReply, open: GameReply, close: Done, remove: Done, view: GameReply, move: Done, undo: Done, redo: Done, jump: Done, look: PositionAt, why: Why, resign: Done, offer: Done, answer: Done, seat: Done, claim: Done, release: Done, name: Done, rematch: Done, run: Done, step: Done, hint: Hint, threat: Threat, analyse: Done, review: Done, grade: Grade, verdicts: Verdicts, tree: Tree, scenes: Scenes, edit: EditedPosition, record: RecordText, contests: Contests, contest: Contest, replay: GameReply, starter: RuleFile, puzzles: Puzzles, puzzle_try: PuzzleAttempt, board: PositionAt, reason: Why, lesson: Lesson, explain: ExplainedRules, facts: PositionFacts, trial: TrialScore, };

/**
 * What happened to a game, or to the server.
 */
export type Event = { "event": "game", 
/**
 * The game as the page sees it.
 */
game: Game, } | { "event": "thinking", 
/**
 * The id of the game.
 */
game: string, 
/**
 * How many moves were made.
 */
ply: number, 
/**
 * How far the search has got.
 */
info: SearchInfo, } | { "event": "analysis", 
/**
 * The id of the game.
 */
game: string, 
/**
 * How many moves were made.
 */
ply: number, 
/**
 * The best lines.
 */
lines: Array<SearchInfo>, 
/**
 * Whether the analysis has ended.
 */
done: boolean, } | { "event": "review", 
/**
 * The id of the game.
 */
game: string, 
/**
 * The next points.
 */
points: Array<ReviewPoint>, 
/**
 * Whether these are the last.
 */
done: boolean, } | { "event": "trial", 
/**
 * The id of the game.
 */
game: string, 
/**
 * The score.
 */
trial: TrialScore, } | { "event": "problem", 
/**
 * The id of the game.
 */
game: string, 
/**
 * Why it failed.
 */
error: Problem, } | { "event": "removed", 
/**
 * The id of the game.
 */
game: string, } | { "event": "storage", 
/**
 * Where they are kept.
 */
storage: Storage, };

type RequestOf<K> = Extract<LobbyRequest | GameRequest | ExerciseRequest, { do: K }>;
type OfGame<K> = K extends GameRequest["do"] ? { game: string } : unknown;

/** Every request by its name (`do`), with its arguments and its answer. */
export type Requests = {
  [K in keyof Ok]: { args: Omit<RequestOf<K>, "do"> & OfGame<K>; ok: Ok[K] };
};

/** Every event by its name. */
export type Events = { [K in Event["event"]]: Extract<Event, { event: K }> };

/** A message from the program. */
export type Message = Event | { event?: undefined; re: number | null; ok?: unknown; error?: Problem };
