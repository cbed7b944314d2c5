module StudentCode where

-- The empty file that was given out.

type Position = (Int, Int)
type PlayerPositions = (Position, Position)

data Game = Game

initializeGame :: PlayerPositions -> PlayerPositions -> Game
initializeGame = undefined

tryMove :: Game -> (Position, Position, Position) -> Game
tryMove = undefined

screenshotGame :: Game -> (Bool, Char, PlayerPositions, PlayerPositions, [(Int, Position)])
screenshotGame = undefined

undoMove :: Game -> Game
undoMove = undefined

redoMove :: Game -> Game
redoMove = undefined

possibleMoves :: Game -> [(Position, Position, Position)]
possibleMoves = undefined

evaluateState :: Char -> Game -> Int
evaluateState = undefined
