"""A bot of `benchmarks.endurance`: plays at random, and misbehaves now and then in its own way."""

import os
import queue
import sys
import time
from random import random, randrange
from typing import Any

import grpc

from lutetia.v1 import PROTOCOL_VERSION, play_pb2

HABIT, CHANCE = sys.argv[1], float(sys.argv[2])


def misbehave(call: Any, outbox: "queue.SimpleQueue[play_pb2.BotMessage]", turn: Any) -> None:
    """Do what this bot does now and then instead of answering a turn."""
    match HABIT:
        case "crash":
            os._exit(3)
        case "hang":
            time.sleep(30)
        case "cancel":
            call.cancel()
        case "flood":
            answer = play_pb2.Answer(match_id=turn.match_id, turn_id=turn.turn_id + 1_000)
            outbox.put(play_pb2.BotMessage(answers=[answer] * 2_000))
        case "leave":
            outbox.put(play_pb2.BotMessage(goodbye=play_pb2.Goodbye()))
            answer_turn(outbox, turn)
        case "resign":
            resignation = play_pb2.Resignation(match_id=turn.match_id)
            outbox.put(play_pb2.BotMessage(resignations=[resignation]))
        case "illegal":
            answer_turn(outbox, turn, turn.action_count)


def answer_turn(
    outbox: "queue.SimpleQueue[play_pb2.BotMessage]", turn: Any, index: int | None = None
) -> None:
    answer = play_pb2.Answer(
        match_id=turn.match_id,
        turn_id=turn.turn_id,
        action_index=randrange(turn.action_count) if index is None else index,
    )
    outbox.put(play_pb2.BotMessage(answers=[answer]))


def main() -> None:
    """Play until the arbiter ends the stream."""
    outbox: queue.SimpleQueue[play_pb2.BotMessage] = queue.SimpleQueue()
    hello = play_pb2.Hello(
        protocol_version=PROTOCOL_VERSION,
        bot=os.environ["LUTETIA_BOT"],
        token=os.environ["LUTETIA_TOKEN"],
        max_matches=4,
    )
    outbox.put(play_pb2.BotMessage(hello=hello))
    channel = grpc.insecure_channel(os.environ["LUTETIA_ADDRESS"])
    play: Any = channel.stream_stream(
        "/lutetia.v1.ArbiterService/Play",
        request_serializer=play_pb2.BotMessage.SerializeToString,
        response_deserializer=play_pb2.ArbiterMessage.FromString,
    )
    call = play(iter(outbox.get, None))
    for message in call:
        for turn in message.turns:
            if random() < CHANCE:
                misbehave(call, outbox, turn)
            else:
                answer_turn(outbox, turn)


if __name__ == "__main__":
    try:
        main()
    except grpc.RpcError as error:
        sys.exit(str(error))
