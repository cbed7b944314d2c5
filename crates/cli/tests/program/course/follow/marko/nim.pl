% NIM, Ana i Marko. Hrpa je broj, stanje je lista hrpa.

% GRESKA: uzima se samo s kraja, hrpa se nikad ne dijeli na dvije
successor(Stanje, Novo) :-
    append(Prije, [Hrpa|Poslije], Stanje),
    Najvise is Hrpa - 1,
    between(0, Najvise, Ostaje),
    ( Ostaje =:= 0 -> append(Prije, Poslije, Lista) ; append(Prije, [Ostaje|Poslije], Lista) ),
    msort(Lista, Novo).

utility([], lose).
utility([_|_], win).

play(Stanje, Novo) :- successor(Stanje, Novo), !.

perfect_game(Stanje) :- format("~w~n", [Stanje]).
