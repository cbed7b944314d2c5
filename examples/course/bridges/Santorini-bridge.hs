-- A bridge to Agon: definitions that are added to your program after it was loaded.

polje (row, column) = (row + 1, column + 1)

initializeGame (a, b) (c, d) = novaIgra [polje a, polje b] [polje c, polje d]

tryMove game (from, to, build) =
  either (const game) id (odigraj (polje from, polje to, polje build) game)

screenshotGame game =
  ( pobednik game /= Nothing
  , if maybe (naPotezu game) id (pobednik game) == Plavi then 'B' else 'R'
  , pawns Plavi, pawns Crveni
  , [(height, (row - 1, column - 1)) | ((row, column), height) <- Mapa.toList (spratovi game)] )
  where
    pawns side = let [a, b] = [(r - 1, c - 1) | (s, (r, c)) <- figure game, s == side] in (a, b)

possibleMoves game = [(back a, back b, back c) | (a, b, c) <- potezi game]
  where back (row, column) = (row - 1, column - 1)

evaluateState side game = round (procena game (if side == 'B' then Plavi else Crveni))
