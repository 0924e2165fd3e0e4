"""Why a match was lost, in a sentence: what the winner got more of than the loser."""

from collections.abc import Sequence

from engine.record import Ending, SeatRecord

MOST_SOURCES = 2
"""How many sources of points a sentence names."""


def why_lost(seats: Sequence[SeatRecord], named: Sequence[str]) -> list[str]:
    """Say of each seat that did not win why, from where points came from.

    `named` are the names of the seats. A forfeit is its own reason; its points count no more.
    """
    best = min(seats, key=lambda seat: seat.rank)
    first = named[seats.index(best)]
    said = []
    for seat, name in zip(seats, named, strict=True):
        if seat.ending != Ending.PLAYED:
            said.append(f"{name} forfeited ({seat.ending}), and so ranks behind all who did not.")
        elif seat.rank > best.rank and best.ending == Ending.PLAYED:
            said.append(_comparison(best, seat, first, name))
    return said


def _comparison(best: SeatRecord, seat: SeatRecord, first: str, name: str) -> str:
    if best.score is None or seat.score is None:
        return f"{first} ranks before {name}."
    if best.score == seat.score:
        return f"{first} and {name} have {best.score} points each; {first} won the tie-break."
    ahead = best.score - seat.score
    if ahead < 0:
        return f"{first} won although {name} has {-ahead} points more: points do not decide here."
    own = dict(seat.sources)
    gains = {source: points - own.get(source, 0) for source, points in best.sources}
    most = sorted((source for source in gains if gains[source] > 0), key=lambda each: -gains[each])
    lost = sorted((source for source in gains if gains[source] < 0), key=lambda each: gains[each])
    sentence = f"{first} won by {ahead} against {name}"
    if len(gains) < 2 or not most:
        return f"{sentence}."
    listed = " and ".join(f"{gains[each]} from {_words(each)}" for each in most[:MOST_SOURCES])
    back = " and ".join(f"{-gains[each]} from {_words(each)}" for each in lost[:MOST_SOURCES])
    return f"{sentence}: {listed} more" + (f", while {name} got {back} more." if back else ".")


def _words(source: str) -> str:
    return source.replace("_", " ")
