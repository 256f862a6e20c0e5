import { isRecord } from '../shapes/read-items.ts';

/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>;

const reference = /\$\{oc\.env:([A-Za-z_]\w*)(?:,([^}]*))?\}/g;

function resolveText(text: string, env: Env, path: string, errors: string[]): string {
  return text.replace(reference, (_whole, name: string, fallback: string | undefined) => {
    const value = env[name] ?? fallback;
    if (value === undefined) errors.push(`${path}: environment variable ${name} is not set and has no default`);
    return (value ?? '').trim();
  });
}

/**
 * Replaces `${oc.env:NAME}` and `${oc.env:NAME,default}` in all texts of a parsed configuration (OmegaConf's resolver).
 *
 * A variable that is not set and has no default is added to `errors` with the path of its setting.
 */
export function resolveEnvReferences(value: unknown, env: Env, errors: string[], path: string = ''): unknown {
  if (typeof value === 'string') return resolveText(value, env, path, errors);
  if (Array.isArray(value)) {
    return value.map((entry, index) => resolveEnvReferences(entry, env, errors, `${path}[${index}]`));
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, entry]) => {
    const below = path === '' ? key : `${path}.${key}`;
    return [key, resolveEnvReferences(entry, env, errors, below)] as const;
  });
  return Object.fromEntries(entries);
}
