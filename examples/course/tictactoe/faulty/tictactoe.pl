% Tic-tac-toe: a hand-in with planted faults, to try a grader on.
%
% FAULT successor: goes on after a player has three in a row
% FAULT play: takes the first move where none wins, even if a later one draws
% FAULT perfect_game: does not print the last move
%
% A position is (Board,Player): the nine cells row by row, 1 for X, -1 for O and
% 0 for an empty cell; then the player to move. X starts:
% ([0,0,0,0,0,0,0,0,0],1).

:- dynamic inKB/2.              % inKB(+State,?Result): the known verdicts

% The verdicts of finished games are worked out, not stored.
inKB((Board,Player),Result):- ground((Board,Player)), over(Board,Player,Result).

% over(+Board,+Player,-Result)
% The game is over: the opponent has a line, or the board is full.
over(Board,Player,Result):- Opponent is -Player, line(Board,Opponent), !, Result = lose.
over(Board,_,draw):- \+ memberchk(0,Board).

% line(+Board,+Player)
% The player has three in a row.
line([P,P,P,_,_,_,_,_,_],P).
line([_,_,_,P,P,P,_,_,_],P).
line([_,_,_,_,_,_,P,P,P],P).
line([P,_,_,P,_,_,P,_,_],P).
line([_,P,_,_,P,_,_,P,_],P).
line([_,_,P,_,_,P,_,_,P],P).
line([P,_,_,_,P,_,_,_,P],P).
line([_,_,P,_,P,_,P,_,_],P).

% utility(+State,-Result)
% The verdict of a position for the player to move: win, draw or lose.
utility(State,X):- known(State,Known), !, X = Known.
utility(State,X):-
    findall((Next,NextX),
            (successor(State,Next), utility(Next,NextX)),
            Pairs),
    estimate(Pairs,Result),
    asserta(inKB(State,Result)),
    X = Result.

% The verdict must be free when the base is asked, or utility(State,win) would
% pass over a fact that says draw and store a second one.
known(State,X):- inKB(State,X), !.

% estimate(+Pairs,-Result)
% A lost position to move to wins; else a drawn one draws; else all is lost.
estimate(Pairs,win):- memberchk((_,lose),Pairs), !.
estimate(Pairs,draw):- memberchk((_,draw),Pairs), !.
estimate(_,lose).

% successor(+State,-Next)
% All positions after one move, in the order of the cells.
successor((Board,Player),(Next,Opponent)):-
    Opponent is -Player,
    append(Before,[0|After],Board),
    append(Before,[Player|After],Next).

% best(+State,-Next,-Result)
% The best move with the verdict for the player who has to answer it.
best(State,Next,Result):-
    \+ over(State), member(Result,[lose,draw,win]),
    successor(State,Next), utility(Next,Result), !.

over((Board,Player)):- over(Board,Player,_).

% winning_or_first(+State,-Next,-Result)
winning_or_first(State,Next,lose):- successor(State,Next), utility(Next,lose), !.
winning_or_first(State,Next,Result):- successor(State,Next), !, utility(Next,Result).

% play(+State,-NewState)
% Proposes the best move and says how the game ends for the opponent.
play(State,NewState):-
    \+ over(State), winning_or_first(State,NewState,Result),
    text(State,From), text(NewState,To),
    format("I play from ~w to ~w~n",[From,To]),
    format("If you play perfectly, you will eventually ~w~n",[Result]).

% perfect_game(+State)
% Prints a game in which both sides always make the best move.
perfect_game(State):-
    best(State,Next,Result), \+ over(Next), !,
    text(State,From), text(Next,To),
    format("~w --> ~w   ~w~n",[From,To,Result]),
    perfect_game(Next).
perfect_game(_).

% text(+State,-Text)
% The position as it is typed, with its outer brackets.
text((Board,Player),Text):- format(atom(Text),"(~w,~w)",[Board,Player]).
