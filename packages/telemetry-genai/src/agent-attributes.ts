import { applyGenAiSemconv } from './apply-gen-ai-semconv.ts';
import type { GenAiSemconv } from './dialect.ts';
import { AttributeWriter, type GenAiAttributes } from './gen-ai-attributes.ts';
import { genAiNames as names } from './gen-ai-names.ts';

/** An agent that is run. */
export interface Agent {
  readonly name?: string | undefined;
  /** Id at a remote provider; local agents have none. */
  readonly id?: string | undefined;
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  readonly conversationId?: string | undefined;
  /** Model the agent asks, when it is one. */
  readonly model?: string | undefined;
  /** `gen_ai.provider.name` of that model. */
  readonly provider?: string | undefined;
  /** Names of the attributes; default `current`. */
  readonly genaiSemconv?: GenAiSemconv | undefined;
}

/** The attributes of an `invoke_agent` span. Never throws. Source: GenAI conventions, agent spans. */
export function agentAttributes(agent: Agent): GenAiAttributes {
  const to = new AttributeWriter();
  to.text(names.operation, 'invoke_agent');
  to.text(names.provider, agent.provider);
  to.text(names.agentName, agent.name);
  to.text(names.agentId, agent.id);
  to.text(names.agentVersion, agent.version);
  to.text(names.agentDescription, agent.description);
  to.text(names.conversationId, agent.conversationId);
  to.text(names.requestModel, agent.model);
  return applyGenAiSemconv(to.attributes, agent.genaiSemconv);
}
