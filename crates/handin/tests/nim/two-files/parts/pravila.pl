% Pravila igre: gomile, sortirane.
enlist(0, []) :- !.
enlist(X, [X|T]) :- Y is X - 1, enlist(Y, T).

successor([], []) :- !, fail.
successor([N], [Q]) :- M is N - 1, enlist(M, L), member(Q, L).
successor([_], []).
successor([N], [A, B]) :- N > 2, M is N - 2, enlist(M, L), member(A, L), member(B, L), A =< B, A + B < N.
successor(S, T) :- S = [_, _|_], odvoji(X, S, Ostatak), successor([X], Y), append(Ostatak, Y, Z), msort(Z, T).

odvoji(X, S, Ostatak) :- append(A, [X|B], S), append(A, B, Ostatak).
