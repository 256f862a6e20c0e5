import type { VNode } from 'preact';

import { linkTo } from './use-route.ts';

/** Opens a trace by its id: also one without a rollout, which no list has. */
export function OpenTrace(): VNode {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const id = new FormData(event.currentTarget).get('id');
        if (typeof id === 'string' && id.trim() !== '') location.hash = linkTo(['trace', id.trim().toLowerCase()]);
      }}
    >
      <label>
        trace id <input name="id" size={34} />
      </label>
      <button type="submit">Open</button>
    </form>
  );
}
