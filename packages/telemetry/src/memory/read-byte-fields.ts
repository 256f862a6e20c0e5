/** The `Name: 12 kB` lines of a file under `/proc`, in bytes by name. */
export function readByteFields(text: string): Readonly<Record<string, number>> {
  const matches = text.matchAll(/^(\w+):\s+(\d+) kB$/gm);
  return Object.fromEntries(Array.from(matches, ([, name, kilobytes]) => [name!, Number(kilobytes) * 1024]));
}
