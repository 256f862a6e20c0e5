/** Copies headers as Node gives them to one string a name; HTTP/2's pseudo-headers are left out, and so is a secret `authorization`. */
export function joinHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  hidesAuthorization: boolean,
): Readonly<Record<string, string>> {
  const joined = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(':')) continue;
    if (hidesAuthorization && name === 'authorization') continue;
    joined[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return joined;
}
