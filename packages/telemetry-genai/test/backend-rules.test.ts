import {
  agentAttributes,
  createStreamReader,
  readModelRequest,
  readModelResponse,
  toolAttributes,
  type GenAiAttributes,
} from '@gym/telemetry-genai';
import { describe, expect, test } from '@jest/globals';

import { exchanges, toStream } from './bodies.ts';

/**
 * How a backend names a span, from its own published rules. Each rule is one attribute and what its value means; the
 * first rule with an answer counts.
 */
interface BackendRules {
  readonly backend: string;
  /** Where the rules were read. */
  readonly source: string;
  readonly kinds: readonly {
    readonly attribute: string;
    readonly values?: Readonly<Record<string, string>>;
    readonly kind?: string;
  }[];
  /** Attributes its model, token and cost views are built from. */
  readonly needs: readonly string[];
  readonly model: string;
  readonly tool: string;
  readonly agent: string;
}

const backends: readonly BackendRules[] = [
  {
    backend: 'Langfuse',
    source: 'langfuse/langfuse packages/shared/src/server/otel/ObservationTypeMapper.ts (priorities 3, 6, 7)',
    kinds: [
      {
        attribute: 'gen_ai.operation.name',
        values: { chat: 'GENERATION', text_completion: 'GENERATION', invoke_agent: 'AGENT', execute_tool: 'TOOL' },
      },
      { attribute: 'gen_ai.tool.name', kind: 'TOOL' },
      { attribute: 'gen_ai.request.model', kind: 'GENERATION' },
    ],
    needs: ['gen_ai.request.model', 'gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens'],
    model: 'GENERATION',
    tool: 'TOOL',
    agent: 'AGENT',
  },
  {
    backend: 'Phoenix',
    source:
      'Arize-ai/openinference js/packages/openinference-genai/src/attributes.ts (mapSpanKind, mapModels, mapTokenCounts)',
    kinds: [
      { attribute: 'gen_ai.tool.name', kind: 'TOOL' },
      { attribute: 'gen_ai.tool.call.id', kind: 'TOOL' },
      { attribute: 'gen_ai.tool.type', kind: 'TOOL' },
      { attribute: 'gen_ai.operation.name', values: { chat: 'LLM', execute_tool: 'TOOL', invoke_agent: 'AGENT' } },
      { attribute: 'gen_ai.agent.name', kind: 'AGENT' },
    ],
    needs: [
      'gen_ai.provider.name',
      'gen_ai.response.model',
      'gen_ai.usage.input_tokens',
      'gen_ai.usage.output_tokens',
      'gen_ai.usage.cache_read.input_tokens',
    ],
    model: 'LLM',
    tool: 'TOOL',
    agent: 'AGENT',
  },
  {
    backend: 'Logfire',
    source: 'pydantic/logfire docs/guides/web-ui/llms.md ("What drives each column") and llm-panels.md',
    kinds: [
      { attribute: 'gen_ai.tool.name', kind: 'tool' },
      { attribute: 'gen_ai.agent.name', kind: 'agent' },
      { attribute: 'gen_ai.provider.name', kind: 'llm' },
    ],
    needs: [
      'gen_ai.provider.name',
      'gen_ai.request.model',
      'gen_ai.response.model',
      'gen_ai.usage.input_tokens',
      'gen_ai.usage.output_tokens',
      'gen_ai.response.finish_reasons',
    ],
    model: 'llm',
    tool: 'tool',
    agent: 'agent',
  },
];

function kindOf(rules: BackendRules, attributes: GenAiAttributes): string | undefined {
  for (const { attribute, values, kind } of rules.kinds) {
    const value = attributes[attribute];
    const found = value === undefined ? undefined : (kind ?? values?.[String(value)]);
    if (found !== undefined) return found;
  }
  return undefined;
}

describe.each(backends)('$backend', (rules) => {
  test.each(exchanges)('takes a $dialect call for a model call, with all it needs, streamed or not', (exchange) => {
    const { dialect, request, response } = exchange;
    const asked = readModelRequest(dialect, request);
    const reader = createStreamReader(dialect);
    reader.push(toStream(exchange));
    for (const answered of [readModelResponse(dialect, response), reader.end()]) {
      const attributes = { ...asked, ...answered };
      expect(kindOf(rules, attributes)).toBe(rules.model);
      expect(Object.keys(attributes)).toEqual(expect.arrayContaining([...rules.needs]));
    }
  });

  test('takes a model call without an answer for a model call', () => {
    expect(kindOf(rules, readModelRequest('responses', { model: 'm' }))).toBe(rules.model);
  });

  test('takes tools for tools and agents for agents', () => {
    expect(kindOf(rules, toolAttributes({ name: 'weather' }))).toBe(rules.tool);
    expect(kindOf(rules, agentAttributes({ name: 'math', provider: 'openai', model: 'm' }))).toBe(rules.agent);
  });
});

test('Logfire counts an answer cut by Anthropic as truncated: its reason is the word "length"', () => {
  expect(readModelResponse('messages', { stop_reason: 'max_tokens' })['gen_ai.response.finish_reasons']).toContain(
    'length',
  );
});
