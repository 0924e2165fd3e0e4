"""Workers whose matches stand out against those of the other workers.

Matches go to whichever worker is free, so that all workers see the same bots: what is more
frequent on one of them is due to its machine.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import median

FEWEST_FAULTS = 5
"""Fewer time losses or crashes prove nothing."""
DEVIATIONS = 4.0
"""By how many standard deviations the share of lost seats must be above that of the others; chance
does that to one worker in 30,000."""
FEWEST_DECISIONS = 200
"""Of a bot in a game, both here and elsewhere, for its times to be compared."""
SLOWNESS = 1.5
"""How many times as long as elsewhere decisions must take, or the fixed piece of work."""


@dataclass(frozen=True)
class Sample:
    """How one bot has fared in one game on one host."""

    host: str
    game: str
    bot_id: int
    seats: int
    faults: int
    """Seats that were forfeited, for whatever reason."""
    timeouts: int
    crashes: int
    """Of bots that crashed, lost their connection or never came."""
    decisions: int
    seconds: float


def outliers(samples: Sequence[Sample], calibrations: Mapping[str, float]) -> dict[str, list[str]]:
    """Return for each host in what it stands out against all others, if in anything.

    `calibrations` has the seconds that each host took for the same piece of work.
    """
    found = {}
    for host in sorted({sample.host for sample in samples} | calibrations.keys()):
        here = [sample for sample in samples if sample.host == host]
        elsewhere = [sample for sample in samples if sample.host != host]
        others = [seconds for name, seconds in calibrations.items() if name != host]
        reasons = {
            "time losses": _more_often(here, elsewhere, lambda sample: sample.timeouts),
            "crashes": _more_often(here, elsewhere, lambda sample: sample.crashes),
            "slow decisions": _times_as_slow(here, elsewhere) > SLOWNESS,
            "slow machine": bool(others)
            and calibrations.get(host, 0.0) > SLOWNESS * median(others),
        }
        found[host] = [reason for reason, applies in reasons.items() if applies]
    return {host: reasons for host, reasons in found.items() if reasons}


def _more_often(
    here: Sequence[Sample], elsewhere: Sequence[Sample], count: Callable[[Sample], int]
) -> bool:
    """Compare two shares of seats, by the normal approximation with the share of all."""
    lost, lost_elsewhere = sum(map(count, here)), sum(map(count, elsewhere))
    seats, seats_elsewhere = (sum(each.seats for each in part) for part in (here, elsewhere))
    if lost < FEWEST_FAULTS or not seats_elsewhere:
        return False
    share = (lost + lost_elsewhere) / (seats + seats_elsewhere)
    deviation = sqrt(share * (1 - share) * (1 / seats + 1 / seats_elsewhere))
    return lost / seats - lost_elsewhere / seats_elsewhere > DEVIATIONS * deviation


def _times_as_slow(here: Sequence[Sample], elsewhere: Sequence[Sample]) -> float:
    """Return how many times as long as elsewhere the same bots have thought about a decision.

    The geometric mean over bots and games, so that no bot counts for being slow.
    """
    of_others: defaultdict[tuple[str, int], list[Sample]] = defaultdict(list)
    for sample in elsewhere:
        of_others[sample.game, sample.bot_id].append(sample)
    ratios = []
    for sample in here:
        others = of_others[sample.game, sample.bot_id]
        decisions = sum(other.decisions for other in others)
        seconds = sum(other.seconds for other in others)
        if (
            min(sample.decisions, decisions) >= FEWEST_DECISIONS
            and min(sample.seconds, seconds) > 0
        ):
            ratios.append(log(sample.seconds / sample.decisions / (seconds / decisions)))
    return exp(sum(ratios) / len(ratios)) if ratios else 1.0
