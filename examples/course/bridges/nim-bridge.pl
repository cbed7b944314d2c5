% A bridge to Agon: it is loaded after your program.

successor(State, Next) :- kinisi(thesi(State, a), thesi(Next, _)).

utility(State, Result) :- axia(thesi(State, a), Axia), (Axia =:= 1 -> Result = win ; Result = lose).

play(State, NewState) :- kaliteri(thesi(State, a), thesi(NewState, _)).

perfect_game(State) :- partida(thesi(State, a)).
