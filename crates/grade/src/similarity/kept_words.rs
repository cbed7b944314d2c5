//! The words of each language that are kept when names are left out: its keywords and what its
//! library offers.

pub const HASKELL: &str = "
    case class data deriving do else if import in infix infixl infixr instance let module newtype of
    then type where otherwise True False Just Nothing Left Right Int Integer Bool Char String Double
    Maybe Either Eq Ord Show Read Enum Bounded IO
    abs all and any break ceiling compare concat concatMap const curry cycle div divMod drop dropWhile
    either elem error even exp filter flip floor fmap foldl foldl' foldl1 foldr foldr1 fromIntegral
    fst gcd getLine head id init interact iterate last lcm length lines lookup map mapM mapM_ max
    maxBound maximum maybe min minBound minimum mod negate not notElem null odd or pred print product
    pure putStr putStrLn quot read rem repeat replicate return reverse round scanl scanr seq sequence
    show signum snd span splitAt sqrt subtract succ sum tail take takeWhile traverse truncate uncurry
    undefined unlines unwords unzip until words zip zip3 zipWith
    delete elemIndex find findIndex group groupBy insert insertBy intercalate intersect intersperse
    isPrefixOf isSuffixOf maximumBy minimumBy nub partition permutations sort sortBy sortOn
    subsequences transpose union catMaybes fromJust fromMaybe isJust isNothing mapMaybe comparing on
    when unless forM forM_ foldM adjust alter empty findWithDefault fromList insertWith keys member
    singleton toList update array bounds listArray elems ord chr digitToInt intToDigit";

pub const PROLOG: &str = "
    is mod rem div dynamic discontiguous initialization module use_module consult ensure_loaded
    true fail false not call once forall findall bagof setof aggregate_all between length member
    memberchk append reverse nth0 nth1 last sort msort predsort list_to_set sum_list sumlist max_list
    min_list max_member min_member select selectchk subtract exclude include partition maplist foldl
    delete exclude permutation flatten numlist exclude assert asserta assertz retract retractall
    atom number integer var nonvar atomic compound is_list ground functor arg copy_term atom_chars
    atom_codes atom_length atom_number atom_string number_codes number_chars char_code
    atomic_list_concat split_string string_concat string_chars string_codes string_to_atom
    term_to_atom sub_atom concat_atom nb_getval nb_setval b_getval b_setval succ plus max min abs
    sign write writeln print nl tab put_char read read_term get_char format writef write_canonical
    halt throw catch repeat tabling table listing keysort pairs_keys_values pairs_values ignore";

pub const LISP: &str = "
    defun defmacro defvar defparameter defconstant defstruct defclass defmethod defgeneric deftype
    let let* flet labels lambda function funcall apply progn prog1 prog2 block return return-from
    if when unless cond case ecase typecase otherwise and or not t nil setq setf incf decf push
    pushnew pop psetf do do* dolist dotimes loop for in on from to downto below above by with while
    until repeat collect append nconc sum count maximize minimize finally initially always never
    thereis into finally across being the of do doing named then = == /= < > <= >= + - * / 1+ 1- eq
    eql equal equalp null atom listp consp numberp integerp symbolp stringp zerop plusp minusp evenp
    oddp car cdr caar cadr cdar cddr caddr cdddr cadddr cadar first second third fourth fifth sixth
    rest last butlast nth nthcdr cons list list* append nconc reverse nreverse length member member-if
    assoc assoc-if rassoc find find-if find-if-not position position-if count-if count-if-not remove
    remove-if remove-if-not remove-duplicates delete delete-if substitute subst some every notany
    notevery mapcar mapc mapcan maplist mapcon reduce sort stable-sort merge copy-list copy-tree
    copy-seq subseq elt acons pairlis set-difference union intersection subsetp adjoin make-list
    make-array aref array-dimension vector svref make-hash-table gethash remhash maphash min max abs
    mod rem floor ceiling round truncate random expt sqrt gcd logand logior ash format print princ
    prin1 terpri write read read-line parse-integer finish-output fresh-line y-or-n-p char string
    char-code code-char char-upcase string= char= concatenate coerce intern symbol-name
    string-upcase declare ignore ignorable optimize speed safety type fixnum multiple-value-bind
    values multiple-value-list destructuring-bind multiple-value-setq error warn assert
    handler-case unwind-protect catch throw quote eval load in-package defpackage use-package require
    identity constantly complement ignore-errors most-positive-fixnum most-negative-fixnum
    &optional &rest &key &body :test :key :initial-value :from-end :start :end :count :initarg
    :accessor :initform :reader :writer :initial-element :initial-contents";

pub const JAVA: &str = "
    abstract assert boolean break byte case catch char class const continue default do double else
    enum extends float for goto if implements import instanceof int interface long native new
    package return short static strictfp super switch synchronized throw throws transient try void
    volatile while var true false null
    String Integer Double Boolean Character Object Math Random List ArrayList LinkedList Arrays Map
    HashMap TreeMap Set HashSet Collections Collection Iterator Scanner System StringBuilder
    Exception RuntimeException IllegalArgumentException Thread Queue Deque Stack Optional Stream
    out in err println print printf length size get set add remove clear contains isEmpty indexOf
    put containsKey keySet values entrySet getKey getValue clone equals hashCode toString compareTo
    compare max min abs floor ceil round pow sqrt random nextInt nextDouble nextBoolean sort fill
    asList copyOf copyOfRange arraycopy charAt substring split join format parseInt valueOf append
    addAll removeIf stream map filter forEach collect sum iterator hasNext next sleep exit MAX_VALUE
    MIN_VALUE POSITIVE_INFINITY NEGATIVE_INFINITY main args";
