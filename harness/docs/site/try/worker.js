"use strict";
// Runs the rules beside the page, so that a long question does not stop it. The file
// wasm_exec.js of the Go distribution stands before this one. The first message has the
// module, each other one a question.

/** @type {Promise<void> | null} - that the rules can be asked */
let ready = null;

/** @param {WebAssembly.Module} module */
async function begin(module) {
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).finally(() => self.postMessage({ ended: true }));
}

self.addEventListener("message", async (event) => {
  /** @type {{module?: WebAssembly.Module, question: string}} */
  const { module, question } = event.data;
  try {
    if (module) {
      ready = begin(module);
      await ready;
      return;
    }
    await ready;
    self.postMessage({ answer: self.touchstoneAnswer(question) });
  } catch {
    // It does not start, or has no more stack or memory: then it is not to be relied on.
    self.postMessage({ ended: true });
  }
});
