/** Span attributes as OpenTelemetry takes them; a name without a value is left out. */
export type GenAiAttributes = Readonly<Record<string, string | number | boolean | string[]>>;

/** Longest text of an attribute that is not content. */
const maxText = 512;

/** Most entries of a list attribute. */
const maxEntries = 64;

/** Picks well-typed values out of outside data and writes them under their attribute's name; others are left out. */
export class AttributeWriter {
  readonly attributes: Record<string, string | number | boolean | string[]> = {};

  /** A text that is not empty, cut at 512 characters. */
  text(name: string, value: unknown): void {
    if (typeof value === 'string' && value !== '') this.attributes[name] = value.slice(0, maxText);
  }

  /** Content as `toContentJson` gives it. */
  content(name: string, json: string | undefined): void {
    if (json !== undefined) this.attributes[name] = json;
  }

  /** A finite number. */
  number(name: string, value: unknown): void {
    if (typeof value === 'number' && Number.isFinite(value)) this.attributes[name] = value;
  }

  /** A whole number that is exact. */
  integer(name: string, value: unknown): void {
    if (Number.isSafeInteger(value)) this.attributes[name] = value as number;
  }

  /** A number of tokens: whole, not negative. */
  tokens(name: string, value: unknown): void {
    if (Number.isSafeInteger(value) && (value as number) >= 0) this.attributes[name] = value as number;
  }

  /** A text or a list of texts, as a list of at most 64; nothing for an empty one. */
  texts(name: string, value: unknown): void {
    const list = (Array.isArray(value) ? value.slice(0, maxEntries) : [value]).filter(
      (entry): entry is string => typeof entry === 'string' && entry !== '',
    );
    if (list.length > 0) this.attributes[name] = list.map((entry) => entry.slice(0, maxText));
  }
}
