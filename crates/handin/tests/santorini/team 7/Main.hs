module Main where

import Graphics.Gloss
import StudentCode

main :: IO ()
main = putStrLn "blue, choose a cell" >> getLine >>= putStrLn
