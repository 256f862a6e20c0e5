import { html } from './html.ts';
import type { Markup } from './html.ts';

/** A table whose first column is text and whose others are numbers; a sentence when it has no rows. */
export function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  if (rows.length === 0) return html`<p>None in these spans.</p>`;
  const body = rows.map(
    (row) =>
      html`<tr>
        ${row.map((cell) => html`<td>${cell}</td>`)}
      </tr>`,
  );
  return html`<table>
    <thead>
      <tr>
        ${head.map((name) => html`<th>${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`;
}
