// What the pages do by themselves: filter the standings, and stay as new as the server.
"use strict";
const main = document.querySelector("main");
let tag = null;
let word = "";

prepare();
if (main.dataset.live) setTimeout(refresh, 1000 * main.dataset.live);

function prepare() {
  for (const input of main.querySelectorAll("[data-filter]")) {
    input.closest("[hidden]")?.removeAttribute("hidden");
    input.value = word;
    input.addEventListener("input", () => {
      word = input.value;
      filter(input);
    });
    if (word) filter(input);
  }
}

function filter(input) {
  const wanted = input.value.trim().toLocaleLowerCase();
  const rows = main.querySelectorAll(`table.${input.dataset.filter} tbody tr`);
  let shown = 0;
  for (const row of rows) {
    const words = [...row.querySelectorAll("th bdi, td.words")].map((each) => each.textContent);
    row.hidden = !words.some((each) => each.toLocaleLowerCase().includes(wanted));
    shown += !row.hidden;
  }
  main.querySelector("[data-filtered]").textContent = wanted ? `${shown} of ${rows.length}` : "";
}

// The page is asked for again with its tag: as long as nothing has changed, the answer is empty.
async function refresh() {
  const pause = 1000 * main.dataset.live;
  if (!document.hidden) {
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(location.href, { headers, cache: "no-store" });
      if (answer.status === 200) {
        show(await answer.text());
        tag = answer.headers.get("ETag");
      }
    } catch (error) {
      // The server is away for a moment; the page stays as it is.
    }
  }
  setTimeout(refresh, pause);
}

function show(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  const part = main.dataset.livePart;
  const old = part ? main.querySelector(part) : main;
  const next = part ? fresh.querySelector(part) : fresh;
  const focus = document.activeElement;
  if (!next || (old.contains(focus) && focus.matches("input, select"))) return;
  const sorted = [...old.querySelectorAll("th[aria-sort]")].map((head) => [
    [...old.querySelectorAll("table")].indexOf(head.closest("table")),
    head.cellIndex,
    head.getAttribute("aria-sort") === "ascending",
  ]);
  const scrolled = [...old.querySelectorAll(".scroll")].map((each) => [each.scrollLeft, each.scrollTop]);
  old.replaceChildren(...next.childNodes);
  makeSortable(old);
  const tables = old.querySelectorAll("table");
  for (const [table, cell, up] of sorted) {
    const head = tables[table]?.tHead?.rows[0].cells[cell];
    if (head) sort(head, up);
  }
  old.querySelectorAll(".scroll").forEach((each, place) => {
    if (scrolled[place]) [each.scrollLeft, each.scrollTop] = scrolled[place];
  });
  if (!part) prepare();
}
