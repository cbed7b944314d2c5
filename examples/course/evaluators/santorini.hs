-- | An evaluator for Santorini that asks a hand-in's evaluateState: one position
-- a line in, one whole number a line out, for the side to move.
--
--     ghc -O -i../santorini/reference -outputdir build -o santorini santorini.hs
--
-- For a hand-in of another making, change only 'gameFrom'.
module Main (main) where

import StudentCode
import System.IO (BufferMode (LineBuffering), hSetBuffering, stdout)

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  getContents >>= mapM_ (print . evaluateLine) . lines

-- | A position is five rows of heights, the side to move and the pawns of both
-- sides: 00000/00000/10000/00000/00000 R 10,11 22,33. Before all pawns are placed
-- (-) there is nothing to evaluate.
evaluateLine :: String -> Int
evaluateLine line = case words line of
  [rows, [side], bluePawns, redPawns]
    | Just b <- pawns bluePawns, Just r <- pawns redPawns ->
        evaluateState side (gameFrom side b r (heightRows rows))
  _ -> 0

pawns :: String -> Maybe PlayerPositions
pawns [a, b, ',', c, d] = Just ((digit a, digit b), (digit c, digit d))
pawns _ = Nothing

heightRows :: String -> [[Height]]
heightRows text = case break (== '/') text of
  (row, _ : rest) -> map digit row : heightRows rest
  (row, [])       -> [map digit row]

digit :: Char -> Int
digit c = fromEnum c - fromEnum '0'

-- | The game of a position, without a history. A pawn on the third level has won,
-- and so has the opponent of a side that cannot move.
gameFrom :: Turn -> BluePlayerPositions -> RedPlayerPositions -> [[Height]] -> Game
gameFrom side b r rows
  | won || null (movesOf open) = Game [] open { isOver = True, turn = opponent side } []
  | otherwise                  = Game [] open []
  where
    open = State False side b r rows
    won = any ((== 3) . heightAt open) (pair (pawnsOf (opponent side) open))
