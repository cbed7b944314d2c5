; Byte - asocijativna lista: (((A 1) ()) ((A 3) ()) ... ((B 2) (X)) ...), vrh steka je PRVI u listi
(setq *brojPoljaTable* nil)
(setq poeniX 0)
(setq poeniO 0)

(defun slovoZaBroj (i) (nth i '(A B C D E F G H I J)))

(defun inicijalnoStanje (velicina)
  (setq *brojPoljaTable* velicina)
  (setq poeniX 0 poeniO 0)
  (kreirajPolja 0 0 velicina))

(defun kreirajPolja (r k v)
  (cond ((= r v) nil)
        ((= k v) (kreirajPolja (+ r 1) 0 v))
        ((evenp (+ r k))
         (cons (list (list (slovoZaBroj r) (+ k 1))
                     (cond ((= r 0) '()) ((= r (- v 1)) '()) ((oddp r) (list 'x)) (t (list 'o))))
               (kreirajPolja r (+ k 1) v)))
        (t (kreirajPolja r (+ k 1) v))))

(defun vratiStek (polje stanje) (cadr (assoc polje stanje :test 'equal)))

(defun zameniStek (polje stek stanje)
  (cond ((null stanje) nil)
        ((equal (caar stanje) polje) (cons (list polje stek) (cdr stanje)))
        (t (cons (car stanje) (zameniStek polje stek (cdr stanje))))))

(defun prvih (n l) (if (or (= n 0) (null l)) nil (cons (car l) (prvih (- n 1) (cdr l)))))

; visina se racuna od dna
(defun odigrajPotez (potez stanje)
  (let* ((izvor (vratiStek (car potez) stanje))
         (visina (if (caddr potez) (caddr potez) 0))
         (deo (prvih (- (length izvor) visina) izvor))
         (ostatak (nthcdr (length deo) izvor))
         (novi (append deo (vratiStek (cadr potez) stanje)))
         (bez (zameniStek (car potez) ostatak stanje)))
    (cond ((>= (length novi) 8)
           (if (equal (car novi) 'x) (setq poeniX (+ 1 poeniX)) (setq poeniO (+ 1 poeniO)))
           (zameniStek (cadr potez) '() bez))
          (t (zameniStek (cadr potez) novi bez)))))

(defun brojSlova (s) (position s '(A B C D E F G H I J)))

(defun dijagonalna (p)
  (let ((r (brojSlova (car p))) (k (cadr p)))
    (remove-if (lambda (q) (or (null (car q)) (< (cadr q) 1) (> (cadr q) *brojPoljaTable*)
                               (>= (brojSlova (car q)) *brojPoljaTable*)))
               (list (list (if (> r 0) (slovoZaBroj (- r 1))) (- k 1))
                     (list (if (> r 0) (slovoZaBroj (- r 1))) (+ k 1))
                     (list (slovoZaBroj (+ r 1)) (- k 1))
                     (list (slovoZaBroj (+ r 1)) (+ k 1))))))

(defun moguciPotezi (igrac stanje)
  (let ((rez '()))
    (dolist (polje stanje rez)
      (let* ((stek (reverse (cadr polje))) (h 0)
             (susedi (dijagonalna (car polje)))
             (puni (remove-if-not (lambda (s) (vratiStek s stanje)) susedi)))
        (dolist (disk stek)
          (if (equal disk igrac)
              (if puni
                  (dolist (s puni)
                    (let ((vs (length (vratiStek s stanje))))
                      (if (and (> vs h) (<= (+ vs (- (length stek) h)) 8))
                          (push (list (car polje) s h) rez))))
                  (if (= h 0)
                      (dolist (s susedi) (push (list (car polje) s 0) rez)))))
          (setq h (+ h 1)))))))

(defun proveriKraj ()
  (cond ((>= poeniX (if (= *brojPoljaTable* 8) 2 3)) 'x)
        ((>= poeniO (if (= *brojPoljaTable* 8) 2 3)) 'o)
        (t '())))

(defun stampajTablu (stanje)
  (dolist (polje stanje)
    (format t "~a~a:~a " (caar polje) (cadar polje) (if (cadr polje) (cadr polje) "...")))
  (format t "~%X ~a O ~a~%" poeniX poeniO))

(defun proceniStanje (stanje igrac)
  (let ((zbir 0))
    (dolist (polje stanje)
      (if (cadr polje)
          (if (equal (caadr polje) igrac) (setq zbir (+ zbir 1.5)) (setq zbir (- zbir 1)))))
    (+ zbir (* 20 (- poeniX poeniO) (if (equal igrac 'x) 1 -1)))))

(defun main ()
  (print "Ko igra prvi? (covek/racunar)")
  (let ((ko (read-line)))
    (loop
      (stampajTablu (inicijalnoStanje 8))
      (if (equal (read) 'kraj) (quit)))))

(main)
