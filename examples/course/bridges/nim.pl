% Εργασία 8: NIM. Μια θέση είναι thesi(Ομάδες, Παίκτης), με παίκτες a και b.
:- table axia/2.

allos(a, b).
allos(b, a).

% kinisi(+Thesi, -Nea): αφαιρεί συνεχόμενα σπίρτα από μία ομάδα.
kinisi(thesi(Omades, P), thesi(Nees, Q)) :-
    allos(P, Q),
    select(Omada, Omades, Alles),
    between(0, Omada, Aristera),
    between(0, Omada, Dexia),
    Aristera =< Dexia,
    Aristera + Dexia < Omada,
    exclude(=(0), [Aristera, Dexia|Alles], Menoun),
    msort(Menoun, Nees).

% axia(+Thesi, -Axia): 1 αν κερδίζει όποιος παίζει, αλλιώς -1.
axia(thesi([], _), 1) :- !.
axia(Thesi, 1) :- kinisi(Thesi, Nea), axia(Nea, -1), !.
axia(_, -1).

kaliteri(Thesi, Nea) :- kinisi(Thesi, Nea), axia(Nea, -1), !.
kaliteri(Thesi, Nea) :- kinisi(Thesi, Nea), !.

partida(thesi([], P)) :- !, write(nikitis(P)), nl.
partida(Thesi) :-
    kaliteri(Thesi, Nea),
    write(Thesi), write(' -> '), write(Nea), nl,
    partida(Nea).
