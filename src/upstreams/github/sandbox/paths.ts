/** A path inside a repository as part of an address: each name encoded, the slashes kept. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** The path that an address names; null for one that is not decodable or tries to climb. */
export function decodePath(encoded: string): string | null {
  try {
    const parts = encoded
      .split("/")
      .map(decodeURIComponent)
      .filter((part) => part !== "");
    return parts.some((part) => part === "." || part === ".." || part.includes("/")) ? null : parts.join("/");
  } catch {
    return null;
  }
}
