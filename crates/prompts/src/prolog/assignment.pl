% The assignment's program for NIM, for comparison: the tests load it into SWI-Prolog.

:- dynamic inKB/2.

utility(State, X) :- inKB(State, X), !.
utility(State, X) :-
    findall((Next, NextX), (successor(State, Next), utility(Next, NextX)), Multiple),
    sort(Multiple, Pairs),
    estimate(Pairs, X),
    asserta(inKB(State, X)).

estimate(Pairs, win) :- member((_, lose), Pairs), !.
estimate(Pairs, draw) :- member((_, draw), Pairs), !.
estimate(_, lose).

inKB([1], lose).
inKB([], win).

successor([], []) :- !, fail.
successor([N], [Q]) :- Less is N - 1, enlist(Less, All), member(Q, All).
successor([_], []).
successor([N], [L, R]) :-
    N > 2,
    Most is N - 2,
    enlist(Most, All),
    member(L, All), member(M, All), member(R, All),
    L =< R, N =:= L + M + R.
successor(In, Out) :-
    length(In, Length), Length > 1,
    remove(X, In, Others),
    successor([X], Left),
    append(Others, Left, Unsorted),
    msort(Unsorted, Out).

remove(X, In, Out) :- append(A, [X|B], In), append(A, B, Out).

enlist(0, []) :- !.
enlist(X, [X|T]) :- Y is X - 1, enlist(Y, T).
