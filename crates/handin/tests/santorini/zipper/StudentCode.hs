module StudentCode where

import Data.List (sort)
import qualified Data.Map as Map

-- Εργασία Santorini. Κρατάμε το παρελθόν και το μέλλον σαν zipper.

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

-- Ό,τι αλλάζει σε κάθε κίνηση.
data Katastasi = Katastasi
  { seira :: Turn
  , mple :: PlayerPositions
  , kokkinos :: PlayerPositions
  , ktiria :: Map.Map Position Height
  , nikitis :: Maybe Turn
  } deriving (Eq, Show)

data Game = Game { prin :: [Katastasi], tora :: Katastasi, meta :: [Katastasi] }

initializeGame :: BluePlayerPositions -> RedPlayerPositions -> Game
initializeGame b r = Game [] (Katastasi 'B' b r Map.empty Nothing) []

ypsos :: Katastasi -> Position -> Height
ypsos k p = Map.findWithDefault 0 p (ktiria k)

pionia :: Katastasi -> [Position]
pionia k = [fst (mple k), snd (mple k), fst (kokkinos k), snd (kokkinos k)]

dika :: Katastasi -> PlayerPositions
dika k = if seira k == 'B' then mple k else kokkinos k

geitones :: Position -> [Position]
geitones (r, c) =
  [ (r', c') | r' <- [r - 1 .. r + 1], c' <- [c - 1 .. c + 1], (r', c') /= (r, c)
  , r' >= 0, r' < 5, c' >= 0, c' < 5 ]

nomimi :: Katastasi -> (Position, Position, Position) -> Bool
nomimi k (apo, pros, xtizw) =
  nikitis k == Nothing
    && (apo == fst (dika k) || apo == snd (dika k))
    && pros `elem` geitones apo
    && pros `notElem` pionia k
    && ypsos k pros < 4
    && ypsos k pros <= ypsos k apo + 1
    && xtizw `elem` geitones pros
    && xtizw `notElem` filter (/= apo) (pionia k)
    && ypsos k xtizw < 4

oles :: Katastasi -> [(Position, Position, Position)]
oles k =
  [ m | apo <- [fst (dika k), snd (dika k)], pros <- geitones apo, xtizw <- geitones pros
  , let m = (apo, pros, xtizw), nomimi k m ]

allagi :: Position -> Position -> PlayerPositions -> PlayerPositions
allagi apo pros (a, b) = (if a == apo then pros else a, if b == apo then pros else b)

efarmose :: Katastasi -> (Position, Position, Position) -> Katastasi
efarmose k (apo, pros, xtizw)
  | ypsos k pros == 3 = ktismeno { nikitis = Just (seira k), seira = seira k }
  | null (oles epomeni) = ktismeno { nikitis = Just (seira k), seira = seira k }
  | otherwise = epomeni
  where
    ktismeno =
      k { mple = if seira k == 'B' then allagi apo pros (mple k) else mple k
        , kokkinos = if seira k == 'R' then allagi apo pros (kokkinos k) else kokkinos k
        , ktiria = Map.insertWith (+) xtizw 1 (ktiria k) }
    epomeni = ktismeno { seira = if seira k == 'B' then 'R' else 'B' }

tryMove :: Game -> (Position, Position, Position) -> Game
tryMove g m
  | nomimi (tora g) m = Game (tora g : prin g) (efarmose (tora g) m) []
  | otherwise = g

screenshotGame :: Game -> (Bool, Turn, BluePlayerPositions, RedPlayerPositions, BuildingsList)
screenshotGame (Game _ k _) =
  (nikitis k /= Nothing, seira k, mple k, kokkinos k, [ (h, p) | (p, h) <- Map.toList (ktiria k) ])

undoMove :: Game -> Game
undoMove g@(Game [] _ _) = g
undoMove (Game (p : ps) k ms) = Game ps p (k : ms)

redoMove :: Game -> Game
redoMove g@(Game _ _ []) = g
redoMove (Game ps k (m : ms)) = Game (k : ps) m ms

possibleMoves :: Game -> [(Position, Position, Position)]
possibleMoves = sort . oles . tora

-- Όσο πιο ψηλά, τόσο πιο καλά, και όσο περισσότερες κινήσεις έχουμε.
evaluateState :: Turn -> Game -> Int
evaluateState t (Game _ k _)
  | nikitis k == Just t = 10000
  | nikitis k /= Nothing = -10000
  | otherwise = axia t - axia (if t == 'B' then 'R' else 'B')
  where
    axia s = sum [ 10 * ypsos k p + length (filter ((<= ypsos k p + 1) . ypsos k) (geitones p)) | p <- thesi s ]
    thesi 'B' = [fst (mple k), snd (mple k)]
    thesi _ = [fst (kokkinos k), snd (kokkinos k)]
