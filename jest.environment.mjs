import { TestEnvironment } from 'jest-environment-node';

const ordinary = Function.prototype[Symbol.hasInstance];
const errorNames = [
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
];

/**
 * Jest runs each test file in a vm context with error classes of its own, so an error made by Node itself (fs, fetch,
 * AbortController) is no `instanceof Error` there and code under test takes another branch than in production. This
 * environment makes the inner classes recognise the outer ones.
 */
export default class GymTestEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of errorNames) {
      const inner = this.global[name];
      const outer = globalThis[name];
      Object.defineProperty(inner, Symbol.hasInstance, {
        configurable: true,
        value(value) {
          return ordinary.call(this, value) || (this === inner && value instanceof outer);
        },
      });
    }
  }
}
