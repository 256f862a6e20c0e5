import { evaluateArithmetic } from './evaluate-arithmetic.ts';
import { roundNumber } from './round-number.ts';
import { readText, type Tool } from './tool.ts';

/** Arithmetic on one expression. */
export function createCalculatorTool(): Tool {
  return {
    schema: {
      type: 'function',
      name: 'calculate',
      description: 'Computes an arithmetic expression with + - * / % ^ and parentheses.',
      parameters: {
        type: 'object',
        properties: { expression: { type: 'string', description: 'Arithmetic expression, for example (3 + 4) * 2' } },
        required: ['expression'],
      },
      strict: true,
    },
    run(args) {
      return { result: roundNumber(evaluateArithmetic(readText(args, 'expression'))) };
    },
  };
}
