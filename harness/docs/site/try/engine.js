"use strict";
// Asks the rules, which run in a worker. Both come from the file rules.js, so that the
// page needs no server.

/** @typedef {{resolve: (answer: any) => void, reject: (why: Error) => void, timer: number}} Waiting */

const engine = (() => {
  // answerMsMax is how long a question may take: a person has given up before.
  const answerMsMax = 10_000;

  /** @type {Worker | null} */
  let worker = null;
  /** @type {Promise<void> | null} - that the worker has the rules */
  let ready = null;
  /** @type {WebAssembly.Module | null} */
  let module = null;
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();
  let asked = 0;

  /** Unpacks text in base64 that was compressed. @param {string} text */
  async function unpack(text) {
    const letters = atob(text);
    const packed = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) packed[i] = letters.charCodeAt(i);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  }

  /** Ends the worker; what it was asked has no answer then. @param {string} why */
  function stop(why) {
    worker?.terminate();
    worker = ready = null;
    for (const w of waiting.values()) {
      clearTimeout(w.timer);
      w.reject(new Error(why));
    }
    waiting.clear();
  }

  /** Starts a worker that has the module. @returns {Promise<void>} */
  function start() {
    const url = URL.createObjectURL(new Blob([rulesWorker], { type: "text/javascript" }));
    const fresh = new Worker(url);
    worker = fresh;
    return new Promise((resolve, reject) => {
      fresh.addEventListener("error", (event) => {
        reject(new Error("the rules do not start: " + event.message));
        stop("the rules have stopped");
      });
      fresh.addEventListener("message", ({ data }) => {
        if (data.ready) {
          URL.revokeObjectURL(url);
          resolve();
        } else if (data.ended) {
          const why = "the rules have stopped; ask again";
          reject(new Error(why)); // if it has not even started
          stop(why);
        } else {
          const w = waiting.get(data.id);
          if (!w) return;
          waiting.delete(data.id);
          clearTimeout(w.timer);
          const answer = JSON.parse(data.answer);
          if (answer.trouble) w.reject(Object.assign(new Error(answer.trouble.message), { hint: answer.trouble.hint }));
          else w.resolve(answer);
        }
      });
      fresh.postMessage({ module });
    });
  }

  return {
    /** Tells whether this browser can run the rules. */
    able() {
      return typeof WebAssembly === "object" && typeof Worker === "function" && typeof DecompressionStream === "function";
    },

    /** Makes the rules ready. @returns {Promise<void>} */
    async open() {
      module = await WebAssembly.compile(await unpack(rulesModule));
      ready = start();
      await ready;
    },

    /**
     * Asks a question, as package workbench has them. The promise fails with what is
     * wrong with the question, perhaps with a hint.
     * @param {object} question
     * @returns {Promise<any>}
     */
    async ask(question) {
      await (ready ??= start());
      const id = ++asked;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          stop("this takes longer than " + answerMsMax / 1000 + " s here; the command line has no such limit");
        }, answerMsMax);
        waiting.set(id, { resolve, reject, timer });
        worker?.postMessage({ id, question: JSON.stringify(question) });
      });
    },
  };
})();
