/** Asks the viewer's API; rejects with a sentence for the page when it is away or says no. */
export async function callApi<Answer>(name: string, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const response = await fetch(`/api/${name}?${new URLSearchParams(query).toString()}`).catch(() => {
    throw new Error('The viewer does not answer. Is gym-trace serve still running?');
  });
  const answer = (await response.json()) as Answer & { readonly error?: string };
  if (response.ok) return answer;
  throw new Error(
    response.status === 404
      ? 'Not in the store (any more), or a run without a rollout yet.'
      : `The viewer failed: ${answer.error ?? response.status}`,
  );
}
