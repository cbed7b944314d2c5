;; Task 1 helpers
(defun rowToNumber (row) (- (char-code (char (string row) 0)) 65))
(defun numberToRow (num) (intern (string (code-char (+ 65 num)))))
(defun emptyCell (i j) (if (evenp (+ i j)) (list '- '- '- '- '- '- '- '-) nil))
(defun setNth (lst idx val)
  (if (zerop idx) (cons val (cdr lst)) (cons (car lst) (setNth (cdr lst) (1- idx) val))))
(defun stackOf (cell) (remove '- cell))
(defun fillCell (stack) (append stack (loop repeat (- 8 (length stack)) collect '-)))
(defmacro swapPlayer (p) `(if (equal ,p 'X) 'O 'X))
