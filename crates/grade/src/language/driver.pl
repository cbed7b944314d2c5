% Asks a hand-in in Prolog. The protocol is that of interpreter.rs: this program reads one term
% a line, and writes lines that start with a secret word.

:- module(agon_driver, []).
:- use_module(library(time)).
:- use_module(library(solution_sequences)).

:- multifile prolog:message//1.
prolog:message(agon_halt) --> ['halt was called'].

% start(Word, File, Seconds): the secret word, the hand-in, and how long it may take to load.
main :-
    stream_property(In, alias(user_input)), !,
    stream_property(Out, alias(user_output)), !,
    read_term(In, start(Word, File, Seconds), []),
    % The hand-in must not read the questions.
    open_string("", Nothing),
    set_stream(Nothing, alias(user_input)),
    set_input(Nothing),
    % A hand-in that ends the interpreter when it is loaded can still be asked.
    assertz(user:goal_expansion(halt, throw(agon_halt))),
    assertz(user:goal_expansion(halt(_), throw(agon_halt))),
    load(File, Seconds),
    ( absolute_file_name(File, Path), module_property(Module, file(Path)) -> true ; Module = user ),
    say(Out, Word, "loaded", ""),
    loop(In, Out, Word, Module).

load(File, Seconds) :-
    catch(call_with_time_limit(Seconds, load_files(user:File, [])), Error, true),
    ( var(Error) -> true
    ; Error == agon_halt -> true
    ; explain(Error, Text), format(user_error, "~w~n", [Text])
    ).
load(_, _).

loop(In, Out, Word, Module) :-
    catch(read_term(In, Question, []), _, Question = end_of_file),
    ( Question == end_of_file -> true
    ; Question = ask(Number, Seconds, Most, Goal, Template),
      answer(Out, Word, Module, Seconds, Most, Goal, Template),
      format(string(Text), "~w", [Number]),
      say(Out, Word, "done", Text),
      loop(In, Out, Word, Module)
    ).

% The answers of a goal, at most so many, and what it has printed. A second is counted in
% inferences, so that a busy machine makes no difference; the clock is for what does not count.
answer(Out, Word, Module, Seconds, Most, Goal, Template) :-
    Inferences is round(Seconds * 20000000),
    Wall is Seconds * 10,
    statistics(cputime, Began),
    catch(call_with_time_limit(Wall,
              call_with_inference_limit(
                  with_output_to(string(Printed),
                      findall(Template, limit(Most, Module:Goal), Found)),
                  Inferences, Result)),
          Error, true),
    statistics(cputime, Ended),
    Micros is round((Ended - Began) * 1000000),
    ( nonvar(Error) -> report_error(Out, Word, Micros, Error)
    ; Result == inference_limit_exceeded -> report_error(Out, Word, Micros, time_limit_exceeded)
    ; length(Found, Count), Share is Micros // max(1, Count),
      forall(member(Term, Found), solution(Out, Word, Share, Term)),
      ( Printed == "" -> true ; part(Out, Word, "output", 0, Printed) )
    ).

solution(Out, Word, Micros, Term) :-
    format(string(Text), "~W", [Term, [quoted(true), priority(999), numbervars(false)]]),
    part(Out, Word, "ok", Micros, Text).

report_error(Out, Word, Micros, time_limit_exceeded) :- !, part(Out, Word, "timeout", Micros, "").
report_error(Out, Word, Micros, Error) :- explain(Error, Text), part(Out, Word, "error", Micros, Text).

explain(Error, Text) :-
    catch(( '$messages':translate_message(Error, Lines, []),
            with_output_to(string(Text), print_message_lines(current_output, '', Lines)) ),
          _, fail), !.
explain(Error, Text) :- format(string(Text), "~q", [Error]).

part(Out, Word, Kind, Micros, Text) :-
    ( string_length(Text, Length), Length > 100000 -> sub_string(Text, 0, 100000, _, Short)
    ; Short = Text
    ),
    escaped(Short, Escaped),
    format(string(Line), "~s ~d ~s", [Kind, Micros, Escaped]),
    say(Out, Word, "part", Line).

% Line feeds are written as \n, so that an answer is one line.
escaped(Text, Escaped) :-
    replaced(Text, "\\", "\\\\", One),
    replaced(One, "\n", "\\n", Two),
    replaced(Two, "\r", "", Escaped).

replaced(Text, Old, New, Changed) :-
    atomic_list_concat(Parts, Old, Text),
    atomic_list_concat(Parts, New, Atom),
    atom_string(Atom, Changed).

% A line feed first: the hand-in may have left a line unfinished.
say(Out, Word, Kind, Text) :-
    format(Out, "~n~w ~s ~s~n", [Word, Kind, Text]),
    flush_output(Out).
