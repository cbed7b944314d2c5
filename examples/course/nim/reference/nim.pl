% NIM: a correct hand-in for the assignment.
%
% A position is a sorted list of group sizes, such as [3,5,7]. A player takes
% one or more adjacent items of one group, and may so split it in two. Who takes
% the last item loses.

:- dynamic inKB/2.              % inKB(+State,?Result): the known verdicts

inKB([1],lose).                 % Only the last item is left to take.
inKB([],win).                   % The other player has just taken it.

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

% The verdict must be free when the base is asked: utility([3],lose) would
% otherwise pass over a fact that says win and store a second one.
known(State,X):- inKB(State,X), !.

% estimate(+Pairs,-Result)
% A lost position to move to wins; else a drawn one draws; else all is lost.
estimate(Pairs,win):- memberchk((_,lose),Pairs), !.
estimate(Pairs,draw):- memberchk((_,draw),Pairs), !.
estimate(_,lose).

% successor(+State,-Next)
% All positions after one move, each of them once.
successor(State,Next):-
    findall(S,after_move(State,S),All),
    list_to_set(All,Set),
    member(Next,Set).

% A move changes one group and leaves the others as they are.
after_move(State,Next):-
    remove(N,State,Others),
    remainder(N,Rest),
    append(Others,Rest,Unsorted),
    msort(Unsorted,Next).

% remove(?X,+List,-Others)
% Takes one element out of a list.
remove(X,List,Others):- append(Before,[X|After],List), append(Before,After,Others).

% remainder(+N,-Rest)
% What can be left of a group of N items: a smaller group, nothing, two groups.
remainder(N,[Left]):-
    Top is N-1, enlist(Top,Sizes), member(Left,Sizes).
remainder(_,[]).
remainder(N,[Left,Right]):-
    N > 2, Top is N-2, enlist(Top,Sizes),
    member(Left,Sizes), member(Taken,Sizes),
    Right is N-Left-Taken, Left =< Right.

% enlist(+N,-List)
% The numbers from N down to 1.
enlist(0,[]):- !.
enlist(N,[N|T]):- M is N-1, enlist(M,T).

% best(+State,-Next,-Result)
% The best move with the verdict for the player who has to answer it.
best(State,Next,Result):-
    member(Result,[lose,draw,win]),
    successor(State,Next), utility(Next,Result), !.

% play(+State,-NewState)
% Proposes the best move and says how the game ends for the opponent.
play(State,NewState):-
    best(State,NewState,Result),
    format("I play from ~w to ~w~n",[State,NewState]),
    format("If you play perfectly, you will eventually ~w~n",[Result]).

% perfect_game(+State)
% Prints a game in which both sides always make the best move.
perfect_game(State):-
    best(State,Next,Result), !,
    format("~w --> ",[State]),
    print_padded(Next), writeln(Result),
    perfect_game(Next).
perfect_game(_).

% A position, filled up to 10 characters, and three blanks after a longer one.
print_padded(State):-
    format(atom(Text),"~w",[State]),
    atom_length(Text,Length), Blanks is max(3,10-Length),
    format("~w~*c",[Text,Blanks,0' ]).
