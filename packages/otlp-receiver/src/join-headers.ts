/** Copies headers as Node gives them to one string a name; HTTP/2's pseudo-headers are left out. */
export function joinHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  const joined = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(':')) continue;
    joined[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return joined;
}
