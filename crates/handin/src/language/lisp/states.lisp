;;;; Understands a hand-in's states and moves: where its value or its variables hold the board, and
;;;; how squares and checkers are written there. A view is a reading that was tried on a state whose
;;;; checkers are known.

;;; Positions, as the game has them

(defstruct pos
  n side score        ; the side to move: 0 is X, and 1 is O; stacks won by each
  board)              ; for each square, row by row, its checkers from the bottom

(defun square-number (n r c) (+ (* n r) c))

(defun dark (r c) (oddp (+ r c 1)))

(defun start-pos (n)
  (let ((board (make-array (* n n) :initial-element nil)))
    (loop for r from 1 below (1- n)
          do (loop for c below n
                   when (dark r c)
                     do (setf (aref board (square-number n r c)) (list (if (oddp r) 0 1)))))
    (make-pos :n n :side 0 :score (list 0 0) :board board)))

(defun after (pos move)
  "The position after a move: (ROW COLUMN ROW COLUMN LEVEL), all from 0, or :PASS."
  (let ((board (copy-seq (pos-board pos))) (score (copy-list (pos-score pos))) (n (pos-n pos)))
    (when (consp move)
      (destructuring-bind (r c to-r to-c level) move
        (let* ((from (square-number n r c))
               (to (square-number n to-r to-c))
               (stack (aref board from))
               (whole (append (aref board to) (nthcdr level stack))))
          (setf (aref board from) (subseq stack 0 (min level (length stack)))
                (aref board to) whole)
          (when (>= (length whole) 8)
            (incf (nth (first (last whole)) score))
            (setf (aref board to) nil)))))
    (make-pos :n n :side (- 1 (pos-side pos)) :score score :board board)))

(defun steps (pos)
  "All moves of checkers to a neighbouring square that are made by the side to move, legal or not."
  (let ((n (pos-n pos)))
    (loop for r below n
          append (loop for c below n
                       for stack = (aref (pos-board pos) (square-number n r c))
                       append (loop for (down across) in '((-1 -1) (-1 1) (1 -1) (1 1))
                                    for to-r = (+ r down) and to-c = (+ c across)
                                    when (and (< -1 to-r n) (< -1 to-c n))
                                      append (loop for checker in stack and level from 0
                                                   when (= checker (pos-side pos))
                                                     collect (list r c to-r to-c level)))))))

;;; Any object as a tree

