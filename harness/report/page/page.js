'use strict';
(() => {
  const form = document.getElementById('filter');
  const { words, verdict, shown } = form.elements;
  const cases = Array.from(document.getElementById('list').children);
  const texts = cases.map((c) => c.textContent.toLowerCase());

  const matches = (c, i, wanted) =>
    (verdict.value === '' || (verdict.value === '!' ? !['pass', 'known'].includes(c.dataset.verdict) : c.dataset.verdict === verdict.value)) &&
    wanted.every((w) => texts[i].includes(w));

  const apply = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter((w) => w !== '');
    let n = 0;
    cases.forEach((c, i) => {
      c.hidden = !matches(c, i, wanted);
      n += c.hidden ? 0 : 1;
    });
    shown.value = `${n} of ${cases.length} shown`;
  };

  // What can be focused in a case: the summary, or the line of one without.
  const handle = (c) => c.querySelector('summary, p');

  const step = (by) => {
    const visible = cases.filter((c) => !c.hidden);
    if (visible.length === 0) return;
    const at = visible.findIndex((c) => c.contains(document.activeElement));
    const next = at < 0 ? (by > 0 ? 0 : visible.length - 1) : Math.min(Math.max(at + by, 0), visible.length - 1);
    handle(visible[next]).focus();
  };

  const showAll = () => {
    words.value = '';
    verdict.value = '';
    apply();
  };

  // A link to a case shows it, whatever the filter says, and opens it.
  const follow = () => {
    const c = cases.find((c) => '#' + c.id === location.hash);
    if (!c) return;
    if (c.hidden) showAll();
    const details = c.querySelector('details');
    if (details) details.open = true;
    c.scrollIntoView();
    handle(c).focus();
  };

  form.addEventListener('input', apply);
  form.addEventListener('submit', (e) => e.preventDefault());
  window.addEventListener('hashchange', follow);
  document.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key === 'Escape') {
      showAll();
      document.activeElement.blur();
    } else if (/^(INPUT|SELECT)$/.test(e.target.tagName)) {
      return;
    } else if (e.key === '/') {
      e.preventDefault();
      words.focus();
    } else if (e.key === 'j') {
      step(1);
    } else if (e.key === 'k') {
      step(-1);
    }
  });

  // On paper everything is open.
  let opened = [];
  window.addEventListener('beforeprint', () => {
    opened = Array.from(document.querySelectorAll('#list details:not([open])'));
    opened.forEach((d) => { d.open = true; });
  });
  window.addEventListener('afterprint', () => {
    opened.forEach((d) => { d.open = false; });
  });

  form.hidden = false;
  apply();
  follow();
})();
