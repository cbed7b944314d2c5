;;;; Byte. The functions of the four tasks; holes are marked with TODO. Names and states are yours
;;;; to choose: these are one way.
;;;;
;;;; A state is a list: the size of the board, the side to move, the stacks won by X and by O, and
;;;; the squares with checkers, each stack from bottom to top:
;;;;     (8 X (0 0) (((E 3) O O X) ((G 5) O X X X)))
;;;; A move is ((E 3) (F 4) 0): from, to, and the level from which the checkers are taken.

(defparameter *rows* '(A B C D E F G H I J))

;;; Zadatak I: states and the interface

(defun initial (n)
  "The state before the first move (početno stanje) on a board of n x n squares."
  (list n 'X '(0 0)
        (loop for row from 1 to (- n 2)
              append (loop for column from (if (evenp row) 1 2) to n by 2
                           collect (list (list (nth row *rows*) column)
                                         (if (oddp row) 'X 'O))))))

(defun goal (s)
  "X or O, if that player has won (ciljno stanje); DRAW if nobody can move; else NIL."
  (declare (ignorable s))
  nil)                                  ; TODO

(defun show (s)
  "Prints the board (prikaz stanja)."
  (print s))                            ; TODO: rows, columns and stacks

(defun valid (s move)
  "Whether the side to move may make this move (valjan potez)."
  (declare (ignorable s move))
  t)                                    ; TODO

;;; Zadatak II: moves

(defun play (s move)
  "A new state after a valid move (odigravanje poteza); S itself stays as it is."
  (destructuring-bind (from to &optional level) move
    (let* ((stacks (fourth s))
           (source (rest (assoc from stacks :test #'equal)))
           (target (rest (assoc to stacks :test #'equal)))
           (left (subseq source 0 (min (or level 0) (length source))))
           (taken (nthcdr (or level 0) source))
           (others (remove-if (lambda (stack) (member (first stack) (list from to) :test #'equal))
                              stacks)))
      ;; TODO: a stack of eight leaves the board and counts for the checker on its top.
      (list (first s) (if (eq (second s) 'X) 'O 'X) (third s)
            (append (and left (list (cons from left)))
                    (list (cons to (append target taken)))
                    others)))))

(defun moves (s)
  "All valid moves of the side to move (svi mogući potezi)."
  (declare (ignorable s))
  nil)                                  ; TODO

(defun successors (s)
  "All states after a valid move (sva moguća stanja)."
  (mapcar (lambda (move) (play s move)) (moves s)))

;;; Zadatak III: Min-Max

(defun minimax (s depth heuristic)
  "The best move, by Min-Max with alpha-beta cutoffs to this depth."
  (declare (ignorable depth heuristic))
  (first (moves s)))                    ; TODO

;;; Zadatak IV: the heuristic

(defun heuristic (s player)
  "How good a state is for a player (procena stanja), by rules over its facts."
  (declare (ignorable s player))
  0)                                    ; TODO
