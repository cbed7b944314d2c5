% Asks a hand-in in Prolog. The protocol is that of interpreter.rs: this program reads one term
% a line, and writes lines that start with a secret word.

:- module(agon_driver, []).
:- use_module(library(time)).
:- use_module(library(solution_sequences)).

:- multifile prolog:message//1.
prolog:message(agon_halt) --> ['halt was called'].

% start(Word, File, Bridge, Seconds, Names): the secret word, the hand-in, its bridge or '', how
% long each may take to load, and what its predicates are called: role(Role, Name, Arity).
main :-
    stream_property(In, alias(user_input)), !,
    stream_property(Out, alias(user_output)), !,
    read_term(In, start(Word, File, Bridge, Seconds, Names), []),
    % The hand-in must not read the questions.
    open_string("", Nothing),
    set_stream(Nothing, alias(user_input)),
    set_input(Nothing),
    % A hand-in that ends the interpreter when it is loaded can still be asked.
    assertz(user:goal_expansion(halt, throw(agon_halt))),
    assertz(user:goal_expansion(halt(_), throw(agon_halt))),
    load(user:File, Seconds),
    ( absolute_file_name(File, Path), module_property(Own, file(Path)) -> true ; Own = user ),
    ( Bridge == '' -> Module = Own
    ; Module = agon_bridge,
      add_import_module(agon_bridge, Own, start),
      load(agon_bridge:Bridge, Seconds)
    ),
    forall(member(Role, Names), found(Out, Word, Module, Role)),
    say(Out, Word, "loaded", ""),
    loop(In, Out, Word, Module).

load(File, Seconds) :-
    catch(call_with_time_limit(Seconds, load_files(File, [])), Error, true),
    ( var(Error) -> true
    ; Error == agon_halt -> true
    ; explain(Error, Text), format(user_error, "~w~n", [Text])
    ).
load(_, _).

% Says whether a predicate is there. A predicate of another name is remembered.
:- dynamic called/3.
found(Out, Word, _, role(start, _, _)) :- !,
    ( catch(call_with_time_limit(5, start_state(_)), _, fail), shown(Text) -> true
    ; Text = "start missing successor/2 marks none of nine cells of ([0,0,0,0,0,0,0,0,0],1), nor of start(State)"
    ),
    say(Out, Word, "role", Text).
found(Out, Word, agon_bridge, role(Role, _, Arity)) :-
    functor(Head, Role, Arity),
    predicate_property(agon_bridge:Head, defined),
    predicate_property(agon_bridge:Head, implementation_module(agon_bridge)), !,
    assertz(called(Role, agon_bridge, Role)),
    format(string(Text), "~w given ~w/~w", [Role, Role, Arity]),
    say(Out, Word, "role", Text).
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

% start_state(-State): the empty board, on which the hand-in's own successor marks one of nine
% cells.
:- dynamic starts/1, shown/1.
start_state(Start) :- starts(Start), !.
start_state(Start) :-
    called(successor, Module, _),
    shown_start(Module, Start, Text),
    own(successor, [Start,Next]), contents(Start, Start, Before), contents(Start, Next, After),
    differ(Before, After, _), !,
    assertz(starts(Start)), assertz(shown(Text)).

shown_start(_, Start, "start given start/1") :- answered(agon_bridge, start, Start).
shown_start(Module, Start, "start named start/1") :- answered(Module, start, Start).
shown_start(_, ([0,0,0,0,0,0,0,0,0],1), "start named ([0,0,0,0,0,0,0,0,0],1)").
shown_start(Module, Start, Text) :-
    member(Name, [initial,init,initial_state,start_state,initialState,startState,initial_board,
                  empty_board,arxi,arxiki,arxiki_katastasi,'αρχή','αρχική']),
    answered(Module, Name, Start),
    format(string(Text), "start guessed ~w/1", [Name]).

answered(Module, Name, State) :-
    Head =.. [Name,State],
    predicate_property(Module:Head, defined),
    catch(Module:Head, _, fail).

follow([], State, State).
follow([Cell|Cells], State, Last) :-
    own(successor, [State,Next]),
    changed(State, Next, Cell), !,
    follow(Cells, Next, Last).

% changed(+State, +Next, -Cell): the cell in which two states differ.
changed(State, Next, Cell) :-
    start_state(Start), contents(Start, State, Before), contents(Start, Next, After),
    differ(Before, After, Cell).

differ(Before, After, Cell) :-
    nth0(Cell, Before, One), nth0(Cell, After, Other), One \== Other, !.

% contents(+Start, +State, -Cells): the nine cells. They are given by cells/2; or nine parts of the
% start are alike, or are the numbers from 1 or 0 on.
contents(_, State, Cells) :-
    ( Module = agon_bridge ; called(successor, Module, _) ),
    predicate_property(Module:cells(_, _), defined),
    catch(Module:cells(State, Cells), _, fail), is_list(Cells), length(Cells, 9), !.
contents(Start, State, Cells) :-
    leaves(Start, Blank), cell_places(Blank, Places),
    leaves(State, Leaves), maplist(leaf(Leaves), Places, Cells).

leaf(Leaves, Place, Leaf) :- nth0(Place, Leaves, Leaf).

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
