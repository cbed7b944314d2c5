;;;; An evaluator for Byte that asks a hand-in's heuristic: one position a line
;;;; in, one whole number a line out, for the side to move.
;;;;
;;;;     sbcl --script byte.lisp ../byte/reference/byte.lisp
;;;;     clisp byte.lisp ../byte/reference/byte.lisp
;;;;
;;;; The argument is the hand-in: a sandbox lets a program read what its command
;;;; names. If its states are not the lists of the assignment, it defines
;;;; (list-to-state l).

(defparameter *hand-in*
  #+sbcl (second sb-ext:*posix-argv*)
  #+clisp (first ext:*args*))

(load *hand-in*)

(defun split (text separator)
  "The parts of a text between separators."
  (loop for start = 0 then (1+ end)
        for end = (position separator text :start start)
        collect (subseq text start end)
        while end))

(defun symbols (text)
  "Each letter of a text as a symbol."
  (map 'list (lambda (letter) (intern (string letter))) text))

(defun read-stack (text)
  "E3:OOX as ((E 3) O O X)."
  (destructuring-bind (square checkers) (split text #\:)
    (cons (append (symbols (subseq square 0 1)) (list (parse-integer square :start 1)))
          (symbols checkers))))

(defun read-state (line)
  "The list of a position such as 8 X 0-0 E3:OOX,G5:OXXX."
  (destructuring-bind (n side score stacks)
      (split (string-trim '(#\Space #\Return) line) #\Space)
    (list (parse-integer n)
          (first (symbols side))
          (mapcar #'parse-integer (split score #\-))
          (if (string= stacks "-") nil (mapcar #'read-stack (split stacks #\,))))))

(defun evaluate (line)
  (let ((s (read-state line)))
    (heuristic (if (fboundp 'list-to-state) (funcall 'list-to-state s) s)
               (second s))))

(loop for line = (read-line *standard-input* nil)
      while line
      do (format t "~D~%" (evaluate line))
         (finish-output))
