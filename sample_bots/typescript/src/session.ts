// A bot for every game. This file talks to the arbiter; choose.ts is yours.
import { credentials, status, type StatusObject } from "@grpc/grpc-js";

import { type Answer, ArbiterMessage, ArbiterServiceClient, BotMessage, type Start } from "../build/lutetia/v1/play.js";
import { choose } from "./choose.js";

/** As many matches at a time as come. Say 1 once the bot thinks for long. */
const MAX_MATCHES = 1_000;
/** How long the bot tries to come back after its stream was lost. */
const PATIENCE_MS = 20_000;

/** A match in progress. Add what your bot wants to remember. */
export interface Match {
  start: Start; // game, seat, players, seed and the figures in use
  answered?: Answer; // the last one
}

const leaving = new AbortController();
process.once("SIGINT", () => leaving.abort()); // a second one does not wait

const matches = new Map<bigint, Match>();

/** Returns the answers to all turns of a message, to be sent together. */
function answer(message: ArbiterMessage): Answer[] {
  for (const start of message.starts) {
    if (!matches.has(start.matchId)) matches.set(start.matchId, { start }); // else it goes on after a lost stream
  }
  const answers = message.turns.map((turn) => {
    const match = matches.get(turn.matchId)!;
    // A turn that comes again has been decided: its answer was lost.
    if (match.answered?.turnId !== turn.turnId) {
      match.answered = { matchId: turn.matchId, turnId: turn.turnId, actionIndex: choose(match, turn) };
    }
    return match.answered;
  });
  for (const over of message.overs) matches.delete(over.matchId);
  return answers;
}

/** Answers all turns of one stream; returns whether it was welcome, and why the stream ended. */
function play(client: ArbiterServiceClient): Promise<[boolean, StatusObject]> {
  return new Promise((resolve) => {
    let welcomed = false;
    const stream = client.play();
    const send = (message: Partial<BotMessage>) => stream.write(BotMessage.fromPartial(message));
    const leave = () => send({ goodbye: {} });
    leaving.signal.addEventListener("abort", leave);
    stream.on("data", (message: ArbiterMessage) => {
      welcomed = true;
      const answers = answer(message);
      if (answers.length > 0) send({ answers });
    });
    stream.on("error", () => {}); // its status says the same, and comes in any case
    stream.on("status", (ended: StatusObject) => {
      leaving.signal.removeEventListener("abort", leave);
      resolve([welcomed, ended]);
    });
    const { LUTETIA_BOT: bot = "", LUTETIA_TOKEN: token = "" } = process.env;
    send({ hello: { protocolVersion: 1, bot, token, games: [], maxMatches: MAX_MATCHES } });
    // After Ctrl-C, be it between two streams: no further match; those that have begun are played to their end.
    if (leaving.signal.aborted) leave();
  });
}

const client = new ArbiterServiceClient(process.env.LUTETIA_ADDRESS ?? "", credentials.createInsecure(), {
  "grpc.max_receive_message_length": -1,
  "grpc.initial_reconnect_backoff_ms": 100, // our own pauses count
});
for (let lost = Date.now(), pause = 100; ; pause = Math.min(2 * pause, 2_000)) {
  const [welcomed, ended] = await play(client);
  if (welcomed) [lost, pause] = [Date.now(), 100];
  if (ended.code === status.OK || ended.code === status.CANCELLED) break; // we are done
  const mayComeBack = [status.UNAVAILABLE, status.INTERNAL, status.ALREADY_EXISTS].includes(ended.code);
  if (!mayComeBack || Date.now() - lost > PATIENCE_MS) {
    console.error(`the arbiter ended the stream: ${status[ended.code]}: ${ended.details}`);
    process.exitCode = 1;
    break;
  }
  await new Promise((wake) => setTimeout(wake, pause));
}
client.close();
