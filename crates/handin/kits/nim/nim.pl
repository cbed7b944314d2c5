% NIM. A state is a sorted list of the sizes of the groups, such as [3,5,7]. The rules and the
% verdicts are given; play/2 and perfect_game/1 are to be written: their holes are marked with TODO.

:- dynamic inKB/2.              % inKB(+State,?Result): the verdicts that are known

inKB([1],lose).                 % who must take the last one loses
inKB([],win).

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

% successor(+State,-Next): each state after one move
successor(State,Next) :-
    remove(Size,State,Others),
    rest(Size,Left),
    append(Left,Others,Groups),
    msort(Groups,Next).

% rest(+Size,-Left): what a move leaves of a group: nothing, a smaller group, or two
rest(_,[]).
rest(Size,[Left]) :- Most is Size-1, enlist(Most,Sizes), member(Left,Sizes).
rest(Size,[Left,Right]) :-
    Most is Size-2, Most > 0,
    enlist(Most,Sizes), member(Left,Sizes), member(Right,Sizes),
    Left =< Right, Left+Right < Size.

% remove(?X,+List,-Others): takes one element out of a list
remove(X,List,Others) :- append(Before,[X|After],List), append(Before,After,Others).

% enlist(+N,-List): the numbers from N down to 1
enlist(0,[]) :- !.
enlist(N,[N|Others]) :- Less is N-1, enlist(Less,Others).

% play(+State,-NewState): the best move. It also prints two lines:
%     I play from [2,4,6] to [1,4,6]
%     If you play perfectly, you will eventually win
% TODO: this one makes the first move that there is, and prints nothing.
play(State,NewState) :- successor(State,NewState), !.

% perfect_game(+State): prints the moves of a game without mistakes, each with its verdict:
%     [2,2] --> [1,2]     win
% TODO: this one prints nothing.
perfect_game(_).
