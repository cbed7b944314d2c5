;;;; The questions of the assignment about any state, for hand-ins whose states are their own: a
;;;; state is made from one that the hand-in has reached itself, with the stacks of others.

(defvar *samples* nil)                  ; by size of the board: states and stacks of such games

(defun majority (n) (if (= n 8) 2 3))

(defun is-over (pos)
  (some (lambda (won) (>= won (majority (pos-n pos)))) (pos-score pos)))

(defun map-leaves (object function)
  "A copy with other leaves, which are handed over in their order."
  (labels ((visit (object)
             (multiple-value-bind (parts has) (parts-of object)
               (cond ((not has) (funcall function object))
                     ((null object) nil)
                     ((and (consp object) (cdr (last object)))
                      (cons (visit (car object)) (visit (cdr object))))
                     ((consp object) (mapcar #'visit parts))
                     ((arrayp object)
                      (let ((copy (copy-of object)))
                        (dotimes (place (array-total-size copy) copy)
                          (setf (row-major-aref copy place)
                                (visit (row-major-aref copy place))))))
                     ((hash-table-p object)
                      (let ((copy (copy-of object)))
                        (clrhash copy)
                        (loop for (key value) in parts
                              do (let ((key (visit key)))
                                   (setf (gethash key copy) (visit value))))
                        copy))
                     (t (let ((copy (copy-of object)))
                          (dolist (name (slots copy) copy)
                            (when (slot-boundp copy name)
                              (setf (slot-value copy name)
                                    (visit (slot-value copy name)))))))))))
    (visit object)))

(defun replace-at (object path value)
  "The object with another part at the end of a path."
  (if (null path)
      value
      (destructuring-bind (place . rest) path
        (cond ((consp object)
               (setf (nth place object) (replace-at (nth place object) rest value)))
              ((and (arrayp object) (= 2 (array-rank object)))
               (setf (aref object place (first rest))
                     (replace-at (aref object place (first rest)) (rest rest) value)))
              ((arrayp object)
               (setf (aref object place) (replace-at (aref object place) rest value)))
              ((hash-table-p object)
               (let ((key (first (nth place (parts-of object)))))
                 (setf (gethash key object)
                       (replace-at (gethash key object) (rest rest) value))))
              (t (let ((name (nth place (slots object))))
                   (setf (slot-value object name)
                         (replace-at (slot-value object name) rest value)))))
        object)))

(defun cell-paths (view node)
  "The way from the board to each square of a grid."
  (let* ((n (view-n view)) (turn (view-turn view)) (found (make-array (* n n) :initial-element nil))
         (flat 0))
    (dotimes (r n found)
      (let* ((row-place (+ r (or (view-rows-from view) 0)))
             (row (nth row-place (parts-of node)))
             (before (if (and (eq (view-kind view) :grid)
                              (not (equal (parts-of row) (row-parts row n))))
                         (list row-place 1)
                         (list row-place)))
             (place (or (view-columns-from view) 0)))
        (dotimes (c n)
          (multiple-value-bind (game-r game-c) (turned turn n r c)
            (when (or (not (view-half view)) (dark game-r game-c))
              (setf (aref found (square-number n game-r game-c))
                    (if (eq (view-kind view) :flat)
                        (list flat)
                        (append before (list place))))
              (incf place)
              (incf flat))))))))

(defun root-of (view world)
  (if (view-symbol view)
      (cdr (assoc (view-symbol view) (world-variables world)))
      (world-value world)))

(defun samples (n)
  "Known states by side and score, stacks by height, and the checkers themselves."
  (or (cdr (assoc n *samples*))
      (let ((states nil) (stacks (make-array 9 :initial-element nil)) (checkers nil)
            (view (view-for n)))
        (setf *view* view)
        (loop for (size . plies) in *games*
              when (= size n)
                do (let ((world (or (ignore-errors (fresh n)) (cannot-build))))
                     (unless (ignore-errors (is-right view (enter world) (world-pos world)))
                       (cannot-build))
                     (loop for (move) in (append plies (list nil))
                           while world
                           do (note-samples view world stacks)
                              (let ((pos (world-pos world)))
                                (pushnew (list (list (pos-side pos) (pos-score pos)) world) states
                                         :key #'first :test #'equal)
                                (unless checkers
                                  (let ((leaves (letters-of (leaves (root-of view world)))))
                                    (setf checkers
                                          (mapcar (lambda (token)
                                                    (find token leaves :key #'name-of
                                                                       :test #'string=))
                                                  (view-tokens view))))))
                              (setf world (and move
                                               (let ((next (ignore-errors
                                                            (play-world world move))))
                                                 (and next (enter next)
                                                      (is-right view (enter next)
                                                                (world-pos next))
                                                      next)))))))
        (let ((found (list states stacks checkers)))
          (push (cons n found) *samples*)
          found))))

(defun note-samples (view world stacks)
  (let* ((board (pos-board (world-pos world)))
         (n (view-n view))
         (node (node-at (root-of view world) (view-path view))))
    (if (eq (view-kind view) :entries)
        (dolist (entry (parts-of node))
          (multiple-value-bind (r c)
              (read-square (nthcdr (view-skip view) (leaves entry)) (view-key view)
                           (view-base view) n)
            (multiple-value-bind (r c) (turned (view-turn view) n r c)
              (let ((stack (aref board (square-number n r c))))
                (when (dark r c)
                  (setf (aref stacks (length stack)) (list entry)))))))
        (loop with contents = (contents view node)
              for content across contents and stack across board and square from 0
              when (multiple-value-call #'dark (floor square n))
                do (setf (aref stacks (length stack)) (list content))))))

(defun with-checkers (view sample stack checkers &optional (skip 0) key)
  "A copy of a sample with other checkers, and for an entry with another square."
  (let ((left (if (eq (view-order view) :down) (reverse stack) stack)) (place -1))
    (flet ((other (leaf)
             (if (member (name-of leaf) (view-tokens view) :test #'string=)
                 (nth (pop left) checkers)
                 leaf)))
      (map-leaves sample
                  (lambda (leaf)
                    (incf place)
                    (cond ((and key (<= skip place (+ skip (length key) -1)))
                           (nth (- place skip) key))
                          ((and (stringp leaf) (every (lambda (token) (= 1 (length token)))
                                                      (view-tokens view)))
                           (map 'string (lambda (letter) (char (string (other letter)) 0)) leaf))
                          (t (other leaf))))))))

(defun like-leaf (leaf text number)
  "A coordinate in the form of another one."
  (typecase leaf
    (integer number)
    (character (char text 0))
    (string text)
    (t (intern text (symbol-package leaf)))))

(defun key-for (view entry n square)
  (multiple-value-bind (r c) (multiple-value-call #'turned (view-turn view) n (floor square n))
    (let* ((leaves (nthcdr (view-skip view) (leaves entry)))
           (base (view-base view))
           (row (string (char "ABCDEFGHIJ" r)))
           (column (format nil "~D" (+ c base))))
      (flet ((row-like (leaf) (like-leaf leaf row (+ r base)))
             (column-like (leaf) (like-leaf leaf column (+ c base))))
        (ecase (view-key view)
          (:row-column (list (row-like (first leaves)) (column-like (second leaves))))
          (:column-row (list (column-like (first leaves)) (row-like (second leaves))))
          (:together (list (like-leaf (first leaves)
                                      (concatenate 'string row column) nil)))
          (:number (list (+ (* r n) c base))))))))

(defun cannot-build ()
  (error "this state cannot be made for the hand-in"))

(defun world-of (pos)
  "A state of the hand-in for any position."
  (let* ((n (pos-n pos)) (view (setf *view* (view-for n))))
    (destructuring-bind (states stacks checkers) (samples n)
      (let* ((known (or (second (assoc (list (pos-side pos) (pos-score pos)) states :test #'equal))
                        (cannot-build)))
             (value (copy-of (world-value known)))
             (variables (copy-variables-of (world-variables known)))
             (root (if (view-symbol view) (cdr (assoc (view-symbol view) variables)) value))
             (node (node-at root (view-path view))))
        (when (or *convert* (eq (view-order view) :lines)) (cannot-build))
        (flet ((sample (stack) (or (first (aref stacks (length stack)))
                                   (if (aref stacks (length stack)) nil (cannot-build)))))
          (let ((board
                  (if (eq (view-kind view) :entries)
                      (let ((entries (loop for stack across (pos-board pos) and square from 0
                                           when (and (multiple-value-call #'dark (floor square n))
                                                     (or stack (aref stacks 0)))
                                             collect (let ((sample (sample stack)))
                                                       (with-checkers
                                                        view sample stack checkers
                                                        (view-skip view)
                                                        (key-for view sample n square))))))
                        (typecase node
                          (list entries)
                          (hash-table (clrhash node)
                           (loop for (key value) in entries do (setf (gethash key node) value))
                           node)
                          (t (cannot-build))))
                      (loop with paths = (cell-paths view node)
                            for stack across (pos-board pos) and path across paths and square from 0
                            when (and path (multiple-value-call #'dark (floor square n)))
                              do (setf node (replace-at node path
                                                        (with-checkers view (sample stack) stack
                                                                       checkers)))
                            finally (return node)))))
            (setf root (replace-at root (view-path view) board))))
        (if (view-symbol view)
            (setf (cdr (assoc (view-symbol view) variables)) root)
            (setf value root))
        (let ((world (make-world :value value :variables variables :pos pos)))
          (unless (is-right view (enter world) pos) (cannot-build))
          world)))))

(defun copy-variables-of (variables)
  (loop for (symbol . value) in variables collect (cons symbol (copy-of value))))

;;; Questions

(defun state-in (list)
  "A state of the hand-in from one in the assignment's form."
  (cond (*is-list* (in list))
        ((null list) nil)
        (t (world-of (list-pos list)))))

(defun state-out (state)
  "A state of the hand-in in the assignment's form."
  (cond ((not (world-p state)) (if *is-list* (out state) state))
        (t (let ((pos (copy-pos (world-pos state)))
                 (board (board-in *view* (enter state))))
             (when board (setf (pos-board pos) board))
             (pos-list pos)))))

(defun needed (name)
  (or (role name)
      (error "The function ~:@(~A~) is undefined." (nth (position name *role-names* :test #'string=)
                                                        *names*))))

(defun own-call (name &rest arguments)
  (apply (role-symbol (needed name)) arguments))

(defun ask-initial (n)
  (if *is-list* (own-call "initial" n) (progn (needed "initial") (first-world n))))

(defun ask-goal (state)
  (if *is-list*
      (own-call "goal" state)
      (let ((role (needed "goal"))) (truth role (call role state)))))

(defun ask-show (state)
  (if *is-list* (own-call "show" state) (call (needed "show") state)))

(defun ask-moves (state)
  (if *is-list*
      (own-call "moves" state)
      (let ((role (needed (if (role "moves") "moves" "successors"))))
        (if (is-over (world-pos state))
            nil
            (or (mapcar #'move-list
                        (if (role-notation role)
                            (moves-read (role-notation role) (call role state)
                                        (pos-n (world-pos state)))
                            (states-as-moves role state)))
                (list (home-symbol "PASS")))))))

(defun ask-valid (state move)
  (cond (*is-list* (own-call "valid" state move))
        ((consp move)
         (and (call (needed "valid") state :move (list-move move)) t))
        (t (equal (ask-moves state) (list move)))))

(defun ask-play (state move)
  (if *is-list*
      (own-call "play" state move)
      (let* ((role (needed "play")) (pos (world-pos state)) (move (list-move move)))
        (cond ((eq move :pass)
               (and (equal (ask-moves state) (list (home-symbol "PASS")))
                    (play-world state :pass)))
              ;; The assignment has one function to check a move, and another that makes it.
              ((and (role "valid") (not (ask-valid state (move-list move)))) nil)
              ((eq (role-result role) :states)
               (and (member move (states-as-moves role state) :test #'equal)
                    (play-world state move)))
              (t (let* ((value (enter state))
                        (result (apply (role-symbol role)
                                       (arguments role value pos :move move)))
                        (next (state-after role state value result))
                        (board (ignore-errors (board-in *view* (enter next))))
                        (right (ignore-errors (after pos move))))
                   (cond ((null board) nil)
                         ((equalp board (pos-board pos)) state)
                         ((and right (equalp board (pos-board right)))
                          (setf (world-pos next) right)
                          next)
                         (t (setf (world-pos next)
                                  (make-pos :n (pos-n pos) :side (- 1 (pos-side pos))
                                            :score (pos-score pos) :board board))
                            next))))))))

(defun ask-successors (state)
  (cond (*is-list* (own-call "successors" state))
        ((is-over (world-pos state)) nil)
        (t (let* ((role (needed "successors")) (pos (world-pos state)) (steps (steps pos)))
             (or (loop for next in (state-list role state)
                       for board = (board-in *view* (world-value next))
                       for step = (find-if (lambda (step)
                                             (equalp board (pos-board (after pos step))))
                                           steps)
                       do (setf (world-pos next)
                                (if step
                                    (after pos step)
                                    (make-pos :n (pos-n pos) :side (- 1 (pos-side pos))
                                              :score (pos-score pos) :board board)))
                       collect next)
                 (list (play-world state :pass)))))))

(defun ask-minimax (state depth)
  (if *is-list*
      (own-call "minimax" state depth)
      (let* ((role (needed "minimax")) (result (call role state :depth depth))
             (move (chosen-move state result)))
        (cond (move (move-list move))
              ((equal (ask-moves state) (list (home-symbol "PASS"))) (home-symbol "PASS"))
              (t result)))))

(defun ask-heuristic (state side)
  (if *is-list*
      (own-call "heuristic" state side)
      (let* ((role (needed "heuristic"))
             (side (if (string= side "O") 1 0))
             (value (call role state :side side)))
        (if (or (member :player (role-template role)) (zerop side) (not (realp value)))
            value
            (- value)))))

;;; How it works

(defun shown (state)
  "The board as text, printed or returned."
  (let* ((value nil)
         (text (with-output-to-string (*standard-output*) (setf value (ask-show state)))))
    (if (and (stringp value) (not (find-if #'graphic-char-p text))) value text)))

(defmacro with-replaced ((symbol function) &body body)
  "Evaluates while a function of the hand-in is another one."
  `(let ((old (symbol-function ,symbol)))
     (setf (symbol-function ,symbol) (let ((old old)) (declare (ignorable old)) ,function))
     (unwind-protect (progn ,@body) (setf (symbol-function ,symbol) old))))

(defun count-leaves (state depth)
  "The number of states at a depth, by the hand-in's own moves."
  (let ((all (and (> depth 0) (ask-moves state))))
    (if all
        (loop for move in all sum (count-leaves (ask-play state move) (1- depth)))
        1)))

(defun agrees (state depth)
  "Whether the hand-in has the same next states by its moves and by its successors."
  (flet ((told (states) (sort (mapcar (lambda (next) (text-of (state-out next))) states) #'string<)))
    (or (zerop depth)
        (let ((next (mapcar (lambda (move) (ask-play state move)) (ask-moves state))))
          (and (equal (told next) (told (ask-successors state)))
               (every (lambda (state) (agrees state (1- depth))) next))))))

(defun rated (depth)
  "How often a search calls the heuristic, how many states there are at the depth, and the least and
the largest value; NIL without one."
  (let ((role (role "heuristic")) (calls 0) (least nil) (most nil))
    (when (and role (role-symbol role) (role "minimax"))
      (with-replaced ((role-symbol role)
                      (lambda (&rest arguments)
                        (let ((value (apply old arguments)))
                          (incf calls)
                          (when (realp value)
                            (setf least (if least (min least value) value)
                                  most (if most (max most value) value)))
                          value)))
        (ask-minimax s depth))
      (list calls (or (ignore-errors (count-leaves s depth)) 0) least most))))

(defparameter *inference-words*
  '("infer" "zaklj" "countresult" "prepareknow" "pravil" "rule" "upit" "query" "cinjenic" "fact"
    "unif" "match" "chain" "masina" "baza" "znanj"))

(defun inferred (side states)
  "Values of the states for a side: its own, with no rules, and with no answers to its queries.
:NONE if the heuristic has nothing to do with inference, :UNKNOWN if it cannot be told."
  (let* ((symbol (role-symbol (needed "heuristic")))
         (called (cons symbol (calls-of symbol 12)))
         (engine (flet ((called-as (name)
                          (find name called :key #'symbol-name :test #'string=)))
                   (mapcar #'called-as '("PREPARE-KNOWLEDGE" "INFER" "COUNT-RESULTS"))))
         (is-prepared nil))
    (labels ((values-now ()
               (mapcar (lambda (state) (ask-heuristic (state-in state) side)) states))
             (without-answers (left)
               (if left
                   (with-replaced ((first left)
                                   (let ((nothing (if (string= (first left) "INFER") nil 0)))
                                     (lambda (&rest arguments)
                                       (declare (ignore arguments))
                                       nothing)))
                     (without-answers (rest left)))
                   (values-now))))
      (cond ((and (first engine) (or (second engine) (third engine)))
             (list :engine
                   (values-now)
                   (let ((emptied (with-replaced ((first engine)
                                                  (lambda (rules &rest more)
                                                    (declare (ignore rules))
                                                    (setf is-prepared t)
                                                    (apply old nil more)))
                                    (values-now))))
                     (and is-prepared emptied))
                   (without-answers (remove nil (rest engine)))))
            ((notany (lambda (symbol)
                       (let ((name (coerce (folded symbol) 'string)))
                         (some (lambda (word) (search word name)) *inference-words*)))
                     (append (rest called)
                             (loop for one in called
                                   append (remove-if-not
                                           #'symbolp
                                           (leaves (cddr (gethash one *definitions*)))))))
             :none)
            (t :unknown)))))
