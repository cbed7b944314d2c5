// The messages between the page and the program, as docs/protocol.md describes them.
// Only for type checks: this file is neither served nor carried in the program.

/** A side: the first one to move, or the second. */
export type Side = "p1" | "p2";
export type Outcome = Side | "draw";
/** A value from the point of view of the first side, or in a tree of the side to move at the root. */
export type Score = { points: number } | { win: number } | { lose: number };
export type VerdictKind = "win" | "draw" | "lose";

export interface Cell { id: string; row: number; column: number; height: number | null; label: string }
export interface Edge { between: [string, string]; label: string }
export interface Token { id: string; cell: string; order: number; owner: Side | null; label: string; symbol: string }
export interface Mark { element: string; label: string }
export interface Count { label: string; owner: Side | null; count: number; of: number | null }

/** A board as plain data. */
export interface Scene {
  rows: string[];
  columns: string[];
  cells: Cell[];
  edges: Edge[];
  tokens: Token[];
  marks: Mark[];
  counts: Count[];
}

/** A legal move, and the sequences of elements that select it. */
export interface ListedMove { text: string; paths: string[][] }

/** What a computer thought of its last move. */
export interface Thought { mv: string; score: Score | null; note: string | null }

/** A game in progress or finished. */
export interface Game {
  id: string;
  game: string;
  title: string;
  sides: [string, string];
  seats: [string, string];
  rules: { name: string }[];
  start: string | null;
  position: string | null;
  line: (string | null)[];
  by: Side[];
  ply: number;
  to_move: Side | null;
  outcome: Outcome | null;
  scene: Scene;
  moves: ListedMove[];
  last: string[] | null;
  running: boolean;
  pace: number;
  thinking: boolean;
  can_undo: boolean;
  can_redo: boolean;
  hides: boolean;
  viewer: Side | null;
  evaluations: string[];
  thought: Thought | null;
  round: string | null;
  statistics: [string | null, string | null];
  stored: boolean;
}

/** A game in the list of stored games. */
export interface StoredGame {
  id: string;
  game: string;
  seats: [string, string];
  moves: number;
  outcome: Outcome | null;
  changed: number;
  scene: Scene;
}

/** A kind of game that the program knows. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  sides: [string, string];
  hides: boolean;
  solved: boolean;
  players: string[];
  evaluations: string[];
  start: Scene;
}

export interface Storage { kind: "disk" | "memory"; why: string | null }

export interface ServerInfo {
  version: string;
  games: GameInfo[];
  levels: string[];
  storage: Storage;
  contests: number;
}

export interface RuleFile { name: string; source: string }
export interface MazeSettings { size: number; loot: number; style: string; plies: number; seed?: number }
export interface Settings { position?: string; heaps?: string; size?: number; maze?: MazeSettings }

/** How far a search has got. */
export interface SearchInfo {
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  score: Score;
  moves: string[];
}

/** What the review of a game says about the position after `ply` moves. */
export interface ReviewPoint { ply: number; score: Score; best: string | null; slip: "win" | "draw" | null }

/** A proven result of a move, for the side that makes it. */
export interface MoveVerdict { text: string; verdict: VerdictKind; plies: number | null }

export interface Cutoff { by: "alpha" | "beta"; bound: Score; at: string[]; left: number }

/** A node of the minimax tree. */
export interface TreeNode {
  n: number;
  mv: string | null;
  position: string;
  mover: Side;
  value: Score;
  is: "exact" | "most" | "least";
  alpha: Score | null;
  beta: Score | null;
  cut: Cutoff | null;
  chosen: boolean;
  more: number;
  children: TreeNode[];
}

export interface Tree { tree: TreeNode; nodes: number; plain: number | null }

export interface TreeArgs {
  game: string;
  depth: number;
  pruning: boolean;
  top: number;
  eval?: string;
  moves?: string[];
}

export interface Standing {
  place: number;
  name: string | null;
  points: string;
  wins: number;
  draws: number;
  losses: number;
  rating: number;
  low: number;
  high: number;
}

export interface ContestGame {
  key: string;
  players: [string, string];
  result: string;
  reason: string | null;
  moves: number;
}

export interface ContestSummary { number: number; name?: string; games?: number; why?: string }

export interface Contest {
  name: string;
  over: boolean;
  played: number;
  standings: Standing[];
  games: ContestGame[];
}

/** A position in a rule file where something is wrong. */
export interface Diagnostic { line: number; column: number; text: string; hint: string | null }

/** Why a request was refused. */
export interface Problem {
  kind: string;
  args: Record<string, string | number>;
  text: string;
  troubles?: Diagnostic[];
}

interface OfGame { game: string }
type Empty = Record<string, never>;
interface Request<Args, Ok> { args: Args; ok: Ok }

/** Every request by its name (`do`), with its arguments and its answer. */
export interface Requests {
  welcome: Request<Empty, ServerInfo>;
  list: Request<{ before: number | null; limit: number }, { games: StoredGame[]; next: number | null }>;
  create: Request<
    { game: string; settings?: Settings; seats?: string[]; moves?: string; rules?: RuleFile[] },
    { game: Game }
  >;
  import: Request<{ text: string; game?: string }, { game: Game }>;
  open: Request<OfGame, { game: Game }>;
  close: Request<OfGame, Empty>;
  remove: Request<OfGame, Empty>;
  view: Request<OfGame & { viewer: Side | null }, { game: Game }>;
  move: Request<OfGame & { mv: string; ply: number; cut?: boolean }, Empty>;
  undo: Request<OfGame, Empty>;
  redo: Request<OfGame, Empty>;
  jump: Request<OfGame & { ply: number }, Empty>;
  seat: Request<OfGame & { side: Side; seat: string; rules?: RuleFile }, Empty>;
  run: Request<OfGame & { on: boolean; pace?: number }, Empty>;
  step: Request<OfGame & { cut?: boolean }, Empty>;
  hint: Request<OfGame, { mv: string; path: string[]; score: Score; line: string[] }>;
  analyse: Request<OfGame & { lines: number }, Empty>;
  review: Request<OfGame, Empty>;
  verdicts: Request<OfGame, { moves: MoveVerdict[] }>;
  tree: Request<TreeArgs, Tree>;
  scenes: Request<{ game: string; positions: string[] }, { scenes: Scene[] }>;
  record: Request<OfGame, { text: string }>;
  contests: Request<Empty, { contests: ContestSummary[] }>;
  contest: Request<{ number: number }, Contest>;
  replay: Request<{ number: number; key: string }, { game: Game }>;
  starter: Request<{ game: string }, RuleFile>;
}

/** Every event by its name. */
export interface Events {
  game: { event: "game"; game: Game };
  thinking: { event: "thinking"; game: string; ply: number; info: SearchInfo };
  analysis: { event: "analysis"; game: string; ply: number; lines: SearchInfo[]; done: boolean };
  review: { event: "review"; game: string; points: ReviewPoint[]; done: boolean };
  problem: { event: "problem"; game: string; error: Problem };
  removed: { event: "removed"; game: string };
  storage: { event: "storage"; storage: Storage };
}

/** A message from the program. */
export type Message =
  | Events[keyof Events]
  | { event?: undefined; re: number | null; ok?: unknown; error?: Problem };
