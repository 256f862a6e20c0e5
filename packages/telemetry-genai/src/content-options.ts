/** Whether and how prompts, outputs and tool arguments go on a span. */
export interface ContentOptions {
  /** Content is read only when this is `true`; default `false`. */
  readonly captureContent?: boolean | undefined;
  /**
   * Sees each content attribute before it is written: a list of messages, parts or tool definitions, or a tool's
   * arguments or result. What it returns is written instead; `undefined`, and an exception, leave the attribute out.
   */
  readonly redact?: ((name: string, value: unknown) => unknown) | undefined;
  /** Most characters of one content attribute; default 32768. Long texts inside are cut first, the JSON stays valid. */
  readonly maxContentChars?: number | undefined;
}

/** Default of `maxContentChars`. */
export const defaultMaxContentChars = 32_768;
