// The messages between clients and the server. This file is generated from the types of
// crates/service/src/protocol by `cargo xtask protocol`; docs/protocol.md describes them.
// Only for type checks: it is neither served nor embedded in the program.

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
 * An argument of a claim.
 */
export type ClaimArg = { "side": Side } | { "cell": string } | { "cells": Array<string> } | { "number": number } | { "numbers": Array<number> } | { "move": string } | { "points": number } | { "name": string };

/**
 * Something that is true of a move, as a kind with arguments. It is proven by the rules or by a
 * search before it is made.
 */
export type Claim = { 
/**
 * What is claimed: a name, with that of the game before it if other games cannot claim it.
 */
kind: string, 
/**
 * Whether it speaks for the move.
 */
good: boolean, 
/**
 * The arguments by name.
 */
args: { [key in string]: ClaimArg }, };

/**
 * A better move, and what speaks for it.
 */
export type BetterMove = { 
/**
 * The move in the game's notation.
 */
mv: string, 
/**
 * What is true of it and not of the other move.
 */
claims: Array<Claim>, };

/**
 * Why a move is good or bad.
 */
export type MoveExplanation = { 
/**
 * What is true of the move, the most important first.
 */
claims: Array<Claim>, 
/**
 * The better move that it is compared with, if there is one.
 */
better: BetterMove | null, };

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

export type Note = { 
/**
 * The kind, such as `wall`.
 */
kind: string, 
/**
 * The arguments of the wording, by name.
 */
args: Record<string, string>, };

export type Tally = { 
/**
 * What is counted, such as `loot`.
 */
label: string, count: number, };

export type Thought = { mv: string, 
/**
 * Its score for the first side.
 */
score: Score | null, 
/**
 * A note of the player, in English.
 */
note: string | null, 
/**
 * The note as a kind with arguments.
 */
said: Note | null, };

export type RulesName = { name: string, };

export type Claimant = "you" | "other";

/**
 * What a client may do with a game.
 */
export type Rights = { 
/**
 * Whether it owns the game: it may change players, and delete the game.
 */
owner: boolean, 
/**
 * The sides that it may move.
 */
moves: [boolean, boolean], claims: [Claimant | null, Claimant | null], 
/**
 * The sides that it may claim.
 */
claimable: [boolean, boolean], 
/**
 * The sides that the owner has freed because their players were away.
 */
deserted: [boolean, boolean], 
/**
 * The key of the owner's link, if it owns the game.
 */
key: string | null, 
/**
 * The secret of the invitation, if it owns the game and has made one.
 */
invitation: string | null, };

