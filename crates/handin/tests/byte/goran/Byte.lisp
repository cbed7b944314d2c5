;; Stanje: (naPotezu ((red kolona stek) ...)) samo zauzeta polja, indeksi od 1, stek je string "XO" od dna
(defun pocetno (n)
  (list 'x
        (loop for i from 2 below n
              append (loop for j from 1 to n
                           when (evenp (+ i j)) collect (list i j (if (evenp i) "X" "O"))))))

(defun stek (stanje i j)
  (third (find-if (lambda (p) (and (= i (first p)) (= j (second p)))) (second stanje))))

(defun bez (polja i j) (remove-if (lambda (p) (and (= i (first p)) (= j (second p)))) polja))

(defun drugi (igrac) (if (eq igrac 'x) 'o 'x))

;; potez je ((i j) (i j) visina)
(defun promeni-stanje (stanje potez)
  (destructuring-bind ((i j) (k l) &optional (v 0)) potez
    (let* ((s (stek stanje i j)) (c (or (stek stanje k l) ""))
           (novi (concatenate 'string c (subseq s v)))
           (polja (bez (bez (second stanje) i j) k l)))
      (when (> v 0) (push (list i j (subseq s 0 v)) polja))
      (when (< (length novi) 8) (push (list k l novi) polja))
      (list (drugi (first stanje)) polja))))

(defun potezi-igraca (stanje)
  (let ((znak (char (symbol-name (first stanje)) 0)) (n 8))
    (loop for (i j s) in (second stanje)
          for susedi = (loop for (a b) in '((1 1) (1 -1) (-1 1) (-1 -1))
                             when (and (<= 1 (+ i a) n) (<= 1 (+ j b) n)) collect (list (+ i a) (+ j b)))
          for puni = (remove-if-not (lambda (p) (stek stanje (first p) (second p))) susedi)
          append (loop for v from 0 below (length s)
                       when (char= znak (char s v))
                         append (loop for (k l) in (or puni (if (= v 0) susedi))
                                      for c = (or (stek stanje k l) "")
                                      when (and (or (null puni) (> (length c) v))
                                                (<= (+ (length c) (- (length s) v)) 8))
                                        collect (list (list i j) (list k l) v))))))

(defun prikaz-table (stanje)
  (loop for i from 1 to 8
        do (loop for j from 1 to 8 do (format t "~9a" (or (stek stanje i j) ".")))
           (terpri)))

(defun testiraj-ciljno-stanje (stanje)
  (let ((broj (reduce #'+ (mapcar (lambda (p) (length (third p))) (second stanje)))))
    (if (<= broj 8) 'kraj nil)))

(defun stanje->cinjenice (stanje)
  (mapcar (lambda (p) (list 'vrh (if (char= #\X (char (third p) (1- (length (third p))))) 'x 'o) (first p) (second p)))
          (second stanje)))

(defparameter *pravila* '((if (vrh x ?a ?b) (vrh-crni ?a ?b)) (if (vrh o ?a ?b) (vrh-beli ?a ?b))))

(defun proceni-stanje (stanje igrac)
  (prepare-knowledge *pravila* (stanje->cinjenice stanje) 5)
  (let ((c (count-results '(vrh-crni ?a ?b))) (b (count-results '(vrh-beli ?a ?b))))
    (if (eq igrac 'x) (- c b) (- b c))))

(defun max-stanje (lsv) (max-stanje-i (cdr lsv) (caar lsv) (cadar lsv)))
(defun max-stanje-i (lsv s v)
  (cond ((null lsv) (list s v))
        ((> (cadar lsv) v) (max-stanje-i (cdr lsv) (caar lsv) (cadar lsv)))
        (t (max-stanje-i (cdr lsv) s v))))
(defun minimax (stanje dubina moj-potez)
  (let ((lp (mapcar (lambda (p) (promeni-stanje stanje p)) (potezi-igraca stanje))))
    (cond ((or (zerop dubina) (null lp)) (list stanje (proceni-stanje stanje 'x)))
          (t (let ((l (mapcar (lambda (x) (list x (cadr (minimax x (1- dubina) (not moj-potez))))) lp)))
               (if moj-potez (max-stanje l)
                   (car (last (sort l #'> :key #'cadr)))))))))
