"use strict";
// Writes what stands in the page into the address behind #, compressed, and reads it
// again. Nothing of an address is sent to a server from there.

/**
 * What stands in the page.
 * @typedef {object} View
 * @property {string} game
 * @property {string} task - of the game, or "transcript" or "hand"
 * @property {string} preset
 * @property {string[]} options - NAME=VALUE
 * @property {string} input
 * @property {number} step - of a game that is watched, from 1
 * @property {number} seed - of a game played by hand
 * @property {string[]} players - its builtin players
 * @property {string[]} replies - of the person, as JSON
 * @property {string} made - the version of Touchstone that made the link
 */

const link = (() => {
  // form is what addresses begin with: another one will have another number.
  const form = "1.";
  // bytesMax bounds what is unpacked: a spoilt address may stand for anything.
  const bytesMax = 4_000_000;
  // addressMax is up to how many characters an address can be sent by mail and chat.
  const addressMax = 16_000;

  /** @returns {View} */
  function empty() {
    return { game: "", task: "", preset: "", options: [], input: "", step: 1, seed: 1, players: [], replies: [], made: "" };
  }

  /** Makes a view of anything, or fails with what is wrong. @param {any} value @returns {View} */
  function viewOf(value) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("it holds no view");
    const view = /** @type {any} */ (empty());
    for (const [key, found] of Object.entries(value)) {
      if (!Object.hasOwn(view, key)) throw new Error("it has the key " + JSON.stringify(key.slice(0, 40)) + ", which this version does not know");
      const usual = view[key];
      const fits = Array.isArray(usual)
        ? Array.isArray(found) && found.every((x) => typeof x === "string")
        : typeof found === typeof usual && (typeof found !== "number" || (Number.isSafeInteger(found) && found >= 0));
      if (!fits) throw new Error("its key " + JSON.stringify(key) + " has another kind of value than expected");
      view[key] = found;
    }
    return view;
  }

  /** Leaves out what is as usual. @param {View} view */
  function brief(view) {
    const usual = /** @type {any} */ (empty());
    return Object.fromEntries(Object.entries(view).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key])));
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes @param {"compress" | "decompress"} way @returns {Promise<Uint8Array<ArrayBuffer>>} */
  async function through(bytes, way) {
    const stream = way === "compress" ? new CompressionStream("deflate-raw") : new DecompressionStream("deflate-raw");
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    const parts = [];
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (way === "decompress" && length > bytesMax) {
        await reader.cancel();
        throw new Error("it is too long");
      }
      parts.push(value);
    }
    const all = new Uint8Array(length);
    length = 0;
    for (const p of parts) {
      all.set(p, length);
      length += p.length;
    }
    return all;
  }

  return {
    empty,
    viewOf,
    brief,

    /** The address of a view, "" if it would be too long. @param {View} view @returns {Promise<string>} */
    async pack(view) {
      const text = JSON.stringify(brief(view));
      if (text.length > bytesMax) return "";
      const packed = await through(new TextEncoder().encode(text), "compress");
      if ((packed.length * 4) / 3 > addressMax) return "";
      const letters = btoa(Array.from(packed, (b) => String.fromCharCode(b)).join(""));
      return form + letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    },

    /** The view of an address, or an error that says why there is none. @param {string} text @returns {Promise<View>} */
    async unpack(text) {
      if (!text.startsWith(form)) throw new Error("it does not begin as links of this page do");
      let bytes;
      try {
        const packed = atob(text.slice(form.length).replaceAll("-", "+").replaceAll("_", "/"));
        bytes = await through(
          Uint8Array.from(packed, (c) => c.charCodeAt(0)),
          "decompress",
        );
      } catch {
        throw new Error("a part of it is missing or changed");
      }
      let value;
      try {
        value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
      } catch {
        throw new Error("a part of it is missing or changed");
      }
      return viewOf(value);
    },
  };
})();
