import type { Category } from '@gym/trace-analysis';

/** One colour per category, told apart on white and on black; the web page's style sheet has the same. */
export const categoryColours: Readonly<Record<Category, string>> = {
  model: '#4c78a8',
  tool: '#e08214',
  verify: '#54a24b',
  agent: '#8e6bbf',
  sandbox: '#2ca6a4',
  queue: '#d0505c',
  retry_backoff: '#b5892b',
  network: '#c26a9b',
  unexplained: '#8a8a8a',
};
