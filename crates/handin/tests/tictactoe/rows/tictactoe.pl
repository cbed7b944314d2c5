% A state is board(Rows, Player): three rows of x, o and e, and who is to move.
:- dynamic inKB/2.

start(board([[e,e,e],[e,e,e],[e,e,e]], x)).

other(x, o).
other(o, x).

row_of(Rows, Row) :- member(Row, Rows).
row_of([[A,_,_],[B,_,_],[C,_,_]], [A,B,C]).
row_of([[_,A,_],[_,B,_],[_,C,_]], [A,B,C]).
row_of([[_,_,A],[_,_,B],[_,_,C]], [A,B,C]).
row_of([[A,_,_],[_,B,_],[_,_,C]], [A,B,C]).
row_of([[_,_,A],[_,B,_],[C,_,_]], [A,B,C]).

wins(Rows, P) :- row_of(Rows, [P,P,P]), !.

successor(board(Rows, P), board(Next, Q)) :-
    other(P, Q), \+ wins(Rows, x), \+ wins(Rows, o),
    append(Above, [Row|Below], Rows), append(Left, [e|Right], Row),
    append(Left, [P|Right], Marked), append(Above, [Marked|Below], Next).

utility(S, X) :- inKB(S, X), !.
utility(board(Rows, P), lose) :- other(P, Q), wins(Rows, Q), !.
utility(S, draw) :- \+ successor(S, _), !.
utility(S, X) :-
    findall(U, (successor(S, T), utility(T, U)), Us),
    (   member(lose, Us) -> X = win
    ;   member(draw, Us) -> X = draw
    ;   X = lose
    ),
    asserta(inKB(S, X)).

reply(win, lose).
reply(draw, draw).
reply(lose, win).

play(S, T) :- utility(S, X), reply(X, Y), successor(S, T), utility(T, Y), !.

perfect_game(S) :- \+ successor(S, _), !.
perfect_game(S) :- play(S, T), utility(T, X), writeln(S --> T : X), perfect_game(T).
