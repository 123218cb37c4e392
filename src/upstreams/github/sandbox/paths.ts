/** Decodes a path; null if it can't be decoded or tries to escape the repository. */
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