export type WatchedGame = { number: number, name: string, 
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

export type Clock = { control: TimeControl, 
/**
 * The remaining time of each side when this was sent, in milliseconds; computers have no
 * clock.
 */
left: [number | null, number | null], running: Side | null, };

export type OfferKind = "draw" | "takeback" | "rematch" | "swap" | "help";

export type Offer = { what: OfferKind, by: Side, };

export type NextGame = { game: string, 
/**
 * Whether the players have swapped sides.
 */
swapped: boolean, };

export type HelpState = "open" | "refused" | "agreed";

/**
 * The help that a player has asked for.
 */
export type HelpAsked = { by: Side, 
/**
 * The name of the request.
 */
what: string, 
/**
 * How many moves were made in the game.
 */
ply: number, };

/**
 * Whether hints, analyses and other evaluations may be asked for.
 */
export type Help = { state: HelpState, 
/**
 * The help that the players of a game between people have asked for.
 */
asked: Array<HelpAsked>, };

/**
 * Who has a game open.
 */
export type Presence = { 
/**
 * Whether the browsers that have claimed the sides are there.
 */
players: [boolean, boolean], 
/**
 * How many other browsers are there.
 */
spectators: number, };

/**
 * A game in progress or finished, as a client sees it.
 */
export type Game = { 
/**
 * Its id, which is part of its address.
 */
id: string, 
/**
 * The name of the kind of game.
 */
game: string, title: string, sides: [string, string], 
/**
 * The players.
 */
seats: [string, string], 
/**
 * The names of the people who play.
 */
names: [string | null, string | null], clock: Clock | null, rules: Array<RulesName>, 
/**
 * The program that follows the game by rules of its own.
 */
follows: string | null, 
/**
 * The starting position, unless it is hidden.
 */
start: string | null, 
/**
 * The current position, unless it is hidden.
 */
position: string | null, 
/**
 * The whole line, without hidden moves.
 */
line: Array<string | null>, 
/**
 * The words of the moves of the line.
 */
words: MoveDictionary, 
/**
 * The sides that made its moves.
 */
by: Array<Side>, 
/**
 * How many of its moves are made.
 */
ply: number, 
/**
 * The side to move, unless the game is over.
 */
to_move: Side | null, outcome: Outcome | null, scene: Scene, 
/**
 * The legal moves, if this client may move.
 */
moves: Array<ListedMove>, 
/**
 * What each element of a path selects, such as `pawn`, `step`, `build`.
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
 * What each of these elements selects.
 */
last_phases: Array<string>, 
/**
 * Whether computers move automatically.
 */
running: boolean, 
/**
 * The pause between two moves of computers, in milliseconds.
 */
pace: number, thinking: boolean, 
/**
 * Whether a move can be taken back.
 */
can_undo: boolean, 
/**
 * Whether a move can be made again.
 */
can_redo: boolean, hides: boolean, 
/**
 * The side whose view this is; `None` shows everything.
 */
viewer: Side | null, 
/**
 * Whether the game is solved, so that there is a perfect player.
 */
solved: boolean, 
/**
 * Whether results of the opening are proven, though the game is not solved.
 */
opening_solved: boolean, evaluations: Array<string>, 
/**
 * The players of the game whose own trees can be shown.
 */
trees: Array<string>, 
/**
 * The thought of a computer about its last move.
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
 * The statistics as numbers.
 */
tallies: [Array<Tally>, Array<Tally>], 
/**
 * Whether this client may write comments, marks and variations that are kept with the game.
 */
annotates: boolean, 
/**
 * Whether the review of its line is known.
 */
reviewed: boolean, 
/**
 * Whether games are stored on disk.
 */
stored: boolean, offer: Offer | null, can_be_drawn: boolean, help: Help, 
/**
 * Who has the game open now.
 */
presence: Presence, 
/**
 * The next game of the same players.
 */
next: NextGame | null, 
/**
 * The contest that it belongs to, if it is only watched.
 */
contest: WatchedGame | null, rights: Rights, };

/**
 * A game whose rules are a file.
 */
export type FileView = { info: GameInfo, 
/**
 * The texts of its files, its own first.
 */
files: Array<RuleFile>, };

/**
 * A move, and what was written about it.
 */
export type AnnotatedMove = { 
/**
 * The number of the move before it.
 */
after: number, 
/**
 * The move in the game's notation; empty for the start.
 */
mv: string, comment: string | null, 
/**
 * The circles and arrows on the board, as `G11` and `R11>22`.
 */
marks: Array<string>, };

/**
 * The comments, marks and variations of a game: a tree of moves from the start.
 */
export type Annotations = { 
/**
 * The moves, each behind the one before it, counted from 0; the first one is the start. Of
 * several that stand behind the same one, the first is preferred.
 */
moves: Array<AnnotatedMove>, 
/**
 * The words of the moves.
 */
words: MoveDictionary, };

/**
 * A position of a game or of a variation, as a client looks at it.
 */
export type PositionAt = { 
/**
 * The number of moves to it.
 */
ply: number, 
/**
 * The moves of the variation, in the game's notation.
 */
after: Array<string>, 
/**
 * The words of these moves.
 */
words: MoveDictionary, 
/**
 * The sides that made these moves.
 */
by: Array<Side>, 
/**
 * The position, unless it is hidden.
 */
position: string | null, 
/**
 * The side to move, unless the game is over.
 */
to_move: Side | null, outcome: Outcome | null, 
/**
 * How the game ended, such as `climbed`.
 */
ending: string | null, scene: Scene, 
/**
 * The legal moves, unless they are hidden.
 */
moves: Array<ListedMove>, 
/**
 * What each element of a path selects, such as `pawn`, `step`, `build`.
 */
phases: Array<string>, 
/**
 * The elements that select the last move.
 */
last: Array<string> | null, 
/**
 * What each of these elements selects.
 */
last_phases: Array<string>, };

export type PuzzleGoal = "win" | "hold" | "only";

/**
 * What a puzzle is about.
 */
export type PuzzleTheme = "win_now" | "stop_win" | "fork" | "attack" | "quiet" | "endgame";

/**
 * The first tries of people at a puzzle, each of another browser.
 */
export type Tried = { people: number, solved: number, };

/**
 * A puzzle in the list of a game, without its solution.
 */
export type PuzzleSummary = { id: string, side: Side, goal: PuzzleGoal, 
/**
 * The number of moves, if the goal has one.
 */
moves: number | null, 
/**
 * What it is about, if its file says so.
 */
theme: PuzzleTheme | null, 
/**
 * How hard it is: 100 more are twice the positions to look at. Where people have tried it, it
 * follows their results, too.
 */
rating: number, 
/**
 * How many people have tried it, and how many of them solved it at the first try.
 */
tried: Tried, };

/**
 * The puzzles of a game, the easiest first.
 */
export type Puzzles = { game: string, sides: [string, string], puzzles: Array<PuzzleSummary>, };

export type PuzzleVerdict = "open" | "right" | "solved" | "wrong";

export type PuzzleAttempt = { verdict: PuzzleVerdict, 
/**
 * The board after the last move.
 */
board: PositionAt, 
/**
 * The boards that follow: after the reply to a right move, or after each move that refutes a
 * wrong one.
 */
line: Array<PositionAt>, 
/**
 * After a wrong move, whether the other side has a forced win.
 */
loses: boolean | null, 
/**
 * What speaks against a wrong move.
 */
explanation: MoveExplanation | null, 
/**
 * The elements that select the right move, if a hint was requested.
 */
hint: Array<string> | null, };

/**
 * Which positions of a minimax tree are counted.
 */
export type Counted = "all" | "visited" | "saved";

/**
 * A task, by what completes it.
 */
export type LessonTask = { "kind": "move", 
/**
 * One of these moves, in which `*` stands for any characters; any move without them.
 */
right: Array<string> | null, } | { "kind": "end", } | { "kind": "play", 
/**
 * The computer, such as `level:1`.
 */
opponent: string, 
/**
 * Whether a draw is enough.
 */
draw: boolean, } | { "kind": "read", } | { "kind": "open", } | { "kind": "answer", options: Array<string>, 
/**
 * The index of the right one, from 0.
 */
right: number, } | { "kind": "count", what: Counted, } | { "kind": "base", positions: Array<string>, 
/**
 * Whether a draw is among the answers.
 */
draw: boolean, } | { "kind": "rules", 
/**
 * The initial text of the editor.
 */
source: string, 
/**
 * Rules that are right. Others are if they give the same points in every position.
 */
solution: string, 
/**
 * More positions in which they are compared.
 */
positions: Array<string>, 
/**
 * Names that the rules must use.
 */
uses: Array<string>, };

/**
 * Which minimax tree a step shows.
 */
export type LessonSearch = { 
/**
 * Its depth in plies.
 */
depth: number, 
/**
 * Whether it is searched with alpha-beta.
 */
pruning: boolean, };

/**
 * What is said about tries of a task.
 */
export type LessonReply = { 
/**
 * The moves, in which `*` stands for any characters, or the numbers of answers from 0; any
 * try if it is left out.
 */
to: Array<string> | null, text: string, };

export type LessonStep = { 
/**
 * The explanation and the task.
 */
text: string, 
/**
 * The position on the board.
 */
position: string | null, 
/**
 * The side whose view the board shows, in a game that hides something.
 */
view: Side | null, 
/**
 * A small game tree instead of the board.
 */
tree: unknown, 
/**
 * The minimax tree of the position instead of the board.
 */
search: LessonSearch | null, task: LessonTask, 
/**
 * What is said about tries. The first that fits a try is said.
 */
replies: Array<LessonReply>, };

/**
 * A lesson in one language.
 */
export type Lesson = { 
/**
 * The version of its file.
 */
version: number, 
/**
 * The game whose board it uses.
 */
game: string, 
/**
 * Its title, unless the page knows one for its name.
 */
title: string | null, 
/**
 * What one can do after it.
 */
goal: string | null, steps: Array<LessonStep>, };

/**
 * What somebody tries in a step of a lesson.
 */
export type LessonTry = { 
/**
 * The moves of both sides from the position of the step.
 */
moves?: Array<string>, 
/**
 * The index of an answer, a number, or the index of a value: win, draw or loss.
 */
answer?: number | null, 
/**
 * How many values of a knowledge base are known.
 */
known?: number, rules?: RuleFile | null, 
/**
 * Whether to show the beginning of a right move instead.
 */
hint?: boolean, };

/**
 * A position of a knowledge base, or a move that leaves it.
 */
export type BaseEntry = { position: string, 
/**
 * Its value for the side to move.
 */
value: VerdictKind, };

/**
 * A position in which rules give something else than they should.
 */
export type RuleDifference = { board: PositionAt, 
/**
 * The value for the side to move, in points.
 */
found: number, wanted: number, };

/**
 * The result of a try.
 */
export type LessonAttempt = { 
/**
 * `open` while a game or a knowledge base goes on.
 */
verdict: PuzzleVerdict, 
/**
 * What the lesson says about it.
 */
text: string | null, 
/**
 * The board after the last move.
 */
board: PositionAt | null, 
/**
 * The boards that follow: after the reply of the computer, or what refutes a wrong move.
 */
line: Array<PositionAt>, 
/**
 * What speaks against a wrong move.
 */
explanation: MoveExplanation | null, 
/**
 * The elements that select a right move, if a hint was requested.
 */
hint: Array<string> | null, 
/**
 * What the rules give in the position of the step.
 */
explained: ExplainedRules | null, 
/**
 * Where the rules give something else than they should.
 */
difference: RuleDifference | null, 
/**
 * A name that the rules must use, and do not.
 */
unused: string | null, 
/**
 * The number that was asked for.
 */
count: number | null, 
/**
 * The positions of the knowledge base that are known now.
 */
base: Array<BaseEntry>, 
/**
 * The moves in the position that was asked about, with the values that they leave to the
 * other side.
 */
reached: Array<BaseEntry>, };

/**
 * The contribution of a value line of a rule file.
 */
export type ExplainedLine = { 
/**
 * Its line in the file, from 1.
 */
line: number, text: string, 
/**
 * How often it holds for the side to move and for the other.
 */
counts: [number, number], 
/**
 * How many points that gives each side.
 */
points: [number, number], 
/**
 * Some of the proofs.
 */
proofs: Array<string>, };

/**
 * What a rule file says about a position.
 */
export type ExplainedRules = { 
/**
 * The value for the side to move, in points.
 */
score: number, lines: Array<ExplainedLine>, };

export type RelationFacts = { 
/**
 * Its name with the names of its columns.
 */
signature: string, 
/**
 * What such a fact says, in English.
 */
about: string, count: number, 
/**
 * The first facts, as rules write them.
 */
rows: Array<string>, };

/**
 * The facts of a position for the side to move, which is `me`.
 */
export type PositionFacts = { relations: Array<RelationFacts>, };

/**
 * The score of a rule file against another version of it.
 */
export type TrialScore = { wins: number, draws: number, losses: number, 
/**
 * The number of games of the whole match.
 */
games: number, 
/**
 * The share of the points, from 0 to 1.
 */
score: number, 
/**
 * The 95 % confidence interval of the score.
 */
interval: [number, number], };

export type QrCode = { 
/**
 * How many squares a side has, without the margin of four that belongs around it.
 */
size: number, 
/**
 * The dark squares, as the path of an SVG element.
 */
path: string, };

export type FileTitle = { title: string, sides: [string, string], };

export type StoredGame = { id: string, 
/**
 * The name of the kind of game.
 */
game: string, 
/**
 * The players.
 */
seats: [string, string], moves: number, 
/**
 * Its first moves, unless they are hidden.
 */
opening: string, outcome: Outcome | null, 
/**
 * The names of the people who play.
 */
names: [string | null, string | null], 
/**
 * When it last changed, in seconds since 1970.
 */
changed: number, 
/**
 * When it began, or last changed if that is unknown, in seconds since 1970.
 */
date: number, 
/**
 * Its title and the names of its sides, if its rules are a file.
 */
file: FileTitle | null, 
/**
 * The board, as the people who play may see it.
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
export type GameInfo = { name: string, title: string, 
/**
 * A sentence about it.
 */
summary: string, sides: [string, string], 
/**
 * Whether it hides information from the sides.
 */
hides: boolean, 
/**
 * Whether it is solved from its usual start.
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
 * The opponent of its assignment, if it comes from one.
 */
assignment: string | null, 
/**
 * The colours of its sides, and of letters on them; blue and red if there are none.
 */
colours: [[string, string], [string, string]] | null, 
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
players: Array<string>, evaluations: Array<string>, 
/**
 * The programs that follow games by rules of their own.
 */
programs: Array<string>, start: Scene, };

export type StorageKind = "disk" | "memory";

/**
 * Where games are stored, and why not on disk.
 */
export type Storage = { kind: StorageKind, 
/**
 * Why the disk cannot be used.
 */
why: string | null, };

/**
 * Information about the server.
 */
export type ServerInfo = { version: string, protocol: number, games: Array<GameInfo>, 
/**
 * The names of the lessons.
 */
lessons: Array<string>, 
/**
 * The titles of lessons that have one, by language.
 */
lesson_titles: { [key in string]: { [key in string]: string } }, 
/**
 * The names of the levels.
 */
levels: Array<string>, storage: Storage, 
/**
 * How many contests it shows.
 */
contests: number, 
/**
 * Whether other people use this server, so that games have owners.
 */
shared: boolean, };

export type RuleFile = { name: string, source: string, };

/**
 * The values of a game's parameters by name, and under `position` the text of a position from
 * which it begins.
 */
export type Settings = { [name: string]: string | number };

export type CreateRequest = { 
/**
 * The kind of game; `file` if its rules are given.
 */
game: string, 
/**
 * The text of a game file.
 */
file?: string | null, settings?: Settings, 
/**
 * The players.
 */
seats?: [string, string] | null, 
/**
 * The side of the creator, if people play both.
 */
side?: Side | null, 
/**
 * The name of the creator.
 */
name?: string | null, 
/**
 * The clock of the people who play; none by default.
 */
clock?: TimeControl | null, 
/**
 * Moves to make at once.
 */
moves?: string, 
/**
 * The rule files that the players use.
 */
rules?: Array<RuleFile>, 
/**
 * The program that follows the game by rules of its own.
 */
follows?: string | null, };

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
 * Whether all moves are shown, including pruned ones; then `top` does not matter.
 */
whole?: boolean, eval?: string | null, 
/**
 * A player whose own tree is shown, up to this depth; then nothing is searched.
 */
player?: string | null, 
/**
 * The moves from the current position to the root.
 */
moves?: Array<string>, 
/**
 * Whether it becomes a branch of a tree of the current position: its values are those of the
 * side to move there, and plies count from there.
 */
branch?: boolean, };

