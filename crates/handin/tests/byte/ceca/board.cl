;;;; Byte game, OOP version. (c) team Ceca
(defpackage :byte-game
  (:use :common-lisp)
  (:export #:run))
(in-package :byte-game)

(defclass field ()
  ((row :initarg :row :accessor row-of)
   (col :initarg :col :accessor col-of)
   (stack :initarg :stack :initform nil :accessor stack-of)))

(defclass game-state ()
  ((fields :initarg :fields :accessor fields)
   (size :initarg :size :accessor size)
   (black-score :initform 0 :accessor black-score)
   (white-score :initform 0 :accessor white-score)
   (turn :initform :black :accessor turn)))

(defun make-start (size)
  (let ((state (make-instance 'game-state :size size :fields nil)))
    (dotimes (r size state)
      (dotimes (c size)
        (when (evenp (+ r c))
          (push (make-instance 'field :row r :col c
                                      :stack (cond ((or (= r 0) (= r (1- size))) nil)
                                                   ((oddp r) (list :black))
                                                   (t (list :white))))
                (fields state)))))))

(defun field-at (state r c)
  (find-if (lambda (f) (and (= r (row-of f)) (= c (col-of f)))) (fields state)))

(defmethod clone ((s game-state))
  (let ((new (make-instance 'game-state :size (size s)
                            :fields (mapcar (lambda (f) (make-instance 'field :row (row-of f) :col (col-of f) :stack (copy-list (stack-of f))))
                                            (fields s)))))
    (setf (black-score new) (black-score s) (white-score new) (white-score s) (turn new) (turn s))
    new))

;; a move is (from-row from-col to-row to-col level), all counted from 0
(defmethod make-a-move ((s game-state) move)
  (destructuring-bind (r c r2 c2 level) move
    (let* ((new (clone s))
           (from (field-at new r c))
           (to (field-at new r2 c2))
           (moved (nthcdr level (stack-of from))))
      (setf (stack-of from) (subseq (stack-of from) 0 level))
      (setf (stack-of to) (append (stack-of to) moved))
      (when (= 8 (length (stack-of to)))
        (if (eq :black (car (last (stack-of to)))) (incf (black-score new)) (incf (white-score new)))
        (setf (stack-of to) nil))
      (setf (turn new) (if (eq (turn s) :black) :white :black))
      new)))

(defun neighbours (s f)
  (remove nil (loop for (a b) in '((-1 -1) (-1 1) (1 -1) (1 1))
                    collect (field-at s (+ a (row-of f)) (+ b (col-of f))))))

(defun distance (a b) (max (abs (- (row-of a) (row-of b))) (abs (- (col-of a) (col-of b)))))

(defgeneric legal-moves (state))
(defmethod legal-moves ((s game-state))
  (let ((taken (remove-if-not #'stack-of (fields s))))
    (loop for f in taken
          for near = (remove-if-not #'stack-of (neighbours s f))
          append
          (if near
              (loop for to in near
                    for height = (length (stack-of to))
                    append (loop for disc in (stack-of f) for level from 0
                                 when (and (eq disc (turn s)) (> height level)
                                           (<= (+ height (- (length (stack-of f)) level)) 8))
                                   collect (list (row-of f) (col-of f) (row-of to) (col-of to) level)))
              (let* ((others (remove f taken))
                     (best (if others (reduce #'min (mapcar (lambda (o) (distance f o)) others)) 0)))
                (when (eq (car (stack-of f)) (turn s))
                  (loop for to in (neighbours s f)
                        when (some (lambda (o) (and (= best (distance f o)) (< (distance to o) best))) others)
                          collect (list (row-of f) (col-of f) (row-of to) (col-of to) 0))))))))
