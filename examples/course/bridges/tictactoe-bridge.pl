% A bridge to Agon: it is loaded after your program.

successor(State, Next) :- epomeni(State, Next).

utility(State, Result) :-
    xaraktirismos(State, V),
    memberchk(V-Result, [niki-win, isopalia-draw, htta-lose]).

play(State, NewState) :- dialexe(State, NewState).

start(k([], [], x)).

cells(k(X, O, _), Cells) :- numlist(1, 9, All), maplist(cell(X, O), All, Cells).

cell(X, _, N, x) :- memberchk(N, X), !.
cell(_, O, N, o) :- memberchk(N, O), !.
cell(_, _, _, e).
