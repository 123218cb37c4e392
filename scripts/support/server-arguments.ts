/**
 * Arguments with which Node starts the built server. The space for new objects is small (in MB): the site takes about 50 MB less
 * memory than with Node's own limit. `npm start`, the image, and the unit spell it out (tests/architecture).
 */
export const serverArguments = ["--max-semi-space-size=2", "dist/server/main.js"] as const;
