% An evaluator for NIM that asks a hand-in's utility/2: one position a line in,
% one whole number a line out, for the side to move.
%
%     swipl ../nim/reference/nim.pl nim.pl

:- initialization(main,main).

main:- answer_lines.

answer_lines:-
    read_line_to_string(user_input,Line),
    (   Line == end_of_file
    ->  true
    ;   split_string(Line," ","",[Text|_]),    % "[3,5] second": the side does not matter
        term_string(State,Text), value(State,Value),
        writeln(Value), flush_output,
        answer_lines
    ).

% value(+State,-Value)
% Small positions are solved; for larger ones the number of groups with more
% than one item has to do, because an odd number of them is often won.
value(State,Value):-
    sum_list(State,Items), Items =< 15, !,
    utility(State,Result), worth(Result,Value).
value(State,Value):-
    include(<(1),State,Large), length(Large,Count),
    Value is 10*(2*(Count mod 2)-1).

worth(win,100).
worth(draw,0).
worth(lose,-100).
