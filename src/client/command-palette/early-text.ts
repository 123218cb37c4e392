type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** Returns what a field would hold after these key presses. */
export function textAfter(keys: readonly Key[], text: string): string {
  return keys.reduce((typed, { key, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey) return typed;
    if (key === "Backspace") return typed.slice(0, -1);
    return key.length === 1 ? typed + key : typed;
  }, text);
}
