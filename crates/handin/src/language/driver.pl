% Asks a hand-in in Prolog. The protocol is that of interpreter.rs: this program reads one term
% a line, and writes lines that start with a secret word.

:- module(agon_driver, []).
:- use_module(library(time)).
:- use_module(library(solution_sequences)).

:- multifile prolog:message//1.
prolog:message(agon_halt) --> ['halt was called'].

% start(Word, File, Seconds, Names): the secret word, the hand-in, how long it may take to load,
% and what its predicates are called: role(Role, Name, Arity).
main :-
    stream_property(In, alias(user_input)), !,
    stream_property(Out, alias(user_output)), !,
    read_term(In, start(Word, File, Seconds, Names), []),
    % The hand-in must not read the questions.
    open_string("", Nothing),
    set_stream(Nothing, alias(user_input)),
    set_input(Nothing),
    % A hand-in that ends the interpreter when it is loaded can still be asked.
    assertz(user:goal_expansion(halt, throw(agon_halt))),
    assertz(user:goal_expansion(halt(_), throw(agon_halt))),
    load(File, Seconds),
    ( absolute_file_name(File, Path), module_property(Module, file(Path)) -> true ; Module = user ),
    forall(member(Role, Names), found(Out, Word, Module, Role)),
    say(Out, Word, "loaded", ""),
    loop(In, Out, Word, Module).

load(File, Seconds) :-
    catch(call_with_time_limit(Seconds, load_files(user:File, [])), Error, true),
    ( var(Error) -> true
    ; Error == agon_halt -> true
    ; explain(Error, Text), format(user_error, "~w~n", [Text])
    ).
load(_, _).

% Says whether a predicate is there. A predicate of another name is remembered.
:- dynamic called/3.
found(Out, Word, Module, role(Role, Name, Arity)) :-
    assertz(called(Role, Module, Name)),
    ( Role == Name -> How = named ; How = given ),
    ( catch(predicate_property(Module:Head, defined), _, fail), functor(Head, Name, Arity)
    -> format(string(Text), "~w ~w ~w/~w", [Role, How, Name, Arity])
    ; findall(Other, ( functor_arity(Module, Name, Other), Other =\= Arity ), Others), Others = [_|_]
    -> format(string(Text), "~w missing there is ~w with ~w arguments, but not with ~w",
              [Role, Name, Others, Arity])
    ; format(string(Text), "~w missing there is no ~w/~w", [Role, Name, Arity])
    ),
    say(Out, Word, "role", Text).

functor_arity(Module, Name, Arity) :-
    current_predicate(Module:Name/Arity).

own(Role, Arguments) :-
    called(Role, Module, Name),
    Goal =.. [Name|Arguments],
    call(Module:Goal).

% Games, for players and evaluations ---------------------------------------------------------

% own_state(+Line, -State): the hand-in's state after the moves of a line.
own_state(nim(Heaps), Heaps).
own_state(cells(Cells), State) :- start_state(Start), follow(Cells, Start, State).

start_state(Start) :- called(successor, Module, _), current_predicate(Module:start/1),
    catch(Module:start(Start), _, fail), !.
start_state(([0,0,0,0,0,0,0,0,0],1)).

follow([], State, State).
follow([Cell|Cells], State, Last) :-
    own(successor, [State,Next]),
    changed(State, Next, Cell), !,
    follow(Cells, Next, Last).

% changed(+State, +Next, -Cell): the cell in which two states differ. Nine parts of the start are
% alike, or are the numbers from 1 or 0 on: they are the cells.
changed(State, Next, Cell) :-
    start_state(Start), leaves(Start, Blank), cell_places(Blank, Places),
    leaves(State, Before), leaves(Next, After),
    nth0(Cell, Places, Place),
    nth0(Place, Before, One), nth0(Place, After, Other), One \== Other, !.

cell_places(Blank, Places) :-
    ( member(Value, Blank), findall(Place, ( nth0(Place, Blank, Other), Other =@= Value ), Places)
    ; member(First, [0,1]), numlist(First, 9, Most), length(Numbers, 9), append(Numbers, _, Most),
      append(Before, Rest, Blank), append(Numbers, _, Rest),
      length(Before, From), To is From + 8, numlist(From, To, Places)
    ),
    length(Places, 9), !.

leaves(Term, [Term]) :- ( var(Term) ; atomic(Term), Term \== [] ), !.
leaves([], []) :- !.
leaves(Term, Leaves) :- Term =.. [_|Parts], maplist(leaves, Parts, Lists), append(Lists, Leaves).

verdicts(Lines, Verdicts) :- maplist(verdict, Lines, Verdicts).
verdict(Line, Verdict) :- own_state(Line, State), own(utility, [State,Verdict]), !.

choice(Line, Choice) :- own_state(Line, State), own(play, [State,Next]), !, told(Line, State, Next, Choice).
next(Line, Choice) :- own_state(Line, State), own(successor, [State,Next]), told(Line, State, Next, Choice).

told(nim(_), _, Next, Next).
told(cells(_), State, Next, Cell) :- changed(State, Next, Cell).

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
