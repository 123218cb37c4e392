/** Returns the code of an error of Node or Postgres, such as `ENOENT` or `23505`; empty for any other value. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
