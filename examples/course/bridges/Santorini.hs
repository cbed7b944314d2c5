-- Santorini, timski projekat. Polja se broje od 1 do 5, boja je tip.
module Santorini where

import Data.List (delete)
import qualified Data.Map as Mapa

data Boja = Plavi | Crveni deriving (Eq, Show)

type Polje = (Int, Int)

data Stanje = Stanje
  { naPotezu :: Boja
  , figure :: [(Boja, Polje)]
  , spratovi :: Mapa.Map Polje Int
  , pobednik :: Maybe Boja
  }

protivnik :: Boja -> Boja
protivnik Plavi = Crveni
protivnik Crveni = Plavi

-- Nova igra: najpre figure plavog, pa crvenog.
novaIgra :: [Polje] -> [Polje] -> Stanje
novaIgra plave crvene =
  Stanje Plavi ([(Plavi, p) | p <- plave] ++ [(Crveni, p) | p <- crvene]) Mapa.empty Nothing

visina :: Stanje -> Polje -> Int
visina s p = Mapa.findWithDefault 0 p (spratovi s)

susedna :: Polje -> [Polje]
susedna (v, k) =
  [(a, b) | a <- [v - 1 .. v + 1], b <- [k - 1 .. k + 1], (a, b) /= (v, k), a > 0, a < 6, b > 0, b < 6]

slobodno :: Stanje -> Polje -> Bool
slobodno s p = notElem p (map snd (figure s)) && visina s p < 4

potezi :: Stanje -> [(Polje, Polje, Polje)]
potezi s
  | pobednik s /= Nothing = []
  | otherwise =
      [ (od, na, zid)
      | (boja, od) <- figure s
      , boja == naPotezu s
      , na <- susedna od
      , slobodno s na
      , visina s na <= visina s od + 1
      , zid <- susedna na
      , zid == od || slobodno s zid
      ]

-- Odigra potez ako je valjan.
odigraj :: (Polje, Polje, Polje) -> Stanje -> Either String Stanje
odigraj potez@(od, na, zid) s
  | potez `notElem` potezi s = Left "potez nije valjan"
  | null (potezi novo) && pobednik novo == Nothing = Right novo { pobednik = Just (naPotezu s) }
  | otherwise = Right novo
  where
    boja = naPotezu s
    novo = Stanje
      { naPotezu = protivnik boja
      , figure = (boja, na) : delete (boja, od) (figure s)
      , spratovi = Mapa.insertWith (+) zid 1 (spratovi s)
      , pobednik = if visina s na == 3 then Just boja else Nothing
      }

procena :: Stanje -> Boja -> Double
procena s boja
  | pobednik s == Just boja = 100
  | pobednik s == Just (protivnik boja) = -100
  | otherwise = sum [znak b * fromIntegral (visina s p) * 1.5 | (b, p) <- figure s]
  where
    znak b = if b == boja then 1 else -1
