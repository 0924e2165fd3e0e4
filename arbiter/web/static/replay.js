// The replay viewer: all steps of a match are here once it is loaded, so stepping is immediate.
"use strict";
const viewer = document.querySelector("[data-viewer]");
const live = document.querySelector("[data-live-viewer]");
if (viewer) startReplay(viewer);
if (live) startLive(live);

async function startReplay(root) {
  const inside = document.getElementById("replay");
  let replay;
  try {
    replay = inside ? JSON.parse(inside.textContent) : await (await fetch(root.dataset.source)).json();
  } catch (error) {
    return; // the links go on working
  }
  const viewer = makeViewer(root, { remember, where: (step, last) => `Decision ${step + 1} of ${last}` });
  viewer.open(replay, JSON.parse(root.dataset.names), Number(root.dataset.step));
  const asked = inside ? /^#step=(\d+)$/.exec(location.hash) : null;
  if (asked) viewer.go(Number(asked[1]));
  const part = (name) => root.querySelector(`[data-${name}]`);
  for (const each of [part("range"), part("play"), part("pace").closest("label")]) each.hidden = false;
  root.dataset.ready = "";

  // The address names the step, so that it can be sent to somebody.
  function remember(step) {
    const url = new URL(location.href);
    if (inside) url.hash = `step=${step}`;
    else url.searchParams.set("step", step);
    try {
      history.replaceState(null, "", url);
    } catch (error) {
      // Some browsers limit how often, or forbid it for files.
    }
    const link = document.querySelector("[data-step-link]");
    if (link) link.href = url.href;
    for (const each of document.querySelectorAll("[data-keep-step]")) {
      const other = new URL(each.href);
      other.searchParams.set("step", step);
      each.href = other.href;
    }
  }
}

// Shows the steps of a replay, which may grow. It goes on by itself while it plays: through what is
// there at the pace that was chosen, and, where it is live, with whatever comes.
function makeViewer(root, { remember = () => {}, where, live = false, goOn = () => {} }) {
  const part = (name) => root.querySelector(`[data-${name}]`);
  const [range, play, pace] = ["range", "play", "pace"].map(part);
  let replay = { steps: [] };
  let names = [];
  let slots = [];
  let shown = [];
  let step = 0;
  let timer = null;
  let playing = live;

  for (const each of root.querySelectorAll("[data-go]")) {
    each.addEventListener("click", (event) => {
      event.preventDefault();
      jump({ first: 0, back: step - 1, on: step + 1, last: last() }[each.dataset.go]);
    });
  }
  range.addEventListener("input", () => jump(Number(range.value)));
  play.addEventListener("click", toggle);
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const typing = event.target.closest("input:not([type=range]), select, textarea, summary");
    if (typing) return;
    const onButton = event.target.closest("button, a");
    const keys = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: last() };
    if (event.key in keys) jump(keys[event.key]);
    else if (event.key === " " && !onButton) toggle();
    else return;
    event.preventDefault();
  });
  return { open, go, grown, get playing() { return playing; } };

  function last() {
    return Math.max(0, replay.steps.length - 1);
  }

  // The server has drawn the board of the first step to show, unless it is live.
  function open(opened, whose, first) {
    [replay, names, step] = [opened, whose, first];
    slots = [...root.querySelectorAll("[data-slot]")];
    shown = live ? [] : replay.steps[step][0];
    grown();
  }

  function grown() {
    range.max = last();
    if (live) go(playing ? last() : step);
  }

  function jump(wanted) {
    stop();
    go(wanted);
  }

  function toggle() {
    if (playing) return stop();
    playing = true;
    play.textContent = "❚❚";
    play.setAttribute("aria-label", "Stop");
    if (live) {
      goOn();
      return go(last());
    }
    if (step === last()) go(0);
    timer = setTimeout(tick, Number(pace.value));
  }

  function tick() {
    go(step + 1);
    if (step < last()) timer = setTimeout(tick, Number(pace.value));
    else stop();
  }

  function stop() {
    clearTimeout(timer);
    playing = false;
    play.textContent = "▶";
    play.setAttribute("aria-label", live ? "Go on" : "Play");
  }

  function go(wanted) {
    if (!replay.steps.length) return;
    step = Math.max(0, Math.min(last(), wanted));
    const [parts, decider, chosen, valid, count, events, scores, seconds, standIn] = replay.steps[step];
    parts.forEach((number, place) => {
      const changed = number !== shown[place];
      if (changed) slots[place].innerHTML = replay.fragments[number];
      slots[place].classList.toggle("changed", changed);
    });
    shown = parts;
    range.value = step;
    range.setAttribute("aria-valuetext", `step ${step} of ${last()}`);
    const end = !live && step === last();
    part("where").textContent = end ? `The end, after ${step} decisions` : where(step, last());
    showDecider(part("who"), decider, names, seconds, standIn);
    part("chosen").textContent = chosen === null ? "" : replay.texts[chosen];
    showEvents(part("events"), events.map((each) => replay.texts[each]));
    showScores(part("scores"), scores);
    if (part("valid")) showValid(valid, count, chosen);
    remember(step);
  }

  function showValid(valid, count, chosen) {
    part("valid-box").hidden = !count;
    part("count").textContent = count;
    part("valid").replaceChildren(
      ...valid.map((each) => {
        const item = document.createElement("li");
        item.textContent = replay.texts[each];
        item.classList.toggle("taken", each === chosen);
        return item;
      }),
    );
  }
}

