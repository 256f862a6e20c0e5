import { useEffect, useState } from 'preact/hooks';

import { callApi } from './call-api.ts';

/** What became of a question to the API. */
export interface Loaded<Answer> {
  readonly answer: Answer | undefined;
  readonly error: string | undefined;
}

/** Asks the API when name, query or `version` change; the old answer stays until the new one is there. */
export function useLoaded<Answer>(
  name: string,
  query: Readonly<Record<string, string>>,
  version: number,
): Loaded<Answer> {
  const key = `${name}?${JSON.stringify(query)}`;
  const [loaded, setLoaded] = useState<Loaded<Answer> & { readonly key: string }>({
    key,
    answer: undefined,
    error: undefined,
  });
  useEffect(() => {
    let isCurrent = true;
    const set = (answer: Answer | undefined, error: string | undefined): void => {
      if (isCurrent) setLoaded({ key, answer, error });
    };
    callApi<Answer>(name, query).then(
      (answer) => set(answer, undefined),
      (error: Error) => set(undefined, error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, version]);
  return loaded.key === key ? loaded : { answer: undefined, error: undefined };
}