export type SearchInfo = { 
/**
 * The depth that is finished.
 */
depth: number, 
/**
 * The deepest line visited.
 */
seldepth: number, nodes: number, nps: number, 
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
 * In an analysis, the elements that select its first move.
 */
path: Array<string>, 
/**
 * In an analysis, the words of the moves of the line.
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
 * The review of the position after `ply` moves.
 */
export type ReviewPoint = { ply: number, position: string, 
/**
 * The value of the position for the first side.
 */
score: Score, 
/**
 * The winning chance of the first side, from 0 to 1.
 */
chance: number, best: string | null, 
/**
 * The line that the best move begins.
 */
line: Array<string>, 
/**
 * The words of the moves of the line.
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
 * Why that move is bad, if it is.
 */
explanation: MoveExplanation | null, 
/**
 * The accuracy of both sides up to and including that move, from 0 to 100.
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
export type ProvenValue = { outcome: Outcome, 
/**
 * In how many plies, if it is known.
 */
plies: number | null, };

/**
 * The bound that a value has reached.
 */
export type CutWord = "alpha" | "beta";

/**
 * Why the remaining moves were left out.
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
 * In a player's own tree: the evaluation of the node itself, besides its minimax value.
 */
evaluation: Score | null, value: Score, is: BoundWord, alpha: Score | null, beta: Score | null, cut: Cutoff | null, chosen: boolean, more: number, 
/**
 * Whether it was pruned: then its value means nothing.
 */
pruned: boolean, children: Array<TreeNode>, };

