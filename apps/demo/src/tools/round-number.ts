/** A number without binary noise: at most ten significant digits. */
export function roundNumber(value: number): number {
  return Number(value.toPrecision(10));
}
