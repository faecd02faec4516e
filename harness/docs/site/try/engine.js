"use strict";
// Asks the rules, which run in a worker, one question after another. Both come from the
// file rules.js, so that the page needs no server.

/** @typedef {{kind: string, text: string, resolve: (answer: any) => void, reject: (why: Error) => void}} Asked */

const engine = (() => {
  // answerMsMax is how long a question may take: a person has given up before.
  const answerMsMax = 10_000;
  // outdatedMsMax is how long an answer may still take that nobody waits for any more.
  const outdatedMsMax = 1_000;
  // shown are the kinds of questions about what stands in the page: of these only the
  // newest counts.
  const shown = ["case", "replay", "hand"];

  /** @type {Worker | null} */
  let worker = null;
  /** @type {WebAssembly.Module | null} */
  let module = null;
  /** @type {Asked[]} */
  let queue = [];
  /** @type {Asked | null} */
  let running = null;
  let timer = 0;

  /** Unpacks text in base64 that was compressed. @param {string} text */
  async function unpack(text) {
    const letters = atob(text);
    const packed = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) packed[i] = letters.charCodeAt(i);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  }

  /** Ends the worker, and with it the question that it works on. @param {string} why */
  function stop(why) {
    worker?.terminate();
    worker = null;
    settle((asked) => asked.reject(new Error(why)));
  }

  /** Ends the question that is worked on, and goes on with the next. @param {(asked: Asked) => void} how */
  function settle(how) {
    clearTimeout(timer);
    const asked = running;
    running = null;
    if (asked) how(asked);
    next();
  }

  /** Starts a worker that has the module. */
  function start() {
    const url = URL.createObjectURL(new Blob([rulesWorker], { type: "text/javascript" }));
    const fresh = new Worker(url);
    worker = fresh;
    fresh.addEventListener("error", (event) => {
      if (worker === fresh) stop("the rules do not start: " + event.message);
    });
    fresh.addEventListener("message", ({ data }) => {
      if (worker !== fresh) return;
      if (data.ended) {
        stop("the rules have stopped; ask again");
        return;
      }
      URL.revokeObjectURL(url);
      settle((asked) => {
        try {
          const answer = JSON.parse(data.answer);
          if (!answer.trouble) asked.resolve(answer);
          else asked.reject(Object.assign(new Error(answer.trouble.message), { hint: answer.trouble.hint }));
        } catch {
          asked.reject(new Error("the rules give no answer"));
        }
      });
    });
    fresh.postMessage({ module });
    return fresh;
  }

  /** Asks the next question, if none is asked. */
  function next() {
    if (running || queue.length === 0) return;
    running = queue.shift() ?? null;
    timer = window.setTimeout(() => {
      stop("this takes longer than " + answerMsMax / 1000 + " s here; the command line has no such limit");
    }, answerMsMax);
    (worker ?? start()).postMessage({ question: running?.text });
  }

  /** Gives up what a newer question makes useless. */
  function giveUp() {
    const why = new Error("there is a newer question");
    queue = queue.filter((asked) => {
      if (!shown.includes(asked.kind)) return true;
      asked.reject(why);
      return false;
    });
    const old = running;
    if (!old || !shown.includes(old.kind)) return;
    setTimeout(() => {
      if (running === old) stop(why.message);
    }, outdatedMsMax);
  }

  return {
    /** Tells whether this browser can run the rules, and write links. */
    able() {
      try {
        return typeof WebAssembly === "object" && typeof Worker === "function" && Boolean(new CompressionStream("deflate-raw"));
      } catch {
        return false;
      }
    },

    /** Makes the rules ready. @returns {Promise<void>} */
    async open() {
      module = await WebAssembly.compile(await unpack(rulesModule));
    },

    /**
     * Asks a question, as package workbench has them. The promise fails with what is
     * wrong with the question, perhaps with a hint.
     * @param {{ask: string, [more: string]: any}} question
     * @returns {Promise<any>}
     */
    ask(question) {
      if (shown.includes(question.ask)) giveUp();
      return new Promise((resolve, reject) => {
        queue.push({ kind: question.ask, text: JSON.stringify(question), resolve, reject });
        next();
      });
    },
  };
})();
