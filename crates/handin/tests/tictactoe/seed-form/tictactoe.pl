% Τρίλιζα με την κωδικοποίηση της εκφώνησης: ([...9...], Παίκτης)
:- dynamic inKB/2.

utility(State, X) :- inKB(State, X), !.
utility(State, X) :- final(State, X), !, asserta(inKB(State, X)).
utility(State, X) :-
    findall(U, (successor(State, N), utility(N, U)), L),
    ( memberchk(lose, L) -> X = win ; memberchk(draw, L) -> X = draw ; X = lose ),
    asserta(inKB(State, X)).

grammi(A, B, C) :- member([A, B, C], [[1,2,3],[4,5,6],[7,8,9],[1,4,7],[2,5,8],[3,6,9],[1,5,9],[3,5,7]]).

triada(Board, P) :- grammi(A, B, C), nth1(A, Board, P), nth1(B, Board, P), nth1(C, Board, P), !.

final((Board, P), lose) :- Q is -P, triada(Board, Q), !.
final((Board, _), draw) :- \+ member(0, Board).

successor((Board, P), (New, Q)) :-
    \+ triada(Board, 1), \+ triada(Board, -1),
    Q is -P, append(A, [0|B], Board), append(A, [P|B], New).

play(S, N) :-
    utility(S, U), proti(U, S, N),
    format("I play from ~w to ~w~n", [S, N]),
    format("If you play perfectly, you will eventually ~w~n", [U]).

proti(win, S, N) :- successor(S, N), utility(N, lose), !.
proti(draw, S, N) :- successor(S, N), utility(N, draw), !.
proti(_, S, N) :- successor(S, N), !.

perfect_game(S) :- final(S, _), !.
perfect_game(S) :- utility(S, U), proti(U, S, N), utility(N, V), format("~w --> ~w\t~w~n", [S, N, V]), perfect_game(N).
