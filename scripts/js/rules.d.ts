// What the scripts of the page Try it find besides each other.

// The file rules.js of the site: the source of the worker, and the module, compressed and
// in base64.
declare const rulesWorker: string;
declare const rulesModule: string;

// The file wasm_exec.js of the Go distribution, before the worker.
declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

// The module, in its worker.
interface Window {
  touchstoneAnswer(question: string): string;
}
