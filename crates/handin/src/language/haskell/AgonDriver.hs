-- | Asks a hand-in in Haskell. It is compiled beside it, and knows its type of games only by the
-- functions that it is given.
module AgonDriver (Functions (..), play, say, serve, walk) where

import Control.Concurrent (MVar, forkIO, killThread, newEmptyMVar, putMVar, takeMVar)
import Control.Exception (SomeException, evaluate, try)
import Data.IORef (IORef, newIORef, readIORef, writeIORef)
import Data.Maybe (isJust)
import GHC.Clock (getMonotonicTime)
import System.CPUTime (getCPUTime)
import System.IO (BufferMode (BlockBuffering), hFlush, hSetBuffering, stdin, stdout)
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

-- | Makes a list of calls, each a number and its arguments, one after the other: begin a game, move,
-- undo, redo, list the moves, evaluate. Each is a part of the answer.
play :: Functions g -> String -> [String]
play f text = go (error "no game has begun") (read text)
  where
    go game ((call, arguments) : rest) = case (call :: Int, arguments) of
      (0, [a, b, c, d, e, g, h, i]) -> next (initialize f ((a, b), (c, d)) ((e, g), (h, i)))
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
  -- The prompt reads and writes each letter by itself.
  mapM_ (`hSetBuffering` BlockBuffering Nothing) [stdin, stdout]
  answerAll word answer

answerAll :: String -> (String -> [String]) -> IO ()
answerAll word answer = do
  (number, rest) <- break (== ' ') <$> getLine
  let (micros, text) = break (== ' ') (drop 1 rest)
  ended <- answerParts word (read micros) (answer (drop 1 text))
  say word "done" (if ended then number else number ++ " last")
  answerAll word answer

-- | Writes the parts of an answer, until one fails or takes too long. Returns whether the hand-in has
-- ended: one that catches everything goes on, and must not be asked again.
--
-- It runs in a thread of its own, which is interrupted only when its time is used up: an interruption
-- that a handler of the hand-in has seen would be the answer of that call from then on.
answerParts :: String -> Int -> [String] -> IO Bool
answerParts word micros parts = do
  made <- newIORef . flip Made [] =<< getCPUTime
  over <- newEmptyMVar
  worker <- forkIO (try (makeParts word made parts) >>= putMVar over)
  -- A full heap is told to this thread.
  done <- try (waitFor micros (timeBegan <$> readIORef made) over)
  result <- case done of
    Right (Just result) -> return (Just result)
    _ -> forkIO (killThread worker) >> timeout 1000000 (takeMVar over)
  began <- timeBegan <$> readIORef made
  writeMade word made
  took <- (`since` began) <$> getCPUTime
  let end kind text = putStr (line word kind took text) >> hFlush stdout
      failed problem = end "error" (take 2000 (show (problem :: SomeException)))
  case (done, result) of
    (_, Just (Right ())) -> return ()
    (Right Nothing, _) -> end "timeout" ""
    (Left problem, _) -> failed problem
    (_, Just (Left problem)) -> failed problem
    _ -> return ()
  return (isJust result)

-- | The parts that are made and not yet written, the last one first, with their times, and when the
-- next one was begun.
data Made = Made {timeBegan :: Integer, waiting :: [(Integer, String)]}

-- | Makes parts until one fails. Those that take little time are written together: a line at a time
-- would take longer than they do.
makeParts :: String -> IORef Made -> [String] -> IO ()
makeParts word made = go 0
  where
    go _ [] = return ()
    go unwritten (part : others) = do
      let text = take 100000 part
      ended <- evaluate (length text) >> getCPUTime
      Made began before <- readIORef made
      let took = ended `since` began
      writeIORef made (Made ended ((took, text) : before))
      if unwritten + took < 20000 then go (unwritten + took) others else writeMade word made >> go 0 others

writeMade :: String -> IORef Made -> IO ()
writeMade word made = do
  parts <- waiting <$> readIORef made
  putStr (concat (reverse [line word "ok" took part | (took, part) <- parts])) >> hFlush stdout
  now <- getCPUTime
  writeIORef made (Made now [])

-- | Waits for a result until a part has used up its time of the processor, so that a busy machine makes
-- no difference, or nine times as much has passed.
waitFor :: Int -> IO Integer -> MVar a -> IO (Maybe a)
waitFor micros part over = watch =<< part
  where
    watch began = getMonotonicTime >>= wait began
    wait began since0 = do
      used <- (`since` began) <$> getCPUTime
      passed <- subtract since0 <$> getMonotonicTime
      let left = min (micros - fromInteger used) (9 * micros - round (passed * 1000000))
      if left <= 0
        then return Nothing
        else do
          done <- timeout (max 10000 left) (takeMVar over)
          now <- part
          case done of
            Nothing | now == began -> wait began since0
            Nothing -> watch now
            Just _ -> return done

-- | The microseconds between two times.
since :: Integer -> Integer -> Integer
since ended began = (ended - began) `div` 1000000

line :: String -> String -> Integer -> String -> String
line word kind took text = concat ["\n", word, " part ", kind, " ", show took, " ", escape text, "\n"]

-- | Evaluates a text within a time of the processor. An interrupted evaluation continues where it
-- stopped, so this waits again until the time is used up: a busy machine makes no difference.
timed :: Int -> Int -> Integer -> String -> IO (Maybe String)
timed rounds micros began text = do
  done <- timeout micros (evaluate (length text))
  now <- getCPUTime
  case done of
    Nothing | rounds > 0 && now `since` began < toInteger micros -> timed (rounds - 1) micros began text
    _ -> return (text <$ done)

escape :: String -> String
escape text
  | any (`elem` "\\\n\r") text = concatMap letter text
  | otherwise = text
  where
    letter '\\' = "\\\\"
    letter '\n' = "\\n"
    letter '\r' = ""
    letter other = [other]
