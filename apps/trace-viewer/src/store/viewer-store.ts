import type { TraceStore } from '@gym/trace-store';

/** What the viewer needs of a store. */
export type ViewerStore = Pick<
  TraceStore,
  | 'insertSpans'
  | 'insertLogs'
  | 'listRuns'
  | 'listRollouts'
  | 'getTrace'
  | 'getTraces'
  | 'getSpan'
  | 'getLogs'
  | 'close'
>;
