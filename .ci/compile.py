"""Compile the hot modules with mypyc, beside their sources: `make fast`.

What is compiled are plain functions and classes. Left out is what mypyc cannot take as it stands:
named tuples and dataclasses that are read by their annotations (actions, events, views, rulesets,
options), and states, which are subclassed by plug-ins and copied by written-out code.
"""

ARBITER = (
    "match",
    "live_match",
    "sessions",
    "clocks",
    "wire/caches",
    "wire/codec",
    "wire/codec_builder",
    "wire/fields",
    "wire/frames",
)
GAMES = {
    "lumiere": ("building", "cells", "ground", "paving", "placements", "postcards", "turns"),
    "moscow_paris": ("cards", "catalogue", "exchange", "moves", "turns"),
    "paris": (
        "flow",
        "turns",
        "parts/city",
        "parts/end_tiles",
        "parts/stacks",
        "rules/bonus_tiles",
        "rules/free_actions",
        "rules/keys",
        "rules/payment",
        "rules/purchase",
        "rules/track",
    ),
}

MODULES = [
    *(f"arbiter/{name}.py" for name in ARBITER),
    *(f"engine/{game}/{name}.py" for game, names in GAMES.items() for name in names),
    "engine/tuples.py",
]

if __name__ == "__main__":
    from mypyc.build import mypycify
    from setuptools import setup

    setup(
        name="lutetia-fast",
        packages=[],
        ext_modules=mypycify(MODULES, opt_level="3"),
        script_args=["--quiet", "build_ext", "--inplace"],
    )
