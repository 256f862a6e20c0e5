import type { SpanNode } from '../assemble/trace.ts';
import { readNumber } from '../span-identity.ts';

/** Tokens as the model's spans report them. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Sums `gen_ai.usage.*` over a rollout; agents' spans, which repeat their models' sums, are left out. */
export function countTokens(nodes: readonly SpanNode[]): Tokens {
  let [input, output] = [0, 0];
  for (const { span } of nodes) {
    if (span.name.startsWith('gym.agent.') || span.attributes['gen_ai.operation.name'] === 'invoke_agent') continue;
    input += readNumber(span.attributes, 'gen_ai.usage.input_tokens') ?? 0;
    output += readNumber(span.attributes, 'gen_ai.usage.output_tokens') ?? 0;
  }
  return { input, output };
}
