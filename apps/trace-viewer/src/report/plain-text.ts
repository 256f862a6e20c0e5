/**
 * Text from a span, safe to print on a terminal: control characters (escape sequences) and characters that change the
 * direction of text are shown as a middle dot.
 */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·');
}

/** Text cut to a width, padded with blanks; counted in code points. */
export function fitText(text: string, width: number): string {
  const points = Array.from(plainText(text));
  if (points.length > width) return `${points.slice(0, Math.max(0, width - 1)).join('')}…`;
  return points.join('') + ' '.repeat(width - points.length);
}
