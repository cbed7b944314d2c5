;;;; Byte: a hand-in with planted faults, to try a grader on.
;;;;
;;;; FAULT goal: says that a player has won only when all stacks are taken
;;;; FAULT moves: also lists moves away from the nearest stack
;;;; FAULT valid: also accepts a merge whose level equals the height of the target
;;;;
;;;; A state is a list: the size of the board, the side to move, the score
;;;; (stacks won by X and by O) and the occupied squares in board order, each
;;;; with its checkers from bottom to top:
;;;;
;;;;     (8 X (0 0) (((E 3) O O X) ((G 5) O X X X)))
;;;;
;;;; A move is ((E 3) (F 4) 0): source, target, and the level from which the
;;;; checkers are taken; without a level the whole stack moves. A side that
;;;; cannot move plays PASS.

(defparameter *letters* '(A B C D E F G H I J))
(defparameter *full* 8)                 ; a stack of this height leaves the board

;;; The parts of a state

(defun board-size (s) (first s))
(defun side (s) (second s))
(defun score (s) (third s))
(defun stacks (s) (fourth s))

(defun opponent (player) (if (eq player 'X) 'O 'X))

(defun stack-at (square stacks)
  "The checkers on a square, or NIL."
  (rest (assoc square stacks :test #'equal)))

;;; Squares

(defun row (square) (position (first square) *letters*))
(defun column (square) (second square))

(defun square (row column) (list (nth row *letters*) column))

(defun dark-p (row column) (oddp (+ row column)))

(defun before-p (a b)
  "Does square A come before square B on the board?"
  (or (< (row a) (row b))
      (and (= (row a) (row b)) (< (column a) (column b)))))

(defun distance (a b)
  "The number of diagonal steps between two dark squares."
  (max (abs (- (row a) (row b))) (abs (- (column a) (column b)))))

(defun neighbours (square n)
  "The up to four diagonal neighbours, in board order."
  (loop for (dr dc) in '((-1 -1) (-1 1) (1 -1) (1 1))
        for r = (+ (row square) dr)
        for c = (+ (column square) dc)
        when (and (< -1 r n) (<= 1 c n))
          collect (square r c)))

;;; Task I: the initial state, the goal test and the board as text

(defun initial (n)
  "The state before the first move on a board of N x N squares."
  (list n 'X '(0 0)
        (loop for r from 1 below (1- n)
              append (loop for c from 1 to n
                           when (dark-p r c)
                             collect (list (square r c) (if (oddp r) 'X 'O))))))

(defun winner (s)
  "The player with a majority of all stacks of this board, or NIL."
  (let* ((n (board-size s))
         (all (/ (* n (- n 2)) 2 *full*))
         (majority (1+ (floor all 2))))
    (cond ((>= (first (score s)) majority) 'X)
          ((>= (second (score s)) majority) 'O))))

(defun goal (s)
  "X or O if that player has won, DRAW if nobody can move, else NIL."
  (cond ((and (winner s) (null (stacks s))) (winner s))
        ((winner s) nil)
        ((or (moves-of s 'X) (moves-of s 'O)) nil)
        (t 'DRAW)))

(defun show (s)
  "Prints the board: three lines a row, stacks filled from the bottom left."
  (let ((n (board-size s)))
    (print-line (format nil "~{~4D~}" (loop for c from 1 to n collect c)))
    (dotimes (r n (values))
      (loop for line from 2 downto 0
            for label = (if (= line 1) (nth r *letters*) " ")
            do (print-line
                (format nil "~A ~{~A~^ ~}" label
                        (loop for c from 1 to n collect (block-line s r c line))))))))

(defun block-line (s row column line)
  "The three places of a square that line LINE, counted from below, shows."
  (if (dark-p row column)
      (let ((checkers (stack-at (square row column) (stacks s))))
        (format nil "~{~A~}" (loop for level from (* 3 line) below (* 3 (1+ line))
                                   collect (or (nth level checkers) "."))))
      "   "))

(defun print-line (text)
  (format t "~A~%" (string-right-trim " " text)))

;;; Task I and II: moves

(defun moves-of (s player)
  "The moves of a player by source, target and level; no passes."
  (loop for (from . checkers) in (stacks s)
        append (stack-moves s player from checkers)))

(defun stack-moves (s player from checkers)
  (let* ((near (neighbours from (board-size s)))
         (occupied (remove-if-not (lambda (to) (stack-at to (stacks s))) near)))
    (cond (occupied (merges s player from checkers occupied))
          ((eq (first checkers) player) (approaches s from near)))))

(defun merges (s player from checkers targets)
  "Moves of a part of a stack onto a neighbour, which must be higher than the
level from which the part is taken."
  (loop for to in targets
        for height = (length (stack-at to (stacks s)))
        append (loop for (checker . above) on checkers
                     for level from 0
                     when (and (eq checker player)
                               (> height level)
                               (<= (+ height 1 (length above)) *full*))
                       collect (list from to level))))

(defun approaches (s from targets)
  "Moves of a whole stack to an empty square that is closer to a nearest stack."
  (let* ((others (remove from (mapcar #'first (stacks s)) :test #'equal))
         (least (loop for other in others minimize (distance from other)))
         (nearest (remove-if-not (lambda (other) (= (distance from other) least))
                                 others)))
    (loop for to in targets
          when (some (lambda (other) (< (distance to other) least)) nearest)
            collect (list from to 0))))

(defun legal-moves (s)
  "The legal moves of the side to move; (PASS) if only the other side can move."
  (unless (winner s)
    (or (moves-of s (side s))
        (and (moves-of s (opponent (side s))) (list 'PASS)))))

(defun moves (s)
  "The moves of the side to move."
  (let ((legal (legal-moves s)))
    (if (or (null legal) (equal legal '(PASS)))
        legal
        (loop for (from . checkers) in (stacks s)
              for near = (neighbours from (board-size s))
              append (if (or (some (lambda (to) (stack-at to (stacks s))) near)
                             (not (eq (first checkers) (side s))))
                         (remove from legal :key #'first :test-not #'equal)
                         (mapcar (lambda (to) (list from to 0)) near))))))

(defun with-level (move)
  "A move without a level takes the whole stack."
  (if (and (consp move) (= (length move) 2))
      (append move '(0))
      move))

(defun legal-p (s move)
  (and (member (with-level move) (legal-moves s) :test #'equal) t))

(defun valid (s move)
  "T if the move is legal, else NIL."
  (or (legal-p s move)
      (and (consp move) (equal-merge-p s (with-level move)))))

(defun equal-merge-p (s move)
  (destructuring-bind (from to level) move
    (let ((source (stack-at from (stacks s)))
          (target (stack-at to (stacks s))))
      (and source target
           (not (winner s))
           (member to (neighbours from (board-size s)) :test #'equal)
           (eq (nth level source) (side s))
           (= level (length target))
           (<= (+ (length target) (- (length source) level)) *full*)))))

(defun play (s move)
  "The state after a move, or NIL if it is illegal; S itself is not changed."
  (when (legal-p s move)
    (make-move s (with-level move))))

(defun make-move (s move)
  "The state after a legal move."
  (if (eq move 'PASS)
      (list (board-size s) (opponent (side s)) (score s) (stacks s))
      (destructuring-bind (from to level) move
        (let* ((source (stack-at from (stacks s)))
               (whole (append (stack-at to (stacks s)) (nthcdr level source)))
               (full (= (length whole) *full*))
               (rest (put from (subseq source 0 level) (stacks s))))
          (list (board-size s)
                (opponent (side s))
                (if full (add-point (first (last whole)) (score s)) (score s))
                (put to (if full nil whole) rest))))))

(defun put (square checkers stacks)
  "The stacks with other checkers on a square; none empty it."
  (let ((others (remove square stacks :key #'first :test #'equal)))
    (if checkers
        (insert (cons square checkers) others)
        others)))

(defun insert (entry stacks)
  "The stacks with one more, in board order."
  (if (or (null stacks) (before-p (first entry) (first (first stacks))))
      (cons entry stacks)
      (cons (first stacks) (insert entry (rest stacks)))))

(defun add-point (player score)
  (if (eq player 'X)
      (list (1+ (first score)) (second score))
      (list (first score) (1+ (second score)))))

(defun successors (s)
  "The states after all legal moves."
  (mapcar (lambda (move) (make-move s move)) (legal-moves s)))

;;; Task III: minimax with alpha-beta

(defparameter *win* 1000000)

(defun minimax (s depth)
  "The best move of the side to move, searched DEPTH moves deep; NIL at the end."
  (let ((best nil)
        (alpha (- (* 2 *win*))))
    (dolist (move (legal-moves s) best)
      (let ((value (- (negamax (make-move s move) (1- depth) (* -2 *win*) (- alpha)))))
        (when (> value alpha)
          (setf alpha value
                best move))))))

(defun negamax (s depth alpha beta)
  "The value of a state for the side to move."
  (let ((moves (legal-moves s)))
    (cond ((null moves) (end-value s depth))
          ((<= depth 0) (heuristic s (side s)))
          (t (dolist (move moves alpha)
               (setf alpha (max alpha (- (negamax (make-move s move) (1- depth)
                                                  (- beta) (- alpha)))))
               (when (>= alpha beta)
                 (return alpha)))))))

(defun end-value (s depth)
  "The value of a finished game for the side to move; early wins count more."
  (let ((winner (winner s)))
    (cond ((null winner) 0)
          ((eq winner (side s)) (+ *win* (max depth 0)))
          (t (- (+ *win* (max depth 0)))))))

;;; Task IV: the heuristic, by inference alone

(defparameter *rules*
  '((if (and (top ?square ?player) (checker ?square ?level)) (controls ?player ?square ?level))
    (if (won ?player ?stack) (owns ?player ?stack)))
  "A checker belongs to the player on top of its stack, and so does a stack that was won.")

(defun facts (s)
  "The facts that describe a state: won stacks, checkers by square and level, and tops."
  (append
   (loop for player in '(X O)
         for won in (score s)
         append (loop for stack from 1 to won collect (list 'won player stack)))
   (loop for ((row column) . checkers) in (stacks s)
         for square = (list row column)
         append (loop for nil in checkers
                      for level from 0
                      collect (list 'checker square level))
         collect (list 'top square (first (last checkers))))))

(defvar *known-rules* nil)
(defvar *known-facts* nil)              ; by the word that they begin with

(defun prepare-knowledge (rules facts)
  "What the engine knows from now on."
  (setf *known-rules* rules
        *known-facts* (make-hash-table))
  (dolist (fact facts)
    (push fact (gethash (first fact) *known-facts*))))

(defun variable-p (term)
  (and (symbolp term) (char= #\? (char (symbol-name term) 0))))

(defun bind (pattern fact bindings)
  "The bindings with which a pattern is a fact, or :NO."
  (loop for (term . terms) on pattern
        for (value . values) on fact
        for known = (and (variable-p term) (assoc term bindings))
        do (cond (known (unless (equal (cdr known) value) (return :no)))
                 ((variable-p term) (push (cons term value) bindings))
                 ((not (equal term value)) (return :no)))
           (when (or (and terms (null values)) (and values (null terms))) (return :no))
        finally (return bindings)))

(defun infer (query &optional bindings)
  "All bindings with which a query follows from the facts and the rules."
  (if (eq (first query) 'and)
      (reduce (lambda (found condition)
                (mapcan (lambda (bindings) (infer condition bindings)) found))
              (rest query)
              :initial-value (list bindings))
      (let ((query (sublis bindings query)))
        (append (loop for fact in (gethash (first query) *known-facts*)
                      for found = (bind query fact bindings)
                      unless (eq found :no) collect found)
                (loop for (nil condition conclusion) in *known-rules*
                      when (eq (first conclusion) (first query))
                        append (infer-by-rule condition conclusion query bindings))))))

(defun infer-by-rule (condition conclusion query bindings)
  "The bindings of a query whose terms stand in the conclusion of a rule."
  (let ((given (loop for term in (rest query)
                     for place in (rest conclusion)
                     unless (variable-p term) collect (cons place term))))
    (loop for found in (infer (sublis given condition))
          collect (append (loop for term in (rest query)
                                for place in (rest conclusion)
                                when (variable-p term)
                                  collect (cons term (cdr (assoc place found))))
                          bindings))))

(defun count-results (query)
  (length (infer query)))

(defun heuristic (s player)
  "Stacks that were won, then checkers under a top of one's own."
  (prepare-knowledge *rules* (facts s))
  (flet ((worth (who)
           (+ (* 100 (count-results `(owns ,who ?stack)))
              (count-results `(controls ,who ?square ?level)))))
    (- (worth player) (worth (opponent player)))))
