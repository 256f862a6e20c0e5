import type { Attributes, Exception } from '@opentelemetry/api';

/** The attributes of an exception event: an error's code comes before its name as the type. Source: OpenTelemetry semantic conventions, "Exceptions". */
export function describeException(exception: Exception): Attributes {
  if (typeof exception === 'string') return { 'exception.message': exception };
  const attributes: Attributes = {};
  const type = exception.code || exception.name;
  if (type) attributes['exception.type'] = String(type);
  if (exception.message) attributes['exception.message'] = exception.message;
  if (exception.stack) attributes['exception.stacktrace'] = exception.stack;
  return attributes;
}
