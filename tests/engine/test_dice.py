"""Seeded chance, against outputs of SplitMix64 and BLAKE2b that others computed."""

from collections import Counter

from engine.dice import SEED_BITS, Dice, SecretDice, derive, public_seed


def test_the_generator_is_splitmix64() -> None:
    dice = Dice(1234567)
    assert [dice.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert Dice(0).next() == 16294208416658607535


def test_a_copy_goes_its_own_way() -> None:
    dice = Dice(1)
    copy = dice.copy()
    assert [dice.next() for _ in range(3)] == [copy.next() for _ in range(3)]
    dice.next()
    assert dice.state != copy.state


def test_a_seed_is_taken_modulo_64_bits() -> None:
    assert Dice(1 << 64).next() == Dice(0).next()
    assert Dice(-1).next() == Dice((1 << 64) - 1).next()


def test_numbers_below_n_are_about_equally_frequent() -> None:
    dice = Dice(3)
    counts = Counter(dice.below(6) for _ in range(6000))
    assert sorted(counts) == list(range(6))
    assert all(900 < count < 1100 for count in counts.values())


def test_bits_that_would_favour_low_numbers_are_drawn_again() -> None:
    class Loaded(Dice):
        def __init__(self) -> None:
            super().__init__(0)
            self.bits = [(1 << 64) - 1, 7]

        def next(self) -> int:
            return self.bits.pop(0)

    assert Loaded().below(10) == 7  # 2**64 - 1 is in the last, incomplete ten


def test_a_shuffle_keeps_the_items_and_reaches_every_order() -> None:
    dice = Dice(4)
    orders = Counter[tuple[int, ...]]()
    for _ in range(600):
        items = [1, 2, 3]
        dice.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert all(60 < count < 140 for count in orders.values())


def test_a_shuffle_is_the_same_everywhere() -> None:
    items = list(range(10))
    Dice(1).shuffle(items)
    assert items == [4, 2, 8, 1, 9, 3, 0, 6, 7, 5]


BLOCK = bytes.fromhex(
    "8a4ee52a4cc41249ed720861a206a08ddd15f5e7582aa6a8b947d9440271e4b0"
    "e0707421cb9dcf3a48c2887f894b908b537159e8521d892d6a87f270541e0ad6"
)
"""Of OpenSSL 3.0.19: `openssl mac -macopt hexkey:KEY -macopt custom:"lutetia deal" -in ZERO
BLAKE2BMAC`, where KEY is the BLAKE2b of "1" personalised with "lutetia seed", and ZERO a file of
eight zero bytes."""


def test_deals_come_from_keyed_blake2b_in_counter_mode() -> None:
    dice = SecretDice(1)
    words = [dice.next() for _ in range(8)]
    assert b"".join(word.to_bytes(8, "little") for word in words) == BLOCK
    assert dice.next() not in words  # the next block


def test_a_deal_is_the_same_everywhere() -> None:
    items = list(range(10))
    SecretDice(2**SEED_BITS - 1).shuffle(items)
    assert items == [4, 7, 5, 3, 2, 1, 8, 9, 6, 0]


def test_a_copy_of_secret_dice_goes_on_in_the_middle_of_a_block() -> None:
    dice = SecretDice(5)
    for drawn in range(20):
        copy = dice.copy()
        assert [copy.next() for _ in range(9)] == [dice.copy().next(), *rest_of(dice, 8)], drawn
        dice.next()


def rest_of(dice: SecretDice, count: int) -> list[int]:
    copy = dice.copy()
    copy.next()
    return [copy.next() for _ in range(count)]


def test_equal_low_bits_of_a_seed_do_not_make_equal_deals() -> None:
    assert SecretDice(1).next() != SecretDice(1 + 2**64).next()
    assert SecretDice(1).next() != SecretDice(-1).next()


def test_derived_seeds_have_128_bits_and_differ_by_root_and_label() -> None:
    assert derive(1, "deal") == 146475929159306529545583083802281310117
    seeds = {derive(root, label) for root in (1, 2, 2**127) for label in ("deal", "bot", 0)}
    assert len(seeds) == 9
    assert max(seeds).bit_length() > SEED_BITS - 8


def test_public_seeds_are_the_same_for_whoever_computes_them() -> None:
    assert public_seed("cup", "paris", 0, 0, 0, 1) == 10456037128466197437
    assert public_seed("cup", 1) != public_seed("cup", 2)
