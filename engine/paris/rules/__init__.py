"""What may be done in a turn, and what it does; `engine.paris.flow` puts it together.

A `list_…` function lists the valid actions of a step. A function that plays an action changes the
table and sets the step that comes next.
"""