export type Tree = { tree: TreeNode, nodes: number, 
/**
 * The number of nodes without pruning, if they were counted.
 */
plain: number | null, 
/**
 * Values are shown divided by this.
 */
scale: number, 
/**
 * The words of the moves of the tree.
 */
words: MoveDictionary, };

/**
 * A line of the standings.
 */
export type Standing = { place: number, name: string | null, points: string, wins: number, draws: number, losses: number, rating: number, 
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
export type ContestGame = { key: string, players: [string, string], 
/**
 * The result, such as `1-0`.
 */
result: string, 
/**
 * Why it ended, if not by the rules.
 */
reason: string | null, moves: number, };

/**
 * Two entrants that play each other, or one with a bye.
 */
export type ContestPairing = { 
/**
 * The names; in a bye the second is missing.
 */
players: [string | null, string | null], points: [number, number], 
/**
 * How many of the games are finished.
 */
played: number, games: number, 
/**
 * The winner of the two, 0 or 1, once it is known.
 */
winner: number | null, 
/**
 * Whether it is for the third place.
 */
third: boolean, };

export type ContestRound = { 
/**
 * Its number, from 1.
 */
number: number, pairings: Array<ContestPairing>, };

export type GameInProgress = { key: string, players: [string, string], 
/**
 * The name of the kind of game.
 */
game: string, moves: number, to_move: Side, scene: Scene, };

/**
 * A contest in the list; one that cannot be read has only the reason.
 */
export type ContestSummary = { number: number, name?: string, 
/**
 * How many games are finished.
 */
games?: number, why?: string, };

export type Contests = { contests: Array<ContestSummary>, };

export type Contest = { 
/**
 * Why its file cannot be read now; the rest is the last reading.
 */
why: string | null, name: string, over: boolean, 
/**
 * How many games are finished.
 */
played: number, standings: Array<Standing>, games: Array<ContestGame>, 
/**
 * The prefix of the ids of its games; the key follows, with `-` instead of `.`.
 */
prefix: string, 
/**
 * The format, such as `swiss`.
 */
format: string, 
/**
 * The current round, from 1; `None` when all are over.
 */
round: number | null, 
/**
 * The total number of rounds.
 */
of_rounds: number, 
/**
 * The known rounds with their pairings, at most those up to the current one.
 */
rounds: Array<ContestRound>, 
/**
 * The score of each entrant against each other one, in the order of the standings: points and
 * games; empty with many entrants.
 */
crosstable: Array<Array<[number, number] | null>>, 
/**
 * Games in progress; only some if there are many.
 */
live: Array<GameInProgress>, };

export type Diagnostic = { line: number, column: number, 
/**
 * The kind of the error, which the page translates.
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
 * The known name that was probably meant, which is also in the hint.
 */
meant: string | null, };

export type Problem = { 
/**
 * The kind of the refusal, which the page translates.
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
 * Why the rules refuse what its argument `reason` says in English.
 */
cause?: Problem, 
/**
 * The errors of a rule file.
 */
troubles?: Array<Diagnostic>, };

export type Piece = { 
/**
 * The translation key of its name.
 */
label: string, owner: Side | null, symbol: string, };

/**
 * What is on a cell.
 */
export type Content = { 
/**
 * How high it is built.
 */
height: number | null, 
/**
 * From the bottom.
 */
pieces: Array<Piece>, };

/**
 * A difference between the program and the rules.
 */
export type Difference = { "kind": "cell", cell: string, program: Content, rules: Content, } | { "kind": "turn", program: Side, rules: Side, } | { "kind": "over", program: boolean, } | { "kind": "impossible", problem: Problem, } | { "kind": "accepts", mv: string, problem: Problem | null, } | { "kind": "missing", moves: Array<string>, count: number, } | { "kind": "extra", moves: Array<string>, count: number, };

export type StepWord = "start" | "move" | "undo" | "redo" | "try";

/**
 * Something that was done in a game, and whether the program agrees with it.
 */
export type FollowedStep = { 
/**
 * How many moves are made then.
 */
ply: number, what: StepWord, 
/**
 * The move that was made, taken back or tried.
 */
mv: string | null, differences: Array<Difference>, 
/**
 * Why the program gave no answer, in its own words.
 */
error: string | null, };

/**
 * What a program has said of a game so far.
 */
export type FollowView = { 
/**
 * What was done since the start, as far as the program has answered.
 */
steps: Array<FollowedStep>, 
/**
 * Whether it is being asked about what was done last.
 */
asking: boolean, 
/**
 * Why it is not asked any more.
 */
problem: Problem | null, };

/**
 * What a program has said after one step.
 */
export type ToldState = { 
/**
 * The position as the program has it, as far as it can be told.
 */
text: string, 
/**
 * The board of that position, with the cells marked that differ; `None` if it cannot be drawn.
 */
scene: Scene | null, 
/**
 * The call that asks the same in an interpreter.
 */
call: string, 
/**
 * What the program printed.
 */
printed: string, 
/**
 * The processor time of the answer, in microseconds.
 */
micros: number, };

/**
 * What was kept of the caller's learning.
 */
export type Learning = { 
/**
 * As it was saved; null if nothing was.
 */
data: unknown, };

/**
 * A reply without data.
 */
export type Done = Record<symbol, never>;

/**
 * Stored games, the latest first.
 */
export type GameList = { games: Array<StoredGame>, 
/**
 * The `before` of the next request, if there are more games.
 */
next: number | null, };

/**
 * Game files, by their names.
 */
export type GameFiles = { files: Array<RuleFile>, };

/**
 * A game file without errors.
 */
export type CheckedGame = { 
/**
 * The game, with its start.
 */
info: GameInfo, 
/**
 * How many moves there are at the start.
 */
moves: number, 
/**
 * The first of them.
 */
examples: Array<string>, 
/**
 * The most plies of a game.
 */
plies: number, };

export type GameReply = { 
/**
 * The game as the client sees it.
 */
game: Game, 
/**
 * What was written to it; nothing while something is hidden.
 */
annotations: Annotations, 
/**
 * What must be known of the game if its rules are a file.
 */
file: FileView | null, };

export type Grade = { 
/**
 * The review of the position and the move.
 */
point: ReviewPoint, 
/**
 * The best line after the move.
 */
line: Array<string>, };

export type Hint = { mv: string, 
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
 * The words of the moves of the line.
 */
words: MoveDictionary, 
/**
 * What speaks for it.
 */
explanation: MoveExplanation, };

/**
 * What the other side would do if it were to move.
 */
export type Threat = { 
/**
 * The move, if there is one.
 */
threat: Hint | null, };

export type Verdicts = { 
/**
 * The moves with a proven result.
 */
moves: Array<MoveVerdict>, 
/**
 * The words of these moves.
 */
words: MoveDictionary, 
/**
 * The proven result of the position, if it is known.
 */
value: ProvenValue | null, };

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
export type EditedPosition = { position: string, scene: Scene, 
/**
 * The side to move, if the position is possible.
 */
to_move: Side | null, 
/**
 * How the game ended in it.
 */
outcome: Outcome | null, 
/**
 * Whether the game is solved on its board.
 */
solved: boolean, 
/**
 * Why the position is impossible.
 */
problem: Problem | null, brushes: Array<Brush>, };

export type RecordText = { text: string, };

/**
 * Why no legal move begins with some elements.
 */
export type Why = { 
/**
 * The reason, if there is one.
 */
reason: Problem | null, };

export type ListedResult = "open" | "p1" | "p2" | "draw";

/**
 * A request about no particular game. Unknown fields are refused, so that typing errors are found.
 */
export type LobbyRequest = { "do": "welcome", 
/**
 * The version that the client speaks.
 */
protocol?: number | null, } | { "do": "list", 
/**
 * Only games that changed before this time.
 */
before?: number | null, 
/**
 * The most games of the reply.
 */
limit?: number | null, 
/**
 * Only this kind of game, by its name.
 */
game?: string | null, 
/**
 * Only games with this result, or open ones.
 */
result?: ListedResult | null, 
/**
 * Only games with this text in the name of a player.
 */
player?: string | null, 
/**
 * Only games that began at this time or later, in seconds since 1970.
 */
since?: number | null, 
/**
 * Only games that began before this time.
 */
until?: number | null, } | { "do": "create" } & CreateRequest | { "do": "import", text: string, 
/**
 * The kind of game, for a bare position.
 */
game?: string | null, } | { "do": "scenes", 
/**
 * The id of a game, or the name of a kind of game.
 */
game: string, positions: Array<string>, } | { "do": "edit", game: string, 
/**
 * The draft; `startpos` for the start.
 */
position: string, 
/**
 * The brush; without one the draft is only checked and drawn.
 */
brush?: string | null, element?: string | null, } | { "do": "files", } | { "do": "check", source: string, } | { "do": "contests", } | { "do": "contest", number: number, } | { "do": "replay", number: number, key: string, } | { "do": "starter", game: string, } | { "do": "learning", } | { "do": "save_learning", 
/**
 * A JSON object, which only clients understand; null to forget.
 */
data: unknown, } | { "do": "qr_code", text: string, };

/**
 * A request about a game. Unknown fields are refused, so that typing errors are found.
 */
export type GameRequest = { "do": "open", key?: string | null, } | { "do": "close", } | { "do": "remove", } | { "do": "view", 
/**
 * The side; `None` for everything.
 */
viewer: Side | null, } | { "do": "move", mv: string, 
/**
 * The ply that the client shows.
 */
ply: number, 
/**
 * Whether later moves may be discarded.
 */
cut?: boolean, 
/**
 * The elements that selected it, if several paths select it.
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
 * The elements that selected the last of these, if several paths select it.
 */
path?: Array<string> | null, } | { "do": "annotate", moves: Array<string>, 
/**
 * The comment; empty for none.
 */
comment?: string | null, 
/**
 * Circles and arrows, as `G11` and `R11>22`.
 */
marks?: Array<string> | null, } | { "do": "prune", moves: Array<string>, } | { "do": "promote", moves: Array<string>, } | { "do": "resign", } | { "do": "offer", what: OfferKind, } | { "do": "answer", accept: boolean, } | { "do": "why", path: Array<string>, } | { "do": "seat", side: Side, 
/**
 * The player, as in docs/players.md.
 */
seat: string, 
/**
 * The rule file that the player uses.
 */
rules?: RuleFile | null, } | { "do": "claim", side: Side, 
/**
 * The name of the person.
 */
name?: string | null, } | { "do": "name", side: Side, name: string, } | { "do": "rematch", 
/**
 * Whether the sides are swapped.
 */
swap?: boolean, 
/**
 * Other players than now, if no other player has to agree.
 */
seats?: [string, string] | null, } | { "do": "invite", } | { "do": "revoke", } | { "do": "release", side: Side, } | { "do": "run", on: boolean, 
/**
 * The pause between two moves of computers, in milliseconds.
 */
pace?: number | null, } | { "do": "step", 
/**
 * Whether later moves may be discarded.
 */
cut?: boolean, } | { "do": "hint", 
/**
 * The elements that are selected, with which it begins if a move does.
 */
path?: Array<string>, } | { "do": "threat", } | { "do": "analyse", 
/**
 * The number of lines; 0 ends it.
 */
lines: number, } | { "do": "review", } | { "do": "trial", 
/**
 * The new version and the old one.
 */
versions?: [RuleFile, RuleFile] | null, 
/**
 * The number of pairs of games, from 1 to 20; 15 by default.
 */
pairs?: number | null, } | { "do": "follow", 
/**
 * Its name, such as `hand-in:ann`.
 */
program: string | null, } | { "do": "followed", } | { "do": "told", step: number, } | { "do": "grade", mv: string, } | { "do": "verdicts", } | { "do": "tree" } & TreeRequest | { "do": "record", 
/**
 * Further comments on moves, by the number of moves made.
 */
comments?: { [key in string]: string }, };

/**
 * A request about puzzles and lessons. Unknown fields are refused, so that typing errors are
 * found.
 */
export type ExerciseRequest = { "do": "puzzles", game: string, } | { "do": "puzzle_try", game: string, puzzle: string, 
/**
 * The moves of both sides; empty for the position of the puzzle.
 */
moves?: Array<string>, 
/**
 * Whether to name the next move of the solution.
 */
hint?: boolean, } | { "do": "reason", game: string, position: string, moves?: Array<string>, path: Array<string>, } | { "do": "lesson", 
/**
 * Its name, as `welcome` lists it.
 */
name: string, 
/**
 * The language of its texts: `en`, `el` or `sr`.
 */
language: string, } | { "do": "lesson_try", name: string, 
/**
 * The step, from 0.
 */
step: number, language: string, try: LessonTry, } | { "do": "grow", game: string, position: string, tree: TreeRequest, } | { "do": "explain", game: string, position: string, rules: RuleFile, } | { "do": "facts", game: string, position: string, } | { "do": "board", game: string, position: string, moves?: Array<string>, 
/**
 * The side whose view is shown.
 */
view?: Side | null, };

/**
 * The type of the reply to each request, by its name.
 */
export type Ok = { welcome: ServerInfo, list: GameList, create: GameReply, import: GameReply, open: GameReply, close: Done, remove: Done, view: GameReply, move: Done, undo: Done, redo: Done, jump: Done, look: PositionAt, why: Why, annotate: Done, prune: Done, promote: Done, resign: Done, offer: Done, answer: Done, seat: Done, claim: Done, release: Done, name: Done, rematch: Done, invite: Done, revoke: Done, run: Done, step: Done, hint: Hint, threat: Threat, analyse: Done, review: Done, grade: Grade, verdicts: Verdicts, tree: Tree, scenes: Scenes, edit: EditedPosition, files: GameFiles, check: CheckedGame, record: RecordText, contests: Contests, contest: Contest, replay: GameReply, starter: RuleFile, learning: Learning, save_learning: Done, qr_code: QrCode, puzzles: Puzzles, puzzle_try: PuzzleAttempt, board: PositionAt, reason: Why, lesson: Lesson, lesson_try: LessonAttempt, grow: Tree, explain: ExplainedRules, facts: PositionFacts, trial: TrialScore, follow: Done, followed: FollowView, told: ToldState, };

/**
 * An event of a game, or of the server.
 */
export type Event = { "event": "game", 
/**
 * The game as the client sees it.
 */
game: Game, } | { "event": "annotations", game: string, annotations: Annotations, } | { "event": "thinking", game: string, ply: number, info: SearchInfo, } | { "event": "analysis", game: string, ply: number, lines: Array<SearchInfo>, done: boolean, } | { "event": "review", game: string, points: Array<ReviewPoint>, 
/**
 * Whether these are the last points.
 */
done: boolean, } | { "event": "trial", game: string, trial: TrialScore, } | { "event": "followed", game: string, followed: FollowView, } | { "event": "problem", game: string, error: Problem, } | { "event": "removed", game: string, } | { "event": "presence", game: string, presence: Presence, } | { "event": "storage", storage: Storage, };

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
