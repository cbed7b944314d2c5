;; sve je u globalnim promenljivama
(defvar *tabla*)
(defvar *velicina*)
(defvar *na-potezu* "X")
(defvar *osvojeno-x* 0)
(defvar *osvojeno-o* 0)

(defun postavi-tablu (n)
  (setf *velicina* n *na-potezu* "X" *osvojeno-x* 0 *osvojeno-o* 0)
  (setf *tabla* (make-hash-table :test 'equal))
  (dotimes (i n)
    (dotimes (j n)
      (when (evenp (+ i j))
        (setf (gethash (format nil "~a~a" (char "ABCDEFGHIJ" i) (1+ j)) *tabla*)
              (cond ((or (= i 0) (= i (- n 1))) '())
                    ((oddp i) (list "X"))
                    (t (list "O")))))))
  'gotovo)

(defun sused? (a b)
  (and (= 1 (abs (- (char-code (char a 0)) (char-code (char b 0)))))
       (= 1 (abs (- (parse-integer a :start 1) (parse-integer b :start 1))))))

(defun polja () (loop for k being the hash-keys of *tabla* collect k))

(defun punih-suseda (p) (remove-if-not (lambda (q) (and (sused? p q) (gethash q *tabla*))) (polja)))

(defun odigraj (odakle dokle &optional (visina 0))
  "menja tablu"
  (let* ((s (gethash odakle *tabla*))
         (gornji (nthcdr visina s))
         (novi (append (gethash dokle *tabla*) gornji)))
    (setf (gethash odakle *tabla*) (ldiff s gornji))
    (setf (gethash dokle *tabla*) novi)
    (when (= 8 (length novi))
      (if (string= "X" (car (last novi))) (incf *osvojeno-x*) (incf *osvojeno-o*))
      (setf (gethash dokle *tabla*) nil))
    (setf *na-potezu* (if (string= *na-potezu* "X") "O" "X"))))

(defun moguci-potezi ()
  (loop for p in (polja)
        for s = (gethash p *tabla*)
        for puni = (punih-suseda p)
        append (loop for disk in s for h from 0
                     when (string= disk *na-potezu*)
                       append (if puni
                                  (loop for q in puni
                                        for v = (length (gethash q *tabla*))
                                        when (and (> v h) (<= (+ v (- (length s) h)) 8))
                                          collect (list p q h))
                                  (when (= h 0)
                                    (loop for q in (polja) when (sused? p q) collect (list p q 0)))))))

(defun ispisi-tablu ()
  (dolist (p (polja)) (format t "~a:~10a" p (format nil "~{~a~}" (gethash p *tabla*))))
  (terpri))

(defun pobednik ()
  (cond ((>= *osvojeno-x* 2) "X") ((>= *osvojeno-o* 2) "O")))

(defun procena (igrac)
  (let ((moji 0))
    (dolist (p (polja) (+ moji (* 10 (if (string= igrac "X") (- *osvojeno-x* *osvojeno-o*) (- *osvojeno-o* *osvojeno-x*)))))
      (let ((s (gethash p *tabla*)))
        (when s (if (string= igrac (car (last s))) (incf moji) (decf moji)))))))

(defun start ()
  (format t "Velicina table? ")
  (postavi-tablu (parse-integer (read-line)))
  (loop (ispisi-tablu) (format t "~a: " *na-potezu*) (apply #'odigraj (read))))

(start)
