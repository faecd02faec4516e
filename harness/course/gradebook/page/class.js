'use strict';
(() => {
  // Each table that can be sorted gets a button in each heading; without this
  // script it is sorted by the names of the teams.
  const value = (row, n) => {
    const cell = row.cells[n];
    return cell.dataset.value === undefined ? cell.textContent.trim() : Number(cell.dataset.value);
  };
  const compare = (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true }));

  for (const table of document.querySelectorAll('table.sortable')) {
    const body = table.tBodies[0];
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, n) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener('click', () => {
        const rows = Array.from(body.rows);
        const numbers = rows.length > 0 && typeof value(rows[0], n) === 'number';
        // Numbers begin with the highest one.
        const now = head.getAttribute('aria-sort');
        const down = now === null ? numbers : now === 'ascending';
        rows.sort((a, b) => (down ? -1 : 1) * compare(value(a, n), value(b, n)));
        for (const h of heads) h.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        body.append(...rows);
      });
    });
    if (table.classList.contains('grades')) heads[0].setAttribute('aria-sort', 'ascending');
  }
})();
