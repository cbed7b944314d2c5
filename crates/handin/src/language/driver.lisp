;;;; Asks a hand-in in Common Lisp. The protocol is that of interpreter.rs: this program reads one
;;;; form a line, and writes lines that start with a secret word. The first form is
;;;; (WORD FILE SECONDS NAMES); then each question is (NUMBER SECONDS STATE FORMS): the forms are
;;;; evaluated with S as the state, and each value is a part of the answer.

(defpackage :agon-driver (:use :cl))
(in-package :agon-driver)

(defvar *in*)                           ; where questions come from
(defvar *out*)                          ; where answers go
(defvar *word* "")
(defvar *home* (find-package :cl-user)) ; the package of the hand-in
(defvar s nil)                          ; the state that is asked about
(defvar r nil)                          ; a value for a later form of the same question
(defvar *active* nil)                   ; whether a call is being timed

;;; Answers

(defun one-line (text)
  "The text with line feeds written as \\n; it is cut, and has no letters beyond ASCII."
  (with-output-to-string (line)
    (loop for letter across text
          repeat 100000
          do (cond ((char= letter #\Newline) (write-string "\\n" line))
                   ((char= letter #\\) (write-string "\\\\" line))
                   ((<= 32 (char-code letter) 126) (write-char letter line))
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

(defmacro alone ((output) &body body)
  "Evaluates so that the hand-in cannot read questions or write answers. The value is that of the
body, or (:ERROR MESSAGE)."
  `(let* ((nothing (make-string-input-stream ""))
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
         (handler-case (progn ,@body)
           (serious-condition (condition) (list :error (explain condition))))))))

;;; The hand-in

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

(defun complain (text)
  (format *out* "~&~A~%" (substitute #\Space #\Newline text)))

(defun load-form (stream package)
  "Evaluates the next form. The value is the package after it, or NIL at the end."
  (let* ((*home* package)
         (result (alone ((make-broadcast-stream))
                   (let ((form (read stream nil stream)))
                     (if (eq form stream)
                         nil
                         (progn (eval form) (list :package *package*)))))))
    (cond ((null result) nil)
          ((eq (first result) :package) (second result))
          (t (complain (format nil "error: ~A" (second result)))
             (if (peek-char nil stream nil nil) package nil)))))

(defun load-hand-in (file)
  "Evaluates the forms of a file one by one: one that fails does not keep the others away."
  (let* ((*load-truename* (truename file))
         (*load-pathname* *load-truename*)
         (*default-pathname-defaults* (make-pathname :name nil :type nil :defaults *load-truename*)))
    (with-open-file (stream file :external-format #+sbcl '(:utf-8 :replacement #\?)
                                                  #+clisp charset:iso-8859-1
                                                  #-(or sbcl clisp) :default)
      (loop for package = *home* then (load-form stream package)
            while package
            do (setf *home* package)))))

(defun find-home (names)
  "The package in which most of the functions are."
  (flet ((count-in (package)
           (count-if (lambda (name)
                       (let ((symbol (find-symbol name package)))
                         (and symbol (fboundp symbol))))
                     names)))
    (let ((others (remove (find-package :agon-driver) (list-all-packages))))
      (first (stable-sort (cons (find-package :cl-user) others) #'> :key #'count-in)))))

(defun compile-all ()
  "A Lisp that interprets what it loads is much slower."
  (do-symbols (symbol *home*)
    (when (and (eq (symbol-package symbol) *home*)
               (fboundp symbol)
               (not (macro-function symbol))
               (functionp (symbol-function symbol))
               (not (compiled-function-p (symbol-function symbol))))
      (alone ((make-broadcast-stream)) (compile symbol)))))

(defun start (word file seconds names)
  (setf *word* word)
  (when (eq :timeout (call-bounded seconds (lambda () (load-hand-in file) nil)))
    (complain "error: loading took too long"))
  (setf *home* (find-home names))
  (compile-all)
  (say "messages" "")
  (dolist (name names)
    (unless (own name)
      (complain (format nil "there is no function ~A" (string-downcase name))))
    (say "define" (string-downcase name)))
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
    (when (and (answer-form seconds `(progn (setq s (in ',state)) nil) output t)
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

(defun plain (stream)
  "The stream itself, not a synonym that follows a variable."
  (loop while (typep stream 'synonym-stream)
        do (setf stream (symbol-value (synonym-stream-symbol stream))))
  stream)

(defun main ()
  (setf *in* #+clisp (ext:make-stream :input) #-clisp (plain *standard-input*)
        *out* #+clisp (ext:make-stream :output) #-clisp (plain *standard-output*))
  (apply #'start (read-line-form))
  (loop for question = (read-line-form)
        while question
        do (apply #'answer question)))

(main)
