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

  // Rows come in chunks, and a chunk that is not sent again is as it was. What
  // stands in the page is changed cell by cell, so that nobody loses the place.
  let heads = [];
  const chunks = new Map(); // of rows, by name
  const rowsOf = (head, n) => {
    const rows = [];
    for (let i = 0; i * head.chunk < head.rows; i++) rows.push(...(chunks.get(`rows ${n} ${i}`) || []));
    return rows.slice(0, head.rows);
  };
  const put = (e, text, className) => {
    if (e.textContent !== text) e.textContent = text;
    if (e.className !== className) e.className = className;
  };
  const fill = (parent, count, make) => {
    while (parent.children.length > count) parent.lastChild.remove();
    while (parent.children.length < count) parent.append(make(parent.children.length));
  };
  const newTable = () => {
    const scroll = element('div');
    scroll.className = 'scroll';
    scroll.tabIndex = 0;
    scroll.setAttribute('role', 'group');
    const whole = element('table');
    const thead = element('thead');
    thead.append(element('tr'));
    whole.append(element('caption'), thead, element('tbody'));
    scroll.append(whole);
    return scroll;
  };
  const cellOf = (head) => (i) => {
    const cell = element(head.named && i === 0 ? 'th' : 'td');
    if (head.named && i === 0) cell.scope = 'row';
    return cell;
  };
  const columnHead = () => {
    const th = element('th');
    th.scope = 'col';
    return th;
  };
  const table = (scroll, head, n) => {
    const [caption, thead, body] = scroll.firstChild.children;
    const rows = rowsOf(head, n);
    const numbers = head.columns.map((_, i) => rows.length > 0 && rows.every((r) => r[i] && /^[\d.]*$/.test(r[i].text)));
    const name = (i, mood) => [['good', 'bad', 'quiet'].includes(mood) ? mood : '', numbers[i] ? 'number' : ''].join(' ').trim();
    if (scroll.dataset.named !== String(Boolean(head.named))) body.replaceChildren();
    scroll.dataset.named = Boolean(head.named);
    scroll.setAttribute('aria-label', head.caption);
    put(caption, head.caption, '');
    fill(thead.firstChild, head.columns.length, columnHead);
    head.columns.forEach((c, i) => put(thead.firstChild.children[i], c, name(i)));
    fill(body, rows.length, () => element('tr'));
    rows.forEach((row, r) => {
      const cells = body.children[r];
      fill(cells, row.length, cellOf(head));
      row.forEach((c, i) => put(cells.children[i], c.text, name(i, c.mood)));
    });
  };
  // The parts that came belong to tables, of which those that changed are shown.
  const showTables = (parts) => {
    const changed = new Set();
    for (const [key, rows] of Object.entries(parts)) {
      const [, n] = /^rows (\d+) \d+$/.exec(key) || [];
      if (n === undefined) continue;
      chunks.set(key, rows);
      changed.add(Number(n));
    }
    if (parts.tables) {
      heads = parts.tables;
      heads.forEach((_, n) => changed.add(n));
    }
    fill($('tables'), heads.length, newTable);
    for (const n of changed) {
      if (heads[n]) table($('tables').children[n], heads[n], n);
    }
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
      $('progress').querySelector('output').textContent =
        `${p.done} of ${p.of}${p.unit ? ` ${p.unit}` : ''}${p.rest ? `, ${p.rest}` : ''}`;
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
      if (l.sent) {
        const sent = element('details');
        sent.append(element('summary', 'as sent'), element('code', l.sent));
        li.append(' ', sent);
      }
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
      chunks.clear();
    }
    offset = performance.now() - m.nowMs;
    say('');
    for (const [name, value] of Object.entries(m.parts || {})) {
      if (Object.hasOwn(show, name)) show[name](value);
    }
    showTables(m.parts || {});
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
      ? 'The page gets no updates: there are too many viewers, or the address has changed. Reload to try again.'
      : 'The connection is lost, so the page may be out of date. It reconnects by itself.');
  };
})();
