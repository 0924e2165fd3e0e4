// A click on a heading sorts the standings; without this script they stand by rank.
"use strict";
makeSortable(document);

function makeSortable(root) {
  for (const head of root.querySelectorAll("th[data-sort]")) {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(head));
  }
}

function sort(head, up = isUp(head)) {
  for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const body = head.closest("table").tBodies[0];
  const rows = [...body.rows].map((row) => [row, value(row.cells[head.cellIndex])]);
  rows.sort(([, one], [, two]) => compare(one, two, up ? 1 : -1));
  body.append(...rows.map(([row]) => row));
}

// A second click turns the order; ranks and names begin with the first, numbers with the greatest.
function isUp(head) {
  const now = head.getAttribute("aria-sort");
  return now ? now === "descending" : head.cellIndex < 2;
}

function value(cell) {
  const text = cell.textContent.trim();
  return cell.tagName === "TH" ? text : parseFloat(text.replace("−", "-"));
}

// What is not a number comes last either way.
function compare(one, two, way) {
  if (typeof one === "string") return way * one.localeCompare(two, undefined, { numeric: true });
  if (isNaN(one) || isNaN(two)) return isNaN(one) - isNaN(two);
  return way * (one - two);
}