// A running match, or match after match. Whoever stops or steps back stays with what is shown; what
// comes meanwhile is kept, and shown when the viewer goes on.
function startLive(root) {
  const part = (name) => root.querySelector(`[data-${name}]`);
  const viewer = makeViewer(root, {
    live: true,
    where: (step, last) => (step === last ? `After ${step} decisions` : `Decision ${step + 1} of ${last} so far`),
    goOn: () => shownMatch === newest || show(newest),
  });
  let newest = null;
  let shownMatch = null;
  const source = new EventSource(root.dataset.liveViewer);
  source.addEventListener("match", (event) => {
    newest = { head: JSON.parse(event.data), replay: { slots: [], fragments: [], texts: [], sources: [], steps: [] }, end: null };
    if (viewer.playing || shownMatch === null) shownMatch = null;
  });
  source.addEventListener("steps", (event) => {
    const replay = newest.replay;
    for (const chunk of JSON.parse(event.data)) {
      replay.fragments.push(...chunk.fragments);
      replay.texts.push(...chunk.texts);
      if (chunk.slots) [replay.slots, replay.sources] = [chunk.slots, chunk.sources];
      if (replay.steps.length) replay.steps.at(-1)[2] = chunk.decided;
      replay.steps.push(chunk.step);
    }
    if (shownMatch === null) show(newest);
    else if (shownMatch === newest) viewer.grown();
  });
  source.addEventListener("end", (event) => {
    newest.end = JSON.parse(event.data);
    if (!root.dataset.liveViewer.includes("newest")) source.close();
    if (shownMatch === newest) showEnd();
  });

  function show(match) {
    shownMatch = match;
    const { head, replay } = match;
    document.querySelector("[data-title]").textContent = head.title;
    document.querySelector("[data-bots]").replaceChildren(...head.names.flatMap((name, seat) => [seatMark(seat), " ", bdi(name), " "]));
    const board = document.createElement("div");
    board.className = `board board-${head.game}`;
    board.dataset.board = "";
    for (const slot of replay.slots) {
      const place = document.createElement("div");
      place.className = `part part-${slot}`;
      place.dataset.slot = slot;
      board.append(place);
    }
    part("live-board").replaceChildren(board);
    makeScores(part("scores"), replay.sources, head.names.length);
    root.dataset.match = head.id;
    part("outcome").replaceChildren();
    viewer.open(replay, head.names, 0);
    showEnd();
  }

  function showEnd() {
    const { end, head } = shownMatch;
    if (!end) return;
    const said = document.createElement("p");
    said.textContent = end.results.length ? "The match is over" : "The match has no result";
    const list = document.createElement("ol");
    showEvents(
      list,
      end.results
        .map((each, seat) => [each.rank, `${each.rank}. ${head.names[seat]}: ${each.score ?? "–"}${each.ending === "played" ? "" : `, ${each.ending}`}`])
        .sort(([one], [two]) => one - two)
        .map(([, text]) => text),
    );
    list.className = "results";
    part("outcome").replaceChildren(said, list);
    if (!end.replay) return;
    const link = document.createElement("a");
    [link.href, link.textContent] = [end.replay, "Replay"];
    part("outcome").append(link);
  }
}

function makeScores(table, sources, seats) {
  table.hidden = !sources.length;
  const heads = document.createElement("tr");
  heads.append(document.createElement("th"));
  for (let seat = 0; seat < seats; seat += 1) {
    const cell = document.createElement("th");
    cell.append(seatMark(seat));
    heads.append(cell);
  }
  table.tHead.replaceChildren(heads);
  table.tBodies[0].replaceChildren(
    ...[...sources, "points"].map((source, row) => {
      const line = document.createElement("tr");
      const name = document.createElement("th");
      name.scope = "row";
      name.textContent = source.replaceAll("_", " ");
      line.append(name);
      for (let seat = 0; seat < seats; seat += 1) line.insertCell();
      line.classList.toggle("total", row === sources.length);
      return line;
    }),
  );
}

function seatMark(seat) {
  const mark = document.createElement("span");
  mark.className = `seat-mark s${seat}`;
  mark.textContent = seat;
  return mark;
}

function bdi(text) {
  const name = document.createElement("bdi");
  name.textContent = text;
  return name;
}

function showDecider(place, decider, names, seconds = null, standIn = false) {
  place.replaceChildren();
  if (decider === null) return;
  if (standIn) place.append(seatMark(decider), " a random player decides for ", bdi(names[decider]));
  else place.append(seatMark(decider), " ", bdi(names[decider]), " decides");
  if (seconds === null) return;
  const took = document.createElement("span");
  took.className = "took";
  took.textContent = `took ${duration(seconds)}`;
  place.append(" ", took);
}

// As the server says it: 3.2 ms, 1.25 s, 2 min 5 s.
function duration(seconds) {
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(3))} ms`;
  if (seconds < 60) return `${Number(seconds.toPrecision(3))} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds) % 60} s`;
}

// A column per seat, a row per source, the sum below.
function showScores(table, scores) {
  if (!table) return;
  [...table.tBodies[0].rows].forEach((row, source) => {
    [...row.cells].slice(1).forEach((cell, seat) => {
      const points = scores[seat];
      if (!points) cell.textContent = "";
      else cell.textContent = source < points.length ? points[source] : points.reduce((one, two) => one + two, 0);
    });
  });
}

function showEvents(list, texts) {
  list.replaceChildren(
    ...texts.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }),
  );
}
