import { applyGenAiSemconv } from './apply-gen-ai-semconv.ts';
import { defaultProvider, isOpenAi, type Dialect } from './dialect.ts';
import { fieldsOf, orElse } from './fields.ts';
import { AttributeWriter, type GenAiAttributes } from './gen-ai-attributes.ts';
import { genAiNames as names } from './gen-ai-names.ts';
import { readOutputMessages } from './read-content.ts';
import { readFinishReasons } from './read-finish-reasons.ts';
import type { ReadOptions } from './read-options.ts';
import { toContentJson } from './to-content-json.ts';
import { writeUsage } from './write-usage.ts';

/**
 * Reads the parsed body of a model's answer into the attributes that are added to its span.
 *
 * Response id and model, finish reasons, token usage, and `error.type` when the body is an error. Fields of a wrong
 * type are left out. Output messages only with `captureContent: true`. Never throws. Source: GenAI conventions 0.1.0.
 */
export function readModelResponse(dialect: Dialect, body: unknown, options: ReadOptions = {}): GenAiAttributes {
  const to = new AttributeWriter();
  orElse(() => {
    const fields = fieldsOf(body);
    to.text(names.responseId, fields['id']);
    to.text(names.responseModel, fields['model']);
    to.texts(names.finishReasons, readFinishReasons(dialect, fields));
    writeUsage(to, dialect, fields['usage']);
    const error = fieldsOf(fields['error']);
    // vLLM's code is the status as a number; its type says more.
    to.text(names.errorType, typeof error['code'] === 'string' ? error['code'] : error['type']);
    if (isOpenAi(dialect, options.provider ?? defaultProvider(dialect))) {
      to.text(names.openaiResponseTier, fields['service_tier']);
      to.text(names.openaiFingerprint, fields['system_fingerprint']);
    }
    if (options.captureContent !== true) return;
    to.content(names.outputMessages, toContentJson(names.outputMessages, readOutputMessages(dialect, fields), options));
  }, undefined);
  return applyGenAiSemconv(to.attributes, options.genaiSemconv);
}
