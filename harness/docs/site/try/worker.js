"use strict";
// Runs the rules beside the page, so that a long question does not stop it. The file
// wasm_exec.js of the Go distribution stands before this one.
self.addEventListener("message", async (event) => {
  /** @type {{module?: WebAssembly.Module, id: number, question: string}} */
  const { module, id, question } = event.data;
  if (module) {
    const go = new Go();
    const instance = await WebAssembly.instantiate(module, go.importObject);
    go.run(instance).finally(() => self.postMessage({ ended: true }));
    self.postMessage({ ready: true });
    return;
  }
  try {
    self.postMessage({ id, answer: self.touchstoneAnswer(question) });
  } catch {
    // The rules have no more stack or memory, and are not to be relied on.
    self.postMessage({ ended: true });
  }
});
