/** An argument of a tool call: given, or to be found first; a list is an expression made of both. */
export type NeedArgument = string | number | Need | readonly (string | Need)[];

/**
 * What must be known to answer: a tool call whose result is picked from the answer by key words (the first key that
 * contains one of `pick`), or the best of several labelled needs.
 */
export type Need =
  | {
      readonly kind: 'call';
      readonly tool: string;
      readonly args: Readonly<Record<string, NeedArgument>>;
      readonly pick: readonly string[];
    }
  | {
      readonly kind: 'best';
      readonly want: 'largest' | 'smallest';
      readonly of: readonly { readonly label: string; readonly need: Need }[];
    };
