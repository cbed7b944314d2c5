-- | Santorini: a hand-in with planted faults, to try a grader on.
--
-- FAULT tryMove: a pawn may climb two levels in one step
-- FAULT redoMove: after an undo and a new move it still brings the old move back
-- FAULT possibleMoves: leaves out building on the cell that the pawn has left
--
-- A game is a zipper of positions: those before the current one (last first),
-- the current one, and those that an undo left behind (next first).
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

type Move = (Position, Position, Position)

data Game = Game
  { past    :: [State]
  , present :: State
  , future  :: [State]
  }

data State = State
  { isOver  :: Bool
  , turn    :: Turn              -- ^ the player to move or, at the end, the winner
  , blue    :: BluePlayerPositions
  , red     :: RedPlayerPositions
  , heights :: [[Height]]        -- ^ row by row, from the top
  }

-- 1 -------------------------------------------------------------------------

initializeGame :: BluePlayerPositions -> RedPlayerPositions -> Game
initializeGame bluePawns redPawns = Game [] start []
  where
    start = State False 'B' bluePawns redPawns (replicate 5 (replicate 5 0))

-- 2 -------------------------------------------------------------------------

tryMove :: Game -> Move -> Game
tryMove game move
  | isLegal (present game) move =
      Game (present game : past game) (apply (present game) move) (future game)
  | otherwise = game

isLegal :: State -> Move -> Bool
isLegal state (from, to, build) =
  not (isOver state)
    && from `elem` pair (pawnsOf (turn state) state)
    && to `elem` filter isOpen (neighbours from)
    && build `elem` builds state from to
  where
    top = min 3 (heightAt state from + 2)
    isOpen cell = heightAt state cell <= top && cell `notElem` occupied state

-- | The position after a legal move, with its result where it ends the game.
apply :: State -> Move -> State
apply state (from, to, build)
  | heightAt state to == 3 || null (movesOf next) = next { isOver = True, turn = mover }
  | otherwise = next
  where
    mover = turn state
    next = (place from to state)
      { turn = opponent mover
      , heights = raise build (heights state)
      }

place :: Position -> Position -> State -> State
place from to state
  | turn state == 'B' = state { blue = replace (blue state) }
  | otherwise         = state { red = replace (red state) }
  where
    replace (a, b) = if a == from then (to, b) else (a, to)

raise :: Position -> [[Height]] -> [[Height]]
raise (row, col) = change row (change col (+ 1))
  where
    change n f list = case splitAt n list of
      (before, x : after) -> before ++ f x : after
      (before, [])        -> before

-- 3 -------------------------------------------------------------------------

screenshotGame
  :: Game -> (Bool, Turn, BluePlayerPositions, RedPlayerPositions, BuildingsList)
screenshotGame game = (isOver state, turn state, blue state, red state, buildings)
  where
    state = present game
    buildings =
      [ (height, (row, col))
      | (row, line) <- zip [0 ..] (heights state)
      , (col, height) <- zip [0 ..] line
      , height > 0
      ]

-- 4 and 5 -------------------------------------------------------------------

undoMove :: Game -> Game
undoMove (Game (s : before) now after) = Game before s (now : after)
undoMove game = game

redoMove :: Game -> Game
redoMove (Game before now (s : after)) = Game (now : before) s after
redoMove game = game

-- 6 -------------------------------------------------------------------------

possibleMoves :: Game -> [Move]
possibleMoves game
  | isOver (present game) = []
  | otherwise             =
      [move | move@(from, _, build) <- movesOf (present game), build /= from]

-- | The moves by pawn in stored order, then by target, then by building,
-- both row by row. It is lazy: asking whether there is a move finds only one.
movesOf :: State -> [Move]
movesOf state =
  [ (from, to, build)
  | from <- pair (pawnsOf (turn state) state)
  , to <- steps state from
  , build <- builds state from to
  ]

-- | Where a pawn can step: free, without a dome, at most one level up.
steps :: State -> Position -> [Position]
steps state from = filter isOpen (neighbours from)
  where
    top = min 3 (heightAt state from + 1)
    pawns = occupied state
    isOpen to = heightAt state to <= top && to `notElem` pawns

-- | Where it can build after the step; the cell that it has left is free.
builds :: State -> Position -> Position -> [Position]
builds state from to = filter isOpen (neighbours to)
  where
    others = filter (/= from) (occupied state)
    isOpen build = heightAt state build < 4 && build `notElem` others

-- 7 -------------------------------------------------------------------------

-- | How good the game is for a player: a won game and a win in one step come
-- first, then how high the pawns stand and how high they can step.
evaluateState :: Turn -> Game -> Int
evaluateState player game
  | player == turn state = value
  | otherwise            = negate value
  where
    state = present game
    mover = turn state
    value
      | isOver state              = 1000000
      | any (elem 3 . snd) own    = 100000
      | otherwise                 = worth own - worth (reach (opponent mover))

    -- The pawns of a player with the heights that each can step to.
    own = reach mover
    reach side =
      [ (pawn, map (heightAt state) (steps state pawn))
      | pawn <- pair (pawnsOf side state)
      ]

    worth = sum . map pawnWorth
    pawnWorth (pawn, tops) =
      20 * heightAt state pawn + centre pawn + sum (map stepWorth tops)

    -- Each step adds to the mobility; a step up is worth more, and one to the
    -- third level is a threat that the player to move has to answer.
    stepWorth height = case height of
      0 -> 1
      1 -> 3
      2 -> 6
      _ -> 40

    centre (row, col) = 4 - abs (row - 2) - abs (col - 2)

-- The board -----------------------------------------------------------------

opponent :: Turn -> Turn
opponent 'B' = 'R'
opponent _   = 'B'

pawnsOf :: Turn -> State -> PlayerPositions
pawnsOf 'B' = blue
pawnsOf _   = red

pair :: (a, a) -> [a]
pair (a, b) = [a, b]

-- | The cells of all four pawns.
occupied :: State -> [Position]
occupied state = pair (blue state) ++ pair (red state)

heightAt :: State -> Position -> Height
heightAt state (row, col) = heights state !! row !! col

-- | The up to eight cells around a cell, row by row.
neighbours :: Position -> [Position]
neighbours (row, col) = neighbourTable !! row !! col

neighbourTable :: [[[Position]]]
neighbourTable = [[around row col | col <- [0 .. 4]] | row <- [0 .. 4]]
  where
    around row col =
      [ (r, c)
      | r <- [row - 1 .. row + 1], r >= 0, r <= 4
      , c <- [col - 1 .. col + 1], c >= 0, c <= 4
      , (r, c) /= (row, col)
      ]
