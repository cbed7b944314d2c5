% Tic-tac-toe. The verdicts are given; the rules, play/2 and perfect_game/1 are to be written: their
% holes are marked with TODO.
%
% A state is (Cells,Player): nine cells row by row, 1 for X, -1 for O and 0 for an empty cell; and
% the player to move, 1 or -1. Write start/1 if your states have another form.

:- dynamic inKB/2.              % inKB(+State,?Result): the verdicts that are known

% start(-State): the empty board, with X to move
start(([0,0,0,0,0,0,0,0,0],1)).

% The verdicts of games that are over. TODO: a line of the other player loses.
inKB((Cells,_),draw) :- nonvar(Cells), \+ memberchk(0,Cells).

% utility(+State,-Result): win, draw or lose, for the player to move
utility(State,Result) :- inKB(State,Result), !.
utility(State,Result) :-
    findall((Next,Verdict), (successor(State,Next), utility(Next,Verdict)), Found),
    sort(Found,Verdicts),
    estimate(Verdicts,Result),
    asserta(inKB(State,Result)).

% estimate(+Verdicts,-Result): the verdict of a state, by those of its successors
estimate(Verdicts,win) :- memberchk((_,lose),Verdicts), !.
estimate(Verdicts,draw) :- memberchk((_,draw),Verdicts), !.
estimate(_,lose).

% successor(+State,-Next): each state after one move.
% TODO: this one goes on when a player has three in a row.
successor((Cells,Player),(Next,Other)) :-
    Other is -Player,
    append(Before,[0|After],Cells),
    append(Before,[Player|After],Next).

% play(+State,-NewState): the best move; it also prints what it plays, and who will win.
% TODO: this one makes the first move that there is, and prints nothing.
play(State,NewState) :- successor(State,NewState), !.

% perfect_game(+State): prints the moves of a game without mistakes, each with its verdict.
% TODO: this one prints nothing.
perfect_game(_).
