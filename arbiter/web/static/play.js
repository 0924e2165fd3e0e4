// A person's match: the page shows what its seat is sent, and sends back what was chosen.
"use strict";
const root = document.querySelector("[data-play]");
if (root) startPlaying(root);

function startPlaying(root) {
  const part = (name) => root.querySelector(`[data-${name}]`);
  const names = JSON.parse(root.dataset.names);
  const [stage, list, resign] = [part("stage"), part("actions"), part("resign")];
  let last = {}; // what was shown last
  let turn = null; // of the decision that is due
  let actions = []; // each with its number, sentence, places and group
  let selected = []; // the places that were clicked on
  const source = new EventSource(`${root.dataset.play}/events`);
  source.addEventListener("message", (event) => show(JSON.parse(event.data)));
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) say("The match is gone: the server has ended it.");
  });
  stage.addEventListener("click", clickOnBoard);
  part("clear").addEventListener("click", clear);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && selected.length) clear();
  });
  resign.addEventListener("click", () => {
    if (resign.dataset.sure === undefined) {
      resign.dataset.sure = "";
      resign.textContent = "Resign for good";
    } else send("resign", {}).then((trouble) => trouble && say(trouble));
  });
  resign.addEventListener("blur", () => {
    delete resign.dataset.sure;
    resign.textContent = "Resign";
  });

  function show(news) {
    const had = list.contains(document.activeElement);
    last = news;
    turn = news.turn ?? null;
    selected = [];
    actions = [];
    for (const group of news.groups ?? []) {
      for (const [number, text, places] of group.actions) {
        actions.push({ number, text, places: new Set(places), group: group.title });
      }
    }
    if (news.board) showBoard(news.board);
    if (news.told) showTexts(part("told"), news.told);
    if (news.over) end(news.over);
    else say(turn === null ? "The others decide…" : `You decide: ${actions.length} valid actions`);
    offer();
    root.dataset.turn = turn ?? "";
    // Whoever plays by keyboard goes on in the list, and not at the top of the page.
    if (had || document.activeElement === document.body) list.querySelector("summary, button")?.focus({ preventScroll: true });
  }

  // Only the parts that have changed are replaced, and marked.
  function showBoard(markup) {
    const fresh = document.createElement("template");
    fresh.innerHTML = markup;
    const old = stage.querySelector("[data-board]");
    if (!old) return stage.replaceChildren(fresh.content);
    const slots = [...old.querySelectorAll("[data-slot]")];
    unmark("open", "selected", "aimed");
    [...fresh.content.querySelectorAll("[data-slot]")].forEach((next, place) => {
      const changed = next.innerHTML !== slots[place].innerHTML;
      if (changed) slots[place].innerHTML = next.innerHTML;
      slots[place].classList.toggle("changed", changed);
    });
  }

  function remaining() {
    return actions.filter((each) => selected.every((place) => each.places.has(place)));
  }

  // Offer the actions that are left, in the list and on the board.
  function offer() {
    const left = remaining();
    unmark("open", "selected", "aimed");
    for (const place of new Set(left.flatMap((each) => [...each.places]))) {
      if (selected.includes(place)) mark(place, "selected");
      else if (!selected.length || !left.every((each) => each.places.has(place))) mark(place, "open");
    }
    part("narrowed").hidden = !selected.length;
    part("narrowed-text").textContent = `${left.length} of ${actions.length} actions`;
    const groups = new Map();
    for (const each of left) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
    const open = left.length <= 12 || groups.size === 1;
    list.replaceChildren(...[...groups].map(([title, members]) => groupOf(title, members, open)));
  }

  function groupOf(title, members, open) {
    const group = document.createElement("details");
    const summary = document.createElement("summary");
    const inner = document.createElement("ul");
    group.open = open;
    summary.textContent = `${title} (${members.length})`;
    for (const each of members) {
      const [item, button] = [document.createElement("li"), document.createElement("button")];
      button.textContent = each.text;
      button.dataset.action = each.number;
      button.addEventListener("click", () => decide(each));
      for (const kind of ["focus", "mouseenter"]) button.addEventListener(kind, () => aim(each));
      for (const kind of ["blur", "mouseleave"]) button.addEventListener(kind, () => unmark("aimed"));
      item.append(button);
      inner.append(item);
    }
    group.append(summary, inner);
    return group;
  }

  function clickOnBoard(event) {
    // What lies on a place, such as a key, is drawn above it and would take the click.
    for (const under of document.elementsFromPoint(event.clientX, event.clientY)) {
      const place = under.closest(".open, .selected")?.dataset.place;
      if (place === undefined || !stage.contains(under)) continue;
      selected = selected.includes(place) ? selected.filter((each) => each !== place) : [...selected, place];
      const left = remaining();
      if (left.length === 1) return decide(left[0]);
      offer();
      return part("narrowed").scrollIntoView({ block: "nearest" });
    }
  }

  function clear() {
    selected = [];
    offer();
  }

  function aim(action) {
    unmark("aimed");
    for (const place of action.places) mark(place, "aimed");
  }

  function mark(place, name) {
    for (const each of stage.querySelectorAll(`[data-place="${place}"]`)) each.classList.add(name);
  }

  function unmark(...marks) {
    for (const name of marks) for (const each of stage.querySelectorAll(`.${name}`)) each.classList.remove(name);
  }

  async function decide(action) {
    if (turn === null) return;
    const asked = last;
    const sent = send("answer", { turn, action: action.number });
    show({ waiting: true });
    const trouble = await sent;
    if (!trouble) return;
    if (last.waiting) show(asked);
    say(trouble);
  }

  // Returns what went wrong, if something did.
  async function send(what, body) {
    try {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(`${root.dataset.play}/${what}`, { method: "POST", headers, body: JSON.stringify(body) });
      return answer.ok ? "" : await answer.text();
    } catch (error) {
      return "The server cannot be reached; try again.";
    }
  }

  function say(text) {
    part("status").textContent = text;
  }

  function end(over) {
    source.close();
    resign.hidden = true;
    if (over.void) return say(over.void);
    say("The match is over");
    const seats = over.seats;
    const rows = seats.map((seat, number) => [
      `${seat.rank}.`,
      names[number],
      seat.score ?? "–",
      seat.ending === "played" ? "" : `${seat.ending}: ${seat.reason}`,
    ]);
    const places = tableOf("Result", ["rank", "seat", "points", ""], rows);
    const sources = seats[0].sources.map(([name], row) => [name.replaceAll("_", " "), ...seats.map((seat) => seat.sources[row][1])]);
    const points = sources.length ? [tableOf("Points by source", ["", ...names], sources)] : [];
    const links = document.createElement("p");
    links.className = "choices";
    for (const [text, address] of [["Replay", over.replay], ["Save the record", over.record], ["Play again", "/play"]]) {
      const link = document.createElement("a");
      link.href = address;
      link.textContent = text;
      links.append(link, " ");
    }
    part("result").replaceChildren(places, ...points, links);
    part("told").replaceChildren();
    links.querySelector("a").focus({ preventScroll: true });
  }

  function tableOf(label, head, rows) {
    const table = document.createElement("table");
    table.className = "sources";
    table.setAttribute("aria-label", label);
    const heads = table.createTHead().insertRow();
    for (const text of head) {
      const cell = document.createElement("th");
      cell.textContent = text;
      heads.append(cell);
    }
    const body = table.createTBody();
    for (const row of rows) {
      const line = body.insertRow();
      for (const text of row) line.insertCell().textContent = text;
    }
    return table;
  }

  function showTexts(place, texts) {
    place.replaceChildren(
      ...texts.map((text) => {
        const item = document.createElement("li");
        item.textContent = text;
        return item;
      }),
    );
  }
}
