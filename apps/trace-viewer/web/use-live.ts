import { useEffect, useState } from 'preact/hooks';

import type { ViewerState } from '../src/serve/start-viewer.ts';

/** The viewer's live state; undefined before the first message and while the connection is lost. */
export function useLive(): ViewerState | undefined {
  const [state, setState] = useState<ViewerState>();
  useEffect(() => {
    const source = new EventSource('/api/events');
    source.addEventListener('message', ({ data }) => setState(JSON.parse(data as string) as ViewerState));
    source.addEventListener('error', () => setState(undefined));
    return () => source.close();
  }, []);
  return state;
}
