import { conversationOf, isMessage, textOf } from '../shapes/read-items.ts';
import type { ConversationItem, ResponsesRequest } from '../shapes/responses.ts';
import { createSeededRandom, hashText, type Random } from '../shapes/seeded-random.ts';
import { findToolRoles } from './find-tool-roles.ts';
import { spoilAnswer, spoilCall } from './make-mistake.ts';
import { readQuestion } from './read-question.ts';
import { readResults, settleNeed, type Settled } from './settle-need.ts';

/** How the embedded policy behaves; `errorRate` is the share of decisions (0-1) it gets wrong on purpose. */
export interface EmbeddedPolicySettings {
  readonly errorRate: number;
}

function message(text: string, id: string): ConversationItem {
  return {
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text }],
  };
}

function act(settled: Settled, id: string, errs: boolean, random: Random): readonly ConversationItem[] {
  if (settled.state === 'failed') return [message(`I could not find out: ${settled.reason}`, id)];
  if (settled.state === 'known') {
    return [message(`The answer is ${errs ? spoilAnswer(settled.value) : settled.value}.`, id)];
  }
  return settled.calls.map(({ name, args }, index) => {
    const call = { name, arguments: JSON.stringify(args) };
    const written = errs && index === 0 ? spoilCall(call, random) : call;
    return {
      type: 'function_call',
      id: `fc_${id}_${index}`,
      call_id: `call_${id}_${index}`,
      ...written,
      status: 'completed',
    };
  });
}

/**
 * Decides the next step of a conversation without a language model.
 *
 * Reads the last user message, works out from the schemas of the offered tools which can help, uses the results given
 * since, and returns tool calls (several at once where they do not depend on each other) or the final message.
 * The same conversation and `metadata.seed` give the same step. `random` is left for the caller's own draws.
 */
export function decideNextStep(
  request: ResponsesRequest,
  settings: EmbeddedPolicySettings,
): { readonly output: readonly ConversationItem[]; readonly random: Random } {
  const conversation = conversationOf(request);
  const seed = `${request.metadata?.['seed'] ?? ''}|${JSON.stringify(conversation)}`;
  const random = createSeededRandom(seed);
  const id = hashText(seed).toString(16).padStart(8, '0');
  const asked = conversation.findLastIndex((item) => isMessage(item) && item.role === 'user');
  const question = conversation[asked];
  const roles = findToolRoles(request.tools ?? []);
  const need = question && isMessage(question) ? readQuestion(textOf(question), roles) : undefined;
  const errs = random() < settings.errorRate;
  if (!need) return { output: [message('I cannot answer that with the tools I have.', id)], random };
  return { output: act(settleNeed(need, readResults(conversation.slice(asked + 1))), id, errs, random), random };
}
