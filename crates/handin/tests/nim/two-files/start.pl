% Učitava ostale datoteke.
:- consult('parts/pravila.pl').
:- consult('parts/igra.pl').

:- writeln('Dobrodosli u igru NIM').
