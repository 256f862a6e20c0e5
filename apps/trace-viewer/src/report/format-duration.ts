/** Nanoseconds for reading, three digits: `72.4 s`, `380 ms`, `25 us`; minutes from 100 s on. */
export function formatDuration(ns: bigint | number): string {
  const value = Number(ns);
  const size = Math.abs(value);
  if (size >= 99_950_000_000) return `${(value / 60e9).toFixed(1)} min`;
  if (size >= 999_500_000) return `${digits(value / 1e9)} s`;
  if (size >= 999_500) return `${digits(value / 1e6)} ms`;
  return `${digits(value / 1e3)} us`;
}

/** Milliseconds for reading, as {@link formatDuration}. */
export function formatMs(ms: number): string {
  return formatDuration(ms * 1e6);
}

/** A share from 0 to 1 as `12.5 %`. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function digits(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}
