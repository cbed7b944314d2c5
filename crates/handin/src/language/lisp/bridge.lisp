;;;; agon-bridge.lisp: put this file beside your program. It is loaded after it, and says what could
;;;; not be found in it. Delete the functions that were found; write the others with your own.
;;;; A move is ((B 2) (C 3) 0): from, to, and the level, where 0 is the lowest checker. PLAYER is X
;;;; or O. If your program has other moves or players, hand those over: Agon tries what fits.

;; The first state on a board of n x n squares.
(defun agon-initial (n) (your-first-state n))

;; All moves of a player; or leave it out.
(defun agon-moves (state player) (your-moves state player))

;; The state after a move.
(defun agon-play (state move) (your-play state move))

;; X or O if that side has won, otherwise NIL.
(defun agon-winner (state) (your-winner state))

;; Prints the board.
(defun agon-show (state) (your-show state))

;; How good a state is for a player, as a number.
(defun agon-heuristic (state player) (your-heuristic state player))

;; Only if your states are something else than lists, arrays, tables or objects with a stack for
;; each square: a list of ((B 2) (X O)) for each stack, with its checkers from the bottom.
;; (defun state->list (state) (your-stacks state))
