import type { ToolRoles } from './find-tool-roles.ts';
import type { Need } from './need.ts';

/** One value asked for, with what it is called in the question. */
export interface LabelledNeed {
  readonly label: string;
  readonly need: Need;
}

/** A calculation over found values: text and needs in turn, for example `[a, ' - ', b]`. */
export function calculate(roles: ToolRoles, parts: readonly (string | Need)[]): Need | undefined {
  const { calculator } = roles;
  if (!calculator) return undefined;
  return { kind: 'call', tool: calculator.tool, args: { [calculator.expression]: parts }, pick: ['result', 'value'] };
}

function joined(needs: readonly Need[], operator: string): (string | Need)[] {
  return needs.flatMap((need, index) => (index === 0 ? [need] : [operator, need]));
}

const largest =
  /\b(warmest|hottest|warmer|hotter|windiest|windier|more humid|most humid|highest|higher|largest|denser|densest|heavier|heaviest)\b/i;
const smallest = /\b(coldest|colder|coolest|cooler|less humid|least humid|lowest|lower|smallest|lighter|lightest)\b/i;

/** Reads from a question what to do with the values it names: take the one, compare, subtract, add, average or multiply. */
export function combineNeeds(question: string, roles: ToolRoles, values: readonly LabelledNeed[]): Need | undefined {
  const needs = values.map((value) => value.need);
  const [first, second] = needs;
  if (!first) return undefined;
  const factor = /\b(\d+(?:\.\d+)?) times\b/i.exec(question)?.[1];
  if (!second) return factor === undefined ? first : calculate(roles, [`${factor} * `, first]);
  if (/\bwhich\b/i.test(question) && (largest.test(question) || smallest.test(question))) {
    return { kind: 'best', want: largest.test(question) ? 'largest' : 'smallest', of: values };
  }
  if (/\baverage|mean\b/i.test(question)) {
    return calculate(roles, ['(', ...joined(needs, ' + '), `) / ${needs.length}`]);
  }
  if (/\b(sum|total|together)\b/i.test(question)) return calculate(roles, joined(needs, ' + '));
  if (/\b(ratio|divided)\b/i.test(question)) return calculate(roles, joined([first, second], ' / '));
  if (/\bcolder|cooler|lower|lighter|less\b/i.test(question)) return calculate(roles, joined([second, first], ' - '));
  return calculate(roles, joined([first, second], ' - '));
}
