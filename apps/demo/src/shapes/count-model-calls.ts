import type { ConversationItem } from './responses.ts';

/** How many model calls made an agent's output: each run of items between tool outputs is one. */
export function countModelCalls(output: readonly ConversationItem[]): number {
  let calls = 0;
  let afterOutput = true;
  for (const item of output) {
    const isOutput = item.type === 'function_call_output';
    if (!isOutput && afterOutput) calls += 1;
    afterOutput = isOutput;
  }
  return calls;
}
