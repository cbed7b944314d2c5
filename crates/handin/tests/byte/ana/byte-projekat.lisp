;;; Projekat Byte, tim 14 - lista redova, na svakom polju lista figura od dna ka vrhu
(defvar slova '(A B C D E F G H I J))

(defun red-table (i j n)
  (cond ((> j n) '())
        ((oddp (+ i j)) (cons '() (red-table i (1+ j) n)))
        ((or (= i 1) (= i n)) (cons '() (red-table i (1+ j) n)))
        ((evenp i) (cons '(X) (red-table i (1+ j) n)))
        (t (cons '(O) (red-table i (1+ j) n)))))

(defun napravi-redove (i n)
  (if (> i n) '() (cons (red-table i 1 n) (napravi-redove (1+ i) n))))

;; stanje = (tabla poeniX poeniO)
(defun pocetno-stanje (n) (list (napravi-redove 1 n) 0 0))

(defun indeks (slovo) (1+ (position slovo slova)))
(defun polje (tabla p) (nth (1- (cadr p)) (nth (1- (indeks (car p))) tabla)))

(defun postavi-u-listu (lista k v)
  (if (= k 0) (cons v (cdr lista)) (cons (car lista) (postavi-u-listu (cdr lista) (1- k) v))))

(defun postavi (tabla p v)
  (let ((i (1- (indeks (car p)))))
    (postavi-u-listu tabla i (postavi-u-listu (nth i tabla) (1- (cadr p)) v))))

(defun susedi (tabla p)
  (let ((n (length tabla)) (i (indeks (car p))) (j (cadr p)))
    (loop for (a b) in '((-1 -1) (-1 1) (1 -1) (1 1))
          when (and (<= 1 (+ i a) n) (<= 1 (+ j b) n))
            collect (list (nth (+ i a -1) slova) (+ j b)))))

(defun rastojanje (p q)
  (max (abs (- (indeks (car p)) (indeks (car q)))) (abs (- (cadr p) (cadr q)))))

(defun zauzeta (tabla)
  (loop for i from 1 to (length tabla)
        append (loop for j from 1 to (length tabla)
                     for p = (list (nth (1- i) slova) j)
                     when (polje tabla p) collect p)))

(defun najblize (tabla p)
  (loop for q in (zauzeta tabla) unless (equal p q) minimize (rastojanje p q)))

(defun priblizava-p (tabla p q)
  (let ((d (najblize tabla p)))
    (some (lambda (r) (and (not (equal r p)) (= d (rastojanje p r)) (< (rastojanje q r) d)))
          (zauzeta tabla))))

(defun validan-potez (stanje potez igrac)
  (let* ((tabla (car stanje)) (od (car potez)) (do (cadr potez)) (h (or (caddr potez) 0)))
    (and (member (car od) slova) (member (car do) slova)
         (member do (susedi tabla od) :test #'equal)
         (let ((s (polje tabla od)) (c (polje tabla do)))
           (and s (eq (nth h s) igrac)
                (if c
                    (and (< h (length c)) (<= (+ (length c) (- (length s) h)) 8))
                    (and (= h 0)
                         (notany (lambda (q) (polje tabla q)) (susedi tabla od))
                         (priblizava-p tabla od do))))))))

(defun svi-potezi (stanje igrac)
  (loop for p in (zauzeta (car stanje))
        append (loop for q in (susedi (car stanje) p)
                     append (loop for h from 0 below (length (polje (car stanje) p))
                                  when (validan-potez stanje (list p q h) igrac)
                                    collect (list p q h)))))

(defun odigraj-potez (stanje potez)
  (let* ((tabla (car stanje)) (od (car potez)) (do (cadr potez)) (h (or (caddr potez) 0))
         (s (polje tabla od))
         (novi (append (polje tabla do) (nthcdr h s)))
         (t1 (postavi tabla od (butlast s (- (length s) h)))))
    (if (= (length novi) 8)
        (if (eq (car (last novi)) 'X)
            (list (postavi t1 do '()) (1+ (cadr stanje)) (caddr stanje))
            (list (postavi t1 do '()) (cadr stanje) (1+ (caddr stanje))))
        (list (postavi t1 do novi) (cadr stanje) (caddr stanje)))))

(defun sledbenici (stanje igrac)
  (mapcar (lambda (p) (odigraj-potez stanje p)) (svi-potezi stanje igrac)))

(defun broj-stekova (stanje) (if (= (length (car stanje)) 8) 3 5))

(defun kraj-igre (stanje)
  (cond ((> (cadr stanje) (/ (broj-stekova stanje) 2)) 'X)
        ((> (caddr stanje) (/ (broj-stekova stanje) 2)) 'O)))

(defun prikazi-tablu (stanje)
  (loop for red in (car stanje) for s in slova
        do (format t "~a " s)
           (dolist (p red) (format t "~8a" (format nil "~{~a~}" p)))
           (terpri)))

(defun protivnik (igrac) (if (eq igrac 'X) 'O 'X))

(defun heuristika (stanje igrac)
  (let ((v (+ (* 50 (- (cadr stanje) (caddr stanje)))
              (loop for p in (zauzeta (car stanje))
                    for s = (polje (car stanje) p)
                    sum (if (eq (car (last s)) 'X) (length s) (- (length s)))))))
    (if (eq igrac 'X) v (- v))))

(defun minimax (stanje dubina alfa beta igrac moj)
  (if (or (= dubina 0) (kraj-igre stanje))
      (list stanje (heuristika stanje moj))
      (let ((najbolje nil))
        (dolist (s (sledbenici stanje igrac) (or najbolje (list stanje (heuristika stanje moj))))
          (let ((v (cadr (minimax s (1- dubina) alfa beta (protivnik igrac) moj))))
            (if (eq igrac moj)
                (when (or (null najbolje) (> v (cadr najbolje)))
                  (setq najbolje (list s v) alfa (max alfa v)))
                (when (or (null najbolje) (< v (cadr najbolje)))
                  (setq najbolje (list s v) beta (min beta v))))
            (when (>= alfa beta) (return najbolje)))))))

(defun igraj ()
  (format t "Unesite velicinu table: ")
  (let* ((n (read)) (s (pocetno-stanje n)) (igrac 'X))
    (loop until (kraj-igre s)
          do (prikazi-tablu s)
             (format t "Potez ~a: " igrac)
             (let ((p (read)))
               (if (validan-potez s p igrac)
                   (setq s (odigraj-potez s p) igrac (protivnik igrac))
                   (format t "Nevalidan potez!~%"))))))

(igraj)
