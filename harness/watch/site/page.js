'use strict';
(() => {
  const linesMax = 400;
  const $ = (id) => document.getElementById(id);
  const lines = $('lines');
  let page = '';
  let over = false;
  let offset = 0; // of the clock of the page, in milliseconds, to ours
  let clocks = [];

  // Everything that comes is text: it becomes the content of elements that are
  // made here, never markup.
  const element = (name, text, mood) => {
    const e = document.createElement(name);
    if (text !== undefined) e.textContent = text;
    if (['good', 'bad', 'quiet'].includes(mood)) e.className = mood;
    return e;
  };

  const say = (text) => {
    $('line').textContent = text;
    $('line').hidden = text === '';
  };

  const narrow = matchMedia('(max-width: 49.99rem)');
  let board = null; // the picture, in both widths

  // A picture is taken over shape by shape: only what pictures consist of.
  const shapes = {
    svg: ['viewBox', 'width', 'height', 'role', 'font-family', 'text-anchor'],
    title: [], desc: [],
    rect: ['x', 'y', 'width', 'height', 'rx', 'class', 'stroke-width'],
    circle: ['cx', 'cy', 'r', 'class', 'stroke-width'],
    path: ['d', 'class', 'stroke-width', 'stroke-linecap'],
    text: ['x', 'y', 'font-size', 'font-weight', 'textLength', 'lengthAdjust', 'class'],
  };
  const copy = (from) => {
    const allowed = shapes[from.localName];
    if (!allowed) return null;
    const to = document.createElementNS('http://www.w3.org/2000/svg', from.localName);
    for (const name of allowed) {
      if (from.hasAttribute(name)) to.setAttribute(name, from.getAttribute(name));
    }
    for (const child of from.childNodes) {
      const c = child.nodeType === Node.TEXT_NODE ? document.createTextNode(child.data)
        : child.nodeType === Node.ELEMENT_NODE ? copy(child) : null;
      if (c) to.append(c);
    }
    return to;
  };

  const table = (t) => {
    const whole = element('table');
    whole.append(element('caption', t.caption));
    const head = element('tr');
    const numbers = t.columns.map((_, i) => t.rows.length > 0 && t.rows.every((r) => r[i] && /^[\d.]*$/.test(r[i].text)));
    const number = (cell, i) => { if (numbers[i]) cell.classList.add('number'); return cell; };
    t.columns.forEach((c, i) => {
      const th = element('th', c);
      th.scope = 'col';
      head.append(number(th, i));
    });
    const thead = element('thead');
    thead.append(head);
    const body = element('tbody');
    t.rows.forEach((row) => {
      const tr = element('tr');
      row.forEach((c, i) => tr.append(number(element('td', c.text, c.mood), i)));
      body.append(tr);
    });
    whole.append(thead, body);
    const scroll = element('div');
    scroll.className = 'scroll';
    scroll.append(whole);
    return scroll;
  };

  const show = {
    title: (title) => {
      $('title').textContent = title;
      document.title = title;
    },
    status: (s) => {
      $('status').textContent = s.text;
      $('status').className = ['good', 'bad', 'quiet'].includes(s.mood) ? s.mood : '';
    },
    progress: (p) => {
      $('progress').hidden = !p;
      if (!p) return;
      const bar = $('progress').querySelector('progress');
      bar.max = Math.max(p.of, 1);
      bar.value = p.done;
      $('progress').querySelector('output').textContent = `${p.done} of ${p.of}`;
    },
    clocks: (list) => {
      clocks = list.map((c) => {
        const li = element('li');
        const time = element('span');
        li.append(element('strong', c.name), element('span', c.for), time);
        if (c.limitMs) {
          c.bar = element('progress');
          c.bar.max = c.limitMs;
          c.bar.setAttribute('aria-label', `time of ${c.name}`);
          li.append(c.bar);
        }
        c.time = time;
        c.li = li;
        return c;
      });
      // Its place stays once it was needed, so that the page does not jump.
      if (clocks.length > 0) $('clocks').hidden = false;
      $('clocks').querySelector('ul').replaceChildren(...clocks.map((c) => c.li));
      if (clocks.length === 0) $('clocks').querySelector('ul').replaceChildren(element('li', 'nobody', 'quiet'));
      tick();
    },
    picture: (p) => {
      board = p;
      draw();
    },
    tables: (list) => $('tables').replaceChildren(...list.map(table)),
  };

  const draw = () => {
    $('board').hidden = !board;
    if (!board) return;
    $('caption').textContent = board.caption;
    const root = new DOMParser().parseFromString(narrow.matches ? board.narrow : board.svg, 'image/svg+xml').documentElement;
    const drawn = root.localName === 'svg' ? copy(root) : null;
    $('picture').replaceChildren(...(drawn ? [drawn] : []));
  };
  narrow.addEventListener('change', draw);

  const seconds = (ms) => `${(Math.max(ms, 0) / 1000).toFixed(1)} s`;
  const tick = () => {
    if (over) return;
    for (const c of clocks) {
      const ms = performance.now() - offset - c.sinceMs;
      c.time.textContent = c.limitMs ? `${seconds(ms)} of ${seconds(c.limitMs)}` : seconds(ms);
      if (c.bar) c.bar.value = Math.min(ms, c.limitMs);
    }
  };
  setInterval(tick, 100);

  const matches = (li) => li.textContent.toLowerCase().includes($('words').value.toLowerCase());
  const add = (li) => {
    li.hidden = !matches(li);
    lines.append(li);
  };
  const log = (m) => {
    if (m.missed) add(element('li', `${m.missed} earlier lines are not shown`, 'quiet'));
    for (const l of m.lines || []) {
      const li = element('li', undefined, l.mood);
      li.append(element('time', seconds(l.ms)));
      if (l.who) li.append(element('strong', l.who), ' ');
      li.append(l.text);
      add(li);
    }
    while (lines.children.length > linesMax) lines.firstChild.remove();
    $('log').hidden = lines.children.length === 0;
    if ($('follow').checked) lines.scrollTop = lines.scrollHeight;
  };
  $('words').addEventListener('input', () => Array.from(lines.children).forEach((li) => { li.hidden = !matches(li); }));

  const source = new EventSource('events');
  source.onmessage = (event) => {
    const m = JSON.parse(event.data);
    if (page !== m.page) {
      page = m.page;
      lines.replaceChildren();
    }
    offset = performance.now() - m.nowMs;
    say('');
    for (const [name, value] of Object.entries(m.parts || {})) {
      if (Object.hasOwn(show, name)) show[name](value);
    }
    log(m);
    if (m.over) {
      over = true;
      source.close();
      document.body.dataset.over = 'true';
      $('clocks').hidden = true;
    }
  };
  source.onerror = () => {
    if (over) return;
    say(source.readyState === EventSource.CLOSED
      ? 'The page gets no news: as many look already as may, or the address is no longer the right one. Reload to try again.'
      : 'The connection is lost: what is shown may be old. The page tries again by itself.');
  };
})();
