"use strict";
// The page Try it: what is chosen and entered goes to the rules, and what they say is
// shown. All of it stands in one view, which is also what links hold.

/** @typedef {{id: string, why?: string, illegal?: boolean, clauses?: string[], options?: string[], in: string[]}} Example */

/** @type {Record<string, Example[]>} */
const examples = {};

/** The files of examples call this. @param {string} name @param {Example[]} list */
function tryExamples(name, list) {
  examples[name] = list;
}

(() => {
  // typingMs is how long the page waits for the next key before it asks the rules.
  const typingMs = 150;
  const transcriptTask = "transcript";
  const handTask = "hand";
  const moveTask = "move";
  const playTask = "play";

  const version = document.documentElement.dataset.version ?? "";
  const { make } = form;

  /** @param {string} id @returns {any} */
  const at = (id) => document.getElementById(id);

  let view = link.empty();
  /** @type {{games: any[]}} */
  let catalog = { games: [] };
  /** @type {any} - the answer to what stands in the input */
  let trial = null;
  /** @type {any} - the game that is watched */
  let roll = null;
  /** @type {{key: string, get: () => any}} - the form that is shown: of which part, and its value */
  let filled = { key: "", get: () => undefined };
  /** @type {Record<string, any>} - schemas by the names of games */
  const schemas = {};
  /** @type {Example | null} - that was chosen last */
  let chosen = null;
  // turn counts the changes of the view: an answer to an older one is not shown.
  let turn = 0;

  const gameNow = () => catalog.games.find((g) => g.name === view.game);
  const taskNow = () => gameNow()?.tasks.find((/** @type {any} */ t) => t.name === view.task);

  /** What every question has. */
  function question() {
    const room = at("before").clientWidth || at("hand-pictures").clientWidth || at("watch").clientWidth || 760;
    return {
      game: view.game,
      task: view.task,
      preset: view.preset,
      options: view.options,
      input: view.input.toWellFormed(),
      width: Math.max(260, Math.min(760, Math.floor(room))),
    };
  }

  /** The value of a text that may be no JSON; then undefined. @param {string} text */
  function parsed(text) {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** @param {unknown} e */
  function complaint(e) {
    const why = /** @type {Error & {hint?: string}} */ (e);
    // Hints about other commands help nobody here.
    return why.message + (why.hint && !why.hint.includes("touchstone ") ? " (" + why.hint + ")" : "");
  }

  /** Says something that is no answer. @param {string} text */
  function tell(text) {
    at("message").replaceChildren(...(text ? [make("p", { class: "bad" }, text)] : []));
  }

  /** An SVG of ours as an element. @param {string} text */
  function drawing(text) {
    return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  }

  /** @param {{id: string, text?: string} | null | undefined} clause */
  function cited(clause) {
    if (!clause) return [];
    return [make("blockquote", { class: "clause" }, clauseLink(clause.id), " " + (clause.text ?? ""))];
  }

  /** A link to a clause of the rule book. @param {string} id */
  function clauseLink(id) {
    return make("a", { href: "games/" + view.game + ".html#" + id.toLowerCase() }, id);
  }

  // --- What is chosen ---

  /** Options of a select element under a label. @param {string} label @param {HTMLOptionElement[]} list */
  function group(label, list) {
    const one = make("optgroup", { label });
    one.append(...list);
    return one;
  }

  function showGames() {
    at("game").replaceChildren(...catalog.games.map((g) => new Option(g.title, g.name)));
  }

  function showChoice() {
    const g = gameNow();
    at("game").value = view.game;
    const tasks = g.tasks.map((/** @type {any} */ t) => new Option(t.name + ": " + t.summary, t.name));
    const more = [new Option("watch a recorded game (a transcript)", transcriptTask)];
    if (g.players.length > 0) more.push(new Option("play a game by hand", handTask));
    at("task").replaceChildren(group("Tasks", tasks), group("Games", more));
    at("task").value = view.task;
    const hand = view.task === handTask;
    const watched = view.task === transcriptTask;
    const t = taskNow();
    at("about").textContent = g.summary[0].toUpperCase() + g.summary.slice(1) + ".";
    at("sides").hidden = hand;
    at("hand").hidden = !hand;
    at("result").hidden = watched;
    at("state").hidden = watched;
    at("rules").hidden = watched;
    at("example-choice").hidden = !t;
    at("fill").hidden = !t;
    at("tidy").hidden = watched; // a transcript has a value a line
    at("offers").hidden = !(g.offers && (view.task === moveTask || view.task === playTask));
    at("watch").hidden = true;
    at("parts").textContent = watched
      ? "A transcript: paste it, or open the file."
      : t
        ? "JSON values, one after another: " +
          t.in.map((/** @type {any} */ p) => p.name + (p.optional ? " (optional)" : p.repeated ? " (any number)" : "")).join(", ") +
          "."
        : "";
    if (t) {
      at("part").replaceChildren(...t.in.map((/** @type {any} */ p, /** @type {number} */ i) => new Option(p.name, String(i))));
      at("part").value = String(t.in.length - 1);
    }
    if (hand) showHandChoice(g);
    showOptions(g, t);
    showExample(null);
    showExamples().catch(failed);
  }

  /** @param {any} g @param {any} t */
  function showOptions(g, t) {
    at("preset").replaceChildren(new Option("none", ""), ...g.presets.map((/** @type {any} */ p) => new Option(p.name + ": " + p.summary, p.name)));
    at("preset").value = view.preset;
    const set = new Map(view.options.map((o) => [o.slice(0, o.indexOf("=")), o.slice(o.indexOf("=") + 1)]));
    const shown = g.options.filter((/** @type {any} */ o) => !t || t.options.includes(o.name) || set.has(o.name));
    at("options").replaceChildren(
      ...shown.map((/** @type {any} */ o) => {
        const id = "option-" + o.name;
        const input = make("input", { id, placeholder: o.default, "data-option": o.name, autocomplete: "off", spellcheck: "false" });
        /** @type {HTMLInputElement} */ (input).value = set.get(o.name) ?? "";
        return make(
          "div",
          { class: "option" },
          make("label", { for: id }, o.name),
          input,
          make("p", {}, o.summary + ". Values: " + o.range + ". ", ...(o.clause ? [clauseLink(o.clause)] : [])),
        );
      }),
    );
    showSet();
  }

  /** Says which options are set. */
  function showSet() {
    const set = [view.preset, ...view.options].filter(Boolean);
    at("rules-set").textContent = set.length > 0 ? "(" + set.join(", ") + ")" : "";
  }

  /** @type {Record<string, Promise<Example[]>>} - examples that are loaded, by game and task */
  const loading = {};

  /** Loads the examples of a task. @param {string} game @param {string} task @returns {Promise<Example[]>} */
  function examplesOf(game, task) {
    const name = game + "/" + task;
    loading[name] ??= new Promise((resolve, reject) => {
      const script = make("script", { src: "try/examples/" + game + "-" + task + ".js" });
      script.addEventListener("load", () => resolve(examples[name] ?? []));
      script.addEventListener("error", () => {
        delete loading[name];
        reject(new Error("the examples of " + name + " are not there"));
      });
      document.head.append(script);
    });
    return loading[name];
  }

  /** Lists the examples of the task that was chosen, once they are there. */
  async function showExamples() {
    const mine = view;
    if (!taskNow()) return;
    const { game, task } = mine;
    const list = await examplesOf(game, task);
    if (view !== mine) return;
    /** @param {Example} k */
    const option = (k) => {
      const name = k.id.slice(game.length + task.length + 2);
      return new Option(name + (k.why ? ": " + k.why : ""), k.id);
    };
    const legal = group("Legal", list.filter((k) => !k.illegal).map(option));
    const illegal = group("Illegal", list.filter((k) => k.illegal).map(option));
    const groups = task === moveTask ? [legal, illegal] : [group("Examples", list.map(option))];
    at("example").replaceChildren(new Option("choose one of " + list.length, ""), ...groups);
    at("example").value = chosen?.id ?? "";
  }

  /** Says what an example is for, until another one is shown. @param {Example | null} k */
  function showExample(k) {
    chosen = k;
    at("example").value = k?.id ?? "";
    at("reset").hidden = true;
    const about = at("about-example");
    about.replaceChildren();
    if (!k) return;
    if (k.why) about.append(k.why + ". ");
    (k.clauses ?? []).forEach((id, i) => about.append(i ? ", " : "It tests ", clauseLink(id)));
    if (k.clauses?.length) about.append(". ");
    about.append("In a terminal: ", make("code", {}, "touchstone show " + k.id));
  }

  /** @param {Example} k */
  async function takeExample(k) {
    const mine = view;
    const { text } = await engine.ask({ ask: "format", input: k.in.join("\n") });
    if (view !== mine) return;
    view.preset = "";
    view.options = k.options ?? [];
    view.step = 1;
    setInput(text);
    showOptions(gameNow(), taskNow());
    showExample(k);
    await changed();
  }

  /** Puts text into the field of the input, which may change how its lines end. @param {string} text */
  function setInput(text) {
    at("input").value = text;
    view.input = at("input").value;
    at("reset").hidden = !chosen;
  }

  // --- The answer ---

  let timer = 0;
  /** Says that what is shown is no longer the answer to what is entered. */
  function waits() {
    at("bench").setAttribute("aria-busy", "true");
    at("bench").dataset.stale = "true";
  }

  /** Asks again once nobody types. Neither answer nor address of what stood there is shown. */
  function soon() {
    clearTimeout(timer);
    turn++;
    waits();
    timer = window.setTimeout(changed, typingMs);
  }

  /**
   * Shows what the rules say of the view, and writes it into the address. It tells
   * whether they say anything.
   */
  async function changed() {
    clearTimeout(timer);
    const mine = ++turn;
    let answered = true;
    waits();
    try {
      if (view.task === handTask) await showHand(mine);
      else if (view.task === transcriptTask) await showReplay(mine);
      else await showTrial(mine);
    } catch (e) {
      answered = false;
      if (mine === turn) failed(e);
    }
    if (mine === turn) {
      at("bench").dataset.stale = "false";
      showAddress();
    }
    return answered;
  }

  /** @param {unknown} e */
  function failed(e) {
    const old = view.made && view.made !== version ? " This link was made with Touchstone " + view.made + "; this is " + version + "." : "";
    const why = complaint(e);
    tell("There is no answer: " + why + "." + old);
    for (const o of view.options) {
      const name = o.slice(0, o.indexOf("="));
      if (why.includes(name)) at("option-" + name)?.setAttribute("aria-invalid", "true");
    }
    trial = null;
    at("bench").setAttribute("aria-busy", "false");
    at("said").replaceChildren();
    at("problems").replaceChildren();
    at("before").replaceChildren();
    at("after").replaceChildren();
    at("output").textContent = "";
    at("changed").hidden = true;
    at("watch").hidden = true;
  }

  /** @param {number} mine */
  async function showTrial(mine) {
    const input = view.input;
    const answer = await engine.ask({ ask: "case", ...question() });
    if (mine !== turn) return;
    tell("");
    trial = { ...answer, input };
    for (const e of at("options").querySelectorAll("[aria-invalid]")) e.removeAttribute("aria-invalid");
    const said = [];
    if (view.input.trim() === "") {
      said.push(make("p", {}, "Choose an example, or enter values."));
    } else if (answer.refusal) {
      said.push(make("p", { class: "verdict bad" }, "This is not valid input"), make("p", {}, answer.refusal.message), ...cited(answer.refusal.clause));
    } else if (answer.verdict) {
      const v = answer.verdict;
      said.push(make("p", { class: "verdict " + (v.legal ? "good" : "bad") }, v.legal ? "Legal" : "Illegal: " + v.code));
      if (v.words) said.push(make("p", {}, "The request: " + v.words + "."));
      if (v.why) said.push(make("p", {}, "Why: " + v.why));
      said.push(...cited(v.clause));
      if (!v.legal && gameNow().offers) {
        const ask = make("button", { type: "button" }, "What would be legal?");
        ask.addEventListener("click", () => {
          at("offers").open = true;
          at("offers").querySelector("summary").focus();
        });
        said.push(make("p", {}, ask));
      }
    }
    at("said").replaceChildren(...said);
    showProblems(answer.refusal);
    showPictures(answer);
    at("changes").replaceChildren(...answer.changes.map((/** @type {string} */ c) => make("li", {}, c)));
    at("changed").hidden = answer.changes.length === 0;
    at("output").textContent = answer.output;
    at("command").textContent = answer.command + " < input.json";
    at("exact").hidden = Boolean(answer.refusal);
    at("input").setAttribute("aria-invalid", String(Boolean(answer.refusal && view.input.trim())));
    await showOffers();
    if (mine === turn) await showForm();
    if (view.task === playTask && !answer.refusal && mine === turn) await showReplay(mine);
    else at("watch").hidden = true;
  }

  /** @param {any} refusal */
  function showProblems(refusal) {
    const list = [];
    if (refusal && view.input.trim() !== "") {
      const all = refusal.problems.length > 0 ? refusal.problems : [{ pointer: "", message: "show the place", from: refusal.from, to: refusal.to }];
      for (const p of all) {
        const button = make("button", { type: "button" }, (p.pointer ? p.pointer + ": " : "") + p.message);
        button.addEventListener("click", () => select(p.from, p.to));
        list.push(make("li", {}, button));
      }
    }
    at("problems").replaceChildren(...list);
  }

  /** Selects a part of the input, and moves it into sight. @param {number} from @param {number} to */
  function select(from, to) {
    const input = at("input");
    input.focus();
    input.setSelectionRange(from, to);
    const line = input.value.slice(0, from).split("\n").length - 1;
    const height = parseFloat(getComputedStyle(input).lineHeight);
    input.scrollTop = Math.max(0, line * height - input.clientHeight / 2);
  }

  /** @param {string} title @param {any} p */
  function figure(title, p) {
    return make("figure", { class: "picture" }, make("figcaption", {}, title), drawing(p.svg));
  }

  /** @param {any} answer */
  function showPictures(answer) {
    const both = answer.verdict && answer.after.length > 0;
    const before = answer.before.map((/** @type {any} */ p) => figure(both ? p.name + ", before" : p.name, p));
    const after = answer.after.map((/** @type {any} */ p) => figure(answer.verdict ? p.name + ", after" : "answer: " + p.name, p));
    const first = before[0];
    if (first && gameNow().offers && view.task === moveTask) {
      first.classList.add("choosable");
      first.querySelector("figcaption")?.append(" (click a part to see the legal requests that have to do with it)");
      first.addEventListener("click", clicked);
    }
    at("before").replaceChildren(...before);
    at("after").replaceChildren(...after);
  }

  // --- Requests that are legal, and forms ---

  /** The text of a value of the input. @param {number} i */
  function valueText(i) {
    const v = trial?.values[i];
    return v ? view.input.slice(v.from, v.to) : "";
  }

  /**
   * Puts a value in place of another one, or behind the last one that can be read.
   * @param {number} i @param {string} text
   */
  function replaceValue(i, text) {
    if (!trial || trial.input !== view.input) return; // somebody types; the answer comes soon
    const values = trial.values;
    const v = values[i];
    if (v) {
      setInput(view.input.slice(0, v.from) + text + view.input.slice(v.to));
      // The next value may come before the answer.
      const more = text.length - (v.to - v.from);
      v.to += more;
      for (const behind of values.slice(i + 1)) {
        behind.from += more;
        behind.to += more;
      }
    } else {
      const end = values.length > 0 ? values[values.length - 1].to : 0;
      setInput(view.input.slice(0, end) + (end ? "\n" : "") + text + "\n");
      const from = end + (end ? 1 : 0);
      values.push({ from, to: from + text.length });
    }
    trial.input = view.input;
    changed();
  }

  /** @type {{key: string, list: Promise<{offers: any[], more: boolean}>}} - legal requests of a state */
  let offering = { key: "", list: Promise.resolve({ offers: [], more: false }) };

  /** @type {Element | null} - the part of the picture that was clicked last */
  let part = null;

  /** The legal requests of the state, asked for once. */
  function offersNow() {
    const state = valueText(0);
    const key = JSON.stringify([view.game, view.preset, view.options, state]);
    if (key !== offering.key) {
      offering = { key, list: engine.ask({ ask: "offers", ...question(), input: state }) };
      part = null;
    }
    return offering;
  }

  /** Lists the legal requests, or of these the ones that have to do with a part of the picture. */
  async function showOffers() {
    if (!at("offers").open || at("offers").hidden || !trial) return;
    const asked = offersNow();
    try {
      const { offers, more } = await asked.list;
      if (asked !== offering) return;
      const about = part;
      const near = about ? offers.filter((o) => concerns(o, about)) : offers;
      const many = near.length + (near.length === 1 ? " legal request" : " legal requests");
      const others = more ? " There are others, much like these." : "";
      at("offers-all").hidden = !part;
      if (part) at("offers-said").textContent = many + (near.length === 1 ? " has" : " have") + " to do with this part." + others;
      else if (near.length === 0) at("offers-said").textContent = "No request is legal: the game is over.";
      else at("offers-said").textContent = many + "." + others + " Choose one, or click a part of the picture to see those that have to do with it.";
      listOffers(near);
    } catch (e) {
      if (asked !== offering) return;
      offering = { ...offering, key: "" };
      at("offers-said").textContent = "There is no list: " + complaint(e) + ".";
      listOffers([]);
    }
  }

  /** Tells whether a request changes a part of the picture, or names its row and column. @param {any} offer @param {Element} part */
  function concerns(offer, part) {
    const place = part.getAttribute("data-at");
    const spot = part.getAttribute("data-spot");
    if (place && offer.places.some((/** @type {string} */ p) => p === place || p.startsWith(place + "/") || place.startsWith(p + "/"))) return true;
    return Boolean(spot) && JSON.stringify(offer.request).includes("[" + spot + "]");
  }

  /** @param {any[]} list */
  function listOffers(list) {
    at("offers-list").replaceChildren(
      ...list.map((o) => {
        const button = make("button", { type: "button" }, o.words);
        button.title = JSON.stringify(o.request);
        button.addEventListener("click", async () => {
          replaceValue(1, JSON.stringify(o.request));
          at("offers-said").textContent = "Chosen: " + o.words + ".";
          at("result-title").scrollIntoView({ block: "nearest" });
        });
        return make("li", {}, button);
      }),
    );
  }

  /** Shows the requests that have to do with what was clicked, if there are any. @param {Event} event */
  async function clicked(event) {
    const hit = /** @type {Element} */ (event.target).closest("[data-at], [data-spot]");
    if (!hit || !trial) return;
    const asked = offersNow();
    const { offers } = await asked.list.catch(() => ({ offers: [] }));
    if (asked !== offering || !offers.some((/** @type {any} */ o) => concerns(o, hit))) return;
    part = hit;
    at("offers").open = true;
    await showOffers();
    at("offers-said").scrollIntoView({ block: "nearest" });
  }

  async function showForm() {
    const t = taskNow();
    if (!at("fill").open || !t) return;
    const i = Number(at("part").value);
    const part = t.in[i];
    if (!part) return;
    const game = view.game;
    schemas[game] ??= await engine.ask({ ask: "schemas", game });
    const value = parsed(valueText(i));
    // Who fills in the form is not disturbed by what this changes.
    const key = game + "/" + view.task + "/" + i;
    if (filled.key === key && JSON.stringify(filled.get()) === JSON.stringify(value)) return;
    const made = form.of(schemas[game], part.value, value, part.name, () => replaceValue(i, JSON.stringify(made.get())));
    filled = { key, get: made.get };
    at("form").replaceChildren(made.element);
  }

  // --- Step by step ---

  /** @param {number} mine */
  async function showReplay(mine) {
    if (view.input.trim() === "") {
      at("watch").hidden = true;
      tell("");
      return;
    }
    const answer = await engine.ask({ ask: "replay", ...question(), task: view.task === transcriptTask ? "" : view.task });
    if (mine !== turn) return;
    tell("");
    if (answer.refusal) {
      at("watch").hidden = true;
      return;
    }
    roll = answer;
    if (answer.game !== view.game) {
      // A transcript says itself of which game it is.
      view.game = answer.game;
      view.preset = "";
      view.options = [];
      showChoice();
    }
    at("watch").hidden = false;
    at("slider").max = String(roll.steps.length);
    if (view.task === playTask) showIllegal();
    showStep();
  }

  /** Says which requests of a game are illegal, with ways there. */
  function showIllegal() {
    const wrong = roll.steps.filter((/** @type {any} */ s) => s.reason);
    const n = roll.steps.length - 1;
    const many = n + (n === 1 ? " request" : " requests");
    const said = [
      make(
        "p",
        { class: "verdict " + (wrong.length ? "bad" : "good") },
        many + (wrong.length ? ", " + wrong.length + " of them illegal" : ", all of them legal"),
      ),
    ];
    for (const s of wrong.slice(0, 20)) {
      const button = make("button", { type: "button" }, "Step " + s.number + ": " + s.reason);
      button.addEventListener("click", () => {
        step(s.number);
        at("watch-title").scrollIntoView({ block: "nearest" });
      });
      said.push(make("p", {}, button));
    }
    if (roll.note) said.push(make("p", {}, roll.note));
    at("said").replaceChildren(...said);
  }

  function showStep() {
    const n = roll.steps.length;
    view.step = Math.max(1, Math.min(view.step, n));
    const s = roll.steps[view.step - 1];
    at("slider").value = String(view.step);
    at("count").textContent = view.step + " of " + n;
    at("first").disabled = at("back").disabled = view.step === 1;
    at("last").disabled = at("next").disabled = view.step === n;
    const said = [make("p", {}, (s.seconds ? s.seconds + " " : "") + (s.who ? s.who + " " : "") + s.what)];
    if (s.reason) said.push(make("p", { class: "bad" }, "Illegal: " + s.reason));
    if (s.clause) said.push(make("p", {}, clauseLink(s.clause)));
    at("step").replaceChildren(...said);
    const frame = at("frame");
    if (s.picture < 0) frame.replaceChildren(...(s.why ? [make("p", {}, "No picture: " + s.why)] : []));
    else {
      const runs = roll.film.pictures[s.picture];
      const lines = [];
      for (let i = 0; i < runs.length; i += 2) lines.push(...roll.film.lines.slice(runs[i], runs[i] + runs[i + 1]));
      frame.replaceChildren(make("figure", { class: "picture" }, drawing(lines.join("\n"))));
    }
    at("frame-changes").replaceChildren(...s.changes.map((/** @type {string} */ c) => make("li", {}, c)));
    at("frame-message").textContent = s.message;
  }

  /** @param {number} n */
  function step(n) {
    view.step = n;
    showStep();
    showAddress();
  }

  // --- Play by hand ---

  /** @param {any} g */
  function showHandChoice(g) {
    at("against").replaceChildren(...g.players.map((/** @type {any} */ p) => new Option(p.name + ": " + p.summary, p.name)));
    const least = Math.max(2, g.seats[0]);
    const counts = [];
    for (let n = least; n <= g.seats[1]; n++) counts.push(new Option(String(n), String(n)));
    at("others").replaceChildren(...counts);
    if (view.players.length === 0) view.players = Array(least - 1).fill(g.players[0].name);
    at("against").value = view.players[0];
    if (at("against").selectedIndex < 0) at("against").selectedIndex = 0;
    at("others").value = String(view.players.length + 1);
    if (at("others").selectedIndex < 0) at("others").selectedIndex = 0;
    at("seed").value = String(view.seed);
    at("undo").disabled = view.replies.length === 0;
  }

  /** @param {number} mine */
  async function showHand(mine) {
    kept[view.game] = view;
    at("undo").disabled = view.replies.length === 0;
    const p = await engine.ask({ ask: "hand", ...question(), task: "", input: "", hand: { seed: view.seed, players: view.players, replies: view.replies } });
    if (mine !== turn) return;
    tell("");
    const said = [];
    if (p.breach) {
      const back = make("button", { type: "button" }, "Take back your reply");
      back.addEventListener("click", undo);
      said.push(
        make("p", { class: "verdict bad" }, "You are out: " + p.breach.code),
        make("p", {}, p.breach.why),
        ...cited(p.breach.clause),
        make("p", {}, back),
      );
    }
    if (p.call) {
      const summary = "The referee " + p.call.summary + " (" + p.call.method + ").";
      said.push(make("p", { class: "verdict" }, "It is your turn"), make("p", {}, summary), ...cited(p.call.clause));
    } else said.push(make("p", { class: "verdict" }, "The game is over: " + p.outcome));
    at("hand-said").replaceChildren(...said);
    at("hand-pictures").replaceChildren(...p.shown.map((/** @type {any} */ s) => figure(s.name, s)));
    at("hand-reply").hidden = !p.call;
    at("hand-offers").replaceChildren(
      ...p.offers.map((/** @type {any} */ o) => {
        const button = make("button", { type: "button" }, o.words);
        button.addEventListener("click", () => reply(JSON.stringify(o.request)));
        return make("li", {}, button);
      }),
    );
    at("hand-lines").replaceChildren(
      ...p.lines.map((/** @type {any} */ l) => make("li", { class: (l.own ? "own" : "") + (l.bad ? " bad" : "") }, (l.who ? l.who + " " : "") + l.what)),
    );
    at("hand-lines").scrollTop = at("hand-lines").scrollHeight;
    call = p.call;
    await showReplyForm();
  }

  /** @type {Record<string, View>} - games by hand that were left, by the name of the game */
  const kept = {};

  /** @type {{reply: string} | null} - the call that waits for the person */
  let call = null;

  async function showReplyForm() {
    if (!at("reply-form").open || !call) return;
    const game = view.game;
    schemas[game] ??= await engine.ask({ ask: "schemas", game });
    const value = parsed(at("reply").value);
    const made = form.of(schemas[game], call.reply, value, "your reply", () => {
      at("reply").value = JSON.stringify(made.get());
    });
    at("reply-fields").replaceChildren(made.element);
  }

  function give() {
    const text = at("reply").value.trim();
    try {
      JSON.parse(text);
    } catch (e) {
      tell("Your reply is not JSON: " + complaint(e) + ".");
      return;
    }
    reply(text);
  }

  /** Gives a reply, and goes on to the next turn. @param {string} text */
  async function reply(text) {
    const mine = view;
    mine.replies.push(text);
    at("reply").value = "";
    if (await changed()) at("hand-title").scrollIntoView({ block: "nearest" });
    else if (view === mine && mine.replies.at(-1) === text) {
      // What is no reply at all is not part of the game.
      mine.replies.pop();
      at("reply").value = text;
      at("undo").disabled = mine.replies.length === 0;
    }
  }

  function undo() {
    view.replies.pop();
    changed();
  }

  function begin() {
    const seed = Number(at("seed").value);
    if (at("seed").value.trim() === "" || !Number.isInteger(seed) || seed < 0 || seed > 999_999_999) {
      tell("The seed is a number from 0 to 999999999: the same seed deals the same game.");
      return;
    }
    view.seed = seed;
    view.players = Array(Number(at("others").value) - 1).fill(at("against").value);
    view.replies = [];
    changed();
  }

  // --- Links and files ---

  let own = ""; // the fragment that the page has written itself
  let shown = 0; // addresses that were followed

  let addressTimer = 0;

  /** Writes the view into the address, once nothing changes any more: then the page rests. */
  function showAddress() {
    clearTimeout(addressTimer);
    const mine = turn;
    addressTimer = window.setTimeout(async () => {
      const now = view.step;
      const text = await link.pack({ ...view, made: version }).catch(() => "");
      if (mine !== turn || now !== view.step) return;
      at("bench").setAttribute("aria-busy", "false");
      own = text ? "#" + text : "";
      history.replaceState(null, "", own || location.pathname + location.search);
      at("copy").disabled = !text;
      at("share-said").textContent = text
        ? "The address of this page holds everything that you have entered."
        : "This is too long for a link. Save it as a file, which this page can open.";
    }, typingMs);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      at("share-said").textContent = "The link is copied.";
    } catch {
      // Pages opened as files, and old browsers, have no clipboard.
      at("share-said").replaceChildren("Copy the link: ", make("a", { href: location.href }, location.href));
    }
  }

  function save() {
    const a = /** @type {HTMLAnchorElement} */ (make("a", { download: "touchstone-" + view.game + "-" + view.task + ".json" }));
    a.href = URL.createObjectURL(new Blob([JSON.stringify({ view: link.brief({ ...view, made: version }) }) + "\n"], { type: "application/json" }));
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 60_000); // when it has surely been written
  }

  /** @param {File} file */
  async function openFile(file) {
    const fileMax = 16_000_000;
    if (file.size > fileMax) throw new Error("the file has more than " + fileMax / 1e6 + " MB");
    const text = await file.text();
    const saved = parsed(text)?.view;
    if (saved !== undefined) {
      await show(link.viewOf(saved));
      return;
    }
    setInput(text);
    changed();
  }

  /** Takes a view over, and shows what is chosen in it. @param {View} v */
  function take(v) {
    const g = catalog.games.find((one) => one.name === v.game);
    if (!g) throw new Error("there is no game " + JSON.stringify(v.game.slice(0, 40)) + " in this version");
    if (v.task !== transcriptTask && v.task !== handTask && !g.tasks.some((/** @type {any} */ t) => t.name === v.task)) {
      throw new Error(g.title + " has no task " + JSON.stringify(v.task.slice(0, 40)) + " in this version");
    }
    turn++; // answers to what was there before come too late
    waits();
    view = v;
    chosen = null;
    setInput(view.input);
    showChoice();
  }

  /** Shows a view. @param {View} v */
  async function show(v) {
    take(v);
    await changed();
  }

  /** Shows the first example of a task. @param {View} v */
  async function showTask(v) {
    take(v);
    const list = taskNow() ? await examplesOf(v.game, v.task) : [];
    if (view !== v) return;
    // A game begins with one that has some steps.
    const first = v.task === playTask ? (list.find((k) => k.in.length > 3) ?? list[0]) : list[0];
    if (first) await takeExample(first);
    else await changed();
  }

  /** Shows what the address asks for. */
  async function showLink() {
    const hash = location.hash;
    if (hash === own && hash !== "") return;
    clearTimeout(addressTimer); // which would write that of the view before
    turn++;
    /** @type {() => boolean} */
    const newer = () => location.hash !== hash;
    try {
      const text = decodeURIComponent(hash.slice(1));
      if (text.startsWith("case=")) await showCase(text.slice("case=".length), newer);
      else if (text) {
        const v = await link.unpack(text);
        if (!newer()) await show(v);
      } else await showFirst();
    } catch (e) {
      if (!newer()) {
        await showFirst().catch(failed);
        tell("The link does not work: " + complaint(e) + ". An example is shown.");
      }
    }
    document.documentElement.dataset.shown = String(++shown);
  }

  /** Shows an embedded case, unless another address is asked for meanwhile. @param {string} id @param {() => boolean} newer */
  async function showCase(id, newer) {
    const [game, task] = id.split("/");
    const v = link.empty();
    v.game = game ?? "";
    v.task = task ?? "";
    take(v);
    const k = (await examplesOf(v.game, v.task)).find((one) => one.id === id);
    if (newer() || view !== v) return;
    if (!k) throw new Error("there is no case " + JSON.stringify(id.slice(0, 80)) + " in this version");
    await takeExample(k);
  }

  /** Shows the first example of moves. */
  async function showFirst() {
    const v = link.empty();
    v.game = catalog.games[0].name;
    v.task = moveTask;
    await showTask(v);
  }

  // --- What people do ---

  /** @param {string} id @param {string} type @param {(event: any) => void} act */
  const on = (id, type, act) => at(id).addEventListener(type, act);

  function listen() {
    on("game", "change", () => {
      const v = link.empty();
      v.game = at("game").value;
      const g = catalog.games.find((one) => one.name === v.game);
      v.task = g.tasks.some((/** @type {any} */ t) => t.name === view.task) || view.task === handTask || view.task === transcriptTask ? view.task : moveTask;
      showTask((v.task === handTask && kept[v.game]) || v).catch(failed);
    });
    on("task", "change", () => {
      const v = link.empty();
      v.game = view.game;
      v.task = at("task").value;
      v.preset = view.preset;
      // A game that was left goes on.
      showTask((v.task === handTask && kept[v.game]) || v).catch(failed);
    });
    on("example", "change", async () => {
      const mine = view;
      const id = at("example").value;
      const k = (await examplesOf(mine.game, mine.task)).find((one) => one.id === id);
      if (k && view === mine) takeExample(k).catch(failed);
    });
    on("reset", "click", () => {
      if (chosen) takeExample(chosen).catch(failed);
    });
    on("preset", "change", () => {
      view.preset = at("preset").value;
      showSet();
      changed();
    });
    on("options", "change", (event) => {
      const name = event.target.dataset.option;
      view.options = view.options.filter((o) => !o.startsWith(name + "="));
      if (event.target.value.trim()) view.options.push(name + "=" + event.target.value.trim());
      showSet();
      changed();
    });
    on("input", "input", () => {
      view.input = at("input").value;
      at("reset").hidden = !chosen;
      soon();
    });
    on("tidy", "click", async () => {
      const mine = view;
      const input = view.input;
      try {
        const { text } = await engine.ask({ ask: "format", input });
        if (view !== mine || view.input !== input) return;
        setInput(text);
        changed();
      } catch (e) {
        tell("It cannot be tidied up: " + complaint(e) + ".");
      }
    });
    on("open", "click", () => at("file").click());
    on("file", "change", () => {
      const file = at("file").files[0];
      if (file) openFile(file).catch((e) => tell("The file does not open: " + complaint(e) + "."));
      at("file").value = "";
    });
    on("offers", "toggle", () => showOffers());
    on("offers-all", "click", () => {
      part = null;
      showOffers();
    });
    on("fill", "toggle", () => showForm().catch(failed));
    on("part", "change", () => showForm().catch(failed));
    on("slider", "input", () => step(Number(at("slider").value)));
    on("first", "click", () => step(1));
    on("back", "click", () => step(view.step - 1));
    on("next", "click", () => step(view.step + 1));
    on("last", "click", () => step(roll.steps.length));
    on("begin", "click", begin);
    on("undo", "click", undo);
    on("give", "click", give);
    on("reply-form", "toggle", () => showReplyForm().catch(failed));
    on("copy", "click", copy);
    on("save", "click", save);
    window.addEventListener("hashchange", showLink);
  }

  async function main() {
    if (!engine.able()) {
      at("loading").hidden = true;
      at("unable").hidden = false;
      return;
    }
    try {
      await engine.open();
      catalog = await engine.ask({ ask: "catalog" });
    } catch (e) {
      at("loading").textContent = "The rules cannot be loaded: " + complaint(e) + ".";
      return;
    }
    showGames();
    listen();
    at("loading").hidden = true;
    at("bench").hidden = false;
    await showLink();
  }

  main();
})();
