{-# LANGUAGE TupleSections #-}
module StudentCode where

import Data.Array
import Data.Maybe (isNothing)

type Position = (Int, Int)
type PlayerPositions = (Position, Position)

-- Πίνακας με τα ύψη, οι θέσεις ανά παίκτη και δύο στοίβες.
data Game = G
  { heights :: Array Position Int
  , blue, red :: PlayerPositions
  , blueTurn :: Bool
  , winner :: Maybe Bool
  , undoStack, redoStack :: [Game]
  }

initializeGame :: PlayerPositions -> PlayerPositions -> Game
initializeGame b r = G (listArray ((0, 0), (4, 4)) (repeat 0)) b r True Nothing [] []

around :: Position -> [Position]
around (r, c) = [p | dr <- [-1, 0, 1], dc <- [-1, 0, 1], (dr, dc) /= (0, 0), let p = (r + dr, c + dc), inRange ((0, 0), (4, 4)) p]

occupied :: Game -> Position -> Bool
occupied g p = p `elem` [fst (blue g), snd (blue g), fst (red g), snd (red g)]

possibleMoves :: Game -> [(Position, Position, Position)]
possibleMoves g
  | Just _ <- winner g = []
  | otherwise =
      [ (from, to, b)
      | from <- let (x, y) = if blueTurn g then blue g else red g in [x, y]
      , to <- around from
      , not (occupied g to)
      , heights g ! to <= min 3 (heights g ! from + 1)
      , b <- around to
      , b == from || not (occupied g b)
      , heights g ! b < 4
      ]

tryMove :: Game -> (Position, Position, Position) -> Game
tryMove g m@(from, to, b)
  | m `notElem` possibleMoves g = g
  | heights g ! to == 3 || null (possibleMoves next) = moved { winner = Just (blueTurn g) }
  | otherwise = next
  where
    walk (x, y) = (if x == from then to else x, if y == from then to else y)
    moved =
      (if blueTurn g then g { blue = walk (blue g) } else g { red = walk (red g) })
        { heights = heights g // [(b, heights g ! b + 1)], undoStack = g : undoStack g, redoStack = [] }
    next = moved { blueTurn = not (blueTurn g) }

screenshotGame :: Game -> (Bool, Char, PlayerPositions, PlayerPositions, [(Int, Position)])
screenshotGame g = (not (isNothing (winner g)), if blueTurn g then 'B' else 'R', blue g, red g, [(h, p) | (p, h) <- assocs (heights g), h > 0])

undoMove :: Game -> Game
undoMove g = case undoStack g of
  [] -> g
  (p : _) -> p { redoStack = g : redoStack g }

redoMove :: Game -> Game
redoMove g = case redoStack g of
  [] -> g
  (n : ns) -> n { redoStack = ns }

evaluateState :: Char -> Game -> Int
evaluateState c g = sum (map score (own c)) - sum (map score (own (other c)))
  where
    own 'B' = [fst (blue g), snd (blue g)]
    own _ = [fst (red g), snd (red g)]
    other x = if x == 'B' then 'R' else 'B'
    score p = 3 * heights g ! p + maximum (0 : [heights g ! q | q <- around p, heights g ! q <= heights g ! p + 1])
