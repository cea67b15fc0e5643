"""Words that no answer hangs on: the smallest of English and Spanish, which every question has, and what one is put with."""

from __future__ import annotations

_ENGLISH = """
    a about all also am an and any are as at be been being but by can could did do does doing for from had has have having he her
    here hers him his how i if in into is it its itself just me my of on or our ours out she should so some such than that the
    their theirs them then there these they this those to too up was we were what when where which while who whom whose why will
    with would you your yours
"""
_SPANISH = """
    a al algo algun alguna algunas algunos ante antes aqui asi aun aunque bajo cada como con cual cuales cualquier cuando cuanto
    cuantos de del desde donde dos e el ella ellas ellos en entre era eran es esa esas ese eso esos esta estaba estan estas este
    esto estos fue fueron ha hace hacen hacia han hasta hay la las le les lo los mas me mi mientras mis mucho muy nada ni no nos
    nuestra nuestro o os otra otro otros para pero poco por porque que quien quienes se segun ser si sido sin sobre somos son soy
    su sus tal tambien tan tanto te tiene tienen toda todas todo todos tras tu tus un una unas uno unos usted va van y ya yo
"""
ENGLISH = frozenset(_ENGLISH.split())
SPANISH = frozenset(_SPANISH.split())
# What a question is put with: where something is handled, how it works.  What is asked for are its other words.
_FRAMES = """
    work works working happen happens look looks like implemented handled located defined done used come comes live lives
    funciona funcionan trabaja trabajan implementa implementan implementado implementada gestiona gestionan maneja manejan
    encuentra encuentran define definen hace hacen usa usan pasa pasan ocurre ocurren sucede suceden
    sirve sirven
"""
FRAME = frozenset(_FRAMES.split())
