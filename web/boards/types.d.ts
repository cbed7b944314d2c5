// The types that the boards share. Only for type checks: this file is not served.
import type { Cell, Game, Scene, Token } from "../protocol.d.ts";
import type { Child } from "../shell/dom.d.ts";

export type Point = [x: number, y: number];
/** x, y, width and height of a drawing. */
export type Box = [x: number, y: number, width: number, height: number];

/** The face of a cell on the screen: its centre, and half of its sides as vectors. */
export interface Face { x: number; y: number; u: Point; v: Point }

/** How a board is looked at. */
export interface ViewOptions {
  flip?: boolean;
  thumbnail?: boolean;
  game?: Game | null;
}

/** What is where in a scene, as it is looked at. */
export interface SceneLayout {
  scene: Scene;
  flip: boolean;
  thumbnail: boolean;
  game: Game | null;
  cells: Map<string, Cell>;
  tokens: Map<string, Token[]>;
  marks: Map<string, string[]>;
  height: number;
  width: number;
  rowLabels: string[];
  columnLabels: string[];
  row: (cell: Cell) => number;
  column: (cell: Cell) => number;
  /** The tokens on a cell, the lowest first. */
  at: (cell: Cell) => Token[];
  has: (id: string, mark: string) => boolean;
}

/** A scene with its geometry on the screen. */
export interface Layout extends SceneLayout {
  centre: (cell: Cell) => Point;
  box: Box;
  face: (cell: Cell) => Face;
  /** The keys of tokens whose pieces keep their identity under another id. */
  pieceKeys?: Map<string, string>;
}

/** A rectangular board with its size. */
export interface RectLayout extends Layout { wide: number; high: number }

/** The drawing of a cell: what lies below its markers, and what stands above them. */
export interface CellDrawing { base: Child[]; top: Child[] }

/** The vectors along which a piece leaves the board: to where it is taken, then off the board. */
export type ExitPath = [near: Point, far: Point];

/** A piece that shows where a token goes while a move is half selected. */
export interface Ghost { cell: string; node: SVGElement; hides?: string }

/** A level of a stack in the stack picker. */
export interface PickerLevel { id: string; face: Face; node: SVGGElement }

/** The drawing of one game. Its functions get the layouts that its own `layout` makes. */
export interface Drawer {
  layout(scene: Scene, options: ViewOptions): Layout;
  background(layout: Layout): Child[];
  drawCell(layout: Layout, cell: Cell): CellDrawing;
  foreground?(layout: Layout): Child[];
  /** Whether a move is a range of cells, which can be dragged over. */
  selectsRange?: boolean;
  cellsBetween?(layout: Layout, from: string, to: string): string[];
  preview?(layout: Layout, path: string[]): Ghost[];
  stackPicker?(layout: Layout, cell: Cell, unit: number): { back: Child[]; levels: PickerLevel[] };
  pieceKeys?(before: Layout, layout: Layout): Map<string, string>;
  exitPath?(before: Layout, layout: Layout, last: string[] | null): ((cell: string | undefined) => ExitPath) | null;
}

/** A cell of a drawing that can be selected. */
export interface CellView {
  node: SVGGElement;
  markers: SVGGElement;
  /** What the cell shows, to redraw only changes. */
  content: string;
  /** How the cell is marked, to update only changes. */
  state: string;
}

/** The layers of a drawing. */
export interface Layers {
  cells: Map<string, CellView>;
  background: SVGGElement;
  grid: SVGGElement;
  foreground: SVGGElement;
}

export type MarkerKind = "first" | "next" | "selected" | "pending" | "last" | "hint" | "pointed" | "won" | "differs" | "focus";
