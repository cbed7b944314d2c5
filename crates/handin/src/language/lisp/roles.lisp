;;;; Finds the parts of a hand-in, by their names, by their parameters, and by trying them on a game
;;;; that is known.

(defstruct role
  name how            ; of the protocol
  symbol              ; the function, or NIL
  template            ; what its arguments are
  notation players    ; how moves and sides are handed over
  result              ; where the state is: (:VALUE . PATH), :ARGUMENT, :VARIABLE or :STATES
  detail)             ; the value of a game that goes on

(defstruct world value variables pos)   ; a state of the hand-in

(defvar *roles* nil)
(defvar *view* nil)
(defvar *views* nil)                    ; views by size of the board
(defvar *changing* nil)                 ; variables that belong to a state
(defvar *base* nil)                     ; the values of all variables after loading
(defvar *is-list* nil)                  ; whether the hand-in has the assignment's form of states
(defvar *deadline* 0)

(defun role (name) (find name *roles* :key #'role-name :test #'string=))

(defun own (name)
  "The function of the hand-in with this name, or NIL."
  (let ((symbol (find-symbol name *home*)))
    (and symbol (fboundp symbol) symbol)))

(defun in (list)
  "A state of the hand-in from one that is a list."
  (let ((convert (own "LIST-TO-STATE")))
    (if (and list convert) (funcall convert list) list)))

(defun out (state)
  "A list from a state of the hand-in."
  (let ((convert (own "STATE-TO-LIST")))
    (if (and state convert) (funcall convert state) state)))

;;; Names and parameters

(defun folded (symbol)
  "A name in small letters without marks."
  (let ((name (string-downcase (string symbol))))
    (remove nil (map 'list (lambda (letter)
                             (let ((place (position (char-code letter)
                                                    '(269 263 353 382 273))))
                               (cond (place (char "ccszd" place))
                                     ((alphanumericp letter) letter))))
                     name))))

(defun has-word (word name)
  (search word name :test #'char=))

(defparameter *words*
  '(("initial" ("pocetn" 6) ("inicij" 6) ("initial" 6) ("init" 5) ("start" 3) ("postavi" 3)
     ("kreiraj" 3) ("napravi" 3) ("generis" 3) ("generat" 3) ("create" 3) ("make" 3) ("factory" 4)
     ("setup" 4) ("build" 3) ("new" 2) ("nov" 3)
     ("tabl" 2) ("stanj" 2) ("board" 2) ("state" 2) ("matri" 2)
     ("potez" -6) ("move" -6) ("moguc" -6) ("possible" -6) ("print" -6) ("prikaz" -6))
    ("play" ("odigraj" 6) ("play" 5) ("potez" 3) ("move" 3) ("make" 3) ("apply" 4) ("izvrsi" 4)
     ("primeni" 4) ("pomer" 4) ("premest" 4) ("prebac" 4) ("uradi" 3) ("promen" 3) ("izmen" 2)
     ("next" 2) ("stanj" 1) ("state" 1) ("svi" -5) ("all" -5) ("moguc" -5) ("possible" -5)
     ("valid" -5) ("valjan" -5) ("generat" -4) ("check" -5) ("proveri" -5) ("list" -3) ("unos" -5)
     ("unesi" -5) ("read" -5) ("input" -5) ("player" -5))
    ("moves" ("moves" 5) ("potezi" 5) ("poteza" 4) ("moguc" 4) ("possible" 4) ("legal" 4)
     ("svi" 3) ("sve" 3) ("all" 3) ("potez" 3) ("move" 3) ("generat" 4) ("generis" 4) ("dozvolj" 3)
     ("operator" 3) ("valid" 2) ("list" 2) ("get" 1) ("make" -3) ("check" -3) ("proveri" -4)
     ("unos" -6) ("unesi" -6) ("read" -6))
    ("successors" ("successor" 6) ("sledben" 6) ("nasledn" 6) ("children" 5) ("deca" 5)
     ("potom" 4) ("stanja" 5) ("states" 5) ("next" 3) ("generat" 4) ("generis" 4) ("sva" 3)
     ("all" 3) ("nova" 3) ("moguc" 2) ("possible" 2) ("expand" 4) ("stanj" 2) ("state" 2)
     ("pocetn" -6) ("inicij" -6) ("init" -6))
    ("goal" ("cilj" 6) ("goal" 6) ("kraj" 5) ("zavrs" 4) ("gotov" 4) ("over" 5) ("end" 4)
     ("finish" 4) ("pobed" 5) ("win" 5) ("terminal" 4) ("final" 3) ("check" 1) ("proveri" 1)
     ("test" 2) ("game" 1))
    ("show" ("prikaz" 6) ("crtaj" 6) ("stampaj" 5) ("ispis" 5) ("print" 4) ("draw" 5)
     ("display" 5) ("show" 5) ("render" 4) ("tabl" 2) ("stanj" 2) ("board" 2) ("matri" 2)
     ("state" 2) ("red" -1) ("row" -1) ("potez" -3) ("move" -3))
    ("valid" ("valid" 6) ("valjan" 6) ("ispravan" 5) ("dozvolj" 5) ("legal" 5) ("moguc" 2)
     ("proveri" 3) ("check" 3) ("potez" 2) ("move" 2) ("svi" -4) ("all" -3) ("list" -4)
     ("kraj" -6) ("cilj" -6) ("end" -6) ("over" -6))
    ("minimax" ("minimax" 8) ("minmax" 8) ("alfabeta" 7) ("alphabeta" 7) ("negamax" 7) ("alfa" 3)
     ("alpha" 3) ("najboljipotez" 5) ("bestmove" 5) ("value" -1) ("stanj" -1))
    ("heuristic" ("heuris" 8) ("ocen" 6) ("evalu" 6) ("utility" 5)
     ("vrednost" 3) ("score" 2) ("rate" 3)))
  "Stems of words in names, and how much they say.")

(defun fit (name symbol)
  (let ((folded (folded symbol)))
    (loop for (word weight) in (rest (assoc name *words* :test #'string=))
          when (has-word word folded) sum weight)))

(defparameter *parameters*
  '((:state "stanj" "state" "tabl" "board" "matri" "polja" "grid")
    (:move "potez" "move" "akcij" "action")
    (:player "igrac" "player" "napotezu" "turn" "boja" "color" "colour" "znak" "side" "figur" "ko"
     "moj" "komp" "racunar")
    (:size "size" "velicin" "dim" "duzin")
    (:from "od" "sa" "from" "polaz" "izvor" "source" "src" "pocet" "start")
    (:to "do" "na" "to" "odred" "dest" "cilj" "target" "kraj")
    (:level "visin" "height" "nivo" "level" "indeks" "index")
    (:depth "dubin" "depth") (:alpha "alfa" "alpha") (:beta "beta") (:true "max" "maks"))
  "Words in the names of parameters, and what they stand for.")

(defun meanings (parameter)
  (let ((folded (folded parameter)))
    (or (loop for (meaning . words) in *parameters*
              when (some (lambda (word)
                           (if (< (length word) 3)
                               (equal folded (coerce word 'list))
                               (has-word word folded)))
                         words)
                collect meaning)
        (cdr (assoc (coerce folded 'string)
                    '(("n" :size) ("m" :move) ("p" :player) ("s" :state) ("h" :level)
                      ("igra" :state) ("game" :state) ("d" :depth) ("a" :alpha) ("b" :beta :state))
                    :test #'string=)))))

(defun lambda-list-of (symbol)
  (or (second (gethash symbol *definitions*))
      #+sbcl (ignore-errors (sb-kernel:%fun-lambda-list (symbol-function symbol)))
      #+clisp (ignore-errors (ext:arglist symbol))))

(defun parameters (symbol)
  "The names of required and of optional parameters."
  (let ((required nil) (optional nil) (kind :required))
    (dolist (item (lambda-list-of symbol))
      (let ((name (if (consp item) (first item) item)))
        (cond ((eq item '&optional) (setf kind :optional))
              ((member item lambda-list-keywords) (setf kind :other))
              ((eq kind :required) (push name required))
              ((eq kind :optional) (push name optional)))))
    (values (nreverse required) (nreverse optional))))

(defun orders (items)
  (if (null items)
      (list nil)
      (loop for item in items
            append (mapcar (lambda (rest) (cons item rest))
                           (orders (remove item items :count 1))))))

(defun templates (symbol bases)
  "The orders of arguments that a function can be called with, likely ones first. A base is a list
of arguments, of which some are lists that stay together."
  (multiple-value-bind (required optional) (parameters symbol)
    (let* ((all (append required optional))
           (known (mapcar #'meanings all))
           (least (length required))
           (most (length all))
           (found nil))
      (dolist (base bases)
        (when (<= least
                  (reduce #'+ base :key (lambda (item) (if (listp item) (length item) 1)))
                  most)
          (dolist (order (orders base))
            (let ((template (loop for item in order append (if (listp item) item (list item)))))
              (pushnew (cons (loop for argument in template and meanings in known
                                   sum (cond ((member argument meanings) 3)
                                             ((null meanings) 0)
                                             (t -2)))
                             template)
                       found :test #'equal)))))
      (mapcar #'rest (stable-sort (nreverse found) #'> :key #'first)))))

(defun functions ()
  (sort (loop for symbol being the hash-keys of *definitions*
              when (and (fboundp symbol) (not (macro-function symbol))) collect symbol)
        #'string< :key #'symbol-name))

(defvar *given* nil)                    ; functions that a bridge or an adapter names, by role

(defun candidates (name &optional (most 12))
  "Functions that may have a role by their names, likely ones first; or the one that is given."
  (let ((given (assoc name *given* :test #'string=)))
    (if given
        (rest given)
        (let ((fitting (remove-if (lambda (symbol) (<= (fit name symbol) 2)) (functions))))
          (setf fitting (stable-sort fitting #'> :key (lambda (symbol) (fit name symbol))))
          (subseq fitting 0 (min most (length fitting)))))))

(defun how (name symbol)
  (cond ((assoc name *given* :test #'string=) "given")
        ((string-equal name symbol) "named")
        (t "guessed")))

(defun told (symbol &optional about)
  "A function in the student's words."
  (format nil "~(~A ~A~)~@[, ~A~]" symbol (or (lambda-list-of symbol) "()") about))

;;; Calls

(defun try (function &optional (seconds 0.5))
  "The value of a call, and whether there was one."
  (let ((result (call-bounded seconds
                              (lambda ()
                                (alone ((make-broadcast-stream))
                                  (list :value (funcall function)))))))
    (if (and (consp result) (eq (first result) :value))
        (values (second result) t)
        (values (if (consp result) (second result) "it took too long") nil))))

(defun is-late () (> (get-internal-run-time) *deadline*))

(defun variables ()
  (let ((found nil))
    (dolist (package (new-packages) found)
      (do-symbols (symbol package)
        (when (and (eq (symbol-package symbol) package) (boundp symbol) (not (constantp symbol)))
          (pushnew symbol found))))))

(defun copy-variables (symbols)
  (mapcar (lambda (symbol) (cons symbol (copy-of (symbol-value symbol)))) symbols))

(defun restore (variables)
  (loop for (symbol . value) in variables
        do (setf (symbol-value symbol) (copy-of value))))

(defvar *turn-variable* nil)            ; one that holds whose turn it is, and its values

(defun enter (world)
  "Makes a state the present one; its value."
  (restore (world-variables world))
  (when *turn-variable*
    (setf (symbol-value (first *turn-variable*))
          (nth (pos-side (world-pos world)) (second *turn-variable*))))
  (if (and *view* (view-symbol *view*))
      (symbol-value (view-symbol *view*))
      (copy-of (world-value world))))

(defun turn-of (view) (if view (or (view-turn view) 0) 0))

(defun arguments (role value pos &key move (side (pos-side pos)) depth)
  (let (whole from to level flat (players (role-players role)))
    (cond ((eq move :pass) (setf whole (home-symbol "PASS")))
          (move (multiple-value-setq (whole from to level flat)
                  (own-move (role-notation role) (pos-n pos) (turn-of *view*) move))))
    (mapcar (lambda (argument)
              (ecase argument
                (:state value) (:move whole) (:from from) (:to to) (:level level)
                (:row (first flat)) (:column (second flat))
                (:to-row (third flat)) (:to-column (fourth flat))
                (:player (nth side players)) (:opponent (nth (- 1 side) players))
                (:size (pos-n pos)) (:depth depth) (:alpha -1000000) (:beta 1000000)
                (:true t) (:nothing nil)))
            (role-template role))))

(defun call (role world &rest more)
  (let ((value (enter world)))
    (apply (role-symbol role) (apply #'arguments role value (world-pos world) more))))

(defun is-right (view value pos)
  (let ((board (board-in view value)))
    (and board (equalp board (pos-board pos)))))

(defun state-after (role world value result)
  "The state after a move that gave this result, or NIL."
  (let ((where (role-result role)) (list (world-variables world)))
    (make-world :value (cond ((eq where :argument) value)
                             ((eq where :variable) nil)
                             (t (node-at result (cdr where))))
                :variables (if *is-list* nil (copy-variables (mapcar #'car list)))
                :pos nil)))

(defun play-world (world move)
  "The state after a move, by the hand-in."
  (let* ((role (role "play"))
         (pos (after (world-pos world) move))
         (next (if (and (eq move :pass) (not *is-list*))
                   (copy-world world)
                   (if (eq (role-result role) :states)
                       (find-if (lambda (next) (is-right *view* (world-value next) pos))
                                (state-list role world))
                       (let* ((value (enter world))
                              (result (apply (role-symbol role)
                                             (arguments role value (world-pos world) :move move))))
                         (state-after role world value result))))))
    (unless next (error "there is no state after ~(~A~)" (move-list move)))
    (setf (world-pos next) pos)
    next))

(defun state-list (role world)
  "The states that a function of next states gives."
  (let* ((states (call role world)) (path (role-detail role)))
    (mapcar (lambda (state)
              (make-world :value (node-at state path) :pos nil
                          :variables (world-variables world)))
            (parts-of states))))

(defun begin (role n)
  "Calls what makes the first state; it may read the size of the board."
  (restore *base*)
  (setf *size* n)
  (loop for (symbol) in *base*
        when (and (is-size symbol) (eql 8 (symbol-value symbol)))
          do (setf (symbol-value symbol) n))
  (with-input-from-string (*standard-input* (format nil "~D~%~D~%" n n))
    (apply (role-symbol role) (arguments role nil (start-pos n)))))

(defun fresh (n)
  "The first state of a game."
  (let* ((role (role "initial")) (pos (start-pos n)))
    (let ((value (if (role-detail role)
                     (ignore-errors (begin role n))
                     (begin role n))))
      (make-world :value (if (eq (role-result role) :variable)
                             (copy-of (symbol-value (role-notation role)))
                             value)
                  :pos pos
                  :variables (copy-variables *changing*)))))

;;; The first state

(defun player-pairs (view world)
  "How X and O may be handed over."
  (let ((own (and view
                  (not (eq (view-kind view) :list))
                  (let ((leaves (letters-of (leaves (if (view-symbol view)
                                                        (symbol-value (view-symbol view))
                                                        (world-value world))))))
                    (mapcar (lambda (token)
                              (find token leaves :key #'name-of :test #'string=))
                            (view-tokens view))))))
    (remove-duplicates
     (append (and own (not (member nil own)) (list own))
             (list (mapcar #'home-symbol '("X" "O")) (list "X" "O") (list #\X #\O)
                   (list 1 2) (list 1 -1) (list 0 1) (list t nil)
                   (list :x :o) (mapcar #'home-symbol '("CRNI" "BELI"))))
     :test #'equalp :from-end t)))

(defun first-states (failures)
  "Ways to the first state: (ROLE VIEW WORLD). FAILURES is called with what was tried in vain."
  (let ((found nil) (pos (start-pos 8)))
    (flet ((keep (role value)
             (let ((world (make-world :value value :pos pos
                                      :variables (copy-variables (variables)))))
               (dolist (view (views-of (if *convert* (funcall *convert* value) value) 8))
                 (push (list role view world) found))
               (dolist (pair (world-variables world))
                 (when (and (consp (parts-of (cdr pair))) (not (eq (cdr pair) value)))
                   (dolist (view (views-of (cdr pair) 8 (car pair)))
                     (push (list role view world) found)
                     ;; What the variable holds may also be handed over as a value.
                     (let ((role (copy-role role)) (view (copy-view view))
                           (world (copy-world world)))
                       (setf (role-result role) :variable
                             (role-notation role) (car pair)
                             (view-symbol view) nil
                             (world-value world) (copy-of (cdr pair)))
                       (push (list role view world) found))))))))
      (let* ((named (candidates "initial" 10))
             (others (if (assoc "initial" *given* :test #'string=)
                         nil
                         (set-difference (functions) named))))
        (declare (ignorable others))
        (flet ((look (symbol is-named)
                 (dolist (template (templates symbol '((:size) () (:size :player)
                                                       (:size :player :opponent) (:player))))
                   (unless (is-late)
                     (let ((role (make-role :name "initial" :symbol symbol :template template
                                            :how (how "initial" symbol) :result '(:value)
                                            :players (first (player-pairs nil nil))))
                           (count (length found)))
                       (multiple-value-bind (value ok)
                           (try (lambda () (begin role 8)) 1)
                         ;; A game that ends where it reads has made its first state before.
                         (unless ok (setf (role-detail role) t))
                         (when (or ok is-named) (keep role (and ok value)))
                         (when (> (length found) count) (return))
                         (when is-named
                           (funcall failures
                                    (format nil "~(~A~) gave ~A" symbol
                                            (shortened (if ok (text-of value) value)))))))))))
          (dolist (symbol named) (look symbol t))
          #+sbcl
          (when (null found)
            (dolist (symbol others) (look symbol nil))))))
    (stable-sort (nreverse found) #'<
                 :key (lambda (way) (if (view-symbol (second way)) 1 0)))))

(defun shortened (text)
  (let ((text (substitute #\Space #\Newline text)))
    (if (> (length text) 60) (concatenate 'string (subseq text 0 60) "...") text)))

;;; Moves and states in lists

(defun share (found right)
  "How well two lists agree, from 0 to 1."
  (let ((both (count-if (lambda (item) (member item right :test #'equalp)) found))
        (found (remove-duplicates found :test #'equalp)))
    (/ both (max 1 (- (+ (length found) (length right)) both)))))

(defun moves-read (notation object n)
  (let ((turn (turn-of *view*)))
    (labels ((reads (items depth)
               (loop for item in items
                     for move = (read-own-move notation n turn item)
                     append (cond (move (list move))
                                  ((and (> depth 0) (parts-of item))
                                   (reads (parts-of item) (1- depth)))))))
      (reads (parts-of object) 2))))

(defun best-notation (object pos legal known)
  "The notation in which a list of moves agrees best with the legal ones, and how well. Of the same
worth is first the one that writes moves as they are."
  (let ((best nil) (most 0) (first (first (parts-of object))))
    (dolist (notation (or known (notations)) (values best most))
      (let ((read (and first (read-own-move notation (pos-n pos) (turn-of *view*) first))))
        (when (or read (and (consp first) (not (leaves-only first))))
          (let* ((moves (moves-read notation object (pos-n pos)))
                 (share (share moves legal))
                 (as-is (and read
                             (equalp first (own-move notation (pos-n pos) (turn-of *view*) read))))
                 (worth (+ share (if as-is 1/1000 0))))
            (when (and (> share 1/5) (> worth most))
              (setf best notation most worth))))))))

(defun leaves-only (object)
  (notany #'consp (parts-of object)))

(defparameter *list-bases*
  '((:state) (:state :player) () (:player) (:state :size) (:state :player :size)
    (:state :player :opponent)))

(defun states-read (result pos legal)
  "The path in each element of a list to a state, if they are states; and how well they agree."
  (let ((right (mapcar (lambda (move) (pos-board (after pos move))) legal)))
    (dolist (path '(nil (0) (1) (2)))
      (let* ((boards (loop for element in (parts-of result)
                           repeat 200
                           collect (ignore-errors (board-in *view* (node-at element path)))))
             (share (share (remove nil boards) right)))
        (when (> share 1/5)
          (return (values path share)))))))

(defun list-roles (name world legal players)
  "Functions that give moves, or states after moves: (SHARE ROLE), best first."
  (let ((found nil) (pos (world-pos world)))
    (dolist (symbol (candidates name))
      (dolist (template (templates symbol *list-bases*))
        (dolist (pair (if (member :player template) players (list (first players))))
          (unless (is-late)
            (let ((role (make-role :name name :symbol symbol :template template :players pair
                                   :how (how name symbol))))
              (multiple-value-bind (result ok) (try (lambda () (call role world)) 2)
                (when (and ok (consp (parts-of result))
                           (or (string= name "successors")
                               (< (length (leaves (first (parts-of result)))) 24)))
                  (if (string= name "moves")
                      (multiple-value-bind (notation share)
                          (try (lambda ()
                                 (multiple-value-list (best-notation result pos legal nil))) 5)
                        (declare (ignore share))
                        (when (and (consp notation) (first notation))
                          (setf (role-notation role) (first notation))
                          (push (list (second notation) role) found)))
                      (multiple-value-bind (path share) (states-read result pos legal)
                        (when share
                          (setf (role-detail role) path (role-result role) :states)
                          (push (list share role) found)))))))))))
    (stable-sort (nreverse found) #'> :key #'first)))

;;; The function that makes a move

(defparameter *move-arguments*
  '((:move) (:from :to :level) (:from :level :to) (:from :to)
    (:row :column :to-row :to-column :level) (:row :column :to-row :to-column)))

(defun move-bases ()
  (loop for state in '((:state) ())
        append (loop for move in *move-arguments*
                     append (loop for extra in '(() (:player) (:size) (:player :size)
                                                 (:player :opponent))
                                  collect (append state (list move) extra)))))

(defun result-of (value result pos)
  "Where the state is after a move."
  (cond ((and (view-symbol *view*) (is-right *view* nil pos)) :variable)
        ((view-symbol *view*)
         nil)
        (t (or (dolist (path '(nil (0) (1) (2)))
                 (when (ignore-errors (is-right *view* (node-at result path) pos))
                   (return (cons :value path))))
               (and (is-right *view* value pos) :argument)))))

(defun likely-notations (known)
  "The notations to try for moves: those that were seen, and others like them."
  (if known
      (remove-duplicates
       (append known
               (remove-if-not
                (lambda (notation)
                  (some (lambda (other)
                          (and (eql (notation-row notation) (notation-row other))
                               (eql (notation-column notation) (notation-column other))
                               (eq (notation-order notation) (notation-order other))))
                        known))
                (notations)))
       :test #'equalp :from-end t)
      (notations)))

(defun distinct (notations template)
  "Those that differ in what these arguments show."
  (if (member :move template)
      notations
      (remove-duplicates notations :from-end t
                         :test (lambda (one other)
                                 (every (lambda (part)
                                          (eql (funcall part one) (funcall part other)))
                                        (list* #'notation-row #'notation-column #'notation-order
                                               #'notation-level
                                               (and (member :from template)
                                                    (list #'notation-pair))))))))

(defun orders-of-view ()
  (if (eq (view-kind *view*) :list) '(:up) '(:up :down :lines)))

(defun one-move (role world move)
  "How a function makes a move: (RESULT . ORDER), or NIL."
  (let* ((pos (after (world-pos world) move)))
    (multiple-value-bind (found ok)
        (try (lambda ()
               (let* ((value (enter world))
                      (result (apply (role-symbol role)
                                     (arguments role value (world-pos world) :move move))))
                 (dolist (order (orders-of-view))
                   (setf (view-order *view*) order)
                   (let ((where (result-of value result pos)))
                     (when where (return (cons where order))))))))
      (and ok found))))

(defun game-length (role world moves)
  "How many moves of a game the function makes as the game does; and the states."
  (let ((*roles* (list role)) (worlds (list world)))
    (loop for move in moves
          for next = (try (lambda () (play-world world move)))
          while (and (world-p next) (is-right *view* (enter next) (world-pos next)))
          do (push next worlds)
             (setf world next))
    (values (1- (length worlds)) (nreverse worlds))))

(defun movers (world moves players known)
  "Functions that make moves: (LENGTH ROLE ORDER), best first."
  (let ((found nil) (first (first moves)))
    (dolist (symbol (candidates "play"))
      (let ((tried 0))
        (dolist (template (templates symbol (move-bases)))
          (dolist (pair (if (member :player template) (subseq players 0 (min 6 (length players)))
                            (list (first players))))
            (let ((misses 0))
              (dolist (notation (distinct (likely-notations known) template))
                (when (or (is-late) (> misses 250) (> (length found) 12)
                          (and found (eq symbol (role-symbol (second (first found))))
                               (> (incf tried) 2000)))
                  (return))
                (let* ((role (make-role :name "play" :symbol symbol :template template
                                        :players pair :notation notation
                                        :how (how "play" symbol)))
                       (made (one-move role world first)))
                  (cond (made
                         (setf (role-result role) (car made)
                               (view-order *view*) (cdr made))
                         (push (list (game-length role world moves) role (cdr made)) found)
                         (when (= (first (first found)) (length moves))
                           (return-from movers (list (first found)))))
                        (t (incf misses))))))))))
    (stable-sort (nreverse found) #'> :key #'first)))

;;; The other roles

(defun truth (role result)
  "X, O, T or NIL: what a test of the end says. A game that goes on has the value of the first
state."
  (cond ((same result (role-detail role)) nil)
        ((null result) nil)
        (t (let ((names (mapcar #'name-of (leaves result))))
             (or (loop for side below 2
                       when (or (member (name-of (nth side (role-players role))) names
                                        :test #'string=)
                                (and (view-tokens *view*)
                                     (member (nth side (view-tokens *view*)) names
                                             :test #'string=)))
                         return (side-symbol side))
                 t)))))

(defun tests-of-the-end (worlds players is-whole)
  "Functions that tell a finished game from one that goes on."
  (let ((first (first worlds)) (middle (nth (floor (length worlds) 2) worlds))
        (last (first (last worlds))) (found nil))
    (dolist (symbol (candidates "goal") (stable-sort (nreverse found) #'> :key #'first))
      (dolist (template (templates symbol '((:state) (:state :player) () (:player)
                                            (:state :size) (:state :player :size))))
        (dolist (pair (if (member :player template) players (list (first players))))
          (let ((role (make-role :name "goal" :symbol symbol :template template :players pair
                                 :how (how "goal" symbol))))
            (unless (is-late)
              (flet ((value (world) (multiple-value-list (try (lambda () (call role world))))))
                (let ((start (value first)) (half (value middle)) (end (value last)))
                  (when (and (second start) (second half) (same (first start) (first half)))
                    (setf (role-detail role) (first start))
                    (cond ((and (second end) (not (same (first start) (first end))))
                           (push (list (if (symbolp (truth role (first end))) 2 1) role) found))
                          ((not is-whole)
                           (push (list 0 role) found)))))))))))))

(defun printed (role world)
  (let ((text (make-string-output-stream)))
    (let ((result (call-bounded 1 (lambda () (alone (text) (list :value (call role world)))))))
      (values (get-output-stream-string text)
              (and (consp result) (eq (first result) :value) (second result))))))

(defun show-roles (world)
  (let ((found nil))
    (dolist (symbol (candidates "show") (nreverse found))
      (dolist (template (templates symbol '((:state) (:state :size) () (:state :player))))
        (let ((role (make-role :name "show" :symbol symbol :template template
                               :players (role-players (role "play")) :how (how "show" symbol))))
          (multiple-value-bind (text value) (printed role world)
            (when (or (> (length text) 60) (and (stringp value) (> (length value) 60)))
              (push role found)
              (return))))))))

(defun valid-roles (world legal players)
  (let* ((play (role "play"))
         (steps (set-difference (steps (world-pos world)) legal :test #'equal))
         (wrong (append (subseq steps 0 (min 2 (length steps)))
                        (list (list 0 0 1 1 0)))))
    (dolist (symbol (candidates "valid"))
      (dolist (template (templates symbol (move-bases)))
        (dolist (pair (if (member :player template) players (list (first players))))
          (dolist (notation (if (role-notation play)
                                (remove-duplicates
                                 (cons (role-notation play)
                                       (let ((moves (role "moves")))
                                         (and moves (role-notation moves)
                                              (list (role-notation moves))))))
                                (notations)))
            (when (is-late) (return-from valid-roles nil))
            (let ((role (make-role :name "valid" :symbol symbol :template template :players pair
                                   :notation notation :how (how "valid" symbol))))
              (when (and (every (lambda (move)
                                  (multiple-value-bind (value ok)
                                      (try (lambda () (call role world :move move)))
                                    (and ok value)))
                                (subseq legal 0 (min 3 (length legal))))
                         (every (lambda (move)
                                  (multiple-value-bind (value ok)
                                      (try (lambda () (call role world :move move)))
                                    (or (not ok) (null value))))
                                wrong))
                (return-from valid-roles role)))))))))

(defun heuristics (worlds players)
  "Functions that give a number for each of these states and sides."
  (let ((found nil))
    (dolist (symbol (candidates "heuristic") (nreverse found))
      (dolist (template (templates symbol '((:state :player) (:state) (:state :player :size)
                                            (:player) (:state :size) (:state :player :opponent))))
        (let ((role (find-if
                     (lambda (role)
                       (every (lambda (world)
                                (every (lambda (side)
                                         (realp (try (lambda () (call role world :side side)) 2)))
                                       '(0 1)))
                              worlds))
                     (mapcar (lambda (pair)
                               (make-role :name "heuristic" :symbol symbol :template template
                                          :players pair :how (how "heuristic" symbol)))
                             (if (member :player template) players (list (first players)))))))
          (when (and role (not (is-late)))
            (push role found)
            (return)))))))

(defun calls-of (symbol &optional (depth 3) (seen nil))
  "The functions that a function calls, by its text."
  (unless (or (zerop depth) (member symbol seen))
    (let ((names (remove-if-not (lambda (leaf) (and leaf (symbolp leaf)
                                                    (gethash leaf *definitions*)))
                                (remove-duplicates
                                 (leaves (cddr (gethash symbol *definitions*)))))))
      (remove-duplicates
       (append names (loop for name in names
                           append (calls-of name (1- depth) (cons symbol seen))))))))

(defun chosen-move (world result)
  "The move that a search returned, itself or as the state after it, or NIL."
  (let* ((pos (world-pos world)) (n (pos-n pos)) (steps (steps pos))
         (notations (remove nil (list (role-notation (role "play"))
                                      (and (role "moves") (role-notation (role "moves")))))))
    (labels ((look (object depth)
               (dolist (notation notations)
                 (let ((move (read-own-move notation n (turn-of *view*) object)))
                   (when (and move (member move steps :test #'equal))
                     (return-from chosen-move move))))
               (let ((board (and (not (view-symbol *view*))
                                 (ignore-errors (board-in *view* object)))))
                 (when (and board (not (equalp board (pos-board pos))))
                   (let ((move (find-if (lambda (move)
                                          (equalp board (pos-board (after pos move))))
                                        steps)))
                     (when move (return-from chosen-move move)))))
               (when (> depth 0)
                 (dolist (part (parts-of object)) (look part (1- depth))))))
      (and (consp (parts-of result)) (look result 3)))))

(defun search-roles (world players)
  (dolist (symbol (candidates "minimax"))
    (let* ((parameters (parameters symbol))
           (known (mapcar #'meanings parameters))
           (fixed '(:state :depth :alpha :beta :player :size :true :move)))
      (when (and (<= 1 (length parameters) 8) (some (lambda (m) (member :depth m)) known))
        (let* ((template
                 (mapcar (lambda (meanings)
                           (let ((meaning (find-if (lambda (m) (member m fixed)) meanings)))
                             (cond ((eq meaning :move) :nothing)
                                   ((and (member :player meanings) (member :true meanings)) :player)
                                   (t (or meaning :nothing)))))
                         known))
               (templates (if (member :state template)
                              (list template)
                              (loop for place from 0 for argument in template
                                    when (eq argument :nothing)
                                      collect (let ((copy (copy-list template)))
                                                (setf (nth place copy) :state)
                                                copy)))))
          (dolist (template (or templates (list template)))
            (dolist (pair (if (member :player template) players (list (first players))))
              (unless (is-late)
                (let ((role (make-role :name "minimax" :symbol symbol :template template
                                       :players pair :how (how "minimax" symbol)
                                       :notation (role-notation (role "play")))))
                  (multiple-value-bind (result ok)
                      (try (lambda () (chosen-move world (call role world :depth 1))) 5)
                    (when (and ok result) (return-from search-roles role))))))))))))

;;; All of it

(defvar *why* nil)                      ; what is said of roles that are missing

(defun report (name how text)
  (say "role" (one-line (format nil "~A ~A ~A" name how text))))

(defparameter *role-names*
  '("initial" "goal" "show" "moves" "valid" "play" "successors" "minimax" "heuristic"))

(defun is-hole (definition)
  "Whether a function of a bridge is still as in the skeleton."
  (some (lambda (leaf) (and (symbolp leaf) (eql 0 (search "YOUR-" (symbol-name leaf)))))
        (leaves (cddr definition))))

(defun bridge-functions (bridge)
  "The roles that a bridge defines."
  (loop for (name . others) in '(("initial") ("moves") ("play") ("goal" "winner" "over") ("show")
                                 ("valid") ("successors") ("minimax") ("heuristic"))
        for found = (loop for word in (append others (list name))
                          append (loop for symbol being the hash-keys of *definitions*
                                         using (hash-value definition)
                                       when (and (equal (first definition) bridge)
                                                 (not (is-hole definition))
                                                 (or (string-equal symbol word)
                                                     (string-equal symbol
                                                                   (format nil "AGON-~A" word))))
                                         collect symbol))
        when found
          collect (list name (first found))))

(defun renamed (names)
  "The roles whose functions an adapter names."
  (loop for name in names and role in *role-names*
        unless (string-equal name role)
          collect (cons role (let ((symbol (own name))) (and symbol (list symbol))))))

(defun is-form-of-assignment (names bridge)
  "Whether states are as in the assignment's own form, or can be turned into it."
  (let ((initial (own (first names))))
    (and (not (assoc "initial" (bridge-functions bridge) :test #'string=))
         (>= (count-if #'own names) 5)
         (or (own "STATE-TO-LIST")
             (null initial)
             (multiple-value-bind (state ok) (try (lambda () (funcall initial 8)) 1)
               (or (not ok)
                   (ignore-errors
                    (and (= 4 (length state)) (eql 8 (first state)) (symbolp (second state))
                         (= 2 (length (third state))) (listp (fourth state))))))))))

(defun keep-form-of-assignment (names)
  (setf *is-list* t
        *view* (make-view :kind :list :n 8 :turn 0 :order :up)
        *roles*
        (loop for name in names and role in *role-names*
              for template in '((:size) (:state) (:state) (:state) (:state :move) (:state :move)
                                (:state) (:state :depth) (:state :player))
              when (own name)
                collect (make-role :name role :symbol (own name) :template template
                                   :how (if (string-equal name role) "named" "given")
                                   :notation (first (notations)) :result '(:value)
                                   :players (mapcar #'home-symbol '("X" "O"))))))

(defun say-roles (names)
  (loop for name in *role-names* and assigned in names
        for role = (role name)
        do (cond ((and role (role-symbol role))
                  (report name (role-how role)
                          (told (role-symbol role)
                                (cond ((and (eq (role-result role) :states) (string= name "play"))
                                       "by the states it gives")
                                      ((and (string= name "heuristic")
                                            (not (member :player (role-template role))))
                                       "taken as good for X")))))
                 ((assoc name *why* :test #'string=)
                  (destructuring-bind (how text) (rest (assoc name *why* :test #'string=))
                    (report name how text)))
                 (t (report name "missing"
                            (format nil "there is no function ~(~A~)" assigned))))))

(defun missing (name text &optional (how "missing"))
  (push (list name how text) *why*))

(defun tried (name)
  "The functions that were tried for a role, in the student's words."
  (let ((all (candidates name 4)))
    (if all
        (format nil "tried in vain: ~{~A~^; ~}" (mapcar #'told all))
        "no function has a name like it")))

(defun find-turn-variable (role world moves players length)
  "A variable that says whose turn it is, which only the hand-in's own loop changes."
  (loop for (symbol . value) in (world-variables world)
        do (dolist (pair players)
             (when (and (member :player (meanings symbol)) (member value pair :test #'equalp))
               (let ((*turn-variable* (list symbol pair)))
                 (when (> (game-length role world moves) length)
                   (return-from find-turn-variable *turn-variable*)))))))

(defun find-way (ways game)
  "The first state and the function that makes moves, which go together best."
  (let ((best nil) (most 0) (legal (second (first game))) (moves (mapcar #'first game)))
    (dolist (way ways best)
      (destructuring-bind (initial view world) way
        (let* ((*view* (copy-view view))
               (players (player-pairs *view* world))
               (lists (list-roles "moves" world legal players))
               (known (mapcar (lambda (found) (role-notation (second found))) lists))
               (players (append (remove-duplicates
                                 (loop for (nil role) in lists
                                       when (member :player (role-template role))
                                         collect (role-players role))
                                 :test #'equalp)
                                players))
               (found (first (movers world moves (remove-duplicates players :test #'equalp
                                                                            :from-end t)
                                     known))))
          (unless found
            ;; Where no function makes a move, one that gives all next states does.
            (let ((states (first (list-roles "successors" world legal players))))
              (when states
                (let ((play (second states)))
                  (setf (role-name play) "play")
                  (let ((order (find-if (lambda (order)
                                          (setf (view-order *view*) order)
                                          (plusp (game-length play world moves)))
                                        (orders-of-view))))
                    (when order
                      (setf found (list (game-length play world moves) play order))))))))
          (when (and found (< (first found) (length moves)))
            (let ((variable (find-turn-variable (second found) world moves players
                                                (first found))))
              (when variable
                (setf *turn-variable* variable)
                (setf (first found) (game-length (second found) world moves)))))
          (when (and found (> (first found) most))
            (setf (view-order *view*) (third found)
                  most (first found)
                  best (list initial *view* world (second found) players))))
        (when (= most (length moves)) (return best))))))

(defun best-list-role (name worlds game players)
  "The function of moves or next states that agrees best along a game."
  (let* ((first (list-roles name (first worlds) (second (first game)) players))
         (places (loop for place in '(0 1 2 4 7 11 16 22) when (< place (length worlds))
                       collect place))
         (best nil) (most 0))
    (dolist (found first best)
      (let ((role (second found)) (sum 0))
        (dolist (notation (if (role-notation role) (likely-levels (role-notation role)) '(nil)))
          (setf (role-notation role) notation sum 0)
          (dolist (place places)
            (let* ((world (nth place worlds))
                   (legal (second (nth place game)))
                   (result (try (lambda () (call role world)) 2)))
              (when legal
                (incf sum (or (try (lambda ()
                                     (if (string= name "moves")
                                         (share (moves-read notation result
                                                            (pos-n (world-pos world)))
                                                legal)
                                         (nth-value 1 (states-read result (world-pos world)
                                                                   legal)))))
                              0)))))
          (when (> sum most)
            (setf most sum best (copy-role role))))))))

(defun likely-levels (notation)
  "The notation, and those with other levels."
  (list* notation
         (remove-if-not (lambda (other)
                          (and (not (equalp other notation))
                               (let ((copy (copy-notation other)))
                                 (setf (notation-level copy) (notation-level notation)
                                       (notation-shape copy) (notation-shape notation))
                                 (equalp copy notation))))
                        (notations))))

(defun note-changes (worlds)
  "Which variables belong to a state."
  (let ((first (world-variables (first worlds))) (last (world-variables (first (last worlds)))))
    (setf *changing*
          (loop for (symbol . value) in first
                for base = (assoc symbol *base*)
                unless (and base (same value (cdr base))
                            (same value (cdr (assoc symbol last))))
                  collect symbol))
    (when (view-symbol *view*) (pushnew (view-symbol *view*) *changing*))
    (dolist (world worlds)
      (setf (world-variables world)
            (remove-if-not (lambda (pair) (member (car pair) *changing*))
                           (world-variables world))))))

(defun keep (role) (when role (push role *roles*)) role)

(defun find-others (worlds game players)
  (let ((first (first worlds)) (legal (second (first game)))
        (middle (nth (floor (length worlds) 2) worlds)))
    (setf *deadline* (+ (get-internal-run-time) (* 10 internal-time-units-per-second)))
    (unless (keep (best-list-role "moves" worlds game players))
      (missing "moves" (tried "moves")))
    (let ((states (if (eq (role-result (role "play")) :states)
                      (copy-role (role "play"))
                      (and (not (view-symbol *view*))
                           (best-list-role "successors" worlds game players)))))
      (when states (setf (role-name states) "successors"))
      (unless (keep states) (missing "successors" (tried "successors"))))
    (unless (keep (valid-roles first legal players)) (missing "valid" (tried "valid")))
    (unless (keep (first (show-roles middle))) (missing "show" (tried "show")))
    (unless (keep (second (first (tests-of-the-end worlds players
                                                   (> (length worlds) (length game))))))
      (missing "goal" (tried "goal")))
    (unless (keep (search-roles first players)) (missing "minimax" (tried "minimax")))
    (let* ((all (heuristics (list first middle) players))
           (search (role "minimax"))
           (called (and search (calls-of (role-symbol search))))
           (used (remove-if-not (lambda (role) (member (role-symbol role) called)) all))
           (all (or used all))
           (most (and all (reduce #'max all :key (lambda (role)
                                                   (fit "heuristic" (role-symbol role))))))
           (all (remove-if (lambda (role) (< (fit "heuristic" (role-symbol role)) most)) all))
           ;; One that another one calls is a part of it.
           (all (or (remove-if (lambda (role)
                                 (some (lambda (other)
                                         (and (not (eq other role))
                                              (member (role-symbol role)
                                                      (calls-of (role-symbol other)))))
                                       all))
                               all)
                    all)))
      (cond ((null all) (missing "heuristic" (tried "heuristic")))
            ((null (rest all)) (keep (first all)))
            (t (missing "heuristic"
                        (format nil "~{~A~^; ~}"
                                (mapcar (lambda (role) (told (role-symbol role))) all))
                        "unclear"))))))

(defvar *names* nil)                    ; what the course calls the functions
(defvar *games* nil)                    ; known games

(defun find-roles (names bridge games seconds)
  (setf *deadline* (+ (get-internal-run-time)
                      (floor (* seconds internal-time-units-per-second)))
        *names* names
        *games* games
        *given* (append (bridge-functions bridge) (renamed names))
        *convert* (loop for symbol being the hash-keys of *definitions*
                          using (hash-value definition)
                        when (and bridge (equal (first definition) bridge)
                                  (member (symbol-name symbol) '("STATE->LIST" "STATE-TO-LIST")
                                          :test #'string=))
                          return symbol))
  (if (is-form-of-assignment names bridge)
      (keep-form-of-assignment names)
      (let* ((game (rest (first games))) (failures nil))
        (dolist (symbol (variables))
          (when (and (is-size symbol) (member (symbol-value symbol) '(nil 0)))
            (setf (symbol-value symbol) 8)))
        (setf *base* (copy-variables (variables)))
        (let* ((ways (first-states (lambda (text) (push text failures))))
               (way (find-way ways game)))
          (cond ((null ways)
                 (missing "initial"
                          (format nil "no function gives a board of 8 x 8 with 24 checkers~
                                       ~@[: ~{~A~^; ~}~]" (last failures 3))))
                ((null way)
                 (keep (first (first ways)))
                 (missing "play"
                          (format nil "no function makes the move ~(~A~) from the first state; ~A"
                                  (move-list (first (first game))) (tried "play"))))
                (t (destructuring-bind (initial view world play players) way
                     (setf *view* view)
                     (keep initial)
                     (keep play)
                     (multiple-value-bind (length worlds)
                         (game-length play world (mapcar #'first game))
                       (declare (ignore length))
                       (setf *roles* (list initial play))
                       (note-changes worlds)
                       (find-others worlds game
                                    (remove-duplicates (cons (role-players play) players)
                                                       :test #'equalp :from-end t)))))))))
  (say-roles names))

;;; Games

(defvar *line-states* (make-hash-table :test 'equal)) ; states by the moves that lead to them
(defparameter *most-states* 3000)

(defun first-world (n)
  (if *is-list*
      (make-world :value (funcall (role-symbol (role "initial")) n) :pos (start-pos n))
      (progn (setf *view* (view-for n)) (fresh n))))

(defun view-for (n)
  (or (cdr (assoc n *views*))
      (let ((view (copy-view *view*)))
        (setf (view-n view) n)
        (push (cons n view) *views*)
        view)))

(defun world-after (n line)
  "The state after the moves of a line."
  (setf *view* (view-for n))
  (let ((key (cons n line)))
    (or (gethash key *line-states*)
        (progn
          (when (> (hash-table-count *line-states*) *most-states*)
            (clrhash *line-states*))
          (setf (gethash key *line-states*)
                (if line
                    (play-world (world-after n (butlast line)) (first (last line)))
                    (first-world n)))))))

(defun value-after (n line)
  "The hand-in's heuristic, for the side to move. One without a side is for X."
  (let* ((world (world-after n line)) (role (needed "heuristic"))
         (value (call role world)))
    (if (or (member :player (role-template role)) (zerop (pos-side (world-pos world))))
        value
        (- value))))

(defun choice-after (n line depth)
  (let* ((role (role "minimax")) (world (world-after n line)))
    (and role
         (if *is-list*
             (let ((found (call role world :depth depth)))
               (if (and (consp found) (consp (first found)))
                   (list-move found)
                   (chosen-move world found)))
             (chosen-move world (call role world :depth depth))))))

(defun board-after (n line)
  "The state as the hand-in has it, in the form of the assignment."
  (let* ((world (world-after n line)) (pos (copy-pos (world-pos world)))
         (board (board-in *view* (enter world))))
    (when board (setf (pos-board pos) board))
    (pos-list pos)))

(defun moves-after (n line)
  "The moves of the hand-in, or :NONE without a function for that."
  (let* ((world (world-after n line)) (role (or (role "moves") (role "successors"))))
    (cond ((null role) :none)
          ((role-detail role)
           (states-as-moves role world))
          (*is-list* (mapcar #'list-move (parts-of (call role world))))
          ((role-notation role)
           (moves-read (role-notation role) (call role world) n))
          (t (states-as-moves role world)))))

(defun states-as-moves (role world)
  (let* ((pos (world-pos world)) (steps (steps pos)))
    (loop for state in (state-list role world)
          for board = (board-in *view* (world-value state))
          for move = (find-if (lambda (step) (equalp board (pos-board (after pos step)))) steps)
          when move collect move)))
