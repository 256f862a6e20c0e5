/** A type as it comes out of JSON: a bigint is decimal text. */
export type AsJson<Value> = Value extends bigint
  ? string
  : Value extends object
    ? { readonly [Key in keyof Value]: AsJson<Value[Key]> }
    : Value;
