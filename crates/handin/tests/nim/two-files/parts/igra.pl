:- dynamic inKB/2.
inKB([1], lose).
inKB([], win).

utility(S, X) :- inKB(S, X), !.
utility(S, X) :-
    ( successor(S, T), utility(T, lose) -> X = win ; X = lose ),
    asserta(inKB(S, X)).

% Najbolji potez, ako postoji; inace bilo koji.
play(S, T) :- successor(S, T), utility(T, lose), !, poruka(S, T, win).
play(S, T) :- successor(S, T), !, poruka(S, T, lose).

poruka(S, T, Kraj) :-
    write('I play from '), write(S), write(' to '), write(T), nl,
    write('If you play perfectly, you will eventually '), write(Kraj), nl.

perfect_game([]).
perfect_game(S) :-
    S = [_|_], ( successor(S, T), utility(T, lose) -> true ; successor(S, T) ), !,
    utility(T, X), write(S), write(' --> '), write(T), write('   '), write(X), nl,
    perfect_game(T).
