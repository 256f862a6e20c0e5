import type { VNode } from 'preact';

/** What to show while there is no answer: the error, or that it is loading. */
export function LoadState({ error }: { readonly error: string | undefined }): VNode {
  if (error === undefined) return <p class="note">Loading ...</p>;
  return (
    <p class="note bad" role="alert">
      {error} <a href="#/">All runs</a>
    </p>
  );
}
