// A remote bot in Node. It loads the .proto files at run time, plays some valid action, and comes
// back when its stream is lost, as docs/protocol.md says. It tells on standard output what happens.
"use strict";

const fs = require("fs");
const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");

const { LUTETIA_ADDRESS, LUTETIA_BOT, LUTETIA_TOKEN, LUTETIA_TLS_CA, LUTETIA_PROTO } = process.env;
const THINK_MS = 20;
const LOST = [grpc.status.UNAVAILABLE, grpc.status.INTERNAL, grpc.status.ALREADY_EXISTS];

const definition = loader.loadSync("lutetia/v1/play.proto", {
  includeDirs: [LUTETIA_PROTO],
  keepCase: true,
  longs: String,
  enums: String,
  defaults: true,
});
const { ArbiterService } = grpc.loadPackageDefinition(definition).lutetia.v1;
const credentials = LUTETIA_TLS_CA
  ? grpc.credentials.createSsl(fs.readFileSync(LUTETIA_TLS_CA))
  : grpc.credentials.createInsecure();

const say = (...words) => console.log(words.join(" "));
let matches = new Map(); // by match id: seat, last turn and its answer
let graceMs = 0;
let lostAt = 0;
let pauseMs = 0;

function play() {
  const client = new ArbiterService(LUTETIA_ADDRESS, credentials, {
    "grpc.max_receive_message_length": -1,
  });
  const stream = client.Play();
  let alive = true;
  let welcomed = false;

  function answer(turn) {
    const match = matches.get(turn.match_id);
    if (match.turn_id !== turn.turn_id) {
      match.turn_id = turn.turn_id;
      match.action_index = (turn.turn_id * 7) % turn.action_count;
      say("turn", turn.match_id, turn.turn_id);
    }
    const { match_id, turn_id, action_index } = match;
    setTimeout(() => alive && stream.write({ answers: [{ match_id, turn_id, action_index }] }), THINK_MS);
  }

  stream.on("data", (message) => {
    if (message.welcome) {
      welcomed = true;
      graceMs = message.welcome.grace_ms;
      const goingOn = new Set(message.starts.filter((s) => s.resumed).map((s) => s.match_id));
      matches = new Map([...matches].filter(([id]) => goingOn.has(id)));
    }
    for (const { match_id, seat, resumed } of message.starts) {
      say(resumed ? "resumed" : "start", match_id);
      if (!matches.has(match_id)) matches.set(match_id, { match_id, seat, turn_id: 0, action_index: 0 });
    }
    message.turns.forEach(answer);
    for (const { match_id, results, reason } of message.overs) {
      const own = results[matches.get(match_id).seat];
      say("over", match_id, own ? `rank ${own.rank} ending ${own.ending}` : reason);
      matches.delete(match_id);
    }
  });
  stream.on("end", () => stream.end());
  stream.on("error", () => {}); // its status comes too
  stream.on("status", (status) => {
    alive = false;
    client.close();
    if (welcomed) [lostAt, pauseMs] = [Date.now(), 100];
    if (!LOST.includes(status.code) || Date.now() > lostAt + graceMs) {
      say("ended", status.code, status.details);
      process.exit(status.code === grpc.status.OK ? 0 : 1);
    }
    say("lost", status.code);
    setTimeout(play, pauseMs);
    pauseMs = Math.min(2 * pauseMs, 2000);
  });
  stream.write({ hello: { protocol_version: 1, bot: LUTETIA_BOT, token: LUTETIA_TOKEN } });
}

play();
