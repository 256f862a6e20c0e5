/** Whether a text is what a duration can be multiplied by: a number from 0 to 1000. */
export function isFactor(text: string | null): text is string {
  return text !== null && /^\d*\.?\d+$/.test(text) && Number(text) <= 1000;
}
