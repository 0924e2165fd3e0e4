"""The arbiter: everything between a bot's message and a finished record.

In the order of the story of one match:

    loops           where asyncio and trio meet
    listeners       the gRPC servers: streams of bots, readers, spectators
    sessions        one bot's stream, without I/O: bytes in, parts of messages out
    bot_life        one life of a bot, without I/O: can it take a match, and why not
    live_match      a match and the sessions of the bots that play it
    match           rules, clocks and faults of one match, without I/O
    questions       a decision of a finished match, to be asked again
    clocks          time controls, and the clock of one seat
    run_queue       how long a bot of this machine has waited for a processor
    arbiter         who is connected, all matches, all deadlines
    wire/           typed protobuf ↔ values of the engine

Bots of this machine, and more than one match:

    bots            a bot as an operator names it, and its bot.toml
    bot_files       its files: listed, hashed, copied
    archives        a zip file of them, unpacked
    building        its build command, run once before it plays
    starter_kits    a bot to begin with, in several languages
    bot_output      what it prints: its last lines, and logs
    processors      how many of them we may use
    processes       bot processes: started, listened to, ended with all they have started
    sandbox/        what a bot sees of this machine and may use of it
    local_bots      as many processes of each bot as its matches need
    private_folder  where their sockets are, one for each process
    local_arbiter   an arbiter with local bots
    checking        whether a bot is ready to be submitted
    jobs            matches and results as lines of text between processes
    worker_process  a local arbiter in a process of its own
    worker_pool     the parent's side of it
    tournaments/    what is played, and stored: tournaments, the ladder, submissions, remote bots;
                    the ladder over gRPC
    cluster/        workers on other machines, in place of a worker pool
    gallery         what spectators are shown of running matches, and when, without I/O
    web/            pages for a browser: standings, matches, tournaments, replays
    metrics_page    metrics over HTTP, for a monitoring system to fetch
    json_log        standard error as lines of JSON
    certificates    TLS for listeners that other machines can reach
    cli/            where people meet it

`client` stands apart: it is what Python bots import, and knows nothing of the rest.

What can go wrong, by whose fault it is:

    OperatorError (engine.errors)   an operator's mistake: one sentence and exit code 2
    ├── BadBot                      no such bot, or its bot.toml is wrong
    ├── BadFiles                    a bot's files cannot be read or copied
    ├── BadClock                    not a time control
    ├── BadSpec                     a tournament that cannot be held as described
    ├── WireMismatch                a game's types and its messages do not fit
    ├── BadCertificate              a certificate is missing or cannot be used
    ├── CannotListen                the address cannot be listened on
    ├── NoWeb                       web pages without their package
    ├── NoTemporaryFolder           there is no folder for sockets
    ├── NoSandbox                   a sandbox is required, and does not work here
    ├── CannotStartBots             match after match fails for want of a process
    ├── NoCluster                   a cluster without its package, or without PostgreSQL
    ├── OtherVersion                a worker of another version than the coordinators
    └── AnotherRunner               another program ran the tournament at the same time
    Refusal (sessions)              a bot's or caller's fault: its stream or call ends with a status
                                    and a reason
    CannotStart (processes)         a bot's process could not be started; caught by `local_bots`
    BadLine (jobs)                  a worker process wrote what is not a result; it is replaced

A match without a result is not an exception but a value, a `Void`: `NotStarted` if we failed to
start a bot, `WorkerProcessDied` if its worker died each time, `Withdrawn` if a remote bot had
left. A match that a dead worker interrupted comes back as a `Retried`, with who may have killed it.
"""

import os

# Bots are started as processes while gRPC runs; its fork handlers made 1 launch in 40 fail.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
# gRPC writes a line to standard error for every handshake that fails, and strangers can let as many
# fail as they like. It looks once, when it is loaded.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
