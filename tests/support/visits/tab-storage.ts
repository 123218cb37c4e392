/** The part of `Storage` that the client needs, as a tab of a browser has it; `content` shows what it holds. */
export function createTabStorage() {
  const content = new Map<string, string>();
  return {
    content,
    getItem: (key: string) => content.get(key) ?? null,
    setItem: (key: string, value: string) => void content.set(key, value),
    removeItem: (key: string) => void content.delete(key),
  };
}
