% A yardstick for speed: NIM (misere, with splitting) solved as the assignment
% does it, verdicts kept with asserta. Run by cargo xtask bench.

:- dynamic known/2.

facts :- retractall(known(_, _)), assertz(known([1], lose)), assertz(known([], win)).

verdict(Heaps, Verdict) :- known(Heaps, Verdict), !.
verdict(Heaps, Verdict) :-
    findall(Next-Value, (move(Heaps, Next), verdict(Next, Value)), All),
    sort(All, Values),
    judge(Values, Verdict),
    asserta(known(Heaps, Verdict)).

judge(Values, win) :- member(_-lose, Values), !.
judge(Values, draw) :- member(_-draw, Values), !.
judge(_, lose).

% A move changes one heap and sorts the list again.
move(Heaps, Next) :-
    select(Heap, Heaps, Others),
    left_of(Heap, Parts),
    append(Others, Parts, Unsorted),
    msort(Unsorted, Next).

left_of(Heap, [Part]) :- Most is Heap - 1, down(Most, 1, Part).
left_of(_, []).
left_of(Heap, [Left, Right]) :-
    Most is Heap - 2, Most > 0,
    down(Most, 1, Left), down(Most, 1, Taken), down(Most, 1, Right),
    Left =< Right, Heap =:= Left + Taken + Right.

down(High, Low, Number) :- numlist(Low, High, Up), reverse(Up, Down), member(Number, Down).

main :-
    facts,
    statistics(cputime, Before),
    verdict([6, 7, 8, 9], Verdict),
    statistics(cputime, After),
    Seconds is After - Before,
    aggregate_all(count, known(_, _), Count),
    format("~w ~w ~3f~n", [Verdict, Count, Seconds]).
