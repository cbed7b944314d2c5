% The predicates that are clauses: those of the assignment's program, and those it takes from
% the library of its Prolog. The game is native.

% A position with variables is looked for among the facts.
utility(Position, Verdict) :- \+ ground(Position), inKB(Position, Verdict), !.
utility(Position, Verdict) :- '$utility'(Position, Verdict).

% A result that is given is compared with the right one; the assignment's own clauses would take
% any list for lost if asked whether it is.
estimate(Pairs, Result) :- member((_, lose), Pairs), !, Result = win.
estimate(Pairs, Result) :- member((_, draw), Pairs), !, Result = draw.
estimate(_, lose).

remove(X, List, Rest) :- append(Before, [X|After], List), append(Before, After, Rest).

enlist(0, []) :- !.
enlist(N, [N|Rest]) :- Next is N - 1, Next >= 0, enlist(Next, Rest).

member(X, [X|_]).
member(X, [_|Rest]) :- member(X, Rest).

memberchk(X, List) :- member(X, List), !.

append([], List, List).
append([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).

reverse(List, Reversed) :- '$reverse'(List, [], Reversed).
'$reverse'([], Done, Done).
'$reverse'([X|Xs], Done, Reversed) :- '$reverse'(Xs, [X|Done], Reversed).

length(List, Length) :- '$length'(List, Found), !, Length = Found.
length(List, Length) :- integer(Length), !, Length >= 0, '$fill'(List, Length).
length(List, Length) :- '$lengths'(List, 0, Length).
'$fill'(List, 0) :- !, List = [].
'$fill'([_|Rest], Length) :- Less is Length - 1, '$fill'(Rest, Less).
'$lengths'([], Length, Length).
'$lengths'([_|Rest], Before, Length) :- More is Before + 1, '$lengths'(Rest, More, Length).

between(Low, High, X) :- integer(X), !, Low =< X, X =< High.
between(Low, High, X) :- Low =< High, '$between'(Low, High, X).
'$between'(Low, _, Low).
'$between'(Low, High, X) :- Low < High, Next is Low + 1, '$between'(Next, High, X).

once(Goal) :- call(Goal), !.
not(Goal) :- \+ Goal.
forall(Condition, Action) :- \+ (Condition, \+ Action).

retract(Fact) :- '$fact'(Fact), Fact = inKB(Position, _), call(Fact), '$forget'(Position).
