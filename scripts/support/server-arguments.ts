/**
 * Arguments with which Node starts the built server: they save memory (docs/operations.md#start-and-stop). `npm start`, the
 * image, and the unit spell them out (tests/architecture).
 */
export const serverArguments = [
  "--max-semi-space-size=2",
  "--heap-growing-percent=50",
  "dist/server/main.js",
] as const;
