import { ToolError } from './tool.ts';

const tokenPattern = /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(\*\*|[-+*/^%()]))/y;

function tokenize(expression: string): readonly string[] {
  const tokens: string[] = [];
  const text = expression.trimEnd();
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (!match) throw new ToolError(`expression: cannot read ${JSON.stringify(text.slice(at, at + 10).trim())}`);
    tokens.push((match[1] ?? match[2])!);
  }
  return tokens;
}

const maxLength = 500;

/**
 * Computes an arithmetic expression: numbers, `+ - * / % ^` (or `**`), signs and parentheses, with the usual precedence.
 *
 * @throws {@link ToolError} for anything else, for a result that is no finite number, and above 500 characters.
 */
export function evaluateArithmetic(expression: string): number {
  if (expression.length > maxLength) throw new ToolError(`expression: expected at most ${maxLength} characters`);
  const tokens = tokenize(expression);
  let position = 0;
  const peek = (): string | undefined => tokens[position];
  const take = (): string | undefined => tokens[position++];

  function sum(): number {
    let value = product();
    while (peek() === '+' || peek() === '-') value = take() === '+' ? value + product() : value - product();
    return value;
  }
  function product(): number {
    let value = signed();
    while (peek() === '*' || peek() === '/' || peek() === '%') {
      const operator = take();
      const right = signed();
      value = operator === '*' ? value * right : operator === '/' ? value / right : value % right;
    }
    return value;
  }
  function signed(): number {
    if (peek() === '-' || peek() === '+') return take() === '-' ? -signed() : signed();
    return power();
  }
  function power(): number {
    const base = atom();
    if (peek() !== '^' && peek() !== '**') return base;
    take();
    return base ** signed();
  }
  function atom(): number {
    const token = take();
    if (token === '(') {
      const value = sum();
      if (take() !== ')') throw new ToolError('expression: a parenthesis is not closed');
      return value;
    }
    const value = token === undefined ? Number.NaN : Number(token);
    if (Number.isNaN(value)) throw new ToolError(`expression: expected a number, received ${token ?? 'the end'}`);
    return value;
  }

  const value = sum();
  if (position < tokens.length) throw new ToolError(`expression: did not expect ${peek()}`);
  if (!Number.isFinite(value)) throw new ToolError('expression: the result is not a finite number');
  return value;
}
