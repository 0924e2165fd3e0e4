"""Why a match was lost, in a sentence: what the winner got more of than the loser."""

from collections.abc import Mapping, Sequence

from engine.record import Ending, SeatRecord


def why_lost(seats: Sequence[SeatRecord], named: Sequence[str]) -> list[str]:
    """Say of each seat that did not win why, from where points came from.

    `named` are the names of the seats. A forfeit is its own reason; its points count no more.
    """
    best = min(seats, key=lambda seat: seat.rank)
    first = named[seats.index(best)]
    said = []
    for seat, name in zip(seats, named, strict=True):
        if seat.ending != Ending.PLAYED:
            said.append(f"{name} forfeited ({seat.ending}) and ranks behind all who did not.")
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
        return f"{first} won although {name} has {-ahead} more points: points do not decide here."
    sentence = f"{first} won by {ahead} against {name}"
    gains, back = _gains(best, seat), _gains(seat, best)
    if len(best.sources) < 2 or not gains:
        return f"{sentence}."
    return f"{sentence}: it {gains}" + (f", while {name} {back}." if back else ".")


def _gains(seat: SeatRecord, other: SeatRecord) -> str:
    """Say of every source in which a seat did better by how much, so that it adds up.

    Points below zero are a penalty: who has more of them did not get, but lost fewer.
    """
    own, theirs = dict(seat.sources), dict(other.sources)
    ahead = {source: points - theirs.get(source, 0) for source, points in own.items()}
    got = {source: more for source, more in ahead.items() if more > 0 and own[source] > 0}
    spared = {source: fewer for source, fewer in ahead.items() if fewer > 0 and own[source] <= 0}
    said = []
    if got:
        said.append(f"got {_listing(got, 'more from', 'from')}")
    if spared:
        said.append(f"lost {_listing(spared, 'fewer for', 'for')}")
    return " and ".join(said)


def _listing(points: Mapping[str, int], first: str, then: str) -> str:
    """List points with their sources, the most first: `8 more from capitals and 7 from flags`."""
    most = sorted(points, key=lambda source: -points[source])
    parts = [
        f"{points[source]} {then if place else first} {source.replace('_', ' ')}"
        for place, source in enumerate(most)
    ]
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))
