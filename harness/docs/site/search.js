"use strict";
// Searches the pages. The index is a script of its own, since a page that was
// opened as a file cannot read other files.
(function () {
  const shownMax = 30;
  const root = document.documentElement.dataset.root;
  const form = document.getElementById("search");
  const input = document.getElementById("words");
  const found = document.getElementById("found");
  const status = found.querySelector("p");
  const list = found.querySelector("ol");
  const entries = searchIndex.map(([title, heading, url, text]) => ({
    title, heading, url, text,
    name: title.toLowerCase(), head: heading.toLowerCase(), all: (title + " " + heading + " " + text).toLowerCase(),
  }));

  // score is how well an entry fits: words in titles and headings count most.
  function score(entry, words) {
    let sum = 0;
    for (const word of words) {
      if (!entry.all.includes(word)) return 0;
      sum += 1;
      if (entry.head.includes(word)) sum += 8;
      if (entry.head === word) sum += 20;
      if (entry.name.includes(word)) sum += entry.heading ? 3 : 12;
      if (entry.name === word && !entry.heading) sum += 20;
    }
    return sum;
  }

  // excerpt is the text around the first word.
  function excerpt(entry, words) {
    const at = Math.max(0, Math.min(...words.map((w) => entry.text.toLowerCase().indexOf(w)).map((i) => (i < 0 ? Infinity : i))));
    const from = at === Infinity ? 0 : Math.max(0, entry.text.lastIndexOf(" ", Math.max(0, at - 50)));
    return entry.text.slice(from, from + 150).trim();
  }

  function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    list.replaceChildren();
    found.hidden = words.length === 0;
    if (found.hidden) return;
    const hits = entries.map((entry) => [score(entry, words), entry]).filter(([n]) => n > 0).sort((a, b) => b[0] - a[0]);
    status.textContent = hits.length === 0 ? "Nothing has all these words." :
      hits.length > shownMax ? "The first " + shownMax + " of " + hits.length + " places:" :
      hits.length + (hits.length === 1 ? " place:" : " places:");
    for (const [, entry] of hits.slice(0, shownMax)) {
      const item = document.createElement("li");
      const a = document.createElement("a");
      a.href = root + entry.url;
      a.textContent = entry.heading ? entry.title + ": " + entry.heading : entry.title;
      item.append(a);
      const text = excerpt(entry, words);
      if (text) item.append(document.createElement("br"), text);
      list.append(item);
    }
  }

  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = list.querySelector("a");
    if (first) first.click();
  });
  input.addEventListener("input", search);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && input.value) {
      input.value = "";
      search();
    }
    if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    }
  });
})();
