"""The arbiter: everything between a bot's message and a finished record."""

import os

# Bots are started as processes while gRPC runs; its fork handlers made 1 launch in 40 fail.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