(defun is-own (object)
  (let ((name (class-name (class-of object))))
    (and (typep object '(or structure-object standard-object))
         (symbolp name)
         (member (symbol-package name) (new-packages)))))

(defun slots (object)
  (mapcar #+sbcl #'sb-mop:slot-definition-name #+clisp #'clos:slot-definition-name
          #+sbcl (sb-mop:class-slots (class-of object))
          #+clisp (clos:class-slots (class-of object))))

(defun slot (object name) (and (slot-boundp object name) (slot-value object name)))

(defun parts-of (object)
  "The parts of an object, and whether it has any."
  (typecase object
    (null (values nil t))
    (cons (if (listp (cdr (last object)))
              (if (null (cdr (last object)))
                  (values object t)
                  (values (list (car object) (cdr object)) t))
              (values (list (car object) (cdr object)) t)))
    (string nil)
    (vector (values (coerce object 'list) t))
    (array (values (if (= 2 (array-rank object))
                       (loop for r below (array-dimension object 0)
                             collect (loop for c below (array-dimension object 1)
                                           collect (aref object r c)))
                       (loop for place below (array-total-size object)
                             collect (row-major-aref object place)))
                   t))
    (hash-table (values (loop for key being the hash-keys of object using (hash-value value)
                              collect (list key value))
                        t))
    (t (if (is-own object)
           (values (mapcar (lambda (name) (slot object name)) (slots object)) t)
           nil))))

(defun copy-of (object &optional (known (make-hash-table :test 'eq)))
  "A copy that shares nothing that can be changed."
  (typecase object
    ((or number symbol character function) object)
    (t (or (gethash object known)
           (flet ((keep (copy) (setf (gethash object known) copy)))
             (typecase object
               (cons (let* ((copy (keep (list (copy-of (car object) known)))) (last copy))
                       (loop for rest = (cdr object) then (cdr rest)
                             while (and (consp rest) (not (gethash rest known)))
                             do (setf (cdr last) (list (copy-of (car rest) known))
                                      last (cdr last)
                                      (gethash rest known) last)
                             finally (setf (cdr last) (copy-of rest known)))
                       copy))
               (string (keep (copy-seq object)))
               (array (let ((copy (keep (make-array (array-dimensions object)
                                                    :element-type (array-element-type object)))))
                        (when (and (vectorp object) (array-has-fill-pointer-p object))
                          (setf copy (keep (make-array (array-dimensions object) :adjustable t
                                                       :fill-pointer (fill-pointer object)))))
                        (dotimes (place (array-total-size object) copy)
                          (setf (row-major-aref copy place)
                                (copy-of (row-major-aref object place) known)))))
               (hash-table (let ((copy (keep (make-hash-table :test (hash-table-test object)))))
                             (maphash (lambda (key value)
                                        (setf (gethash (copy-of key known) copy)
                                              (copy-of value known)))
                                      object)
                             copy))
               (t (if (is-own object)
                      (let ((copy (keep (if (typep object 'structure-object)
                                            (copy-structure object)
                                            (allocate-instance (class-of object))))))
                        (dolist (name (slots object) copy)
                          (when (slot-boundp object name)
                            (setf (slot-value copy name)
                                  (copy-of (slot-value object name) known)))))
                      object))))))))

(defun same (one other &optional (depth 60))
  "Whether two objects look alike."
  (or (eql one other)
      (and (> depth 0)
           (equal (type-kind one) (type-kind other))
           (multiple-value-bind (parts has) (parts-of one)
             (if has
                 (let ((others (parts-of other)))
                   (and (= (length parts) (length others))
                        (every (lambda (a b) (same a b (1- depth))) parts others)))
                 (equalp one other))))))

(defun type-kind (object)
  (typecase object
    (list 'list) (string 'string) (array 'array) (hash-table 'table) (symbol 'symbol)
    (number 'number) (t (class-name (class-of object)))))

(defun leaves (object)
  "The atoms of an object in order; no more than 3000."
  (let ((found nil) (most 3000))
    (labels ((visit (object depth)
               (when (and (> most 0) (< depth 12))
                 (multiple-value-bind (parts has) (parts-of object)
                   (decf most)
                   (if has
                       (dolist (part parts) (visit part (1+ depth)))
                       (push object found))))))
      (visit object 0))
    (nreverse found)))

(defun name-of (atom)
  (typecase atom
    (symbol (symbol-name atom))
    (character (string-upcase (string atom)))
    (string (string-upcase (string-trim " " atom)))
    (t (princ-to-string atom))))

(defun letters-of (leaves)
  "The leaves, with strings as their letters."
  (loop for leaf in leaves
        append (if (stringp leaf) (coerce leaf 'list) (list leaf))))

;;; Coordinates

(defun read-coordinate (atom base n)
  "A row or column from 0. Letters and digits within texts are read, too."
  (let ((number (cond ((integerp atom) (- atom base))
                      ((and (typep atom '(or symbol character string))
                            (= 1 (length (name-of atom))))
                       (let ((letter (char (name-of atom) 0)))
                         (cond ((digit-char-p letter) (- (digit-char-p letter) base))
                               ((position letter "ABCDEFGHIJ"))))))))
    (and number (< -1 number n) number)))

(defun read-square (leaves kind base n)
  "The square that leaves begin with, and the other leaves. The kind is :ROW-COLUMN, :COLUMN-ROW,
:TOGETHER as B2, or :NUMBER."
  (let ((first (first leaves)))
    (flet ((square (row column rest)
             (let ((row (read-coordinate row base n)) (column (read-coordinate column base n)))
               (and row column (values row column rest)))))
      (ecase kind
        (:row-column (and (rest leaves) (square first (second leaves) (cddr leaves))))
        (:column-row (and (rest leaves) (square (second leaves) first (cddr leaves))))
        (:together (and (typep first '(or symbol string)) first
                        (let* ((name (name-of first))
                               (number (and (< 1 (length name) 4)
                                            (parse-integer name :start 1 :junk-allowed t))))
                          (and number (square (char name 0) number (rest leaves))))))
        (:number (and (integerp first) (< -1 (- first base) (* n n))
                      (multiple-value-bind (row column) (floor (- first base) n)
                        (values row column (rest leaves)))))))))

(defun turned (turn n r c)
  "A square of the game from one of a hand-in that draws the board from another side, and back."
  (values (if (logbitp 1 turn) (- n 1 r) r) (if (logbitp 0 turn) (- n 1 c) c)))

;;; Views

(defstruct view
  symbol              ; the variable that holds the state, or NIL: the state is a value
  path                ; the way from there to the board
  kind                ; :GRID, :FLAT, :ENTRIES, or :LIST for the assignment's own form
  n turn order tokens
  letters             ; whether a text is a stack
  rows-from columns-from half ; of grids
  key base skip)      ; of entries: how their square is written, and after how many atoms

(defun node-at (object path)
  (loop for place in path
        do (setf object (nth place (parts-of object))))
  object)

(defun row-parts (row n)
  "The cells of a row, which may stand after a label."
  (let ((parts (parts-of row)))
    (if (and (= 2 (length parts)) (>= (length (parts-of (second parts))) (floor n 2)))
        (parts-of (second parts))
        parts)))

(defun contents (view node)
  "What stands on each square, or NIL if the node does not look like this."
  (let* ((n (view-n view)) (turn (view-turn view)) (parts (parts-of node))
         (found (make-array (* n n) :initial-element nil)))
    (flet ((put (r c content)
             (multiple-value-bind (r c) (turned turn n r c)
               (setf (aref found (square-number n r c)) content)))
           (is-dark (r c) (multiple-value-call #'dark (turned turn n r c))))
      (ecase (view-kind view)
        (:grid
         (loop for r below n
               for row in (nthcdr (view-rows-from view) parts)
               do (let ((cells (nthcdr (view-columns-from view) (row-parts row n))))
                    (when (< (length cells) (if (view-half view) (/ n 2) n))
                      (return-from contents nil))
                    (dotimes (c n)
                      (cond ((not (view-half view)) (put r c (pop cells)))
                            ((is-dark r c) (put r c (pop cells))))))))
        (:flat
         (dotimes (r n)
           (dotimes (c n)
             (cond ((not (view-half view)) (put r c (pop parts)))
                   ((is-dark r c) (put r c (pop parts)))))))
        (:entries
         (dolist (entry parts)
           (let ((leaves (leaves entry)))
             (multiple-value-bind (r c rest)
                 (read-square (nthcdr (view-skip view) leaves) (view-key view) (view-base view) n)
               (unless r (return-from contents nil))
               (put r c (append (subseq leaves 0 (view-skip view)) rest))))))))
    found))

(defun rows-up (cell)
  "The parts of a cell that is drawn in lines, from the lowest line."
  (reduce #'append (mapcar #'leaves (reverse (parts-of cell)))))

(defun checkers-of (view content)
  (let* ((leaves (if (eq (view-order view) :lines) (rows-up content) (leaves content)))
         (leaves (if (or (view-letters view) (every (lambda (token) (= 1 (length token)))
                                                    (view-tokens view)))
                     (letters-of leaves)
                     leaves))
         (found (loop for leaf in leaves
                      for place = (position (name-of leaf) (view-tokens view) :test #'string=)
                      when place collect place)))
    (if (eq (view-order view) :down) (nreverse found) found)))

;;; A function of a bridge that makes a list from a state.
(defvar *convert* nil)

(defun board-in (view value)
  "The board that a state shows, or NIL."
  (if (eq (view-kind view) :list)
      (let ((list (out value)))
        (and list (pos-board (list-pos list))))
      (let* ((object (cond ((view-symbol view) (symbol-value (view-symbol view)))
                           (*convert* (funcall *convert* value))
                           (t value)))
             (contents (contents view (node-at object (view-path view)))))
        (and contents
             (map 'vector (lambda (content) (checkers-of view content)) contents)))))

;;; The assignment's own form of states and moves

(defun home-symbol (name) (intern (string-upcase name) *home*))

(defun list-pos (list)
  (destructuring-bind (n side score stacks) list
    (let ((board (make-array (* n n) :initial-element nil)))
      (loop for (square . checkers) in stacks
            do (multiple-value-bind (r c) (read-square square :row-column 1 n)
                 (let ((c (and c (second square) (1- (second square)))))
                   (setf (aref board (square-number n r c))
                         (mapcar (lambda (checker) (position (name-of checker) '("X" "O")
                                                             :test #'string=))
                                 checkers)))))
      (make-pos :n n :side (if (string= side "O") 1 0) :score (copy-list score) :board board))))

(defun letter (r) (home-symbol (string (char "ABCDEFGHIJKL" r))))

(defun side-symbol (side) (home-symbol (nth side '("X" "O"))))

(defun pos-list (pos)
  (let ((n (pos-n pos)))
    (list n (side-symbol (pos-side pos)) (copy-list (pos-score pos))
          (loop for stack across (pos-board pos) and square from 0
                when stack
                  collect (multiple-value-bind (r c) (floor square n)
                            (cons (list (letter r) (1+ c)) (mapcar #'side-symbol stack)))))))

(defun move-list (move)
  (if (consp move)
      (destructuring-bind (r c to-r to-c level) move
        (list (list (letter r) (1+ c)) (list (letter to-r) (1+ to-c)) level))
      (home-symbol "PASS")))

(defun list-move (list)
  (if (consp list)
      (destructuring-bind ((row column) (to-row to-column) &optional (level 0)) list
        (list (read-coordinate row 0 10) (1- column)
              (read-coordinate to-row 0 10) (1- to-column) level))
      :pass))

;;; Looks for views

(defparameter *colours*
  '(("X" "O") ("X" "0") ("CRNI" "BELI") ("CRN" "BEO") ("CRNA" "BELA") ("C" "B") ("BLACK" "WHITE")
    ("B" "W") ("1" "2") ("1" "-1") ("1" "0") ("T" "F"))
  "How X and O may be written.")

(defun tokens-in (contents n letters)
  "What stands on all squares of X, and what on all of O, in the first position."
  (let* ((start (pos-board (start-pos n)))
         (names (map 'vector
                     (lambda (content)
                       (let ((leaves (leaves content)))
                         (mapcar #'name-of (if letters (letters-of leaves) leaves))))
                     contents)))
    (flet ((those (checkers)
             (loop for stack across start and all across names
                   when (equal stack checkers) collect all)))
      (let ((empty (those nil)) (sides (list (those '(0)) (those '(1)))))
        (flet ((token (all others)
                 (find-if (lambda (name)
                            (and (every (lambda (names) (= 1 (count name names :test #'string=)))
                                        all)
                                 (notany (lambda (names) (member name names :test #'string=))
                                         (append others empty))))
                          (first all))))
          (let ((x (token (first sides) (second sides))) (o (token (second sides) (first sides))))
            (and x o (list x o))))))))

(defun candidate-views (parts n)
  "Views that a node with these parts may fit."
  (let ((count (length parts)) (found nil))
    (flet ((add (&rest arguments)
             (push (apply #'make-view :n n arguments) found)))
      (when (<= n count (+ n 2))
        (let ((width (length (row-parts (nth (if (> count n) 1 0) parts) n))))
          (dolist (rows (cond ((= count n) '(0)) ((= count (1+ n)) '(1 0)) (t '(1))))
            (dolist (columns (cond ((= width n) '(0)) ((= width (1+ n)) '(1 0))
                                   ((= width (+ n 2)) '(1))))
              (add :kind :grid :rows-from rows :columns-from columns))
            (when (<= (/ n 2) width (1+ (/ n 2)))
              (add :kind :grid :rows-from rows :columns-from (- width (/ n 2)) :half t)))))
      (when (<= (/ (* n (- n 2)) 2) count (* n n))
        (dolist (key '(:row-column :column-row :together :number))
          (dolist (skip '(0 1 2))
            (dolist (base '(1 0))
              (add :kind :entries :key key :base base :skip skip)))))
      (when (= count (* n n)) (add :kind :flat))
      (when (= count (/ (* n n) 2)) (add :kind :flat :half t)))
    (nreverse found)))

(defun is-reversed (tokens)
  (let ((reversed (reverse tokens)))
    (and (member reversed *colours* :test #'equal)
         (not (member tokens *colours* :test #'equal)))))

(defun views-of (object n &optional symbol)
  "The views in which an object is the first position."
  (let ((found nil) (nodes 0))
    (labels ((look (node path)
               (dolist (view (candidate-views (parts-of node) n))
                 (dolist (turn '(0 1 2 3))
                   (let ((view (copy-view view)))
                     (setf (view-turn view) turn (view-path view) path (view-symbol view) symbol
                           (view-order view) :up)
                     (let ((contents (contents view node)))
                       (when contents
                         (dolist (letters '(nil t))
                           (let ((tokens (tokens-in contents n letters)))
                             (when (and tokens (not (is-reversed tokens)))
                               (setf (view-tokens view) tokens (view-letters view) letters)
                               (push view found)
                               (return-from look))))))))))
             (visit (node path depth)
               (let ((parts (parts-of node)))
                 (when (and (< depth 5) (< (incf nodes) 500) (< (length found) 3))
                   (when (>= (length parts) n) (look node path))
                   (loop for part in parts and place below 100
                         do (visit part (append path (list place)) (1+ depth)))))))
      (visit object nil 0))
    (nreverse found)))

;;; Moves

(defstruct notation
  row                 ; :SYMBOL, :CHARACTER, :STRING, or the number of the first row
  column              ; the number of the first column
  order               ; :ROW-COLUMN or :COLUMN-ROW
  pair                ; :LIST, :CONS, :TOGETHER as "B2", :WORD as B2, or :NUMBER
  shape               ; :NESTED, :PAIRS, :FLAT, :LEVEL-FIRST, :LEVEL-BETWEEN, :GROUP
  level)              ; the number of the lowest level

(defun notations ()
  "All notations, the more common ones first."
  (loop for order in '(:row-column :column-row)
    append (loop for level in '(0 1)
      append (loop for pair in '(:list :cons :together :word :number)
        append (loop for shape in '(:nested :pairs :flat :level-first :level-between :group)
          append (loop for (row column) in '((:symbol 1) (1 1) (0 0) (:symbol 0) (:string 1)
                                             (:character 1) (:string 0) (:character 0))
                       unless (or (and (member pair '(:together :word)) (integerp row))
                                  (and (eq pair :number) (not (integerp row))))
                         collect (make-notation :order order :level level :pair pair :shape shape
                                                :row row :column column)))))))

(defun coordinates (notation n r c)
  "A row and a column, in the order of the hand-in."
  (declare (ignore n))
  (let* ((row (ecase (notation-row notation)
                (:symbol (letter r))
                (:character (char "ABCDEFGHIJKL" r))
                (:string (string (char "ABCDEFGHIJKL" r)))
                ((0 1) (+ r (notation-row notation)))))
         (column (+ c (notation-column notation))))
    (if (eq (notation-order notation) :row-column) (list row column) (list column row))))

(defun square-of (notation n r c)
  (destructuring-bind (one other) (coordinates notation n r c)
    (ecase (notation-pair notation)
      (:list (list one other))
      (:cons (cons one other))
      (:together (format nil "~A~A" one other))
      (:word (home-symbol (format nil "~A~A" one other)))
      (:number (+ (* n r) c (notation-row notation))))))

(defun own-move (notation n turn move)
  "The squares of a move and its level, for the hand-in; and the whole."
  (destructuring-bind (r c to-r to-c level) move
    (let* ((from (multiple-value-list (turned turn n r c)))
           (to (multiple-value-list (turned turn n to-r to-c)))
           (level (+ level (notation-level notation)))
           (one (square-of notation n (first from) (second from)))
           (other (square-of notation n (first to) (second to)))
           (flat (append (coordinates notation n (first from) (second from))
                         (coordinates notation n (first to) (second to)))))
      (values (ecase (notation-shape notation)
                (:nested (list one other level))
                (:pairs (list one other))
                (:flat (append flat (list level)))
                (:level-first (list level one other))
                (:level-between (list one level other))
                (:group (list (list one other) level)))
              one other level flat))))

(defun read-own-move (notation n turn object)
  "A move of the hand-in as the game has it, or NIL."
  (let* ((leaves (leaves object))
         (first-level (and (eq (notation-shape notation) :level-first) (pop leaves)))
         (kind (case (notation-pair notation)
                 ((:together :word) :together)
                 (:number :number)
                 (t (notation-order notation)))))
    (flet ((square ()
             (multiple-value-bind (r c rest) (own-square notation kind leaves n)
               (unless r (return-from read-own-move nil))
               (setf leaves rest)
               (multiple-value-list (turned turn n r c)))))
      (let* ((from (square))
             (between (and (eq (notation-shape notation) :level-between) (pop leaves)))
             (to (square))
             (level (or first-level between (pop leaves)))
             (level (if (integerp level) (- level (notation-level notation)) 0)))
        (and (null leaves) (<= 0 level 7) (append from to (list level)))))))

(defun own-square (notation kind leaves n)
  "Like READ-SQUARE, with rows and columns counted as the notation does."
  (let ((row (notation-row notation)) (column (notation-column notation)))
    (multiple-value-bind (r c rest) (read-square leaves kind 0 (+ n 1))
      (when r
        (if (eq kind :number)
            (multiple-value-bind (r c) (floor (- (first leaves) row) n)
              (and (< -1 r n) (values r c rest)))
            (let ((r (if (integerp row) (- r row) r)) (c (- c column)))
              (and (< -1 r n) (< -1 c n) (values r c rest))))))))
