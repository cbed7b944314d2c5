% The code in the text of the assignment, which each student may take over. Names do not matter here.

:- dynamic inKB/2.

utility(S,U):- inKB(S,U), !.
utility(S,U):-
    findall((N,V), (successor(S,N), utility(N,V)), Many),
    sort(Many,Few),
    estimate(Few,U),
    asserta(inKB(S,U)).

estimate(Few,win):- member((_,lose),Few), !.
estimate(Few,draw):- member((_,draw),Few), !.
estimate(_,lose).

inKB([1],lose).
inKB([],win).

successor([],[]):- !, fail.
successor([N],[Left]):- Most is N-1, enlist(Most,All), member(Left,All).
successor([_],[_]).
successor([_],[]).
successor([N],[A,B]):-
    N>2,
    Most is N-2,
    enlist(Most,All),
    member(A,All), member(Taken,All), member(B,All),
    A=<B, N =:= A+Taken+B.

successor(In,Out):-
    length(In,Count), Count>1,
    remove(One,In,Others),
    successor([One],Left),
    append(Others,Left,Unsorted),
    msort(Unsorted,Out).

remove(One,In,Out):- append(Before,[One|After],In), append(Before,After,Out).

enlist(0,[]):- !.
enlist(N,[N|More]):- Less is N-1, enlist(Less,More).
