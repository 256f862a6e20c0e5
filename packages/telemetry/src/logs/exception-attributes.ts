import type { Attributes } from '@opentelemetry/api';

/** The fields of an error that have attributes of their own; values of other types are left out. */
export interface ErrorFields {
  readonly type: unknown;
  readonly message: unknown;
  readonly stack: unknown;
}

/** An error as `exception.type`, `.message` and `.stacktrace`. Source: OpenTelemetry semantic conventions, exceptions. */
export function exceptionAttributes({ message, stack, type }: ErrorFields): Attributes {
  return {
    ...(typeof type === 'string' && { 'exception.type': type }),
    ...(typeof message === 'string' && { 'exception.message': message }),
    ...(typeof stack === 'string' && { 'exception.stacktrace': stack }),
  };
}
