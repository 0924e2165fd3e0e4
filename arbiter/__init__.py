"""The arbiter: everything between a bot's message and a finished record.

In the order of the story of one match:

    host            the gRPC stream; where asyncio and trio meet
    sessions        one bot's stream, without I/O: bytes in, parts of messages out
    bot_life        one life of a bot, without I/O: can it take a match, and why not
    live_match      a match and the sessions of the bots that play it
    match           rules, clocks and faults of one match, without I/O
    clocks          time controls, and the clock of one seat
    run_queue       how long a bot of this machine has waited for a processor
    arbiter         who is connected, all matches, all deadlines
    wire/           typed protobuf ↔ values of the engine

Bots of this machine, and more than one match:

    bots            a bot as an operator names it, and its bot.toml
    processes       bot processes: started, listened to, ended with all they have started
    sandbox/        what a bot sees of this machine and may use of it
    local_bots      as many processes of each bot as its matches need
    private_folder  where their sockets are, one for each process
    local_arbiter   an arbiter with local bots
    jobs            matches and results as lines of text between processes
    worker_process  a local arbiter in a process of its own
    worker_pool     the parent's side of it
    tournaments/    what is played: tournaments, the ladder, submissions
    cli/            where people meet it

`client` stands apart: it is what Python bots import, and knows nothing of the rest.
"""

import os

# Bots are started as processes while gRPC runs; its fork handlers made 1 launch in 40 fail.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
