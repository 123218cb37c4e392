import { readSettings } from "#server/settings/settings.ts";
import { RotationRefused, rotateKey } from "./support/key-rotation.ts";

/**
 * `npm run rotate-key`: replaces the site's secret key and reseals everything sealed with the old one. Servers must be stopped.
 */

try {
  const lines = await rotateKey({
    settings: readSettings(process.env),
    newKey: process.env["NEW_SECRET_KEY"],
  });
  console.log(lines.join("\n"));
} catch (error) {
  if (!(error instanceof RotationRefused)) throw error;
  console.log(error.message);
  process.exitCode = 1;
}
