"""Baseball 1987, from Agresti: Categorical Data Analysis, 2002, table 10.11."""

HOME_AND_AWAY_WINS = {
    "Milwaukee": {
        "Detroit": (4, 3),
        "Toronto": (4, 2),
        "New York": (4, 3),
        "Boston": (6, 1),
        "Cleveland": (4, 2),
        "Baltimore": (6, 0),
    },
    "Detroit": {
        "Milwaukee": (3, 3),
        "Toronto": (4, 2),
        "New York": (4, 3),
        "Boston": (6, 0),
        "Cleveland": (6, 1),
        "Baltimore": (4, 3),
    },
    "Toronto": {
        "Milwaukee": (2, 5),
        "Detroit": (4, 3),
        "New York": (2, 4),
        "Boston": (4, 3),
        "Cleveland": (4, 2),
        "Baltimore": (6, 0),
    },
    "New York": {
        "Milwaukee": (3, 3),
        "Detroit": (5, 1),
        "Toronto": (2, 5),
        "Boston": (4, 3),
        "Cleveland": (4, 2),
        "Baltimore": (6, 1),
    },
    "Boston": {
        "Milwaukee": (5, 1),
        "Detroit": (2, 5),
        "Toronto": (3, 3),
        "New York": (4, 2),
        "Cleveland": (5, 2),
        "Baltimore": (6, 0),
    },
    "Cleveland": {
        "Milwaukee": (2, 5),
        "Detroit": (3, 3),
        "Toronto": (3, 4),
        "New York": (4, 3),
        "Boston": (4, 2),
        "Baltimore": (2, 4),
    },
    "Baltimore": {
        "Milwaukee": (2, 5),
        "Detroit": (1, 5),
        "Toronto": (1, 6),
        "New York": (2, 4),
        "Boston": (1, 6),
        "Cleveland": (3, 4),
    },
}

WITHOUT_HOME_TERM = {
    "Boston": 1.11,
    "Cleveland": 0.68,
    "Detroit": 1.44,
    "Milwaukee": 1.58,
    "New York": 1.25,
    "Toronto": 1.29,
    "Baltimore": 0.0,
}
HOME, HOME_STANDARD_ERROR = 0.302, 0.131
