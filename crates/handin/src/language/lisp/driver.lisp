;;;; Asks a hand-in in Common Lisp. The protocol is that of interpreter.rs: this program reads one
;;;; form a line, and writes lines that start with a secret word. The first form is
;;;; (WORD SECONDS NAMES START FILES BRIDGE GAMES); then each question is (NUMBER SECONDS STATE
;;;; FORMS): the forms are evaluated with S as the state, and each value is a part of the answer.

(defpackage :agon-driver (:use :cl))
(in-package :agon-driver)
#+sbcl (declaim (sb-ext:muffle-conditions style-warning sb-ext:compiler-note))

(defvar *in*)                           ; where questions come from
(defvar *out*)                          ; where answers go
(defvar *word* "")
(defvar *home* (find-package :cl-user)) ; the package of the hand-in
(defvar s nil)                          ; the state that is asked about
(defvar r nil)                          ; a value for a later form of the same question
(defvar *active* nil)                   ; whether a call is being timed
(defvar *size* 8)                       ; of the board that is asked about

;;; Answers

(defun one-line (text)
  "The text with line feeds written as \\n; it is cut."
  (with-output-to-string (line)
    (loop for letter across text
          repeat 100000
          do (cond ((char= letter #\Newline) (write-string "\\n" line))
                   ((char= letter #\\) (write-string "\\\\" line))
                   ((<= 32 (char-code letter)) (write-char letter line))
                   (t (write-char #\? line))))))

(defun say (kind text)
  "Writes a line; a line feed first, because the hand-in may have left one unfinished."
  (format *out* "~%~A ~A ~A~%" *word* kind text)
  (finish-output *out*))

(defun part (kind micros text)
  (say "part" (format nil "~A ~D ~A" kind micros (one-line text))))

(defun explain (condition)
  (or (ignore-errors (princ-to-string condition)) "an error without a message"))

;;; Limits

(defun micros (from)
  (floor (* 1000000 (- (get-internal-run-time) from)) internal-time-units-per-second))

(defun call-bounded (seconds function)
  "Calls a function; :TIMEOUT after so much processor time. Where the Lisp has no timers, the
grader ends the process."
  #-sbcl (progn seconds (catch 'timeout (funcall function)))
  #+sbcl
  (let* ((began (get-internal-run-time))
         (timer (sb-ext:make-timer
                 (lambda ()
                   (when (and *active* (> (micros began) (* 1000000 seconds)))
                     (setf *active* nil)
                     (throw 'timeout :timeout)))
                 :thread sb-thread:*current-thread*)))
    (setf *active* t)
    (catch 'timeout
      (unwind-protect
           (progn (sb-ext:schedule-timer timer 0.05 :repeat-interval 0.05)
                  (funcall function))
        (setf *active* nil)
        (sb-ext:unschedule-timer timer)))))

;;; A keyboard on which nobody types. Who goes on reading at the end of it is stopped.
#+sbcl
(progn
  (defclass no-keys (sb-gray:fundamental-character-input-stream) ((asked :initform 0)))
  (defmethod sb-gray:stream-read-char ((keys no-keys))
    (when (> (incf (slot-value keys 'asked)) 300)
      (throw 'failed (list :error "end of file")))
    :eof)
  (defmethod sb-gray:stream-unread-char ((keys no-keys) letter)
    (declare (ignore letter))
    nil))

(defun is-size (symbol)
  "Whether a variable holds the size of the board, by its name."
  (let ((name (remove #\* (string-downcase symbol))))
    (or (string= name "n")
        (some (lambda (word) (search word name)) '("velicin" "dimenz" "size")))))

(defun give-size (condition)
  "A game sets the size of its board when it begins; here no game begins."
  (when (is-size (cell-error-name condition))
    (store-value *size* condition)))

(defmacro alone ((output) &body body)
  "Evaluates so that the hand-in cannot read questions or write answers. The value is that of the
body, or (:ERROR MESSAGE)."
  `(let* ((nothing #+sbcl (make-instance 'no-keys) #-sbcl (make-string-input-stream ""))
          (*standard-output* ,output)
          (*error-output* (make-broadcast-stream))
          (*trace-output* *error-output*)
          (*standard-input* nothing)
          (*terminal-io* (make-two-way-stream nothing ,output))
          (*query-io* *terminal-io*)
          (*debug-io* *terminal-io*)
          (*package* *home*)
          (*debugger-hook* (lambda (condition hook)
                             (declare (ignore hook))
                             (throw 'failed (list :error (explain condition))))))
     (catch 'failed
       (handler-bind ((warning #'muffle-warning))
         (handler-case (handler-bind ((unbound-variable #'give-size)) ,@body)
           (serious-condition (condition) (list :error (explain condition))))))))

;;; Loading

(defvar *files* nil)                    ; the files of the hand-in
(defvar *loaded* nil)                   ; those that have been loaded
(defvar *again* nil)                    ; forms that failed: (FILE POSITION PACKAGE MESSAGE)
(defvar *definitions* (make-hash-table :test 'eq)) ; a function's file, lambda list and body
(defvar *old-packages* (list-all-packages))
(defvar *really-end* #+sbcl #'sb-ext:exit #+clisp #'ext:exit)

(defun complain (text)
  (format *out* "~&~A~%" (substitute #\Space #\Newline text)))

(defun parts (path)
  "The parts of a path, as any system writes them."
  (let ((name (if (pathnamep path) (namestring path) (string path))))
    (loop with from = 0
          for to = (position-if (lambda (letter) (find letter "/\\")) name :start from)
          for part = (remove #\\ (subseq name from to))
          unless (member part '("" "." "..") :test #'string=)
            collect part
          while to
          do (setf from (1+ to)))))

(defun stem (part)
  (string-downcase (subseq part 0 (position #\. part :from-end t))))

(defun find-file (path)
  "The file of the hand-in that a path of the student's machine means: that which shares the most of
its last parts."
  (let* ((wanted (reverse (parts path)))
         (here (and *load-truename* (butlast (parts *load-truename*))))
         (best nil)
         (most 0))
    (dolist (file *files* best)
      (let* ((found (reverse (parts file)))
             (same (and wanted (string= (stem (first wanted)) (stem (first found)))
                        (+ 1 (or (mismatch (rest wanted) (rest found) :test #'string-equal)
                                 (length (rest wanted)))
                           (if (equal (reverse (rest found)) here) 1/2 0)))))
        (when (and same (> same most))
          (setf best file most same))))))

(defun load-from-hand-in (path &rest options)
  (declare (ignore options))
  (if (streamp path)
      (loop for form = (read path nil path) until (eq form path) do (eval form))
      (let ((file (find-file path)))
        (cond ((null file) (error "the hand-in has no file ~A" path))
              ((not (member file *loaded* :test #'equal)) (load-file file)))))
  t)

(defun replace-functions ()
  "What would end the program, keep it waiting, or load files by paths of the student's machine."
  (let ((ended (lambda (&rest options)
                 (declare (ignore options))
                 (throw 'failed (list :error "the program was ended"))))
        (rest (lambda (&rest options) (declare (ignore options)) nil)))
    (flet ((replace-with (symbol function)
             (when symbol
               #+sbcl (sb-ext:without-package-locks (setf (symbol-function symbol) function))
               #+clisp (ext:without-package-lock ("COMMON-LISP" "EXT" "CUSTOM")
                         (setf (symbol-function symbol) function)))))
      ;; Names of students may be those of extensions.
      (dolist (package (package-use-list :cl-user))
        (unless (eq package (find-package :cl))
          (unuse-package package :cl-user)))
      (dolist (name '("QUIT" "EXIT" "BYE"))
        (replace-with (intern name :cl-user) ended)
        (dolist (package '(#+sbcl :sb-ext #+clisp :ext))
          (replace-with (find-symbol name package) ended)))
      (replace-with 'sleep rest)
      (replace-with 'load #'load-from-hand-in)
      (replace-with 'compile-file (lambda (path &rest options)
                                    (declare (ignore options))
                                    path)))))

(defun note-definitions (form file &optional (depth 4))
  (when (and (consp form) (> depth 0))
    (if (member (first form) '(defun defmethod defgeneric))
        (let ((body (and (consp (rest form)) (member-if #'listp (cddr form)))))
          (when (and body (symbolp (second form)))
            (setf (gethash (second form) *definitions*) (cons file body))))
        (loop for rest = form then (cdr rest)
              while (consp rest)
              do (note-definitions (car rest) file (1- depth))))))

(defun evaluate-next (stream file package)
  "Evaluates the next form. The values are the package after it, or NIL at the end; and what went
wrong."
  (let* ((*home* package)
         (form stream)
         (result (call-bounded
                  2 (lambda ()
                      (alone ((make-broadcast-stream))
                        (setf form (read stream nil stream))
                        (unless (eq form stream)
                          (note-definitions form file)
                          (eval form))
                        (list :package *package*))))))
    (cond ((eq result :timeout) (values package "it took too long"))
          ((eq (first result) :error) (values package (second result) (eq form stream)))
          ((eq form stream) nil)
          (t (second result)))))

(defun skip-form (stream position)
  "Goes to the end of a form that cannot be read."
  (file-position stream position)
  (let ((result (alone ((make-broadcast-stream))
                  (let ((*read-suppress* t)) (read stream) (list :skipped)))))
    (when (and (eq (first result) :error) (peek-char nil stream nil nil)
               (= position (file-position stream)))
      (read-char stream nil nil))))

(defmacro with-file ((stream file) &body body)
  `(let* ((*load-truename* (truename ,file))
          (*load-pathname* *load-truename*)
          (*default-pathname-defaults* (make-pathname :name nil :type nil
                                                      :defaults *load-truename*)))
     (with-open-file (,stream ,file :external-format #+sbcl '(:utf-8 :replacement #\?)
                                                     #+clisp charset:utf-8
                                                     #-(or sbcl clisp) :default)
       ,@body)))

(defun load-file (file)
  "Evaluates the forms of a file one by one: one that fails does not keep the others away, and is
tried again after the other files."
  (push file *loaded*)
  (with-file (stream file)
    (loop with package = *home*
          do (let ((position (file-position stream)))
               (multiple-value-bind (next wrong unread) (evaluate-next stream file package)
                 (when wrong
                   (push (list file position package wrong) *again*)
                   (when unread (skip-form stream position)))
                 (unless next (return))
                 (setf package next)
                 (unless (peek-char t stream nil nil) (return)))))))

(defun is-final (message)
  "Whether a form failed because it read from the keyboard or ended the program, as games do."
  (let ((message (string-downcase message)))
    (some (lambda (words) (search words message))
          '("end of file" "end-of-file" "reached its end" "program was ended" "took too long"))))

(defun try-again ()
  "Evaluates what failed once more, as long as this helps."
  (loop repeat 4
        for failed = (reverse *again*)
        do (setf *again* nil)
           (loop for (file position package message) in failed
                 do (if (is-final message)
                        (push (list file position package message) *again*)
                        (with-file (stream file)
                          (file-position stream position)
                          (multiple-value-bind (next wrong) (evaluate-next stream file package)
                            (declare (ignore next))
                            (when wrong
                              (push (list file position package wrong) *again*))))))
        while (< (length *again*) (length failed))))

(defun text-of-file (file)
  (with-file (stream file)
    (let* ((text (make-string (file-length stream) :initial-element #\Space)))
      (read-sequence text stream)
      text)))

(defun loaded-by (file)
  "The files that a file loads, by its text."
  (let ((text (text-of-file file)))
    (loop for at = (search "(load" text :test #'char-equal)
            then (search "(load" text :test #'char-equal :start2 (1+ at))
          while at
          append (let* ((end (position #\Newline text :start at))
                        (open (position #\" text :start at :end end))
                        (close (and open (position #\" text :start (1+ open) :end end)))
                        (found (and close (find-file (subseq text (1+ open) close)))))
                   (and found (not (equal found file)) (list found))))))

(defun load-hand-in (start bridge)
  "Loads the file to start with; without one, first the files that load others, then the rest."
  (if start
      (load-file start)
      (let* ((loads (mapcar (lambda (file) (cons file (loaded-by file))) *files*))
             (used (reduce #'append (mapcar #'rest loads)))
             (starts (remove-if (lambda (pair)
                                  (or (null (rest pair))
                                      (member (first pair) used :test #'equal)))
                                loads)))
        (dolist (file (append (mapcar #'first starts) *files*))
          (unless (member file *loaded* :test #'equal)
            (load-file file)))))
  (when bridge (load-file bridge))
  (try-again)
  (loop for (file nil nil message) in (reverse *again*)
        unless (is-final message)
          do (complain (format nil "error: ~A~@[ (~A)~]"
                               (subseq message 0 (position #\Newline message))
                               (and (rest *files*) (first (last (parts file))))))))

(defun new-packages ()
  (cons (find-package :cl-user) (set-difference (list-all-packages) *old-packages*)))

(defun find-home (names)
  "The package in which most of these functions are, or else most functions."
  (flet ((named (package)
           (count-if (lambda (name)
                       (let ((symbol (find-symbol name package)))
                         (and symbol (fboundp symbol))))
                     names))
         (defined (package)
           (loop for symbol being the hash-keys of *definitions*
                 count (eq (symbol-package symbol) package))))
    (let ((packages (stable-sort (new-packages) #'> :key #'defined)))
      (first (stable-sort packages #'> :key #'named)))))

(defun compile-all ()
  "A Lisp that interprets what it loads is much slower."
  (loop for symbol being the hash-keys of *definitions*
        do (when (and (fboundp symbol)
                      (not (macro-function symbol))
                      (functionp (symbol-function symbol))
                      (not (typep (symbol-function symbol) 'generic-function))
                      (not (compiled-function-p (symbol-function symbol))))
             (alone ((make-broadcast-stream)) (compile symbol)))))

(defun start (word seconds names start files bridge games)
  (setf *word* word
        *files* files)
  (replace-functions)
  (load-hand-in start bridge)
  (setf *home* (find-home names))
  (compile-all)
  (say "messages" "")
  (find-roles names bridge games (* seconds 3/20))
  (say "loaded" ""))

;;; Questions

(defun best (moves value)
  "The moves with the largest value; decimals are not exact."
  (let* ((values (mapcar value moves))
         (most (if values (reduce #'max values) 0)))
    (loop for move in moves
          for value in values
          when (>= value (- most 1/1000000))
            collect move)))

(defun deep-value (state depth is-own moves play rate)
  "The minimax value of a state by functions of the hand-in, without cutoffs."
  (let ((all (and (> depth 0) (funcall moves state))))
    (if all
        (reduce (if is-own #'max #'min)
                (mapcar (lambda (move)
                          (deep-value (funcall play state move) (1- depth) (not is-own)
                                      moves play rate))
                        all))
        (funcall rate state))))

(defun best-moves (depth moves play heuristic player opponent)
  "The best moves at a depth by the hand-in's heuristic: for the player, or against the opponent."
  (flet ((best-by (rate)
           (best (funcall moves s)
                 (lambda (move)
                   (deep-value (funcall play s move) (1- depth) nil moves play rate)))))
    (ignore-errors
     (append (best-by (lambda (state) (funcall heuristic state player)))
             (best-by (lambda (state) (- (funcall heuristic state opponent))))))))

(defun text-of (value)
  (let ((*print-pretty* nil) (*print-length* 10000) (*print-level* 40) (*print-base* 10)
        (*print-radix* nil) (*print-case* :upcase) (*print-readably* nil))
    (prin1-to-string value)))

(defun answer-form (seconds form output silent)
  "Whether there is an answer; it is written unless it shall be silent."
  (let* ((began (get-internal-run-time))
         (result (call-bounded
                  seconds
                  (lambda ()
                    (alone (output)
                      (let (#+sbcl (sb-ext:*evaluator-mode* :interpret))
                        (list :value (text-of (eval form))))))))
         (taken (micros began)))
    (cond ((eq result :timeout) (part "timeout" taken "") nil)
          ((eq (first result) :value) (unless silent (part "ok" taken (second result))) t)
          (t (part "error" taken (second result)) nil))))

(defun answer (number seconds state forms)
  (let ((output (make-string-output-stream)))
    (when (and (answer-form seconds `(progn (setq s (state-in ',state)) nil) output t)
               (every (lambda (form) (answer-form seconds form output nil)) forms))
      (let ((printed (get-output-stream-string output)))
        (unless (string= printed "")
          (part "output" 0 printed))))
    (say "done" (format nil "~D" number))))

(defun read-line-form ()
  (let ((line (read-line *in* nil nil))
        (*package* *home*)
        (*read-eval* nil))
    (and line (read-from-string line))))

(defun main ()
  (setf *in* #+clisp (ext:make-stream :input)
             #+sbcl (sb-sys:make-fd-stream 0 :input t :external-format :utf-8 :buffering :full)
        *out* #+clisp (ext:make-stream :output)
              #+sbcl (sb-sys:make-fd-stream 1 :output t :external-format '(:utf-8 :replacement #\?)
                                              :buffering :full))
  (apply #'start (read-line-form))
  (loop for question = (read-line-form)
        while question
        do (apply #'answer question))
  (funcall *really-end*))
