"""What the comparisons tell, as a matrix: solved for Newton's steps, inverted for the errors.

The curvature of the likelihood has a row for each bot and for each seat. Its part for the bots is
a network: each two bots that met are joined by a wire that conducts what their comparisons tell,
and nothing else is in it. So it is kept as its wires, and a list of thousands of bots never needs
the whole matrix for a step.
"""

from dataclasses import dataclass

import numpy as np

from ladder.ratings.results import FloatArray, IntArray

DENSE = 300
"""Up to this many rows a matrix is solved as a whole, which is then faster than wire by wire."""
DOUBLE = 3000
"""Up to this many rows a matrix is inverted in double precision. In single precision a list of
10,000 bots takes 400 MB and half the time, and bars keep four digits."""
_ROWS = 1000
_SPARSE = 4
"""How many times as long as a column a table of all its possible values may be."""


class Cells:
    """All comparisons of the same two bots in the same two seats, summed up.

    Newton's steps work on these sums, of which there are far fewer than comparisons. The first of
    a cell is the bot with the lower number; `cell` is the cell of each comparison, `swapped`
    whether its first is the cell's second.
    """

    def __init__(
        self,
        bots: int,
        seats: int,
        sides: tuple[IntArray, IntArray, IntArray, IntArray],
        weight: FloatArray,
        score: FloatArray,
    ) -> None:
        first, second, first_seat, second_seat = sides
        swapped = first > second
        low, high = np.minimum(first, second), np.maximum(first, second)
        low_seat = np.where(swapped, second_seat, first_seat)
        high_seat = np.where(swapped, first_seat, second_seat)
        code = ((low * bots + high) * seats + low_seat) * seats + high_seat
        found, self.cell = numbered(code, bots**2 * seats**2)
        self.swapped = swapped
        self.bots = bots
        self.seats = seats
        pair, seat_pair = np.divmod(found, max(1, seats**2))
        self.one, self.two = np.divmod(pair, max(1, bots))
        self.one_seat, self.two_seat = np.divmod(seat_pair, max(1, seats))
        self.weight = sum_by(self.cell, weight, len(found))
        score = np.where(swapped, 1 - score, score)
        self.score = sum_by(self.cell, weight * score, len(found))
        new = np.diff(pair, prepend=-1) != 0
        self.wire = np.cumsum(new) - 1
        """Of each cell: the wire between its two bots. The cells of a wire lie side by side."""
        self.wire_low, self.wire_high = self.one[new], self.two[new]
        self._seat_pair = seat_pair

    def differences(self, strength: FloatArray) -> FloatArray:
        """Return how far the first of each cell is above the second, seats included."""
        bot, seat = strength[: self.bots], strength[self.bots :]
        apart = bot[self.wire_low] - bot[self.wire_high]
        return np.asarray(apart[self.wire] + np.subtract.outer(seat, seat).ravel()[self._seat_pair])

    def by_wire(self, value: FloatArray) -> FloatArray:
        """Sum up for each wire what its cells have."""
        return sum_by(self.wire, value, len(self.wire_low))

    def by_seats(self, value: FloatArray) -> FloatArray:
        """Sum up what the cells have whose first sits in the seat of the row, the second in that
        of the column."""
        size = self.seats
        return sum_by(self._seat_pair, value, size**2).reshape(size, size)

    def by_bot(self, first: FloatArray, second: FloatArray) -> FloatArray:
        """Sum up for each bot what it has as the first and as the second of cells."""
        return sum_by(self.one, first, self.bots) + sum_by(self.two, second, self.bots)

    def points(self) -> tuple[FloatArray, FloatArray]:
        """Return for each bot what it won and what it lost."""
        lost = self.weight - self.score
        return self.by_bot(self.score, lost), self.by_bot(lost, self.score)

    def gradient(self, residual: FloatArray) -> FloatArray:
        """Return the slope along each bot and each seat."""
        seats = self.by_seats(residual)
        slope = seats.sum(axis=1) - seats.sum(axis=0)
        return np.concatenate([self.by_bot(residual, -residual), slope])


def numbered(code: IntArray, limit: int) -> tuple[IntArray, IntArray]:
    """Return the different codes in their order, and for each code which of them it is.

    Codes are below `limit`. Unless that is far above their number they are looked up in a table,
    in a tenth of the time that sorting them takes.
    """
    if limit > _SPARSE * len(code):
        return np.unique(code, return_inverse=True)
    occurs = np.zeros(limit, np.bool_)
    occurs[code] = True
    return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[code]


def sum_by(index: IntArray, value: FloatArray, size: int) -> FloatArray:
    """Return for each index below `size` the sum of the values that have it."""
    return np.asarray(np.bincount(index, value, size), float)


