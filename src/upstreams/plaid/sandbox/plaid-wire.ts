/**
 * A type of Plaid's SDK as JSON, with enums as strings, so that responses are checked against the SDK's types without loading
 * the SDK.
 */
export type Wire<T> = T extends string
  ? `${T}`
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;
