% A bridge to Agon: it is loaded after your program. Use your own predicates in it;
% user:successor(State, Next) is yours if this file has one of the same name.

% successor: successor(+State, -Next) gives each state after one move, one by one. In NIM a state is
% a sorted list of groups, such as [3,5,7].
successor(_State, _Next) :- fail.

% utility: utility(+State, -Result) is win, draw or lose, for the player to move.
utility(_State, draw).

% play: play(+State, -NewState) is the move that your program chooses.
play(State, NewState) :- once(successor(State, NewState)).

% perfect_game: perfect_game(+State) prints a game without mistakes.
perfect_game(_State).

% start: start(-State) is the empty board. cells(+State, -Cells) has its nine cells, row by row, in
% any words, such as x, o and e; it may be left out if nine parts of a state are the cells.
start(_State) :- fail.
% cells(State, [A,B,C,D,E,F,G,H,I]) :- ...
