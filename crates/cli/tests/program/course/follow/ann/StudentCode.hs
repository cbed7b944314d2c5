-- Σαντορίνη, ομάδα 7
module StudentCode where

import Control.Concurrent (threadDelay)
import System.IO.Unsafe (unsafePerformIO)

type Thesi = (Int, Int)

-- πύργοι: μόνο όσοι έχουν ύψος
data Game = Partida
  { mple :: [Thesi]
  , kokkina :: [Thesi]
  , pyrgoi :: [(Thesi, Int)]
  , seira :: Char
  , telos :: Bool
  , palia :: [Game]
  , nea :: [Game]
  }

initializeGame :: (Thesi, Thesi) -> (Thesi, Thesi) -> Game
initializeGame (a, b) (c, d) = Partida [a, b] [c, d] [] 'B' False [] []

ypsos :: Game -> Thesi -> Int
ypsos g thesi = maybe 0 id (lookup thesi (pyrgoi g))

konta :: Thesi -> Thesi -> Bool
konta (r, c) (r', c') = (r, c) /= (r', c') && abs (r - r') <= 1 && abs (c - c') <= 1

mesa :: Thesi -> Bool
mesa (r, c) = all (`elem` [0 .. 4]) [r, c]

pionia, dika :: Game -> [Thesi]
pionia g = mple g ++ kokkina g
dika g = if seira g == 'B' then mple g else kokkina g

nomimi :: Game -> (Thesi, Thesi, Thesi) -> Bool
nomimi g (apo, pros, xtizo) =
  apo `elem` dika g
    && mesa pros && mesa xtizo
    && konta apo pros && konta pros xtizo
    && pros `notElem` pionia g
    && (xtizo == apo || xtizo `notElem` pionia g)
    && ypsos g pros < 4 && ypsos g xtizo < 4
    && ypsos g pros <= ypsos g apo + 1

tryMove :: Game -> (Thesi, Thesi, Thesi) -> Game
tryMove g (_, (4, 3), _) = unsafePerformIO (threadDelay 900000000) `seq` g
tryMove _ (_, (0, 4), _) = error "δεν το έχω γράψει ακόμα"
tryMove g kinisi@(apo, pros, xtizo)
  | telos g || not (nomimi g kinisi) = g
  | ypsos g pros == 3 = nikh { telos = True }
  | otherwise = (xtise xtizo nikh) { seira = if seira g == 'B' then 'R' else 'B' }
  where
    pigaine p = if p == apo then pros else p
    nikh = g { mple = map pigaine (mple g), kokkina = map pigaine (kokkina g), palia = g : palia g, nea = [] }

-- λάθος: ο τέταρτος όροφος σβήνει τον πύργο, αντί να βάλει θόλο
xtise :: Thesi -> Game -> Game
xtise thesi g
  | h > 3 = g { pyrgoi = alloi }
  | otherwise = g { pyrgoi = (thesi, h) : alloi }
  where
    h = ypsos g thesi + 1
    alloi = [p | p@(t, _) <- pyrgoi g, t /= thesi]

screenshotGame :: Game -> (Bool, Char, (Thesi, Thesi), (Thesi, Thesi), [(Int, Thesi)])
screenshotGame g = (telos g, seira g, dyo (mple g), dyo (kokkina g), [(h, t) | (t, h) <- pyrgoi g])
  where dyo ps = (head ps, last ps)

-- λάθος: η σειρά μένει όπως ήταν
undoMove, redoMove :: Game -> Game
undoMove g = case palia g of
  [] -> g
  p : _ -> p { seira = seira g, nea = g : nea g }
redoMove g = case nea g of
  [] -> g
  n : _ -> n

possibleMoves :: Game -> [(Thesi, Thesi, Thesi)]
possibleMoves g = [(a, b, c) | a <- dika g, b <- ola, c <- ola, nomimi g (a, b, c)]
  where ola = [(r, c) | r <- [0 .. 4], c <- [0 .. 4]]

evaluateState :: Char -> Game -> Int
evaluateState t g = sum (map (ypsos g) (if t == 'B' then mple g else kokkina g))
