-- | Asks a hand-in in Haskell. It is compiled beside it, and knows its type of games only by the
-- functions that it is given.
module AgonDriver (Functions (..), play, say, serve, walk) where

import Control.Exception (SomeException, evaluate, try)
import System.CPUTime (getCPUTime)
import System.IO (hFlush, stdout)
import System.Timeout (timeout)

type Cell = (Int, Int)

-- | The functions of a hand-in, for games of type @g@.
data Functions g = Functions
  { initialize :: (Cell, Cell) -> (Cell, Cell) -> g
  , tried      :: g -> (Cell, Cell, Cell) -> g
  , shot       :: g -> String
  , undone     :: g -> g
  , redone     :: g -> g
  , moves      :: g -> String
  , value      :: Char -> g -> Int
  }

-- | Makes a list of calls, each a number and its arguments, one after the other: begin, move, undo,
-- redo, list the moves, evaluate. Each is a part of the answer.
play :: Functions g -> String -> [String]
play f text = case read text of
  (0, [a, b, c, d, e, g, h, i]) : rest ->
    let game = initialize f ((a, b), (c, d)) ((e, g), (h, i)) in shot f game : go game rest
  _ -> []
  where
    go game ((call, arguments) : rest) = case (call :: Int, arguments) of
      (1, [a, b, c, d, e, g]) -> next (tried f game ((a, b), (c, d), (e, g)))
      (2, _) -> next (undone f game)
      (3, _) -> next (redone f game)
      (4, _) -> moves f game : go game rest
      (5, [side]) -> show (value f (if side == 0 then 'B' else 'R') game) : go game rest
      _ -> []
      where
        next after = shot f after : go after rest
    go _ [] = []

-- | Walks through games: @I@ and eight digits begin one, @m@ and six digits make a move, @u@ goes
-- back, and @b@ or @r@ gives the value for a side. A part of the answer has up to 100 values.
walk :: Functions g -> String -> [String]
walk f = parts . from []
  where
    from _ ('I' : a : b : c : d : e : g : h : i : rest) =
      from [initialize f (cell a b, cell c d) (cell e g, cell h i)] rest
    from (game : before) ('m' : a : b : c : d : e : g : rest) =
      from (tried f game (cell a b, cell c d, cell e g) : game : before) rest
    from (_ : before) ('u' : rest) = from before rest
    from games@(game : _) ('b' : rest) = value f 'B' game : from games rest
    from games@(game : _) ('r' : rest) = value f 'R' game : from games rest
    from _ _ = []
    cell a b = (digit a, digit b)
    digit letter = fromEnum letter - fromEnum '0'
    parts [] = []
    parts values = unwords (map show (take 100 values)) : parts (drop 100 values)

-- | Writes a line of the driver, which begins with a secret word.
say :: String -> String -> String -> IO ()
say word kind text = putStrLn ("\n" ++ unwords [word, kind, text]) >> hFlush stdout

-- | Answers the questions that follow, a line each: a number, the time for a part of the answer in
-- microseconds, and what the hand-in is asked.
serve :: String -> (String -> [String]) -> IO ()
serve word answer = do
  (number, rest) <- break (== ' ') <$> getLine
  let (micros, text) = break (== ' ') (drop 1 rest)
  _ <- try (answerParts word (read micros) (answer (drop 1 text))) :: IO (Either SomeException ())
  say word "done" number
  serve word answer

-- | Writes the parts of an answer, until one fails or takes too long.
answerParts :: String -> Int -> [String] -> IO ()
answerParts _ _ [] = return ()
answerParts word micros (part : rest) = do
  began <- getCPUTime
  done <- try (timed 9 micros began (take 100000 part))
  ended <- getCPUTime
  let report kind text = say word "part" (unwords [kind, show ((ended - began) `div` 1000000), escape text])
  case done of
    Left problem -> report "error" (take 2000 (show (problem :: SomeException)))
    Right Nothing -> report "timeout" ""
    Right (Just text) -> report "ok" text >> answerParts word micros rest

-- | Evaluates a text within a time of the processor. An interrupted evaluation continues where it
-- stopped, so this waits again until the time is used up: a busy machine makes no difference.
timed :: Int -> Int -> Integer -> String -> IO (Maybe String)
timed rounds micros began text = do
  done <- timeout micros (evaluate (foldr seq text text))
  now <- getCPUTime
  case done of
    Nothing | rounds > 0 && (now - began) `div` 1000000 < toInteger micros -> timed (rounds - 1) micros began text
    _ -> return done

escape :: String -> String
escape = concatMap letter
  where
    letter '\\' = "\\\\"
    letter '\n' = "\\n"
    letter '\r' = ""
    letter other = [other]
