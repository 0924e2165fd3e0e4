"""The rules: pure values on the standard library alone.

Read in this order:

    game       the contract every game keeps, and the skeleton it is played on
    dice       seeded chance, for deals and for search
    errors     what can go wrong for a caller
    fields     checks what people wrote against a type: options, rulesets, bot.toml, records
    options    a game's typed options
    rulesets   a game's figures in TOML, each with its provenance
    record     what a finished match leaves behind
    games      finding a game by name
    sentences  actions and events in words
    reasons    why a match was lost, in a sentence
    testing    the conformance suite
    files, tuples  small helpers

Then one folder per game, with the same file names in each: `lumiere`, `moscow_paris`, `paris`.
"""
