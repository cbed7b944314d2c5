-- | Santorini. Write the seven functions; their holes are marked with TODO. As it stands, the
-- program loads and knows no rules.
module StudentCode where

type RowPos = Int
type ColumnPos = Int
type Position = (RowPos, ColumnPos)
type PlayerPositions = (Position, Position)
type BluePlayerPositions = PlayerPositions
type RedPlayerPositions = PlayerPositions

type Height = Int
type Building = (Height, Position)
type BuildingsList = [Building]

type Turn = Char
type Depth = Int

-- | Everything that must be known about a game. TODO: the buildings, whose turn it is, who has
-- won, and the moves that can be undone and redone.
data Game = Game BluePlayerPositions RedPlayerPositions

-- 1. The game before its first move, with the pawns on these cells.
initializeGame :: BluePlayerPositions -> RedPlayerPositions -> Game
initializeGame blue red = Game blue red -- TODO

-- 2. The game after a move: the pawn's cell, the cell it goes to, the cell where it builds. An
-- illegal move changes nothing.
tryMove :: Game -> (Position, Position, Position) -> Game
tryMove game (from, to, build) = game -- TODO

-- 3. Whether the game is over; the side to move, or the winner; the pawns; the buildings.
screenshotGame :: Game -> (Bool, Turn, BluePlayerPositions, RedPlayerPositions, BuildingsList)
screenshotGame (Game blue red) = (False, 'B', blue, red, []) -- TODO

-- 4. The game before its last move; the same game if there is none.
undoMove :: Game -> Game
undoMove game = game -- TODO

-- 5. The game before its last undoMove, unless a move was made since.
redoMove :: Game -> Game
redoMove game = game -- TODO

-- 6. All legal moves of the side to move.
possibleMoves :: Game -> [(Position, Position, Position)]
possibleMoves game = [] -- TODO

-- 7. How good the game is for a side: the higher, the better. By this number your program plays.
evaluateState :: Turn -> Game -> Int
evaluateState side game = 0 -- TODO
