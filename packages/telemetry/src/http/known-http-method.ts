/** The methods of RFC 9110, PATCH and QUERY; another one is `_OTHER`, so that names and series stay few. */
const knownMethods = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE']);

/** `http.request.method` of a method as the caller wrote it: upper case, or `_OTHER`. Source: semconv HTTP 1.4x. */
export function knownHttpMethod(method: string): string {
  if (knownMethods.has(method)) return method;
  const upper = method.toUpperCase();
  return knownMethods.has(upper) ? upper : '_OTHER';
}
