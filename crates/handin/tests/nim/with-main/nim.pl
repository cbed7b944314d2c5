% Άσκηση 8, NIM. Τρέχει και μόνο του: swipl nim.pl
:- dynamic inKB/2.
:- initialization(main).

main :- write('Δώσε θέση: '), read(S), ( S == end_of_file -> true ; play(S, _), main ).

utility(S, R) :- inKB(S, R), !.
utility(S, R) :-
    findall((N, U), (successor(S, N), utility(N, U)), L0),
    sort(L0, L), ektimisi(L, R), asserta(inKB(S, R)).

ektimisi(L, win) :- member((_, lose), L), !.
ektimisi(L, draw) :- member((_, draw), L), !.
ektimisi(_, lose).

inKB([1], lose).
inKB([], win).

successor([], _) :- !, fail.
successor([N], [Q]) :- M is N - 1, between(1, M, Q).
successor([_], []).
successor([N], [L, R]) :- N > 2, M is N - 2, between(1, M, L), between(L, M, R), L + R < N.
successor(In, Out) :-
    length(In, K), K > 1,
    select(X, In, Rest), successor([X], New), append(Rest, New, Unsorted), msort(Unsorted, Out).

% Πρώτα όσες κινήσεις αφήνουν χαμένη θέση στον αντίπαλο.
play(S, N) :-
    utility(S, U),
    ( U == win -> successor(S, N), utility(N, lose) ; successor(S, N) ), !,
    format("I play from ~w to ~w~n", [S, N]),
    ( U == win -> W = win ; W = lose ),
    format("If you play perfectly, you will eventually ~w~n", [W]).

perfect_game([]) :- !.
perfect_game(S) :-
    utility(S, U), ( U == win -> successor(S, N), utility(N, lose) ; successor(S, N) ), !,
    utility(N, V), format("~w --> ~w\t~w~n", [S, N, V]), perfect_game(N).
