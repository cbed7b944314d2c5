% Stanje je t(Polja, Igrac): polja su brojevi 1 do 9, dok ih neko ne popuni sa x ili o.
:- dynamic inKB/2.

pocetno(t([1,2,3,4,5,6,7,8,9], x)).
initial(S) :- pocetno(S).

protivnik(x, o).
protivnik(o, x).

tri([A,A,A,_,_,_,_,_,_]).
tri([_,_,_,A,A,A,_,_,_]).
tri([_,_,_,_,_,_,A,A,A]).
tri([A,_,_,A,_,_,A,_,_]).
tri([_,A,_,_,A,_,_,A,_]).
tri([_,_,A,_,_,A,_,_,A]).
tri([A,_,_,_,A,_,_,_,A]).
tri([_,_,A,_,A,_,A,_,_]).

zamena([P|T], P, Z, [Z|T]).
zamena([H|T], P, Z, [H|R]) :- zamena(T, P, Z, R).

successor(t(L, I), t(M, J)) :-
    \+ tri(L), protivnik(I, J), member(P, L), integer(P), zamena(L, P, I, M).

utility(S, X) :- inKB(S, X), !.
utility(t(L, I), X) :-
    (   tri(L) -> X = lose
    ;   \+ ( member(P, L), integer(P) ) -> X = draw
    ;   findall(U, (successor(t(L, I), S), utility(S, U)), Us),
        ( member(lose, Us) -> X = win ; member(draw, Us) -> X = draw ; X = lose )
    ),
    asserta(inKB(t(L, I), X)).

play(S, T) :- utility(S, X), suprotno(X, Y), successor(S, T), utility(T, Y), !.
suprotno(win, lose).
suprotno(lose, win).
suprotno(draw, draw).

perfect_game(S) :- play(S, T), !, utility(T, X), print(S), write(' --> '), print(T), write(' '), writeln(X), perfect_game(T).
perfect_game(_).
