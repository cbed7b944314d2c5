;; Generisanje stanja. Tabla: lista od 64 polja, polje je lista; crni = c, beli = b
(defun matrixFactoryByte (&optional (dimenzija 8))
  (loop for i from 0 below (* dimenzija dimenzija)
        collect (let ((red (floor i dimenzija)) (kol (mod i dimenzija)))
                  (cond ((oddp (+ red kol)) '-)
                        ((= red 0) '()) ((= red (1- dimenzija)) '())
                        ((oddp red) '(c)) (t '(b))))))

(defun koren (stanje) (isqrt (length stanje)))

(defun zamena (l i x) (append (subseq l 0 i) (list x) (nthcdr (1+ i) l)))

(defun okolo (i n)
  (let ((r (floor i n)) (k (mod i n)) (rez nil))
    (dolist (p '((1 1) (1 -1) (-1 1) (-1 -1)) rez)
      (let ((r2 (+ r (car p))) (k2 (+ k (cadr p))))
        (if (and (>= r2 0) (< r2 n) (>= k2 0) (< k2 n))
            (push (+ (* r2 n) k2) rez))))))

(defun razdaljina (i j n)
  (max (abs (- (floor i n) (floor j n))) (abs (- (mod i n) (mod j n)))))

(defun prebaci-deo (stanje i j h)
  (let* ((s (nth i stanje)) (cilj (append (nth j stanje) (nthcdr h s))))
    (zamena (zamena stanje i (subseq s 0 h)) j (if (= (length cilj) 8) '() cilj))))

(defun zauzeto (x) (and x (listp x)))

(defun generateAllStates (stanje naPotezu)
  (let ((n (koren stanje)) (rez nil))
    (dotimes (i (length stanje) (reverse rez))
      (let* ((s (nth i stanje)) (blizu (and (zauzeto s) (remove-if-not (lambda (j) (zauzeto (nth j stanje))) (okolo i n)))))
        (when (zauzeto s)
          (if blizu
              (dolist (j blizu)
                (dotimes (h (length s))
                  (when (and (eq (nth h s) naPotezu) (< h (length (nth j stanje)))
                             (<= (+ (length (nth j stanje)) (- (length s) h)) 8))
                    (push (prebaci-deo stanje i j h) rez))))
              (when (eq (car s) naPotezu)
                (let ((najmanje (loop for j from 0 below (length stanje)
                                      when (and (/= i j) (zauzeto (nth j stanje)))
                                        minimize (razdaljina i j n))))
                  (dolist (j (okolo i n))
                    (when (loop for q from 0 below (length stanje)
                                thereis (and (/= q i) (zauzeto (nth q stanje))
                                             (= najmanje (razdaljina i q n))
                                             (< (razdaljina j q n) najmanje)))
                      (push (prebaci-deo stanje i j 0) rez)))))))))))

(defun crtajMatricu (stanje)
  (let ((n (koren stanje)))
    (dotimes (i (* n n))
      (format t "~10a" (nth i stanje))
      (if (= (mod (1+ i) n) 0) (format t "~%")))))

(defun proveriCiljnoStanje (stanje)
  (let ((ukupno (reduce #'+ (mapcar (lambda (p) (if (listp p) (length p) 0)) stanje))))
    (if (<= ukupno (if (= (koren stanje) 8) 8 24)) t nil)))

(defun vrednost-steka (s igrac)
  (if (eq (car (last s)) igrac) (length s) (- (length s))))

(defun heuristic-value (stanje igrac)
  (let ((v 0))
    (dolist (p stanje v)
      (when (zauzeto p) (incf v (vrednost-steka p igrac))))))
