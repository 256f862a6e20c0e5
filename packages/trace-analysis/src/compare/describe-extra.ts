import type { Category } from '../path/category.ts';
import type { Cause } from '../path/find-causes.ts';

/** Time that a rollout spent on one cause beyond what is typical. */
export interface ExtraTime {
  readonly category: Category;
  readonly subject: string;
  /** Nanoseconds; negative where the rollout was faster. */
  readonly extraNs: number;
  readonly longest: Cause['longest'] | undefined;
}

const words: Readonly<Record<Category, (subject: string) => string>> = {
  model: (subject) => `waiting for the model ${subject}`,
  tool: (subject) => `waiting for \`${subject}\``,
  verify: (subject) => `verifying on ${subject}`,
  agent: (subject) => `work of the agent ${subject}`,
  sandbox: (subject) => `the sandbox of ${subject}`,
  queue: (subject) => `queueing for ${subject}`,
  retry_backoff: (subject) => `the pause before retrying ${subject}`,
  network: (subject) => `the network to ${subject}`,
  unexplained: (subject) => `not explained by any span (${subject})`,
};

/** `6.1 s of the extra 7.4 s is waiting for search, attempt 3`: at most three causes, until 80 % of it is told. */
export function describeExtra(extra: readonly ExtraTime[], extraNs: number): string {
  if (extraNs <= 0) return 'it is not slower than these';
  const parts: string[] = [];
  let told = 0;
  for (const cause of extra.slice(0, 3)) {
    if (cause.extraNs <= extraNs * 0.05 || told >= extraNs * 0.8) break;
    const attempt =
      cause.longest !== undefined && cause.longest.attempt > 1 ? `, attempt ${cause.longest.attempt}` : '';
    const isAll = cause.extraNs > extraNs || formatSeconds(cause.extraNs) === formatSeconds(extraNs);
    const amount = isAll ? 'all' : formatSeconds(cause.extraNs);
    const of = parts.length === 0 ? ` of the extra ${formatSeconds(extraNs)}` : '';
    parts.push(`${amount}${of} is ${words[cause.category](cause.subject)}${attempt}`);
    told += cause.extraNs;
  }
  return parts.length === 0 ? `the extra ${formatSeconds(extraNs)} is spread over many causes` : parts.join(', ');
}

/** Nanoseconds for reading: `7.4 s`, `380 ms`, `25 us`. */
export function formatSeconds(ns: number): string {
  const size = Math.abs(ns);
  if (size >= 999_500_000) return `${(ns / 1e9).toFixed(size < 99.95e9 ? 1 : 0)} s`;
  return size >= 999_500 ? `${(ns / 1e6).toFixed(size < 9.95e6 ? 1 : 0)} ms` : `${(ns / 1e3).toFixed(0)} us`;
}
