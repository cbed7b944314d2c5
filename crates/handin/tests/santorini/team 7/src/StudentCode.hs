module StudentCode where

-- A game is the list of all its boards, the newest first, and those that were undone.
-- A board is (turn, [blue], [red], rows of heights, over).

type Board = (Char, [(Int, Int)], [(Int, Int)], [[Int]], Bool)
type Game = ([Board], [Board])

initializeGame (b1, b2) (r1, r2) = ([('B', [b1, b2], [r1, r2], replicate 5 (replicate 5 0), False)], []) :: Game

at rows (r, c) = rows !! r !! c
inside (r, c) = r >= 0 && r <= 4 && c >= 0 && c <= 4
near (r, c) (x, y) = (r, c) /= (x, y) && abs (r - x) <= 1 && abs (c - y) <= 1

legal :: Board -> ((Int, Int), (Int, Int), (Int, Int)) -> Bool
legal (t, bs, rs, rows, over) (f, to, b) =
  not over && inside to && inside b && f `elem` mine && near f to && near to b
    && notElem to (bs ++ rs) && notElem b (filter (/= f) (bs ++ rs))
    && at rows to <= 3 && at rows b <= 3 && at rows to - at rows f <= 1
  where mine = if t == 'B' then bs else rs

raise :: (Int, Int) -> [[Int]] -> [[Int]]
raise p rows = [ [ if (r, c) == p then h + 1 else h | (c, h) <- zip [0 ..] row ] | (r, row) <- zip [0 ..] rows ]

movesOf :: Board -> [((Int, Int), (Int, Int), (Int, Int))]
movesOf board@(t, bs, rs, _, _) = filter (legal board) [ (f, to, b) | f <- (if t == 'B' then bs else rs), to <- around f, b <- around to ]
  where around (r, c) = [ (x, y) | x <- [r - 1 .. r + 1], y <- [c - 1 .. c + 1] ]

play :: Board -> ((Int, Int), (Int, Int), (Int, Int)) -> Board
play (t, bs, rs, rows, _) (f, to, b)
  | won = (t, bs', rs', rows', True)
  | otherwise = next
  where
    step p = if p == f then to else p
    bs' = if t == 'B' then map step bs else bs
    rs' = if t == 'R' then map step rs else rs
    rows' = raise b rows
    next = (if t == 'B' then 'R' else 'B', bs', rs', rows', False)
    won = at rows to == 3 || null (movesOf next)

tryMove :: Game -> ((Int, Int), (Int, Int), (Int, Int)) -> Game
tryMove g@(now : past, _) m = if legal now m then (play now m : now : past, []) else g
tryMove g _ = g

screenshotGame :: Game -> (Bool, Char, ((Int, Int), (Int, Int)), ((Int, Int), (Int, Int)), [(Int, (Int, Int))])
screenshotGame ((t, [a, b], [c, d], rows, over) : _, _) =
  (over, t, (a, b), (c, d), [ (h, (r, k)) | (r, row) <- zip [0 ..] rows, (k, h) <- zip [0 ..] row, h > 0 ])

undoMove :: Game -> Game
undoMove (now : before : past, future) = (before : past, now : future)
undoMove g = g

redoMove :: Game -> Game
redoMove (past, next : future) = (next : past, future)
redoMove g = g

possibleMoves :: Game -> [((Int, Int), (Int, Int), (Int, Int))]
possibleMoves (now : _, _) = movesOf now

evaluateState :: Char -> Game -> Int
evaluateState t ((_, bs, rs, rows, _) : _, _) = (if t == 'B' then 1 else -1) * (heights bs - heights rs)
  where heights = sum . map ((^ 2) . at rows)
