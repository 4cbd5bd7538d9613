"use strict";
(() => {
  const table = document.querySelector(".regions");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const titles = Array.from(table.tHead.rows[0].cells);

  const valueOf = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.sort ?? cell.textContent;
    if (!titles[column].classList.contains("number")) return text;
    const number = parseFloat(text);
    return Number.isNaN(number) ? -1 : number;
  };
  const compare = (a, b) =>
    typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });

  titles.forEach((title, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = title.textContent;
    title.replaceChildren(button);
    button.addEventListener("click", () => {
      const number = title.classList.contains("number");
      const order = title.getAttribute("aria-sort");
      const down = order ? order === "ascending" : number;
      titles.forEach((other) => other.removeAttribute("aria-sort"));
      title.setAttribute("aria-sort", down ? "descending" : "ascending");
      const keyed = rows.map((row) => [valueOf(row, column), row]);
      keyed.sort((a, b) => (down ? compare(b[0], a[0]) : compare(a[0], b[0])));
      body.append(...keyed.map((pair) => pair[1]));
    });
  });

  const form = document.querySelector(".filter");
  const output = form.querySelector("output");
  const words = rows.map((row) => row.textContent.toLowerCase());
  const articles = rows.map((row) =>
    document.querySelector(row.querySelector("a").hash).closest("article"));
  const filter = () => {
    const wanted = form.elements.text.value.trim().toLowerCase();
    const open = form.elements.open.checked;
    let shown = 0;
    rows.forEach((row, n) => {
      const left = Number(row.cells[4].dataset.sort) > 0;
      const hidden = !words[n].includes(wanted) || (open && !left);
      row.hidden = articles[n].hidden = hidden;
      shown += hidden ? 0 : 1;
    });
    output.textContent = shown === rows.length ? "" : `${shown} of ${rows.length} regions`;
  };
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());

  const reveal = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target) return;
    let opened = false;
    let details = target.closest("details");
    for (; details; details = details.parentElement.closest("details")) {
      opened ||= !details.open;
      details.open = true;
    }
    if (opened) target.scrollIntoView();
  };
  window.addEventListener("hashchange", reveal);
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#r"]:not(.chip)');
    if (link && link.hash === location.hash) reveal();
  });
  reveal();

  const panel = document.createElement("aside");
  panel.className = "panel";
  panel.id = "panel";
  panel.hidden = true;
  panel.setAttribute("aria-live", "polite");
  panel.setAttribute("aria-label", "Access");
  document.body.append(panel);
  let opener = null;

  const close = () => {
    panel.hidden = true;
    opener?.setAttribute("aria-expanded", "false");
    opener?.focus({ preventScroll: true });
    opener = null;
  };
  const entry = (list, name, content) => {
    const term = document.createElement("dt");
    const value = document.createElement("dd");
    term.textContent = name;
    value.append(content);
    list.append(term, value);
  };
  const shortened = (refusal) => {
    const copy = refusal.cloneNode(true);
    copy.querySelectorAll("details, .condition, ul").forEach((part) => part.remove());
    return copy.textContent;
  };
  const show = (chip) => {
    const row = document.getElementById(chip.hash.slice(1));
    const article = row.closest("article");
    const heading = document.createElement("h2");
    heading.textContent = row.cells[0].textContent;
    const list = document.createElement("dl");
    const names = Array.from(row.closest("table").tHead.rows[0].cells, (cell) => cell.textContent);
    Array.from(row.cells).slice(1).forEach((cell, n) =>
      entry(list, names[n + 1], cell.textContent));
    const line = `line ${row.cells[1].textContent} `;
    const text = row.cells[0].textContent;
    const proofs = Array.from(article.querySelectorAll(".proof")).filter((proof) => {
      const summary = `${proof.querySelector("summary").textContent} `;
      return summary.includes(`${text} ${line}`);
    });
    proofs.slice(0, 4).forEach((proof) => entry(list, "Proof", proof.cloneNode(true)));
    if (proofs.length > 4) entry(list, "", `${proofs.length - 4} more proofs in the region`);
    article.querySelectorAll("li > strong").forEach((refusal) =>
      entry(list, "Refused", shortened(refusal.parentElement)));
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Close";
    button.addEventListener("click", close);
    panel.replaceChildren(heading, list, button);
    opener?.setAttribute("aria-expanded", "false");
    opener = chip;
    chip.setAttribute("aria-expanded", "true");
    panel.hidden = false;
  };
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("a.chip");
    if (!chip) return;
    event.preventDefault();
    if (chip === opener) close();
    else show(chip);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !panel.hidden) close();
    if (event.key === " " && event.target.matches?.("a.chip")) {
      event.preventDefault();
      event.target.click();
    }
  });
  document.querySelectorAll("a.chip").forEach((chip) => {
    chip.setAttribute("role", "button");
    chip.setAttribute("aria-expanded", "false");
    chip.setAttribute("aria-controls", "panel");
  });
})();
