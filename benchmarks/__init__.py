"""Speed and memory, measured: `make bench` prints ratios within one run."""
