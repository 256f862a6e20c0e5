import type { ToolRoles } from './find-tool-roles.ts';
import type { Need } from './need.ts';
import { readArithmetic } from './read-arithmetic.ts';
import { readConversion } from './read-conversion.ts';
import { readPlaces } from './read-places.ts';
import { readTableQuestion } from './read-table-question.ts';

/** Reads what a question needs, given what the offered tools can do; `undefined` when it makes no sense to the policy. */
export function readQuestion(question: string, roles: ToolRoles): Need | undefined {
  return (
    readTableQuestion(question, roles) ??
    readConversion(question, roles) ??
    readPlaces(question, roles) ??
    readArithmetic(question, roles)
  );
}
