function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** `text` without the spaces and tabs around it, which is what HTTP allows there; other white space stays. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}
