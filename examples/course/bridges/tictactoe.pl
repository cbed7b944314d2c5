% Τρίλιζα. Κατάσταση: k(Χ, Ο, Σειρά), όπου Χ και Ο είναι οι λίστες με τα τετράγωνα (1 έως 9)
% που έχει πάρει ο κάθε παίκτης, και Σειρά ποιος παίζει: x ή o.
:- table xaraktirismos/2.

trilizes([[1,2,3],[4,5,6],[7,8,9],[1,4,7],[2,5,8],[3,6,9],[1,5,9],[3,5,7]]).

exei_triliza(Tetragona) :-
    trilizes(Oles),
    member(T, Oles),
    subset(T, Tetragona), !.

keno(k(X, O, _), N) :-
    between(1, 9, N),
    \+ memberchk(N, X),
    \+ memberchk(N, O).

epomeni(k(X, O, x), k([N|X], O, o)) :- \+ exei_triliza(O), keno(k(X, O, x), N).
epomeni(k(X, O, o), k(X, [N|O], x)) :- \+ exei_triliza(X), keno(k(X, O, o), N).

xaraktirismos(k(_, O, x), htta) :- exei_triliza(O), !.
xaraktirismos(k(X, _, o), htta) :- exei_triliza(X), !.
xaraktirismos(K, isopalia) :- \+ keno(K, _), !.
xaraktirismos(K, niki) :- epomeni(K, E), xaraktirismos(E, htta), !.
xaraktirismos(K, isopalia) :- epomeni(K, E), xaraktirismos(E, isopalia), !.
xaraktirismos(_, htta).

dialexe(K, E) :-
    member(V, [htta, isopalia, niki]),
    epomeni(K, E),
    xaraktirismos(E, V), !.
