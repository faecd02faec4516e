'use strict';
(async () => {
  const $ = (id) => document.getElementById(id);
  const watch = $('watch');
  const steps = Array.from($('steps').children);
  const narrow = matchMedia('(max-width: 49.99rem)');
  const sideBySide = matchMedia('(min-width: 70rem)');

  // The pictures are compressed: unpacking them asks nobody for anything.
  const unpack = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
  };

  const draw = (film, number) => {
    const runs = film.pictures[number];
    const lines = [];
    for (let i = 0; i < runs.length; i += 2) lines.push(...film.lines.slice(runs[i], runs[i] + runs[i + 1]));
    // As XML there are shapes and text and nothing else in it.
    return document.importNode(new DOMParser().parseFromString(lines.join('\n'), 'image/svg+xml').documentElement, true);
  };

  let reel;
  try {
    reel = await unpack($('film').textContent);
  } catch {
    reel = { wide: null, pictures: steps.map(() => -1), why: steps.map(() => 'this browser cannot decompress it'), messages: steps.map(() => ''), changes: steps.map(() => '') };
  }

  let at = 0; // the step that is shown, from 1
  let shown = null; // its picture
  let timer = 0;

  const picture = (n) => {
    const number = reel.pictures[n - 1];
    const film = narrow.matches ? reel.narrow : reel.wide;
    const key = number < 0 ? reel.why[n - 1] : `${number} ${narrow.matches}`;
    if (key === shown) return;
    shown = key;
    if (number >= 0) {
      $('picture').replaceChildren(draw(film, number));
    } else {
      $('picture').textContent = key === '' ? '' : `There is no picture: ${key}`;
    }
    $('picture').hidden = key === '';
  };

  const changes = (n) => {
    const lines = reel.changes[n - 1] === '' ? [] : reel.changes[n - 1].split('\n');
    $('changes').replaceChildren(...lines.map((line) => {
      const item = document.createElement('li');
      item.textContent = line;
      return item;
    }));
    $('changed').hidden = lines.length === 0;
  };

  // In its own box the list is scrolled, and the page is not.
  const follow = (item) => {
    const list = $('steps');
    if (list.scrollHeight <= list.clientHeight) return;
    const above = item.offsetTop - list.scrollTop;
    if (above < 0 || above + item.offsetHeight > list.clientHeight) {
      list.scrollTop = item.offsetTop - list.clientHeight / 3;
    }
  };

  const show = (n) => {
    n = Math.min(Math.max(n, 1), steps.length);
    if (n === at) return;
    if (at > 0) steps[at - 1].removeAttribute('aria-current');
    at = n;
    const item = steps[n - 1];
    item.setAttribute('aria-current', 'step');
    const part = (selector) => item.querySelector(selector)?.textContent ?? '';
    $('status').textContent = [`Step ${n} of ${steps.length}`, part('.time'), part('b'), part('.what'), part('.clause')].filter((t) => t !== '').join(' · ');
    $('reason').textContent = part('.bad');
    $('reason').hidden = part('.bad') === '';
    $('message').textContent = reel.messages[n - 1];
    $('slider').value = n;
    $('slider').setAttribute('aria-valuetext', `step ${n} of ${steps.length}`);
    $('first').disabled = $('previous').disabled = n === 1;
    $('next').disabled = $('last').disabled = n === steps.length;
    picture(n);
    changes(n);
    follow(item);
    // Browsers refuse that when it happens too often; then the link stays behind.
    try {
      history.replaceState(null, '', `#step=${n}`);
    } catch {}
  };

  const pause = () => {
    clearInterval(timer);
    timer = 0;
    $('play').textContent = 'Play';
    $('status').setAttribute('aria-live', 'polite');
  };
  const play = () => {
    if (at === steps.length) show(1);
    clearInterval(timer);
    timer = setInterval(() => {
      show(at + 1);
      if (at === steps.length) pause();
    }, 1000 / Number($('speed').value));
    $('play').textContent = 'Pause';
    // Nobody can listen so fast.
    $('status').setAttribute('aria-live', 'off');
  };
  const go = (n) => {
    pause();
    show(n);
  };
  const illegal = () => {
    const n = steps.findIndex((s) => 'illegal' in s.dataset);
    if (n >= 0) go(n + 1);
  };
  const toggle = () => (timer ? pause() : play());

  const actions = {
    first: () => go(1), previous: () => go(at - 1), play: toggle, next: () => go(at + 1), last: () => go(steps.length), illegal,
  };
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener('click', action);
  $('slider').addEventListener('input', () => go(Number($('slider').value)));
  $('speed').addEventListener('change', () => { if (timer) play(); });
  narrow.addEventListener('change', () => picture(at));

  const keys = {
    ArrowLeft: actions.previous, ArrowRight: actions.next, Home: actions.first, End: actions.last, ' ': toggle, i: illegal,
  };
  document.addEventListener('keydown', (e) => {
    const action = keys[e.key];
    if (!action || e.ctrlKey || e.altKey || e.metaKey || /^(INPUT|SELECT)$/.test(e.target.tagName)) return;
    // Space presses the button, or follows the link, that has the focus.
    if (e.key === ' ' && /^(BUTTON|A)$/.test(e.target.tagName)) return;
    e.preventDefault();
    action();
  });

  const linked = (hash) => Number(/^#step=(\d{1,9})$/.exec(hash)?.[1] ?? 0);
  document.addEventListener('click', (e) => {
    const n = linked(e.target.closest?.('a')?.getAttribute('href') ?? '');
    if (n === 0) return;
    e.preventDefault();
    go(n);
    if (!sideBySide.matches) watch.scrollIntoView();
  });
  const jump = () => {
    const n = linked(location.hash);
    if (n > 0) go(n);
    return n;
  };
  window.addEventListener('hashchange', jump);

  watch.hidden = false;
  const deep = jump();
  if (deep === 0) show(1);
  else if (sideBySide.matches) window.scrollTo(0, 0);
  else watch.scrollIntoView();
})();
