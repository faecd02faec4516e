"use strict";
// The page Try it: what is chosen and entered goes to the rules, and what they say is
// shown. All of it stands in one view, which is also what links hold.

/** @typedef {{id: string, why?: string, clauses?: string[], options?: string[], in: string[]}} Example */

/** @type {Record<string, Example[]>} */
const examples = {};

/** The files of examples call this. @param {string} name @param {Example[]} list */
function tryExamples(name, list) {
  examples[name] = list;
}

(() => {
  // typingMs is how long the page waits for the next key before it asks the rules.
  const typingMs = 150;
  // optionsMax is how many options of a task are shown before the others.
  const transcriptTask = "transcript";
  const handTask = "hand";
  const moveTask = "move";
  const playTask = "play";
  const stateValue = "state";

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
  /** @type {any[]} - legal requests of the state */
  let offered = [];
  let offeredFor = "";
  /** @type {{key: string, get: () => any}} - the form that is shown: of which part, and its value */
  let filled = { key: "", get: () => undefined };
  /** @type {Record<string, any>} - schemas by the names of games */
  const schemas = {};
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
      input: view.input,
      width: Math.max(260, Math.min(760, Math.floor(room))),
    };
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

  function showGames() {
    at("game").replaceChildren(...catalog.games.map((g) => new Option(g.title, g.name)));
  }

  function showChoice() {
    const g = gameNow();
    at("game").value = view.game;
    const tasks = g.tasks.map((/** @type {any} */ t) => new Option(t.name + ": " + t.summary, t.name));
    const more = [new Option("watch a recorded game (a transcript)", transcriptTask)];
    if (g.players.length > 0) more.push(new Option("play a game by hand", handTask));
    const groups = [
      ["Tasks", tasks],
      ["Games", more],
    ].map(([label, list]) => {
      const group = make("optgroup", { label: String(label) });
      group.append(.../** @type {Node[]} */ (list));
      return group;
    });
    at("task").replaceChildren(...groups);
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
    showExample(undefined);
    showExamples();
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
        return make("div", { class: "option" }, make("label", { for: id }, o.name), input, make("p", {}, o.summary + ". Values: " + o.range + "."));
      }),
    );
    const n = view.options.length + (view.preset ? 1 : 0);
    at("rules-set").textContent = n ? "(" + [view.preset, ...view.options].filter(Boolean).join(", ") + ")" : "";
  }

  /** Loads the examples of a task. @param {string} game @param {string} task @returns {Promise<Example[]>} */
  function examplesOf(game, task) {
    const name = game + "/" + task;
    if (examples[name]) return Promise.resolve(examples[name]);
    return new Promise((resolve, reject) => {
      const script = make("script", { src: "try/examples/" + game + "-" + task + ".js" });
      script.addEventListener("load", () => resolve(examples[name] ?? []));
      script.addEventListener("error", () => reject(new Error("the examples of " + name + " are not there")));
      document.head.append(script);
    });
  }

  async function showExamples() {
    const { game, task } = view;
    if (!taskNow()) return;
    const list = await examplesOf(game, task);
    if (view.game !== game || view.task !== task) return;
    at("example").replaceChildren(
      new Option("choose one of " + list.length, ""),
      ...list.map((k) => {
        const name = k.id.slice(game.length + task.length + 2);
        return new Option(name + (k.why ? ": " + k.why : ""), k.id);
      }),
    );
    showExample(undefined);
  }

  /** Says what an example is for; nothing of input that is none. @param {Example | undefined} k */
  function showExample(k) {
    at("example").value = k?.id ?? "";
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
    view.preset = "";
    view.options = k.options ?? [];
    view.input = (await engine.ask({ ask: "format", input: k.in.join("\n") })).text;
    at("input").value = view.input;
    view.step = 1;
    showOptions(gameNow(), taskNow());
    showExample(k);
    await changed();
  }

  // --- The answer ---

  let timer = 0;
  /** Asks again once nobody types. */
  function soon() {
    clearTimeout(timer);
    at("bench").setAttribute("aria-busy", "true");
    timer = window.setTimeout(changed, typingMs);
  }

  /** Shows what the rules say of the view, and writes it into the address. */
  async function changed() {
    clearTimeout(timer);
    const mine = ++turn;
    at("bench").setAttribute("aria-busy", "true");
    try {
      if (view.task === handTask) await showHand(mine);
      else if (view.task === transcriptTask) await showReplay(mine);
      else await showTrial(mine);
    } catch (e) {
      if (mine === turn) failed(e);
    }
    if (mine === turn) await showAddress(mine);
    if (mine === turn) at("bench").setAttribute("aria-busy", "false");
  }

  /** @param {unknown} e */
  function failed(e) {
    const old = view.made && view.made !== version ? " This link was made with Touchstone " + view.made + "; this is " + version + "." : "";
    tell("There is no answer: " + complaint(e) + "." + old);
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
    const both = answer.before.length > 0 && answer.after.length > 0;
    const before = answer.before.map((/** @type {any} */ p) => figure(both ? p.name + ", before" : p.name, p));
    const after = answer.after.map((/** @type {any} */ p) => figure(answer.verdict ? p.name + ", after" : "answer: " + p.name, p));
    const first = before[0];
    if (first && gameNow().offers && view.task === moveTask) {
      first.classList.add("choosable");
      first.addEventListener("click", (/** @type {Event} */ event) => {
        const part = /** @type {Element} */ (event.target).closest("[data-at]");
        if (part) showOffersAt(part.getAttribute("data-at") ?? "");
      });
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

  /** Puts a value in place of another one, or behind the last. @param {number} i @param {string} text */
  function replaceValue(i, text) {
    const v = trial?.values[i];
    if (trial && trial.input !== view.input) return; // somebody types; the answer comes soon
    view.input = v ? view.input.slice(0, v.from) + text + view.input.slice(v.to) : view.input.trimEnd() + "\n" + text + "\n";
    at("input").value = view.input;
    // The next value may come before the answer.
    if (v && trial) {
      const more = text.length - (v.to - v.from);
      v.to += more;
      for (const behind of trial.values.slice(i + 1)) {
        behind.from += more;
        behind.to += more;
      }
      trial.input = view.input;
    }
    changed();
  }

  async function showOffers() {
    if (!at("offers").open || at("offers").hidden) return;
    const state = valueText(0);
    const key = JSON.stringify([view.game, view.preset, view.options, state]);
    if (key === offeredFor) return;
    offeredFor = key;
    offered = [];
    at("offers-all").hidden = true;
    try {
      const answer = await engine.ask({ ask: "offers", ...question(), input: state });
      offered = answer.offers;
      listOffers(
        offered,
        offered.length === 0
          ? "No request is legal: the game is over."
          : (answer.more ? "The first " : "") +
              offered.length +
              (offered.length === 1 ? " legal request" : " legal requests") +
              ". Choose one, or click a part of the picture to see those that change it.",
      );
    } catch (e) {
      listOffers([], "There is no list: " + complaint(e) + ".");
      offeredFor = "";
    }
  }

  /** @param {any[]} list @param {string} said */
  function listOffers(list, said) {
    at("offers-said").textContent = said;
    at("offers-list").replaceChildren(
      ...list.map((o) => {
        const button = make("button", { type: "button" }, o.words);
        button.title = JSON.stringify(o.request);
        button.addEventListener("click", () => replaceValue(1, JSON.stringify(o.request)));
        return make("li", {}, button);
      }),
    );
  }

  /** Lists the requests that change a part of the state. @param {string} place */
  async function showOffersAt(place) {
    at("offers").open = true;
    await showOffers();
    const near = offered.filter((o) => o.places.some((/** @type {string} */ p) => p === place || p.startsWith(place + "/") || place.startsWith(p + "/")));
    listOffers(near, near.length === 0 ? "No legal request in the list changes " + place + "." : near.length + " of the legal requests change " + place + ".");
    at("offers-all").hidden = false;
  }

  async function showForm() {
    const t = taskNow();
    if (!at("fill").open || !t) return;
    const i = Number(at("part").value);
    const part = t.in[i];
    if (!part) return;
    const game = view.game;
    schemas[game] ??= await engine.ask({ ask: "schemas", game });
    let value;
    try {
      value = JSON.parse(valueText(i));
    } catch {
      value = undefined;
    }
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
      showChoice();
    }
    at("watch").hidden = false;
    at("slider").max = String(roll.steps.length);
    showStep();
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
    showAddress(turn);
  }

  // --- Play by hand ---

  /** @param {any} g */
  function showHandChoice(g) {
    at("against").replaceChildren(...g.players.map((/** @type {any} */ p) => new Option(p.name + ": " + p.summary, p.name)));
    const [least, most] = g.seats;
    const counts = [];
    for (let n = Math.max(2, least); n <= most; n++) counts.push(new Option(String(n), String(n)));
    at("others").replaceChildren(...counts);
    if (view.players.length === 0) view.players = Array(Math.max(2, least) - 1).fill(g.players[0].name);
    at("against").value = view.players[0];
    at("others").value = String(view.players.length + 1);
    at("seed").value = String(view.seed);
  }

  /** @param {number} mine */
  async function showHand(mine) {
    const p = await engine.ask({ ask: "hand", ...question(), task: "", input: "", hand: { seed: view.seed, players: view.players, replies: view.replies } });
    if (mine !== turn) return;
    tell("");
    const said = [];
    if (p.breach)
      said.push(
        make("p", { class: "verdict bad" }, "You are out: " + p.breach.code),
        make("p", {}, p.breach.why),
        ...cited(p.breach.clause),
        make("p", {}, "Take back your reply, and try another one."),
      );
    if (p.call)
      said.push(
        make("p", { class: "verdict" }, "It is your turn: " + p.call.method),
        make("p", {}, "The referee " + p.call.summary + "."),
        ...cited(p.call.clause),
      );
    else said.push(make("p", { class: "verdict" }, "The game is over: " + p.outcome));
    at("hand-said").replaceChildren(...said);
    at("hand-pictures").replaceChildren(...p.shown.map((/** @type {any} */ s) => figure(s.name, s)));
    at("hand-reply").hidden = !p.call;
    call = p.call;
    await showReplyForm();
    at("undo").disabled = view.replies.length === 0;
    at("hand-offers").replaceChildren(
      ...p.offers.map((/** @type {any} */ o) => {
        const button = make("button", { type: "button" }, o.words);
        button.addEventListener("click", () => {
          at("reply").value = JSON.stringify(o.request);
          at("give").focus();
        });
        return make("li", {}, button);
      }),
    );
    at("hand-lines").replaceChildren(
      ...p.lines.map((/** @type {any} */ l) => make("li", { class: (l.own ? "own" : "") + (l.bad ? " bad" : "") }, (l.who ? l.who + " " : "") + l.what)),
    );
    at("hand-lines").scrollTop = at("hand-lines").scrollHeight;
  }

  /** @type {{reply: string} | null} - the call that waits for the person */
  let call = null;

  async function showReplyForm() {
    if (!at("reply-form").open || !call) return;
    const game = view.game;
    schemas[game] ??= await engine.ask({ ask: "schemas", game });
    let value;
    try {
      value = JSON.parse(at("reply").value);
    } catch {
      value = undefined;
    }
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
    view.replies.push(text);
    at("reply").value = "";
    changed();
  }

  function begin() {
    view.seed = Math.max(0, Math.min(999_999_999, Math.floor(Number(at("seed").value) || 0)));
    view.players = Array(Number(at("others").value) - 1).fill(at("against").value);
    view.replies = [];
    changed();
  }

  // --- Links and files ---

  let own = ""; // the fragment that the page has written itself
  let shown = 0; // addresses that were followed

  /** @param {number} mine */
  async function showAddress(mine) {
    const text = await link.pack({ ...view, made: version });
    if (mine !== turn) return;
    own = text ? "#" + text : "";
    history.replaceState(null, "", own || location.pathname + location.search);
    at("copy").disabled = !text;
    at("share-said").textContent = text
      ? "The address of this page holds everything that you have entered."
      : "This is too long for a link. Save it as a file, which this page can open.";
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
    URL.revokeObjectURL(a.href);
  }

  /** @param {File} file */
  async function openFile(file) {
    const fileMax = 16_000_000;
    if (file.size > fileMax) throw new Error("the file has more than " + fileMax / 1e6 + " MB");
    const text = await file.text();
    let saved;
    try {
      saved = JSON.parse(text).view;
    } catch {
      saved = undefined;
    }
    if (saved !== undefined) {
      await show(link.viewOf(saved));
      return;
    }
    view.input = text;
    at("input").value = text;
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
    view = v;
    at("input").value = view.input;
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
    if (list[0]) await takeExample(list[0]);
    else await changed();
  }

  /** Shows what the address asks for. */
  async function showLink() {
    const hash = location.hash;
    if (hash === own && hash !== "") return;
    try {
      const text = decodeURIComponent(hash.slice(1));
      if (text.startsWith("case=")) await showCase(text.slice("case=".length));
      else if (text) await show(await link.unpack(text));
      else await showFirst();
    } catch (e) {
      await showFirst();
      tell("The link does not work: " + complaint(e) + ". An example is shown.");
    }
    document.documentElement.dataset.shown = String(++shown);
  }

  /** Shows an embedded case. @param {string} id */
  async function showCase(id) {
    const [game, task] = id.split("/");
    const v = link.empty();
    v.game = game ?? "";
    v.task = task ?? "";
    take(v);
    const k = (await examplesOf(v.game, v.task)).find((one) => one.id === id);
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
      showTask(v).catch(failed);
    });
    on("task", "change", () => {
      const v = link.empty();
      v.game = view.game;
      v.task = at("task").value;
      v.preset = view.preset;
      showTask(v).catch(failed);
    });
    on("example", "change", async () => {
      const k = (await examplesOf(view.game, view.task)).find((one) => one.id === at("example").value);
      if (k) takeExample(k).catch(failed);
    });
    on("preset", "change", () => {
      view.preset = at("preset").value;
      showOptions(gameNow(), taskNow());
      changed();
    });
    on("options", "change", (event) => {
      const name = event.target.dataset.option;
      view.options = view.options.filter((o) => !o.startsWith(name + "="));
      if (event.target.value.trim()) view.options.push(name + "=" + event.target.value.trim());
      showOptions(gameNow(), taskNow());
      at("option-" + name)?.focus();
      changed();
    });
    on("input", "input", () => {
      view.input = at("input").value;
      showExample(undefined);
      soon();
    });
    on("tidy", "click", async () => {
      try {
        view.input = (await engine.ask({ ask: "format", input: view.input })).text;
        at("input").value = view.input;
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
    on("offers", "toggle", showOffers);
    on("offers-all", "click", () => {
      offeredFor = "";
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
    on("undo", "click", () => {
      view.replies.pop();
      changed();
    });
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
