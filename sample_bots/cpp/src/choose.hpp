#pragma once

#include "lutetia/v1/play.pb.h"

// A match in progress. Add what your bot wants to remember.
struct Match {
  lutetia::v1::Start start;      // game, seat, players, seed and the figures in use
  lutetia::v1::Answer answered;  // the last one
};

// Returns the index of the action that looks best; of equal ones the first.
int choose(Match& match, const lutetia::v1::Turn& turn);
