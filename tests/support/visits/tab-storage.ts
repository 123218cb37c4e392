/** Creates the part of a browser tab's `Storage` that the client uses; `content` shows what it contains. */
export function createTabStorage() {
  const content = new Map<string, string>();
  return {
    content,
    getItem: (key: string) => content.get(key) ?? null,
    setItem: (key: string, value: string) => void content.set(key, value),
    removeItem: (key: string) => void content.delete(key),
  };
}
