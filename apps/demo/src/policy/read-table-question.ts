import { calculate, combineNeeds } from './combine-needs.ts';
import type { ToolRoles } from './find-tool-roles.ts';
import type { Need } from './need.ts';
import { convert } from './read-conversion.ts';
import { readUnits } from './read-units.ts';

const hints: readonly (readonly [words: RegExp, column: RegExp])[] = [
  [/\b(denser|densest|dense)\b/i, /density/],
  [/\b(melts?|melting)\b/i, /melting/],
  [/\b(heavier|heaviest|lighter|lightest|weighs?|molar mass)\b/i, /mass/],
];

function readColumn(question: string, columns: readonly string[]): string | undefined {
  const text = question.toLowerCase();
  const scored = columns.map((column) => {
    const words = column.split('_').filter((word) => word !== 'celsius');
    return { column, score: words.every((word) => text.includes(word)) ? words.length : 0 };
  });
  const [best] = scored.sort((a, b) => b.score - a.score);
  if (best && best.score > 0) return best.column;
  const hint = hints.find(([words]) => words.test(question));
  return hint && columns.find((column) => hint[1].test(column));
}

function readKeys(question: string): readonly string[] {
  const list =
    /\b(?:of|between|is|does|metal,|denser,|heavier,|lighter,|higher,|lower,)\s+((?!the\b|heavier|lighter|denser)\p{L}+(?:(?:, | and | or | than |, and |, or )\p{L}+)*)[^\p{L}]*/giu;
  const lists = [...question.matchAll(list)].map((match) => match[1]!.split(/, and |, or |, | and | or | than /));
  const found = lists.findLast((names) => names.every((name) => !/^(atomic|the|melting|its|what)$/i.test(name))) ?? [];
  const compared = /\bis ([\p{L}]+) than ([\p{L}]+)/iu.exec(question);
  return found.length > 0 ? found : compared ? compared.slice(1) : [];
}

/** `H2O` -> H twice, O once. */
function readFormula(question: string): readonly { readonly symbol: string; readonly count: number }[] {
  const formula = /(?<!\p{L})((?:[A-Z][a-z]?\d*){2,})(?!\p{L})/u.exec(question.replace(/^\w+/, ''))?.[1];
  if (formula === undefined || !/\d|[a-z]?[A-Z]/.test(formula.slice(1))) return [];
  return [...formula.matchAll(/([A-Z][a-z]?)(\d*)/g)].map(([, symbol, count]) => ({
    symbol: symbol!,
    count: count ? Number(count) : 1,
  }));
}

/** Questions about rows of a table: a property of one or several keys, combined, or the molar mass of a formula. */
export function readTableQuestion(question: string, roles: ToolRoles): Need | undefined {
  const { table } = roles;
  const column = table && readColumn(question, table.columns);
  if (!table || column === undefined) return undefined;
  const look = (key: string): Need => ({
    kind: 'call',
    tool: table.tool,
    args: { [table.key]: key, [table.column]: column },
    pick: ['value', column],
  });
  const formula = /molar mass/i.test(question) ? readFormula(question) : [];
  if (formula.length > 0) {
    return calculate(
      roles,
      formula.flatMap(({ symbol, count }, index) => [`${index === 0 ? '' : ' + '}${count} * `, look(symbol)]),
    );
  }
  const combined = combineNeeds(
    question,
    roles,
    readKeys(question).map((key) => ({ label: key, need: look(key) })),
  );
  if (!combined || combined.kind === 'best' || !column.endsWith('celsius')) return combined;
  const wanted = readUnits(question, roles.converter?.units ?? []).find((mention) => mention.unit !== 'celsius');
  return wanted ? convert(roles, combined, 'celsius', wanted.unit) : combined;
}
