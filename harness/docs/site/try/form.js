"use strict";
// Makes a form of a JSON Schema, for who would rather choose than write.

/** @typedef {Record<string, any>} Schema */
/** @typedef {{element: HTMLElement, get: () => any}} Field */

const form = (() => {
  // depthMax keeps a schema that contains itself from growing a form without end.
  const depthMax = 12;
  // itemsMax is how many elements of a list the form shows; those behind are changed by hand.
  const itemsMax = 200;
  let made = 0;

  /**
   * @param {string} tag
   * @param {Record<string, string>} [attributes]
   * @param {...(Node | string)} children
   */
  function make(tag, attributes = {}, ...children) {
    const e = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
    e.append(...children);
    return e;
  }

  /**
   * A schema at the end of a reference, and the name of the file that it stands in.
   * @param {Record<string, Schema>} all
   * @param {Schema} schema
   * @param {string} file
   * @returns {[Schema, string]}
   */
  function resolve(all, schema, file) {
    for (let n = 0; schema.$ref && n < depthMax; n++) {
      const [name, pointer = ""] = schema.$ref.split("#");
      if (name) file = name.replace(".schema.json", "");
      let target = all[file] ?? {};
      for (const step of pointer.split("/").filter(Boolean)) target = target[step] ?? {};
      schema = target;
    }
    return [schema, file];
  }

  /** What a person calls the values of a schema. @param {Schema} s */
  function called(s) {
    if ("const" in s) return JSON.stringify(s.const);
    const type = s.properties?.type?.const;
    return type ? String(type) : s["x-expected"] || s.title || s.description || s.type || "a value";
  }

  /**
   * Tells whether a value may be meant for a schema: a look at its outside.
   * @param {Record<string, Schema>} all @param {Schema} schema @param {string} file @param {any} value @returns {boolean}
   */
  function fits(all, schema, file, value) {
    const [s, at] = resolve(all, schema, file);
    if ("const" in s) return JSON.stringify(s.const) === JSON.stringify(value);
    if (s.enum) return s.enum.some((/** @type {any} */ e) => JSON.stringify(e) === JSON.stringify(value));
    if (s.oneOf || s.anyOf) return (s.oneOf || s.anyOf).some((/** @type {Schema} */ a) => fits(all, a, at, value));
    if (Array.isArray(value)) {
      const items = s.prefixItems?.[0] ?? s.items;
      return s.type === "array" && (value.length === 0 || !items || fits(all, items, at, value[0]));
    }
    if (value === null) return s.type === "null";
    if (typeof value === "object") {
      const known = s.properties ?? {};
      const type = known.type?.const;
      return (
        s.type === "object" && (type === undefined || type === value.type) && Object.keys(value).every((k) => k in known || s.additionalProperties !== false)
      );
    }
    return typeof value === (s.type === "integer" ? "number" : s.type);
  }

  /**
   * @param {Record<string, Schema>} all - schemas by the names of their files
   * @param {Schema} schema
   * @param {string} file
   * @param {any} value - to begin with; undefined for none
   * @param {string} label
   * @param {() => void} changed
   * @param {number} depth
   * @returns {Field}
   */
  function field(all, schema, file, value, label, changed, depth) {
    const [s, at] = resolve(all, schema, file);
    const id = "field-" + ++made;
    /** @param {HTMLElement} input */
    const row = (input) => {
      input.id = id;
      input.addEventListener("change", changed);
      return make("p", { class: "field" }, make("label", { for: id }, label), " ", input);
    };
    if (depth > depthMax) return { element: make("p", {}, label + ": write this part by hand"), get: () => value ?? null };
    if ("const" in s) return { element: make("p", { class: "field" }, label + ": " + JSON.stringify(s.const)), get: () => s.const };
    if (s.type === "null") return { element: make("p", { class: "field" }, label + ": null"), get: () => null };
    if (s.enum || s.type === "boolean") {
      const choices = s.enum ?? [true, false];
      const select = /** @type {HTMLSelectElement} */ (make("select"));
      choices.forEach((/** @type {any} */ c, /** @type {number} */ i) => select.append(new Option(typeof c === "string" ? c : JSON.stringify(c), String(i))));
      const now = choices.findIndex((/** @type {any} */ c) => JSON.stringify(c) === JSON.stringify(value));
      select.selectedIndex = Math.max(0, now);
      return { element: row(select), get: () => choices[select.selectedIndex] };
    }
    const several = s.oneOf || s.anyOf;
    if (several) return alternatives(all, several, at, value, label, changed, depth);
    if (s.type === "array") return list(all, s, at, value, label, changed, depth);
    if (s.type === "object") return members(all, s, at, value, label, changed, depth);
    const input = /** @type {HTMLInputElement} */ (make("input"));
    if (s.type === "string") {
      input.value = typeof value === "string" ? value : "";
      return { element: row(input), get: () => input.value };
    }
    input.type = "number";
    input.step = s.type === "integer" ? "1" : "any";
    if (s.minimum !== undefined) input.min = String(s.minimum);
    if (s.maximum !== undefined) input.max = String(s.maximum);
    input.value = String(typeof value === "number" ? value : (s.minimum ?? 0));
    return { element: row(input), get: () => (input.value === "" ? null : Number(input.value)) };
  }

  /** @param {Record<string, Schema>} all @param {Schema[]} several @param {string} file @param {any} value @param {string} label @param {() => void} changed @param {number} depth @returns {Field} */
  function alternatives(all, several, file, value, label, changed, depth) {
    const id = "field-" + ++made;
    const select = /** @type {HTMLSelectElement} */ (make("select", { id }));
    several.forEach((a, i) => select.append(new Option(called(resolve(all, a, file)[0]), String(i))));
    select.selectedIndex = Math.max(0, value === undefined ? 0 : several.findIndex((a) => fits(all, a, file, value)));
    const body = make("div");
    /** @type {Field} */
    let inner;
    /** @param {any} v */
    const show = (v) => {
      inner = field(all, several[select.selectedIndex], file, v, label, changed, depth + 1);
      body.replaceChildren(inner.element);
    };
    show(value);
    select.addEventListener("change", () => {
      show(undefined);
      changed();
    });
    const head = make("p", { class: "field" }, make("label", { for: id }, label + ", kind"), " ", select);
    return { element: make("div", {}, head, body), get: () => inner.get() };
  }

  /** @param {Record<string, Schema>} all @param {Schema} s @param {string} file @param {any} value @param {string} label @param {() => void} changed @param {number} depth @returns {Field} */
  function list(all, s, file, value, label, changed, depth) {
    const box = make("fieldset", {}, make("legend", {}, label));
    /** @type {Field[]} */
    let fields = [];
    const rows = make("div");
    const least = s.minItems ?? s.prefixItems?.length ?? 0;
    /** @param {any} v */
    const add = (v) => {
      const n = fields.length;
      const of = s.prefixItems?.[n] ?? s.items;
      if (typeof of !== "object") return;
      const f = field(all, of, file, v, (resolve(all, of, file)[0].title?.toLowerCase() ?? label) + " " + (n + 1), changed, depth + 1);
      fields.push(f);
      rows.append(f.element);
    };
    const given = Array.isArray(value) ? value : [];
    for (const v of given.slice(0, itemsMax)) add(v);
    const rest = given.slice(itemsMax); // which stay as they are
    while (fields.length < least) {
      const n = fields.length;
      add(undefined);
      if (fields.length === n) break;
    }
    const more = /** @type {HTMLButtonElement} */ (make("button", { type: "button" }, "Add to " + label));
    const fewer = /** @type {HTMLButtonElement} */ (make("button", { type: "button" }, "Remove the last of " + label));
    const limits = () => {
      more.disabled =
        fields.length >= Math.min(s.maxItems ?? itemsMax, itemsMax) || (s.prefixItems && fields.length >= s.prefixItems.length && typeof s.items !== "object");
      fewer.disabled = fields.length <= least;
    };
    more.addEventListener("click", () => {
      add(undefined);
      limits();
      changed();
    });
    fewer.addEventListener("click", () => {
      fields.pop()?.element.remove();
      limits();
      changed();
    });
    limits();
    box.append(rows);
    if (!(more.disabled && fewer.disabled)) box.append(more, " ", fewer);
    return { element: box, get: () => [...fields.map((f) => f.get()), ...rest] };
  }

  /** @param {Record<string, Schema>} all @param {Schema} s @param {string} file @param {any} value @param {string} label @param {() => void} changed @param {number} depth @returns {Field} */
  function members(all, s, file, value, label, changed, depth) {
    const box = make("fieldset", {}, make("legend", {}, label));
    const given = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
    /** @type {[string, Field, () => boolean][]} */
    const fields = [];
    for (const [name, of] of Object.entries(s.properties ?? {})) {
      const f = field(all, of, file, given[name], name, changed, depth + 1);
      if (s.required?.includes(name)) {
        fields.push([name, f, () => true]);
        box.append(f.element);
        continue;
      }
      const wanted = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox" }));
      wanted.checked = name in given;
      f.element.hidden = !wanted.checked;
      wanted.addEventListener("change", () => {
        f.element.hidden = !wanted.checked;
        changed();
      });
      fields.push([name, f, () => wanted.checked]);
      box.append(make("p", { class: "field" }, make("label", {}, wanted, " with " + name)), f.element);
    }
    return {
      element: box,
      get: () => Object.fromEntries(fields.filter(([, , there]) => there()).map(([name, f]) => [name, f.get()])),
    };
  }

  return {
    make,

    /**
     * A form for the value of a name.
     * @param {Record<string, Schema>} all @param {string} name @param {any} value @param {string} label @param {() => void} changed
     * @returns {Field}
     */
    of(all, name, value, label, changed) {
      return field(all, all[name] ?? {}, name, value, label, changed, 0);
    },
  };
})();
