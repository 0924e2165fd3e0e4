"""Seeded chance, against known outputs of SplitMix64."""

from collections import Counter

from engine.dice import Dice, derive


def test_the_generator_is_splitmix64():
    dice = Dice(1234567)
    assert [dice.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert Dice(0).next() == 16294208416658607535


def test_a_copy_goes_its_own_way():
    dice = Dice(1)
    copy = dice.copy()
    assert [dice.next() for _ in range(3)] == [copy.next() for _ in range(3)]
    dice.next()
    assert dice.state != copy.state


def test_a_seed_is_taken_modulo_64_bits():
    assert Dice(1 << 64).next() == Dice(0).next()
    assert Dice(-1).next() == Dice((1 << 64) - 1).next()


def test_numbers_below_n_are_about_equally_frequent():
    dice = Dice(3)
    counts = Counter(dice.below(6) for _ in range(6000))
    assert sorted(counts) == list(range(6))
    assert all(900 < count < 1100 for count in counts.values())


def test_bits_that_would_favour_low_numbers_are_drawn_again():
    class Loaded(Dice):
        def __init__(self):
            super().__init__(0)
            self.bits = [(1 << 64) - 1, 7]

        def next(self):
            return self.bits.pop(0)

    assert Loaded().below(10) == 7  # 2**64 - 1 is in the last, incomplete ten


def test_a_shuffle_keeps_the_items_and_reaches_every_order():
    dice = Dice(4)
    orders = Counter()
    for _ in range(600):
        items = [1, 2, 3]
        dice.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert all(60 < count < 140 for count in orders.values())


def test_a_shuffle_is_the_same_everywhere():
    items = list(range(10))
    Dice(1).shuffle(items)
    assert items == [4, 2, 8, 1, 9, 3, 0, 6, 7, 5]


def test_derived_seeds_differ_by_label_and_are_the_same_everywhere():
    assert derive(1, "deal") == derive(1, "deal")
    assert len({derive(seed, label) for seed in (1, 2) for label in ("deal", "bot", 0)}) == 6
    assert derive(1, "deal") == 17956427051897069904
