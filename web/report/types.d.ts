// The types of the data of a contest's report. Only for type checks: this file is not served.
import type { Count, Mark, Scene, Token } from "../protocol.d.ts";

/** What a move changes in a scene: heights and labels by cell, tokens that have moved, are new and are gone, all marks and counts. */
export interface Change {
  cells?: Record<string, [height: number | null, label: string]>;
  moved?: Record<string, [cell: string, order: number]>;
  put?: Token[];
  gone?: string[];
  marks?: Mark[];
  counts?: Count[];
}

/** What is known about a move. */
export interface MoveNote { win?: number; lose?: number; score?: number; depth?: number; time?: number; nodes?: number; comment?: string }

/** The move that lost a game. */
export interface Turn { ply: number; quality: string; sign: string; loss: number; better?: string | null; gave_away?: string | null }

export interface ReportGame {
  key: string;
  p1: number;
  p2: number;
  result: string;
  moves: string[];
  /** The number of the first scene, a step for each move (a whole scene by its number, or a change), and who made them. */
  board: { start: number; steps: ({ scene: number } | Change)[]; sides?: number[] };
  reason?: string;
  depth?: string;
  limits?: string;
  date?: string;
  start?: string;
  notes?: (MoveNote | null)[];
  /** The winning chances that the players gave the side that moved. */
  chances?: (number | null)[];
  turn?: Turn;
}

export interface Entrant {
  name: string;
  player: string;
  place: number;
  points: string;
  rating: number;
  interval: [low: number, high: number];
  bonus: number;
}

export interface ReportData {
  game: string;
  entrants: Entrant[];
  games: ReportGame[];
  scenes: Scene[];
  /** The entrant whose games alone are here. */
  only: number | null;
  turn_nodes: number;
}