@dataclass(frozen=True)
class Information:
    """The curvature: what each cell tells (`worth`), and the precision of priors."""

    cells: Cells
    worth: FloatArray
    bot_precision: float
    seat_precision: float
    frame: FloatArray
    """Ones within the seats of each block: hold their sum at zero, along which all is flat."""

    def solve(self, gradient: FloatArray) -> FloatArray:
        """Return Newton's step."""
        size = len(gradient)
        if size > DENSE:
            return self._solve_by_wire(gradient)
        matrix = np.zeros((size, size))
        bots = self.cells.bots
        matrix[:bots, :bots] = self._bots_matrix()
        matrix[:bots, bots:] = coupling = self._coupling()
        matrix[bots:, :bots] = coupling.T
        matrix[bots:, bots:] = self._seats_matrix()
        return np.asarray(np.linalg.solve(matrix, gradient))

    def covariance(self) -> tuple[FloatArray, FloatArray]:
        """Return the covariance of the bots, relative to their mean, and of the seats."""
        bots = _inverse(self._bots_matrix())
        size = len(bots)
        if self._level:
            bots -= 1 / (self._level * size**2)  # what held their mean at zero
        coupling = self._coupling()
        shift = bots @ coupling.astype(bots.dtype)  # numpy would turn the large one into doubles
        seats = np.linalg.inv(self._seats_matrix() - coupling.T @ shift)
        for first in range(0, size, _ROWS):
            rows = slice(first, first + _ROWS)
            bots[rows] += shift[rows] @ seats.astype(bots.dtype) @ shift.T
        block = self.frame.sum(axis=0)
        return bots, np.asarray(seats - self.frame / (block * (block + self.seat_precision)))

    def _bots_matrix(self) -> FloatArray:
        cells = self.cells
        wires = cells.by_wire(self.worth)
        matrix = network_matrix(cells.wire_low, cells.wire_high, wires, cells.bots)
        matrix += self._level
        matrix[np.diag_indices(cells.bots)] += self.bot_precision
        return matrix

    @property
    def _level(self) -> float:
        """What closes the direction in which all bots move alike, unless a prior does."""
        return 0.0 if self.bot_precision else level_of(self.worth, self.cells.bots)

    def _coupling(self) -> FloatArray:
        """Return the part between bots and seats; zero if all sat in all seats alike."""
        cells = self.cells
        total = np.zeros(cells.bots * cells.seats)
        for sign, bot, seat in (
            (1, cells.one, cells.one_seat),
            (-1, cells.one, cells.two_seat),
            (-1, cells.two, cells.one_seat),
            (1, cells.two, cells.two_seat),
        ):
            total += sign * sum_by(bot * cells.seats + seat, self.worth, len(total))
        return total.reshape(cells.bots, cells.seats)

    def _seats_matrix(self) -> FloatArray:
        cross = self.cells.by_seats(self.worth)
        cross = cross + cross.T
        return np.asarray(np.diag(cross.sum(axis=1) + self.seat_precision) - cross + self.frame)

    def _solve_by_wire(self, gradient: FloatArray) -> FloatArray:
        """Solve by conjugate gradients: about twenty products of a sparse matrix and a vector."""
        from scipy.sparse import csr_array
        from scipy.sparse.linalg import LinearOperator, cg

        bots = self.cells.bots
        total = self.cells.by_bot(self.worth, self.worth) + self.bot_precision
        level = self._level
        coupling, seats = self._coupling(), self._seats_matrix()
        starts = np.searchsorted(self.cells.wire_low, np.arange(bots + 1))
        wires = self.cells.by_wire(self.worth)
        upper = csr_array((wires, self.cells.wire_high, starts), shape=(bots, bots))
        lower = upper.T

        def product(vector: FloatArray) -> FloatArray:
            bot, seat = vector[:bots], vector[bots:]
            return np.concatenate(
                [
                    total * bot - upper @ bot - lower @ bot + level * bot.sum() + coupling @ seat,
                    bot @ coupling + seats @ seat,
                ]
            )

        diagonal = np.concatenate([total, np.diag(seats)])
        shape = (len(gradient), len(gradient))
        step, _ = cg(
            LinearOperator(shape, product, dtype=float),
            gradient,
            rtol=1e-4,  # the next step of Newton's method mends what this one leaves
            M=LinearOperator(shape, lambda vector: vector / diagonal, dtype=float),
        )
        return np.asarray(step)


def network_matrix(one: IntArray, two: IntArray, worth: FloatArray, size: int) -> FloatArray:
    """Return a network as a matrix.

    In a matrix of more than `DENSE` rows every two bots may be joined by one wire only.
    """
    total = sum_by(one, worth, size) + sum_by(two, worth, size)
    if size <= DENSE:
        between = sum_by(one * size + two, worth, size**2).reshape(size, size)
        return np.asarray(np.diag(total) - between - between.T)
    matrix = np.zeros((size, size), np.float64 if size <= DOUBLE else np.float32)
    matrix[one, two] = matrix[two, one] = -worth
    matrix[np.diag_indices(size)] = total
    return matrix


def level_of(worth: FloatArray, size: int) -> float:
    """Return a number of the size of the others in a network's matrix."""
    return float(worth.sum()) / max(1, size) ** 2


def _inverse(matrix: FloatArray) -> FloatArray:
    """Invert a positive definite matrix; a large one in its own memory, through Cholesky."""
    if len(matrix) <= DENSE:
        return np.asarray(np.linalg.inv(matrix))
    from scipy.linalg import lapack

    # LAPACK reads columns where numpy has rows, so the transposed view, which is the same matrix,
    # is worked on without a copy.
    factorise, invert = lapack.get_lapack_funcs(("potrf", "potri"), (matrix,))
    factor, failed = factorise(matrix.T, lower=1, overwrite_a=1, clean=0)
    assert not failed, "the bots are not connected"
    inverse: FloatArray = invert(factor, lower=1, overwrite_c=1)[0]
    for row in range(len(inverse)):  # only one triangle is computed
        inverse[row, row + 1 :] = inverse[row + 1 :, row]
    return inverse
