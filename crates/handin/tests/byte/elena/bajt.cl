;;; Byte - matrica (make-array) i brojevi: 1 je crni (X), -1 je beli (O), 0 prazno.
;;; Na svakom polju je vektor od 8 mesta, popunjava se od pocetka.
(defstruct igra
  (n 8)
  matrica
  (pobede-crni 0)
  (pobede-beli 0))

(defun prazan-stek () (make-array 8 :initial-element 0))

(defun init-game (n)
  (let ((m (make-array (list n n) :initial-element nil)))
    (dotimes (i n)
      (dotimes (j n)
        (when (evenp (+ i j))
          (let ((s (prazan-stek)))
            (when (< 0 i (1- n))
              (setf (aref s 0) (if (oddp i) 1 -1)))
            (setf (aref m i j) s)))))
    (make-igra :n n :matrica m)))

(defun stek (g i j) (aref (igra-matrica g) (1- i) (1- j)))
(defun visina (s) (count-if-not #'zerop s))
(defun na-tabli (g i j) (and (<= 1 i (igra-n g)) (<= 1 j (igra-n g))))

(defun kopija (g)
  (let* ((n (igra-n g)) (m (make-array (list n n) :initial-element nil)))
    (dotimes (i n)
      (dotimes (j n)
        (when (aref (igra-matrica g) i j)
          (setf (aref m i j) (copy-seq (aref (igra-matrica g) i j))))))
    (make-igra :n n :matrica m :pobede-crni (igra-pobede-crni g) :pobede-beli (igra-pobede-beli g))))

;; igrac, pa stanje, pa red i kolona odakle, red i kolona dokle, pa visina (od 1)
(defun izvrsi-potez (g red1 kol1 red2 kol2 nivo)
  (let* ((g (kopija g)) (a (stek g red1 kol1)) (b (stek g red2 kol2)) (vb (visina b)))
    (loop for h from (1- nivo) below (visina (copy-seq a))
          for k from vb
          do (when (< k 8) (setf (aref b k) (aref a h))))
    (fill a 0 :start (1- nivo))
    (when (= (visina b) 8)
      (if (= (aref b 7) 1) (incf (igra-pobede-crni g)) (incf (igra-pobede-beli g)))
      (fill b 0))
    g))

(defun okolina (g i j)
  (loop for di in '(-1 1)
        append (loop for dj in '(-1 1)
                     when (na-tabli g (+ i di) (+ j dj)) collect (list (+ i di) (+ j dj)))))

(defun lista-mogucih-poteza (igrac g)
  (let (potezi)
    (loop for i from 1 to (igra-n g) do
      (loop for j from 1 to (igra-n g) do
        (when (and (stek g i j) (plusp (visina (stek g i j))))
          (let* ((s (stek g i j)) (v (visina s))
                 (puni (remove-if (lambda (p) (zerop (visina (stek g (first p) (second p))))) (okolina g i j))))
            (dotimes (h v)
              (when (= (aref s h) igrac)
                (dolist (p puni)
                  (let ((vp (visina (stek g (first p) (second p)))))
                    (when (and (> vp h) (<= (+ vp (- v h)) 8))
                      (push (list i j (first p) (second p) (1+ h)) potezi))))
                (when (and (null puni) (= h 0))
                  (dolist (p (okolina g i j))
                    (push (list i j (first p) (second p) 1) potezi)))))))))
    potezi))

(defun potez-ispravan (igrac g red1 kol1 red2 kol2 nivo)
  (and (member (list red1 kol1 red2 kol2 nivo) (lista-mogucih-poteza igrac g) :test #'equal) t))

(defun crtaj-tablu (g)
  (loop for i from 1 to (igra-n g) do
    (format t "~c " (code-char (+ 64 i)))
    (loop for j from 1 to (igra-n g)
          do (format t "~a" (if (stek g i j)
                                (map 'string (lambda (x) (case x (1 #\X) (-1 #\O) (t #\.))) (stek g i j))
                                "        ")))
    (terpri)))

(defun da-li-je-kraj (g)
  (or (> (* 2 (igra-pobede-crni g)) (if (= (igra-n g) 8) 3 5))
      (> (* 2 (igra-pobede-beli g)) (if (= (igra-n g) 8) 3 5))))

;; pozitivno je dobro za crnog
(defun oceni (g)
  (let ((zbir (* 100.0 (- (igra-pobede-crni g) (igra-pobede-beli g)))))
    (loop for i from 1 to (igra-n g) do
      (loop for j from 1 to (igra-n g)
            for s = (stek g i j)
            do (when (and s (plusp (visina s)))
                 (incf zbir (* 0.5 (aref s (1- (visina s))))))))
    zbir))

(defun minmax (g dubina igrac)
  (let ((naj nil) (vr nil))
    (dolist (p (lista-mogucih-poteza igrac g) (values naj vr))
      (let* ((s (apply #'izvrsi-potez g p))
             (v (if (or (<= dubina 1) (da-li-je-kraj s))
                    (* igrac (oceni s))
                    (- (or (nth-value 1 (minmax s (1- dubina) (- igrac))) 0)))))
        (when (or (null vr) (> v vr)) (setf naj p vr v))))))
